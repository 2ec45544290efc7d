"""The run of case files: each case on a table of its own, once for each choice of its options."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

from msgspec import Struct

from rules_assist.cases.case_errors import CaseError, unknown
from rules_assist.cases.case_records import LONGEST_LIKE, CaseFile, CasePosition, CaseRecord, Saying, plain_data
from rules_assist.cases.run.case_charts import with_cells
from rules_assist.cases.run.case_dice import CaseDice, CaseDiceError
from rules_assist.cases.run.case_steps import CasePlayer
from rules_assist.cases.run.case_table import CaseTable
from rules_assist.cases.run.expectations import HOW, CaseAnswer, Outcome, not_done
from rules_assist.cases.run.given_position import changed, given_table
from rules_assist.cases.run.heard_streams import told_apart
from rules_assist.cases.words.case_names import CaseNames
from rules_assist.rulebook.authored_rules import Data, Unanswerable
from rules_assist.rulebook.place_queries import ask
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.game.state.values import Value
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.library import LibraryError, about_of
from tabletop.module.module import MODULE_FILE, Module
from tabletop.module.schema.module_file import Imprint
from tabletop.module.source import FolderSource, ModuleSource
from tabletop.module.trust import RulesError

CASES: Final = "cases"
"""The name of the folder of a module that holds its cases."""


class CaseResult(Struct, frozen=True):
    """The result of a case: `wrong` is empty if it passed."""

    file: str
    case: str
    wrong: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """True if every result was as expected."""
        return not self.wrong


def read_cases(file: Path) -> CaseFile:
    """Return the contents of a case file. Raises `ModuleProblems` with every mistake in it, by line."""
    return _read_cases(FolderSource(file.parent), file.name)


def _read_cases(source: ModuleSource, file: str) -> CaseFile:
    reader = ModuleReader(source)
    read = reader.read(file, CaseFile)
    reader.problems.raise_any()
    assert read is not None, "what cannot be read is noted"
    return read


def run_cases(book: RuleBook, cases: CaseFile, file: str) -> Iterator[CaseResult]:
    """Run every case of a file in order, and yield its result. If a rule crashes, only its own case
    fails.
    """
    known = {case.id: case for case in cases.cases}
    twice = {id for id, many in Counter(case.id for case in cases.cases).items() if many > 1}
    for case in cases.cases:
        wrong = _judged(book, case, known, cases.options)
        if case.id in twice:
            wrong.append("another case of this file has the same id")
        yield CaseResult(file, case.id, tuple(wrong))


def _judged(
    book: RuleBook, case: CaseRecord, known: Mapping[str, CaseRecord], options: Mapping[str, Value]
) -> list[str]:
    """Return all errors of a case; none if it passes.

    A case with a known conflict must differ from the example. A case that cannot be played always has an error.
    """
    try:
        whole = _whole(case, known)
        wrong = list(_wrong(with_cells(book, whole.tables), whole, {**options, **whole.options}))
    except CaseError as error:
        return [str(error), *error.more]
    except (CaseDiceError, Unanswerable) as error:
        return [str(error)]
    except Exception as error:
        return [f"the rules broke down: {type(error).__name__}: {error}"]
    if whole.known_conflict is not None:
        return [] if wrong else [f"it no longer conflicts with the published example ({whole.known_conflict})"]
    return wrong


def _whole(case: CaseRecord, known: Mapping[str, CaseRecord]) -> CaseRecord:
    """Return a case together with everything that it takes over by `like`.

    Raises CaseError if `like` names no case, or if the chain of cases is too long or a ring.
    """
    for _ in range(LONGEST_LIKE):
        if case.like is None:
            return case
        model = known.get(case.like)
        if model is None:
            raise unknown(f"There is no case '{case.like}' for 'like'", case.like, known)
        own = {name: getattr(case, name) for name in case.model_fields_set if name != "like"}
        if model.given and case.given:
            own["given"] = changed(model.given, case.given)
        own["options"] = {**model.options, **case.options}
        case = model.model_copy(update=own)
    raise CaseError("Its chain of cases under 'like' is too long, or leads back to itself.")


def _wrong(book: RuleBook, case: CaseRecord, options: Mapping[str, Value]) -> Iterator[str]:
    """Yield every difference from the expectations, for each choice of the options. Raises CaseError if something
    cannot be checked.
    """
    runs = [{**options, **dict(chosen)} for chosen in _choices(case)]
    _must_be_looked_at(book, case, runs)
    for chosen, run in zip(_choices(case), runs, strict=True):
        label = ", ".join(f"{name} = {choice}" for name, choice in chosen)
        for line in _played(book, case, run):
            yield f"{label}: {line}" if label else line


def _choices(case: CaseRecord) -> list[tuple[tuple[str, Value], ...]]:
    """Return each choice of options with which a case is run. Raises CaseError for an option without choices."""
    for name, choices in case.for_options.items():
        if not choices:
            raise CaseError(f"'for_options' gives no choice for '{name}'.")
    return list(product(*([(name, choice) for choice in choices] for name, choices in case.for_options.items())))


def _must_be_looked_at(book: RuleBook, case: CaseRecord, runs: Sequence[Mapping[str, Value]]) -> None:
    """Raise CaseError for a case, or an entry of it, that could not fail.

    It expects nothing, or only under options that are unknown or never occur, or `same_for` names no difference.
    """
    if not case.expect and case.same_for is None:
        raise CaseError("It expects nothing.")
    for expected in case.expect:
        if not expected.keys() - HOW:
            raise CaseError(f"An entry expects nothing: {{{', '.join(expected)}}}.")
        when = expected.get("when", {})
        if not isinstance(when, dict):
            raise CaseError("'when' is followed by options: {when: {G-28: hits-minus-one}}.")
        for name in when:
            if name not in book.usual:
                raise unknown(f"There is no option '{name}'", name, book.usual)
        if not any(_applies(book, expected, run) for run in runs):
            said = ", ".join(f"{name}: {choice}" for name, choice in when.items())
            raise CaseError(f"The case is never run with the options of 'when': {said}.")
    other = case.same_for
    if other is not None and other.given is None and not other.do and other.dice is None:
        raise CaseError("'same_for' names no difference.")


def _played(book: RuleBook, case: CaseRecord, options: Mapping[str, Value]) -> list[str]:
    """Return every difference from the expectations with these options. Raises CaseError."""
    names, dice = CaseNames(book), CaseDice(case.dice)
    expected = [each for each in case.expect if _applies(book, each, options)]
    table = given_table(book, _given(case), options, dice, names)
    try:
        wrong = [*_unlike(table, names, case, expected), *_told_apart(table, book, case, options, expected)]
    except CaseError as error:
        error.more = tuple(not_done(table, expected))
        raise
    except (CaseDiceError, Unanswerable) as error:
        wrong = [str(error)]
    if dice.left:
        wrong.append(f"dice were not rolled: {', '.join(map(str, dice.left))}")
    return [*wrong, *not_done(table, expected)]


def _given(case: CaseRecord) -> CasePosition:
    return case.given or CasePosition.model_validate({})


def _told_apart(
    table: CaseTable, book: RuleBook, case: CaseRecord, options: Mapping[str, Value], expected: Sequence[Saying]
) -> Iterator[str]:
    """Yield a line if a side can distinguish the case from its variant under `same_for`.

    That side must not know the difference. A line follows for each step of the variant that was not done.
    """
    if case.same_for is None:
        return
    other, names = case.same_for, CaseNames(book)
    given = changed(_given(case), other.given) if other.given else _given(case)
    again = given_table(book, given, options, CaseDice(other.dice or case.dice), names)
    doing = CasePlayer(again, names)
    for step in other.do or case.do:
        doing.do(step)
    yield from told_apart(table, again, other.side)
    yield from (f"same_for: {line}" for line in not_done(again, expected))


def _unlike(table: CaseTable, names: CaseNames, case: CaseRecord, expected: Sequence[Saying]) -> Iterator[str]:
    """Play the steps of a case on its table, ask its questions, and yield every difference from its expectations."""
    doing = CasePlayer(table, names)
    for step in case.do:
        doing.do(step)
    outcome = Outcome(table, names, [_answer(table, names, question) for question in case.ask])
    for entry in expected:
        yield from outcome.wrong(entry)


def _applies(book: RuleBook, expected: Saying, options: Mapping[str, Value]) -> bool:
    when = expected.get("when")
    return not isinstance(when, dict) or all(
        str(options.get(name, book.usual[name])) == str(choice) for name, choice in when.items()
    )


def _answer(table: CaseTable, names: CaseNames, question: Saying) -> CaseAnswer:
    side = str(question.get("as", ""))
    if side and side not in table.game.seats:
        raise unknown(f"'{side}' plays no side", side, table.game.seats)
    asked = [(word, said) for word, said in question.items() if word != "as"]
    if len(asked) != 1:
        raise CaseError("Ask one question at a time: {reach: {of: ...}}; write several in a list.")
    ((word, said),) = asked
    query = table.book.queries.get(word)
    if query is None:
        raise unknown(f"'{word}' cannot be asked", word, table.book.queries)
    seen = table.seen(table.game, side)
    given: Data = names.resolved(seen, table.game, plain_data(said))
    answer = ask(query, table.situation(table.game, side), given if isinstance(given, Mapping) else {"of": given})
    return CaseAnswer(names.plain(seen, table.game, answer), type(answer))


class CaseRun:
    """A run of the cases of many files, which counts the passed and the failed cases.

    `module_of` returns the module of a case file, by the module's id.
    """

    def __init__(self, module_of: Callable[[Path, str], Module]) -> None:
        self.passed = 0
        self.failed = 0
        self._module_of = module_of
        self._books: dict[str, RuleBook] = {}

    def failures(self, path: Path) -> Iterator[str]:
        """Run a file, the files of a folder, or those of a game and its families. Yield a line for each error.

        A family has no game to run its cases in, so its folder counts as one failed case.
        """
        about = about_of(path) if (path / MODULE_FILE).is_file() else None
        if about is not None and about.kind == "family":
            self.failed += 1
            yield f"{path}: {about.title} is a family, whose cases run in each game that uses it. Name such a game."
            return
        for file in files_of(path):
            yield from self._counted(partial(self._run, file))
        if about is not None:
            yield from self._counted(partial(self._run_families, path, about))

    def _counted(self, run: Callable[[], Iterator[CaseResult]]) -> Iterator[str]:
        try:
            for result in run():
                self.passed += result.passed
                self.failed += not result.passed
                yield from (f"{result.file}: {result.case}: {line}" for line in result.wrong)
        except (ModuleProblems, LibraryError, RulesError) as error:
            self.failed += 1
            yield from str(error).splitlines()

    def _run(self, file: Path) -> Iterator[CaseResult]:
        cases = read_cases(file)
        return run_cases(self._book(file, cases.module), cases, str(file))

    def _run_families(self, game: Path, about: Imprint) -> Iterator[CaseResult]:
        """Run the cases of a game's families with the rules of the game."""
        if not about.uses:
            return
        book = self._book(game / MODULE_FILE, about.id)
        for family in book.module.families:
            for name in family.source.files():
                if name.startswith(f"{CASES}/") and name.endswith(".yaml"):
                    cases = _read_cases(family.source, name)
                    yield from run_cases(book, cases, f"{about.id} with {family.about.id}:{name}")

    def _book(self, file: Path, id: str) -> RuleBook:
        module = self._books.get(id)
        if module is None:
            module = self._books[id] = load_rulebook(self._module_of(file, id))
        return module


def files_of(path: Path) -> list[Path]:
    """Return the case files of a path: a file, a folder of them, or a module (its `cases` folder)."""
    if not path.is_dir():
        return [path]
    folder = path / CASES if (path / CASES).is_dir() or (path / MODULE_FILE).is_file() else path
    return sorted(folder.rglob("*.yaml"))
