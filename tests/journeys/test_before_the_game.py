"""The start page: a game is inspected, its options are chosen, and it begins."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QTextBrowser, QWidget

from tabletop.desktop.platform.settings import Settings, save_settings
from tabletop.desktop.program import module_cards
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.start.start_page import StartPage
from tests.journeys.conftest import Player

OPTIONS = "Game options"


def without_cover(*_: object) -> None:
    """Draw no covers, because they take a moment."""


@pytest.fixture
def page(player, qtbot, monkeypatch) -> Player:
    """Return a player at the start page; without covers, to be quick."""
    monkeypatch.setattr(module_cards, "cover", without_cover)
    player.program.show_start()
    qtbot.waitExposed(player.program.window)
    player.program.window.activateWindow()
    player.program.window.resize(1180, 2400)  # so that the games before this one do not push it out of sight
    player.settle()
    return player


def shown(player, words: str) -> QPushButton:
    """Return the first visible button on the page with this text."""
    buttons = player.program.window.findChildren(QPushButton)
    return next(made for made in buttons if made.isVisible() and words in {made.text(), made.accessibleName()})


def is_told(player, words: str) -> bool:
    return any(words in told.text() for told in player.program.window.findChildren(QLabel) if told.isVisible())


def into_sight(player, widget: QWidget) -> QWidget:
    area = player.find(StartPage).findChild(QWidget, "qt_scrollarea_viewport").parent()
    area.ensureWidgetVisible(widget, 0, 40)
    player.settle()
    return widget


def test_each_option_has_its_sentence_its_rule_and_its_usual_choice(page):
    page.click(shown(page, OPTIONS))
    assert is_told(page, "Defaults")
    assert is_told(page, "Long Lance")
    assert is_told(page, "16.2.1")
    assert is_told(page, "Japanese heavy cruisers and destroyers fight the first surface round with Firepower 2.")
    assert shown(page, "Long Lance: not used (default)").isChecked()
    assert not is_told(page, "Occupied Base markers in play"), "fifty rulings are folded at first"
    page.click(into_sight(page, shown(page, "Rulings (52)")))
    assert is_told(page, "Occupied Base markers in play")
    page.click(into_sight(page, shown(page, OPTIONS)))
    assert not is_told(page, "Long Lance")


def test_what_is_chosen_goes_into_the_game(page):
    page.click(shown(page, OPTIONS))
    page.click(into_sight(page, shown(page, "Long Lance: used")))
    page.click(into_sight(page, shown(page, "Rulings (52)")))
    page.click(into_sight(page, shown(page, "Malaya: base")))
    assert is_told(page, "2 options changed")
    page.click(into_sight(page, shown(page, "Set up December 1941: the whole war")))
    options = page.game.options
    assert (options["rule-16-2-1"], options["G-61"]) == ("used", "base")
    usual = {option.id: option.usual for option in page.model.module.about.options}
    assert {id for id in usual if options[id] != usual[id]} == {"rule-16-2-1", "G-61"}
    page.choose("About this game")
    told = next(found for found in page.window.findChildren(QTextBrowser) if "Game options" in found.toPlainText())
    assert "Long Lance: used (default: not used)" in told.toPlainText()


def test_the_keyboard_chooses_and_all_goes_back_to_usual(page):
    shown(page, OPTIONS).setFocus()
    page.press(Qt.Key.Key_Space)
    for _ in range(3):
        page.press(Qt.Key.Key_Tab)
    first = shown(page, "Gentlemen do not read each other's mail: not used (default)")
    assert first.hasFocus()
    page.press(Qt.Key.Key_Right)
    assert shown(page, "Gentlemen do not read each other's mail: used").isChecked()
    assert is_told(page, "1 option changed")
    page.click(into_sight(page, shown(page, "Reset to defaults")))
    assert first.isChecked()
    assert is_told(page, "Defaults")


def test_options_of_one_scenario_are_not_those_of_the_other(page):
    page.click(shown(page, OPTIONS))
    page.click(into_sight(page, shown(page, "Long Lance: used")))
    page.click(into_sight(page, shown(page, "Set up July 1942: the turn of the tide")))
    assert page.game.options["rule-16-2-1"] == "not-used"


def test_the_last_game_goes_on_with_one_click(player, december, monkeypatch, qtbot):
    monkeypatch.setattr(module_cards, "cover", without_cover)
    save_settings(Settings().with_recent(december))
    player.program = DesktopApp()
    player.program.show_start()
    qtbot.waitExposed(player.program.window)
    player.push("Continue")
    assert player.model.table_seat.session.journal.path == december
    player.leave()
