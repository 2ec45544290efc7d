"""The command that plays the wars missing from the table."""

import sys
from pathlib import Path
from typing import Final

from tests.modules.war_game import Wars

from .scenarios import SCENARIOS
from .war import AirWar, play

TABLE: Final = Path(__file__).with_name("wars.yaml")


def facts(war: AirWar) -> str:
    """Return the last fields of a line of the table: the points of both sides, and the steps."""
    allied, japanese = war.points()
    return f"allied: {allied}, japanese: {japanese}, steps: {war.steps}"


WARS: Final = Wars({id: scenario.module for id, scenario in SCENARIOS.items()}, TABLE, play, facts)

if __name__ == "__main__":
    sys.exit(WARS.main(sys.argv[1:]))
