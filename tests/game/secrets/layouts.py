"""Small random tables, laid out from a seed, with many pieces that one seat does not see or only sees from the back."""

from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Final, NamedTuple

from tabletop.board import Axis, Board, Map, Numbering, SquareGrid
from tabletop.board.places import Box
from tabletop.board.zones import BoardZone, ZonedGrid
from tabletop.game.beliefs.contact_rules import ContactRules
from tabletop.game.change.patch import Post
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.side_cells import cell_of
from tabletop.game.state.components import Components
from tabletop.game.state.deck import DeckRules, counted
from tabletop.game.state.frames import Frame, GivenAnswer, OpenQuestion
from tabletop.game.state.game import Note
from tabletop.game.state.game_options import OptionRules
from tabletop.game.state.holder import TABLE
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import MapHabits, MoveWords
from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker, TrackerKey
from tabletop.game.state.values import BACK, BACKS, COUNT, FACE, FACES, SHUT, UNSEEN, Value
from tabletop.game.traits.action_traits import GlobalCommand, Sound
from tabletop.game.traits.property_traits import SharedProperty
from tabletop.game.traits.table_traits import CentreMap, DeckCommand, MoveTracker, Throw, TraitDice
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target
from tabletop.game.umpire.dispatch import Addressee, Dispatch, DispatchState
from tabletop.game.umpire.dispatch_rules import DispatchForm
from tests.game.secrets.raid_rules import procedures
from tests.game.secrets.trait_groups import FOES, GROUPS, KINDS, MARKER, OWN, traits_of
from tests.game.secrets.worlds import LAIR, World

POINTS: Final = (50, 150, 250, 350)
DEEP: Final = (850, 930, 950)
"""The x coordinates to which unseen pieces go away: one at sea, two in the harbour."""

_SQUARES: Final = SquareGrid(dx=100, dy=100, x0=50, y0=50, columns=10, rows=1, numbering=Numbering(Axis("letters")))
_NORTH: Final = BoardZone("North", ((0, 0), (200, 0), (200, 100), (0, 100)), parent_grid=True, form="{place}")
_MAIN: Final = Map(
    "main",
    (Board("sheet", 1000, 100, ZonedGrid((_NORTH,), _SQUARES)),),
    boxes=(Box("harbour", 900, 0, 100, 100),),
)

_TURN: Final = Tracker(
    "turn",
    (NumberLevel("Turn", property="Turn"), NameLevel("Phase", ("move", "fight"))),
    then=(TrackerKey("muster", "count(map) > 3"),),
    report="{OldTurn} to {NewTurn}",
)
_FORMS: Final = (
    DispatchForm("message", "Message", {"text": "Text"}, takes="1"),
    DispatchForm("word", "Word", {"text": "Text"}),
)
_FATES: Final[tuple[DispatchState, ...]] = ("under-way", "arrived", "lost")
"""The states of a dispatch that its author cannot tell apart."""

_DECKS: Final = {
    "deck": DeckRules("deck", size="InDeck", counts={"Many": "N > 2"}, when_empty="muster", masked=True),
    "pile": DeckRules("pile", shuffled="always", size="InPile", into="deck", takes="N < 9"),
    "safe": DeckRules("safe", size="InSafe", searched=True),
}
_OPTIONS: Final = {
    "fog": OptionRules(),
    "ruling": OptionRules(choices=("strict", "loose"), sets="Ruling", presses="storm", report="{NewValue}, {InSafe}"),
}
_TABLE: Final = Kind(
    "table",
    "Table",
    "",
    (
        SharedProperty("Storm", changes=(Change(key="storm", set="count(all, N > 1)"),), report="Storm {NewValue}"),
        GlobalCommand("up", TraitCall("muster"), Target(where='Side == "b"'), report="Muster {InDeck} {Many}"),
        Throw(TraitCall("throw"), (TraitDice("2"),), "dice", text="{Result} {InPile}"),
        MoveTracker("turn", TraitCall("next")),
        CentreMap("main", TraitCall("centre")),
        DeckCommand("deck", "shuffle", TraitCall("shuffle")),
        Sound("horn.wav", TraitCall("horn")),
    ),
)
TABLE_KEYS: Final = ("storm", "muster", "throw", "next", "centre", "shuffle", "horn")


def _habits(same: Random) -> dict[str, MapHabits]:
    words = MoveWords("{Pieces} to {Location}", "{Pieces} on {Map}", "{Pieces} new") if same.random() < 0.3 else None
    main = MapHabits(
        layers=("DD", "CV") if same.random() < 0.5 else (),
        layered_by="Class",
        rises=same.random() < 0.7,
        sends_lowest=same.random() < 0.3,
        moved_key="up" if same.random() < 0.3 else "",
        words=words,
        ping_reports=("", "Here {count(map)}"),
        thread_reports=("{From} to {To}: {Range}",),
        stack_keys={"lift": "up", "sink": "bottom"},
    )
    return {"main": main, "lair": MapHabits(owners=("b",))}


class Laid(NamedTuple):
    """A layout made from a seed: all sides and cells, those of the asking seat by number, and the function that lays it
    out.
    """

    sides: tuple[str, ...]
    plays: tuple[int, ...]
    lays: Callable[[World], None]


def laid(seed: int) -> Laid:
    """Return the layout made from a seed.

    The seed alone decides what the asking seat sees; the rest also depends on the world.
    """
    if seed % 8 == 2:
        return cells_laid(seed)
    sides = ("a", "b", "c", "d")[: Random(seed).choice((2, 2, 3, 4))]
    plays = (0, 2) if len(sides) > 2 and seed % 2 else (0,)
    return Laid(sides, plays, lambda world: _Layout(world, seed, plays).lay())


def cells_laid(seed: int) -> Laid:
    """Return the layout made from a seed in which the asking seat plays a cell, and does not see many pieces of its own
    side. Another seat plays the other cell, or the other side.
    """
    names = ("a/north", "a/south", "b", "a") if Random(seed).random() < 0.5 else ("a/north", "b", "a", "a/south")
    return Laid(names, (0,), lambda world: _Layout(world, seed, (0,)).lay())


def group_of(seed: int) -> str:
    """Return the group of traits that most pieces of a seed have."""
    return tuple(GROUPS)[seed % len(GROUPS)]


def seed_with(trait: str, level: str, least: int) -> int:
    """Return the first seed, from `least` on, of a layout whose pieces can have a trait and be seen at a level."""

    def fits(seed: int) -> bool:
        own, *foes = kinds_of(group_of(seed))
        return any(trait in traits_of(kind.key) for kind in ((own,) if level == "own" else foes))

    return next(filter(fits, count(least)))


def kinds_of(group: str) -> tuple[Kind, ...]:
    """Return the kinds of pieces with a group of traits: first the asking side's own, then those of its foe."""
    return (OWN[group], *FOES[group])


class _Layout:
    """A table being laid out. The random source `same` depends on the seed alone, `hidden` also on the world."""

    def __init__(self, world: World, seed: int, plays: Sequence[int]) -> None:
        self.world = world
        self.plays = plays
        self.same, self.hidden = Random(seed), Random(f"{seed} {world.is_other}")
        self.groups = (group_of(seed), self.same.choice(tuple(GROUPS)))
        self.unseen, self.back = self._sight(UNSEEN), self._sight(BACK)

    def _sight(self, level: int) -> tuple[int, ...]:
        return tuple(level if side in self.plays else FACE for side in range(len(self.world.sides)))

    def _looks(self, level: int) -> tuple[int, ...]:
        return tuple(level if side in self.plays else FACES for side in range(len(self.world.sides)))

    def _spotted(self) -> tuple[int, ...]:
        """Return random levels at which the other sides see a piece of the asking seat."""
        levels = (UNSEEN, BACK, FACE)
        return tuple(FACE if side in self.plays else self.same.choice(levels) for side in range(len(self.world.sides)))

    def _group(self) -> str:
        return self.groups[0] if self.same.random() < 0.75 else self.groups[1]

    def lay(self) -> None:
        """Add all parts of the table to the world."""
        world, same = self.world, self.same
        world.components = Components(
            {"main": _MAIN, "lair": LAIR},
            {kind.key: kind for kind in KINDS},
            {"turn": _TURN},
            frozenset({"main"} if same.random() < 0.2 else ()),
            _habits(same),
            _TABLE,
            _DECKS,
            counted(_DECKS.values()),
            _OPTIONS,
            ("a", "b"),
            "{Seat} of {SeatSide}",
            procedures,
            frozenset({"lift", "sink"}),
            forgiven=same.random() < 0.5,
            contacts=ContactRules(ghosts=same.random() < 0.5, dispatches=_FORMS),
        )
        world.holder("the table", "box", 0, 0, name=TABLE, map=-1)
        world.piece("table", _TABLE, "the table")
        self._lay_decks()
        for number, x in enumerate(POINTS):
            self._unseen_stack(f"before {number}", x)
            self._stack(number, x)
            self._unseen_stack(f"after {number}", x)
        for x in (930, 950):
            self._unseen_stack(f"harbour {x}", x)
        self._lay_properties()
        self._lay_frames()
        self._lay_dispatches()

    def _lay_decks(self) -> None:
        world, same, hidden = self.world, self.same, self.hidden
        world.holder("deck", "deck", 450, looks=self._looks(COUNT), name="deck")
        world.holder("pile", "deck", 550, looks=self._looks(same.choice((BACKS, BACKS, FACES))), name="pile")
        world.holder("safe", "deck", 650, looks=self._looks(SHUT), name="safe")
        for number in range(3):
            self._foe(f"deck {number}", "deck", self.back)
        for number in range(3):
            group, is_back = self._group(), same.random() < 0.5
            if is_back:
                self._foe(f"pile {number}", "pile", self.back, group)
            else:
                self._put(f"pile {number}", same.choice((OWN[group], FOES[group][0])), "pile")
        for number in range(hidden.randrange(4)):
            self._foe(f"safe {number}", "safe", self.back)

    def _foe(self, label: str, holder: str, sight: tuple[int, ...], group: str = "") -> None:
        """Lay out an enemy piece of which the asking seat sees at most the back. Its kind depends on the world. If the
        seat plays a cell, an unseen piece may also be of its own side.
        """
        group = group or self.groups[0]
        kinds = (*FOES[group], FOES[group][2])
        if sight == self.unseen and cell_of(self.world.sides[0]):
            kinds = (*kinds, OWN[group], OWN[group])
        self._put(label, self.hidden.choice(kinds), holder, sight, N=self.hidden.randrange(9))

    def _put(self, label: str, kind: Kind, holder: str, sight: tuple[int, ...] | None = None, **slots: Value) -> None:
        """Add a piece on top of a holder, with a hold if its kind has holds."""
        self.world.piece(label, kind, holder, sight, **slots)
        if compile_kind(kind).holds:
            self.world.holder(f"hold {label}", "hold", 0, 0, carrier=label)

    def _stack(self, number: int, x: int) -> None:
        world, same, stack = self.world, self.same, f"stack {number}"
        world.holder(stack, x=x)
        for each in range(same.randrange(1, 4)):
            self._unseen_pieces(f"in {number} {each}", stack)
            group, label = self._group(), f"piece {number}.{each}"
            what = same.choice(("own", "own", "own", "back", "back", "face", "face", "face", "marker"))
            sight = self._spotted() if what == "own" else None
            if what == "back":
                self._foe(label, stack, self.back, group)
                continue
            kind = {"own": OWN[group], "face": same.choice(FOES[group]), "marker": MARKER}[what]
            self._put(label, kind, stack, sight, N=same.randrange(4))
            if kind in FOES["screens"]:
                world.holder(f"behind {label}", "hold", 0, 0, carrier=label, looks=self._looks(SHUT))
                self._unseen_pieces(f"screened {label}", f"behind {label}")
            if kind is OWN["ships"] or kind in FOES["ships"]:
                self._unseen_pieces(f"stowed {label}", f"hold {label}")
        self._unseen_pieces(f"on {number}", stack)

    def _unseen_pieces(self, label: str, holder: str) -> None:
        for number in range(self.hidden.choice((0, 0, 1, 2))):
            self._foe(f"{label} unseen {number}", holder, self.unseen)

    def _unseen_stack(self, label: str, x: int) -> None:
        if self.hidden.random() < 0.4:
            self.world.holder(f"unseen {label}", x=x + self.hidden.choice((0, 0, 7)))
            self._foe(f"unseen {label} first", f"unseen {label}", self.unseen)

    def _lay_properties(self) -> None:
        world, same, hidden = self.world, self.same, self.hidden
        for name in (f"side:{world.sides[1]}:plan", "map:lair:plan", "zone:lair:North:plan", "place:lair:A1:plan"):
            world.property(name, hidden.randrange(99))
        world.property("Storm", same.randrange(9))
        world.property("zone:main:North:here", 1)
        world.note("own note", Note("private", 0, "mine", "own text"))
        world.note("sealed", Note("sealed", 1, "sealed", f"text {hidden.randrange(99)}"))
        if hidden.random() < 0.5:
            world.note("theirs", Note("private", 1, "theirs", "text"))

    def _lay_dispatches(self) -> None:
        """Add dispatches: one that the asking seat wrote, whose state differs between the worlds, one that it has read,
        and up to three from the other side to the umpire.
        """
        world, hidden = self.world, self.hidden
        to, state = Addressee("side", "b"), hidden.choice(_FATES)
        told = hidden.choice((None, {"text": "garbled"}))
        mine = Dispatch("anna", (0,), to, "message", {"text": "own"}, state=state, due=(9, 0), told=told, readers=(1,))
        world.changes.append(Post(world.named("own dispatch"), mine))
        own, word = Addressee("side", "a"), hidden.choice(("", "late"))
        came = Dispatch("bert", (1,), own, "message", {"text": "came"}, state="arrived", readers=(0,), word=word)
        world.changes.append(Post(world.named("read dispatch"), came))
        for number in range(hidden.randrange(4)):
            state, text = hidden.choice(_FATES), "x" * hidden.randrange(9)
            due = (hidden.randrange(3), 0)
            theirs = Dispatch("bert", (1,), Addressee("umpire"), "word", {"text": text}, state=state, due=due)
            world.changes.append(Post(world.named(f"their dispatch {number}"), theirs))

    def _lay_frames(self) -> None:
        """Begin a raid of the asking seat's side and one of the other side; each waits for its own side."""
        world, hidden = self.world, self.hidden
        mine, its = (f"piece:{world[label]}" for label in self.same.sample(self._pieces(), 2))
        plan = GivenAnswer("defence", "b", hidden.choice(("high", "low")), "Where?", secret=True, private=True)
        waiting = OpenQuestion("attack", "a", "pick", "How?", secret=True)
        world.frame(
            "raid", Frame("raid", "1", "plan", {"unit": mine, "side": "a"}, "a", answers=(plan,), waiting=(waiting,))
        )
        lair = hidden.choice([id for label, id in world.ids.items() if "unseen" in label and "first" in label] or [0])
        state = {
            "unit": its,
            "side": "b",
            "plan": {"secret_of": "b", "is": hidden.choice(("high", "low"))},
            "lair": {"secret_of": "b", "is": f"piece:{lair}"},
        }
        world.frame(
            "theirs", Frame("raid", "1", "strike", state, "b", waiting=(OpenQuestion("throw", "b", "pause", "Strike"),))
        )

    def _pieces(self) -> list[str]:
        return [label for label in self.world.ids if label.startswith("piece ")]
