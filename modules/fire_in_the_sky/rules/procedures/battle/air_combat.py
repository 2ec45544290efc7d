"""The air combat of a battle: Air Points, air-to-air combat, targets, strikes, hits at sea (11.2.2)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final

from msgspec.structs import replace

from rules_assist.lookup.lookup import Lookup
from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Draw, Next, Number, Pick, Roll, Steps, step
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import AnyCommand
from tabletop.module.module_words import says

from ...battle.combat import has_divine_wind
from ...battle.damage import air_losses, hits_at_sea
from ...battle.table_rolls import look, pause
from ...position.calendar import enemy_of
from ...position.facts import Facts, facts_of
from ...position.geography import ALLIES, JAPAN, NAVAL_AVIATION
from ...position.units import Unit
from ..damage_checks import checked
from ..step_questions import Asking, among
from ..submarines import air_hit_at_sea, marked_with_hits, target_word
from .battle_state import Battle, Strike, in_order, meets, water_of
from .board import (
    AIR,
    AT_ANCHOR,
    BOMBARDMENT,
    CARRIERS,
    LONG_RANGE,
    SIDES,
    TASK_FORCES,
    air_points_shown,
    air_status_shown,
    came_from,
    lying_in,
    side_title,
)
from .surface_combat import commit

BASE: Final = ""
"""The word for a target that is not a Task Force: the units at the enemy's Base."""

SUPPORT: Final = "ground support"
_WORDS: Final = {JAPAN: "Japan", ALLIES: "Allies"}
"""The words for the sides in answers. They are the same in every language."""

BETTER_GUNS_TURN: Final = 10
"""The turn from which Japanese ships have half a point more of anti-aircraft (16.2.6)."""


# --- 11.2.2.1 ---


@step("Air Points", rule="3.4.2, 11.2.2.1")
def count_air_points(state: Battle, situation: Situation) -> Next[Battle]:
    """Count both sides' Air Points and put the markers on their tracks."""
    facts = facts_of(situation)
    points = {side: air_points(facts, state.place, side) for side in SIDES}
    counted = replace(state, points=points, elite=elite_points(facts, lying_in(facts, JAPAN, CARRIERS)))
    return Next(fight_in_the_air, counted, air_points_shown(facts, points))


def air_points(facts: Facts, place: str, side: str) -> int:
    """Return the Air Points: those of carriers in Carrier Task Forces, half of those from afar (rounded down), and
    those of air units at the base that fight here.
    """
    carriers = sum(unit.sort.air for unit in lying_in(facts, side, CARRIERS))
    afar = sum(unit.strength for unit in lying_in(facts, side, LONG_RANGE))
    at_base = sum(unit.strength for unit in lying_in(facts, side, AIR) if _fights(facts, unit, place))
    return carriers + afar // 2 + at_base


def _fights(facts: Facts, unit: Unit, place: str) -> bool:
    """Return whether an air unit based here fights in this battle.

    One of the phasing side must not be committed elsewhere, and none may come from Naval Aviation.
    """
    is_away = unit.side == facts.moment.phasing and unit.committed not in ("", place)
    return not is_away and not came_from(facts, unit).startswith(NAVAL_AVIATION)


def elite_points(facts: Facts, carriers: Iterable[Unit]) -> int:
    """Return the number of Air Points of Japanese carriers that still have their elite pilots (16.2.3, G-41)."""
    if not facts.uses("16.2.3"):
        return 0
    elite = [unit for unit in facts.units.values() if unit.sort.is_elite]
    if facts.rules("G-41", "both-units-at-once") and any(unit.has_lost_pilots for unit in elite):
        return 0
    return sum(unit.sort.air for unit in carriers if unit.sort.is_elite and not unit.has_lost_pilots)


# --- 11.2.2.2 ---


@step("Air-to-air combat", rule="11.2.2.2")
def fight_in_the_air(state: Battle, situation: Situation) -> Steps:
    """Roll a die for each Air Point of both sides at once.

    Each hit removes a point. The side with more left has Superiority.
    """
    facts = facts_of(situation)
    hits = dict.fromkeys(SIDES, 0)
    if all(state.points_of(side) for side in SIDES):
        throws = [_air_to_air(situation, state, side) for side in SIDES]
        then = says(
            "Both sides roll at once; each hit shoots down an Air Point. The side with more left has Air Superiority."
        )
        rolled = yield pause(facts.moment.phasing, says("Air-to-air combat"), *throws, then=then)
        hits = {enemy_of(side): each.hits or 0 for side, each in zip(SIDES, rolled, strict=True)}
    left = {side: max(state.points_of(side) - hits[side], 0) for side in SIDES}
    superior = yield from _superior(facts, state, left)
    is_supreme = bool(superior) and has_supremacy(facts, superior, state.points, left)
    after = replace(
        state,
        points=left,
        elite=min(state.elite, left[JAPAN]),
        superior=superior,
        is_supreme=is_supreme,
    )
    effects = air_points_shown(facts, left)
    if superior:
        effects += air_status_shown(facts, superior, is_supreme=is_supreme)
    return Next(announce, replace(after, acting=in_order(facts, after)), effects)


def _air_to_air(situation: Situation, state: Battle, side: str) -> Draw[Lookup]:
    return look(
        situation,
        "air-to-air",
        key=f"air-to-air of {side}",
        why=says("Air-to-air combat, {side}", side=side_title(side)),
        side=side,
        air_points=state.points_of(side),
        elite=state.elite_of(side),
        kamikaze=has_divine_wind(facts_of(situation)),
    )


def _superior(facts: Facts, state: Battle, left: Mapping[str, int]) -> Asking[str]:
    """Return the side with more Air Points. At equal points, it is the side with the higher roll, or the phasing side,
    as G-25 decides.

    If both sides had none from the start, return "", unless one side must line up its ships first.
    """
    if left[JAPAN] != left[ALLIES]:
        return max(SIDES, key=lambda side: left[side])
    if not any(state.points.values()) and not _order_matters(facts):
        return ""
    if facts.rules("G-25", "phasing-side-has-it"):
        return facts.moment.phasing
    for number in count(1):
        japan, allies = yield pause(
            facts.moment.phasing,
            says("Who has Air Superiority?"),
            Roll(f"superiority {number} of Japan", "1d6", says("Air Superiority, Japan")),
            Roll(f"superiority {number} of the Allies", "1d6", says("Air Superiority, Allies")),
            rule="11.2.2.2",
            then=says("Air Points are equal; the higher roll wins."),
        )
        if japan.total != allies.total:
            break
    return JAPAN if japan.total > allies.total else ALLIES


def _order_matters(facts: Facts) -> bool:
    """Return whether ships of both sides can meet, so that one side must line up first."""
    waters = [{water_of(facts, unit) for unit in _ships(facts, side)} for side in SIDES]
    return bool(waters[0] & waters[1])


def _ships(facts: Facts, side: str) -> list[Unit]:
    return [unit for unit in lying_in(facts, side, BOMBARDMENT) if unit.group == "naval"]


def has_supremacy(facts: Facts, superior: str, before: Mapping[str, int], left: Mapping[str, int]) -> bool:
    """Return whether only the superior side has Air Points left. If the other side had none from the start, G-52
    decides.

    `before` and `left` are the Air Points of the sides before and after air-to-air combat.
    """
    if not left[superior] or left[enemy_of(superior)]:
        return False
    return bool(before[enemy_of(superior)]) or facts.rules("G-52", "supremacy")


# --- 11.2.2.3 ---


@step("Targets", rule="11.2.2.3")
def announce(state: Battle, situation: Situation) -> Steps:
    """Ask the side without Air Superiority for the Air Points against each target, and then the other side."""
    facts = facts_of(situation)
    if not state.acting:
        return Next(strike, replace(state, strikes=_ordered(facts, state)))
    side, *later = state.acting
    found = yield from _announced(targets_of(facts, state, side), side, state.points_of(side), state.elite_of(side))
    kept = {**state.points, side: sum(each.points for each in found)}
    announced = replace(state, acting=tuple(later), strikes=(*state.strikes, *found), points=kept)
    return Next(announce, announced, air_points_shown(facts, kept))


def _announced(targets: Sequence[str], side: str, left: int, elite: int) -> Asking[list[Strike]]:
    """Ask a side for the Air Points and elite Air Points against each target, and return its strikes.

    The last target gets all remaining ones.
    """
    found: list[Strike] = []
    for target in targets:
        if not left:
            break
        is_last = target == targets[-1]
        points = yield Number(
            key=f"at {_word_of(target)}",
            by=side,
            question=says("How many Air Points attack {target}?", target=title_of(target)),
            least=left if is_last else 0,
            most=left,
            then=says(
                "{left} {left:is|are} left. The guns fire first; then each one left attacks one unit there.", left=left
            ),
        )
        best = 0
        if elite:
            best = yield Number(
                key=f"elite at {_word_of(target)}",
                by=side,
                question=says(
                    "{points} {points:Air Point attacks|Air Points attack} {target}. How many are elite?",
                    points=points,
                    target=title_of(target),
                ),
                least=max(0, elite - (left - points)),
                most=min(points, elite),
                rule="16.2.3",
                then=says("They have +1."),
            )
        left, elite = left - points, elite - best
        found += [Strike(side, target, points, best)] if points else []
    return found


def targets_of(facts: Facts, state: Battle, side: str) -> tuple[str, ...]:
    """Return the possible targets of a side's Air Points: enemy Task Forces that they find, by name, and BASE.

    The Base is a target if aircraft or ships at anchor are there, if the enemy controls it, or if G-11 allows it.
    """
    enemy = enemy_of(side)
    forces = dict.fromkeys(
        unit.force for unit in lying_in(facts, enemy, *TASK_FORCES) if meets(state, side, water_of(facts, unit))
    )
    is_base = bool(lying_in(facts, enemy, AIR, AT_ANCHOR)) or facts.is_enemy_base(state.place, side)
    return (*forces, BASE) if is_base or facts.rules("G-11", "allowed") else tuple(forces)


def _word_of(target: str) -> str:
    """Return the word by which games store a target. It is the same in every language."""
    return target or "the Base"


def title_of(target: str) -> str:
    """Return the name of a target for players."""
    return target or says("the Base")


def _ordered(facts: Facts, state: Battle) -> tuple[Strike, ...]:
    """Return the strikes in the order in which the sides choose: those of the side without Air Superiority first
    (G-10).
    """
    order = in_order(facts, state)
    return tuple(sorted(state.strikes, key=lambda each: order.index(each.by)))


# --- 11.2.2.4 ---


@step("Air strikes", rule="11.2.2.4, 11.3.3, 11.3.4, 16.2.6")
def strike(state: Battle, situation: Situation) -> Steps:
    """Resolve one strike after the other: anti-aircraft fire, the target of each surviving Air Point, one die each, the
    damage.
    """
    facts = facts_of(situation)
    if not state.strikes:
        return Next(hits_aboard, state)
    this = yield from _next_strike(facts, state)
    later = tuple(each for each in state.strikes if each is not this)
    shot = yield from _anti_aircraft(situation, state, this)
    flying = replace(this, points=this.points - shot, elite=min(this.elite, this.points - shot))
    aims = yield from _aims(facts, flying)
    effects: list[AnyCommand] = []
    best = flying.elite
    for number, (unit, points) in enumerate(aims.items(), 1):
        elite = min(best, points)
        best -= elite
        effects += yield from _struck(situation, state, flying, unit, points, elite, number)
    kept = flying.points - sum(aims.values()) if flying.force == BASE else 0
    left = {**state.points, this.by: state.points_of(this.by) - this.points + kept}
    after = replace(state, strikes=later, points=left)
    return Next(strike, after, [*effects, *air_points_shown(facts, left)])


def _next_strike(facts: Facts, state: Battle) -> Asking[Strike]:
    if facts.rules("G-10", "side-without-superiority-first"):
        return state.strikes[0]
    strikes = {f"{_WORDS[each.by]} against {_word_of(each.force)}": each for each in state.strikes}
    word = yield Pick(
        key="strike",
        by=facts.moment.phasing,
        question=says("Which strike is next?"),
        among=lambda _: [Choice(word, _titled(each)) for word, each in strikes.items()],
    )
    return strikes[word]


def _titled(attack: Strike) -> str:
    return says("{side} against {target}", side=side_title(attack.by), target=title_of(attack.force))


def members_of(facts: Facts, attack: Strike) -> tuple[Unit, ...]:
    """Return the units of the Task Force that is attacked."""
    return tuple(unit for unit in lying_in(facts, enemy_of(attack.by), *TASK_FORCES) if unit.force == attack.force)


def ratings_in_halves(facts: Facts, force: Sequence[Unit]) -> int:
    """Return the anti-aircraft ratings of a Task Force, in halves (11.2.2.4, 16.2.6)."""
    better = facts.uses("16.2.6") and facts.moment.turn >= BETTER_GUNS_TURN
    return sum(unit.sort.anti_aircraft + (better and unit.side == JAPAN) for unit in force if unit.group == "naval")


def guns_of_base(facts: Facts, place: str, by: str) -> int:
    """Return the printed Air Capacity with which a base fires at the Air Points of a side.

    It does not fire at those of its own side, which attack it only to support its garrison (3.2.4, G-11).
    """
    site = facts.site(place)
    return 0 if site is None or facts.controls(place, by) else site.air


def _anti_aircraft(situation: Situation, state: Battle, attack: Strike) -> Asking[int]:
    """Return the number of Air Points of a strike that the guns shoot down. A base without guns does not fire."""
    facts = facts_of(situation)
    enemy = enemy_of(attack.by)
    why = says("Anti-aircraft fire of {target}", target=title_of(attack.force))
    if attack.force == BASE:
        capacity = guns_of_base(facts, state.place, attack.by)
        if not capacity:
            return 0
        guns = look(situation, "anti-aircraft-base", why=why, air_capacity=capacity, side=enemy)
    else:
        halves = ratings_in_halves(facts, members_of(facts, attack))
        wind = has_divine_wind(facts)
        guns = look(situation, "anti-aircraft", why=why, ratings_in_halves=halves, side=enemy, kamikaze=wind)
    (rolled,) = yield pause(attack.by, why, guns, then=says("Each hit shoots down an Air Point before it attacks."))
    return min(rolled.hits or 0, attack.points)


def _aims(facts: Facts, attack: Strike) -> Asking[dict[Unit, int]]:
    """Return the Air Points against each unit, in the order in which the units were named.

    Air Points that are kept for ground support are left out.
    """
    if attack.points <= 0:
        return {}
    if attack.force == BASE:
        there = lying_in(facts, enemy_of(attack.by), AIR, AT_ANCHOR)
        chosen = yield from _assigned(attack, there, (Choice(SUPPORT, says("keep it for ground support")),))
    elif attack.by == JAPAN and has_divine_wind(facts):
        chosen = yield from _by_turns(attack, members_of(facts, attack))
    else:
        chosen = yield from _assigned(attack, members_of(facts, attack), ())
    counts = Counter(piece for piece in chosen if piece != SUPPORT)
    return {facts.units[piece]: points for piece, points in counts.items() if isinstance(piece, int)}


def _assigned(attack: Strike, targets: Sequence[Unit], others: Sequence[Choice]) -> Asking[tuple[int | str, ...]]:
    """Return the target of each Air Point, as its owner chooses."""
    if len(targets) + len(others) < 2:
        return tuple(unit.id for unit in targets) * attack.points
    chosen: tuple[int | str, ...] = yield Choose(
        key="targets",
        by=attack.by,
        question=_what_they_attack(attack),
        among=among(targets, *others),
        least=attack.points,
        most=attack.points,
        repeats=True,
        then=_one_for_each(attack.elite),
    )
    return chosen


def _what_they_attack(attack: Strike) -> str:
    return says(
        "{points} {points:Air Point|Air Points} against {target}: {points:what does it|what do they} attack?",
        points=attack.points,
        target=title_of(attack.force),
    )


def _one_for_each(elite: int) -> str:
    if elite:
        return says(
            "Choose a target for each Air Point; each rolls one die. The first {elite} {elite:is|are} elite.",
            elite=elite,
        )
    return says("Choose a target for each Air Point; each rolls one die.")


def _by_turns(attack: Strike, targets: Sequence[Unit]) -> Asking[tuple[int | str, ...]]:
    """Return the targets of the Air Points: the Allies choose for each odd one, and Japan for each even one
    (16.2.4).
    """
    chosen: list[int | str] = []
    for number in range(1, attack.points + 1):
        piece = yield Pick(
            key=f"hit {number}",
            by=ALLIES if number % 2 else JAPAN,
            question=says(
                "Suicide attack {number} of {points}: which unit is its target?", number=number, points=attack.points
            ),
            among=among(targets),
            rule="16.2.4",
        )
        chosen += [piece] if piece is not None else []
    return tuple(chosen)


def _struck(
    situation: Situation, state: Battle, attack: Strike, unit: Unit, points: int, elite: int, number: int
) -> Asking[list[AnyCommand]]:
    """Roll for the Air Points that attack one unit. Return the effects of their hits."""
    facts = facts_of(situation)
    if attack.by == JAPAN and attack.force != BASE and has_divine_wind(facts):
        return (yield from _hit(situation, attack.by, unit, points, number))
    dice = look(
        situation,
        "air-strike",
        key=f"strike {number}",
        piece=unit.id,
        why=says("Air strike on {unit}", unit=unit.name),
        side=attack.by,
        air_points=points,
        elite=elite,
        target=target_word(unit),
        supremacy=state.is_supreme and state.superior == attack.by,
        at_anchor=attack.force == BASE,
        transported=attack.force != BASE,
        aimed_at=unit.id,
    )
    (rolled,) = yield pause(attack.by, says("Air strike on {unit}", unit=unit.name), dice)
    return (yield from _hit(situation, attack.by, unit, rolled.hits or 0, number))


def _hit(situation: Situation, by: str, unit: Unit, hits: int, number: int) -> Asking[list[AnyCommand]]:
    """Return the effects of one strike's hits on one unit (11.3.1 to 11.3.4)."""
    facts = facts_of(situation)
    if not hits:
        return []
    if unit.group == "naval":
        each, found = facts.rules("G-40", "checked-one-by-one"), {unit: [0] * hits}
        return (yield from checked(situation, by, "air-strike", found, number=number, one_by_one=each))
    if unit.group != "air":
        return marked_with_hits(unit, hits)
    return air_hit_at_sea(facts, unit, hits) if unit.is_at_sea else air_losses(facts, unit, hits)


# --- 11.3.2 ---


@step("Hits on units aboard", rule="11.3.2")
def hits_aboard(state: Battle, situation: Situation) -> Next[Battle]:
    """Apply the hits of submarines and air strikes on land units and Replacements at sea."""
    facts = facts_of(situation)
    effects = hits_at_sea(facts, list(_aboard(facts)))
    return Next(commit, replace(state, acting=in_order(facts, state)), effects)


def _aboard(facts: Facts) -> Iterator[Unit]:
    for side in SIDES:
        yield from (unit for unit in lying_in(facts, side, *TASK_FORCES) if unit.group in ("land", "replacements"))
