"""Questions about battles on the board that are written out in words, as cases give them.

A fighter is named by its row of the Air Combat Movement Chart, a bomber by its role; they have usual ratings, and a
flight of a case may have others. Actions are words such as `straight`, `turn left 2`, `fire b` or `die 7`.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Final, cast, get_args

import msgspec
from msgspec import Struct, structs

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Data, Rules, Unanswerable
from tabletop.flight_page import FACINGS

from .air_battle import AirBattle, Aircraft, AirTarget, BombingResult, Flight, TargetShip, Team
from .air_book import rules_in
from .air_plans import AirPlanner, Plan
from .air_set_up import SetUpError
from .battle_rules import BattleRules
from .flight_motion import AirAction
from .shot_odds import Odds, PassOdds, odds_here

LEVELS: Final = "LMH"
OFF: Final = "off"
HIDDEN: Final = "?"
_SIDES: Final = {-1: "left", 1: "right"}
_STAYS: Final = {-1: "stay down", 0: "stay", 1: "stay up"}
_NAMED: Final = frozenset({"fire", "answer", "hold", "renumber"})
_JAPANESE: Final = ("A6M", "Ki-")

_FIGHTER: Final = {"role": "F", "af": (2, 1), "df": (3, 2), "points": (5, 5), "strafes": True}
_BOMBER: Final = {"af": (1, 0), "df": (4, 3), "bf": (4, 2), "points": (3, 3), "engines": "multi", "is_japanese": True}
_MODES: Final[Mapping[str, tuple[str, ...]]] = {
    "B": ("regular", "skip", "parafrag"),
    "D": ("regular", "dive"),
    "T": ("regular", "torpedo"),
    "P": ("regular", "precision"),
    "C": ("drop", "assault"),
}
_ROLES: Final[Mapping[str, dict[str, Any]]] = {
    "B": {},
    "D": {"engines": "single", "fights_when_empty": True},
    "T": {},
    "P": {"is_japanese": False},
    "R": {"bf": (None,)},
    "C": {"af": (None,), "df": (3,), "bf": (None,)},
}


class CaseFlight(Struct, frozen=True, forbid_unknown_fields=True):
    """A flight of a case. `at`: its hex, facing and altitude (`G09 N M`); off the board only its altitude."""

    craft: str
    team: Team = "mission"
    number: int = 1
    at: str = "M"
    af: int | None = None
    df: int | None = None
    points: int | None = None
    bf: int | None = None
    japanese: bool | None = None
    single: bool = False
    enters: int = 1
    left: int | None = None
    losses: int = 0
    disrupted: bool = False
    loaded: bool = False
    emptied: int = 0
    revealed: bool = True
    ace: bool = False
    surprise: bool = False
    fired: bool = False
    low_on_ammo: bool = False
    run: int = 0
    high_rounds: int = 0
    straight_until: int = 0
    fought_in: int = 0
    drm: int = 0


class CaseBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle of a case. `moves`: the flight whose impulse it is; without it, the battle begins with its set-up."""

    flights: Mapping[str, CaseFlight]
    book: str = "cartwheel"
    moves: str = ""
    round: int = 1
    target: AirTarget = AirTarget()
    ships: Mapping[str, Mapping[str, Any]] = {}
    options: tuple[str, ...] = ()
    aces: int = 2
    foul: bool = False
    do: tuple[str, ...] = ()
    seen_by: Team | None = None


class FlightAnswer(Struct, frozen=True):
    """A flight after the actions of a case. `at` is its hex, facing and altitude, or `off` and its altitude."""

    at: str
    number: int
    losses: int
    lost: bool
    disrupted: bool
    loaded: bool
    revealed: bool
    ace: bool
    surprise: bool
    low_on_ammo: bool
    aborted: bool
    home: bool
    run: int
    near_rounds: int


class BattleAnswer(Struct, frozen=True):
    """A battle after the actions of a case. `refused`: the action that was not legal, or the error in the set-up.

    `decides`: the team that decides. `die`: the kind of the die that is due, `add` its modifier in anti-aircraft fire.
    `active`: the flights whose impulse it is, `points`: those they have left, `legal`: the words of the legal actions.
    `ships`: true for each ship that is disrupted.
    """

    flights: Mapping[str, FlightAnswer]
    round: int
    impulse: int
    active: tuple[str, ...]
    points: int | None
    decides: Team | None
    die: str
    add: int | None
    legal: tuple[str, ...]
    attacks: tuple[BombingResult, ...]
    ships: Mapping[str, bool]
    aborts: int
    over: bool
    refused: str | None = None


_WORDS: Final[Mapping[str, str]] = {
    "flights": "the flights by name: craft, team, number, at, ratings and states",
    "book": "the rulebook: cartwheel or forlorn_hopes",
    "moves": "the flight whose impulse it is; if left out, the battle begins with its set-up",
    "round": "the number of the round",
    "target": "the target: kind, strength, aa, drm",
    "ships": "the ships by name: hex, df, aa, drm, is_disrupted, is_crippled, crippled",
    "options": "optional rules in force",
    "aces": "the Allied aces that can still emerge",
    "foul": "yes in foul weather",
    "do": "the actions and dice, in order",
    "seen_by": "the team whose view is asked for, mission or interceptor; if left out, the truth",
}


class BattleQuery:
    """`{flights: {a: {craft: P-40, at: G09 N M}}, moves: a, do: [straight, turn left]}`: the battle after actions."""

    id = "air-battle"
    title = "Battle on the air board"
    rule = "9.7"
    takes: ClassVar = _WORDS

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> BattleAnswer:
        """Return the battle. Raises `Unanswerable` for a mistake in the words of the case."""
        return _answered(*_played(situation, given))


class AirOddsAnswer(Struct, frozen=True):
    """The odds of each shot, answer and bombing run that is legal, by the words of the action."""

    odds: Mapping[str, Mapping[str, Any]]


class AirOddsQuery:
    """`{flights: ..., moves: a, do: [straight]}`: the odds of all attacks after these actions."""

    id = "air-odds"
    title = "Odds on the air board"
    rule = "9.7.11"
    takes: ClassVar = _WORDS

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> AirOddsAnswer:
        """Return the odds. Raises `Unanswerable` for a mistake in the words of the case."""
        rules, battle, _ = _played(situation, given)
        found = odds_here(rules, battle).items()
        return AirOddsAnswer({word_of(battle, action): _plain(odds) for action, odds in found})


class AirPlanAnswer(Struct, frozen=True):
    """The planned actions of an impulse."""

    chain: tuple[str, ...]


class AirPlanQuery:
    """`{flights: ..., moves: a, plan: break_off}`: the plan of the impulse after these actions."""

    id = "air-plan"
    title = "Plan of an impulse"
    rule = "9.7"
    takes: ClassVar = {**_WORDS, "plan": "press_on, at_bombers, defend or break_off"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> AirPlanAnswer:
        """Return the actions. Raises `Unanswerable` for a mistake in the words of the case."""
        words = dict(given)
        plan = str(words.pop("plan", "press_on"))
        if plan not in get_args(Plan):
            raise Unanswerable(f"There is no plan '{plan}'.")
        rules, battle, _ = _played(situation, words)
        chain = AirPlanner(rules).chain(battle, cast("Plan", plan))
        return AirPlanAnswer(tuple(word_of(battle, action) for action in chain))


def word_of(battle: AirBattle, action: AirAction) -> str:
    """Return the words of an action: `roll left`, `bomb b dive`, `enter M10 NW`."""
    deed, by = action.deed, action.by
    if deed in ("enter", "place"):
        return f"{deed} {action.hex} {FACINGS[action.facing]}"
    if deed in ("turn", "roll"):
        return f"{deed} {_SIDES[1 if by > 0 else -1]}{' 2' if abs(by) > 1 else ''}"
    if deed == "stay":
        return _STAYS[by]
    if deed == "bomb":
        alone = len(battle.active) == 1
        return f"bomb {action.mode}" if alone else f"bomb {action.flight} {action.mode}"
    if deed == "climb":
        return "climb 2" if by > 1 else "climb"
    named = f" {action.flight}" if deed in _NAMED else ""
    return f"{deed}{named}{f' {by}' if deed in ('die', 'renumber') else ''}"


def _played(situation: Situation, given: Mapping[str, Data]) -> tuple[BattleRules, AirBattle, str | None]:
    """Return the rules, the battle after the actions of a case, and the refused action or the error in the set-up; None
    if all is legal.
    """
    try:
        case = msgspec.convert(_with_truth(given), CaseBattle, strict=False)
    except msgspec.ValidationError as error:
        raise Unanswerable(f"This is not a battle: {error}.") from error
    try:
        rules = rules_in(situation, case.book)
    except KeyError as error:
        raise Unanswerable(f"There is no rulebook '{case.book}'.") from error
    battle = _battle(rules, case)
    try:
        battle = _due(rules, battle, case.moves) if case.moves else rules.start(battle)
    except SetUpError as error:
        return rules, battle, str(error)
    for word in case.do:
        action = next((each for each in rules.legal(battle) if word_of(battle, each) == word), None)
        if action is None:
            return rules, battle, word
        battle = rules.act(battle, action)
    return rules, rules.seen_by(battle, case.seen_by) if case.seen_by else battle, None


def _with_truth(said: Data) -> Any:
    """Return the words of a case with true and false for yes and no."""
    if isinstance(said, Mapping):
        return {key: _with_truth(inner) for key, inner in said.items()}
    if isinstance(said, Sequence) and not isinstance(said, str):
        return [_with_truth(inner) for inner in said]
    return {"yes": True, "no": False}.get(said, said) if isinstance(said, str) else said


def _battle(rules: BattleRules, case: CaseBattle) -> AirBattle:
    ships = (
        msgspec.convert({"id": id, **ship}, TargetShip, strict=False, from_attributes=False)
        for id, ship in case.ships.items()
    )
    return AirBattle(
        flights=tuple(_flight(rules, id, flight) for id, flight in case.flights.items()),
        target=case.target,
        ships=tuple(ships),
        options=frozenset(case.options),
        free_aces=case.aces,
        foul=case.foul,
        round=case.round,
    )


def _flight(rules: BattleRules, id: str, given: CaseFlight) -> Flight:
    *place, level = given.at.split()
    hex, facing = place or ("", "N")
    if hex and hex not in rules.board.centres:
        raise Unanswerable(f"The board has no hex '{hex}'.")
    if facing not in FACINGS or level not in LEVELS:
        raise Unanswerable(f"'{given.at}' is not a place: write the hex, facing and altitude, G09 N M.")
    return Flight(
        id=id,
        team=given.team,
        craft=_craft(rules, given),
        number=given.number,
        hex=hex,
        facing=FACINGS.index(facing),
        altitude=LEVELS.index(level),
        enters=given.enters,
        left=given.left,
        losses=given.losses,
        is_disrupted=given.disrupted,
        is_loaded=given.loaded,
        emptied=given.emptied,
        is_revealed=given.revealed and bool(hex),
        has_ace=given.ace,
        has_surprise=given.surprise,
        has_fired=given.fired,
        is_low_on_ammo=given.low_on_ammo,
        run=given.run,
        high_rounds=given.high_rounds,
        straight_until=given.straight_until,
        fought_in=given.fought_in,
        bombing_drm=given.drm,
    )


def _craft(rules: BattleRules, given: CaseFlight) -> Aircraft:
    """Return the aircraft of a flight of a case: the usual one of its row or role, with the case's ratings.

    An AF or DF of the case is one lower for a flight that has lost a step.
    """
    name = given.craft
    if name in _ROLES:
        usual = {**_BOMBER, **_ROLES[name], "role": name, "modes": _MODES.get(name, ("regular",))}
    elif name in rules.tables:
        usual = {**_FIGHTER, "row": name, "is_japanese": name.startswith(_JAPANESE)}
    else:
        raise Unanswerable(f"'{name}' is neither a role of bombers nor a row of the chart.")
    for rating, number in (("af", given.af), ("df", given.df), ("points", given.points), ("bf", given.bf)):
        if number is not None:
            usual[rating] = (number, number - 1) if rating in ("af", "df") and len(usual[rating]) > 1 else (number,)
    if given.japanese is not None:
        usual["is_japanese"] = given.japanese
    if given.single:
        usual["engines"] = "single"
    return Aircraft(model=name, **usual)


def _due(rules: BattleRules, battle: AirBattle, name: str) -> AirBattle:
    """Return the battle at the beginning of a flight's impulse."""
    mover = next((flight for flight in battle.flights if flight.id == name), None)
    if mover is None:
        raise Unanswerable(f"There is no flight '{name}' to move.")
    team: Team = "mission" if mover.team == "interceptor" else "interceptor"
    before = mover.number - (team == "interceptor")
    return rules.advanced(battle.with_(impulse=before, team=team))


def _answered(rules: BattleRules, battle: AirBattle, refused: str | None) -> BattleAnswer:
    due = battle.casts[0] if battle.casts else None
    is_begun = bool(battle.active or due or battle.winner or battle.is_over)
    actions = rules.legal(battle) if is_begun else ()
    return BattleAnswer(
        flights={flight.id: _seen(flight) for flight in battle.flights},
        round=battle.round,
        impulse=battle.impulse,
        active=tuple(battle.flights[at].id for at in battle.active),
        points=battle.motion.points if battle.motion else None,
        decides=rules.decider(battle) if is_begun else None,
        die=due.kind if due else "",
        add=due.add if due and due.kind == "flak" else None,
        legal=tuple(word_of(battle, action) for action in actions if action.deed != "die"),
        attacks=battle.attacks,
        ships={ship.id: ship.is_disrupted for ship in battle.ships},
        aborts=battle.aborts,
        over=battle.is_over,
        refused=refused,
    )


def _seen(flight: Flight) -> FlightAnswer:
    place = f"{flight.hex} {FACINGS[flight.facing]}" if flight.hex else OFF
    return FlightAnswer(
        at=f"{place} {LEVELS[flight.altitude] if flight.altitude >= 0 else HIDDEN}",
        number=flight.number,
        losses=flight.losses,
        lost=flight.is_lost,
        disrupted=flight.is_disrupted,
        loaded=flight.is_loaded,
        revealed=flight.is_revealed,
        ace=flight.has_ace,
        surprise=flight.has_surprise,
        low_on_ammo=flight.is_low_on_ammo,
        aborted=flight.is_aborted,
        home=flight.is_home,
        run=flight.run,
        near_rounds=flight.near_rounds,
    )


def _plain(odds: Odds) -> Mapping[str, Any]:
    """Return the chances of odds and their modifiers."""
    found = dict(_chances(odds))
    return {**found, "modifiers": odds.modifiers, **({"results": odds.results} if isinstance(odds, PassOdds) else {})}


def _chances(odds: Odds) -> Iterator[tuple[str, Fraction]]:
    return ((name, value) for name, value in structs.asdict(odds).items() if isinstance(value, Fraction))


RULES = Rules(queries=(BattleQuery(), AirOddsQuery(), AirPlanQuery()))
