"""The log: its lines, places as links, and filters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QTextBrowser

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.panels.log_panel import LogPanel
from tabletop.desktop.table.table_model import LogLine, PlaceLink
from tests.desktop.log_text import log_text

# Qt's offscreen platform logs this for every window that is brought to the front.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

MOVE = LogLine(
    "Japan",
    "moves Palau garrison from Palau to Truk",
    "move",
    0,
    (PlaceLink("m", "0901", "Palau"), PlaceLink("m", "12", "Truk")),
)


@pytest.fixture
def log(qtbot) -> LogPanel:
    panel = LogPanel(LIGHT)
    qtbot.addWidget(panel)
    return panel


def html(log: LogPanel) -> str:
    return log.findChild(QTextBrowser).toHtml()


def test_the_last_mention_of_a_place_is_its_link(log):
    log.add(MOVE)
    assert log_text(log).endswith("moves Palau garrison from Palau to Truk")
    assert html(log).count("<a href") == 2
    before, _, after = html(log).partition("<a href")
    assert "Palau garrison from" in before
    assert "Palau" in after


def test_following_a_link_says_map_and_place(log, qtbot):
    with qtbot.waitSignal(log.place_followed) as followed:
        log.findChild(QTextBrowser).anchorClicked.emit(QUrl("place:m/Indian%20Ocean%20Ports"))
    assert followed.args == ["m", "Indian Ocean Ports"]


@given(text=st.text("ab<>&'\"/ %", max_size=20), place=st.text("ab<>&'\"/ %", min_size=1, max_size=4))
def test_no_text_is_taken_for_markup(qapp, text, place):
    panel = LogPanel(LIGHT)
    panel.add(LogLine("<b>who</b>", f"{text}{place}", "talk", 0, (PlaceLink("m", place, place),)))
    assert "<b>who</b>" in log_text(panel)
    assert log_text(panel).replace(" ", "").endswith(f"{text}{place}".replace(" ", ""))
    panel.deleteLater()


def test_lines_are_shown_by_their_kind(log):
    log.show_lines([MOVE, LogLine("Japan", "rolls 1d6", "dice", 0), LogLine("Japan", "says: hello", "talk", 0)])
    chooser = log.findChild(QComboBox)
    for kind, expected in (("dice", "rolls"), ("moves", "Truk"), ("talk", "hello")):
        chooser.setCurrentText(kind)
        assert expected in log_text(log)
        assert len(log_text(log).splitlines()) == 1
    log.add(MOVE)
    assert len(log_text(log).splitlines()) == 1
    chooser.setCurrentText("all")
    assert len(log_text(log).splitlines()) == 4


def test_what_is_said_leaves_the_field(log, qtbot):
    field = log.findChild(QLineEdit)
    field.setText("  hello  ")
    with qtbot.waitSignal(log.spoken) as spoken:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert spoken.args == ["hello"]
    assert field.text() == ""
    field.setText("not said yet")
    log.show_lines([])
    assert field.text() == "not said yet", "an old line that comes late disturbs nobody"
    log.forget_typed()
    assert field.text() == "", "the next one at the screen does not read it"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_last_line_stays_in_view_in_any_size_unless_somebody_reads_further_up(log, qtbot):
    log.resize(600, 300)
    log.show_lines([MOVE] * 60)
    with qtbot.waitExposed(log):
        log.show()
    bar = log.findChild(QTextBrowser).verticalScrollBar()
    for size in ((600, 300), (220, 300), (500, 200), (240, 180)):
        log.resize(*size)
        qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)
    bar.setValue(20)
    log.resize(200, 180)
    QApplication.processEvents()
    assert bar.value() < bar.maximum()


def said(number: int) -> LogLine:
    return LogLine("Japan", f"says: {number}", "talk", 0)


@given(
    shown=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=5),
    added=st.integers(0, 3),
)
def test_a_log_that_goes_back_tells_what_one_does_that_is_written_at_once(qapp, shown, added):
    panel = LogPanel(LIGHT)
    for first, last in shown:
        lines = [said(number) for number in range(first, last)]
        panel.show_lines(lines)
        for number in range(added):
            panel.add(said(100 + number))
            lines.append(said(100 + number))
        told = [line.split("says: ")[1] for line in log_text(panel).splitlines()]
        assert told == [line.text.removeprefix("says: ") for line in lines]
    panel.deleteLater()


def test_where_lines_are_gone_or_come_before_the_others_the_looks_are_the_same(log):
    log.show_lines([said(3), MOVE, said(5), said(6)])
    log.show_lines([said(1), said(2), said(3), MOVE])
    looks = html(log)
    log.show_lines([])
    log.show_lines([said(1), said(2), said(3), MOVE])
    assert html(log) == looks


def test_a_line_is_one_paragraph_whatever_is_in_it(log):
    log.show_lines([LogLine("a\nb", "says: c\rd\u2029e", "talk", 0), said(1)])
    assert [line.split("\N{NO-BREAK SPACE}")[-1].split("  ")[-1] for line in log_text(log).splitlines()] == [
        "a b says: c d e",
        "Japan says: 1",
    ]


def focused_log(log: LogPanel) -> QTextBrowser:
    log.resize(500, 300)
    log.show()
    log.activateWindow()
    QTest.qWaitForWindowActive(log)
    log.show_lines([MOVE] * 40)
    text = log.findChild(QTextBrowser)
    text.setFocus(Qt.FocusReason.TabFocusReason)
    assert text.hasFocus()
    return text


def test_tab_leaves_the_log_however_many_places_it_names(log):
    text = focused_log(log)
    QTest.keyClick(text, Qt.Key.Key_Tab)
    assert log.findChild(QLineEdit).hasFocus()
    QTest.keyClick(log.findChild(QLineEdit), Qt.Key.Key_Backtab)
    assert text.hasFocus()
    QTest.keyClick(text, Qt.Key.Key_Backtab)
    assert not text.hasFocus()


def test_the_arrows_go_from_place_to_place_in_the_log(log):
    text, followed = focused_log(log), []
    log.place_followed.connect(lambda *place: followed.append(place))
    for _ in range(2):
        QTest.keyClick(text, Qt.Key.Key_Right)
        QTest.keyClick(text, Qt.Key.Key_Return)
    QTest.keyClick(text, Qt.Key.Key_Left)
    QTest.keyClick(text, Qt.Key.Key_Return)
    assert followed == [("m", "0901"), ("m", "12"), ("m", "0901")]
    for _ in range(200):
        QTest.keyClick(text, Qt.Key.Key_Right)
    assert text.hasFocus()
