"""Orders: commands that wait for the umpire, who allows, changes, refuses or delays them. A waiting order reveals
nothing unseen.
"""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tabletop.game.change.outcome import Refused
from tabletop.game.change.patch import Grant
from tabletop.game.commands import (
    AllowOrder,
    AnyCommand,
    At,
    Batch,
    DelayOrder,
    GiveSeat,
    HoldOrders,
    MovePieces,
    RecallOrder,
    RefuseOrder,
    RollDice,
    Say,
    SetTrait,
    Spot,
    TakeSeat,
)
from tabletop.game.decisions.order_decisions import MOST_HELD, holdable
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import NumberLevel, Tracker
from tabletop.game.state.values import UNSEEN
from tabletop.game.table_access import TableAccess
from tabletop.game.traits.property_traits import OwnProperty
from tabletop.log_sentences import ORDER_KINDS, sentence
from tabletop.session import Confirmed
from tests.game.secrets.worlds import Played, World, both, difference

UNIT = Kind("unit", "Unit", "a", (OwnProperty("N", 0),), 60, 60)
FLEET = Kind("fleet", "Fleet", "b", (), 60, 60)
TURNS = Tracker("Turn", (NumberLevel("Day"),))


def table(world: World) -> None:
    """Lay out a unit of side a, and a fleet of side b that side a does not see. Moves wait for the umpire."""
    world.components = replace(world.components, trackers={"Turn": TURNS})
    world.holder("own")
    world.piece("unit", UNIT, "own")
    world.holder("sea", x=450 if world.is_other else 250)
    world.piece("fleet", FLEET, "sea", world.sight(UNSEEN))
    world.changes.append(Grant(TableAccess(holds=("move", "roll", "set"))))


def played() -> Played:
    return next(both(table))


def move(play: Played, place: str = "C1", piece: str = "unit") -> MovePieces:
    return MovePieces((play[piece],), At("main", place))


def place_of(play: Played, piece: str = "unit") -> str:
    return play.session.game.lying(play[piece]).place


def waiting(play: Played) -> list[int]:
    return list(play.session.game.held)


def lines(play: Played) -> list[str]:
    """Return the log lines of the asking seat, with the names that it sees."""
    return [sentence(told, news.before, news.after) for news in play.heard for told in news.told]


def test_a_move_waits_and_nothing_has_moved():
    play = played()
    assert isinstance(play.does(move(play)), Confirmed)
    assert place_of(play) == "A1"
    (order,) = play.session.game.held.values()
    assert (order.seat, order.sides, order.kind) == ("anna", (0,), "move")
    assert lines(play) == ["gives the umpire an order: a move of Unit to C1"]


def test_a_move_to_a_point_of_the_map_names_the_place_there():
    play = played()
    spot = play.session.components.maps["main"].spot_of("C1")
    play.does(MovePieces((play["unit"],), Spot("main", spot.x, spot.y)))
    assert lines(play) == ["gives the umpire an order: a move of Unit to C1"]


def test_a_move_with_its_costs_is_an_order_of_a_move():
    play = played()
    play.does(Batch((move(play), SetTrait((play["unit"],), "N", 2))))
    (order,) = play.session.game.held.values()
    assert order.kind == "move"
    assert lines(play) == ["gives the umpire an order: a move of Unit to C1"]


def test_its_author_sees_that_it_waits_the_other_side_nothing_at_all_and_the_umpire_all_of_it():
    play = played()
    play.does(move(play))
    (own,) = play.anna.view.held.values()
    assert (own.kind, own.command) == ("move", "")
    assert own.about == {"order": "move", "map": "main", "place": "C1", "count": 1, "names": "Unit"}
    assert [len(play.others[name].view.held) for name in ("bert", "watcher")] == [0, 0]
    (whole,) = play.others["umpire"].view.held.values()
    assert '"C1"' in whole.command


def test_an_order_of_somebody_who_plays_more_sides_is_hidden_from_those_who_play_only_one_of_them():
    play = played()
    play.by("umpire", GiveSeat("carl", ("a", "b")))
    play.by("carl", move(play, "D4", "fleet"))
    assert [len(play.others[name].view.held) for name in ("anna", "bert", "carl")] == [0, 0, 1]
    no = play.session.submit("anna", RecallOrder(*waiting(play)))
    assert isinstance(no, Refused)
    assert no.because == "That order does not wait any more."
    play.by("carl", RecallOrder(*waiting(play)))
    assert waiting(play) == []


@pytest.mark.parametrize(
    ("decides", "place", "says"),
    [
        (AllowOrder, "C1", ["moves Unit from A1 to C1", "allows an order of anna"]),
        (
            lambda id: AllowOrder(id, MovePieces((1,), At("main", "B1"))),
            "B1",
            ["moves Unit from A1 to B1", "changes an order of anna"],
        ),
        (lambda id: RefuseOrder(id, "Too far."), "A1", ["refuses an order of anna (a move of Unit to C1): Too far."]),
        (RefuseOrder, "A1", ["refuses an order of anna (a move of Unit to C1)"]),
    ],
)
def test_the_umpire_decides(decides: Callable[[int], AnyCommand], place: str, says: list[str]):
    play = played()
    play.does(move(play))
    (id,) = waiting(play)
    decided = decides(id)
    if isinstance(decided, AllowOrder) and decided.instead is not None:
        decided = replace(decided, instead=move(play, "B1"))
    play.by("umpire", decided)
    assert (place_of(play), waiting(play)) == (place, [])
    assert lines(play)[1:] == says


def test_an_order_is_decided_on_the_position_as_it_then_is():
    play = played()
    play.does(move(play))
    play.by("umpire", move(play, "E5"))
    play.by("umpire", AllowOrder(waiting(play)[0]))
    assert lines(play)[-2:] == ["moves Unit from E5 to C1", "allows an order of anna"]


def test_an_order_that_its_author_could_no_longer_give_stays_and_only_the_umpire_learns_why():
    play = played()
    play.does(move(play))
    play.by("umpire", GiveSeat("anna"))
    heard = len(play.heard)
    answer = play.session.submit("umpire", AllowOrder(waiting(play)[0]))
    assert isinstance(answer, Refused)
    assert answer.because == "Observers cannot change the table."
    assert len(waiting(play)) == 1
    assert len(play.heard) == heard


def test_a_delayed_order_waits_until_it_is_due_and_nobody_but_the_umpire_knows_when():
    play = played()
    play.does(move(play))
    heard = len(play.heard)
    play.by("umpire", DelayOrder(waiting(play)[0], (3,), "by courier"))
    (order,) = play.session.game.held.values()
    assert (order.due, order.word, order.by) == ((3,), "by courier", "umpire")
    (own,) = play.anna.view.held.values()
    assert (own.due, own.word, own.by) == ((), "", "")
    assert len(play.heard) == heard


def test_its_author_recalls_an_order_or_undoes_it_and_nobody_else_does():
    play = played()
    play.does(move(play))
    id = waiting(play)[0]
    assert isinstance(play.session.submit("bert", RecallOrder(id)), Refused)
    play.by("anna", RecallOrder(id))
    assert waiting(play) == []
    assert lines(play)[-1] == "recalls an order (a move of Unit to C1)"
    play.does(move(play))
    assert isinstance(play.undoes(), Confirmed)
    assert waiting(play) == []


def test_what_is_decided_is_not_recalled():
    play = played()
    play.does(move(play))
    id = waiting(play)[0]
    play.by("umpire", AllowOrder(id))
    answer = play.session.submit("anna", RecallOrder(id))
    assert isinstance(answer, Refused)
    assert answer.because == "That order does not wait any more."


@pytest.mark.parametrize("command", [HoldOrders(("move",)), AllowOrder(1), RefuseOrder(1), DelayOrder(1)])
def test_only_an_umpire_decides(command: AnyCommand):
    play = played()
    play.does(move(play))
    (id,) = waiting(play)
    answer = play.session.submit("anna", command if isinstance(command, HoldOrders) else replace(command, order=id))
    assert isinstance(answer, Refused)
    assert answer.because == "Only an umpire decides on orders."


def test_what_is_wrong_as_its_author_sees_it_is_said_at_once():
    play = played()
    answer = play.does(MovePieces((play["unit"],), At("main", "Z99")))
    assert isinstance(answer, Refused)
    assert waiting(play) == []


def test_dice_are_thrown_when_the_order_is_allowed_and_not_before():
    play = played()
    play.does(RollDice("2d6", "attack"))
    (step,) = play.session.journal.steps(1, 1)
    assert step.drawn == ()
    play.by("umpire", AllowOrder(waiting(play)[0]))
    assert lines(play)[-2].startswith("rolls 2d6 for attack")


def test_what_does_not_wait_is_done_at_once_and_the_umpire_never_waits():
    play = played()
    play.does(Say("hello"))
    play.by("umpire", move(play, "D4"))
    assert waiting(play) == []
    assert place_of(play) == "D4"


def test_without_an_umpire_the_program_answers():
    play = played()
    play.by("umpire", TakeSeat())
    play.does(move(play))
    assert place_of(play) == "C1"


def test_the_umpire_lets_the_program_answer_a_kind_of_order_from_now_on():
    play = played()
    play.by("umpire", HoldOrders(("roll",)))
    assert lines(play) == ["lets orders wait for the umpire: a roll"]
    play.does(move(play))
    assert place_of(play) == "C1"
    answer = play.session.submit("umpire", HoldOrders(("mve",)))
    assert isinstance(answer, Refused)
    assert answer.because.startswith("No command 'mve' can wait for the umpire.")


def test_what_the_umpire_decides_is_not_undone_or_done_again_without_the_umpire():
    play = played()
    play.by("umpire", HoldOrders(()))
    play.does(move(play))
    assert isinstance(play.undoes(), Confirmed)
    play.by("umpire", HoldOrders(("move",)))
    answer = play.redoes()
    assert isinstance(answer, Refused)
    assert answer.because == "The umpire decides on such commands. Ask the umpire to undo it."
    play.by("umpire", move(play, "D4"))
    play.does(move(play))
    assert isinstance(play.undoes(), Confirmed), "an order that waits is recalled by undo"
    assert isinstance(play.redoes(), Confirmed)
    assert place_of(play) == "D4"


def test_every_kind_of_order_has_a_name():
    assert {*holdable(), "all"} == set(ORDER_KINDS)


def test_a_side_that_has_given_too_many_orders_does_not_stop_the_other():
    play = played()
    for _ in range(MOST_HELD):
        play.by("bert", RollDice("1d6"))
    assert isinstance(play.session.submit("bert", RollDice("1d6")), Refused)
    assert isinstance(play.does(RollDice("1d6")), Confirmed)


def test_an_order_is_not_allowed_within_another_command():
    play = played()
    play.does(move(play))
    (id,) = waiting(play)
    for command in (Batch((AllowOrder(id),)), AllowOrder(id, AllowOrder(id)), AllowOrder(id, Batch((AllowOrder(id),)))):
        assert isinstance(play.session.submit("umpire", command), Refused)
    assert waiting(play) == [id]


def test_several_commands_at_once_wait_together():
    play = played()
    play.does(Batch((Say("to C1"), move(play))))
    assert place_of(play) == "A1"
    play.by("umpire", AllowOrder(waiting(play)[0]))
    assert place_of(play) == "C1"


def test_two_games_that_differ_in_what_is_unseen_hold_and_decide_alike():
    def decided(play: Played) -> None:
        play.by("umpire", AllowOrder(min(play.session.game.held)))

    alike(
        lambda play: play.does(move(play, "C3")),
        decided,
        lambda play: play.does(MovePieces((play["unit"],), Spot("main", 250, 50))),
        lambda play: play.submits(RecallOrder(99)),
        lambda play: play.undoes(),
        lambda play: play.does(SetTrait((play["unit"],), "N", 3)),
        decided,
        lambda play: play.undoes(),
    )


def test_two_games_that_differ_in_the_orders_of_the_other_side_are_alike():
    def other_orders(play: Played) -> None:
        for place in ("B2", "B3", "B4") if play.world.is_other else ("B2",):
            play.by("bert", move(play, place, "fleet"))
        if play.world.is_other:
            play.by("umpire", RefuseOrder(min(play.session.game.held)))

    alike(
        other_orders,
        lambda play: play.does(move(play)),
        lambda play: play.submits(RecallOrder(3)),
        lambda play: play.undoes(),
    )


def alike(*does: Callable[[Played], object]) -> None:
    one, other = both(table)
    for play in (one, other):
        for do in does:
            do(play)
    assert difference(one, other) is None
