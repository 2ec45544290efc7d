"""Task Force and Fleet markers: each is on the Task Force of its name, or in the pool of markers if it has no name
(8.1).
"""

from typing import Final

from tabletop.game.commands import AnyCommand, At, MovePieces, SetTrait

from ..position import units
from ..position.facts import Facts
from ..position.geography import POOLS

MARKERS: Final = "Markers"
"""The name of the pool of markers."""


def markers_aside(markers: tuple[int, ...]) -> list[AnyCommand]:
    """Return the commands that put markers into their pool, without a name."""
    return [SetTrait(markers, units.FORCE, ""), MovePieces(markers, At(POOLS, MARKERS))] if markers else []


def named_markers(facts: Facts) -> tuple[int, ...]:
    """Return the force markers with the name of a Task Force."""
    markers = (id for kind in facts.table.force_markers for id in facts.of_kind(kind.key))
    return tuple(id for id in markers if facts.situation.read(id, units.FORCE))
