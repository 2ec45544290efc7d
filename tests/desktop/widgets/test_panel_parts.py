"""Texts of modules and players are shown literally: none of it is markup, and none of it opens a file."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget

from tabletop.desktop.widgets.panel_parts import SteadyLabel, TextPage, label, message, plain

RED = QColor("#FF0000")


@pytest.fixture
def picture(tmp_path: Path, qapp: object) -> str:
    """Return a red picture file, as a URL."""
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(RED)
    image.save(str(tmp_path / "red.png"))
    return QUrl.fromLocalFile(str(tmp_path / "red.png")).toString()


def shows_red(widget: QWidget) -> bool:
    widget.resize(200, 120)
    image = widget.grab().toImage()
    return any(image.pixelColor(x, y) == RED for x in range(0, 200, 5) for y in range(0, 120, 5))


def test_a_page_opens_no_picture(picture: str) -> None:
    page = TextPage()
    page.setMarkdown(f"![a picture]({picture})")
    assert not shows_red(page)
    page.setHtml(f"<img src='{picture}'>")
    assert not shows_red(page)


def test_a_label_shows_its_text_as_it_stands(picture: str) -> None:
    assert not shows_red(label(f"<img src='{picture}'>"))
    assert label("<b>Alone</b>").textFormat() == Qt.TextFormat.PlainText


def test_a_dialog_too(qtbot) -> None:
    box = message(None, "<b>Alone</b>")
    qtbot.addWidget(box)
    assert (box.text(), box.textFormat()) == ("<b>Alone</b>", Qt.TextFormat.PlainText)


def test_where_markup_is_read_it_is_taken_away(qapp: object) -> None:
    assert plain("Kongo & Haruna") == "Kongo & Haruna"
    assert "&lt;b&gt;" in plain("<b>Alone</b>")


def test_a_steady_label_is_as_wide_for_other_digits_and_never_becomes_narrower(qtbot) -> None:
    steady = SteadyLabel("caption")
    qtbot.addWidget(steady)
    steady.setText("step 111 of 888")
    narrow = steady.size()
    for text in ("step 888 of 111", "step 404 of 777", "step 1 of 2"):
        steady.setText(text)
        assert (steady.text(), steady.size()) == (text, narrow)
        assert steady.sizeHint().width() <= narrow.width(), "all of it has room"
    steady.setText("step 1,000 of 1,111")
    assert steady.width() > narrow.width()
