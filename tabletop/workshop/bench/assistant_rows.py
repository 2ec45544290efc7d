"""Measurements of the rules assistant."""

from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import entry_points
from typing import Final

from tabletop.assistance import Pace
from tabletop.workshop.bench.measurement import Measurement, cpu_ms

GROUP: Final = "wartable.paces"
"""The group of entry points that provide measurements of the rules assistant."""


def measurements() -> Iterator[Measurement]:
    """Yield the measurements of the rules assistant; none if it is not installed."""
    for found in entry_points(group=GROUP):
        for pace in found.load().PACES:
            yield _measurement(pace)


def _measurement(pace: Pace) -> Measurement:
    plain = None if pace.plain is None else _timed(pace.plain)
    return Measurement(f"assist.{pace.name}", pace.what, "ms", "CPU", pace.budget_ms, _timed(pace.acts), plain=plain)


def _timed(acts: Callable[[], Iterable[Callable[[], object]]]) -> Callable[[], list[float]]:
    return lambda: cpu_ms(acts())
