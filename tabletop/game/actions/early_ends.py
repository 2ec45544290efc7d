"""The two early ends of a decision: a refusal, and a question."""

from contextlib import AbstractContextManager
from typing import Final

from tabletop.expression import ExpressionError, LimitReached
from tabletop.game.change.outcome import Prompt, RefusalCode, refused
from tabletop.texts import Argument


class Refusal(Exception):  # noqa: N818 - it is an answer, not an error
    """An exception that ends a decision with a refusal, its `answer`."""

    def __init__(self, code: RefusalCode, key: str, /, **arguments: Argument) -> None:
        """Refuse with the sentence of the catalogue under this key."""
        super().__init__(code, key)
        self.answer = refused(code, key, **arguments)

    def __str__(self) -> str:
        return self.answer.because


class AnswerNeeded(Exception):  # noqa: N818 - it is an answer, not an error
    """An exception that ends a decision, because the seat must answer a prompt first. The decision starts again with
    the answer.
    """

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(prompt.question)
        self.prompt = prompt


class _RefusingMistakes:
    """A context that turns mistakes into refusals.

    For speed it is not a generator: every step passes through it.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, ExpressionError):
            raise Refusal("bad-expression", "author-mistake", mistake=str(error)) from None
        if isinstance(error, LimitReached):
            raise Refusal("too-long", "in-other-words", words=str(error)) from None


_REFUSING_MISTAKES: Final = _RefusingMistakes()


def refusing_mistakes() -> AbstractContextManager[None]:
    """Turn mistakes of a module's author into refusals while the context lasts."""
    return _REFUSING_MISTAKES
