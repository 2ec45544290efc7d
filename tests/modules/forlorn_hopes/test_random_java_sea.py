"""The Battle of Java Sea is played at random, and no procedure gets stuck."""

from collections.abc import Sequence
from random import Random

import pytest

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_game import Luck, RandomGame
from tabletop.assistance import ProcedureQuestion
from tabletop.flight_page import FIGHT_ON
from tabletop.game.state.values import Value
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

FIRST, LAST = 2, 3
"""The turns 3 and 4, counted from 0."""


class AirWar(RandomGame):
    """A game in which the sides fly, fight out their battles, and return."""

    def likes(self, asked: ProcedureQuestion, options: Sequence[Value]) -> Sequence[Value]:
        return [FIGHT_ON] if FIGHT_ON in options else ()

    def deeds(self) -> int:
        return 6


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "forlorn_hopes")))


@pytest.mark.parametrize("seed", range(3))
def test_every_air_unit_is_ready_again_on_turn_4(book: RuleBook, seed: int) -> None:
    random = Random(seed)
    war = AirWar(book, new_game(book.module, "java-sea", {}, Luck(random)), random)
    assert war.sequence.positions(war.seen())[0] == FIRST
    while not war.is_over() and war.sequence.positions(war.seen())[0] == FIRST:
        war.play_phase()
    seen = war.seen()
    air = [piece for piece in seen.pieces() if seen.read(piece, "role")]
    assert len(air) == 31
    for piece in air:
        at = str(seen.read(piece, "Place"))
        assert seen.read(piece, "task") == ""
        assert ": Ready" in at or at == "Destroyed" or at.startswith("11th Air Fleet"), at
