"""How much of a side each place holds, and how much it may: the capacities of bases and land hexes (3.3.1, 15.2)."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from .facts import Facts
from .units import Group, Unit

GROUPS: Final[tuple[Group, ...]] = ("air", "naval", "land")
"""The groups that have a capacity each."""


class Held(Struct, frozen=True):
    """What a side has of a group in a place, with the capacity for it; None: as much as it likes."""

    place: str
    side: str
    group: Group
    units: tuple[Unit, ...]
    capacity: int | None

    @property
    def amount(self) -> int:
        """The Transport ratings of all of them."""
        return sum(unit.transport for unit in self.units)


class Excess(Held, frozen=True):
    """A place where a side has more of a group than its capacity."""

    capacity: int


def held(facts: Facts) -> Iterator[Held]:
    """What all places hold, by side and group. What is at sea, and what G-13 lets out of account, does not count."""
    found: dict[tuple[str, str, Group], list[Unit]] = defaultdict(list)
    for unit in facts.in_play():
        is_apart = unit.spot in facts.geography.stands_for and facts.rules("G-13", "do-not-count")
        if unit.group in GROUPS and not unit.is_at_sea and not is_apart:
            found[unit.hex, unit.side, unit.group].append(unit)
    for (place, side, group), there in sorted(found.items()):
        yield Held(place, side, group, tuple(there), facts.capacity(place, group))


def held_at(facts: Facts, place: str, side: str, group: Group) -> Held:
    """What a side has of a group in a place, be it nothing."""
    nothing = Held(place, side, group, (), facts.capacity(place, group))
    return next((one for one in held(facts) if (one.place, one.side, one.group) == (place, side, group)), nothing)


def excesses(facts: Facts) -> Iterator[Excess]:
    """All places that hold too much."""
    for one in held(facts):
        if one.capacity is not None and one.amount > one.capacity:
            yield Excess(one.place, one.side, one.group, one.units, one.capacity)
