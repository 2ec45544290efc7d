"""The names that expressions in rule files read: given or derived facts, options, and properties of pieces, of places
and of the table.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

from rules_assist.position.named_facts import NONE, WhenRead
from tabletop.expression import Budget, CountQuestion, Expression, ExpressionError, Reader, Scope, Value
from tabletop.expression.game_questions import Unit
from tabletop.game.properties.property_reader import WORK

if TYPE_CHECKING:
    from rules_assist.position.situation import Situation

DEEPEST: Final = 50
"""The greatest depth of facts that are worked out from other facts."""


class Fact(Protocol):
    """A fact that expressions read by its `id`. It is an expression of a rule file, or Python if that is not enough."""

    @property
    def id(self) -> str:
        """The name in expressions."""

    @property
    def title(self) -> str:
        """The title for players."""

    @property
    def rule(self) -> str:
        """The number of its rule in the rulebook."""

    def value(self, facts: "RuleFactReader") -> Value:
        """Return the value. It can read other facts by `facts.read`, and `facts.situation` and `facts.piece`."""


class RuleFact:
    """A fact from a rule file, given by an expression."""

    def __init__(self, id: str, title: str, rule: str, expression: Expression) -> None:
        self.id = id
        self.title = title
        self.rule = rule
        self.expression = expression

    def value(self, facts: "RuleFactReader") -> Value:
        """Return the value."""
        return self.expression.evaluate(facts)


class RuleFactReader:
    """The reader of expressions in rule files, for one piece or none (0).

    A name stands for the first of these: a given fact, a fact of the rule book, an option, or a property of the piece,
    of its place or of the table. All of this is one side's view.
    """

    def __init__(self, situation: "Situation", given: Mapping[str, Value] = NONE, piece: int = 0) -> None:
        self.situation = situation
        self.piece = piece
        self.given = given
        self._reader = situation.reading.reader(piece)
        self._given_now = given.known if type(given) is WhenRead else given
        self._known: dict[str, Value] = {}
        self._depth = 0
        self.spend = Budget(WORK).spend

    def read(self, name: str) -> Value:
        """Return the fact, option or property of that name; None if there is none."""
        known, given = self._known, self._given_now
        if name in known:
            return known[name]
        if name not in given:
            given = self.given
        value = known[name] = given[name] if name in given else self._found(name)
        return value

    @property
    def known(self) -> Mapping[str, Value]:
        """Everything that has been read so far, directly or for another fact, by name."""
        return self._known

    def _found(self, name: str) -> Value:
        situation = self.situation
        fact = situation.book.facts.get(name)
        if fact is None:
            return situation.option(name) if name in situation.book.usual else self._reader.read(name)
        if self._depth >= DEEPEST:
            raise ExpressionError(f"The fact {name} is worked out from itself, or through too many others.")
        self._depth += 1
        try:
            return fact.value(self)
        finally:
            self._depth -= 1

    def read_at(self, name: str, scope: Scope) -> Value:
        """Return the property of a map, zone, place, holder or piece."""
        return self._reader.read_at(name, scope)

    def count(self, question: CountQuestion, reader: Reader) -> Value:  # noqa: ARG002 - the piece asks
        """Return the answer to a question about other pieces."""
        return self._reader.count(question, self._reader)

    def distance(self, to: Scope, start: Scope | None, unit: Unit) -> Value:
        """Return the distance between two spots."""
        return self._reader.distance(to, start, unit)

    def chance(self, low: int, high: int) -> int:  # noqa: ARG002 - it is refused
        """Raise ExpressionError instead of a draw, because the rules must give the same answer each time they are
        asked.
        """
        raise ExpressionError("Rules cannot roll dice in an expression; a table rolls them.")

    def alert(self, text: str) -> None:
        """Do nothing, because rules only read and show no alerts."""

    def forgives(self, mistake: ExpressionError) -> bool:  # noqa: ARG002 - none is
        """Return False, because a rule that makes no sense must be fixed, not guessed."""
        return False
