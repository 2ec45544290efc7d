"""`wartable import-vassal` and `export-vassal`: the import of VASSAL modules, and the export of games."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer

from tabletop.cli.arguments import AsJson, GameFile, Replace
from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.files import existing, free_to_write, warn
from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.vassal.import_report import ImportReport


def import_vassal(
    file: Annotated[Path, typer.Argument(metavar="FILE", readable=False, help="A VASSAL module: a .vmod file.")],
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", readable=False, help="The folder to write to. It must be new or empty."),
    ],
    extension: Annotated[
        list[Path] | None,
        typer.Option("--extension", metavar="FILE", readable=False, help="An extension of the module: a .vmdx file."),
    ] = None,
    *,
    json: AsJson = False,
) -> ExitCode:
    """Import a VASSAL module with its pictures, and report how exactly each part works.

    The JSON is the whole report. Each of its `lines` has a class of components or traits, a grade (`exact`,
    `approximated`, `inactive`, `refused`), a reason, a number and the first places. `unseen` are commands that read
    things hidden from the acting side. `remarks` are further sentences.
    """
    from tabletop.vassal.module_import import import_module

    report = import_module(file, out, extension or (), _progress(quiet=json))
    if json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        _tell(report, out)
    return ExitCode.WELL


_TO_END_OF_LINE: Final = "\x1b[K"
"""The sequence that clears a line of a terminal."""


def _progress(*, quiet: bool) -> Callable[[str, int, int], None]:
    """Return a function that shows the progress of an import on a terminal; with `quiet` or without a terminal it
    does nothing.
    """
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


_SAVE: Final = ".vsav"
_LOG: Final = ".vlog"


def export_vassal(
    file: GameFile,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            readable=False,
            help="A .vsav file for the position, or a .vlog file for the steps.",
        ),
    ],
    since: Annotated[
        int | None,
        typer.Option("--since", metavar="N", help="Begin the log after this step (default: at the start).", min=0),
    ] = None,
    *,
    replace: Replace = False,
    json: AsJson = False,
) -> ExitCode:
    """Write a game of an imported module for players who use VASSAL: its position as a save, or its steps as a log.

    Like VASSAL's own files, it shows everything. The differences in VASSAL are listed. The JSON has `file`, `steps`
    (the number of steps in the log) and `remarks`. The game may be in play.
    """
    from tabletop.cli.game_arguments import module_for
    from tabletop.journal.journal import Journal
    from tabletop.module.cache.module_cache import write_whole
    from tabletop.vassal.export.game_export import export_log

    ending = out.suffix.lower()
    if ending not in (_SAVE, _LOG) or (ending == _SAVE and since is not None):
        raise Failure(text("vassal-export-ending"), ExitCode.USAGE)
    free_to_write(out, replace=replace)
    with Journal.watch(existing(file)) as journal:
        journal.check_records()
        warn(journal)
        first = journal.last if ending == _SAVE else journal.first if since is None else since
        if not journal.first <= first <= journal.last:
            raise Failure(text("file-has-no-step", file=file.name, first=journal.first, last=journal.last, seq=first))
        module = module_for(journal.game.module)
        export = export_log(module, journal, first, time.time_ns() // 1_000_000)
        steps = journal.last - first
    write_whole(out, export.content)
    if json:
        typer.echo(msgspec.json.encode({"file": str(out), "steps": steps, "remarks": export.remarks}).decode())
        return ExitCode.WELL
    typer.echo(text("vassal-exported", file=out, count=steps))
    for remark in export.remarks:
        typer.echo(f"  {remark}")
    return ExitCode.WELL
