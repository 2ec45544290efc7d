"""Mistakes in module files: the place of each, the value found, the value expected, and the nearest known name.

A mistake in a module is not a failure of the program. It is collected, not raised, so that an author sees all mistakes
at once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from heapq import nlargest
from itertools import islice
from operator import eq
from typing import Final

from tabletop.texts import text

MOST_NAMED: Final = 12
MOST_KEPT: Final = 1000
MOST_COMPARED: Final = 500
MOST_SEARCHED: Final = 10_000
LONGEST_QUOTE: Final = 60


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """A mistake in a file. `line` and `column` count from 1; 0 means the file as a whole.

    If nothing in particular was expected, `found` is the whole message.
    """

    file: str
    line: int
    column: int
    found: str
    expected: str = ""
    nearest: str | None = None

    def __str__(self) -> str:
        """Return the mistake in one line, as compilers write it, so that editors can jump to it."""
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        hint = f"; did you mean '{self.nearest}'?" if self.nearest and self.expected != f"'{self.nearest}'" else ""
        said = f"found {self.found}, expected {self.expected}" if self.expected else self.found
        return f"{place}: {said}{hint}"


class ModuleProblems(Exception):  # noqa: N818 - it carries problems, it is not one
    """The error of a module that cannot be used; `problems` lists everything that must be fixed."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class Problems:
    """The mistakes found so far in a module's files, in the order of the files and their lines.

    The first thousand are kept, and a last one says that there are more.
    """

    def __init__(self) -> None:
        self._found: set[Problem] = set()
        self._beyond: Problem | None = None

    def __iter__(self) -> Iterator[Problem]:
        yield from sorted(self._found)
        if self._beyond is not None:
            yield self._beyond

    def __len__(self) -> int:
        return len(self._found)

    @property
    def are_too_many(self) -> bool:
        """True if more were found than are listed, so that checking can stop."""
        return self._beyond is not None

    def add(self, problem: Problem) -> None:
        """Add a mistake. If it is reported twice, it counts once."""
        if len(self._found) < MOST_KEPT:
            self._found.add(problem)
        elif self._beyond is None and problem not in self._found:
            said = text("too-many-mistakes", most=MOST_KEPT)
            self._beyond = Problem(problem.file, problem.line, problem.column, said)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add several mistakes, as long as there is room for more."""
        for problem in problems:
            self.add(problem)
            if self.are_too_many:
                return

    def raise_any(self) -> None:
        """Raise `ModuleProblems` if there are any."""
        if self._found:
            raise ModuleProblems(self)


def quoted(text: str) -> str:
    """Return text from a file for use in a sentence: in quotes, on one line, not too long.

    An empty text is shown as "nothing", without quotes.
    """
    shown = " ".join(text.split())
    if len(shown) > LONGEST_QUOTE:
        shown = f"{shown[: LONGEST_QUOTE - 1]}…"
    return f"'{shown}'" if shown else "nothing"


def one_of(known: Iterable[str]) -> str:
    """Return the expected values in words. If they are many, return the first few and the number of the others."""
    names = sorted(set(known))
    if len(names) == 1:
        return f"'{names[0]}'"
    shown = ", ".join(names[:MOST_NAMED])
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"one of {shown}{more}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name that `word` probably means; None if no name is similar.

    Among many names, only those with the same first letter and about the same length are compared. Among more than
    `MOST_SEARCHED` names, none is compared.
    """
    by_folded = {name.casefold(): name for name in islice(known, MOST_SEARCHED + 1)}
    if len(by_folded) > MOST_SEARCHED:
        return None
    folded = word.casefold()[:LONGEST_QUOTE]
    names: Iterable[str] = by_folded
    if len(by_folded) > MOST_COMPARED:
        alike = (name for name in by_folded if name[:1] == folded[:1] and abs(len(name) - len(folded)) < 3)
        names = nlargest(MOST_COMPARED, alike, key=lambda name: sum(map(eq, name, folded)))
    close = get_close_matches(folded, names, n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None
