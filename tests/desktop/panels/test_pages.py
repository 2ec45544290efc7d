"""Pages of a module: a PDF is opened by the system, and only where it is one."""

from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton

from tabletop.desktop.panels.pages import Leaf, PagesWindow
from tabletop.desktop.theme import LIGHT


@pytest.mark.parametrize(("content", "opens"), [(b"%PDF-1.7 ...", True), (b"#!/bin/sh", False), (None, False)])
def test_a_pdf_is_opened_by_the_system(qtbot, tmp_path: Path, monkeypatch, content: bytes | None, opens: bool) -> None:
    if content is not None:
        (tmp_path / "rules.pdf").write_bytes(content)
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    window = PagesWindow("War", [Leaf("Rules", "rules.pdf", "pdf")], tmp_path, LIGHT)
    qtbot.addWidget(window)
    [button] = window.findChildren(QPushButton)
    assert button.isEnabled() == opens
    button.click()
    assert opened == ([str(tmp_path / "rules.pdf")] if opens else [])
