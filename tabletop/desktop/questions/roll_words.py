"""Words about rolls to come."""

import re
from collections.abc import Sequence
from typing import Final

from tabletop.assistance import PendingThrow
from tabletop.desktop.platform.translation import tr

_DICE: Final = re.compile(r"([0-9]+)d")


def dice_in(throws: Sequence[PendingThrow]) -> int:
    """Return the number of dice in these rolls; 0 if it is not known for all of them."""
    counts = [sum(map(int, _DICE.findall(throw.dice))) for throw in throws]
    return sum(counts) if all(counts) else 0


def words_to_roll(throws: Sequence[PendingThrow]) -> str:
    """Return the words of the button for these rolls; "" if the number of dice is not known."""
    dice = dice_in(throws)
    return tr("Roll {count} {count:die|dice}", count=dice) if dice else ""
