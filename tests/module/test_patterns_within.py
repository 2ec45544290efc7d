"""Patterns named inside a list of traits."""

from pathlib import Path

import pytest

from tabletop.game.traits.action_traits import ReportTrait, Trigger
from tabletop.game.traits.property_traits import MarkTrait, RemarkTrait
from tabletop.game.traits.trait_base import TraitCall
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module

PATTERNS = """\
group: guns
patterns:
  shell:
    like: [base]
    values: {Calibre: 75}
    traits:
    - {trait: trigger, call: {key: fire, menu: "Fire <<what>>"}, sends: ["load <<what>>"]}
  base: {traits: [{trait: remark, text: underneath}]}
  salvo:
    traits:
    - {trait: like, pattern: shell, with: {what: HE}}
    - {trait: report, keys: [fire], text: "<<what>> is away"}
  ring: {traits: [{trait: like, pattern: ring}]}
pieces:
"""


def module(folder: Path, pieces: str, patterns: str = PATTERNS) -> Path:
    about = (folder / "module.yaml").read_text()
    (folder / "guns.yaml").write_text(patterns + pieces)
    (folder / "module.yaml").write_text(about.replace("pieces: [", "pieces: [guns.yaml, ", 1))
    return folder


def test_the_traits_of_a_pattern_stand_where_it_is_named(blank: Path) -> None:
    piece = """\
- id: gun
  name: Gun
  traits:
  - {trait: remark, text: first}
  - {trait: like, pattern: salvo, with: {what: a shot}}
  - {trait: remark, text: last}
"""
    kind = load_module(module(blank, piece)).components.kinds["gun"]
    assert kind.traits == (
        RemarkTrait("first"),
        RemarkTrait("underneath"),
        MarkTrait({"Calibre": 75}),
        Trigger(("load HE",), call=TraitCall("fire", "Fire HE")),
        ReportTrait(("fire",), "a shot is away"),
        RemarkTrait("last"),
    )


@pytest.mark.parametrize(("pattern", "said"), [("shel", "did you mean 'shell'?"), ("ring", "does not come to itself")])
def test_a_pattern_that_leads_nowhere_is_told(blank: Path, pattern: str, said: str) -> None:
    piece = f"- {{id: gun, name: Gun, traits: [{{trait: like, pattern: {pattern}}}]}}\n"
    with pytest.raises(ModuleProblems, match=said.replace("?", r"\?")):
        load_module(module(blank, piece))


def test_patterns_that_grow_beyond_all_measure_are_told_at_once(blank: Path) -> None:
    likes = [", ".join([f"{{trait: like, pattern: p{number + 1}}}"] * 3) for number in range(40)]
    patterns = "".join(f"  p{number}: {{traits: [{like}]}}\n" for number, like in enumerate(likes))
    piece = "- {id: gun, name: Gun, traits: [{trait: like, pattern: p0}]}\n"
    with pytest.raises(ModuleProblems, match="at most 5000 traits, with those of its patterns"):
        load_module(module(blank, piece, f"group: guns\npatterns:\n{patterns}  p40: {{}}\npieces:\n"))


def test_patterns_like_each_other_many_times_over_are_read_once(blank: Path) -> None:
    patterns = "".join(
        f"  p{number}: {{like: [p{number + 1}, q{number + 1}]}}\n  q{number}: {{like: [p{number + 1}]}}\n"
        for number in range(60)
    )
    ends = "  p60: {values: {Steps: 2}}\n  q60: {}\n"
    piece = "- {id: gun, name: Gun, like: [p0]}\n"
    loaded = load_module(module(blank, piece, f"group: guns\npatterns:\n{patterns}{ends}pieces:\n"))
    assert loaded.components.kinds["gun"].traits == (MarkTrait({"Steps": 2}),)
