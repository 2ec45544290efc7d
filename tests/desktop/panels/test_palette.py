"""The counter tray: groups by their names, and what it shows of a game that has nothing in it."""

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QComboBox, QLabel, QListWidget

from tabletop.desktop.panels.palette import PalettePanel
from tabletop.game.kind import Kind

LONG = "Counters of the eastern front · German · Infantry of the second wave"


def panel(*groups: str) -> PalettePanel:
    kinds = [Kind(key="tank", name="Tank", traits=())]
    return PalettePanel([(name, kinds) for name in groups], lambda _: QPixmap(8, 8), lambda _: None)


def test_a_group_with_a_long_name_can_be_read_whole(qtbot) -> None:
    tray = panel(LONG, "Markers")
    qtbot.addWidget(tray)
    box = tray.findChild(QComboBox)
    assert box.toolTip() == LONG
    assert box.view().minimumWidth() > box.fontMetrics().horizontalAdvance(LONG)
    box.setCurrentIndex(1)
    assert box.toolTip() == "Markers"


def test_a_game_without_a_tray_says_so_and_still_takes_pieces_out(qtbot) -> None:
    tray = panel()
    qtbot.addWidget(tray)
    assert not tray.findChild(QComboBox).isVisibleTo(tray)
    assert not tray.findChild(QListWidget).isVisibleTo(tray)
    shown = [one.text() for one in tray.findChildren(QLabel) if one.isVisibleTo(tray)]
    assert "All pieces of this game are on the table." in shown
    assert "Drop pieces here to take them out of the game" in shown
