"""The participants of a simulated battle, their boxes on the Battle Board, and the choices of both sides."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure.plain_data import from_plain
from tabletop.module.module_words import says

from ..battle.combat import long_range_air
from ..position.facts import Facts
from ..position.forces import TaskForce
from ..position.geography import JAPAN
from ..position.units import Unit
from ..procedures.battle import board
from ..procedures.battle.air_combat import elite_points
from ..procedures.battle.battle_state import Battle, water_of
from ..procedures.battle.board import (
    AIR,
    AT_ANCHOR,
    BOMBARDMENT,
    CARRIERS,
    LAND,
    LONG_RANGE,
    SEA_CONTROL,
    SIDES,
    TASK_FORCES,
    Box,
)
from ..procedures.battle.procedure import BATTLE
from ..procedures.battle.surface_combat import is_express
from ..sea.return_ports import landing_range
from ..sea.supply_lines import supply_of


def choices_of(facts: Facts, muster: "Muster") -> tuple[str, ...]:
    """Return the choices of both sides in a forecast of a battle."""
    found = [
        says(
            "Air Points attack Task Forces evenly, else the Base; "
            "those that find nothing there support the land combat."
        ),
        says(
            "All ships of Bombardment Task Forces fight for Sea Control, the strongest against the strongest, "
            "and the hits on a ship are checked in that order."
        ),
        says("Nobody withdraws."),
        says("Every unit that can land does, and the phasing side attacks; Replacements are kept."),
    ]
    if any(facts.is_naval_aviation(unit) for unit in muster.units):
        found.append(says("Naval Aviation takes no part (6.1.1)."))
    if facts.uses("16.2.4"):
        found.append(says("Japan does not turn to suicide attacks now (16.2.4)."))
    if facts.uses("16.2.5"):
        found.append(says("A Task Force without carriers bombards, even if its battleships carry aircraft (16.2.5)."))
    return tuple(found)


_STEPS: Final = tuple(step.id for step in BATTLE.steps)


class Since(Struct, frozen=True):
    """The stage from which a battle is simulated: the data of the battle, and its current step."""

    battle: Battle = Battle()
    step: str = _STEPS[0]

    def awaits(self, step: str) -> bool:
        """Return whether a step of the battle is under way or still to come."""
        return _STEPS.index(self.step) <= _STEPS.index(step)


NOT_BEGUN: Final = Since()


def battles_under_way(situation: Situation) -> Mapping[str, Since]:
    """Return the battles that have begun, by their hexes."""
    found = [frame for frame in situation.game.frames.values() if frame.procedure == BATTLE.id and frame.step in _STEPS]
    begun = [Since(from_plain(frame.state, Battle), frame.step) for frame in found if frame.state.get("place")]
    return {since.battle.place: since for since in begun}


def since_of(situation: Situation, place: str) -> Since:
    """Return the stage of the battle in a hex; NOT_BEGUN if it is not under way."""
    return battles_under_way(situation).get(place, NOT_BEGUN)


def _box_of(force: TaskForce) -> Box:
    return CARRIERS if force.has_carrier else BOMBARDMENT


class Muster:
    """The participants of a battle, in the boxes of the Battle Board.

    If they are not laid out yet, they are in the boxes that they would get now.
    """

    def __init__(self, facts: Facts, place: str, since: Since = NOT_BEGUN) -> None:
        self.facts = facts
        self.place = place
        self.since = since
        self.waters = facts.geography.parts_of(place)
        self._supplied: dict[tuple[int, str], bool] = {}
        self._in_range: dict[tuple[str, str], bool] = {}

    # boxes

    def lying_in(self, side: str, *boxes: Box) -> Sequence[Unit]:
        """Return the units of a side in some boxes, in the order of the table."""
        return [unit for unit in self.units if unit.side == side and self._boxes[unit.id] in boxes]

    @cached_property
    def units(self) -> Sequence[Unit]:
        """All participants."""
        return [unit for unit in self.facts.units.values() if unit.id in self._boxes]

    @cached_property
    def _boxes(self) -> Mapping[int, Box]:
        if self.since.awaits("prepare"):
            return self._as_laid_out()
        boxes: tuple[Box, ...] = (*TASK_FORCES, AT_ANCHOR, AIR, LONG_RANGE, LAND)
        places = ((side, box) for side in SIDES for box in boxes)
        return {unit.id: box for side, box in places for unit in board.lying_in(self.facts, side, box)}

    def _as_laid_out(self) -> Mapping[int, Box]:
        found: dict[int, Box] = {}
        for force in self.facts.forces:
            if force.hex == self.place:
                found |= dict.fromkeys((unit.id for unit in force.members), _box_of(force))
        at_base: Mapping[str, Box] = {"naval": AT_ANCHOR, "air": AIR, "land": LAND, "replacements": LAND}
        for unit in self.facts.units_at(self.place):
            if not unit.is_at_sea and unit.group in at_base and not self._stays_out(unit):
                found[unit.id] = at_base[unit.group]
        return found | dict.fromkeys((unit.id for unit in long_range_air(self.facts, self.place)), LONG_RANGE)

    def _stays_out(self, unit: Unit) -> bool:
        """Return whether a unit of Naval Aviation is not even a target (6.1.1, G-19)."""
        return self.facts.is_naval_aviation(unit) and self.facts.rules("G-19", "never")

    @cached_property
    def battle(self) -> Battle:
        """The data of the battle besides the boxes of its units."""
        if not self.since.awaits("prepare"):
            return self.since.battle
        forces: dict[str, tuple[str, ...]] = {}
        for water in self.waters:
            sailing = {unit.side for unit in self.units if unit.is_at_sea and self.water(unit) == water}
            forces[water] = tuple(side for side in SIDES if side in sailing)
        return Battle(side=self.facts.moment.phasing, place=self.place, forces=forces)

    def water(self, unit: Unit) -> str:
        """Return the water of a unit of a Task Force."""
        return water_of(self.facts, unit)

    # the air

    @cached_property
    def air_points(self) -> Mapping[str, int]:
        """The Air Points of both sides before air-to-air combat, by side (11.2.2.1)."""
        if not self.since.awaits("count-air-points"):
            return {side: self.battle.points_of(side) for side in SIDES}
        return {side: self._air_points(side) for side in SIDES}

    def _air_points(self, side: str) -> int:
        carriers = sum(unit.sort.air for unit in self.lying_in(side, CARRIERS))
        afar = sum(unit.strength for unit in self.lying_in(side, LONG_RANGE)) // 2
        return carriers + afar + sum(unit.strength for unit in self.lying_in(side, AIR) if self._flies(unit))

    def _flies(self, unit: Unit) -> bool:
        is_away = unit.side == self.facts.moment.phasing and unit.committed not in ("", self.place)
        return not is_away and not self.facts.is_naval_aviation(unit)

    @cached_property
    def elite(self) -> int:
        """The number of Japan's Air Points that are elite (16.2.3)."""
        if not self.since.awaits("count-air-points"):
            return self.battle.elite
        return elite_points(self.facts, self.lying_in(JAPAN, CARRIERS))

    # the sea

    def line(self, side: str, water: str) -> Sequence[Unit]:
        """Return the ships of a side that fight for Sea Control in a water, the strongest first."""
        return [ship for ship in self._fighting(side) if self.water(ship) == water]

    def _fighting(self, side: str) -> Sequence[Unit]:
        boxes: tuple[Box, ...] = (SEA_CONTROL, BOMBARDMENT) if self._commits(side) else (SEA_CONTROL,)
        ships = [unit for unit in self.lying_in(side, *boxes) if unit.group == "naval"]
        return sorted(ships, key=lambda ship: (-ship.sort.firepower, -ship.sort.defence, ship.id))

    def _commits(self, side: str) -> bool:
        """Return whether a side must still choose its ships for Sea Control."""
        has_said = self.since.step == "commit" and side not in self.battle.acting
        return self.since.awaits("commit") and not has_said

    def reserve(self, side: str) -> Sequence[Unit]:
        """Return a side's ships of Bombardment Task Forces that do not fight for Sea Control; none while the side must
        still choose.
        """
        if self._commits(side):
            return ()
        return [unit for unit in self.lying_in(side, BOMBARDMENT) if unit.group == "naval"]

    def is_express(self, ship: Unit) -> bool:
        """Return whether a ship belongs to the Tokyo Express, which fires first (16.2.2)."""
        return is_express(self.facts, ship)

    # the land; each is worked out once

    def is_supplied(self, unit: Unit, holder: str) -> bool:
        """Return whether a land unit fights in supply if the side `holder`, or nobody (""), has Sea Control."""
        key = (unit.id, holder)
        if key not in self._supplied:
            self._supplied[key] = supply_of(self.facts, unit, holder).is_supplied
        return self._supplied[key]

    def is_in_range(self, water: str, side: str) -> bool:
        """Return whether a water is near enough to a friendly base for a side's landings."""
        key = (water, side)
        if key not in self._in_range:
            self._in_range[key] = landing_range(self.facts, water, side).in_range
        return self._in_range[key]
