"""Comparison of two games: pieces, places and states must agree, ids need not."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from tabletop.expression import as_text
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import Value
from tabletop.vassal.games.standing_pieces import at_rest_in_saves
from tabletop.vassal.games.trait_slots import as_written, unwritten_slots

_MOST_TOLD: Final = 5


def differences(one: Game, other: Game, *, ordered: bool = True) -> list[str]:
    """Return short descriptions of the differences between two games of one module. Of many differences of one kind,
    only the first five are described, and the others counted.

    Without `ordered` the drawing order within a layer of a map is ignored.
    """
    mine, theirs = _Description(one, ordered=ordered), _Description(other, ordered=ordered)
    found = []
    for what in ("holders", "properties", "notes", "options"):
        had, has = getattr(mine, what)(), getattr(theirs, what)()
        found += [f"{what}: {each}" for each in _parted(had, has)]
    return found


def _parted(had: list[Any], has: list[Any]) -> Iterator[str]:
    if had == has:
        return
    gone, come = [each for each in had if each not in has], [each for each in has if each not in had]
    if not gone and not come:
        yield "in another order"
    for sign, those in (("-", gone), ("+", come)):
        for each in those[:_MOST_TOLD]:
            yield f"{sign} {each}"
        if len(those) > _MOST_TOLD:
            yield f"{sign} and {len(those) - _MOST_TOLD} more"


class _Description:
    """A game described without ids: its holders in drawing order, its pieces by position."""

    def __init__(self, game: Game, *, ordered: bool) -> None:
        self._game = game
        loose = [id for id, held in game.holders.items() if not held.carrier and (held.pieces or held.form == "deck")]
        self._order = sorted(loose, key=lambda id: self._rank(id, ordered=ordered))

    def _rank(self, id: int, *, ordered: bool) -> tuple[Any, ...]:
        held = self._game.holders[id]
        if ordered:
            return held.map, held.layer, held.z, held.form, id
        return held.map, held.layer, held.x, held.y, held.form, held.name, repr(self._names(held)), id

    def _names(self, held: Holder) -> list[str]:
        return [repr(self._piece(id)) for id in held.pieces]

    def _holds(self, piece: int) -> list[int]:
        holds = [id for id in self._game.carried.get(piece, ()) if self._game.holders[id].pieces]
        return sorted(holds, key=lambda id: (self._game.holders[id].x, self._game.holders[id].y, id))

    def holders(self) -> list[Any]:
        """Return descriptions of the holders that have pieces, and of all decks, in drawing order.

        The holds of a piece are in the description of that piece.
        """
        return [self._holder(self._game.holders[id]) for id in self._order]

    def _holder(self, held: Holder) -> tuple[Any, ...]:
        where = self._game.maps[held.map] if held.map >= 0 else ""
        layer = 0 if held.carrier else held.layer  # pieces on a mat are drawn with the mat
        about = held.form, where, held.x, held.y, held.name, layer, held.looks, held.owner
        return (*about, *map(self._piece, held.pieces))

    def _piece(self, id: int) -> tuple[Any, ...]:
        game, piece = self._game, self._game.pieces[id]
        kind = game.kinds[piece.kind]
        compiled = compile_kind(kind)
        linked, unwritten = set(compiled.links.values()), unwritten_slots(compiled)
        told = ((slot, value) for slot, value in enumerate(piece.state) if slot not in unwritten)
        state = [
            self._linked(value, of_several=slot in linked) if slot in compiled.linking else as_written(value)
            for slot, value in told
        ]
        holds = [self._holder(game.holders[hold]) for hold in self._holds(id)]
        return kind.key, kind.name, _digest(kind), tuple(state), piece.sight, *holds

    def _linked(self, value: Value, *, of_several: bool) -> str:
        """Return the pieces that a slot refers to, described by their positions; for a piece that is gone, its id."""
        if of_several:
            return " ".join(map(self._named, map(int, as_text(value).split())))
        return self._named(value) if isinstance(value, int) else as_text(value)

    def _named(self, id: int) -> str:
        """Return the name and position of a piece, as a description without ids."""
        if id not in self._game.pieces:
            return str(id)
        held, lying = self._game.holder_of(id), self._game.lying(id)
        name = self._game.kind_of(id).name
        return f"{name} at {lying.map}, {lying.x}, {lying.y}, {held.pieces.index(id)}"

    def properties(self) -> list[Any]:
        """Return the properties of the table, as texts."""
        return sorted((name, as_text(value)) for name, value in self._game.properties.items())

    def notes(self) -> list[Any]:
        """Return the notes."""
        return sorted(map(repr, self._game.notes.values()))

    def options(self) -> list[Any]:
        """Return the options in force."""
        return sorted((name, as_text(value)) for name, value in self._game.options.items())


def _digest(kind: Kind) -> int:
    return hash(msgspec.msgpack.encode(tuple(map(at_rest_in_saves, kind.traits))))
