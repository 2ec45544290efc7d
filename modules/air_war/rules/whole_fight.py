"""The rest of a battle by a declared plan for each side: fought in the game, or simulated many times for a forecast."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from random import Random
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from .air_battle import AirBattle, Flight, Team
from .air_plans import AirPlanner, Plan
from .battle_rules import DICE, IMPULSES, BattleRules
from .bombing_runs import STRAFE
from .flight_motion import LOW, MEDIUM, AirAction

Plans: TypeAlias = Mapping[Team, Plan]
Stop: TypeAlias = Literal["shot", "step", "end"]
"""The event that stops a fight by plans: a shot that was settled, a step that was lost, or the end of the battle."""

TEAMS: Final[tuple[Team, Team]] = ("mission", "interceptor")
FIRST: Final = 8
"""The number of fights before the first forecast, and before each further one."""
MOST: Final = 1024
_AFTER_SHOT: Final = ("lucky", "ace")


class Autopilot:
    """An automatic player for both sides of a battle: it follows their plans, action by action."""

    def __init__(self, rules: BattleRules, plans: Plans, planner: AirPlanner | None = None) -> None:
        self._rules = rules
        self._plans = plans
        self._planner = planner or AirPlanner(rules)
        self._chain: tuple[AirAction, ...] = ()
        self._moment: tuple[int, int, tuple[int, ...]] | None = None

    def next(self, battle: AirBattle) -> AirAction | None:
        """Return the next action of the side that decides; None if a die is due or the battle is over."""
        team = self._rules.decider(battle)
        if team is None:
            return None
        if battle.asked or battle.winner:
            return self._planner.chain(battle, self._plans[team])[0]
        moment = (battle.round, battle.impulse, battle.active)
        if moment != self._moment or not self._is_possible(battle):
            self._chain, self._moment = self._planner.chain(battle, self._plans[team]), moment
        action, *rest = self._chain
        self._chain = tuple(rest)
        return action

    def _is_possible(self, battle: AirBattle) -> bool:
        return bool(self._chain) and self._chain[0] in self._rules.legal(battle)


def fight_out(
    rules: BattleRules,
    battle: AirBattle,
    pilot: Autopilot,
    roll: Callable[[AirBattle], AirAction],
    until: Stop = "end",
) -> Iterator[tuple[AirAction, AirBattle]]:
    """Yield each action of the rest of a battle, with the battle after it. `roll` returns the result of a due die."""
    while not battle.is_over:
        before, action = battle, pilot.next(battle) or roll(battle)
        battle = rules.act(battle, action)
        yield action, battle
        if stops(before, battle, until):
            return


def stops(before: AirBattle, after: AirBattle, until: Stop) -> bool:
    """Return whether a fight stops after an action."""
    if until == "shot":
        is_shot = bool(before.casts) and before.casts[0].kind in ("shot", *_AFTER_SHOT)
        return is_shot and not (after.casts and after.casts[0].kind in _AFTER_SHOT)
    return until == "step" and any(steps_lost(before, team) != steps_lost(after, team) for team in TEAMS)


def steps_lost(battle: AirBattle, team: Team) -> int:
    """Return the steps that a team's flights have lost."""
    return sum(min(flight.losses, len(flight.craft.df)) for flight in battle.flights if flight.team == team)


def over_target(battle: AirBattle) -> int:
    """Return the number of bombers that have bombed the target or dropped their paratroops on it."""
    return sum(attack.mode != STRAFE and (attack.column > 0 or attack.result != "-") for attack in battle.attacks)


class FightStakes(Struct, frozen=True):
    """The Victory Points of a battle: for each bomber that aborts (9.8), and for each enemy step shot down by a team.

    The second depends on the scenario.
    """

    per_abort: float = 1
    per_step: Mapping[Team, float] = {}

    def points(self, before: AirBattle, after: AirBattle, team: Team) -> float:
        """Return the points that a team won between two states of a battle."""
        enemy: Team = "interceptor" if team == "mission" else "mission"
        won = self.per_step.get(team, 0) * (steps_lost(after, enemy) - steps_lost(before, enemy))
        return won + self.per_abort * (after.aborts - before.aborts if team == "interceptor" else 0)


ABORTS: Final = FightStakes()


class FightFigure(Struct, frozen=True):
    """A mean of many simulated fights, and its standard error."""

    mean: float
    error: float


class FightForecast(Struct, frozen=True):
    """The mean result of the rest of a battle, by the number of simulated `fights`.

    `over_target`: the bombers that bomb the target, including those that already have; `bombers`: the number of fights
    in which none did, one did, and so on. `shot_down`: the number of fights in which each flight is lost, by its id.
    `lost`: the steps that each team loses from now on, `points`: the Victory Points that it wins.
    """

    fights: int
    over_target: FightFigure
    bombers: tuple[int, ...]
    shot_down: Mapping[str, int]
    lost: Mapping[Team, FightFigure]
    points: Mapping[Team, FightFigure]


class _Tally:
    """The sums of a number over many fights."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self._sum += value
        self._squares += value * value

    @property
    def figure(self) -> FightFigure:
        mean = self._sum / self.count
        variance = max(0.0, self._squares - self.count * mean * mean) / max(1, self.count - 1)
        return FightFigure(mean, sqrt(variance / self.count))


def forecasts(
    rules: BattleRules,
    battle: AirBattle,
    team: Team,
    plans: Plans,
    chance: Random,
    stakes: FightStakes = ABORTS,
    planner: AirPlanner | None = None,
) -> Iterator[FightForecast]:
    """Yield better and better forecasts of the rest of a battle, as `team` can know it.

    What it cannot see is guessed anew in each fight.
    """
    planner = planner or AirPlanner(rules)
    target, lost, points = _Tally(), {each: _Tally() for each in TEAMS}, {each: _Tally() for each in TEAMS}
    bombers = [0] * (1 + sum(flight.is_loaded for flight in battle.flights) + over_target(battle))
    shot_down = Counter[str]()
    while target.count < MOST:
        start = supposed(rules, battle, team, chance)
        end = simulated(rules, start, Autopilot(rules, plans, planner), chance)
        target.add(over_target(end))
        bombers[over_target(end)] += 1
        shot_down.update(flight.id for flight in end.flights if flight.is_lost)
        for each in TEAMS:
            lost[each].add(steps_lost(end, each) - steps_lost(start, each))
            points[each].add(stakes.points(start, end, each))
        if target.count % FIRST == 0:
            yield FightForecast(
                fights=target.count,
                over_target=target.figure,
                bombers=tuple(bombers),
                shot_down=Counter(shot_down),
                lost={each: lost[each].figure for each in TEAMS},
                points={each: points[each].figure for each in TEAMS},
            )


def simulated(rules: BattleRules, battle: AirBattle, pilot: Autopilot, chance: Random) -> AirBattle:
    """Return the end of a battle that is fought with this generator's dice."""
    for _, after in fight_out(rules, battle, pilot, lambda _: chance.choice(DICE)):
        battle = after
    return battle


def supposed(rules: BattleRules, battle: AirBattle, team: Team, chance: Random) -> AirBattle:
    """Return a battle that may be the true one, as far as a team can see.

    Hidden numbers are drawn from those that are free and whose impulse has not passed. A hidden flight is at medium
    altitude with a chance of one half, otherwise at any that it may have.
    """
    battle = rules.seen_by(battle, team)
    taken = {flight.number for flight in battle.flights if flight.team != team and flight.number}
    first = battle.impulse + (battle.team == "interceptor" or team == "interceptor") if battle.round == 1 else 1
    free = [number for number in range(1, IMPULSES + 1) if number not in taken and number >= first]
    free = free or [IMPULSES]
    chance.shuffle(free)
    for at, flight in enumerate(battle.flights):
        if flight.team != team and not flight.is_revealed:
            number = free.pop() if len(free) > 1 else free[0]
            battle = battle.changed(at, number=number, altitude=_altitude(rules, flight, chance))
    return battle


def _altitude(rules: BattleRules, flight: Flight, chance: Random) -> int:
    return MEDIUM if chance.random() < 0.5 else chance.randint(LOW, rules.ceiling(flight))
