"""Whole campaigns of both games, played at random by the rules: each comes to an end, and every position is sound."""

import pytest

from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.module import shipped
from tabletop.module.loader import load_module

from .__main__ import PHASES
from .air_war import AirWar

FEW = 4


@pytest.mark.parametrize(
    ("game", "seed"), [("cartwheel", 1), ("cartwheel", 2), ("forlorn_hopes", 2), ("forlorn_hopes", 3)]
)
def test_a_random_campaign_is_won_or_drawn_after_twelve_turns(game: str, seed: int) -> None:
    war = AirWar(load_rulebook(load_module(shipped.path("modules", game))), "campaign", seed, FEW)
    war.play(PHASES)
    ending = war.ending()
    assert ending is not None
    assert (ending.rule, war.turn) == ("16.3", 12)
