"""Compiled expressions as values. The game, the module and the assistant keep, examine and evaluate them.

``compiled`` makes them from trees. ``game_questions`` has the questions that they ask about the game.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from tabletop.expression.expression_errors import ExpressionError, LimitReached
from tabletop.expression.game_questions import Reader, Scope
from tabletop.expression.tree import How, Node
from tabletop.expression.value_rules import Value, as_decimal, as_number, as_text, bounded_number, is_true

Given: TypeAlias = tuple[Value, ...]
"""The values of ``mine(...)`` in a condition, worked out for the piece that asks."""

Run: TypeAlias = Callable[[Reader, Given], Value]


@dataclass(frozen=True, slots=True)
class ExpressionFacts:
    """The facts about an expression that need no evaluation; see the properties of :class:`Expression`."""

    reads: frozenset[str]
    reads_any: bool
    counts: "tuple[CountQuestion, ...]"
    mine: tuple[Node, ...]
    draws: bool
    size: int
    is_constant: bool


class Expression:
    """A parsed and compiled expression. It is equal to another with the same text and the same values for ``mine``."""

    __slots__ = ("__weakref__", "_facts", "_given", "_hash", "_run", "text", "tree")

    def __init__(self, text: str, tree: Node, run: Run, facts: ExpressionFacts, given: Given = ()) -> None:
        self.text = text
        self.tree = tree
        self._run = run
        self._facts = facts
        self._given = given
        self._hash = hash((text, given))

    def evaluate(self, reader: Reader) -> Value:
        """Return the value of the expression for the piece that ``reader`` reads.

        Raises :class:`ExpressionError` if it cannot be worked out with the values that it reads, for example because of
        a text where a number is needed, a division by 0, or a result that is too large. Raises :class:`LimitReached` if
        readers evaluate further expressions without end. Errors of the reader are passed on. If the reader forgives the
        mistake, the value is an empty text.
        """
        reader.spend(self._facts.size)
        try:
            return self._run(reader, self._given)
        except ExpressionError as error:
            mistake = error if error.text is not None else ExpressionError(error.message, self.text)
            if reader.forgives(mistake):
                return ""
            raise mistake from None
        except RecursionError:
            raise LimitReached("Computed properties read one another too deeply, or in a circle.") from None

    def test(self, reader: Reader) -> bool:
        """Return whether the expression holds, as a condition, for the piece that ``reader`` reads.

        Raises as :meth:`evaluate` does.
        """
        return is_true(self.evaluate(reader))

    @property
    def reads(self) -> frozenset[str]:
        """The properties that it reads, by name, of the piece in question.

        Those of counted pieces are not among them.
        """
        return self._facts.reads

    @property
    def reads_any(self) -> bool:
        """True if it reads a property whose name is worked out. Then ``reads`` may be incomplete."""
        return self._facts.reads_any

    @property
    def counts(self) -> "tuple[CountQuestion, ...]":
        """The questions about other pieces with fixed wording, for which live counts can be kept.

        A question with ``mine(...)``, or with a scope that is worked out, is not known before it is asked.
        """
        return self._facts.counts

    @property
    def draws(self) -> bool:
        """True if it may draw a random number. Text that is only displayed must not draw."""
        return self._facts.draws

    @property
    def size(self) -> int:
        """The work that is charged for one evaluation, in steps, without the work of counts and patterns."""
        return self._facts.size

    @property
    def is_constant(self) -> bool:
        """True if its value is always the same, whoever asks."""
        return self._facts.is_constant

    @property
    def mine(self) -> tuple[Node, ...]:
        """The parts of a condition that are worked out for the piece that asks."""
        return self._facts.mine

    def given(self, values: Given) -> "Expression":
        """Return this condition with ``values`` for its ``mine`` parts. It can then be tested on counted pieces."""
        return Expression(self.text, self.tree, self._run, self._facts, values) if values else self

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Expression):
            return NotImplemented
        return self.text == other.text and _exactly(self._given) == _exactly(other._given)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


@dataclass(frozen=True, slots=True)
class Alike:
    """A value of the counted pieces that must equal a value of the asking piece.

    With ``as_text``, the two are compared only as texts; otherwise they are also compared as numbers.
    """

    value: Expression
    as_text: bool

    def key(self, value: Value) -> float | str | None:
        """Return a key that is the same for equal values. None for yes and no, which equal both 1 and "true"."""
        if isinstance(value, bool):
            return None
        if self.as_text:
            return as_text(value)
        whole = as_number(value)
        number = as_decimal(value) if whole is None else whole
        return as_text(value) if number is None else number


@dataclass(frozen=True, slots=True)
class SplitCondition:
    """A condition in two parts: ``rest``, which is the same for every piece that asks, and ``alike``.

    The values of ``alike`` must equal the ``wanted`` values.
    """

    rest: Expression
    alike: tuple[Alike, ...]
    wanted: Given


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """A question about the pieces in a scope: how many there are, or the sum, highest, lowest or first of their values.

    ``summed`` (None if pieces are counted) and ``condition`` are evaluated on each piece in scope, with a reader of
    that piece. Questions are equal if they must have the same answer from the same piece, so one can be the key of a
    live count. If ``parted`` has the condition in parts, one live count can serve all who ask. Pieces in holders into
    which the viewer may not look are not in scope.
    """

    how: How
    scope: Scope
    summed: Expression | None
    condition: Expression
    parted: SplitCondition | None = field(default=None, compare=False)

    @property
    def range(self) -> tuple[int, int] | None:
        """The least and the greatest distance of a scope of distance; None for any other scope."""
        if self.scope.kind not in ("range", "points", "square"):
            return None
        least, most = self.scope.arguments
        return as_number(least) or 0, as_number(most) or 0

    def worth(self, reader: Reader) -> int | None:
        """Return the contribution of one piece to the answer. Return None if the condition does not hold for it, or if
        its value is nothing or not a whole number.

        Charges the reader for the work.
        """
        if not self.condition.test(reader):
            return None
        if self.summed is None:
            return 1
        value = self._value(reader)
        return None if value is None or value == "" else as_number(value)

    def _value(self, reader: Reader) -> Value:
        return self.summed.evaluate(reader) if self.summed is not None else None

    def answer(self, worths: Iterable[int]) -> Value:
        """Return the answer: the sum of the contributions, or the highest or lowest of them.

        The highest or lowest of no contributions is None.
        """
        if self.how == "highest":
            return max(worths, default=None)
        if self.how == "lowest":
            return min(worths, default=None)
        return bounded_number(sum(worths))

    def tally(self, readers: Iterable[Reader]) -> Value:
        """Return the answer by asking the pieces in scope, each through its reader.

        For ``first``, the first piece for which the condition holds gives the answer; without one, it is None.
        """
        if self.how == "first":
            return next((self._value(reader) for reader in readers if self.condition.test(reader)), None)
        worths = (self.worth(reader) for reader in readers)
        return self.answer(worth for worth in worths if worth is not None)


def _exactly(given: Given) -> tuple[tuple[type, Value], ...]:
    """Return the values with their types, because for Python yes and 1 are equal."""
    return tuple((type(value), value) for value in given)
