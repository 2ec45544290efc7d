"""A seat's command takes the same work whether there are two thousand unseen pieces or none.

Otherwise the time of an answer would reveal them. Work is counted in executed lines of the program (`work`), including
the lines that run for the other seats.
"""

from collections.abc import Callable, Iterator
from typing import get_args

import pytest
from msgspec.structs import replace

from tabletop.game.commands import (
    Act,
    AnyCommand,
    At,
    Batch,
    ClonePieces,
    DeckCard,
    DrawPieces,
    FinishSetup,
    Into,
    LetStand,
    LoadDeck,
    LookInto,
    Measure,
    MovePieces,
    OpenNote,
    Ping,
    PlaceNew,
    Pour,
    RemovePieces,
    ReportContact,
    Reshuffle,
    Restack,
    RollDice,
    Say,
    SetOption,
    SetProperty,
    SetTrait,
    Show,
    Shuffle,
    Spot,
    TellSaved,
    TurnDeck,
    WriteDispatch,
    WriteNote,
)
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.sight.eyes import eyes
from tabletop.game.sight.seen_things import SeenThings
from tabletop.game.state.game import Note
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import MapHabits
from tabletop.game.state.values import BACK, BACKS, FACE, FACES, SHUT, UNSEEN
from tabletop.game.traits.group_traits import Screen
from tabletop.game.traits.property_traits import OwnProperty
from tabletop.game.umpire.dispatch import Addressee
from tests.game.secrets.work.work import Work
from tests.game.secrets.work.work_kinds import FOES, KINDS, OWN, PLANE, POINTS, SHIP
from tests.game.secrets.worlds import Played, World
from tests.game.traits.test_docs import EXAMPLES, traits_of

FLEET = Kind("fleet", "Fleet", "b", (Screen("fleet"),), 60, 60)
HERE = Spot("main", 250, 50)
UNSEEN_MANY = 2_000
SHARE, LINES = 0.03, 50
"""The tolerated difference: a share of the work or a number of lines, whichever is more. A stack in which something
unseen lies takes a few lines more, and among many pieces the ids of seen ones lie further apart, on more pages.
"""


def lay(world: World, unseen: int) -> None:
    """Lay out stacks of the asking side, and a number of unseen pieces: in stacks, in a hand, behind a screen, and on
    another map.
    """
    habits = MapHabits(layers=("DD", "CV"), layered_by="Class")
    world.components = replace(world.components, habits={"main": habits, "lair": MapHabits(owners=("b",))})
    world.holder("hand", "hand", looks=(SHUT, FACES), name="hand", owner=1)
    world.holder("deck", "deck", 450, looks=(BACKS, FACES), name="deck")
    world.holder("pile", "deck", 550, name="pile")
    for number in range(4):
        world.piece(f"deck {number}", OWN, "deck")
        world.piece(f"pile {number}", OWN, "pile")
    for number, x in enumerate(POINTS):
        world.holder(f"stack {number}", x=x)
        for label, kind in (("own", OWN), ("ship", SHIP), ("plane", PLANE)):
            world.piece(f"{label} {number}", kind, f"stack {number}")
        world.holder(f"hold {number}", "hold", 0, 0, carrier=f"ship {number}")
        world.piece(f"foe {number}", FOES[0], f"stack {number}", (BACK, FACE))
    world.holder("sea", x=650)
    world.piece("fleet", FLEET, "sea")
    world.holder("behind", "hold", 0, 0, (SHUT, FACES), owner=1, carrier="fleet")
    for number in range(unseen):
        _lay_unseen(world, number)
    world.property("Storm", 1)
    world.note("sealed", Note("sealed", 0, "sealed", "text"))


def _lay_unseen(world: World, number: int) -> None:
    at, kind, sight = number % 10, FOES[number % 3], (FACE, FACE)
    holder = {6: "hand", 7: "hand", 8: "behind"}.get(at, f"unseen stack {number}")
    if at < 6:
        sight = (UNSEEN, FACE)
        world.holder(holder, x=50 + number % 9 * 100, y=50 + number // 9 % 9 * 100)
    elif at == 9:
        world.holder(holder, map=1, looks=(SHUT, FACES))
    world.piece(f"unseen {number}", kind, holder, sight)


def played(unseen: int, *more: Kind) -> Played:
    world = World(kinds=KINDS)
    lay(world, unseen)
    for number, kind in enumerate(more):
        world.piece(f"more {number}", kind, "stack 0")
    return Played(world)


def commands(play: Played) -> Iterator[AnyCommand]:
    """Yield every command, given for pieces of the asking seat. Some moves are followed by the move back."""
    own = [(play[f"own {number}"],) for number in range(4)]
    plane, ship = (play["plane 2"],), (play["ship 2"],)
    yield MovePieces(own[0], Spot("main", 150, 50))
    yield MovePieces(own[0], Spot("main", 50, 50))
    yield MovePieces(own[1], Spot("main", 750, 750))
    yield MovePieces(own[1], At("main", "E5"))
    yield MovePieces(own[1], Into(play["stack 0"], play["own 0"]))
    yield MovePieces((*own[2], *plane), Spot("main", 850, 50), play["own 2"])
    yield from (Restack(own[3], how) for how in ("up", "down", "top", "bottom"))  # type: ignore[arg-type]
    for key in ("up", "clone", "mark", "hit all", "hit here", "count", "mask", "hide", "attach", "trail", "twice"):
        yield Act(own[2], key)
    yield from (Act(own[number], key) for number, key in ((1, "tell"), (0, "tell of before"), (1, "sail")))
    yield from (Act(own[2], key) for key in ("unmoved", "storm"))
    yield from (Act(plane, key) for key in ("board", "leave"))
    yield from (Act((play[f"plane {number}"],), key) for number, key in ((0, "become"), (1, "retire"), (3, "delete")))
    yield ClonePieces(own[3])
    yield Pour(play["own 3"], 2, to=Spot("main", 250, 50))
    yield Pour(play["own 3"], 1, play["own 2"])
    yield PlaceNew("own", Spot("main", 250, 50), 2)
    yield Show(own[2], "back", ("b",))
    yield SetTrait(own[2], "N", 3)
    yield RemovePieces(ship)
    yield Shuffle(play["pile"])
    yield DrawPieces(play["pile"], Spot("main", 50, 50))
    yield TurnDeck(play["pile"], "reverse")
    yield TellSaved(play["pile"])
    yield LoadDeck(play["pile"], (DeckCard("own"), DeckCard("plane")))
    yield Reshuffle(play["pile"], "deck")
    yield LookInto(play["deck"], "backs", ("b",))
    yield SetProperty("Storm", 3)
    yield SetOption("fog", 1)
    yield RollDice("2d6", secret=True)
    yield Say("so")
    yield Ping(Spot("main", 50, 50))
    yield Measure("main", 0, (50, 50), (150, 50), "gone")
    yield WriteNote("public", "title", "text")
    yield OpenNote(play["sealed"])
    yield ReportContact("ship", At("main", "B2"), ("a",))
    yield LetStand("It stands.", own[0])
    yield WriteDispatch(Addressee("side", "b"), {"text": "so"})
    yield FinishSetup("a")
    yield Batch((MovePieces(own[0], Spot("main", 150, 50)), SetTrait(own[0], "N", 4)))


OF_TABLES = frozenset(
    ("track", "set-tracker", "press-clock", "take-seat", "give-seat", "change-access", "recall-order")
)
"""The names of commands that concern no pieces."""

OF_UMPIRES = frozenset(
    ("send-report", "report", "hold-orders", "allow-order", "delay-order", "refuse-order", "act-for")
)
"""The names of commands of the umpire, who sees everything."""

OF_PROCEDURES = frozenset(("begin", "answer", "withdraw", "go-on", "leave", "resume"))
OF_CONTACTS = frozenset(("merge-contacts", "drop-contacts", "note-contact"))
OF_DISPATCHES = frozenset(
    ("send-dispatch", "deliver-dispatch", "lose-dispatch", "change-dispatch", "read-dispatch", "recall-dispatch")
)
UNTRIED = OF_TABLES | OF_UMPIRES | OF_PROCEDURES | OF_CONTACTS | OF_DISPATCHES


def worked(does: Callable[[], object]) -> int:
    work = Work()
    with work.counting():
        does()
    return work.total


def compared(one: Callable[[], object], many: Callable[[], object]) -> str:
    """Return the work of two actions in words, without and with unseen pieces; "" if it is about the same."""
    little, much = worked(one), worked(many)
    return "" if abs(much - little) <= max(SHARE * little, LINES) else f"{little} lines, {much} with what is unseen"


def test_a_command_is_as_much_work_whatever_is_unseen() -> None:
    for command in commands(warm := played(3)):
        warm.does(command)
    bare, full = played(0), played(UNSEEN_MANY)
    found: dict[str, str] = {}
    tried: set[str] = set()
    for command, same in zip(commands(bare), commands(full), strict=True):
        tried.add(command.__struct_config__.tag)  # type: ignore[arg-type]
        found[str(command)] = compared(lambda: bare.does(command), lambda: full.does(same))  # noqa: B023 - done at once
        if isinstance(command, MovePieces | RemovePieces):
            found[f"undo {command}"] = compared(bare.anna.undo, full.anna.undo)
            found[f"redo {command}"] = compared(bare.anna.redo, full.anna.redo)
    assert {command: work for command, work in found.items() if work} == {}
    assert {tag.__struct_config__.tag for tag in get_args(AnyCommand)} - tried == UNTRIED
    for play in (bare, full):
        names = play.session.names(play.anna.audience)
        kept, anew = names.things_in(play.session.game), SeenThings(eyes(play.session.game, play.anna.audience), (0,))
        assert kept is not None
        assert [getattr(kept, name) for name in SeenThings.__slots__] == [
            getattr(anew, name) for name in anew.__slots__
        ]


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_a_key_is_as_much_work_whatever_is_unseen(example: str) -> None:
    kinds = [Kind(f"k{number}", "K", "a", (trait,), 60, 60) for number, trait in enumerate(traits_of(example))]
    keys = [(number, key) for number, kind in enumerate(kinds) for key in compile_kind(kind).hears]
    found: dict[str, str] = {}
    for number, key in keys:
        played(1, kinds[number]).session.submit("anna", Act((played(1, kinds[number])["more 0"],), key))
        one, many = played(0, kinds[number]), played(300, kinds[number])
        found[key] = compared(
            lambda: one.session.submit("anna", Act((one["more 0"],), key)),  # noqa: B023 - done at once
            lambda: many.session.submit("anna", Act((many["more 0"],), key)),  # noqa: B023
        )
    assert {key: work for key, work in found.items() if work} == {}


def test_a_command_is_as_much_work_after_unseen_kinds_have_become_known() -> None:
    kinds = [Kind(f"new {number}", "New", "b", (OwnProperty("Plan", 0, private=True),)) for number in range(200)]
    plays = []
    for known in (1, 0, len(kinds)):
        world = World(kinds=(*KINDS, *kinds))
        lay(world, 10)
        play = Played(world)
        plays.append(play)
        for kind in kinds[:known]:
            play.by("umpire", PlaceNew(kind.key, Into(play["hand"])))
    warm, bare, full = plays
    assert len(full.session.game.kinds) == len(bare.session.game.kinds) + len(kinds)
    for command in (SetTrait((bare["own 0"],), "N", 3), PlaceNew("marker", HERE), Act((bare["own 1"],), "mark")):
        warm.does(command)
        assert compared(lambda: bare.does(command), lambda: full.does(command)) == "", str(command)  # noqa: B023


def test_a_step_that_a_seat_sees_nothing_of_brings_it_nothing() -> None:
    play = played(200)
    for command in (
        MovePieces((play["unseen 0"],), Spot("main", 50, 50)),
        SetTrait((play["unseen 1"],), "N", 5),
        RemovePieces((play["unseen 6"], play["unseen 8"])),
        SetProperty("side:b:plan", "north"),
    ):
        play.by("bert", command)
    assert play.heard == []
