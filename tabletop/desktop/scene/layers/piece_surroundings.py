"""The drawings that pieces add to the map: areas under all pieces, and trails over all pieces.

Areas that belong to a shade of the map are drawn by that shade.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene

from tabletop.board.geometry import Pixel
from tabletop.board.map import Map
from tabletop.board.rings import cells_round
from tabletop.desktop.scene.pieces.picture_composer import colour_of
from tabletop.game.appearance.drawn_piece import ShadedArea, Surroundings, TrailPath
from tabletop.game.appearance.piece_display import has_surroundings, surroundings_of
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.game import Game

_AREA_Z: Final = -0.25
"""The height of areas: over the sheet, its lit zones and its shades, under all pieces."""

_TRAIL_Z: Final = 9e11
"""The height of trails: over all pieces, but under fanned and dragged ones."""


class PieceChanges(NamedTuple):
    """The changes on the table: the changed pieces, and those of them that can have areas or trails on a map."""

    pieces: frozenset[int]
    surrounded: frozenset[int]

    @classmethod
    def of(cls, game: Game, holders: Iterable[int], pieces: Iterable[int]) -> "PieceChanges":
        """Return changes that contain these pieces and all pieces in these holders."""
        lying = (piece for id in holders if id in game.holders for piece in game.holders[id].pieces)
        changed = frozenset((*pieces, *lying))
        there = [(id, piece) for id in changed if (piece := game.pieces.get(id)) is not None]
        surrounded = (id for id, piece in there if has_surroundings(game.kinds[piece.kind], piece.state))
        return cls(changed, frozenset(surrounded))

    @classmethod
    def everything(cls, game: Game) -> "PieceChanges":
        """Return changes that contain all pieces of a game."""
        return cls.of(game, (), game.pieces)


class PieceSurroundings:
    """The areas and trails of the pieces on a map. `show_changes` must be called with changes on the table."""

    def __init__(
        self,
        scene: QGraphicsScene,
        map_index: int,
        board: Map,
        reading: Callable[[Game], PropertyReader],
        shade: Callable[[str, QPainterPath], None],
    ) -> None:
        """Make the layer.

        `board` has the cells round a piece. `reading` returns the reader of a game's pieces. `shade` is called with the
        name of a shade and all its areas when they have changed.
        """
        self._scene = scene
        self._map = map_index
        self._board = board
        self._reading = reading
        self._shade = shade
        self._shaded: dict[int, list[tuple[str, QPainterPath]]] = {}
        self._items: dict[int, list[QGraphicsPathItem]] = {}
        self._trails: dict[int, TrailPath] = {}
        self._surrounded: frozenset[int] = frozenset()
        self._chosen: frozenset[int] = frozenset()
        self._are_hidden = False

    def show_anew(self, game: Game, everything: PieceChanges) -> None:
        """Draw all areas and trails in a scene that was cleared. `everything` has all pieces of the game."""
        self._items.clear()
        self._trails.clear()
        self._shaded.clear()
        self._surrounded = frozenset(everything.surrounded)
        self._show_all(game, everything.surrounded)

    def show_changes(self, game: Game, changed: PieceChanges) -> None:
        """Draw the surroundings of the changed pieces again."""
        self._surrounded = (self._surrounded - changed.pieces) | changed.surrounded
        self._show_all(game, changed.surrounded | (changed.pieces & (self._items.keys() | self._shaded.keys())))

    def _show_all(self, game: Game, pieces: Collection[int]) -> None:
        reading = self._reading(game)
        before = {piece: shaded for piece in pieces if (shaded := self._shaded.pop(piece, None)) is not None}
        for piece in pieces:
            self._show(reading, piece)
        after = {piece: self._shaded[piece] for piece in pieces if piece in self._shaded}
        if before != after:
            for name in {name for shaded in (*before.values(), *after.values()) for name, _ in shaded}:
                self._shade(name, _united(path for found in self._shaded.values() for of, path in found if of == name))

    def show_values(self, game: Game) -> None:
        """Draw all areas and trails again after a property of the table has changed, since they may depend on it."""
        self._show_all(game, self._surrounded | self._items.keys() | self._shaded.keys())

    def choose(self, pieces: frozenset[int]) -> None:
        """Show the trails of exactly these pieces as those of selected pieces."""
        changed, self._chosen = self._chosen ^ pieces, pieces
        for piece in changed & self._trails.keys():
            for item in self._items[piece]:
                if item.zValue() == _TRAIL_Z:
                    item.setOpacity(self._strength(piece))

    def hide(self, *, hidden: bool) -> None:
        """Hide all areas and trails, or show them again. Areas that a shade draws are not affected."""
        self._are_hidden = hidden
        for items in self._items.values():
            for item in items:
                item.setVisible(not hidden)

    def _show(self, reading: PropertyReader, piece: int) -> None:
        for item in self._items.pop(piece, ()):
            self._scene.removeItem(item)
        self._trails.pop(piece, None)
        map_index, x, y, _ = reading.point(piece)
        found = surroundings_of(reading, piece) if map_index == self._map else None
        if found is not None and found != Surroundings():
            self._draw(piece, found, (x, y))

    def _draw(self, piece: int, found: Surroundings, at: Pixel) -> None:
        items = [self._area(area, at) for area in found.areas if not area.shade]
        shaded = [(area.shade, self._outline(area, at)) for area in found.areas if area.shade]
        if shaded:
            self._shaded[piece] = shaded
        if found.way is not None:
            self._trails[piece] = found.way
            items += self._trail(piece, found.way, at)
        for item in items:
            item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
            item.setVisible(not self._are_hidden)
            self._scene.addItem(item)
        if items:
            self._items[piece] = items

    def _outline(self, area: ShadedArea, at: Pixel) -> QPainterPath:
        return outline_round(self._board, at, area.radius)

    def _area(self, area: ShadedArea, at: Pixel) -> QGraphicsPathItem:
        item = QGraphicsPathItem(self._outline(area, at))
        item.setPen(QPen(Qt.PenStyle.NoPen))
        item.setBrush(QBrush(colour_of(area.color)))
        item.setOpacity(area.opacity_percent / 100)
        item.setZValue(_AREA_Z)
        return item

    def _trail(self, piece: int, way: TrailPath, at: Pixel) -> Iterator[QGraphicsPathItem]:
        """Yield the lines of a trail, and the rings at the points that the piece has left."""
        lines, rings = QPainterPath(), QPainterPath()
        for start, end in pairwise((*way.points, at)):
            line = QLineF(QPointF(*start), QPointF(*end))
            if line.length() > 2 * way.radius:
                lines.moveTo(line.pointAt(way.radius / line.length()))
                lines.lineTo(line.pointAt(1 - way.radius / line.length()))
        for x, y in way.points:
            if (x, y) != at:
                rings.addEllipse(QRectF(x - way.radius, y - way.radius, 2 * way.radius, 2 * way.radius))
        for path, fill in ((lines, ""), (rings, way.fill)):
            item = QGraphicsPathItem(path)
            item.setPen(QPen(colour_of(way.color), way.width))
            item.setBrush(colour_of(fill) if fill else Qt.BrushStyle.NoBrush)
            item.setOpacity(self._strength(piece))
            item.setZValue(_TRAIL_Z)
            yield item

    def _strength(self, piece: int) -> float:
        way = self._trails[piece]
        return (way.chosen_percent if piece in self._chosen else way.opacity_percent) / 100


def outline_round(board: Map, at: Pixel, radius: int, *, only_places: bool = False) -> QPainterPath:
    """Return the outline, in map pixels, of all cells at most `radius` cells from a point of a map. If there are no
    cells, return a circle of `radius` map pixels. With `only_places`, the outline ends where the grid ends.
    """
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    cells = cells_round(board, at, radius, only_places=only_places)
    if cells is None:
        path.addEllipse(QPointF(*at), radius, radius)
    for cell in cells or ():
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in cell]))
    return path.simplified()


def _united(paths: Iterable[QPainterPath]) -> QPainterPath:
    found = QPainterPath()
    found.setFillRule(Qt.FillRule.WindingFill)
    for path in paths:
        found.addPath(path)
    return found.simplified()
