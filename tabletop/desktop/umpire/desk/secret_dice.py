"""The umpire's dice tray: rolls that the umpire alone learns, and open ones."""

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.panels.dice_tray import DiceFelt, dice_of, result_of
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.umpire.desk.desk_keys import DeskKeys, KeyedPanel
from tabletop.desktop.widgets.panel_parts import button, forget, label
from tabletop.game.change.told import Told
from tabletop.game.commands import RollDice

_USUAL = ("2d6", "1d6", "1d10")


class SecretDicePanel(KeyedPanel):
    """A tray that rolls dice for the umpire alone, or openly, and says who has learned the last result."""

    def __init__(self, model: TableModel, theme: Theme, dice: Sequence[str], keys: DeskKeys) -> None:
        super().__init__(tr("Secret dice"), keys)
        self._model = model
        self._felt = DiceFelt(theme)
        self._felt.setAccessibleName(tr("Dice of the umpire's last roll"))
        self._result = label("", "title")
        self._heard = label(tr("Only umpires see secret rolls."), "caption")
        self._heard.setWordWrap(True)
        self._dice = QComboBox()
        self._dice.setEditable(True)
        self._dice.addItems(list(dict.fromkeys((*dice, *_USUAL))))
        self._dice.setAccessibleName(tr("Dice to roll"))
        self._why = QLineEdit()
        self._why.setPlaceholderText(tr("What for?"))
        self._why.setAccessibleName(tr("Purpose of the secret roll"))
        self.body.addWidget(self._felt, 1)
        words = QHBoxLayout()
        words.addWidget(self._result)
        words.addWidget(self._heard, 1)
        self.body.addLayout(words)
        fields, buttons = QHBoxLayout(), QHBoxLayout()
        fields.addWidget(self._dice, 1)
        fields.addWidget(self._why, 2)
        buttons.addWidget(button(tr("Secretly  Z"), self.roll_secretly, main=True))
        buttons.addWidget(button(tr("Openly  ⇧Z"), self.roll_openly))
        self.body.addLayout(fields)
        self.body.addLayout(buttons)
        model.told.connect(self._show_told)
        model.replaced.connect(self._clear)

    def roll_secretly(self) -> None:
        """Roll the chosen dice for the umpire alone."""
        self._roll(secret=True)

    def roll_openly(self) -> None:
        """Roll the chosen dice openly, so that everybody learns the result."""
        self._roll(secret=False)

    def _roll(self, *, secret: bool) -> None:
        self._model.submit(RollDice(self._dice.currentText().strip(), self._why.text().strip(), secret))
        forget(self._why)

    def _clear(self) -> None:
        """Empty the tray, since another player may be looking."""
        forget(self._why)
        self._felt.lay(())
        self._result.clear()
        self._heard.setText(tr("Only umpires see secret rolls."))

    def _show_told(self, told: Told) -> None:
        if told.key != "rolled":
            return
        self._felt.lay(dice_of(told))
        self._result.setText(result_of(told))
        why = str(told.facts.get("why") or "")
        said = tr("told to everybody") if told.sides is None else tr("told to umpires only")
        if told.sides:
            said = tr("told to some sides only")
        self._heard.setText(tr("{why}: {told}", why=why, told=said) if why else said)
