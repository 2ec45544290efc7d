"""The counter tray: kinds of new pieces in groups, a search field, and a bin for pieces."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QByteArray, QMimeData, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QDrag, QIcon, QPaintEvent, QPixmap, QRegion
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
)

from tabletop.desktop.map.map_view import MIME
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.counter_supply import BETWEEN
from tabletop.desktop.widgets.panel_parts import Panel, label, part, plain
from tabletop.game.state.kind import Kind

_KEY = Qt.ItemDataRole.UserRole
AT_A_TIME = 8

_DEFAULT_PX = 46
_ROUND = QSize(8, 18)
"""The room round a picture. The number of counters left is written below the picture."""


class _KindTray(QListWidget):
    """A list of pictures of kinds of counters. The player drags a picture to the map to make a piece."""

    def __init__(self) -> None:
        super().__init__()
        self.setViewMode(QListView.ViewMode.IconMode)
        self.make_room(QSize())
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setDragEnabled(True)
        self.setUniformItemSizes(True)
        self.setAccessibleName(tr("Counter tray"))

    def make_room(self, size: QSize) -> None:
        """Give each picture this much room, but no less than the default."""
        room = size.expandedTo(QSize(_DEFAULT_PX, _DEFAULT_PX))
        if room != self.iconSize() or size.isEmpty():
            self.setIconSize(room)
            self.setGridSize(room + _ROUND)

    def startDrag(self, actions: Qt.DropAction) -> None:  # noqa: N802
        """Drag a kind of counter to the map."""
        if self.currentRow() < 0:
            return
        item = self.currentItem()
        carried = QMimeData()
        carried.setData(MIME, QByteArray(item.data(_KEY).encode()))
        drag = QDrag(self)
        drag.setMimeData(carried)
        drag.setPixmap(item.icon().pixmap(self.iconSize()))
        drag.setHotSpot(drag.pixmap().rect().center())
        drag.exec(Qt.DropAction.CopyAction | actions)


class _Groups(QComboBox):
    """The box with the groups of the tray. A name that is too long is cut in its middle, and the tooltip has all of it.

    The list is as wide as its names.
    """

    _ARROW_PX = 44
    _WIDEST_PX = 640

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.setAccessibleName(tr("Group of the counter tray"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)
        self.currentTextChanged.connect(lambda name: self.setToolTip(plain(name)))
        self.addItems(list(names))
        self.ensurePolished()
        widest = max((self.fontMetrics().horizontalAdvance(name) for name in names), default=0)
        self.view().setMinimumWidth(min(widest + self._ARROW_PX, self._WIDEST_PX))
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Draw the box with as much of both ends of the name as there is room for."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.width() - self._ARROW_PX
        option.currentText = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideMiddle, room)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class _Bin(QLabel):
    """The bin for pieces that are removed from play."""

    def __init__(self) -> None:
        super().__init__(tr("Drop pieces here to remove them from play"))
        part(self, "drop")
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMinimumHeight(64)


class PalettePanel(Panel):
    """The panel with the counter tray of the module: kinds of counters in groups, a search field, and a bin."""

    taken = Signal(str)
    """The key of a kind that was double-clicked: a new piece of it goes to the middle of the map."""

    def __init__(
        self,
        groups: Sequence[tuple[str, Sequence[Kind]]],
        picture: Callable[[Kind], QPixmap],
        left: Callable[[Kind], int | None],
    ) -> None:
        """Make the palette. `left` returns the number of a kind that is still in the tray, or None for any number."""
        super().__init__(tr("Pieces"))
        self._groups = groups
        self._picture = picture
        self._left = left
        self._find = QLineEdit()
        self._find.setPlaceholderText(tr("Filter"))
        self._find.setAccessibleName(tr("Filter counter tray"))
        self._find.setClearButtonEnabled(True)
        self._find.textChanged.connect(lambda _: self._fill())
        self._group = _Groups([name[:1].upper() + name[1:] for name, _ in groups])
        self._group.currentIndexChanged.connect(lambda _: self._fill())
        self._tray = _KindTray()
        self._tray.itemDoubleClicked.connect(lambda item: self.taken.emit(item.data(_KEY)))
        self._bin = _Bin()
        self.body.addWidget(self._find)
        self.body.addWidget(self._group)
        self.body.addWidget(self._tray, 1)
        if not groups:
            for widget in (self._find, self._group, self._tray):
                widget.hide()
            nothing = label(tr("All pieces of this game are on the table."), "caption")
            nothing.setWordWrap(True)
            self.body.addWidget(nothing)
            self.body.addStretch(1)
        self.body.addWidget(label(tr("Remove from play"), "section"))
        self.body.addWidget(self._bin)
        self._runs_out = any(kind.limit for _, kinds in groups for kind in kinds)
        self._waiting: list[Kind] = []
        self._filling = QTimer(self)
        self._filling.setInterval(0)
        self._filling.timeout.connect(self._fill_some)

    def open_group_with_some(self) -> None:
        """Show the first group with a counter still in the tray; the first group if there is none."""
        with_some = (n for n, (_, kinds) in enumerate(self._groups) if any(self._left(kind) != 0 for kind in kinds))
        self._group.setCurrentIndex(next(with_some, 0))

    def has_group(self, title: str) -> bool:
        """Return whether there is a group with this title, with or without shelves."""
        return any(_is_of(name, title) for name, _ in self._groups)

    def show_group(self, title: str) -> None:
        """Show the group with this title, or its first shelf if it has any."""
        if not _is_of(self._groups[self._group.currentIndex()][0], title):
            self._group.setCurrentIndex(next(n for n, (name, _) in enumerate(self._groups) if _is_of(name, title)))
        self._tray.setFocus()

    def refresh(self) -> None:
        """Show the counters left in the tray. The list is made again only if counters can run out or if it is empty."""
        if self._runs_out or not (self._tray.count() or self._waiting):
            self._fill()

    def draw_anew(self) -> None:
        """Draw the pictures again after they have changed."""
        self._fill()

    def is_bin_at(self, at: QPoint) -> bool:
        """Return whether a point of the screen is over the bin."""
        return self._bin.isVisible() and self._bin.rect().contains(self._bin.mapFromGlobal(at))

    def _fill(self) -> None:
        """List the kinds of the group, or of all groups during a search."""
        wanted = self._find.text().strip().casefold()
        self._tray.clear()
        self._tray.make_room(QSize())
        self._waiting = [
            kind
            for number, (_, kinds) in enumerate(self._groups)
            if wanted or number == self._group.currentIndex()
            for kind in kinds
            if wanted in kind.name.casefold() or wanted in kind.key.casefold()
        ]
        self._filling.start()

    def _fill_some(self) -> None:
        """Draw a few pictures at a time, so that the window stays responsive."""
        some, self._waiting = self._waiting[:AT_A_TIME], self._waiting[AT_A_TIME:]
        for kind in some:
            self._tray.addItem(self._entry(kind))
        if not self._waiting:
            self._filling.stop()

    def _entry(self, kind: Kind) -> QListWidgetItem:
        left, picture = self._left(kind), _trimmed(self._picture(kind))
        self._tray.make_room(picture.deviceIndependentSize().toSize().expandedTo(self._tray.iconSize()))
        item = QListWidgetItem(QIcon(picture), "" if left is None or left == 1 else str(left))
        if left is None:
            item.setToolTip(plain(kind.name))
        else:
            words = (
                tr("{counter}: {left} of {limit} left", counter=kind.name, left=left, limit=kind.limit)
                if left
                else tr("{counter}: all in play", counter=kind.name)
            )
            item.setToolTip(plain(words))
        if left == 0:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            item.setText("")
        item.setData(_KEY, kind.key)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, kind.name)
        return item


def _trimmed(picture: QPixmap) -> QPixmap:
    """Return a picture without the transparent margin, which is for parts that its counter may show later."""
    seen = QRegion(picture.mask()).boundingRect()
    return picture if seen.isEmpty() else picture.copy(seen)


def _is_of(name: str, title: str) -> bool:
    """Return whether the name of a group, which may include shelves, belongs to a title."""
    return name == title or name.startswith(f"{title}{BETWEEN}")
