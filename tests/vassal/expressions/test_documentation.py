"""The page on modules of VASSAL shows the translations of expressions."""

import re
from pathlib import Path

import pytest

from tabletop.vassal.expressions import FieldFacts, translate_expression, translate_format, translate_match

PAGE = (Path(__file__).parents[3] / "docs" / "importing-vassal.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## Expressions\n")[2].partition("\n## ")[0]
TABLE = SECTION.partition("The table lists the differences")[0].splitlines()
ROWS = [tuple(re.findall(r"`([^`]+)`", line)[:2]) for line in TABLE if line.startswith("| `")]


def test_there_are_rows():
    assert len(ROWS) >= 10


@pytest.mark.parametrize(("vassal", "ours"), ROWS)
def test_a_row_is_what_the_expression_becomes(vassal, ours):
    field = FieldFacts()
    fitting = (translate_expression(vassal), translate_match(vassal, field), translate_format(vassal, field))
    assert ours in {translated.ours for translated in fitting}
