"""The Battle Board: the units in its boxes, their way there and back, its markers (3.4, 11.2.1)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from tabletop.game.commands import AnyCommand, At, MovePieces, PlaceNew, SetTrait
from tabletop.game.state.values import Value
from tabletop.module.module_words import says

from ...position import units
from ...position.facts import BATTLE, Facts
from ...position.geography import ALLIES, BOARD, JAPAN, PACIFIC, POOLS
from ...position.units import Unit

Box: TypeAlias = Literal[
    "Carrier Task Forces",
    "Bombardment Task Forces",
    "Ships at Anchor",
    "Air at Base",
    "Long Range Air",
    "Land at Base",
    "Air Status",
    "Sea Control",
]
CARRIERS: Final = "Carrier Task Forces"
BOMBARDMENT: Final = "Bombardment Task Forces"
AT_ANCHOR: Final = "Ships at Anchor"
AIR: Final = "Air at Base"
LONG_RANGE: Final = "Long Range Air"
LAND: Final = "Land at Base"
AIR_STATUS: Final = "Air Status"
SEA_CONTROL: Final = "Sea Control"

TASK_FORCES: Final[tuple[Box, ...]] = (CARRIERS, BOMBARDMENT, SEA_CONTROL)
"""The boxes for units of Task Forces. The others hold units that are at the base or fly to it, or the Air Status."""

PEOPLE: Final[Mapping[str, str]] = {JAPAN: "Japanese", ALLIES: "Allied"}
SIDES: Final = (JAPAN, ALLIES)

MARKERS: Final = "Markers"
"""The name of the box for unused markers, among the pools."""

_AIR_POINTS: Final[Mapping[str, str]] = {JAPAN: "air_points_jp", ALLIES: "air_points_al"}
_STATUS: Final[Mapping[str, str]] = {JAPAN: "air_status_jp", ALLIES: "air_status_al"}
_LAST_POINT: Final = 19
"""The most points that an Air Points marker can show: nine, and ten more on its reverse."""


def box(side: str, name: Box) -> str:
    """Return a side's box, by its name on the map of the board."""
    return f"{PEOPLE[side]} {name}"


def box_title(name: Box) -> str:
    """Return the title of a box for players."""
    return {
        CARRIERS: says("Carrier Task Forces"),
        BOMBARDMENT: says("Bombardment Task Forces"),
        AT_ANCHOR: says("Ships at Anchor"),
        AIR: says("Air at Base"),
        LONG_RANGE: says("Long Range Air"),
        LAND: says("Land at Base"),
        AIR_STATUS: says("Air Status"),
        SEA_CONTROL: says("Sea Control"),
    }[name]


def side_title(side: str) -> str:
    """Return the name of a side for players, in titles."""
    return says("Japan") if side == JAPAN else says("Allies")


def lying_in(facts: Facts, side: str, *boxes: Box) -> tuple[Unit, ...]:
    """Return the units of a side in some of its boxes; if none is named, in all of them.

    They are in the order of the counter tray, those of one kind by the names of their Task Forces, and then as they
    lie, because the numbers of pieces differ in each side's view.
    """
    spots = {box(side, name) for name in boxes}
    found = (
        unit.id
        for unit in facts.units.values()
        if unit.side == side and (unit.spot in spots if spots else is_on_board(facts, unit))
    )
    lying = (facts.units[piece] for piece in facts.situation.in_order(found))
    return tuple(sorted(lying, key=lambda unit: (facts.table.ranks.get(unit.sort.key, -1), unit.force)))


def is_on_board(facts: Facts, unit: Unit) -> bool:
    """Return whether a unit is on the Battle Board."""
    where = facts.situation.where(unit.id)
    return where is not None and where.map == BOARD


def is_free(facts: Facts) -> bool:
    """Return whether no unit is on the board, so that a battle can be laid out."""
    return not any(is_on_board(facts, unit) for unit in facts.units.values())


def came_from(facts: Facts, unit: Unit) -> str:
    """Return the former place in the Pacific of a unit on the board: a hex, a holding box, or a box of 6.1.1; "" if
    none.
    """
    return str(facts.situation.read(unit.id, units.BASED_AT) or "")


def laid_out(side: str, name: Box, group: Sequence[Unit]) -> list[AnyCommand]:
    """Return the commands that take units from the map to a box and record their places."""
    found: list[AnyCommand] = []
    for spot in dict.fromkeys(unit.spot for unit in group):
        pieces = tuple(unit.id for unit in group if unit.spot == spot)
        found.append(SetTrait(pieces, units.BASED_AT, spot))
    return [*found, moved_to(side, name, group)] if group else []


def moved_to(side: str, name: Box, group: Iterable[Unit]) -> MovePieces:
    """Return the command that moves units to a box."""
    return MovePieces(tuple(unit.id for unit in group), At(BOARD, box(side, name)))


def put_back(facts: Facts, group: Sequence[Unit]) -> list[AnyCommand]:
    """Return the commands that put units back in their places on the map, the last on top."""
    back = [MovePieces((unit.id,), At(PACIFIC, came_from(facts, unit))) for unit in group]
    return [*back, SetTrait(tuple(unit.id for unit in group), units.BASED_AT, "")] if group else []


# --- markers; except for the Battle marker, those that are not on the table are left out ---


def marker(facts: Facts, key: str) -> int | None:
    """Return the marker of a kind; None if it is not on the table."""
    return next(iter(facts.of_kind(key)), None)


def battle_marked(facts: Facts, place: str) -> list[AnyCommand]:
    """Return the commands that put the Battle marker into the hex of the battle."""
    piece, there = marker(facts, BATTLE), At(PACIFIC, place)
    return [PlaceNew(BATTLE, there) if piece is None else MovePieces((piece,), there)]


def air_points_shown(facts: Facts, points: Mapping[str, int]) -> list[AnyCommand]:
    """Return the commands that set the Air Points markers on their tracks."""
    found: list[AnyCommand] = []
    for side in SIDES:
        number = min(points.get(side, 0), _LAST_POINT)
        track = f"{PEOPLE[side].lower()}-air-points.{number % 10}"
        shows = "ten more" if number >= 10 else "up to 9"
        found += _put(facts, marker(facts, _AIR_POINTS[side]), At(BOARD, track), {units.SHOWS: shows})
    return found


def air_status_shown(facts: Facts, superior: str, *, is_supreme: bool) -> list[AnyCommand]:
    """Return the commands that put the marker of Air Superiority, or Supremacy, into the box of the side that has
    it.
    """
    shows = "supremacy" if is_supreme else "superiority"
    there = At(BOARD, box(superior, AIR_STATUS))
    return _put(facts, marker(facts, _STATUS[superior]), there, {units.SHOWS: shows})


def cleared(facts: Facts) -> list[AnyCommand]:
    """Return the commands that set the Air Points markers to 0, and put the other markers of a battle into their
    pool.
    """
    found = air_points_shown(facts, {})
    for key in (BATTLE, *_STATUS.values()):
        found += _put(facts, marker(facts, key), At(POOLS, MARKERS), {})
    return found


def _put(facts: Facts, piece: int | None, there: At, state: Mapping[str, Value]) -> list[AnyCommand]:
    if piece is None:
        return []
    found: list[AnyCommand] = [
        SetTrait((piece,), name, value) for name, value in state.items() if facts.situation.read(piece, name) != value
    ]
    where = facts.situation.where(piece)
    is_there = where is not None and (where.map, where.place) == (there.map, there.place)
    return found if is_there else [*found, MovePieces((piece,), there)]
