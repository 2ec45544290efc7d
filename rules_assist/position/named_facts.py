"""Additional facts over a reader of expressions."""

from collections.abc import Mapping
from typing import Final

from tabletop.expression import CountQuestion, ExpressionError, Reader, Scope, Value
from tabletop.expression.game_questions import Unit

NONE: Final[Mapping[str, Value]] = {}


class Over:
    """Additional facts over a reader, for one expression or a few.

    `noted` is everything that is read through it, by name.
    """

    __slots__ = ("_names", "_under", "noted", "spend")

    def __init__(self, under: Reader, names: Mapping[str, Value] = NONE) -> None:
        self._under = under
        self._names = names
        self.noted: dict[str, Value] = {}
        self.spend = under.spend

    def read(self, name: str) -> Value:
        """Return the fact of that name."""
        value = self._names[name] if name in self._names else self._under.read(name)
        self.noted[name] = value
        return value

    def read_at(self, name: str, scope: Scope) -> Value:
        """Return the property of a map, zone, place, holder or piece."""
        return self._under.read_at(name, scope)

    def count(self, question: CountQuestion, reader: Reader) -> Value:
        """Return the answer to a question about other pieces."""
        return self._under.count(question, reader)

    def distance(self, to: Scope, start: Scope | None, unit: Unit) -> Value:
        """Return the distance between two spots."""
        return self._under.distance(to, start, unit)

    def chance(self, low: int, high: int) -> int:
        """Pass the draw to the reader below."""
        return self._under.chance(low, high)

    def alert(self, text: str) -> None:
        """Pass the text to the reader below."""
        self._under.alert(text)

    def forgives(self, mistake: ExpressionError) -> bool:
        """Return the answer of the reader below."""
        return self._under.forgives(mistake)
