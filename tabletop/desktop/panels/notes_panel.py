"""Notes: public ones, those of the player's side, and sealed ones that can be opened later."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QPlainTextEdit

from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import Panel, button, forget
from tabletop.game.commands import OpenNote, WriteNote
from tabletop.game.state.game import NoteKind

KINDS: Final[dict[NoteKind, str]] = {
    "public": tr_later("Public"),
    "private": tr_later("Private"),
    "sealed": tr_later("Sealed"),
    "together": tr_later("Sealed, opens together"),
}


class NotesPanel(Panel):
    """A list of notes, and a field to read or write one of them."""

    def __init__(self, model: TableModel) -> None:
        super().__init__(tr("Notes"))
        self._model = model
        self._note = 0
        self._list = QListWidget()
        self._list.setAccessibleName(tr("Notes"))
        self._list.currentItemChanged.connect(lambda now, _: self._read(now))
        self.body.addWidget(self._list, 1)
        self._title = QLineEdit()
        self._title.setPlaceholderText(tr("Title"))
        self._title.setAccessibleName(tr("Title of the note"))
        self._text = QPlainTextEdit()
        self._text.setPlaceholderText(tr("Text"))
        self._text.setAccessibleName(tr("Text of the note"))
        self._kind = QComboBox()
        self._kind.setAccessibleName(tr("Readers of the note"))
        for kind, words in KINDS.items():
            self._kind.addItem(tr(words), kind)
        self.body.addWidget(self._title)
        self.body.addWidget(self._text, 2)
        self.body.addWidget(self._kind)
        row = QHBoxLayout()
        row.addStretch(1)
        self._open = button(tr("Open seal"), self._open_note)
        row.addWidget(self._open)
        row.addWidget(button(tr("New"), self._new))
        row.addWidget(button(tr("Save"), self._write, main=True))
        self.body.addLayout(row)
        model.replaced.connect(self._show_other_eyes)
        model.notes_changed.connect(self.show_notes)
        self.show_notes()

    def _show_other_eyes(self) -> None:
        """Clear the last player's text when the view changes, since another player may be looking."""
        self._new()
        self.show_notes()

    def show_notes(self) -> None:
        """List the notes that this seat knows."""
        self._list.blockSignals(True)
        self._list.clear()
        for id, note in self._model.game.notes.items():
            title = note.title or (tr("a sealed note") if note.kind == "sealed" else tr("untitled"))
            item = QListWidgetItem(tr("{title} ({kind})", title=title, kind=tr(KINDS[note.kind])))
            item.setData(Qt.ItemDataRole.UserRole, id)
            self._list.addItem(item)
            if id == self._note:
                self._list.setCurrentItem(item)
        self._list.blockSignals(False)
        self._show_buttons()

    def _read(self, item: QListWidgetItem | None) -> None:
        self._note = item.data(Qt.ItemDataRole.UserRole) if item is not None else 0
        note = self._model.game.notes.get(self._note)
        if note is not None:
            self._title.setText(note.title)
            self._text.setPlainText(note.text)
            self._kind.setCurrentIndex(self._kind.findData(note.kind))
        self._show_buttons()

    def _show_buttons(self) -> None:
        note = self._model.game.notes.get(self._note)
        self._open.setEnabled(note is not None and note.kind == "sealed")

    def _new(self) -> None:
        self._note = 0
        self._list.setCurrentRow(-1)
        forget(self._title)
        self._text.clear()

    def _write(self) -> None:
        """Save the changes to a note, or a new note, which is then selected."""
        kind, known = self._kind.currentData(), set(self._model.game.notes)

        def read_it() -> None:
            self._note = next((id for id in self._model.game.notes if id not in known), self._note)
            self.show_notes()

        note = WriteNote(kind, self._title.text(), self._text.toPlainText(), self._note)
        self._model.submit(note).when_done(read_it)

    def _open_note(self) -> None:
        self._model.submit(OpenNote(self._note)).when_done(
            lambda: self._kind.setCurrentIndex(self._kind.findData(self._model.game.notes[self._note].kind))
        )
