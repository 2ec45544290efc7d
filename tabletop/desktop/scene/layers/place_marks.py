"""The marks of properties of places on one map: small plates at places whose values differ from those at the start."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene, QGraphicsSimpleTextItem

from tabletop.board.place_properties import PlaceProperty, PlaceValue, set_in_play
from tabletop.desktop.drawing.theme import Theme
from tabletop.game.state.game import Game
from tabletop.module.module import Module
from tabletop.module.module_words import in_module_words
from tabletop.module.schema.map.map_sheet_records import Stamp

_MARK_Z: Final = -0.2
"""The height of marks: over the sheet and its areas, under all pieces."""

_LETTERS: Final = 0.085
"""The size of the letters of a mark, in hexes."""

_BELOW: Final = 0.3
"""The distance of the first mark below the middle of its place, in hexes, if the place has no printed face."""

_BESIDE: Final = 0.02
"""The distance of marks to the right of the printed face of their place, in hexes."""


class PlaceMark(NamedTuple):
    """A mark: its text, its tooltip, and the colour of its plate (of the theme)."""

    text: str
    tip: str
    colour: str


def mark_of(module: Module, declared: PlaceProperty, value: PlaceValue) -> PlaceMark:
    """Return the mark of a property with a value. If the value is a side, the mark has its title and colour."""
    title = in_module_words(declared.title)
    side = next((side for side in module.about.sides if side.id == value), None)
    words = in_module_words(str(value) if side is None else side.title)
    text = words if declared.words else f"{title} {words}"
    rule = f" ({declared.rule})" if declared.rule else ""
    return PlaceMark(text, f"{title}: {words}{rule}", side.colour if side is not None else "ink2")


class PlaceMarks:
    """The marks of one map. `show` must be called when a property has changed."""

    def __init__(self, scene: QGraphicsScene, module: Module, map_id: str, theme: Theme) -> None:
        self._scene = scene
        self._module = module
        self._id = map_id
        self._board = module.components.maps[map_id]
        sheet = module.sheets[map_id]
        self._hex = sheet.hex_px
        self._faces = {place.cell: sheet.stamps[place.stamp] for place in sheet.places if place.stamp is not None}
        self._theme = theme
        self._shown: dict[str, dict[str, PlaceValue]] = {}
        self._items: dict[str, list[QGraphicsPathItem]] = {}

    def show(self, game: Game) -> None:
        """Show the marks of the values that differ from those at the start, and no others. A property without a value,
        or one that is not `on_map`, has no mark.
        """
        changed = self._changed(game)
        for place in {*self._shown, *changed}:
            if self._shown.get(place) != changed.get(place):
                for item in self._items.pop(place, ()):
                    self._scene.removeItem(item)
                if place in changed:
                    self._items[place] = list(self._plates(place, changed[place]))
        self._shown = changed

    def show_anew(self, game: Game) -> None:
        """Show the same marks again in a scene that was cleared."""
        self._items.clear()
        self._shown.clear()
        self.show(game)

    def _changed(self, game: Game) -> dict[str, dict[str, PlaceValue]]:
        found: dict[str, dict[str, PlaceValue]] = {}
        if not self._board.properties:
            return found
        for place, name, value in set_in_play(game.properties, self._id):
            declared = self._board.properties.get(name)
            if declared is not None and declared.on_map and value not in (None, declared.starts.get(place)):
                found.setdefault(place, {})[name] = value
        return found

    def _plates(self, place: str, values: dict[str, PlaceValue]) -> Iterator[QGraphicsPathItem]:
        """Yield the plates of a place, one below the other, in the order of the map file."""
        point = self._board.point_of(place)
        if point is None:
            return
        face = self._faces.get(place)
        corner = QPointF(*point) + (QPointF(0, _BELOW) if face is None else _beside(face)) * self._hex
        for name, declared in self._board.properties.items():
            if name in values:
                plate = self._plate(mark_of(self._module, declared, values[name]))
                left = plate.boundingRect().width() / 2 if face is None else 0
                plate.setPos(corner - QPointF(left, 0))
                corner += QPointF(0, plate.boundingRect().height())
                yield plate

    def _plate(self, mark: PlaceMark) -> QGraphicsPathItem:
        """Return a new plate in the scene."""
        font = QFont()
        font.setPixelSize(max(round(_LETTERS * self._hex), 1))
        font.setBold(True)
        words = QGraphicsSimpleTextItem(mark.text)
        words.setFont(font)
        ground = self._theme.colour(mark.colour)
        words.setBrush(QBrush(self._theme.readable_on(mark.colour, "raised")))
        size, pad = words.boundingRect(), font.pixelSize() * 0.4
        path = QPainterPath()
        radius = font.pixelSize() * 0.35
        path.addRoundedRect(QRectF(0, 0, size.width() + 2 * pad, size.height()), radius, radius)
        plate = QGraphicsPathItem(path)
        plate.setBrush(QBrush(ground))
        pen = QPen(self._theme.colour("raised"), font.pixelSize() * 0.12)
        plate.setPen(pen)
        words.setParentItem(plate)
        words.setPos(pad, 0)
        plate.setZValue(_MARK_Z)
        plate.setToolTip(mark.tip)
        plate.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._scene.addItem(plate)
        return plate


def _beside(face: Stamp) -> QPointF:
    """Return the upper left corner of the first mark beside a printed face, from the middle of its place, in hexes.

    Pieces lie below the face and would cover the marks there.
    """
    return QPointF(face.side / 2 + _BESIDE, min(face.y, face.y_close) - face.side / 2)
