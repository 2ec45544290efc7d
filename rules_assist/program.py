"""What the rules assistant offers to the programs: `PROGRAM` is found by entry point, see `tabletop.assembly`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rules_assist.assistant import Assistant
from rules_assist.rulebook import load_rulebook
from tabletop.assisting import Pace
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tabletop.module.module import MODULE_FILE, Module
from tabletop.module.problems import ModuleProblems
from tabletop.module.trust import RulesError


class Program:
    """The doors of this package."""

    def assistant_for(self, module: Module) -> Assistant:
        """The assistant of a table of this module. Raises `ModuleProblems` or `RulesError`."""
        return Assistant(load_rulebook(module))

    def mistakes_of(self, module: Path) -> Sequence[str]:
        """All that is wrong with the rules of a module that can be read, a line each."""
        try:
            load_rulebook(load_module(module))
        except ModuleProblems as error:
            return tuple(map(str, error.problems))
        except RulesError as error:
            return (str(error),)
        return ()

    def paces(self) -> Sequence[Pace]:
        """What is promised to be done in time, for `wartable bench`."""
        from rules_assist.bench import PACES
        from rules_assist.cases.paces import PACES as OF_CASES
        from rules_assist.geometry.paces import PACES as OF_GEOMETRY
        from rules_assist.lookup.paces import PACES as OF_FORECASTS

        return (*PACES, *OF_GEOMETRY, *OF_FORECASTS, *OF_CASES)

    def run_cases(self, paths: Sequence[Path], say: Callable[[str], None]) -> bool:
        """Run the cases in these files, folders or modules, saying each that fails; False where one does."""
        from rules_assist.cases.running import CaseRun

        run = CaseRun(_module_of)
        for path in paths:
            for line in run.failures(path):
                say(line)
        say(f"{run.passed} passed, {run.failed} failed")
        return not run.failed


def _module_of(file: Path, id: str) -> Module:
    """The module of a case file: the folder it lies in, where that is of this module, else the one of this name."""
    for folder in file.resolve().parents:
        if folder.name == id and (folder / MODULE_FILE).is_file():
            return load_module(folder)
    return load_module(find_module(id))


PROGRAM: Final = Program()
