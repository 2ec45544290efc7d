"""The things that depend on Supply Lines (3.3.4): supply of land units, the lifeline, bombing (4.3.1, 16.1.3).

`supply.yaml` has the rules of the lines themselves. In rule files only pieces have supply. The questions here are
others: a battle under way knows who has Sea Control, and the lifeline and the bombing need the line of a nation to a
hex without units.
"""

from typing import Final

from msgspec import Struct

from rules_assist.places.supply import WrittenLines, WrittenSupply
from tabletop.module.module_words import says

from ..position.facts import Facts
from ..position.geography import ALLIES, JAPAN, PACIFIC
from ..position.units import Unit

JAPAN_NATION: Final = "Japan"

SUPPLY_LINE: Final = "supply-line"
"""The id of Supply Lines in the rule files."""

BOMBING_HEXES: Final = 4
NEAR_HEXES: Final = 2
"""The range of strategic bombing of a Japanese Home Base, and the range for its +1 (16.1.3)."""


def lines_of(facts: Facts, nation: str) -> WrittenLines:
    """Return the Supply Lines of a nation. They are worked out once for a position.

    Raises TypeError if the rule files do not define them.
    """
    supply = facts.situation.book.ground.supply[SUPPLY_LINE]
    if not isinstance(supply, WrittenSupply):
        raise TypeError(f"{SUPPLY_LINE} is no supply of the rule files")
    return supply.lines_for(facts.situation, JAPAN if nation == JAPAN_NATION else ALLIES, {"nation": nation}, PACIFIC)


def has_line(facts: Facts, nation: str, place: str) -> bool:
    """Return whether a Supply Line of a nation reaches a hex: for oil (5.1), the lifeline (4.3.1), bombing (16.1.3)."""
    return lines_of(facts, nation).line(facts.geography.hex_of(place)) is not None


def chain(facts: Facts, nation: str, place: str) -> tuple[str, ...]:
    """Return the line of a nation to a hex: its Home Base, the bases on the line, and the hex itself; empty if
    there is none.
    """
    lines = lines_of(facts, nation)
    line = lines.line(facts.geography.hex_of(place)) or ()
    return tuple(each for n, each in enumerate(line) if n == len(line) - 1 or lines.is_base(each))


class UnitSupply(Struct, frozen=True):
    """The supply of a land unit, and its source: a Home Base, Sea Control, or a line; or the reason that it has none.

    `held` are the hexes where lines stop before they reach it, each with the air units whose Air ZOC covers it.
    """

    is_supplied: bool
    why: str
    line: tuple[str, ...] = ()
    held: tuple[tuple[str, tuple[int, ...]], ...] = ()


def supply_of(facts: Facts, unit: Unit, sea_control: str = "") -> UnitSupply:
    """Return the supply of a land unit (3.3.4, 11.2.5.4). `sea_control` is the side that has Sea Control in its hex.

    Dutch units are never supplied (15.4). Sea Control in the other half of Malaya does not count, so the caller does
    not give it (15.1).
    """
    if unit.is_dutch:
        return UnitSupply(False, says("The Dutch are always out of supply."))
    if unit.hex in facts.home_bases(unit.sort.nation):
        return UnitSupply(True, says("It is in its Home Base."))
    if sea_control == unit.side:
        return UnitSupply(True, says("Its side has Sea Control."))
    if sea_control:
        return UnitSupply(False, says("The enemy has Sea Control."))
    lines = lines_of(facts, unit.sort.nation)
    line = lines.line(unit.hex) if unit.hex else None
    if line is not None:
        return UnitSupply(True, says("A Supply Line reaches it."), line)
    held = lines.held_before(unit.hex) if unit.hex else {}
    return UnitSupply(False, says("No Supply Line reaches it."), held=tuple(held.items()))


def lifeline(facts: Facts) -> bool:
    """Return whether the line from West Coast USA to Brisbane is open (4.3.1).

    G-16 decides the case in which Japan holds Brisbane.
    """
    brisbane = facts.geography.find("Brisbane") or ""
    if facts.controls(brisbane, JAPAN) and facts.rules("G-16", "always-cut"):
        return False
    return has_line(facts, "US", brisbane)


class Bombing(Struct, frozen=True):
    """The Allies' bombing of Japan (16.1.3): the bases in range that a line reaches, the bases in range without a
    line, and the bases near enough to give the dice +1.
    """

    bases: tuple[str, ...]
    unsupplied: tuple[str, ...]
    near: tuple[str, ...]


def bombing(facts: Facts) -> Bombing:
    """Return the bases for strategic bombing, and the near ones that give +1, which need no Supply Line."""
    homes = [site.place for site in facts.geography.sites.values() if site.home == JAPAN_NATION]
    away: dict[str, int] = {}
    for site in facts.bases(ALLIES):
        hexes = [facts.geography.distance(site.place, home) for home in homes]
        away[site.place] = min(each for each in hexes if each is not None)
    in_range = {place: has_line(facts, "US", place) for place, hexes in away.items() if hexes <= BOMBING_HEXES}
    return Bombing(
        tuple(place for place, has in in_range.items() if has),
        tuple(place for place, has in in_range.items() if not has),
        tuple(place for place, hexes in away.items() if hexes <= NEAR_HEXES),
    )
