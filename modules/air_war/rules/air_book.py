"""The rules of battles on the board of a game, from the charts that the air games share. The charts are read once."""

from functools import lru_cache

from rules_assist.position.situation import Situation

from .air_charts import read_charts
from .battle_rules import BattleRules

_CHARTS = "air_war:board/charts.yaml"


def rules_in(situation: Situation, game: str) -> BattleRules:
    """Return the rules of battles on the board of a game. Raises KeyError if the charts have no such game."""
    return _rules(situation.book.module.files.read(_CHARTS), game)


@lru_cache(maxsize=4)
def _rules(content: bytes, game: str) -> BattleRules:
    return BattleRules(read_charts(content), game)
