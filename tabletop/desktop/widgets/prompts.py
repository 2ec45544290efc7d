"""Cards that ask the player the prompts of the table: a choice, a number, a text."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.angle_wheel import AngleWheel
from tabletop.desktop.widgets.panel_parts import LongText, button, message, plain
from tabletop.expression import as_number
from tabletop.game.change.outcome import Prompt
from tabletop.game.change.step import Answers
from tabletop.game.state.values import Value

_MOST_LINES: Final = 15
"""The number of lines beyond which a card scrolls."""
_AREA_WIDTH_PX: Final = 260
_MOST_COUNTED: Final = 1_000_000
_MOST_LISTED: Final = 20

_EDGE_PX: Final = 22
"""The distance of a card beside the maps from the right edge of its window; twice that from the lower edge."""

ClickAnswer: TypeAlias = Callable[[Callable[[Value], None]], object]
"""A function that lets the player click an answer on a map, and calls another one with it."""

NO_CLICKS: Final[Mapping[str, ClickAnswer]] = MappingProxyType({})

_Field: TypeAlias = QLineEdit | LongText | QSpinBox | QComboBox


def chosen_answer(parent: QWidget | None, prompt: Prompt) -> Value:
    """Ask the player a prompt, and return the answer; None if the player cancels."""
    if prompt.form == "degrees":
        return _by_wheel(parent, prompt)
    if not prompt.choices:
        if prompt.form == "number" and prompt.most:
            return _by_number(parent, prompt)
        given = str(prompt.default or "")
        text, is_meant = QInputDialog.getText(parent, "Wartable", plain(prompt.question), text=given)
        return text if is_meant else None
    if len(prompt.choices) <= 3:
        return _by_button(parent, prompt)
    labels = [choice.label for choice in prompt.choices]
    usual = next((at for at, choice in enumerate(prompt.choices) if choice.value == prompt.default), 0)
    label, is_meant = QInputDialog.getItem(parent, "Wartable", plain(prompt.question), labels, usual, editable=False)
    return prompt.choices[labels.index(label)].value if is_meant else None


def _by_number(parent: QWidget | None, prompt: Prompt) -> Value:
    """Ask for a number, at most `prompt.most` above or below 0. Return it; None if the player cancels."""
    usual = as_number(str(prompt.default or 0)) or 0
    number, is_meant = QInputDialog.getInt(parent, "Wartable", plain(prompt.question), usual, -prompt.most, prompt.most)
    return number if is_meant else None


class PromptsCard(QDialog):
    """A card that asks a prompt and those that follow it."""

    def __init__(self, parent: QWidget | None, prompt: Prompt, clicks: Mapping[str, ClickAnswer] = NO_CLICKS) -> None:
        """Make the card. `clicks` let the answers to some prompts be clicked elsewhere, by the keys of the prompts."""
        super().__init__(parent)
        self._prompts = (prompt, *prompt.also)
        self._fields: list[_Field] = []
        self.setWindowTitle(prompt.title or "Wartable")
        form = QFormLayout()
        for each in self._prompts:
            field = _field(each)
            if each.heading:
                form.addRow(QLabel(plain(each.heading)))
            click = clicks.get(each.key)
            row = field if click is None or not isinstance(field, QComboBox) else _clickable(field, each, click)
            form.addRow(plain(each.question), row)
            self._fields.append(field)
        if prompt.below:
            form.addRow(QLabel(plain(prompt.below)))
        column = QVBoxLayout(self)
        column.addWidget(_scrolling(form) if len(self._prompts) > _MOST_LINES else _holding(form))

    @property
    def answers(self) -> Answers:
        """The answers on the card, by the keys of the prompts."""
        fields = zip(self._prompts, self._fields, strict=True)
        return tuple((each.key, _written(field, each)) for each, field in fields)


def answers_together(parent: QWidget | None, prompt: Prompt) -> Answers | None:
    """Ask a prompt and those that follow it on one card. Return the player's answers; None if the player cancels."""
    card = PromptsCard(parent, prompt)
    return card.answers if _is_agreed(card) else None


class CardRequest(Protocol):
    """A request that was made with the answers of a card, and that is carried out or refused later."""

    def when_done(self, does: Callable[[], None]) -> object:
        """Call a function when the request has been carried out."""

    def when_refused(self, does: Callable[[], None]) -> object:
        """Call a function when the request has been refused."""


def ask_beside(
    parent: QWidget,
    prompt: Prompt,
    then: Callable[[Answers], CardRequest],
    clicks: Mapping[str, ClickAnswer] = NO_CLICKS,
) -> PromptsCard:
    """Show a card with a prompt and those that follow it in the lower right corner of a window, whose maps stay in use,
    and return the card.

    When the player agrees, `then` makes a request with the answers. If it is refused, the card comes back.
    """
    card = PromptsCard(parent, prompt, clicks)
    card.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    buttons = _add_buttons(card)
    buttons.rejected.connect(card.close)

    def agree() -> None:
        card.hide()
        made = then(card.answers)
        made.when_done(lambda: _if_there(card, card.close))
        made.when_refused(lambda: _if_there(card, card.show))

    buttons.accepted.connect(agree)
    card.adjustSize()
    edge = parent.mapToGlobal(parent.rect().bottomRight())
    card.move(edge.x() - card.width() - _EDGE_PX, edge.y() - card.height() - 2 * _EDGE_PX)
    card.show()
    return card


def _if_there(card: QDialog, does: Callable[[], object]) -> None:
    """Call a function of a card, unless the card was closed because the table is shown to somebody else."""
    if isValid(card):
        does()


def _clickable(box: QComboBox, prompt: Prompt, click: ClickAnswer) -> QWidget:
    """Return a list with a button beside it, which lets the player click the answer."""

    def take(value: Value) -> None:
        at = next((at for at, choice in enumerate(prompt.choices) if choice.value == value), None)
        if at is not None:
            box.setCurrentIndex(at)

    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(box, 1)
    row.addWidget(button(tr("Click it…"), lambda: click(take), tip=tr("Click the place on the map")))
    return made


def _field(prompt: Prompt) -> _Field:
    """Return the field for the answer, with the default in it."""
    if prompt.choices:
        return _list(prompt)
    text = "" if prompt.default is None else str(prompt.default)
    if prompt.form == "long-text":
        area = LongText(text)
        area.setMinimumWidth(_AREA_WIDTH_PX)
        return area
    number = as_number(text or "0")
    if prompt.form in ("ticks", "number") and number is not None and abs(number) <= _MOST_COUNTED:
        count = QSpinBox()
        count.setRange(0 if prompt.form == "ticks" else -_MOST_COUNTED, max(prompt.most or _MOST_COUNTED, number))
        count.setSuffix(tr(" of {most}", most=prompt.most) if prompt.most else "")
        count.setValue(number)
        return count
    line = QLineEdit(text)
    line.selectAll()
    return line


def _list(prompt: Prompt) -> QComboBox:
    """Return a list of the choices. A long one is searched by typing a part of a name."""
    box = QComboBox()
    box.addItems([choice.label for choice in prompt.choices])
    values = [choice.value for choice in prompt.choices]
    box.setCurrentIndex(values.index(prompt.default) if prompt.default in values else 0)
    if len(values) > _MOST_LISTED:
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        names = QCompleter([choice.label for choice in prompt.choices], box)
        names.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        names.setFilterMode(Qt.MatchFlag.MatchContains)
        box.setCompleter(names)
    return box


def _chosen(box: QComboBox, prompt: Prompt) -> str:
    """Return the value of the chosen line. A typed text that is none of the lines is returned as it is."""
    text, at = box.currentText(), box.currentIndex()
    if at < 0 or box.itemText(at) != text:
        labels = [choice.label.casefold() for choice in prompt.choices]
        at = labels.index(text.casefold()) if text.casefold() in labels else -1
    return str(prompt.choices[at].value) if at >= 0 else text


def _written(field: _Field, prompt: Prompt) -> str:
    """Return the text of a field. If the player has not changed it, this is exactly the original text."""
    if isinstance(field, QComboBox):
        return _chosen(field, prompt)
    if not isinstance(field, QSpinBox):
        return field.text()
    before = "" if prompt.default is None else str(prompt.default)
    return before if field.value() == as_number(before or "0") else str(field.value())


def _holding(form: QFormLayout) -> QWidget:
    made = QWidget()
    made.setLayout(form)
    return made


def _scrolling(form: QFormLayout) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(_holding(form))
    return area


def _by_wheel(parent: QWidget | None, prompt: Prompt) -> Value:
    """Ask for an angle, dragged on a dial or typed, and return its degrees; None if the player cancels."""
    card = QDialog(parent)
    card.setWindowTitle("Wartable")
    wheel, number = AngleWheel(as_number(prompt.default) or 0), QSpinBox()
    number.setRange(0, 359)
    number.setWrapping(True)
    number.setSuffix("°")
    number.setValue(wheel.degrees)
    wheel.turned.connect(number.setValue)
    number.valueChanged.connect(wheel.turn_to)
    column = QVBoxLayout(card)
    column.addWidget(QLabel(plain(prompt.question)))
    column.addWidget(wheel)
    column.addWidget(number)
    return number.value() if _is_agreed(card) else None


def _is_agreed(card: QDialog) -> bool:
    """Show a card with its buttons to the player; return whether the player agrees."""
    buttons = _add_buttons(card)
    buttons.accepted.connect(card.accept)
    buttons.rejected.connect(card.reject)
    is_meant = card.exec() == QDialog.DialogCode.Accepted
    card.deleteLater()
    return is_meant


def _add_buttons(card: QDialog) -> QDialogButtonBox:
    """Add the buttons with which the player agrees or cancels, and return them."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    column = card.layout()
    assert column is not None
    column.addWidget(buttons)
    return buttons


def _by_button(parent: QWidget | None, prompt: Prompt) -> Value:
    box = message(parent, prompt.question)
    buttons = [box.addButton(choice.label, QMessageBox.ButtonRole.AcceptRole) for choice in prompt.choices]
    for choice, made in zip(prompt.choices, buttons, strict=True):
        if choice.value == prompt.default:
            box.setDefaultButton(made)
    leave = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    leave.setVisible(False)
    box.setEscapeButton(leave)
    box.exec()
    box.deleteLater()
    pressed = box.clickedButton()
    return next((c.value for c, button in zip(prompt.choices, buttons, strict=True) if button is pressed), None)
