"""What calls the British European Fleet: a Japanese land unit has entered India or Ceylon (15.6)."""

from typing import Final

from tabletop.game.commands import AnyCommand, SetProperty

from .facts import Facts
from .geography import JAPAN

ALARMS: Final = ("Calcutta", "Bombay", "Ceylon")
INDIA_ENTERED: Final = "india_entered"
"""The property of the table that is 1 once a Japanese land unit has entered one of them, though it may have left."""


def has_entered_india(facts: Facts) -> bool:
    """Whether a Japanese land unit ever was ashore in Calcutta, Bombay or Ceylon."""
    return facts.situation.table(INDIA_ENTERED) == 1 or any(_is_there(facts, name) for name in ALARMS)


def entry_noted(facts: Facts) -> list[AnyCommand]:
    """What notes that one is there now: it may be gone before the Allies' next Reinforcement Phase."""
    is_known = facts.situation.table(INDIA_ENTERED) == 1
    return [SetProperty(INDIA_ENTERED, 1)] if not is_known and has_entered_india(facts) else []


def _is_there(facts: Facts, name: str) -> bool:
    place = facts.geography.find(name) or ""
    ashore = (unit for unit in facts.units_at(place, JAPAN, "land") if not unit.is_at_sea)
    return any(ashore) or facts.controls(place, JAPAN)
