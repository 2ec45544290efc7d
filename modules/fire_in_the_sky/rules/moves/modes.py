"""The ways of moving, by their ids. `sequence.yaml` gives those that each phase allows."""

from collections.abc import Mapping, Sequence
from typing import Final

from ..position.facts import Facts
from ..position.units import Unit
from .base_move import BaseMove
from .deployment import BoxMove, OneHexDeployment, SeaDeployment
from .operation import MailDeployment, Operation, Reaction
from .orders import Commitment, ReturnToBase

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
