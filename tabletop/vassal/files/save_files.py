"""Reading of saves and logs: their decoded text, and the commands in it."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from msgspec import Struct

from tabletop.texts import text
from tabletop.vassal.files.archive import SAVED_GAME, Archive, Metadata, read_metadata
from tabletop.vassal.files.command_forms import read_command
from tabletop.vassal.files.command_trees import CommandTree, TreeDepthError, leaves, read_trees
from tabletop.vassal.files.game_commands import LOGGED, Command, EndSave, UnknownCommand
from tabletop.vassal.files.vassal_error import VassalError

LARGEST_TEXT: Final = 256 * 1024 * 1024
"""The most bytes of a save's text."""

MOST_COMMANDS: Final = 2_000_000

_SIGN: Final = b"!VCSK"
_ESC: Final = "\x1b"


class SaveError(VassalError):
    """An error for a save or a log that cannot be read; the message is a sentence that names the file."""


class VassalSave(Struct, frozen=True):
    """A save or a log: the commands that create its position, and the steps after it. A save has no steps."""

    name: str
    about: Metadata
    """The save's own description."""
    module: Metadata
    """The description of the module that the game was played with; it is often empty."""
    start: tuple[Command, ...]
    steps: tuple[tuple[Command, ...], ...] = ()


def read_saved(archive: Archive) -> VassalSave:
    """Return the contents of a save or a log. Raises `SaveError` and `ArchiveError` (of
    `tabletop.vassal.files.archive`).
    """
    if SAVED_GAME not in archive:
        raise SaveError(text("not-vassal-save", file=archive.name, missing=SAVED_GAME))
    start, steps = _parted(saved_text(archive), archive.name)
    about, module = (read_metadata(archive, entry) for entry in ("savedata", "moduledata"))
    return VassalSave(archive.name, about, module, start, steps)


def not_understood(saved: VassalSave) -> tuple[str, ...]:
    """Return the first words, each once, of the commands in a save that are not understood here.

    Such commands come from the module's own code, or from a later version of VASSAL.
    """
    commands = chain(saved.start, *saved.steps)
    unknown = (command.text for command in commands if isinstance(command, UnknownCommand))
    return tuple(dict.fromkeys(_AFTER_FIRST_WORD.split(each, maxsplit=1)[0][:_LONGEST_WORD] for each in unknown))


_AFTER_FIRST_WORD: Final = re.compile(r"[\s/;|]")
_LONGEST_WORD: Final = 30


def saved_text(archive: Archive) -> str:
    """Return the decoded text of a save. Raises the errors of `read_saved`."""
    parts: list[bytes] = []
    size = 0
    for part in _in_clear(archive):
        size += len(part)
        if size > LARGEST_TEXT:
            raise SaveError(text("save-too-large", file=archive.name, most=LARGEST_TEXT // 1024 // 1024))
        parts.append(part)
    return b"".join(parts).decode("utf-8", "replace")


def _in_clear(archive: Archive) -> Iterator[bytes]:
    """Yield the bytes of a save's text, part by part; if the text is obfuscated, that is undone.

    Raises SaveError if an obfuscated text is damaged.
    """
    key: bytes | None = None
    left = b""
    first = True
    for part in archive.stream(SAVED_GAME):
        left += part
        if first:
            if len(left) < len(_SIGN) + 2 and _SIGN.startswith(left[: len(_SIGN)]):
                continue
            first = False
            if left.startswith(_SIGN):
                key = _table(_bytes_of(left[len(_SIGN) : len(_SIGN) + 2], archive.name)[0])
                left = left[len(_SIGN) + 2 :]
        if key is None:
            yield left
            left = b""
        else:
            whole = len(left) & ~1
            yield _bytes_of(left[:whole], archive.name).translate(key)
            left = left[whole:]
    if left:
        raise SaveError(text("save-cut-short", file=archive.name))


def _bytes_of(digits: bytes, name: str) -> bytes:
    try:
        return bytes.fromhex(digits.decode("ascii"))
    except ValueError:
        raise SaveError(text("save-garbled", file=name)) from None


def _table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


# commands


def _parted(written: str, name: str) -> tuple[tuple[Command, ...], tuple[tuple[Command, ...], ...]]:
    """Return the commands that create the position, and the steps after it.

    Raises SaveError if there are too many commands, if they are nested too deep, or if the position is incomplete.
    """
    if written.count(_ESC) > MOST_COMMANDS:
        raise SaveError(text("save-too-many-commands", file=name, most=MOST_COMMANDS))
    start: list[Command] = []
    steps: list[tuple[Command, ...]] = []
    for tree in _trees(written, name):
        found = list(leaves(tree))
        logged = tuple(read_command(leaf.removeprefix(LOGGED)) for leaf in found if leaf.startswith(LOGGED))
        if logged:
            steps.append(logged)
        start.extend(read_command(leaf) for leaf in found if not leaf.startswith(LOGGED))
    if not any(isinstance(command, EndSave) for command in start):
        raise SaveError(text("save-position-cut-short", file=name))
    return tuple(start), tuple(steps)


def _trees(written: str, name: str) -> list[CommandTree]:
    try:
        return read_trees(written)
    except TreeDepthError:
        raise SaveError(text("save-nested-too-deep", file=name)) from None
