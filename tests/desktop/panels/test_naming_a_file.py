"""A file named by the player: it gets its extension, and an existing file is never replaced without asking."""

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from tabletop.desktop.widgets.panel_parts import file_to_write


@pytest.mark.parametrize(
    ("typed", "agreed", "question", "given"),
    [
        ("", True, "", None),
        ("new", True, "", "new.wartable"),
        ("new.wartable", True, "", "new.wartable"),
        ("Game no. 3", True, "", "Game no. 3.wartable"),
        ("old.wartable", True, "", "old.wartable"),  # the dialog has asked
        ("old", True, "'old.wartable' exists already. Replace it?", "old.wartable"),
        ("old", False, "'old.wartable' exists already. Replace it?", None),
    ],
)
def test_a_name_gets_its_ending(qtbot, monkeypatch, tmp_path, typed, agreed, question, given):
    (tmp_path / "old.wartable").touch()
    asked: list[str] = []

    def answer(_parent, _title, text):
        asked.append(text)
        return QMessageBox.StandardButton.Yes if agreed else QMessageBox.StandardButton.No

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / typed) if typed else "", ""))
    monkeypatch.setattr(QMessageBox, "question", answer)
    window = QWidget()
    qtbot.addWidget(window)
    found = file_to_write(window, "Save as", "Wartable games", ".wartable")
    assert found == (tmp_path / given if given else None)
    assert asked == [question] * bool(question)
