"""Charts and player aids are legible at their first size."""

import pytest
from PySide6.QtGui import QTextBlock, QTextTable

from tabletop.desktop.drawing.theme import DARK, LIGHT, apply_theme
from tabletop.desktop.panels.module_pages import PagesWindow, leaves
from tabletop.desktop.platform.module_paths import folder_of
from tabletop.desktop.widgets.markdown_page import ReadingPage
from tabletop.module.module import Module

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

PAGE = """# Combat

Roll a die.

## Modifiers

| what | how many of them there are, and from when on they count | rule |
|---|---|---|
| Air-to-air | own Air Points, and those of all the carriers that are in the same hex at that very time | 11.2.2.2 |

* one
* two
"""


@pytest.fixture
def page(qtbot, qapp) -> ReadingPage:
    apply_theme(qapp, LIGHT)
    made = ReadingPage(LIGHT)
    qtbot.addWidget(made)
    made.resize(560, 600)
    made.show()
    made.read(PAGE)
    return made


def block(page: ReadingPage, text: str) -> QTextBlock:
    return page.document().find(text).block()


def table(page: ReadingPage) -> QTextTable:
    found = page.document().find("Air-to-air").currentTable()
    assert found is not None
    return found


def letters(page: ReadingPage, text: str) -> int:
    return page.document().find(text).charFormat().font().pixelSize()


def test_headings_stand_out(page: ReadingPage) -> None:
    assert letters(page, "Combat") > letters(page, "Modifiers") > 13
    assert block(page, "Modifiers").blockFormat().topMargin() > 15


def test_a_narrow_column_never_breaks_its_lines(page: ReadingPage) -> None:
    assert block(page, "11.2.2.2").layout().lineCount() == 1
    assert block(page, "own Air Points").layout().lineCount() > 1


def test_a_table_is_as_wide_as_the_page_and_no_wider(page: ReadingPage) -> None:
    found = page.document().documentLayout().frameBoundingRect(table(page))
    assert page.viewport().width() * 0.85 < found.width() < page.viewport().width()


def test_a_page_begins_at_its_head(page: ReadingPage) -> None:
    page.read(PAGE * 10)
    page.verticalScrollBar().setValue(400)
    page.read(PAGE)
    assert page.verticalScrollBar().value() == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_no_chart_of_the_game_is_wider_than_the_window(theme, fire_in_the_sky: Module, qtbot, qapp) -> None:
    apply_theme(qapp, theme)
    about = fire_in_the_sky.about
    pages = leaves(fire_in_the_sky)
    window = PagesWindow(about.title, pages, folder_of(fire_in_the_sky), theme)
    qtbot.addWidget(window)
    window.show()
    for number, (title, *_) in enumerate(pages):
        window._list.setCurrentRow(number)
        page = window._text
        assert page.document().size().width() <= page.viewport().width() + 1, title
