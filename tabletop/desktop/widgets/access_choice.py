"""The choice of a table's access: the kind of rights that its seats have."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.widgets.panel_parts import plain
from tabletop.game.table_access import ACCESS_KINDS, AccessKind

_NAMES: Final[dict[AccessKind, str]] = {
    "open": tr_later("Open table"),
    "sides": tr_later("Each plays their own side"),
    "moderated": tr_later("Moderated by an umpire"),
}
_MEANINGS: Final[dict[AccessKind, str]] = {
    "open": tr_later("Players may touch everything they see."),
    "sides": tr_later("Players may touch the counters of their own side, and counters without a side."),
    "moderated": tr_later(
        "Players touch the counters of their own side. An umpire sees everything, gives the seats, ends phases, and "
        "brings counters into play and takes them out of it."
    ),
}


def name_of_access(kind: AccessKind) -> str:
    """Return the players' name for a kind of access."""
    return tr(_NAMES[kind])


class AccessChoice(QComboBox):
    """A list of the kinds of access, with a tooltip that explains the chosen one."""

    def __init__(self, now: AccessKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Players' access"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for kind in ACCESS_KINDS:
            self.addItem(name_of_access(kind), kind)
            self.setItemData(self.count() - 1, plain(tr(_MEANINGS[kind])), Qt.ItemDataRole.ToolTipRole)
        self.currentIndexChanged.connect(self._explain)
        self.setCurrentIndex(ACCESS_KINDS.index(now))
        self._explain()

    @property
    def kind(self) -> AccessKind:
        """The chosen kind."""
        return ACCESS_KINDS[self.currentIndex()]

    @property
    def meaning(self) -> str:
        """The meaning of the chosen kind, in one or two sentences."""
        return tr(_MEANINGS[self.kind])

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Ignore the wheel, so that it scrolls the page, unless the list has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _explain(self) -> None:
        self.setToolTip(plain(self.meaning))
        self.setAccessibleDescription(self.meaning)
