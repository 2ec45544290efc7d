"""Steps and positions as lines of text."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from tabletop.game.game import Game, Seat
from tabletop.game.piece import Piece
from tabletop.game.step import Step, TakeBack
from tabletop.game.told import Told
from tabletop.telling import sentence


def what_is_said(told: Iterable[Told], before: Game, after: Game) -> str:
    """What is said of a step, in one line without its speaker; empty where nothing is."""
    said = filter(None, (sentence(one, before, after) for one in told))
    return " ".join("; ".join(said).split())


def what_happened(step: Step, before: Game, after: Game) -> str:
    """A step in one line, for who sees everything: what is said of it, else what it is."""
    if isinstance(step.command, TakeBack):
        return f"{what_is_said(step.told, before, after)} (step {', '.join(map(str, step.command.steps))})".strip()
    return what_is_said(step.told, before, after) or str(step.command.__struct_config__.tag)


def position_lines(game: Game) -> Iterator[str]:
    """What a position is, in a few lines: module, scenario, seats, and how many pieces each side has."""
    module = game.module
    yield f"module    {module.id} {module.version}" + (f", scenario {game.scenario}" if game.scenario else "")
    yield f"seats     {', '.join(_seat(game, name, seat) for name, seat in game.seats.items()) or 'nobody sits yet'}"
    sides = Counter(game.kinds[piece.kind].side for piece in game.pieces.values())
    counts = [f"{side or 'of no side'} {sides[side]}" for side in (*game.sides, "") if sides[side]]
    yield f"pieces    {', '.join(counts) or 'none'}"


def _seat(game: Game, name: str, seat: Seat) -> str:
    roles = [game.sides[side] for side in seat.sides] + ["umpire"] * seat.umpire
    return f"{name} ({', '.join(roles) or 'watches'})"


class SeenPiece(Struct, frozen=True):
    """A piece as a seat sees it: its number, kind and name, its holder, and where that is (map pixels)."""

    piece: int
    kind: str
    name: str
    side: str
    holder: int
    map: str
    place: str
    x: int
    y: int


def seen_pieces(view: Game) -> list[SeenPiece]:
    """All pieces of a view, in the order of their numbers."""
    return [_seen(view, id, piece) for id, piece in view.pieces.items()]


def _seen(view: Game, id: int, piece: Piece) -> SeenPiece:
    kind, holder = view.kinds[piece.kind], view.holders[piece.at]
    on = view.maps[holder.map] if holder.map >= 0 else ""
    return SeenPiece(id, kind.key, kind.name, kind.side, piece.at, on, holder.name or holder.place, holder.x, holder.y)


def piece_lines(game: Game) -> Iterator[str]:
    """A line for each piece: its number, side, name, place and map, parted by tabs."""
    for piece in seen_pieces(game):
        where = piece.place or (f"{piece.x},{piece.y}" if piece.map else "")
        yield "\t".join((str(piece.piece), piece.side, piece.name or piece.kind, where, piece.map))
