"""`wartable bench`: it measures the speed of the program, and compares it with budgets."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabletop.cli.failures import ExitCode, Failure
from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.workshop.bench.measurement import Measurement


def bench(
    only: Annotated[
        str, typer.Option("--only", metavar="GLOB", help="Only measurements with such names, for example 'journal.*'.")
    ] = "*",
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", readable=False, help="Also write the figures to this file.")
    ] = None,
    gestures: Annotated[
        int, typer.Option("--gestures", metavar="N", help="Make this many random gestures at a window instead.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The number that decides the random gestures.")] = 1,
) -> ExitCode:
    """Measure the program against its budgets: frames, moves, the journal, loading, memory.

    Each line shows a median, its budget, and the median of the last run. `best` is the best sample; 95 % of the samples
    are no worse than `p95`. CPU is the processor time of the process, wall is the time on the clock. A figure over its
    budget does not fail the command.

    Random gestures are made with the rules assistant on; an error of the program or too much memory fails the command.
    """
    if gestures:
        return _evening(gestures, seed)
    from tabletop.module.cache.module_cache import write_whole
    from tabletop.workshop.bench import bench_report
    from tabletop.workshop.bench.measurement import Unavailable, measured

    chosen = [measurement for measurement in _all() if fnmatchcase(measurement.name, only)]
    if not chosen:
        raise Failure(f"No measurement has the name '{only}'.", ExitCode.USAGE)
    before, results = bench_report.last_figures(), []
    typer.echo(bench_report.HEADING)
    for measurement in chosen:
        try:
            result = measured(measurement)
        except Unavailable as why:
            typer.echo(bench_report.skipped(measurement, str(why)))
            continue
        typer.echo(bench_report.line(result, before.get(result.name)))
        results.append(result)
    bench_report.keep(results, before)
    if json is not None:
        write_whole(json, bench_report.encoded(results))
    return ExitCode.WELL


def _evening(gestures: int, seed: int) -> ExitCode:
    from tabletop.cli.window_start import needing
    from tabletop.workshop.bench.random_gestures import MOST_MB, play

    with needing("desktop"):
        found = play(gestures, seed, typer.echo)
    typer.echo(text("gestures-memory", highest=round(found.highest_mb), most=MOST_MB))
    for place, often in found.errors.items():
        typer.echo(text("gestures-error", place=place, often=often))
    return ExitCode.WELL if found.is_well else ExitCode.WRONG


def _all() -> Iterator["Measurement"]:
    from tabletop.workshop.bench import (
        assistant_rows,
        decision_rows,
        import_rows,
        journal_rows,
        longest_blocks,
        mail_rows,
        module_rows,
        stream_rows,
        window_rows,
    )

    for part in (window_rows, longest_blocks, decision_rows, journal_rows, stream_rows, mail_rows, module_rows):
        yield from part.MEASUREMENTS
    yield from assistant_rows.measurements()
    yield from import_rows.measurements()
