"""The forecast of an air battle: the rest of it is fought many times by each plan of the side that asks."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from rules_assist.position.situation import Situation
from rules_assist.procedure.plain_data import from_plain
from rules_assist.rulebook.authored_rules import Rules, Unanswerable
from tabletop.assistance import Outlook, Where
from tabletop.module.module_words import says

from ..air_battle import Team
from ..air_book import rules_in
from ..air_plans import AirPlanner, Plan
from ..whole_fight import FightFigure, FightForecast, Plans, forecasts
from .air_battle_procedure import AIR_BATTLE
from .air_fight import AirFight, fly
from .fight_orders import PLANS, plan_title

_SEED = 20
_ENEMY_PLAN: dict[Team, Plan] = {"mission": "press_on", "interceptor": "at_bombers"}
"""The plan that an enemy is supposed to have."""


class AirFightForetold:
    """The forecast of the rest of an air battle that is under way, from what the asking side sees."""

    id = "air-battle"
    title = "The air battle"
    rule = "9.7"

    def places(self, situation: Situation) -> Iterable[Where]:
        """Return the place of the first flight of each battle."""
        return dict.fromkeys(place for fight in fights_in(situation) for place in _places(situation, fight)[:1])

    def pieces(self, situation: Situation, where: Where) -> Iterable[int]:  # noqa: ARG002 - no flight can be added
        """Return no pieces, because no flight can be added to a battle."""
        return ()

    def outlooks(self, situation: Situation, where: Where) -> Iterator[Outlook]:
        """Yield outlooks, each with more simulated battles. Raises `Unanswerable` if no battle is fought there."""
        fight = next((fight for fight in fights_in(situation) if where in _places(situation, fight)), None)
        if fight is None:
            raise Unanswerable(says("No air battle is fought there."))
        rules, setting = rules_in(situation, fight.setting.game), fight.setting
        if situation.side not in ("", setting.mission, setting.interceptor):
            raise Unanswerable(says("Only the sides of this battle can forecast it."))
        team: Team = "interceptor" if situation.side == setting.interceptor else "mission"
        known = fight.known_to(team) if situation.side else fight.truth()
        planner = AirPlanner(rules)
        tried = [
            forecasts(rules, known, team, _plans(team, plan), Random(_SEED + number), planner=planner)
            for number, plan in enumerate(PLANS[team])
        ]
        for found in zip(*tried, strict=False):
            yield _outlook(team, found)


def fights_in(situation: Situation) -> Iterator[AirFight]:
    """Yield the state of each air battle in which the flights have begun to act."""
    for frame in situation.game.frames.values():
        if frame.procedure == AIR_BATTLE and frame.step == fly.id:
            yield from_plain(frame.state, AirFight)


def _places(situation: Situation, fight: AirFight) -> list[Where]:
    seen = (situation.where(piece) for piece in fight.setting.pieces.values() if piece in situation.game.pieces)
    return [where for where in seen if where is not None]


def _plans(team: Team, plan: Plan) -> Plans:
    return {**_ENEMY_PLAN, team: plan}


def _outlook(team: Team, found: Sequence[FightForecast]) -> Outlook:
    enemy: Team = "interceptor" if team == "mission" else "mission"
    figures = []
    for plan, forecast in zip(PLANS[team], found, strict=True):
        words = (
            (says("bombers over the target"), forecast.over_target),
            (says("own steps lost"), forecast.lost[team]),
            (says("enemy steps lost"), forecast.lost[enemy]),
            (says("points for the interceptors"), forecast.points["interceptor"]),
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
            says("The enemy is supposed to press on, and interceptors to go at the bombers."),
            says("Hidden numbers and altitudes are supposed anew in each simulated battle."),
        ),
    )


def _said(figure: FightFigure) -> str:
    return f"{figure.mean:.1f} ± {figure.error:.1f}"


RULES = Rules(forecasts=(AirFightForetold(),))
