"""The layout of the printed things on a sheet, computed once: everything that does not depend on the zoom.

A tile is painted in a few milliseconds, because nothing is measured twice, and things outside the tile are skipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from tabletop.board.grid import CellGrid
from tabletop.module.schema.map.map_sheet_records import Patch, RuleLineRecord, StrokeMark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabletop.board.map import Map
    from tabletop.module.schema.map.map_sheet_records import (
        CardRecord,
        Mark,
        PlaceRecord,
        SheetRecord,
        Stamp,
        StrokeRecord,
        WorldName,
    )
    from tabletop.module.schema.map.measures import Ink

LINK_RISE: Final = 0.27
"""The height of a link's ends above the centres of hexes, in hexes, so that plates do not cover it."""
LINK_SHARE: Final = 0.54
"""The share of a link's length that is drawn, in its middle. A link whose stroke is `whole` is drawn from centre to
centre.
"""

_STANDING_OUT: Final = 250.0
_LONGEST_LINE: Final = 900.0


@dataclass(frozen=True)
class PrintedPlace:
    """A place that is printed on the sheet. `stamp` is the style of its plate; None if only its name is printed."""

    place: PlaceRecord
    stamp: Stamp | None
    centre: QPointF
    site: QPointF | None
    """The place's true position on the sheet, if the map file gives it."""


@dataclass(frozen=True)
class SheetLine:
    """A line on the sheet: a link, a hexside or the line through a divided cell."""

    path: QPainterPath
    bounds: QRectF
    stroke: StrokeRecord


@dataclass(frozen=True)
class SheetLayout:
    """The layout of a sheet: the places of everything on it, in sheet pixels."""

    places: tuple[PrintedPlace, ...]
    lines: tuple[SheetLine, ...]
    entries: tuple[tuple[QPolygonF, Ink], ...]
    terrain: tuple[tuple[QPainterPath, Ink, float], ...]
    names: tuple[tuple[WorldName, QPointF], ...]
    cards: tuple[tuple[CardRecord, QRectF], ...]
    """The cards, each with the approximate area of the card and its marks. Text may extend a little beyond this
    area.
    """

    @classmethod
    def of(cls, sheet: SheetRecord, table: Map) -> SheetLayout:
        """Return the layout of a sheet with the map `table`."""
        return cls(
            places=tuple(
                PrintedPlace(
                    place,
                    None if place.stamp is None else sheet.stamps[place.stamp],
                    centre_of(table, place.cell),
                    None if place.at is None else QPointF(*sheet.point(place.at)),
                )
                for place in sheet.places
            ),
            lines=tuple(_lines(sheet, table)),
            entries=tuple((polygon_of(table, entry.cell), entry.colour) for entry in sheet.entries),
            terrain=tuple(
                (_area(table, terrain.cells), terrain.fill, terrain.opacity)
                for terrain in sheet.terrain
                if terrain.fill is not None
            ),
            names=tuple((name, QPointF(*sheet.point(name.at))) for name in sheet.names),
            cards=tuple((card, _reach(card)) for card in sheet.cards),
        )

    def place(self, name: str) -> PrintedPlace | None:
        """Return the place of that name; None if it is not printed."""
        return next((printed for printed in self.places if printed.place.name == name), None)


def polygon_of(table: Map, place: str) -> QPolygonF:
    """Return the outline of a place (sheet pixels), which is empty if it has none."""
    return QPolygonF([QPointF(x, y) for x, y in table.polygon_of(place)])


def centre_of(table: Map, place: str) -> QPointF:
    """Return the middle of a place, or its point if it has no outline; (0, 0) if it has neither."""
    corners = table.polygon_of(place)
    if corners:
        return QPointF(sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    return QPointF(*(table.point_of(place) or (0, 0)))


def side_between(table: Map, a: str, b: str) -> tuple[QPointF, QPointF] | None:
    """Return the two ends of the side between two cells; None if there is none."""
    for board in table.boards:
        grid = board.grid
        if not isinstance(grid, CellGrid):
            continue
        one, other = grid.cell(a), grid.cell(b)
        side = None if one is None or other is None else grid.side_between(one, other)
        if side is not None:
            left, top = table.origin_of(board)
            start, end = (QPointF(*board.turned(point)) + QPointF(left, top) for point in grid.side_line(side))
            return start, end
    return None


def _lines(sheet: SheetRecord, table: Map) -> Iterator[SheetLine]:
    for link in sheet.links:
        whole = sheet.strokes[link.stroke].whole
        rise = QPointF(0, 0 if whole else -LINK_RISE * sheet.hex_px)
        start, end = (centre_of(table, cell) + rise for cell in link.cells)
        along = end - start
        shown = 1.0 if whole else LINK_SHARE
        first, last = (start + along * share for share in ((1 - shown) / 2, (1 + shown) / 2))
        path = QPainterPath(first)
        path.quadTo((first + last) / 2 + QPointF(along.y(), -along.x()) * link.bend, last)
        yield _line(path, sheet, link.stroke)
    for hexside in sheet.hexsides:
        ends = side_between(table, *hexside.cells)
        if ends is not None:
            yield _line(_smooth(list(ends)), sheet, hexside.stroke)
    for division in sheet.divisions:
        centre = centre_of(table, division.cell)
        points = [centre + QPointF(x, y) * sheet.hex_px for x, y in division.line]
        yield _line(_smooth(points), sheet, division.stroke)


def _line(path: QPainterPath, sheet: SheetRecord, name: str) -> SheetLine:
    stroke = sheet.strokes[name]
    margin = max(stroke.width, stroke.casing_width) * sheet.hex_px
    return SheetLine(path, path.boundingRect().adjusted(-margin, -margin, margin, margin), stroke)


def _smooth(points: list[QPointF]) -> QPainterPath:
    """Return a line from the first of these points to the last one, which rounds the corners at the others."""
    path = QPainterPath(points[0])
    if len(points) == 2:
        path.lineTo(points[1])
    for here, after in pairwise(points[1:]):
        path.quadTo(here, (here + after) / 2 if after is not points[-1] else after)
    return path


def _area(table: Map, cells: Iterable[str]) -> QPainterPath:
    path = QPainterPath()
    for cell in cells:
        path.addPolygon(polygon_of(table, cell))
    return path


def _reach(card: CardRecord) -> QRectF:
    if card.rect is not None:
        return QRectF(*card.rect).adjusted(-_STANDING_OUT, -_STANDING_OUT, _STANDING_OUT, _STANDING_OUT)
    places = QPolygonF([QPointF(x, y) for mark in card.marks for x, y in _points(mark)]).boundingRect()
    return places.adjusted(-_LONGEST_LINE, -_STANDING_OUT, _LONGEST_LINE, _STANDING_OUT)


def _points(mark: Mark) -> tuple[tuple[float, float], ...]:
    match mark:
        case RuleLineRecord() | StrokeMark():
            return mark.points
        case Patch():
            left, top, width, height = mark.rect
            return (left, top), (left + width, top + height)
        case _:
            return (mark.at,)
