"""The dice of a case."""

from pathlib import Path
from shutil import copytree

import pytest

from rules_assist.cases.run.case_dice import CaseDice, CaseDiceError
from rules_assist.cases.run.case_runner import CaseRun
from tabletop.module.loader import load_module
from tabletop.module.new_module import BLANK


def test_dice_come_in_order() -> None:
    dice = CaseDice(["3", ["5", "6"], {"d": "1", "why": "damage"}])
    assert [dice.draw(6, why) + 1 for why in ("AA", "strike", "strike", "damage check of Kongo")] == [3, 5, 6, 1]
    assert dice.left == []


def test_a_die_for_one_thing_is_not_rolled_for_another() -> None:
    with pytest.raises(CaseDiceError, match=r"is for 'damage', but 'strike' is rolled"):
        CaseDice([{"d": ["1"], "why": "damage"}]).draw(6, "strike")


def test_streams_are_told_apart_by_a_word_of_the_reason() -> None:
    dice = CaseDice({"Japan": ["1", "2"], "Allies": ["6"]})
    assert [dice.draw(6, why) + 1 for why in ("air points, Allies", "air points, Japan", "Japan again")] == [6, 1, 2]


@pytest.mark.parametrize(
    ("said", "sides", "why"), [(["7"], 6, "is not a result"), ([], 6, "No die is left"), (["x"], 6, "not")]
)
def test_dice_that_do_not_fit(said: object, sides: int, why: str) -> None:
    with pytest.raises(CaseDiceError, match=why):
        CaseDice(said).draw(sides, "a check")


def test_what_was_not_rolled_is_left() -> None:
    dice = CaseDice(["1", "2"])
    dice.draw(6, "a check")
    assert dice.left == ["2"]


def test_a_roll_is_meant_by_words_of_its_reason_in_their_order() -> None:
    dice = CaseDice({"strike kaga": ["2"], "Chokai fires": ["4"], "JP": ["1"]})
    dice.of({"kaga": "CV Akagi, Kaga", "JP": "Japan"}.get, lambda _: None)
    reasons = (
        "CA San Francisco fires at CA Chokai",
        "CA Chokai fires at CA San Francisco",
        "Air strike on CV Akagi, Kaga",
    )
    with pytest.raises(CaseDiceError, match=r"No die is left .*; there are dice for 2 \(strike kaga\)"):
        dice.draw(6, reasons[0])
    assert [dice.draw(6, why) + 1 for why in (*reasons[1:], "Land combat, Japan")] == [4, 2, 1]


def test_what_is_drawn_goes_by_its_name() -> None:
    dice = CaseDice([{"draw": ["storm", "calm"], "why": "Events"}, "1"])
    dice.of(lambda _: "", {"calm": 7, "storm": 9}.get)
    assert dice.pick([7, 8, 9], "draw from Events") == 9
    assert dice.pick([7, 8], "draw from Events") == 7
    assert dice.pick([8], "draw from Events") == 8


def test_what_cannot_be_drawn_is_told() -> None:
    dice = CaseDice([{"draw": "storm"}])
    dice.of(lambda _: "", {"storm": 9}.get)
    with pytest.raises(CaseDiceError, match="'storm' cannot be drawn for 'draw from Events'"):
        dice.pick([7, 8], "draw from Events")


CARDS = """
module: blank
cases:
- id: as-they-lie
  given: {scenario: meeting}
  do: [{as: Red, command: {do: draw, deck: Events, count: 2, to: {to: place, map: main, place: "0604"}}}]
  expect: {at: {"0604": {set: [entrenched, "disrupted#2"]}}, holder: {id: Events, count: 1}}
- id: shuffled
  given: {scenario: meeting}
  do:
  - {as: Red, command: {do: shuffle, deck: Events}}
  - {as: Red, command: {do: draw, deck: Events, to: {to: place, map: main, place: "0604"}}}
  dice: {shuffle: [{draw: ["disrupted#2", entrenched]}]}
  expect: {at: {"0604": ["disrupted#2"]}, holder: {id: Events, count: 2}}
"""


def test_cards_are_drawn_by_their_names(tmp_path: Path) -> None:
    folder = tmp_path / "blank"
    copytree(BLANK, folder)
    scenario = folder / "scenarios" / "meeting.yaml"
    deck = "decks:\n  - {name: Events, at: Blue losses, cards: [disrupted, disrupted, entrenched]}\nsetup:"
    scenario.write_text(scenario.read_text("utf-8").replace("setup:", deck, 1), "utf-8")
    (tmp_path / "cards.yaml").write_text(CARDS, "utf-8")
    run = CaseRun(lambda *_: load_module(folder))
    assert list(run.failures(tmp_path / "cards.yaml")) == []
