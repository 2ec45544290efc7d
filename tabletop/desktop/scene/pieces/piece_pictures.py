"""The pictures of pieces, made once for each appearance and size, and shared."""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap

from tabletop.desktop.drawing.badges import Badge, badge_pixmap
from tabletop.desktop.drawing.counter_pixmaps import FacePixmap, FacePixmaps, KeptPixmaps, step_for
from tabletop.desktop.drawing.pictures.module_pictures import picture_in
from tabletop.desktop.drawing.theme import LIGHT, Theme
from tabletop.desktop.scene.pieces.picture_composer import composed, is_of_pictures, without_letters
from tabletop.desktop.scene.pieces.piece_marks import blank_card, outline
from tabletop.desktop.scene.pieces.piece_shapes import shape_of
from tabletop.desktop.scene.pieces.piles import Disc, Flag, MarkedPieces
from tabletop.desktop.scene.pieces.stack_layout import StackSlot
from tabletop.expression import compile_expression
from tabletop.game.appearance.drawn_piece import Appearance, FaceDrawing
from tabletop.game.appearance.piece_display import appearance_of, holds, viewed
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Know, Make
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, ModuleName, empty_game, with_holders
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.module.schema.map.map_view_records import ChosenMark, OutlineRecord

UNSIZED = 60.0
"""The side (map pixels) of a piece whose kind has no size."""

TRAY_PX, FINER = 92.0, 2.0
"""The default width of counters in the tray, and the factor by which they are drawn larger for fine screens."""

SMALLEST_PX, LARGEST_PX = 24.0, 160.0
"""The least and the greatest width of a counter that the tray shows at a scale of its own."""

_NOWHERE = Holder("box", -1, 0, 0, "", 0, 0, (), (), ())
_NEXT_TO_NOTHING = 0.002

_MADE_BYTES = 24 * 2**20
_EXACT_BYTES = 16 * 2**20
_PILES_BYTES = 24 * 2**20
_IMAGES_BYTES = 24 * 2**20
_MOST_SHAPES = 4_096

LIFTED = 0.38
"""The opacity of a dragged piece at its old place."""


class ModulePictures:
    """A cache of the pictures of one module's pieces in one theme, as one seat sees the pieces."""

    def __init__(
        self,
        components: Components,
        faces: FacePixmaps | None,
        folder: Path,
        seat: str = "",
        device_ratio: float = 1.0,
        *,
        letters: bool = True,
    ) -> None:
        """Make the pictures; without `letters` the texts of labels are left out.

        `by_table` are the pieces whose appearance depends on properties of the table (of a zone, a map or a side).
        `by_others` are those whose appearance depends on other pieces. Their appearance can change although the pieces
        do not.
        """
        self._components = components
        self._faces = faces
        self._theme = faces.theme if faces is not None else LIGHT
        self._folder = folder
        self._ratio = device_ratio
        self._letters = letters
        self._made: KeptPixmaps[object] = KeptPixmaps(_MADE_BYTES)
        self._exact: KeptPixmaps[object] = KeptPixmaps(_EXACT_BYTES)
        self._piles: KeptPixmaps[object] = KeptPixmaps(_PILES_BYTES)
        self._images: KeptPixmaps[str] = KeptPixmaps(_IMAGES_BYTES)
        self.by_table: set[int] = set()
        self.by_others: set[int] = set()
        self._seat = seat
        self._view: Game | None = None
        self._reading: PropertyReader | None = None
        self._looks: dict[int, Appearance] = {}
        self._known_looks: dict[Appearance, Appearance] = {}
        self._shapes: dict[tuple[Appearance, float], _PieceOutline] = {}

    def set_theme(self, theme: Theme) -> None:
        """Make pictures in another theme from now on."""
        for kept in (self._made, self._exact, self._piles):
            kept.clear()
        self._theme = theme
        if self._faces is not None:
            self._faces.set_theme(theme)

    def forget(self) -> None:
        """Delete all pictures after the module's files have changed, or after a slow drawing has become ready."""
        for kept in (self._made, self._exact, self._piles, self._images):
            kept.clear()
        self._shapes.clear()

    def sit_as(self, seat: str) -> None:
        """Read the pieces as this seat sees them from now on."""
        self._seat, self._view = seat, None
        self.by_table.clear()
        self.by_others.clear()

    def side(self, game: Game, piece: int) -> float:
        """Return the side of a piece in map pixels: the larger of its width and height."""
        return self.side_of_kind(game.kind_of(piece))

    def size(self, game: Game, piece: int) -> tuple[float, float]:
        """Return the width and height of a piece in map pixels."""
        kind = game.kind_of(piece)
        return float(kind.width) or UNSIZED, float(kind.height) or UNSIZED

    def side_of_kind(self, kind: Kind) -> float:
        """Return the side of the pieces of a kind in map pixels."""
        return float(max(kind.width, kind.height)) or UNSIZED

    def picture(
        self, game: Game, piece: int, scale: float, *, chosen: Collection[int] = (), ringed: bool = False
    ) -> FacePixmap:
        """Return the picture of a piece at `scale` screen pixels for each map pixel, while `chosen` pieces are
        selected.

        With `ringed`, a ring round it marks it as selected.
        """
        look = self._look_of(game, piece)
        if piece in chosen and compile_kind(game.kind_of(piece)).goes_by_choice:
            look = self._chosen_look(game, piece)
        return self.look(look, self.side(game, piece), scale, selected=ringed)

    def _chosen_look(self, game: Game, piece: int) -> Appearance:
        """Return the appearance of a piece while it is selected."""
        look = appearance_of(viewed(game, self._components, self._seat, (piece,)), piece)
        return look if self._letters else replace(look, shown=without_letters(look.shown))

    def shape(self, game: Game, slot: StackSlot) -> QPainterPath:
        """Return the area that a drawn piece covers (map pixels from its middle)."""
        return self._outlined(game, slot).path

    def _outlined(self, game: Game, slot: StackSlot) -> "_PieceOutline":
        if slot.blank:
            width, height = self.size(game, slot.piece)
            card = QPainterPath()
            card.addRect(QRectF(-width / 2, -height / 2, width, height))
            return _PieceOutline.of(card)
        look, side = self._look_of(game, slot.piece), self.side(game, slot.piece)
        found = self._shapes.get((look, side))
        if found is None:
            if len(self._shapes) >= _MOST_SHAPES:
                self._shapes.clear()
            found = self._shapes[look, side] = _PieceOutline.of(shape_of(look.shown, side, self._image))
        return found

    def _look_of(self, game: Game, piece: int) -> Appearance:
        """Return the appearance of a piece, which is computed once for each view. Pieces with the same look
        share it.
        """
        reading = self.reading(game)
        found = self._looks.get(piece)
        if found is None:
            look = self._worked_out(reading, piece)
            if not self._letters:
                look = replace(look, shown=without_letters(look.shown))
            found = self._looks[piece] = self._known_looks.setdefault(look, look)
        return found

    def _worked_out(self, reading: PropertyReader, piece: int) -> Appearance:
        """Return the appearance of a piece, and record whether it depends on the table and on other pieces."""
        table, others = reading.asked_table, reading.asked_others
        look = appearance_of(reading, piece)
        for is_asked, going in (
            (reading.asked_table > table, self.by_table),
            (reading.asked_others > others, self.by_others),
        ):
            (going.add if is_asked else going.discard)(piece)
        return look

    def reading(self, game: Game) -> PropertyReader:
        """Return the reader of the pieces of a view, which is kept while the view stays the same."""
        if self._reading is None or self._view is not game:
            self._view, self._reading = game, viewed(game, self._components, self._seat)
            self._looks.clear()
            self._known_looks.clear()
        return self._reading

    def look(self, look: Appearance, side: float, scale: float, *, selected: bool = False) -> FacePixmap:
        """Return the picture of an appearance that is `side` map pixels wide, at `scale` screen pixels for each map
        pixel.
        """
        across = round(side * scale * self._ratio, 2)
        key = (look, side, across, selected)
        return self._exact.get(key) or self._exact.keep(
            key, _resized(self._stepped(look, side, across, selected=selected), across)
        )

    def _stepped(self, look: Appearance, side: float, across: float, *, selected: bool) -> FacePixmap:
        """Return the picture of an appearance at the next larger of a few sizes, or exactly `across` pixels wide if it
        contains picture files.
        """
        step = across if is_of_pictures(look) else step_for(across)
        key = (look, side, step, selected)
        return self._made.get(key) or self._made.keep(
            key, self._of_face(look, across, selected=selected) or self._composed(look, side, step, selected)
        )

    def of_kind(self, kind: Kind, scale: float | None = None) -> QPixmap:
        """Return a picture of a new piece of a kind for the counter tray. Without a scale (pixels for each map pixel),
        all such pictures have the same width.
        """
        tray = with_holders(empty_game((), (), ModuleName("", "", "")), {1: _NOWHERE})
        game, _ = apply(tray, (Know(2, kind), Make(3, 2, 1, 0, compile_kind(kind).slots, ())))
        look = appearance_of(viewed(game, self._components, ""), 3)
        side = self.side_of_kind(kind)
        if scale is not None:
            return self.look(look, side, min(max(scale, SMALLEST_PX / side), LARGEST_PX / side)).pixmap
        drawn = QPixmap(self.look(look, side, TRAY_PX / side).pixmap)
        drawn.setDevicePixelRatio(FINER * drawn.devicePixelRatio())
        return drawn

    def count_badge(self, count: int, across_px: float) -> FacePixmap:
        """Return the disc with the number of pieces in a stack, this wide on the screen."""
        size = max(round(across_px * self._ratio), 6)
        key = ("count", count, size)
        return self._made.get(key) or self._made.keep(key, _badge(count, size))

    def finding_badge(self, badge: Badge, across_px: float) -> FacePixmap:
        """Return the badge of a finding, this wide on the screen."""
        size = max(round(across_px * self._ratio), 6)
        key = ("finding", badge, size)
        found = self._made.get(key)
        return found or self._made.keep(
            key, FacePixmap(badge_pixmap(badge, size), float(size), QPointF(-size / 2, -size / 2))
        )

    def pile(
        self, game: Game, slots: Sequence[StackSlot], discs: Sequence[Disc | Flag], scale: float, marked: MarkedPieces
    ) -> FacePixmap:
        """Return one picture of pieces that lie on one another, bottom first, with discs and badges.

        It is drawn around the point of the pieces. Its `side_px` is the width of one map pixel.
        """
        per_px = scale * self._ratio
        parts = []
        for slot in slots:
            if slot.blank and slot.piece not in marked.chosen:
                blank = self._blank(game, slots[-1].piece, slot.blank, per_px)
                parts.append(_PicturePart.about(slot.x * per_px, slot.y * per_px, blank))
                continue
            is_chosen = slot.piece in marked.chosen
            ringed = is_chosen and not marked.how.chosen
            picture = self.picture(game, slot.piece, scale, chosen=marked.chosen, ringed=ringed)
            grown = self.side(game, slot.piece) * per_px / picture.side_px
            opacity = LIFTED if slot.piece in marked.lifted else 1.0
            parts.append(_PicturePart.about(slot.x * per_px, slot.y * per_px, picture, grown, opacity))
            if is_chosen:
                parts += self._signs(game, slot, marked.how.chosen, per_px)
        if marked.how.moved is not None:
            moved = [slot for slot in slots if slot.piece in marked.moved]
            parts += self._line_round(game, moved, marked.how.moved, per_px)
        for disc in discs:
            across = disc.across * scale
            badge = (
                self.count_badge(disc.pieces, across)
                if isinstance(disc, Disc)
                else self.finding_badge(disc.badge, across)
            )
            parts.append(_PicturePart.about(disc.x * per_px, disc.y * per_px, badge))
        first = parts[0]
        key = tuple(part.beside(first) for part in parts)
        found = first.plain if len(parts) == 1 and first.plain else self._piles.get(key)
        found = found or self._piles.keep(key, _heaped(parts))
        return FacePixmap(found.pixmap, per_px, found.offset + QPointF(first.left, first.top))

    def _blank(self, game: Game, top: int, colour: str, per_px: float) -> FacePixmap:
        """Return a blank card of this colour, as large as the piece `top` on it."""
        width, height = (round(side * per_px) for side in self.size(game, top))
        key = ("blank", width, height, colour)
        return self._made.get(key) or self._made.keep(key, blank_card(width, height, QColor(colour)))

    # the map's marks on selected pieces and on those moved last

    def _signs(
        self, game: Game, slot: StackSlot, marks: Sequence[ChosenMark], per_px: float
    ) -> Iterator["_PicturePart"]:
        """Yield the marks of a selected piece, placed relative to the point of the pile (device pixels)."""
        reader = self.reading(game).reader(slot.piece) if marks else None
        for mark in marks:
            if reader is None or not holds(compile_expression(mark.where), reader):
                continue
            if not mark.picture:
                yield from self._line_round(game, [slot], mark, per_px)
                continue
            image = self._image(mark.picture)
            x, y = (at * per_px + by * self._ratio for at, by in zip((slot.x, slot.y), mark.at, strict=True))
            middle = QPointF(-image.width() / 2, -image.height() / 2)
            yield _PicturePart.about(x, y, FacePixmap(image, float(image.width()), middle), per_px)

    def _line_round(
        self, game: Game, slots: Sequence[StackSlot], line: OutlineRecord, per_px: float
    ) -> Iterator["_PicturePart"]:
        """Yield a line round pieces, if there are any."""
        if slots and line.width:
            outlined = [self._outlined(game, slot) for slot in slots]
            colour = self._theme.ink_of(line.colour)
            where = tuple((one.corners, slot.x, slot.y) for one, slot in zip(outlined, slots, strict=True))
            key = ("line", where, line, colour.name(), per_px)
            found = self._made.get(key)
            if found is None:
                shapes = [one.path.translated(slot.x, slot.y) for one, slot in zip(outlined, slots, strict=True)]
                found = self._made.keep(key, outline(shapes, line.width, colour, per_px))
            yield _PicturePart.about(0.0, 0.0, found)

    # most counters are a single face: its picture is shared with all lists that show it

    def _of_face(self, look: Appearance, across: float, *, selected: bool) -> FacePixmap | None:
        if self._faces is None or len(look.shown) != 1:
            return None
        shown = look.shown[0]
        if not isinstance(shown.what, FaceDrawing) or shown.dx or shown.dy or shown.degrees:
            return None
        values = dict(shown.what.values)
        return self._faces.picture(
            shown.what.template, values, across / self._ratio, device_ratio=self._ratio, selected=selected
        )

    def _composed(self, look: Appearance, side: float, across: float, selected: bool) -> FacePixmap:
        """Return a whole appearance as one picture, in which the piece is `across` pixels wide."""
        return composed(look, side, across / side, self._image, self._face_shown, selected=selected)

    def _face_shown(self, face: FaceDrawing, across: float, selected: bool) -> FacePixmap | None:
        if self._faces is None:
            return None
        return self._faces.picture(face.template, dict(face.values), math.ceil(across), selected=selected)

    def _image(self, path: str) -> QPixmap:
        """Return a picture file of the module; a labelled blank if it cannot be shown."""
        found = self._images.get(path)
        if found is None:
            read = QPixmap.fromImage(picture_in(self._folder, path))
            found = self._images.keep(path, FacePixmap(read, float(read.width()), QPointF()))
        return found.pixmap


class _PieceOutline(NamedTuple):
    """The area that a piece covers, and its corners, by which equal areas are recognised."""

    path: QPainterPath
    corners: tuple[tuple[float, float, int], ...]

    @classmethod
    def of(cls, path: QPainterPath) -> "_PieceOutline":
        elements = map(path.elementAt, range(path.elementCount()))
        return cls(path, tuple((element.x, element.y, element.type.value) for element in elements))


class _PicturePart(NamedTuple):
    """A picture within a larger one, with the position of its upper left corner (pixels from the point of the pile).

    It is drawn `grown` times larger, at this `opacity`.
    """

    left: float
    top: float
    picture: FacePixmap
    grown: float
    opacity: float

    @classmethod
    def about(cls, x: float, y: float, picture: FacePixmap, grown: float = 1.0, opacity: float = 1.0) -> "_PicturePart":
        """Return a picture centred on a point. A picture whose size would hardly change is copied unchanged."""
        grown = 1.0 if abs(grown - 1.0) < _NEXT_TO_NOTHING else grown
        return cls(x + picture.offset.x() * grown, y + picture.offset.y() * grown, picture, grown, opacity)

    @property
    def plain(self) -> FacePixmap | None:
        """The picture itself, if it is shown unchanged; None otherwise."""
        is_plain = self.grown == self.opacity == 1.0
        return FacePixmap(self.picture.pixmap, 1.0, QPointF()) if is_plain else None

    def beside(self, first: "_PicturePart") -> tuple[int, int, int, float, float]:
        """Return a key for its appearance in the whole: its own look, and its distance from the first picture in whole
        pixels.
        """
        left, top = round(self.left - first.left), round(self.top - first.top)
        return self.picture.pixmap.cacheKey(), left, top, self.grown, self.opacity

    def area(self, first: "_PicturePart") -> QRect:
        """Return the area it covers, in pixels from the corner of the first picture."""
        pixmap = self.picture.pixmap
        width, height = math.ceil(pixmap.width() * self.grown), math.ceil(pixmap.height() * self.grown)
        return QRect(round(self.left - first.left), round(self.top - first.top), width, height)


def _heaped(parts: Sequence[_PicturePart]) -> FacePixmap:
    """Return one picture of parts that are drawn over each other at whole pixels, so that each stays sharp."""
    areas = [part.area(parts[0]) for part in parts]
    whole = _united(areas)
    pixmap = QPixmap(whole.size())
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(-whole.topLeft())
        for part, area in zip(parts, areas, strict=True):
            painter.setOpacity(part.opacity)
            painter.drawPixmap(area, part.picture.pixmap)
    return FacePixmap(pixmap, 1.0, QPointF(whole.topLeft()))


def _united(areas: Iterable[QRect]) -> QRect:
    whole = QRect()
    for area in areas:
        whole = whole.united(area)
    return whole


def _resized(picture: FacePixmap, across: float) -> FacePixmap:
    """Return a picture at exactly this size, so that it is shown without scaling; a smaller one is left unchanged."""
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
