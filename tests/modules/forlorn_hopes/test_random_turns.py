"""The scenarios of Forlorn Hopes, played at random by the rules: each comes to an end, and every position is sound."""

import pytest

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tests.modules.air_war.random_wars.air_war import AirWar
from tests.rules_assist.workshop.renumbered_view import ViewsCompared

PHASES = 40
FIRST = 3
"""The first turn of the Battle of Java Sea."""


class ComparedWar(AirWar):
    """A random game in which every kind of question is compared with that in a renumbered view of the asked side."""

    def __init__(self, book: RuleBook, scenario: str, seed: int) -> None:
        super().__init__(book, scenario, seed)
        self.compared = ViewsCompared()

    def done(self) -> None:
        super().done()
        self.compared.compare(self.seen())


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "forlorn_hopes")))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_battle_comes_to_its_end(book: RuleBook, seed: int) -> None:
    """The sides have numbers of their own for the pieces, so no order of questions may depend on them."""
    war = ComparedWar(book, "java-sea", seed)
    war.play(PHASES)
    ending = war.ending()
    assert ending is not None
    assert ending.rule == "17.1.4"
    assert len(war.compared.seen) > 20


@pytest.mark.parametrize("seed", range(2))
def test_every_air_unit_is_ready_again_on_turn_4(book: RuleBook, seed: int) -> None:
    war = AirWar(book, "java-sea", seed)
    assert war.turn == FIRST
    while not war.is_over() and war.turn == FIRST:
        war.play_phase()
    seen = war.seen()
    air = [piece for piece in seen.pieces() if seen.read(piece, "role")]
    assert len(air) == 31
    for piece in air:
        at = str(seen.read(piece, "Place"))
        assert seen.read(piece, "task") == ""
        assert ": Ready" in at or at == "Destroyed" or at.startswith("11th Air Fleet"), at
