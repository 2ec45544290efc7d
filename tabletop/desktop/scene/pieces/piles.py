"""Piles: the pieces at one point, which one item shows as one picture, so that a table with thousands of counters needs
only hundreds of items.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsPixmapItem

from tabletop.desktop.drawing.badges import BADGES, Badge
from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.scene.pieces.piece_marks import Marks
from tabletop.desktop.scene.pieces.stack_layout import StackSlot, stack_slots
from tabletop.game.state.game import Game

BADGE = 0.24
"""The disc with the number of a stack, as a share of a counter's side."""

BADGE_AT = 0.44
"""The distance of the disc's middle from the middle of the topmost counter, to the right and down, as multiples of its
side.
"""

SMALLEST_BADGE_PX = 15.0

FLAG = 0.26
"""The badge of a finding, as a share of a counter's side."""

SMALLEST_FLAG_PX = 16.0

FAR_PX = 26.0
"""The size of a counter on the screen below which only the top piece of a stack is drawn."""


class DrawnStack(NamedTuple):
    """A stack as it is drawn, with its pieces, bottom first.

    `x` and `y` are the distance of its lowest drawn piece from the point of the pile. `side` is the side of its
    counters, and `room` the width for the stack; all in map pixels. If the map has its own steps between pieces,
    `offsets` has the distance of each piece from the lowest; then all pieces are drawn, and no number.
    """

    pieces: tuple[int, ...]
    x: float
    y: float
    side: float
    room: float
    offsets: tuple[tuple[float, float], ...] | None = None
    blank: str = ""
    """The colour that is shown instead of all pieces except the topmost one; "" if the pieces are shown."""

    def slots(self, scale: float) -> list[StackSlot]:
        """Return the pieces that are drawn at `scale` screen pixels to a map pixel, bottom first."""
        if len(self.pieces) == 1 or self.side * scale < FAR_PX:
            return [StackSlot(self.pieces[-1], self.x, self.y, 0)]
        if self.offsets is not None:
            lying = enumerate(zip(self.pieces, self.offsets, strict=True))
            top = len(self.pieces) - 1
            return [
                StackSlot(piece, self.x + dx, self.y + dy, rank, self.blank if rank < top else "")
                for rank, (piece, (dx, dy)) in lying
            ]
        return stack_slots(self.pieces, self.x, self.y, self.side, self.room)

    def discs(self, scale: float) -> Iterator["Disc"]:
        """Yield the disc with the number of pieces, if that is shown."""
        if len(self.pieces) > 1 and self.offsets is None:
            top = self.slots(scale)[-1]
            across = max(BADGE * self.side, SMALLEST_BADGE_PX / scale)
            yield Disc(len(self.pieces), top.x + BADGE_AT * self.side, top.y + BADGE_AT * self.side, across)


class Disc(NamedTuple):
    """The disc with the number of pieces in a stack. Its middle is given from the point of the pile (map pixels)."""

    pieces: int
    x: float
    y: float
    across: float


class Flag(NamedTuple):
    """The badge of the most severe finding in a stack. Its middle is given from the point of the pile (map pixels)."""

    badge: Badge
    x: float
    y: float
    across: float


class MarkedPieces(NamedTuple):
    """The marked pieces of a map, and the map's own marks for selected pieces and those moved last (`how`).

    Selected pieces have a ring, or the map's own marks. Dragged pieces are faint at their old places. Pieces with a
    finding have its badge. The pieces moved last have a line round them, if the map has such a line.
    """

    chosen: frozenset[int] = frozenset()
    lifted: frozenset[int] = frozenset()
    badges: Mapping[int, Badge] = MappingProxyType({})
    moved: frozenset[int] = frozenset()
    how: Marks = Marks()


class PiecePictures(Protocol):
    """The source of the pictures of pieces. Pieces with the same appearance share a pixmap."""

    def picture(self, game: Game, piece: int, scale: float) -> FacePixmap:
        """Return the picture of a piece at `scale` screen pixels to a map pixel."""
        ...

    def pile(
        self, game: Game, slots: Sequence[StackSlot], discs: Sequence[Disc | Flag], scale: float, marked: MarkedPieces
    ) -> FacePixmap:
        """Return one picture of pieces that lie on one another, bottom first, with discs and badges.

        It is drawn around the point of the pieces. Its `side_px` is the width of one map pixel.
        """
        ...

    def side(self, game: Game, piece: int) -> float:
        """Return the larger of a piece's width and height, in map pixels."""
        ...

    def size(self, game: Game, piece: int) -> tuple[float, float]:
        """Return the width and height of a piece in map pixels."""
        ...

    def shape(self, game: Game, slot: StackSlot) -> QPainterPath:
        """Return the area that a piece covers as drawn, about its own middle (map pixels)."""
        ...


class Pile:
    """The stacks at one point, or one piece of a fanned stack, with the items that show them.

    At a narrow place the discs have a separate item, the `lid`, above neighbouring stacks.
    """

    __slots__ = ("item", "lid", "size_bytes", "stacks")

    def __init__(self, item: QGraphicsPixmapItem) -> None:
        self.item = item
        self.lid: QGraphicsPixmapItem | None = None
        self.stacks: tuple[DrawnStack, ...] = ()
        self.size_bytes = 0

    def slots(self, scale: float) -> list[StackSlot]:
        """Return the pieces that are drawn at a scale, bottom first, placed relative to the point of the pile."""
        return [slot for stack in self.stacks for slot in stack.slots(scale)]

    def discs(self, scale: float) -> Iterator[Disc]:
        """Yield the disc of each stack. Discs are drawn over all stacks, so that no stack hides the disc of another."""
        for stack in self.stacks:
            yield from stack.discs(scale)

    def flags(self, scale: float, badges: Mapping[int, Badge]) -> Iterator[Flag]:
        """Yield the badge of each stack that has findings, on the upper right corner of its topmost counter."""
        for stack in self.stacks if badges else ():
            found = [badges[piece] for piece in stack.pieces if piece in badges]
            if found:
                top, side = stack.slots(scale)[-1], stack.side
                across = max(FLAG * side, SMALLEST_FLAG_PX / scale)
                yield Flag(max(found, key=BADGES.index), top.x + BADGE_AT * side, top.y - BADGE_AT * side, across)

    def is_crowded(self, discs: Iterable[Disc]) -> bool:
        """Return whether a disc is near the right edge of the place, so that a neighbouring pile may cover it."""
        return any(disc.x + disc.across > self.stacks[0].room / 2 for disc in discs)
