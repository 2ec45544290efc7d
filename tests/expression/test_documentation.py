"""docs/expressions.md is correct."""

import re
from pathlib import Path

import pytest
import yaml

from tabletop.expression import ExpressionError, compile_expression, compile_template
from tabletop.expression.library.functions import FUNCTIONS
from tabletop.expression.printer import print_value
from tabletop.expression.scopes import SCOPES

PAGE = (Path(__file__).parents[2] / "docs" / "expressions.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def examples(language: str) -> list[tuple[str, str]]:
    lines = "".join(blocks(language)).splitlines()
    return [tuple(re.split(r"\s+→ ", line)) for line in lines]


@pytest.fixture(scope="module")
def counter(reader_of):
    given = yaml.safe_load(blocks("yaml")[0])
    return reader_of(given["piece"], given["stack"])


@pytest.mark.parametrize(("text", "value"), examples("expressions"))
def test_examples(text, value, counter):
    if value.startswith("error: "):
        with pytest.raises(ExpressionError, match=re.escape(value.removeprefix("error: "))):
            compile_expression(text).evaluate(counter)
    else:
        assert print_value(compile_expression(text).evaluate(counter)) == value


@pytest.mark.parametrize(("text", "rendered"), examples("templates"))
def test_templates(text, rendered, counter):
    assert compile_template(text).render(counter) == rendered


@pytest.mark.parametrize("text", re.findall(r"^    (\S.*)$", PAGE, re.MULTILINE))
def test_indented_examples_can_be_read(text):
    compile_expression(text)


@pytest.mark.parametrize("name", [*FUNCTIONS, *SCOPES])
def test_each_function_and_scope_is_explained(name):
    assert re.search(rf"^\|.*`{name}[`(]|`{name}\(", PAGE, re.MULTILINE)
