"""The landings and the land combat of a simulated battle (11.2.5)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

import numpy as np
from msgspec.structs import replace

from rules_assist.chance.many_throws import Bools, Ints

from ..battle.damage import is_hurt
from ..position.calendar import enemy_of
from ..position.units import FULL, Unit
from ..procedures.battle.battle_state import faces_other_waters
from ..procedures.battle.board import AIR, AT_ANCHOR, BOMBARDMENT, LAND, LONG_RANGE, SIDES
from .fight import LOST, Fight


class Ashore:
    """The landings and the land combat of a fight, and the capture of the base by the phasing side."""

    def __init__(self, fight: Fight) -> None:
        self._fight = fight
        self._facts = fight.facts
        self._muster = fight.muster
        self._ours = fight.facts.moment.phasing
        self._theirs = enemy_of(self._ours)
        self._landed: dict[int, Bools] = {}
        self._ashore = {side: {unit.id: unit for unit in self._muster.lying_in(side, LAND)} for side in SIDES}

    def fight(self) -> Bools:
        """Return a mask of the repetitions in which the phasing side ends alone at a base that is not its own
        (11.2.6).
        """
        if self._fight.since.awaits("land-ashore"):
            for side in SIDES:
                self._land(side)
        if self._fight.since.awaits("fight-on-land"):
            self._combat()
        return self._is_taken()

    # the units there

    def _stands(self, unit: Unit) -> Bools:
        """Return a mask of the repetitions in which a unit is ashore."""
        there = self._fight.remain(unit)
        return there & self._landed[unit.id] if unit.id in self._landed else there

    def _land_units(self, side: str) -> Iterable[tuple[Unit, Bools]]:
        """Return the land units of a side, each with a mask of the repetitions in which it is ashore."""
        return [(unit, self._stands(unit)) for unit in self._ashore[side].values() if unit.group == "land"]

    def _strength(self, side: str) -> Ints:
        return sum((unit.strength * there for unit, there in self._land_units(side)), self._fight.constant(0))

    # 11.2.5.1

    def _land(self, side: str) -> None:
        """Land all units that can land, as far as there is room."""
        taken = sum(unit.transport for unit in self._muster.lying_in(side, LAND) if unit.group == "land")
        room = self._fight.constant((self._facts.capacity(self._muster.place, "land") or 0) - taken)
        for unit in self._muster.lying_in(side, BOMBARDMENT):
            if unit.group not in ("land", "replacements"):
                continue
            size = unit.transport if unit.group == "land" else 0
            lands = self._may_land(unit) & (size <= room)
            if lands.any():
                room -= size * lands
                self._landed[unit.id] = lands
                self._ashore[side][unit.id] = unit

    def _may_land(self, unit: Unit) -> Bools:
        """Return a mask of the repetitions in which only a lack of room can keep a unit from landing."""
        fight, facts, water = self._fight, self._facts, self._muster.water(unit)
        may = fight.control[water][unit.side] | self._takes_it_at_once(unit.side)
        hits = fight.hits[fight.row(unit)]
        hurt = [is_hurt(facts, replace(unit, half_hits=2 * hit)) for hit in range(int(hits.max()) + 1)]
        may &= fight.remain(unit) & ~np.array(hurt)[hits]
        is_land = facts.geography.is_land(self._muster.place)
        return may & bool(may.any() and is_land and self._muster.is_in_range(water, unit.side))

    def _takes_it_at_once(self, side: str) -> Bools:
        """Return a mask of the repetitions in which no enemy remains, so that G-24 lets units land without Sea Control.

        Long Range Air does not count.
        """
        enemy = enemy_of(side)
        if not self._facts.rules("G-24", "occupied-at-once"):
            return self._fight.everywhere(False)
        far = {unit.id for unit in self._muster.lying_in(enemy, LONG_RANGE)}
        there = [unit for unit in self._muster.units if unit.side == enemy and unit.id not in far]
        return ~self._fight.any_remain(there)

    # 11.2.5.3 to 11.2.5.5

    def _combat(self) -> None:
        """Attack with the phasing side if it has a full-strength land unit. Only the other side can lose anything."""
        fight, theirs = self._fight, self._theirs
        planes = [(unit, fight.remain(unit)) for unit in self._muster.lying_in(theirs, AIR)]
        enemies = [there for _, there in (*self._land_units(theirs), *planes)]
        attackers = [there for unit, there in self._land_units(self._ours) if unit.shows == FULL]
        attacked = _anywhere(fight, attackers) & _anywhere(fight, enemies)
        if not attacked.any():
            return
        hits = {side: self._support(side, attacked) + self._thrown(side, attacked) for side in SIDES}
        hits[theirs] = hits[theirs] + sum(fight.strength[fight.row(unit)] * there for unit, there in planes)
        beaten = attacked & (hits[self._ours] > hits[theirs])
        routed = attacked & (hits[self._ours] > hits[theirs] + self._strength(theirs))
        for unit, there in self._land_units(theirs):
            is_last = unit.shows != FULL or not unit.sort.reduced
            fight.befalls(unit, LOST, there & (beaten if is_last else routed))
        for unit, there in planes:
            is_weak = fight.strength[fight.row(unit)] == 1
            fight.befalls(unit, LOST, there & (routed | (beaten & is_weak)))

    def _support(self, side: str, attacked: Bools) -> Ints:
        """Return the hits of ground support, at most the Combat Strength."""
        fight = self._fight
        if not fight.since.awaits("support"):
            return fight.constant(self._muster.battle.support.get(side, 0))
        strength = self._strength(side)
        able = attacked & (strength > 0)
        hits = fight.constant(0)
        for supremacy, where in ((True, fight.supreme[side]), (False, ~fight.supreme[side])):
            for pool, dice in (("air_points", fight.points[side]), ("firepower", self._guns(side))):
                there = dice * (able & where)
                if there.any():
                    given = {pool: 1, "combat_strength": 1, "supremacy": supremacy}
                    hits = hits + fight.throws.hits(there, fight.chances.die("ground-support", **given))
        return np.minimum(hits, strength)

    def _guns(self, side: str) -> Ints:
        """Return the Firepower of the ships that support the land combat (11.2.5.3, 15.1)."""
        fight, found = self._fight, self._fight.constant(0)
        for ship in self._muster.reserve(side):
            water = self._muster.water(ship)
            may = fight.control[water][side] | (not faces_other_waters(self._muster.battle, side, water))
            found = found + ship.sort.firepower * (may & fight.remain(ship))
        return found

    def _thrown(self, side: str, attacked: Bools) -> Ints:
        """Return the number of hits of a side's land units in each repetition.

        Dice with the same chance are thrown together.
        """
        dice: dict[float, Ints] = defaultdict(lambda: self._fight.constant(0))
        stand_by = side == self._ours and self._facts.rules("G-27", "stand-by")
        for unit, there in self._land_units(side):
            if stand_by and unit.shows != FULL:
                continue
            for holder, where in self._holders(side).items():
                fights = attacked & there & where
                if not fights.any():
                    continue
                is_supplied = self._muster.is_supplied(unit, holder)
                storm = fights & self._storms(unit) if is_supplied else self._fight.everywhere(False)
                for marines, those in ((1, storm), (0, fights & ~storm)):
                    if those.any():
                        given = {"combat_strength": 1, "out_of_supply": int(not is_supplied), "marines": marines}
                        dice[self._fight.chances.die("land-combat", **given)] += unit.strength * those
        return sum((self._fight.throws.hits(each, chance) for chance, each in dice.items()), self._fight.constant(0))

    def _holders(self, side: str) -> Mapping[str, Bools]:
        """Return masks of the repetitions, by the side whose Sea Control decides a side's supply ("" for nobody).

        It is the side's own, the enemy's (not in Malaya, 15.1), or nobody's.
        """
        controls = self._fight.control.values()
        own = _anywhere(self._fight, (each[side] for each in controls))
        enemys = _anywhere(self._fight, (each[enemy_of(side)] for each in controls)) & ~own
        if len(self._muster.waters) > 1:
            enemys = self._fight.everywhere(False)
        return {side: own, enemy_of(side): enemys, "": ~own & ~enemys}

    def _storms(self, unit: Unit) -> Bools:
        """Return a mask of the repetitions in which a unit is a US Marine that came ashore against an enemy where it
        had no friend (16.1.6).
        """
        fight, side = self._fight, unit.side
        if not (self._facts.uses("16.1.6") and unit.sort.is_marine and unit.sort.nation == "US"):
            return fight.everywhere(False)
        landed = self._landed.get(unit.id, fight.everywhere(unit.has_landed))
        friends = [each for each in self._muster.lying_in(side, LAND, AIR, AT_ANCHOR) if not each.has_landed]
        enemies = [(fight.remain(each)) for each in self._muster.lying_in(enemy_of(side), AIR, AT_ANCHOR)]
        enemies += [self._stands(each) for each in self._ashore[enemy_of(side)].values()]
        return landed & ~fight.any_remain(friends) & _anywhere(fight, enemies)

    # 11.2.6

    def _is_taken(self) -> Bools:
        fight, facts, place = self._fight, self._facts, self._muster.place
        site = facts.site(place)
        if site is None or site.kind != "base" or facts.controls(place, self._ours):
            return fight.everywhere(False)
        ours, theirs = (
            _anywhere(fight, (there for _, there in self._land_units(side))) for side in (self._ours, self._theirs)
        )
        taken = ours & ~theirs
        if facts.rules("G-45", "not-placed"):
            taken &= ~fight.any_remain(self._muster.lying_in(self._theirs, AIR, AT_ANCHOR))
        return taken


def _anywhere(fight: Fight, wheres: Iterable[Bools]) -> Bools:
    """Return a mask of the repetitions in which at least one of these masks holds."""
    found = fight.everywhere(False)
    for where in wheres:
        found = found | where
    return found
