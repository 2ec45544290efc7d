"""Arguments that several commands share, and their parsing."""

from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from tabletop.cli.failures import ExitCode, Failure
from tabletop.texts import text

GameFile: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", readable=False, help="A game: a .wartable file.")]
ModuleTarget: TypeAlias = Annotated[
    str, typer.Argument(metavar="MODULE", help="A module: its folder, its .wtmod file, or the name of a known one.")
]
Replace: TypeAlias = Annotated[bool, typer.Option("--replace", help="Replace existing files.")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]

MOST_PIXELS: Final = 16_000


def size_of(written: str) -> tuple[int, int]:
    """Return the width and height in a text like 1600x1000, in pixels. Raises Failure."""
    width, cross, height = written.lower().partition("x")
    if not cross or not (width.isdecimal() and height.isdecimal()):
        raise Failure(text("no-size", size=written), ExitCode.USAGE)
    found = int(width), int(height)
    if not all(1 <= side <= MOST_PIXELS for side in found):
        raise Failure(text("size-out-of-bounds", most=MOST_PIXELS, size=written), ExitCode.USAGE)
    return found
