"""The things of a VASSAL game: pieces, stacks and decks with their states. `MapRules` are the facts about their
maps.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from tabletop.vassal.components.piece_definitions import RawTrait
from tabletop.vassal.files.game_commands import NOTHING, AddPiece, Command
from tabletop.vassal.files.sequence import SequenceReader, join, split

_KEPT: Final = 4_096


class MapRules(Struct, frozen=True):
    """The facts about a map that commands depend on.

    `layers` are values of the property `layer_property`, lowest first. Without this property, decks and pieces that do
    not stack are below all others.
    """

    name: str
    stacks: bool = True
    layer_property: str = ""
    layers: tuple[str, ...] = ()


class VassalStack(Struct, eq=False):
    """A stack or a deck: its position, and the pieces in it, bottom first. A deck has a `type`.

    `rank` rises with each thing that comes to a map: within one layer lower ranks are drawn first.
    """

    id: str
    type: str = ""
    map: str | None = None
    x: int = 0
    y: int = 0
    pieces: list["VassalPiece"] = []
    layer: int = -1
    face_down: bool = False
    rank: int = 0

    @property
    def is_deck(self) -> bool:
        """True if it is a deck."""
        return bool(self.type)


class VassalPiece(Struct, eq=False):
    """A piece with its traits and their states, outermost first; the last is the basic piece.

    `own_map`, `own_x`, `own_y` and `rank` have a meaning only for a piece outside of stacks.
    """

    id: str
    types: tuple[str, ...]
    states: list[str]
    own_map: str | None = None
    own_x: int = 0
    own_y: int = 0
    stack: VassalStack | None = None
    rank: int = 0

    @property
    def map(self) -> str | None:
        """The map of the piece; None if it is on none."""
        return self.stack.map if self.stack is not None else self.own_map

    @property
    def x(self) -> int:
        """The x coordinate in map pixels. It grows to the right."""
        return self.stack.x if self.stack is not None else self.own_x

    @property
    def y(self) -> int:
        """The y coordinate in map pixels. It grows downwards."""
        return self.stack.y if self.stack is not None else self.own_y

    @property
    def gpid(self) -> str:
        """The number of the slot from which it was made; empty in old games."""
        return basic_of(self.states[-1]).gpid

    @property
    def traits(self) -> tuple[RawTrait, ...]:
        """The traits as VASSAL would write them now, outermost first."""
        basic = basic_of(self.states[-1])
        kept = [text for pair in basic.kept.items() for text in pair]
        where = [self.map or NOTHING, str(self.x), str(self.y), basic.gpid, str(len(basic.kept)), *kept]
        return tuple(map(RawTrait, self.types, [*self.states[:-1], join(where, ";") or ""]))


Thing: TypeAlias = VassalPiece | VassalStack
"""Anything with an id of its own in a VASSAL game."""


class Basic(Struct, frozen=True):
    """The state of a basic piece. `kept` are the properties that it stores, for example `OldMap`."""

    map: str
    x: int
    y: int
    gpid: str
    kept: Mapping[str, str] = {}


@lru_cache(maxsize=_KEPT)
def basic_of(state: str) -> Basic:
    """Return the state of a basic piece, read from its text."""
    fields = SequenceReader(state)
    map_, x, y, gpid = fields.text(NOTHING), fields.whole(), fields.whole(), fields.text()
    count = fields.whole()
    kept: dict[str, str] = {}
    while len(kept) < count and fields.more:
        name = fields.text()
        kept[name] = fields.text()
    return Basic(map_, x, y, gpid, kept)


def unique_id(piece: VassalPiece) -> str:
    """Return the id by which other pieces refer to a piece: its stored unique id, else its ordinary id."""
    return basic_of(piece.states[-1]).kept.get("UniqueID") or piece.id


def maps_in(start: Iterable[Command]) -> set[str]:
    """Return the names of maps in the states of the things that commands add."""
    states = (command.state.rpartition("\t")[2] for command in start if isinstance(command, AddPiece))
    return {SequenceReader(state.strip("'")).text(NOTHING) for state in states} - {NOTHING}


def top(thing: Thing) -> VassalPiece | None:
    """Return the topmost piece that nobody has hidden; None if there is none."""
    pieces = [thing] if isinstance(thing, VassalPiece) else thing.pieces
    return next((piece for piece in reversed(pieces) if not hidden_by(piece)), None)


def hidden_by(piece: VassalPiece) -> str:
    """Return the owner who has hidden a piece; empty for nobody."""
    for type_, state in zip(piece.types, piece.states, strict=True):
        if type_.startswith("hide;") and state not in {"", NOTHING}:
            return state
    return ""


def is_no_stack(type_: str) -> bool:
    """Return whether a trait keeps its piece out of stacks. Mats are never in stacks."""
    if type_.startswith("mat;"):
        return True
    return type_.startswith("immob;") and "R" in (split(type_, ";")[3:4] or ["R"])[0]


def property_of(piece: VassalPiece, name: str) -> str:
    """Return the value of a property that a trait of the piece stores; "" if none does."""
    for type_, state in zip(piece.types, piece.states, strict=True):
        if not type_.startswith(_HOLDING):
            continue
        if type_.startswith("mark;"):
            values = dict(zip(split(type_[len("mark;") :], ","), split(state, ","), strict=False))
            if name in values:
                return values[name]
        elif SequenceReader(type_[len("PROP;") :]).text() == name:
            return state
    return ""


_HOLDING: Final = ("mark;", "PROP;")
"""The ids of traits that store the values of properties."""
