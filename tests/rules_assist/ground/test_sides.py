"""The side of pieces whose kind names none."""

import pytest

from tabletop.module.documents.problems import ModuleProblems

RULES = """
sides: 'if(starts_with(Name, "Red"), "Blue", "")'
presence: [{id: units, title: Units}]
"""


def test_the_side_that_a_kind_names_goes_before_what_rules_tell(situation_of):
    situation = situation_of(RULES, pieces=[("red_infantry", "0303")])
    (piece,) = situation.game.pieces
    assert situation.side_of(piece) == "Red"


def test_a_piece_without_a_side_has_the_one_that_the_rules_tell(situation_of, tmp_path):
    situation_of("{}")
    with (tmp_path / "blank" / "counters" / "units.yaml").open("a", encoding="utf-8") as file:
        file.write("\n  - {id: partisan, name: Reds in the woods}\n  - {id: cart, name: Cart}\n")
    situation = situation_of(RULES, pieces=[("partisan", "0303"), ("cart", "0303")])
    partisan, cart = situation.game.pieces
    assert situation.side_of(partisan) == "Blue"
    assert situation.side_of(cart) == ""


def test_it_is_told_once(situation_of, tmp_path):
    situation_of("{}")
    (tmp_path / "blank" / "assist.yaml").write_text('sides: "\\"Red\\""', encoding="utf-8")
    with pytest.raises(ModuleProblems, match="the sides of pieces are given twice"):
        situation_of(RULES)
