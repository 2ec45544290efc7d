"""A table of plain dictionaries to evaluate expressions on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import pytest

from tabletop.expression import CountQuestion, ExpressionError, Reader, Scope, Value
from tabletop.expression.game_questions import Unit


@dataclass
class PieceReader:
    """A reader of one piece. Counts use the same few pieces, whatever the scope."""

    piece: Mapping[str, Value] = field(default_factory=dict)
    others: Sequence[Mapping[str, Value]] = ()
    draws: list[int] = field(default_factory=list)
    work: int = 0
    asked: list[CountQuestion] = field(default_factory=list)
    was_read: list[str] = field(default_factory=list)
    is_forgiving: bool = False
    alerts: list[str] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)

    def read(self, name: str) -> Value:
        self.was_read.append(name)
        return self.piece.get(name)

    def read_at(self, name: str, scope: Scope) -> Value:
        return f"{name} of {scope.kind}{list(scope.arguments)}"

    def count(self, question: CountQuestion, reader: Reader) -> Value:
        assert reader is self
        self.asked.append(question)
        return question.tally([replace(self, piece=piece, asked=[], was_read=[]) for piece in self.others])

    def distance(self, to: Scope, start: Scope | None, unit: Unit) -> Value:
        return f"{unit} from {list(start.arguments) if start else 'here'} to {list(to.arguments)}"

    def chance(self, low: int, high: int) -> int:
        draw = self.draws.pop(0) if self.draws else low
        assert low <= draw <= high
        return draw

    def spend(self, work: int) -> None:
        self.work += work

    def alert(self, text: str) -> None:
        self.alerts.append(text)

    def forgives(self, mistake: ExpressionError) -> bool:
        self.mistakes.append(str(mistake))
        return self.is_forgiving


MakeReader: TypeAlias = Callable[..., PieceReader]


@pytest.fixture(scope="session")
def reader_of() -> MakeReader:
    """Return a function that makes a reader of a piece (a mapping) and the pieces around it."""
    return PieceReader


@pytest.fixture
def akagi() -> PieceReader:
    """Return the reader of a carrier in a stack of three."""
    fleet: list[dict[str, Value]] = [
        {"Name": "Akagi", "Class": "CV", "Firepower": 3},
        {"Name": "Kaga", "Class": "CV", "Firepower": 4},
        {"Name": "Tone", "Class": "CA", "Firepower": 1},
    ]
    return PieceReader({**fleet[0], "Step": 2, "Hidden": False, "Fuel left": 7, "Hex": "0412"}, fleet)
