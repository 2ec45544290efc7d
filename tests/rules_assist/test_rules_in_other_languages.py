"""A module's rules in the reader's language: its rule files and its Python, from its own translation file."""

from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from rules_assist.chance.odds import Tries
from rules_assist.position.situation import Situation
from rules_assist.procedure import Procedure
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.sequence.phase_procedure import NEXT_PHASE
from tabletop.game.change.draft import apply
from tabletop.game.commands import At, PlaceNew
from tabletop.game.decide import decide
from tabletop.game.state.game import Seat
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.module_words import as_written, let_module_speak, words_for
from tabletop.module.setup import bare_table
from tabletop.module.trust import TrustedCode, UntrustedRulesError
from tabletop.texts.language import ENGLISH, speak
from tabletop.texts.language_files import MADE_UP, language_for
from tabletop.texts.made_up import CLOSE, OPEN, made_up

BLANK = Path(__file__).parents[2] / "tabletop" / "module" / "blank"

ABOUT = """
rules: [rules/raids.yaml]
translations: {en_XA: translations/greek.yaml}
"""

RULE_FILE = """
checks:
  - {id: by-day, title: Raids by day, rule: "3.1", wrong: "true", message: "{Name} raids by day."}
tables:
  - {id: alarm, title: The alarm, rule: "3.2", dice: 1d6, rows: [{at: 1-6, gives: heard}]}
procedures:
  - id: watch
    title: The night watch
    rule: "3.3"
    steps:
      - {id: post, title: Post the watch, rule: "3.3", asks: [{id: dark, question: Is it dark?, confirm: yes}]}
"""

PYTHON = """
from msgspec import Struct

from rules_assist.procedure import Confirm, Finish, Procedure, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Finding
from tabletop.module.module_words import says


class Night(Struct, frozen=True):
    units: int = 2


class ByNight:
    id = "by-night"
    title = "Raids by night"
    rule = "3.4"
    due = "step"

    def findings(self, before, after, moved):
        yield Finding(self.id, self.rule, says("{unit} raids by night.", unit=after.read(moved[0], "Name")), moved)


@step("Choose the raiders")
def choose(state: Night, situation):
    yield Confirm(key="go", by="Red", question=says("Do {count} {count:unit|units} raid?", count=state.units))
    return Finish()


RULES = Rules(checks=(ByNight(),), procedures=(Procedure("raid", "A night raid", "3.4", (choose,)),))
"""

GREEK = """
language: en_XA
texts:
  Raids by day: Επιδρομές τη μέρα
  "{Name} raids by day.": "Τη μέρα: {Name}."
  The alarm: Ο συναγερμός
  The night watch: Η νυχτερινή φρουρά
  Post the watch: Η σκοπιά
  "Is it dark?": Είναι σκοτάδι;
  Raids by night: Επιδρομές τη νύχτα
  "{unit} raids by night.": "Τη νύχτα: {unit}."
  A night raid: Νυχτερινή επιδρομή
  Choose the raiders: Οι επιδρομείς
  "Do {count} {count:unit|units} raid?": "Επιτίθενται {count};"
"""


@pytest.fixture
def module(tmp_path: Path) -> Module:
    folder = tmp_path / "raids"
    copytree(BLANK, folder)
    about = (folder / "module.yaml").read_text(encoding="utf-8").replace("id: blank", "id: night_raids")
    files = {
        "module.yaml": about + ABOUT,
        "rules/raids.yaml": RULE_FILE,
        "rules/raids.py": PYTHON,
        "translations/greek.yaml": GREEK,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return load_module(folder)


@pytest.fixture
def book(module: Module) -> RuleBook:
    """Return the rule book of the module for a reader of the made-up language."""
    speak(language_for(MADE_UP, Path()))
    let_module_speak(words_for(module, MADE_UP))
    return load_of(module)


def load_of(module: Module) -> RuleBook:
    """Return the rule book of a module. If its Python is not trusted yet, trust it first."""
    try:
        return load_rulebook(module)
    except UntrustedRulesError as untrusted:
        TrustedCode().add(untrusted.code, module.about.title)
        return load_rulebook(module)


def said(book: RuleBook) -> dict[str, str]:
    """Return the texts shown to players by the module's rules, for a Red unit on its map."""
    bare = replace(bare_table(book.module, {}, Tries()), seats={"": Seat(umpire=True)})
    placed = decide(bare, PlaceNew("red_infantry", At("main", "0101")), "", Tries(), book.module.components)
    after = Situation(apply(bare, placed.patch)[0], book)
    raid, watch = book.procedures["raid"], book.procedures["watch"]

    def message(check: str) -> str:
        return next(iter(book.checks[check].findings(after, after, tuple(after.game.pieces)))).message

    def question(procedure: Procedure) -> str:
        return next(iter(procedure.first.run(procedure.first.state(), after))).question

    return {
        "title of a check of a rule file": book.checks["by-day"].title,
        "title of a check in Python": book.checks["by-night"].title,
        "finding of a rule file": message("by-day"),
        "finding of Python": message("by-night"),
        "title of a table": book.tables["alarm"].title,
        "title of its roll": book.consulted["table:alarm"].title,
        "title of a procedure of a rule file": watch.title,
        "title of a procedure in Python": raid.title,
        "title of a step of a rule file": watch.first.title,
        "title of a step in Python": raid.first.title,
        "question of Python": question(raid),
    }


IN_GREEK = {
    "title of a check of a rule file": "Επιδρομές τη μέρα",
    "title of a check in Python": "Επιδρομές τη νύχτα",
    "finding of a rule file": "Τη μέρα: Red infantry.",
    "finding of Python": "Τη νύχτα: Red infantry.",
    "title of a table": "Ο συναγερμός",
    "title of its roll": "Ο συναγερμός",
    "title of a procedure of a rule file": "Η νυχτερινή φρουρά",
    "title of a procedure in Python": "Νυχτερινή επιδρομή",
    "title of a step of a rule file": "Η σκοπιά",
    "title of a step in Python": "Οι επιδρομείς",
    "question of Python": "Επιτίθενται 2;",
}

IN_ENGLISH = {
    "title of a check of a rule file": "Raids by day",
    "title of a check in Python": "Raids by night",
    "finding of a rule file": "Red infantry raids by day.",
    "finding of Python": "Red infantry raids by night.",
    "title of a table": "The alarm",
    "title of its roll": "The alarm",
    "title of a procedure of a rule file": "The night watch",
    "title of a procedure in Python": "A night raid",
    "title of a step of a rule file": "Post the watch",
    "title of a step in Python": "Choose the raiders",
    "question of Python": "Do 2 units raid?",
}


def unmarked(text: str) -> str:
    """Return a text without the marks of the made-up language."""
    assert text.startswith(OPEN)
    return text.strip(f"{OPEN}·{CLOSE}")


def test_they_are_in_the_language_of_its_translation_file(book: RuleBook) -> None:
    assert {what: unmarked(text) for what, text in said(book).items()} == IN_GREEK


def test_the_next_reader_of_the_same_python_has_them_in_english(book: RuleBook) -> None:
    speak(ENGLISH)
    let_module_speak(as_written)
    assert said(load_rulebook(book.module)) == IN_ENGLISH


def test_the_procedure_of_every_game_is_in_the_language_of_the_program(book: RuleBook) -> None:
    procedure = book.procedures[NEXT_PHASE]
    assert procedure.title == made_up("On to the next phase")
    assert procedure.first.title == made_up("Leave the procedure")


def test_a_translation_that_cannot_be_filled_in_is_none(module: Module) -> None:
    let_module_speak(lambda text: text.replace("{Name}", "{Name"))
    assert load_of(module).checks["by-day"].title == "Raids by day"
    assert said(load_of(module))["finding of a rule file"] == "Red infantry raids by day."
