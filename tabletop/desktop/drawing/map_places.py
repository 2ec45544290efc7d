"""What is printed on the hexes: links and hexsides, entry hexes, the plates of places, their names and true sites."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF, QTransform

from tabletop.board.grid import CellGrid
from tabletop.desktop.drawing.fonts import outline

if TYPE_CHECKING:
    from tabletop.board.map import Map
    from tabletop.desktop.drawing.map_pen import MapPen
    from tabletop.module.schema.sheet import Ink, Place, Sheet, Stamp

LINK_RISE: Final = 0.27
"""Links run between points so far above the centres of their hexes: from plate to plate."""
LINK_SHARE: Final = 0.54
DOTS_UNDER_PX: Final = 40.0
LINKS_FROM_PX: Final = 40.0
SITES_FROM_PX: Final = 60.0


def centre_of(table: Map, cell: str) -> QPointF:
    """The middle of a cell in sheet pixels."""
    corners = table.polygon_of(cell)
    if corners:
        return QPointF(sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    return QPointF(*(table.point_of(cell) or (0, 0)))


# --- lines ---------------------------------------------------------------------------------------------


def draw_links(pen: MapPen, sheet: Sheet, table: Map) -> None:
    """Draw links, different hexsides, and the lines that divide cells."""
    if pen.k < LINKS_FROM_PX:
        return
    for link in sheet.links:
        rise = QPointF(0, -pen.hexes(LINK_RISE))
        start, end = (centre_of(table, cell) + rise for cell in link.cells)
        along = end - start
        cut = (1 - LINK_SHARE) / 2
        first, last = start + along * cut, start + along * (1 - cut)
        aside = QPointF(along.y(), -along.x()) * link.bend
        path = QPainterPath(first)
        path.quadTo((first + last) / 2 + aside, last)
        pen.stroke(path, sheet.strokes[link.stroke])
    for hexside in sheet.hexsides:
        line = side_between(table, *hexside.cells)
        if line is not None:
            path = QPainterPath(line[0])
            path.lineTo(line[1])
            pen.stroke(path, sheet.strokes[hexside.stroke])
    for division in sheet.divisions:
        centre = centre_of(table, division.cell)
        points = [centre + QPointF(x, y) * pen.hex_px for x, y in division.line]
        pen.stroke(_smooth(points), sheet.strokes[division.stroke])


def side_between(table: Map, a: str, b: str) -> tuple[QPointF, QPointF] | None:
    """The two ends of the side that two cells share; None if they share none."""
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


def _smooth(points: list[QPointF]) -> QPainterPath:
    """A line through points, its corners rounded."""
    path = QPainterPath(points[0])
    if len(points) == 2:
        path.lineTo(points[1])
    for here, after in pairwise(points[1:]):
        path.quadTo(here, (here + after) / 2 if after is not points[-1] else after)
    return path


def draw_entries(pen: MapPen, sheet: Sheet, table: Map) -> None:
    """Draw the hexes by which pieces come in."""
    for entry in sheet.entries:
        polygon = QPolygonF([QPointF(x, y) for x, y in table.polygon_of(entry.cell)])
        draw_entry_hex(pen, polygon, entry.colour)


def draw_entry_hex(pen: MapPen, polygon: QPolygonF, ink: Ink) -> None:
    """Draw one cell as an entry: dashed, a little smaller, faintly filled."""
    centre = polygon.boundingRect().center()
    smaller = QTransform().translate(centre.x(), centre.y()).scale(0.94, 0.94).translate(-centre.x(), -centre.y())
    path = QPainterPath()
    path.addPolygon(smaller.map(polygon))
    path.closeSubpath()
    if not pen.sees(path.boundingRect()):
        return
    width = max(pen.px(1.2), 0.026 * polygon.boundingRect().width())
    pen.painter.fillPath(path, pen.colour(ink, 0.07))
    pen.painter.strokePath(path, pen.pen(pen.colour(ink), width, dashes=(3.0, 1.6)))


# --- places --------------------------------------------------------------------------------------------


def plate_rect(pen: MapPen, stamp: Stamp, centre: QPointF) -> QRectF:
    """Where the face of a place lies at this zoom."""
    rise = stamp.y + (stamp.y_close - stamp.y) * pen.closeness
    side = pen.hexes(stamp.side) * pen.growth
    middle = centre + QPointF(0, pen.hexes(rise))
    return QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)


def label_rect(pen: MapPen, sheet: Sheet, table: Map, place: Place) -> QRectF | None:
    """Where the name of a place is written at this zoom; None if it is not."""
    if place.stamp is None:
        return None
    stamp = sheet.stamps[place.stamp]
    if pen.k < stamp.label.from_px:
        return None
    plate = plate_rect(pen, stamp, centre_of(table, place.cell))
    size = pen.hexes(stamp.label.size) * pen.growth
    line = outline(place.name, stamp.label.role)
    base = plate.center().y() + pen.hexes(stamp.label.below) * pen.growth
    width, height = line.width * size, line.capitals * size
    return QRectF(plate.center().x() - width / 2, base - height, width, height)


def draw_sites(pen: MapPen, sheet: Sheet, table: Map) -> None:
    """Mark where places truly lie, unless their plate lies there."""
    if pen.k < SITES_FROM_PX:
        return
    for place in sheet.places:
        if place.at is None:
            continue
        at = QPointF(*sheet.point(place.at))
        plate = None
        if place.stamp is not None:
            plate = plate_rect(pen, sheet.stamps[place.stamp], centre_of(table, place.cell))
        if pen.sees(QRectF(at, at), pen.hexes(0.1)) and not (plate and plate.contains(at)):
            draw_site(pen, at, pen.hex_px, atoll=place.atoll)


def draw_site(pen: MapPen, at: QPointF, across: float, *, atoll: bool) -> None:
    """Draw one true site, on hexes so many sheet pixels across: a dot with a rim; an atoll has a ring of reef."""
    radius = max(pen.px(1.6), min(pen.px(4.8), 0.02 * across))
    if atoll:
        ring = pen.pen(pen.colour("coast"), 0.55 * radius, round_ends=True, dashes=(0.01, 2.0))
        pen.painter.setBrush(pen.colour("sea0", 0.8))
        pen.painter.setPen(ring)
        pen.painter.drawEllipse(at, 3.1 * radius, 2.5 * radius)
    pen.painter.setPen(Qt.PenStyle.NoPen)
    pen.painter.setBrush(pen.colour("raised" if pen.theme.name == "light" else "paper"))
    pen.painter.drawEllipse(at, 1.55 * radius, 1.55 * radius)
    pen.painter.setBrush(pen.colour("ink"))
    pen.painter.drawEllipse(at, radius, radius)
    pen.painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_places(pen: MapPen, sheet: Sheet, table: Map) -> None:
    """Draw the plates of places and write their names."""
    for place in sheet.places:
        if place.stamp is None:
            continue
        stamp = sheet.stamps[place.stamp]
        plate = plate_rect(pen, stamp, centre_of(table, place.cell))
        if not pen.sees(plate, pen.hexes(0.5)):
            continue
        if pen.k < DOTS_UNDER_PX and stamp.dot is not None:
            pen.face(stamp.dot, place.values, plate.center(), pen.hexes(stamp.side))
        else:
            pen.face(stamp.face, place.values, plate.center(), plate.width())
        where = label_rect(pen, sheet, table, place)
        if where is not None:
            pen.write(
                place.name,
                QPointF(where.center().x(), where.bottom()),
                pen.hexes(stamp.label.size) * pen.growth,
                role=stamp.label.role,
                colour=pen.colour("ink"),
                align="centre",
                halo=pen.colour("land0" if pen.theme.name == "light" else "paper", 0.85),
                halo_width=pen.hexes(0.024) * pen.growth,
            )
