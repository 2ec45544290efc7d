"""Comparison of the values of expressions here and in VASSAL."""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from tabletop.expression import ExpressionError, LimitReached, Reader, as_text, compile_expression, compile_template
from tabletop.vassal.expressions import FieldFacts, translate_expression, translate_format, translate_match
from tabletop.workshop.comparison.compared_facts import FactComparison

AN_ERROR = "(an error)"
"""The text that stands for the value of an expression that fails."""


class Evaluation(Struct, frozen=True):
    """A recorded evaluation. `result` is VASSAL's value, or None for an error."""

    kind: Literal["beanshell", "formatted", "match"]
    piece: str
    expression: str
    result: str | bool | None = None
    error: str | None = None


def compare_expressions(
    evaluations: Iterable[Evaluation],
    reader_of: Callable[[str], Reader],
    comparing: FactComparison,
    *,
    leading_zeros_stay: bool = False,
    maps: frozenset[str] = frozenset(),
) -> None:
    """Compare recorded evaluations with our own. `reader_of` returns the reader of a piece by its recorded id."""
    field = FieldFacts(leading_zeros_stay=leading_zeros_stay, shown=False, maps=maps)
    for one in evaluations:
        vassal = AN_ERROR if one.result is None else as_text(one.result)
        here = worked_out(one, reader_of(one.piece), field)
        comparing.fact(f"expressions: {one.kind}", f"piece {one.piece}: {one.expression}", vassal, here)


def worked_out(one: Evaluation, reader: Reader, field: FieldFacts) -> str:
    """Return our own value of an expression as text; `AN_ERROR` if it fails, or cannot be translated."""
    try:
        if one.kind == "formatted":
            template = translate_format(one.expression, field)
            return AN_ERROR if template.problem else compile_template(template.ours).render(reader)
        braced = f"{{{one.expression}}}"
        ours = (
            translate_expression(braced, field) if one.kind == "beanshell" else translate_match(one.expression, field)
        )
        return AN_ERROR if ours.problem else as_text(compile_expression(ours.ours).evaluate(reader))
    except (ExpressionError, LimitReached):
        return AN_ERROR
