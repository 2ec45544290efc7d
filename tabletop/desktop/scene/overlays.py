"""What the rules assistant shows over a map: areas with an edge and a hatch, lines with beads, labels, crosses.

Each kind is told by shape and hatch before colour. Sizes are parts of a hex across (`hex_px`), points map pixels.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QGraphicsItem, QGraphicsItemGroup, QGraphicsPathItem, QGraphicsScene

from tabletop.assisting import Area, Bead, Cross, Label, Line, Overlay, Point
from tabletop.desktop.theme import Theme

UNDER: Final = -50.0
"""Areas and lines lie over the sheet and under the counters."""
OVER: Final = 5e8
"""Labels, crosses and previews lie over the counters."""

_FILLS: Final = (0.07, 0.12, 0.18, 0.24)
"""How full reach is filled, the dearest first."""
_DIMMED: Final = 0.20
_BEND: Final = 0.22


class _Look(NamedTuple):
    """How an area is drawn: its colour by name, its edge (dashes, width), its hatch (rising or falling), its fill."""

    colour: str
    dashes: tuple[float, ...]
    width: float
    rises: bool | None
    fill: float


_LOOKS: Final[dict[str, _Look]] = {
    "reach": _Look("reach", (), 0.014, None, 0.0),
    "dear": _Look("warn", (4, 2.2), 0.014, True, 0.06),
    "threat": _Look("err", (1.4, 1.4), 0.018, False, 0.05),
    "supplied": _Look("ok", (), 0.018, None, 0.10),
    "full": _Look("err", (3, 2), 0.014, True, 0.04),
    "choice": _Look("sel", (), 0.022, None, 0.10),
}
_ZONES: Final = (_Look("JP", (), 0.022, True, 0.06), _Look("AL", (5, 1.8), 0.022, False, 0.06))
"""Zones by the number of their side: the first solid and rising, the others dashed and falling."""


class OverlayLayer:
    """The overlays of one map. Each is known by its id; showing it again replaces it."""

    def __init__(
        self, scene: QGraphicsScene, theme: Theme, hex_px: float, sides: Sequence[str], bounds: QRectF
    ) -> None:
        self._scene = scene
        self._theme = theme
        self._k = hex_px
        self._sides = tuple(sides)
        self._bounds = bounds
        self._shown: dict[str, list[QGraphicsItem]] = {}

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids of what is shown."""
        return tuple(self._shown)

    def show(self, overlay: Overlay) -> None:
        """Show an overlay."""
        self.hide(overlay.id)
        items: list[QGraphicsItem] = []
        if any(area.kind == "reach" for area in overlay.areas):
            items.append(self._dimmed(overlay.areas))
        items += [self._area(area) for area in overlay.areas]
        items += [self._edge(overlay.areas)] if any(area.kind == "reach" for area in overlay.areas) else []
        for line in overlay.lines:
            items += self._line(line)
        items += [self._label(label) for label in overlay.labels]
        items += [self._cross(cross) for cross in overlay.crosses]
        self._add(overlay.id, items)

    def show_path(self, id: str, path: Line | None, cross: Cross | None) -> None:
        """Show where pieces in the hand would go, over everything."""
        self.hide(id)
        items = self._line(path, over=True) if path else []
        if cross:
            items.append(self._cross(cross))
        self._add(id, items)

    def hide(self, id: str) -> None:
        """Take an overlay away."""
        for item in self._shown.pop(id, ()):
            self._scene.removeItem(item)

    def clear(self) -> None:
        """Take all of them away."""
        for id in tuple(self._shown):
            self.hide(id)

    def _add(self, id: str, items: list[QGraphicsItem]) -> None:
        for item in items:
            item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
            self._scene.addItem(item)
        if items:
            self._shown[id] = items

    # areas

    def _area(self, area: Area) -> QGraphicsItem:
        look = self._look(area)
        item = QGraphicsPathItem(_path(area.rings))
        colour = self._colour(area, look)
        fill = _FILLS[max(0, min(area.strength, 3))] if area.kind == "reach" else look.fill
        item.setBrush(self._filled(colour, fill, look.rises))
        item.setPen(Qt.PenStyle.NoPen if area.kind == "reach" else self._pen(colour, look.width, look.dashes))
        item.setZValue(UNDER)
        return item

    def _look(self, area: Area) -> _Look:
        if area.kind != "zone":
            return _LOOKS[area.kind]
        return _ZONES[min(self._sides.index(area.side), 1) if area.side in self._sides else 1]

    def _colour(self, area: Area, look: _Look) -> QColor:
        if area.kind == "zone":
            name = f"zoc{area.side}"
            return self._theme.colour(name if hasattr(self._theme, name) else "accent")
        return self._theme.colour(look.colour)

    def _edge(self, areas: Iterable[Area]) -> QGraphicsItem:
        """The outline of all reach together: bands share their edges, which cancel out."""
        path = QPainterPath()
        for area in areas:
            if area.kind == "reach":
                path = path.united(_path(area.rings))
        item = QGraphicsPathItem(path)
        item.setPen(self._pen(self._theme.colour("reach"), 0.014, ()))
        item.setZValue(UNDER)
        return item

    def _dimmed(self, areas: Iterable[Area]) -> QGraphicsItem:
        path = QPainterPath()
        path.addRect(self._bounds)
        for area in areas:
            if area.kind == "reach":
                path.addPath(_path(area.rings))
        path.setFillRule(Qt.FillRule.OddEvenFill)
        item = QGraphicsPathItem(path)
        item.setPen(Qt.PenStyle.NoPen)
        shade = QColor("#000000")
        shade.setAlphaF(_DIMMED)
        item.setBrush(shade)
        item.setZValue(UNDER - 1)
        return item

    def _filled(self, colour: QColor, fill: float, rises: bool | None) -> QBrush:
        """A light fill, hatched where the kind has a hatch."""
        size = max(8, round(self._k * 0.115))
        pixmap = QPixmap(size, size)
        ground = QColor(colour)
        ground.setAlphaF(fill)
        pixmap.fill(ground)
        if rises is not None:
            ink = QColor(colour)
            ink.setAlphaF(0.30)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(ink, size * 0.07))
            for shift in (-size, 0, size):
                start, end = (size, 0) if rises else (0, size)
                painter.drawLine(QPointF(shift, start), QPointF(shift + size, end))
            painter.end()
        return QBrush(pixmap)

    def _pen(self, colour: QColor, width: float, dashes: tuple[float, ...]) -> QPen:
        pen = QPen(colour, self._k * width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if dashes:
            pen.setDashPattern(list(dashes))
        return pen

    # lines

    def _line(self, line: Line, *, over: bool = False) -> list[QGraphicsItem]:
        colour = self._theme.colour({"path": "accent", "holds": "ok", "cut": "err"}[line.kind])
        path = _bent(line.points, self._k * _BEND)
        width = 0.030 if line.kind == "path" else 0.022
        z = OVER if over else UNDER + 1
        items: list[QGraphicsItem] = []
        if line.kind != "cut":
            casing = QGraphicsPathItem(path)
            casing.setPen(self._pen(self._theme.colour("raised"), width * 1.9, ()))
            casing.setZValue(z)
            items.append(casing)
        stroke = QGraphicsPathItem(path)
        stroke.setPen(self._pen(colour, width, (2.2, 1.4) if line.kind == "cut" else ()))
        stroke.setZValue(z)
        items.append(stroke)
        return [*items, *(self._bead(bead, colour) for bead in line.beads)]

    def _bead(self, bead: Bead, colour: QColor) -> QGraphicsItem:
        radius = self._k * (0.055 if bead.is_base or bead.text else 0.035)
        group = _group()
        disc = QPainterPath()
        disc.addEllipse(QPointF(*bead.at), radius, radius)
        ground = QGraphicsPathItem(disc, group)
        ground.setBrush(colour if bead.is_base else self._theme.colour("raised"))
        ground.setPen(QPen(colour, self._k * 0.012))
        ink = self._theme.colour("raised") if bead.is_base else self._theme.colour("ink")
        if bead.is_base:
            tick = QPainterPath(QPointF(bead.at[0] - radius * 0.45, bead.at[1]))
            tick.lineTo(bead.at[0] - radius * 0.1, bead.at[1] + radius * 0.4)
            tick.lineTo(bead.at[0] + radius * 0.5, bead.at[1] - radius * 0.4)
            mark = QGraphicsPathItem(tick, group)
            mark.setPen(QPen(ink, self._k * 0.014))
        elif bead.text:
            _words(group, bead.text, QPointF(*bead.at), self._k * 0.07, ink)
        return group

    # labels and crosses

    def _label(self, label: Label) -> QGraphicsItem:
        group = _group()
        height = self._k * 0.17
        x, y = label.at[0], label.at[1] + self._k * 0.25
        words = f"{label.text} {label.note}".strip()
        width = max(self._k * 0.20, _width(words, self._k * 0.095) + self._k * 0.08)
        card = QPainterPath()
        card.addRoundedRect(QRectF(x - width / 2, y - height / 2, width, height), height * 0.3, height * 0.3)
        ground = QGraphicsPathItem(card, group)
        ground.setBrush(self._theme.colour("raised"))
        edge = self._theme.colour("warn") if label.note else self._theme.colour("line2")
        ground.setPen(QPen(edge, self._k * (0.012 if label.note else 0.006)))
        _words(group, words, QPointF(x, y), self._k * 0.095, self._theme.colour("ink"))
        return group

    def _cross(self, cross: Cross) -> QGraphicsItem:
        group = _group()
        radius = self._k * 0.075
        x, y = cross.at
        corner = radius * 0.4142
        octagon = QPolygonF(
            [
                QPointF(x + dx, y + dy)
                for dx, dy in (
                    (-corner, -radius),
                    (corner, -radius),
                    (radius, -corner),
                    (radius, corner),
                    (corner, radius),
                    (-corner, radius),
                    (-radius, corner),
                    (-radius, -corner),
                )
            ]
        )
        path = QPainterPath()
        path.addPolygon(octagon)
        path.closeSubpath()
        ground = QGraphicsPathItem(path, group)
        ground.setBrush(self._theme.colour("err"))
        ground.setPen(QPen(self._theme.colour("raised"), self._k * 0.010))
        strokes = QPainterPath()
        arm = radius * 0.45
        for dx in (arm, -arm):
            strokes.moveTo(x - dx, y - arm)
            strokes.lineTo(x + dx, y + arm)
        mark = QGraphicsPathItem(strokes, group)
        mark.setPen(QPen(QColor("#FFFFFF"), self._k * 0.020))
        group.setToolTip(cross.says)
        return group


def _group() -> QGraphicsItemGroup:
    group = QGraphicsItemGroup()
    group.setZValue(OVER)
    return group


def _font(size: float) -> QFont:
    font = QFont("Inter")
    font.setPixelSize(max(1, round(size)))
    font.setWeight(QFont.Weight.DemiBold)
    return font


def _width(text: str, size: float) -> float:
    return QFontMetricsF(_font(size)).horizontalAdvance(text)


def _words(group: QGraphicsItemGroup, text: str, middle: QPointF, size: float, colour: QColor) -> None:
    """A short text as an outline, in the middle of a point."""
    path = QPainterPath()
    path.addText(0, 0, _font(size), text)
    box = path.boundingRect()
    path.translate(middle.x() - box.center().x(), middle.y() - box.center().y())
    item = QGraphicsPathItem(path, group)
    item.setBrush(colour)
    item.setPen(Qt.PenStyle.NoPen)


def _path(rings: Iterable[Sequence[Point]]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in rings:
        path.addPolygon(QPolygonF([QPointF(*point) for point in ring]))
        path.closeSubpath()
    return path


def _bent(points: Sequence[Point], radius: float) -> QPainterPath:
    """A way through points with its corners rounded."""
    path = QPainterPath(QPointF(*points[0]))
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        path.lineTo(_towards(at, before, radius))
        path.quadTo(QPointF(*at), _towards(at, after, radius))
    path.lineTo(QPointF(*points[-1]))
    return path


def _towards(start: Point, end: Point, most: float) -> QPointF:
    """A point so far from one towards another, at most half the way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1.0)
    part = min(most, length / 2) / length
    return QPointF(start[0] + dx * part, start[1] + dy * part)
