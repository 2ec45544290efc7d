"""Measurements of the journal: writing of steps to the disk, one by one and in groups, and opening of a long game."""

import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Performed
from tabletop.game.change.step import Step
from tabletop.game.decide import perform
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.journal.records import StepEntry
from tabletop.workshop.bench.measured_tables import SEAT, MeasuredTable, move, table
from tabletop.workshop.bench.measurement import RUNS, Measurement, cpu_s

ONE_BY_ONE: Final = 1_000
GROUP: Final = 10
GROUPS: Final = 300
LONG: Final = 100_000
AT_ONCE: Final = 1_000
_COUNTERS: Final = 500
_SEED: Final = "00" * 32


@contextmanager
def _folder() -> Iterator[Path]:
    """Yield a temporary folder on the user's own disk, since the system's temporary folder may be in memory."""
    place = user_cache_path("wartable")
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place, prefix="bench-") as folder:
        yield Path(folder)


def _played(on: MeasuredTable, count: int) -> list[tuple[StepEntry, Game]]:
    """Perform this many moves and return them, each with the game after it. Raises RuntimeError if one is refused."""
    game, chance, found = on.game, SeededChance(_SEED, b"", 0, 0), []
    for number in range(count):
        command = move(on, number)
        outcome = perform(game, command, SEAT, chance, on.components)
        if not isinstance(outcome, Performed):
            raise RuntimeError(f"{command} was not done: {outcome}")
        done, game = outcome.done, outcome.after
        step = Step(number + 1, SEAT, command, done.patch, 1_700_000_000_000 + number, told=done.told)
        found.append((StepEntry(step, outcome.back), game))
    return found


def _one_by_one() -> Iterable[float]:
    """Measure the steps per second if each step is on the disk before the next. Wall-clock time counts, since the disk
    is the limit.
    """
    on = table(_COUNTERS)
    played = _played(on, ONE_BY_ONE)
    with _folder() as folder:
        for run in range(RUNS):
            with Journal.create(folder / f"{run}.wartable", on.game, _SEED) as journal:
                start = time.perf_counter()
                for entry, after in played:
                    journal.append(entry.step, entry.back, after)
                yield ONE_BY_ONE / (time.perf_counter() - start)


def _in_groups() -> Iterable[float]:
    on = table(_COUNTERS)
    played = _played(on, GROUP * GROUPS)
    groups = [played[first : first + GROUP] for first in range(0, len(played), GROUP)]
    with _folder() as folder:
        for run in range(RUNS):
            with Journal.create(folder / f"{run}.wartable", on.game, _SEED) as journal:
                start = time.perf_counter()
                for group in groups:
                    _extend(journal, group)
                yield len(played) / (time.perf_counter() - start)


def _long_game(folder: Path) -> tuple[Path, Path]:
    """Return two files of a game of 100,000 steps: as the program leaves it when it is closed, and when it is killed.

    It is killed at the worst moment, just before the next snapshot.
    """
    on = table(_COUNTERS)
    closed, killed = folder / "closed.wartable", folder / "killed.wartable"
    with Journal.create(closed, on.game, _SEED) as journal:
        played = _played(on, LONG)
        for first in range(0, LONG - AT_ONCE, AT_ONCE):
            _extend(journal, played[first : first + AT_ONCE])
        _extend(journal, played[LONG - AT_ONCE : LONG - 1])
        journal.copy_to(killed)
        _extend(journal, played[LONG - 1 :])
    return closed, killed


def _extend(journal: Journal, group: Sequence[tuple[StepEntry, Game]]) -> None:
    journal.extend([entry for entry, _ in group], group[-1][1])


def _open() -> Iterable[float]:
    with _folder() as folder:
        closed, _ = _long_game(folder)
        for _ in range(RUNS):
            yield cpu_s(lambda: Journal.open(closed).close())


def _open_after_a_kill() -> Iterable[float]:
    with _folder() as folder:
        _, killed = _long_game(folder)
        for _ in range(RUNS):
            again = Path(shutil.copy(killed, folder / "again.wartable"))
            start = time.process_time()
            journal = Journal.open(again)
            yield time.process_time() - start
            journal.close()


MEASUREMENTS: Final = (
    Measurement(
        "journal.one-by-one", "durable steps, one by one", "a second", "wall", 2_000, _one_by_one, at_least=True
    ),
    Measurement(
        "journal.groups", "durable steps, ten at a time", "a second", "wall", 20_000, _in_groups, at_least=True
    ),
    Measurement("journal.open", "open a game of 100,000 steps", "s", "CPU", 1, _open),
    Measurement("journal.open-killed", "the same after the program was killed", "s", "CPU", 1, _open_after_a_kill),
)
