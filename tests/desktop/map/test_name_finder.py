"""The places that a typed name can mean, and whether they can be read."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from tabletop.desktop.drawing.theme import DARK, LIGHT, apply_theme
from tabletop.desktop.map.name_finder import NameFinder
from tabletop.desktop.widgets.name_field import ranked_matches

# Qt's offscreen platform logs this for every list that opens.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

NAMES = ["Newport", "CA Portland, Truk", "Port Moresby · 1515", "Portland", "Support", "Truk · 1711"]


@pytest.mark.parametrize(
    ("typed", "matches"),
    [
        ("truk", ["Truk · 1711", "CA Portland, Truk"]),
        ("1515", ["Port Moresby · 1515"]),
        ("portland", ["Portland", "CA Portland, Truk"]),
        ("PORT", ["Port Moresby · 1515", "Portland", "CA Portland, Truk", "Newport", "Support"]),
        ("ca port", ["CA Portland, Truk"]),
        (" port ", ["Port Moresby · 1515", "Portland", "CA Portland, Truk", "Newport", "Support"]),
        ("(", []),
        ("Atlantis", []),
    ],
)
def test_the_same_before_beginnings_before_beginnings_of_words_before_the_rest(typed, matches):
    assert ranked_matches(typed, NAMES) == matches


@pytest.fixture
def finder(qtbot):
    table = QWidget()
    qtbot.addWidget(table)
    table.resize(800, 600)
    table.finder = NameFinder(table)
    table.show()
    qtbot.waitExposed(table)
    yield table.finder
    table.hide()


def typed_into(finder: NameFinder, text: str):
    field = finder.findChild(QLineEdit)
    QTest.keyClicks(field, text)
    return field, field.completer().popup()


def test_the_list_is_ranked_and_enter_takes_its_first_name(finder):
    said = []
    finder.ask("Find", NAMES, said.append)
    field, names = typed_into(finder, "port")
    assert names.isVisible()
    shown = [names.model().index(row, 0).data() for row in range(names.model().rowCount())]
    assert shown == ranked_matches("port", NAMES)
    QTest.keyClick(names, Qt.Key.Key_Return)
    assert said == ["Port Moresby · 1515"]
    assert not names.isVisible()
    finder.ask("Find", NAMES, said.append)
    _, names = typed_into(finder, "zz")
    assert not names.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert said[1:] == ["zz"]


def test_the_arrow_keys_take_another_name(finder):
    said = []
    finder.ask("Find", NAMES, said.append)
    _, names = typed_into(finder, "port")
    names.setCurrentIndex(names.model().index(0, 0))
    QTest.keyClick(names, Qt.Key.Key_Down)
    QTest.keyClick(names, Qt.Key.Key_Return)
    assert said == ["Portland"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_names_can_be_read_in_both_themes(finder, theme):
    apply_theme(QApplication.instance(), theme)
    finder.ask("Find", NAMES, print)
    _, names = typed_into(finder, "port")
    for widget in (names, finder):
        QApplication.processEvents()
        shown = widget.grab().toImage()
        inks = {shown.pixelColor(x, y).lightness() for x in range(shown.width()) for y in range(shown.height())}
        ground = shown.pixelColor(shown.width() - 8, shown.height() // 2).lightness()
        assert abs(ground - QColor(theme.colour("raised")).lightness()) < 12
        assert max(abs(ink - ground) for ink in inks) > 110
