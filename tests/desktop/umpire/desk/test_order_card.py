"""The card of an order: its buttons are in as many rows as their words need."""

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from tabletop.desktop.umpire.desk.order_card import CardAnswer, OrderCard

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

WORDS = ("Allow now  Shift+A", "Refuse…  R", "Delay…  D", "Change…  E", "Show  F", "Program answers  P")


def rows_at(card: OrderCard, width: int) -> int:
    """Give the card a width, and return the number of rows of its buttons."""
    card.resize(width, card.height_at(width))
    QApplication.processEvents()
    return len({made.y() for made in card.findChildren(QPushButton)})


def test_no_words_are_cut_in_a_narrow_card(qtbot) -> None:
    card = OrderCard("A move", "due now", is_open=True, answers=[CardAnswer(words, lambda: None) for words in WORDS])
    qtbot.addWidget(card)
    card.show()
    rows = []
    for width in (600, 300, 220, 190, 300):
        rows.append(rows_at(card, width))
        made = card.findChildren(QPushButton)
        assert [one.text() for one in made] == list(WORDS)
        assert max(one.geometry().bottom() for one in made) < card.height()
    assert rows[0] == 2
    assert rows == [*sorted(rows[:4]), rows[1]]
