"""`wartable bench`: how fast the program is here, held against what it promises."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.cli.failures import ExitCode


def bench(
    only: Annotated[
        str, typer.Option("--only", metavar="GLOB", help="Only those whose names fit, such as 'scene.*'.")
    ] = "*",
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures there as well.")
    ] = None,
) -> ExitCode:
    """Measure what the program promises: drags, moves, the journal, loading, memory.

    Each figure stands beside its budget and beside that of the last time. No figure fails the command.
    """
    return ExitCode.WELL
