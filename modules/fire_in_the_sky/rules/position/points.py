"""The General Record Track: Victory, Oil, Transport and Submarine Points, the Merchantmen Pool (3.3.5 to 3.3.8, 4.3).

Each number is recorded only by its marker: by the cell, and for oil also by the side that is up. `set_points` gives the
command that changes one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from rules_assist.position.situation import Situation
from tabletop.game.commands import AnyCommand, At, MovePieces, SetTrait
from tabletop.module.module_words import says

from .geography import ALLIES, JAPAN, PACIFIC
from .table_steps import one_step
from .units import SHOWS

Pool: TypeAlias = Literal["Japan", "US", "Britain"]
"""The owner of Transport Points."""

Name: TypeAlias = Literal["vp", "oil", "merchantmen", "tp_japan", "tp_us", "tp_britain", "sub_japan", "sub_us"]
NAMES: Final[tuple[Name, ...]] = get_args(Name)

MARKERS: Final[Mapping[Name, str]] = {
    "vp": "victory_points",
    "oil": "oil_points",
    "merchantmen": "merchantmen_pool",
    "tp_japan": "transport_jp",
    "tp_us": "transport_us",
    "tp_britain": "transport_br",
    "sub_japan": "submarines_jp",
    "sub_us": "submarines_us",
}
TRANSPORT: Final[Mapping[str, Name]] = {"Japan": "tp_japan", "US": "tp_us", "Britain": "tp_britain"}
SUBMARINES: Final[Mapping[str, Name]] = {JAPAN: "sub_japan", ALLIES: "sub_us"}

TRACK: Final = "general-track"
LAST_CELL: Final = 79
"""The number of the track's last cell."""

AS_IT_LIES: Final = "up to 79"
MORE: Final = "eighty more"
"""The side of the oil marker that adds 80 to its cell. Oil is never reset (3.3.7)."""

TRANSPORT_OWED: Final = "transport_owed"
"""The property of the table that holds the Transport Points that Japan has lost beyond those it had (G-18)."""

ANY_POOL: Final = "US or Britain"
NO_POOL: Final = "none"


def title_of_points(name: Name) -> str:
    """Return the name of a number of the track for players."""
    return {
        "vp": says("Victory Points"),
        "oil": says("Oil Points"),
        "merchantmen": says("Merchantmen Pool"),
        "tp_japan": says("Japanese Transport Points"),
        "tp_us": says("US Transport Points"),
        "tp_britain": says("British Transport Points"),
        "sub_japan": says("Japanese Submarine Points"),
        "sub_us": says("US Submarine Points"),
    }[name]


def title_of_pool(pool: str) -> str:
    """Return the name of the owner of Transport Points for players, as it stands after "of"."""
    return {"Japan": says("Japan"), "US": says("the US"), "Britain": says("Britain")}[pool]


class Points(Struct, frozen=True):
    """The numbers of the General Record Track, as its markers show them."""

    vp: int = 0
    oil: int = 0
    merchantmen: int = 0
    tp_japan: int = 0
    tp_us: int = 0
    tp_britain: int = 0
    sub_japan: int = 0
    sub_us: int = 0

    def of(self, name: Name) -> int:
        """Return a number by its name."""
        value: int = getattr(self, name)
        return value

    def transport(self, pool: str) -> int:
        """Return the Transport Points of a pool: 0 for `none`, and both pools for `US or Britain`."""
        if pool == ANY_POOL:
            return self.tp_us + self.tp_britain
        return self.of(TRANSPORT[pool]) if pool in TRANSPORT else 0


def points_of(situation: Situation, of_kind: Callable[[str], Sequence[int]]) -> Points:
    """Return the numbers on the General Record Track, with 0 for a marker that is not on it.

    `of_kind` gives the pieces of a kind.
    """
    return Points(**{name: _shown(situation, name, next(iter(of_kind(key)), None)) for name, key in MARKERS.items()})


def marker_of(situation: Situation, name: Name) -> int | None:
    """Return the marker of one of the numbers; None if it is not on the table."""
    key, game = MARKERS[name], situation.game
    return next((id for id in game.pieces if game.kind_of(id).key == key), None)


def set_points(situation: Situation, name: Name, value: int) -> AnyCommand:
    """Return the command that sets a number by moving its marker. The oil marker is turned over beyond the last cell.

    A number below 0 becomes 0 (G-18), and one beyond the highest possible number becomes that number. Raises
    LookupError if the marker is not on the table.
    """
    marker = marker_of(situation, name)
    if marker is None:
        raise LookupError(
            f"The marker of the {title_of_points(name)} is not on the table; take it from the tray first."
        )
    shown = shown_as(name, value)
    more, cell = divmod(shown, LAST_CELL + 1)
    move = MovePieces((marker,), At(PACIFIC, f"{TRACK}.{cell}"))
    if bool(more) == (situation.read(marker, SHOWS) == MORE):
        return move
    return one_step(move, SetTrait((marker,), SHOWS, MORE if more else AS_IT_LIES))


def shown_as(name: Name, value: int) -> int:
    """Return the nearest number that a marker can show."""
    most = 2 * LAST_CELL + 1 if name == "oil" else LAST_CELL
    return min(max(value, 0), most)


def points_to(situation: Situation, **new: int) -> list[AnyCommand]:
    """Return the commands that move markers so that they show the `new` numbers, which are given by their names.

    Markers that show their number already are left alone.
    """
    return [
        set_points(situation, name, new[name])
        for name in NAMES
        if name in new and shown_as(name, new[name]) != _shown(situation, name, marker_of(situation, name))
    ]


def transport_owed(situation: Situation) -> int:
    """Return the Transport Points that Japan has lost beyond those it had; its next Transport Points pay for them
    (G-18).
    """
    owed = situation.table(TRANSPORT_OWED)
    return owed if isinstance(owed, int) else 0


def _shown(situation: Situation, name: Name, marker: int | None) -> int:
    """Return the number that a marker shows.

    For the Merchantmen Pool it is the even one of the two on its cell (3.3.5).
    """
    where = situation.where(marker) if marker is not None else None
    track, _, cell = where.place.partition(".") if where else ("", "", "")
    number = int(cell) if track == TRACK and cell.isdecimal() else 0
    if marker is not None and where is not None and situation.read(marker, SHOWS) == MORE:
        number += LAST_CELL + 1
    return number + number % 2 if name == "merchantmen" else number
