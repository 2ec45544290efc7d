"""The air board cites the rules by the numbers of the book of each game."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop.flight_page import BoardDie, BoardShot, FlightPage
from tabletop.module import shipped
from tabletop.module.loader import load_module

NUMBERS = [
    ("9.7.6", "9.7.6", "9.7.6"),  # entry
    ("9.7.8", "9.7.8", "9.7.7"),  # the second rule of this number in Forlorn Hopes
    ("9.7.9", "9.7.9", "9.7.8"),  # movement
    ("9.7.10", "9.7.10", "9.7.9"),  # fire
    ("9.7.10a", "9.7.10a", "9.7.10"),  # single-engine bombers
    ("9.7.11", "9.7.11", "9.7.11"),  # results
]


@pytest.mark.parametrize("at", [1, 2], ids=["cartwheel", "forlorn_hopes"])
def test_a_page_has_the_numbers_of_the_book(
    air_war: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    air_page = air_war("board_procedure.air_page")
    shots = tuple(BoardShot("P-40", "", "", rule[0]) for rule in NUMBERS)
    dice = tuple(BoardDie("", 1, (("", rule[0], 1),), 2, "", "") for rule in NUMBERS)
    page = FlightPage("", "", 1, 6, "", (), (), (), shots=shots, dice=dice)
    monkeypatch.setattr(air_page, "_page", lambda *_: page)
    module = load_module(shipped.path("modules", ["cartwheel", "forlorn_hopes"][at - 1]))
    found = air_page.page_of(SimpleNamespace(book=SimpleNamespace(module=module)), "fly", None)
    assert [shot.rule for shot in found.shots] == [rule[at] for rule in NUMBERS]
    assert [die.items[0][1] for die in found.dice] == [rule[at] for rule in NUMBERS]


def test_surprise_is_a_part_of_the_entry(air_war: Callable[[str], Any]) -> None:
    assert air_war("board_procedure.air_words").modifier_names()["surprise"][1] == "9.7.6"
