"""The pictures of pieces: what a piece shows, put together once for each look and size, and shared."""

import math
from collections import OrderedDict
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from tabletop.desktop.drawing.pictures import read_picture
from tabletop.desktop.drawing.pixmaps import FacePixmap, FacePixmaps, step_for
from tabletop.desktop.theme import Theme
from tabletop.game.components import Components
from tabletop.game.draft import apply
from tabletop.game.game import Game, ModuleName, empty_game, with_holders
from tabletop.game.holder import Holder
from tabletop.game.kind import Kind
from tabletop.game.kinds import compile_kind
from tabletop.game.looks import Appearance, BorderShown, FaceShown, ImageShown, MaskShown, Shown, TextShown, VeilShown
from tabletop.game.patch import Know, Make
from tabletop.game.reading import Reading
from tabletop.game.showing import appearance_of, viewed

UNSIZED = 60.0
"""The side of a piece whose kind does not say how large it is, in map pixels."""

TRAY_PX = 92.0
"""How wide counters are drawn for the counter tray: twice what it shows, for fine screens."""

_NOWHERE = Holder("box", -1, 0, 0, "", 0, 0, (), (), ())
_KEPT = 2048
_NAMED_COLOURS = {"ink": "#16202A", "warning": "#E69F00", "supply": "#007A59"}


class ModulePictures:
    """The pictures of one module's pieces in one theme."""

    def __init__(
        self, components: Components, faces: FacePixmaps | None, folder: Path, seat: str = "", device_ratio: float = 1.0
    ) -> None:
        self._components = components
        self._faces = faces
        self._folder = folder
        self._ratio = device_ratio
        self._made: OrderedDict[object, FacePixmap] = OrderedDict()
        self._exact: OrderedDict[object, FacePixmap] = OrderedDict()
        self._images: dict[str, QPixmap] = {}
        self._seat = seat
        self._view: Game | None = None
        self._reading: Reading | None = None

    def set_theme(self, theme: Theme) -> None:
        """Make pictures in another theme from now on."""
        self._made.clear()
        self._exact.clear()
        if self._faces is not None:
            self._faces.set_theme(theme)

    def sit_as(self, seat: str) -> None:
        """Read the pieces as this seat from now on."""
        self._seat, self._view = seat, None

    def side(self, game: Game, piece: int) -> float:
        """The side of a piece in map pixels: the larger of its width and height."""
        return self.side_of_kind(game.kind_of(piece))

    def side_of_kind(self, kind: Kind) -> float:
        """The side of the pieces of a kind in map pixels."""
        return float(max(kind.width, kind.height)) or UNSIZED

    def picture(self, game: Game, piece: int, scale: float, *, selected: bool = False) -> FacePixmap:
        """The picture of a piece where a map pixel has `scale` pixels of the screen."""
        return self.look(appearance_of(self.reading(game), piece), self.side(game, piece), scale, selected=selected)

    def reading(self, game: Game) -> Reading:
        """What reads the pieces of a view; kept as long as the view is the same."""
        if self._reading is None or self._view is not game:
            self._view, self._reading = game, viewed(game, self._components, self._seat)
        return self._reading

    def look(self, look: Appearance, side: float, scale: float, *, selected: bool = False) -> FacePixmap:
        """The picture of something that looks so and is `side` map pixels wide."""
        across = round(side * scale * self._ratio, 2)
        key = (look, side, across, selected)
        found = self._exact.get(key)
        if found is not None:
            self._exact.move_to_end(key)
            return found
        found = self._exact[key] = _resized(self._stepped(look, side, across, selected=selected), across)
        if len(self._exact) > _KEPT:
            self._exact.popitem(last=False)
        return found

    def _stepped(self, look: Appearance, side: float, across: float, *, selected: bool) -> FacePixmap:
        """The picture at the next larger of a few sizes, which are drawn once each."""
        step = step_for(across)
        key = (look, side, step, selected)
        found = self._made.get(key)
        if found is not None:
            self._made.move_to_end(key)
            return found
        made = self._of_face(look, across, selected=selected) or self._composed(look, side, step, selected)
        self._made[key] = made
        if len(self._made) > _KEPT:
            self._made.popitem(last=False)
        return made

    def of_kind(self, kind: Kind) -> QPixmap:
        """A picture of a new piece of a kind, for the counter tray."""
        tray = with_holders(empty_game((), (), ModuleName("", "", "")), {1: _NOWHERE})
        game, _ = apply(tray, (Know(2, kind), Make(3, 2, 1, 0, compile_kind(kind).slots, ())))
        look = appearance_of(viewed(game, self._components, ""), 3)
        side = self.side_of_kind(kind)
        return self.look(look, side, TRAY_PX / side).pixmap

    def count_badge(self, count: int, across_px: float) -> FacePixmap:
        """The disc that says how many lie in a stack, so wide on the screen."""
        size = max(round(across_px * self._ratio), 6)
        key = ("count", count, size)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = _badge(count, size)
        return found

    # a single face is what most counters are: its picture is shared with every list that shows it

    def _of_face(self, look: Appearance, across: float, *, selected: bool) -> FacePixmap | None:
        if self._faces is None or len(look.shown) != 1 or look.degrees:
            return None
        shown = look.shown[0]
        if not isinstance(shown.what, FaceShown) or shown.dx or shown.dy or shown.degrees:
            return None
        values = dict(shown.what.values)
        return self._faces.picture(
            shown.what.template, values, across / self._ratio, device_ratio=self._ratio, selected=selected
        )

    def _composed(self, look: Appearance, side: float, step: int, selected: bool) -> FacePixmap:
        """Everything that is shown, one over the other, turned by the facing."""
        room = step // 2
        pixmap = QPixmap(QSize(step + 2 * room, step + 2 * room))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(pixmap.width() / 2, pixmap.height() / 2)
        painter.rotate(look.degrees)
        painter.scale(step / side, step / side)
        for shown in look.shown:
            painter.save()
            painter.translate(shown.dx, shown.dy)
            painter.rotate(shown.degrees)
            self._draw(painter, shown, side, step, selected=selected and shown is look.shown[0])
            painter.restore()
        painter.end()
        return FacePixmap(pixmap, float(step), QPointF(-pixmap.width() / 2, -pixmap.height() / 2))

    def _draw(self, painter: QPainter, shown: Shown, side: float, step: int, *, selected: bool) -> None:
        what = shown.what
        area = QRectF(-side / 2, -side / 2, side, side)
        if isinstance(what, FaceShown) and self._faces is not None:
            face = self._faces.picture(what.template, dict(what.values), step, selected=selected)
            painter.scale(side / face.side_px, side / face.side_px)
            painter.drawPixmap(face.offset, face.pixmap)
        elif isinstance(what, ImageShown):
            image = self._image(what.path)
            painter.scale(what.percent / 100, what.percent / 100)
            painter.drawPixmap(QPointF(-image.width() / 2, -image.height() / 2), image)
        elif isinstance(what, TextShown):
            _write(painter, what, area)
        elif isinstance(what, BorderShown):
            painter.setPen(QPen(_colour(what.color), what.width))
            painter.drawRect(area)
        elif isinstance(what, MaskShown) and what.picture is not None:
            painter.translate(side * 0.25, -side * 0.25)
            painter.scale(0.5, 0.5)
            self._draw(painter, Shown(what.picture), side, step, selected=False)
        elif isinstance(what, VeilShown):
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
            painter.fillRect(
                area.adjusted(-side, -side, side, side), QColor(0, 0, 0, what.opacity_percent * 255 // 100)
            )

    def _image(self, path: str) -> QPixmap:
        """A picture file of the module; a labelled blank where it cannot be shown."""
        found = self._images.get(path)
        if found is None:
            found = QPixmap.fromImage(read_picture(self._folder / path))
            self._images[path] = found
        return found


def _resized(picture: FacePixmap, across: float) -> FacePixmap:
    """The picture at just this size, so that it is shown without being scaled."""
    ratio = across / picture.side_px
    if abs(ratio - 1.0) < 1e-6 or ratio > 1.0:
        return picture
    width = math.ceil(picture.pixmap.width() * ratio)
    height = math.ceil(picture.pixmap.height() * ratio)
    pixmap = QPixmap(QSize(width, height))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(ratio, ratio)
        painter.drawPixmap(0, 0, picture.pixmap)
    return FacePixmap(pixmap, across, picture.offset * ratio)


def _colour(name: str) -> QColor:
    return QColor(_NAMED_COLOURS.get(name, name))


def _write(painter: QPainter, what: TextShown, area: QRectF) -> None:
    """Text at an edge of the piece, spreading to the side it is justified to."""
    font = QFont(what.look.font or "Inter")
    font.setPixelSize(max(what.look.size, 1))
    font.setBold(what.look.bold)
    font.setItalic(what.look.italic)
    painter.setFont(font)
    x = {"left": area.left(), "centre": 0.0, "right": area.right()}[what.across]
    y = {"top": area.top(), "centre": 0.0, "bottom": area.bottom()}[what.down]
    bounds = painter.fontMetrics().boundingRect(what.text)
    width, height = bounds.width() + 2.0, bounds.height() + 2.0
    left = x - {"left": width, "centre": width / 2, "right": 0.0}[what.justify_across]
    top = y - {"top": height, "centre": height / 2, "bottom": 0.0}[what.justify_down]
    box = QRectF(left, top, width, height)
    if what.look.background:
        painter.fillRect(box, _colour(what.look.background))
    painter.setPen(_colour(what.look.color))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, what.text)


def _badge(count: int, size: int) -> FacePixmap:
    pixmap = QPixmap(QSize(size, size))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#FFFFFF"), size * 0.06))
    painter.setBrush(QColor("#16202A"))
    edge = size * 0.05
    painter.drawEllipse(QRectF(edge, edge, size - 2 * edge, size - 2 * edge))
    font = QFont("Inter")
    font.setPixelSize(int(size * (0.56 if count < 10 else 0.46)))
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(QRectF(0, 0, size, size), Qt.AlignmentFlag.AlignCenter, str(count))
    painter.end()
    return FacePixmap(pixmap, float(size), QPointF(-size / 2, -size / 2))
