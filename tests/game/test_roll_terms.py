"""A roll is written again with other numbers of its dice."""

import pytest

from tabletop.game.rolls import RollTerm, parse, roll_terms, roll_text


@pytest.mark.parametrize(
    ("written", "terms"),
    [
        ("2d6", [(2, "d6", 1, 1), (0, "", 1, 0)]),
        ("d%", [(1, "d%", 1, 1), (0, "", 1, 0)]),
        ("4d6kh3 + 1", [(4, "d6kh3", 1, 3), (1, "", 1, 0)]),
        ("2d6 - 1d4 + 3 - 1", [(2, "d6", 1, 0), (1, "d4", -1, 0), (2, "", 1, 0)]),
        ("3d[hit,miss of 2,miss]-2", [(3, "d[hit,miss of 2,miss]", 1, 1), (-2, "", 1, 0)]),
        ("5d10!>=9dl1>=5", [(5, "d10!>=9dl1>=5", 1, 1), (0, "", 1, 0)]),
    ],
)
def test_a_roll_has_a_term_for_each_kind_of_dice_and_one_for_the_rest(written: str, terms: list[tuple]) -> None:
    found = roll_terms(written)
    assert found == tuple(RollTerm(*each) for each in terms)
    again = roll_text(found)
    assert roll_terms(again) == found
    assert [each for each in parse(again) if hasattr(each, "sides")] == [
        each for each in parse(written) if hasattr(each, "sides")
    ]


def test_terms_without_dice_are_left_out() -> None:
    first, other, added = roll_terms("2d6-1d4+3")
    assert roll_text((first, other._replace(number=0), added._replace(number=-2))) == "2d6-2"
    assert roll_text((first._replace(number=0), other._replace(number=2), added._replace(number=0))) == "-2d4"
    assert roll_text(each._replace(number=0) for each in (first, other, added)) == ""
