"""Checks from data: the checks of rule files, and the check that pieces move only in their side's phase."""

from collections.abc import Iterable, Sequence

from rules_assist.places.supply import HasSupply
from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.situation import Situation
from rules_assist.schema.check_rules import CheckRecord
from rules_assist.sequence.play_sequence import Sequence as SequenceOfPlay
from rules_assist.sequence.play_sequence import called
from tabletop.assistance import Due, Finding
from tabletop.expression import ExpressionError, LimitReached, compile_expression, compile_template
from tabletop.texts import text


class WrittenCheck:
    """A check of a rule file, made of expressions."""

    def __init__(self, record: CheckRecord) -> None:
        self.id = record.id
        self.title = record.title
        self.rule = record.rule
        self.due: Due = record.due
        self._of = compile_expression(record.of)
        self._wrong = compile_expression(record.wrong)
        self._message = compile_template(record.message)

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:  # noqa: ARG002
        """Yield a finding for each moved piece that breaks the rule."""
        for piece in moved:
            if piece not in after.game.pieces:
                continue
            facts = RuleFactReader(after, piece=piece)
            if self._of.test(facts) and self._wrong.test(facts):
                where = after.where(piece)
                lacks = _lacking(facts)
                places = (where,) if where else ()
                yield Finding(self.id, self.rule, self._said(facts), (piece,), places, due=self.due, supply=lacks)

    def _said(self, facts: RuleFactReader) -> str:
        try:
            return self._message.render(facts)
        except (ExpressionError, LimitReached) as error:
            return f"{self.title} ({error})"


def _lacking(facts: RuleFactReader) -> str:
    """Return the first kind of supply that a piece was found to lack, by its id; "" if there is none."""
    read = ((facts.situation.book.facts.get(name), value) for name, value in facts.known.items())
    return next((fact.supply.id for fact, value in read if isinstance(fact, HasSupply) and not value), "")


class OutOfTurn:
    """The check that only acting sides move their pieces."""

    id = "out-of-turn"
    due: Due = "step"

    def __init__(self, sequence: SequenceOfPlay) -> None:
        self._sequence = sequence
        self._of = compile_expression(sequence.record.of) if sequence.record.of is not None else None
        self.rule = ""

    @property
    def title(self) -> str:
        """The name of the check for players."""
        return text("out-of-turn")

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each piece that went to another place while its side was not acting."""
        phase = self._sequence.phase(before)
        if phase is None:
            return
        acting = self._sequence.acting(before)
        for piece in moved:
            if piece not in before.game.pieces or piece not in after.game.pieces:
                continue
            side, there = after.side_of(piece), after.where(piece)
            if not side or side in acting or there is None or before.where(piece) == there:
                continue
            if self._of is None or self._of.test(RuleFactReader(after, piece=piece)):
                message = text(
                    "moved-out-of-turn" if acting else "moved-where-nobody-moves",
                    piece=after.read(piece, "Name"),
                    phase=phase.title,
                    sides=called(before, acting),
                )
                yield Finding(self.id, phase.rule, message, (piece,), (there,), due=self.due)
