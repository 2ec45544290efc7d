"""The files that the program opens and makes, and the errors that they can cause."""

import time
from datetime import UTC, datetime
from itertools import chain
from itertools import count as counting
from pathlib import Path
from typing import Final

from tabletop.desktop.platform.settings import as_file_name, games_folder
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.start.vassal_import import VASSAL_EXTENSIONS, VASSAL_MODULES, VASSAL_SAVES
from tabletop.desktop.table.mail_desk import TURN_SUFFIX
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.library import LibraryError
from tabletop.module.module import Module
from tabletop.module.setup import SetupError
from tabletop.module.source import SourceError
from tabletop.module.trust import RulesError
from tabletop.module.umpire_setup import SETUP_SUFFIX
from tabletop.seat import GameFileError

GAME_SUFFIX: Final = ".wartable"
TO_OPEN: Final = " ".join(
    (
        f"*{GAME_SUFFIX}",
        f"*{TURN_SUFFIX}",
        "*.wtmod",
        f"*{SETUP_SUFFIX}",
        *(f"*{end}" for end in (*VASSAL_MODULES, *VASSAL_SAVES)),
    )
)
"""The patterns of the files that a player can open."""

DROPPED: Final = (GAME_SUFFIX, TURN_SUFFIX, ".wtmod", *VASSAL_MODULES, *VASSAL_EXTENSIONS, *VASSAL_SAVES)
"""The endings of the files that can be dropped on a window."""

FAILURES: Final = (GameFileError, LibraryError, ModuleProblems, RulesError, SetupError, SourceError, OSError)
"""The errors of files that cannot be loaded."""


def now_ms() -> int:
    """Return the time, in UTC milliseconds."""
    return time.time_ns() // 1_000_000


def new_file(module: Module) -> Path:
    """Return the file for a game that begins now. Raises OSError."""
    stamp = datetime.now(UTC).astimezone().strftime("%Y-%m-%d %H.%M.%S")
    return free_file(f"{as_file_name(module.about.title)}, {stamp}")


def free_file(name: str) -> Path:
    """Return a free path in the games folder: with this name, or with the name and a number. Raises OSError."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    more = (f" ({number})" for number in counting(2))
    return next(file for end in chain(("",), more) if not (file := folder / f"{name}{end}{GAME_SUFFIX}").exists())


def failure_words(failure: BaseException) -> str:
    """Return a failure as a sentence."""
    if isinstance(failure, OSError):
        return tr("'{file}' cannot be used: {why}.", file=failure.filename, why=failure.strerror)
    return str(failure)
