"""The window saves a deck only for a seat that sees its cards, and otherwise asks for no file."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from tabletop.desktop.window.files.saved_decks import DeckFiles
from tabletop.game.change.told import Told
from tabletop.game.commands import LookInto
from tests.desktop.map.menus.test_deck_menu import table

__all__ = ["table"]

SAVE = {name: Told("deck-file", {"does": "save", "deck": name}) for name in ("Open", "Shut")}


@pytest.fixture
def asked(monkeypatch, tmp_path: Path) -> list[str]:
    """Return a list that receives the titles of the file dialogs. Each dialog gives the same file, `mine.deck.json`."""
    titles: list[str] = []

    def name(_parent: object, title: str, *_: object) -> tuple[str, str]:
        titles.append(title)
        return str(tmp_path / "mine.deck.json"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", name)
    return titles


def test_a_deck_that_one_may_not_look_through_asks_for_no_file(table, asked, tmp_path: Path, qtbot):
    model, _ = table
    window = QWidget()
    qtbot.addWidget(window)
    said: list[str] = []
    model.refused.connect(said.append)
    DeckFiles(window, model).answer(SAVE["Shut"])
    assert (asked, said) == ([], ["Shut cannot be saved: you do not see all of its cards."])
    assert not (tmp_path / "mine.deck.json").exists()


def test_a_deck_that_one_sees_is_written_and_the_table_hears_of_it(table, asked, tmp_path: Path, qtbot):
    model, _ = table
    window = QWidget()
    qtbot.addWidget(window)
    model.submit(LookInto(model.game.named["Shut"], "faces", ("A",)))
    DeckFiles(window, model).answer(SAVE["Shut"])
    assert asked == ["Save Shut"]
    assert '"kind": "ace"' in (tmp_path / "mine.deck.json").read_text()
    assert model.lines()[-1].text == "saves Shut to a file"


def test_a_file_that_cannot_be_written_is_told_and_the_table_hears_nothing(table, asked, tmp_path: Path, qtbot):
    model, _ = table
    window = QWidget()
    qtbot.addWidget(window)
    model.submit(LookInto(model.game.named["Shut"], "faces", ("A",)))
    (tmp_path / "mine.deck.json").mkdir()
    files, said = DeckFiles(window, model), []
    files.remarked.connect(said.append)
    files.answer(SAVE["Shut"])
    assert said == [f"'{tmp_path / 'mine.deck.json'}' cannot be written."]
    assert "saves" not in model.lines()[-1].text
