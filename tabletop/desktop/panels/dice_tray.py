"""The dice tray: buttons for the game's dice, a field for any other roll, and the last roll."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import zip_longest

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from tabletop.desktop.drawing.dice_faces import PIPPED, DieFace, draw_die
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import Panel, button, forget, label
from tabletop.game.change.told import Told
from tabletop.game.commands import RollDice
from tabletop.texts import text

ROLLED = "rolled"
"""The message key of a roll."""


class DiceFelt(QWidget):
    """A tray lined with felt that shows the dice of a roll."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._dice: Sequence[DieFace] = ()
        self._ground = QColor()
        self.setMinimumHeight(44)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Dice of the last roll"))

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size for five dice."""
        return QSize(280, 84)

    def lay(self, dice: Sequence[DieFace], ground: str = "") -> None:
        """Show these dice in the tray, on felt or on this colour."""
        self._dice = dice
        self._ground = QColor(ground) if ground else QColor()
        self.setAccessibleDescription(", ".join(die.shows for die in dice))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Draw the felt and the dice."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._ground if self._ground.isValid() else self._theme.colour("tray"))
        painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
        if not self._dice:
            return
        rows = 1 if len(self._dice) <= 8 else 2 if len(self._dice) <= 20 else 3
        per_row = -(-len(self._dice) // rows)
        side = min(44.0, (self.height() - 10) / rows - 8, (self.width() - 16) / per_row - 8)
        top = (self.height() - rows * (side + 8) + 8) / 2
        for number, die in enumerate(self._dice):
            row, column = divmod(number, per_row)
            in_row = min(per_row, len(self._dice) - row * per_row)
            left = (self.width() - in_row * (side + 8) + 8) / 2 + column * (side + 8)
            draw_die(painter, die, QRectF(left, top + row * (side + 8), side, side))


class DicePanel(Panel):
    """A panel that rolls the game's dice, and also shows the rolls of the module's buttons."""

    def __init__(
        self, model: TableModel, theme: Theme, dice: Sequence[tuple[str, str]], picture: Callable[[str], QPixmap]
    ) -> None:
        """Make the panel. `dice` are titles and rolls of its buttons. `picture` returns a picture of the module."""
        super().__init__(tr("Dice"))
        self._model = model
        self._picture = picture
        self._tray = DiceFelt(theme)
        self.body.addWidget(self._tray, 1)
        self._result = label("", "title")
        self._detail = label("", "caption")
        self._detail.setWordWrap(True)
        self.body.addWidget(self._result)
        self.body.addWidget(self._detail)
        self._why = QLineEdit()
        self._why.setPlaceholderText(tr("What for?"))
        self._why.setAccessibleName(tr("Purpose of the roll"))
        self._own = QLineEdit()
        self._own.setPlaceholderText(tr("other: 4d6>=5, d10+1 …"))
        self._own.setAccessibleName(tr("Any other roll"))
        self._own.returnPressed.connect(self._roll_own)
        row = QHBoxLayout()
        row.setSpacing(6)
        for name, notation in dice:
            row.addWidget(button(name, partial(self.roll, notation), tip=tr("Roll {dice}", dice=notation)))
        row.addStretch(1)
        self.body.addLayout(row)
        fields = QHBoxLayout()
        fields.addWidget(self._own, 1)
        fields.addWidget(self._why, 1)
        self.body.addLayout(fields)

    def roll(self, notation: str) -> None:
        """Ask the table for a roll of these dice, for the purpose that the player has typed."""
        self._model.submit(RollDice(notation, self._why.text().strip()))
        forget(self._why)

    def show_last(self, newest_first: Iterable[Told | None]) -> None:
        """Show the newest roll among the messages; if there is none, empty the tray.

        Typed text that was not rolled is cleared, since another player may be looking now.
        """
        forget(self._why)
        forget(self._own)
        last = next((told for told in newest_first if told is not None and is_roll(told)), None)
        if last is not None:
            self.show_told(last)
            return
        self._tray.lay(())
        self._result.clear()
        self._detail.clear()

    def show_told(self, told: Told) -> None:
        """Show the roll that a message reports (see `is_roll`)."""
        if told.key != ROLLED:
            self._show_thrown(told)
            return
        notation, why = str(told.facts.get("dice", "")), str(told.facts.get("why") or "")
        self._tray.lay(dice_of(told))
        self._result.setText(result_of(told))
        self._detail.setText(" · ".join(filter(None, [notation, why])))

    def _show_thrown(self, told: Told) -> None:
        """Show dice that a button of the module has rolled."""
        facts = told.facts
        faces, pictures = str(facts.get("each", "")).split("\n"), str(facts.get("pictures", "")).split("\n")
        dice = [
            _face(face, self._picture(file) if file else None)
            for face, file in zip_longest(faces, pictures[: len(faces)], fillvalue="")
        ]
        self._tray.lay(dice, str(facts.get("ground", "")))
        words = [face for face in faces if not face.isdigit()]
        self._result.setText(", ".join(words) or str(facts.get("total", "")))
        self._detail.setText(str(facts.get("title") or facts.get("dice", "")))

    def _roll_own(self) -> None:
        notation = self._own.text().strip()
        if notation:
            self.roll(notation)


def dice_of(told: Told) -> list[DieFace]:
    """Return the dice of a roll, from its message."""
    shown = [one.strip() for term in str(told.facts.get("each", "")).split(";") for one in term.split(",")]
    with_pips = "d6" in str(told.facts.get("dice", ""))
    return [as_die(one, with_pips=with_pips) for one in shown if one]


def result_of(told: Told) -> str:
    """Return the result of a roll in words, from its message."""
    facts = told.facts
    words = [str(facts["faces"])] if "faces" in facts else []
    words += [text("hits", count=facts["successes"])] if "successes" in facts else []
    return ", ".join(words) or str(facts.get("total", ""))


def is_roll(told: Told) -> bool:
    """Return whether a message is a roll of dice."""
    return told.key == ROLLED or "each" in told.facts


def _face(face: str, picture: QPixmap | None) -> DieFace:
    """Return a die rolled by a button of the module. If its picture cannot be drawn, its word is shown."""
    shown = picture if picture is not None and not picture.isNull() else None
    return DieFace(face, pips=face in PIPPED, picture=shown)


def as_die(shown: str, *, with_pips: bool) -> DieFace:
    """Return a die from its text in messages: in parentheses if it does not count, with `!` if it was rolled again."""
    counts = not shown.startswith("(")
    face = shown.strip("()").rstrip("!")
    return DieFace(face, pips=with_pips and face in PIPPED, counts=counts)
