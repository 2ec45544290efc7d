"""The overlays of the rules assistant over a map: areas with an edge and a hatch, lines with beads, labels, crosses.

Each kind has its own shape or hatch, not only a colour. Sizes are multiples of a hex's width; points are map
pixels.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
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
    QTransform,
)
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
)

from tabletop.assistance import AreaKind, Bead, Cross, Overlay, OverlayArea, OverlayLabel, OverlayLine, Point
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.scene.layers.inset_outlines import inset
from tabletop.desktop.scene.layers.overlay_ground import OverlayGround, OverlayPath
from tabletop.desktop.scene.table_scene import TableScene

UNDER: Final = -50.0
"""The height of areas and lines: over the sheet and under the counters."""
OVER: Final = 8e11
"""The height of labels, crosses and previews: over the counters of the five lowest layers."""

_FILLS: Final = (0.07, 0.12, 0.18, 0.24)
"""The opacities of areas of reach, by their strength from 0 to 3. The areas that cost most to reach are the faintest.
"""
_DIMMED: Final = 0.20
_BEND: Final = 0.22
_HATCH: Final = 0.115
"""The distance between the lines of a hatch, as a multiple of a hex's width."""
_EDGE: Final = 0.032
_CASING: Final = 0.058
_CHOSEN_Z: Final = 2e12
_UNDER_PLATE: Final = 0.25
_BESIDE: Final = (0.33, 0.20)
_MOST_WORDS: Final = 4
"""The most crosses that show their words. If there are more, the words are only in tooltips."""
_WORDS_PX: Final = 260


class _AreaLook(NamedTuple):
    """The look of an area: its colour, edge, hatch and filling, and the distance of the edge from the outline."""

    colour: str
    dashes: tuple[float, ...]
    width: float
    rises: bool | None
    fill: float
    inset: float = 0.0


_LOOKS: Final[dict[AreaKind, _AreaLook]] = {
    "reach": _AreaLook("reach", (), _EDGE, None, 0.18),
    "dear": _AreaLook("warn", (4, 2.2), 0.014, True, 0.06, 0.02),
    "threat": _AreaLook("err", (1.4, 1.4), 0.018, False, 0.05, 0.05),
    "supplied": _AreaLook("ok", (), 0.018, None, 0.10),
    "full": _AreaLook("err", (3, 2), 0.014, True, 0.04),
    "choice": _AreaLook("sel", (), 0.028, None, 0.10, 0.02),
    "cutting": _AreaLook("warn", (1.4, 1.4), 0.024, True, 0.10, 0.03),
    "arc": _AreaLook("sel", (3, 1.6), 0.026, None, 0.12, 0.04),
}


class _LineLook(NamedTuple):
    """The look of a line: its colour, its width and its dashes."""

    colour: str
    width: float
    dashes: tuple[float, ...] = ()


_LINES: Final = {
    "path": _LineLook("accent", 0.030),
    "holds": _LineLook("ok", 0.050),
    "cut": _LineLook("err", 0.030, (2.2, 1.4)),
    "opens": _LineLook("accent", 0.036, (1.0, 1.0)),
    "sees": _LineLook("ok", 0.034),
    "hidden": _LineLook("err", 0.022, (2.2, 1.4)),
}
_ZONES: Final = (_AreaLook("JP", (), 0.022, True, 0.06, 0.028), _AreaLook("AL", (5, 1.8), 0.022, False, 0.06, 0.075))
"""The looks of zones by the number of their side: solid edge and rising hatch for the first, dashed edge and falling
hatch for the others.
"""


class OverlayStyle(NamedTuple):
    """The style of the assistant's overlays. `sides` are the ids of sides, and `k` is a hex's width (map pixels)."""

    theme: Theme
    sides: tuple[str, ...]
    k: float

    def look(self, kind: AreaKind, side: str) -> _AreaLook:
        """Return the look of an area of this kind."""
        if kind != "zone":
            return _LOOKS[kind]
        return _ZONES[min(self.sides.index(side), 1) if side in self.sides else 1]

    def colour(self, kind: AreaKind, side: str) -> QColor:
        """Return the colour of an area's edge and hatch."""
        if kind == "zone":
            name = f"zoc{side}"
            return self.theme.colour(name if hasattr(self.theme, name) else "accent")
        return self.theme.colour(_LOOKS[kind].colour)

    def filled(self, kind: AreaKind, side: str, strength: int, scale: float = 1.0) -> QBrush:
        """Return the filling of an area, with the hatch of its kind, at `scale` screen pixels for each map pixel.

        `strength` (0 to 3) sets the opacity of areas of reach.

        The hatch has the same size on the screen at every zoom, since a scaled hatch takes ten times as long to paint.
        """
        look, colour = self.look(kind, side), self.colour(kind, side)
        ground = QColor(colour)
        ground.setAlphaF(_FILLS[max(0, min(strength, 3))] if kind == "reach" else look.fill)
        if look.rises is None:
            return QBrush(ground)
        size = max(7, round(self.k * _HATCH * scale))
        pixmap = QPixmap(size, size)
        pixmap.fill(ground)
        ink = QColor(colour)
        ink.setAlphaF(0.30)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(ink, max(size * 0.07, 1.0)))
            for shift in (-size, 0, size):
                start, end = (size, 0) if look.rises else (0, size)
                painter.drawLine(QPointF(shift, start), QPointF(shift + size, end))
        brush = QBrush(pixmap)
        brush.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
        return brush

    def pen(self, colour: QColor, width: float, dashes: tuple[float, ...] = ()) -> QPen:
        """Return a pen of this width (a multiple of a hex's width)."""
        pen = QPen(colour, self.k * width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if dashes:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(list(dashes))
        return pen

    def swatch(self, kind: AreaKind, side: str, ratio: float) -> QPixmap:
        """Return a small picture of an area of a kind, for a legend."""
        small = self._replace(k=80.0)
        look = self.look(kind, side)
        pixmap = QPixmap(round(34 * ratio), round(18 * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(self.theme.colour("sea2"))
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(small.pen(self.colour(kind, side), max(look.width, 0.022), look.dashes))
            painter.setBrush(small.filled(kind, side, 2))
            painter.drawRect(QRectF(2, 2, 30, 14))
        return pixmap


class OverlayLayer:
    """The overlays of a map, by their ids. An overlay that is shown again replaces the one with the same id."""

    def __init__(
        self,
        scene: TableScene,
        drawing: OverlayStyle,
        bounds: QRectF,
        plate: Callable[[Point], float],
        ratio: float = 1.0,
    ) -> None:
        """Make the layer.

        `plate` returns the distance of counters below the middle of a place with a printed plate. The view paints the
        overlays under the counters (`ground`). `ratio` is the pixel ratio of the screen.
        """
        self._scene = scene
        self._drawing = drawing
        self._theme = drawing.theme
        self._k = drawing.k
        self._bounds = bounds
        self._plate = plate
        self._shown: dict[str, list[QGraphicsItem]] = {}
        self._made: list[QGraphicsItem] = []
        self._cards: dict[str, list[QRectF]] = {}
        self._laid: list[OverlayPath] = []
        self.ground = OverlayGround(scene.update, ratio)
        scene.emptied.connect(self.clear)

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids of the shown overlays."""
        return tuple(self._shown)

    def has_label(self, point: QPointF) -> bool:
        """Return whether a label is at a point of the map."""
        return any(card.contains(point) for cards in self._cards.values() for card in cards)

    def show(self, overlay: Overlay) -> None:
        """Show an overlay instead of an earlier one with the same id."""
        self.hide(overlay.id)
        with self._showing(overlay.id):
            reach = [area for area in overlay.areas if area.kind == "reach"]
            if reach:
                self._dim(reach)
            for area in overlay.areas:
                self._area(area)
            if reach:
                self._edge(reach)
            for line in overlay.lines:
                self._line(line)
            self._cards[overlay.id] = self._labels(overlay.labels)
            for cross in overlay.crosses:
                self._cross(cross)
                if len(overlay.crosses) <= _MOST_WORDS:
                    self._card(cross.at, cross.says, "err")

    def show_path(self, id: str, path: OverlayLine | None, held: OverlayLabel | None, cross: Cross | None) -> None:
        """Show the way of the dragged pieces over the counters, with a label where they are held back, and a cross if
        they are refused.
        """
        self.hide(id)
        with self._showing(id):
            if path:
                self._line(path, over=True)
            if held:
                self._card(held.at, held.text, "accent")
            if cross:
                self._cross(cross)

    def show_choices(
        self,
        id: str,
        places: Iterable[Sequence[Point]],
        pieces: Iterable[QRectF],
        notes: Iterable[OverlayLabel] = (),
        *,
        is_area: bool = False,
    ) -> None:
        """Show the possible choices: places with rings or as one area, pieces with a line round them, and labels."""
        self.hide(id)
        with self._showing(id):
            lit = [OverlayArea("reach" if is_area else "choice", (tuple(ring),)) for ring in places]
            if is_area and lit:
                self._dim(lit)
                self._edge(lit)
            for place in lit:
                self._area(place)
            self._cards[id] = self._labels(notes)
            rings = QPainterPath()
            for area in pieces:
                grow = area.width() * 0.08
                rings.addRoundedRect(area.adjusted(-grow, -grow, grow, grow), grow * 2, grow * 2)
            if not rings.isEmpty():
                pen = self._drawing.pen(self._theme.colour("sel"), _LOOKS["choice"].width)
                self._draw(rings, _CHOSEN_Z, pen)

    def hide(self, id: str) -> None:
        """Remove an overlay."""
        gone = self._shown.pop(id, [])
        self._cards.pop(id, None)
        for item in gone:
            self._scene.removeItem(item)
        self.ground.put(id, ())

    def clear(self) -> None:
        """Remove all overlays."""
        for id in tuple(self._shown):
            self.hide(id)

    @contextmanager
    def _showing(self, id: str) -> Iterator[None]:
        """Assign the items that are drawn in this context to this id."""
        self._made, self._laid = [], []
        yield
        self.ground.put(id, self._laid)
        if self._made or self._laid:
            self._shown[id] = self._made

    def _lay(
        self, path: QPainterPath, z: float, pen: QPen | Qt.PenStyle, brush: Callable[[float], QBrush] | None = None
    ) -> None:
        """Add a path to the overlays on the ground."""
        self._laid.append(OverlayPath(path, z, QPen(pen), brush or _unfilled))

    def _draw(
        self, path: QPainterPath, z: float, pen: QPen | Qt.PenStyle, brush: QBrush | QColor | None = None
    ) -> QGraphicsPathItem:
        """Add an item of Qt's own class to the scene and return it. With a class in Python, each painting would call
        Python.
        """
        item = self._scene.addPath(path, QPen(pen), QBrush(Qt.BrushStyle.NoBrush) if brush is None else QBrush(brush))
        item.setZValue(z)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._made.append(item)
        return item

    # areas

    def _area(self, area: OverlayArea) -> None:
        """Draw the filling of an area, and its edge if it has its own edge."""
        drawing, look = self._drawing, self._drawing.look(area.kind, area.side)
        brush = lru_cache(maxsize=1)(partial(drawing.filled, area.kind, area.side, area.strength))
        self._lay(_path(area.rings), UNDER, Qt.PenStyle.NoPen, brush)
        if area.kind != "reach":
            pen = drawing.pen(drawing.colour(area.kind, area.side), look.width, look.dashes)
            self._lay(_path(inset(area.rings, look.inset * self._k)), UNDER, pen)

    def _edge(self, reach: Iterable[OverlayArea]) -> None:
        """Draw the outline of the whole reach with a casing. Edges between bands of cost are not drawn."""
        path = QPainterPath()
        for area in reach:
            path = path.united(_path(area.rings))
        for colour, width in (("raised", _CASING), ("reach", _EDGE)):
            self._lay(path, UNDER, self._drawing.pen(self._theme.colour(colour), width))

    def _dim(self, reach: Iterable[OverlayArea]) -> None:
        path = QPainterPath()
        path.addRect(self._bounds)
        for area in reach:
            path.addPath(_path(area.rings))
        path.setFillRule(Qt.FillRule.OddEvenFill)
        shade = QColor("#000000")
        shade.setAlphaF(_DIMMED)
        self._lay(path, UNDER - 1, Qt.PenStyle.NoPen, lambda _scale: QBrush(shade))

    # lines

    def _line(self, line: OverlayLine, *, over: bool = False) -> None:
        look = _LINES[line.kind]
        colour = self._theme.colour(look.colour)
        path = _bent([self._standing(point) for point in line.points], self._k * _BEND)
        draw, z = (self._draw, OVER) if over else (self._lay, UNDER + 1)
        if not look.dashes:
            draw(path, z, self._drawing.pen(self._theme.colour("raised"), look.width * 1.9))
        draw(path, z, self._drawing.pen(colour, look.width, look.dashes))
        self._beads(line.beads, colour)

    def _beads(self, beads: Iterable[Bead], colour: QColor) -> None:
        """Draw discs on a line: filled ones with a tick for bases, and hollow ones for steps, with numbers if they have
        any.
        """
        bases, steps, ticks, words = (_together() for _ in range(4))
        for bead in beads:
            radius = self._k * (0.055 if bead.is_base or bead.text else 0.035)
            x, y = self._standing(bead.at)
            (bases if bead.is_base else steps).addEllipse(QPointF(x, y), radius, radius)
            if bead.is_base:
                ticks.moveTo(x - radius * 0.45, y)
                ticks.lineTo(x - radius * 0.1, y + radius * 0.4)
                ticks.lineTo(x + radius * 0.5, y - radius * 0.4)
            elif bead.text:
                words.addPath(_words(bead.text, QPointF(x, y), self._k * 0.07))
        raised, pen = self._theme.colour("raised"), QPen(colour, self._k * 0.012)
        for path, edge, ground in (
            (bases, pen, colour),
            (steps, pen, raised),
            (ticks, QPen(raised, self._k * 0.014), None),
            (words, QPen(Qt.PenStyle.NoPen), self._theme.colour("ink")),
        ):
            if not path.isEmpty():
                self._draw(path, OVER, edge, ground)

    def _standing(self, at: Point) -> Point:
        """Return the position of the counters at a place. Lines go through the counters, not through the
        printed place.
        """
        return at[0], round(at[1] + self._plate(at))

    # labels and crosses

    def _free_at(self, at: Point) -> tuple[float, float]:
        """Return a position for a label that hides neither a plate nor counters: in the middle, under a plate, or
        beside a stack.
        """
        x, y = self._standing(at)
        if self._scene.pieces_at(QPointF(x, y)):
            return x + _BESIDE[0] * self._k, y - _BESIDE[1] * self._k
        return x, at[1] + (_UNDER_PLATE * self._k if self._plate(at) else 0.0)

    def _labels(self, labels: Iterable[OverlayLabel]) -> list[QRectF]:
        """Draw each label as separate items, so that only small areas are repainted; return the areas of the labels."""
        return [self._labelled(label) for label in labels]

    def _labelled(self, label: OverlayLabel) -> QRectF:
        x, y = self._free_at(label.at)
        height = self._k * 0.17
        said = f"{label.text} {label.note}".strip()
        words = _words(said, QPointF(x, y), self._k * 0.095)
        width = max(self._k * 0.20, words.boundingRect().width() + self._k * 0.08)
        area = QRectF(x - width / 2, y - height / 2, width, height)
        card = QPainterPath()
        card.addRoundedRect(area, height * 0.3, height * 0.3)
        edge, thick = ("warn", 0.012) if label.note else ("line2", 0.006)
        self._draw(card, OVER, QPen(self._theme.colour(edge), self._k * thick), self._theme.colour("raised"))
        self._draw(words, OVER, Qt.PenStyle.NoPen, self._theme.colour("ink"))
        return area

    def _cross(self, cross: Cross) -> None:
        radius = self._k * 0.075
        x, y = self._standing(cross.at)
        turns = (math.pi / 8 + math.pi / 4 * corner for corner in range(8))
        path = QPainterPath()
        path.addPolygon(QPolygonF([QPointF(x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns]))
        path.closeSubpath()
        raised = QPen(self._theme.colour("raised"), self._k * 0.010)
        self._draw(path, OVER, raised, self._theme.colour("err")).setToolTip(cross.says)
        strokes = QPainterPath()
        arm = radius * 0.45
        for dx in (arm, -arm):
            strokes.moveTo(x - dx, y - arm)
            strokes.lineTo(x + dx, y + arm)
        self._draw(strokes, OVER, QPen(QColor("#FFFFFF"), self._k * 0.020))

    def _card(self, at: Point, says: str, edge: str) -> None:
        """Draw words on a card beside the counters at a point. The card has the same size at every zoom."""
        item = self._scene.addPixmap(_words_card(says, self._theme, edge))
        item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        x, y = self._standing(at)
        item.setPos(x + self._k * 0.10, y)
        item.setZValue(OVER)
        self._made.append(item)


def _unfilled(_scale: float) -> QBrush:
    return QBrush(Qt.BrushStyle.NoBrush)


def _words_card(says: str, theme: Theme, edge: str) -> QPixmap:
    """Return a sentence on a card whose edge has a colour of the theme."""
    font = QFont("Inter")
    font.setPixelSize(12)
    flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)
    box = QFontMetricsF(font).boundingRect(QRectF(0, 0, _WORDS_PX, 400), flags, says)
    pixmap = QPixmap(round(box.width()) + 20, round(box.height()) + 14)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour(edge))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(QRectF(pixmap.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setPen(theme.colour("ink"))
        painter.setFont(font)
        painter.drawText(QRectF(10, 7, box.width() + 2, box.height() + 2), flags, says)
    return pixmap


def _together() -> QPainterPath:
    """Return an empty path for many shapes that may overlap."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _font(size: float) -> QFont:
    font = QFont("Inter")
    font.setPixelSize(max(1, round(size)))
    font.setWeight(QFont.Weight.DemiBold)
    return font


def _words(text: str, middle: QPointF, size: float) -> QPainterPath:
    """Return a short text as an outline, centred on a point."""
    path = _together()
    path.addText(0, 0, _font(size), text)
    box = path.boundingRect()
    path.translate(middle.x() - box.center().x(), middle.y() - box.center().y())
    return path


def _path(rings: Iterable[Sequence[tuple[float, float]]]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in rings:
        path.addPolygon(QPolygonF([QPointF(*point) for point in ring]))
        path.closeSubpath()
    return path


def _bent(points: Sequence[Point], radius: float) -> QPainterPath:
    """Return a path from the first of these points to the last one, which rounds the corners at the others."""
    path = QPainterPath(QPointF(*points[0]))
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        path.lineTo(_towards(at, before, radius))
        path.quadTo(QPointF(*at), _towards(at, after, radius))
    path.lineTo(QPointF(*points[-1]))
    return path


def _towards(start: Point, end: Point, most: float) -> QPointF:
    """Return the point at this distance from the start towards the end, but at most halfway."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1.0)
    part = min(most, length / 2) / length
    return QPointF(start[0] + dx * part, start[1] + dy * part)
