"""The habits of pieces on a map that differ from the default."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.side_cells import is_any_of

StackMove: TypeAlias = Literal["top", "bottom", "up", "down"]


class MoveWords(Struct, frozen=True):
    """The words for moves by hand, as templates. An empty one says nothing.

    `within` is for a piece that was moved on this map, `onto` for one from another map, and `made` for one from the
    counter tray. They can read `Pieces`, `Location`, `OldLocation`, `Map`, `OldMap`, `Seat`, `SeatSide` and
    `SeatCalled`. With `other_places_only`, nothing is said if the piece is still in the same place.
    """

    within: str = ""
    onto: str = ""
    made: str = ""
    other_places_only: bool = False


class MapHabits(Struct, frozen=True):
    """The habits of one map.

    `stacking`: pieces join into stacks. `rises`: a stack that pieces join, or a lone piece that is moved on the map,
    comes to the top of its layer; otherwise the drawing order stays. `sends_lowest`: pieces that traits send join the
    lowest stack there, not the topmost. `lone_below`: without layers, pieces that do not stack lie below those that do.
    `formation`: pieces that are dragged together keep their distances.

    `layers` are the values of the property `layered_by`, lowest first. A piece lies over all layers before its own, and
    stacks only with pieces of its own layer. A piece with none of the values lies over all.

    `owners` are the sides to which the map belongs; without any, it belongs to everybody. Nobody else sees its pieces.
    If the map is `open`, others see them, but may not touch them. `moved_key` is the key that pieces get when they have
    been moved on it. `marks_moves` says whether pieces that can be marked as moved are marked when they have been moved
    by hand, or lose the mark.

    `words` are the words for moves on it; None stands for the default words. `quiet`: pieces on it do not make their
    reports. `retold` is a template that replaces a piece's report, with the report as `Message`; "" stands for the
    report alone. `ping_reports` has a template for each way of pointing at the map ("": the default). `thread_reports`
    has a template for a measurement with each of its threads ("": nothing). `stack_keys` are keys that move a piece to
    the top or the bottom of its stack, or one up or down in it.
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
        """Return whether a side or cell sees the pieces there."""
        return self.open or not self.owners or is_any_of(side, self.owners)

    def layer_of(self, value: str, *, stacks: bool) -> int:
        """Return the layer of a piece whose property has a value, from 0 up.

        It is -1 for a piece that does not stack and lies below.
        """
        if not self.layers:
            return -1 if self.lone_below and not stacks else 0
        return self.layers.index(value) if value in self.layers else len(self.layers)


OF_MAPS: Final = frozenset({"map", "zone", "place"})
"""The beginnings of the names of properties that belong to a map or to a part of one. The map's name follows."""

USUAL = MapHabits()
