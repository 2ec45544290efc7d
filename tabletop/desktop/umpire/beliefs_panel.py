"""The umpire's panel under the map: belief and truth side by side, and the table of who has seen what."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.umpire.belief_strip import BeliefStrip
from tabletop.desktop.umpire.desk_facts import TRUTH, name_of_difference
from tabletop.desktop.umpire.desk_views import DeskViews
from tabletop.desktop.umpire.sightings_table import SightingsTable
from tabletop.desktop.widgets.panel_parts import Panel, label, part

_BOTH_PX: Final = 860
"""The least width of the panel (pixels) at which both parts are shown side by side."""


class BeliefsPanel(Panel):
    """The strip of small maps beside the table of forces. It is kept up to date only while it is visible."""

    needed = Signal(bool)
    """The panel is offered now, because an umpire looks at the game (True), or it is no longer offered (False)."""

    followed = Signal(int)
    """The umpire wants to see a piece on the map."""

    def __init__(self, views: DeskViews, theme: Theme, view: Callable[[], TableView], selection: Selection) -> None:
        """Make the panel; `view` gives the view of the map in front."""
        super().__init__(tr("Belief and truth"))
        self._views = views
        self._selection = selection
        self._was_open: bool | None = None
        self._said = label("", "caption")
        self.head.insertWidget(1, self._said)
        self.strip = BeliefStrip(views, theme, view)
        self.table = SightingsTable(views, theme)
        self._choice = {each: self._switch(words) for each, words in self._parts()}
        self._in_front: QWidget = self.strip
        both = QSplitter()
        both.setChildrenCollapsible(False)
        both.addWidget(self.strip)
        both.addWidget(self.table)
        both.setSizes([600, 500])
        for at in range(2):
            both.setStretchFactor(at, 1)
        self.body.addWidget(both, 1)
        views.changed.connect(self._show)
        selection.changed.connect(self._select)
        self.table.chosen.connect(self._follow)

    def _parts(self) -> tuple[tuple[QWidget, str], ...]:
        return (self.strip, tr("Maps")), (self.table, tr("Who has seen what"))

    def _switch(self, words: str) -> QPushButton:
        """Return a switch in the head for one of the two parts, for a panel that has no room for both."""
        made = QPushButton(words)
        part(made, "switch")
        made.setCheckable(True)
        made.clicked.connect(self._turn)
        self.head.insertWidget(self.head.count() - 1, made)
        return made

    def _turn(self) -> None:
        """Show the other part in a narrow panel."""
        self._in_front = self.table if self._in_front is self.strip else self.strip
        self._fit()

    def _fit(self) -> None:
        """Show both parts where there is room for them, else the one that is chosen."""
        is_wide = self.width() >= _BOTH_PX
        for each, switch in self._choice.items():
            each.setVisible(is_wide or each is self._in_front)
            switch.setVisible(not is_wide)
            switch.setChecked(each is self._in_front)
        self._said.setVisible(is_wide)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show the parts for which there is room."""
        super().resizeEvent(event)
        self._fit()

    def say_whether_needed(self) -> None:
        """Emit `needed` if it has changed."""
        is_open = self._views.is_open
        if is_open != self._was_open:
            self._was_open = is_open
            self.needed.emit(is_open)

    def _show(self) -> None:
        self.say_whether_needed()
        if self.isVisible():
            self.show_facts()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Show the current facts after the panel was hidden."""
        super().showEvent(event)
        self.show_facts()

    def show_facts(self) -> None:
        """Show the current facts."""
        self._said.setText(self._summary())
        self.strip.show_facts()
        self.table.show_facts()
        self._select()

    def _summary(self) -> str:
        """Return a text with the letters of the first few differences and their kinds; it says so if there are none."""
        found = self._views.facts.lettered(TRUTH)
        named = [f"{one.letter} {name_of_difference(one.kind)}" for one in found[:6]]
        return "   ".join([*named, "…"] if len(found) > len(named) else named) or tr("No differences")

    def _select(self) -> None:
        self.table.select(self._selection.pieces)

    def _follow(self, piece: int) -> None:
        self._selection.replace((piece,))
        self.followed.emit(piece)
