"""The Economic Phase (5.0): oil, convoy escorts, the war on the merchantmen, strategic bombing."""

from collections.abc import Iterable

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Confirm, Finish, Next, Number, Procedure, Steps, step
from rules_assist.procedure.step_requests import Option
from rules_assist.rulebook.authored_rules import Rules
from tabletop.game.commands import AnyCommand, At, MovePieces, SetProperty
from tabletop.module.module_words import says
from tabletop.texts import listed

from ..battle.table_rolls import look
from ..counters.part_records import amount_done, done_in_part, more_done, now_done
from ..position.calendar import ECONOMIC
from ..position.facts import Facts, facts_of
from ..position.geography import ALLIES, CONVOY_ESCORT, JAPAN, PACIFIC
from ..position.points import TRANSPORT_OWED, points_to, transport_owed
from ..position.units import Unit
from ..sea.supply_lines import bombing, has_line
from .state import NoState
from .step_questions import Asking

OIL_OF_A_HEX = 8
POINTS_OF_A_TRANSFER = 2
LOSS_OF_A_HIT = 2

CARRIED = "oil"
CONVOYS = "convoys"
BOMBED = "bombed"
"""The words for the actions of a part: oil carried, convoys attacked, Japan bombed."""


# --- 5.1 oil ---


def oil_fields(facts: Facts) -> tuple[str, ...]:
    """Return the resource hexes from which Japan can carry oil: its own, with a Supply Line (5.1)."""
    return tuple(
        site.place
        for site in facts.geography.sites.values()
        if site.resource and facts.controls(site.place, JAPAN) and has_line(facts, "Japan", site.place)
    )


def most_oil(facts: Facts) -> int:
    """Return the Oil Points that Japan can still carry home in this phase, each for one Transport Point.

    The limit is eight for each field, and half the Merchantmen Pool in all.
    """
    points, carried = facts.points, amount_done(facts, CARRIED)
    most = min(OIL_OF_A_HEX * len(oil_fields(facts)), points.merchantmen // 2)
    return max(0, min(most - carried, points.tp_japan))


@step("Carry oil home", rule="5.1")
def carry(_state: NoState, situation: Situation) -> Steps:
    """Ask Japan for the amount of oil to carry. Each Oil Point costs a Transport Point."""
    facts = facts_of(situation)
    most = most_oil(facts)
    fields = listed(list(map(facts.title, oil_fields(facts))))
    then = says(
        "From {fields}: each Oil Point costs one Transport Point, {most} can be carried.", fields=fields, most=most
    )
    oil = yield Number(
        key="oil", by=JAPAN, question=says("How many Oil Points?"), least=0, most=most, rule="5.1", then=then
    )
    points = facts.points
    paid = points_to(situation, oil=points.oil + oil, tp_japan=points.tp_japan - oil)
    return Finish(oil, [*paid, more_done(facts, CARRIED, oil)])


def _may_carry(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != JAPAN:
        return says("5.1: Only Japan carries oil.")
    if not oil_fields(facts):
        return says("5.1: Japan controls no resource hex with a Supply Line.")
    if not facts.points.tp_japan:
        return says("5.1: Japan has no Transport Points left for oil.")
    return "" if most_oil(facts) else says("5.1: No more oil can be carried in this phase.")


# --- 5.2 destroyers as escorts ---


def escorts(facts: Facts) -> tuple[Unit, ...]:
    """Return the destroyers that guard the merchantmen."""
    return tuple(unit for unit in facts.units.values() if unit.side == JAPAN and unit.spot == CONVOY_ESCORT)


def _destroyers(facts: Facts) -> Iterable[Option]:
    """Yield the destroyers that can go to the escorts, and those that can come back while Japan has a Home Base."""
    has_home = bool(facts.home_bases("Japan"))
    for unit in facts.units.values():
        is_escort = unit.spot == CONVOY_ESCORT and has_home
        if unit.side == JAPAN and unit.sort.type == "DD" and (is_escort or (unit.hex and not unit.is_at_sea)):
            yield unit.id


@step("Choose destroyers", rule="5.2")
def transfer(_state: NoState, situation: Situation) -> Steps:
    """Transfer any number of destroyers to Convoy Escort, or from there to a Home Base.

    Each costs two Transport Points.
    """
    facts = facts_of(situation)
    most = facts.points.tp_japan // POINTS_OF_A_TRANSFER
    chosen = yield Choose(
        key="destroyers",
        by=JAPAN,
        question=says("Which destroyers go to or come from Convoy Escort?"),
        among=lambda seen: _destroyers(facts_of(seen)),
        least=1,
        most=most,
        rule="5.2",
        then=says("Each destroyer costs two Transport Points; the points suffice for {most}.", most=most),
    )
    guards = {unit.id for unit in escorts(facts)}
    back = tuple(piece for piece in chosen if piece in guards)
    effects: list[AnyCommand] = []
    if back:
        homes = facts.home_bases("Japan")
        home = yield _home(homes)
        effects.append(MovePieces(back, At(PACIFIC, home[0].place)))
    out = tuple(piece for piece in chosen if piece not in guards)
    if out:
        effects.append(MovePieces(out, At(PACIFIC, CONVOY_ESCORT)))
    cost = POINTS_OF_A_TRANSFER * len(chosen)
    return Finish(len(chosen), [*effects, *points_to(situation, tp_japan=facts.points.tp_japan - cost)])


def _home(homes: tuple[str, ...]) -> Choose:
    return Choose(
        key="home",
        by=JAPAN,
        question=says("To which Home Base do they return?"),
        among=lambda seen: [facts_of(seen).at(home) for home in homes],
        least=1,
        most=1,
        rule="5.2",
    )


def _may_transfer(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != JAPAN:
        return says("5.2: Only Japan has convoy escorts.")
    if facts.points.tp_japan < POINTS_OF_A_TRANSFER:
        return says(
            "5.2: Moving a destroyer to or from Convoy Escort costs two Transport Points; Japan has fewer left."
        )
    return (
        "" if any(True for _ in _destroyers(facts)) else says("5.2: No destroyer can go to the escorts or come back.")
    )


# --- 5.3, 5.4 the war on the convoys ---


class ConvoyAttack(Struct, frozen=True):
    """The number of attacking Submarine Points, if it was chosen before the escorts roll (G-17); otherwise None."""

    dice: int | None = None


def _how_many(points: int) -> Asking[int]:
    """Ask the Allies how many Submarine Points attack the convoys, and return the number."""
    dice: int = yield Number(
        key="dice",
        by=ALLIES,
        question=says("How many Submarine Points attack?"),
        least=0,
        most=points,
        rule="5.4",
        then=says("A die each; each hit takes two from the Merchantmen Pool and from Japan's Transport Points."),
    )
    return dice


@step("Do the submarines attack?", rule="5.3")
def choose_war(_state: NoState, situation: Situation) -> Steps:
    """Ask the Allies whether they attack convoys or keep their submarines for Task Forces.

    Only then do the escorts roll.
    """
    facts = facts_of(situation)
    if facts.rules("G-17", "points-they-will-use"):
        dice = yield from _how_many(facts.points.sub_us)
        return Next(guard, ConvoyAttack(dice), [now_done(facts, CONVOYS)]) if dice else Finish(0)
    attacks = yield Confirm(key="attack", by=ALLIES, question=says("Attack the convoys with submarines?"), rule="5.3")
    return Next(guard, ConvoyAttack(), [now_done(facts, CONVOYS)]) if attacks else Finish(0)


@step("The convoy escorts", rule="5.3")
def guard(state: ConvoyAttack, situation: Situation) -> Steps:
    """Roll a die for each Oil Point that Japan spends, at most one for each destroyer.

    A hit removes a Submarine Point.
    """
    facts = facts_of(situation)
    points = facts.points
    most = min(len(escorts(facts)), points.oil)
    dice = 0
    if most:
        dice = yield Number(
            key="dice",
            by=JAPAN,
            question=says("How many escort dice?"),
            least=0,
            most=most,
            rule="5.3",
            then=_known(state, points.sub_us),
        )
    hits = 0
    if dice:
        rolled = yield look(situation, "convoy-escorts", oil=dice)
        hits = rolled.hits or 0
    left = max(points.sub_us - hits, 0)
    after = ConvoyAttack() if state.dice is None else ConvoyAttack(max(state.dice - hits, 0))
    return Next(attack, after, points_to(situation, oil=points.oil - dice, sub_us=left))


def _known(state: ConvoyAttack, points: int) -> str:
    """Return Japan's knowledge when it chooses its dice (G-17), and the effect of the dice, in a sentence."""
    if state.dice is not None:
        return says(
            "Each die costs an Oil Point; {dice} Submarine {dice:Point attacks|Points attack}. A hit removes one.",
            dice=state.dice,
        )
    return says(
        "Each die costs an Oil Point; the Allies have {points} Submarine {points:Point|Points}. A hit removes one.",
        points=points,
    )


@step("The submarines", rule="5.4")
def attack(state: ConvoyAttack, situation: Situation) -> Steps:
    """Roll a die for each Submarine Point spent.

    Each hit takes two from the Merchantmen Pool and two from Japan's Transport Points.
    """
    facts = facts_of(situation)
    points = facts.points
    dice = state.dice
    if dice is None:
        dice = (yield from _how_many(points.sub_us)) if points.sub_us else 0
    if not dice:
        return Finish(0)
    rolled = yield look(situation, "submarines-convoys", submarines=dice)
    lost = LOSS_OF_A_HIT * (rolled.hits or 0)
    effects = points_to(
        situation,
        sub_us=points.sub_us - dice,
        merchantmen=points.merchantmen - lost,
        tp_japan=points.tp_japan - lost,
    )
    return Finish(rolled.hits or 0, [*effects, *_owed(facts, lost - points.tp_japan)])


def _owed(facts: Facts, missing: int) -> list[AnyCommand]:
    """Return the command that records losses of Transport Points below 0.

    There is none with the choice `lost` of G-18. Otherwise the losses are taken from the next Transport Points.
    """
    if missing <= 0 or facts.rules("G-18", "lost"):
        return []
    return [SetProperty(TRANSPORT_OWED, transport_owed(facts.situation) + missing)]


def _may_war(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != ALLIES:
        return says("5.3: Only the Allies attack convoys with submarines.")
    done = done_in_part(facts)
    if CONVOYS in done:
        return says("5.4: The convoys have been attacked in this phase; that is done once.")
    if BOMBED in done:
        return says("16.1.3: Japan has already been bombed; submarines attack before that.")
    return "" if facts.points.sub_us else says("5.4: The Allies have no Submarine Points.")


# --- 16.1.3 strategic bombing ---


@step("Bomb Japan", rule="16.1.3")
def bomb(_state: NoState, situation: Situation) -> Steps:
    """Roll a die for each Transport Point, beginning with the American ones. Each hit destroys an Oil Point."""
    facts = facts_of(situation)
    points = facts.points
    dice = yield Number(
        key="dice",
        by=ALLIES,
        question=says("How many Transport Points?"),
        least=0,
        most=points.tp_us + points.tp_britain,
        rule="16.1.3",
        then=says("A die each, American points first; each hit takes an Oil Point from Japan."),
    )
    if not dice:
        return Finish(0)
    rolled = yield look(situation, "strategic-bombing", transport=dice, near_base=bool(bombing(facts).near))
    american = min(dice, points.tp_us)
    hits = rolled.hits or 0
    effects = points_to(
        situation,
        tp_us=points.tp_us - american,
        tp_britain=points.tp_britain - (dice - american),
        oil=points.oil - hits,
    )
    return Finish(hits, [*effects, now_done(facts, BOMBED)])


def _may_bomb(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != ALLIES:
        return says("16.1.3: Only the Allies bomb Japan.")
    if not facts.uses("16.1.3"):
        return says("Optional rule 16.1.3 is not used in this game.")
    if facts.moment.phase != ECONOMIC:
        return says("16.1.3: Bombing is done in the Economic Phase, after the submarines.")
    if facts.is_first_turn:
        return says("16.1.3: Japan is not bombed in the first turn of a scenario.")
    if BOMBED in done_in_part(facts):
        return says("16.1.3: Japan has been bombed in this phase; that is done once.")
    return (
        ""
        if bombing(facts).bases
        else says("16.1.3: No supplied Allied base is within four hexes of Kure or Yokosuka.")
    )


OIL = Procedure("oil-transport", "Oil transport", "3.2.7, 5.1", (carry,), _may_carry)
ESCORTS = Procedure("escort-transfer", "Destroyers as convoy escorts", "5.2", (transfer,), _may_transfer)
WAR = Procedure("convoy-war", "The war on the convoys", "3.3.5, 5.3, 5.4", (choose_war, guard, attack), _may_war)
BOMBING = Procedure("strategic-bombing", "Strategic bombing", "16.1.3", (bomb,), _may_bomb)

RULES = Rules(procedures=(OIL, ESCORTS, WAR, BOMBING))
