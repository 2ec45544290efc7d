"""Submarine attacks on Task Forces (11.1): both sides choose their targets, then each attack is carried out."""

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Finish, Next, Pick, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from rules_assist.sequence.play_sequence import called
from tabletop.assistance import BattleBox, BattlePage, BattleSide
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import AnyCommand, SetTrait
from tabletop.module.module_words import says

from ..battle.combat import SUBMARINES, fought, noted
from ..battle.damage import air_losses, pool_less, pool_lost
from ..battle.table_rolls import look, pause
from ..position import units
from ..position.calendar import COMBAT, enemy_of
from ..position.facts import Facts, facts_of
from ..position.forces import TaskForce
from ..position.points import SUBMARINES as POINTS
from ..position.points import points_to
from ..position.units import Unit
from .damage_checks import checked
from .step_questions import Asking, among


class TargetDesignation(Struct, frozen=True):
    """The Task Forces that each side attacks, by name, after that side has chosen."""

    targets: dict[str, tuple[str, ...]] = {}


class SubmarineAttack(Struct, frozen=True):
    """A submarine attack: its side, and the name of the enemy Task Force."""

    by: str
    force: str


class PendingAttacks(Struct, frozen=True):
    """The attacks that must still be carried out."""

    attacks: tuple[SubmarineAttack, ...] = ()


@step("Targets", rule="11.1.1")
def designate(state: TargetDesignation, situation: Situation) -> Steps:
    """Ask the phasing side for the Task Forces that it attacks, each for a Submarine Point, and then the other side."""
    facts = facts_of(situation)
    sides = (facts.moment.phasing, facts.moment.other)
    side = sides[len(state.targets)]
    points = facts.points.of(POINTS[side])
    chosen = yield Choose(
        key=f"targets of {side}",
        by=side,
        question=says("Which Task Forces do your submarines attack?"),
        among=lambda seen: [_option(facts_of(seen), force) for force in targets_of(facts_of(seen), side)],
        most=points,
        then=says("A Submarine Point each; there are {points}. Attack each Task Force at most once.", points=points),
    )
    targets = {**state.targets, side: tuple(chosen)}
    paid = points_to(situation, **{POINTS[side]: points - len(chosen)})
    if len(targets) < len(sides):
        return Next(designate, TargetDesignation(targets), paid)
    attacks = tuple(SubmarineAttack(by, force) for by, forces in targets.items() for force in forces)
    return Next(resolve, PendingAttacks(attacks), [*paid, noted(facts, SUBMARINES)])


def targets_of(facts: Facts, side: str) -> tuple[TaskForce, ...]:
    """Return the Task Forces that the submarines of a side can attack: those of the enemy on the map."""
    return tuple(force for force in facts.forces if force.side != side and facts.geography.is_hex(force.hex))


def attackers(facts: Facts) -> tuple[str, ...]:
    """Return the sides whose submarines must still choose targets in this Combat Phase, the phasing one first.

    They have Submarine Points, and there is an enemy Task Force on the map. After the submarine attacks or the first
    battle there are none (11.1, 11.1.1).
    """
    if facts.moment.phase != COMBAT or fought(facts):
        return ()
    sides = (facts.moment.phasing, facts.moment.other)
    return tuple(side for side in sides if facts.points.of(POINTS[side]) and targets_of(facts, side))


def _option(facts: Facts, force: TaskForce) -> Choice:
    node = facts.nodes_of(force.hex, force.members)[0]
    return Choice(force.name, says("{force} at {place}", force=force.name, place=facts.title(node)))


@step("Attacks", rule="11.1.2, 11.1.3")
def resolve(state: PendingAttacks, situation: Situation) -> Steps:
    """Resolve one attack after the other, in the order that the phasing side chooses.

    In each attack, the destroyers of the target roll before the torpedoes.
    """
    facts = facts_of(situation)
    left = {_word_of(situation, attack): attack for attack in state.attacks if _target(facts, attack) is not None}
    if not left:
        return Finish()
    word = yield Pick(
        key="attack",
        by=facts.moment.phasing,
        question=says("Which attack is next?"),
        among=lambda _: [Choice(word, _named(situation, attack)) for word, attack in left.items()],
    )
    attack = left.pop(word)
    effects = yield from _carried_out(situation, attack)
    return Next(resolve, PendingAttacks(tuple(left.values())), effects)


def _word_of(situation: Situation, attack: SubmarineAttack) -> str:
    """Return the word for an attack that games store. It is the same in every language."""
    sides = {side.id: side.title for side in situation.book.module.about.sides}
    return f"{sides[attack.by]} on {attack.force}"


def _named(situation: Situation, attack: SubmarineAttack) -> str:
    return says("{side} on {force}", side=called(situation, (attack.by,)), force=attack.force)


def _target(facts: Facts, attack: SubmarineAttack) -> TaskForce | None:
    return facts.force(enemy_of(attack.by), attack.force)


def _carried_out(situation: Situation, attack: SubmarineAttack) -> Asking[list[AnyCommand]]:
    """Resolve an attack and return its effects.

    The destroyers of the Task Force roll first. If they hit, the attack ends without effect; otherwise one unit is
    attacked.
    """
    facts = facts_of(situation)
    force = _target(facts, attack)
    assert force is not None, "what is gone is not attacked"
    destroyers = len(force.destroyers)
    if destroyers:
        defence = look(
            situation,
            "asw-task-force",
            why=says("Destroyers of {force}", force=force.name),
            destroyers=destroyers,
            side=force.side,
            friendly_air=has_air_cover(facts, force),
            thrower=force.destroyers[0].id,
        )
        then = says("A hit drives the submarine off.")
        (defended,) = yield pause(
            attack.by, says("The destroyers of {force} defend it", force=force.name), defence, then=then
        )
        if defended.hits:
            return []
    piece = yield Pick(
        key="target",
        by=attack.by,
        question=says("Which unit of {force} is attacked?", force=force.name),
        among=among(force.members),
        then=says(
            "One die. On a hit a ship makes a damage check, an air unit loses 1 strength, "
            "and a land unit carries the hit until the air combat is over."
        ),
    )
    unit = facts.units[piece]
    torpedo = look(
        situation,
        "submarine-attack",
        piece=unit.id,
        why=says("Submarine attack on {unit}", unit=unit.name),
        side=attack.by,
        destroyers=destroyers,
        aimed_at=unit.id,
        target=target_word(unit),
    )
    (fired,) = yield pause(attack.by, says("Torpedoes at {unit}", unit=unit.name), torpedo)
    return (yield from torpedoed(situation, attack.by, unit)) if fired.hits else []


def torpedoed(situation: Situation, by: str, unit: Unit) -> Asking[list[AnyCommand]]:
    """Return the effects of a torpedo hit (11.1.3)."""
    facts = facts_of(situation)
    if unit.group == "naval":
        return (yield from checked(situation, by, "submarine", {unit: [0]}))
    return air_hit_at_sea(facts, unit, 1) if unit.group == "air" else marked_with_hits(unit, 1)


def air_hit_at_sea(facts: Facts, unit: Unit, hits: int) -> list[AnyCommand]:
    """Return the commands for an air unit aboard that was hit (11.3.3)."""
    return [*air_losses(facts, unit, hits), *pool_less(facts, pool_lost(facts, unit, hits))]


def marked_with_hits(unit: Unit, hits: int) -> list[AnyCommand]:
    """Return the commands for a land unit aboard that was hit.

    The effect is decided at the end of the air combat (11.1.3, 11.3.2).
    """
    return [SetTrait((unit.id,), units.HITS, unit.hits + hits)]


def target_word(unit: Unit) -> str:
    """Return the word for a target in the tables: ship, air, land."""
    return {"naval": "ship", "air": "air"}.get(unit.group, "land")


def has_air_cover(facts: Facts, force: TaskForce) -> bool:
    """Return whether destroyers of a Task Force have +1, because an air unit is in their hex, or a carrier (11.1.2)."""
    return any(
        unit.sort.is_carrier or (unit.group == "air" and not unit.is_at_sea)
        for unit in facts.units_at(force.hex, force.side)
    )


def page_of(situation: Situation, step: str, state: PendingAttacks) -> BattlePage | None:
    """Return the battle board of the attacks with all Task Forces; None while targets are chosen."""
    if step != resolve.id:
        return None
    facts = facts_of(situation)
    sides = tuple(
        BattleSide(
            side,
            says("phasing") if side == facts.moment.phasing else "",
            tuple(_force_box(facts, force, state) for force in facts.forces if force.side == side)
            or (BattleBox(says("Task Forces")),),
        )
        for side in (facts.moment.phasing, facts.moment.other)
    )
    return BattlePage(
        says("Submarine attacks"), "", (says("Targets"), says("Attacks")), 1, sides, says("Submarine attacks"), "11.1"
    )


def _force_box(facts: Facts, force: TaskForce, state: PendingAttacks) -> BattleBox:
    """Return a Task Force on the battle board, with a word if it is attacked."""
    is_target = any(attack.force == force.name and attack.by != force.side for attack in state.attacks)
    place = facts.title(facts.nodes_of(force.hex, force.members)[0])
    note = says("{place} · attacked", place=place) if is_target else place
    return BattleBox(force.name, note, tuple(unit.id for unit in force.members))


def _may_attack(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    done = fought(facts)
    if SUBMARINES in done:
        return says("11.1: The submarines have attacked in this Combat Phase.")
    if done:
        return says("11.1: Submarines attack before the first battle.")
    if not any(facts.points.of(POINTS[each]) for each in situation.game.sides):
        return says("11.1: Nobody has Submarine Points.")
    able = attackers(facts)
    if able and side != able[0]:
        return says(
            "11.1.1: {side} designates its targets first; then the other side is asked.",
            side=called(situation, able[:1]),
        )
    return "" if able else says("11.1: No Task Force can be attacked.")


RULES = Rules(
    procedures=(
        Procedure(
            "submarines",
            "Submarine attacks",
            "11.1",
            (designate, resolve),
            _may_attack,
            page=page_of,
            must_finish=True,
            not_during=("battle",),
        ),
    ),
)
