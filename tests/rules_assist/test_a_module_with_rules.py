"""The tutorial builds the rules of Miller's Ford chapter by chapter, and each chapter's cases hold there."""

import re
from pathlib import Path
from shutil import copytree

import pytest

from rules_assist.cases.run.case_runner import read_cases, run_cases
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.module import shipped
from tabletop.module.loader import load_module

PAGE = (Path(__file__).parents[2] / "docs" / "a-module-with-rules.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml (?:(file|add|part)=(\S+)|(cases))\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SHIPPED = shipped.path("modules", "millers_ford")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of the module without its rule files."""
    made = tmp_path / "millers_ford"
    copytree(SHIPPED, made)
    for file in made.glob("rules/*.yaml"):
        file.unlink()
    return made


def name_rules(folder: Path) -> None:
    """Make module.yaml name the existing rule files."""
    about = folder / "module.yaml"
    files = ", ".join(f"rules/{file.name}" for file in sorted(folder.glob("rules/*.yaml")))
    about.write_text(re.sub(r"^rules: \[.*\]$", f"rules: [{files}]", about.read_text(), flags=re.MULTILINE))


def test_each_chapter_is_a_module_in_which_its_cases_hold(folder):
    checked = 0
    for what, name, cases, text in BLOCKS:
        if what in ("file", "add"):
            file = folder / name
            file.write_text((file.read_text() if what == "add" else "") + text)
        elif cases:
            name_rules(folder)
            case_file = folder / "cases" / "chapter.yaml"
            case_file.write_text(f"module: millers_ford\ncases:\n{text}")
            results = run_cases(load_rulebook(load_module(folder)), read_cases(case_file), "chapter.yaml")
            assert [f"{result.case}: {line}" for result in results for line in result.wrong] == []
            checked += 1
    assert checked == 6
    whole = dict(load_rulebook(load_module(SHIPPED)).files)
    del whole["rules/list.yaml"]
    assert load_rulebook(load_module(folder)).files == whole


@pytest.mark.parametrize(("name", "text"), [(name, text) for what, name, _, text in BLOCKS if what == "part"])
def test_what_is_quoted_stands_in_the_module(name, text):
    assert text in (SHIPPED / name).read_text(encoding="utf-8")


def test_it_needs_no_python():
    assert list(SHIPPED.rglob("*.py")) == []
