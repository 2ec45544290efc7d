"""An inventory shows groups with their counts, can be searched, and reports the chosen piece."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QPushButton, QTreeWidget, QTreeWidgetItem

from tabletop.desktop.panels.inventory_panel import InventoryWindow
from tabletop.game.commands import RemovePieces
from tabletop.game.properties.stock_lists import Inventory

PICTURES: list[int] = []


def picture(piece: int, across_px: float) -> QPixmap:
    PICTURES.append(piece)
    return QPixmap(int(across_px), int(across_px))


def scaled(_piece: int, scale: float) -> QPixmap:
    return QPixmap(round(100 * scale), round(100 * scale))


def menu(piece: int) -> QMenu:
    made = QMenu()
    made.addAction(f"piece {piece}")
    return made


def window_of(model, inventory: Inventory) -> InventoryWindow:
    return InventoryWindow(model, inventory, picture, scaled, menu)


def below(item: QTreeWidgetItem) -> Iterator[QTreeWidgetItem]:
    return (item.child(number) for number in range(item.childCount()))


def groups(window: InventoryWindow) -> dict[str, list[str]]:
    """Return the names of the pieces in each group; "" for those in none."""
    root = window.findChild(QTreeWidget).invisibleRootItem()
    seen = [item for item in below(root) if not item.isHidden()]
    found = {
        group.text(0): [item.text(0) for item in below(group) if not item.isHidden()]
        for group in seen
        if group.childCount()
    }
    alone = [item.text(0) for item in seen if not item.childCount()]
    return found | ({"": alone} if alone else {})


@pytest.fixture
def by_side(qtbot, both) -> InventoryWindow:
    window = window_of(both.model, Inventory("Forces", by=("Side",), sorted_by="{Name}"))
    qtbot.addWidget(window)
    window.take_stock()
    return window


def test_it_lists_what_lies_on_the_maps_by_groups(by_side: InventoryWindow, both) -> None:
    game = both.model.game
    lying = [piece for held in game.holders.values() if held.map >= 0 for piece in held.pieces]
    found = groups(by_side)
    assert sum(map(len, found.values())) == len(lying)
    tree = by_side.findChild(QTreeWidget)
    counts = {group.text(0): group.text(1) for group in below(tree.invisibleRootItem()) if group.childCount()}
    assert counts == {heading: str(len(names)) for heading, names in found.items() if heading}
    assert {"AL", "JP"} <= set(found)
    assert f"{len(lying)} counters" in [one.text() for one in by_side.findChildren(QLabel)]
    assert all(names == sorted(names, key=str.casefold) for names in found.values())


def test_words_find_pieces_and_a_click_picks_one(by_side: InventoryWindow, qtbot) -> None:
    name = next(names[0] for names in groups(by_side).values())
    by_side.findChild(QLineEdit).setText(name)
    found = groups(by_side)
    assert found
    assert {each for names in found.values() for each in names if name.casefold() not in each.casefold()} == set()
    tree = by_side.findChild(QTreeWidget)
    item = next(one for group in below(tree.invisibleRootItem()) for one in below(group) if not one.isHidden())
    with qtbot.waitSignal(by_side.picked) as picked:
        tree.itemClicked.emit(item, 0)
    assert isinstance(picked.args[0], int)


def test_what_is_gone_is_gone_from_the_list(by_side: InventoryWindow, both) -> None:
    before = sum(map(len, groups(by_side).values()))
    held = next(held for held in both.model.game.holders.values() if held.map >= 0 and held.pieces)
    both.model.submit(RemovePieces(held.pieces[:1]))
    by_side.take_stock()
    assert sum(map(len, groups(by_side).values())) == before - 1


def test_a_mistake_of_the_author_is_a_sentence(qtbot, both) -> None:
    window = window_of(both.model, Inventory("Forces", where="Name + 1 > 0"))
    qtbot.addWidget(window)
    window.take_stock()
    assert any(one.text().startswith("This list cannot be made.") for one in window.findChildren(QLabel))


def test_pieces_may_be_shown_as_they_look(qtbot, both) -> None:
    window = window_of(both.model, Inventory("Forces", pictures=True, where='Side == "JP"'))
    qtbot.addWidget(window)
    PICTURES.clear()
    window.take_stock()
    assert len(PICTURES) == window.findChild(QTreeWidget).topLevelItemCount() > 0


def test_a_key_goes_to_the_pieces_of_the_chosen_line_where_the_inventory_says_so(qtbot, both, monkeypatch) -> None:
    sent: list[object] = []
    monkeypatch.setattr(both.model, "submit", sent.append)
    monkeypatch.setattr("tabletop.desktop.panels.inventory_panel.hears", lambda _reading, _pieces, key: key == "ctrl F")
    for keys in (False, True):
        window = window_of(both.model, Inventory("Forces", by=("Side",), keys=keys))
        qtbot.addWidget(window)
        window.take_stock()
        tree = window.findChild(QTreeWidget)
        group = tree.topLevelItem(0)
        group.setSelected(True)
        for key in (Qt.Key.Key_F, Qt.Key.Key_G):
            qtbot.keyClick(tree, key, Qt.KeyboardModifier.ControlModifier)
    [act] = sent
    assert (act.key, len(act.pieces)) == ("ctrl F", int(group.text(1)))


@pytest.mark.parametrize("goes", [True, False])
def test_a_click_goes_to_the_piece_unless_the_module_does_not_want_it(qtbot, both, goes: bool) -> None:
    window = window_of(both.model, Inventory("Forces", sorted_by="{Name}", goes=goes))
    qtbot.addWidget(window)
    window.take_stock()
    tree = window.findChild(QTreeWidget)
    picked: list[int] = []
    window.picked.connect(picked.append)
    tree.itemClicked.emit(next(below(tree.invisibleRootItem())), 0)
    assert bool(picked) is goes


def test_pictures_have_the_module_s_sizes_and_the_player_takes_another(qtbot, both) -> None:
    window = window_of(both.model, Inventory("Forces", pictures=True, sizes=(25, 33, 40)))
    qtbot.addWidget(window)
    window.take_stock()
    tree = window.findChild(QTreeWidget)
    sizes = [tree.iconSize().width()]
    smaller, larger = (one for one in window.findChildren(QPushButton) if one.accessibleName())
    assert not smaller.isEnabled()
    for _ in range(2):
        larger.click()
        sizes.append(tree.iconSize().width())
    assert sizes == [32, 33, 40]
    assert smaller.isEnabled()
    assert not larger.isEnabled()


def test_a_right_click_opens_the_menu_of_a_piece_unless_the_module_does_not_want_it(qtbot, both, monkeypatch) -> None:
    opened: list[list[str]] = []
    monkeypatch.setattr(QMenu, "popup", lambda self, _at: opened.append([action.text() for action in self.actions()]))
    for menus in (True, False):
        window = window_of(both.model, Inventory("Forces", menus=menus))
        qtbot.addWidget(window)
        window.take_stock()
        tree = window.findChild(QTreeWidget)
        tree.customContextMenuRequested.emit(tree.visualItemRect(tree.topLevelItem(0)).center())
    [[words]] = opened
    assert words.startswith("piece ")


def test_words_that_are_html_stand_in_plain_words(qtbot, both) -> None:
    listed = Inventory("Forces", by=('"<html><b>All</b> of " ~ Side',), words="{Side} (<html><i>{Side}</i></html>)")
    window = window_of(both.model, listed)
    qtbot.addWidget(window)
    window.take_stock()
    found = groups(window)
    assert "All of JP" in found
    assert set(found["All of JP"]) == {"JP (JP)"}
