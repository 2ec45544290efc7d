"""The overlays on the map under the counters. They are cached as pictures of one scale, so that a frame only copies
them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPainterPath, QPen, QPixmap, QTransform

TILE_PX: Final = 256
VIEWS_KEPT: Final = 3
"""The number of views for which tiles are cached, up to the limit below. Each counts as large as the largest so far."""
MOST_TILES: Final = 224
"""The most tiles in the cache: 59 MB, enough for a screen of 3840 by 2160 pixels."""

_Spot: TypeAlias = tuple[int, int]


class GroundPainter(Protocol):
    """A painter of the ground of a map, which a view uses (`tabletop.desktop.map.map_view`)."""

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint the part of the map inside `exposed` (map pixels)."""

    def is_ready(self, seen: QRectF, scale: float) -> bool:
        """Return whether everything that this part needs is ready."""

    def prepare_some(self, seen: QRectF, scale: float) -> None:
        """Prepare some of the things that this part still needs."""


class OverlayPath(NamedTuple):
    """A path on the ground (map pixels), with its pen and filling. `brush` returns the filling for a scale, since
    hatches do not grow with the map. Paths with a lower `z` are drawn first.
    """

    path: QPainterPath
    z: float
    pen: QPen
    brush: Callable[[float], QBrush]

    @property
    def bounds(self) -> QRectF:
        """The part of the map that contains the path. It may be a little too large."""
        grow = self.pen.widthF() if self.pen.style() != Qt.PenStyle.NoPen else 0.0
        return self.path.controlPointRect().adjusted(-grow, -grow, grow, grow)


class OverlayGround:
    """The overlays on a map, by their ids. They are painted directly while the scale changes, and otherwise
    from tiles.
    """

    def __init__(self, changed: Callable[[QRectF], None], ratio: float = 1.0) -> None:
        """Make the ground. `changed` is called with the part of the map to repaint. `ratio` is the pixel ratio of the
        screen.
        """
        self._changed = changed
        self._ratio = ratio
        self._by_id: dict[str, Sequence[OverlayPath]] = {}
        self._drawn: list[tuple[QRectF, OverlayPath]] = []
        self._scale = 0.0
        self._tiles: dict[_Spot, QPixmap] = {}
        self._needed = 0

    def put(self, id: str, drawn: Sequence[OverlayPath]) -> None:
        """Draw these paths for an overlay, instead of its earlier ones."""
        if drawn or id in self._by_id:
            self._announce(self._by_id.pop(id, ()))
            if drawn:
                self._by_id[id] = drawn
            self._announce(drawn)
            self._drawn = sorted(
                ((each.bounds, each) for drawn in self._by_id.values() for each in drawn), key=lambda each: each[1].z
            )
            self._tiles.clear()

    def _announce(self, drawn: Iterable[OverlayPath]) -> None:
        for each in drawn:
            self._changed(each.bounds)

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint the part inside `exposed` (map pixels) at this many screen pixels to a map pixel."""
        if not self._drawn:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if scale != self._scale:
            self._scale = scale
            self._tiles.clear()
            self._draw(painter, exposed)
        else:
            self._paint_tiles(painter, exposed)
        painter.restore()

    def _draw(self, painter: QPainter, area: QRectF) -> None:
        for bounds, each in self._drawn:
            if bounds.intersects(area):
                painter.setPen(each.pen)
                painter.setBrush(each.brush(self._scale))
                painter.drawPath(each.path)

    # tiles: squares of the screen, counted from the map's corner

    def _paint_tiles(self, painter: QPainter, exposed: QRectF) -> None:
        span = TILE_PX / (self._scale * self._ratio)
        spots = [
            (column, row)
            for row in range(int(exposed.top() // span), int(exposed.bottom() // span) + 1)
            for column in range(int(exposed.left() // span), int(exposed.right() // span) + 1)
        ]
        self._needed = max(self._needed, len(spots))
        missing = [spot for spot in spots if spot not in self._tiles]
        if missing:
            if len(self._tiles) + len(missing) > min(VIEWS_KEPT * self._needed, MOST_TILES):
                self._tiles = {spot: self._tiles[spot] for spot in spots if spot in self._tiles}
            self._make(missing)
        onto_map = painter.worldTransform()
        dx, dy = (round(shift * self._ratio) / self._ratio for shift in (onto_map.dx(), onto_map.dy()))
        painter.setWorldTransform(QTransform.fromTranslate(dx, dy))
        across = TILE_PX / self._ratio
        for column, row in spots:
            painter.drawPixmap(QPointF(column * across, row * across), self._tiles[column, row])

    def _make(self, spots: Sequence[_Spot]) -> None:
        """Draw all these tiles as one picture, and cut it, so that long paths are drawn only once."""
        columns, rows = zip(*spots, strict=True)
        left, top = min(columns), min(rows)
        image = QImage(
            (max(columns) - left + 1) * TILE_PX,
            (max(rows) - top + 1) * TILE_PX,
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        image.fill(Qt.GlobalColor.transparent)
        zoom = self._scale * self._ratio
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-left * TILE_PX, -top * TILE_PX)
            painter.scale(zoom, zoom)
            span = TILE_PX / zoom
            self._draw(painter, QRectF(left * span, top * span, image.width() / zoom, image.height() / zoom))
        for column, row in spots:
            cut = image.copy(QRect((column - left) * TILE_PX, (row - top) * TILE_PX, TILE_PX, TILE_PX))
            cut.setDevicePixelRatio(self._ratio)
            self._tiles[column, row] = QPixmap.fromImage(cut)


class OverlaidSheet:
    """A sheet together with the overlays drawn on it."""

    def __init__(self, sheet: GroundPainter, ground: OverlayGround) -> None:
        self._sheet = sheet
        self._ground = ground

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint the part inside `exposed` (map pixels)."""
        self._sheet.paint(painter, exposed, scale)
        self._ground.paint(painter, exposed, scale)

    def is_ready(self, seen: QRectF, scale: float) -> bool:
        """Return whether everything that this part of the sheet needs is ready."""
        return self._sheet.is_ready(seen, scale)

    def prepare_some(self, seen: QRectF, scale: float) -> None:
        """Prepare some of the things that this part still needs."""
        self._sheet.prepare_some(seen, scale)
