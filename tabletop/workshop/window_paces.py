"""A window for the measurements of `wartable bench`, with real mouse events and real frames.

The measurements and their budgets are in `tabletop.workshop.bench`.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from tabletop.assembly import AtHand, table_session
from tabletop.desktop.drawing.counter_pixmaps import FacePixmaps
from tabletop.desktop.drawing.sheet.map_sheet import SheetPainter
from tabletop.desktop.drawing.theme import LIGHT, apply_theme
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.map_widget import FIRST_WIDTH
from tabletop.desktop.platform.module_paths import folder_of, map_folder
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.program.qt_application import application
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.scene.pieces.stack_anchors import stack_anchor
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.commands import AnyCommand, SetProperty
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.journal.review import Review
from tabletop.local_seat import LocalSeat
from tabletop.module.module import Module

FRAMES: Final = 60
_QUIET_S: Final = 0.5
"""The time without work after which a window counts as settled, in seconds."""
_BUSY_S: Final = 0.001
_PAUSE_S: Final = 0.002
_MOST_S: Final = 10.0
_NS_A_MS: Final = 1_000_000
_FOLLOWING_S: Final = 0.4
"""The time during which the effects of an act are measured, in seconds."""
_WHEEL: Final = 240
_WHEEL_TURNS: Final = 8
_DRAG_SCALE: Final = 0.35
_DRAG_STEPS: Final = 6
_LEFT: Final = Qt.MouseButton.LeftButton


class Paces:
    """A real window on a game. `seat` is the seat that acts."""

    def __init__(self, module: Module, game: Game | Journal, seat: str, rules: AtHand | None = None) -> None:
        """Show a game, or a record for replay. With `rules` the rules assistant is switched on."""
        self._app = application()
        apply_theme(self._app, LIGHT)
        journal = game if isinstance(game, Journal) else Journal.in_memory(game, "00" * 32)
        at_hand = rules or AtHand()
        session = table_session(journal, module.components, lambda: 0, at_hand)
        sides = range(len(module.sides)) if isinstance(journal, Review) else None
        self._model = TableModel(
            lambda hear: LocalSeat(session, seat, hear, sides), module, lambda _: None, lambda: 0, at_hand
        )
        self._window = GameWindow(self._model, LIGHT, folder_of(module))
        views = self._window.findChildren(TableView)
        self._view = next(view for view in views if view.table_scene.map_index == 0)
        self._window.show()
        if rules is not None:
            self._window.assist()
        settle()

    def close(self) -> None:
        """Remove the window and free its memory. The player is not asked where to save the game."""
        self._window.rules.switch(False)
        self._window.hide()
        self._window.deleteLater()
        self._app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._app.processEvents()

    def stand_at(self, seq: int) -> None:
        """Show the position after a step of a replay, and paint it."""
        self._model.stand_at(seq)
        self._app.processEvents()

    def drag(self, x: float, y: float) -> list[float]:
        """Drag the piece at a point of the map (map pixels) to the lower right, and cancel the drag; return the
        processor time of each frame but the first five, in ms.
        """
        self._look_closely(x, y)
        start = self._view.mapFromScene(QPointF(x, y))
        self._mouse(QEvent.Type.MouseButtonPress, start)
        ways = (start + QPoint(20 + 3 * n, 20 + 2 * n) for n in range(FRAMES))
        frames = self._frames([partial(self._mouse, QEvent.Type.MouseMove, way) for way in ways])
        self._let_go()
        return frames

    def pan(self, x: float, y: float) -> list[float]:
        """Scroll to and fro from a point of the map, by 24 pixels across and 15 down a frame; return the processor time
        of each frame but the first five, in ms.
        """
        self._look_closely(x, y)
        across, down = self._view.horizontalScrollBar(), self._view.verticalScrollBar()

        def step(way: int) -> None:
            across.setValue(across.value() + 24 * way)
            down.setValue(down.value() + 15 * way)

        return self._frames([partial(step, way) for way in _to_and_fro(FRAMES)])

    def zoom(self, x: float, y: float) -> list[float]:
        """Zoom in and out at a point of the map, by a quarter of a step a frame; return the processor time of each
        frame but the first five, in ms.
        """
        self._look_closely(x, y)
        return self._frames([partial(self._view.zoom_by, way / 4) for way in _to_and_fro(FRAMES)])

    def switch_view(self, side: int) -> list[float]:
        """Switch from the umpire's own view to that of a side, each time after a step; return the ms of each switch
        with the painting of the map.
        """
        views, found = self._window.views, []
        self._view.fit()
        settle()
        for number in range(FRAMES):
            self._model.submit(SetProperty("bench", number))
            self._app.processEvents()
            start = time.process_time_ns()
            views.hold(side)
            self._app.processEvents()
            found.append((time.process_time_ns() - start) / _NS_A_MS)
            views.hold(None)
            self._app.processEvents()
        return found

    def whole_map(self) -> list[float]:
        """Paint the whole map with everything on it; return the processor time of each frame but the first five, in
        ms.
        """
        self._view.fit()
        settle()
        return self._frames([self._view.viewport().update] * FRAMES)

    # times for which the window does not respond

    def longest_block(self, act: Callable[[], object]) -> float:
        """Return the longest time (ms) for which the window does not respond to events during an act or its effects."""
        blocks = [_kept_ms(act)]
        end = time.perf_counter() + _FOLLOWING_S
        while time.perf_counter() < end:
            blocks.append(_kept_ms(self._app.processEvents))
            time.sleep(_PAUSE_S)
        return max(blocks)

    def block_of_zoom(self, x: float, y: float) -> float:
        """Zoom in with the wheel at a point of the map, from the whole map by 16 notches; return the longest block in
        ms.
        """
        self._view.fit()
        self._view.look_at(x, y)
        settle()
        port = self._view.viewport()
        here = QPointF(port.rect().center())
        event = (here, port.mapToGlobal(here), QPoint(), QPoint(0, _WHEEL), Qt.MouseButton.NoButton)
        more = (Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False)
        return max(
            self.longest_block(lambda: QApplication.sendEvent(port, QWheelEvent(*event, *more)))
            for _ in range(_WHEEL_TURNS)
        )

    def block_of_drag(self, x: float, y: float, to_x: float, to_y: float) -> float:
        """Pick up the piece at a point of the map, carry it to another point and drop it; return the longest block in
        ms.
        """
        self._view.zoom_to(_DRAG_SCALE)
        self._view.look_at(x, y)
        settle()
        start, end = (self._view.mapFromScene(QPointF(*point)) for point in ((x, y), (to_x, to_y)))
        ways = [start + (end - start) * step / _DRAG_STEPS for step in range(1, _DRAG_STEPS + 1)]
        acts = [
            partial(self._mouse, QEvent.Type.MouseButtonPress, start),
            *(partial(self._mouse, QEvent.Type.MouseMove, way) for way in ways),
            partial(self._mouse, QEvent.Type.MouseButtonRelease, end),
        ]
        return max(map(self.longest_block, acts))

    def block_of_action(self, name: str) -> float:
        """Choose an entry of a menu of the window, by its name in the code; return the longest block in ms."""
        return self.longest_block(partial(self._window.trigger, name))

    def block_of(self, command: AnyCommand) -> float:
        """Carry out a command of the seat; return the longest block in ms."""
        return self.longest_block(partial(self._model.submit, command))

    @property
    def model(self) -> TableModel:
        """The model of the table that the window shows."""
        return self._model

    def _look_closely(self, x: float, y: float) -> None:
        """Zoom in until a map pixel is one screen pixel."""
        self._view.zoom_to(1.0)
        self._view.look_at(x, y)
        settle()

    def _frames(self, acts: Sequence[Callable[[], object]]) -> list[float]:
        """Return the processor time (ms) of each act but the first five, including the painting that follows."""
        found = []
        for act in acts:
            start = time.process_time_ns()
            act()
            self._app.processEvents()
            found.append((time.process_time_ns() - start) / _NS_A_MS)
        return found[5:]

    def _let_go(self) -> None:
        """Cancel the gesture, clear the selection, and move the mouse away, so that nothing pops up over the map."""
        for _ in range(2):
            escape = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(self._view, escape)
        QApplication.sendEvent(self._view, QEvent(QEvent.Type.Leave))

    def _mouse(self, kind: QEvent.Type, at: QPoint) -> None:
        port = self._view.viewport()
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else _LEFT
        held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else _LEFT
        point = QPointF(at)
        event = QMouseEvent(kind, point, QPointF(port.mapToGlobal(at)), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(port, event)


def _kept_ms(act: Callable[[], object]) -> float:
    """Return the processor time that this thread takes for an act, in ms."""
    start = time.thread_time_ns()
    act()
    return (time.thread_time_ns() - start) / _NS_A_MS


def settle() -> None:
    """Wait until the window has finished the work that it does when it is idle (sharp pictures, tiles of the map,
    trays), but at most 10 seconds.
    """
    app = application()
    end = time.perf_counter() + _MOST_S
    quiet_since = time.perf_counter()
    while time.perf_counter() - quiet_since < _QUIET_S and time.perf_counter() < end:
        begun = time.process_time()
        app.processEvents()
        if time.process_time() - begun > _BUSY_S:
            quiet_since = time.perf_counter()
        time.sleep(_PAUSE_S)


def _to_and_fro(frames: int) -> Iterator[int]:
    return islice(cycle([1] * 10 + [-1] * 10), frames)


def build_scene(module: Module, game: Game, times: int) -> list[float]:
    """Build the scene of a game's first map this many times, as when a game is opened; return the processor time of
    each build in seconds.

    The whole map is visible; the faces of counters have been drawn before.
    """
    app = application()
    apply_theme(app, LIGHT)
    name = game.maps[0]
    sheet = SheetPainter(module.sheets[name], module.faces, LIGHT, map_folder(module, name), folder_of(module))
    faces = FacePixmaps(module.faces, LIGHT) if module.faces is not None else None
    pictures = ModulePictures(module.components, faces, folder_of(module))
    found = []
    for _ in range(times + 1):
        scene = TableScene(0, sheet.bounds(), pictures, stack_anchor(sheet.sheet, sheet.map))
        scene.set_scale(FIRST_WIDTH / sheet.bounds().width())
        pictures.sit_as("")  # the appearance of each piece is calculated again
        start = time.process_time()
        scene.show_game(game)
        scene.refresh(sheet.bounds())
        found.append(time.process_time() - start)
        scene.clear()
    return found[1:]


def open_and_paint(file: Path) -> DesktopApp:
    """Open a game or a file of VASSAL as the program does, and return the program once the map is painted."""
    app = application()
    painted = _FirstPaint()
    app.installEventFilter(painted)
    program = DesktopApp()
    program.open(file)
    while not painted.seen:
        app.processEvents()
    app.removeEventFilter(painted)
    return program


class _FirstPaint(QObject):
    """A watch for the first paint of the map of a window."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Record the first painting of a map. Return False, so that no event is consumed."""
        self.seen |= isinstance(event, QPaintEvent) and isinstance(watched.parent(), TableView)
        return False
