"""`wartable cases`: the rules of game modules, proved by case files."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.cli.failures import ExitCode, Failure


def cases(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Case files, folders of them, or modules.", show_default=False),
    ],
) -> ExitCode:
    """Run case files: what is given, done, asked and rolled, and what must come of it.

    Says every thing that is not as a case expects, and closes with `N passed, M failed`. Exit code 1 where one failed.
    `docs/case-files.md` says how cases are written.
    """
    from tabletop.assembly import rules_program

    program = rules_program()
    if program is None:
        raise Failure("The rules assistant is not installed: pip install 'wartable[assist]'.", ExitCode.MISSING)
    missing = next((path for path in paths if not path.exists()), None)
    if missing is not None:
        raise Failure(f"There is no file or folder '{missing}'.")
    return ExitCode.WELL if program.run_cases(paths, typer.echo) else ExitCode.WRONG
