"""The window in a made-up language, and its modules in Greek letters: any plain text left is untranslated."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.start.start_page import GameCard, Scenario, StartPage
from tabletop.desktop.widgets.panel_parts import Fold
from tabletop.module.schema.module_file import OptionRecord
from tabletop.texts.language_files import ASKED, MADE_UP
from tabletop.texts.made_up import made_up
from tests.desktop.one_map import one_map
from tests.desktop.words_on_screen import in_english, words_on


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[DesktopApp]:
    monkeypatch.setenv(ASKED, MADE_UP)
    program = DesktopApp()
    yield program
    if program.window is not None:
        program.window.close()
        program.window.deleteLater()


@pytest.mark.parametrize(
    ("english", "shown"),
    [
        ("Undo", "⟦Ûñđö·⟧"),
        ("{count} {count:counter|counters}", "⟦{count} {count:çöûñţéŕ|çöûñţéŕš}⟧"),
        ("{made:,} moves", "⟦{made:,} ɱöṽéš··⟧"),
        ("", "⟦⟧"),
    ],
)
def test_the_made_up_language_marks_texts_and_keeps_their_arguments(english: str, shown: str) -> None:
    assert made_up(english) == shown


def test_every_letter_of_it_is_another() -> None:
    alphabet = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert not in_english(made_up(alphabet))
    assert in_english(alphabet)


def test_a_text_of_the_window_is_in_it(program: DesktopApp) -> None:
    assert tr("{count} {count:option|options} changed", count=2) == "⟦2 öþţîöñš çĥàñĝéđ···⟧"


def test_the_start_page_is_all_in_it(program: DesktopApp, qtbot) -> None:
    options = tuple(
        OptionRecord(id=name, title="ένα", group="Δύο", rule="1.2", why="τρία", usual="true", choices=("true", "false"))
        for name in ("one", "two")
    )
    game = GameCard(
        Path("/1"),
        "Πόλεμος",
        "πρώτος",
        (Scenario("all", "Όλα", "έξι", {"one": "true", "two": "false"}),),
        options,
        None,
    )
    page = StartPage([game], [Path("/1.2")], LIGHT)
    qtbot.addWidget(page)
    for fold in page.findChildren(Fold):
        fold.unfold(on=True)
    assert [words for words in words_on(page) if in_english(words)] == []


TABLE = "{id: main, name: Χάρτης, size: [600, 400]}"
GREEK = one_map(
    table=TABLE,
    pieces="""
group: Στόλος
pieces:
- {id: unit, name: Στόλος, width: 60, height: 60}
""",
    scenario="{id: all, title: Όλα, summary: Όλα., setup: [{point: [300, 200], pieces: [unit]}]}",
    more="""
options: [{id: fog, title: Ομίχλη, group: Δύο, usual: "1", choices: ["1", "2"]}]
""",
)
GREEK["module.yaml"] = GREEK["module.yaml"].replace("Small", "Μικρό").replace("title: A,", "title: Άλφα,")


def left_out(window: QWidget) -> list[str]:
    """Return the plain English texts of a window."""
    return sorted({words for words in words_on(window) if in_english(words)})


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_window_is_all_in_it(monkeypatch: pytest.MonkeyPatch, opened) -> None:
    monkeypatch.setenv(ASKED, MADE_UP)
    window = opened(GREEK)
    assert left_out(window) == []
    stack = next(iter(window.model.game.pieces))
    menu = window.piece_menu.build(stack, window.scenes["main"])
    assert [words for words in words_on(menu) if in_english(words)] == []


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("name", ["keys", "about", "options", "curtain"])
def test_pages_and_dialogs_are_all_in_it(monkeypatch: pytest.MonkeyPatch, opened, qtbot, name: str) -> None:
    monkeypatch.setenv(ASKED, MADE_UP)
    window = opened(GREEK)
    before = set(QApplication.topLevelWidgets())
    window.menus.actions[name].trigger()
    shown = [one for one in QApplication.topLevelWidgets() if one not in before and one.isVisible()] or [window]
    credits = "Credits"
    assert [words for one in shown for words in left_out(one) if credits not in words] == []


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_of_a_deck_is_all_in_it(monkeypatch: pytest.MonkeyPatch, opened) -> None:
    monkeypatch.setenv(ASKED, MADE_UP)
    decked = one_map(
        table=TABLE,
        pieces="{group: Στόλος, pieces: [{id: unit, name: Στόλος, width: 60, height: 60, count: 3}]}",
        scenario="{id: all, title: Όλα, summary: Όλα., decks: [{name: Χαρτιά, map: main, point: [300, 200], "
        "cards: [unit, unit, unit]}]}",
        more="decks: [{name: Χαρτιά}]",
    )
    decked["module.yaml"] = decked["module.yaml"].replace("Small", "Μικρό").replace("title: A,", "title: Άλφα,")
    window = opened(decked)
    menu = window.piece_menu.build(next(iter(window.model.game.pieces)), window.scenes["main"])
    words = [each for each in words_on(menu) if each]
    assert len(words) > 4
    assert [each for each in words if in_english(each)] == []
