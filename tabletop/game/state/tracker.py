"""Turn trackers: nested levels of turns, parts and phases. Each level is a list of names or a row of numbers.

A level lies within another level, usually the level before it. When the inner level ends, the outer level moves on.
Levels within the same level take turns: after the end of the first, the next begins.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from tabletop.expression import as_number
from tabletop.game.state.values import Value


class NumberLevel(Struct, frozen=True, tag="numbers", tag_field="level", omit_defaults=True):
    """A level that counts by `step` from `first` to `last` (0: without end).

    `labels` names some of the numbers. `property` is a property of the table that always has its label. `within` is the
    level in which it lies: "" for none, None for the one before it. `words` is a template for its label, `Value`,
    within the name of a turn; "" stands for the label alone.
    """

    name: str
    first: int = 1
    last: int = 0
    labels: dict[str, str] = {}
    step: int = 1
    property: str = ""
    within: str | None = None
    words: str = ""


class NameLevel(Struct, frozen=True, tag="names", tag_field="level", omit_defaults=True):
    """A level that goes through a list of names. Its other fields are as for a row of numbers."""

    name: str
    names: tuple[str, ...]
    property: str = ""
    within: str | None = None
    words: str = ""


class TrackerKey(Struct, frozen=True):
    """A key of the table that is pressed when the tracker has moved, if the condition `when` holds ("": always)."""

    press: str
    when: str = ""


class Tracker(Struct, frozen=True):
    """A turn tracker: levels, each after the one in which it lies.

    An `endless` one begins again after its end. Its positions are in the game's properties under `property_of`, one
    number from 0 up for each level. A level at rest has a number below 0: `-1 - p` for the position p at which it
    rests. Whenever it has moved, the actions in `then` follow, in order.

    `words` is a template for the name of its turn. It reads the words of the current levels, from the outermost in, as
    `Level1`, `Level2` and so on. `report` is a template for the message when it has moved, with `OldTurn` and
    `NewTurn`; without it the table uses its own words. With `ahead_only`, players are not offered to turn it back. From
    its first move on, the table's property `turn_in` has the name of its turn, and `moved_in` has the way it moved
    last: `Next`, `Prev` or `Set`. `tip` is shown while the mouse rests on its turn.
    """

    name: str
    levels: tuple[NumberLevel | NameLevel, ...]
    then: tuple[TrackerKey, ...] = ()
    endless: bool = False
    words: str = ""
    report: str | None = None
    ahead_only: bool = False
    turn_in: str = ""
    moved_in: str = ""
    tip: str = ""

    def property_of(self, level: int) -> str:
        """Return the name of the property that holds the position of a level."""
        return f"tracker:{self.name}:{self.levels[level].name}"

    def positions(self, read: Callable[[str], Value]) -> tuple[int, ...]:
        """Return the position of each level, in their order; `read` gives a property of the game."""
        start = self.start
        found = (read(self.property_of(i)) for i in range(len(self.levels)))
        return tuple(value if isinstance(value, int) else start[level] for level, value in enumerate(found))

    @property
    def start(self) -> tuple[int, ...]:
        """The positions with which it begins. Of levels that take turns, the first is current."""
        new = [_resting(0)] * len(self.levels)
        self._begin(new, self.inside(OUTSIDE), ahead=True)
        return tuple(new)

    def inside(self, level: int) -> tuple[int, ...]:
        """Return the levels directly within this one, in their order. Within `OUTSIDE` are the outermost ones."""
        return tuple(number for number in range(len(self.levels)) if self._outside(number) == level)

    def _outside(self, level: int) -> int:
        within = self.levels[level].within
        if within is None:
            return level - 1
        return next((number for number, each in enumerate(self.levels[:level]) if each.name == within), OUTSIDE)

    def in_turn(self, positions: Sequence[int]) -> tuple[int, ...]:
        """Return the current levels, from the outermost in."""
        found: list[int] = []
        level = OUTSIDE
        while inside := self.inside(level):
            level = inside[_turn(positions, inside)]
            found.append(level)
        return tuple(found)

    def length(self, level: int) -> int:
        """Return the number of positions of a level; 0: without end."""
        what = self.levels[level]
        if isinstance(what, NameLevel):
            return len(what.names)
        return max(1, (what.last - what.first) // what.step + 1) if what.last else 0

    def label(self, level: int, position: int) -> str:
        """Return the name of a level's position."""
        what, position = self.levels[level], _resting(position) if position < 0 else position
        if isinstance(what, NameLevel):
            return what.names[position % len(what.names)]
        number = what.first + position * what.step
        return what.labels.get(str(number), str(number))

    def count(self, level: str, positions: Sequence[int]) -> int:
        """Return the number of turns of a level ("": the outermost) since the tracker began."""
        number = next((i for i, each in enumerate(self.levels) if each.name == level), 0)
        chain = [number]
        while (outside := self._outside(chain[0])) != OUTSIDE:
            chain.insert(0, outside)
        found = 0
        for each in chain:
            at = positions[each]
            found = found * max(1, self.length(each)) + (at if at >= 0 else _resting(at))
        return found

    def order(self, positions: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Return the current levels with their positions, from the outermost in. Later turns compare as greater."""
        return tuple((level, positions[level]) for level in self.in_turn(positions))

    def labels(self, positions: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of the positions of the current levels, from the outermost in."""
        return tuple(self.label(level, positions[level]) for level in self.in_turn(positions))

    def properties(self, positions: tuple[int, ...]) -> dict[str, Value]:
        """Return the game's properties that hold the state of the tracker: the position of each level, and the label of
        the position for a level with a `property`.
        """
        found: dict[str, Value] = {}
        for level, position in enumerate(positions):
            found[self.property_of(level)] = position
            what, label = self.levels[level], self.label(level, position)
            if what.property:
                number = as_number(label)
                found[what.property] = label if number is None else number
        return found

    def moved(self, positions: tuple[int, ...], steps: int) -> tuple[int, ...]:
        """Return the positions after a number of steps of the innermost level, forwards or backwards.

        The tracker stops at an end, if there is one.
        """
        found = positions
        for _ in range(abs(steps)):
            new = list(found)
            is_through = self._move(new, self.inside(OUTSIDE), 1 if steps > 0 else -1)
            if is_through and not (self.endless and self.length(self.in_turn(new)[0])):
                return found
            found = tuple(new)
        return found

    def how(self, old: tuple[int, ...], new: tuple[int, ...]) -> str:
        """Return the way in which the tracker went from one turn to another: `Next`, `Prev` or, by hand, `Set`."""
        return "Next" if new == self.moved(old, 1) else "Prev" if new == self.moved(old, -1) else "Set"

    def _move(self, new: list[int], levels: tuple[int, ...], step: int) -> bool:
        """Take one step in levels that take turns. Return whether all have ended and begin again."""
        if not levels:
            return True
        turn = _turn(new, levels)
        if not self._step(new, levels[turn], step):
            return False
        following = (turn + step) % len(levels)
        if following != turn:
            self._rest(new, levels[turn])
            self._begin(new, levels[following : following + 1], ahead=step > 0)
        return following != turn + step

    def _step(self, new: list[int], level: int, step: int) -> bool:
        """Take one step within a level, and a step of the level itself if its inner levels have ended.

        Returns whether the level has ended as well.
        """
        if not self._move(new, self.inside(level), step):
            return False
        length = self.length(level)
        new[level] += step
        if new[level] >= 0 and (not length or new[level] < length):
            return False
        new[level] = 0 if step > 0 else max(length - 1, 0)
        return True

    def _begin(self, new: list[int], levels: tuple[int, ...], *, ahead: bool) -> None:
        """Start the first of these levels, and all inside it, at its beginning.

        On the way back, start the last one at its end.
        """
        for level in levels[:1] if ahead else levels[-1:]:
            new[level] = 0 if ahead else max(self.length(level) - 1, 0)
            self._begin(new, self.inside(level), ahead=ahead)

    def _rest(self, new: list[int], level: int) -> None:
        """Set a level, and everything inside it, at rest, because another level is current."""
        new[level] = _resting(new[level]) if new[level] >= 0 else new[level]
        for inside in self.inside(level):
            self._rest(new, inside)


OUTSIDE: Final = -1
"""The number that stands for the outside of all levels."""


def _resting(position: int) -> int:
    """Convert a position to the number of a level that rests there, or such a number back to its position."""
    return -1 - position


def _turn(positions: Sequence[int], levels: tuple[int, ...]) -> int:
    """Return the number of the current level among these levels, which take turns."""
    return next((number for number, level in enumerate(levels) if positions[level] >= 0), 0)
