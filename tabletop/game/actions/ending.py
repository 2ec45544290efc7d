"""How a decision ends before its time: refused, or asking."""

from collections.abc import Iterator
from contextlib import contextmanager

from tabletop.expression import ExpressionError, LimitReached
from tabletop.game.change.outcome import Prompt, RefusalCode, Refused


class Refusal(Exception):  # noqa: N818 - it is an answer, not an error
    """A decision ends here: the refusal is the answer."""

    def __init__(self, code: RefusalCode, because: str) -> None:
        super().__init__(because)
        self.answer = Refused(code, because)


class AnswerNeeded(Exception):  # noqa: N818 - it is an answer, not an error
    """A decision cannot go on before this is answered; it begins again with the answer."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(prompt.question)
        self.prompt = prompt


@contextmanager
def refusing_mistakes() -> Iterator[None]:
    """What goes wrong meanwhile in what a module's author wrote is refused in a sentence."""
    try:
        yield
    except ExpressionError as error:
        raise Refusal("bad-expression", f"The module's author made a mistake. {error}") from None
    except LimitReached as limit:
        raise Refusal("too-long", str(limit)) from None
