"""The surface combat of a battle, and the Sea Control after it (11.2.3, 11.2.4)."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules_assist.lookup.lookup import Lookup
from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Confirm, Draw, Next, Number, Order, Pick, Steps, step
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import AnyCommand
from tabletop.module.module_words import says
from tabletop.texts import listed

from ...battle.damage import Departure, to_the_track
from ...battle.table_rolls import look, pause
from ...position.calendar import LAST_TURN, enemy_of
from ...position.facts import TOKYO_EXPRESS, Facts, facts_of
from ...position.geography import JAPAN
from ...position.units import FORCE, Unit
from ..damage_checks import checked
from ..step_questions import Asking, among
from .battle_state import Battle, FiringShip, in_order, water_of
from .board import BOMBARDMENT, CARRIERS, SEA_CONTROL, SIDES, lying_in, marker, moved_to
from .land_combat import land_ashore

SURFACE_COMBAT: Final = "surface-combat"
"""The id of the Surface Combat Table."""

NOBODY: Final = "nothing"
"""The answer for an unmatched ship that joins no pair and does not take part in the round."""

EXPRESS_CLASSES: Final = frozenset({"CA", "DD"})
"""The classes of ships in the Tokyo Express (16.2.2)."""


def ships_in(facts: Facts, side: str, water: str = "") -> list[Unit]:
    """Return the ships of a side in its Sea Control box, of one water or of all."""
    return [unit for unit in lying_in(facts, side, SEA_CONTROL) if water in ("", water_of(facts, unit))]


# --- committing ---


@step("Ships that fight at sea", rule="11.2.3")
def commit(state: Battle, situation: Situation) -> Steps:
    """Ask the side without Air Superiority which ships of its Bombardment Task Forces fight, and then the other
    side.
    """
    facts = facts_of(situation)
    if not state.acting:
        return Next(next_round, state)
    side, *later = state.acting
    chosen = yield Choose(
        key=f"commits {side}",
        by=side,
        question=says("Which ships fight for Sea Control?"),
        among=lambda seen: [unit.id for unit in _bombarding(facts_of(seen), side)],
        then=says(
            "The side with ships left here has Sea Control: it lands and is supplied. Others support land combat."
        ),
    )
    carried = [unit.name for unit in lying_in(facts, side, BOMBARDMENT) if unit.group in ("land", "replacements")]
    if not chosen and carried and _bombarding(facts, side):
        stays = yield Confirm(
            key=f"none commits {side}",
            by=side,
            question=says("No ship fights for Sea Control: {units} cannot land. Continue?", units=listed(carried)),
            rule="11.2.5.1",
        )
        if not stays:
            return Next(commit, state)
    going = [facts.units[piece] for piece in chosen]
    effects = [moved_to(side, SEA_CONTROL, going)] if going else []
    return Next(commit, replace(state, acting=tuple(later)), effects)


def _bombarding(facts: Facts, side: str) -> list[Unit]:
    return [unit for unit in lying_in(facts, side, BOMBARDMENT) if unit.group == "naval"]


# --- rounds ---


@step("Surface combat", rule="11.2.3")
def next_round(state: Battle, situation: Situation) -> Next[Battle]:
    """Begin another round if ships of both sides face each other; otherwise decide Sea Control."""
    facts = facts_of(situation)
    for water in facts.geography.parts_of(state.place):
        if all(ships_in(facts, side, water) for side in SIDES):
            number = state.round + 1 if water == state.water else 1
            return Next(line_up, replace(state, water=water, round=number, matches=(), withdrawing=()))
    return Next(settle_sea_control, replace(state, water="", round=0, matches=(), withdrawing=()))


@step("Lines of battle", rule="11.2.3.a")
def line_up(state: Battle, situation: Situation) -> Steps:
    """Line up the side without Air Superiority, and ask the other side to pair its ships with that line."""
    facts = facts_of(situation)
    first, second = in_order(facts, state)
    line, others = ships_in(facts, first, state.water), ships_in(facts, second, state.water)
    longer, shorter = (line, others) if len(line) > len(others) else (others, line)
    chosen = yield _pairing(second, longer, shorter)
    pairs = zip(chosen, (unit.id for unit in shorter), strict=True)
    return Next(join, replace(state, matches=tuple(match for pair in pairs for match in _matched(*pair))))


def _matched(one: int, other: int) -> tuple[FiringShip, FiringShip]:
    return FiringShip(one, (other,)), FiringShip(other, (one,))


def _pairing(by: str, longer: Sequence[Unit], shorter: Sequence[Unit]) -> Order | Choose:
    """Return the question that pairs ships of the longer line with the ships of the shorter line, in the order of the
    shorter.
    """
    question = says("Which ship faces which?")
    then = says("Each ship fires once at the enemy it is paired with. Owners pair leftover ships with any enemy.")
    among_, against = among(longer), among(shorter)
    if len(longer) == len(shorter):
        return Order(key="pairs", by=by, question=question, among=among_, against=against, then=then)
    many = len(shorter)
    return Choose(
        key="pairs", by=by, question=question, among=among_, against=against, least=many, most=many, then=then
    )


@step("Ships left over", rule="11.2.3.a")
def join(state: Battle, situation: Situation) -> Steps:
    """Ask the owner of the first unpaired ship to assign it to an enemy ship, or to keep it out of the round.

    Then the step is repeated for the next one.
    """
    facts = facts_of(situation)
    paired = {match.ship for match in state.matches}
    ships = [unit for side in SIDES for unit in ships_in(facts, side, state.water)]
    left = [unit for unit in ships if unit.id not in paired]
    if not left:
        return Next(withdraw, state)
    unit = left[0]
    enemies = [foe for foe in ships if foe.side != unit.side]
    other = yield Pick(
        key=f"enemy of {unit.sort.key}",
        by=unit.side,
        question=says("Which enemy does {unit} join in firing at?", unit=unit.name),
        among=lambda seen: [*among(enemies)(seen), Choice(NOBODY, says("nothing"))],
        against=among([unit]),
        then=says("It can stay out of the round: then it does not fire, and is not fired at."),
    )
    joined = () if other == NOBODY else (other,)
    matches = [
        replace(match, foes=(*match.foes, unit.id)) if match.ship in joined else match for match in state.matches
    ]
    return Next(join, replace(state, matches=(*matches, FiringShip(unit.id, joined))))


@step("Withdrawal", rule="11.2.3.b")
def withdraw(state: Battle, situation: Situation) -> Steps:
    """Ask the side without Air Superiority whether it withdraws, and then the other side."""
    facts = facts_of(situation)
    going = []
    for side in in_order(facts, state):
        is_going = yield Confirm(
            key=f"withdraws {side}",
            by=side,
            question=says("Round {round}: withdraw?", round=state.round),
            then=says(
                "Its ships do not fire; only faster ships fire at them. They return in the next Reinforcement Phase."
            ),
        )
        going += [side] if is_going else []
    return Next(fire_first, replace(state, withdrawing=tuple(going)))


# --- fire ---


@step("The Tokyo Express", rule="16.2.2")
def fire_first(state: Battle, situation: Situation) -> Steps:
    """Fire with the ships of the Tokyo Express before all others. The ships that they hit do not fire back."""
    facts = facts_of(situation)
    effects = yield from _salvo(situation, state, [unit for unit in _firing(facts, state) if is_express(facts, unit)])
    return Next(fire, state, effects)


@step("Fire", rule="11.2.3.c")
def fire(state: Battle, situation: Situation) -> Steps:
    """Fire with all other ships at once, each at a paired enemy. Then each ship that was hit has its checks."""
    facts = facts_of(situation)
    shooters = [unit for unit in _firing(facts, state) if not is_express(facts, unit)]
    effects = yield from _salvo(situation, state, shooters)
    return Next(end_round, state, effects)


@step("End of the round", rule="11.2.3.d")
def end_round(state: Battle, situation: Situation) -> Steps:
    """Move withdrawing ships to the Game Turn Track."""
    facts = facts_of(situation)
    effects: list[AnyCommand] = []
    for side in state.withdrawing:
        effects += yield from _leaving(facts, side, ships_in(facts, side, state.water), "withdraws")
    return Next(next_round, state, effects)


def _leaving(facts: Facts, side: str, ships: Sequence[Unit], departure: Departure) -> Asking[list[AnyCommand]]:
    """Return the commands for ships that withdraw or are ejected.

    They come back in their side's next Reinforcement Phase, or later if their owner chooses (G-37).
    """
    phases = 1
    if ships and facts.rules("G-37", "any-later-one"):
        phases = yield Number(
            key=f"return of {side}",
            by=side,
            question=says("In which of their next Reinforcement Phases do the ships come back (1: the next)?"),
            least=1,
            most=max(1, LAST_TURN - facts.moment.turn),
        )
    return [command for unit in ships for command in to_the_track(facts, unit, phases, departure)]


def is_express(facts: Facts, unit: Unit) -> bool:
    """Return whether a ship sails in the Tokyo Express: a Japanese Task Force of CA and DD with its marker."""
    piece = marker(facts, TOKYO_EXPRESS)
    if piece is None or unit.side != JAPAN or not unit.force or not facts.uses("16.2.2"):
        return False
    force = facts.force(JAPAN, unit.force)
    is_light = force is not None and all(ship.sort.type in EXPRESS_CLASSES for ship in force.ships)
    return is_light and facts.situation.read(piece, FORCE) == unit.force


def possible_shots(situation: Situation, state: Battle) -> Iterator[tuple[Draw[Lookup], bool]]:
    """Yield the shots that ships may fire in a round, each with a flag, which is true if its ships are paired.

    Before the ships are paired, these are the shots of all possible pairs.
    """
    facts = facts_of(situation)
    foes = {match.ship: match.foes for match in state.matches}
    for ship in _firing(facts, state):
        for foe in ships_in(facts, enemy_of(ship.side), state.water):
            is_settled = foe.id in foes.get(ship.id, ())
            is_open = ship.id not in foes or foe.id not in foes
            if (is_settled or is_open) and _may_fire(state, ship, foe):
                yield _gunfire(situation, state, ship, foe), is_settled


def _firing(facts: Facts, state: Battle) -> list[Unit]:
    """Return the ships that fire in this round: those that do not withdraw."""
    sides = [side for side in in_order(facts, state) if side not in state.withdrawing]
    return [unit for side in sides for unit in ships_in(facts, side, state.water)]


class Shot(Struct, frozen=True):
    """A shot that hit, or half hit: its ship, its half hits, and its Firepower."""

    ship: Unit
    halves: int
    firepower: int


def _salvo(situation: Situation, state: Battle, shooters: Sequence[Unit]) -> Asking[list[AnyCommand]]:
    """Fire with some ships at once, and return the effects on the ships that they hit."""
    facts = facts_of(situation)
    there = {unit.id: unit for side in SIDES for unit in ships_in(facts, side, state.water)}
    foes = {match.ship: [there[foe] for foe in match.foes if foe in there] for match in state.matches}
    aims: list[tuple[Unit, Unit]] = []
    for ship in shooters:
        target = yield from _target(ship, [foe for foe in foes.get(ship.id, ()) if _may_fire(state, ship, foe)])
        aims += [(ship, target)] if target is not None else []
    by = facts.moment.phasing
    rolled = yield pause(
        by,
        says("Round {round}: fire", round=state.round),
        *(_gunfire(situation, state, ship, target) for ship, target in aims),
        key="fire",
        then=says("All fire at once; a ship that is hit has a damage check for each hit."),
    )
    shots: dict[int, list[Shot]] = {}
    for (ship, target), each in zip(aims, rolled, strict=True):
        shots.setdefault(target.id, []).append(_shot(ship, each))
    hits: dict[Unit, Sequence[int]] = {}
    for piece, at in shots.items():
        hits[there[piece]] = yield from _hits(facts, there[piece], at)
    return (yield from checked(situation, by, "surface", hits))


def _may_fire(state: Battle, ship: Unit, foe: Unit) -> bool:
    """Return whether a ship can fire at an enemy ship. If a side withdraws, only slower enemies can be fired at."""
    return not state.withdrawing or foe.sort.movement < ship.sort.movement


def _target(ship: Unit, foes: Sequence[Unit]) -> Asking[Unit | None]:
    piece = yield Pick(
        key=f"target of {ship.sort.key}",
        by=ship.side,
        question=says("Which enemy does {ship} fire at?", ship=ship.name),
        among=among(foes),
        against=among([ship]),
    )
    return next((foe for foe in foes if foe.id == piece), None)


def _gunfire(situation: Situation, state: Battle, ship: Unit, target: Unit) -> Draw[Lookup]:
    return look(
        situation,
        SURFACE_COMBAT,
        key=f"fire of {ship.sort.key}",
        piece=ship.id,
        thrower=ship.id,
        aimed_at=target.id,
        why=says("{ship} fires at {target}", ship=ship.name, target=target.name),
        defence=target.sort.defence,
        round=state.round,
    )


def _shot(ship: Unit, rolled: Lookup) -> Shot:
    """Return the shot of a ship, from its lookup in the Surface Combat Table.

    Its Firepower is that of the damage check in the table, or else the ship's own.
    """
    given = rolled.then[0].given.get("firepower") if rolled.then else ship.sort.firepower
    return Shot(ship, 2 * (rolled.hits or 0) + rolled.half_hits, given if isinstance(given, int) else 0)


def _hits(facts: Facts, target: Unit, shots: Sequence[Shot]) -> Asking[list[int]]:
    """Return the Firepower of each hit on a ship, in the order of the checks. The enemy chooses the order if it matters
    (G-28).

    Two half hits of a round are one hit, which belongs to the shot that completed it. A single half hit has no effect.
    """
    hits: list[Shot] = []
    half = 0
    for shot in shots:
        whole, half = divmod(half + shot.halves, 2)
        hits += [shot] * whole
    if len({shot.firepower for shot in hits}) < 2 or not facts.rules("G-28", "each-after-first"):
        return [shot.firepower for shot in hits]
    by_ship = {shot.ship.id: shot.firepower for shot in hits}
    order = yield Order(
        key=f"checks of {target.sort.key}",
        by=enemy_of(target.side),
        question=says("In which order are the hits on {ship} checked?", ship=target.name),
        among=lambda seen: [piece for piece in by_ship if piece in seen.game.pieces],
        then=says("Each check after the first has +1."),
    )
    return [by_ship[piece] for piece in order]


# --- 11.2.4 ---


@step("Sea Control", rule="3.4.3, 11.2.4")
def settle_sea_control(state: Battle, situation: Situation) -> Steps:
    """Give Sea Control to a side if only that side has ships left. The enemy's ships that did not fight leave."""
    facts = facts_of(situation)
    holders = {water: holder_of(facts, water) for water in facts.geography.parts_of(state.place)}
    control = {water: holder for water, holder in holders.items() if holder}
    effects: list[AnyCommand] = []
    for side in SIDES:
        waters = [water for water, holder in control.items() if holder != side]
        ejected = [unit for unit in _bombarding(facts, side) if water_of(facts, unit) in waters]
        effects += yield from _leaving(facts, side, ejected, "driven-off")
    return Next(land_ashore, replace(state, control=control), effects)


def holder_of(facts: Facts, water: str) -> str:
    """Return the side with Sea Control in a water: the only side with ships in its Sea Control box; "" for nobody.

    If nobody fought, G-42 can give it to the only side with ships in Carrier Task Forces.
    """
    holders = [side for side in SIDES if ships_in(facts, side, water)]
    if not holders and facts.rules("G-42", "if-nobody-fought"):
        sailing = [unit for side in SIDES for unit in lying_in(facts, side, CARRIERS) if unit.group == "naval"]
        holders = list({unit.side for unit in sailing if water_of(facts, unit) == water})
    return holders[0] if len(holders) == 1 else ""
