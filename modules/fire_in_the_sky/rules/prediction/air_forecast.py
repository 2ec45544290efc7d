"""The air combat of a simulated battle: Air Points, strikes, hits on units aboard (11.2.2, 11.3)."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from msgspec import Struct

from rules_assist.chance.many_throws import Ints

from ..battle.damage import land_hit_at_sea
from ..position.calendar import enemy_of
from ..position.geography import JAPAN
from ..position.units import Unit
from ..procedures.battle.air_combat import BASE, guns_of_base, ratings_in_halves
from ..procedures.battle.battle_state import meets
from ..procedures.battle.board import AIR, AT_ANCHOR, SIDES, TASK_FORCES
from ..procedures.submarines import target_word
from .fight import DAMAGED, LOST, SUNK, Fight


class AirAttack(Struct, frozen=True, eq=False):
    """Air Points that attack together.

    `by` is their side, `force` the enemy Task Force ("" for the Base), and `targets` are the units there. For each
    repetition, `points` is the number of Air Points, and `elite` the number of elite ones among them.
    """

    by: str
    force: str
    targets: Sequence[Unit]
    points: Ints
    elite: Ints

    @property
    def at_base(self) -> bool:
        """True if it attacks the units at the Base."""
        return self.force == BASE


def fight_in_the_air(fight: Fight) -> None:
    """Fight in the air. Both sides fire at once. If only one side has Air Points left, it has Air Supremacy (11.2.2.2);
    if the other had none from the start, G-52 decides.

    Air Superiority is not decided, because no choice of a forecast depends on it.
    """
    if not fight.since.awaits("fight-in-the-air"):
        return
    before, wind = fight.muster.air_points, fight.chances.has_wind
    if all(before.values()):
        for side in SIDES:
            elite = fight.muster.elite if side == JAPAN else 0
            thrown = fight.chances.throw("air-to-air", side=side, air_points=before[side], elite=elite, kamikaze=wind)
            hits = fight.throws.of(thrown)
            fight.points[enemy_of(side)] = np.maximum(fight.points[enemy_of(side)] - hits, 0)
    fight.elite = np.minimum(fight.elite, fight.points[JAPAN])
    for side in SIDES:
        enemy = enemy_of(side)
        if before[enemy] or fight.facts.rules("G-52", "supremacy"):
            fight.supreme[side] = (fight.points[side] > 0) & (fight.points[enemy] == 0)


# --- targets ---


def fly(fight: Fight) -> None:
    """Fly all remaining strikes. Air Points that find nothing to attack at the Base are kept for ground support."""
    attacks = [attack for side in SIDES for attack in _attacks(fight, side)]
    if fight.since.awaits("strike"):
        for side in SIDES:
            announced = sum((attack.points for attack in attacks if attack.by == side), fight.constant(0))
            fight.points[side] = fight.points[side] - announced if _has_announced(fight, side) else fight.constant(0)
    for attack in attacks:
        if not attack.points.any():
            continue
        left = np.maximum(attack.points - _shot_down(fight, attack), 0)
        if attack.targets:
            _bomb(fight, attack, left)
        elif attack.at_base:
            fight.points[attack.by] = fight.points[attack.by] + left


def _has_announced(fight: Fight, side: str) -> bool:
    is_asked = fight.since.step == "announce" and side not in fight.muster.battle.acting
    return is_asked or not fight.since.awaits("announce")


def _attacks(fight: Fight, side: str) -> Iterable[AirAttack]:
    """Return the strikes of a side: the announced ones, or else its planned ones; none after the strikes of the
    battle.
    """
    if not fight.since.awaits("strike"):
        return ()
    return _announced(fight, side) if _has_announced(fight, side) else _planned(fight, side)


def _announced(fight: Fight, side: str) -> Iterator[AirAttack]:
    forces = _forces(fight, side)
    for strike in fight.muster.battle.strikes:
        if strike.by == side:
            targets = _at_base(fight, side) if strike.force == BASE else forces.get(strike.force, ())
            yield AirAttack(side, strike.force, targets, fight.constant(strike.points), fight.constant(strike.elite))


def _planned(fight: Fight, side: str) -> Iterator[AirAttack]:
    """Yield strikes spread evenly over all Task Forces that are found, with the elite ones at the first.

    If no Task Force is found, there is one strike at the Base, if it may be attacked (G-11).
    """
    points, elite = fight.points[side], fight.elite_of(side)
    forces = _forces(fight, side)
    for number, (name, members) in enumerate(forces.items()):
        share = points // len(forces) + (number < points % len(forces))
        best = np.minimum(share, elite)
        elite = elite - best
        yield AirAttack(side, name, members, share, best)
    if not forces and _may_attack_base(fight, side):
        yield AirAttack(side, BASE, _at_base(fight, side), points, elite)


def _forces(fight: Fight, side: str) -> dict[str, list[Unit]]:
    """Return the enemy Task Forces that the aircraft of a side find: their units, by the names of the Task Forces."""
    muster, found = fight.muster, dict[str, list[Unit]]()
    for unit in muster.lying_in(enemy_of(side), *TASK_FORCES):
        if meets(muster.battle, side, muster.water(unit)):
            found.setdefault(unit.force, []).append(unit)
    return found


def _at_base(fight: Fight, side: str) -> Sequence[Unit]:
    return fight.muster.lying_in(enemy_of(side), AT_ANCHOR, AIR)


def _may_attack_base(fight: Fight, side: str) -> bool:
    facts = fight.facts
    is_enemys = bool(_at_base(fight, side)) or facts.is_enemy_base(fight.muster.place, side)
    return is_enemys or facts.rules("G-11", "allowed")


# --- strikes ---


def _shot_down(fight: Fight, attack: AirAttack) -> Ints:
    """Return the Air Points shot down by the guns."""
    chances, enemy = fight.chances, enemy_of(attack.by)
    if attack.at_base:
        capacity = guns_of_base(fight.facts, fight.muster.place, attack.by)
        return fight.throws.of(chances.throw("anti-aircraft-base", air_capacity=capacity, side=enemy))
    halves = ratings_in_halves(fight.facts, attack.targets)
    guns = chances.throw("anti-aircraft", ratings_in_halves=halves, side=enemy, kamikaze=chances.has_wind)
    return fight.throws.of(guns)


def _bomb(fight: Fight, attack: AirAttack, left: Ints) -> None:
    """Attack all units evenly with the remaining Air Points, carriers first.

    The elite ones attack the first unit, because they are shot down last (G-41).
    """
    elite = np.minimum(attack.elite, left)
    order = sorted(attack.targets, key=lambda unit: (not unit.sort.is_carrier, unit.id))
    for number, unit in enumerate(order):
        dice = left // len(order) + (number < left % len(order))
        best = np.minimum(dice, elite)
        elite = elite - best
        _bombed(fight, unit, _hits(fight, attack, unit, dice, best))


def _hits(fight: Fight, attack: AirAttack, unit: Unit, dice: Ints, elite: Ints) -> Ints:
    """Return the hits on a unit by a number of Air Points, some of which are elite.

    Suicide attackers all hit in a Task Force (16.2.4).
    """
    if attack.by == JAPAN and not attack.at_base and fight.chances.has_wind:
        return dice
    hits = fight.constant(0)
    for best, points in enumerate((dice - elite, elite)):
        for supremacy, where in ((True, fight.supreme[attack.by]), (False, ~fight.supreme[attack.by])):
            if (points * where).any():
                chance = _bombing(fight, attack, unit, elite=best, supremacy=supremacy)
                hits = hits + fight.throws.hits(points * where, chance)
    return hits


def _bombing(fight: Fight, attack: AirAttack, unit: Unit, *, elite: int, supremacy: bool) -> float:
    return fight.chances.die(
        "air-strike",
        unit.id,
        side=attack.by,
        air_points=1,
        elite=elite,
        target=target_word(unit),
        supremacy=supremacy,
        at_anchor=attack.at_base,
        transported=not attack.at_base,
    )


def _bombed(fight: Fight, unit: Unit, hits: Ints) -> None:
    """Apply hits (11.3.1 to 11.3.4). Those on land units and Replacements are kept for later (11.3.2)."""
    row = fight.row(unit)
    if unit.group == "naval":
        sinks = fight.throws.come(fight.chances.sinking_by_hits(unit, int(hits.max()))[hits])
        fight.befalls(unit, SUNK, sinks)
        fight.befalls(unit, DAMAGED, hits > 0)
    elif unit.group == "air":
        fight.strength[row] -= hits
        fight.befalls(unit, LOST, fight.strength[row] <= 0)
    else:
        fight.hits[row] += hits


def settle_hits_aboard(fight: Fight) -> None:
    """Remove the land units and Replacements at sea that the hits of submarines and air strikes eliminate (11.3.2).

    Those that are only reduced cannot land, so they need no change here.
    """
    if not fight.since.awaits("hits-aboard"):
        return
    for side in SIDES:
        for unit in fight.muster.lying_in(side, *TASK_FORCES):
            if unit.group in ("land", "replacements"):
                hits = fight.hits[fight.row(unit)]
                fatal = [hit > 0 and _is_fatal(fight, unit, hit) for hit in range(int(hits.max()) + 1)]
                fight.befalls(unit, LOST, np.array(fatal)[hits])


def _is_fatal(fight: Fight, unit: Unit, hits: int) -> bool:
    return land_hit_at_sea(fight.facts, unit, hits) == "eliminated"
