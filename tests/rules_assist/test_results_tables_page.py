"""docs/results-tables.md is correct."""

import re
from pathlib import Path

import msgspec
import pytest
import yaml

from rules_assist.cases.run.matchers import mismatches

PAGE = (Path(__file__).parents[2] / "docs" / "results-tables.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(yaml|asked)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def examples():
    """Yield each question of the page with the rule file above it."""
    rules = ""
    for language, text in BLOCKS:
        if language == "yaml":
            rules = text
        else:
            for line in text.splitlines():
                question, expected = line.split(" → ")
                query, given = question.split(" ", 1)
                yield pytest.param(rules, query, given, expected, id=question[:60])


def typed(value):
    """Return a value of a question as it is asked: yes and no as True and False, any other value as it is."""
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


def rule_files():
    """Return every rule file of the page."""
    return [text for language, text in BLOCKS if language == "yaml"]


def test_the_page_has_rule_files_and_questions_about_them():
    assert len(rule_files()) > 5
    assert len(list(examples())) > 10


@pytest.mark.parametrize(("rules", "query", "given", "expected"), list(examples()))
def test_what_is_asked_is_answered(situation_of, rules, query, given, expected):
    situation = situation_of(rules)
    asked = {name: typed(value) for name, value in yaml.safe_load(given).items()}
    answer = situation.book.queries[query].answer(situation, asked)
    wanted = yaml.load(expected, Loader=yaml.BaseLoader)
    assert mismatches(wanted, plain(answer)) == []


def plain(value):
    """Return an answer as plain data, keeping its fractions."""
    if isinstance(value, msgspec.Struct):
        return plain(msgspec.structs.asdict(value))
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [plain(inner) for inner in value]
    return value


@pytest.mark.parametrize("text", rule_files())
def test_every_rule_file_of_the_page_can_be_read(situation_of, text):
    assert situation_of(text).book.files
