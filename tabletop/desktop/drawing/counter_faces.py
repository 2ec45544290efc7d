"""Drawing of counters from face templates.

Everything is drawn in the template's own frame: the counter's side is 1, x to the right, y down. The elements are
described in `tabletop.module.schema.faces`; `counter_pixmaps` keeps the pictures.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from tabletop.desktop.drawing.aircraft_outlines import HALF, aircraft_drawing
from tabletop.desktop.drawing.fonts import outline
from tabletop.desktop.drawing.symbols import paint_svg, polygons_path, ship_outline
from tabletop.desktop.platform.translation import tr
from tabletop.module.schema.faces import (
    AircraftElement,
    AreaElement,
    BarElement,
    CellsElement,
    CircleElement,
    Corners,
    EchelonElement,
    FaceBook,
    FaceError,
    FaceOutline,
    FaceShade,
    Gable,
    GlyphElement,
    GroupElement,
    HatchElement,
    Hexagon,
    PartElement,
    Rectangle,
    Round,
    RowElement,
    RuleElement,
    SilhouetteElement,
    StripeElement,
    SymbolElement,
    TextElement,
    fill,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tabletop.desktop.drawing.fonts import TextOutline
    from tabletop.desktop.drawing.theme import Theme
    from tabletop.module.schema.faces import Align, Corner, Element, Look, Point, Role, Shape, Style

_ARC = 1 - 0.5523
"""The distance of a Bézier curve's handles from the corner, as a share of its radius, for nearly a quarter of a circle.
"""
_SECOND_STRIPE_GAP = 0.014
_SECOND_STRIPE = 0.022
_MOST_SQUEEZED = 0.84
"""The share of its width to which a long text is narrowed before its size is reduced."""
_MAY_BE_CUT = ("name", "label")
_SMALLEST_SHRINK = 0.55
"""The smallest share of its width to which a text of the roles `_MAY_BE_CUT` is shrunk before it is cut. Other texts
are never cut.
"""
_ENLARGED_WHEN_PLAIN = ("figure", "display", "code")
_SHADOWS = ((QPointF(0.022, 0.045), 0.10), (QPointF(0.012, 0.025), 0.16))
_LIFT = 2.5


def paint_face(
    painter: QPainter,
    book: FaceBook,
    template: str,
    values: Mapping[str, str],
    rect: QRectF,
    *,
    theme: Theme,
    side_px: float | None = None,
) -> None:
    """Draw a counter's face into `rect`, whose shorter side is the side of the counter.

    `side_px` is the side on the screen in logical pixels, by default the side of `rect`; it decides which elements are
    drawn (small, middle or full form). Elements whose values are missing are left out. Raises `FaceError` if the face
    cannot be drawn, for example with an unknown template, style or colour.
    """
    face = book.template(template)
    style = book.style_of(face, values)
    side = min(rect.width(), rect.height())
    pen = _FacePainter(
        painter=painter,
        book=book,
        style=style,
        values={**values, "style.mark": style.mark},
        theme=theme,
        side_px=side if side_px is None else side_px,
        look=theme.counters,
    )
    shape = shape_path(face.shape, style)
    with _in_frame(painter, rect):
        ground = pen.colour(face.face)
        if ground is not None:
            painter.fillPath(shape, ground)
        with _kept(painter):
            painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
            pen.draw(face.elements)
            if face.bevel and pen.look == "normal":
                painter.strokePath(shape.translated(0.012, 0.014), QPen(QColor(255, 255, 255, 115), 0.010))
        edge = pen.colour(face.edge)
        if edge is not None and face.edge_width:
            # Along the inside of the outline, so that it covers the ragged edge of clipped parts.
            width = book.plain.edge_width if pen.look == "plain" else face.edge_width
            line = QPen(edge, width)
            line.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.strokePath(shape_path(face.shape, style, width / 2), line)
        pen.draw(face.around)


def paint_placeholder(painter: QPainter, label: str, rect: QRectF, *, theme: Theme) -> None:
    """Draw a plain square with a name on it, for a piece whose face cannot be drawn."""
    box = QRectF(0, 0, 1, 1)
    with _in_frame(painter, rect):
        painter.setBrush(theme.colour("raised"))
        painter.setPen(QPen(theme.colour("ink3"), 0.02, Qt.PenStyle.DashLine))
        painter.drawRect(box.adjusted(0.01, 0.01, -0.01, -0.01))
        line = _cut_to(0.86 / 0.12, label, partial(outline, role="name"))
        size = min(0.16, 0.86 / line.width) if line.width else 0.16
        place = QTransform(size, 0, 0, size, 0.5 - line.width * size / 2, 0.5 + line.capitals * size / 2)
        painter.fillPath(place.map(line.path), theme.colour("ink"))


def face_path(book: FaceBook, template: str, values: Mapping[str, str], rect: QRectF) -> QPainterPath:
    """Return the outline of a counter in `rect`, for hit tests, rings and shadows. The roof of a gable is above
    `rect`.
    """
    face = book.template(template)
    return _frame(rect).map(shape_path(face.shape, book.style_of(face, values)))


def paint_shadow(
    painter: QPainter,
    book: FaceBook,
    template: str,
    values: Mapping[str, str],
    rect: QRectF,
    *,
    lifted: bool = False,
) -> None:
    """Draw the shadow of a counter in `rect`, if its template has one. That of a lifted counter is further away."""
    face = book.template(template)
    if not face.shadow:
        return
    shape = shape_path(face.shape, book.style_of(face, values))
    with _in_frame(painter, rect):
        for offset, strength in _SHADOWS:
            shade = QColor(0, 0, 0)
            shade.setAlphaF(strength)
            painter.fillPath(shape.translated(offset * (_LIFT if lifted else 1.0)), shade)


@contextmanager
def _kept(painter: QPainter) -> Iterator[None]:
    """Save the painter's state, and restore it at the end of this context, even if drawing fails."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()


@contextmanager
def _in_frame(painter: QPainter, rect: QRectF) -> Iterator[None]:
    """Set the painter to the frame of the counter in `rect` within this context."""
    with _kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(_frame(rect), combine=True)
        yield


def _frame(rect: QRectF) -> QTransform:
    side = min(rect.width(), rect.height())
    middle = rect.center()
    return QTransform(side, 0, 0, side, middle.x() - side / 2, middle.y() - side / 2)


# --- shapes ------------------------------------------------------------------------------------------------------


def shape_path(shape: Shape, style: Style, inset: float = 0.0) -> QPainterPath:
    """Return the outline of a shape in the counter's frame, or the line inside it at the distance `inset`."""
    match shape:
        case Rectangle():
            return _plate(QRectF(*shape.box), shape.corners or style.corners, inset)
        case Gable():
            return _plate(QRectF(0, 0, 1, 1), shape.corners or style.corners, inset, shape)
        case Hexagon():
            high = 0.75**0.5 / 2
            left = ((0.25, 0.5 + high), (0.0, 0.5), (0.25, 0.5 - high))
            return _shrunk(polygons_path((left + tuple((1 - x, 1 - y) for x, y in left),)), inset)
        case Round():
            path = QPainterPath()
            path.addEllipse(QPointF(0.5, 0.5), shape.radius - inset, shape.radius - inset)
            return path
        case FaceOutline():
            return _shrunk(polygons_path(shape.polygons), inset)
        case _:
            assert_never(shape)


def _shrunk(path: QPainterPath, inset: float) -> QPainterPath:
    box = path.boundingRect()
    middle = box.center()
    inward = QTransform.fromTranslate(middle.x(), middle.y())
    inward.scale(1 - 2 * inset / box.width(), 1 - 2 * inset / box.height())
    inward.translate(-middle.x(), -middle.y())
    return inward.map(path)


def _plate(box: QRectF, corners: Corners, inset: float, roof: Gable | None = None) -> QPainterPath:
    """Return the outline of a rectangle with round or cut corners. A roof replaces its upper side."""
    box = box.adjusted(inset, inset, -inset, -inset)
    path = QPainterPath()
    path.moveTo(box.right(), box.center().y())
    _turn(path, box.bottomRight(), QPointF(0, -1), QPointF(-1, 0), _corner(corners, "bottom_right", inset))
    _turn(path, box.bottomLeft(), QPointF(1, 0), QPointF(0, -1), _corner(corners, "bottom_left", inset))
    if roof is None:
        _turn(path, box.topLeft(), QPointF(0, 1), QPointF(1, 0), _corner(corners, "top_left", inset))
        _turn(path, box.topRight(), QPointF(-1, 0), QPointF(0, 1), _corner(corners, "top_right", inset))
    else:
        slope = roof.roof / (0.5 + roof.eaves)
        low = -inset
        top = -roof.roof + inset * (1 + slope**2) ** 0.5
        reach = (low - top) / slope
        for x, y in ((box.left(), low), (0.5 - reach, low), (0.5, top), (0.5 + reach, low), (box.right(), low)):
            path.lineTo(x, y)
    path.closeSubpath()
    return path


def _corner(corners: Corners, name: Corner, inset: float) -> tuple[float, bool]:
    """Return the distance from the corner at which the outline leaves the side, and true if the corner is cut off,
    false if it is round.
    """
    cut = corners.cut.get(name, 0.0)
    if cut:
        return max(cut - inset * (2 - 2**0.5), 0.0), True
    return max(corners.radius - inset, 0.0), False


def _turn(path: QPainterPath, at: QPointF, back: QPointF, on: QPointF, how: tuple[float, bool]) -> None:
    length, straight = how
    path.lineTo(at + back * length)
    if straight or not length:
        path.lineTo(at + on * length)
    else:
        path.cubicTo(at + back * length * _ARC, at + on * length * _ARC, at + on * length)


# --- elements ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _FacePainter:
    """The drawing of one face, with everything that its elements need. The painter is in the counter's frame."""

    painter: QPainter
    book: FaceBook
    style: Style
    values: Mapping[str, str]
    theme: Theme
    side_px: float
    look: Look

    def colour(self, name: str, opacity: float = 1.0) -> QColor | None:
        """Return a colour by the name a template uses; None if it depends on a missing value."""
        wanted = fill(name, self.values)
        if not wanted:
            return None
        found = QColor(self._looked_up(wanted))
        found.setAlphaF(opacity)
        return found

    def _looked_up(self, name: str) -> str:
        if name.startswith("#"):
            return name
        if name.startswith("theme."):
            return self.theme.colour(name.removeprefix("theme.")).name()
        own = self._plain_colours() if self.look == "plain" else self._style_colours()
        if name in own:
            return own[name]
        match self.book.palette.get(name):
            case FaceShade() as shade:
                return shade.shown(dark=self.theme.name == "dark", plain=self.look == "plain")
            case str() as colour:
                return colour
            case None:
                raise FaceError(tr("There is no colour '{name}' in the palette of the faces.", name=name))

    def _style_colours(self) -> dict[str, str]:
        style = self.style
        return {
            "face": style.face,
            "edge": style.edge,
            "stripe": style.stripe,
            "mark": "#FFFFFF",
            "disc": style.disc,
            "ink": self.book.ink,
        }

    def _plain_colours(self) -> dict[str, str]:
        plain = self.book.plain
        return {
            "face": plain.face,
            "edge": plain.edge,
            "stripe": self.style.plain_stripe,
            "mark": "#FFFFFF",
            "disc": plain.ink,
            "ink": plain.ink,
        }

    def draw(self, elements: Iterable[Element]) -> None:
        """Draw the elements whose conditions hold, in order."""
        for element in elements:
            if element.when is None or element.when.holds(self.values, self.side_px, self.look):
                self._draw_one(element)

    def _draw_one(self, element: Element) -> None:  # noqa: PLR0912 - one line for each sort of element
        match element:
            case TextElement():
                self._text(element)
            case GlyphElement():
                self._glyph(element)
            case RowElement():
                self._row(element)
            case SymbolElement():
                self._symbol(element)
            case EchelonElement():
                self._echelon(element)
            case SilhouetteElement():
                self._silhouette(element)
            case AircraftElement():
                self._aircraft(element)
            case CellsElement():
                self._cells(element)
            case CircleElement():
                self._circle(element)
            case BarElement():
                self._fill_box(QRectF(*element.box), self.colour(element.colour, element.opacity))
            case RuleElement():
                self._line(element.start, element.end, element.width, self.colour(element.colour, element.opacity))
            case AreaElement():
                self._area(element)
            case StripeElement():
                self._stripe(element)
            case HatchElement():
                self._hatch(element)
            case PartElement():
                self.draw(self.book.part(element.part))
            case GroupElement():
                self.draw(element.elements)
            case _:
                assert_never(element)

    def _fill_box(self, box: QRectF, colour: QColor | None) -> None:
        if colour is not None:
            self.painter.fillRect(box, colour)

    def _line(self, start: Point, end: Point, width: float, colour: QColor | None) -> None:
        if colour is not None:
            self.painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            self.painter.drawLine(QLineF(*start, *end))

    def _text(self, element: TextElement) -> None:
        self._write(
            element.text,
            element.at,
            element.size,
            role=element.role,
            colour=self.colour(element.colour, element.opacity),
            max_width=element.max_width,
            align=element.align,
            spacing=element.spacing,
        )

    def _write(
        self,
        asked: str,
        at: Point,
        size: float,
        *,
        role: Role,
        colour: QColor | None,
        max_width: float,
        align: Align = "centre",
        spacing: float = 0.0,
    ) -> None:
        text = fill(asked, self.values)
        if not text or colour is None:
            return
        plain = self.look == "plain"
        if plain and role in _ENLARGED_WHEN_PLAIN:
            size *= self.book.plain.figures
        set_in = partial(outline, role=role, plain=plain, spacing=spacing)
        line = set_in(text)
        if role in _MAY_BE_CUT:
            line = _cut_to(max_width / (size * _SMALLEST_SHRINK), text, set_in)
        squeeze = min(1.0, max(max_width / (line.width * size), _MOST_SQUEEZED)) if line.width else 1.0
        size = min(size, max_width / (line.width * squeeze)) if line.width else size
        x = at[0] - {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * line.width * size * squeeze
        y = at[1] + line.capitals * size / 2
        self.painter.fillPath(QTransform(size * squeeze, 0, 0, size, x, y).map(line.path), colour)

    def _glyph(self, element: GlyphElement) -> None:
        self._sign(element.glyph, element.at, element.radius, element.colour, element.opacity, element.stretch)

    def _sign(
        self,
        glyph: str,
        at: Point,
        radius: float,
        colour: str,
        opacity: float = 1.0,
        stretch: float = 1.0,
    ) -> None:
        name, ink = fill(glyph, self.values), self.colour(colour)
        if not name or ink is None:
            return
        with _kept(self.painter):
            self.painter.translate(*at)
            self.painter.scale(radius, radius * stretch)
            self.painter.setOpacity(self.painter.opacity() * opacity)
            paint_svg(self.painter, "symbols", name, QRectF(-1, -1, 2, 2), ink.name())

    def _row(self, element: RowElement) -> None:
        count = fill(element.count, self.values)
        if not count:
            return
        if not count.isdecimal():
            raise FaceError(
                tr("A row of signs needs a whole number for {field}, not '{value}'.", field=element.count, value=count)
            )
        middle, y = element.at
        for index in range(int(count)):
            x = middle + (index - (int(count) - 1) / 2) * element.pitch
            self._sign(element.glyph, (x, y), element.radius, element.colour)

    def _symbol(self, element: SymbolElement) -> None:
        name, ink = fill(element.symbol, self.values), self.colour(element.colour)
        if name and ink is not None:
            paint_svg(self.painter, "symbols/app6", name, QRectF(*element.box), ink.name())

    def _echelon(self, element: EchelonElement) -> None:
        signs, ink = fill(element.echelon, self.values), self.colour(element.colour)
        if not signs or ink is None:
            return
        if not set(signs) <= set("XI."):
            raise FaceError(tr("An echelon is written with X, I and full stops, not '{signs}'.", signs=signs))
        size = element.size
        widths = {"X": size, "I": 0.35 * size, ".": 0.5 * size}
        gap = 0.22 * size
        x = element.at[0] - (sum(widths[sign] for sign in signs) + gap * (len(signs) - 1)) / 2
        top, low = element.at[1] - size / 2, element.at[1] + size / 2
        for sign in signs:
            wide = widths[sign]
            if sign == "X":
                self._line((x, top), (x + wide, low), 0.26 * size, ink)
                self._line((x, low), (x + wide, top), 0.26 * size, ink)
            elif sign == "I":
                self._line((x + wide / 2, top), (x + wide / 2, low), 0.26 * size, ink)
            else:
                self.painter.setPen(Qt.PenStyle.NoPen)
                self.painter.setBrush(ink)
                self.painter.drawEllipse(QPointF(x + wide / 2, element.at[1]), wide / 2, wide / 2)
            x += wide + gap

    def _silhouette(self, element: SilhouetteElement) -> None:
        name, ink = fill(element.silhouette, self.values), self.colour(element.colour)
        if not name or ink is None or self.look == "plain":
            return
        ship = ship_outline(self.book, name)
        if ship is not None:
            width = element.right - element.left
            place = QTransform(width, 0, 0, -width * element.heights, element.left, element.waterline)
            self.painter.fillPath(place.map(ship), ink)

    def _aircraft(self, element: AircraftElement) -> None:
        name, ink = fill(element.aircraft, self.values), self.colour(element.colour)
        if not name or ink is None or self.look == "plain":
            return
        room = element.size * 2 * HALF / 100
        left, top = element.at[0] - room / 2, element.at[1] - room / 2
        aircraft_drawing(name, ink.name()).render(self.painter, QRectF(left, top, room, room))

    def _cells(self, element: CellsElement) -> None:
        for index, figure in enumerate(element.figures):
            middle = element.left + element.width * (index + 0.5)
            self._write(
                figure,
                (middle, element.figure_y),
                element.figure_size,
                role=element.role,
                colour=self.colour(element.colour),
                max_width=element.width * 0.94,
            )
            if index < len(element.glyphs):
                self._sign(element.glyphs[index], (middle, element.glyph_y), element.glyph_radius, element.colour, 0.85)
            if element.lines is not None and index:
                x = element.left + element.width * index
                self._line((x, element.lines[0]), (x, element.lines[1]), 0.006, self.colour(element.colour, 0.3))

    def _circle(self, element: CircleElement) -> None:
        ground = None if element.colour is None else self.colour(element.colour, element.opacity)
        line = None if element.line is None else self.colour(element.line)
        self.painter.setBrush(Qt.BrushStyle.NoBrush if ground is None else ground)
        if line is None:
            self.painter.setPen(Qt.PenStyle.NoPen)
        else:
            pen = QPen(line, element.line_width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
            if element.dashes:
                pen.setDashPattern(element.dashes)
            self.painter.setPen(pen)
        self.painter.drawEllipse(QPointF(*element.at), element.radius, element.radius)

    def _area(self, element: AreaElement) -> None:
        path, ground = polygons_path(element.polygons), self.colour(element.colour, element.opacity)
        if ground is not None:
            self.painter.fillPath(path, ground)
        line = None if element.line is None else self.colour(element.line)
        if line is not None:
            pen = QPen(line, element.line_width)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            self.painter.strokePath(path, pen)

    def _stripe(self, element: StripeElement) -> None:
        colour = self.colour("stripe")
        self._fill_box(QRectF(-1, -1, 1 + element.width, 3), colour)
        if self.style.second_stripe:
            left = element.width + _SECOND_STRIPE_GAP
            self._fill_box(QRectF(element.width, -1, _SECOND_STRIPE_GAP, 3), self.colour("mark", 0.85))
            self._fill_box(QRectF(left, -1, _SECOND_STRIPE, 3), colour)

    def _hatch(self, element: HatchElement) -> None:
        colour = self.colour(element.colour, element.opacity)
        if colour is None:
            return
        direction = element.direction or self.style.hatch
        if direction == "level":
            step, lines = element.pitch, int(1 / element.pitch)
            for index in range(1, lines + 1):
                self._line((0, index * step), (1, index * step), element.width, colour)
            return
        step = element.pitch * 2**0.5
        lean = 1.0 if direction == "falling" else -1.0
        for index in range(int(2 / step) + 1):
            x = index * step - (1.0 if lean > 0 else 0.0)
            self._line((x, 0), (x + lean, 1), element.width, colour)


def _cut_to(widest: float, text: str, set_in: Callable[[str], TextOutline]) -> TextOutline:
    """Return the outline of a text, which is cut with an ellipsis if it is wider than `widest`."""
    line = set_in(text)
    while line.width > widest and len(text) > 1:
        text = text[:-1].rstrip(" ,(-")
        line = set_in(f"{text}…")
    return line
