"""The panels round the maps of a window: their visibility and sizes, which are saved."""

from collections.abc import Mapping
from functools import partial
from typing import Final, Literal

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QSplitter, QToolButton, QWidget

from tabletop.desktop.drawing.symbols import icon
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.platform.window_state import Arrangement
from tabletop.desktop.widgets.panel_parts import Panel, part
from tabletop.desktop.window.panel_column import PanelColumn

TRAY: Final = "tray"
LOG: Final = "log"
DICE: Final = "dice"
ASSISTANT: Final = "assistant-panel"
NOTES: Final = "notes"
CONTACTS: Final = "contacts"
ORDERS: Final = "orders"
DISPATCHES: Final = "dispatches"
BELIEFS: Final = "beliefs"
DESK: Final = "umpire-desk"
SECRET_DICE: Final = "secret-dice"


_Side = Literal["left", "right", "below"]


class PanelPlace(Struct, frozen=True):
    """The place of a panel in the window, and the action that shows and hides it."""

    name: str
    words: str
    key: str
    stands: _Side
    hidden: Literal["never", "tight", "first"]
    """The windows in which the panel is hidden at first: none, narrow ones, or all."""
    usual_px: int = 0
    """The width of a panel below the maps relative to its neighbours, until the player changes it."""
    icon: str = ""


PANELS: Final = (
    PanelPlace(DESK, tr_later("Umpire's desk"), "Ctrl+Shift+E", "left", "first"),
    PanelPlace(TRAY, tr_later("Pieces"), "F7", "left", "first"),
    PanelPlace(LOG, tr_later("Log"), "F8", "below", "tight", 900),
    PanelPlace(DICE, tr_later("Dice"), "F9", "below", "first", 420),
    PanelPlace(SECRET_DICE, tr_later("Secret dice"), "Shift+F9", "below", "first", 320),
    PanelPlace(ASSISTANT, tr_later("Assistant panel"), "Shift+F4", "right", "never"),
    PanelPlace(NOTES, tr_later("Notes"), "Ctrl+Shift+N", "right", "first", icon="note"),
    PanelPlace(CONTACTS, tr_later("Contacts"), "Ctrl+Shift+B", "right", "first"),
    PanelPlace(ORDERS, tr_later("Orders"), "Ctrl+Shift+U", "right", "first"),
    PanelPlace(DISPATCHES, tr_later("Dispatches"), "Ctrl+Shift+D", "right", "first"),
    PanelPlace(BELIEFS, tr_later("Belief and truth"), "Ctrl+Shift+V", "below", "never", 2600),
)
"""The panels in the order of their switches. This is also the order of panels on the same side of the maps."""

_NAMES: Final = tuple(place.name for place in PANELS)

UMPIRES: Final = frozenset({DESK, SECRET_DICE})
"""The panels that only an umpire has. They have no switch at the foot of the window."""

_AT_DESK: Final = frozenset({DESK, ORDERS, LOG, SECRET_DICE})
"""The panels that are shown with the umpire's desk; in a wide window also `BELIEFS`. All others are then hidden until
they are called for.
"""

_ROOMY_PX: Final = 1500
"""The least width of a window that has room for the log under the map at first, and for `BELIEFS` with the umpire's
desk.
"""
_LEFT_PX: Final = 212
RIGHT_PX: Final = 340
"""The least widths of the columns of panels at the left and right edges. Their buttons have room for their words."""


def _that_stand(side: _Side) -> tuple[PanelPlace, ...]:
    return tuple(place for place in PANELS if place.stands == side)


_ACROSS: Final = (_LEFT_PX, 1088, RIGHT_PX)
_DOWN: Final = (880, 100)
_BELOW: Final = tuple(place.usual_px for place in _that_stand("below"))
_USUAL: Final = (_ACROSS, _DOWN, _BELOW)


class PanelLayout(QObject):
    """The layout of the panels round the maps, which shows and hides panels. An unavailable panel stays hidden.

    At the left and right edges one panel is in front of the other open ones. Panels below the maps are side by side.
    """

    shown = Signal(str, bool)
    """A panel, given by its name, was shown or hidden."""

    def __init__(self, maps: QWidget, panels: Mapping[str, Panel], theme: Theme) -> None:
        """Make the layout. `panels` has a widget for each of `PANELS`."""
        super().__init__(maps)
        self._panels = panels
        self._wanted = {place.name: place.hidden != "first" for place in PANELS}
        self._before: tuple[str, ...] = ()
        self._unavailable = frozenset((ASSISTANT, ORDERS, BELIEFS, *UMPIRES))
        self._has_desk = False
        self._bare = False
        self._across, self._down, self._below = QSplitter(), QSplitter(Qt.Orientation.Vertical), QSplitter()
        for splitter in (self._across, self._down, self._below):
            splitter.setHandleWidth(10)
            splitter.setChildrenCollapsible(False)
        left = PanelColumn({place.name: panels[place.name] for place in _that_stand("left")}, _LEFT_PX)
        right = PanelColumn({place.name: panels[place.name] for place in _that_stand("right")}, RIGHT_PX)
        self._columns = left, right
        for splitter, parts in (
            (self._across, (left, self._down, right)),
            (self._down, (maps, self._below)),
            (self._below, [panels[place.name] for place in _that_stand("below")]),
        ):
            for each in parts:
                splitter.addWidget(each)
        self._across.setStretchFactor(1, 1)
        self._down.setStretchFactor(0, 1)
        for name, panel in panels.items():
            self._add_hide(name, panel, theme)
        self._refresh()

    @property
    def widget(self) -> QWidget:
        """The widget with the whole layout, for a window."""
        return self._across

    def arrange(self, kept: Arrangement | None, width: int) -> None:
        """Arrange the panels as they were saved, or else so that they fit a window of this width (pixels)."""
        begin_hidden = {"first"} if width >= _ROOMY_PX else {"first", "tight"}
        if kept is None:
            kept = Arrangement((), known=())
        for place in PANELS:
            is_known = kept.known is None or place.name in kept.known
            self._wanted[place.name] = place.name not in kept.hidden if is_known else place.hidden not in begin_hidden
        self._before = kept.before
        for name in kept.front:
            self._bring_to_front(name)
        splitters, sizes = (self._across, self._down, self._below), (kept.across, kept.down, kept.below)
        for splitter, parts, usual in zip(splitters, sizes, _USUAL, strict=True):
            splitter.setSizes(list(parts if len(parts) == len(usual) else usual))
        self._refresh()
        for name, wanted in self._wanted.items():
            self.shown.emit(name, wanted)

    def arrangement(self) -> Arrangement:
        """Return the present arrangement of the panels."""
        hidden = tuple(name for name, wanted in self._wanted.items() if not wanted)
        across, down, below = map(_sizes_of, (self._across, self._down, self._below), _USUAL)
        front = tuple(column.front for column in self._columns if column.front)
        return Arrangement(hidden, across, down, below, before=self._before, known=_NAMES, front=front)

    def is_shown(self, name: str) -> bool:
        """Return whether a panel is open: visible, or behind another one at its edge."""
        is_of_desk = self._has_desk and name in (*UMPIRES, ORDERS)
        return self._wanted[name] and (is_of_desk or name not in self._unavailable) and not self._bare

    def show(self, name: str, on: bool) -> None:
        """Show a panel in front of the others at its edge, or hide it. A panel behind another one comes to the front
        before it is hidden.
        """
        if not on and self._is_behind(name):
            self._bring_to_front(name)
            self.shown.emit(name, True)
            return
        if on:
            self._bring_to_front(name)
        if self._wanted[name] != on and name == DESK:
            self._lay_desk(on=on)
        elif self._wanted[name] != on:
            self._show_all({name: on})

    def _is_behind(self, name: str) -> bool:
        """Return whether a panel is open, but behind another one."""
        return self.is_shown(name) and self._panels[name].isHidden()

    def _bring_to_front(self, name: str) -> None:
        for column in self._columns:
            column.bring_to_front(name)

    def _lay_desk(self, *, on: bool) -> None:
        """Arrange the window for an umpire, or as it was before."""
        now = tuple(name for name, wanted in self._wanted.items() if wanted)
        room = {BELIEFS} if self._across.width() >= _ROOMY_PX else set()
        then = _AT_DESK | room if on else frozenset(self._before)
        self._before = now if on else ()
        if on:
            self._bring_to_front(ORDERS)
        self._show_all({name: name in then for name in self._wanted})

    def _show_all(self, wanted: Mapping[str, bool]) -> None:
        changed = {name: on for name, on in wanted.items() if self._wanted[name] != on}
        self._wanted.update(changed)
        self._refresh()
        for name, on in changed.items():
            self.shown.emit(name, on)

    def offer(self, name: str, on: bool) -> None:
        """Make a panel available and show it, or make it unavailable while it has nothing to show.

        While the umpire's desk is shown, only the panels of the desk are shown at once.
        """
        self._unavailable = self._unavailable - {name} if on else self._unavailable | {name}
        if on and (name in _AT_DESK or not self._wanted[DESK]):
            self.show(name, on=True)
        self._refresh()

    def offer_desk(self, on: bool) -> None:
        """Make the panels of the umpire's desk available, each shown or hidden as it was last, or unavailable."""
        self._has_desk = on
        self._refresh()

    def show_only_map(self, on: bool) -> None:
        """Hide all panels, or show the hidden ones again."""
        self._bare = on
        self._refresh()

    def _refresh(self) -> None:
        shown = {name for name in self._panels if self.is_shown(name)}
        for column in self._columns:
            column.open_only(shown)
        for place in _that_stand("below"):
            self._panels[place.name].setVisible(place.name in shown)
        self._below.setVisible(any(self.is_shown(place.name) for place in _that_stand("below")))

    def _add_hide(self, name: str, panel: Panel, theme: Theme) -> None:
        hide = QToolButton()
        part(hide, "hide")
        hide.setIcon(icon("close", theme.ink2, theme.ink3))
        words = tr("Hide: {panel}", panel=panel.accessibleName())
        hide.setToolTip(words)
        hide.setAccessibleName(words)
        hide.clicked.connect(partial(self.show, name, False))
        panel.head.addWidget(hide)


def _sizes_of(splitter: QSplitter, usual: tuple[int, ...]) -> tuple[int, ...]:
    """Return the present sizes of the parts. Hidden parts have their default sizes."""
    return tuple(size or other for size, other in zip(splitter.sizes(), usual, strict=True))
