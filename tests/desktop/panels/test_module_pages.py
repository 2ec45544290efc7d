"""Pages of a module: a PDF is opened by the system, and only if it is a real one."""

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QPushButton, QTextBrowser

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.panels import module_pages
from tabletop.desktop.panels.module_pages import Leaf, PagesWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.mark.parametrize(("content", "opens"), [(b"%PDF-1.7 ...", True), (b"#!/bin/sh", False), (None, False)])
def test_a_pdf_is_opened_by_the_system(qtbot, tmp_path: Path, monkeypatch, content: bytes | None, opens: bool) -> None:
    if content is not None:
        (tmp_path / "rules.pdf").write_bytes(content)
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    window = PagesWindow("War", [Leaf("Rules", "rules.pdf", "pdf")], tmp_path, LIGHT)
    qtbot.addWidget(window)
    window.show()
    [button] = window.findChildren(QPushButton)
    assert button.isEnabled() == opens
    button.click()
    assert opened == ([str(tmp_path / "rules.pdf")] if opens else [])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    red = QImage(30, 20, QImage.Format.Format_RGB32)
    red.fill(0xFF0000)
    for name in ("module/images/red.png", "module/pages/more/red.png", "outside.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        red.save(str(tmp_path / name))
    (tmp_path / "module/pages/more/next.html").write_text("<p>The next page</p>")
    return tmp_path / "module"


def written(qtbot, folder: Path, text: str) -> tuple[QTextBrowser, PagesWindow]:
    window = PagesWindow("War", [Leaf("Help", text, "html", "pages/help.html")], folder, LIGHT)
    qtbot.addWidget(window)
    window.show()
    [page] = (page for page in window.findChildren(QTextBrowser) if text[3:7] in page.toPlainText())
    return page, window


@pytest.mark.parametrize(
    ("source", "width"), [("more/red.png", 30), ("red.png", 30), ("../../outside.png", 1), ("https://x.y/red.png", 1)]
)
def test_a_page_shows_pictures_of_its_module_only(qtbot, folder: Path, source: str, width: int) -> None:
    page, _window = written(qtbot, folder, f"<p>Help <img src='{source}'></p>")
    assert page.loadResource(2, QUrl(source)).width() == width


def test_links_lead_to_other_pages_of_the_module(qtbot, folder: Path) -> None:
    page, _window = written(qtbot, folder, "<p>Help <a href='more/next.html'>on</a></p>")
    page.anchorClicked.emit(QUrl("more/next.html"))
    assert page.toPlainText() == "The next page"
    page.anchorClicked.emit(QUrl("../../../outside.html"))
    assert page.toPlainText() == "The next page"


@pytest.mark.parametrize("agrees", [True, False])
def test_a_page_of_the_web_is_opened_only_if_the_player_agrees(qtbot, folder: Path, monkeypatch, agrees: bool) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    monkeypatch.setattr(module_pages, "is_agreed", lambda *_: agrees)
    page, _window = written(qtbot, folder, "<p>Help</p>")
    page.anchorClicked.emit(QUrl("https://example.org/"))
    assert opened == (["https://example.org/"] if agrees else [])
