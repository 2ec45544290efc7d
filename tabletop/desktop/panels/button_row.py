"""A row of a module's buttons. Buttons that do not fit are in a menu at the end; the row can be folded."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from tabletop.desktop.drawing.symbols import icon
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr

_EDGE = 3
_FOLDED_PX = 16


class FoldButton(QToolButton):
    """A small button that folds a row, or unfolds it."""

    def __init__(self, theme: Theme, fold: str, unfold: str) -> None:
        """Make the button. `fold` and `unfold` are the words for its two actions."""
        super().__init__()
        self._theme = theme
        self._words = {False: fold, True: unfold}
        self.setAutoRaise(True)
        self.setStyleSheet("padding: 0; margin: 0; border: 0; min-height: 0")
        self.setFixedWidth(16)
        self.setIconSize(QSize(10, 10))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_folded(folded=False)

    def show_folded(self, *, folded: bool) -> None:
        """Show the arrow and the words for the state of the row."""
        self.setIcon(icon("chevron-right" if folded else "chevron-down", self._theme.ink2))
        self.setToolTip(self._words[folded])
        self.setAccessibleName(self._words[folded])


class ButtonRow(QWidget):
    """A row of buttons that can be folded. Buttons for which there is no room are in a menu at its end."""

    folded = Signal(bool)
    """The player has folded or unfolded the row."""

    def __init__(self, title: str, theme: Theme) -> None:
        """Make the row; `title` is its name."""
        super().__init__()
        self.setObjectName("module-toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._buttons: list[QToolButton] = []
        self._gone: set[QToolButton] = set()
        self._is_folded = False
        self._fold = FoldButton(theme, tr("Hide buttons: {row}", row=title), tr("Show buttons: {row}", row=title))
        self._fold.clicked.connect(lambda: self.fold(on=not self._is_folded))
        self._more = QToolButton()
        self._more.setIcon(icon("more", theme.ink2))
        self._more.setToolTip(tr("More buttons"))
        self._more.setAccessibleName(tr("More buttons"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._rest = QMenu(self)
        self._rest.aboutToShow.connect(self._list_rest)
        self._more.setMenu(self._rest)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(_EDGE, 1, _EDGE, 1)
        self._line.setSpacing(_EDGE)
        self._line.addWidget(self._fold)
        self._line.addWidget(self._more)
        self._line.addStretch(1)

    @property
    def is_bare(self) -> bool:
        """True if the row has no button."""
        return not self._buttons

    @property
    def is_folded(self) -> bool:
        """True while the row is folded, so that only the button to unfold it is visible."""
        return self._is_folded

    def add(self, made: QToolButton) -> None:
        """Add a button at the end."""
        self._buttons.append(made)
        self._line.insertWidget(len(self._buttons), made)
        self._fit()

    def let_be(self, made: QToolButton, *, seen: bool) -> None:
        """Show or hide a button of the row."""
        (self._gone.discard if seen else self._gone.add)(made)
        self._fit()

    def fold(self, *, on: bool) -> None:
        """Fold the row away, except for a small button, or unfold it."""
        if on != self._is_folded:
            self._is_folded = on
            self._fold.show_folded(folded=on)
            self._fit()
            self.folded.emit(on)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as many buttons as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._fold.setFixedHeight(_FOLDED_PX if self._is_folded else self._fold.sizeHint().height())
        there = [] if self._is_folded else [one for one in self._buttons if one not in self._gone]
        widths = [one.sizeHint().width() + _EDGE for one in there]
        room = self.width() - self._fold.width() - 3 * _EDGE
        is_crowded = sum(widths) > room
        if is_crowded:
            room -= self._more.sizeHint().width() + _EDGE
        shown = set[QToolButton]()
        for one, width in zip(there, widths, strict=True):
            room -= width
            if room < 0:
                break
            shown.add(one)
        for one in self._buttons:
            one.setVisible(one in shown)
        self._more.setVisible(is_crowded)

    def _list_rest(self) -> None:
        """List the buttons for which there is no room."""
        self._rest.clear()
        for one in self._buttons:
            if one in self._gone or one.isVisibleTo(self):
                continue
            if one.menu() is not None:
                self._rest.addAction(one.menu().menuAction())
                one.menu().setTitle(one.text())
                one.menu().setIcon(one.icon())
            else:
                line = self._rest.addAction(one.icon(), one.text(), one.click)
                line.setEnabled(one.isEnabled())
