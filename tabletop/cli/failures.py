"""Exit codes of commands, and failures as sentences."""

import sys
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING

from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.module.documents.problems import ModuleProblems


class ExitCode(IntEnum):
    """The exit code of a command, for scripts."""

    WELL = 0
    """The command did what was asked."""
    WRONG = 1
    """The command was carried out and found something wrong: mistakes in a module, a damaged game, a refused command.
    """
    USAGE = 2
    """The command line was not understood."""
    FILE = 3
    """A file, a module or a game cannot be found, read or written."""
    MISSING = 4
    """An optional part of the program that the command needs is not installed."""
    BUSY = 5
    """The game is being played in another program."""
    INTERRUPTED = 130
    """The user pressed Ctrl+C."""


class Failure(Exception):  # noqa: N818 - it is an answer to the player, not an error of the program
    """A failure of a command. The text is a sentence, or a line for each mistake found."""

    def __init__(self, sentence: str, code: ExitCode = ExitCode.FILE) -> None:
        super().__init__(sentence)
        self.code = code


def answered(act: Callable[[], object]) -> int:
    """Run a command and return its exit code. An expected failure is reported as a sentence on stderr."""
    try:
        code = act()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Exception as error:
        failure = failure_of(error)
        if failure is None:
            raise
        if str(failure):
            sys.stderr.write(f"wartable: {failure}\n")
        return failure.code
    return code if isinstance(code, int) else ExitCode.WELL


def failure_of(error: Exception) -> Failure | None:
    """Return the message of an exception for the player; None if the exception is a bug of the program."""
    from typer import TyperException

    match error:
        case Failure():
            return error
        case TyperException():
            return Failure(error.format_message(), ExitCode.USAGE)
        case BrokenPipeError():
            return Failure("", ExitCode.WELL)
        case OSError():
            return Failure(_of_system(error))
    return _of_a_package(error)


def _of_a_package(error: Exception) -> Failure | None:
    from tabletop.journal.journal_errors import JournalBusyError, JournalError
    from tabletop.mail.mail_errors import MailError
    from tabletop.module.documents.problems import ModuleProblems
    from tabletop.module.library import LibraryError
    from tabletop.module.new_module import TemplateError
    from tabletop.module.setup import SetupError
    from tabletop.module.source import SourceError
    from tabletop.module.trust import RulesError
    from tabletop.vassal.files.vassal_error import VassalError

    match error:
        case JournalBusyError():
            return Failure(str(error), ExitCode.BUSY)
        case JournalError() | LibraryError() | MailError() | SetupError() | TemplateError() | VassalError():
            return Failure(str(error))
        case SourceError():
            return Failure(f"{error.whole}.")
        case RulesError():
            return Failure(f"{error}.")
        case ModuleProblems():
            return Failure(_of_problems(error), ExitCode.WRONG)
    return None


def _of_problems(problems: "ModuleProblems") -> str:
    first, *more = problems.problems
    if not more:
        return f"{first}."
    return text("more-mistakes", first=first, count=len(more))


def _of_system(error: OSError) -> str:
    why = error.strerror or error
    return text("file-unusable", file=error.filename, why=why) if error.filename else text("system-refused", why=why)
