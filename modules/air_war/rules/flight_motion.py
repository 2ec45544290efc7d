"""The movement of a flight or formation in its impulse: 9.7.9 of Cartwheel, 9.7.8 of Forlorn Hopes.

While it has points, it can go straight on, leave the board, or dive if it is too high, so it is never stuck.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from .air_charts import AirBook, Manoeuvres, Price
from .board_hexes import BoardHexes, Offset

LOW: Final = 0
MEDIUM: Final = 1
HIGH: Final = 2

Deed: TypeAlias = Literal[
    "straight", "leave", "turn", "roll", "immelmann", "climb", "dive", "end",  # movement
    "fire", "bomb", "abort", "answer", "hold",  # attacks; a bomber answers a fighter that comes near
    "place", "stay", "seek", "enter",  # on the edge: latecomers are placed, interceptors stay off or seek an entry
    "renumber", "keep",  # the optional contest for the order
    "die",  # a result that was rolled
]  # fmt: skip


class AirAction(Struct, frozen=True, omit_defaults=True):
    """An action on the board, or the result of a die.

    `by`: the result of the die; the hexsides of a turn or roll (negative to the left); the levels of a climb or dive,
    or of a change of altitude off the board; or the number of a sequence marker. `flight`: the target of fire,
    otherwise the flight that acts, if the deed does not tell it.
    """

    deed: Deed
    by: int = 0
    hex: str = ""
    facing: int = 0
    flight: str = ""
    mode: str = ""


STRAIGHT: Final = AirAction("straight")
LEAVE: Final = AirAction("leave")
TURNS: Final = {by: AirAction("turn", by) for by in (-2, -1, 1, 2)}
ROLLS: Final = {by: AirAction("roll", by) for by in (-1, 1)}
IMMELMANN: Final = AirAction("immelmann")
CLIMBS: Final = (AirAction("climb", 1), AirAction("climb", 2))
DIVE: Final = AirAction("dive", 1)


class PointLedger(NamedTuple):
    """The points and the altitude of a moving flight, and its actions in this impulse that limit further ones.

    `allowance` are the points at the beginning of the impulse. Actions that limit nothing in its row are not noted, so
    that flights with the same possibilities have equal ledgers.
    """

    points: int
    altitude: int
    allowance: int
    ceiling: int
    has_climbed: bool = False
    dived: int = 0
    has_rolled: bool = False
    has_turned: bool = False
    just_turned: bool = False


class Motion(NamedTuple):
    """The hex, the facing and the ledger of a moving flight, or of the first flight of a formation."""

    hex: str
    facing: int
    ledger: PointLedger

    @property
    def points(self) -> int:
        """The points left."""
        return self.ledger.points

    def paid(self, points: int, *, parts_turns: bool = False) -> "Motion":
        """Return the motion after points were paid for something that is no movement.

        With `parts_turns`, a flight that has just turned may turn again.
        """
        just_turned = self.ledger.just_turned and not parts_turns
        return self._replace(ledger=self.ledger._replace(points=self.points - points, just_turned=just_turned))


class LedgerStep(NamedTuple):
    """A movement that a ledger allows, and the ledger `after` it.

    `ahead`: the direction of the hex entered, in hexsides from the facing; None if the flight stays in its hex. `turn`:
    the change of the facing in hexsides.
    """

    action: AirAction
    ahead: int | None
    turn: int
    after: PointLedger


class PointTable:
    """The ways to spend points by one row of the Air Combat Movement Chart, worked out once for each ledger."""

    def __init__(self, row: Manoeuvres, book: AirBook) -> None:
        self.row = row
        self._book = book
        self._notes_turns = row.levels > 1
        self._notes_rolls = row.roll is not None and row.roll[0] != row.roll[1]
        self._known: dict[PointLedger, tuple[LedgerStep, ...]] = {}

    def steps(self, ledger: PointLedger) -> tuple[LedgerStep, ...]:
        """Return the movements that a ledger allows, wherever the flight is."""
        known = self._known.get(ledger)
        if known is None:
            known = self._known[ledger] = tuple(self._steps(ledger))
        return known

    def _steps(self, ledger: PointLedger) -> Iterator[LedgerStep]:
        if ledger.altitude > ledger.ceiling:
            yield self._dive(ledger)
            return
        points = ledger.points
        if points > 0:
            yield LedgerStep(STRAIGHT, 0, 0, ledger._replace(points=points - 1, just_turned=False))
        if ledger.dived < 2:
            if not ledger.just_turned:
                yield from self._turns(ledger)
            price = self.row.immelmann
            if price is not None and price <= points:
                yield LedgerStep(
                    IMMELMANN,
                    0,
                    3,
                    ledger._replace(points=points - price, has_turned=self._notes_turns, just_turned=False),
                )
        yield from self._climbs(ledger)
        is_straight = ledger.dived == 0 or not ledger.has_turned
        may_dive = ledger.dived < self.row.levels and self._may_change(ledger.has_climbed)
        if ledger.altitude > LOW and is_straight and may_dive:
            yield self._dive(ledger)

    def _turns(self, ledger: PointLedger) -> Iterator[LedgerStep]:
        after = ledger._replace(has_turned=self._notes_turns, just_turned=True)
        for sides, price in enumerate(self.row.turn, 1):
            if price is not None and price <= ledger.points:
                for by in (-sides, sides):
                    yield LedgerStep(TURNS[by], None, by, after._replace(points=ledger.points - price))
        if self.row.roll is None:
            return
        price = self.row.roll[ledger.has_rolled]
        if price <= ledger.points:
            rolled = after._replace(points=ledger.points - price, has_rolled=self._notes_rolls)
            yield from (LedgerStep(action, by, 0, rolled) for by, action in ROLLS.items())

    def _climbs(self, ledger: PointLedger) -> Iterator[LedgerStep]:
        if ledger.has_climbed or not self._may_change(ledger.dived):
            return
        for levels, price in enumerate(self.row.climb, 1):
            points = _price(price, ledger)
            if points is not None and points <= ledger.points and ledger.altitude + levels <= ledger.ceiling:
                yield LedgerStep(
                    CLIMBS[levels - 1],
                    None,
                    0,
                    ledger._replace(
                        altitude=ledger.altitude + levels,
                        points=ledger.points - points,
                        has_climbed=True,
                        just_turned=False,
                    ),
                )

    def _may_change(self, opposite: int) -> bool:
        return not opposite or self._book.altitude_changes_both_ways

    def _dive(self, ledger: PointLedger) -> LedgerStep:
        after = ledger._replace(
            altitude=ledger.altitude - 1,
            points=ledger.points + self.row.gain,
            dived=ledger.dived + 1,
            just_turned=False,
        )
        return LedgerStep(DIVE, None, 0, after)


class FlightMotion(NamedTuple):
    """The movement of a flight on its board, with the offsets of the others of its formation from it (`wing`)."""

    board: BoardHexes
    table: PointTable
    wing: tuple[Offset, ...] = ()

    def ahead(self, hex: str, facing: int) -> str | None:
        """Return the hex in this direction; None if one of the formation would leave the board."""
        for offset in self.wing:
            place = self.board.shifted(hex, offset)
            if place is None or self.board.ahead(place, facing) is None:
                return None
        return self.board.ahead(hex, facing)

    def steps(self, motion: Motion) -> Iterator[tuple[AirAction, Motion | None]]:
        """Yield each legal movement with the motion after it; None after it left the board."""
        hex, facing, ledger = motion
        for action, ahead, turn, after in self.table.steps(ledger):
            place = hex if ahead is None else self.ahead(hex, facing + ahead)
            if place is not None:
                yield action, Motion(place, (facing + turn) % 6, after)
            elif action is STRAIGHT:
                yield LEAVE, None

    def reach(self, start: Motion) -> Mapping[str, int]:
        """Return the hexes that a motion can come to, each with the most points that can be left there.

        Of two motions that differ only in points, the one with more can do all that the other can.
        """
        found = {start.hex: start.points}
        best = {(start.hex, start.facing, start.ledger[1:]): start.points}
        waiting = [start]
        for motion in waiting:
            if motion.ledger.points < best[motion.hex, motion.facing, motion.ledger[1:]]:
                continue
            for _, after in self.steps(motion):
                if after is None:
                    continue
                hex, facing, ledger = after
                key, points = (hex, facing, ledger[1:]), ledger.points
                if points > best.get(key, -1):
                    best[key] = points
                    waiting.append(after)
                    if points > found.get(hex, -1):
                        found[hex] = points
        return found

    def can_stay(self, start: Motion) -> bool:
        """Return whether all points can be spent without leaving the board."""
        return _can_stay(self, start)


@lru_cache(maxsize=1 << 16)
def _can_stay(steering: FlightMotion, start: Motion) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        motion = waiting.pop()
        if motion.points == 0:
            return True
        ways = [after for _, after in steering.steps(motion) if after is not None and after not in seen]
        seen.update(ways)
        waiting.extend(reversed(ways))
    return False


def _price(price: Price, ledger: PointLedger) -> int | None:
    """Return the points that a climb of this price costs now; None if it is not allowed.

    A climb for all points is allowed only before any points are spent, or gained by a dive.
    """
    if price != "all":
        return price
    return ledger.points if ledger.points == ledger.allowance and not ledger.dived else None
