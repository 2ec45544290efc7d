"""The type of parts of steps that ask questions, and the usual options of a question."""

from collections.abc import Generator, Iterable
from typing import Any, TypeAlias, TypeVar

from rules_assist.position.situation import Situation
from rules_assist.procedure.step_requests import Among, Option, Request

from ..position.units import Unit

T = TypeVar("T")
Asking: TypeAlias = Generator[Request, Any, T]
"""A part of a step. It asks questions as a step does, and has a result."""


def among(group: Iterable[Unit], *others: Option) -> Among:
    """Return the function that gives a question's options: those of the units that the asked side sees, and then the
    other options.
    """
    pieces = [unit.id for unit in group]

    def offered(seen: Situation) -> Iterable[Option]:
        return [*(piece for piece in pieces if piece in seen.game.pieces), *others]

    return offered
