"""The one place where the parts of the program find each other: the rules assistant, where it is installed.

Nothing else asks for it, and nothing at all imports it, so that a table without it is a table.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol

from tabletop.module.module import Module
from tabletop.session import Observer, Policy

GROUP: Final = "wartable.assistant"
_BY_NAME: Final = "rules_assist.program"
"""Where it lies in a checkout that is not installed."""


class TableAssistant(Protocol):
    """The assistant of one table, as a session knows it."""

    @property
    def policy(self) -> Policy:
        """Judges steps before they are recorded."""

    @property
    def observe(self) -> Observer:
        """Hears of steps that are recorded."""


class RulesProgram(Protocol):
    """What the rules assistant offers to the programs."""

    def assistant_for(self, module: Module) -> TableAssistant:
        """The assistant of a table of this module. Raises `ModuleProblems` for rule files that are wrong."""

    def mistakes_of(self, module: Module) -> Sequence[str]:
        """All that is wrong with the rules of a module, a line each."""

    def run_cases(self, paths: Sequence[Path], say: Callable[[str], None]) -> bool:
        """Run the cases in these files, folders or modules; False where one fails."""


def rules_program() -> RulesProgram | None:
    """The rules assistant; None where it is not installed, or not what it needs."""
    for found in entry_points(group=GROUP):
        return _loaded(found.module)
    return _loaded(_BY_NAME) if find_spec(_BY_NAME.partition(".")[0]) else None


def _loaded(name: str) -> RulesProgram | None:
    try:
        program: RulesProgram = import_module(name).PROGRAM
    except ModuleNotFoundError:
        return None
    return program
