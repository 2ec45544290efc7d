"""The menu of a place sets its properties by hand, and marks on the map show the changed ones."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsSimpleTextItem, QMenu

from tabletop.desktop.window.game_window import GameWindow
from tests.desktop.one_map import one_map

MODULE = one_map(
    pieces="{group: Units, pieces: [{id: tank, name: Tank, width: 60, height: 60}]}",
    scenario="{id: all, title: All, summary: All., setup: [{at: Base, pieces: [tank]}]}",
    table="""
id: main
name: Field
size: [900, 600]
hex_px: 160
place_properties:
  hits: {title: Hits, rule: "6.3", most: 2}
  holder: {title: Holder, words: [Allies, Japan]}
boxes:
- {name: Base, rect: [100, 100, 240, 240], properties: {hits: "0", holder: Allies}}
- {name: Port, rect: [500, 100, 240, 240], properties: {holder: Japan}}
""",
)
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def field(opened: Callable[[Mapping[str, str]], GameWindow]) -> GameWindow:
    return opened(MODULE)


def menu_at(window: GameWindow, x: float, y: float) -> QMenu | None:
    """Right-click a point of the map, and return the menu that opens; None if none does."""
    view = window.view("main")
    at, port = view.mapFromScene(QPointF(x, y)), view.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, port.mapToGlobal(at))
    QApplication.sendEvent(port, event)
    menu = QApplication.activePopupWidget()
    assert menu is None or isinstance(menu, QMenu)
    return menu


def entries(menu: QMenu) -> dict[str, dict[str, bool]]:
    """Return the values offered for each property in a menu, with the checked one."""
    submenus = {action.text(): action.menu() for action in menu.actions() if action.menu() is not None}
    return {
        title: {value.text(): value.isChecked() for value in inner.actions()}
        for title, inner in submenus.items()
        if isinstance(inner, QMenu) and " of " in title
    }


def choose(menu: QMenu, title: str, value: str) -> None:
    """Click a value in the submenu of a property."""
    action = next(each for each in menu.actions() if each.text() == title)
    menu.setActiveAction(action)
    inner = action.menu()
    assert isinstance(inner, QMenu)
    inner.popup(menu.pos())
    chosen = next(each for each in inner.actions() if each.text() == value)
    QTest.mouseClick(inner, Qt.MouseButton.LeftButton, pos=inner.actionGeometry(chosen).center())
    menu.close()


def marks(window: GameWindow) -> list[str]:
    return sorted(item.text() for item in window.scenes["main"].items() if isinstance(item, QGraphicsSimpleTextItem))


def test_a_place_offers_the_values_of_its_own_properties(field: GameWindow) -> None:
    port = menu_at(field, 700, 300)
    assert port is not None
    assert entries(port) == {"Holder of Port": {"Allies": False, "Japan": True}}
    port.close()
    base = menu_at(field, 220, 250)
    assert base is not None
    assert entries(base)["Hits of Base"] == {"0": True, "1": False, "2": False}
    assert "Tank" not in entries(base)
    base.close()


def test_a_changed_value_is_marked_on_the_map_until_it_is_undone(field: GameWindow, qtbot) -> None:
    assert marks(field) == []
    for title, value in (("Hits of Base", "2"), ("Holder of Base", "Japan")):
        menu = menu_at(field, 150, 310)
        assert menu is not None
        choose(menu, title, value)
    assert field.model.game.properties == {"place:main:Base:hits": 2, "place:main:Base:holder": "Japan"}
    assert marks(field) == ["Hits 2", "Japan"]
    assert any("Hits of Base to 2" in line.text for line in field.model.lines())
    field.model.undo()
    assert marks(field) == ["Hits 2"]
    field.model.undo()
    assert marks(field) == []


def test_a_click_beside_all_places_opens_no_menu(field: GameWindow) -> None:
    assert menu_at(field, 450, 550) is None
