"""The command that plays the wars missing from the table."""

import sys
from pathlib import Path
from typing import Final

from tests.modules.war_game import Wars

from .war import War, play

TABLE: Final = Path(__file__).with_name("wars.yaml")
SCENARIOS: Final = ("december-1941", "july-1942")


def facts(war: War) -> str:
    """Return the last fields of a line of the table: the turn, the player part, the Victory Points and the steps."""
    moment = war.facts.moment
    return f"turn: {moment.turn}, part: {moment.phasing}, points: {war.facts.points.vp}, steps: {war.steps}"


WARS: Final = Wars(dict.fromkeys(SCENARIOS, "fire_in_the_sky"), TABLE, play, facts)

if __name__ == "__main__":
    sys.exit(WARS.main(sys.argv[1:]))
