"""Reports of the rules, and commands against the rules, that wait for the umpire."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from tabletop.game.beliefs.contact_rules import ContactKind, ContactRules
from tabletop.game.beliefs.report_rules import ReportField, ReportRules
from tabletop.game.change.outcome import Refused, refused
from tabletop.game.commands import (
    AllowOrder,
    At,
    Begin,
    DelayOrder,
    HoldOrders,
    MovePieces,
    RecallOrder,
    RefuseOrder,
    ReportContact,
    SendReport,
)
from tabletop.log_messages import worth_telling
from tabletop.log_sentences import sentence
from tabletop.session import Confirmed, News
from tests.game.secrets.worlds import Played, World, both
from tests.game.umpire.test_orders import alike, lines, move, place_of, table, waiting
from tests.game.umpire.test_umpire_undo import heard_by, why

SIGHTING = ReportRules("sighting", "Sighting", "force", (ReportField("count", "1", "Truth", "Truth * 3"),))
KINDS = ContactRules((ContactKind("force", "Force", says={"count": "Ships"}),), reports=(SIGHTING,))


class Search:
    """Procedures for a test: the only one reports side a's unit to side b at once, or finds nothing."""

    def __init__(self, unit: int | None) -> None:
        self._unit = unit

    def turns(self, _procedure: str) -> str:
        return ""

    def is_of_umpire(self, _procedure: str) -> bool:
        return False

    def begin(self, table, _procedure: str, _given: Mapping, _side: str, _parent: int) -> None:
        if self._unit is not None:
            table.do(SendReport("sighting", ("b",), (self._unit,), source="A search"))


def searched(*kinds: str, finds: bool = True) -> Played:
    def laid(world: World) -> None:
        table(world)
        search = Search(world["unit"] if finds else None)
        world.components = replace(world.components, contacts=KINDS, procedures=lambda: search)

    play = next(both(laid))
    play.by("umpire", HoldOrders(kinds))
    return play


def contacts(play: Played) -> list[dict]:
    return [contact.says for contact in play.session.game.contacts.values()]


def test_a_report_of_the_rules_waits_with_the_figures_that_they_propose():
    play = searched("send-report")
    umpire, bert = heard_by(play, "umpire"), heard_by(play, "bert")
    play.by("bert", Begin("search"))
    assert contacts(play) == []
    assert umpire == ["proposes to the umpire a report to b: A search reports Force at A1: Ships “1”"]
    assert bert == []
    assert [len(play.session.join(name).view.held) for name in ("bert", "anna", "umpire")] == [0, 0, 1]
    (id,) = waiting(play)
    play.by("umpire", AllowOrder(id))
    assert (contacts(play), waiting(play)) == ([{"count": 1}], [])
    assert bert == ["A search reports Force at A1: Ships “1”"]


def test_the_umpire_changes_its_figures_within_the_bounds_of_the_form():
    play = searched("send-report")
    play.by("bert", Begin("search"))
    (id,) = waiting(play)
    report = SendReport("sighting", ("b",), (play["unit"],), says={"count": 3})
    out = play.session.submit("umpire", AllowOrder(id, replace(report, says={"count": 4})))
    assert why(out) == "Ships: say 1 – 3."
    play.by("umpire", AllowOrder(id, report))
    assert (contacts(play), waiting(play)) == ([{"count": 3}], [])


def test_the_umpire_sends_none_or_sends_it_later_on_the_position_as_it_then_is():
    play = searched("send-report")
    umpire = heard_by(play, "umpire")
    play.by("bert", Begin("search"))
    play.by("umpire", DelayOrder(waiting(play)[0], (2,)))
    play.by("umpire", move(play, "D4"))
    play.by("umpire", AllowOrder(waiting(play)[0]))
    (contact,) = play.session.game.contacts.values()
    assert contact.place == "D4"
    play.by("bert", Begin("search"))
    play.by("umpire", RefuseOrder(waiting(play)[0]))
    assert len(contacts(play)) == 1
    assert "sends a report later" in umpire
    assert umpire[-1] == "does not send a report"


@pytest.mark.parametrize("finds", [True, False])
def test_the_undo_of_a_search_waits_alike_if_a_report_of_it_waits_or_none_does(finds: bool):
    play = searched("send-report", "take-back", finds=finds)
    play.by("bert", Begin("search"))
    bert = play.session.join("bert")
    assert isinstance(bert.take_back((bert.stream,)), Confirmed)
    assert [order.kind for order in bert.view.held.values()] == ["take-back"]


def test_no_player_recalls_it_and_without_an_umpire_the_program_sends_it():
    play = searched("send-report")
    play.by("bert", Begin("search"))
    assert isinstance(play.session.submit("bert", RecallOrder(waiting(play)[0])), Refused)
    play = searched()
    play.by("bert", Begin("search"))
    assert contacts(play) == [{"count": 1}]


def test_the_log_of_the_umpire_names_the_sides_that_a_report_was_told_to():
    play = searched()
    news: list[News] = []
    play.session.join("umpire", news.append)
    play.session.join("bert", news.append)
    play.by("umpire", ReportContact("force", At("main", "C1"), ("a", "b"), {"count": 9}))
    said = [[sentence(told, one.before, one.after) for told in worth_telling(one.told)] for one in news]
    assert said == [["Contact: Force at C1: Ships “9” (to a and b)"], ["Contact: Force at C1: Ships “9”"]]


# against the rules


def judged(play: Played) -> None:
    """Let the rules refuse all moves of players, and the umpire decide."""
    play.by("umpire", HoldOrders(("finding",)))
    play.session._policy = lambda _before, _after, step, seat: (
        refused("against-the-rules", "finding-by-rule", rule="7", message="Too far.")
        if isinstance(step.command, MovePieces) and seat != "umpire"
        else None
    )


@pytest.fixture
def enforced() -> Played:
    play = searched()
    judged(play)
    return play


def test_what_the_rules_refuse_waits_and_the_umpire_lets_it_pass(enforced: Played):
    umpire = heard_by(enforced, "umpire")
    assert isinstance(enforced.does(move(enforced)), Confirmed)
    assert place_of(enforced) == "A1"
    (own,) = enforced.anna.view.held.values()
    assert own.kind == "finding"
    enforced.by("umpire", AllowOrder(waiting(enforced)[0]))
    assert place_of(enforced) == "C1"
    assert umpire[0] == "gives the umpire an order against the rules: a move of Unit to C1 (7: Too far.)"
    assert umpire[-1] == "allows an order of anna"


def test_it_is_refused_or_recalled_like_any_order_and_by_the_rules_if_no_umpire_decides(enforced: Played):
    enforced.does(move(enforced))
    enforced.by("umpire", RefuseOrder(waiting(enforced)[0], "Really too far."))
    assert lines(enforced)[-1] == "refuses an order of anna (a move of Unit to C1): Really too far."
    enforced.does(move(enforced))
    enforced.by("anna", RecallOrder(waiting(enforced)[0]))
    enforced.by("umpire", HoldOrders(()))
    assert why(enforced.does(move(enforced))) == "7: Too far."
    assert (place_of(enforced), waiting(enforced)) == ("A1", [])


def test_tables_that_differ_in_what_is_unseen_let_it_wait_alike():
    alike(
        judged,
        lambda play: play.does(move(play, "C3")),
        lambda play: play.by("umpire", AllowOrder(min(play.session.game.held))),
        lambda play: play.undoes(),
    )
