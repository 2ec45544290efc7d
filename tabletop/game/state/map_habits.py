"""The habits of pieces on a map, where that differs from the usual."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from msgspec import Struct

StackMove: TypeAlias = Literal["top", "bottom", "up", "down"]


class MoveWords(Struct, frozen=True):
    """The words for what is done by hand: templates; an empty one says nothing.

    within: a piece was moved on this map; onto: it came from another; made: it came out of the box. They know `Pieces`,
        `Location`, `OldLocation`, `Map` and `OldMap`.
    other_places_only: nothing is said where the piece is still in the same place.
    """

    within: str = ""
    onto: str = ""
    made: str = ""
    other_places_only: bool = False


class MapHabits(Struct, frozen=True):
    """The habits of one map.

    stacking: whether pieces join into stacks at all.
    rises: what pieces join, and what lies alone and is moved on the map, comes to the top of its layer; else it is
        drawn in the order in which it was.
    sends_lowest: what traits send joins the lowest stack that lies there, not the topmost.
    lone_below: where there are no layers, what does not stack lies below what does.
    formation: what is dragged together keeps its distances.
    layers: the values of the property `layered_by`, lowest first; a piece lies over all of the layers before its own
        and stacks with no others. What has none of the values lies over all.
    owners: the sides whose map it is; none: everybody's. What lies there nobody else sees, or, if it is `open`, nobody
        else touches (where the map is one side's).
    moved_key: what pieces hear when they have been moved on it.
    marks_moves: whether pieces that can be marked as moved are when they have been moved by hand, or lose the mark.
    words: what is said of moves on it; None: the usual words.
    quiet: whether pieces on it keep their reports to themselves.
    retold: a template of what is said instead of a piece's report, with the report as `Message`; "": the report alone.
    ping_reports: a template of what is said when somebody points at the map, for each way of doing so ("": the usual).
    thread_reports: a template of what is said of what was measured on the map, for each of its threads ("": nothing).
    stack_keys: keys on which a piece comes to the top or the bottom of its stack, or one up or down in it.
    """

    stacking: bool = True
    rises: bool = True
    sends_lowest: bool = False
    lone_below: bool = False
    formation: bool = False
    layered_by: str = ""
    layers: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    open: bool = False
    moved_key: str = ""
    marks_moves: bool = True
    words: MoveWords | None = None
    quiet: bool = False
    ping_reports: tuple[str, ...] = ()
    thread_reports: tuple[str, ...] = ()
    retold: str = ""
    stack_keys: Mapping[str, StackMove] = MappingProxyType({})

    def shows_to(self, side: str) -> bool:
        """Return whether a side sees what lies there."""
        return self.open or not self.owners or side in self.owners

    def layer_of(self, value: str, *, stacks: bool) -> int:
        """Return the layer of a piece whose property has a value, from 0 up; -1 for what `stacks` not and lies
        below.
        """
        if not self.layers:
            return -1 if self.lone_below and not stacks else 0
        return self.layers.index(value) if value in self.layers else len(self.layers)


OF_MAPS: Final = frozenset({"map", "zone", "place"})
"""The beginning of the name of a property that is a map's, or a part's of it; the map follows."""

USUAL = MapHabits()
