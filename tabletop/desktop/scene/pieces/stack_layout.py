"""The positions of the pieces in a stack, in map pixels, y down.

A stack shows its topmost four pieces, each a little above and to the right of the one below. Several stacks at one
point are side by side. A fanned stack shows all its pieces.
"""

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

SHOWN = 4
STEP_RIGHT = 0.11
STEP_UP = 0.05
LEAST_STEP = 0.03
BADGE_REACH = 0.56
"""The distance to which a counter with a badge extends to the right of its middle, as a multiple of the
counter's side.
"""

BESIDE = 1.15
LEAST_BESIDE = 0.2
FAN_PITCH = 1.08
FAN_COLUMNS = 6


class StackSlot(NamedTuple):
    """The position of one drawn piece: its centre (map pixels), and its rank from the bottom of the visible pieces."""

    piece: int
    x: float
    y: float
    rank: int
    blank: str = ""
    """The colour that is shown instead of the picture, for cards beneath the top of a deck; "" to show the picture."""


def shown_pieces(pieces: Sequence[int]) -> Sequence[int]:
    """Return the pieces of a stack that are drawn, bottom first."""
    return pieces[-SHOWN:]


def stack_slots(pieces: Sequence[int], x: float, y: float, side: float, room: float = math.inf) -> list[StackSlot]:
    """Return the positions of a closed stack, with its lowest drawn piece on the point. `side` is the side of a
    counter.

    If the stack does not fit `room`, the width of the place, its pieces are closer together, and the stack is further
    left.
    """
    shown = shown_pieces(pieces)
    steps = len(shown) - 1
    right = BADGE_REACH * side
    step = max(min(STEP_RIGHT * side, (room - side / 2 - right) / steps), LEAST_STEP * side) if steps else 0.0
    inward = min(max(right + steps * step - room / 2, 0.0), max((room - side) / 2, 0.0))
    return [
        StackSlot(piece, x - inward + rank * step, y - rank * STEP_UP * side, rank) for rank, piece in enumerate(shown)
    ]


class StackOffsets(NamedTuple):
    """The distances (map pixels, to the right and up) of each piece of a stack from the one below: in a closed stack,
    and in one that is spread out.
    """

    right: float
    up: float
    open_right: float
    open_up: float
    in_a_row: bool = False
    """True for cards in a hand, which lie side by side with a gap of `right`, and are never fanned out."""

    blank: str = ""
    """The colour that is shown instead of all pieces of a closed stack except the topmost one; "" if the pieces are
    shown.
    """

    def offsets(self, sizes: Sequence[tuple[float, float]], *, is_open: bool) -> list[tuple[float, float]]:
        """Return the positions of pieces of these sizes (width and height), bottom first, from the middle of the
        lowest.
        """
        if self.in_a_row:
            before = [0.0, *accumulate(width + self.right for width, _ in sizes)]
            return [(x, 0.0) for x, _ in zip(before, sizes, strict=False)]
        return _stepped(sizes, *((self.open_right, self.open_up) if is_open else (self.right, self.up)))


MOST_OF_A_DECK = 10
DECK_STEP = 2
"""The step from each visible card of a deck to the next, to the right and up (map pixels)."""


def deck_offsets(cards: int) -> list[tuple[float, float]]:
    """Return the positions of a deck's visible cards, from the middle of the lowest."""
    return [(DECK_STEP * rank, -DECK_STEP * rank) for rank in range(cards)]


def _stepped(sizes: Sequence[tuple[float, float]], right: float, up: float) -> list[tuple[float, float]]:
    """Return the positions of pieces that lie on one another, as in VASSAL.

    A step to the right and up is the distance between the left and lower edges of two pieces, and a step to the left or
    down that between the right or upper edges. Without a step the middles are in line.
    """
    found: list[tuple[float, float]] = []
    x = y = 0.0
    last = sizes[0] if sizes else (0.0, 0.0)
    for number, (width, height) in enumerate(sizes):
        if number:
            x += right + _sign(right) * (width // 2 - last[0] // 2)
            y -= up + _sign(up) * (height // 2 - last[1] // 2)
        last = width, height
        found.append((x, y))
    return found


def _sign(step: float) -> int:
    return (step > 0) - (step < 0)


def fan_slots(pieces: Sequence[int], x: float, y: float, side: float) -> list[StackSlot]:
    """Return the positions of the pieces of a stack that is fanned out in rows round its point, lowest piece first."""
    columns = min(FAN_COLUMNS, len(pieces))
    rows = -(-len(pieces) // columns)
    pitch = FAN_PITCH * side
    left = x - (columns - 1) * pitch / 2
    top = y - (rows - 1) * pitch / 2
    return [
        StackSlot(piece, left + (i % columns) * pitch, top + (i // columns) * pitch, i)
        for i, piece in enumerate(pieces)
    ]


def side_by_side(holders: Sequence[int], side: float, room: float) -> dict[int, float]:
    """Return the shifts to the right of several stacks at one point (map pixels), by id.

    They do not overlap if the place has enough `room` (its width).
    """
    if len(holders) < 2:
        return dict.fromkeys(holders, 0.0)
    pitch = min(BESIDE * side, max((room - side) / (len(holders) - 1), LEAST_BESIDE * side))
    first = -(len(holders) - 1) * pitch / 2
    return {id: first + i * pitch for i, id in enumerate(holders)}
