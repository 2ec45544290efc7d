"""Another side at one screen, and another theme: the old display disappears completely."""

import weakref

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from tabletop.desktop.assistant.panels.overlay_legend import LegendCard
from tabletop.desktop.panels.module_pages import PagesWindow
from tabletop.desktop.platform.garbage_collection import collect_all
from tabletop.game.change.told import Told
from tabletop.game.commands import At, MovePieces, Show
from tests.journeys.assistant.test_with_the_assistant import onwards, said
from tests.journeys.conftest import Player


def sit_down(table: Player, side: str) -> None:
    table.choose("Draw the curtain")
    table.push(side)


@pytest.fixture
def japan(table: Player) -> Player:
    """Return a player of Japan with the assistant on, in the Operational Phase, with an army in a wrong place that the
    Allies do not see.
    """
    sit_down(table, "Japan")
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "Operational Phase")
    (army,) = table.pieces("Okinawa")
    table.submit(Show((army,), "unseen", ("AL",)))
    table.submit(MovePieces((army,), At("pacific", table.board().find("Saipan"))))
    table.wait(lambda: "went to Saipan alone" in said(table))
    return table


@pytest.mark.parametrize("key", ["2", "3", "4", "5"])
def test_an_overlay_that_is_open_is_drawn_anew_for_the_side_that_sits_down(japan: Player, key: str):
    layer = japan.window.layer("pacific")
    japan.press(key)
    (shown,) = layer.shown
    sit_down(japan, "Allies")
    japan.wait(lambda: layer.shown == (shown,))
    japan.press(key)
    assert layer.shown == ()


def test_what_is_drawn_on_the_way_of_the_hand_goes_with_the_side(japan: Player):
    japan.look("Formosa")
    japan.click(japan.of(japan.pieces("Formosa")[-1]))
    japan.hover(japan.at("Saipan", dy=-40))
    japan.press("W")
    sit_down(japan, "Allies")
    assert japan.window.layer("pacific").shown == ()


def test_the_panel_keeps_nothing_of_the_other_sides_findings(japan: Player):
    table = japan
    table.model.told.emit(Told("rolled", {"why": "The escorts roll", "explained": "1d6: 4\nTwo sunk"}))
    table.push("Totals…")
    table.wait(lambda: "Two sunk" in said(table) and "Totals" in said(table))
    table.press("2")
    assert table.find(LegendCard).accessibleName()
    seen_at_once = []

    def look() -> None:
        badges = table.window.scenes["pacific"].marked.badges
        seen_at_once.append((said(table), table.find(LegendCard).isVisible(), dict(badges)))

    table.model.replaced.connect(look)  # before the window has done anything else
    table.model.sit_as("Allies", ("AL",))
    table.wait(lambda: table.model.seat == "Allies")
    table.model.replaced.disconnect(look)
    [(words, has_legend, badges)] = seen_at_once
    assert "Saipan" not in words
    assert "Two sunk" not in words
    assert "The totals" not in words
    assert not has_legend
    assert not badges
    table.wait(lambda: "Operational Phase" in said(table))
    for _ in range(20):
        table.settle()
    assert "Saipan" not in said(table)
    assert "Two sunk" not in said(table)
    table.model.sit_as("Japan", ("JP",))
    table.wait(lambda: "went to Saipan alone" in said(table))


def test_what_was_said_to_one_side_over_the_map_goes_with_it(table: Player):
    sit_down(table, "Japan")
    table.model.remarked.emit("Tomorrow at dawn.")
    assert [label for label in toasts(table) if label.isVisible()]
    sit_down(table, "Allies")
    assert not [label for label in toasts(table) if label.isVisible()]


def toasts(table: Player) -> list:
    from tabletop.desktop.widgets.toast import Toast

    return table.window.findChildren(Toast)


def test_another_theme_leaves_nothing_of_the_window_before_it(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.press("2")
    gone: list[weakref.ref] = []
    for words in ("Dark theme", "High-contrast counters", "Dark theme"):
        window = table.window
        parts = [window, *window.scenes.values(), window.pictures, window.rules, *map(window.view, window.scenes)]
        gone += [weakref.ref(one) for one in parts]
        del window, parts
        charts = charts_of(table)
        table.choose(words)
        table.wait(lambda: "Economic Phase" in said(table))
    for _ in range(3):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        table.settle()
        collect_all()
    assert [one() for one in gone if one() is not None] == []
    assert not isValid(charts)


def charts_of(table: Player) -> PagesWindow:
    """Return the window of the charts, left open behind the game."""
    table.window.trigger("charts")
    table.settle()
    (charts,) = [each for each in QApplication.topLevelWidgets() if isinstance(each, PagesWindow) and each.isVisible()]
    table.window.activateWindow()
    return charts


def test_moves_after_another_theme_are_judged_by_the_window_that_is_there(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.choose("Dark theme")
    table.wait(lambda: "Economic Phase" in said(table))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    onwards(table, "Operational Phase")
    (army,) = table.pieces("Okinawa")
    table.submit(MovePieces((army,), At("pacific", table.board().find("Saipan"))))
    table.wait(lambda: "went to Saipan alone" in said(table))
