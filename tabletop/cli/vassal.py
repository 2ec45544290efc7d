"""`wartable import-vassal` and `wartable compare-vassal`: modules of VASSAL, taken over and held against VASSAL."""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from tabletop.cli.arguments import AsJson
from tabletop.cli.failures import ExitCode
from tabletop.cli.opening import draw_in_memory

if TYPE_CHECKING:
    from tabletop.vassal.comparing.pictures import Artist
    from tabletop.vassal.report import ImportReport


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
    from tabletop.vassal.importing import import_module

    report = import_module(file, out, extension or (), _progress(quiet=json))
    if json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        _tell(report, out)
    return ExitCode.WELL


def _progress(*, quiet: bool) -> Callable[[str, int, int], None]:
    """What shows on a terminal how far an import has come."""
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


def _artist() -> "Artist | None":
    """Who draws maps, if the desktop is installed."""
    if find_spec("PySide6") is None:
        return None
    draw_in_memory()
    from tabletop.desktop import crops
    from tabletop.desktop.app import application

    application()
    return crops


def compare_vassal(
    module: Annotated[Path, typer.Argument(metavar="MODULE", readable=False, help="A module of VASSAL: a .vmod file.")],
    answers: Annotated[
        Path, typer.Argument(metavar="ORACLE", readable=False, help="What VASSAL says of it: a .json.xz file.")
    ],
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="SAVE", readable=False, help="The save or log that the answers are about."),
    ] = None,
    *,
    json: AsJson = False,
) -> ExitCode:
    """Hold a module, or a save, against what VASSAL itself makes of it: the agreement, and every difference.

    The JSON has `agreement` (from 0 to 1, over all facts), `by_class` (the same for each class of facts) and
    `differences` (class, place, what VASSAL says, what is said here). Exit code 1 where anything differs.
    """
    from tabletop.vassal.comparing.comparing import compare

    found = compare(module, answers, save, _artist())
    if json:
        shares = {of: each.share for of, each in found.by_class.items()}
        said = {"agreement": found.whole.share, "by_class": shares, "differences": found.differences}
        typer.echo(msgspec.json.encode(said).decode())
    else:
        for of, each in found.by_class.items():
            typer.echo(f"{each.share:8.4f}  {each.agreed} of {each.facts}  {of}")
        typer.echo(f"{found.whole.share:8.4f}  {found.whole.agreed} of {found.whole.facts}  all")
        for one in found.differences:
            typer.echo(f"{one.of}, {one.where}: VASSAL has {one.vassal!r}, here is {one.here!r}", err=True)
    return ExitCode.WRONG if found.differences else ExitCode.WELL
