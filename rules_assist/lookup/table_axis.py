"""Rows and columns: one is chosen by a value, or by the odds of two values, with shifts and within the limits of the
table.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from rules_assist.lookup.lookup import AxisMark
from rules_assist.lookup.modifier_reasons import ModifierSum, PreparedModifier, judged
from rules_assist.lookup.table_bands import Band, odds_column, place_of, ratio
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.table_rules import AxisSpec, OddsSpec
from tabletop.expression import Reader, Value, as_number, as_text, compile_expression
from tabletop.texts import text

OF_THE_ROLL: Final = frozenset({"total", "natural", "hits", "half_hits"})
"""The names of the facts that come only from a roll."""


class AxisPosition(NamedTuple):
    """The row or column that was found: its number from 0, and a mark with the value and the shift that led there."""

    number: int
    mark: AxisMark


class TableAxis:
    """The rows, or the columns, of a table. If the rule file names no value for them, the total of the roll chooses."""

    def __init__(
        self,
        spec: AxisSpec,
        name: str,
        labels: Sequence[str],
        bands: Sequence[tuple[Band, ...]],
        options: Mapping[str, str],
    ) -> None:
        """Prepare the rows or columns; `options` are the titles of the module's options, by id."""
        self.by = compile_expression(spec.by or "total")
        self.shifts = tuple(PreparedModifier(shift, shift.by, options) for shift in spec.shifts)
        self.waits = spec.odds is None and not self.by.reads.isdisjoint(OF_THE_ROLL)
        self.title = spec.title or text("table-row" if name == "row" else "table-column")
        self._name = name
        self._odds = _Odds(spec.odds, labels) if spec.odds is not None else None
        self._labels = labels
        self._bands = bands
        self._to_ends = spec.outside == "ends"
        self._limit = spec.limit

    def shifted(self, facts: Reader) -> ModifierSum:
        """Return all shifts with their reasons, and their sum within its limit."""
        return judged(self.shifts, facts, {}, self._limit)

    def find(self, facts: Reader) -> AxisPosition:
        """Return the row or column for these facts. Raises Unanswerable if there is none."""
        number, value = self._odds.place(facts) if self._odds else self._place(facts)
        last = len(self._labels) - 1
        if number is None or not (self._to_ends or 0 <= number <= last):
            raise Unanswerable(
                text("no-row-for" if self._name == "row" else "no-column-for", value=as_text(value) or text("nothing"))
            )
        start = min(max(number, 0), last)
        number = min(max(start + self.shifted(facts).total, 0), last)
        return AxisPosition(number, AxisMark(self.title, value, self._labels[number], number - start))

    def _place(self, facts: Reader) -> tuple[int | None, Value]:
        value = self.by.evaluate(facts)
        return place_of(self._bands, value, to_ends=self._to_ends), value


class _Odds:
    """The odds of two strengths, which choose a row or column."""

    def __init__(self, spec: OddsSpec, labels: Sequence[str]) -> None:
        self._attack = compile_expression(spec.attack)
        self._defence = compile_expression(spec.defence)
        self._round = spec.round
        self._ratios = [found for label in labels if (found := ratio(label)) is not None]

    def place(self, facts: Reader) -> tuple[int, Value]:
        """Return the column, which may be before the first or after the last, and the odds before rounding. Raises
        `Unanswerable`.
        """
        attack, defence = (as_number(strength.evaluate(facts)) for strength in (self._attack, self._defence))
        if attack is None or defence is None:
            raise Unanswerable(text("odds-of-two-numbers"))
        return odds_column(self._ratios, attack, defence, self._round), f"{attack}:{defence}"


def of_ratios(labels: Sequence[str]) -> list[Fraction] | None:
    """Return labels as odds; None if some are not odds, or if the odds do not rise."""
    found = [ratio(label) for label in labels]
    ratios = [each for each in found if each is not None]
    return ratios if len(ratios) == len(found) and ratios == sorted(set(ratios)) else None
