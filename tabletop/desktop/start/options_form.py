"""A form for the options of a game: each with its description and rule number, in groups that can be folded."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.cards import scrolled
from tabletop.desktop.widgets.panel_parts import Fold, LongText, button, label, part, plain
from tabletop.module.schema.module_file import OptionRecord

OPEN_AT_FIRST = 20
"""The most options of a group that is open at first."""


LINES_AT_ONCE = 4
"""The number of visible lines of a long text."""


def in_words(choice: str) -> str:
    """Return a choice of an option as text for players."""
    if choice in ("true", "false"):
        return tr("yes") if choice == "true" else tr("no")
    return choice.replace("-", " ")


def _entry(choice: str, *, is_default: bool) -> str:
    return tr("{choice} (default)", choice=in_words(choice)) if is_default else in_words(choice)


class _TypedOption(QWidget):
    """The field of an option without choices, in which the player types a text or a number."""

    changed = Signal()

    def __init__(self, option: OptionRecord, usual: str) -> None:
        super().__init__()
        self.usual = usual
        self._rules = option.rules()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 0)
        self._field = _lines(usual) if option.long else QLineEdit(usual)
        self._field.setAccessibleName(option.title)
        self._field.setPlaceholderText(self._rules.wanted.words)
        self._field.setToolTip(plain(tr("Enter {wanted}.", wanted=self._rules.wanted.words)))
        row.addWidget(self._field)
        self._field.textChanged.connect(lambda *_: self.changed.emit())

    @property
    def choice(self) -> str:
        """The typed choice; the default if the typed text is not allowed."""
        typed = self._field.text()
        return typed if self._rules.takes(typed) else self.usual

    def take(self, choice: str) -> None:
        """Set the typed choice."""
        self._field.setText(choice)


def _lines(text: str) -> LongText:
    """Return a field that shows several lines of a text."""
    field = LongText(text)
    field.setFixedHeight(field.fontMetrics().lineSpacing() * LINES_AT_ONCE + 2 * field.frameWidth() + 8)
    return field


class _Choices(QWidget):
    """A row with the choices of an option. The arrow keys move between them."""

    changed = Signal()

    def __init__(self, option: OptionRecord, usual: str) -> None:
        super().__init__()
        self.usual = usual
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 0)
        row.setSpacing(4)
        self._buttons: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        for choice in option.choices:
            made = QPushButton(_entry(choice, is_default=choice == usual))
            part(made, "switch" if choice == usual else "departure")
            made.setCheckable(True)
            made.setAccessibleName(f"{option.title}: {made.text()}")
            group.addButton(made)
            row.addWidget(made)
            self._buttons[choice] = made
        row.addStretch(1)
        self.take(usual)
        group.buttonToggled.connect(lambda _, on: self.changed.emit() if on else None)

    @property
    def choice(self) -> str:
        """The selected choice."""
        return next(choice for choice, made in self._buttons.items() if made.isChecked())

    def take(self, choice: str) -> None:
        """Select this choice."""
        self._buttons[choice].setChecked(True)


class OptionsDialog(QDialog):
    """A dialog with the options of a game in progress. Changes take effect with Apply."""

    agreed = Signal(object)
    """The options that were changed: choices by id."""

    def __init__(
        self, parent: QWidget | None, options: Sequence[OptionRecord], now: Mapping[str, str], theme: Theme
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Game options"))
        self.resize(640, 560)
        self._now = now
        self._form = OptionsForm(options, {option.id: option.usual for option in options}, theme)
        self._form.take(now)
        column = QVBoxLayout(self)
        column.addWidget(scrolled(self._form), 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(tr("Cancel"), self.reject))
        row.addWidget(button(tr("Apply"), self.accept, main=True))
        column.addLayout(row)
        self.accepted.connect(self._agree)

    def _agree(self) -> None:
        changed = {id: choice for id, choice in self._form.choices.items() if choice != self._now.get(id)}
        self.agreed.emit(changed)


class OptionsForm(QWidget):
    """A form with all options of a scenario. At first they have their defaults."""

    changed = Signal()

    def __init__(self, options: Sequence[OptionRecord], usual: Mapping[str, str], theme: Theme) -> None:
        super().__init__()
        self._choices: dict[str, _Choices | _TypedOption] = {}
        self._are_numbered = any(option.rule for option in options)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(6)
        head = QHBoxLayout()
        self._told = label("", "caption")
        self._back = button(tr("Reset to defaults"), self.reset_to_defaults)
        part(self._back, "chip")
        head.addWidget(self._told, 1)
        head.addWidget(self._back)
        column.addLayout(head)
        groups: dict[str, list[OptionRecord]] = {}
        for option in options:
            groups.setdefault(option.group, []).append(option)
        for name, inside in groups.items():
            fold = Fold(f"{name} ({len(inside)})", theme)
            for option in inside:
                fold.body.addLayout(self._row(option, usual[option.id]))
            fold.unfold(on=len(inside) <= OPEN_AT_FIRST)
            column.addWidget(fold)
        column.addStretch(1)
        self._tell()

    @property
    def chosen(self) -> dict[str, str]:
        """The choices of changed options, by the options' ids."""
        return {id: choices.choice for id, choices in self._choices.items() if choices.choice != choices.usual}

    @property
    def choices(self) -> dict[str, str]:
        """The choice of each option, by its id."""
        return {id: choices.choice for id, choices in self._choices.items()}

    def take(self, chosen: Mapping[str, str]) -> None:
        """Set these options to these choices."""
        for id, choice in chosen.items():
            self._choices[id].take(choice)

    def reset_to_defaults(self) -> None:
        """Set all options to the scenario's defaults."""
        for choices in self._choices.values():
            choices.take(choices.usual)

    def _row(self, option: OptionRecord, usual: str) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 4, 0, 6)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(1)
        if self._are_numbered:
            number = label(option.rule, "clock")
            number.setFixedWidth(56)
            grid.addWidget(number, 0, 0, Qt.AlignmentFlag.AlignTop)
        said = [label(option.title, "title"), *([label(option.why, "caption")] if option.why else [])]
        choices = self._choices[option.id] = (_Choices if option.choices else _TypedOption)(option, usual)
        choices.changed.connect(self._tell)
        for row, widget in enumerate(said):
            widget.setWordWrap(True)
            grid.addWidget(widget, row, 1)
        grid.addWidget(choices, 2, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _tell(self) -> None:
        changed = len(self.chosen)
        told = tr("{count} {count:option|options} changed", count=changed) if changed else tr("Defaults")
        self._told.setText(told)
        self._back.setEnabled(changed > 0)
        self.changed.emit()
