"""The counter tray: groups by name, and its display of a game without counters."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QComboBox, QLabel, QListWidget

from tabletop.desktop.panels.counter_palette import PalettePanel
from tabletop.game.state.kind import Kind

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
    assert "Drop pieces here to remove them from play" in shown


def test_places_are_as_large_as_the_largest_counter_that_is_shown(qtbot) -> None:
    kinds = {key: Kind(key=key, name=key, traits=()) for key in ("dot", "ship", "tank")}
    sides = {"dot": 8, "ship": 120, "tank": 70}
    groups = [("Sea", [kinds["dot"], kinds["ship"]]), ("Land", [kinds["tank"]]), ("Markers", [kinds["dot"]])]
    tray = PalettePanel(groups, lambda kind: QPixmap(sides[kind.key], sides[kind.key]), lambda _: None)
    qtbot.addWidget(tray)
    shown, box = tray.findChild(QListWidget), tray.findChild(QComboBox)
    rooms = []
    for number in range(3):
        box.setCurrentIndex(number)
        tray.draw_anew()
        qtbot.waitUntil(lambda number=number: shown.count() == len(groups[number][1]))
        rooms.append(shown.iconSize().width())
    assert rooms == [120, 70, 46]
    assert shown.gridSize().width() > 46


def test_clear_margins_of_a_picture_take_no_room(qtbot) -> None:
    picture = QPixmap(162, 162)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.fillRect(44, 44, 75, 70, Qt.GlobalColor.red)
    shown = PalettePanel([("Markers", [Kind("vp", "VP")])], lambda _: picture, lambda _: None)
    qtbot.addWidget(shown)
    shown.refresh()
    tray = shown.findChild(QListWidget)
    qtbot.waitUntil(lambda: tray.count() == 1)
    assert tray.iconSize() == QSize(75, 70)
