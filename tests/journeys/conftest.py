"""A player at the real window: mouse and key events are sent as the system would send them."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QDeadlineTimer, QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTabBar,
    QWidget,
)

from tabletop.board.map import Map
from tabletop.desktop.assistant import held_keys
from tabletop.desktop.drawing.counter_pixmaps import FacePixmaps
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.panels.log_panel import LogPanel
from tabletop.desktop.platform.settings import Settings, save_settings
from tabletop.desktop.platform.window_state import Arrangement
from tabletop.desktop.program import table_maker
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.name_field import NameField
from tabletop.desktop.window import game_window as window_module
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.panel_layout import CONTACTS, DISPATCHES, NOTES, ORDERS
from tabletop.dice import SeededChance
from tabletop.game.commands import AnyCommand
from tabletop.game.state.game import Game, Seat
from tabletop.journal.journal import Journal
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tabletop.module.schema.faces import FaceBook
from tabletop.module.setup import new_game
from tests import far_seat
from tests.desktop.log_text import log_text
from tests.far_seat import FarSeat, Line

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NO_KEY, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
CLOSE = 0.45
PATIENCE_MS = 30_000
SHOWN_MS = 80
"""A time (ms) after which delayed displays of the window have appeared."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "journey: a player's hour in a real window")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.journey)
            # Qt's offscreen platform logs this for every window with a minimum size, and for menus.
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


class Player:
    """A player who reads the table, and uses mouse and keys."""

    def __init__(self, program: DesktopApp, qtbot) -> None:
        self.program = program
        self._qtbot = qtbot
        self.refused: list[str] = []

    def open_game(self, file: Path) -> None:
        """Open a game in the window; `refused` lists what is refused from then on."""
        self.program.resume(file)
        self._qtbot.waitExposed(self.window)
        self.window.activateWindow()
        self.model.refused.connect(self.refused.append)

    # the state of the table

    @property
    def window(self) -> GameWindow:
        window = self.program.window
        assert isinstance(window, GameWindow)
        return window

    @property
    def model(self) -> TableModel:
        return self.window.model

    @property
    def game(self) -> Game:
        return self.model.game

    @property
    def chosen(self) -> tuple[int, ...]:
        return self.window.selection.pieces

    @property
    def part(self) -> tuple[str, ...]:
        """The state of the turn tracker: turn, part and phase."""
        tracker = self.model.components.trackers["Turn"]
        return tracker.labels(tracker.positions(self.game.properties.get))

    @property
    def log(self) -> str:
        return log_text(self.find(LogPanel))

    def board(self, name: str = "pacific") -> Map:
        return self.model.components.maps[name]

    def view(self, name: str = "pacific") -> TableView:
        return self.window.view(name)

    def find(self, kind: type[QWidget], name: str = ""):
        """Return the only widget of a type with this accessible name or text."""
        found = [w for w in self._top().findChildren(kind) if not name or name in _names(w)]
        assert len(found) == 1, f"{len(found)} of {kind.__name__} {name}: {[_names(w) for w in found]}"
        return found[0]

    def _top(self) -> QWidget:
        assert self.program.window is not None
        return self.program.window

    def lying(self, place: str, map_name: str = "pacific") -> list[list[str]]:
        """Return the stacks at a place, each from the bottom up by the names of its pieces."""
        return [[self.name(p) for p in held.pieces] for held in self.holders(place, map_name)]

    def holders(self, place: str, map_name: str = "pacific"):
        index, name = self.game.maps.index(map_name), self.board(map_name).find(place) or place
        return [h for h in self.game.holders.values() if (h.map, h.place) == (index, name) and h.pieces]

    def pieces(self, place: str, map_name: str = "pacific") -> tuple[int, ...]:
        return tuple(p for held in self.holders(place, map_name) for p in held.pieces)

    def name(self, piece: int) -> str:
        return self.game.kind_of(piece).name

    def where(self, piece: int) -> str:
        return self.game.holder_of(piece).place

    # positions on the screen

    def look(self, place: str, map_name: str = "pacific", scale: float = CLOSE) -> None:
        """Scroll a place to the middle of the map, at a scale that shows counters apart."""
        view, spot = self.view(map_name), self.board(map_name).spot_of(place)
        assert spot is not None, place
        view.zoom_to(scale)
        view.look_at(spot.x, spot.y)
        self.settle()
        self.window.scenes[map_name].refresh(view.seen_area)

    def at(self, place: str, map_name: str = "pacific", dx: float = 0.0, dy: float = 0.0) -> QPoint:
        """Return a place as a point of the window; `dx` and `dy` are map pixels beside it."""
        spot = self.board(map_name).spot_of(place)
        assert spot is not None, place
        return self.shown(QPointF(spot.x + dx, spot.y + dy), map_name)

    def of(self, piece: int) -> QPoint:
        """Return the middle of a drawn piece, as a point of the window."""
        for name, scene in self.window.scenes.items():
            if scene.is_drawn(piece):
                return self.shown(scene.middle(piece), name)
        raise AssertionError(f"{self.name(piece)} is not drawn")

    def shown(self, point: QPointF, map_name: str = "pacific") -> QPoint:
        view = self.view(map_name)
        return view.viewport().mapTo(self.window, view.mapFromScene(point))

    def under(self, at: QPoint, map_name: str = "pacific") -> QPointF:
        view = self.view(map_name)
        return view.mapToScene(view.viewport().mapFrom(self.window, at))

    def middle_of(self, widget: QWidget) -> QPoint:
        return widget.mapTo(self._top(), widget.rect().center())

    # actions of the hands

    def turn(self) -> None:
        """Let the window handle what is due now."""
        QApplication.processEvents()

    def settle(self) -> None:
        """Process all pending events, also at the other end of a connection."""
        self.turn()
        self.turn()
        window = self.program.window
        line = getattr(window.model.table_seat, "line", None) if isinstance(window, GameWindow) else None
        if line is not None:
            self._settle_far(line)

    def _settle_far(self, line: Line) -> None:
        """Wait until all messages have arrived, and the window has shown their effects."""
        still, patience = QDeadlineTimer(SHOWN_MS), QDeadlineTimer(PATIENCE_MS)
        while not still.hasExpired() and QApplication.activeModalWidget() is None:
            self.turn()
            if not line.is_idle or (self._is_about_to_show() and not patience.hasExpired()):
                still.setRemainingTime(SHOWN_MS)

    def _is_about_to_show(self) -> bool:
        """Return whether a short timer of the window is running, after which a part of the window is updated."""
        window = self.program.window
        timers = window.findChildren(QTimer) if window is not None else ()
        return any(each.isActive() and each.isSingleShot() and each.interval() <= SHOWN_MS for each in timers)

    def submit(self, command: AnyCommand) -> None:
        """Execute a command at the table without the window."""
        ticket = self.model.submit(command)
        self.settle()
        assert ticket.has_happened, command

    def hover(self, at: QPoint) -> None:
        QTest.mouseMove(self._top().windowHandle(), at)

    def click(self, at: QPoint | QWidget, keys: Qt.KeyboardModifier = NO_KEY, button: Qt.MouseButton = LEFT) -> None:
        point = self.middle_of(at) if isinstance(at, QWidget) else at
        QTest.mouseClick(self._top().windowHandle(), button, keys, point)
        self.settle()

    def double_click(self, at: QPoint | QWidget) -> None:
        point = self.middle_of(at) if isinstance(at, QWidget) else at
        QTest.mouseDClick(self._top().windowHandle(), LEFT, NO_KEY, point)
        self.settle()

    @contextmanager
    def carrying(
        self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEY, button: Qt.MouseButton = LEFT
    ) -> Iterator[None]:
        """Press a mouse button and move the mouse; release the button at the end of the context."""
        handle = self._top().windowHandle()
        QTest.mousePress(handle, button, keys, start)
        for step in range(1, 9):
            QTest.mouseMove(handle, start + (end - start) * step / 8)
            self.turn()
        yield
        QTest.mouseRelease(handle, button, keys, end)
        self.settle()

    def drag(
        self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEY, button: Qt.MouseButton = LEFT
    ) -> None:
        with self.carrying(start, end, keys, button):
            pass

    def wheel(self, at: QPoint, steps: int, keys: Qt.KeyboardModifier = NO_KEY, map_name: str = "pacific") -> None:
        port = self.view(map_name).viewport()
        here = QPointF(port.mapFrom(self.window, at))
        turned = QPoint(0, 120 * steps)
        event = QWheelEvent(
            here,
            port.mapToGlobal(here),
            QPoint(),
            turned,
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(port, event)
        self.settle()

    def press(self, key: Qt.Key | str, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        if isinstance(key, str):
            QTest.keySequence(self._top().windowHandle(), key)
        else:
            QTest.keyClick(self._top().windowHandle(), key, keys)
        self.settle()

    def type_into(self, field: QLineEdit, text: str, *, enter: bool = False) -> None:
        self.click(field)
        QTest.keyClicks(field, text)
        if enter:
            QTest.keyClick(field, Qt.Key.Key_Return)
        self.settle()

    def buttons(self, words: str) -> list[QAbstractButton]:
        """Return the buttons and check boxes with this text or name, or else those beginning with it."""
        seen = [w for w in self._top().findChildren(QAbstractButton) if w.isVisible()]
        return [w for w in seen if words in _names(w)] or [
            w for w in seen if any(name.startswith(words) for name in _names(w))
        ]

    def push(self, words: str) -> None:
        """Click the button with this text or name."""
        self.wait(lambda: bool(self.buttons(words)))
        found = self.buttons(words)
        assert len(found) == 1, f"{len(found)} buttons {words}: {list(map(_names, found))}"
        self.bring_into_view(found[0])
        self.click(found[0])

    def answer_with(self, words: str) -> None:
        """Answer a question with this option: by its button, or by name if there are too many for buttons."""
        self.wait(lambda: bool(self.buttons(words) or self._name_fields()))
        if self.buttons(words):
            self.push(words)
        else:
            [field] = self._name_fields()
            self.bring_into_view(field)
            self.type_into(field, words, enter=True)
            self.window.activateWindow()  # without a window manager nothing else activates it

    def _name_fields(self) -> list[QLineEdit]:
        fields = self._top().findChildren(NameField)
        return [field for field in fields if field.isVisible() and field.accessibleName() == "Name of a place"]

    def bring_into_view(self, widget: QWidget) -> None:
        """Scroll its panel until the pointer would be on it."""
        area = widget.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()

        def is_there() -> bool:
            if area is not None:
                area.ensureWidgetVisible(widget)
            under = self._top().childAt(self.middle_of(widget))
            return under is widget or (under is not None and widget.isAncestorOf(under))

        self.wait(is_there)

    def turn_to(self, title: str) -> None:
        """Click the tab of a map."""
        tabs = [(bar, i) for bar in self._top().findChildren(QTabBar) for i in range(bar.count())]
        ((bar, index),) = [(bar, i) for bar, i in tabs if bar.tabText(i) == title]
        self.click(bar.mapTo(self._top(), bar.tabRect(index).center()))

    def type_often(self, name: str, often: int) -> None:
        """Type a number into the field of this name."""
        (field,) = [w for w in self._top().findChildren(QSpinBox) if w.isVisible() and w.accessibleName() == name]
        self.bring_into_view(field)
        self.click(field)
        field.selectAll()
        QTest.keyClicks(field, str(often))
        self.settle()

    def choose(self, words: str) -> None:
        """Choose an entry of the menu bar."""
        self.entry(words).trigger()
        self.settle()

    def entry(self, words: str) -> QAction:
        found = {a for menu in self.window.menuBar().findChildren(QMenu) for a in menu.actions() if a.text() == words}
        assert len(found) == 1, words
        return found.pop()

    def menu_at(self, at: QPoint) -> QMenu:
        """Click with the right button and return the menu that opens."""
        self.click(at, button=RIGHT)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        return menu

    def pick(self, menu: QMenu, words: str) -> None:
        """Choose an entry of an open menu."""
        action = next(action for action in menu.actions() if action.text() == words)
        QTest.mouseClick(menu.windowHandle(), LEFT, NO_KEY, menu.actionGeometry(action).center())
        self.settle()

    @contextmanager
    def answering(self, does: Callable[[QDialog], None]) -> Iterator[list[str]]:
        """Answer dialogs that open during the body; the questions are available afterwards. A dialog that does not
        offer the answer is cancelled.
        """
        asked: list[str] = []
        timer = QTimer()

        def look() -> None:
            dialog = QApplication.activeModalWidget()
            if isinstance(dialog, QDialog):
                asked.append(" ".join(_words(dialog)))
                try:
                    does(dialog)
                except BaseException:
                    timer.stop()
                    dialog.reject()
                    raise

        timer.timeout.connect(look)
        timer.start(0)
        try:
            yield asked
        finally:
            timer.stop()
            if self.program.window is not None:
                self.program.window.activateWindow()  # as a system does when a dialog has gone

    def leave(self) -> None:
        """Close the window as the program's end does."""
        gone(self.program)

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait until a condition is true; on a busy machine that may take a while."""
        self._qtbot.waitUntil(until, timeout=PATIENCE_MS)

    def screen(self) -> QImage:
        return self._top().grab().toImage()


def _names(widget: QWidget) -> set[str]:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return {text.replace("&", ""), widget.accessibleName(), widget.toolTip()} - {""}


def _words(dialog: QDialog) -> list[str]:
    from PySide6.QtWidgets import QLabel

    return [label.text() for label in dialog.findChildren(QLabel) if label.text()]


def says(words: str) -> Callable[[QDialog], None]:
    """Return a function that answers a dialog by its button with this text."""

    def press(dialog: QDialog) -> None:
        found = [b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == words and b.isVisible()]
        assert len(found) == 1, [b.text() for b in dialog.findChildren(QPushButton)]
        QTest.mouseClick(found[0], LEFT)

    return press


def gone(program: DesktopApp) -> None:
    """Close the window of a program, leaving nothing behind."""
    window, program.windows.window = program.window, None
    if window is not None:
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for cached modules, which all journeys share."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def home(monkeypatch, tmp_path, cache) -> Path:
    """Return the parent of the folders for the program's files, which are new for each journey. The panels of notes,
    contacts, orders and dispatches are closed.
    """
    for name in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    save_settings(Settings(panels=Arrangement((NOTES, CONTACTS, ORDERS, DISPATCHES))))
    return tmp_path


@pytest.fixture(scope="session")
def drawn_faces() -> dict[Theme, FacePixmaps]:
    """Return the drawn counters by theme, which the journeys share."""
    return {}


SLOW = frozenset({"test_a_battle_is_seen", "test_a_part_by_keys", "test_december_1941"})
"""Files of journeys whose messages have the largest delays."""

LATEST_MS = 40
"""The largest delay of messages in the other journeys over a connection (ms)."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "line" in metafunc.fixturenames:
        metafunc.parametrize("line", ("here", "far"), indirect=True)


@pytest.fixture
def line(monkeypatch, request) -> str:
    """Put the table on this machine (`here`) or at the other end of a connection (`far`), and return which."""
    if request.param == "far":
        monkeypatch.setattr(table_maker, "LocalSeat", FarSeat)
        monkeypatch.setattr(FarSeat, "latest_ms", LATEST_MS if request.path.stem not in SLOW else far_seat.LATEST_MS)
    return request.param


@pytest.fixture
def program(home, qtbot, monkeypatch, drawn_faces, line) -> Iterator[DesktopApp]:
    def faces(book: FaceBook, theme: Theme) -> FacePixmaps:
        return drawn_faces.setdefault(theme, FacePixmaps(book, theme))

    monkeypatch.setattr(window_module, "FacePixmaps", faces)
    monkeypatch.setattr(held_keys, "HELD_MS", PATIENCE_MS)  # a tap stays a tap on a busy machine
    made = DesktopApp()
    yield made
    gone(made)


@pytest.fixture
def player(program, qtbot) -> Player:
    return Player(program, qtbot)


def start_game(name: str, scenario: str, cache: ModuleCache | None = None) -> Game:
    """Return a new game of a shipped module, the same each time."""
    module = load_module(find_module(name), cache)
    return new_game(module, scenario, {}, SeededChance("11" * 32, b"set-up", 0, 0), "22" * 32)


def seat_one_player(game: Game) -> Game:
    """Return a game in which one person plays both sides."""
    return replace(game, seats={"Player": Seat((0, 1))})


def save_game(file: Path, game: Game, seed: str = "33" * 32) -> Path:
    """Write a game with dice from this seed to a new file, and return the file."""
    Journal.create(file, game, seed, 1_000).close()
    return file


@pytest.fixture(scope="session")
def set_up(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a new game of December 1941, which is set up only once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(cache))
        game = start_game("fire_in_the_sky", "december-1941", ModuleCache())
    return save_game(tmp_path_factory.mktemp("set-up") / "december.wartable", game)


@pytest.fixture
def december(home: Path, set_up: Path) -> Path:
    """Return the file of a new game of December 1941 for one journey."""
    return Path(shutil.copy(set_up, home))


@pytest.fixture
def table(player, december, qtbot) -> Player:
    """Return a player at the table, with December 1941 before them."""
    player.open_game(december)
    qtbot.waitUntil(lambda: player.view().scale_now < 0.5)
    return player
