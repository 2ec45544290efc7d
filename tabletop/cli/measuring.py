"""`wartable bench`: how fast the program is here, held against what it promises."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabletop.cli.failures import ExitCode, Failure

if TYPE_CHECKING:
    from tabletop.cli.bench.measuring import Measurement


def bench(
    only: Annotated[
        str, typer.Option("--only", metavar="GLOB", help="Only those named so, such as 'journal.*'.")
    ] = "*",
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", readable=False, help="Write the figures there as well.")
    ] = None,
) -> ExitCode:
    """Measure what the program promises: frames, moves, the journal, loading, memory.

    Each median stands beside its budget and beside that of the last time; `best` is the best sample, as the machine is
    when nothing else works on it, and `p95` what 95 in 100 samples keep to.
    CPU is processor time of the process, wall the time on the clock. No figure fails the command.
    """
    from tabletop.cli.bench import report
    from tabletop.cli.bench.measuring import Unavailable, measured
    from tabletop.module.cache import write_whole

    chosen = [measurement for measurement in _all() if fnmatchcase(measurement.name, only)]
    if not chosen:
        raise Failure(f"Nothing that is measured is called '{only}'.", ExitCode.USAGE)
    before, results = report.last_figures(), []
    typer.echo(report.HEADING)
    for measurement in chosen:
        try:
            result = measured(measurement)
        except Unavailable as why:
            typer.echo(report.skipped(measurement, str(why)))
            continue
        typer.echo(report.line(result, before.get(result.name)))
        results.append(result)
    report.keep(results, before)
    if json is not None:
        write_whole(json, report.encoded(results))
    return ExitCode.WELL


def _all() -> Iterator["Measurement"]:
    from tabletop.cli.bench import advising, deciding, drawing, importing, reading, recording

    for part in (drawing, deciding, recording, reading):
        yield from part.MEASUREMENTS
    yield from advising.measurements()
    yield from importing.measurements()
