"""The truth of a report, and the statements that its form allows."""

from collections.abc import Sequence
from typing import NamedTuple

from tabletop.expression import as_number, as_text, compile_expression
from tabletop.game.beliefs.report_rules import ReportField
from tabletop.game.kinds.kind_builder import WithNames
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.values import Value


class ReportBounds(NamedTuple):
    """The `truth` of a field (None if it has none), and the `least` and `most` values that are allowed.

    If these are None, only the truth is allowed; if there is no truth, any value is.
    """

    truth: Value
    least: int | None = None
    most: int | None = None

    def takes(self, value: Value) -> bool:
        """Return whether a value is allowed."""
        if self.truth is None:
            return True
        number = as_number(value)
        if self.least is None or self.most is None:
            return as_text(value) == as_text(self.truth)
        return number is not None and self.least <= number <= self.most

    @property
    def words(self) -> str:
        """The allowed values in words."""
        return f"{self.least} – {self.most}" if self.least is not None else as_text(self.truth)


def bounds(field: ReportField, pieces: Sequence[int], reading: PropertyReader) -> ReportBounds:
    """Return the bounds of a field of a report about pieces. An invented report has none.

    Raises ExpressionError if an expression of the module fails.
    """
    if not pieces or not field.truth:
        return ReportBounds(None)
    expression = compile_expression(field.truth)
    truth = _together([expression.evaluate(PieceReader(reading, piece)) for piece in pieces])
    if not (field.least and field.most):
        return ReportBounds(truth)
    reader = WithNames(PieceReader(reading, pieces[0]), {"Truth": truth})
    least, most = (as_number(compile_expression(text).evaluate(reader)) for text in (field.least, field.most))
    return ReportBounds(truth, least, most) if least is not None and most is not None else ReportBounds(truth)


def _together(values: Sequence[Value]) -> Value:
    """Return the sum of the values if all are numbers; otherwise the list of their texts.

    Each text is listed once, in alphabetical order; empty texts are left out.
    """
    numbers = [number for value in values if (number := as_number(value)) is not None]
    if len(numbers) == len(values):
        return sum(numbers)
    return ", ".join(sorted({as_text(value) for value in values} - {""}))
