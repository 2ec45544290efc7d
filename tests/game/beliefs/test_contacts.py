"""Contacts: their sides, their messages and their age, and that no other side learns of them."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tabletop.game.beliefs.contact import Contact
from tabletop.game.beliefs.contact_rules import ContactClock, ContactKind, ContactRules
from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.commands import (
    At,
    DropContacts,
    MergeContacts,
    MovePieces,
    NoteContact,
    ReportContact,
    SetTracker,
    Spot,
)
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker
from tabletop.game.state.values import UNSEEN
from tabletop.log_sentences import sentence
from tabletop.session import Confirmed, NeedsConsent
from tests.game.secrets.worlds import Played, World, both, difference

FLEET = Kind("fleet", "Fleet", "b", (), 60, 60)
TURNS = Tracker("Turn", (NumberLevel("Day"), NameLevel("Part", ("dawn", "dusk"))))
SHIPS = ContactKind("ships", "Ships", says={"total": "Ships in all", "classes": "Classes"}, figure="total")
OTHERS = ("bert", "umpire", "watcher")
PLANES = ContactKind("planes", "Planes", shape="hexagon")
RULES = ContactRules((SHIPS, PLANES), level="Part")


def table(world: World) -> None:
    """Lay out a unit of side a, and a fleet of side b that side a does not see.

    In the other world the fleet is elsewhere.
    """
    world.components = replace(world.components, trackers={"Turn": TURNS}, contacts=RULES)
    world.holder("own")
    world.piece("unit", Kind("unit", "Unit", "a", (), 60, 60), "own")
    world.holder("sea", x=450 if world.is_other else 250)
    world.piece("fleet", FLEET, "sea", world.sight(UNSEEN))


def played() -> Played:
    return next(both(table))


def sighting(play: Played, side: str = "a", **more: object) -> ReportContact:
    told = {"says": {"total": 12}, "source": "AF 12", "of": (play["fleet"],), **more}
    return ReportContact("ships", At("main", "C2"), (side,), **told)  # type: ignore[arg-type]


def turn(day: int, part: int = 0) -> SetTracker:
    return SetTracker("Turn", (day, part))


def the_contact(play: Played) -> tuple[int, Contact]:
    ((id, contact),) = play.anna.view.contacts.items()
    return id, contact


def test_the_umpire_tells_a_side_of_ships_and_that_side_alone_has_the_contact():
    play = played()
    play.by("umpire", sighting(play))
    _, contact = the_contact(play)
    assert (contact.form, contact.kind, contact.place, contact.says) == ("claim", "ships", "C2", {"total": 12})
    assert contact.of == ()
    assert [len(play.others[name].view.contacts) for name in OTHERS] == [0, 1, 0]
    (known,) = play.others["umpire"].view.contacts.values()
    assert known.of == (play["fleet"],)
    (told,) = play.heard[-1].told
    said = sentence(told, play.anna.view, play.anna.view)
    assert said == "AF 12 reports Ships at C2: Ships in all “12”"


def test_a_report_to_one_side_reaches_no_other_stream():
    play = played()
    heard = dict.fromkeys(OTHERS, 0)
    for name in OTHERS:
        play.others[name]._hear = lambda _news, name=name: heard.__setitem__(name, heard[name] + 1)  # type: ignore[attr-defined]
    play.by("umpire", sighting(play))
    assert heard == {"bert": 0, "umpire": 1, "watcher": 0}


def test_nobody_drops_notes_or_merges_the_contacts_of_others():
    play = played()
    for _ in range(2):
        play.by("umpire", sighting(play, "b"))
    ids = tuple(play.session.game.contacts)
    for command in (DropContacts(ids), NoteContact(ids[0], "mine"), MergeContacts(ids)):
        answer = play.session.submit("anna", command)
        assert isinstance(answer, Refused)
        assert answer.because == "You have no such contact."


def test_two_games_that_differ_in_what_is_truly_there_tell_the_same():
    alike(lambda play: play.by("umpire", sighting(play)), lambda play: play.undoes(of_table=True))


def test_two_games_that_differ_in_what_the_other_side_believes_are_alike():
    def other_believes(play: Played) -> None:
        for _ in range(3 if play.world.is_other else 1):
            play.by("umpire", sighting(play, "b"))
        if play.world.is_other:
            play.by("bert", DropContacts(tuple(play.session.game.contacts)[:1]))

    alike(
        other_believes,
        lambda play: play.submits(DropContacts((99,))),
        lambda play: play.submits(NoteContact(3, "mine?")),
        lambda play: play.submits(MergeContacts((3, 4))),
        lambda play: play.does(MovePieces((play["unit"],), Spot("main", 350, 350))),
        lambda play: play.undoes(),
    )


def alike(*does: Callable[[Played], object]) -> None:
    one, other = both(table)
    for play in (one, other):
        for do in does:
            do(play)
    assert difference(one, other) is None


def test_a_contact_grows_old_by_the_tracker():
    play = played()
    play.by("umpire", sighting(play))
    clock = play.world.components.contact_clock
    ages = []
    for at in (turn(0, 1), turn(1), turn(3, 1)):
        play.by("umpire", at)
        ages.append(clock.age(the_contact(play)[1], clock.now(play.anna.view.properties.get)))
    assert ages == [1, 2, 7]
    assert clock.words(the_contact(play)[1].time) == ("1", "dawn")


def test_turns_of_a_level_are_counted_through_those_round_it():
    within = ContactClock(ContactRules(level="Part"), {"Turn": TURNS})
    outside = ContactClock(ContactRules(), {"Turn": TURNS})
    contact = Contact(0, "claim", "ships", 0, 0, 0, time=(2, 1))
    assert (within.age(contact, (4, 0)), outside.age(contact, (4, 0))) == (3, 2)
    assert outside.age(contact, (1, 0)) == 0, "a tracker that was turned back"
    assert outside.age(contact, ()) == 0, "a tracker of other levels"
    assert ContactClock(ContactRules(), {}).age(contact, ()) == 0, "a game without trackers"


def test_a_time_that_is_some_turns_off_is_the_first_of_its_turn():
    within = ContactClock(ContactRules(level="Part"), {"Turn": TURNS})
    outside = ContactClock(ContactRules(), {"Turn": TURNS})
    assert [outside.due((2, 1), turns) for turns in (-9, -1, 0, 1, 2)] == [(0, 0), (1, 0), (2, 1), (3, 0), (4, 0)]
    assert [within.due((2, 1), turns) for turns in (-1, 1, 2)] == [(2, 0), (3, 0), (3, 1)]


def test_the_holder_merges_drops_and_notes_its_contacts():
    play = played()
    play.by("umpire", sighting(play, says={"total": 12, "classes": "Capital"}))
    play.by("umpire", turn(1))
    play.by("umpire", sighting(play, says={"total": 9}, source="AF 3"))
    old, new = play.anna.view.contacts
    assert isinstance(play.submits(NoteContact(old, "carriers?")), Confirmed)
    assert isinstance(play.submits(MergeContacts((old, new))), Confirmed)
    id, contact = the_contact(play)
    assert (id, contact.source, contact.time) == (new, "AF 3", (1, 0))
    assert contact.says == {"total": 9, "classes": "Capital"}
    assert contact.note == "carriers?"
    assert play.session.game.contacts[play.session.names(play.anna.audience).id(play.anna._view.name(new) or 0) or 0].of
    assert isinstance(play.submits(DropContacts((new,))), Confirmed)
    assert not play.anna.view.contacts
    for _ in range(2):
        assert isinstance(play.undoes(), Confirmed), "what it has made of its contacts nobody else has heard of"
    assert len(play.anna.view.contacts) == 2


def test_a_side_marks_what_it_takes_to_be_there_for_itself():
    play = played()
    command = ReportContact("planes", At("main", "B2"), ("a",), source="the umpire", of=(play["unit"],))
    play.does(command)
    _, contact = the_contact(play)
    assert (contact.form, contact.kind, contact.of) == ("mark", "planes", ())
    assert isinstance(play.undoes(), Confirmed)


REFUSED: dict[str, tuple[Callable[[Played], object], str]] = {
    "a player tells another side": (lambda p: ReportContact("ships", At("main", "C2"), ("b",)), "not-yours"),
    "of nobody": (lambda p: ReportContact("ships", At("main", "C2"), ()), "no-such-name"),
    "of no such side": (lambda p: ReportContact("ships", At("main", "C2"), ("d",)), "no-such-name"),
    "a kind that the game has not": (lambda p: ReportContact("tanks", At("main", "C2"), ("a",)), "no-such-kind"),
    "a claim that the kind has not": (
        lambda p: ReportContact("ships", At("main", "C2"), ("a",), {"names": "Akagi"}),
        "no-such-name",
    ),
    "a place that is not": (lambda p: ReportContact("ships", At("main", "Z99"), ("a",)), "no-such-place"),
    "merging one": (lambda p: MergeContacts((the_contact(p)[0],)), "not-possible"),
    "too long a note": (lambda p: NoteContact(the_contact(p)[0], "x" * 10_001), "too-long"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_it_is_refused(what: str):
    play = played()
    play.by("umpire", sighting(play))
    makes, code = REFUSED[what]
    answer = play.submits(makes(play))  # type: ignore[arg-type]
    assert isinstance(answer, Refused), answer
    assert answer.code == code


def test_a_contact_that_another_was_told_of_is_a_barrier():
    """Anna's undo needs consent; the umpire's undo only needs a confirmation."""
    play = played()
    play.by("umpire", sighting(play))
    last = play.session.journal.last
    assert isinstance(play.session.undoing.take_back("bert", [last], frozenset(["bert"])), Refused), (
        "bert has not noticed it"
    )
    assert isinstance(play.session.undoing.take_back("anna", [last], frozenset(["anna"])), NeedsConsent)
    play = played()
    play.by("umpire", sighting(play))
    assert isinstance(play.session.undoing.take_back("umpire", [last], frozenset(["umpire"])), Asks)
    play.session.undoing.take_back("umpire", [last], frozenset(["umpire"]), (("take-back-anyway", True),))
    assert not play.anna.view.contacts
