"""The page of notes: new text stays visible, and is changed instead of added again."""

from PySide6.QtWidgets import QAbstractButton, QLineEdit, QListWidget, QPlainTextEdit

from tabletop.desktop.panels.notes_panel import NotesPanel


def test_a_note_that_was_just_written_is_written_on(both, qtbot) -> None:
    panel = NotesPanel(both.model)
    qtbot.addWidget(panel)
    title, text = panel.findChild(QLineEdit), panel.findChild(QPlainTextEdit)
    notes = panel.findChild(QListWidget)
    title.setText("Plan")
    for words, listed in (("to Midway", ["Plan"]), ("to Wake", ["Plan"])):
        text.setPlainText(words)
        press(panel, "Save")
        assert [note.text for note in both.model.game.notes.values()] == [words]
        assert [notes.item(row).text().split()[0] for row in range(notes.count())] == listed
        assert notes.currentRow() == 0
    press(panel, "New")
    text.setPlainText("to Midway")
    press(panel, "Save")
    assert len(both.model.game.notes) == 2


def test_a_seal_that_was_opened_is_not_closed_by_writing_on(both, qtbot) -> None:
    panel = NotesPanel(both.model)
    qtbot.addWidget(panel)
    panel.findChild(QPlainTextEdit).setPlainText("to Midway")
    panel._kind.setCurrentText("Sealed")
    for button in ("Save", "Open seal", "Save"):
        press(panel, button)
    assert [note.kind for note in both.model.game.notes.values()] == ["public"]


def press(panel: NotesPanel, words: str) -> None:
    [button] = [one for one in panel.findChildren(QAbstractButton) if one.text() == words]
    button.click()
