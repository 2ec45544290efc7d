"""Checks of the files in the arguments of commands."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabletop.cli.failures import Failure
from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.journal.journal import Journal

GAME_SUFFIX: Final = ".wartable"


def existing(path: Path) -> Path:
    """Return the path if the file exists. Raises Failure if it does not."""
    if not path.is_file():
        raise Failure(text("no-file", file=path))
    return path


def free_to_write(path: Path, *, replace: bool) -> None:
    """Check that a file can be written without overwriting another by accident. Raises Failure."""
    if path.is_dir():
        raise Failure(text("folder-not-file", path=path))
    if path.exists() and not replace:
        raise Failure(text("file-there-already", file=path))
    if not path.absolute().parent.is_dir():
        raise Failure(text("no-folder", folder=path.parent))


def warn(journal: "Journal", but: str = "") -> str:
    """Warn on stderr about damage to a game's file that does not stop the command, unless the damage is the one in
    `but`; return the warning.
    """
    if journal.warning not in ("", but):
        sys.stderr.write(f"wartable: {journal.warning}\n")
    return journal.warning
