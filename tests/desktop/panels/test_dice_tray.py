"""The dice tray: dice thrown by a module's own buttons, with pictures of their faces."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from tabletop.desktop.drawing.pictures.module_pictures import icon_in
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.panels.dice_tray import DicePanel
from tabletop.game.change.told import Told


@pytest.fixture
def dice(qtbot, both, tmp_path: Path) -> DicePanel:
    QPixmap(16, 16).save(str(tmp_path / "hit.png"))
    panel = DicePanel(both.model, LIGHT, [], partial(icon_in, tmp_path))
    qtbot.addWidget(panel)
    return panel


def shown(panel: DicePanel) -> tuple[str, list[bool], list[str]]:
    """Return the dice in the tray as text, whether each is a picture, and the texts of the panel's labels."""
    [tray] = [one for one in panel.findChildren(QWidget) if one.accessibleName() == "Dice of the last roll"]
    texts = [one.text() for one in panel.findChildren(QLabel) if one.text()]
    return tray.accessibleDescription(), [die.picture is not None for die in tray._dice], texts


@pytest.mark.parametrize(
    ("facts", "lying", "pictures", "below"),
    [
        ({"dice": "Attack", "each": "3\n11", "total": 15}, "3, 11", [False, False], ["Dice", "15", "Attack"]),
        (
            {"dice": "Fire", "each": "hit, twice\nmiss", "pictures": "hit.png\n", "total": 0},
            "hit, twice, miss",
            [True, False],
            ["Dice", "hit, twice, miss", "Fire"],
        ),
        ({"dice": "Fire", "each": "hit", "pictures": "gone.png", "total": 1}, "hit", [False], ["Dice", "hit", "Fire"]),
    ],
)
def test_what_a_button_throws_lies_in_the_tray(dice: DicePanel, facts, lying, pictures, below) -> None:
    dice.show_last([Told("said", {"text": "later"}), Told("report", {"text": "thrown", **facts})])
    assert shown(dice) == (lying, pictures, below)
