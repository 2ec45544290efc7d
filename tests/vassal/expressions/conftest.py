"""One piece of a game as VASSAL reads it, and the pieces around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest

from tabletop.expression import CountQuestion, ExpressionError, Reader, Scope, Value
from tabletop.expression.game_questions import Unit
from tabletop.vassal.expressions.piece_properties import own_name


@dataclass
class PieceReader:
    """A reader of one piece. Its own properties are given under VASSAL's names, all of them as text."""

    piece: Mapping[str, str] = field(default_factory=dict)
    others: Sequence[Mapping[str, str]] = ()
    asked: list[Scope] = field(default_factory=list)
    is_forgiving: bool = False
    alerts: list[str] = field(default_factory=list)

    def read(self, name: str) -> Value:
        own = {own_name(known): value for known, value in self.piece.items()}
        return own.get(name, self.piece.get(name))

    def read_at(self, name: str, scope: Scope) -> Value:
        return f"{name} of {scope.kind} {' '.join(map(str, scope.arguments))}"

    def count(self, question: CountQuestion, reader: Reader) -> Value:
        assert reader is self
        self.asked.append(question.scope)
        return question.tally([replace(self, piece=piece, asked=[]) for piece in self.others])

    def distance(self, to: Scope, start: Scope | None, unit: Unit) -> Value:
        return f"{unit} from {start.arguments if start else 'here'} to {to.arguments}"

    def chance(self, low: int, high: int) -> int:
        assert low <= high
        return low

    def spend(self, work: int) -> None:
        assert work > 0

    def alert(self, text: str) -> None:
        self.alerts.append(text)

    def forgives(self, mistake: ExpressionError) -> bool:
        return self.is_forgiving


@pytest.fixture(scope="session")
def piece_of():
    """Return a function that makes the reader of a piece with these properties, and with other pieces around it."""
    return PieceReader
