"""The window on a laptop: the map keeps half of it, panels open and close, and the layout is remembered."""

import pytest
from PySide6.QtWidgets import QAbstractSlider, QToolButton

from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.contacts.contacts_panel import ContactsPanel
from tabletop.desktop.dispatches.dispatches_panel import DispatchesPanel
from tabletop.desktop.panels.counter_palette import PalettePanel
from tabletop.desktop.panels.dice_tray import DicePanel
from tabletop.desktop.panels.log_panel import LogPanel
from tabletop.desktop.panels.notes_panel import NotesPanel
from tabletop.desktop.panels.status_line import StatusLine
from tabletop.desktop.platform.settings import Settings, load_settings, save_settings
from tabletop.desktop.platform.window_state import WindowPlace
from tabletop.desktop.umpire.beliefs_panel import BeliefsPanel
from tabletop.desktop.umpire.desk.desk_panel import DeskPanel
from tabletop.desktop.umpire.desk.secret_dice import SecretDicePanel
from tabletop.desktop.umpire.orders_panel import OrdersPanel
from tabletop.desktop.window.panel_layout import NOTES, PANELS, RIGHT_PX
from tabletop.game.commands import HoldOrders, TakeSeat
from tests.journeys.conftest import Player

KEYS = {
    PalettePanel: "F7",
    LogPanel: "F8",
    DicePanel: "F9",
    AssistantPanel: "Shift+F4",
    NotesPanel: "Ctrl+Shift+N",
    ContactsPanel: "Ctrl+Shift+B",
    OrdersPanel: "Ctrl+Shift+U",
    DispatchesPanel: "Ctrl+Shift+D",
    BeliefsPanel: "Ctrl+Shift+V",
    DeskPanel: "Ctrl+Shift+E",
    SecretDicePanel: "Shift+F9",
}


@pytest.fixture
def laptop(player: Player, december, request) -> Player:
    """Return a player with a window of this size and no arranged panels, who switches the assistant on."""
    width, height = getattr(request, "param", (1366, 768))
    save_settings(Settings(stand=WindowPlace(0, 0, width, height)))
    player.program.user.now = load_settings()
    player.open_game(december)
    player.settle()
    player.press("F4")
    player.wait(player.find(AssistantPanel).isVisible)
    return player


@pytest.mark.parametrize("laptop", [(1366, 768), (1280, 720), (1600, 1000)], indirect=True)
def test_the_map_keeps_half_of_the_window_beside_the_assistant(laptop):
    window, view = laptop.window, laptop.view()
    assert laptop.find(AssistantPanel).isVisible()
    assert view.width() * view.height() * 2 >= window.width() * window.height()
    assert all(each.width() >= each.sizeHint().width() for each in feet(laptop)), "no switch is cut off"
    status = laptop.find(StatusLine)
    assert laptop.game.module is not None
    assert status.told(status.width() - 14).startswith("Japan and Allies")
    assert "december.wartable" in status.accessibleName()


def feet(player: Player) -> list[QToolButton]:
    return [each for each in player.window.statusBar().findChildren(QToolButton) if each.isVisible()]


def test_every_panel_is_tried_here():
    assert set(KEYS.values()) == {place.key for place in PANELS}


@pytest.mark.parametrize("panel", KEYS, ids=[panel.__name__ for panel in KEYS])
def test_every_panel_is_hidden_by_its_cross_and_brought_back_by_its_key(laptop, panel):
    shown = laptop.find(panel)
    if panel in (OrdersPanel, BeliefsPanel, DeskPanel, SecretDicePanel):
        for command in (TakeSeat(umpire=True), HoldOrders(("move",))):
            laptop.submit(command)
    if not shown.isVisible():
        laptop.press(KEYS[panel])
    assert shown.isVisible()
    laptop.click(next(each for each in shown.findChildren(QToolButton) if each.accessibleName().startswith("Hide")))
    assert not shown.isVisible()
    laptop.press(KEYS[panel])
    assert shown.isVisible()
    laptop.press(KEYS[panel])
    assert not shown.isVisible()


def test_no_panel_widens_the_column_at_the_right_edge(laptop):
    right = (AssistantPanel, NotesPanel, ContactsPanel, OrdersPanel, DispatchesPanel)
    assert all(laptop.find(panel).minimumSizeHint().width() <= RIGHT_PX for panel in right)


def test_the_switches_at_the_foot_show_and_hide_panels(laptop):
    log = laptop.find(LogPanel)
    assert not log.isVisible()
    laptop.click(next(each for each in feet(laptop) if each.accessibleName() == "Log"))
    assert log.isVisible()


def test_only_the_map_and_back(laptop):
    laptop.press("F11")
    assert not any(laptop.find(panel).isVisible() for panel in KEYS)
    laptop.press("F11")
    assert laptop.find(AssistantPanel).isVisible()


def test_without_the_log_the_foot_tells_what_happened_last(laptop):
    laptop.press("Alt+Right")
    laptop.settle()
    status = laptop.find(StatusLine)
    assert status.accessibleDescription()
    assert status.accessibleDescription() == laptop.find(LogPanel).last_line
    laptop.press("F8")
    assert not status.accessibleDescription()


def test_scroll_bars_are_there_only_where_the_map_is_larger_than_the_view(laptop):
    view = laptop.view()
    assert view.bars.across.isVisible()
    assert view.bars.down.isVisible()
    before = view.middle
    view.bars.across.triggerAction(QAbstractSlider.SliderAction.SliderPageStepAdd)
    assert view.middle.x() > before.x()
    assert view.bars.across.value() == view.horizontalScrollBar().value()
    laptop.press("Ctrl+0")
    assert not view.bars.across.isVisible()
    assert not view.bars.down.isVisible()
    assert view.seen_area.contains(view.map_area.adjusted(8, 8, -8, -8))


def test_it_opens_on_the_side_to_move_with_counters_that_can_be_read(laptop):
    view = laptop.view()
    assert view.scale_now * 118 >= 40
    assert view.sees(*laptop.board().point_of("Formosa"))


def test_a_game_is_looked_at_as_it_was_left(laptop, december, qtbot):
    laptop.look("Midway", scale=0.6)
    laptop.press("F8")
    seen, area = laptop.view().middle, laptop.window.geometry()
    laptop.program.show_start()
    laptop.program.resume(december)
    qtbot.waitExposed(laptop.window)
    laptop.wait(lambda: abs(laptop.view().scale_now - 0.6) < 0.01)
    laptop.settle()
    assert (laptop.view().middle - seen).manhattanLength() < 20
    assert laptop.window.geometry() == area
    assert laptop.find(LogPanel).isVisible()
    assert not laptop.find(PalettePanel).isVisible()
    settings = load_settings()
    assert settings.panels is not None
    assert set(settings.panels.hidden) <= {panel.name for panel in PANELS}
    assert NOTES in settings.panels.hidden
