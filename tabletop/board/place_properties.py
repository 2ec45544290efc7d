"""Properties of places that change in play: the hits of a base, the side that holds a town."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

PlaceValue: TypeAlias = int | str | None
"""The value of a place's property; None if the place does not have it."""

OF_PLACES: Final = "place:"
"""The beginning of the full names of properties of places."""


@dataclass(frozen=True)
class PlaceProperty:
    """A property of the places of a map: its title, the number of its rule, and its possible values.

    `starts` has its value at the start of the game for each place that has it, by the place's own name. The possible
    values are the `words`, or without words the whole numbers from `least` to `most`. If it is `on_map`, the map shows
    each value that differs from the one at the start.
    """

    title: str
    starts: Mapping[str, PlaceValue]
    rule: str = ""
    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    on_map: bool = True

    @property
    def values(self) -> tuple[PlaceValue, ...]:
        """All possible values, in their order."""
        return self.words or tuple(range(self.least, self.most + 1))


def full_name(map: str, place: str, name: str) -> str:
    """Return the full name of a place's property, by which a game holds its value."""
    return f"{OF_PLACES}{map}:{place}:{name}"


def parted_name(full: str) -> tuple[str, str, str] | None:
    """Return the map, the place and the name in the full name of a place's property; None for other properties."""
    if not full.startswith(OF_PLACES):
        return None
    map, _, rest = full.removeprefix(OF_PLACES).partition(":")
    place, _, name = rest.rpartition(":")
    return map, place, name


def set_in_play(properties: Mapping[str, PlaceValue], map: str) -> Iterator[tuple[str, str, PlaceValue]]:
    """Yield the place, the name and the value of each property of a place of this map that a game has set."""
    beginning = full_name(map, "", "").removesuffix(":")
    for full, value in properties.items():
        if full.startswith(beginning):
            place, _, name = full.removeprefix(beginning).rpartition(":")
            yield place, name, value
