"""Phases in which the sides act by turns: the side whose turn it is, and the end of a turn.

Everything is kept in properties of the table, so that players can correct it by hand and undo it.
"""

from typing import Final

from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.situation import Situation
from rules_assist.schema.sequence_rules import AlternationRecord
from tabletop.expression import as_number, as_text, compile_expression
from tabletop.game.commands import SetProperty

TURN_OF: Final = "turn-of"
"""The property that holds the side whose turn it is."""
PASSED: Final = "passed"
"""The property that holds the sides that have passed for the whole phase, with commas between them."""
PASSES: Final = "passes-in-succession"
"""The property that holds the number of turns in succession in which sides have passed."""
ALONE: Final = "turns-alone"
"""The property that holds the number of turns that the first side has taken before the others begin."""
KEPT: Final = (TURN_OF, PASSED, PASSES, ALONE)
"""The names of the properties of an alternation. They are deleted when the phase ends."""


class Alternation:
    """The turns of a phase. `order` are the sides, beginning with the one that takes the first turn."""

    def __init__(self, record: AlternationRecord, phasing: str, situation: Situation) -> None:
        """Read the turns in a position. `phasing` is the side whose phase it is."""
        facts = RuleFactReader(situation)
        first = as_text(compile_expression(record.first).evaluate(facts)) if record.first is not None else phasing
        self.order = tuple(sorted(situation.sides, key=lambda side: side != first))
        self._record = record
        self._situation = situation
        alone = compile_expression(record.alone).evaluate(facts) if record.alone is not None else 0
        self._alone = max(as_number(alone) or 0, 0)

    @property
    def turn_of(self) -> str:
        """The side whose turn it is; "" if the phase is over."""
        if self._taken_alone < self._alone:
            return self.order[0]
        left = [side for side in self._beginning_with_second() if side not in self.passed]
        if self._record.passes and self._passes >= self._record.passes * len(self.order):
            return ""
        said = self._situation.table(TURN_OF)
        return said if isinstance(said, str) and said in left else left[0] if left else ""

    @property
    def passed(self) -> frozenset[str]:
        """The sides that have passed for the whole phase."""
        said = self._situation.table(PASSED)
        return frozenset(said.split(",")) - {""} if isinstance(said, str) else frozenset()

    def done(self, *, passes: bool) -> tuple[SetProperty, ...]:
        """Return the commands at the end of a turn. They give the turn to the next side.

        If the first side `passes` in its turns alone, these turns end. A later pass is counted, or the side has no more
        turns in this phase, as the rule file says.
        """
        acting = self.turn_of
        if self._taken_alone < self._alone:
            return (SetProperty(ALONE, self._alone if passes else self._taken_alone + 1),)
        passed = self.passed | ({acting} if passes and not self._record.passes else frozenset())
        place = self.order.index(acting) + 1 if acting else 0
        later = self.order[place:] + self.order[:place]
        commands = [SetProperty(TURN_OF, next((side for side in later if side not in passed), ""))]
        if self._record.passes:
            return (*commands, SetProperty(PASSES, self._passes + 1 if passes else 0))
        return (*commands, SetProperty(PASSED, ",".join(side for side in self.order if side in passed)))

    def _beginning_with_second(self) -> tuple[str, ...]:
        """Return the sides in the order of the alternation. With `alone`, even 0, the second begins."""
        return self.order if self._record.alone is None else self.order[1:] + self.order[:1]

    @property
    def _taken_alone(self) -> int:
        return as_number(self._situation.table(ALONE)) or 0

    @property
    def _passes(self) -> int:
        return as_number(self._situation.table(PASSES)) or 0
