"""Air counters, fifteen for each side, with strength 2 on the front and 1 on the back: the arrivals of Air Strength by
the schedule, and the free counters for it (3.1, 3.1.2, 6.1).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules_assist.lookup.results_table import tables_in
from tabletop.game.commands import AnyCommand, At, MovePieces, SetTrait

from ..battle.damage import POOL_OF, REMOVED, TURN_TRACK
from ..position import units
from ..position.calendar import LAST_TURN
from ..position.facts import Facts
from ..position.geography import INDIAN_OCEAN, JAPAN, NAVAL_AVIATION, PACIFIC, WEST_COAST, WITHOUT_PLANES
from ..position.units import Unit

MOST: Final = 2
"""The strength of the front of a counter."""

TRAINING: Final = "training"
"""The property of an air unit that trains on the Turn Track (16.2.3)."""

_FLAGS: Final[Mapping[str, frozenset[str]]] = {
    WEST_COAST: frozenset({"US", "ANZAC"}),
    INDIAN_OCEAN: frozenset({"Britain"}),
}
"""The flags that come first for arriving Allied aircraft; they are for colour only (3.1.2)."""


def shows(strength: int) -> str:
    """Return the side of a counter that shows a strength of 1 or 2."""
    return f"strength {strength}"


def in_pool(facts: Facts, side: str) -> tuple[Unit, ...]:
    """Return the free air counters of a side, which are in its pool."""
    return tuple(unit for unit in _counters(facts, side) if unit.spot == POOL_OF[side])


def _counters(facts: Facts, side: str) -> Iterator[Unit]:
    """Return all air counters of a side that are still in the game."""
    return (unit for unit in facts.units.values() if (unit.side, unit.group) == (side, "air") and unit.spot != REMOVED)


def at_spot(facts: Facts, side: str, spot: str) -> tuple[Unit, ...]:
    """Return the air units that would stack with arrivals at a hex or box; none at a cell of the Turn Track.

    They are in the same spot, or anywhere in the hex except in a box of 6.1.1. Units aboard a Task Force do not stack.
    """
    if spot.startswith(TURN_TRACK):
        return ()
    return tuple(
        unit
        for unit in _counters(facts, side)
        if not unit.is_at_sea
        and (unit.spot == spot or (unit.hex == spot and not unit.spot.startswith((NAVAL_AVIATION, WITHOUT_PLANES))))
    )


def due(facts: Facts, side: str) -> int:
    """Return the Air Strength that the schedule brings a side in this turn.

    It is the firm part of the schedule, and as much of the part for freed counters as the counters can hold beyond the
    units in play and all firm arrivals to come.
    """
    turn = facts.moment.turn
    firm, if_free = scheduled(facts, side, turn)
    counters = tuple(_counters(facts, side))
    pool = POOL_OF[side]
    in_play = sum(unit.strength for unit in counters if unit.spot != pool)
    to_come = sum(scheduled(facts, side, later)[0] for later in range(turn, LAST_TURN + 1))
    return firm + min(if_free, max(0, MOST * len(counters) - in_play - to_come))


def scheduled(facts: Facts, side: str, turn: int) -> tuple[int, int]:
    """Return the two figures of the schedule: the arrivals, and the arrivals in counters that losses have freed."""
    cells = _row(facts, turn)
    return int(cells[side]), int(cells[f"{side} if free"])


def may_join_aviation(facts: Facts) -> bool:
    """Return whether the Air Strength that Japan receives in this turn can go to Naval Aviation (6.1.1)."""
    return _row(facts, facts.moment.turn)["naval aviation"] == "yes"


def _row(facts: Facts, turn: int) -> Mapping[str, str]:
    return tables_in(facts.situation)["air-arrivals"].look(facts.situation, {"turn": turn}).lookup().cells


def room(facts: Facts, side: str, spots: Iterable[str]) -> int:
    """Return the most Air Strength that the counters allow to arrive at these spots together.

    A free counter has room for 2 points, and each unit of strength 1 at a spot for one more.
    """
    single = sum(unit.strength < MOST for spot in spots for unit in at_spot(facts, side, spot))
    return MOST * len(in_pool(facts, side)) + single


def fits(facts: Facts, side: str, wanted: Mapping[str, int]) -> bool:
    """Return whether there are counters for this amount of Air Strength at each of these spots."""
    return sum(_needed(facts, side, spot, strength) for spot, strength in wanted.items()) <= len(in_pool(facts, side))


def _needed(facts: Facts, side: str, spot: str, strength: int) -> int:
    """Return the number of free counters that some strength needs at a spot where single points can be raised."""
    raised = min(strength, sum(unit.strength < MOST for unit in at_spot(facts, side, spot)))
    return -(-(strength - raised) // MOST)


def arriving(facts: Facts, side: str, wanted: Mapping[str, int]) -> list[AnyCommand]:
    """Return the commands for Air Strength that arrives in the Pacific, at the wanted spots.

    Single points are raised first, then free counters are taken. Strength for which no counter is free is left out.
    """
    free = list(in_pool(facts, side))
    found: list[AnyCommand] = []
    for spot, strength in wanted.items():
        single = tuple(unit.id for unit in at_spot(facts, side, spot) if unit.strength < MOST)
        raised = single[:strength]
        if raised:
            found.append(SetTrait(raised, units.SHOWS, shows(MOST)))
        rest = strength - len(raised)
        while rest > 0 and free:
            counter = next((unit for unit in free if unit.sort.nation in _FLAGS.get(spot, ())), free[0])
            free.remove(counter)
            found += [
                SetTrait((counter.id,), units.SHOWS, shows(min(rest, MOST))),
                MovePieces((counter.id,), At(PACIFIC, spot)),
            ]
            rest -= MOST
    return found


def half_of(facts: Facts, box: str, base: str) -> str:
    """Return the name of the half of a box of 6.1.1 that belongs to a Japanese Home Base."""
    return f"{box} ({facts.title(base)})"


def open_home_bases(facts: Facts) -> tuple[str, ...]:
    """Return the Japanese Home Bases where reinforcements can arrive: Japan's own, without Allied units (6.1)."""
    return tuple(base for base in facts.home_bases("Japan") if not facts.enemy_here(base, JAPAN))
