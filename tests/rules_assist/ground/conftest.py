"""The template of a new module with a few more lines on its map, and rules given by a test."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
import yaml

from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.dice import SeededChance
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.module.setup import new_game

LINES = """
strokes:
  road: {colour: road, width: 0.04}
  wall: {colour: ink, width: 0.04}
links:
  - {stroke: road, kind: road, cells: ["0303", "0403"]}
  - {stroke: road, kind: road, cells: ["0403", "0503"]}
hexsides:
  - {stroke: wall, kind: river, cells: ["0604", "0705"], properties: {bridge: yes}}
  - {stroke: wall, kind: cliff, cells: ["0302", "0402"], why: a cliff}
divisions:
  - cell: "0208"
    stroke: wall
    line: [[0, -0.5], [0, 0.5]]
    parts:
      - {name: West, edges: ["0108"], at: [-0.2, 0]}
      - {name: East, edges: ["0207", "0308"], at: [0.2, 0], properties: {port: yes}}
entries:
  - {cell: "0101", box: Reserve, who: Red, colour: ink}
connections:
  - {set: ferry, places: ["0101", "1201"], properties: {fare: "3"}}
  - {set: slide, places: ["0101", "0108"], one_way: yes}
"""
BOXES = """
  - {name: Reserve, rect: [1860, 60, 200, 200]}
  - {name: Annex, rect: [2080, 60, 200, 200], stands_for: "0201"}
"""
Setup: TypeAlias = dict[str, list[object]]


Rules: TypeAlias = tuple[str, str, tuple[tuple[str, str], ...]]


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return a function that writes a module with these rules, and pieces by place, and returns its folder."""

    def write(rules: str, setup: Setup, *changes: tuple[str, str]) -> Path:
        module = new_module("Trial", tmp_path_factory.mktemp("modules"))
        units = module / "counters" / "units.yaml"
        units.write_text(re.sub(r"(like: \[\w+\])(, count: \d+)?}", r"\1, count: 9}", units.read_text()))
        board = module / "map" / "main.yaml"
        lines = board.read_text().replace("\nboxes:", f"{LINES}\nboxes:{BOXES}", 1)
        for old, new in changes:
            assert old in lines
            lines = lines.replace(old, new)
        board.write_text(lines)
        (module / "rules.yaml").write_text(rules)
        about = module / "module.yaml"
        about.write_text(about.read_text().split("# How many")[0] + "\nrules: [rules.yaml]\n")
        placed = [{"at": place, "pieces": pieces} for place, pieces in setup.items()]
        scenario = {"id": "meeting", "title": "Trial", "summary": "A trial.", "setup": placed}
        (module / "scenarios" / "meeting.yaml").write_text(yaml.safe_dump(scenario))
        return module

    return write


@pytest.fixture(scope="session")
def made(written: Callable[..., Path]) -> Callable[..., Situation]:
    """Return a function that makes a position as Red sees it: `made(rules, {"0303": ["red_infantry"]})`. For equal
    arguments it returns the same object.
    """
    known: dict[Rules, Situation] = {}

    def make(rules: str, setup: Setup, *changes: tuple[str, str]) -> Situation:
        key = (rules, repr(setup), changes)
        if key not in known:
            book = load_rulebook(load_module(written(rules, setup, *changes)))
            game = new_game(book.module, "meeting", {}, SeededChance("00" * 32, b"", 0, 0))
            known[key] = Situation(game, book, "Red")
        return known[key]

    return make


@pytest.fixture(scope="session")
def piece_at() -> Callable[..., int]:
    """Return a function that finds one of the pieces at a place, by the order of their ids."""

    def find(situation: Situation, place: str, number: int = 0) -> int:
        return [id for id in situation.pieces() if (at := situation.where(id)) and at.place == place][number]

    return find
