"""Prompts of the table put to the player: a choice, a number, a text."""

from typing import Final

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QInputDialog,
    QLineEdit,
    QMessageBox,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.panels.parts import message, plain
from tabletop.game.outcome import Prompt
from tabletop.game.step import Answers
from tabletop.game.values import Value

_MOST_LINES: Final = 15
"""A card with more lines scrolls."""


def chosen_answer(parent: QWidget | None, prompt: Prompt) -> Value:
    """What the player answers; None if they leave it."""
    if not prompt.choices:
        given = str(prompt.default or "")
        text, is_meant = QInputDialog.getText(parent, "Wartable", plain(prompt.question), text=given)
        return text if is_meant else None
    if len(prompt.choices) <= 3:
        return _by_button(parent, prompt)
    labels = [choice.label for choice in prompt.choices]
    usual = next((at for at, choice in enumerate(prompt.choices) if choice.value == prompt.default), 0)
    label, is_meant = QInputDialog.getItem(parent, "Wartable", plain(prompt.question), labels, usual, editable=False)
    return prompt.choices[labels.index(label)].value if is_meant else None


def answers_together(parent: QWidget | None, prompt: Prompt) -> Answers | None:
    """What the player answers to a prompt and to those that follow it, on one card; None if they leave it."""
    prompts = (prompt, *prompt.also)
    card = QDialog(parent)
    card.setWindowTitle(prompt.title or "Wartable")
    form = QFormLayout()
    fields = []
    for each in prompts:
        field = QLineEdit("" if each.default is None else str(each.default))
        field.selectAll()
        form.addRow(plain(each.question), field)
        fields.append(field)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    buttons.accepted.connect(card.accept)
    buttons.rejected.connect(card.reject)
    column = QVBoxLayout(card)
    column.addWidget(_scrolling(form) if len(prompts) > _MOST_LINES else _holding(form))
    column.addWidget(buttons)
    is_meant = card.exec() == QDialog.DialogCode.Accepted
    card.deleteLater()
    return tuple((each.key, field.text()) for each, field in zip(prompts, fields, strict=True)) if is_meant else None


def _holding(form: QFormLayout) -> QWidget:
    made = QWidget()
    made.setLayout(form)
    return made


def _scrolling(form: QFormLayout) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(_holding(form))
    return area


def _by_button(parent: QWidget | None, prompt: Prompt) -> Value:
    box = message(parent, prompt.question)
    buttons = [box.addButton(choice.label, QMessageBox.ButtonRole.AcceptRole) for choice in prompt.choices]
    for choice, made in zip(prompt.choices, buttons, strict=True):
        if choice.value == prompt.default:
            box.setDefaultButton(made)
    leave = box.addButton("Leave it", QMessageBox.ButtonRole.RejectRole)
    leave.setVisible(False)
    box.setEscapeButton(leave)
    box.exec()
    pressed = box.clickedButton()
    return next((c.value for c, button in zip(prompt.choices, buttons, strict=True) if button is pressed), None)
