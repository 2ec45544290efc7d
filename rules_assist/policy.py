"""How strictly a table takes each rule: off, advise, confirm or enforce; and what is newly wrong after a step.

The levels are properties of the table (`policy` for all checks, `policy:<check>` for one), so they are in the record.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, get_args

from rules_assist.position.book import Book
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Check
from tabletop.assisting import POLICY, Due, Finding, Level
from tabletop.game.state.game import Game

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
USUAL: Final[Level] = "advise"
OF_MOVES: Final[tuple[Due, ...]] = ("step", "end-of-move")
"""When what is wrong with a move must be mended."""


def property_of(check: str = "") -> str:
    """Return the property of the table that holds the level of a check; without one, that of all others."""
    return f"{POLICY}:{check}" if check else POLICY


def level_of(game: Game, check: str) -> Level:
    """Return how strictly this table takes a check."""
    for name in (property_of(check), POLICY):
        level = game.properties.get(name)
        if level in LEVELS:
            return level
    return USUAL


def checks_of(book: Book, game: Game, dues: Sequence[Due], levels: Collection[Level]) -> tuple[Check, ...]:
    """Return the checks that are due then, in the order of these times, and that this table takes at one of these
    levels.
    """
    taken = [check for check in book.checks.values() if level_of(game, check.id) in levels]
    return tuple(check for due in dues for check in taken if check.due == due)


def new_findings(
    checks: Sequence[Check], before: Situation, after: Situation, moved: Sequence[int]
) -> tuple[Finding, ...]:
    """Return what a step made wrong, in the order of the checks: what was wrong before already is not its fault."""
    found: list[Finding] = []
    for check in checks:
        now = tuple(check.findings(before, after, moved))
        if now:
            was = {finding.mark for finding in check.findings(before, before, moved)}
            found += [finding for finding in now if finding.mark not in was]
    return tuple(found)


class Looked(NamedTuple):
    """A move as one side sees it: the position before it, and its pieces in that side's numbers."""

    before: Situation
    pieces: Sequence[int]


def wrong_with(checks: Sequence[Check], move: Looked, step: Looked, after: Situation) -> tuple[Finding, ...]:
    """Return what a move has made wrong so far. It is judged as a whole: one that is undone by hand has made nothing
    wrong.

    What must be right after every step is wrong only where the last `step` made it so too: several steps may lead where
    a single one may not.
    """
    if step is not move:
        checks = [c for c in checks if c.due != "step" or new_findings((c,), step.before, after, step.pieces)]
    return new_findings(checks, move.before, after, move.pieces)
