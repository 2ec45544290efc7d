"""Small parts of panels: cards with a title, rows of buttons, captions, pages of text.

Texts of modules, files and other players are shown literally: they are never markup, and open no file.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QImage, QResizeEvent
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.drawing.symbols import icon
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.game.change.told import readable

_DIGIT: Final = re.compile("[0-9]")
_NARROWEST: Final = 64
_BESIDE_A_HEADING: Final = 40
"""The room (pixels) for the arrow of a heading that can be folded."""


def part(widget: QWidget, name: str) -> QWidget:
    """Set a widget's property `part`, by which the style sheet selects its style, and return the widget."""
    widget.setProperty("part", name)
    return widget


def label(text: str, style: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a line of text. `style` is its name in the style sheet, for example title, section or caption."""
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    if style:
        part(made, style)
    return made


class SteadyLabel(QLabel):
    """A line of text with numbers that often change.

    It stays as wide as its widest text, so that the window is not laid out and repainted after each change.
    """

    def __init__(self, style: str) -> None:
        super().__init__()
        self._measured = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        part(self, style)

    def setText(self, text: str) -> None:  # noqa: N802
        """Show this text. The label becomes wider if the text would need that with other digits."""
        measured = _DIGIT.sub("0", text)
        if measured != self._measured:
            self._measured = measured
            self.ensurePolished()
            metrics = self.fontMetrics()
            widest = max("0123456789", key=metrics.horizontalAdvance)
            margins = self.contentsMargins()
            wanted = metrics.size(Qt.TextFlag.TextSingleLine, _DIGIT.sub(widest, text)).grownBy(margins)
            self.setFixedSize(wanted.expandedTo(QSize(self.minimumWidth(), 0)))
        super().setText(text)


def plain(text: str) -> str:
    """Return a text in a form that Qt shows literally, for tooltips and other places where it could be markup."""
    return RichText.convertFromPlainText(text) if RichText.mightBeRichText(text) else text


def as_entry(text: str) -> str:
    """Return a text for a button or a menu entry: `&`, which would mark a key, is escaped, and HTML becomes plain
    words.
    """
    return readable(text).replace("&", "&&")


def message(parent: QWidget | None, text: str) -> QMessageBox:
    """Return a message box with this text, and without buttons."""
    box = QMessageBox(parent)
    box.setWindowTitle("Wartable")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    return box


def is_agreed(parent: QWidget | None, question: str) -> bool:
    """Ask the player a yes-or-no question; return whether the answer is yes."""
    return QMessageBox.question(parent, "Wartable", plain(question)) == QMessageBox.StandardButton.Yes


def file_to_write(parent: QWidget, title: str, files: str, ending: str) -> Path | None:
    """Let the player name a file to write; return None if the player cancels. A missing ending is added.

    The dialog asks before an existing file is replaced; for names with an added ending, this function asks.
    """
    name, _ = QFileDialog.getSaveFileName(parent, title, "", f"{files} (*{ending})")
    if not name or name.endswith(ending):
        return Path(name) if name else None
    path = Path(name + ending)
    return (
        path
        if not path.exists() or is_agreed(parent, tr("'{file}' exists already. Replace it?", file=path.name))
        else None
    )


class LongText(QPlainTextEdit):
    """A field for a text of several lines. In its value `|` separates the lines."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setText(text)

    def text(self) -> str:
        """Return the text, with `|` between its lines."""
        return self.toPlainText().replace("\n", "|")

    def setText(self, text: str) -> None:  # noqa: N802 - the name of this method in QLineEdit
        """Show this text, in which `|` separates the lines."""
        self.setPlainText(text.replace("|", "\n"))


class TextPage(QTextBrowser):
    """A page of text with its own style. Its links are not followed, and it opens no pictures or files."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:  # noqa: N802
        """Return an empty picture for every resource; otherwise Qt would look for it on the disk."""
        nothing = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        nothing.fill(Qt.GlobalColor.transparent)
        return nothing


class Panel(QFrame):
    """A card of the window with a title. `body` is its column, and `head` the row of the title with free room."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        part(self, "panel")
        self.setAccessibleName(title)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(12, 10, 12, 12)
        self.body.setSpacing(8)
        self.head = QHBoxLayout()
        self.head.addWidget(label(title, "title"))
        self.head.addStretch(1)
        self.body.addLayout(self.head)


def button(text: str, does: Callable[[], object], *, main: bool = False, tip: str = "") -> QPushButton:
    """Return a button with words on it. A `main` button is filled."""
    made = QPushButton(text)
    if main:
        part(made, "main")
    if tip:
        made.setToolTip(tip)
    made.clicked.connect(lambda *_: does())
    return made


def tool_button(name: str, tip: str, theme: Theme, does: Callable[[], object]) -> QToolButton:
    """Return a small button with an icon. The tooltip is also its name for screen readers."""
    made = QToolButton()
    part(made, "tool")
    made.setIcon(icon(name, theme.ink, theme.ink3))
    made.setToolTip(tip)
    made.setAccessibleName(tip)
    made.clicked.connect(lambda *_: does())
    return made


def forget(field: QLineEdit) -> None:
    """Empty a field so that undo cannot restore the old text."""
    field.setText("")


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader read out a new text."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


class Fold(QWidget):
    """A heading that hides and shows the `body` under it.

    The heading may be narrower than its words; then its tooltip has all of them.
    """

    toggled = Signal(bool)

    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__()
        self._icons = {on: icon(f"chevron-{'down' if on else 'right'}", theme.ink2) for on in (False, True)}
        self._title = title
        self._head = QPushButton(title.replace("&", "&&"))
        self._head.setAccessibleName(title)
        self._head.setMinimumWidth(_NARROWEST)
        part(self._head, "fold")
        self._head.setCheckable(True)
        self._head.toggled.connect(self.unfold)
        self._inside = QWidget()
        self.body = QVBoxLayout(self._inside)
        self.body.setContentsMargins(22, 0, 0, 4)
        self.body.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._head, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._inside)
        self.unfold(on=False)

    def retitle(self, title: str) -> None:
        """Change the heading."""
        self._title = title
        self._head.setAccessibleName(title)
        self._say_title()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as much of the heading as fits."""
        super().resizeEvent(event)
        self._say_title()

    def _say_title(self) -> None:
        room = self.width() - _BESIDE_A_HEADING
        shown = self._head.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        self._head.setText(shown.replace("&", "&&"))
        self._head.setToolTip(plain(self._title) if shown != self._title else "")

    def tab_into(self, fields: Iterable[QWidget]) -> None:
        """Make the Tab key move from the heading through these fields, which were put into the body later."""
        before: QWidget = self._head
        for made in fields:
            QWidget.setTabOrder(before, made)
            before = made

    def unfold(self, on: bool) -> None:
        """Show the body under the heading, or hide it."""
        self._head.setChecked(on)
        self._head.setIcon(self._icons[on])
        self._head.setAccessibleDescription(tr("unfolded") if on else tr("folded"))
        self._inside.setVisible(on)
        self.toggled.emit(on)
