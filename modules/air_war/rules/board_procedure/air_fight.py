"""The battle on the Tactical Battle Board as a procedure: secret markers, places, and one action after another.

The state that all sides know has no number and no altitude of a flight that is not revealed (9.7.3): these are secrets
of its side.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct, structs

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Finish, Next, Pick, Roll, Secret, Steps, Together, step
from tabletop.assistance import PieceId, SideId
from tabletop.flight_page import FIGHT_ON, berth_word, plan_word
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import Report, Say
from tabletop.game.rolls import RollResult
from tabletop.module.module_words import in_module_words, says

from ..air_battle import AirBattle, Cast, Flight, Team
from ..air_book import rules_in
from ..air_set_up import SetUpError, check_members, check_set_up
from ..air_shots import defence, shot_modifiers
from ..battle_rules import IMPULSES, BattleRules
from ..flight_motion import LOW, AirAction
from ..whole_fight import TEAMS, Autopilot, stops
from .air_units import losses_of
from .air_words import berth_title, deed_title, fate_words, roll_reason
from .battle_result import result_lines
from .fight_orders import ANSWER_ON, FightOrder, order_title, order_words

OPPOSITE: Final = 0
"""The facing from the mission's entry hexes to the opposite edge of the board."""

NUMBERS: Final = tuple(range(1, IMPULSES + 1))
"""The numbers of sequence markers."""

RollFate: TypeAlias = Literal["", "clear", "disrupted", "step", "lost", "no-ammo", "ace"]


class AirSetting(Struct, frozen=True, omit_defaults=True):
    """The parts of a battle that do not change.

    `game` is the name of the charts. `pieces`, `titles` and `altitudes` are by the ids of the flights. Flights that are
    named in `straight` only fly straight in the first round. A flight may choose between its `altitudes`, or between
    all that it can have if none are given. `quarry` is a flight whose fate decides the battle; "" if there is none.
    """

    title: str
    game: str
    mission: SideId
    interceptor: SideId
    pieces: dict[str, PieceId] = {}
    titles: dict[str, str] = {}
    straight: tuple[str, ...] = ()
    altitudes: dict[str, tuple[int, ...]] = {}
    quarry: str = ""

    def side(self, team: Team) -> str:
        """Return the side of a team."""
        return self.mission if team == "mission" else self.interceptor


class FlightMarker(NamedTuple):
    """The sequence marker of a flight that is not revealed, with its altitude and whether it carries bombs."""

    flight: str
    number: int
    altitude: int
    is_loaded: bool


Markers: TypeAlias = dict[Team, Secret[tuple[FlightMarker, ...]]]
Orders: TypeAlias = dict[Team, Secret[FightOrder]]


class RollNote(Struct, frozen=True, omit_defaults=True):
    """A die that was rolled. `by` and `at` are the ids of the flight that acts and of its target; "" if there is none.

    `items` are the modifiers of a shot, and `needs` is the target's DF. `fate` tells the effect on the target, or else
    on the flight that acts. Of bombs, `column` is the column of their table, and `cell` the result there.
    """

    kind: str
    die: int
    by: str = ""
    at: str = ""
    items: dict[str, int] = {}
    needs: int = 0
    fate: RollFate = ""
    column: int = 0
    cell: str = ""


class AirStart(Struct, frozen=True):
    """The beginning of a battle: the flights of `battle` have neither numbers nor places."""

    setting: AirSetting
    battle: AirBattle
    side: str = ""


class AirFight(Struct, frozen=True, omit_defaults=True):
    """The state of a battle.

    `battle` is what all sides know. `flown` are the hexes of the present impulse, each with the action that led there
    and the points that it took; `rolls` are the dice of the last action. `orders` are the secret orders of the teams
    for which the program acts.
    """

    setting: AirSetting
    battle: AirBattle
    hidden: Markers
    flown: tuple[tuple[str, AirAction, int], ...] = ()
    rolls: tuple[RollNote, ...] = ()
    orders: Orders = {}

    def known_to(self, team: Team) -> AirBattle:
        """Return the battle as a team knows it. Raises `UnseenSecret` in a view of another side."""
        return self._with(team)

    def truth(self) -> AirBattle:
        """Return the whole battle. Raises `UnseenSecret` in the view of a side."""
        return self._with("mission", "interceptor")

    def _with(self, *teams: Team) -> AirBattle:
        places = {flight.id: at for at, flight in enumerate(self.battle.flights)}
        battle = self.battle
        for marker in (marker for team in teams for marker in self.hidden[team].value):
            values = marker._asdict()
            battle = battle.changed(places[values.pop("flight")], **values)
        return battle


class AirResult(Struct, frozen=True):
    """The end of a battle."""

    battle: AirBattle


def hidden_in(rules: BattleRules, setting: AirSetting, truth: AirBattle) -> tuple[AirBattle, Markers]:
    """Return the part of a battle that all sides know, and the secrets of each team."""
    seen = rules.seen_by(rules.seen_by(truth, "mission"), "interceptor")
    teams: tuple[Team, ...] = ("mission", "interceptor")
    return seen, {team: Secret(setting.side(team), tuple(_markers(truth, team))) for team in teams}


def _markers(truth: AirBattle, team: Team) -> Iterator[FlightMarker]:
    for flight in truth.flights:
        if flight.team == team and not flight.is_revealed:
            yield FlightMarker(flight.id, flight.number, flight.altitude, flight.is_loaded)


# Before the battle


def altitudes_for(rules: BattleRules, setting: AirSetting, flight: Flight) -> tuple[int, ...]:
    """Return the altitudes that a flight may have before the battle."""
    return setting.altitudes.get(flight.id) or tuple(range(LOW, rules.ceiling(flight) + 1))


def _plan_words(rules: BattleRules, setting: AirSetting, flights: Sequence[Flight]) -> Mapping[str, FlightMarker]:
    return {
        plan_word(flight.id, number, altitude): FlightMarker(flight.id, number, altitude, flight.is_loaded)
        for flight in flights
        for number in NUMBERS
        for altitude in altitudes_for(rules, setting, flight)
    }


def _plan_options(rules: BattleRules, setting: AirSetting, flights: Sequence[Flight], _: Situation) -> list[Choice]:
    return [
        Choice(
            word,
            says(
                "{flight}: {number}, {level}",
                flight=marker.flight,
                number=marker.number,
                level=(says("low"), says("medium"), says("high"))[marker.altitude],
            ),
        )
        for word, marker in _plan_words(rules, setting, flights).items()
    ]


def plan_problem(rules: BattleRules, setting: AirSetting, flights: Sequence[Flight], words: Sequence[str]) -> str:
    """Return why these words are no plan for a team's flights, in a sentence; "" if they are one."""
    known = _plan_words(rules, setting, flights)
    chosen = [known[word] for word in words]
    if len({marker.flight for marker in chosen}) < len(flights):
        return says("Each flight needs one number and one altitude")
    by_id = {flight.id: flight for flight in flights}
    for number in {marker.number for marker in chosen}:
        group = [
            structs.replace(by_id[marker.flight], number=number, altitude=marker.altitude)
            for marker in chosen
            if marker.number == number
        ]
        try:
            if len(group) > 1:
                check_members(rules, group)
        except SetUpError as problem:
            return says("Two flights have the number {number}: {because}", number=number, because=str(problem))
    first = [marker.number for marker in chosen if by_id[marker.flight].enters == 1]
    late = [marker.number for marker in chosen if by_id[marker.flight].enters > 1]
    if late and flights[0].team == "mission" and min(late) <= max(first, default=0):
        return says("Late flights need higher numbers than those of the first round")
    return ""


def _problem(
    rules: BattleRules, setting: AirSetting, flights: Sequence[Flight], _: Situation, words: Sequence[str]
) -> str:
    return plan_problem(rules, setting, flights, words)


@step("Numbers and altitudes", rule="9.7.3")
def plan(state: AirStart, situation: Situation) -> Steps:
    """Let both sides give their flights numbers and altitudes in secret."""
    rules, setting = rules_in(situation, state.setting.game), state.setting
    teams: tuple[Team, ...] = ("mission", "interceptor")
    by_team = {team: [one for one in state.battle.flights if one.team == team] for team in teams}
    asked = {
        setting.side(team): Choose(
            key=f"plan-{team}",
            by=setting.side(team),
            question=says("Give each flight its number and its altitude"),
            among=partial(_plan_options, rules, setting, flights),
            least=len(flights),
            most=len(flights),
            because=partial(_problem, rules, setting, flights),
            secret=True,
        )
        for team, flights in by_team.items()
    }
    answers = yield Together(asked)
    battle = state.battle
    for team, flights in by_team.items():
        known = _plan_words(rules, setting, flights)
        for word in answers[setting.side(team)]:
            marker = known[word]
            at = next(at for at, flight in enumerate(battle.flights) if flight.id == marker.flight)
            battle = battle.changed(at, number=marker.number, altitude=marker.altitude)
    for at, flight in enumerate(battle.flights):
        battle = battle.changed(at, straight_until=int(flight.id in setting.straight))
    seen, hidden = hidden_in(rules, setting, battle)
    return Next(place, AirFight(setting, seen, hidden))


def placed_first(battle: AirBattle) -> list[Flight]:
    """Return the flights that are placed on the board before the battle, in their order."""
    return [flight for flight in battle.flights if flight.team == "mission" and flight.enters == 1]


def berths_in(rules: BattleRules) -> Mapping[str, tuple[str, int]]:
    """Return the places and facings in which a flight may begin, each by its word."""
    board = rules.board
    return {berth_word(hex, facing): (hex, facing) for hex in board.chart.mission_entry for facing in board.inward(hex)}


def berthed(rules: BattleRules, battle: AirBattle, words: Sequence[str]) -> AirBattle:
    """Return the battle after the flights of the first round are placed."""
    known = berths_in(rules)
    places = {flight.id: known[word] for flight, word in zip(placed_first(battle), words, strict=True)}
    flights = (
        structs.replace(flight, hex=places[flight.id][0], facing=places[flight.id][1])
        if flight.id in places
        else flight
        for flight in battle.flights
    )
    return battle.with_(flights=tuple(flights))


def berth_problem(rules: BattleRules, known: AirBattle, words: Sequence[str]) -> str:
    """Return why the first flights of the mission may not begin in these places, in a sentence; "" if they may."""
    battle = berthed(rules, known, words)
    if any(flight.straight_until and flight.facing != OPPOSITE for flight in placed_first(battle)):
        return says("A flight that must fly straight faces the opposite edge of the board")
    try:
        check_set_up(rules, [flight for flight in battle.flights if flight.team == "mission"], battle.ships)
    except SetUpError as problem:
        return str(problem)
    return ""


@step("Places of the mission", rule="9.7.2")
def place(state: AirFight, situation: Situation) -> Steps:
    """Let the mission's side place its flights on the board."""
    rules, setting = rules_in(situation, state.setting.game), state.setting
    count = len(placed_first(state.battle))
    words = yield Choose(
        key="places",
        by=setting.mission,
        question=says("Place the flights of the mission"),
        among=lambda _: [Choice(word, berth_title(*berth)) for word, berth in berths_in(rules).items()],
        least=count,
        most=count,
        repeats=True,
        because=lambda _, words: berth_problem(rules, state.known_to("mission"), words),
    )
    fought = _Fought(rules, setting, [rules.start(berthed(rules, state.truth(), words))], ())
    return _next(fought, state, {}, situation)


# The battle


def action_words(rules: BattleRules, known: AirBattle) -> Mapping[str, AirAction]:
    """Return the legal actions of the team that decides, each by its word."""
    return {word_of(action): action for action in rules.legal(known)}


def word_of(action: AirAction) -> str:
    """Return the word by which an action is answered."""
    if action.hex:
        return f"{action.deed} {berth_word(action.hex, action.facing)}"
    if action.deed in ("fire", "answer", "hold"):
        return f"{action.deed} {action.flight}"
    said = " ".join(part for part in (action.deed, action.flight, action.mode) if part)
    return f"{said} {action.by}" if action.by or action.deed == "stay" else said


def _deed_options(rules: BattleRules, known: AirBattle) -> list[Choice]:
    """Return the possible actions, and the word to fight on by a plan.

    An action without an alternative needs no answer, except in the question whether a bomber answers: if it were left
    out, the other side would learn that the bomber cannot.
    """
    deeds = [Choice(word, deed_title(rules, known, action)) for word, action in action_words(rules, known).items()]
    if len(deeds) == 1 and not known.asked:
        return deeds
    if known.asked:
        deeds.append(Choice(ANSWER_ON, says("Answer every time in this impulse")))
    return [*deeds, Choice(FIGHT_ON, says("Fight it out"))]


def _order_options(team: Team) -> list[Choice]:
    return [Choice(word, order_title(order)) for word, order in order_words(team).items()]


@step("The fight", rule="9.7.5")
def fly(state: AirFight, situation: Situation) -> Steps:
    """Let the team that decides act, and roll the dice that its action calls for.

    If it has an order, the program acts for it up to the end of the impulse, or to the event that ends the order.
    """
    rules, setting, orders = rules_in(situation, state.setting.game), state.setting, dict(state.orders)
    team = rules.decider(state.battle)
    action: AirAction | None = None
    is_forced = False
    if team is not None and team not in orders:
        side = setting.side(team)
        word = yield Pick(
            key="deed",
            by=side,
            question=_question(state),
            among=lambda _: _deed_options(rules, state.known_to(team)),
        )
        if word == FIGHT_ON:
            ordered = yield Pick(
                key="order",
                by=side,
                question=says("Choose the plan by which your flights fight on"),
                among=lambda _: _order_options(team),
                secret=True,
            )
            orders[team] = Secret(side, order_words(team)[ordered])
        elif word == ANSWER_ON:
            orders[team] = Secret(side, FightOrder("press_on", "end", only_answers=True))
        else:
            possible = action_words(rules, state.known_to(team))
            action, is_forced = possible[word], len(possible) == 1
    fought = _Fought(rules, setting, [state.truth()], state.flown, is_forced=is_forced)
    pilot = Autopilot(rules, {team: order.value.plan for team, order in orders.items()})
    first = fought.now
    while True:
        if action is None and rules.decider(fought.now) in orders:
            action = pilot.next(fought.now)
        yield from _acted(fought, action)
        is_later = not _is_same_impulse(first, fought.now)
        orders = {
            team: order
            for team, order in orders.items()
            if not (fought.stops(order.value) or (is_later and order.value.only_answers))
        }
        if fought.now.is_over or rules.decider(fought.now) not in orders or is_later:
            return _next(fought, state, orders, situation)
        action = None


@dataclass
class _Fought:
    """The part of a battle that is fought in one step: its states, its dice, and the way of the active flights."""

    rules: BattleRules
    setting: AirSetting
    states: list[AirBattle]
    flown: tuple[tuple[str, AirAction, int], ...]
    rolls: list[RollNote] = field(default_factory=list)
    is_forced: bool = False

    @property
    def now(self) -> AirBattle:
        return self.states[-1]

    def stops(self, order: FightOrder) -> bool:
        """Return whether something has happened that ends an order."""
        return any(stops(before, after, order.until) for before, after in pairwise(self.states))


def _acted(fought: _Fought, action: AirAction | None) -> Generator[Roll, RollResult, None]:
    """Carry out an action, and roll the dice that it calls for; without an action, roll the dice that are due."""
    rules, before = fought.rules, fought.now
    if action is not None:
        fought.states.append(rules.act(before, action))
    while fought.now.casts:
        now, cast = fought.now, fought.now.casts[0]
        by, at = (now.flights[place] if place >= 0 else None for place in (cast.by, cast.at))
        rolled = yield Roll(key=f"die-{len(fought.rolls) + 1}", dice="1d10", why=roll_reason(cast, by, at))
        after = rules.act(now, AirAction("die", rolled.total))
        fought.rolls.append(_noted(rules, now, after, cast, rolled.total))
        fought.states.append(after)
    fought.flown = _flown(before, fought.now, fought.flown, action or AirAction("end"))


def _is_same_impulse(one: AirBattle, other: AirBattle) -> bool:
    return (one.active, one.round, one.impulse) == (other.active, other.round, other.impulse)


def _question(state: AirFight) -> str:
    battle = state.battle
    if battle.winner:
        return says("Exchange sequence markers")
    if battle.asked:
        return says("{flight} may answer", flight=battle.flights[battle.asked[0]].id)
    names = [battle.flights[at].id for at in battle.active]
    return says("{flights} {count:acts|act}", flights=", ".join(names), count=len(names))


def team_titles(situation: Situation, setting: AirSetting) -> dict[Team, str]:
    """Return the titles of the sides of both teams, in the reader's language."""
    names = {each.id: in_module_words(each.title) for each in situation.book.module.about.sides}
    return {team: names[setting.side(team)] for team in TEAMS}


def _next(fought: _Fought, state: AirFight, orders: Orders, situation: Situation) -> Next[AirFight] | Finish:
    setting, truth = state.setting, fought.now
    effects = (*_forced(fought), *_reports(setting, fought.states[0], truth))
    if truth.is_over:
        losses = {flight: losses_of(situation, piece) for flight, piece in setting.pieces.items()}
        lines = result_lines(truth, losses, team_titles(situation, setting))
        return Finish(AirResult(truth), (*effects, *map(Say, lines)))
    seen, hidden = hidden_in(fought.rules, setting, truth)
    return Next(fly, AirFight(setting, seen, hidden, fought.flown, tuple(fought.rolls), orders), effects)


def _flown(
    before: AirBattle, after: AirBattle, flown: tuple[tuple[str, AirAction, int], ...], action: AirAction
) -> tuple[tuple[str, AirAction, int], ...]:
    """Return the way of the active flights after an action; empty if other flights act now."""
    if not _is_same_impulse(before, after) or after.motion is None or not after.active:
        return ()
    if before.motion is None:
        return ((after.motion.hex, action, 1 if action.deed == "enter" else 0),)
    if action.deed in ("answer", "hold"):
        return flown
    start = flown or ((before.motion.hex, AirAction("end"), 0),)
    return (*start, (after.motion.hex, action, before.motion.points - after.motion.points))


def _noted(rules: BattleRules, before: AirBattle, after: AirBattle, cast: Cast, die: int) -> RollNote:
    by, at = (before.flights[place].id if place >= 0 else "" for place in (cast.by, cast.at))
    fate: RollFate = ""
    items: Mapping[str, int] = {}
    needs = 0
    if cast.at >= 0:
        was, now = before.flights[cast.at], after.flights[cast.at]
        fate = "lost" if now.is_lost else "step" if now.losses > was.losses else ""
        fate = fate or ("disrupted" if now.is_disrupted > was.is_disrupted else "")
        if cast.kind == "shot":
            items, needs = shot_modifiers(rules, before, cast.by, cast.at), defence(rules, was)
    if cast.kind == "clearance" and after.casts and after.casts[0].kind == "shot":
        fate = "clear"
    if cast.by >= 0 and not fate:
        was, now = before.flights[cast.by], after.flights[cast.by]
        fate = "no-ammo" if now.is_low_on_ammo > was.is_low_on_ammo else "ace" if now.has_ace > was.has_ace else ""
    bombs = after.attacks[-1] if cast.kind == "bomb" and after.attacks else None
    note = RollNote(cast.kind, die, by, at, dict(items), needs, fate)
    return structs.replace(note, column=bombs.column, cell=bombs.result) if bombs else note


def _forced(fought: _Fought) -> Iterator[Report]:
    """Yield the report of a movement that was carried out without a question, because nothing else was possible."""
    before = fought.states[0]
    if not fought.is_forced or before.motion is None or before.asked:
        return
    (action,) = fought.rules.legal(before)
    pieces = tuple(filter(None, (fought.setting.pieces.get(before.flights[at].id, 0) for at in before.active)))
    if pieces and action.deed != "end":
        deed = deed_title(fought.rules, before, action)
        words = says("had one action left: {deed}", deed=deed)
        yield Report(pieces, _named(fought.setting, before.flights[before.active[0]].id, words), ())


def _reports(setting: AirSetting, before: AirBattle, after: AirBattle) -> Iterator[Report]:
    """Yield reports of what became of the flights between two states of a battle."""
    for was, now in zip(before.flights, after.flights, strict=True):
        piece = setting.pieces.get(was.id, 0)
        words = fate_words(was, now)
        if piece and words:
            yield Report((piece,), _named(setting, now.id, words), ())


def _named(setting: AirSetting, flight: str, words: str) -> str:
    """Return the words of a report, after the name of its flight if other flights have the same title."""
    titles = list(setting.titles.values())
    if titles.count(setting.titles.get(flight, "")) < 2:
        return words
    return says("({flight}) {words}", flight=flight, words=words)
