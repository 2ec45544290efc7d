"""The options of a question: names wrap, like options share a row, and all of them are selected at once."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QWidget

from tabletop.assistance import ProcedureQuestion
from tabletop.desktop.questions.option_controls import OptionButton, lines_of
from tabletop.desktop.questions.procedure_card import Question
from tabletop.desktop.widgets.name_field import NameField
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import Answer

LEFT = Qt.MouseButton.LeftButton
ZERO, VAL = "A6M Zero, carrier at Covering Force: Normal", "D3A Val, carrier at Covering Force: Normal"


@pytest.fixture
def window(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def shown(window: QWidget, kind: str, *names: str, most: int) -> tuple[Question, list[object]]:
    """Return a question about things with these names, as wide as in the panel, and its answers."""
    options = tuple(Choice(f"piece:{number}", name) for number, name in enumerate(names))
    made, wanted = Question(ProcedureQuestion(4, "who", "JP", kind, "Who?", options, most=most)), []
    made.wanted.connect(wanted.append)
    made.setParent(window)
    made.resize(250, 400)
    window.show()
    QApplication.processEvents()
    return made, wanted


def click(made: Question, words: str) -> None:
    (found,) = [each for each in made.findChildren(QPushButton) if each.accessibleName() == words]
    QTest.mouseClick(found, LEFT)


def test_like_units_share_a_row_and_each_click_is_one_more_of_them(window):
    made, wanted = shown(window, "choose", ZERO, VAL, ZERO, ZERO, most=3)
    said = [each.text() for each in made.findChildren(QLabel)]
    assert f"3 × {ZERO}" in said
    zeros = [each for each in made.findChildren(QCheckBox) if each.accessibleName().startswith(ZERO)]
    assert [each.accessibleName()[len(ZERO) :] for each in zeros] == [", 1 of 3", ", 2 of 3", ", 3 of 3"]
    assert len({each.y() for each in zeros}) == 1
    QTest.mouseClick(zeros[0], LEFT, pos=zeros[0].rect().center())
    assert made.take("piece:3"), "as a click on this counter of the map does"
    assert [each.isChecked() for each in zeros] == [True, False, True]
    click(made, "Answer")
    assert wanted == [Answer(4, "who", ["piece:0", "piece:3"])]


def test_all_options_are_selected_at_once_if_all_may_be(window):
    made, wanted = shown(window, "choose", ZERO, VAL, ZERO, "B5N Kate", most=4)
    click(made, "Select all")
    click(made, "Answer")
    assert [sorted(each.value) for each in wanted] == [[f"piece:{number}" for number in range(4)]]
    fewer, _ = shown(window, "choose", ZERO, VAL, ZERO, "B5N Kate", most=3)
    assert "Select all" not in {each.accessibleName() for each in fewer.findChildren(QPushButton)}


def test_units_that_nothing_tells_apart_have_one_button(window):
    made, wanted = shown(window, "pick", ZERO, VAL, ZERO, most=1)
    assert [each.accessibleName() for each in made.findChildren(OptionButton)] == [ZERO, VAL]
    click(made, ZERO)
    assert made.take("piece:2")
    assert [each.value for each in wanted] == ["piece:0", "piece:2"]


def test_names_with_the_same_beginning_are_not_cut(window):
    made, _ = shown(window, "choose", f"{ZERO}, disrupted", f"{ZERO}, disrupted and reduced", most=2)
    first, second = made.findChildren(QCheckBox)
    assert [each.text().replace("\n", " ") for each in (first, second)] == [
        f"{ZERO}, disrupted",
        f"{ZERO}, disrupted and reduced",
    ]
    assert second.y() >= first.y() + first.height()
    assert first.height() > first.fontMetrics().lineSpacing() * 2


def test_a_button_begins_with_a_capital_letter(window):
    made, _ = shown(window, "pick", "air attack", "A6M Zero", most=1)
    assert [each.text() for each in made.findChildren(OptionButton)] == ["Air attack", "A6M Zero"]


def test_a_name_has_three_lines_at_most(window):
    made, _ = shown(window, "pick", "x", most=1)
    lines = lines_of("word " * 40, made.fontMetrics(), 120)
    assert len(lines) == 3
    assert lines[-1].endswith("…")


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_names_of_a_path_are_chosen_one_after_the_other_in_the_open_list(window):
    made, wanted = shown(window, "path", "1601", "Pontianak", "1603", most=9)
    (field,) = made.findChildren(NameField)
    window.activateWindow()
    for name in ("1601", "Pontianak", "1603"):
        field.setFocus()
        QTest.keyClicks(field, name)
        names = field.completer().popup()
        assert names.isVisible()
        QTest.keyClick(names, Qt.Key.Key_Down)
        QTest.keyClick(names, Qt.Key.Key_Return)
        QApplication.processEvents()
        assert field.text() == "", "the next name begins anew"
    click(made, "Go this way")
    assert wanted == [Answer(4, "who", ["piece:0", "piece:1", "piece:2"])]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_click_on_the_map_forgets_a_wrong_name(window):
    made, _ = shown(window, "path", "1601", "Pontianak", most=9)
    (field,) = made.findChildren(NameField)
    QTest.keyClicks(field, "Atlantis")
    QTest.keyClick(field, Qt.Key.Key_Return)
    (wrong,) = [each for each in made.findChildren(QLabel) if "cannot be chosen" in each.text()]
    assert wrong.isVisible()
    assert made.take("piece:1")
    assert (wrong.isVisible(), field.text()) == (False, "")
