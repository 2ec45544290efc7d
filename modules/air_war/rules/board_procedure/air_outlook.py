"""The forecast of an air battle: the rest of it is simulated many times for each plan of the side that asks."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import sqrt
from random import Random

from rules_assist.position.situation import Situation
from rules_assist.procedure.plain_data import from_plain
from rules_assist.rulebook.authored_rules import Rules, Unanswerable
from tabletop.assistance import Odds, Outlook, Share, Where
from tabletop.flight_page import forecast_word
from tabletop.module.module_words import says

from ..air_battle import AirBattle, Team
from ..air_book import rules_in
from ..air_plans import AirPlanner, Plan
from ..whole_fight import FightFigure, FightForecast, Plans, forecasts
from .air_battle_procedure import AIR_BATTLE
from .air_fight import AirFight, AirSetting, fly, team_titles
from .fight_orders import FORECAST, PLANS, USUAL_PLANS, plan_title

_SEED = 20


class AirFightForecast:
    """The forecast of the rest of an air battle that is under way, from what the asking side sees."""

    id = FORECAST
    title = "The air battle"
    rule = "9.7"

    def places(self, situation: Situation) -> Iterable[Where]:
        """Return the place of the first flight of each battle."""
        return dict.fromkeys(place for fight in fights_in(situation) for place in _places(situation, fight)[:1])

    def pieces(self, situation: Situation, where: Where) -> Iterable[int]:  # noqa: ARG002 - no flight can be added
        """Return no pieces, because no flight can be added to a battle."""
        return ()

    def outlooks(self, situation: Situation, where: Where) -> Iterator[Outlook]:
        """Yield outlooks, each with more simulated battles.

        Raises `Unanswerable` if no battle is fought there, or if the side that asks has no part in it.
        """
        fight, team = _fight_at(situation, where)
        rules = rules_in(situation, fight.setting.game)
        known = fight.known_to(team) if situation.side else fight.truth()
        planner = AirPlanner(rules)
        tried = [
            forecasts(rules, known, team, {**USUAL_PLANS, team: plan}, Random(_SEED + number), planner=planner)
            for number, plan in enumerate(PLANS[team])
        ]
        for found in zip(*tried, strict=False):
            yield _outlook(fight.setting, known, team, found)


class PlannedFightForecast:
    """The forecast of the rest of an air battle by a plan for each side, which the page of the battle shows.

    It is offered nowhere else, so it has no places.
    """

    title = "The air battle by two plans"
    rule = "9.7"

    def __init__(self, mission: Plan, interceptor: Plan) -> None:
        self.id = forecast_word(FORECAST, (mission, interceptor))
        self._plans: Plans = {"mission": mission, "interceptor": interceptor}

    def places(self, situation: Situation) -> Iterable[Where]:  # noqa: ARG002 - the page asks for it
        """Return no places."""
        return ()

    def pieces(self, situation: Situation, where: Where) -> Iterable[int]:  # noqa: ARG002 - no flight can be added
        """Return no pieces, because no flight can be added to a battle."""
        return ()

    def outlooks(self, situation: Situation, where: Where) -> Iterator[Outlook]:
        """Yield outlooks, each with more simulated battles.

        Raises `Unanswerable` if no battle is fought there, or if the side that asks has no part in it.
        """
        fight, team = _fight_at(situation, where)
        rules = rules_in(situation, fight.setting.game)
        known = fight.known_to(team) if situation.side else fight.truth()
        for found in forecasts(rules, known, team, self._plans, Random(_SEED)):
            yield _planned_outlook(situation, fight.setting, known, found)


def _fight_at(situation: Situation, where: Where) -> tuple[AirFight, Team]:
    """Return the battle at a place, and the team that asks.

    Raises `Unanswerable` if no battle is fought there, or if the side that asks has no part in it.
    """
    fight = next((fight for fight in fights_in(situation) if where in _places(situation, fight)), None)
    if fight is None:
        raise Unanswerable(says("No air battle is fought there."))
    setting = fight.setting
    if situation.side not in ("", setting.mission, setting.interceptor):
        raise Unanswerable(says("Only the sides of this battle can forecast it."))
    return fight, "interceptor" if situation.side == setting.interceptor else "mission"


def fights_in(situation: Situation) -> Iterator[AirFight]:
    """Yield the state of each air battle in which the flights have begun to act."""
    for frame in situation.game.frames.values():
        if frame.procedure == AIR_BATTLE and frame.step == fly.id:
            yield from_plain(frame.state, AirFight)


def _places(situation: Situation, fight: AirFight) -> list[Where]:
    seen = (situation.where(piece) for piece in fight.setting.pieces.values() if piece in situation.game.pieces)
    return [where for where in seen if where is not None]


def _has_bombs(battle: AirBattle) -> bool:
    """Return whether bombs are still in the air."""
    return any(flight.is_loaded and not flight.is_out for flight in battle.flights)


def _outlook(setting: AirSetting, known: AirBattle, team: Team, found: Sequence[FightForecast]) -> Outlook:
    enemy: Team = "interceptor" if team == "mission" else "mission"
    figures = []
    for plan, forecast in zip(PLANS[team], found, strict=True):
        words = [
            (says("own steps lost"), _said(forecast.lost[team])),
            (says("enemy steps lost"), _said(forecast.lost[enemy])),
        ]
        if setting.quarry:
            chance = forecast.shot_down[setting.quarry] / forecast.fights
            words.insert(0, (says("{flight} is shot down", flight=setting.quarry), f"{chance:.0%}"))
        if _has_bombs(known):
            words.insert(0, (says("bombers over the target"), _said(forecast.over_target)))
            words.append((says("Victory Points for the interceptors"), _said(forecast.points["interceptor"])))
        figures += [(f"{plan_title(plan)}: {word}", figure) for word, figure in words]
    times = found[0].fights
    return Outlook(
        says("The rest of the air battle"),
        "9.7",
        says("Simulated {times:,} {times:time|times} for each plan.", times=times),
        (),
        tuple(figures),
        (
            says("An enemy mission is taken to press on, and enemy interceptors to attack the bombers."),
            says("Hidden numbers and altitudes are guessed anew in each simulated battle."),
        ),
    )


def _planned_outlook(situation: Situation, setting: AirSetting, known: AirBattle, found: FightForecast) -> Outlook:
    """Return the odds of the quarry's fate or of the bombers over the target, and the mean losses.

    Without bombs in the air, there are neither bombers to count nor aborts that give Victory Points.
    """
    titles = team_titles(situation, setting)
    steps: dict[Team, int] = {
        team: sum(len(one.craft.df) - one.losses for one in known.flights if one.team == team and not one.is_out)
        for team in PLANS
    }
    lost = tuple(
        (
            says("Steps lost, {side}", side=titles[team]),
            says("{lost} of {steps}", lost=_said(found.lost[team]), steps=steps[team]),
        )
        for team in PLANS
    )
    odds: tuple[Odds, ...] = ()
    points: tuple[tuple[str, str], ...] = ()
    if setting.quarry:
        odds = (_fate(setting.quarry, found),)
    elif _has_bombs(known):
        names = (says("none"), says("one"), says("two"), says("three"), says("four"))
        shares = (
            _share(names[number] if number < len(names) else str(number), count, found.fights)
            for number, count in enumerate(found.bombers)
        )
        odds = (Odds(says("Bombers over the target"), tuple(shares)),)
        points = ((says("Victory Points, {side}", side=titles["interceptor"]), _said(found.points["interceptor"])),)
    how = says("Simulated {times:,} {times:time|times}.", times=found.fights)
    return Outlook(says("The rest of the air battle"), "9.7", how, odds, (*lost, *points))


def _fate(quarry: str, found: FightForecast) -> Odds:
    """Return the odds that the flight that decides the battle gets through."""
    down = found.shot_down[quarry]
    return Odds(
        says("The fate of {flight}", flight=quarry),
        (
            _share(says("shot down"), down, found.fights),
            _share(says("gets through"), found.fights - down, found.fights),
        ),
    )


def _share(title: str, count: int, times: int) -> Share:
    chance = count / times
    error = sqrt(chance * (1 - chance) / times)
    return Share(title, round(1000 * chance), f"{chance:.0%}", f"{100 * error:.0f}" if error else "")


def _said(figure: FightFigure) -> str:
    return f"{figure.mean:.1f} ± {figure.error:.1f}"


RULES = Rules(
    forecasts=(
        AirFightForecast(),
        *(PlannedFightForecast(*plans) for plans in product(PLANS["mission"], PLANS["interceptor"])),
    )
)
