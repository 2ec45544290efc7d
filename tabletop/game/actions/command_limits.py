"""Limits of one command: its size, and the work that it may cause. All of them are defined here.

A table is shared: the programs of all players have to decide, store and draw the things that one seat sends. The
umpire, and the rules and procedures of a module, may do more at once than players.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.actions.early_ends import Refusal
from tabletop.game.chance import Chance


class CommandLimits(Struct, frozen=True):
    """The limits of one command and of its effects.

    `commands` limits the commands inside it. `handled` limits the counters that it names or goes through, and `made`
    those that it makes. `drawn` limits the random results, of dice and of shuffled cards. `characters` limits each
    text, `places` the places under a thread, and `steps` the steps of a tracker. `written` limits the bytes of the
    command itself and `changed` the bytes of all its changes, both as JSON.
    """

    commands: int
    handled: int
    made: int
    drawn: int
    characters: int
    places: int
    steps: int
    written: int
    changed: int


PLAYER_LIMITS: Final = CommandLimits(
    commands=250,
    handled=20_000,
    made=1_000,
    drawn=10_000,
    characters=10_000,
    places=1_000,
    steps=1_000,
    written=250_000,
    changed=1_000_000,
)

UMPIRE_LIMITS: Final = CommandLimits(
    commands=5_000,
    handled=200_000,
    made=10_000,
    drawn=100_000,
    characters=100_000,
    places=1_000,
    steps=1_000,
    written=2_500_000,
    changed=4_000_000,
)

Cost: TypeAlias = Literal["commands", "handled", "made", "drawn"]

_REFUSED: Final[dict[Cost, str]] = {
    "commands": "too-many-commands",
    "handled": "too-many-handled",
    "made": "too-many-made",
    "drawn": "too-many-drawn",
}


class CommandCosts:
    """The costs of one command so far. Costs beyond the `limits` are refused."""

    __slots__ = ("_spent", "limits")

    def __init__(self, limits: CommandLimits) -> None:
        self.limits = limits
        self._spent: dict[Cost, int] = {}

    def spend(self, cost: Cost, count: int = 1) -> None:
        """Add to a cost. Raises Refusal beyond its limit."""
        spent = self._spent[cost] = self._spent.get(cost, 0) + count
        most: int = getattr(self.limits, cost)
        if spent > most:
            raise Refusal("too-long", _REFUSED[cost], most=most)

    def check_text(self, text: str) -> str:
        """Return the text. Raises Refusal if it is too long."""
        if len(text) > self.limits.characters:
            raise Refusal("too-long", "text-too-long", most=self.limits.characters)
        return text


class LimitedChance(Chance):
    """A source of chance for one command, which counts its draws."""

    def __init__(self, chance: Chance, costs: CommandCosts) -> None:
        self._chance = chance
        self._costs = costs

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        """Return a number from 0 to `sides` - 1. Raises Refusal when too much was drawn."""
        self._costs.spend("drawn")
        return self._chance.draw(sides, why, secret=secret)

    def pick(self, among: Sequence[int], why: str) -> int:
        """Return one of these pieces. Raises Refusal when too much was drawn."""
        self._costs.spend("drawn")
        return self._chance.pick(among, why)

    def for_sides(self, names: tuple[str, ...]) -> Chance:
        """Return this source for draws of which only these sides and cells learn."""
        return LimitedChance(self._chance.for_sides(names), self._costs)
