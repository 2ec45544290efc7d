"""The procedure `air-battle`, which a game's own procedures run with an `AirStart`."""

from rules_assist.position.situation import Situation
from rules_assist.procedure import Procedure
from rules_assist.rulebook.authored_rules import Rules
from tabletop.module.module_words import says

from .air_fight import AirResult, fly, place, plan
from .air_page import page_of

AIR_BATTLE = "air-battle"


def _may_begin(situation: Situation, side: str) -> str:  # noqa: ARG001 - only other procedures begin it
    return says("It is a part of an air mission.")


RULES = Rules(
    procedures=(
        Procedure(
            AIR_BATTLE,
            "Air battle",
            "9.7",
            (plan, place, fly),
            _may_begin,
            AirResult,
            page=page_of,
            must_finish=True,
            remembers=8,
        ),
    )
)
