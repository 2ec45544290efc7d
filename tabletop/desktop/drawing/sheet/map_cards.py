"""Drawing of the things beside a map's hexes: cards, boxes, tracks, arrows, the legend."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, assert_never

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from tabletop.desktop.drawing.sheet.map_pen import text_width
from tabletop.desktop.drawing.sheet.map_places import draw_entry_hex, draw_site
from tabletop.desktop.drawing.symbols import paint_svg
from tabletop.module.schema.map.map_sheet_records import (
    AtollMark,
    FaceMark,
    HexMark,
    Patch,
    RuleLineRecord,
    ScaleBars,
    SignRecord,
    StrokeMark,
    Words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabletop.desktop.drawing.sheet.map_layout import SheetLayout
    from tabletop.desktop.drawing.sheet.map_pen import MapPen
    from tabletop.module.schema.map.map_sheet_records import (
        BoxRecord,
        CardRecord,
        Mark,
        SheetRecord,
        TrackCell,
        TrackRecord,
    )
    from tabletop.module.schema.map.measures import Ink

_SHADOW: Final = QPointF(6, 9)
_BAND_PX: Final = 15.0
_RADIUS: Final = 18.0
_HEAD_PX: Final = {"card": (38.0, 32.0), "field": (29.0, 25.0)}
"""The text sizes (pixels) of the title and the note of a box or track, by its look."""
LABEL_PX: Final = 30.0
"""The text size (map pixels) of the labels of slots."""
_SLOT_RADIUS: Final = 9.0


def draw_cards(pen: MapPen, sheet: SheetRecord, layout: SheetLayout) -> None:
    """Draw the cards with their marks, then boxes and tracks, then the other marks of the sheet."""
    for card, bounds in layout.cards:
        if not bounds.intersects(pen.exposed):
            continue
        if card.rect is not None:
            _card(pen, card)
        draw_marks(pen, sheet, card.marks)
    for box in sheet.boxes:
        if pen.sees(QRectF(*box.rect), 20):
            _box(pen, box)
    for track in sheet.tracks:
        if pen.sees(QRectF(*track.rect), 20):
            _track(pen, track)
    draw_marks(pen, sheet, sheet.marks)


def _ground(
    pen: MapPen,
    rect: QRectF,
    fill: Ink,
    *,
    opacity: float = 1.0,
    radius: float = _RADIUS,
    edge: Ink = "line2",
    edge_width: float = 3.0,
    shadow: bool = True,
) -> None:
    """Draw the ground of a card, with its edge, and with its shadow if it has one."""
    path = pen.rounded(rect, radius)
    if shadow:
        pen.painter.fillPath(path.translated(_SHADOW).subtracted(path), pen.colour("#000000", 0.10))
    pen.painter.fillPath(path, pen.colour(fill, opacity))
    pen.painter.strokePath(path, pen.pen(pen.colour(edge), edge_width))


def _band(pen: MapPen, rect: QRectF, ink: Ink, radius: float) -> None:
    pen.painter.save()
    pen.painter.setClipPath(pen.rounded(rect, radius), Qt.ClipOperation.IntersectClip)
    pen.painter.fillRect(QRectF(rect.left(), rect.top(), _BAND_PX, rect.height()), pen.colour(ink))
    pen.painter.restore()


def _card(pen: MapPen, card: CardRecord) -> None:
    assert card.rect is not None
    rect = QRectF(*card.rect)
    _ground(
        pen,
        rect,
        card.fill,
        opacity=card.opacity,
        radius=card.radius,
        edge=card.edge,
        edge_width=card.edge_width,
        shadow=card.shadow,
    )
    if card.double:
        inner = rect.adjusted(15, 15, -15, -15)
        pen.painter.strokePath(pen.rounded(inner, card.radius / 3), pen.pen(pen.colour("line2"), 2.0))
    if card.band is not None:
        _band(pen, rect, card.band, card.radius)


def _box(pen: MapPen, box: BoxRecord) -> None:
    rect = QRectF(*box.rect)
    on_map = box.look == "card"
    _place_ground(pen, rect, on_map=on_map)
    if box.colour is not None:
        _band(pen, rect, box.colour, _RADIUS)
    left, base = rect.left() + (39 if on_map else 30), rect.top() + (51 if on_map else 42)
    title, note = _HEAD_PX[box.look]
    pen.write(box.title or box.name, QPointF(left, base), title, role="text", colour=pen.colour("ink"))
    if on_map:
        at, align = QPointF(left, base + 42), "left"
    else:
        at, align = QPointF(rect.right() - 27, base), "right"
    pen.write(box.note, at, note, role="caption", colour=pen.colour("ink2"), align=align)
    if box.sign is not None:
        radius = min(44.0, 0.4 * box.head_px)
        middle = QPointF(rect.right() - 72, rect.top() + 0.54 * box.head_px)
        _pentagon(pen, middle, radius, box.colour or "ink", box.sign)
    if not on_map:
        return
    for slot in box.places():
        inner = QRectF(*slot.rect)
        path = pen.rounded(inner, _SLOT_RADIUS)
        pen.painter.fillPath(path, pen.colour("sunk", 0.75))
        pen.painter.strokePath(path, pen.pen(pen.colour("line"), 3.0))
        for number, line in enumerate(reversed(lines_of_label(slot.label or "", inner.width()))):
            at = QPointF(inner.center().x(), inner.bottom() - 14 - number * LABEL_PX)
            pen.write(line, at, LABEL_PX, role="caption", colour=pen.colour("ink2"), align="centre")


def lines_of_label(label: str, width: float) -> list[str]:
    """Return the label of a slot in one line, or broken at its last space if it is wider than the slot (map pixels)."""
    return label.rsplit(" ", 1) if text_width(label, LABEL_PX, "caption") > width else [label]


def _place_ground(pen: MapPen, rect: QRectF, *, on_map: bool) -> None:
    """Draw the ground of a box or track: a card with a shadow on the map, or a field without one on a coloured card."""
    if on_map:
        _ground(pen, rect, "panel", opacity=0.9)
    else:
        _ground(pen, rect, "raised", shadow=False)


def _pentagon(pen: MapPen, centre: QPointF, radius: float, ink: Ink, sign: str) -> None:
    """Draw a sign on a pentagon, for example the mark of a nation at its home."""
    corners = [centre + QPointF(sin(2 * pi * n / 5), -cos(2 * pi * n / 5)) * radius for n in range(5)]
    path = QPainterPath()
    path.addPolygon(QPolygonF(corners))
    path.closeSubpath()
    pen.painter.fillPath(path, pen.colour(ink))
    half = 0.5 * radius
    box = QRectF(centre.x() - half, centre.y() - half + 2, 2 * half, 2 * half)
    paint_svg(pen.painter, "symbols", sign, box, pen.colour("panel").name())


def _track(pen: MapPen, track: TrackRecord) -> None:
    rect = QRectF(*track.rect)
    on_map = track.look == "card"
    _place_ground(pen, rect, on_map=on_map)
    left, base = track.first_cell[0], rect.top() + (51 if on_map else 42)
    title, note = _HEAD_PX[track.look]
    pen.write(track.title, QPointF(left, base), title, role="text", colour=pen.colour("ink"))
    right = QPointF(rect.right() - 27, base)
    pen.write(track.note, right, note, role="caption", colour=pen.colour("ink2"), align="right")
    cells = track.all_cells()
    for index, cell in enumerate(cells):
        _track_cell(pen, track, index, cell)
    if cells:
        base = QRectF(*track.cell_rect(len(cells) - 1)).bottom()
        for number, caption in enumerate(track.captions, start=1):
            at = QPointF(left, base + number * 1.42 * track.caption_size)
            pen.write(caption, at, track.caption_size, role="caption", colour=pen.colour("ink2"))


def _track_cell(pen: MapPen, track: TrackRecord, index: int, cell: TrackCell) -> None:
    where = QRectF(*track.cell_rect(index))
    path = pen.rounded(where, _SLOT_RADIUS)
    marked = cell.label in track.marked
    shaded = cell.shaded if track.cells else bool(index // track.per_row % 2)
    pen.painter.fillPath(path, pen.colour("sunk" if shaded else "raised"))
    if marked:
        pen.painter.fillPath(path, pen.colour("warn", 0.28))
    pen.painter.strokePath(path, pen.pen(pen.colour("warnink" if marked else "line"), 4.0 if marked else 3.0))
    detailed = bool(cell.corner or cell.foot)
    bold = detailed or marked or (track.bold_every > 0 and index % track.bold_every == 0)
    at, align = QPointF(where.center().x(), where.top() + 42), "centre"
    if detailed:
        at, align = QPointF(where.left() + 11, where.top() + 40), "left"
    if track.sign is not None:
        half = 0.36 * where.height()
        middle = QPointF(where.right() - 0.34 * where.width(), where.center().y())
        sign = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
        paint_svg(pen.painter, "symbols", track.sign, sign, pen.colour("line2").name())
        at = QPointF(where.left() + 0.24 * where.width(), where.center().y() + 12)
    role, ink = ("figure", "ink") if bold else ("caption", "ink2")
    pen.write(cell.label, at, 34 if detailed else 31, role=role, colour=pen.colour(ink), align=align)
    faint = partial(pen.write, size=26, role="caption", colour=pen.colour("ink2"))
    faint(cell.corner, QPointF(where.right() - 10, where.top() + 36), align="right")
    faint(cell.foot, QPointF(where.center().x(), where.bottom() - 12), align="centre")


# --- marks ---------------------------------------------------------------------------------------------


def draw_marks(pen: MapPen, sheet: SheetRecord, marks: Iterable[Mark]) -> None:  # noqa: PLR0912 - one case a mark
    """Draw marks in their order: text, lines, areas, signs, scale bars, and examples of counters, hexes and atolls."""
    for mark in marks:
        match mark:
            case Words():
                pen.write(
                    mark.text,
                    QPointF(*mark.at),
                    mark.size,
                    role=mark.role,
                    colour=pen.colour(mark.colour),
                    align=mark.align,
                    spacing=mark.spacing,
                )
            case RuleLineRecord():
                _rule(pen, mark)
            case Patch():
                path = pen.rounded(QRectF(*mark.rect), mark.radius)
                if mark.fill is not None:
                    pen.painter.fillPath(path, pen.colour(mark.fill, mark.opacity))
                if mark.edge is not None:
                    pen.painter.strokePath(path, pen.pen(pen.colour(mark.edge), mark.edge_width))
            case FaceMark():
                pen.face(mark.face, mark.values, QPointF(*mark.at), mark.side)
            case SignRecord():
                x, y = mark.at
                box = QRectF(x - mark.radius, y - mark.radius, 2 * mark.radius, 2 * mark.radius)
                if pen.sees(box):
                    paint_svg(pen.painter, "symbols", mark.sign, box, pen.colour(mark.colour).name())
            case StrokeMark():
                path = QPainterPath(QPointF(*mark.points[0]))
                for point in mark.points[1:]:
                    path.lineTo(QPointF(*point))
                pen.stroke(path, sheet.strokes[mark.stroke])
            case HexMark():
                _hex(pen, mark)
            case AtollMark():
                draw_site(pen, QPointF(*mark.at), mark.across, atoll=True)
            case ScaleBars():
                _scale(pen, sheet, mark)
            case _:
                assert_never(mark)


def _rule(pen: MapPen, rule: RuleLineRecord) -> None:
    points = [QPointF(*point) for point in rule.points]
    path = QPainterPath(points[0])
    if rule.curved:
        path.cubicTo(*points[1:4])
    else:
        for point in points[1:]:
            path.lineTo(point)
    if not pen.sees(path.boundingRect(), 40):
        return
    tips = []
    if rule.heads != "none":
        tips.append((points[-1], points[-2]))
    if rule.heads == "both":
        tips.append((points[0], points[1]))
    heads = QPainterPath()
    for tip, back in tips:
        heads.addPath(pen.arrow_head(tip, back, 3.6 * rule.width))
    if rule.casing is not None:
        casing = pen.colour(rule.casing, 0.55)
        pen.painter.strokePath(path, pen.pen(casing, rule.casing_width, round_ends=True))
    colour = pen.colour(rule.colour, rule.opacity)
    # a line under the heads would be visible at their points
    shaft = path
    if tips:
        length = path.length()
        inset = min(0.45, 2.2 * rule.width / max(length, 1.0))
        ends = [path.pointAtPercent(t) for t in _between(inset if rule.heads == "both" else 0.0, 1.0 - inset)]
        shaft = QPainterPath(ends[0])
        for point in ends[1:]:
            shaft.lineTo(point)
    pen.painter.strokePath(shaft, pen.pen(colour, rule.width, dashes=rule.dashes))
    pen.painter.fillPath(heads, colour)


def _between(first: float, last: float, steps: int = 48) -> list[float]:
    return [first + (last - first) * step / steps for step in range(steps + 1)]


def _hex(pen: MapPen, mark: HexMark) -> None:
    radius = mark.across / 3**0.5
    corners = [QPointF(mark.at[0] + radius * sin(n * pi / 3), mark.at[1] - radius * cos(n * pi / 3)) for n in range(6)]
    polygon = QPolygonF(corners)
    if mark.look == "entry":
        draw_entry_hex(pen, polygon, mark.colour)
        return
    path = QPainterPath()
    path.addPolygon(polygon)
    path.closeSubpath()
    pen.painter.fillPath(path, pen.colour("sea1"))
    pen.painter.strokePath(path, pen.pen(pen.colour("seatext", 0.6), 4.5))


def _scale(pen: MapPen, sheet: SheetRecord, scale: ScaleBars) -> None:
    if sheet.projection is None:
        return
    x, y = scale.at
    for number, latitude in enumerate(scale.latitudes):
        level = y + number * scale.pitch
        end = x + sheet.projection.pixels_of(scale.kilometres, latitude)
        pen.painter.setPen(pen.pen(pen.colour("ink2"), 4.5))
        pen.painter.drawLines([QLineF(x, level, end, level)])
        pen.painter.drawLines([QLineF(at, level - 12, at, level + 12) for at in (x, end)])
        text = f"{latitude:g}°"
        pen.write(text, QPointF(x - 22, level + 11), 31, role="caption", colour=pen.colour("ink2"), align="right")
