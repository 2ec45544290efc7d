"""Measurements of the rules assistant."""

from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import entry_points
from typing import Final

from msgspec import Struct

from tabletop.workshop.bench.measurement import Measurement, cpu_ms

GROUP: Final = "wartable.paces"
"""The group of entry points that provide measurements of the rules assistant."""


class Pace(Struct, frozen=True):
    """A time limit that the assistant promises to keep, in ms of processor time.

    `acts` are carried out in order, and each is timed. `plain`, for comparison, does the same with the simplest code.
    """

    name: str
    what: str
    budget_ms: float
    acts: Callable[[], Iterable[Callable[[], object]]]
    plain: Callable[[], Iterable[Callable[[], object]]] | None = None


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
