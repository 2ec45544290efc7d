"""The card of a viewer: plain text or HTML, under each counter and over them."""

import pytest
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QWidget

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.map.viewer.stack_viewer import Dress, StackViewer, ViewerCard, as_shown

pytestmark = pytest.mark.usefixtures("qapp")


def shown(card: ViewerCard) -> StackViewer:
    area = QWidget()
    area.resize(600, 400)
    viewer = StackViewer(area, LIGHT)
    viewer.area = area  # it lives as long as the card
    viewer.show_card(card)
    return viewer


def card(words: str, title: str, *, is_html: bool) -> ViewerCard:
    pixmap = QPixmap(60, 60)
    pixmap.fill(QColor("white"))
    dress = Dress(QColor("white"), QColor("black"), is_html=is_html)
    return ViewerCard(title, "", [as_shown(pixmap, words)], dress)


def colours(viewer: StackViewer) -> set[str]:
    image = viewer.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_words_of_html_are_drawn_as_it_says() -> None:
    words, title = (
        '<b style="color:#ff0000; font-size:24px">Red</b>',
        '<b style="color:#0000ff; font-size:24px">Blue</b>',
    )
    assert {"#ff0000", "#0000ff"} <= colours(shown(card(words, title, is_html=True)))
    assert not {"#ff0000", "#0000ff"} & colours(shown(card(words, title, is_html=False)))


def test_several_lines_of_html_have_room() -> None:
    heights = [shown(card("<br>".join("abc"[:lines]), "", is_html=True)).height() for lines in (1, 2, 3)]
    assert heights[0] < heights[1] < heights[2]
    titles = [shown(card("", "<br>".join("abc"[:lines]), is_html=True)).height() for lines in (1, 3)]
    assert titles[0] < titles[1]


def test_a_screen_reader_hears_no_tags() -> None:
    assert shown(card("<b>Tank</b>", "<i>Here</i>", is_html=True)).accessibleName() == "Here: Tank"
    assert shown(card("<b>Tank</b>", "Here", is_html=False)).accessibleName() == "Here: <b>Tank</b>"
