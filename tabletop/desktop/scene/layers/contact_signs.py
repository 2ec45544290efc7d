"""The signs of contacts on one map: one at each point, for the newest contact. They have the same size at every
scale.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from tabletop.desktop.drawing.contact_sign import PLATE_PX, SIDE_PX, ContactSign, paint_plate, paint_sign
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.game.beliefs.contact import Contact
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game

_SIGN_Z: Final = 9.5e11
"""The height of signs: over pieces and trails, under fanned and dragged pieces."""

_AREA_Z: Final = -0.24
"""The height of the areas of contacts: over the sheet and the areas of pieces, under all pieces."""

BESIDE_PX: Final = 30.0
"""The distance (screen pixels) of a sign from the middle of a place with counters, up and to the left."""

_REACH: Final = 60.0


def newest_sign(contacts: Sequence[Contact], components: Components, now: tuple[int, ...]) -> ContactSign:
    """Return the sign of the newest of some contacts in one place at the game time `now`, with the number of the
    others.
    """
    rules, clock = components.contacts, components.contact_clock
    contact = min(contacts, key=lambda one: clock.age(one, now))
    kind, age = rules.kind(contact.kind), clock.age(contact, now)
    value = contact.says.get(kind.figure) if kind.figure else next(iter(contact.says.values()), None)
    figure = "" if value is None else str(value)
    return ContactSign(contact.form, kind.shape, figure, age, age_words(age), len(contacts) - 1)


def age_words(age: int) -> str:
    """Return the age of a contact (turns) in words: "now" for 0."""
    return tr("{count} {count:turn|turns}", count=age) if age else tr("now")


class ContactSigns:
    """The layer of contacts over one map. `tip` returns the tooltip of the contacts at a point, and `sign`
    their sign.
    """

    def __init__(
        self,
        scene: QGraphicsScene,
        map_index: int,
        theme: Theme,
        sign: Callable[[Sequence[Contact]], ContactSign],
        tip: Callable[[Sequence[Contact]], str],
        rings: Callable[[Contact], Sequence[QPainterPath]] = lambda _contact: (),
    ) -> None:
        """Make the layer. `rings` returns the outlines (map pixels) of the areas where a contact could be by the end of
        each turn.
        """
        self._scene = scene
        self._map = map_index
        self._theme = theme
        self._sign = sign
        self._tip = tip
        self._rings = rings
        self._areas: dict[tuple[int, int], list[QGraphicsPathItem]] = {}
        self._items: dict[tuple[int, int], _SignItem] = {}
        self._at: dict[tuple[int, int], tuple[int, ...]] = {}
        self._hidden: frozenset[str] = frozenset()

    def forget(self) -> None:
        """Forget the signs of a scene that was cleared."""
        self._items.clear()
        self._areas.clear()
        self._at.clear()

    def show(self, game: Game) -> None:
        """Show the contacts that a side's view of the game has now, and no others."""
        lying: dict[tuple[int, int], list[int]] = {}
        for id, contact in game.contacts.items():
            if contact.map == self._map:
                lying.setdefault((contact.x, contact.y), []).append(id)
        for point in self._items.keys() - lying.keys():
            self._scene.removeItem(self._items.pop(point))
            self._drop_area(point)
        self._at = {point: tuple(ids) for point, ids in lying.items()}
        for point, ids in self._at.items():
            self._show(game, point, [game.contacts[id] for id in ids])

    def _show(self, game: Game, point: tuple[int, int], contacts: Sequence[Contact]) -> None:
        is_beside = any(game.holders[id].pieces for id in game.holders_at(self._map, *point))
        item = self._items.get(point)
        if item is None:
            item = self._items[point] = _SignItem(self._theme)
            item.setPos(QPointF(*point))
            item.setZValue(_SIGN_Z)
            item.setVisible(not self._hidden)
            self._scene.addItem(item)
        item.show_sign(self._sign(contacts), BESIDE_PX if is_beside else 0.0)
        item.setToolTip(self._tip(contacts))
        self._drop_area(point)
        self._areas[point] = [each for contact in contacts for each in self._area(self._rings(contact))]
        for area in self._areas[point]:
            area.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
            area.setVisible(not self._hidden)
            self._scene.addItem(area)

    def _drop_area(self, point: tuple[int, int]) -> None:
        for area in self._areas.pop(point, ()):
            self._scene.removeItem(area)

    def _area(self, rings: Sequence[QPainterPath]) -> Iterator[QGraphicsPathItem]:
        """Yield the items of a contact's area: the ground inside the last ring, its edge with a casing, and a thin line
        for each earlier turn.
        """
        edge = self._theme.colour("info")
        ground = self._theme.colour("info")
        ground.setAlpha(26)
        for number, ring in enumerate(rings, 1):
            is_last = number == len(rings)
            for colour, width in ((self._theme.colour("raised"), 4.0), (edge, 2.0)) if is_last else ((edge, 1.0),):
                item = QGraphicsPathItem(ring)
                pen = QPen(colour, width, Qt.PenStyle.DotLine if colour is edge else Qt.PenStyle.SolidLine)
                pen.setCosmetic(True)
                item.setPen(pen)
                item.setBrush(ground if is_last and colour is edge else Qt.BrushStyle.NoBrush)
                item.setZValue(_AREA_Z)
                yield item

    def hide(self, why: str, *, hidden: bool) -> None:
        """Hide the signs for a reason, or end this reason. The signs are visible if there is no reason left."""
        self._hidden = self._hidden | {why} if hidden else self._hidden - {why}
        for item in (*self._items.values(), *chain(*self._areas.values())):
            item.setVisible(not self._hidden)

    @property
    def signs(self) -> Mapping[tuple[int, int], ContactSign]:
        """The signs on the map, by their points (map pixels)."""
        return {point: item.sign for point, item in self._items.items()}

    def at(self, point: QPointF, scale: float) -> tuple[int, ...]:
        """Return the ids of the contacts in the place whose sign is drawn at a point (map pixels), at `scale` screen
        pixels for each map pixel; none if there is no sign.
        """
        for spot, item in self._items.items():
            if item.covers((point - QPointF(*spot)) * scale):
                return self._at[spot]
        return ()


class _SignItem(QGraphicsItem):
    """A sign with the plate under it."""

    sign: ContactSign

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._beside = 0.0
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)

    def show_sign(self, sign: ContactSign, beside: float) -> None:
        """Show a sign, moved by this distance (screen pixels) up and to the left of its point."""
        self.sign, self._beside = sign, beside
        self.update()

    def covers(self, at: QPointF) -> bool:
        """Return whether a point (screen pixels from the point of the contact) is on the sign."""
        half = SIDE_PX / 2
        return QRectF(-half - self._beside, -half - self._beside, SIDE_PX, SIDE_PX + PLATE_PX).contains(at)

    def boundingRect(self) -> QRectF:  # noqa: N802
        """Return the area in which the sign and its plate are painted (screen pixels)."""
        reach = _REACH + BESIDE_PX
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Paint the sign and its plate."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self._beside, -self._beside)
        paint_sign(painter, self.sign, self._theme)
        paint_plate(painter, self.sign, self._theme)
