"""Saving of decks to files, and loading of decks from files."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import file_to_write
from tabletop.game.change.told import Told
from tabletop.game.commands import LoadDeck, TellSaved
from tabletop.game.state.values import NOBODY
from tabletop.module.cache.module_cache import write_whole
from tabletop.module.contents.deck_exchange import ENDING, MOST_BYTES, DeckFileError, decode_deck


class DeckFiles(QObject):
    """The file dialogs of a deck's commands, shown over `window`."""

    remarked = Signal(str)
    """A message to the player."""

    def __init__(self, window: QWidget, model: TableModel) -> None:
        super().__init__(window)
        self._window = window
        self._model = model

    def answer(self, told: Told) -> None:
        """Carry out a deck's command for the player who gave it: save a deck, or load one."""
        name = str(told.facts["deck"])
        if told.facts["does"] == "save":
            self.save(name)
        else:
            file, _ = QFileDialog.getOpenFileName(
                self._window, tr("Load {deck}", deck=name), "", f"{tr('Decks')} (*{ENDING})"
            )
            if file:
                self.load(name, Path(file))

    def save(self, name: str) -> None:
        """Write the cards of a deck to a file that the player names, and report that to the table."""
        deck = self._model.game.named.get(name, NOBODY)
        self._model.ask_deck_file(deck, partial(self._write, name, deck))

    def _write(self, name: str, deck: int, content: bytes) -> None:
        path = file_to_write(self._window, tr("Save {deck}", deck=name), tr("Decks"), ENDING)
        if path is None:
            return
        try:
            write_whole(path, content)
        except OSError:
            self.remarked.emit(tr("'{file}' cannot be written.", file=path))
            return
        self._model.submit(TellSaved(deck))

    def load(self, name: str, path: Path) -> None:
        """Load the cards of a file into a deck."""
        try:
            with path.open("rb") as file:
                cards = decode_deck(file.read(MOST_BYTES + 1), self._model.game.module.id)
        except (DeckFileError, OSError) as problem:
            self.remarked.emit(
                str(problem) if isinstance(problem, DeckFileError) else tr("'{file}' cannot be read.", file=path)
            )
            return
        self._model.submit(LoadDeck(self._model.game.named.get(name, NOBODY), cards))
