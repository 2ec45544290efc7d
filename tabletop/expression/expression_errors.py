"""The errors of expressions, in words that help an author to correct them."""

_SHOWN = 60


class ExpressionError(ValueError):
    """The error of an expression that cannot be understood, or cannot be worked out with the values that it reads.

    ``message`` is the sentence without its place. ``text`` is the whole expression, if it is known. ``position`` is the
    offset in ``text`` (counted from 0) at which reading stopped. ``expected`` says in words what could have stood
    there.
    """

    def __init__(
        self, message: str, text: str | None = None, position: int | None = None, expected: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.position = position
        self.expected = expected

    def __str__(self) -> str:
        if self.text is None:
            return self.message
        if self.position is None:
            return f"In {_quoted(self.text, 0)}: {self.message}"
        return f"In {_quoted(self.text, self.position)}, character {self.position + 1}: {self.message}"


class LimitReached(RuntimeError):  # noqa: N818 - it is no fault of the program
    """The error of an evaluation that was stopped because it needed more work than is allowed. Nothing has changed."""


def _quoted(text: str, position: int) -> str:
    """Return the expression in quotes, cut to the part round ``position`` if it is long."""
    start = max(0, min(position - _SHOWN // 2, len(text) - _SHOWN))
    shown = text[start : start + _SHOWN]
    before = "…" if start > 0 else ""
    after = "…" if start + _SHOWN < len(text) else ""
    return f"'{before}{shown}{after}'"
