"""The rules of battles on the board of a game, from the charts that the air games share. The charts are read once."""

from collections.abc import Mapping
from functools import lru_cache

from rules_assist.position.situation import Situation

from .air_charts import read_charts
from .battle_rules import BattleRules

_FAMILY = "air_war"
_CHARTS = f"{_FAMILY}:board/charts.yaml"


def rules_in(situation: Situation, game: str) -> BattleRules:
    """Return the rules of battles on the board of a game. Raises KeyError if the charts have no such game."""
    return _rules(situation.book.module.files.read(_CHARTS), game)


def numbers_in(situation: Situation) -> Mapping[str, str]:
    """Return the rule numbers of the game's book that differ from those of the family (`uses`, `rules`)."""
    return next((one.numbers for one in situation.book.module.families if one.about.id == _FAMILY), {})


@lru_cache(maxsize=4)
def _rules(content: bytes, game: str) -> BattleRules:
    return BattleRules(read_charts(content), game)
