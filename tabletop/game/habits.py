"""How pieces lie and move on a map, where that differs from the usual."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct

StackMove: TypeAlias = Literal["top", "bottom", "up", "down"]


class MapHabits(Struct, frozen=True):
    """The habits of one map.

    stacking: whether pieces join into stacks at all.
    layers: the values of the property `layered_by`, lowest first; a piece lies over all of the layers before its own
        and stacks with no others. What has none of the values lies over all.
    owners: the sides whose map it is; none: everybody's. What lies there nobody else sees, or, if it is `open`, nobody
        else touches (where the map is one side's).
    moved_key: what pieces hear when they have been moved on it.
    marks_moves: whether pieces that can be marked as moved are when they have been.
    quiet: whether pieces on it keep their reports to themselves.
    stack_keys: keys on which a piece comes to the top or the bottom of its stack, or one up or down in it.
    """

    stacking: bool = True
    layered_by: str = ""
    layers: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    open: bool = False
    moved_key: str = ""
    marks_moves: bool = True
    quiet: bool = False
    stack_keys: Mapping[str, StackMove] = MappingProxyType({})

    def shows_to(self, side: str) -> bool:
        """Whether a side sees what lies there."""
        return self.open or not self.owners or side in self.owners

    def layer_of(self, value: str) -> int:
        """The layer of a piece whose property has a value, from 0 up."""
        return self.layers.index(value) if value in self.layers else len(self.layers)


USUAL = MapHabits()
