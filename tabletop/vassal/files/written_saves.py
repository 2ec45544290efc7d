"""Saves and logs as files: the reverse of `save_files`."""

import io
import zipfile
from typing import Final
from xml.sax.saxutils import escape

from tabletop.vassal.files.archive import SAVED_GAME, Metadata
from tabletop.vassal.files.command_forms import written_command
from tabletop.vassal.files.command_trees import CommandTree, written_trees
from tabletop.vassal.files.game_commands import LOGGED, AddPiece, BeginSave, Command, EmptyCommand, EndSave
from tabletop.vassal.files.save_files import VassalSave

_SIGN: Final = b"!VCSK"
_KEY: Final = 0x5A
"""The byte that obfuscates the others. VASSAL accepts any."""

_THEN: Final = (1980, 1, 1, 0, 0, 0)
"""The date of all entries. It is fixed, so that the same game gives the same file."""


def written_save(saved: VassalSave) -> bytes:
    """Return the file of a save or a log: the reverse of `read_saved`."""
    written = io.BytesIO()
    entries = {
        SAVED_GAME: disguised(written_trees(list(_trees(saved)))),
        "savedata": _metadata(saved.about).encode(),
        "moduledata": _metadata(saved.module).encode(),
    }
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name, _THEN), content, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def disguised(text: str) -> bytes:
    """Return a text obfuscated as in VASSAL's saves. This is no real protection."""
    hidden = text.encode("utf-8", "replace").translate(bytes(byte ^ _KEY for byte in range(256)))
    return b"%s%02x%s" % (_SIGN, _KEY, hidden.hex().encode())


def _trees(saved: VassalSave) -> list[CommandTree]:
    """Return the commands in VASSAL's order: the position, with all its pieces in one group, then the steps, each of
    several commands in a group of its own.
    """
    pieces: list[CommandTree] = [""]
    others: list[CommandTree] = []
    for command in saved.start:
        if not isinstance(command, BeginSave | EmptyCommand | EndSave):
            (pieces if isinstance(command, AddPiece) else others).append(written_command(command))
    steps = [_logged(step) for step in saved.steps]
    return [written_command(BeginSave()), "", pieces, *others, written_command(EndSave()), *steps]


def _logged(step: tuple[Command, ...]) -> CommandTree:
    written = [LOGGED + written_command(command) for command in step]
    return written if len(written) > 1 else written[0]


def _metadata(about: Metadata) -> str:
    fields = {
        "version": about.version,
        "extra1": "",
        "extra2": "",
        "VassalVersion": about.vassal_version,
        "dateSaved": str(about.saved_ms),
        "description": about.description,
        **({"name": about.name} if about.name else {}),
    }
    inner = "".join(f"  <{name}>{escape(value)}</{name}>\n" for name, value in fields.items())
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n{inner}</data>\n'
