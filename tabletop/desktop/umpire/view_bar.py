"""The buttons of the umpire's views, over the upper left corner of the map."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton

from tabletop.desktop.drawing.symbols import icon, svg_pixmap
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.umpire.desk_facts import TRUTH
from tabletop.desktop.widgets.panel_parts import as_entry, part

if TYPE_CHECKING:
    from collections.abc import Collection

    from tabletop.desktop.drawing.theme import Theme
    from tabletop.desktop.map.map_tabs import MapsArea
    from tabletop.desktop.umpire.desk_facts import DeskView
    from tabletop.desktop.umpire.desk_views import DeskViews

_AT: Final = (10, 46)
_GAP_PX: Final = 6


class ViewBar(QFrame):
    """A bar with a button for each view, and one for the next difference.

    The views whose buttons do not fit over the map are in a menu.
    """

    def __init__(self, views: DeskViews, maps: MapsArea, theme: Theme) -> None:
        super().__init__(maps)
        part(self, "card")
        self.setAccessibleName(tr("Views of the map"))
        self._maps = maps
        self._views = views
        self._theme = theme
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(6, 5, 6, 5)
        self._row.setSpacing(4)
        self._buttons: dict[DeskView, QPushButton] = {}
        self._more = self._button(tr("More"), tr("Other views"))
        self._folded = QMenu(self)
        self._folded.aboutToShow.connect(self._list_folded)
        self._more.setMenu(self._folded)
        self._next = self._button("", tr("Show the next difference (.)"))
        self._next.clicked.connect(lambda _=False: views.next_difference())
        self.hide()
        maps.installEventFilter(self)

    @property
    def words(self) -> list[str]:
        """The words of the visible buttons, in their order."""
        made = (*self._buttons.values(), self._more, self._next)
        return [each.text() for each in made if not each.isHidden()]

    def show_views(self) -> None:
        """Show the bar, with the current view marked and the number of differences; hide it if the views are closed."""
        views = self._views
        self.setVisible(views.is_open)
        if not views.is_open:
            self._leave_free()
            return
        if not self._buttons:
            self._make()
        for view, made in self._buttons.items():
            made.setChecked(view == views.now)
        count = len(views.facts.lettered(views.now))
        self._next.setText(tr("{count} {count:difference|differences}", count=count))
        self._next.setEnabled(count > 0)
        self._fit()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002, N802
        """Follow the width of the maps."""
        if event.type() == QEvent.Type.Resize and self._buttons:
            self._fit()
        return False

    def _fit(self) -> None:
        """Name the keys on the buttons, if the maps are wide enough, and put the last views into the menu, if the maps
        are too narrow for all buttons.
        """
        now, views = self._views.now, list(self._buttons)
        can_fold = [view for view in (*views[-2::-1], views[-1]) if view not in (TRUTH, now)]
        self._name_buttons(has_keys=True, folded=())
        for count in range(len(can_fold) + 1):
            if self._fits:
                break
            self._name_buttons(has_keys=False, folded=can_fold[:count])
        self.adjustSize()
        self.move(*_AT)
        self._leave_free()

    def _leave_free(self) -> None:
        """Let whole maps begin below the bar."""
        for view in self._maps.views:
            top = view.mapTo(self._maps, QPoint()).y()
            view.leave_free(max(self.geometry().bottom() + _GAP_PX - top, 0) if self.isVisibleTo(self._maps) else 0)

    @property
    def _fits(self) -> bool:
        self._row.invalidate()
        return self.sizeHint().width() <= self._maps.width() - 2 * _AT[0]

    def _name_buttons(self, *, has_keys: bool, folded: Collection[DeskView]) -> None:
        """Write the words of the views on their buttons, and hide those that are folded."""
        for view, made in self._buttons.items():
            made.setText(self._words(view) if has_keys else as_entry(self._views.title(view)))
            made.setHidden(view in folded)
        self._more.setHidden(not folded)

    def _words(self, view: DeskView) -> str:
        """Return the title of a view with its key, for a button or a menu entry."""
        number = list(self._buttons).index(view) + 1
        return as_entry(tr("{view}  F{number}", view=self._views.title(view), number=number))

    def _list_folded(self) -> None:
        """Fill the menu with the views whose buttons are hidden."""
        self._folded.clear()
        for view, made in self._buttons.items():
            if made.isHidden():
                self._folded.addAction(made.icon(), self._words(view), partial(self._keep, view))

    def _make(self) -> None:
        for number, view in enumerate(self._views.offered, 1):
            tip = tr("Show this view; hold F{number} to show it for a moment", number=number)
            made = self._button("", tip)
            made.setCheckable(True)
            if view >= 0:
                mark = self._views.mark(view)
                made.setIcon(QIcon(svg_pixmap("symbols", mark.symbol, 24, mark.colour.name())))
            elif number == 1:
                made.setIcon(icon("eye", self._theme.um))
            made.clicked.connect(partial(self._keep, view))
            self._row.insertWidget(number - 1, made)
            self._buttons[view] = made

    def _button(self, words: str, tip: str) -> QPushButton:
        made = QPushButton(words)
        part(made, "desk-view")
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made.setToolTip(tip)
        self._row.addWidget(made)
        made.show()
        return made

    def _keep(self, view: DeskView, _on: bool = True) -> None:
        self._views.keep(view)
