"""The entry point of the rules assistant. Programs find `PROGRAM` by its name; see `tabletop.assembly`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from rules_assist.assistant import Assistant
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.assistance import RulesReport
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tabletop.module.module import MODULE_FILE, Module
from tabletop.module.trust import RulesError


class Program:
    """The services of the rules assistant for other programs."""

    def assistant_for(self, module: Module) -> Assistant:
        """Return the assistant of a table of this module. Raises `ModuleProblems` or `RulesError`."""
        return Assistant(load_rulebook(module))

    def examine(self, module: Path) -> RulesReport:
        """Return a report on the rules of a module whose other files have no mistakes."""
        from rules_assist.inspection.module_notes import notes_of

        try:
            book = load_rulebook(load_module(module))
            return RulesReport(authored=book.authored, notes=notes_of(book))
        except ModuleProblems as error:
            return RulesReport(tuple(map(str, error.problems)))
        except RulesError as error:
            return RulesReport((str(error),))

    def documents(self) -> Mapping[str, type[BaseModel]]:
        """Return the file formats of a module that this package reads, by the names under which their schemas are
        exported.
        """
        from rules_assist.cases.case_records import CaseFile
        from rules_assist.schema.rules_file import RulesFile

        return {"rules": RulesFile, "cases": CaseFile}

    def run_cases(self, paths: Sequence[Path], say: Callable[[str], None]) -> bool:
        """Run the cases in these files, folders or modules, and say each failure and the totals.

        Return False if a case fails.
        """
        from rules_assist.cases.run.case_runner import CaseRun

        run = CaseRun(_module_of)
        for path in paths:
            for line in run.failures(path):
                say(line)
        say(f"{run.passed} passed, {run.failed} failed")
        return not run.failed

    def words_of_cases(self, module: Path) -> Iterator[str]:
        """Yield the words for cases of a module, line by line. Raises `ModuleProblems` or `RulesError`."""
        from rules_assist.cases.words.vocabulary import vocabulary

        yield from vocabulary(load_rulebook(load_module(module)))


def _module_of(file: Path, id: str) -> Module:
    """Return the module of a case file.

    It is the module in whose folder the file is, if that has this id, or else the available module with this id.
    """
    for folder in file.resolve().parents:
        if (folder / MODULE_FILE).is_file() and (module := load_module(folder)).about.id == id:
            return module
    return load_module(find_module(id))


PROGRAM: Final = Program()
