"""`wartable cases`: the rules of game modules, proved by case files."""

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
            help="Case files, folders of them, or modules by folder or name.",
            show_default=False,
            readable=False,
        ),
    ],
    words: Annotated[
        bool, typer.Option("--words", help="Run nothing; list all that cases of these modules can name.")
    ] = False,
) -> ExitCode:
    """Run case files, and report everything that differs from what they expect.

    Prints a line for each difference, then `N passed, M failed`. Exit code 1 if a case failed. `docs/case-files.md`
    says how cases are written, and `--words` which words a module has for them: its pieces, questions, procedures,
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
