"""`wartable import-vassal`: modules of VASSAL, taken over."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from tabletop.cli.arguments import AsJson
from tabletop.cli.failures import ExitCode

if TYPE_CHECKING:
    from tabletop.vassal.import_report import ImportReport


def import_vassal(
    file: Annotated[Path, typer.Argument(metavar="FILE", readable=False, help="A module of VASSAL: a .vmod file.")],
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", readable=False, help="The folder to make: a new one, or an empty one."),
    ],
    extension: Annotated[
        list[Path] | None,
        typer.Option("--extension", metavar="FILE", readable=False, help="An extension of it: a .vmdx file."),
    ] = None,
    *,
    json: AsJson = False,
) -> ExitCode:
    """Take a VASSAL module over into a module of this program, with its pictures, and say what became of its parts.

    The JSON is the whole report: `lines`, for each class of components and traits and each fate (`exact`,
    `approximated`, `inactive`, `refused`) the reason, how many there are and where the first of them are; `unseen`,
    the commands that read what the acting side may not see; `remarks`.
    """
    from tabletop.vassal.module_import import import_module

    report = import_module(file, out, extension or (), _progress(quiet=json))
    if json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        _tell(report, out)
    return ExitCode.WELL


def _progress(*, quiet: bool) -> Callable[[str, int, int], None]:
    """Return what shows on a terminal how far an import has come."""
    if quiet or not sys.stderr.isatty():
        return lambda _what, _done, _all: None

    def show(what: str, done: int, all_: int) -> None:
        sys.stderr.write(f"\r{what}: {done} of {all_}\x1b[K" if done < all_ else "\r\x1b[K")

    return show


def _tell(report: "ImportReport", out: Path) -> None:
    typer.echo(f"{report.module} {report.version}".rstrip() + f" is in {out}")
    for what, counts in (("components", report.counts("component")), ("traits", report.counts("trait"))):
        typer.echo(f"  {what}: " + ", ".join(f"{count} {grade}" for grade, count in counts.items()))
    if any(each.sees == "everything" for each in report.unseen):
        commands = sum(each.count for each in report.unseen if each.sees == "everything")
        typer.echo(f"  actions that read what a side cannot see: {commands}")
    if report.remarks:
        typer.echo(f"  to be looked at: {len(report.remarks)}")
    typer.echo(f"  {out / 'import-report.md'} says why, and where to look")
