"""A window whose table is remote: answers come late, other players act first, and connections break."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from tabletop.desktop.panels.log_panel import LogPanel
from tabletop.desktop.panels.log_text import LogText
from tabletop.desktop.program import table_maker
from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.commands import Act, MovePieces, Say, SetProperty, Spot
from tabletop.local_seat import LocalSeat
from tests.desktop.log_text import log_text
from tests.desktop.one_map import one_map
from tests.far_seat import FarSeat

LEFT = Qt.MouseButton.LeftButton
PATIENCE_MS = 30_000
MODULE = one_map(
    pieces="""
group: Units
pieces:
- {id: tank, name: Tank, width: 60, height: 60}
- {id: truck, name: Truck, width: 60, height: 60, traits: [{trait: property, name: Load, start: 0, number: yes,
    changes: [{key: L, menu: Load, ask: "How much?"}]}]}
""",
    scenario="""
id: all
title: All
summary: All.
setup: [{point: [100, 100], pieces: [tank]}, {point: [400, 100], pieces: [truck]}]
""",
    table="{id: main, name: Field, size: [600, 400]}",
)
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def field(opened: Callable[[Mapping[str, str]], GameWindow], monkeypatch, qtbot) -> GameWindow:
    monkeypatch.setattr(table_maker, "LocalSeat", FarSeat)
    window = opened(MODULE)
    qtbot.waitUntil(lambda: FarSeat.line.is_idle, timeout=PATIENCE_MS)
    return window


def shown(window: GameWindow, x: float, y: float) -> QPoint:
    return window.view("main").mapFromScene(QPointF(x, y))


def piece(window: GameWindow, name: str) -> int:
    return next(id for id in window.model.game.pieces if window.model.game.kind_of(id).name == name)


def spot(window: GameWindow, name: str) -> tuple[int, int]:
    lies = window.model.game.lying(piece(window, name))
    return lies.x, lies.y


def drag(window: GameWindow, start: QPoint, end: QPoint) -> None:
    port = window.view("main").viewport()
    QTest.mousePress(port, LEFT, pos=start)
    for step in range(1, 5):
        QTest.mouseMove(port, start + (end - start) * step / 4)
        QApplication.processEvents()
    QTest.mouseRelease(port, LEFT, pos=end)


def pale(window: GameWindow) -> list[float]:
    """Return the opacity of counters that were dropped but not yet moved."""
    return [item.opacity() for item in window.scenes["main"].items() if 0 < item.opacity() < 0.5]


def test_what_was_let_go_lies_pale_where_it_was_put_until_the_table_answers(field: GameWindow, qtbot):
    drag(field, shown(field, 100, 100), shown(field, 250, 300))
    assert pale(field)
    assert spot(field, "Tank") == (100, 100)
    qtbot.waitUntil(lambda: FarSeat.line.is_idle, timeout=PATIENCE_MS)
    assert not pale(field)
    assert spot(field, "Tank") == (250, 300)


def test_what_others_do_meanwhile_is_seen_before_the_answer(field: GameWindow, qtbot):
    session, seen = field.model.table_seat.session, []
    field.model.changed.connect(lambda changes: seen.append(spot(field, "Tank")))
    field.model.properties_changed.connect(lambda: seen.append(field.model.game.properties["Weather"]))
    ticket = field.model.submit(MovePieces((piece(field, "Tank"),), Spot("main", 250, 300)))
    session.submit(field.model.seat, SetProperty("Weather", "rain"))
    assert ticket.is_under_way
    qtbot.waitUntil(lambda: not ticket.is_under_way, timeout=PATIENCE_MS)
    assert ticket.has_happened
    assert seen.index("rain") < seen.index((250, 300))


def test_a_line_that_breaks_in_the_middle_of_a_question_leaves_a_window_to_look_at(field: GameWindow, qtbot):
    asked: list[str] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        asked.append(dialog.windowTitle())
        FarSeat.line.cut()
        dialog.accept()

    ticket = field.model.submit(Act((piece(field, "Truck"),), "L"))
    timer = QTimer()
    timer.timeout.connect(lambda: QApplication.activeModalWidget() and answer())
    timer.start(20)
    qtbot.waitUntil(lambda: bool(asked), timeout=PATIENCE_MS)
    timer.stop()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None, timeout=PATIENCE_MS)
    assert ticket.is_under_way
    drag(field, shown(field, 100, 100), shown(field, 250, 300))
    assert spot(field, "Tank") == (100, 100)
    assert len(pale(field)) > 0, "what was let go is under way for ever"


def test_a_line_that_comes_back_brings_what_was_missed_and_the_game_goes_on(field: GameWindow, qtbot):
    model, lines = field.model, []
    model.line_added.connect(lambda line: lines.append(line.text))
    FarSeat.line.cut()
    model.table_seat.session.submit(model.seat, MovePieces((piece(field, "Tank"),), Spot("main", 250, 300)))
    model.table_seat.session.submit(model.seat, SetProperty("Weather", "rain"))
    assert (spot(field, "Tank"), lines) == ((100, 100), [])
    model.table_seat.reconnect()
    assert (spot(field, "Tank"), model.game.properties["Weather"]) == ((250, 300), "rain")
    assert [line.split()[0] for line in lines] == ["moves", "sets"]
    ticket = model.submit(MovePieces((piece(field, "Tank"),), Spot("main", 300, 200)))
    qtbot.waitUntil(lambda: not ticket.is_under_way, timeout=PATIENCE_MS)
    assert ticket.has_happened
    assert spot(field, "Tank") == (300, 200)


def test_the_log_says_that_it_is_on_its_way_until_the_table_has_told_it(field: GameWindow, qtbot):
    model = field.model
    log, text = field.findChild(LogPanel), field.findChild(LogText)
    model.submit(Say("Good morning"))
    qtbot.waitUntil(lambda: log_text(log).endswith("Good morning"), timeout=PATIENCE_MS)
    field.stand_anew()
    qtbot.waitUntil(lambda: model.is_reading, timeout=PATIENCE_MS)
    assert (log_text(log), text.placeholderText()) == ("", "The log is on its way.")
    qtbot.waitUntil(lambda: not model.is_reading, timeout=PATIENCE_MS)
    assert log_text(log).endswith("Good morning")
    assert text.placeholderText() == ""


def test_a_log_that_never_comes_leaves_a_window_to_look_at(field: GameWindow, qtbot):
    model = field.model
    model.submit(Say("Good morning"))
    qtbot.waitUntil(lambda: FarSeat.line.is_idle, timeout=PATIENCE_MS)
    model.read_lines()
    FarSeat.line.cut()
    QApplication.processEvents()
    assert model.is_reading
    assert model.lines()[-1].text.endswith("Good morning"), "what was told before stays"


def test_an_answer_to_an_earlier_question_about_the_log_is_not_shown(field: GameWindow, qtbot):
    model, read = field.model, []
    model.lines_read.connect(lambda: read.append(len(model.lines())))
    model.read_lines()
    model.read_lines()
    qtbot.waitUntil(lambda: FarSeat.line.is_idle, timeout=PATIENCE_MS)
    assert len(read) == 1


def test_the_past_is_the_same_over_a_line(field: GameWindow, qtbot):
    model, seat = field.model, field.model.table_seat
    for x in (200, 300):
        model.submit(MovePieces((piece(field, "Tank"),), Spot("main", x, 200)))
    model.submit(Say("Good morning"))
    qtbot.waitUntil(lambda: FarSeat.line.is_idle, timeout=PATIENCE_MS)
    near = LocalSeat(seat.session, model.seat, lambda _news: None)
    told, phases = [], []
    for each in (near, seat):
        each.history(10, lambda steps: told.append(tuple(steps)))
        each.phase_so_far(lambda steps: phases.append(tuple(steps)))
        each.retold((2, 3), lambda steps: told.append(tuple(steps)))
    qtbot.waitUntil(lambda: (len(told), len(phases)) == (4, 2), timeout=PATIENCE_MS)
    assert told[:2] == told[2:]
    assert [line.told.key for step in told[0] for line in step.told][-3:] == ["pieces-moved", "pieces-moved", "said"]
    assert [(one.outline, one.told, one.pieces) for one in phases[0]] == [
        (one.outline, one.told, one.pieces) for one in phases[1]
    ]
    tank = piece(field, "Tank")
    spots = [[(one.before.lying(tank).x, one.before.lying(tank).y) for one in phase] for phase in phases]
    assert spots[0] == spots[1] != []
