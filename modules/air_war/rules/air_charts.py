"""The charts of the Tactical Battle Board, read from `board/charts.yaml`."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

Price: TypeAlias = int | Literal["all"] | None
"""Movement points; all of the round's; or not allowed."""


class BoardColumn(Struct, frozen=True):
    """A column of a board: its name in the names of hexes, its number and its rows. Even columns lie lower."""

    name: str
    number: int
    rows: int


class BoardChart(Struct, frozen=True):
    """The hexes of one board and their uses."""

    columns: tuple[BoardColumn, ...]
    targets: tuple[str, ...]
    overflow: tuple[str, ...]
    mission_entry: tuple[str, ...]
    interceptor_entry: Mapping[int, tuple[str, ...]]
    basis: Mapping[str, str]


class Manoeuvres(Struct, frozen=True):
    """A row of the Air Combat Movement Chart: prices by hexsides, rolls (first, further) and levels.

    `gain` are the points for each level dived, `levels` the most levels dived in a round.
    """

    turn: tuple[int | None, int | None]
    immelmann: int | None
    roll: tuple[int, int] | None
    climb: tuple[Price, Price]
    gain: int
    levels: int
    basis: str


class BombingMode(Struct, frozen=True):
    """A way to bomb: altitudes, price in points, and the hexes flown straight that it needs.

    `straight_on`: the next hex must be flown straight too, since the target is the second of three hexes.
    """

    altitudes: tuple[int, ...]
    price: int = 0
    run: int = 0
    straight_on: bool = False
    drm: int = 0
    low_drm: int = 1
    only_at: tuple[str, ...] = ()
    not_at: tuple[str, ...] = ()
    undisrupted: bool = False
    high_fire: bool = False


class AirBook(Struct, frozen=True):
    """The answers of one rulebook where the two books differ. `board/charts.yaml` names the source of each."""

    disrupted_points: int
    ace_points: int
    fire_parts_turns: bool
    altitude_changes_both_ways: bool
    high: tuple[str, ...]
    high_unloaded: bool
    high_rounds: int
    firer_disrupted: int
    target_disrupted: int
    clearance_by_points: bool
    shot_by_points: bool
    altitude_is_entry: bool
    single_engine_front: bool
    lucky_ten: int
    exchanges: int
    renumbers_alone: bool
    formation_of_four: bool
    heavy_at_crippled: bool
    dive_at: tuple[str, ...]
    modes: tuple[str, ...]


class AirCharts(Struct, frozen=True):
    """All charts of the board; boards, manoeuvres and books by game."""

    boards: Mapping[str, BoardChart]
    manoeuvres: Mapping[str, Mapping[str, Manoeuvres]]
    anti_aircraft: Mapping[Literal["low", "high"], tuple[tuple[str, ...], ...]]
    bombing: Mapping[str, tuple[str, ...]]
    modes: Mapping[str, BombingMode]
    books: Mapping[str, AirBook]


def read_charts(content: bytes) -> AirCharts:
    """Return the charts in the content of `board/charts.yaml`. Raises `msgspec.MsgspecError`."""
    return msgspec.yaml.decode(content, type=AirCharts)
