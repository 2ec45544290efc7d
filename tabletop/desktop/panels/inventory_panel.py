"""Inventories: the visible pieces, in groups with their numbers; a click goes to the piece."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.map.menus.piece_menu import hears, key_text, place_of
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import button, label
from tabletop.expression import ExpressionError, LimitReached
from tabletop.game.appearance.piece_display import viewed
from tabletop.game.change.told import readable
from tabletop.game.commands import Act
from tabletop.game.properties.stock_lists import Inventory, InventoryGroup, stock

_PIECE = Qt.ItemDataRole.UserRole
_VALUE = Qt.ItemDataRole.UserRole + 1
_PICTURE_PX: Final = 32
_LATER_MS: Final = 150
"""The time (in ms) from a step to the update of the list, so that several quick steps cause only one update."""


class InventoryWindow(QWidget):
    """A window with one inventory, which is kept up to date while it is open."""

    picked = Signal(int)
    """A piece was clicked in the list, and the map should show it."""

    def __init__(
        self,
        model: TableModel,
        inventory: Inventory,
        picture: Callable[[int, float], QPixmap],
        scaled: Callable[[int, float], QPixmap],
        menu: Callable[[int], QMenu],
    ) -> None:
        """Make the window.

        `picture` returns the picture of a piece at a width in pixels, `scaled` at a scale; `menu` returns its menu.
        """
        super().__init__()
        self.setWindowTitle(inventory.title)
        self.resize(420, 620)
        self._model = model
        self._inventory = inventory
        self._picture = picture
        self._scaled = scaled
        self._menu = menu
        self._size = 0
        self._find = QLineEdit()
        self._find.setPlaceholderText(tr("Filter"))
        self._find.setAccessibleName(tr("Filter {inventory}", inventory=inventory.title))
        self._find.setClearButtonEnabled(True)
        self._find.textChanged.connect(lambda _: self._show_matching())
        self._tree = QTreeWidget()
        self._tree.setAccessibleName(inventory.title)
        self._tree.setColumnCount(2)
        self._tree.setHeaderHidden(True)
        self._tree.setUniformRowHeights(not inventory.pictures)
        self._tree.setIconSize(QSize(_PICTURE_PX, _PICTURE_PX))
        self._tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._tree.header().setStretchLastSection(False)
        self._tree.itemClicked.connect(self._pick)
        self._tree.itemActivated.connect(self._pick)
        self._told: QLabel = label("", "caption")
        column = QVBoxLayout(self)
        for widget in (self._find, self._tree, self._told):
            column.addWidget(widget)
        if inventory.pictures and len(inventory.sizes) > 1:
            column.insertLayout(1, self._size_buttons())
        if inventory.keys:
            self._tree.installEventFilter(self)
        if inventory.menus:
            self._tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            self._tree.customContextMenuRequested.connect(self._open_menu)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_LATER_MS)
        self._later.timeout.connect(self.take_stock)
        for changes in (model.changed, model.replaced, model.properties_changed):
            changes.connect(self._is_stale)

    def _size_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        self._smaller = button("−", partial(self._change_size, -1), tip=tr("Smaller images"))
        self._larger = button("+", partial(self._change_size, 1), tip=tr("Larger images"))
        for each, words in ((self._smaller, tr("Smaller images")), (self._larger, tr("Larger images"))):
            each.setAccessibleName(words)
            row.addWidget(each)
        self._change_size(0)
        return row

    def _change_size(self, step: int) -> None:
        last = len(self._inventory.sizes) - 1
        self._size = max(0, min(self._size + step, last))
        self._smaller.setEnabled(self._size > 0)
        self._larger.setEnabled(self._size < last)
        if step:
            self.take_stock()

    def _open_menu(self, at: QPoint) -> None:
        item = self._tree.itemAt(at)
        piece = item.data(0, _PIECE) if item is not None else None
        if not isinstance(piece, int):
            return
        menu = self._menu(piece)
        if not menu.isEmpty():
            menu.setParent(self, menu.windowFlags())
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self._tree.viewport().mapToGlobal(at))

    def take_stock(self) -> None:
        """Update the list, with the same headings unfolded."""
        model = self._model
        root = self._tree.invisibleRootItem()
        unfolded = {path for path, item in _groups(root, ()) if item.isExpanded()}
        try:
            found = stock(viewed(model.game, model.components, model.seat), self._inventory)
        except (ExpressionError, LimitReached) as problem:
            self._tree.clear()
            self._told.setText(tr("This list cannot be made. {problem}", problem=problem))
            return
        self._tree.clear()
        self._tree.setIconSize(QSize(_PICTURE_PX, _PICTURE_PX))
        self._fill(root, found)
        self._told.setText(tr("{count} {count:counter|counters}", count=found.size))
        for path, item in _groups(root, ()):
            item.setExpanded(path in unfolded or len(found.groups) == 1)
        self._show_matching()

    def _is_stale(self) -> None:
        if self.isVisible():
            self._later.start()

    def _fill(self, item: QTreeWidgetItem, group: InventoryGroup) -> None:
        for inside in group.groups:
            made = QTreeWidgetItem(item, [readable(inside.heading), str(inside.size)])
            made.setData(0, _VALUE, inside.value)
            made.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._fill(made, inside)
        for listed in group.pieces:
            made = QTreeWidgetItem(item, [readable(listed.words)])
            made.setData(0, _PIECE, listed.piece)
            if self._inventory.pictures:
                self._illustrate(made, listed.piece)

    def _illustrate(self, item: QTreeWidgetItem, piece: int) -> None:
        """Show a picture of a piece beside its name. The list has room for the largest picture."""
        sizes = self._inventory.sizes
        shown = self._scaled(piece, sizes[self._size] / 100) if sizes else self._picture(piece, _PICTURE_PX)
        item.setIcon(0, QIcon(shown))
        room = shown.deviceIndependentSize().toSize().expandedTo(self._tree.iconSize())
        if sizes and room != self._tree.iconSize():
            self._tree.setIconSize(room)

    def _show_matching(self) -> None:
        """Show only the lines that contain the typed words, with the headings above them and all lines below them."""
        wanted = self._find.text().strip().casefold()
        for item in _inside(self._tree.invisibleRootItem()):
            self._match(item, wanted)

    def _match(self, item: QTreeWidgetItem, wanted: str) -> bool:
        is_meant = not wanted or wanted in item.text(0).casefold()
        inside = [self._match(child, "" if is_meant else wanted) for child in _inside(item)]
        item.setHidden(not (is_meant or any(inside)))
        if wanted and any(inside) and not is_meant:
            item.setExpanded(True)
        return is_meant or any(inside)

    def _pick(self, item: QTreeWidgetItem) -> None:
        piece = item.data(0, _PIECE)
        if isinstance(piece, int) and self._inventory.goes:
            self.picked.emit(piece)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Press a key for the pieces of the selected lines if they respond to it, and return true in this case."""
        if watched is self._tree and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            pieces = tuple(dict.fromkeys(_pieces(self._tree.selectedItems())))
            key, model = key_text(event), self._model
            if key and hears(viewed(model.game, model.components, model.seat), pieces, key):
                model.submit(Act(pieces, key, at=place_of(model.game, pieces[-1])))
                return True
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Update the list before it is shown."""
        self.take_stock()
        super().showEvent(event)


def _inside(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """Return the children of an item."""
    found = (item.child(number) for number in range(item.childCount()))
    return [child for child in found if child is not None]


def _pieces(items: Sequence[QTreeWidgetItem]) -> Iterator[int]:
    """Yield the pieces of these lines, and of all lines within them."""
    for item in items:
        piece = item.data(0, _PIECE)
        if isinstance(piece, int):
            yield piece
        yield from _pieces(_inside(item))


def _groups(item: QTreeWidgetItem, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], QTreeWidgetItem]]:
    """Yield the headings below an item, each with the values on the path to it."""
    for child in _inside(item):
        if child.childCount():
            here = (*path, str(child.data(0, _VALUE)))
            yield here, child
            yield from _groups(child, here)
