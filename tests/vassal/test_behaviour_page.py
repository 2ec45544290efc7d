"""docs/vassal-behaviour.md, on the properties and keys of VASSAL's classes, names every imported property exactly
once.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from tabletop.vassal.expressions.piece_properties import BUILT_IN

PAGE: Final = Path(__file__).parents[2] / "docs" / "vassal-behaviour.md"


def rows() -> list[list[str]]:
    """Return the rows of all tables, without their headings."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in found if row[0] not in ("class", "---")]


def named() -> Counter[str]:
    """Return the properties in the tables, and their numbers of mentions."""
    found: Counter[str] = Counter()
    for _, names, _ in rows():
        first_to_last = re.findall(r"`(\w+?)(\d)` to `\1(\d)`", names)
        for name, low, high in first_to_last:
            found.update(f"{name}{number}" for number in range(int(low) + 1, int(high)))
        found.update(re.findall(r"`(\w+)`", names))
    return found


def test_every_property_that_vassal_gives_a_piece_has_its_row() -> None:
    assert set(BUILT_IN) - set(named()) == set()


def test_no_property_has_two_rows() -> None:
    assert [name for name, count in named().items() if count > 1] == []


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]}: {row[1]}")
def test_a_row_says_whether_it_is_the_same(row: list[str]) -> None:
    assert len(row) == 3
    assert re.match(r"same|differs[ :]", row[2])
