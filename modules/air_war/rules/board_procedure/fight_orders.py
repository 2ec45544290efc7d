"""Orders of a side to its flights: the program acts for it by a plan, until something happens."""

from collections.abc import Mapping
from typing import Final, get_args

from msgspec import Struct

from tabletop.flight_page import order_word
from tabletop.module.module_words import says

from ..air_battle import Team
from ..air_plans import Plan
from ..whole_fight import Stop

FORECAST: Final = "air-battle"
"""The id of the forecast of the rest of a battle."""
PLANS: Final[Mapping[Team, tuple[Plan, ...]]] = {
    "mission": ("press_on", "defend", "break_off"),
    "interceptor": ("press_on", "at_bombers", "break_off"),
}
"""The plans that each team can order."""
USUAL_PLANS: Final[Mapping[Team, Plan]] = {"mission": "press_on", "interceptor": "at_bombers"}
"""The plan that each team is taken to follow, unless another is chosen."""


ANSWER_ON: Final = "answer-on"
"""The option by which the bombers of a side answer every time until the end of the impulse."""


class FightOrder(Struct, frozen=True, omit_defaults=True):
    """A plan that the program carries out for a side, and the event after which the side decides again.

    If it `only_answers`, it holds for the answers of bombers in one impulse.
    """

    plan: Plan
    until: Stop
    only_answers: bool = False


def order_words(team: Team) -> Mapping[str, FightOrder]:
    """Return the orders of a team, each by the word with which it is given."""
    return {order_word(plan, until): FightOrder(plan, until) for until in get_args(Stop) for plan in PLANS[team]}


def plan_title(plan: Plan) -> str:
    """Return the title of a plan."""
    return {
        "press_on": says("press on"),
        "at_bombers": says("attack the bombers"),
        "defend": says("defend the bombers"),
        "break_off": says("break off"),
    }[plan]


def order_title(order: FightOrder) -> str:
    """Return an order in a sentence."""
    stops = {
        "shot": says("until a shot"),
        "step": says("until a step is lost"),
        "end": says("to the end"),
    }
    return says("Fight it out: {plan}, {stop}", plan=plan_title(order.plan), stop=stops[order.until])
