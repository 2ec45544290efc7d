"""The panels at one edge of a window: one in front of the others, with a tab for each that is open."""

from collections.abc import Collection, Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.panel_parts import Panel, as_entry


class PanelColumn(QWidget):
    """A column that shows one of its open panels. If several are open, tabs over it bring each to the front."""

    def __init__(self, panels: Mapping[str, Panel], least_px: int) -> None:
        """Make the column, at least this wide. `panels` are its panels by their names, in the order of their tabs."""
        super().__init__()
        self._panels = panels
        self._least_px = least_px
        self._open: tuple[str, ...] = ()
        self._latest: list[str] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._tabs = QTabBar()
        self._tabs.setAccessibleName(tr("Open panels"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self._tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._tabs.currentChanged.connect(self._take_tab)
        column.addWidget(self._tabs)
        for panel in panels.values():
            column.addWidget(panel, 1)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return a size with the least width, or that of the panel in front if it needs more."""
        return super().minimumSizeHint().expandedTo(QSize(self._least_px, 0))

    @property
    def front(self) -> str:
        """The name of the panel in front: the open one that came to the front last; "" if none is open."""
        return next((name for name in reversed(self._latest) if name in self._open), next(iter(self._open), ""))

    def bring_to_front(self, name: str) -> None:
        """Put a panel in front of the others, now or when it is opened."""
        if name in self._panels:
            self._latest = [*(one for one in self._latest if one != name), name]
            self._refresh()

    def open_only(self, names: Collection[str]) -> None:
        """Open those panels of the column that have these names, and close the others."""
        found = tuple(name for name in self._panels if name in names)
        if found != self._open:
            self._open = found
            self._show_tabs()
        self._refresh()

    def _show_tabs(self) -> None:
        self._tabs.blockSignals(True)
        while self._tabs.count():
            self._tabs.removeTab(0)
        for name in self._open:
            self._tabs.setTabData(self._tabs.addTab(as_entry(self._panels[name].accessibleName())), name)
        self._tabs.blockSignals(False)

    def _take_tab(self, tab: int) -> None:
        self.bring_to_front(self._tabs.tabData(tab))

    def _refresh(self) -> None:
        front = self.front
        self._tabs.blockSignals(True)
        self._tabs.setCurrentIndex(self._open.index(front) if front else -1)
        self._tabs.blockSignals(False)
        self._tabs.setVisible(len(self._open) > 1)
        for name, panel in self._panels.items():
            panel.setVisible(name == front)
        self.setVisible(bool(self._open))
