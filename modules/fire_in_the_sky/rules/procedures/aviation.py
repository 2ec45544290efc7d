"""Japanese carriers and Naval Aviation (6.1.1): carriers get planes, and aircraft leave the box."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Finish, Next, Pick, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import PieceId, Where
from tabletop.game.commands import AnyCommand, At, MovePieces, SetTrait
from tabletop.module.module_words import says

from ..battle.damage import to_the_pool
from ..counters.air_counters import open_home_bases, shows
from ..position import units
from ..position.calendar import REINFORCEMENT
from ..position.facts import Facts, facts_of
from ..position.geography import JAPAN, PACIFIC
from ..position.units import Unit
from .state import NoState

HYBRID: Final = "BBV"


def in_aviation(facts: Facts) -> tuple[Unit, ...]:
    """Return the air units in the Naval Aviation box."""
    return tuple(unit for unit in facts.in_play(JAPAN) if unit.group == "air" and facts.is_naval_aviation(unit))


def can_replenish(facts: Facts) -> tuple[Unit, ...]:
    """Return the waiting carriers that can get all their planes at once from Naval Aviation, at an open Home Base.

    While a BBV waits, only BBVs can (16.2.5).
    """
    strength = sum(unit.strength for unit in in_aviation(facts))
    waiting = [unit for unit in facts.in_play(JAPAN) if unit.group == "naval" and facts.is_without_planes(unit)]
    hybrids = [unit for unit in waiting if unit.sort.type == HYBRID]
    return tuple(
        unit for unit in hybrids or waiting if unit.sort.air <= strength and unit.hex in open_home_bases(facts)
    )


class CarrierChoice(Struct, frozen=True):
    """The carrier that gets planes."""

    carrier: PieceId


@step("Pick a carrier", rule="6.1.1")
def pick_carrier(_state: NoState, _situation: Situation) -> Steps:
    """Ask for a carrier for which there are enough planes."""
    carrier = yield Pick(
        key="carrier",
        by=JAPAN,
        question=says("Which carrier receives planes?"),
        among=lambda seen: [unit.id for unit in can_replenish(facts_of(seen))],
        rule="6.1.1",
        then=says("It takes as much Air Strength as it carries, and is then at the Home Base of its half."),
    )
    return Next(give_planes, CarrierChoice(carrier)) if carrier else Finish(0)


@step("Give planes to the carrier", rule="6.1.1")
def give_planes(state: CarrierChoice, situation: Situation) -> Steps:
    """Take air units of exactly the carrier's Air Strength from the Naval Aviation box, and put the carrier, undamaged,
    on the map.

    If the chosen units have a point too many, a unit of two points stays as a unit of one.
    """
    facts = facts_of(situation)
    carrier = facts.units[state.carrier]
    chosen = yield Choose(
        key="planes",
        by=JAPAN,
        question=says("Which aircraft go aboard? It takes {air} Air Strength.", air=carrier.sort.air),
        among=lambda seen: [unit.id for unit in in_aviation(facts_of(seen))],
        least=1,
        because=lambda seen, pieces: _unfit(facts_of(seen), carrier.sort.air, pieces),
        rule="6.1.1",
    )
    going = [facts.units[piece] for piece in chosen]
    effects: list[AnyCommand] = []
    if sum(unit.strength for unit in going) > carrier.sort.air:
        stays = next(unit for unit in going if unit.strength > 1)
        going.remove(stays)
        effects.append(SetTrait((stays.id,), units.SHOWS, shows(1)))
    effects += to_the_pool(facts, tuple(unit.id for unit in going))
    effects += [
        SetTrait((carrier.id,), units.DAMAGED, units.NO),
        MovePieces((carrier.id,), At(PACIFIC, carrier.hex)),
    ]
    return Finish(1, effects)


def _unfit(facts: Facts, wanted: int, pieces: Sequence[int]) -> str:
    strengths = [facts.units[piece].strength for piece in pieces]
    if sum(strengths) < wanted:
        return says(
            "It takes {wanted} Air Strength, all at once; these are {given}.", wanted=wanted, given=sum(strengths)
        )
    if sum(strengths) - min(strengths) >= wanted:
        return says("One of them is not needed.")
    return ""


def _may_replenish(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != JAPAN or facts.moment.phasing != JAPAN or facts.moment.phase != REINFORCEMENT:
        return says("6.1.1: Japan replenishes carriers in its Reinforcement Phase.")
    if not any(facts.is_without_planes(unit) for unit in facts.in_play(JAPAN)):
        return says("6.1.1: No carrier waits for planes.")
    return "" if can_replenish(facts) else says("6.1.1: Naval Aviation has too few planes for any carrier that waits.")


@step("Aircraft leave Naval Aviation", rule="6.1.1")
def leave_aviation(_state: NoState, _situation: Situation) -> Steps:
    """Move chosen aircraft from Naval Aviation to an open Home Base, as ordinary reinforcements."""
    chosen = yield Choose(
        key="planes",
        by=JAPAN,
        question=says("Which aircraft leave Naval Aviation?"),
        among=lambda seen: [unit.id for unit in in_aviation(facts_of(seen))],
        least=1,
        rule="6.1.1",
        then=says("They arrive at a Home Base like other reinforcements, and can never go back."),
    )
    base = yield Pick(key="base", by=JAPAN, question=says("At which Home Base?"), among=_bases, rule="6.1.1")
    return Finish(len(chosen), [MovePieces(tuple(chosen), At(PACIFIC, base.place))])


def _bases(seen: Situation) -> Iterable[Where]:
    facts = facts_of(seen)
    return [facts.at(base) for base in open_home_bases(facts)]


def _may_leave(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != JAPAN or facts.moment.phasing != JAPAN or facts.moment.phase != REINFORCEMENT:
        return says("6.1.1: Aircraft leave Naval Aviation in Japan's Reinforcement Phase.")
    if not in_aviation(facts):
        return says("6.1.1: No aircraft are in Naval Aviation.")
    return "" if open_home_bases(facts) else says("6.1: Japan holds no Home Base.")


RULES = Rules(
    procedures=(
        Procedure("replenish", "Planes for a carrier", "6.1.1, 16.2.5", (pick_carrier, give_planes), _may_replenish),
        Procedure("leave-aviation", "Aircraft leave Naval Aviation", "6.1.1", (leave_aviation,), _may_leave),
    )
)
