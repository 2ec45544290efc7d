"""Results tables used from the table top: they ask for their values and are rolled, without a procedure."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rules_assist.assistant import Assistant
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.dice import ScriptedChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Performed, Refused
from tabletop.game.change.patch import Sit
from tabletop.game.commands import Answer, AnyCommand
from tabletop.game.decide import perform
from tabletop.game.state.frames import Plain
from tabletop.game.state.game import Seat
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

if TYPE_CHECKING:
    from tabletop.game.change.told import Told

TABLES = """
tables:
- id: ground
  title: Ground combat
  rule: "7.5"
  needs:
    attack: {title: Strength of the attack}
    defence: {title: Strength of the defence}
    foul: {title: Foul weather, kind: yes-no, usual: no}
    year: {title: Year}
  dice: 1d6
  modifiers: [{id: foul, title: Foul weather, when: foul or year > 1942, add: "-2"}]
  column: {odds: {attack: attack, defence: defence}, at: ["1:2", "1:1", "2:1", "3:1"]}
  rows: [{at: 1-3, cells: [AE, AE, AR, DR]}, {at: 4+, cells: [DR, DR, DE, DE]}]
- id: weather
  title: Weather
  rule: "3"
  needs: {sky: {title: The sky, kind: word, choices: [red, grey]}}
  row: {by: sky}
  rows: [{at: red, gives: fine}, {at: grey, gives: rain}]
- id: salvo
  title: Salvo
  rule: "8"
  needs: {guns: {title: Guns}, more: {title: More guns}}
  dice: {each: 1d6, pools: {all: {title: All, count: guns + more}}, hit: die >= 6}
- id: names
  title: Names
  rule: "4"
  needs: {name: {title: Any word, kind: word}}
  row: {by: name}
  rows: [{at: otherwise, gives: nothing}]
- id: snow
  title: Snow
  rule: "5"
  option: {winter: "on"}
  rows: [{at: otherwise, gives: snow}]
"""
MODULE = {
    "module.yaml": """
id: consulted
title: Consulted
version: "1"
summary: Tables, and nothing else.
licence: own
sides: [{id: Red, title: Red, mark: star, colour: '#123456', soft: '#EEEEEE'}]
maps: [table.yaml]
pieces: [pieces.yaml]
scenarios: [all.yaml]
properties: {year: 1941}
options: [{id: winter, title: Winter, choices: ["off", "on"], usual: "off"}]
""",
    "table.yaml": "{id: main, name: Table, size: [600, 400]}",
    "pieces.yaml": "{group: Pieces, pieces: [{id: unit, name: Unit, width: 60, height: 60}]}",
    "all.yaml": "{id: all, title: All, summary: All., setup: []}",
    "CREDITS.md": "# Credits\n",
    "assist.yaml": TABLES,
}


class Consulting:
    """A game whose module has results tables, and the messages about a roll on one of them."""

    def __init__(self, folder: Path, dice: list[int]) -> None:
        for name, text in MODULE.items():
            (folder / name).write_text(text, encoding="utf-8")
        module = load_module(folder)
        self.assistant = Assistant(load_rulebook(module))
        self.game = apply(new_game(module, "all", {}, ScriptedChance([])), [Sit("me", Seat((0,)))])[0]
        self.dice = ScriptedChance(dice)
        self.told: list[Told] = []
        self.components = replace(module.components, procedures=lambda: self.assistant.procedures)

    def offered(self) -> dict[str, str]:
        return {offer.title: offer.because for offer in self.assistant.tables(self.game, "me")}

    def begin(self, title: str) -> None:
        [offer] = [each for each in self.assistant.tables(self.game, "me") if each.title == title]
        assert offer.command is not None
        self._do(offer.command)

    def asked(self) -> str:
        [one] = self.assistant.underway(self.game, "me")
        [question] = one.asked
        return question.question

    def answer(self, key: str, value: Plain) -> None:
        self._do(Answer(next(iter(self.game.frames)), key, value))

    def _do(self, command: AnyCommand) -> None:
        found = perform(self.game, command, "me", self.dice, self.components)
        assert not isinstance(found, Refused), found.because
        assert isinstance(found, Performed)
        self.game, self.told = found.after, [*found.done.told]


@pytest.fixture
def table(tmp_path: Path) -> Consulting:
    return Consulting(tmp_path, [4])


def test_tables_are_offered_whose_needs_can_be_asked_and_those_not_in_use_say_why(table: Consulting) -> None:
    offered = table.offered()
    assert [title for title, because in offered.items() if not because] == ["Ground combat", "Weather", "Salvo"]
    assert offered["Snow"].startswith("Snow is not used: ")
    assert "Names" not in offered


def test_what_a_table_needs_is_asked_and_it_is_rolled(table: Consulting) -> None:
    table.begin("Ground combat")
    for key, value in (("attack", 7), ("defence", 2), ("foul", True)):
        assert table.asked().startswith(("Strength", "Foul"))
        table.answer(key, value)
    [rolled] = [one for one in table.told if one.key == "rolled"]
    assert rolled.facts["why"] == "Ground combat, 3:1, -2 (7.5)"
    result = str(rolled.facts["explained"]).splitlines()[-1].removeprefix("Result: ")
    assert [one.facts["text"] for one in table.told if one.key == "said"] == [f"Ground combat: {result}"]
    assert not table.game.frames


def test_a_chart_without_dice_tells_what_it_says(table: Consulting) -> None:
    table.begin("Weather")
    table.answer("sky", "grey")
    assert [one.facts["text"] for one in table.told if one.key == "said"] == ["Weather: rain"]


def test_more_dice_than_can_be_rolled_are_refused_and_fewer_may_be_said(tmp_path: Path) -> None:
    table = Consulting(tmp_path, [6, 1, 6])
    table.begin("Salvo")
    table.answer("guns", 2)
    frame, before = next(iter(table.game.frames)), table.game
    found = perform(table.game, Answer(frame, "more", 999), "me", table.dice, table.components)
    assert isinstance(found, Refused)
    assert "At most 1000 dice can be rolled at once." in found.because
    assert "mistake" not in found.because
    assert table.game is before
    table.answer("more", 1)
    assert not table.game.frames
