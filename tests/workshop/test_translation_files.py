"""A language from the translator's file to the reader: catalogue and window, with its own grammar."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from tabletop.desktop.platform.translation import tr, translate_window
from tabletop.module import shipped
from tabletop.texts import listed, text
from tabletop.texts.language_files import speak_best
from tabletop.workshop.translation_files import bring_up_to, compile_language, read_language, template

COUNTERS = "Remove {count} {count:counter|counters} that this version lacks"


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return template(shipped.shipped_folder())


@pytest.fixture
def polish(texts: Catalog, tmp_path: Path) -> Path:
    """Return a folder with a Polish translation of four texts."""
    file = tmp_path / "pl.po"
    bring_up_to(texts, file)
    catalog = read_language(file)
    catalog.get("There is no file '{file}'.", "no-file").string = "Nie ma pliku „{file}”."
    catalog.get("{others} and {last}", "list-and").string = "{others} i {last}"
    catalog.get("Set up").string = "Rozstaw"
    catalog.get(COUNTERS).string = "Usuń {count} {count:żeton|żetony|żetonów}"
    with file.open("wb") as opened:
        write_po(opened, catalog)
    compile_language(file)
    return tmp_path


@pytest.fixture
def window(qapp: QApplication) -> Iterator[QApplication]:
    """Return the Qt application, and remove its translations after the test."""
    yield qapp
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.setParent(None)


@pytest.mark.parametrize("wanted", ["pl", "pl_PL", "pl-PL"])
def test_sentences_of_the_catalogue_are_said_in_the_language_of_the_reader(polish: Path, wanted: str) -> None:
    speak_best(wanted, polish)
    assert text("no-file", file="Midway") == "Nie ma pliku „Midway”."
    assert listed(["Akagi", "Kaga"]) == "Akagi i Kaga"
    assert text("end-of-record") == "This is the end of the record.", "what is not translated yet is said in English"


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "1 żeton"), (2, "2 żetony"), (5, "5 żetonów"), (12, "12 żetonów"), (22, "22 żetony"), (0, "0 żetonów")],
)
def test_words_agree_with_numbers_by_the_rule_of_the_language(polish: Path, window: QApplication, count, said) -> None:
    speak_best("pl", polish)
    translate_window(window)
    assert tr(COUNTERS, count=count) == f"Usuń {said}"


def test_the_window_and_dialogs_of_qt_speak_it_too(polish: Path, window: QApplication) -> None:
    speak_best("pl", polish)
    translate_window(window)
    assert (tr("Set up"), tr("Choose a game to set up")) == ("Rozstaw", "Choose a game to set up")


@pytest.mark.parametrize("wanted", ["en", "en_GB", "", "C", "fi_FI"])
def test_a_reader_whose_language_there_is_not_reads_english(polish: Path, wanted: str) -> None:
    speak_best(wanted, polish)
    assert text("no-file", file="Midway") == "There is no file 'Midway'."


def test_a_language_that_is_brought_up_to_the_program_keeps_what_is_translated(texts: Catalog, polish: Path) -> None:
    (polish / "pl.mo").unlink()
    bring_up_to(texts, polish / "pl.po")
    speak_best("pl", polish)
    assert text("no-file", file="Midway") == "Nie ma pliku „Midway”."


def test_a_sentence_that_is_worded_anew_waits_for_its_translator(texts: Catalog, polish: Path) -> None:
    reworded = Catalog()
    for message in texts:
        if message.id:
            reworded.add(f"{message.id}!", context=message.context)
    bring_up_to(reworded, polish / "pl.po")
    assert [message.string for message in read_language(polish / "pl.po") if message.id and message.string] == []


def test_each_language_that_comes_with_the_program_is_as_it_was_made(tmp_path: Path) -> None:
    for file in shipped.path("assets", "languages").glob("*.po"):
        copy = tmp_path / file.name
        copy.write_bytes(file.read_bytes())
        assert compile_language(copy).read_bytes() == file.with_suffix(".mo").read_bytes(), file.name
