"""Every journey in a window is made twice: at a table on this machine, and over a connection."""

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from tests.far_seat import FarSeat
from tests.journeys.conftest import Player

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("test_*.py"))


def arguments(file: Path) -> dict[str, list[str]]:
    """Return the arguments of every function of a file, by its name."""
    functions = (node for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.FunctionDef))
    return {made.name: [each.arg for each in made.args.args] for made in functions}


def used(names: Iterable[str], fixtures: Mapping[str, list[str]]) -> set[str]:
    """Return these fixtures, and all that they use."""
    found, new = set[str](), set(names)
    while new:
        found |= new
        new = {each for name in new for each in fixtures.get(name, ())} - found
    return found


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_file_of_journeys_is_played_at_both_seats(file: Path):
    own = arguments(file)
    fixtures = {**arguments(HERE / "conftest.py"), **own}
    tests = [given for name, given in own.items() if name.startswith("test_")]
    assert any("line" in used(given, fixtures) for given in tests), (
        "put the table at both ends: use `player` or `table`"
    )


def test_the_table_is_at_the_other_end_of_a_line_when_it_is_said_to_be(table: Player, line: str):
    assert isinstance(table.model.table_seat, FarSeat) == (line == "far")
