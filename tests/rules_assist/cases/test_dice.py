"""The dice of a case."""

import pytest

from rules_assist.cases.dice import CaseDice, DiceError


def test_dice_come_in_order() -> None:
    dice = CaseDice(["3", ["5", "6"], {"d": "1", "why": "damage"}])
    assert [dice.draw(6, why) + 1 for why in ("AA", "strike", "strike", "damage check of Kongo")] == [3, 5, 6, 1]
    assert dice.left == []


def test_a_die_for_one_thing_is_not_rolled_for_another() -> None:
    with pytest.raises(DiceError, match=r"is for 'damage', but 'strike' is rolled"):
        CaseDice([{"d": ["1"], "why": "damage"}]).draw(6, "strike")


def test_streams_are_told_apart_by_a_word_of_the_reason() -> None:
    dice = CaseDice({"Japan": ["1", "2"], "Allies": ["6"]})
    assert [dice.draw(6, why) + 1 for why in ("air points, Allies", "air points, Japan", "Japan again")] == [6, 1, 2]


@pytest.mark.parametrize(
    ("said", "sides", "why"), [(["7"], 6, "cannot come"), ([], 6, "No die is left"), (["x"], 6, "not")]
)
def test_dice_that_do_not_fit(said: object, sides: int, why: str) -> None:
    with pytest.raises(DiceError, match=why):
        CaseDice(said).draw(sides, "a check")


def test_what_was_not_rolled_is_left() -> None:
    dice = CaseDice(["1", "2"])
    dice.draw(6, "a check")
    assert dice.left == [2]
