"""The texts of a window: menus, labels, buttons, fields, lists and tool tips, visible or not."""

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QProgressDialog,
    QTabBar,
    QTextEdit,
    QWidget,
)

_MARKUP = re.compile(r"<[^>]*>|&\w+;")
_ENGLISH = re.compile(r"[A-Za-z]{2,}")
SAME_EVERYWHERE = re.compile(r"\.wartable|Wartable|VASSAL|PDF|(Ctrl|Alt|Shift|Meta)\+\S+|\b(Esc|F\d+|Pg\w+|Delete)\b")
"""A pattern of the names and keys that are the same in all languages."""


def words_on(window: QWidget) -> Iterator[str]:
    """Yield every text of a window and its children."""
    for widget in (window, *window.findChildren(QWidget)):
        yield from (widget.windowTitle(), widget.toolTip(), widget.statusTip(), widget.accessibleName())
        match widget:
            case QLabel() | QAbstractButton():
                yield widget.text()
            case QLineEdit():
                yield widget.placeholderText()
            case QTextEdit() | QPlainTextEdit():
                yield widget.placeholderText()
                yield from widget.toPlainText().splitlines()
            case QProgressDialog():
                yield widget.labelText()
            case QTabBar():
                yield from (widget.tabText(index) for index in range(widget.count()))
            case QComboBox():
                yield from (widget.itemText(index) for index in range(widget.count()))
            case QAbstractItemView():
                yield from _entries(widget)
    for action in window.findChildren(QAction):
        yield from (action.text(), action.toolTip())


def _entries(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    for row in range(model.rowCount()):
        for column in range(1 if isinstance(view, QListView) else model.columnCount()):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield str(model.index(row, column).data(role) or "")


OF_QT = {"Scroll Left", "Scroll Right"}
"""Qt's own texts, translated by Qt."""


def in_english(words: str) -> bool:
    """Return whether a text has words in plain English letters, which the made-up language never has."""
    return words not in OF_QT and bool(_ENGLISH.search(SAME_EVERYWHERE.sub("", _MARKUP.sub("", words))))
