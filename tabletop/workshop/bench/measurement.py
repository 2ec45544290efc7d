"""Measurements: their samples, their statistics, and their budgets."""

import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Final, Literal, TypeAlias

from msgspec import Struct

Unit: TypeAlias = Literal["ms", "s", "bytes", "kB", "MB", "a second"]
Clock: TypeAlias = Literal["CPU", "wall", "memory", "size"]
"""The quantity that a measurement takes: processor time, wall-clock time or memory of the process, or a size."""

RUNS: Final = 7
_MS: Final = 1_000_000
_A_MEGABYTE: Final = 1024 * 1024
_AS_THE_PROGRAM: Final = "from tabletop.module.cache.garbage_pause import collect_seldom\ncollect_seldom()\n"


class Unavailable(Exception):  # noqa: N818 - it is an answer
    """An error for a measurement that cannot be taken here; the text says why."""


class Measurement(Struct, frozen=True):
    """A measurement with a budget. `take` gives samples in `unit`; with `at_least` more is better.

    `plain`, for comparison, gives samples of the simplest code for the same task.
    """

    name: str
    what: str
    unit: Unit
    clock: Clock
    budget: float
    take: Callable[[], Iterable[float]]
    at_least: bool = False
    plain: Callable[[], Iterable[float]] | None = None


class Result(Struct, frozen=True):
    """The result of a measurement. `best` is the best sample; 95 % of the samples are no worse than `p95`.

    `plain` is the factor by which the simplest code took longer.
    """

    name: str
    what: str
    unit: Unit
    clock: Clock
    samples: int
    median: float
    best: float
    p95: float
    budget: float
    met: bool
    plain: float | None = None


def measured(measurement: Measurement) -> Result:
    """Take a measurement and return its result. Raises Unavailable if it cannot be taken here."""
    gc.collect()
    samples = sorted(measurement.take(), reverse=measurement.at_least)
    median = statistics.median(samples)
    plain = None if measurement.plain is None else statistics.median(measurement.plain())
    return Result(
        name=measurement.name,
        what=measurement.what,
        unit=measurement.unit,
        clock=measurement.clock,
        samples=len(samples),
        median=median,
        best=samples[0],
        p95=samples[min(len(samples) - 1, round(0.95 * (len(samples) - 1)))],
        budget=measurement.budget,
        met=median >= measurement.budget if measurement.at_least else median <= measurement.budget,
        plain=None if plain is None else plain / median,
    )


def cpu_ms(acts: Iterable[Callable[[], object]], warm: int = 1) -> list[float]:
    """Return the processor time of each act, in ms, except the first `warm` acts."""
    todo = iter(acts)
    for act in islice(todo, warm):
        act()
    samples = []
    for act in todo:
        start = time.process_time_ns()
        act()
        samples.append((time.process_time_ns() - start) / _MS)
    return samples


def cpu_s(act: Callable[[], object]) -> float:
    """Return the processor time that an act takes, in seconds."""
    start = time.process_time()
    act()
    return time.process_time() - start


def memory_mb() -> float:
    """Return the memory that this process holds now (its resident set), in MB; without `/proc`, the most that it has
    held.
    """
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / _A_MEGABYTE
    except OSError:
        return highest_memory_mb()


def highest_memory_mb() -> float:
    """Return the most memory that this process has held, in MB."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:  # unlike the call below, without the parent's memory
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return _highest_told_mb()


def _highest_told_mb() -> float:
    """Return the highest memory use in MB, on a system without `/proc`. Raises Unavailable if the system does not
    give it.
    """
    try:
        import resource
    except ImportError as problem:
        raise Unavailable("this system does not tell how much memory a program holds") from problem
    highest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return highest / (_A_MEGABYTE if sys.platform == "darwin" else 1024)


def in_a_child(code: str, home: Path) -> str:
    """Return the stdout of a new Python that runs `code`, with the user's folder in `home`.

    It stores its bytecode there, as an installed program does, and collects garbage as rarely as the program. Raises
    Unavailable if it fails.
    """
    place = str(home)
    environment = {
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_DATA_HOME": place,
        "XDG_CONFIG_HOME": place,
        "PYTHONPYCACHEPREFIX": place,
        "PYTHONDONTWRITEBYTECODE": "",
    }
    done = subprocess.run(
        [sys.executable, "-c", _AS_THE_PROGRAM + code],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, **environment},
    )
    if done.returncode:
        raise Unavailable((done.stderr.strip().splitlines() or ["it ended without a word"])[-1])
    return done.stdout.strip()
