"""Stacking: the units of each side in each place, and the capacities of bases and land hexes (3.3.1, 15.2)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from rules_assist.rulebook.place_parts import StackAmount
from tabletop.assistance import Where

from .facts import Facts, facts_of
from .units import Group, Unit

GROUPS: Final[tuple[Group, ...]] = ("air", "naval", "land")
"""The groups that each have a capacity."""

_Spot: TypeAlias = tuple[str, str, Group]


class StackLoad(Struct, frozen=True):
    """A side's units of a group in a place, with their capacity. None means no limit."""

    place: str
    side: str
    group: Group
    units: tuple[Unit, ...]
    capacity: int | None

    @property
    def amount(self) -> int:
        """The Transport ratings of all units."""
        return sum(unit.transport for unit in self.units)


class Excess(StackLoad, frozen=True):
    """A place where a side has more of a group than its capacity."""

    capacity: int


def held(facts: Facts) -> Iterator[StackLoad]:
    """Yield the contents of all places, by side and group.

    Units at sea, and the units that G-13 excludes, do not count.
    """
    return iter(_held(facts).values())


def held_at(facts: Facts, place: str, side: str, group: Group) -> StackLoad:
    """Return a side's units of a group in a place, even if there are none."""
    return _held(facts).get((place, side, group)) or StackLoad(place, side, group, (), facts.capacity(place, group))


def _held(facts: Facts) -> Mapping[_Spot, StackLoad]:
    """Return the contents by place, side and group. They are worked out once for a position."""
    known = facts.kept.get(("held", ""))
    if not isinstance(known, dict):
        known = facts.kept["held", ""] = {(one.place, one.side, one.group): one for one in _counted(facts)}
    return known


def _counted(facts: Facts) -> Iterator[StackLoad]:
    found: dict[_Spot, list[Unit]] = defaultdict(list)
    for unit in facts.in_play():
        is_apart = unit.spot in facts.geography.stands_for and facts.rules("G-13", "do-not-count")
        if unit.group in GROUPS and not unit.is_at_sea and not is_apart:
            found[unit.hex, unit.side, unit.group].append(unit)
    for (place, side, group), there in sorted(found.items()):
        yield StackLoad(place, side, group, tuple(there), facts.capacity(place, group))


def excesses(facts: Facts) -> Iterator[Excess]:
    """Yield all places that hold too much."""
    for one in held(facts):
        if one.capacity is not None and one.amount > one.capacity:
            yield Excess(one.place, one.side, one.group, one.units, one.capacity)


class Capacity:
    """The limit on a group of a side in one place, by Transport ratings."""

    rule = "3.3.1"

    def __init__(self, group: Group, title: str) -> None:
        self.id = group
        self.title = title
        self._group = group

    def stacks(self, situation: Situation, where: Where, coming: Sequence[int] = ()) -> Sequence[StackAmount]:
        """Return the stack of each side that has units of the group in a place.

        Pieces that are `coming` count as if they were there and not at sea.
        """
        facts = facts_of(situation)
        place = facts.geography.hex_of(where.place)
        found = []
        for side in situation.game.sides:
            there = _held(facts).get((place, side, self._group))
            units = {unit.id: unit for unit in there.units} if there is not None else {}
            units |= {unit.id: unit for unit in map(facts.unit, coming) if unit is not None and self._is_of(unit, side)}
            if units:
                stands = sum(unit.transport for unit in units.values())
                capacity, counts = facts.capacity(place, self._group), tuple(unit.transport for unit in units.values())
                found.append(StackAmount(self.id, self.title, self.rule, side, stands, capacity, tuple(units), counts))
        return found

    def _is_of(self, unit: Unit, side: str) -> bool:
        return (unit.side, unit.group) == (side, self._group)


RULES = Rules(
    stacking=(
        Capacity("air", title="Air units"),
        Capacity("naval", title="Ships"),
        Capacity("land", title="Land units"),
    )
)
