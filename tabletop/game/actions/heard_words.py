"""Messages with values of the table.

Each audience gets the values that it can read itself, not those that the acting seat reads.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace

from tabletop.expression import ExpressionError, LimitReached, Template
from tabletop.game.chance import Chance
from tabletop.game.change.told import UNCOUNTED, Told
from tabletop.game.kinds.kind_builder import WithNames, asks_others
from tabletop.game.side_cells import numbers_meant
from tabletop.game.sight.audience import ONLOOKERS
from tabletop.game.state.values import FACE, NOBODY, UNSEEN, Value

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PieceReader, PropertyReader

ALL: Final = -2
"""The audience that sees everything."""

Say: TypeAlias = "Callable[[int, PropertyReader], Told]"
"""A function that makes the message for an audience from that audience's reading of the table.

The audience is a side, `ONLOOKERS` or `ALL`.
"""


_ALIKE: Final = frozenset(
    ("Kind", "Side", "Map", "MapName", "X", "Y", "Place", "Location", "Zone", "Board", "Seat", "SeatSide", "SeatCalled")
)
"""The names of properties that every piece has, and that have the same value for everybody who sees its face."""


def hearers(action: "Action", piece: int = NOBODY, sides: Sequence[int] | None = None) -> tuple[int, ...]:
    """Return those of these sides that see a piece, and so hear a message about it.

    If the message is about no piece (`NOBODY`), all of them hear it. Without `sides`, all sides and the onlookers are
    considered. Onlookers see a piece that every side sees.
    """
    count = len(action.game.sides)
    levels = [action.draft.level(piece, side) if action.exists(piece) else FACE for side in range(count)]
    asked = [*range(count), ONLOOKERS] if sides is None else sides
    return tuple(side for side in asked if (min(levels, default=FACE) if side == ONLOOKERS else levels[side]) > UNSEEN)


def knowing(action: "Action", name: str) -> tuple[int, ...] | None:
    """Return the sides that know a property of the table, by its full name; None if everybody does."""
    private = action.components.private_to(name)
    sides = action.game.sides
    return None if private is None else tuple(number for side in private for number in numbers_meant(sides, side))


def reads_alike(action: "Action", piece: int, texts: Sequence[Template], names: frozenset[str] | None = None) -> bool:
    """Return whether these texts surely read the same to all, because they read only things that everybody sees.

    With `names`, the check is made for these properties in place of those that the texts read. False means only that
    the texts may differ. The check is quick, and saves one reading for each audience.
    """
    reads = frozenset[str]().union(*(text.reads for text in texts)) if names is None else names
    if any(expression.reads_any or asks_others(expression) for text in texts for expression in text.expressions):
        return False
    if not reads:
        return True
    kind = action.kind_of(piece)
    if kind is None or not is_open(action, piece):
        return False
    asked = reads.union(*(kind.closure[name] for name in reads if name in kind.provides))
    return not asked & (kind.asking | kind.secrets) and asked <= kind.provides.keys() | _ALIKE


def is_open(action: "Action", piece: int) -> bool:
    """Return whether every side sees the face of a piece."""
    held = action.draft.piece(piece)
    holder = action.draft.holder(held.at) if held is not None else None
    if held is None or holder is None:
        return False
    if held.sight == action.game.open_sight and holder.looks == action.game.open_looks and not holder.carrier:
        return True
    return all(action.draft.level(piece, side) == FACE for side in range(len(action.game.sides)))


def readings(action: "Action", who: Iterable[int]) -> "dict[int, PropertyReader]":
    """Return the table as each audience reads it now, by audience. The reading under `ALL` sees everything in the
    action's draft.
    """
    own = dict.fromkeys(action.own_sides, action.view)
    seen = {side: own.get(side) or action.reading_of(() if side == ONLOOKERS else (side,)) for side in who}
    return {**seen, ALL: action.table}


def heard_values(action: "Action", reading: "PropertyReader", piece: int, names: Iterable[str]) -> dict[str, Value]:
    """Return these properties of a piece, as an audience reads them. For another audience than the acting seat, a value
    that cannot be worked out is None, or UNCOUNTED, because it must not stop the seat's command.
    """
    if reading is action.table or reading is action.view:
        return {name: reading.read(piece, name) for name in names}
    return {name: _value_for_others(reading, piece, name) for name in names}


def _value_for_others(reading: "PropertyReader", piece: int, name: str) -> Value:
    try:
        return reading.read_or_withhold(partial(reading.read, piece, name), UNCOUNTED)
    except (ExpressionError, LimitReached):
        return None


def tell_each(action: "Action", who: tuple[int, ...], say: Say) -> None:
    """Tell each audience a message, with the values that this audience reads itself."""
    for told in said_to_each(action, who, say):
        action.tell(told)


def said_to_each(action: "Action", who: tuple[int, ...], say: Say, *, is_alike: bool = False) -> list[Told]:
    """Return the messages to these audiences, as they read the table now. Those who read the same share one message.

    A message that differs from that of a reader who sees everything is `lesser`. If a message cannot be worked out for
    an audience, this audience gets the message without its facts. `is_alike`: the message reads the same to all, as
    `reads_alike` found.
    """
    everybody = len(who) == len(action.game.sides) + 1
    if is_alike and everybody:
        return [say(ALL, action.table)]
    drawn = _RecordingChance(action.chance)
    with action.table.drawing_from(drawn):
        together = [(say(ALL, action.table), list[int]())]
    for side, reading in readings(action, who).items():
        if side != ALL:
            _add(together, _said_to(side, reading, say, together[0][0], drawn), side)
    (whole, _), *lesser = together
    if everybody and not lesser:
        return [whole]
    return [replace(one, sides=tuple(sides), lesser=one is not whole) for one, sides in together]


def _add(together: list[tuple[Told, list[int]]], told: Told, side: int) -> None:
    """Add the message for one side to the messages for the others."""
    for other, sides in together:
        if other == told:
            sides.append(side)
            return
    together.append((told, [side]))


def _said_to(side: int, reading: "PropertyReader", say: Say, whole: Told, drawn: "_RecordingChance") -> Told:
    """Return the message for a side, with the dice results `drawn`; without its facts if it cannot be worked out."""
    factless = replace(whole, facts={})
    try:
        with reading.drawing_from(_RepeatedChance(drawn.results)):
            return reading.read_or_withhold(partial(say, side, reading), factless)
    except (ExpressionError, LimitReached):
        return factless


def said(text: Template, piece: int, names: Mapping[str, Value]) -> Say:
    """Return a function that fills in a module's template for a piece and a reading, with these values by name."""
    return lambda _, reading: filled_in(text, reading.reader(piece), names)


def filled_in(text: Template, piece: "PieceReader", names: Mapping[str, Value]) -> Told:
    """Return the report that a module's template makes for the reader of a piece, with these values by name. Values
    that the reader may not count are UNCOUNTED.
    """
    reader = WithNames(piece, names)
    found = (piece.reading.read_or_withhold(partial(one.evaluate, reader), UNCOUNTED) for one in text.expressions)
    return Told("report", {"text": text.text, **{str(number): value for number, value in enumerate(found)}})


class _RecordingChance(Chance):
    """A source of chance that records its results."""

    def __init__(self, chance: Chance) -> None:
        self.results: list[int] = []
        self._chance = chance

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        result = self._chance.draw(sides, why, secret=secret)
        self.results.append(result)
        return result


class _RepeatedChance(Chance):
    """A source of chance that repeats recorded results."""

    def __init__(self, results: Sequence[int]) -> None:
        self._results = list(results)

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002
        if not self._results:
            raise ExpressionError("A message to other sides cannot roll dice of its own.")
        return min(self._results.pop(0), sides - 1)
