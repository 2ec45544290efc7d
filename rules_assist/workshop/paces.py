"""All speed targets of the rules assistant, for `wartable bench`."""

from collections.abc import Sequence
from typing import Final

from rules_assist.workshop import (
    air_war_paces,
    assistant_paces,
    battle_board_paces,
    case_paces,
    geometry_paces,
    lookup_paces,
    walk_paces,
)
from tabletop.workshop.bench.assistant_rows import Pace

PACES: Final[Sequence[Pace]] = (
    *assistant_paces.PACES,
    *geometry_paces.PACES,
    *lookup_paces.PACES,
    *case_paces.PACES,
    *battle_board_paces.PACES,
    *walk_paces.PACES,
    *air_war_paces.PACES,
)
