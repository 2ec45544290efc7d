"""Sources of a module's files: a folder, or anything else that lists names and returns contents.

The meaning of the files is not known here. The packed form is in `tabletop.module.packed_modules`.
"""

import os
import re
import stat
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final, Protocol

from tabletop.module.documents.problems import quoted

LARGEST_FILE_BYTES: Final = 64 * 1024 * 1024
MOST_FILES: Final = 20_000
LONGEST_PATH: Final = 200

_NOT_ON_WINDOWS = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
_NOT_IN_NAMES = re.compile(r'[\\:*?"<>|]')

_LEADS_OUT: Final = "leads out of the module's folder; only files inside it are read"


class SourceError(Exception):
    """The error of a file, or of a whole module, that cannot be read. The message is one sentence for its author.

    `file` is the name of the file that the sentence is about, if it is one of many.
    """

    def __init__(self, sentence: str, file: str = "") -> None:
        super().__init__(sentence)
        self.file = file

    @property
    def whole(self) -> str:
        """The sentence with the file it is about."""
        return f"{quoted(self.file)} {self}" if self.file else str(self)


class ModuleSource(Protocol):
    """A module's files by name. Names are relative, their parts separated by '/'."""

    @property
    def title(self) -> str:
        """The name of the folder or file, as the player knows it."""

    def files(self) -> tuple[str, ...]:
        """Return the names of all files, sorted. Raises `SourceError` if they cannot be listed."""

    def read(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> bytes:
        """Return a file's content. Raises `SourceError` if there is none, or if it has more than `most_bytes`."""

    def opened(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> BinaryIO:
        """Open a file that is read a little at a time. Raises as `read` does."""


class FolderSource:
    """A module in a folder. Hidden files, backups of editors (`~`) and Python's caches are not part of a module."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def title(self) -> str:
        """The folder's name."""
        return Path(os.path.realpath(self._folder)).name

    @property
    def folder(self) -> Path:
        """The folder of the files."""
        return self._folder

    def files(self) -> tuple[str, ...]:
        """Return the names of all files, sorted. Raises `SourceError` if they cannot be listed."""
        names: list[str] = []

        def refuse(error: OSError) -> None:
            raise SourceError(f"cannot be listed: {_reason(error)}") from error

        for place, folders, files in os.walk(self._folder, onerror=refuse):
            folders[:] = sorted(name for name in folders if _belongs(name))
            inside = Path(place).relative_to(self._folder).as_posix()
            before = "" if inside == "." else f"{inside}/"
            names += [before + name for name in files if _belongs(name)]
            if len(names) > MOST_FILES:
                raise SourceError(f"holds more than {MOST_FILES} files; a module is smaller than that")
        return tuple(sorted(names))

    def read(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> bytes:
        """Return a file's content. Raises `SourceError` if there is none, or if it has more than `most_bytes`."""
        with self.opened(name, most_bytes) as file:
            try:
                return file.read(most_bytes)
            except OSError as error:
                raise SourceError(_reason(error), name) from error

    def opened(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> BinaryIO:
        """Open a file that is read a little at a time. Raises as `read` does."""
        wrong = unsafe_name(name)
        if wrong:
            raise SourceError(wrong, name)
        path = self._folder / name
        try:
            if not is_inside(self._folder, name):
                raise SourceError(_LEADS_OUT, name)
            file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - whoever asked closes it
        except OSError as error:
            raise SourceError(_reason(error), name) from error
        status = os.fstat(file.fileno())
        wrong = None if stat.S_ISREG(status.st_mode) else "is not a file"
        if status.st_size > most_bytes:
            wrong = f"is larger than {most_bytes // 1024 // 1024} MB"
        if wrong:
            file.close()
            raise SourceError(wrong, name)
        return file


def found_in(folder: Path, name: str) -> Path | None:
    """Return the file of this name in a module's folder; None if there is none, or if its name or a link leads out of
    the folder.
    """
    if unsafe_name(name) is not None or not is_inside(folder, name):
        return None
    file = folder / name
    return file if file.is_file() else None


def is_inside(folder: Path, name: str) -> bool:
    """Return whether the path of this name is in the folder, and no link in it leads out of the folder."""
    return Path(os.path.realpath(folder / name)).is_relative_to(os.path.realpath(folder))


def unsafe_name(name: str) -> str | None:
    """Return the reason that a name cannot be a file of a module on every system; None if it can."""
    parts = PurePosixPath(name).parts
    if not parts or "/".join(parts) != name or name.startswith("/"):
        return "is not a path inside the module, for example 'images/map.png'"
    if ".." in parts:
        return "leads out of the module ('..')"
    if len(name) > LONGEST_PATH:
        return f"has a path of more than {LONGEST_PATH} characters"
    if _NOT_IN_NAMES.search(name) or not name.isprintable():
        return "has a character in its name that some systems do not allow"
    for part in parts:
        if part.endswith((".", " ")) or _NOT_ON_WINDOWS.fullmatch(part):
            return f"cannot be called {quoted(part)} on every system"
    return None


def _belongs(name: str) -> bool:
    return not name.startswith(".") and name != "__pycache__" and not name.endswith((".pyc", "~"))


def _without_waiting(path: str, flags: int) -> int:
    """Open a file, but never wait at a pipe until somebody writes into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "does not exist"
    if isinstance(error, IsADirectoryError):
        return "is a folder, not a file"
    if isinstance(error, NotADirectoryError):
        return "is not a folder"
    if isinstance(error, PermissionError):
        return "may not be read by you; check its permissions"
    return f"cannot be read ({error.strerror or error})"
