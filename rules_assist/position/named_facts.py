"""Additional facts over a reader of expressions."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, TypeVar

from tabletop.expression import CountQuestion, ExpressionError, Reader, Scope, Value
from tabletop.expression.game_questions import Unit

NONE: Final[Mapping[str, Value]] = {}

T = TypeVar("T")


class WhenRead(Mapping[str, T]):
    """A mapping with values that are worked out when they are first read. While one is worked out, it is missing.

    `make` works out the values of some `names`. A value that is `known` already comes first.
    """

    def __init__(self, known: dict[str, T], names: Collection[str], make: Callable[[str], T]) -> None:
        self.known = known
        self._names = names
        self._make = make
        self._begun: set[str] = set()

    def __contains__(self, name: object) -> bool:
        return name in self.known or (name in self._names and name not in self._begun)

    def __getitem__(self, name: str) -> T:
        if name in self.known:
            return self.known[name]
        if name not in self:
            raise KeyError(name)
        self._begun.add(name)
        value = self.known[name] = self._make(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self.known, *(name for name in self._names if name in self))))

    def __len__(self) -> int:
        return sum(1 for _ in self)


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
