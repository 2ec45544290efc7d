"""The scene of one map: an item for each piece that shows, kept in step with the game as the seat sees it."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import (
    QGraphicsEllipseItem,
    QGraphicsItem,
    QGraphicsPixmapItem,
    QGraphicsRectItem,
    QGraphicsScene,
)

from tabletop.desktop.drawing.pixmaps import FacePixmap
from tabletop.desktop.scene.layout import Slot, fan_slots, side_by_side, stack_slots
from tabletop.game.game import Game
from tabletop.game.holder import Holder

FAR_PX = 26.0
"""Below this size of a counter on the screen a stack is drawn as its top piece alone."""

PING_MS = 900
PING_PX = 70
PING_RINGS_MS = (0, 220)
"""How long a ring of a ping widens, how far, and when each begins."""

BADGE = 0.24
"""The disc that counts a stack, as a share of a counter's side."""

SMALLEST_BADGE_PX = 15.0

_FAN_Z = 1e12
_LIFTED_Z = 2e12
_LAYER_Z = 1e8
_BADGE_Z = 5e7
"""Badges lie over all stacks of their layer: where it is crowded none hides how many lie in another."""


class PiecePictures(Protocol):
    """Where the pictures of pieces come from: shared pixmaps, by what a piece looks like."""

    def picture(self, game: Game, piece: int, scale: float, *, selected: bool = False) -> FacePixmap:
        """The picture of a piece where a map pixel has `scale` pixels of the screen."""
        ...

    def side(self, game: Game, piece: int) -> float:
        """The side of a piece in map pixels."""
        ...

    def count_badge(self, count: int, across_px: float) -> FacePixmap:
        """The disc that says how many lie in a stack, so wide on the screen."""
        ...


class Standing(NamedTuple):
    """How stacks stand at a point of a place: shifted to the right and down, and with so much room (map pixels)."""

    dx: float = 0.0
    dy: float = 0.0
    room: float = math.inf


class Anchor(Protocol):
    """Where at a place its stacks stand."""

    def __call__(self, place: str, x: int, y: int) -> Standing:
        """How what lies at a point of a place stands."""
        ...


class TableScene(QGraphicsScene):
    """One map of the table. `show_game` takes a whole position, `update_holders` what has changed of it."""

    def __init__(self, map_index: int, bounds: QRectF, pictures: PiecePictures, anchor: Anchor) -> None:
        super().__init__(bounds)
        self.map_index = map_index
        self._pictures = pictures
        self._anchor = anchor
        self._game: Game | None = None
        self._items: dict[int, QGraphicsPixmapItem] = {}
        self._piece_of: dict[QGraphicsItem, int] = {}
        self._kinds: dict[int, int] = {}
        self._badges: dict[int, QGraphicsPixmapItem] = {}
        self._drawn: dict[int, tuple[int, ...]] = {}
        self._points: dict[int, tuple[int, int]] = {}
        self._sides: dict[float, None] = {}
        self._rings: list[QGraphicsEllipseItem] = []
        self._pointing = QVariantAnimation(self)
        self._pointing.setStartValue(0)
        self._pointing.setEndValue(PING_MS + PING_RINGS_MS[-1])
        self._pointing.setDuration(PING_MS + PING_RINGS_MS[-1])
        self._pointing.valueChanged.connect(self._widen)
        self._pointing.finished.connect(self._end_ping)
        self._scale = 1.0
        self._are_hidden = False
        self._stale: set[int] = set()
        self._selected: frozenset[int] = frozenset()
        self._fanned: dict[int, QGraphicsRectItem] = {}
        self._fan_ground = QColor("#FBFAF6")
        self._fan_edge = QColor("#B9B5A9")

    # what is shown

    def show_game(self, game: Game) -> None:
        """Draw a position from nothing."""
        self._pointing.stop()
        self._rings.clear()
        self.clear()
        self._items, self._piece_of, self._kinds, self._badges = {}, {}, {}, {}
        self._drawn, self._points, self._fanned = {}, {}, {}
        self._stale.clear()
        self._game = game
        self._selected = frozenset()
        points: dict[tuple[int, int], list[int]] = {}
        for id, holder in game.holders.items():
            if holder.map == self.map_index and holder.form != "hold":
                points.setdefault((holder.x, holder.y), []).append(id)
        for ids in points.values():
            self._lay_point(ids)

    def update_holders(self, game: Game, holders: Iterable[int]) -> None:
        """Draw anew these holders and whatever stands or stood at their points."""
        self._game = game
        points: dict[tuple[int, int], None] = {}
        for id in holders:
            if id in self._points:
                points[self._points[id]] = None
            holder = game.holders.get(id)
            if holder is None or holder.map != self.map_index:
                self._clear_holder(id)
            elif holder.form != "hold":
                points[holder.x, holder.y] = None
        for x, y in points:
            self._lay_point([id for id in game.holders_at(self.map_index, x, y) if game.holders[id].form != "hold"])

    def update_pieces(self, game: Game, pieces: Iterable[int]) -> None:
        """Draw these pieces anew: what they look like has changed. One of another kind may stand elsewhere, too."""
        self._game = game
        recast = []
        for piece in pieces:
            if piece in self._items:
                if game.pieces[piece].kind != self._kinds[piece]:
                    recast.append(game.pieces[piece].at)
                self._picture(piece)
        if recast:
            self.update_holders(game, recast)

    def set_scale(self, scale: float) -> None:
        """Say how many screen pixels a map pixel has; pictures are made anew as `refresh` is asked for them."""
        far_before = self._far_sides()
        self._scale = scale
        self._stale.update(self._items)
        if self._game is not None and far_before != self._far_sides():
            self.update_holders(self._game, list(self._points))

    def refresh(self, area: QRectF) -> None:
        """Make crisp the pictures of what is inside an area (map pixels) and not yet drawn at this scale."""
        if not self._stale:
            return
        for item in self.items(area, Qt.ItemSelectionMode.IntersectsItemBoundingRect):
            piece = self._piece_of.get(item)
            if piece is not None and piece in self._stale:
                self._picture(piece)
                self._badge_of_top(piece)

    # asking

    def pieces_at(self, point: QPointF) -> list[int]:
        """The pieces drawn at a point (map pixels), topmost first."""
        return [self._piece_of[item] for item in self.items(point) if item in self._piece_of]

    def pieces_in(self, area: QRectF) -> list[int]:
        """The pieces whose centre is drawn inside an area (map pixels)."""
        found = self.items(area, Qt.ItemSelectionMode.IntersectsItemBoundingRect)
        return [self._piece_of[item] for item in found if item in self._piece_of and area.contains(item.pos())]

    def item(self, piece: int) -> QGraphicsPixmapItem | None:
        """The item of a piece that is drawn."""
        return self._items.get(piece)

    def middle(self, piece: int) -> QPointF:
        """Where a piece is drawn (map pixels)."""
        item = self._items.get(piece)
        return QPointF() if item is None else item.pos()

    def is_fanned(self, holder: int) -> bool:
        """Whether a stack is fanned out."""
        return holder in self._fanned

    # marking

    def select(self, pieces: frozenset[int]) -> None:
        """Mark just these pieces as chosen."""
        changed = self._selected ^ pieces
        self._selected = pieces
        for piece in changed:
            if piece in self._items:
                self._picture(piece)

    def fan(self, holder: int, *, out: bool) -> None:
        """Fan a stack out, or gather it."""
        if out == (holder in self._fanned):
            return
        if out:
            ground = QGraphicsRectItem()
            ground.setZValue(_FAN_Z)
            ground.setBrush(self._fan_ground)
            ground.setPen(QPen(self._fan_edge, 0))
            self.addItem(ground)
            self._fanned[holder] = ground
        else:
            self.removeItem(self._fanned.pop(holder))
        self.update_holders(self._the_game(), [holder])

    def gather_all(self) -> None:
        """Gather every stack that is fanned out."""
        for holder in list(self._fanned):
            self.fan(holder, out=False)

    def hide_pieces(self, *, hidden: bool) -> None:
        """Show the bare map, or the pieces again."""
        self._are_hidden = hidden
        for item in (*self._items.values(), *self._badges.values()):
            item.setVisible(not hidden)

    def ping(self, x: float, y: float, colour: QColor) -> None:
        """Point at a spot (map pixels): two rings that widen and fade. It ends the one before."""
        self._pointing.stop()
        self._end_ping()
        for _ in PING_RINGS_MS:
            ring = QGraphicsEllipseItem()
            ring.setPen(QPen(colour, 4 / self._scale))
            ring.setPos(x, y)
            ring.setZValue(_LIFTED_Z * 4)
            ring.setVisible(False)
            self.addItem(ring)
            self._rings.append(ring)
        self._pointing.start()

    def _widen(self, now_ms: int) -> None:
        for ring, begins_ms in zip(self._rings, PING_RINGS_MS, strict=False):
            share = (now_ms - begins_ms) / PING_MS
            radius = max(share * PING_PX / self._scale, 1.0)
            ring.setVisible(0.0 <= share <= 1.0)
            ring.setRect(-radius, -radius, 2 * radius, 2 * radius)
            ring.setOpacity(min(max(1.0 - share, 0.0), 1.0))

    def _end_ping(self) -> None:
        for ring in self._rings:
            self.removeItem(ring)
        self._rings.clear()

    def set_fan_colours(self, ground: str, edge: str) -> None:
        """The card that a fanned stack lies on (`#RRGGBB`)."""
        self._fan_ground, self._fan_edge = QColor(ground), QColor(edge)

    def ghosts(self, pieces: Iterable[int]) -> list[QGraphicsPixmapItem]:
        """Copies of pieces for the hand that drags them, at their places, above everything; not yet in the scene."""
        found = []
        for piece in pieces:
            item = self._items.get(piece)
            if item is None:
                continue
            ghost = QGraphicsPixmapItem(item.pixmap())
            ghost.setOffset(item.offset())
            ghost.setScale(item.scale())
            ghost.setPos(item.pos())
            ghost.setZValue(_LIFTED_Z + item.zValue())
            found.append(ghost)
        return found

    # drawing

    def _the_game(self) -> Game:
        if self._game is None:
            raise RuntimeError("the scene shows no game yet")
        return self._game

    def _is_far(self, side: float) -> bool:
        """Whether counters of this side (map pixels) are too small on the screen for stacks to show."""
        return side * self._scale < FAR_PX

    def _far_sides(self) -> list[float]:
        return [side for side in self._sides if self._is_far(side)]

    def _lay_point(self, ids: list[int]) -> None:
        """Draw all stacks that stand at one point."""
        game = self._the_game()
        held = {id: game.holders[id] for id in ids}
        standing = [id for id in ids if held[id].pieces]
        side = max((self._pictures.side(game, held[id].pieces[-1]) for id in standing), default=0.0)
        one = held[ids[0]] if ids else None
        room = self._anchor(one.place, one.x, one.y).room if one is not None else math.inf
        shifts = side_by_side(self._in_order(standing, held), side, room)
        left = room - (max(shifts.values(), default=0.0) - min(shifts.values(), default=0.0))
        for id, holder in held.items():
            self._lay(id, holder, shifts.get(id, 0.0), left)

    def _in_order(self, ids: list[int], held: Mapping[int, Holder]) -> list[int]:
        """Stacks at one point from left to right: by side, then by age."""
        game = self._the_game()
        return sorted(ids, key=lambda id: (game.kind_of(held[id].pieces[-1]).side, id))

    def _lay(self, id: int, holder: Holder, shift: float, room: float) -> None:
        game = self._the_game()
        self._points[id] = (holder.x, holder.y)
        if not holder.pieces:
            self._clear_pieces(id)
            self._remove_badge(id)
            return
        side = self._pictures.side(game, holder.pieces[-1])
        self._sides.setdefault(side)
        dx, dy, _ = self._anchor(holder.place, holder.x, holder.y)
        x, y = holder.x + dx + shift, holder.y + dy
        is_fan = id in self._fanned and len(holder.pieces) > 1
        if id in self._fanned and not is_fan:
            self.removeItem(self._fanned.pop(id))
        if is_fan:
            slots = fan_slots(holder.pieces, x, y, side)
            self._lay_fan_ground(id, slots, side)
        elif self._is_far(side):
            slots = [Slot(holder.pieces[-1], x, y, 0)]
        else:
            slots = stack_slots(holder.pieces, x, y, side, room)
        base = (_FAN_Z if is_fan else 0.0) + holder.layer * _LAYER_Z + holder.z
        shown = tuple(slot.piece for slot in slots)
        gone = set(self._drawn.get(id, ())) - set(shown)
        self._drawn[id] = shown
        for piece in gone:
            self._remove_piece(piece, id)
        for slot in slots:
            self._place_item(slot, base + (slot.rank + 1) / 1024)
        top = slots[-1]
        if len(holder.pieces) > 1 and not is_fan:
            self._place_badge(id, top, side, base + _BADGE_Z)
        else:
            self._remove_badge(id)

    def _lay_fan_ground(self, id: int, slots: list[Slot], side: float) -> None:
        xs = [slot.x for slot in slots]
        ys = [slot.y for slot in slots]
        margin = side * 0.7
        card = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
        self._fanned[id].setRect(card.adjusted(-margin, -margin, margin, margin))

    def _place_item(self, slot: Slot, z: float) -> None:
        item = self._items.get(slot.piece)
        if item is None:
            item = QGraphicsPixmapItem()
            item.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
            self._items[slot.piece] = item
            self._piece_of[item] = slot.piece
            self._picture(slot.piece)
            item.setPos(slot.x, slot.y)
            item.setZValue(z)
            item.setVisible(not self._are_hidden)
            self.addItem(item)
            return
        item.setPos(slot.x, slot.y)
        item.setZValue(z)

    def _picture(self, piece: int) -> None:
        """Give an item the picture of its piece, made for the present scale."""
        game = self._the_game()
        picture = self._pictures.picture(game, piece, self._scale, selected=piece in self._selected)
        _fit(self._items[piece], picture, self._pictures.side(game, piece))
        self._kinds[piece] = game.pieces[piece].kind
        self._stale.discard(piece)

    def _place_badge(self, id: int, top: Slot, side: float, z: float) -> None:
        badge = self._badges.get(id)
        if badge is None:
            badge = QGraphicsPixmapItem()
            self._badges[id] = badge
            badge.setVisible(not self._are_hidden)
            self.addItem(badge)
        badge.setPos(top.x + side * 0.44, top.y + side * 0.44)
        badge.setZValue(z)
        self._badge_picture(id)

    def _badge_of_top(self, piece: int) -> None:
        """Make the badge crisp of the stack on which a piece lies topmost."""
        game = self._the_game()
        holder = game.pieces[piece].at
        if holder in self._badges and game.holders[holder].pieces[-1] == piece:
            self._badge_picture(holder)

    def _badge_picture(self, id: int) -> None:
        game = self._the_game()
        pieces = game.holders[id].pieces
        across = max(self._pictures.side(game, pieces[-1]) * BADGE, SMALLEST_BADGE_PX / self._scale)
        picture = self._pictures.count_badge(len(pieces), across * self._scale)
        _fit(self._badges[id], picture, across)

    # taking away

    def _clear_holder(self, id: int) -> None:
        self._clear_pieces(id)
        self._remove_badge(id)
        self._points.pop(id, None)
        if id in self._fanned:
            self.removeItem(self._fanned.pop(id))

    def _clear_pieces(self, id: int) -> None:
        for piece in self._drawn.pop(id, ()):
            self._remove_piece(piece, id)

    def _remove_piece(self, piece: int, holder: int) -> None:
        """Take a piece off the scene unless it is by now drawn in another holder."""
        game = self._the_game()
        lying = game.pieces.get(piece)
        if lying is not None and lying.at != holder and piece in self._drawn.get(lying.at, ()):
            return
        item = self._items.pop(piece, None)
        if item is not None:
            del self._piece_of[item]
            del self._kinds[piece]
            self._stale.discard(piece)
            self.removeItem(item)

    def _remove_badge(self, id: int) -> None:
        badge = self._badges.pop(id, None)
        if badge is not None:
            self.removeItem(badge)


def _fit(item: QGraphicsPixmapItem, picture: FacePixmap, side: float) -> None:
    """Let an item show a picture so that what it shows is `side` wide (map pixels)."""
    item.setPixmap(picture.pixmap)
    item.setOffset(picture.offset)
    item.setScale(side / picture.side_px)
