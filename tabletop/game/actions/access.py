"""The permissions of seats: the one place that answers who may do what to pieces and holders. Nothing else asks.

It knows nothing of the rules of any game: a seat may touch what its sides see, unless it lies in what belongs to
another side, and may say who sees that of which its sides see the face.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from tabletop.game.change.draft import Draft
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.holder import UNOWNED
from tabletop.game.state.values import BACKS, FACE, UNSEEN

Verb: TypeAlias = Literal["see", "touch", "show"]
"""To see a piece; to move it or act with it; to say who sees it."""


def seat_of(game: Game, name: str) -> Seat:
    """Return the seat of that name; somebody who has not sat down watches."""
    return game.seats.get(name, Seat())


def eyes(game: Game, seat: Seat) -> Iterable[int]:
    """Return the sides through whose eyes a seat looks: its own, or all for the umpire."""
    return range(len(game.sides)) if seat.umpire else seat.sides


def may(draft: Draft, seat: Seat, verb: Verb, piece: int) -> bool:
    """Return whether this seat may do this with this piece."""
    if draft.piece(piece) is None:
        return False
    level = max((draft.level(piece, side) for side in eyes(draft.before, seat)), default=UNSEEN)
    if level == UNSEEN or (verb == "show" and level < FACE and not seat.umpire):
        return False
    return verb == "see" or _may_handle(draft, seat, piece)


def _may_handle(draft: Draft, seat: Seat, piece: int) -> bool:
    """Return whether every holder around the piece, up to the map, belongs to the seat or to nobody."""
    if seat.umpire:
        return True
    if not seat.sides:
        return False
    lying = draft.piece(piece)
    while lying is not None:
        holder = draft.holder(lying.at)
        if holder is None or holder.owner not in (UNOWNED, *seat.sides):
            return False
        lying = draft.piece(holder.carrier) if holder.carrier else None
    return True


def may_open(draft: Draft, seat: Seat, holder: int) -> bool:
    """Return whether this seat may use a holder: put into it, draw from it, shuffle it, or set who looks in."""
    held = draft.holder(holder)
    if held is None:
        return False
    if seat.umpire:
        return True
    if held.carrier and not may(draft, seat, "touch", held.carrier):
        return False
    return bool(seat.sides) and held.owner in (UNOWNED, *seat.sides)


def may_pick(draft: Draft, seat: Seat, holder: int) -> bool:
    """Return whether this seat may choose pieces from a holder, because it sees at least their backs."""
    held = draft.holder(holder)
    return held is not None and any(held.looks[side] >= BACKS for side in eyes(draft.before, seat))
