"""A message with the names that its sentence needs, so that it can be read without the game."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from msgspec import Struct

from tabletop.game.change.told import Told
from tabletop.game.state.game import Game

NameOfPiece: TypeAlias = Callable[[Game, int], str]
"""A function that returns the name of a piece in a position."""

TAKEN_BACK: Final = "taken-back"
"""The key of the message about an undo. Its sentence is about the undone step, so its things are named as before."""


class CalledPiece(Struct, frozen=True, omit_defaults=True):
    """A piece in a message: its name, its holders before the step and after it (0 if unknown), and its map after it (""
    for none).
    """

    name: str
    came_from: int = 0
    map: str = ""
    lies_in: int = 0


class CalledHolder(Struct, frozen=True, omit_defaults=True):
    """A holder in a message: its own name, its map and place ("" for none), and the name of the piece that carries it.

    `carrier` is None if no piece carries it.
    """

    name: str = ""
    map: str = ""
    place: str = ""
    carrier: str | None = None


class ToldLine(Struct, frozen=True, omit_defaults=True):
    """A message, and the pieces and holders in it that the reader knows, by their numbers in the message."""

    told: Told
    pieces: dict[int, CalledPiece] = {}
    holders: dict[int, CalledHolder] = {}

    @classmethod
    def between(cls, told: Told, before: Game, after: Game, name: NameOfPiece) -> "ToldLine":
        """Return a message of a step between two positions of the reader's view, with the names in these positions."""
        was, now = (after, before) if told.key == TAKEN_BACK else (before, after)
        return cls(told, dict(_pieces(told, was, now, name)), dict(_holders(told, was, now, name)))


def _pieces(told: Told, was: Game, now: Game, name: NameOfPiece) -> Iterator[tuple[int, CalledPiece]]:
    for id in told.pieces:
        game = now if id in now.pieces else was
        if id in game.pieces:
            before = was.pieces.get(id)
            after = now.pieces.get(id)
            map = _map(now, now.holder_of(id).map) if after is not None else ""
            was_at, is_at = (piece.at if piece is not None else 0 for piece in (before, after))
            yield id, CalledPiece(name(game, id), was_at, map, is_at)


def _holders(told: Told, was: Game, now: Game, name: NameOfPiece) -> Iterator[tuple[int, CalledHolder]]:
    for id in told.holders:
        holder = now.holders.get(id) or was.holders.get(id)
        if holder is None:
            continue
        carrier = None
        if holder.carrier:
            games = (game for game in (now, was) if holder.carrier in game.pieces)
            carrier = next((name(game, holder.carrier) for game in games), "")
        yield id, CalledHolder(holder.name, _map(now, holder.map), holder.place, carrier)


def _map(game: Game, index: int) -> str:
    return game.maps[index] if 0 <= index < len(game.maps) else ""
