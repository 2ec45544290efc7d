"""The card that shows the result of dropping pieces: its text and position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLabel, QWidget

from tabletop.assistance import Finding, Preview, Remark
from tabletop.desktop.assistant.panels.drop_preview import PreviewCard, place_beside

ROOM = QRect(0, 0, 900, 600)
NOTHING = QRect()


@pytest.fixture
def card(qtbot):
    over = QWidget()
    qtbot.addWidget(over)
    over.resize(900, 600)
    over.show()
    return PreviewCard(over)


def shown(card: PreviewCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel) if label.isVisible() and label.text()]


def test_it_says_what_is_of_most_use_first_and_nothing_twice(card):
    finding = Finding("deploy-end", "7.1", "A leg ends in a base.")
    preview = Preview("No road leads to Manila.", "7.2", findings=(finding,), more=(finding.sentence, "Not now: 8.0."))
    card.show_preview(preview, QPoint(), NOTHING)
    assert card.accessibleName() == "No road leads to Manila. (7.2) A leg ends in a base. (7.1) Not now: 8.0."
    assert shown(card) == ["No road leads to Manila.", "7.2", "A leg ends in a base.", "7.1", "Not now: 8.0."]
    card.show_preview(Preview(finding.message, "7.1", findings=(finding,)), QPoint(), NOTHING)
    assert card.accessibleName() == finding.sentence
    assert shown(card) == ["A leg ends in a base.", "7.1"]


def test_it_is_as_high_as_what_it_says_also_after_it_was_away(card):
    little, much = Preview("Back where it was"), Preview("March", remarks=(Remark("Movement", "2, 4 left", "2"),) * 3)
    card.show_preview(little, QPoint(), NOTHING)
    low = card.height()
    card.show_preview(much, QPoint(), NOTHING)
    assert card.height() > low
    card.show_preview(None, QPoint(), NOTHING)
    card.show_preview(little, QPoint(), NOTHING)
    assert card.height() == low


def test_a_row_for_each_remark_with_its_rule(card):
    remarks = (Remark("Oil Points", "6, 31 left", "8.4"), Remark("Supply", "Cut at Truk", "3.3.4", is_grave=True))
    card.show_preview(Preview("Operational movement to Truk", "8.0", remarks), QPoint(), NOTHING)
    assert shown(card)[2:] == ["Oil Points", "6, 31 left", "8.4", "Supply", "Cut at Truk", "3.3.4"]
    assert card.accessibleName().endswith("Oil Points: 6, 31 left (8.4). Supply: Cut at Truk (3.3.4).")


@pytest.mark.parametrize("words", [3, 40, 120])
def test_it_is_as_high_as_its_words_need(card, words):
    card.show_preview(Preview("Manila " * words), QPoint(), NOTHING)
    (headline,) = (label for label in card.findChildren(QLabel) if label.isVisible())
    assert headline.height() >= headline.heightForWidth(headline.width())


sizes = st.builds(QSize, st.integers(40, 340), st.integers(30, 280))
points = st.builds(QPoint, st.integers(0, 899), st.integers(0, 599))


@given(points, sizes)
def test_it_stands_inside_the_room_and_beside_the_point(at, size):
    place = QRect(place_beside(at, size, ROOM, NOTHING), size)
    assert ROOM.contains(place)
    assert not place.contains(at)


@given(points, sizes, st.builds(QSize, st.integers(0, 340), st.integers(0, 240)))
def test_it_stands_clear_of_the_legend(at, size, legend_size):
    legend = QRect(QPoint(900, 600) - QPoint(26 + legend_size.width(), 26 + legend_size.height()), legend_size)
    place = QRect(place_beside(at, size, ROOM, legend), size)
    assert ROOM.contains(place)
    assert not place.intersects(legend)
