"""The panels round the maps of a window: which of them show, how large they are, and how that is kept."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QSplitter, QToolButton, QWidget

from tabletop.desktop.drawing.symbols import icon
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.widgets.panel_parts import Panel, part
from tabletop.texts import text

TRAY: Final = "tray"
LOG: Final = "log"
DICE: Final = "dice"
ASSISTANT: Final = "assistant-panel"
NOTES: Final = "notes"
PANELS: Final = (TRAY, LOG, DICE, ASSISTANT, NOTES)
"""The panels by the names of the actions that show and hide them."""

_ROOMY_PX: Final = 1500
"""A window so wide has room for the log under the map, to which half the window must be left."""
_HIDDEN_AT_FIRST: Final = frozenset({TRAY, DICE, NOTES})
_HIDDEN_WHERE_TIGHT: Final = frozenset({TRAY, LOG, DICE, NOTES})
_ACROSS: Final = (212, 1088, 320, 300)
_DOWN: Final = (880, 100)
_BELOW: Final = (900, 420)
_USUAL: Final = (_ACROSS, _DOWN, _BELOW)


class Arrangement(Struct, frozen=True):
    """The panels that are hidden, and the sizes of the parts of the window (pixels)."""

    hidden: tuple[str, ...]
    across: tuple[int, ...] = _ACROSS
    down: tuple[int, ...] = _DOWN
    below: tuple[int, ...] = _BELOW


class PanelLayout(QObject):
    """Stands the panels round the maps, shows and hides them. A panel that is not available stays hidden."""

    shown = Signal(str, bool)
    """A panel, by its name, is shown or hidden from now on."""

    def __init__(self, maps: QWidget, panels: Mapping[str, Panel], theme: Theme) -> None:
        """`panels` holds one for each of `PANELS`."""
        super().__init__(maps)
        self._panels = panels
        self._wanted = {name: name not in _HIDDEN_AT_FIRST for name in PANELS}
        self._unavailable = {ASSISTANT}
        self._bare = False
        self._across, self._down, self._below = QSplitter(), QSplitter(Qt.Orientation.Vertical), QSplitter()
        for splitter in (self._across, self._down, self._below):
            splitter.setHandleWidth(10)
            splitter.setChildrenCollapsible(False)
        for beside in (panels[TRAY], self._down, panels[ASSISTANT], panels[NOTES]):
            self._across.addWidget(beside)
        for under in (maps, self._below):
            self._down.addWidget(under)
        for panel in (panels[LOG], panels[DICE]):
            self._below.addWidget(panel)
        self._across.setStretchFactor(1, 1)
        self._down.setStretchFactor(0, 1)
        for name, panel in panels.items():
            self._add_hide(name, panel, theme)
        self._refresh()

    @property
    def widget(self) -> QWidget:
        """All of it, to be laid out in a window."""
        return self._across

    def arrange(self, kept: Arrangement | None, width: int) -> None:
        """Stand the panels as they were kept; else as a window so wide (pixels) has room for them."""
        if kept is None:
            kept = Arrangement(tuple(_HIDDEN_AT_FIRST if width >= _ROOMY_PX else _HIDDEN_WHERE_TIGHT))
        for name in PANELS:
            self._wanted[name] = name not in kept.hidden
        for splitter, sizes in ((self._across, kept.across), (self._down, kept.down), (self._below, kept.below)):
            splitter.setSizes(list(sizes))
        self._refresh()
        for name in PANELS:
            self.shown.emit(name, self._wanted[name])

    def arrangement(self) -> Arrangement:
        """Return how the panels stand now."""
        hidden = tuple(name for name in PANELS if not self._wanted[name])
        return Arrangement(hidden, *map(_sizes_of, (self._across, self._down, self._below), _USUAL))

    def is_shown(self, name: str) -> bool:
        """Return whether a panel is seen."""
        return self._wanted[name] and name not in self._unavailable and not self._bare

    def show(self, name: str, on: bool) -> None:
        """Show a panel, or hide it."""
        if self._wanted[name] != on:
            self._wanted[name] = on
            self._refresh()
            self.shown.emit(name, on)

    def offer(self, name: str, on: bool) -> None:
        """Offer a panel that has something to show from now on, or withhold it while it has nothing."""
        self._unavailable = self._unavailable - {name} if on else self._unavailable | {name}
        if on:
            self.show(name, on=True)
        self._refresh()

    def show_only_map(self, on: bool) -> None:
        """Hide all panels, or show again those that were seen."""
        self._bare = on
        self._refresh()

    def _refresh(self) -> None:
        for name, panel in self._panels.items():
            panel.setVisible(self.is_shown(name))
        self._below.setVisible(self.is_shown(LOG) or self.is_shown(DICE))

    def _add_hide(self, name: str, panel: Panel, theme: Theme) -> None:
        hide = QToolButton()
        part(hide, "hide")
        hide.setIcon(icon("close", theme.ink2, theme.ink3))
        words = text("hide-panel", panel=panel.accessibleName())
        hide.setToolTip(words)
        hide.setAccessibleName(words)
        hide.clicked.connect(partial(self.show, name, False))
        panel.head.addWidget(hide)


def _sizes_of(splitter: QSplitter, usual: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes of the parts as they stand; those that are hidden are as large as usual when they show again."""
    return tuple(size or other for size, other in zip(splitter.sizes(), usual, strict=True))
