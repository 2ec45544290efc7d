"""Prompts to the player: with buttons, a list or a text; and cancelled."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)
from shiboken6 import isValid

from tabletop.desktop.table.ticket import Ticket
from tabletop.desktop.widgets.angle_wheel import AngleWheel
from tabletop.desktop.widgets.prompts import answers_together, ask_beside, chosen_answer
from tabletop.game.change.outcome import Choice, Prompt

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
TWO = (Choice(True, "Take it back"), Choice(False, "Leave it"))
MANY = tuple(Choice(f"hex-{number}", f"Hex {number}") for number in range(6))


def answered(prompt: Prompt, does, ask=chosen_answer) -> object:
    """Show a prompt, let `does` handle its dialog as soon as it opens, and return the answer."""
    timer = QTimer()

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            timer.stop()
            does(dialog)

    timer.timeout.connect(look)
    timer.start(0)
    return ask(None, prompt)


def click(words: str):
    def does(dialog: QDialog) -> None:
        found = next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == words)
        QTest.mouseClick(found, Qt.MouseButton.LeftButton)

    return does


def type_in(text: str):
    def does(dialog: QDialog) -> None:
        field = dialog.findChild(QLineEdit)
        field.setText(text)
        dialog.accept()

    return does


def draw(dx: int, dy: int, held=Qt.KeyboardModifier.NoModifier):
    """Return a function that clicks the wheel at a distance from its middle, in pixels, and accepts the dialog."""

    def does(dialog: QDialog) -> None:
        wheel = dialog.findChild(AngleWheel)
        QTest.mouseClick(wheel, Qt.MouseButton.LeftButton, held, wheel.rect().center() + QPoint(dx, dy))
        dialog.accept()

    return does


def spin(key: Qt.Key):
    def does(dialog: QDialog) -> None:
        QTest.keyClick(dialog.findChild(AngleWheel), key)
        dialog.accept()

    return does


ANGLE = Prompt("k", "Degrees?", default=10, form="degrees")


@pytest.mark.parametrize(
    ("does", "answer"),
    [
        (draw(70, 0), 90),
        (draw(0, 70), 180),
        (draw(-70, 0), 270),
        (draw(20, -70, Qt.KeyboardModifier.ShiftModifier), 15),
        (spin(Qt.Key.Key_Right), 11),
        (spin(Qt.Key.Key_PageDown), 355),
        (lambda dialog: (dialog.findChild(QSpinBox).setValue(200), dialog.accept()), 200),
        (lambda dialog: dialog.accept(), 10),
    ],
)
def test_an_angle_is_drawn_or_typed(qapp, does, answer):
    assert abs(answered(ANGLE, does) - answer) <= 1


def test_an_angle_may_be_left(qapp):
    assert answered(ANGLE, leave) is None


def leave(dialog: QDialog) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("prompt", "does", "answer"),
    [
        (Prompt("k", "Take it back?", TWO), click("Take it back"), True),
        (Prompt("k", "Take it back?", TWO), click("Leave it"), False),
        (Prompt("k", "Take it back?", TWO), leave, None),
        (Prompt("k", "Where to?", MANY), lambda dialog: dialog.accept(), "hex-0"),
        (Prompt("k", "Where to?", MANY), leave, None),
        (Prompt("k", "Where to?", MANY, default="hex-4"), lambda dialog: dialog.accept(), "hex-4"),
        (Prompt("k", "What is it called?"), type_in("Kaga"), "Kaga"),
        (Prompt("k", "What is it called?"), leave, None),
    ],
)
def test_a_question_gets_its_value_or_none(qapp, prompt, does, answer):
    assert answered(prompt, does) == answer


@pytest.mark.parametrize(
    ("does", "answers"),
    [
        (type_in("3"), (("1 How many?", "3"), ("2 How high?", "6"))),
        (lambda dialog: dialog.accept(), (("1 How many?", "2"), ("2 How high?", "6"))),
        (leave, None),
    ],
)
def test_questions_that_follow_each_other_stand_on_one_card(qapp, does, answers):
    also = (Prompt("2 How high?", "How high?", default=6),)
    prompt = Prompt("1 How many?", "How many?", default=2, also=also, title="Attack")
    assert answered(prompt, does, answers_together) == answers


LOG = (
    Prompt("1 Captain", "Captain", default="Ito", title="Log", heading="Crew", below="As of today"),
    Prompt("2 Fuel", "Fuel", default=3, form="ticks", most=9),
    Prompt("3 Speed", "Speed", form="number"),
    Prompt("4 Orders", "Orders", default="North|then west", form="long-text"),
)


def asked(first: Prompt, *others: Prompt) -> Prompt:
    return replace(first, also=others)


def test_a_page_has_lines_of_the_form_of_what_is_written_there(qapp):
    seen = []

    def look(card: QDialog) -> None:
        count = card.findChild(QSpinBox)
        seen.append((count.maximum(), count.suffix(), card.findChild(QPlainTextEdit).toPlainText()))
        seen.append({label.text() for label in card.findChildren(QLabel)})
        count.setValue(5)
        card.findChild(QPlainTextEdit).setPlainText("East\nwest")
        card.accept()

    answers = answered(asked(*LOG), look, answers_together)
    assert seen == [(9, " of 9", "North\nthen west"), {"Captain", "Fuel", "Speed", "Orders", "Crew", "As of today"}]
    assert answers == (("1 Captain", "Ito"), ("2 Fuel", "5"), ("3 Speed", ""), ("4 Orders", "East|west"))


def test_a_page_offers_lists_and_a_long_one_is_searched_by_typing(qapp):
    few = tuple(Choice(number, f"{number} ships") for number in range(3))
    many = tuple(Choice(f"hex-{number}", f"Hex {number}") for number in range(40))
    two, three = Prompt("2", "Where?", many), Prompt("3", "Where else?", many)
    page = asked(Prompt("1", "How many?", few, default=2), two, three)

    def fill_in(card: QDialog) -> None:
        first, second, third = card.findChildren(QComboBox)
        assert [box.isEditable() for box in (first, second, third)] == [False, True, True]
        first.setCurrentText("1 ships")
        second.setCurrentText("hex 17")
        third.setCurrentText("Truk")
        card.accept()

    assert answered(page, fill_in, answers_together) == (("1", "1"), ("2", "hex-17"), ("3", "Truk"))
    untouched = answered(page, lambda card: card.accept(), answers_together)
    assert untouched == (("1", "2"), ("2", "hex-0"), ("3", "hex-0"))


def test_what_nobody_touches_on_a_page_stays_as_it_is(qapp):
    odd = (
        Prompt("5 Ships", "Ships", default=12, form="ticks", most=9),
        Prompt("6 Rate", "Rate", default="fast", form="number"),
    )
    answers = answered(asked(*LOG, *odd), lambda card: card.accept(), answers_together)
    assert [text for _, text in answers] == ["Ito", "3", "", "North|then west", "12", "fast"]


def test_a_number_with_a_greatest_value_is_entered_in_a_field_of_numbers(qapp):
    prompt = Prompt("count", "How many?", default=3, form="number", most=5)
    assert answered(prompt, lambda dialog: dialog.accept()) == 3
    assert answered(prompt, lambda dialog: (dialog.setIntValue(9), dialog.accept())) == 5
    assert answered(prompt, lambda dialog: dialog.reject()) is None


def test_a_card_beside_the_maps_leaves_them_in_use_and_comes_back_after_a_refusal(qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    prompt = Prompt("place", "Where?", MANY, default="hex-1", also=(Prompt("source", "Who?", default=""),))
    tickets, given = [Ticket(), Ticket()], []

    def then(answers) -> Ticket:
        given.append(answers)
        return tickets[len(given) - 1]

    card = ask_beside(window, prompt, then, {"place": lambda take: take("hex-4")})
    assert not card.isModal()
    click("Click it…")(card)
    click("OK")(card)
    assert not card.isVisible()
    tickets[0].settle(has_happened=False)
    assert card.isVisible()
    card.findChild(QLineEdit).setText("A scout")
    click("OK")(card)
    tickets[1].settle(has_happened=True)
    assert given == [(("place", "hex-4"), ("source", "")), (("place", "hex-4"), ("source", "A scout"))]
    qtbot.waitUntil(lambda: not isValid(card))


def test_a_card_beside_the_maps_that_is_closed_hears_no_more_of_its_request(qtbot) -> None:
    window, ticket = QWidget(), Ticket()
    qtbot.addWidget(window)
    card = ask_beside(window, Prompt("source", "Who?", default=""), lambda _: ticket)
    click("OK")(card)
    card.close()
    card.deleteLater()
    qtbot.waitUntil(lambda: not isValid(card))
    ticket.settle(has_happened=False)
    other = ask_beside(window, Prompt("source", "Who?", default=""), lambda _: ticket)
    click("Cancel")(other)
    qtbot.waitUntil(lambda: not isValid(other))
