"""`wartable check`: it lists the contents of a module, and all mistakes in it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import typer
from msgspec.structs import replace

from tabletop.cli.arguments import AsJson, ModuleTarget
from tabletop.cli.failures import ExitCode
from tabletop.module.documents.problems import MOST_KEPT
from tabletop.texts import text

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
            typer.echo(text("check-note", note=note))
        for mistake in report.errors:
            typer.echo(mistake, err=True)
    return ExitCode.WRONG if report.errors else ExitCode.WELL


def _lines(report: "CheckReport") -> Iterator[str]:
    yield _summary(report)
    for family, version in report.families.items():
        yield text("check-family", family=family, version=version)
    for group, sides in report.pieces.items():
        yield f"  {group}: {', '.join(f'{side} {count}' for side, count in sides.items())}"
    if report.places:
        yield text("check-places", places=len(report.places), authored=report.authored)
    if report.scenarios:
        yield text("check-scenarios", scenarios=", ".join(report.scenarios))


def _summary(report: "CheckReport") -> str:
    module, count = f"{report.module} {report.version}".rstrip(), len(report.errors)
    if not count:
        return text("check-no-mistakes", module=module)
    if count > MOST_KEPT:
        return text("check-many-mistakes", module=module, count=MOST_KEPT)
    return text("check-mistakes", module=module, count=count)
