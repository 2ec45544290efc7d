"""Task Force and Fleet markers: they lie on the Task Force of their name, and aside when there is none (8.1)."""

from typing import Final

from tabletop.game.commands import AnyCommand, At, MovePieces, SetTrait

from . import units
from .facts import Facts
from .geography import POOLS

MARKERS: Final = "Markers"
"""The pool of markers."""


def markers_aside(markers: tuple[int, ...]) -> list[AnyCommand]:
    """Markers go to their pool, and bear no name."""
    return [SetTrait(markers, units.FORCE, ""), MovePieces(markers, At(POOLS, MARKERS))] if markers else []


def named_markers(facts: Facts) -> tuple[int, ...]:
    """Return the markers that bear the name of a Task Force."""
    markers = (id for kind in facts.table.force_markers for id in facts.of_kind(kind.key))
    return tuple(id for id in markers if facts.situation.read(id, units.FORCE))
