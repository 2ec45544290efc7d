"""The pieces at one point, drawn as one picture: the visible pieces and discs, and the item that shows them.

A table of thousands of counters is a scene of hundreds of piles, with one item each instead of one for each piece.
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
"""The middle of the disc, right of and below the middle of the topmost counter, in sides of it."""

SMALLEST_BADGE_PX = 15.0

FLAG = 0.26
"""The badge of a finding, as a share of a counter's side."""

SMALLEST_FLAG_PX = 16.0

FAR_PX = 26.0
"""The size of a counter on the screen below which a stack is drawn as its top piece alone."""


class DrawnStack(NamedTuple):
    """The current state of a stack: its pieces, bottom first, its lowest drawn piece at (x, y) from the point of the
    pile.

    `side` is the side of its counters and `room` the width that it has; all in map pixels. If the map gives the steps
    between pieces, `offsets` has each piece's distance from the lowest; then all pieces are drawn, without a number.
    """

    pieces: tuple[int, ...]
    x: float
    y: float
    side: float
    room: float
    offsets: tuple[tuple[float, float], ...] | None = None
    blank: str = ""
    """The colour in which all but the topmost piece are drawn, if they are not shown themselves."""

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
    """The disc with the number of pieces in a stack: its middle from the point of the pile, and its width (map
    pixels).
    """

    pieces: int
    x: float
    y: float
    across: float


class Flag(NamedTuple):
    """The badge of the gravest finding in a stack: its middle from the point of the pile, its width (map pixels)."""

    badge: Badge
    x: float
    y: float
    across: float


class MarkedPieces(NamedTuple):
    """The pieces that are marked, in the way of their map.

    Selected pieces have a ring, dragged ones are faint in their old places, those with a finding have its badge, and a
    line surrounds those moved last.
    """

    chosen: frozenset[int] = frozenset()
    lifted: frozenset[int] = frozenset()
    badges: Mapping[int, Badge] = MappingProxyType({})
    moved: frozenset[int] = frozenset()
    how: Marks = Marks()


class PiecePictures(Protocol):
    """The source of the pictures of pieces: shared pixmaps, by appearance."""

    def picture(self, game: Game, piece: int, scale: float) -> FacePixmap:
        """Return the picture of a piece at `scale` screen pixels to a map pixel."""
        ...

    def pile(
        self, game: Game, slots: Sequence[StackSlot], discs: Sequence[Disc | Flag], scale: float, marked: MarkedPieces
    ) -> FacePixmap:
        """Draw pieces that lie on one another, bottom first, with discs and badges, about their point.

        The picture's `side_px` is that of one map pixel.
        """
        ...

    def side(self, game: Game, piece: int) -> float:
        """Return the side of a piece in map pixels."""
        ...

    def size(self, game: Game, piece: int) -> tuple[float, float]:
        """Return the width and height of a piece in map pixels."""
        ...

    def shape(self, game: Game, slot: StackSlot) -> QPainterPath:
        """Return the area that a piece covers as drawn, about its own middle (map pixels)."""
        ...


class Pile:
    """The stacks that stand at one point, or one piece of a fanned stack, and the items that show them.

    At a narrow place the discs have an item of their own, `lid`, which lies over neighbouring stacks.
    """

    __slots__ = ("item", "lid", "size_bytes", "stacks")

    def __init__(self, item: QGraphicsPixmapItem) -> None:
        self.item = item
        self.lid: QGraphicsPixmapItem | None = None
        self.stacks: tuple[DrawnStack, ...] = ()
        self.size_bytes = 0

    def slots(self, scale: float) -> list[StackSlot]:
        """Return the pieces that are drawn at a scale, bottom first, from the point of the pile."""
        return [slot for stack in self.stacks for slot in stack.slots(scale)]

    def discs(self, scale: float) -> Iterator[Disc]:
        """Yield the disc of each stack, drawn over all stacks so that none hides another's."""
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
        """Return whether its discs come near the edge of its place, where neighbouring piles may cover them."""
        return any(disc.x + disc.across > self.stacks[0].room / 2 for disc in discs)
