"""The ways of moving, by their ids. `sequence.yaml` gives those that each phase allows."""

from collections.abc import Mapping, Sequence
from typing import Final

from .facts import Facts
from .moves.base_move import BaseMove
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
"""The classes of all ways of moving, by the ids of the ways."""


def move_of(facts: Facts, mode: str, members: Sequence[Unit]) -> BaseMove:
    """Return the move of some units by a way of moving, which is given by its id. Raises KeyError for an
    unknown way of moving.
    """
    return MOVES[mode](facts, members)
