"""The threads of an imported map: dragged by mouse in a window, as VASSAL's are."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QGraphicsLineItem, QGraphicsSimpleTextItem

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.tools.select_tool import SelectTool
from tabletop.desktop.map.tools.thread_tool import ThreadTool
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.commands import Measure
from tabletop.vassal.module_import import import_module
from tests.vassal.conftest import Vassal

TANK = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>'
LEFT, PLAIN, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Desk:
    """A window on an imported map of squares 100 pixels wide, with these threads and one counter."""

    def __init__(self, qtbot, folder: Path, threads: tuple[dict[str, str], ...]) -> None:
        files = Vassal(folder)
        numbers = files.element("module.map.boardPicker.board.mapgrid.SquareGridNumbering", sep=",", first="H")
        grid = files.element("module.map.boardPicker.board.SquareGrid", numbers, x0="50", y0="50", dx="100", dy="100")
        board = files.element("module.map.boardPicker.Board", grid, name="Board", width="600", height="400")
        slot = files.slot(("piece;;;tank.svg;Tank", "null;0;0;7;0"), name="Tank", gpid="7")
        lying = files.element("module.map.SetupStack", slot, name="Tank", x="550", y="350")
        made = [
            files.element("module.map.LOS_Thread", **{"threadName": str(number), "label": f"Line {number}", **thread})
            for number, thread in enumerate(threads)
        ]
        picker = files.element("module.map.BoardPicker", board)
        file = files.vmod(
            files.element("module.Map", picker, lying, *made, mapName="Main"), files={"images/tank.svg": TANK}
        )
        import_module(file, folder / "out")
        self.program = DesktopApp()
        self.program.begin(folder / "out", "new-game")
        self.window = self.program.window
        qtbot.waitExposed(self.window)
        [self.view] = self.window.findChildren(TableView)
        self.view.zoom_to(1.0)

    def press(self, number: int) -> None:
        """Press the button of a thread."""
        [button] = [each for each in self.window.findChildren(QAbstractButton) if each.text() == f"Line {number}"]
        button.click()

    def drag(
        self,
        start: tuple[int, int],
        *ways: tuple[int, int],
        held: Qt.KeyboardModifier = PLAIN,
        soon: bool = False,
    ) -> None:
        """Drag from a point of the map over others; with none it is a click. If `soon`, Qt takes it for a double
        click.
        """
        points = [self.view.mapFromScene(QPointF(*point)) for point in (start, *ways)]
        port = self.view.viewport()
        if soon:
            here, event = QPointF(points[0]), QEvent.Type.MouseButtonDblClick
            QApplication.sendEvent(port, QMouseEvent(event, here, port.mapToGlobal(here), LEFT, LEFT, held))
        else:
            QTest.mousePress(port, LEFT, held, points[0])
        for point in points[1:]:
            QTest.mouseMove(port, point)
        QTest.mouseRelease(port, LEFT, held, points[-1])

    @property
    def lines(self) -> list[tuple[float, ...]]:
        found = (item.line() for item in self.view.table_scene.items() if isinstance(item, QGraphicsLineItem))
        return [(line.x1(), line.y1(), line.x2(), line.y2()) for line in found]

    @property
    def figures(self) -> list[str]:
        items = self.view.table_scene.items()
        return [each.text() for each in items if isinstance(each, QGraphicsSimpleTextItem) and "Range" in each.text()]

    @property
    def measured(self) -> list[Measure]:
        steps = self.window.model.table_seat.session.journal.steps()
        return [step.command for step in steps if isinstance(step.command, Measure)]


@pytest.fixture
def desk(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    made: list[Desk] = []

    def desk(*threads: dict[str, str]) -> Desk:
        made.append(Desk(qtbot, tmp_path, threads))
        return made[-1]

    yield desk
    for one in made:
        one.window.close()
        one.window.deleteLater()


SNAPS = {"snapStart": "true", "snapEnd": "true", "drawRange": "true"}


def test_it_lies_there_until_the_next_click_and_is_then_out_of_the_hand(desk) -> None:
    table = desk(SNAPS)
    table.press(0)
    table.drag((60, 60), (160, 60), (340, 140))
    assert (table.lines, table.figures) == ([(50, 50, 350, 150)], ["Range 3"])
    assert isinstance(table.view._tool, ThreadTool)
    table.drag((60, 260), (260, 260))
    assert table.lines == [(50, 250, 250, 250)]
    table.drag((500, 300))
    assert table.lines == []
    assert isinstance(table.view._tool, SelectTool)
    assert [(one.start, one.end, one.lies, one.distance) for one in table.measured] == [
        ((50, 50), (350, 150), "till the next click", 3),
        ((50, 250), (250, 250), "till the next click", 2),
        ((50, 250), (250, 250), "gone", None),
    ]


def test_what_it_was_over_is_told_in_the_words_of_the_module(desk) -> None:
    table = desk(
        {**SNAPS, "report": "From $FromLocation$ over $AllLocationsChecked$ ($NumberOfLocationsChecked$), $Range$"}
    )
    table.press(0)
    table.drag((60, 60), (160, 60), (340, 60), (160, 60), (340, 140))
    assert [line.text for line in table.window.model.lines()][-1:] == ["From 01,01 over 02,01, 04,01, 04,02 (3), 3"]


@pytest.mark.parametrize(
    ("persistence", "held", "click", "lines"),
    [
        ("Ctrl-Click & Drag", CTRL, False, 1),
        ("Ctrl-Click & Drag", PLAIN, True, 0),
        ("Always", PLAIN, True, 1),
        ("Never", CTRL, True, 0),
    ],
)
def test_it_may_stay_until_its_button_is_pressed(desk, persistence: str, held, click: bool, lines: int) -> None:
    table = desk({**SNAPS, "persistence": persistence})
    table.press(0)
    table.drag((60, 60), (360, 60), held=held)
    if click:
        table.drag((500, 300))
    assert isinstance(table.view._tool, SelectTool)
    assert len(table.lines) == lines
    table.press(0)
    assert table.lines == []
    assert isinstance(table.view._tool, SelectTool) is bool(lines)


def test_several_threads_of_a_map_are_apart(desk) -> None:
    table = desk({**SNAPS, "persistence": "Always", "threadColor": "255,0,0"}, {**SNAPS, "scale": "10", "round": "Up"})
    table.press(0)
    table.drag((60, 60), (360, 60))
    table.drag((500, 300))
    table.press(1)
    table.drag((60, 160), (260, 160))
    assert sorted(table.lines) == [(50, 50, 350, 50), (50, 150, 250, 150)]
    assert sorted(table.figures) == ["Range 21", "Range 3"]


@pytest.mark.parametrize(("seen", "shown"), [("Always", [True, True]), ("When Persisting", [True]), ("Never", [])])
def test_others_see_it_as_far_as_the_module_wants(desk, seen: str, shown: list[bool]) -> None:
    table = desk({"global": seen, "report": "", "persistence": "Always"})
    table.press(0)
    table.drag((60, 60), (360, 60))
    table.drag((500, 300))
    assert [one.shown for one in table.measured] == shown


def test_counters_fade_while_it_is_in_hand(desk) -> None:
    table = desk({**SNAPS, "hideCounters": "true", "hideOpacity": "30"})
    piles = [item for item in table.view.table_scene.items() if item.opacity() < 1]
    table.press(0)
    faded = [item for item in table.view.table_scene.items() if item.opacity() == pytest.approx(0.3)]
    assert len(faded) > 0
    table.drag((60, 60), (360, 60))
    assert faded[0].opacity() == pytest.approx(0.3)
    table.drag((500, 300))
    assert [item for item in table.view.table_scene.items() if item.opacity() < 1] == piles


def test_escape_takes_it_away_and_out_of_the_hand(desk) -> None:
    table = desk(SNAPS)
    table.press(0)
    table.drag((60, 60), (360, 60))
    QTest.keyClick(table.view, Qt.Key.Key_Escape)
    assert table.lines == []
    assert isinstance(table.view._tool, SelectTool)


def test_it_is_begun_anew_by_a_press_that_comes_so_soon_that_it_is_a_double_click(desk) -> None:
    table = desk({**SNAPS, "report": "Range $Range$"})
    table.press(0)
    table.drag((60, 60), (61, 61))
    table.drag((60, 60), (160, 60), (340, 140), soon=True)
    assert [line.text for line in table.window.model.lines()][-1:] == ["Range 3"]


def test_between_places_of_one_name_it_tells_nothing(desk) -> None:
    table = desk({**SNAPS, "report": "Range $Range$"})
    table.press(0)
    table.drag((20, 20), (80, 80))
    assert not any("Range" in line.text for line in table.window.model.lines())
