"""`wartable cases`: it tests the rules of game modules by case files."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.cli.failures import ExitCode, Failure
from tabletop.texts import text


def cases(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="Case files, folders with case files, or modules (a folder or a name).",
            show_default=False,
            readable=False,
        ),
    ],
    words: Annotated[
        bool, typer.Option("--words", help="Run nothing; list the names that cases of these modules can use.")
    ] = False,
) -> ExitCode:
    """Run case files, and report everything that differs from what they expect.

    Prints a line for each difference, then `N passed, M failed`. Exit code 1 if a case failed. `docs/case-files.md`
    describes cases. `--words` lists the names that cases of a module can use: its pieces, questions, procedures and
    tables.
    """
    from tabletop.assembly import rules_program
    from tabletop.module.library import find_module

    program = rules_program()
    if program is None:
        raise Failure(text("assistant-not-installed"), ExitCode.MISSING)
    found = [path if path.exists() else find_module(str(path)) for path in paths]
    if words:
        for module in found:
            for line in program.words_of_cases(module):
                typer.echo(line)
        return ExitCode.WELL
    return ExitCode.WELL if program.run_cases(found, typer.echo) else ExitCode.WRONG
