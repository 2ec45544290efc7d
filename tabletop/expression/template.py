"""Texts with expressions in them, ``"{Name} moves from {OldPlace} to {Place}"``: labels, reports, menu entries.

A brace itself is written twice, ``{{`` or ``}}``.
"""

import re
from functools import lru_cache

from tabletop.expression.compiler import compile_expression
from tabletop.expression.expression import Expression
from tabletop.expression.expression_errors import ExpressionError
from tabletop.expression.game_questions import Reader
from tabletop.expression.value_rules import Value, as_text, bounded_text

_MAX_SOURCE = 10_000
_KEPT = 16_384

_PLAIN = re.compile(r"[^{}]+|\{\{|\}\}")
_INSIDE = re.compile(r"""(?:[^{}"'$]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\$[^$]+\$)*+""", re.DOTALL)


class Template:
    """A text with expressions in it, parsed once.

    ``expressions`` are those in braces, from left to right. ``reads`` are the properties that they read, by name, of
    the piece in question.
    """

    __slots__ = ("_parts", "expressions", "reads", "text")

    def __init__(self, text: str, parts: tuple[str, ...], expressions: tuple[Expression, ...]) -> None:
        self.text = text
        self.expressions = expressions
        self.reads = frozenset[str]().union(*(expression.reads for expression in expressions))
        self._parts = parts

    def render(self, reader: Reader) -> str:
        """Return the text for the piece that ``reader`` reads. Raises as :meth:`Expression.evaluate` does."""
        return self.fill(self.evaluate(reader))

    def evaluate(self, reader: Reader) -> tuple[Value, ...]:
        """Return the values to be filled in. They can be kept, sent, and filled into a translation of the text."""
        return tuple(expression.evaluate(reader) for expression in self.expressions)

    def fill(self, values: tuple[Value, ...]) -> str:
        """Return the text with ``values`` in place of the expressions.

        Raises ``ValueError`` if their number differs.
        """
        filled = [self._parts[0]]
        for value, part in zip(values, self._parts[1:], strict=True):
            filled += (as_text(value), part)
        return bounded_text("".join(filled))

    @property
    def is_constant(self) -> bool:
        """True if the text is always the same, whoever asks."""
        return all(expression.is_constant for expression in self.expressions)

    def __repr__(self) -> str:
        return f"Template({self.text!r})"


@lru_cache(maxsize=_KEPT)
def compile_template(text: str) -> Template:
    """Return the template written as ``text``. The same text gives the same object; only the last 16,384 texts are
    remembered.

    Raises :class:`ExpressionError` with the position in ``text`` where a brace or an expression is wrong; without a
    position if ``text`` is too long.
    """
    if len(text) > _MAX_SOURCE:
        raise ExpressionError(f"It has {len(text)} characters; {_MAX_SOURCE} is the most there can be.", text)
    parts: list[str] = [""]
    expressions: list[Expression] = []
    at = 0
    while at < len(text):
        plain = _PLAIN.match(text, at)
        if plain:
            parts[-1] += plain.group()[0] if plain.group() in ("{{", "}}") else plain.group()
            at = plain.end()
            continue
        if text[at] == "}":
            raise ExpressionError("a } without its {; a brace itself is written }}.", text, at, ("{",))
        expression, at = _expression_at(text, at + 1)
        expressions.append(expression)
        parts.append("")
    return Template(text, tuple(parts), tuple(expressions))


def _expression_at(text: str, start: int) -> tuple[Expression, int]:
    """Return the expression that begins at ``start``, and the position after its closing brace. Raises
    :class:`ExpressionError` if there is none.
    """
    inside = _INSIDE.match(text, start)
    end = inside.end() if inside else start
    if not text.startswith("}", end):
        raise ExpressionError("a { is not closed; a brace itself is written {{.", text, start - 1, ("}",))
    try:
        return compile_expression(text[start:end]), end + 1
    except ExpressionError as error:
        position = start if error.position is None else start + error.position
        raise ExpressionError(error.message, text, position, error.expected) from None
