"""The strictness of a table about each check: off, advise, confirm or enforce; and the new errors after a step.

The levels are properties of the table (`policy` for all checks, `policy:<check>` for one), so the record has them.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, get_args

from rules_assist.position.book import Book
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Check
from tabletop.assistance import POLICY, Due, Finding, Level
from tabletop.game.state.game import Game

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
USUAL: Final[Level] = "advise"
OF_MOVES: Final[tuple[Due, ...]] = ("step", "end-of-move")
"""The times by which errors of a move must be fixed."""


def property_of(check: str = "") -> str:
    """Return the property of the table that holds the level of a check.

    "" stands for all checks without a level of their own.
    """
    return f"{POLICY}:{check}" if check else POLICY


def level_of(game: Game, check: str) -> Level:
    """Return how strictly this table takes a check."""
    for name in (property_of(check), POLICY):
        level = game.properties.get(name)
        if level in LEVELS:
            return level
    return USUAL


def checks_of(book: Book, game: Game, dues: Sequence[Due], levels: Collection[Level]) -> tuple[Check, ...]:
    """Return the checks that are due at these times and that this table enforces at one of these levels, in the order
    of the times.

    """
    taken = [check for check in book.checks.values() if level_of(game, check.id) in levels]
    return tuple(check for due in dues for check in taken if check.due == due)


def new_findings(
    checks: Sequence[Check], before: Situation, after: Situation, moved: Sequence[int]
) -> tuple[Finding, ...]:
    """Return the new errors of a step, in the order of the checks. Errors that existed before the step are left out."""
    found: list[Finding] = []
    for check in checks:
        now = tuple(check.findings(before, after, moved))
        if now:
            was = {finding.mark for finding in check.findings(before, before, moved)}
            found += [finding for finding in now if finding.mark not in was]
    return tuple(found)


class JudgedMove(NamedTuple):
    """A move as one side sees it: the position before it, and its pieces in that side's numbers."""

    before: Situation
    pieces: Sequence[int]


def wrong_with(checks: Sequence[Check], move: JudgedMove, step: JudgedMove, after: Situation) -> tuple[Finding, ...]:
    """Return the errors of a move so far.

    The move is judged as a whole: a move that has been undone by hand has none. Errors that are due after every step
    count only if the last `step` also made them, because several steps can lead where a single one cannot.
    """
    if step is not move:
        checks = [c for c in checks if c.due != "step" or new_findings((c,), step.before, after, step.pieces)]
    return new_findings(checks, move.before, after, move.pieces)
