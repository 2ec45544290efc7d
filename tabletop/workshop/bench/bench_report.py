"""A table of measurements, compared with the last run. The figures of the last run are in the user's cache."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec
from platformdirs import user_cache_path

from tabletop.module.cache.module_cache import write_whole
from tabletop.workshop.bench.measurement import Measurement, Result

HEADING: Final = f"{'':<20} {'median':>10} {'best':>10} {'p95':>10} {'budget':>10} {'last time':>10}  {'':<9} what"


def last_figures() -> dict[str, Result]:
    """Return the figures of the last run, by name; none if they are missing or damaged."""
    try:
        found = msgspec.json.decode(_file().read_bytes(), type=list[Result])
    except (OSError, msgspec.MsgspecError):
        return {}
    return {result.name: result for result in found}


def keep(results: Iterable[Result], before: Mapping[str, Result]) -> None:
    """Save the figures for the next run; `before` are the earlier figures, of which those not measured now are kept.
    Raises OSError.
    """
    kept = {**before, **{result.name: result for result in results}}
    _file().parent.mkdir(parents=True, exist_ok=True)
    write_whole(_file(), encoded(kept.values()))


def encoded(results: Iterable[Result]) -> bytes:
    """Return figures as JSON: a list of objects."""
    return msgspec.json.format(msgspec.json.encode(list(results)), indent=2) + b"\n"


def line(result: Result, before: Result | None) -> str:
    """Return the line of the table for a measurement."""
    last = _figure(before.median) if before else ""
    met = "" if result.met else "over" if result.unit != "a second" else "under"
    plain = "" if result.plain is None else f", plainly x{_figure(result.plain)}"
    return (
        f"{result.name:<20} {_figure(result.median):>10} {_figure(result.best):>10} {_figure(result.p95):>10}"
        f" {_figure(result.budget):>10} {last:>10}  {result.unit:<9} {result.what} ({result.clock}{plain})"
        f"{f': {met} budget' if met else ''}"
    )


def skipped(measurement: Measurement, why: str) -> str:
    """Return the line of the table for a measurement that could not be taken."""
    return f"{measurement.name:<20} not measured: {why}"


def _figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _file() -> Path:
    return user_cache_path("wartable") / "bench.json"
