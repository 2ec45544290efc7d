"""Which ways of moving there are, by their words, and which of them a phase allows."""

from collections.abc import Mapping, Sequence
from typing import Final

from .calendar import (
    AIR_COMMITMENT,
    FIRST_DEPLOYMENT,
    OPERATIONS,
    REACTION,
    REINFORCEMENT,
    RETURN_TO_BASE,
    SECOND_DEPLOYMENT,
)
from .facts import Facts
from .moves.base import BaseMove
from .moves.deployment import BoxMove, OneHexDeployment, SeaDeployment
from .moves.operation import MailDeployment, Operation, Reaction
from .moves.orders import Commitment, ReturnToBase
from .units import Unit

MOVES: Final[Mapping[str, type[BaseMove]]] = {
    each.mode: each
    for each in (
        SeaDeployment,
        OneHexDeployment,
        Operation,
        Reaction,
        MailDeployment,
        BoxMove,
        Commitment,
        ReturnToBase,
    )
}
"""All ways of moving, by their words."""

_BY_PHASE: Final[Mapping[int, tuple[str, ...]]] = {
    REINFORCEMENT: ("box-move",),
    FIRST_DEPLOYMENT: ("sea-deploy", "one-hex"),
    OPERATIONS: ("operation",),
    REACTION: ("reaction", "radar-deploy"),
    AIR_COMMITMENT: ("commit",),
    RETURN_TO_BASE: ("return",),
    SECOND_DEPLOYMENT: ("sea-deploy",),
}


def move_of(facts: Facts, mode: str, members: Sequence[Unit]) -> BaseMove:
    """A way of moving by its word. Raises KeyError for an unknown one."""
    return MOVES[mode](facts, members)


def modes_now(facts: Facts) -> tuple[str, ...]:
    """The ways of moving that the present phase allows."""
    found = _BY_PHASE.get(facts.moment.phase, ())
    return found if facts.uses("16.1.1") else tuple(mode for mode in found if mode != "radar-deploy")
