"""The Battle of the Bismarck Sea is played at random up to the end of its operations, without dead ends."""

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

OPERATIONS = 7
"""The number of the phase of air and naval operations."""


class AirWar(RandomGame):
    """A turn in which the sides fly, fight out their battles, and return."""

    def likes(self, asked: ProcedureQuestion, options: Sequence[Value]) -> Sequence[Value]:
        return [FIGHT_ON] if FIGHT_ON in options else ()

    def deeds(self) -> int:
        return 6


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "cartwheel")))


@pytest.mark.parametrize("seed", range(2))
def test_the_operations_end_with_every_air_unit_at_a_base(book: RuleBook, seed: int) -> None:
    random = Random(seed)
    war = AirWar(book, new_game(book.module, "bismarck-sea", {}, Luck(random)), random)
    while not war.is_over() and war.sequence.positions(war.seen())[1] <= OPERATIONS:
        war.play_phase()
    seen = war.seen()
    air = [piece for piece in seen.pieces() if seen.read(piece, "role")]
    assert len(air) == 18
    for piece in air:
        assert seen.read(piece, "task") in ("", "reconnaissance")
        is_over_the_map = seen.read(piece, "role") == "R" or seen.read(piece, "floatplane")
        assert seen.read(piece, "base") or seen.read(piece, "Place") == "Destroyed" or is_over_the_map
