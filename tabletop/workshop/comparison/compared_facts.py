"""The results of comparing facts: the agreement of each class of facts, and all differences."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

Fact: TypeAlias = "str | int | float | bool | list[Fact] | tuple[Fact, ...] | dict[str, Fact] | None"
"""The value of a fact, as in JSON."""

ABSENT: Final = "(not there)"


class Difference(Struct, frozen=True):
    """A fact in which VASSAL and this program differ: its class (`of`), the thing it is about, and both values."""

    of: str
    where: str
    vassal: Fact
    here: Fact


class Agreement(Struct, frozen=True):
    """The number of facts compared, and of those that agree."""

    facts: int
    agreed: int

    @property
    def share(self) -> float:
        """The share of facts that agree, from 0 to 1; 1 if nothing was compared."""
        return self.agreed / self.facts if self.facts else 1.0


class Comparison(Struct, frozen=True):
    """The result of a comparison: the agreement of each class of facts, and every difference.

    `left_out` counts, by name, the facts that were not compared because they mean nothing outside VASSAL.
    """

    by_class: dict[str, Agreement]
    differences: tuple[Difference, ...]
    left_out: dict[str, int] = {}

    @property
    def whole(self) -> Agreement:
        """The agreement over all facts."""
        return Agreement(
            sum(each.facts for each in self.by_class.values()), sum(each.agreed for each in self.by_class.values())
        )


class FactComparison:
    """A collector of facts while they are compared."""

    def __init__(self) -> None:
        self._facts: dict[str, int] = {}
        self._agreed: dict[str, int] = {}
        self._differences: list[Difference] = []
        self._left_out: dict[str, int] = {}

    def fact(self, of: str, where: str, vassal: Fact, here: Fact) -> bool:
        """Compare one fact of the class `of` at a place; return whether the two values agree."""
        agrees = vassal == here
        self._facts[of] = self._facts.get(of, 0) + 1
        self._agreed[of] = self._agreed.get(of, 0) + agrees
        if not agrees:
            self._differences.append(Difference(of, where, vassal, here))
        return agrees

    def leave_out(self, name: str) -> None:
        """Count a fact that is not compared."""
        self._left_out[name] = self._left_out.get(name, 0) + 1

    def facts(self, of: str, where: str, vassal: Mapping[str, Fact], here: Mapping[str, Fact]) -> None:
        """Compare the facts under each name on both sides."""
        for name in dict.fromkeys([*vassal, *here]):
            self.fact(of, f"{where}{name}", vassal.get(name, ABSENT), here.get(name, ABSENT))

    def members(self, of: str, where: str, vassal: Iterable[Hashable], here: Iterable[Hashable]) -> None:
        """Compare two collections without regard to order. Each member is a fact."""
        left = list(here)
        for member in vassal:
            found = member in left
            if found:
                left.remove(member)
            self.fact(of, where, str(member), str(member) if found else ABSENT)
        for member in left:
            self.fact(of, where, ABSENT, str(member))

    def result(self) -> Comparison:
        """Return the result of all comparisons."""
        by_class = {of: Agreement(count, self._agreed[of]) for of, count in sorted(self._facts.items())}
        return Comparison(by_class, tuple(self._differences), dict(sorted(self._left_out.items())))
