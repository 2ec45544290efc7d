"""The buttons of the umpire's views, over the upper left corner of the map."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from tabletop.desktop.drawing.symbols import icon, svg_pixmap
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.panel_parts import as_entry, part

if TYPE_CHECKING:
    from tabletop.desktop.drawing.theme import Theme
    from tabletop.desktop.umpire.desk_facts import DeskView
    from tabletop.desktop.umpire.desk_views import DeskViews

_AT: Final = (10, 46)


class ViewBar(QFrame):
    """A bar with a button for each view, and one for the next difference."""

    def __init__(self, views: DeskViews, maps: QWidget, theme: Theme) -> None:
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
        self._next = self._button("", tr("Show the next difference (.)"))
        self._next.clicked.connect(lambda _=False: views.next_difference())
        self.hide()
        maps.installEventFilter(self)

    @property
    def words(self) -> list[str]:
        """The words of the buttons, in their order."""
        return [made.text() for made in (*self._buttons.values(), self._next)]

    def show_views(self) -> None:
        """Show the button of each view, and the number of differences."""
        views = self._views
        self.setVisible(views.is_open)
        if not views.is_open:
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
        """Name the keys on the buttons, if the maps are wide enough."""
        for has_keys in (True, False):
            for number, (view, made) in enumerate(self._buttons.items(), 1):
                title = self._views.title(view)
                made.setText(as_entry(tr("{view}  F{number}", view=title, number=number) if has_keys else title))
            self.adjustSize()
            if self.width() <= self._maps.width() - 2 * _AT[0]:
                break
        self.move(*_AT)

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
