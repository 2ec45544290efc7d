"""`wartable import-vassal`: modules of VASSAL, taken over."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer

from tabletop.cli.arguments import AsJson
from tabletop.cli.failures import ExitCode
from tabletop.texts import text

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


_TO_END_OF_LINE: Final = "\x1b[K"
"""Clears what a terminal still shows there."""


def _progress(*, quiet: bool) -> Callable[[str, int, int], None]:
    """Return a function that shows the progress of an import on a terminal."""
    if quiet or not sys.stderr.isatty():
        return lambda _what, _done, _all: None

    def show(what: str, done: int, all_: int) -> None:
        said = text("import-progress", what=what, done=done, all=all_) if done < all_ else ""
        sys.stderr.write(f"\r{said}{_TO_END_OF_LINE}")

    return show


def _tell(report: "ImportReport", out: Path) -> None:
    typer.echo(text("vassal-imported", module=f"{report.module} {report.version}".rstrip(), folder=out))
    typer.echo(text("vassal-components", **report.counts("component")))
    typer.echo(text("vassal-traits", **report.counts("trait")))
    if any(each.sees == "everything" for each in report.unseen):
        commands = sum(each.count for each in report.unseen if each.sees == "everything")
        typer.echo(text("vassal-unseen", count=commands))
    if report.remarks:
        typer.echo(text("vassal-to-check", count=len(report.remarks)))
    typer.echo(text("vassal-report", file=out / "import-report.md"))
