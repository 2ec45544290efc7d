"""A procedure for tests at any small table: a raid with secret plans, secret answers, dice and effects."""

from dataclasses import replace as with_fields
from functools import cache
from typing import Final

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure import (
    Confirm,
    Finish,
    Next,
    Number,
    Pause,
    Pick,
    Procedure,
    Roll,
    Run,
    Secret,
    Steps,
    Together,
    step,
)
from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.assistance import PieceId
from tabletop.game.commands import MovePieces, RemovePieces, SetTrait, Spot
from tabletop.module.loader import load_module
from tabletop.module.new_module import BLANK

PLANS: Final = ("high", "low")


class Raid(Struct, frozen=True):
    unit: PieceId
    side: str = ""


class Strike(Struct, frozen=True):
    unit: PieceId
    side: str
    plan: Secret[str]
    lair: Secret[PieceId]


class Scouting(Struct, frozen=True):
    unit: PieceId
    side: str


class Ambush(Struct, frozen=True):
    unit: PieceId
    side: str
    place: Secret[str]
    lair: Secret[PieceId]


def _enemy(side: str) -> str:
    return "a" if side == "b" else "b"


@step("Plan", rule="1")
def plan(state: Raid, situation: Situation) -> Steps:
    foe = _enemy(state.side)
    plans = yield Together(
        {
            state.side: Pick(key="attack", by=state.side, question="How?", among=lambda _: PLANS, secret=True),
            foe: Pick(key="defence", by=foe, question="Where?", among=lambda _: PLANS, secret=True),
        }
    )
    waves = yield Number(key="waves", by=state.side, question="How often?", least=1, most=3)
    lair = Secret(foe, state.unit)
    effects = [SetTrait((state.unit,), "N", waves)]
    return Next(strike, Strike(state.unit, state.side, Secret(state.side, plans[state.side]), lair), effects)


@step("Strike", rule="2")
def strike(state: Strike, situation: Situation) -> Steps:
    throws = [Roll("hits", "2d6", why="strike", piece=state.unit)]
    yield Pause(key="throw", by=state.side, question="Throw?", throws=throws)
    seen = (yield Run("scout", "scout", Scouting(state.unit, state.side))) == "seen"
    ends = yield Confirm(key="ends", by=state.side, question="Is it lost?", secret=True)
    if ends:
        return Finish("lost", effects=[RemovePieces((state.unit,))])
    return Finish("back", effects=[MovePieces((state.unit,), Spot("main", 350 if seen else 250, 50))])


@step("Scout", rule="3")
def scout(state: Scouting, situation: Situation) -> Steps:
    sees = yield Confirm(key="sees", by=state.side, question="Is it seen?")
    return Finish("seen" if sees else "not")


@step("Search", rule="4")
def search(state: Scouting, situation: Situation) -> Steps:
    foe, properties = _enemy(state.side), situation.game.properties
    if properties.get(f"side:{foe}:plan"):
        yield Roll("found", "1d6", why="search", secret_to=foe)
    after = RemovePieces((-1,)) if properties.get("Storm") else MovePieces((state.unit,), Spot("main", 250, 50))
    return Finish(effects=[after])


@step("Ambush", rule="5")
def ambush(state: Ambush, situation: Situation) -> Steps:
    situation.game.pieces[state.lair.value]
    yield Confirm(key="goes", by=state.side, question="Go on?")
    return Finish()


RAID: Final = Procedure("raid", "Raid", "1", (plan, strike), several=True)
SCOUT: Final = Procedure("scout", "Scout", "3", (scout,), result=str, several=True)
SEARCH: Final = Procedure("search", "Search", "4", (search,), several=True)
AMBUSH: Final = Procedure("ambush", "Ambush", "5", (ambush,))


@cache
def procedures() -> ModuleProcedures:
    """Return the rules assistant of a table with these rules: a raid with its scouts, a search for which the searched
    side alone rolls, and an ambush at a secret place.
    """
    book = load_rulebook(load_module(BLANK))
    return ModuleProcedures(
        with_fields(book, procedures={"raid": RAID, "scout": SCOUT, "search": SEARCH, "ambush": AMBUSH})
    )
