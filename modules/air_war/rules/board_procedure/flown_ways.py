"""The places that a moving flight can reach at its altitude, and the actions that the program proposes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ..air_battle import STAYING, AirBattle
from ..air_plans import AirPlanner
from ..battle_rules import BattleRules
from ..flight_motion import AirAction, Motion
from ..shot_odds import shot_odds

_SAME_ALTITUDE: Final = frozenset({"straight", "turn", "roll", "immelmann"})


class FlownWay(NamedTuple):
    """A motion that the moving flight can come to, and the action that leads there from the way `before` (its index).

    The first way, with `before` -1, has no action.
    """

    motion: Motion
    action: AirAction | None
    before: int


@lru_cache(maxsize=16)
def ways_from(rules: BattleRules, battle: AirBattle) -> Sequence[FlownWay]:
    """Return the motions that the active flights can come to at their altitude.

    A motion is left out if an earlier one with the same hex and facing, and as free to turn, has as many points left.
    """
    start = battle.motion
    if start is None:
        return ()
    steering, first = rules.steering(battle), rules.steps(battle)
    must_stay = STAYING in battle.options
    ways = [FlownWay(start, None, -1)]
    best: dict[tuple[str, int, bool], int] = {}
    at = 0
    while at < len(ways):
        motion = ways[at].motion
        steps = first.items() if at == 0 else steering.steps(motion)
        for action, after in steps:
            if after is None or action.deed not in _SAME_ALTITUDE:
                continue
            key = (after.hex, after.facing, after.ledger.just_turned)
            if after.points <= best.get(key, -1) or (must_stay and at and not steering.can_stay(after)):
                continue
            best[key] = after.points
            ways.append(FlownWay(after, action, at))
        at += 1
        if battle.goes_straight:
            break
    return ways


@lru_cache(maxsize=4)
def _planner(rules: BattleRules) -> AirPlanner:
    return AirPlanner(rules)


def _can_hit(rules: BattleRules, known: AirBattle) -> bool:
    """Return whether the answer of the bomber that is asked can have an effect."""
    return shot_odds(rules, known, known.asked[0], known.active[0]).nothing < 1


def usual_deeds(rules: BattleRules, known: AirBattle) -> Iterator[tuple[AirBattle, AirAction]]:
    """Yield the program's plan for all points of the team that decides, each action with the battle before it.

    `known` is the battle as this team sees it. The battle before an action tells only the motion. An answer that
    cannot hit would only risk the ammunition: the program proposes to hold fire.
    """
    legal = rules.legal(known)
    if known.asked and len(legal) > 1 and not _can_hit(rules, known):
        yield known, legal[-1]
        return
    battle = known
    for action in _planner(rules).chain(known):
        yield battle, action
        steps = rules.steps(battle)
        if action in steps:
            battle = battle.with_(motion=steps[action])
