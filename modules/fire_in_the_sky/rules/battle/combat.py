"""The hexes of battles (11.2), and the record of a Combat Phase on the table.

The record is one property of the table. It names its player part, so that nobody has to clear it.
"""

from typing import Final

from tabletop.game.commands import SetProperty

from ..position.facts import Facts
from ..position.geography import BOXES
from ..position.units import Unit

FOUGHT: Final = "fought"
"""The property of the table that holds a player part, and the hexes of the battles that were fought in it."""

SUBMARINES: Final = "submarines"
"""The word for the submarine attacks in the list of hexes."""

DIVINE_WIND: Final = "divine_wind"
"""The property of the table that is 1 after Japan has turned to suicide attacks (16.2.4)."""


def fought(facts: Facts) -> frozenset[str]:
    """Return the hexes in which battles were fought in this player part, and `submarines` if submarines have
    attacked.
    """
    part, *places = str(facts.situation.table(FOUGHT) or "").split() or [""]
    return frozenset(places) if part == _part(facts) else frozenset()


def noted(facts: Facts, what: str) -> SetProperty:
    """Return the command that records a battle, by its hex, or the submarine attacks."""
    return SetProperty(FOUGHT, " ".join((_part(facts), *sorted(fought(facts) | {what}))))


def has_divine_wind(facts: Facts) -> bool:
    """Return whether Japan attacks Task Forces with suicide pilots."""
    return facts.uses("16.2.4") and facts.situation.table(DIVINE_WIND) == 1


def battle_hexes(facts: Facts) -> tuple[str, ...]:
    """Return the hexes in which battles must still be fought in this player part."""
    done = fought(facts)
    places = {unit.hex for unit in facts.in_play()} | {unit.committed for unit in long_range_air(facts)}
    return tuple(place for place in sorted(places - {"", *BOXES}) if place not in done and is_contested(facts, place))


def is_contested(facts: Facts, place: str) -> bool:
    """Return whether a battle is fought in a hex (11.2, G-24).

    It holds units of both sides; or it holds only units of the other side, and the phasing player has committed air
    units to it; or it holds none of the other side, and the phasing player can take it.
    """
    ours, theirs = facts.moment.phasing, facts.moment.other
    if facts.units_at(place, theirs):
        return bool(facts.units_at(place, ours)) or bool(long_range_air(facts, place))
    return is_open_to(facts, place, ours)


def is_open_to(facts: Facts, place: str, side: str) -> bool:
    """Return whether units of a side can take a hex without enemies.

    Land units in a base that is not theirs can. So can land units and Replacements aboard a Task Force, at any land. A
    hex that the side controls or has occupied already is not open.
    """
    if facts.controls(place, side) or not facts.geography.is_land(place):
        return False
    if facts.occupied.get(place, (0, ""))[1] == side:
        return False
    there = facts.units_at(place, side)
    lands = any(unit.is_at_sea and unit.group in ("land", "replacements") for unit in there)
    return lands or (facts.is_base(place) and any(unit.group == "land" for unit in there))


def long_range_air(facts: Facts, place: str = "") -> tuple[Unit, ...]:
    """Return the phasing player's air units that are committed to a hex other than their own (10.0), for one hex or for
    all.
    """
    return tuple(
        unit
        for unit in facts.in_play(facts.moment.phasing)
        if unit.group == "air"
        and not unit.is_at_sea
        and unit.committed not in ("", unit.hex)
        and place in ("", unit.committed)
    )


def _part(facts: Facts) -> str:
    return f"{facts.moment.turn}{facts.moment.phasing}"
