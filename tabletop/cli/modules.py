"""`wartable check`: it lists the contents of a module, and all mistakes in it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import typer
from msgspec.structs import replace

from tabletop.cli.arguments import AsJson, ModuleTarget
from tabletop.cli.failures import ExitCode
from tabletop.module.documents.problems import MOST_KEPT

if TYPE_CHECKING:
    from tabletop.module.checks.module_check import CheckReport


def check(module: ModuleTarget, *, json: AsJson = False) -> ExitCode:
    """Read a whole module with its rules, and list every mistake by file, line and column.

    Exit code 1 if there is one. The JSON has `module`, `version`, `errors`, `pieces` (the number of pieces by group and
    side), `places`, `scenarios`, `authored` (the number of values that the module's author chose), `families` (with
    their versions) and `notes`, which are remarks, not mistakes.
    """
    from tabletop.assembly import rules_program
    from tabletop.module.checks.module_check import check_module
    from tabletop.module.library import find_module

    path = find_module(module)
    report = check_module(path)
    program = rules_program()
    if program is not None and not report.errors:
        rules = program.examine(path)
        report = replace(report, errors=rules.errors, authored=report.authored + rules.authored, notes=rules.notes)
    if json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        for line in _lines(report):
            typer.echo(line)
        for note in report.notes:
            typer.echo(f"note: {note}")
        for mistake in report.errors:
            typer.echo(mistake, err=True)
    return ExitCode.WRONG if report.errors else ExitCode.WELL


def _lines(report: "CheckReport") -> Iterator[str]:
    more = "more than " if len(report.errors) > MOST_KEPT else ""
    yield f"{report.module} {report.version}: {more}{_number(min(len(report.errors), MOST_KEPT), 'mistake')}"
    for family, version in report.families.items():
        yield f"  uses the family {family} {version}"
    for group, sides in report.pieces.items():
        yield f"  {group}: {', '.join(f'{side} {count}' for side, count in sides.items())}"
    if report.places:
        yield f"  {_number(len(report.places), 'name')} of places, {_number(report.authored, 'authored value')}"
    if report.scenarios:
        yield f"  scenarios: {', '.join(report.scenarios)}"


def _number(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"
