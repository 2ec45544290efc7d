"""Dispatches by mail: a draft contains them, the host delivers them, and only their readers' reports show them."""

from msgspec.structs import replace

from tabletop.game.beliefs.contact_rules import ContactRules
from tabletop.game.commands import AdvanceTracker, ReadDispatch, WriteDispatch
from tabletop.game.state.tracker import NumberLevel, Tracker
from tabletop.game.umpire.dispatch import Addressee
from tabletop.game.umpire.dispatch_rules import DispatchForm
from tabletop.session import Confirmed
from tests.game.secrets.worlds import World, seen
from tests.mail.mail_games import Hosted, Player
from tests.mail.test_mail_host import at_sea

MESSAGE = DispatchForm("message", "Message", {"text": "Text"}, takes="1")


def with_couriers(world: World) -> None:
    """Lay out ships at sea, and let messages take a day."""
    at_sea(world)
    world.components = replace(
        world.components,
        trackers={"Turn": Tracker("Turn", (NumberLevel("Day"),))},
        contacts=ContactRules(dispatches=(MESSAGE,)),
    )


def states(player: Player) -> list[str]:
    return [one.state for one in player.view.dispatches.values()]


def test_a_dispatch_goes_with_a_turn_and_comes_with_a_report() -> None:
    game = Hosted(with_couriers, names=("anna", "bert"))
    anna, bert = game["anna"], game["bert"]
    anna.does(WriteDispatch(Addressee("side", "b"), {"text": "Yield."}))
    assert states(anna) == ["written"], "a draft has not left"
    assert isinstance(anna.table.undo(), Confirmed)
    assert isinstance(anna.table.redo(), Confirmed)
    assert anna.seat is not None
    game.carries_out(anna.seat.send())
    anna.opens(game.report("anna"))
    assert states(anna) == ["under-way"]
    assert game.host.report("bert") is None, "nobody else learns of it"
    game.session.submit("umpire", AdvanceTracker("Turn"))
    bert.opens(game.report("bert"))
    anna.opens(game.report("anna"))
    assert (states(anna), states(bert)) == (["under-way"], ["arrived"])
    game.carries_out(bert.sends(ReadDispatch(next(iter(bert.view.dispatches)))))
    assert [list(one.read) for one in game.session.game.dispatches.values()] == [["bert"]]
    assert game.host.report("anna") is None
    for player in (anna, bert):
        if (report := game.host.report(player.name)) is not None:
            player.opens(report)
        assert seen(player.view) == seen(game.session.join(player.name).view)
