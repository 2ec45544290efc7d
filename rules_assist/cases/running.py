"""Running case files: each case on a table of its own, each choice of its options once."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Final

from msgspec import Struct

from rules_assist.cases.charts import with_cells
from rules_assist.cases.dice import CaseDice, DiceError
from rules_assist.cases.doing import Doing
from rules_assist.cases.errors import CaseError, unknown
from rules_assist.cases.expecting import Outcome, not_done
from rules_assist.cases.giving import changed, given_table
from rules_assist.cases.names import CaseNames
from rules_assist.cases.records import LONGEST_LIKE, CaseFile, CaseRecord, Given, Saying, plain_data
from rules_assist.cases.streams import told_apart
from rules_assist.cases.table import CaseTable
from rules_assist.rulebook import RuleBook, load_rulebook
from rules_assist.rules import Data, Unanswerable
from tabletop.game.values import Value
from tabletop.module.library import LibraryError
from tabletop.module.module import Module
from tabletop.module.problems import ModuleProblems
from tabletop.module.reading import ModuleReader
from tabletop.module.source import FolderSource
from tabletop.module.trust import RulesError

CASES: Final = "cases"
"""The folder of a module in which its cases lie."""


class CaseResult(Struct, frozen=True):
    """How a case went: nothing `wrong` where it passed."""

    file: str
    case: str
    wrong: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Did all come as expected?"""
        return not self.wrong


def read_cases(file: Path) -> CaseFile:
    """Read a case file. Raises `ModuleProblems` with every mistake in it, by line."""
    reader = ModuleReader(FolderSource(file.parent))
    read = reader.read(file.name, CaseFile)
    reader.problems.raise_any()
    assert read is not None, "what cannot be read is noted"
    return read


def run_cases(book: RuleBook, cases: CaseFile, file: str) -> Iterator[CaseResult]:
    """Run every case of a file, one after the other. A rule that breaks down fails its own case, not the others."""
    known = {case.id: case for case in cases.cases}
    for case in cases.cases:
        try:
            whole = _whole(case, known)
            options = {**cases.options, **whole.options}
            wrong = list(_wrong(with_cells(book, whole.tables), whole, options))
        except (CaseError, DiceError, Unanswerable) as error:
            wrong = [str(error)]
        except Exception as error:
            wrong = [f"the rules broke down: {type(error).__name__}: {error}"]
        if case.known_conflict is not None:
            wrong = [] if wrong else [f"it no longer conflicts with the published example ({case.known_conflict})"]
        yield CaseResult(file, case.id, tuple(wrong))


def _whole(case: CaseRecord, known: Mapping[str, CaseRecord]) -> CaseRecord:
    """A case with all that it takes from the one it is like."""
    for _ in range(LONGEST_LIKE):
        if case.like is None:
            return case
        model = known.get(case.like)
        if model is None:
            raise unknown(f"There is no case '{case.like}' to be like", case.like, known)
        own = {name: getattr(case, name) for name in case.model_fields_set if name != "like"}
        if model.given and case.given:
            own["given"] = changed(model.given, case.given)
        own["options"] = {**model.options, **case.options}
        case = model.model_copy(update=own)
    raise CaseError("It is like a case that is like a case, and so on without end.")


def _wrong(book: RuleBook, case: CaseRecord, options: Mapping[str, Value]) -> Iterator[str]:
    names = list(case.for_options)
    for choices in product(*case.for_options.values()):
        chosen = dict(zip(names, choices, strict=True))
        label = ", ".join(f"{name} = {choice}" for name, choice in chosen.items())
        for line in _played(book, case, {**options, **chosen}):
            yield f"{label}: {line}" if label else line


def _played(book: RuleBook, case: CaseRecord, options: Mapping[str, Value]) -> Iterator[str]:
    names, dice = CaseNames(book), CaseDice(case.dice)
    table = given_table(book, _given(case), options, dice, names)
    try:
        wrong = [*_unlike(table, names, case, options), *_told_apart(table, book, case, options)]
    except (CaseError, DiceError, Unanswerable) as error:
        wrong = [str(error)]
    if dice.left:
        wrong.append(f"dice were not rolled: {', '.join(map(str, dice.left))}")
    yield from wrong
    if wrong:
        yield from not_done(table, case.expect)


def _given(case: CaseRecord) -> Given:
    return case.given or Given.model_validate({})


def _told_apart(table: CaseTable, book: RuleBook, case: CaseRecord, options: Mapping[str, Value]) -> Iterator[str]:
    """By what a side knows this case from the other, of which it must know nothing."""
    if case.same_for is None:
        return
    other, names = case.same_for, CaseNames(book)
    given = changed(_given(case), other.given) if other.given else _given(case)
    again = given_table(book, given, options, CaseDice(other.dice or case.dice), names)
    doing = Doing(again, names)
    for step in other.do or case.do:
        doing.do(step)
    yield from told_apart(table, again, other.side)


def _unlike(table: CaseTable, names: CaseNames, case: CaseRecord, options: Mapping[str, Value]) -> Iterator[str]:
    """All that is not as the case expects, on its table: what it does is done, what it asks is asked."""
    doing = Doing(table, names)
    for step in case.do:
        doing.do(step)
    outcome = Outcome(table, names, [_answer(table, names, question) for question in case.ask])
    if not case.expect and case.same_for is None:
        yield "it expects nothing"
    for expected in case.expect:
        if _applies(expected, options):
            yield from outcome.wrong(expected)


def _applies(expected: Saying, options: Mapping[str, Value]) -> bool:
    when = expected.get("when")
    return not isinstance(when, dict) or all(str(options.get(name)) == str(choice) for name, choice in when.items())


def _answer(table: CaseTable, names: CaseNames, question: Saying) -> object:
    side = str(question.get("as", ""))
    asked = [(word, said) for word, said in question.items() if word != "as"]
    if len(asked) != 1:
        raise CaseError("Ask one thing at a time: {reach: {of: ...}}; more stand in a list.")
    ((word, said),) = asked
    query = table.book.queries.get(word)
    if query is None:
        raise unknown(f"'{word}' cannot be asked", word, table.book.queries)
    seen = table.seen(table.game, side)
    given: Data = names.resolved(seen, table.game, plain_data(said))
    answer = query.answer(table.situation(table.game, side), given if isinstance(given, Mapping) else {"of": given})
    return names.plain(seen, table.game, answer)


class CaseRun:
    """Runs the cases of many files, and counts. `module_of` finds the module of a case file, by its id."""

    def __init__(self, module_of: Callable[[Path, str], Module]) -> None:
        self.passed = 0
        self.failed = 0
        self._module_of = module_of
        self._books: dict[str, RuleBook] = {}

    def failures(self, path: Path) -> Iterator[str]:
        """Run a file, the files of a folder, or those of a module; a line for each thing that is wrong."""
        for file in files_of(path):
            try:
                cases = read_cases(file)
                results = run_cases(self._book(file, cases.module), cases, str(file))
                for result in results:
                    self.passed += result.passed
                    self.failed += not result.passed
                    yield from (f"{result.file}: {result.case}: {line}" for line in result.wrong)
            except (ModuleProblems, LibraryError, RulesError) as error:
                self.failed += 1
                yield from str(error).splitlines()

    def _book(self, file: Path, id: str) -> RuleBook:
        module = self._books.get(id)
        if module is None:
            module = self._books[id] = load_rulebook(self._module_of(file, id))
        return module


def files_of(path: Path) -> list[Path]:
    """The case files meant by a path: a file, a folder of them, or a module (its `cases` folder)."""
    if not path.is_dir():
        return [path]
    folder = path / CASES if (path / CASES).is_dir() else path
    return sorted(folder.rglob("*.yaml"))
