"""December 1941: set up from the start page and pushed about as on cardboard, with real mouse and key events."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from tabletop.desktop.panels.viewer import StackViewer

SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
CARRIERS = ["Akagi, Kaga", "Hiryu, Soryu", "Shokaku, Zuikaku"]
SEA = "0605"


def test_from_the_start_page_to_the_table(player, qtbot):
    player.program.show_start()
    qtbot.waitExposed(player.program.window)
    player.push("Set up December 1941")
    player.wait(lambda: player.program.window.windowTitle().startswith("Fire in the Sky"))
    qtbot.waitExposed(player.window)
    assert len(player.game.pieces) > 200
    assert player.model.seat == "Japan and Allies"
    assert player.lying("Paramushiro")


def test_the_point_under_the_cursor_stays_while_zooming(table):
    table.look("Truk", scale=0.3)
    at = table.at("Truk", dx=180, dy=-90)
    before = table.under(at)
    for steps in (1, 1, 1, -2, 3):
        table.wheel(at, steps, CTRL)
        after = table.under(at)
        assert abs(after.x() - before.x()) < 4
        assert abs(after.y() - before.y()) < 4
    assert table.view().scale_now > 0.5


def test_the_middle_button_pulls_the_map_and_fit_shows_all_of_it(table):
    table.look("Truk")
    at = table.at("Truk")
    before = table.under(at)
    table.drag(at, at + QPoint(-150, 80), button=Qt.MouseButton.MiddleButton)
    after = table.under(at + QPoint(-150, 80))
    assert (after - before).manhattanLength() < 6
    table.press("Ctrl+0")
    view = table.view()
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert seen.adjusted(-2, -2, 2, 2).contains(view.sceneRect())
