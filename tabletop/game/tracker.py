"""Turn trackers: nested levels of turns, parts and phases, each a list of names or a row of numbers."""

from collections.abc import Callable

from msgspec import Struct

from tabletop.expression import as_number
from tabletop.game.values import Value


class Row(Struct, frozen=True, tag="numbers", tag_field="level", omit_defaults=True):
    """A level that counts by `step` from `first` to `last` (0: without end). `labels` names some of the numbers.

    `property`: a property of the table that always has its label.
    """

    name: str
    first: int = 1
    last: int = 0
    labels: dict[str, str] = {}
    step: int = 1
    property: str = ""


class Names(Struct, frozen=True, tag="names", tag_field="level", omit_defaults=True):
    """A level that goes through a list of names. `property`: a property of the table that always has its label."""

    name: str
    names: tuple[str, ...]
    property: str = ""


class Then(Struct, frozen=True):
    """A key of the table that is pressed when the tracker has moved and the condition `when` holds ("": always)."""

    press: str
    when: str = ""


class Tracker(Struct, frozen=True):
    """A turn tracker: levels from the outermost in. When a level has run through, the one outside moves on.

    Its positions stand in the game's properties, one number from 0 up for each level, under `property_of`. What is
    `then` done, in its order, is done whenever it has moved.
    """

    name: str
    levels: tuple[Row | Names, ...]
    then: tuple[Then, ...] = ()

    def property_of(self, level: int) -> str:
        """The property that holds the position of a level."""
        return f"tracker:{self.name}:{self.levels[level].name}"

    def positions(self, read: Callable[[str], Value]) -> tuple[int, ...]:
        """The position of each level, outermost first, from 0 up; `read` gives a property of the game."""
        found = (read(self.property_of(i)) for i in range(len(self.levels)))
        return tuple(value if isinstance(value, int) else 0 for value in found)

    def length(self, level: int) -> int:
        """How many positions a level has; 0: without end."""
        what = self.levels[level]
        if isinstance(what, Names):
            return len(what.names)
        return max(1, (what.last - what.first) // what.step + 1) if what.last else 0

    def label(self, level: int, position: int) -> str:
        """What a position of a level is called."""
        what = self.levels[level]
        if isinstance(what, Names):
            return what.names[position % len(what.names)]
        number = what.first + position * what.step
        return what.labels.get(str(number), str(number))

    def labels(self, positions: tuple[int, ...]) -> tuple[str, ...]:
        """What the position of each level is called."""
        return tuple(self.label(level, position) for level, position in enumerate(positions))

    def properties(self, positions: tuple[int, ...]) -> dict[str, Value]:
        """The properties of the game that say where the tracker stands: the positions, and what levels are called."""
        found: dict[str, Value] = {}
        for level, position in enumerate(positions):
            found[self.property_of(level)] = position
            what, label = self.levels[level], self.label(level, position)
            if what.property:
                number = as_number(label)
                found[what.property] = label if number is None else number
        return found

    def moved(self, positions: tuple[int, ...], steps: int) -> tuple[int, ...]:
        """The positions after so many steps of the innermost level, on or back; it stops at either end."""
        found = positions
        for _ in range(abs(steps)):
            found = self._one(found, 1 if steps > 0 else -1)
        return found

    def _one(self, positions: tuple[int, ...], step: int) -> tuple[int, ...]:
        new = list(positions)
        for level in reversed(range(len(self.levels))):
            length = self.length(level)
            new[level] += step
            if new[level] >= 0 and (not length or new[level] < length):
                return tuple(new)
            new[level] = 0 if step > 0 else max(length - 1, 0)
        return positions
