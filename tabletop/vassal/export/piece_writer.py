"""Pieces of a game as VASSAL writes them: their traits, and the state of each."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import Value
from tabletop.game.traits import Trait
from tabletop.module.module import Module
from tabletop.vassal.components.piece_definitions import Definition, DefinitionError, Prototypes, RawTrait, definition
from tabletop.vassal.components.pieces.kept_definitions import KeptDefinitions
from tabletop.vassal.files.game_commands import NOTHING
from tabletop.vassal.files.sequence import join, nested
from tabletop.vassal.games.game_things import is_no_stack
from tabletop.vassal.games.standing_pieces import DEFINED, NOBODY, PieceStates, unpacked
from tabletop.vassal.games.trait_slots import VassalNames, with_slots
from tabletop.vassal.traits.trait_parts import Access
from tabletop.vassal.traits.trait_types import read_trait
from tabletop.vassal.traits.vassal_movement import NO_MAT
from tabletop.vassal.traits.vassal_properties import BasicPiece

PASSWORD: Final = "wartable-{}"
"""The password for the player of a side; our games contain no passwords."""


class WrittenPiece(Struct, frozen=True):
    """A piece as VASSAL writes it. `states` are those of its traits, outermost first."""

    type: str
    basic: str
    states: tuple[str, ...]

    @property
    def state(self) -> str:
        """The whole state."""
        return nested(self.states)


class MapPoint(Struct, frozen=True):
    """A point of a map (map pixels). `map` is the name of the map in VASSAL, or "null" for no map."""

    map: str = NOTHING
    x: int = 0
    y: int = 0


class _Part(Struct, frozen=True):
    """One trait of a kind as VASSAL writes it, its translation here, and the range of its slots."""

    raw: RawTrait
    traits: tuple[Trait, ...]
    first: int
    end: int


class _Form(Struct, frozen=True):
    """The traits of a kind, outermost first. `fits` is false if the kind has other slots than these traits."""

    type: str
    parts: tuple[_Part, ...]
    fits: bool
    stacks: bool
    is_mat: bool


class PieceWriter:
    """A writer of the pieces of games at one module's table.

    `owners` collects the sides whose player must have a password in VASSAL, `unlike` the names of counters that differ
    in VASSAL, and `unknown` the names of counters without a known definition.
    """

    def __init__(self, module: Module, definitions: KeptDefinitions) -> None:
        self._definitions = definitions
        self._prototypes = Prototypes(definitions.prototypes)
        self._standing = PieceStates(module)
        self._titles = {side.id: side.title for side in module.about.sides}
        self._maps = definitions.maps
        self._forms: dict[int, tuple[Kind, _Form | None]] = {}
        self._game: Game | None = None
        self._names = VassalNames(self.owner, self._id, lambda map_: self._maps.get(map_, map_))
        self.owners: set[str] = set()
        self.unlike: set[str] = set()
        self.unknown: set[str] = set()

    def is_known(self, kind: Kind) -> bool:
        """Return whether there is a definition of a kind. If not, `unknown` gets its name."""
        return self._form(kind) is not None

    def stacks(self, kind: Kind) -> bool:
        """Return whether pieces of a kind join stacks in VASSAL."""
        form = self._form(kind)
        return form is not None and form.stacks

    def written(self, game: Game, id: int, at: MapPoint) -> WrittenPiece | None:
        """Return a piece of a game at a position; None if its definition is not known."""
        piece = game.pieces[id]
        form = self._form(game.kinds[piece.kind])
        if form is None:
            return None
        self._game = game
        states = [self._state(part, piece.state if form.fits else ()) for part in form.parts]
        states[-1] = _placed(form.parts[-1].raw.type, states[-1], at)
        if form.is_mat or game.holders[piece.at].carrier:
            self._set_mats(game, id, form, states)
        return WrittenPiece(form.type, form.parts[-1].raw.type, tuple(states))

    def owner(self, side: str, access: Access) -> str:
        """Return the owner that VASSAL writes for things that a side hides from others."""
        if side == NOBODY or access.whose != "player":
            return self._titles.get(side, side)
        self.owners.add(side)
        return PASSWORD.format(side)

    def _id(self, value: Value) -> str:
        return str(value) if isinstance(value, int) and self._game is not None and value in self._game.pieces else ""

    def _state(self, part: _Part, slots: Sequence[Value]) -> str:
        own = slots[part.first : part.end]
        if not own:
            return part.raw.state
        return with_slots(read_trait(part.raw), part.traits, own, self._names).written_state()

    def _set_mats(self, game: Game, id: int, form: _Form, states: list[str]) -> None:
        """Set the states of a mat, which lists its pieces, and of cargo, which names its mat."""
        carrier = game.holders[game.pieces[id].at].carrier
        riders = [str(rider) for hold in game.carried.get(id, ()) for rider in game.holders[hold].pieces]
        for number, part in enumerate(form.parts):
            if part.raw.type.startswith("matPiece;"):
                states[number] = join([str(carrier) if carrier else NO_MAT], ";") or ""
            elif part.raw.type.startswith("mat;"):
                states[number] = join([str(len(riders)), *riders], ";") or ""

    # definitions

    def _form(self, kind: Kind) -> _Form | None:
        known = self._forms.get(id(kind))
        if known is None or known[0] is not kind:
            known = self._forms[id(kind)] = kind, self._new_form(kind)
        return known[1]

    def _definition(self, kind: Kind) -> Definition | None:
        """Return the definition of a kind with prototypes inserted; None if it is missing or invalid.

        It is stored in the kind, or kept in the module.
        """
        try:
            text = unpacked(kind.extra[DEFINED]) if DEFINED in kind.extra else self._definitions.pieces.get(kind.key)
            return self._prototypes.expanded(definition(text)) if text is not None else None
        except DefinitionError:
            return None

    def _new_form(self, kind: Kind) -> _Form | None:
        read = self._definition(kind)
        if read is None:
            self.unknown.add(kind.name)
            return None
        raw = tuple(_at_start(trait) for trait in read.traits)
        found = self._standing.parts(raw)
        parts: list[_Part] = []
        at = 0
        for trait, (traits, count) in zip(reversed(raw), reversed(found), strict=True):
            parts.append(_Part(trait, traits, at, at + count))
            at += count
        fits = at == len(compile_kind(kind).slots)
        if not fits:
            self.unlike.add(kind.name)
        parts.reverse()
        types = [part.raw.type for part in parts]
        return _Form(
            type=nested(types),
            parts=tuple(parts),
            fits=fits,
            stacks=not any(map(is_no_stack, types)),
            is_mat=any(type_.startswith(("mat;", "matPiece;")) for type_ in types),
        )


def _at_start(trait: RawTrait) -> RawTrait:
    """Return a trait of a definition in the state that it has in a new piece: nobody owns it."""
    return RawTrait(trait.type) if trait.type.startswith("restrict;") else trait


def placed(piece: WrittenPiece, at: MapPoint) -> str:
    """Return the state of the innermost trait of a piece at a position."""
    return _placed(piece.basic, piece.states[-1], at)


def _placed(type_: str, state: str, at: MapPoint) -> str:
    read = read_trait(RawTrait(type_, state))
    return replace(read, map=at.map, x=at.x, y=at.y).written_state() if isinstance(read, BasicPiece) else state
