"""Outlines of empty decks, which show where cards can be put back."""

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene

from tabletop.game.state.deck import DeckRules
from tabletop.game.state.game import Game

_OUTLINE_Z = -0.5
"""The height of outlines: over the sheet and its lit zones, under all pieces."""

_WIDTH_PX = 2.0


class DeckOutlines:
    """The outlined decks of a map. `show` must be called when holders have changed."""

    def __init__(self, scene: QGraphicsScene, map_index: int, decks: Iterable[DeckRules]) -> None:
        self._scene = scene
        self._map = map_index
        self._decks = [rules for rules in decks if rules.outline and rules.width and rules.height]
        self._items: dict[str, QGraphicsRectItem] = {}

    def show(self, game: Game) -> None:
        """Outline the decks that are empty in a game, and no others."""
        for rules in self._decks:
            held = game.holders.get(game.named.get(rules.name, 0))
            is_empty = held is not None and held.map == self._map and not held.pieces
            if held is not None and is_empty and rules.name not in self._items:
                self._items[rules.name] = self._outlined(rules, held.x, held.y)
            elif not is_empty and rules.name in self._items:
                self._scene.removeItem(self._items.pop(rules.name))

    def show_anew(self, game: Game) -> None:
        """Show the same outlines again in a scene that was cleared."""
        self._items.clear()
        self.show(game)

    def _outlined(self, rules: DeckRules, x: int, y: int) -> QGraphicsRectItem:
        item = QGraphicsRectItem(QRectF(x - rules.width / 2, y - rules.height / 2, rules.width, rules.height))
        pen = QPen(QColor(rules.outline), _WIDTH_PX)
        pen.setCosmetic(True)
        item.setPen(pen)
        item.setZValue(_OUTLINE_Z)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._scene.addItem(item)
        return item
