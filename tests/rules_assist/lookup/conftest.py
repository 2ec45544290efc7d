"""A table of a made-up module: tables written as YAML in the test, looked up on an empty table."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from rules_assist.odds import Tries
from rules_assist.rulebook import load_rulebook
from rules_assist.situation import Situation
from tabletop.module.loader import load_module
from tabletop.module.setup import bare_table

BLANK = Path(__file__).parents[3] / "tabletop" / "module" / "blank"


@pytest.fixture
def situation_of(tmp_path) -> Callable[..., Situation]:
    """The position of an empty table whose module has these rule files, and these options in force.

    The module has an option: fog, on or off.
    """

    def make(rules: str, options: dict[str, str] | None = None) -> Situation:
        folder = tmp_path / "blank"
        if not folder.exists():
            copytree(BLANK, folder)
        about = (folder / "module.yaml").read_text(encoding="utf-8")
        if "rules:" not in about:
            (folder / "module.yaml").write_text(about + "\nrules: [tables.yaml]\n", encoding="utf-8")
        (folder / "tables.yaml").write_text(rules, encoding="utf-8")
        module = load_module(folder)
        book = load_rulebook(module)
        return Situation(bare_table(module, options or {}, Tries()), book)

    return make


@pytest.fixture
def asked(situation_of):
    """What a query about tables answers: `asked(rules, "lookup", table="crt", die=3)`."""

    def ask(rules: str, query: str, options: dict[str, str] | None = None, **given):
        situation = situation_of(rules, options)
        return situation.book.queries[query].answer(situation, given)

    return ask
