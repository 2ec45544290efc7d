"""The differences between the truth and the beliefs of sides: strength, place, not known, does not exist."""

from itertools import islice

from msgspec.structs import replace

from tabletop.game.beliefs import belief_differences
from tabletop.game.beliefs.belief_differences import BeliefDifference, WrongClaim, differences
from tabletop.game.beliefs.contact_rules import ContactKind, ContactRules
from tabletop.game.beliefs.report_rules import ReportField, ReportRules
from tabletop.game.commands import (
    AnyCommand,
    At,
    DropContacts,
    Into,
    MovePieces,
    RemovePieces,
    ReportContact,
    SendReport,
    Show,
)
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import MapHabits
from tabletop.game.state.tracker import NumberLevel, Tracker
from tabletop.game.state.values import BACK, FACE, FACES, SHUT, UNSEEN
from tabletop.game.traits.group_traits import Cargo, Screen
from tabletop.game.traits.property_traits import MarkTrait
from tests.game.secrets.worlds import Played, World, both

FLEET = Kind("fleet", "Fleet", "b", (MarkTrait({"Ships": 7}), Cargo()), 60, 60)
SCREEN = Kind("screen", "Screen", "b", (Screen("screen"),), 80, 80)
SHIPS = ContactKind("ships", "Ships", says={"total": "Ships in all"})
SIGHTING = ReportRules(
    "sighting", "Sighting", "ships", (ReportField("total", "Ships", "1", "99"),), 9, 2, invented=True
)
RULES = ContactRules((SHIPS,), reports=(SIGHTING,), ghosts=True)


def table(world: World) -> None:
    """Lay out pieces of side b: a hidden fleet at A1, one in sight at C1, one seen from the back at E1, a card in its
    hand, a screen with a fleet behind it at A3, a decoy at C3, and a fleet on a map of its own.
    """
    world.components = replace(
        world.components,
        trackers={"Turn": Tracker("Turn", (NumberLevel("Turn"),))},
        contacts=RULES,
        habits={"lair": MapHabits(owners=("b",))},
    )
    for label, x, sight in (("hidden", 50, (UNSEEN,)), ("seen", 250, ()), ("back", 450, (BACK,))):
        world.holder(f"at {label}", x=x)
        world.piece(label, FLEET, f"at {label}", world.sight(*sight))
    world.holder("hand", "hand", owner=1, looks=world.looks(SHUT))
    world.piece("card", FLEET, "hand", world.sight(UNSEEN))
    world.holder("in the lair", map=1)
    world.piece("at home", FLEET, "in the lair", world.sight(UNSEEN))
    for label, x in (("screen", 50), ("decoy", 250)):
        world.holder(f"at {label}", x=x, y=250)
        world.piece(label, SCREEN, f"at {label}")
        world.holder(f"behind {label}", "hold", 0, 0, (SHUT, FACES), owner=1, carrier=label)
    world.piece("behind", FLEET, "behind screen")


def played(*commands: AnyCommand) -> Played:
    play = next(both(table))
    for command in commands:
        play.by("umpire", command)
    return play


def found(play: Played, *sides: int) -> list[BeliefDifference]:
    return list(differences(play.session.game, sides or (0,), play.world.components))


def told(play: Played, *sides: int) -> list[tuple[str, str, tuple[str, ...], str, str]]:
    """Return each difference: its letter, its kind, its pieces, the true place, and the believed one."""
    labels = {id: label for label, id in play.world.ids.items()}
    return [
        (
            one.letter,
            one.kind,
            tuple(labels[piece] for piece in one.pieces),
            one.truth.place if one.truth else "",
            one.believed.place if one.believed else "",
        )
        for one in found(play, *sides)
    ]


UNKNOWN = ("unknown", ("hidden",), "A1", "")


def test_a_hidden_piece_is_not_known():
    """Seen pieces, backs, hands, screens with and without pieces, and a map closed to the side are no differences."""
    play = played()
    assert told(play) == [("A", *UNKNOWN)]
    assert told(play, 1) == [], "a side knows all about its own pieces"
    assert told(play, 0, 1) == told(play)


def test_a_true_report_ends_a_difference_and_a_wrong_figure_is_one_of_strength():
    play = played()
    hidden = play["hidden"]
    play.by("umpire", SendReport("sighting", ("a",), (hidden,), says={"total": 7}))
    assert told(play) == []
    (contact,) = play.session.game.contacts
    play.by("anna", DropContacts((contact,)))
    play.session.submit("umpire", SendReport("sighting", ("a",), (hidden,), says={"total": 12}))
    (wrong,) = found(play)
    assert (wrong.letter, wrong.kind, wrong.claims) == ("A", "strength", (WrongClaim("total", 12, 7),))
    play.by("umpire", Show((hidden,), "face", ("a",)))
    assert told(play) == [], "the side sees the figure itself"


def test_a_contact_is_in_another_place_than_its_pieces():
    play = played()
    play.by("umpire", SendReport("sighting", ("a",), (play["hidden"],), says={"total": 12}))
    play.by("umpire", MovePieces((play["hidden"],), At("main", "H8")))
    moved = found(play)[0]
    assert told(play)[0] == ("A", "place", ("hidden",), "H8", "A1")
    assert moved.claims == (WrongClaim("total", 12, 7),), "its figure is wrong as well"


def test_a_ghost_is_a_difference_once_its_piece_has_left():
    play = played()
    play.by("bert", Show((play["seen"],), "unseen", ("a",)))
    assert told(play) == [("A", *UNKNOWN)], "the piece is where the ghost is"
    play.by("umpire", MovePieces((play["seen"],), At("main", "H8")))
    assert told(play)[0] == ("A", "place", ("seen",), "H8", "C1")
    play.by("umpire", RemovePieces((play["seen"],)))
    assert ("invented", (), "", "C1") in [one[1:] for one in told(play)]


def test_an_invented_contact_does_not_exist_unless_something_unseen_is_there():
    play = played(SendReport("sighting", ("a",), (), At("main", "J9"), {"total": 3}))
    assert [one[1:] for one in told(play)] == [UNKNOWN, ("invented", (), "", "J9")]
    play = played(ReportContact("ships", At("main", "A1"), ("a",), {"total": 7}))
    assert [one[1:] for one in told(play)] == [], "it is right by chance"


def test_a_late_report_is_not_believed_before_it_arrives():
    play = played()
    play.by("umpire", SendReport("sighting", ("a",), (play["hidden"],), says={"total": 7}, late=1))
    assert told(play) == [("A", *UNKNOWN)]


def test_what_leaves_a_screen_unseen_is_not_known():
    play = played()
    play.by("umpire", Show((play["behind"],), "unseen", ("a",)))
    play.by("umpire", MovePieces((play["behind"],), Into(play["at hidden"])))
    assert told(play) == [("A", "unknown", ("hidden", "behind"), "A1", "")]


def test_letters_go_on_after_z():
    play = played(
        *(SendReport("sighting", ("a",), (), At("main", f"{c}{r}"), {"total": r}) for c in "FGH" for r in range(1, 10))
    )
    assert [one.letter for one in found(play)][24:] == ["Y", "Z", "AA", "AB"]


def test_letters_never_end():
    letters = list(islice(belief_differences._letters(), 27 * 26 + 2))
    assert letters[701:] == ["ZZ", "AAA", "AAB"]
    assert len(set(letters)) == len(letters)


def test_what_several_sides_do_not_know_has_one_letter():
    world = World(("a", "b", "c"))
    world.components = replace(world.components, contacts=RULES)
    for label, x in (("one", 50), ("two", 250)):
        world.holder(f"at {label}", x=x)
        world.piece(label, FLEET, f"at {label}", (UNSEEN, FACE, UNSEEN if label == "one" else FACE))
    found = differences(world.game(), range(3), world.components)
    assert [(one.letter, one.side, one.truth.place) for one in found] == [
        ("A", 0, "A1"),
        ("A", 2, "A1"),
        ("B", 0, "C1"),
    ]
