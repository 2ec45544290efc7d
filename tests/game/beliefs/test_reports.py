"""Reports in a game's forms: true, within bounds, late or invented; and no side learns the truth behind a report."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tabletop.game.beliefs.contact import Contact
from tabletop.game.beliefs.contact_rules import ContactKind, ContactRules
from tabletop.game.beliefs.report_rules import ReportField, ReportRules
from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.change.step import Step
from tabletop.game.commands import AdvanceTracker, At, NoteContact, SendReport
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import NumberLevel, Tracker
from tabletop.game.state.values import UNSEEN
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.session import Confirmed
from tests.game.secrets.worlds import Played, World, both, difference

CARRIER = Kind("cv", "Carrier", "b", (MarkTrait({"Class": "Carriers", "Ships": 4}),), 60, 60)
DESTROYER = Kind("dd", "Destroyers", "b", (MarkTrait({"Class": "Small", "Ships": 6}),), 60, 60)
CRUISER = Kind("ca", "Cruisers", "b", (MarkTrait({"Class": "Small", "Ships": 9}),), 60, 60)
TURNS = Tracker("Turn", (NumberLevel("Turn"),))
SHIPS = ContactKind("ships", "Ships", says={"total": "Ships in all", "classes": "Classes", "course": "Course"})
SIGHTING = ReportRules(
    "sighting",
    "Sighting",
    "ships",
    (
        ReportField("total", "Ships", "(Truth + 1) / 2", "Truth * 3 / 2"),
        ReportField("classes", "Class"),
        ReportField("course"),
    ),
    within=1,
    late=2,
)
RUMOUR = ReportRules("rumour", "Rumour", "ships", (ReportField("total", "Ships", "1", "99"),), within=9, invented=True)
RULES = ContactRules((SHIPS,), reports=(SIGHTING, RUMOUR))


def table(world: World) -> None:
    """Lay out two forces of side b at C3, unseen by side a: ten ships together, thirteen in the other world."""
    world.components = replace(world.components, trackers={"Turn": TURNS}, contacts=RULES)
    world.holder("sea", x=250, y=250)
    world.piece("cv", CARRIER, "sea", world.sight(UNSEEN))
    world.piece("rest", CRUISER if world.is_other else DESTROYER, "sea", world.sight(UNSEEN))


def played() -> Played:
    return next(both(table))


def sends(play: Played, report: str = "sighting", **more: object) -> Step | Refused | Asks:
    told = {"sides": ("a",), "of": (play["cv"], play["rest"]), "source": "AF 12", **more}
    return play.session.submit("umpire", SendReport(report, **told))  # type: ignore[arg-type]


def held(play: Played) -> list[Contact]:
    return list(play.anna.view.contacts.values())


def test_a_report_says_the_truth_where_its_form_leaves_no_choice():
    play = played()
    sends(play, says={"total": 10})
    (contact,) = held(play)
    assert (contact.place, contact.says) == ("C3", {"total": 10, "classes": "Carriers, Small"})
    assert contact.of == ()


def test_what_is_left_out_is_drawn_within_its_bounds_and_told_again_the_same():
    play = played()
    for _ in range(3):
        sends(play)
    drawn = {contact.says["total"] for contact in held(play)}
    assert drawn == {5}, "the steady chance of the test draws the least"
    assert all(draw.secret for step in play.session.journal.steps() for draw in step.drawn)
    assert sum(len(step.drawn) for step in play.session.journal.steps()) == 1, "drawn once for the same contact"
    play.by("umpire", AdvanceTracker("Turn"))
    sends(play, says={"total": 15})
    sends(play)
    assert [contact.says["total"] for contact in held(play)[-2:]] == [15, 15]


REFUSED: dict[str, tuple[Callable[[Played], object], str]] = {
    "too few": (lambda p: sends(p, says={"total": 4}), "Ships in all: say 5 – 15."),
    "too many": (lambda p: sends(p, says={"total": 16}), "Ships in all: say 5 – 15."),
    "no number": (lambda p: sends(p, says={"total": "many"}), "Ships in all: say 5 – 15."),
    "another class": (lambda p: sends(p, says={"classes": "Capital"}), "Classes: say Carriers, Small."),
    "a field that it has not": (lambda p: sends(p, says={"names": "Akagi"}), "cannot make the claim 'names'"),
    "too far": (lambda p: sends(p, at=At("main", "C5")), "at most 1 from the true one"),
    "on another map": (lambda p: sends(p, at=At("lair", "C3")), "at most 1 from the true one"),
    "too late": (lambda p: sends(p, late=3), "at most 2 turns late"),
    "invented where it may not be": (lambda p: sends(p, of=(), at=At("main", "C5")), "cannot be invented"),
    "invented nowhere": (lambda p: sends(p, "rumour", of=()), "State the place"),
    "no such report": (lambda p: sends(p, "gossip"), "no report 'gossip'"),
    "to nobody": (lambda p: sends(p, sides=()), "Name the sides"),
    "by a player": (
        lambda p: p.session.submit("anna", SendReport("sighting", ("a",))),
        "umpire",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_it_is_refused(what: str):
    play = played()
    does, words = REFUSED[what]
    answer = does(play)
    assert isinstance(answer, Refused), answer
    assert words in answer.because
    assert not held(play)
    assert not play.heard


def test_the_place_that_is_told_may_be_a_hex_off():
    play = played()
    sends(play, at=At("main", "C4"))
    assert [contact.place for contact in held(play)] == ["C4"]


def test_a_late_report_is_unknown_until_its_turn_and_then_as_old_as_it_is():
    play = played()
    sends(play, late=2)
    seen = []
    for _ in range(3):
        seen.append((len(held(play)), [told.key for news in play.heard for told in news.told]))
        play.by("bert", AdvanceTracker("Turn"))
    moved = ["tracker-moved"]
    assert seen == [(0, []), (0, moved), (1, [*moved, "contact-reported", *moved])]
    (contact,) = held(play)
    assert contact.time == (0,), "the time at which it was sent"


def test_undo_does_not_tell_the_enemy_that_a_report_arrived_and_its_side_keeps_it():
    one, other = both(table)
    for play in (one, other):
        bert = play.others["bert"]
        if play.world.is_other:
            sends(play, sides=("b",), late=1)
        play.does(AdvanceTracker("Turn"))
        if play.world.is_other:
            bert.submit(NoteContact(next(iter(bert.view.contacts)), "near"))
        assert isinstance(play.undoes(), Confirmed)
        play.redoes()
        play.undoes()
        assert [contact.note for contact in bert.view.contacts.values()] == ["near"] * play.world.is_other
    assert difference(one, other) is None


def test_an_invented_report_looks_like_any_other():
    play = played()
    sends(play, "rumour", of=(), at=At("main", "B2"), says={"total": 7})
    sends(play, "rumour", at=At("main", "D4"), says={"total": 7})
    false, true = held(play)
    assert replace(false, place="", x=0, y=0) == replace(true, place="", x=0, y=0)


def test_two_games_in_which_the_truth_differs_tell_the_same_within_the_bounds():
    one, other = both(table)
    for play in (one, other):
        sends(play, says={"total": 9})
        sends(play, says={"total": 9}, late=1)
        play.by("bert", AdvanceTracker("Turn"))
        play.undoes()
    assert difference(one, other) is None
    assert len(held(one)) == 2
