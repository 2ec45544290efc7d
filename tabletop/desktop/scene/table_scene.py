"""The scene of a map, with an item for each pile, which follows the seat's view.

The picture of a pile is made when it comes into view. Until then the pile shows nothing, or a coarse picture of its top
piece. So only the visible part of a table needs time and memory. A pile is drawn at most once for each frame.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPen, QPixmap
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPixmapItem,
    QGraphicsRectItem,
    QGraphicsScene,
)

from tabletop.desktop.drawing.badges import Badge
from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.scene.layers.pointer_rings import PointerRings
from tabletop.desktop.scene.pieces.piece_marks import Marks
from tabletop.desktop.scene.pieces.pile_plan import FAN_Z, LayerOrder, PilePlan, PlannedPile, Point
from tabletop.desktop.scene.pieces.piles import Disc, Flag, MarkedPieces, PiecePictures, Pile
from tabletop.desktop.scene.pieces.riding_holders import HolderPosition, by_itself, laid, root_of, with_riders
from tabletop.desktop.scene.pieces.stack_anchors import Anchor
from tabletop.desktop.scene.pieces.stack_layout import StackOffsets, StackSlot
from tabletop.game.state.deck import DeckRules
from tabletop.game.state.game import Game
from tabletop.module.schema.map.map_view_records import PingWay

COARSE_PX = 24.0
"""The width (screen pixels) of the picture of a counter that is drawn coarsely."""

KEPT_BYTES = 48 * 2**20
"""The memory that pictures of piles may use before those out of view are dropped, in bytes."""

USUAL_MARKS = Marks()
_LIFTED_Z = 2e12
_FAINT = 0.25
_LID_Z = 5e7
"""The height of lids: over all stacks of their layer, so that no stack hides the number of another."""


class TableScene(QGraphicsScene):
    """The scene of one map of the table. `show_game` shows a whole position, `show_changes` its changes."""

    left_bare = Signal()
    """A pile shows nothing, or is out of date: `refresh` should draw it when there is time."""

    hid_pieces = Signal(bool)
    """The pieces were hidden (true) or shown again (false)."""

    emptied = Signal()
    """Everything on the scene is about to be removed, including items that others have added."""

    _outdated = Signal()
    """A pile in view has changed since it was drawn."""

    def __init__(
        self,
        map_index: int,
        bounds: QRectF,
        pictures: PiecePictures,
        anchor: Anchor,
        steps: StackOffsets | None = None,
        marks: Marks = USUAL_MARKS,
        decks: Mapping[str, DeckRules] = MappingProxyType({}),
    ) -> None:
        """Make the scene.

        `steps` are the map's own steps between pieces; with them each stack is exactly at its point. `marks` are the
        map's own marks on pieces. `decks` is the style of decks.
        """
        super().__init__(bounds)
        self._steps = steps
        self._piling = PilePlan(pictures, anchor, steps, decks)
        self.map_index = map_index
        self._pictures = pictures
        self._game: Game | None = None
        self._piles: dict[Point, list[Pile]] = {}
        self._pile_of: dict[QGraphicsItem, Pile] = {}
        self._points: dict[int, Point] = {}
        self._riders: dict[int, HolderPosition] = {}
        self._fanned: dict[int, QGraphicsRectItem] = {}
        self._faint: list[QGraphicsItem] = []
        self._crisp: set[Pile] = set()
        self._coarse: set[Pile] = set()
        self._bare: set[Pile] = set()
        self._waiting: dict[Pile, None] = {}
        self._spare: list[Pile] = []
        self._bytes = 0
        self._seen = QRectF()
        self._is_bare_seen = True
        self._reach = 0.0
        self._to_draw: list[Pile] = []
        self._to_draw_in = QRectF()
        self._scale = 1.0
        self._unmarked = self._marked = MarkedPieces(how=marks)
        self._in_hand: frozenset[int] = frozenset()
        self._are_hidden = False
        self._layers = LayerOrder()
        self._pointing = PointerRings(self)
        self._outdated.connect(self._draw_waiting, Qt.ConnectionType.QueuedConnection)
        self._fan_ground = QColor("#FBFAF6")
        self._fan_edge = QColor("#B9B5A9")

    # what is shown

    def show_game(self, game: Game) -> None:
        """Lay out and draw a whole position. The part in view has full detail."""
        self.clear()
        self._game = game
        self._marked, self._in_hand = self._unmarked, frozenset()
        points: dict[Point, list[int]] = {}
        here = (id for id, holder in game.holders.items() if holder.map == self.map_index)
        for id, lying in (one for root in here for one in laid(game, root)):
            points.setdefault((lying.x, lying.y), []).append(id)
            if lying.holder.carrier:
                self._riders[id] = lying
        for point, ids in points.items():
            self._lay_point(point, ids)
        self._tell_of_bare()

    def clear(self) -> None:
        """Remove all pieces, and all items that others have added to the scene."""
        self._pointing.forget()
        self.emptied.emit()
        super().clear()
        self._piles, self._pile_of, self._points, self._fanned, self._faint = {}, {}, {}, {}, []
        self._riders = {}
        self._crisp, self._coarse, self._bare, self._waiting, self._bytes = set(), set(), set(), {}, 0
        self._is_bare_seen = True
        self._to_draw_in = QRectF()

    def show_changes(self, game: Game, holders: Iterable[int], pieces: Iterable[int]) -> None:
        """Draw these holders again, the holders of pieces that look different now, and everything else at their
        points.
        """
        self._game = game
        points: dict[Point, None] = {}
        touched = (game.pieces[piece].at for piece in pieces if piece in game.pieces)
        for id, lying in self._lying_now(dict.fromkeys((*holders, *touched))):
            if id in self._points:
                points[self._points.pop(id)] = None
            self._keep_rider(id, lying)
            if lying is not None:
                points[lying.x, lying.y] = None
            elif id in self._fanned:
                self.removeItem(self._fanned.pop(id))
        for x, y in points:
            riding = [id for id, rider in self._riders.items() if (rider.x, rider.y) == (x, y)]
            self._lay_point((x, y), [*game.holders_at(self.map_index, x, y), *riding])
        if self._in_hand:  # pieces that were put aboard since are carried, too
            self._mark(self._marked._replace(lifted=with_riders(game, self._in_hand)))
        self._drop_spare()
        self._tell_of_bare()

    def keep_up(self, game: Game) -> None:
        """Take over a position of the game that changes nothing on this map."""
        self._game = game

    def _lying_now(self, holders: Iterable[int]) -> Iterator[tuple[int, HolderPosition | None]]:
        """Yield these holders, their carriers and their riders, each with its position; None if it is not on
        this map.
        """
        game = self._the_game()
        for id in holders:
            root = root_of(game, id)
            if not root:
                yield id, None
                continue
            is_here = game.holders[root].map == self.map_index
            yield from ((one, lying if is_here else None) for one, lying in laid(game, root))

    def _keep_rider(self, id: int, lying: HolderPosition | None) -> None:
        """Record the position of a hold that rides on a piece, or forget it if the holder does not ride on one here."""
        if lying is not None and lying.holder.carrier:
            self._riders[id] = lying
        else:
            self._riders.pop(id, None)

    def doubt(self, pieces: Collection[int]) -> None:
        """Draw these pieces again when there is time. They may look different although they have not changed."""
        if not pieces:
            return
        shown = self._the_game().pieces
        lying = {shown[piece].at for piece in pieces if piece in shown}
        points = {self._points[holder] for holder in lying if holder in self._points}
        standing = (pile for point in points for pile in self._piles.get(point, ()))
        outdated = [pile for pile in standing if pile in self._crisp and pile not in self._waiting]
        for pile in outdated:
            self._is_shown(pile, on=self._coarse)
        if outdated:
            self._to_draw_in = QRectF()
            self.left_bare.emit()

    def set_scale(self, scale: float) -> None:
        """Set the number of screen pixels for each map pixel. `refresh` then makes new pictures."""
        if scale != self._scale:
            self._scale = scale
            self._crisp.clear()
            self._to_draw_in = QRectF()

    def draw_anew(self) -> None:
        """Drop the pictures of all piles after the appearance of pieces has changed. Piles are drawn again when they
        are next in view.
        """
        for pile in self._pile_of.values():
            self._leave_bare(pile)
        self._to_draw_in = QRectF()
        self._is_bare_seen = True

    def look_at(self, area: QRectF) -> None:
        """Draw the piles in an area (map pixels) that show nothing, or are outdated, before the area is painted."""
        self._draw_waiting()
        self._see(area)
        if self._is_bare_seen:
            for pile in self._inside(self._widened(area)) if self._bare else ():
                if pile in self._bare:
                    self._draw(pile)
            self._is_bare_seen = False

    def _see(self, area: QRectF) -> None:
        """Record the area (map pixels) in view. A new area may contain pieces that are not drawn yet."""
        if area != self._seen:
            self._seen, self._is_bare_seen = area, True

    def refresh(self, area: QRectF, within_s: float = math.inf) -> bool:
        """Draw everything inside an area (map pixels) in full detail, and everything else at least coarsely.

        Stop after this time; return whether everything is drawn.
        """
        self._draw_waiting()
        if area != self._to_draw_in:
            self._to_draw = list(self._inside(self._widened(area)))
            self._to_draw_in = area
            self._see(area)
        until = perf_counter() + within_s
        while self._to_draw:
            if perf_counter() > until:
                return False
            pile = self._to_draw.pop()
            if pile not in self._crisp and pile.item in self._pile_of:
                self._draw(pile)
        while self._bare:
            if perf_counter() > until:
                return False
            self._draw_coarsely(next(iter(self._bare)))
        self._give_up_unseen()
        return True

    def reveal(self, area: QRectF, within_s: float) -> None:
        """Draw the piles that come into view while the map is being scrolled, for at most this time."""
        until = perf_counter() + within_s
        for part in _uncovered(area, self._seen) if self._coarse else ():
            for pile in self._inside(self._widened(part)):
                if pile in self._coarse and perf_counter() < until:
                    self._draw(pile)
        self._see(area)

    # questions about the scene

    def pieces_at(self, point: QPointF) -> list[int]:
        """Return the pieces drawn at a point (map pixels), topmost first."""
        near = QRectF(point.x() - 0.5, point.y() - 0.5, 1.0, 1.0)
        return [slot.piece for slot in self._drawn(self._inside(near)) if self._covers(slot, point)]

    def pieces_in(self, area: QRectF) -> list[int]:
        """Return the pieces whose centre is drawn inside an area (map pixels)."""
        return [slot.piece for slot in self._drawn(self._inside(area)) if area.contains(slot.x, slot.y)]

    def is_drawn(self, piece: int) -> bool:
        """Return whether a piece is visible on this map, as one of the topmost pieces of its stack."""
        return self._slot_of(piece) is not None

    def middle(self, piece: int) -> QPointF:
        """Return the point at which a piece is drawn (map pixels); (0, 0) if it is not drawn."""
        slot = self._slot_of(piece)
        return QPointF() if slot is None else QPointF(slot.x, slot.y)

    def area_of(self, piece: int) -> QRectF | None:
        """Return the area (map pixels) of a piece, or of the topmost piece over it; None if it is not on this map, or
        in a hidden layer.
        """
        pile = self._pile_with(piece)
        if pile is None:
            return None
        slot = self._slot_of(piece) or next(self._drawn([pile]))
        side = self._pictures.side(self._the_game(), slot.piece)
        return QRectF(slot.x - side / 2, slot.y - side / 2, side, side)

    @property
    def is_hand(self) -> bool:
        """True if the pieces of stacks are side by side here, like cards in a hand, so that nothing can be fanned out
        or gathered.
        """
        return self._steps is not None and self._steps.in_a_row

    def is_fanned(self, holder: int) -> bool:
        """Return whether the pieces of a stack are selected one by one, because it is fanned out or in a hand."""
        return holder in self._fanned or self.is_hand

    @property
    def marked(self) -> MarkedPieces:
        """The marked pieces: selected or dragged ones, those with badges, and those that others moved last."""
        return self._marked

    # marking

    def select(self, pieces: frozenset[int]) -> None:
        """Mark exactly these pieces as selected."""
        self._mark(self._marked._replace(chosen=pieces))

    def lift(self, pieces: frozenset[int]) -> None:
        """Show exactly these pieces and their cargo faintly at their places, because they are dragged.

        Fanned stacks are faint meanwhile.
        """
        self._in_hand = pieces
        self._mark(self._marked._replace(lifted=with_riders(self._the_game(), pieces)))
        for item in self._faint:
            item.setOpacity(1.0)
        fanned = [pile.item for pile in self._pile_of.values() if pile.item.zValue() >= FAN_Z] if self._fanned else []
        self._faint = [*self._fanned.values(), *fanned] if pieces else []
        for item in self._faint:
            item.setOpacity(_FAINT)

    def flag(self, badges: Mapping[int, Badge]) -> None:
        """Show badges on exactly these pieces."""
        self._mark(self._marked._replace(badges=badges))

    def show_moved(self, pieces: Iterable[int]) -> None:
        """Outline exactly the stacks of these pieces, which others have moved, if the map has such a line."""
        if self._marked.how.moved is not None:
            wanted = set(pieces)
            piles = [pile for piece in wanted if (pile := self._pile_with(piece)) is not None]
            if not piles and not self._marked.moved:
                return
            stacks = (stack.pieces for pile in piles for stack in pile.stacks if not wanted.isdisjoint(stack.pieces))
            moved = frozenset(piece for stack in stacks for piece in stack)
            if moved != self._marked.moved:
                self._mark(self._marked._replace(moved=moved))

    def _mark(self, marked: MarkedPieces) -> None:
        if marked == self._marked:
            return
        changed = (self._marked.chosen ^ marked.chosen) | (self._marked.lifted ^ marked.lifted)
        changed |= self._marked.moved ^ marked.moved
        changed |= {piece for piece, _ in self._marked.badges.items() ^ marked.badges.items()}
        self._marked = marked
        for pile in {pile for piece in changed if (pile := self._pile_with(piece)) is not None}:
            self._draw_if_seen(pile)
        self._tell_of_bare()

    def fan(self, holder: int, *, out: bool) -> None:
        """Fan a stack out, or gather it. This has no effect on cards in a hand."""
        if self.is_hand or out == (holder in self._fanned):
            return
        if out:
            ground = QGraphicsRectItem()
            ground.setZValue(FAN_Z)
            ground.setBrush(self._fan_ground)
            ground.setPen(QPen(self._fan_edge, 0))
            self.addItem(ground)
            self._fanned[holder] = ground
        else:
            self.removeItem(self._fanned.pop(holder))
        self.show_changes(self._the_game(), [holder], ())

    def gather_all(self) -> None:
        """Gather every stack that is fanned out."""
        for holder in list(self._fanned):
            self.fan(holder, out=False)

    def hide_pieces(self, *, hidden: bool) -> None:
        """Hide all pieces, or show them again."""
        self._are_hidden = hidden
        self.hid_pieces.emit(hidden)
        for pile in self._pile_of.values():
            pile.item.setVisible(not hidden)
            if pile.lid is not None:
                pile.lid.setVisible(not hidden)
        if not hidden:
            self._to_draw_in = QRectF()
            self.refresh(self._seen)

    def fade_pieces(self, share: float) -> None:
        """Set the opacity of all pieces."""
        for pile in self._pile_of.values():
            pile.item.setOpacity(share)
            if pile.lid is not None:
                pile.lid.setOpacity(share)

    def show_layers(self, order: Sequence[int], hidden: frozenset[int]) -> None:
        """Show the layers of pieces in this order, the lowest first, without the hidden ones."""
        self._layers = LayerOrder({layer: rank for rank, layer in enumerate(order)}, hidden)
        points: dict[Point, list[int]] = {}
        for id, point in self._points.items():
            points.setdefault(point, []).append(id)
        for point, ids in points.items():
            self._lay_point(point, ids)
        self._drop_spare()
        self._to_draw_in = QRectF()
        self.refresh(self._seen)

    def ping(self, x: float, y: float, colour: QColor, way: PingWay | None = None) -> None:
        """Point at a spot (map pixels), in the style of the window or of the map."""
        self._pointing.at(QPointF(x, y), colour, self._scale, way)

    def set_fan_colours(self, ground: str, edge: str) -> None:
        """Set the colours of the card under fanned stacks (`#RRGGBB`)."""
        self._fan_ground, self._fan_edge = QColor(ground), QColor(edge)

    def ghosts(self, pieces: Iterable[int], grabbed: int) -> list[QGraphicsPixmapItem]:
        """Return copies of the dragged pieces and their cargo, at their places and above all pieces.

        They are not in the scene yet. Fanned pieces are gathered into a stack at the grabbed piece, or else at the
        lowest. Pieces that others cover become a stack, too.
        """
        game = self._the_game()
        wanted = with_riders(game, pieces)
        fans = [tuple(piece for piece in game.holders[id].pieces if piece in wanted) for id in self._fanned]
        in_fans = {piece for fan in fans for piece in fan}
        piles = {pile: None for piece in wanted - in_fans if (pile := self._pile_with(piece)) is not None}
        found = [self._ghost(pile, self._carried(pile, wanted)) for pile in piles]
        for fan in filter(None, fans):
            pile = self._pile_with(grabbed if grabbed in fan else fan[0])
            if pile is not None:
                stack = self._piling.alone(game, fan, pile.stacks[0].side)
                found.append(self._ghost(pile, stack.slots(self._scale), list(stack.discs(self._scale))))
        return found

    def _carried(self, pile: Pile, wanted: frozenset[int]) -> list[StackSlot]:
        """Return the positions of the wanted pieces of a pile as they are drawn there, or as a stack if none is
        drawn.
        """
        drawn = [slot for slot in pile.slots(self._scale) if slot.piece in wanted]
        if drawn:
            return drawn
        under = tuple(piece for stack in pile.stacks for piece in stack.pieces if piece in wanted)
        return self._piling.alone(self._the_game(), under, pile.stacks[0].side).slots(self._scale)

    def _ghost(self, pile: Pile, slots: Sequence[StackSlot], discs: Sequence[Disc] = ()) -> QGraphicsPixmapItem:
        """Return a copy of pieces at the position of a pile."""
        ghost = QGraphicsPixmapItem()
        self._show(ghost, slots, discs, self._unmarked._replace(chosen=self._marked.chosen))
        ghost.setPos(pile.item.pos())
        ghost.setZValue(_LIFTED_Z + pile.item.zValue())
        return ghost

    # positions

    def _the_game(self) -> Game:
        if self._game is None:
            raise RuntimeError("the scene shows no game yet")
        return self._game

    def _inside(self, area: QRectF) -> Iterator[Pile]:
        """Return the piles whose pictures touch an area (map pixels), topmost first.

        Only rectangles are compared: the shapes of overlays would be computed again each time.
        """
        self._draw_waiting()
        found = self.items(area, Qt.ItemSelectionMode.IntersectsItemBoundingRect)
        return (self._pile_of[item] for item in found if item in self._pile_of)

    def _widened(self, area: QRectF) -> QRectF:
        """Return an area with a margin for the greatest distance of a pile's drawing from its point."""
        return area.adjusted(-self._reach, -self._reach, self._reach, self._reach)

    def _drawn(self, piles: Iterable[Pile]) -> Iterator[StackSlot]:
        """Yield the positions of the drawn pieces of these piles (map pixels), topmost first."""
        for pile in piles:
            at = pile.item.pos()
            for slot in reversed(pile.slots(self._scale)):
                yield slot._replace(x=at.x() + slot.x, y=at.y() + slot.y)

    def _covers(self, slot: StackSlot, point: QPointF) -> bool:
        return self._pictures.shape(self._the_game(), slot).contains(point - QPointF(slot.x, slot.y))

    def _pile_with(self, piece: int) -> Pile | None:
        """Return the pile of a piece, even if the piece is not visible in it; None if it is not on this map, or in a
        hidden layer.
        """
        lying = self._the_game().pieces.get(piece)
        point = None if lying is None else self._points.get(lying.at)
        if point is None:
            return None
        piles = self._piles.get(point, ())
        return next((pile for pile in piles if any(piece in stack.pieces for stack in pile.stacks)), None)

    def _slot_of(self, piece: int) -> StackSlot | None:
        pile = self._pile_with(piece)
        return None if pile is None else next((s for s in self._drawn([pile]) if s.piece == piece), None)

    # laying out

    def _lay_point(self, point: Point, ids: list[int]) -> None:
        """Lay out the piles at one point: one for each layer, and one for each fanned piece."""
        self._points.update(dict.fromkeys(ids, point))
        wanted = self._wanted_at(point, ids)
        piles = self._piles.setdefault(point, [])
        while len(piles) > len(wanted):
            self._spare.append(piles.pop())
        while len(piles) < len(wanted):
            piles.append(self._spare.pop() if self._spare else self._new_pile())
        if not piles:
            del self._piles[point]
        for pile, (x, y, z, stacks) in zip(piles, wanted, strict=True):
            pile.stacks = stacks
            pile.item.setPos(x, y)
            pile.item.setZValue(z)
            self._draw_if_seen(pile)

    def _wanted_at(self, point: Point, ids: list[int]) -> tuple[PlannedPile, ...]:
        """Return the planned piles for a point, and place the cards under fanned stacks. A stack with one piece is
        gathered.
        """
        game = self._the_game()
        held = {id: self._riders.get(id) or by_itself(game.holders[id]) for id in ids}
        for id, lying in held.items():
            if id in self._fanned and len(lying.holder.pieces) < 2:
                self.removeItem(self._fanned.pop(id))
        piled = self._piling.at(game, point, held, self._fanned, self._layers)
        for id, card in piled.cards.items():
            self._fanned[id].setRect(card)
        self._reach = max(self._reach, piled.reach)
        return piled.piles

    # drawing

    def _new_pile(self) -> Pile:
        item = self._new_item()
        pile = self._pile_of[item] = Pile(item)
        return pile

    def _new_item(self) -> QGraphicsPixmapItem:
        item = self.addPixmap(QPixmap())  # Qt's own item, since Qt would call Python at each painting of another class
        item.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        item.setVisible(not self._are_hidden)
        return item

    def _draw_if_seen(self, pile: Pile) -> None:
        """Draw all of a pile before the next frame; draw nothing if it is out of view."""
        if self._seen.isNull() or not self._widened(self._seen).contains(pile.item.pos()):
            self._leave_bare(pile)
            return
        if not self._waiting:
            self._outdated.emit()
        self._waiting[pile] = None

    def _draw_waiting(self) -> None:
        """Draw the piles that have changed since they were drawn."""
        while self._waiting:
            self._draw(next(iter(self._waiting)))

    def _tell_of_bare(self) -> None:
        if self._bare and not self._seen.isNull():
            self.left_bare.emit()

    def _draw(self, pile: Pile) -> None:
        """Draw all of a pile at the present scale."""
        discs = list(pile.discs(self._scale))
        apart = discs if pile.is_crowded(discs) else []
        signs: list[Disc | Flag] = [*([] if apart else discs), *pile.flags(self._scale, self._marked.badges)]
        size = self._show(pile.item, pile.slots(self._scale), signs, self._marked)
        self._account(pile, size + self._lay_lid(pile, apart))
        self._is_shown(pile, on=self._crisp)

    def _is_shown(self, pile: Pile, on: set[Pile]) -> None:
        """Record that a pile is drawn in full, coarsely or not at all."""
        self._waiting.pop(pile, None)
        for kept in (self._crisp, self._coarse, self._bare):
            kept.discard(pile)
        on.add(pile)

    def _lay_lid(self, pile: Pile, discs: Sequence[Disc]) -> int:
        """Draw the discs of a pile over the stacks of its layer; return the memory of the picture in bytes."""
        if not discs:
            if pile.lid is not None:
                self.removeItem(pile.lid)
                pile.lid = None
            return 0
        if pile.lid is None:
            pile.lid = self._new_item()
        pile.lid.setPos(pile.item.pos())
        pile.lid.setZValue(pile.item.zValue() + _LID_Z)
        return self._show(pile.lid, (), discs, MarkedPieces())

    def _account(self, pile: Pile, size_bytes: int) -> None:
        self._bytes += size_bytes - pile.size_bytes
        pile.size_bytes = size_bytes

    def _show(
        self, item: QGraphicsPixmapItem, slots: Sequence[StackSlot], discs: Sequence[Disc | Flag], marked: MarkedPieces
    ) -> int:
        """Draw pieces in an item, with discs and badges; return the memory of the picture in bytes."""
        picture = self._pictures.pile(self._the_game(), slots, discs, self._scale, marked)
        _fit(item, picture, 1.0)
        return picture.size_bytes

    def _draw_coarsely(self, pile: Pile) -> None:
        """Draw only the topmost piece of a pile, from a small picture that all piles with this look share."""
        game, piece = self._the_game(), pile.stacks[-1].pieces[-1]
        side = self._pictures.side(game, piece)
        _fit(pile.item, self._pictures.picture(game, piece, COARSE_PX / side), side)
        self._account(pile, self._lay_lid(pile, ()))
        self._is_shown(pile, on=self._coarse)

    def _leave_bare(self, pile: Pile) -> None:
        """Remove the picture of a pile until it is drawn again."""
        pile.item.setPixmap(QPixmap())
        self._account(pile, self._lay_lid(pile, ()))
        self._is_shown(pile, on=self._bare)

    def _give_up_unseen(self) -> None:
        """Draw piles out of view coarsely, if the pictures of piles need too much memory."""
        if self._bytes > KEPT_BYTES:
            seen = self._widened(self._seen)
            for pile in self._pile_of.values():
                if pile.size_bytes and not seen.contains(pile.item.pos()):
                    self._draw_coarsely(pile)

    def _drop_spare(self) -> None:
        """Remove unused piles after all new piles were laid out."""
        while self._spare:
            self._remove(self._spare.pop())

    def _remove(self, pile: Pile) -> None:
        self._account(pile, self._lay_lid(pile, ()))
        del self._pile_of[pile.item]
        self._waiting.pop(pile, None)
        for kept in (self._crisp, self._coarse, self._bare):
            kept.discard(pile)
        self.removeItem(pile.item)


def _uncovered(area: QRectF, before: QRectF) -> list[QRectF]:
    """Return the parts of an area that are outside an earlier area."""
    if not area.intersects(before):
        return [area]
    parts = [QRectF(area) for _ in range(4)]
    parts[0].setRight(before.left())
    parts[1].setLeft(before.right())
    parts[2].setBottom(before.top())
    parts[3].setTop(before.bottom())
    return [part for part in parts if part.width() > 0 and part.height() > 0]


def _fit(item: QGraphicsPixmapItem, picture: FacePixmap, side: float) -> None:
    """Show a picture in an item, scaled so that `side_px` pixels of the picture are `side` map pixels wide."""
    item.setPixmap(picture.pixmap)
    item.setOffset(picture.offset)
    item.setScale(side / picture.side_px)
