"""The rules assistant, where there is one: what it promises to do in time, each beside the plainest way to do it."""

from collections.abc import Callable, Iterable, Iterator

from tabletop.assembly import rules_program
from tabletop.assisting import Pace
from tabletop.cli.bench.measuring import Measurement, cpu_ms


def measurements() -> Iterator[Measurement]:
    """A measurement for each pace of the assistant; none where it is not installed."""
    program = rules_program()
    for pace in program.paces() if program else ():
        yield _measurement(pace)


def _measurement(pace: Pace) -> Measurement:
    plain = None if pace.plain is None else _timed(pace.plain)
    return Measurement(f"assist.{pace.name}", pace.what, "ms", "CPU", pace.budget_ms, _timed(pace.acts), plain=plain)


def _timed(acts: Callable[[], Iterable[Callable[[], object]]]) -> Callable[[], list[float]]:
    return lambda: cpu_ms(acts())
