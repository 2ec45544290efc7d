"""Drawing of the print on hexes: links and hexsides, entry hexes, the plates of places, their names and true sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

from tabletop.desktop.drawing.fonts import outline
from tabletop.module.schema.map.map_sheet_records import LabelRecord

if TYPE_CHECKING:
    from PySide6.QtGui import QPolygonF

    from tabletop.desktop.drawing.sheet.map_layout import PrintedPlace, SheetLayout
    from tabletop.desktop.drawing.sheet.map_pen import MapPen
    from tabletop.module.schema.map.map_sheet_records import Stamp
    from tabletop.module.schema.map.measures import Ink

DOTS_UNDER_PX: Final = 40.0
LINKS_FROM_PX: Final = 40.0
SITES_FROM_PX: Final = 60.0
SMALLEST_LABEL_PX: Final = 9.0
REACH: Final = 0.75
"""The greatest distance of a place's print from the centre of its hex, in hexes."""
NAME_ALONE: Final = LabelRecord.model_construct(size=0.12, below=0.4)
"""The style of the name of a place without a face. It is at the bottom of its hex, where pieces do not cover it."""


# --- lines ---------------------------------------------------------------------------------------------


def draw_links(pen: MapPen, layout: SheetLayout) -> None:
    """Draw links, special hexsides, and the lines that divide cells, unless hexes are too small on the screen."""
    if pen.k < LINKS_FROM_PX:
        return
    for line in layout.lines:
        if line.bounds.intersects(pen.exposed):
            pen.stroke(line.path, line.stroke)


def draw_entries(pen: MapPen, layout: SheetLayout) -> None:
    """Draw the hexes through which pieces enter the map."""
    for polygon, ink in layout.entries:
        draw_entry_hex(pen, polygon, ink)


def draw_entry_hex(pen: MapPen, polygon: QPolygonF, ink: Ink) -> None:
    """Draw a cell as an entry hex: a little smaller, with a dashed edge and a faint filling."""
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
    """Return the area of a place's face at this zoom."""
    rise = stamp.y + (stamp.y_close - stamp.y) * pen.closeness
    side = pen.hexes(stamp.side) * pen.growth
    middle = centre + QPointF(0, pen.hexes(rise))
    return QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)


def label_of(printed: PrintedPlace) -> LabelRecord:
    """Return the type style of a place's name."""
    return NAME_ALONE if printed.stamp is None else printed.stamp.label


def label_size(pen: MapPen, label: LabelRecord) -> float:
    """Return the size of a place's name, in sheet pixels: never too small to be read."""
    return max(pen.hexes(label.size) * pen.growth, pen.px(SMALLEST_LABEL_PX))


def label_rect(pen: MapPen, printed: PrintedPlace) -> QRectF | None:
    """Return the area of a place's name at this zoom; None if the name is not drawn."""
    label = label_of(printed)
    if pen.k < label.from_px:
        return None
    size = label_size(pen, label)
    line = outline(printed.place.name, label.role)
    base = printed.centre.y() + pen.hexes(label.below)
    if printed.stamp is not None:
        plate = plate_rect(pen, printed.stamp, printed.centre)
        base = plate.center().y() + max(pen.hexes(label.below) * pen.growth, 0.6 * plate.height() + 0.8 * size)
    width, height = line.width * size, line.capitals * size
    return QRectF(printed.centre.x() - width / 2, base - height, width, height)


def draw_sites(pen: MapPen, layout: SheetLayout) -> None:
    """Mark the true positions of places that their own plates, stars and names do not cover, unless hexes are too small
    on the screen.
    """
    if pen.k < SITES_FROM_PX:
        return
    near = pen.around(0.15)
    for printed in layout.places:
        site = printed.site
        if site is None or not near.contains(site):
            continue
        if not _covered(pen, printed, site):
            draw_site(pen, site, pen.hex_px, atoll=printed.place.atoll)


def _covered(pen: MapPen, printed: PrintedPlace, site: QPointF) -> bool:
    label = label_rect(pen, printed)
    if label is not None and label.adjusted(-9, -9, 9, 9).contains(site):
        return True
    if printed.stamp is None:
        return False
    plate = plate_rect(pen, printed.stamp, printed.centre)
    return (plate if label is None else plate.adjusted(0, 0, 0, label.top() - plate.bottom())).contains(site)


def draw_site(pen: MapPen, at: QPointF, across: float, *, atoll: bool) -> None:
    """Draw a true site as a dot with a rim; an atoll also has a ring of reef. `across` is the width of hexes in sheet
    pixels.
    """
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


def draw_places(pen: MapPen, layout: SheetLayout) -> None:
    """Draw the plates of places and write their names."""
    near = pen.around(REACH)
    halo = pen.colour("land0" if pen.theme.name == "light" else "paper", 0.85)
    for printed in layout.places:
        if not near.contains(printed.centre):
            continue
        if printed.stamp is not None:
            _draw_face(pen, printed.stamp, printed)
        where = label_rect(pen, printed)
        if where is not None:
            pen.write(
                printed.place.name,
                QPointF(where.center().x(), where.bottom()),
                label_size(pen, label_of(printed)),
                role=label_of(printed).role,
                colour=pen.colour("ink"),
                align="centre",
                halo=halo,
                halo_width=pen.hexes(0.024) * pen.growth,
            )


def _draw_face(pen: MapPen, stamp: Stamp, printed: PrintedPlace) -> None:
    plate = plate_rect(pen, stamp, printed.centre)
    face = stamp.dot if pen.k < DOTS_UNDER_PX and stamp.dot is not None else stamp.face
    pen.face(face, printed.place.values, plate.center(), plate.width())
