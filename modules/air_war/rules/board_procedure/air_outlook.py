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

from ..air_battle import Team
from ..air_book import rules_in
from ..air_plans import AirPlanner, Plan
from ..whole_fight import FightFigure, FightForecast, Plans, forecasts
from .air_battle_procedure import AIR_BATTLE
from .air_fight import AirFight, fly, team_titles
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
            yield _outlook(team, found)


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
            yield _planned_outlook(situation, fight, found)


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


def _outlook(team: Team, found: Sequence[FightForecast]) -> Outlook:
    enemy: Team = "interceptor" if team == "mission" else "mission"
    figures = []
    for plan, forecast in zip(PLANS[team], found, strict=True):
        words = (
            (says("bombers over the target"), forecast.over_target),
            (says("own steps lost"), forecast.lost[team]),
            (says("enemy steps lost"), forecast.lost[enemy]),
            (says("Victory Points for the interceptors"), forecast.points["interceptor"]),
        )
        figures += [(f"{plan_title(plan)}: {word}", _said(figure)) for word, figure in words]
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


def _planned_outlook(situation: Situation, fight: AirFight, found: FightForecast) -> Outlook:
    titles = team_titles(situation, fight.setting)
    steps: dict[Team, int] = {
        team: sum(len(one.craft.df) - one.losses for one in fight.battle.flights if one.team == team and not one.is_out)
        for team in PLANS
    }
    shares = tuple(_share(number, count / found.fights, found.fights) for number, count in enumerate(found.bombers))
    lost = tuple(
        (
            says("Steps lost, {side}", side=titles[team]),
            says("{lost} of {steps}", lost=_said(found.lost[team]), steps=steps[team]),
        )
        for team in PLANS
    )
    points = says("Victory Points, {side}", side=titles["interceptor"]), _said(found.points["interceptor"])
    how = says("Simulated {times:,} {times:time|times}.", times=found.fights)
    odds = Odds(says("Bombers over the target"), shares)
    return Outlook(says("The rest of the air battle"), "9.7", how, (odds,), (*lost, points))


def _share(number: int, chance: float, times: int) -> Share:
    error = sqrt(chance * (1 - chance) / times)
    names = (says("none"), says("one"), says("two"), says("three"), says("four"))
    title = names[number] if number < len(names) else str(number)
    return Share(title, round(1000 * chance), f"{chance:.0%}", f"{100 * error:.0f}" if error else "")


def _said(figure: FightFigure) -> str:
    return f"{figure.mean:.1f} ± {figure.error:.1f}"


RULES = Rules(
    forecasts=(
        AirFightForecast(),
        *(PlannedFightForecast(*plans) for plans in product(PLANS["mission"], PLANS["interceptor"])),
    )
)
