"""Task Forces (8.1): units of one side with the same force name, which move together."""

from math import ceil
from typing import Final

from msgspec import Struct

from .units import Unit

MOST_SHIPS: Final = 4
MOST_PASSENGERS: Final = 1
LONG_HAUL_HEXES: Final = 4
"""The distance beyond which ships burn half as much oil again (8.4)."""


class TaskForce(Struct, frozen=True):
    """A Task Force: its side, its name and its units. It has at least one unit."""

    side: str
    name: str
    members: tuple[Unit, ...]

    @property
    def ships(self) -> tuple[Unit, ...]:
        """Its naval units."""
        return tuple(unit for unit in self.members if unit.group == "naval")

    @property
    def passengers(self) -> tuple[Unit, ...]:
        """The land unit, air unit or Replacements aboard."""
        return tuple(unit for unit in self.members if unit.group in ("land", "air", "replacements"))

    @property
    def hex(self) -> str:
        """The hex of its first unit."""
        return self.members[0].hex

    @property
    def needs_land(self) -> bool:
        """True if it must end its move in a land hex: it carries a land unit or Replacements (3.2.3)."""
        return any(unit.group in ("land", "replacements") for unit in self.members)

    @property
    def has_carrier(self) -> bool:
        """True if it goes to the Carrier Task Force box: it has a CV or CVL (11.2.1)."""
        return any(unit.sort.type in ("CV", "CVL") for unit in self.ships)

    @property
    def destroyers(self) -> tuple[Unit, ...]:
        """Its destroyers, which fight submarines (11.1.2)."""
        return tuple(unit for unit in self.ships if unit.sort.type == "DD")


def oil_for(ships: tuple[Unit, ...], hexes: int, *, is_reaction: bool, long_reaction_costs_more: bool = False) -> int:
    """Return the Oil Points that Japanese ships of one Task Force burn over this number of hexes (8.4).

    No hexes cost nothing, 1 to 4 hexes cost the ships' Transport ratings, and more hexes cost half as much again,
    rounded up once. The chart takes the Transport ratings for any Reaction, unless `long_reaction_costs_more` (G-22).
    """
    rating = sum(unit.transport for unit in ships)
    if hexes <= 0:
        return 0
    is_long = hexes > LONG_HAUL_HEXES and (not is_reaction or long_reaction_costs_more)
    return ceil(rating * 3 / 2) if is_long else rating
