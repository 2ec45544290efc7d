"""Legs of sea deployment and their costs (7.1), one-hex deployment (7.2), and moves out of the off-map boxes (6.4)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from rules_assist.map.path_search import search
from tabletop.module.module_words import says

from ..position.calendar import FIRST_DEPLOYMENT, SECOND_DEPLOYMENT
from ..position.facts import Facts
from ..position.geography import ALLIES, BOXES, JAPAN
from ..position.points import ANY_POOL, NO_POOL, TRANSPORT, Points
from ..position.units import Unit
from .sea_movement import Ways, course_of, sail

SEA_DEPLOY: Final = "sea-deploy"
"""The id of the way of moving in the rule files for a leg of sea deployment (7.1)."""

_MOST_LEGS: Final = 50
_LEG_WEIGHT: Final = 1_000
"""A weight that is greater than the length of any way in hexes, so that fewer legs are preferred to fewer hexes."""


class Charge(Struct, frozen=True):
    """Transport Points by pool. `either` are points that the US or the British pool can pay (G-59)."""

    japan: int = 0
    us: int = 0
    britain: int = 0
    either: int = 0

    @property
    def total(self) -> int:
        """The sum of all pools."""
        return self.japan + self.us + self.britain + self.either

    def times(self, count: int) -> "Charge":
        """Return the charge multiplied by this number."""
        return Charge(self.japan * count, self.us * count, self.britain * count, self.either * count)

    def __add__(self, other: "Charge") -> "Charge":
        return Charge(
            self.japan + other.japan, self.us + other.us, self.britain + other.britain, self.either + other.either
        )

    def missing(self, had: Points) -> int:
        """Return the number of points that are missing, all pools together; 0 if the charge can be paid."""
        own = max(0, self.japan - had.tp_japan)
        us, britain = had.tp_us - self.us, had.tp_britain - self.britain
        spare = max(0, us) + max(0, britain)
        return own + max(0, -us) + max(0, -britain) + max(0, self.either - spare)

    def split(self, had: Points) -> Mapping[str, int]:
        """Return the share of each pool, by its name.

        Points that either pool can pay come from the fuller one first.
        """
        us, britain = self.us, self.britain
        for _ in range(self.either):
            if had.tp_us - us >= had.tp_britain - britain:
                us += 1
            else:
                britain += 1
        paid = {"Japan": self.japan, "US": us, "Britain": britain}
        return {pool: points for pool, points in paid.items() if points}


def pool_of(facts: Facts, unit: Unit) -> str:
    """Return the pool that moves a unit: Japan, US, Britain, none, or `US or Britain` (3.3.6, G-59)."""
    if unit.sort.pool == ANY_POOL and facts.rules("G-59", "by-flag"):
        return {"US": "US", "ANZAC": "US", "Britain": "Britain"}.get(unit.sort.nation, NO_POOL)
    return unit.sort.pool


def charge_for(facts: Facts, members: Iterable[Unit], times: int = 1) -> Charge:
    """Return the Transport ratings of some units by the pool that pays, multiplied by this factor."""
    found = Charge()
    for unit in members:
        points = unit.transport * times
        match pool_of(facts, unit):
            case "Japan":
                found += Charge(japan=points)
            case "US":
                found += Charge(us=points)
            case "Britain":
                found += Charge(britain=points)
            case "US or Britain":
                found += Charge(either=points)
    return found


def has_pool(facts: Facts, unit: Unit) -> bool:
    """Return whether any Transport Points can move a unit. None can move the Dutch (15.4)."""
    return pool_of(facts, unit) in (*TRANSPORT, ANY_POOL)


class Deployment(Struct, frozen=True):
    """A base that sea deployment reaches: the bases of its legs, beginning with the start; all nodes on the way; the
    cost.

    `is_stopped`: it is in enemy Air ZOC, where the deployment ends for the phase.
    """

    bases: tuple[str, ...]
    path: tuple[str, ...]
    charge: Charge
    is_stopped: bool

    @property
    def legs(self) -> int:
        """The number of its legs."""
        return len(self.bases) - 1


def may_end_leg(facts: Facts, place: str, members: Sequence[Unit]) -> bool:
    """Return whether a leg can end in a place: a friendly base without enemy units.

    With the choice `reinforcements-only` of G-12, a leg cannot end in a box. With 16.1.8, a leg of an air unit in the
    Second Deployment Phase cannot end in a base that was captured in this turn.
    """
    side = members[0].side
    if place in BOXES and facts.rules("G-12", "reinforcements-only"):
        return False
    is_new = facts.uses("16.1.8") and facts.moment.phase == SECOND_DEPLOYMENT and place in facts.captured
    if is_new and any(unit.group == "air" for unit in members):
        return False
    return facts.controls(place, side) and not facts.enemy_here(place, side)


def most_legs(charge: Charge, had: Points) -> int:
    """Return the number of legs that can be paid, 50 at most."""
    legs = 0
    while legs < _MOST_LEGS and not charge.times(legs + 1).missing(had):
        legs += 1
    return legs


def sea_deployments(
    facts: Facts, members: Sequence[Unit], start: str, had: Points | None = None
) -> Mapping[str, Deployment]:
    """Return the bases that units can reach together by sea deployment from a base, each with the fewest legs
    (7.1).

    `had` are the available Transport Points (None: those on the track). The conditions for beginning at all, a friendly
    base and a pool, are not checked here.
    """
    side = members[0].side
    course = course_of(facts, SEA_DEPLOY, members)
    charge = charge_for(facts, members)
    points = had or facts.points
    if start in BOXES and facts.rules("G-12", "reinforcements-only"):
        return {}
    most = most_legs(charge, points)
    bases = (*facts.geography.bases, *map(facts.geography.sites.__getitem__, BOXES))
    ends = frozenset(
        node
        for site in bases
        if may_end_leg(facts, site.place, members)
        for node in facts.geography.parts_of(site.place)
    )
    ways: dict[str, Ways] = {}

    def expand(base: str) -> Iterator[tuple[str, int]]:
        if base != start and facts.in_enemy_zone(base, side):
            return
        ways[base] = sail(facts, course, [(base,)], course.allowance)
        for node in ways[base]:
            if node != base and node in ends:
                yield node, _LEG_WEIGHT + ways[base].hexes(node)

    _, found = search([start], expand)
    reached: dict[str, Deployment] = {}
    for base, way in found.items():
        legs = len(way.states) - 1
        if 0 < legs <= most:
            path = (start, *(node for here, there in pairwise(way.states) for node in ways[here][there][1:]))
            reached[base] = Deployment(way.states, path, charge.times(legs), facts.in_enemy_zone(base, side))
    return reached


def one_hex_goals(facts: Facts, unit: Unit) -> tuple[str, ...]:
    """Return the goals of a unit's one-hex deployment, which is free, even in enemy Air ZOC (7.2).

    Ships go to an adjacent friendly base over a sea hexside, and air units to any adjacent friendly base (G-47 can
    exclude those with enemy units). Land units go along a white road; from a hex with enemies they go neither into
    another such hex nor into an enemy base. Replacements cannot deploy in this way (3.3.9).
    """
    geography, side = facts.geography, unit.side
    match unit.group:
        case "naval":
            if unit.hex in BOXES and facts.rules("G-12", "reinforcements-only"):
                return ()
            near = sail(facts, course_of(facts, SEA_DEPLOY, [unit]), [(unit.hex,)], 1) if unit.hex else ()
            bases = (place for place in near if place != unit.hex and facts.controls(place, side))
            return tuple(place for place in bases if _is_open_box(facts, place))
        case "air":
            return tuple(
                place
                for place in geography.adjacent.get(unit.hex, ())
                if facts.controls(place, side) and (facts.rules("G-47", "allowed") or not facts.enemy_here(place, side))
            )
        case "land":
            along = geography.roads.get(unit.hex, ())
            if not is_enemy_occupied(facts, unit.hex, side):
                return along
            return tuple(
                place
                for place in along
                if not is_enemy_occupied(facts, place, side) and not facts.is_enemy_base(place, side)
            )
    return ()


def _is_open_box(facts: Facts, place: str) -> bool:
    return place not in BOXES or facts.rules("G-12", "as-from-any-base")


def is_enemy_occupied(facts: Facts, place: str, side: str) -> bool:
    """Return whether a hex is enemy-occupied for land units on the road: by any unit that is not at sea, or only by
    land units (G-48).
    """
    there = [unit for unit in facts.enemies_at(place, side) if not unit.is_at_sea]
    return any(unit.group == "land" for unit in there) if facts.rules("G-48", "land-units-only") else bool(there)


def box_move_goal(facts: Facts, unit: Unit) -> str:
    """Return the base to which a unit can go from its off-map box in the Reinforcement Phase (6.4); "" if none."""
    if unit.side != ALLIES or unit.hex not in BOXES:
        return ""
    base = facts.geography.sites[unit.hex].connected
    is_open = facts.controls(base, ALLIES) and not facts.units_at(base, JAPAN)
    return base if is_open else ""


class DeploymentRefusal(Struct, frozen=True):
    """The reason for a refusal: the id of the check, the number of the rule, and a sentence."""

    check: str
    rule: str
    says: str


def in_its_box(facts: Facts, unit: Unit) -> DeploymentRefusal | None:
    """Return the reason that keeps a unit in a box of 6.1.1; None for any other unit.

    A carrier stays until it has planes, an air unit of Naval Aviation until a Reinforcement Phase.
    """
    if facts.is_without_planes(unit):
        return DeploymentRefusal(
            "without-planes",
            "6.1.1",
            says("{unit} has no planes; it may not leave its box until it has some.", unit=unit.name),
        )
    if facts.is_naval_aviation(unit):
        sentence = says("{unit} is in Naval Aviation; it leaves the box only in a Reinforcement Phase.", unit=unit.name)
        return DeploymentRefusal("naval-aviation", "6.1.1", sentence)
    return None


def may_deploy(facts: Facts, unit: Unit, how: str) -> DeploymentRefusal | None:
    """Return the reason that a unit cannot deploy at all, by `sea` or by `one-hex`, in this phase; None if there is
    none.
    """
    name, phase = unit.name, facts.moment.phase
    boxed = in_its_box(facts, unit)
    if boxed is not None:
        return boxed
    if unit.force:
        return DeploymentRefusal(
            "deploy-start",
            "7.0",
            says("{unit} is at sea in {force}; only units in port deploy.", unit=name, force=unit.force),
        )
    if how == "sea":
        return _may_deploy_by_sea(facts, unit)
    if phase != FIRST_DEPLOYMENT:
        return DeploymentRefusal(
            "one-hex", "13.0", says("{unit} may deploy by one hex only in the First Deployment Phase.", unit=name)
        )
    if unit.group == "replacements":
        return DeploymentRefusal("one-hex", "3.3.9", says("Replacements cannot deploy by one hex."))
    if unit.deployed:
        return DeploymentRefusal(
            "deployed-twice",
            "7.0",
            says("{unit} has deployed by sea in this phase already.", unit=name)
            if unit.deployed == "sea"
            else says("{unit} has deployed by one hex in this phase already.", unit=name),
        )
    return None


def _may_deploy_by_sea(facts: Facts, unit: Unit) -> DeploymentRefusal | None:
    name = unit.name
    if unit.deployed == "one-hex":
        return DeploymentRefusal(
            "deployed-twice",
            "7.0",
            says("{unit} has deployed by one hex in this phase; it may not go by sea too.", unit=name),
        )
    if unit.is_stopped:
        return DeploymentRefusal(
            "deploy-stopped", "7.1", says("{unit} was stopped by enemy Air ZOC; it may not deploy again.", unit=name)
        )
    if not has_pool(facts, unit):
        return DeploymentRefusal("own-pool", "15.4", says("{unit} is Dutch: no Transport Points move it.", unit=name))
    if facts.moment.phase != FIRST_DEPLOYMENT and unit.group != "naval" and unit.operated_from:
        return DeploymentRefusal(
            "operated",
            "13.0",
            says("{unit} used Operational Movement in this part; it may not deploy again.", unit=name),
        )
    if not facts.controls(unit.hex, unit.side):
        place = facts.title(unit.hex)
        return DeploymentRefusal(
            "deploy-start",
            "7.1",
            says("{unit} must start in a friendly base; {place} is not one.", unit=name, place=place)
            if place
            else says("{unit} must start in a friendly base; it is not in one.", unit=name),
        )
    return None
