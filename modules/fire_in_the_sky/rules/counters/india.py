"""The call of the British European Fleet after a Japanese land unit has entered India or Ceylon (15.6)."""

from typing import Final

from tabletop.game.commands import AnyCommand, SetProperty

from ..position.facts import Facts
from ..position.geography import JAPAN

ALARMS: Final = ("Calcutta", "Bombay", "Ceylon")
INDIA_ENTERED: Final = "india_entered"
"""The property of the table that records Japanese land units in India or Ceylon.

It is 1 after one has entered, even if it has left again. It is 2 after the Allies have decided whether the fleet comes.
They decide in their next Reinforcement Phase, and never again.
"""


def calls_the_fleet(facts: Facts) -> bool:
    """Return whether a Japanese land unit has been in Calcutta, Bombay or Ceylon, or Japan controls one of them, and
    the Allies have not been asked yet.
    """
    said = facts.situation.table(INDIA_ENTERED)
    return said == 1 or (said != 2 and any(_is_there(facts, name) for name in ALARMS))


def fleet_was_asked_for() -> SetProperty:
    """Return the command that records the Allies' decision about the fleet."""
    return SetProperty(INDIA_ENTERED, 2)


def entry_noted(facts: Facts) -> list[AnyCommand]:
    """Return the command that records that a Japanese land unit has entered India or Ceylon.

    The list is empty if that is recorded already, if no unit has entered, or if the Allies have decided. The record is
    needed because the unit can be gone again by the Allies' next Reinforcement Phase.
    """
    is_known = facts.situation.table(INDIA_ENTERED) == 1
    return [SetProperty(INDIA_ENTERED, 1)] if not is_known and calls_the_fleet(facts) else []


def _is_there(facts: Facts, name: str) -> bool:
    place = facts.geography.find(name) or ""
    ashore = (unit for unit in facts.units_at(place, JAPAN, "land") if not unit.is_at_sea)
    return any(ashore) or facts.controls(place, JAPAN)
