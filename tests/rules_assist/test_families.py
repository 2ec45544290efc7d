"""A family gives several games its rules, tables, pages, Python and cases; each game can replace them or add to them.

The rules and cases of Larch Hill are moved into a family, so that the game has them from there.
"""

import shutil
import zipfile
from pathlib import Path

import pytest

from rules_assist.cases.run.case_runner import CaseRun
from rules_assist.inspection.module_notes import notes_of
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import SeededChance
from tabletop.module import shipped
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.families import digest_of_game
from tabletop.module.loader import load_module
from tabletop.module.packed_modules import open_module_source, pack
from tabletop.module.setup import new_game
from tabletop.module.trust import RulesError, RuleSources, TrustedCode, UntrustedRulesError, origin_of, unload_rules

FAMILY = """
id: tank_war
title: Tank war
version: 1.2.0
kind: family
summary: Rules that several games of tanks share.
licence: MIT
constants: {dusty: 4, dust: 0}
rules: [rules/places.yaml, rules/movement.yaml, rules/sight.yaml, rules/fire.yaml, rules/sequence.yaml, rules/list.yaml]
pages: [{title: Fire, file: charts/fire.md}]
"""
USE = '{family: tank_war, version: ">=1, <2", with: {dust: 2}}'
RENUMBERED = '{family: tank_war, rules: {"7.1": "7.2", "7.2": "8.0", "7.4": "7.4.1"}}'
ADDED = """
tables:
  - {id: fire, like: fire, modifiers: [{id: dust, title: Dust, rule: "9.1", when: hexes >= dusty, add: 0 - dust}]}
"""
REPLACED = """
facts:
  - {id: nothing, title: Nothing, value: "0"}
procedures:
  - {id: shoot, title: Shoot no more, rule: "9.2", steps: [{id: no, title: Nobody, effects: []}]}
"""
ASKED = """
from rules_assist.rulebook.authored_rules import Rules
class WordQuery:
    id, title, rule, shape = "word", "A word", "9.3", "{word}"
    def answer(self, situation, given):
        return WORD
WORD = "{word}"
RULES = Rules(queries=(WordQuery(),))
"""
OWN = """
from ..families.tank_war.asked import Rules, WordQuery
class OwnQuery(WordQuery):
    shape = "own"
RULES = Rules(queries=(OwnQuery(),))
"""


class Shelf:
    """A game and its family, side by side in a folder."""

    def __init__(self, folder: Path) -> None:
        self.game, self.family = folder / "larch_hill", folder / "tank_war"
        shutil.copytree(shipped.path("modules", "larch_hill"), self.game)
        self.family.mkdir()
        for name in ("rules", "cases"):
            shutil.move(self.game / name, self.family / name)
        (self.family / "charts").mkdir()
        shutil.move(self.game / "charts" / "fire.md", self.family / "charts" / "fire.md")
        (self.family / "module.yaml").write_text(FAMILY)
        (self.family / "CREDITS.md").write_text("The Wartable project")
        self.describe(USE)

    def describe(self, use: str, *files: str) -> None:
        """Write the game's `module.yaml` with this use of families and these rule files of its own."""
        given = shipped.path("modules", "larch_hill", "module.yaml").read_text().splitlines()
        kept = [line for line in given if not line.startswith("rules:") and "charts/fire.md" not in line]
        kept += [f"uses: [{use}]", f"rules: [{', '.join(files)}]"]
        (self.game / "module.yaml").write_text("\n".join(kept))

    def own_rules(self, text: str, use: str = USE) -> None:
        """Give the game a rule file of its own."""
        (self.game / "rules").mkdir(exist_ok=True)
        (self.game / "rules" / "own.yaml").write_text(text)
        self.describe(use, "rules/own.yaml")

    def book(self, trusted: TrustedCode | None = None) -> RuleBook:
        """Return the rules of the game."""
        return load_rulebook(load_module(self.game), trusted)

    def failures(self) -> tuple[int, list[str]]:
        """Return the number of cases that pass, and the lines about those that fail."""
        run = CaseRun(lambda file, _: load_module(file.parent))
        lines = list(run.failures(self.game))
        return run.passed, lines


def rules_of_modifiers(book: RuleBook) -> dict[str, str]:
    """Return the rule of each modifier of the table `fire`."""
    tables = (table for file in book.files.values() for table in file.tables if table.id == "fire")
    return {modifier.id: modifier.rule for table in tables for modifier in table.modifiers}


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def test_the_rules_cases_and_pages_of_a_family_are_those_of_its_game(shelf: Shelf) -> None:
    at_home = CaseRun(lambda file, _: load_module(file.parents[1]))
    assert list(at_home.failures(shipped.path("modules", "larch_hill"))) == []
    assert shelf.failures() == (at_home.passed, [])
    book = shelf.book()
    assert book.procedures["shoot"].title == "Shoot"
    assert [page.title for page in book.module.about.pages][-1] == "Fire"
    assert book.module.page(book.module.about.pages[-1]) == (shelf.family / "charts/fire.md").read_text()


def test_a_record_of_the_game_adds_to_one_of_the_family(shelf: Shelf) -> None:
    shelf.own_rules(ADDED)
    known = [modifier.id for modifier in shelf.book().tables["fire"].modifiers]
    assert known == ["near", "far", "cover", "flank", "moved", "above", "dust"]
    passed, lines = shelf.failures()
    assert passed
    assert lines, "the cases of the family find that the game rolls otherwise"
    assert {line.partition(": ")[0].partition("/")[0] for line in lines} == {"larch_hill with tank_war:cases"}


def test_a_record_of_the_game_replaces_one_of_the_family(shelf: Shelf) -> None:
    shelf.own_rules(REPLACED)
    assert shelf.book().procedures["shoot"].title == "Shoot no more"


def test_the_rules_of_a_family_have_the_numbers_of_the_games_book(shelf: Shelf) -> None:
    shelf.describe(RENUMBERED)
    book = shelf.book()
    shoot = book.procedures["shoot"]
    assert (shoot.rule, [step.rule for step in shoot.steps][:2]) == ("7.2", ["7.2", "8.0, 7.3"])
    assert set(rules_of_modifiers(book).values()) == {"7.4.1"}
    assert {record.rule for file in book.files.values() for record in file.rules} >= {"7.2", "8.0", "7.4.1"}


def test_records_of_the_game_keep_their_own_numbers(shelf: Shelf) -> None:
    shelf.own_rules(ADDED.replace('"9.1"', '"7.4"') + REPLACED.replace('"9.2"', '"7.1"'), RENUMBERED)
    book = shelf.book()
    rules = rules_of_modifiers(book)
    assert (rules["near"], rules["dust"]) == ("7.4.1", "7.4")
    assert book.procedures["shoot"].rule == "7.1"


def test_a_number_that_no_rule_of_the_family_has_is_a_mistake(shelf: Shelf) -> None:
    shelf.describe(RENUMBERED.replace('"7.4"', '"7.14"'))
    place = (shelf.game / "module.yaml").read_text().splitlines()
    [(line, column)] = [(i, each.index('"7.14"')) for i, each in enumerate(place, 1) if '"7.14"' in each]
    with pytest.raises(ModuleProblems) as found:
        shelf.book()
    said = f"module.yaml:{line}:{column + 1}: found '7.14', expected a rule number of 'tank_war'"
    assert str(found.value).startswith(said)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (ADDED, "rules/own.yaml:3:5: adds to 'fire' of tank_war:rules/fire.yaml"),
        (REPLACED, "rules/own.yaml:5:5: replaces 'shoot' of tank_war:rules/fire.yaml"),
    ],
)
def test_the_notes_tell_which_records_of_a_family_the_game_changes(shelf: Shelf, rules: str, said: str) -> None:
    shelf.own_rules(rules)
    assert said in notes_of(shelf.book())


def test_the_notes_know_the_patterns_of_a_family(shelf: Shelf) -> None:
    with (shelf.family / "module.yaml").open("a") as about:
        about.write("pieces: [patterns.yaml]\n")
    (shelf.family / "patterns.yaml").write_text("group: tanks\npatterns:\n  heavy: {values: {weight: 40}}\n")
    units = shelf.game / "counters" / "units.yaml"
    units.write_text(units.read_text().replace("tank: {like: [unit]", "tank: {like: [unit, heavy]"))
    assert "heavy" in units.read_text()
    assert notes_of(shelf.book()) == ()


def test_the_constants_of_a_family_have_the_values_of_the_game(shelf: Shelf) -> None:
    game = new_game(load_module(shelf.game), "meeting", {}, SeededChance("00" * 32, b"", 0, 0))
    assert (game.properties["dusty"], game.properties["dust"]) == (4, 2)


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ('{family: tank_war, version: ">=2"}', "'tank_war' is of version 1.2.0, and this game needs >=2"),
        ("{family: tank_war, with: {dist: 1}}", "found 'dist', expected a constant of the family, one of dust, dusty"),
        ('{family: tank_war, version: "two"}', "a range of versions, for example '>=1.2' or '>=1, <3'"),
        ("sea_war", "'sea_war:module.yaml' does not exist"),
        ("larch_hill", "'larch_hill' is a game, not a family (`kind: family`)"),
    ],
)
def test_a_use_that_does_not_fit_is_said(shelf: Shelf, use: str, said: str) -> None:
    shelf.describe(use)
    with pytest.raises(ModuleProblems) as found:
        load_module(shelf.game)
    assert said in str(found.value)
    assert str(found.value).startswith("module.yaml:")


def test_a_mistake_in_a_family_names_its_file(shelf: Shelf) -> None:
    (shelf.family / "rules/list.yaml").write_text("rules: [{rule: '1'}]")
    with pytest.raises(ModuleProblems, match=r"tank_war:rules/list\.yaml:1:"):
        shelf.book()


def test_the_digest_of_a_game_covers_its_families(shelf: Shelf) -> None:
    before = load_module(shelf.game).name.digest
    assert digest_of_game(open_module_source(shelf.game), shelf.game) == before
    with (shelf.family / "rules/list.yaml").open("a") as file:
        file.write("# changed\n")
    changed = load_module(shelf.game).name.digest
    shelf.describe(RENUMBERED)
    assert len({before, changed, load_module(shelf.game).name.digest}) == 3


def test_python_of_a_family_is_trusted_together_with_the_game(shelf: Shelf, tmp_path: Path) -> None:
    """The game's own part replaces one of the family with the same id. If the Python changes, the user must trust it
    again.
    """
    (shelf.family / "rules/asked.py").write_text(ASKED.format(word="of the family"))
    (shelf.game / "rules").mkdir()
    (shelf.game / "rules/asked.py").write_text(OWN)
    trusted = TrustedCode(tmp_path / "trusted.json")
    try:
        with pytest.raises(UntrustedRulesError, match="larch_hill and tank_war contain Python") as asked:
            shelf.book(trusted)
        trusted.add(asked.value.code, "Larch Hill")
        assert shelf.book(trusted).queries["word"].shape == "own"
        (shelf.family / "rules/asked.py").write_text(ASKED.format(word="changed"))
        with pytest.raises(UntrustedRulesError):
            shelf.book(trusted)
    finally:
        unload_rules("larch_hill")


def test_a_packed_game_brings_its_family_along(shelf: Shelf, tmp_path: Path) -> None:
    """The packed game can be played without the family beside it. If another version of the family lies beside it, the
    game still uses its own.
    """
    away = tmp_path / "away"
    away.mkdir()
    pack(shelf.game, away / "larch_hill.wtmod")
    with zipfile.ZipFile(away / "larch_hill.wtmod") as archive:
        assert "families/tank_war/module.yaml" in archive.namelist()
    shutil.copytree(shelf.family, away / "tank_war")
    (away / "tank_war" / "module.yaml").write_text(FAMILY.replace("1.2.0", "7.0.0"))
    module = load_module(away / "larch_hill.wtmod")
    assert [family.about.version for family in module.families] == ["1.2.0"]
    assert load_rulebook(module).procedures["shoot"].title == "Shoot"


def test_python_of_an_imported_family_never_runs(shelf: Shelf, tmp_path: Path) -> None:
    (shelf.family / "rules/asked.py").write_text("raise SystemExit")
    pack(shelf.game, tmp_path / "packed.wtmod")
    module = load_module(tmp_path / "packed.wtmod")
    with pytest.raises(RulesError, match="tank_war: holds Python, which is never run in an imported module"):
        load_rulebook(module)
    [family] = module.families
    assert RuleSources("tank_war", family.source, origin_of(module.source)).files


def test_no_file_of_a_family_is_read_that_the_game_does_not_use(shelf: Shelf) -> None:
    """Such a file would be outside the digest of the game, and left out of the packed game."""
    shelf.describe("", "tank_war:rules/fire.yaml")
    with pytest.raises(ModuleProblems, match="under 'uses'"):
        shelf.book()
