"""Whole scenarios of Cartwheel, played at random by the rules: each comes to an end, and every position is sound."""

import pytest

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tests.modules.air_war.random_wars.air_war import AirWar

PHASES = 20
FEW = 4
OPERATIONS = 7
"""The number of the phase of air and naval operations."""


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "cartwheel")))


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        ("training-game", 2),
        ("training-game", 5),
        ("iron-bottom-sound", 1),
        ("iron-bottom-sound", 3),
        ("bismarck-sea", 6),
        ("bismarck-sea", 24),
    ],
)
def test_a_random_game_comes_to_its_end(book: RuleBook, scenario: str, seed: int) -> None:
    war = AirWar(book, scenario, seed)
    war.play(PHASES)
    ending = war.ending()
    assert ending is not None
    assert ending.rule in {"9.7.14", "10.4.3", "17.1.4"}


@pytest.mark.parametrize(
    ("scenario", "seed"), [("toenails", 1), ("toenails", 5), ("bougainville", 1), ("bougainville", 2)]
)
def test_a_random_war_of_three_turns_is_won_or_drawn(book: RuleBook, scenario: str, seed: int) -> None:
    war = AirWar(book, scenario, seed, FEW)
    war.play(3 * PHASES)
    ending = war.ending()
    assert ending is not None
    assert ending.rule == "16.3"


@pytest.mark.parametrize("seed", range(2))
def test_the_operations_end_with_every_air_unit_at_a_base(book: RuleBook, seed: int) -> None:
    war = AirWar(book, "bismarck-sea", seed)
    while not war.is_over() and war.sequence.positions(war.seen())[1] <= OPERATIONS:
        war.play_phase()
    seen = war.seen()
    air = [piece for piece in seen.pieces() if seen.read(piece, "role")]
    assert len(air) == 18
    for piece in air:
        is_over_the_map = seen.read(piece, "role") == "R" or seen.read(piece, "floatplane")
        assert seen.read(piece, "base") or seen.read(piece, "Place") == "Destroyed" or is_over_the_map
