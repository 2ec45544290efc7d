"""The new module's template with a few lines more on its map, and rules as a test says them."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from rules_assist.rulebook import RuleBook, load_rulebook
from rules_assist.situation import Situation
from tabletop.dice import Seeded
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tabletop.module.template import new_module

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
      - {name: West, edges: ["0107", "0108"], at: [-0.2, 0]}
      - {name: East, edges: ["0307", "0308"], at: [0.2, 0], properties: {port: yes}}
entries:
  - {cell: "0101", box: Reserve, who: Red, colour: ink}
connections:
  - {set: ferry, places: ["0101", "1201"], properties: {fare: "3"}}
  - {set: slide, places: ["0101", "0108"], one_way: yes}
"""

RESERVE = '\n  - {name: Reserve, rect: [1860, 60, 100, 100]}\n  - {name: Annex, rect: [1980, 60, 100, 200], stands_for: "0201"}\n'

Made = Callable[..., Situation]


def written(
    folder: Path, rules: str, setup: dict[str, list[object]], changes: tuple[tuple[str, str], ...] = ()
) -> Path:
    """A module in that folder with these rules; `setup` says which pieces stand where."""
    module = new_module("Trial", folder)
    board = module / "map" / "main.yaml"
    lines = board.read_text().replace("\nboxes:", f"{LINES}\nboxes:{RESERVE}", 1)
    for old, new in changes:
        assert old in lines
        lines = lines.replace(old, new)
    board.write_text(lines)
    (module / "rules.yaml").write_text(rules)
    about = module / "module.yaml"
    about.write_text(about.read_text() + "\nrules: [rules.yaml]\n")
    scenario = {"id": "meeting", "title": "Trial", "summary": "A trial."}
    placed = [{"at": place, "pieces": pieces} for place, pieces in setup.items()]
    (module / "scenarios" / "meeting.yaml").write_text(yaml.safe_dump({**scenario, "setup": placed}))
    return module


def book_of(folder: Path) -> RuleBook:
    return load_rulebook(load_module(folder))


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """A position with rules as they are given, and pieces by place: `made(rules, {"0303": ["red_infantry"]})`."""

    def make(rules: str, setup: dict[str, list[object]], *changes: tuple[str, str], side: str = "Red") -> Situation:
        book = book_of(written(tmp_path, rules, setup, changes))
        game = new_game(book.module, "meeting", {}, Seeded("00" * 32, b"", 0, 0))
        return Situation(game, book, side)

    return make


def piece(situation: Situation, place: str, number: int = 0) -> int:
    """One of the pieces at a place, by the order of their ids."""
    found = [id for id in situation.pieces() if (at := situation.where(id)) and at.place == place]
    return found[number]
