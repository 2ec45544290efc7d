"""A procedure with all features: a raid of Red's units on Blue's, with secret plans, dice and a pursuit."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure import (
    Choose,
    Confirm,
    Draw,
    Finish,
    Next,
    Number,
    Order,
    Pick,
    Procedure,
    Roll,
    Run,
    Secret,
    Steps,
    Together,
    step,
)
from tabletop.assistance import PieceId, Where
from tabletop.game.chance import Chance
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import At, MovePieces, PlaceNew, RemovePieces, SetTrait

MAP = "main"
PLANS = (Choice("high", "Come in high"), Choice("low", "Come in low"))


class Raid(Struct, frozen=True):
    side: str = ""
    waves: int = 1


class Wave(Struct, frozen=True):
    side: str
    left: int
    queue: tuple[PieceId, ...]
    lost: tuple[PieceId, ...] = ()


class Pursuit(Struct, frozen=True):
    of: PieceId


class Losses(Struct, frozen=True):
    units: tuple[PieceId, ...] = ()


def units_of(situation: Situation, side: str) -> list[int]:
    return [piece for piece in situation.pieces(side) if situation.where(piece) is not None]


def enemy(side: str) -> str:
    return "Blue" if side == "Red" else "Red"


def because(seen: Situation, chosen: Sequence[int]) -> str:
    armour = [piece for piece in chosen if seen.game.kind_of(piece).key.endswith("armour")]
    return "Armour raids alone." if armour and len(chosen) > 1 else ""


@step("Choose who raids", rule="1.1")
def gather(state: Raid, situation: Situation) -> Steps:
    units = yield Choose(
        key="units",
        by=state.side,
        question="Who raids?",
        among=lambda seen: units_of(seen, state.side),
        least=1,
        most=3,
        because=because,
        then="They strike one after the other.",
    )
    order = yield Order(key="order", by=state.side, question="In which order?", among=lambda _: units)
    waves = yield Number(key="waves", by=state.side, question="How often?", least=1, most=state.waves)
    return Next(strike, Wave(state.side, waves, order))


@step("Strike", rule="1.2")
def strike(state: Wave, situation: Situation) -> Steps:
    foe = enemy(state.side)
    plans = yield Together(
        {
            state.side: Pick(key="attack", by=state.side, question="How do you come?", among=lambda _: PLANS),
            foe: Pick(key="defence", by=foe, question="Where do you wait?", among=lambda _: PLANS, secret=True),
        }
    )
    dice = 2 if plans[state.side] != plans[foe] else 1
    hits = yield Roll("hits", f"{dice}d6>=4", why=f"1.2 strike {len(state.queue)}")
    rest = state.queue[1:]
    if not hits.successes:
        return Next(regroup, Wave(state.side, state.left, rest, state.lost))
    target = yield Pick(key="target", by=foe, question="Who is hit?", among=lambda seen: units_of(seen, foe))
    if target is None:
        return Finish(Losses(state.lost))
    flees = yield Confirm(key="flees", by=foe, question="Does it flee?")
    lost = (yield Run("pursuit", "pursuit", Pursuit(target))).units if flees else (target,)
    effects = [] if flees else [SetTrait((target,), "Strength", "reduced"), RemovePieces((target,))]
    return Next(regroup, Wave(state.side, state.left, rest, (*state.lost, *lost)), effects)


@step("Regroup")
def regroup(state: Wave, situation: Situation) -> Next[Wave] | Next[Raid] | Finish:
    if state.queue:
        return Next(strike, state)
    if state.left > 1:
        return Next(gather, Raid(state.side, state.left - 1))
    return Finish(Losses(state.lost))


@step("Pursue", rule="1.3")
def pursue(state: Pursuit, situation: Situation) -> Steps:
    side = enemy(situation.side_of(state.of))
    if not (yield Confirm(key="on", by=side, question="After it?")):
        return Finish(Losses())
    flight = yield Pick(key="to", by=enemy(side), question="Where to?", among=places)
    speed = yield Draw("speed", faster, why="1.3 speed")
    move = MovePieces((state.of,), At(flight.map, flight.place))
    if speed:
        return Finish(Losses((state.of,)), [move, RemovePieces((state.of,))])
    return Finish(Losses(), [move])


def places(seen: Situation) -> Iterator[Where]:
    yield from (Where(MAP, "0601"), Where(MAP, "0602"))


def faster(chance: Chance) -> bool:
    first, second = chance.draw(6, "1.3 speed"), chance.draw(6, "1.3 speed")
    return first > second if first != second else chance.draw(2, "1.3 speed") == 0


def not_blue(situation: Situation, side: str) -> str:
    return "Blue never raids." if side == "Blue" else ""


class Wager(Struct, frozen=True):
    side: str = ""


@step("Wager")
def wager(state: Wager, situation: Situation) -> Steps:
    said = yield Number(key="said", by=state.side, question="Which number?", least=1, most=6)
    rolled = yield Roll("rolled", "d6", why="wager")
    return Finish(effects=[] if rolled.total == said else [PlaceNew("no such counter", At(MAP, "0601"))])


class Lurking(Struct, frozen=True):
    side: str
    plan: Secret[str]
    lurker: Secret[PieceId]


@step("Lay an ambush", rule="3.1")
def lay(state: Raid, situation: Situation) -> Steps:
    side = state.side
    plan = yield Pick(key="plan", by=side, question="Where?", among=lambda _: PLANS, secret=True)
    lurker = yield Pick(key="lurker", by=side, question="Who?", among=lambda seen: units_of(seen, side), secret=True)
    return Next(walk_in, Lurking(side, Secret(side, plan), Secret(side, lurker)))


@step("Walk in", rule="3.2")
def walk_in(state: Lurking, situation: Situation) -> Steps:
    foe = enemy(state.side)
    way = yield Pick(key="way", by=foe, question="Which way?", among=lambda _: PLANS)
    yield Confirm(key="spring", by=state.side, question="Spring it?")
    caught = way == state.plan.value
    return Finish(effects=[SetTrait((state.lurker.value,), "Strength", "reduced")] if caught else [])


AMBUSH = Procedure("ambush", "Ambush", "3", (lay, walk_in))
WAGER = Procedure("wager", "Wager", "2", (wager,))
PURSUIT = Procedure("pursuit", "Pursuit", "1.3", (pursue,), result=Losses)
RAID = Procedure("raid", "Raid", "1", (gather, strike, regroup), may_begin=not_blue, result=Losses, several=True)
PROCEDURES = {one.id: one for one in (RAID, PURSUIT, WAGER, AMBUSH)}
