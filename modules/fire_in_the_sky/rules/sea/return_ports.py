"""The ports to which ships return (12.1), and the distances of landings and air commitments from friendly bases."""

from typing import Final

from msgspec import Struct

from rules_assist.map.path_search import flood

from ..position.facts import Facts
from ..position.geography import ALLIES, INDIAN_OCEAN, JAPAN, WEST_COAST
from ..position.units import OPERATIONAL, Unit
from .sea_movement import AIR_ZOC, course_of_side

LANDING_HEXES: Final = 2
"""The greatest distance of a landing from a friendly base (11.2.5.1)."""

SINGAPORE_OCCUPIED: Final = "singapore_ever_occupied"
"""The property of the table that is 1 after Japan has placed an Occupied Base marker in Singapore (15.5)."""


def return_ports(facts: Facts, unit: Unit) -> tuple[str, ...]:
    """Return the ports to which a naval unit can return; its owner chooses.

    There are none if no port is left (12.1, 15.4, 15.5, G-39).
    """
    match unit.sort.nation:
        case "Japan":
            held = facts.home_bases("Japan")
            return held if facts.rules("G-39", "other-home-base") or len(held) > 1 else ()
        case "Britain":
            return (INDIAN_OCEAN,) if was_singapore_occupied(facts) else (_place(facts, "Singapore"),)
        case "Netherlands":
            surabaya = _place(facts, "Surabaya")
            return (surabaya,) if facts.controls(surabaya, ALLIES) else ()
    return (WEST_COAST,) if unit.side == ALLIES else ()


def was_singapore_occupied(facts: Facts) -> bool:
    """Return whether Japan ever placed an Occupied Base marker in Singapore (15.5).

    Either one is there, or Japan controls Singapore, or the table records it.
    """
    singapore = _place(facts, "Singapore")
    is_there = facts.occupied.get(singapore, (0, ""))[1] == JAPAN or facts.controls(singapore, JAPAN)
    return is_there or facts.situation.table(SINGAPORE_OCCUPIED) == 1


def must_return(unit: Unit) -> bool:
    """Return whether a unit is a ship in play on its operational side, or in a Task Force. Such ships of both sides
    return (12.1).
    """
    return unit.group == "naval" and bool(unit.hex) and (unit.shows == OPERATIONAL or unit.is_at_sea)


class LandingRange(Struct, frozen=True):
    """The nearest friendly base for landings in a hex, and its distance; "" and 0 if none is near enough."""

    in_range: bool
    base: str = ""
    hexes: int = 0


def landing_range(facts: Facts, node: str, side: str) -> LandingRange:
    """Return the nearest friendly base in range for landings of a side in a hex, or in a half of Malaya.

    The hex must be within two hexes of a friendly base. The Allied boxes are one hex from each of their Entry hexes,
    for every Allied unit. Distances ignore terrain, unless G-08 counts by sea.
    """
    geography = facts.geography
    if facts.rules("G-08", "as-the-sea-allows"):
        starts = {geography.node(part): LANDING_HEXES for part in geography.parts_of(node)}
        found = course_of_side(facts, side, AIR_ZOC).reached(starts)
    else:
        found = flood(geography.steps(entries=side == ALLIES), {geography.node(geography.hex_of(node)): LANDING_HEXES})
    for number in found.nodes:
        place = geography.terrain.names[number]
        if facts.controls(place, side):
            return LandingRange(True, place, found.cost(number))
    return LandingRange(False)


def commitment_goals(facts: Facts, unit: Unit) -> tuple[str, ...]:
    """Return the hexes in which an air unit at a base can fight: its own and, in its side's part, those next to it
    (10.0).

    There are none for other units, for a unit aboard, or in an off-map box.
    """
    if unit.group != "air" or unit.is_at_sea or not facts.geography.is_hex(unit.hex):
        return ()
    return (unit.hex, *(facts.geography.adjacent[unit.hex] if unit.side == facts.moment.phasing else ()))


def _place(facts: Facts, name: str) -> str:
    found = facts.geography.find(name)
    if found is None:
        raise LookupError(f"The map has no place '{name}', which the rules speak of.")
    return found
