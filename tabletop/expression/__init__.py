"""The language of properties and conditions. A text is parsed once and compiled to closures, and its work is limited.

It knows nothing of pieces and maps: a :class:`Reader` answers for the game. See ``docs/expressions.md``.
"""

from tabletop.expression.compiler import compile_expression
from tabletop.expression.expression import CountQuestion, Expression
from tabletop.expression.expression_errors import ExpressionError, LimitReached
from tabletop.expression.game_questions import Budget, Reader, Scope
from tabletop.expression.template import Template, compile_template
from tabletop.expression.value_rules import Value, as_number, as_text, equal, is_true, less

__all__ = [
    "Budget",
    "CountQuestion",
    "Expression",
    "ExpressionError",
    "LimitReached",
    "Reader",
    "Scope",
    "Template",
    "Value",
    "as_number",
    "as_text",
    "compile_expression",
    "compile_template",
    "equal",
    "is_true",
    "less",
]
