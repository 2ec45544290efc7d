"""The select tool: select pieces, drag them, fan stacks out, draw a box round many."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPen
from PySide6.QtWidgets import QApplication, QGraphicsItemGroup, QGraphicsRectItem

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.piece_actions import BESIDE_THE_MAP
from tabletop.desktop.map.tools.grip import (
    boxed,
    buttons_at,
    choosable,
    deck_at,
    joins,
    movable,
    never_moves,
    with_cargo,
)
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.scene.pieces.riding_holders import with_riders
from tabletop.desktop.table.selection import Selection, bottom_up, carried_to
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.table.ticket import Ticket
from tabletop.game.commands import Act, AnyCommand, Goal, Into, Ping, Restack, Spot
from tabletop.game.state.game import Game

_LIFT = 0.8
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_HELD: Final = {
    "alt": _ALT,
    "ctrl": _CTRL,
    "alt shift": _ALT | _SHIFT,
    "ctrl shift": _CTRL | _SHIFT,
    "ctrl alt": _CTRL | _ALT,
    "ctrl alt shift": _CTRL | _ALT | _SHIFT,
}
"""The modifier keys to point at a spot, as map files write them."""
_USUAL_PING: Final = {_ALT: 0}


class HandListeners(NamedTuple):
    """The functions that the select tool calls.

    `elsewhere` is called when pieces are dropped outside the view, with the point of the screen and the piece by which
    they were dragged. `advised` returns the current advisor on dragged pieces. `inspect` shows a double-clicked
    counter. `pop_up` shows the menu of a counter at a point of the screen.
    """

    elsewhere: Callable[[QPoint, tuple[int, ...], int], None]
    advised: Callable[[], "HandAdvice"]
    inspect: Callable[[int], None]
    pop_up: Callable[[int, QPoint], None]


class HandAdvice(Protocol):
    """An advisor that follows dragged pieces, and may show the effect of a drop. Points are in map pixels."""

    def taken_up(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return these pieces, and those that are picked up with them."""

    def lift(self, pieces: tuple[int, ...]) -> None:
        """Begin the advice for these pieces, which were picked up, in their order from the bottom up."""

    def hover(self, map_name: str, point: QPointF) -> None:
        """Follow the dragged pieces to a point."""

    def drop(self, map_name: str, point: QPointF) -> AnyCommand | None:
        """Return the command for a drop at a point that replaces a plain move; None for a plain move."""

    def refuses(self, map_name: str, point: QPointF) -> str:
        """Return a sentence on why the pieces may not be dropped at a point; "" if they may."""

    def put_down(self) -> None:
        """End the advice, since nothing is dragged any longer."""

    def is_number(self, map_name: str, point: QPointF) -> bool:
        """Return whether a click at a point explains a number, so that the selection does not change."""

    def click(self, map_name: str, point: QPointF, found: Sequence[int]) -> bool:
        """Handle a click on these pieces of the map, the topmost first; return whether it was used."""


_UNDER_WAY: Final = 0.45
"""The opacity of dropped counters until the table has answered."""


class SelectTool:
    """A tool that selects and drags pieces.

    A click on a stack selects all of it. On a fanned stack it selects one piece, on a mat also the cargo. With Shift
    the click adds to the selection. With Ctrl it adds only the topmost piece; if that is already selected, the click
    removes the stack, or the one piece of a fanned stack, from the selection. A right click opens the menu
    of the topmost piece and the selection that it belongs to. A drag moves the selection; if Alt is held at the end,
    the pieces do not snap to the grid. A double click fans a stack out or gathers it. A drag from the empty map, or
    from a piece that never moves, draws a box, and selects the pieces in it. A click with Alt points at a spot. A click
    on a button of a piece presses the button. A module may limit the ways to select a piece; for all other clicks such
    a piece is a part of the map.
    """

    def __init__(
        self,
        model: TableModel,
        view: TableView,
        map_name: str,
        selection: Selection,
        theme: Theme,
        listeners: HandListeners,
    ) -> None:
        self._model = model
        self._view = view
        self._elsewhere, self._advised, self._inspect, self._pop_up = listeners
        pings = model.module.sheets[map_name].pings
        self._pings = {_HELD[way.keys]: number for number, way in reversed(list(enumerate(pings)))} or _USUAL_PING
        self._scene = view.table_scene
        self._map = map_name
        self._selection = selection
        self._theme = theme
        self._pressed_at: QPointF | None = None
        self._pressed_screen = QPoint()
        self._grabbed = 0
        self._chosen_before: tuple[int, ...] = ()
        self._carried: tuple[int, ...] = ()
        self._ghost: QGraphicsItemGroup | None = None
        self._band: QGraphicsRectItem | None = None
        self._band_kept: tuple[int, ...] = ()
        self._click_narrows = False
        self._on_number = False

    @property
    def is_busy(self) -> bool:
        """True while a button is down."""
        return self._pressed_at is not None

    @property
    def is_carrying(self) -> bool:
        """True while pieces are carried or a box is drawn."""
        return self._ghost is not None or self._band is not None

    # the mouse

    def press(self, event: QMouseEvent, point: QPointF) -> None:
        """Begin a gesture of the left button: select the piece under the cursor, begin a box, or point at a spot.

        The right button selects the piece under the cursor for its menu. During a gesture all buttons are ignored.
        """
        if self.is_busy:
            return
        if event.button() == Qt.MouseButton.RightButton:
            self._choose_for_menu(event, point)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._point_at(event, point):
            return
        self._pressed_at, self._pressed_screen = point, event.position().toPoint()
        self._on_number = self._advised().is_number(self._map, point)
        if self._on_number:
            return
        self._chosen_before = self._selection.pieces
        found = self._in_reach(event, point)
        if not found:
            self._begin_band(event, point)
            return
        self._grabbed = found[0]
        chosen = with_cargo(self._game, self._meant(found[0]))
        self._click_narrows = False
        if event.modifiers() & _SHIFT:
            self._selection.add(chosen)
        elif event.modifiers() & _CTRL and found[0] in self._selection:
            self._selection.remove(self._meant(found[0]))
        elif event.modifiers() & _CTRL:
            self._selection.add(found[:1])
        elif all(piece in self._selection for piece in chosen) and not self._is_chosen_as_cargo(found[0]):
            self._click_narrows = True
        else:
            self._selection.replace(chosen)

    def _point_at(self, event: QMouseEvent, point: QPointF) -> bool:
        """Point at a spot if the keys for that are held; return whether they are.

        On counters this works only with the keys that the map sets.
        """
        way = self._pings.get(event.modifiers() & (_SHIFT | _CTRL | _ALT))
        if way is None or (self._pings is _USUAL_PING and self._in_reach(event, point)):
            return False
        self._model.submit(Ping(Spot(self._map, round(point.x()), round(point.y())), way))
        return True

    def move(self, event: QMouseEvent, point: QPointF) -> None:
        """Resize the box, or drag the pieces."""
        if self._pressed_at is None or self._on_number or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        if self._band is not None:
            self._stretch_band(event, point)
        elif self._ghost is not None:
            self._ghost.setPos(point - self._pressed_at)
            self._advised().hover(self._map, self._scene.middle(self._grabbed) + point - self._pressed_at)
        elif self._far_enough(event.position().toPoint()):
            if never_moves(self._game, self._grabbed):
                self._begin_band(event, self._pressed_at)
                self._stretch_band(event, point)
            else:
                self._lift(point)

    def release(self, event: QMouseEvent, point: QPointF) -> None:
        """Drop the dragged pieces, or end the box or the click."""
        if event.button() != Qt.MouseButton.LeftButton or self._pressed_at is None:
            return
        started, self._pressed_at = self._pressed_at, None
        if self._on_number:
            self._advised().click(self._map, started, ())
        elif self._band is not None:
            is_click = self._band.rect().width() * self._band.rect().height() == 0
            self._end_band()
            if is_click and not self._answers(event, point):
                self._scene.gather_all()
        elif self._ghost is not None:
            self._put_down(event, point - started)
        elif not self._answers(event, point) and self._click_narrows:
            self._selection.replace(with_cargo(self._game, self._meant(self._grabbed)))

    def double_click(self, event: QMouseEvent, point: QPointF) -> None:
        """Fan out the stack under the cursor, or gather it, and select its topmost piece.

        A counter that is alone, or a card in a hand, is shown enlarged. On a button of a piece this is a second click.
        """
        found = self._in_reach(event, point)
        if event.button() != Qt.MouseButton.LeftButton or self._press_buttons(event, point) or not found:
            return
        holder = self._game.pieces[found[0]].at
        if len(self._game.holders[holder].pieces) > 1 and not self._scene.is_hand:
            self._scene.fan(holder, out=not self._scene.is_fanned(holder))
            self._selection.replace(self._game.holders[holder].pieces[-1:])
        else:
            self._inspect(found[0])

    def _answers(self, event: QMouseEvent, point: QPointF) -> bool:
        """Use a click to answer a question, explain a number or press a button; return whether it was used."""
        found = self._scene.pieces_at(point) if self._in_reach(event, point) else ()
        return self._advised().click(self._map, point, found) or self._press_buttons(event, point)

    def _press_buttons(self, event: QMouseEvent, point: QPointF) -> bool:
        """Press the buttons of the topmost piece at a point; return whether there are any."""
        piece = next(iter(self._scene.pieces_at(point)), 0)
        pressed = buttons_at(self._game, piece, point - self._scene.middle(piece)) if piece else []
        for button in pressed:
            if button.menu:
                self._pop_up(piece, event.globalPosition().toPoint())
            elif piece in self._game.pieces:
                at = Spot(self._game.maps[self._scene.map_index], round(point.x()), round(point.y()))
                self._model.submit(Act((piece,), button.key, at=at))
        return bool(pressed)

    def key(self, event: QKeyEvent) -> bool:
        """Cancel the gesture with Escape; without a gesture, clear the selection and gather all stacks. Move the
        selected pieces within their stacks with the arrow keys.
        """
        if event.key() == Qt.Key.Key_Escape:
            if self._band is not None:
                self._selection.replace(self._band_kept)
            elif self._ghost is None:
                self._selection.clear()
                self._scene.gather_all()
            self.cancel()
            return True
        how = {
            Qt.Key.Key_Right: "up",
            Qt.Key.Key_Left: "down",
            Qt.Key.Key_Up: "top",
            Qt.Key.Key_Down: "bottom",
        }.get(Qt.Key(event.key()))
        if how is None or not self._selection.pieces or event.modifiers() & (_SHIFT | _CTRL | _ALT):
            return False
        self._model.submit(Restack(self._selection.pieces, how))  # type: ignore[arg-type]
        return True

    def keep_up(self) -> None:
        """End the drag if another player has removed or hidden a carried piece."""
        if self._pressed_at is None or self._on_number or self._band is not None:
            return
        in_hand = (self._grabbed,) if self._ghost is None else self._carried
        if any(piece not in self._game.pieces for piece in in_hand):
            self.cancel()

    def cancel(self) -> None:
        """End the gesture without a command."""
        self._pressed_at = None
        self._drop_ghost()
        self._end_band()

    # choosing

    @property
    def _game(self) -> Game:
        return self._model.game

    def _meant(self, piece: int) -> Sequence[int]:
        """Return the pieces that a click on a piece selects: in a fanned stack or a deck that piece, else its stack."""
        holder = self._game.pieces[piece].at
        if self._scene.is_fanned(holder) or self._game.holders[holder].form == "deck":
            return (piece,)
        return self._game.holders[holder].pieces

    def _is_chosen_as_cargo(self, piece: int) -> bool:
        """Return whether a piece is selected only because the mat under it was clicked."""
        clicked = self._meant(self._selection.pieces[0])
        return piece not in clicked and set(with_cargo(self._game, clicked)) == set(self._selection.pieces)

    def _in_reach(self, event: QMouseEvent, point: QPointF) -> list[int]:
        """Return the pieces at a point that this press can select, the topmost first."""
        return choosable(self._game, self._scene.pieces_at(point), event.modifiers(), self._selection.pieces)

    def _choose_for_menu(self, event: QMouseEvent, point: QPointF) -> None:
        found = self._in_reach(event, point)
        if found and found[0] not in self._selection:
            self._selection.replace(found[:1])

    def _begin_band(self, event: QMouseEvent, point: QPointF) -> None:
        keeps = event.modifiers() & (_SHIFT | _CTRL)
        self._band_kept = self._selection.pieces if keeps else ()
        if not keeps:
            self._selection.clear()
        band = QGraphicsRectItem(QRectF(point, point))
        colour = QColor(self._theme.accent)
        band.setPen(QPen(colour, 0))
        colour.setAlphaF(0.12)
        band.setBrush(colour)
        band.setZValue(3e12)
        self._scene.addItem(band)
        self._band = band

    def _stretch_band(self, event: QMouseEvent, point: QPointF) -> None:
        if self._band is None or self._pressed_at is None:
            return
        area = QRectF(self._pressed_at, point).normalized()
        self._band.setRect(area)
        found = boxed(self._game, self._scene.pieces_in(area), event.modifiers())
        inside = [piece for one in found for piece in self._meant(one)]
        self._selection.replace(self._band_kept)
        if event.modifiers() & _CTRL:
            self._selection.remove(inside)
        else:
            self._selection.add(inside)

    def _end_band(self) -> None:
        if self._band is not None:
            self._scene.removeItem(self._band)
            self._band = None

    # carrying

    def _far_enough(self, here: QPoint) -> bool:
        return (here - self._pressed_screen).manhattanLength() >= QApplication.startDragDistance()

    def _lift(self, point: QPointF) -> None:
        """Pick up the selected pieces that can be moved, if the piece under the cursor can be moved."""
        chosen = tuple(movable(self._game, self._selection.pieces, self._chosen_before))
        if self._grabbed not in chosen:
            return
        pieces = self._carried = self._advised().taken_up(chosen)
        group = QGraphicsItemGroup()
        for ghost in self._scene.ghosts(pieces, self._grabbed):
            group.addToGroup(ghost)
        group.setOpacity(_LIFT)
        group.setZValue(4e12)
        self._scene.addItem(group)
        self._ghost = group
        self._scene.lift(frozenset(pieces))
        self._advised().lift(bottom_up(self._game, pieces))
        if self._pressed_at is not None:
            group.setPos(point - self._pressed_at)

    def _drop_ghost(self) -> None:
        if self._ghost is not None:
            self._scene.removeItem(self._ghost)
            self._ghost = None
            self._scene.lift(frozenset())
            self._advised().put_down()

    def _put_down(self, event: QMouseEvent, moved: QPointF) -> None:
        """Ask the table for the move. Nothing moves until the table has answered."""
        pieces = self._carried
        if not self._view.viewport().rect().contains(event.position().toPoint()):
            self._drop_ghost()
            self._elsewhere(event.globalPosition().toPoint(), pieces, self._grabbed)
            return
        point = self._scene.middle(self._grabbed) + moved
        if not self._view.map_area.contains(point):
            self._drop_ghost()
            self._model.refused.emit(tr(BESIDE_THE_MAP))
            return
        in_hand = with_riders(self._game, pieces)
        under = [piece for piece in self._scene.pieces_at(point) if piece not in in_hand]
        free = bool(event.modifiers() & _ALT)
        because = "" if free else self._advised().refuses(self._map, point)
        by_the_rules = None if free else self._advised().drop(self._map, point)
        ghost = self._ghost
        self._drop_ghost()
        if because:
            self._model.refused.emit(because)
            return
        goal = self._goal(point, under, free=free)
        ticket = self._model.submit(by_the_rules or carried_to(goal, self._map, pieces, self._grabbed, self._model))
        if ticket.is_under_way and ghost is not None:
            self._show_under_way(ghost, ticket)

    def _show_under_way(self, ghost: QGraphicsItemGroup, ticket: Ticket) -> None:
        """Show the dropped pieces pale until the table has answered."""
        ghost.setOpacity(_UNDER_WAY)
        self._scene.addItem(ghost)
        gone = partial(self._scene.removeItem, ghost)
        ticket.when_done(gone).when_refused(gone)

    def _goal(self, point: QPointF, under: Sequence[int], *, free: bool) -> Goal:
        """Return the goal of a drop: a spot, or a deck or stack at this point that the dragged piece joins."""
        spot = Spot(self._map, round(point.x()), round(point.y()), free)
        deck = None if free else deck_at(self._game, self._model.components.decks, spot)
        if deck is not None:
            return Into(deck)
        holders = () if free else dict.fromkeys(self._game.pieces[piece].at for piece in under)
        holder = next((id for id in holders if joins(self._game, self._grabbed, id)), None)
        if holder is None:
            return spot
        lying = self._game.holders[holder]
        drawn_to = self._model.components.maps[self._map].snap(spot.x, spot.y)
        is_there = lying.form != "hold" and (lying.x, lying.y) == (drawn_to.x, drawn_to.y)
        return spot if is_there else Into(holder)
