"""The charts of the Tactical Battle Board, read from `board/charts.yaml`."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

Price: TypeAlias = int | Literal["all"] | None
"""A number of movement points; "all" for all points of the round; None if the manoeuvre is not allowed."""


class BoardColumn(Struct, frozen=True):
    """A column of a board: its name, with which the names of its hexes begin, its number, and the number of its rows.

    Columns with even numbers lie half a hex further south.
    """

    name: str
    number: int
    rows: int


class BoardChart(Struct, frozen=True):
    """The hexes of one board and their uses.

    `targets` are for targets, `overflow` for ships that find no free target hex. `interceptor_entry` has the hexes by
    the die of the entry, 1 to 9. `basis` names the source of each list.
    """

    columns: tuple[BoardColumn, ...]
    targets: tuple[str, ...]
    overflow: tuple[str, ...]
    mission_entry: tuple[str, ...]
    interceptor_entry: Mapping[int, tuple[str, ...]]
    basis: Mapping[str, str]


class Manoeuvres(Struct, frozen=True):
    """A row of the Air Combat Movement Chart: the prices of manoeuvres in points; None if they are not allowed.

    `turn`: by one and by two hexsides. `roll`: the first one and each further one. `climb`: by one and by two levels.
    `gain`: the points for each level dived. `levels`: the most levels dived in a round. `basis`: the source.
    """

    turn: tuple[int | None, int | None]
    immelmann: int | None
    roll: tuple[int, int] | None
    climb: tuple[Price, Price]
    gain: int
    levels: int
    basis: str


class BombingMode(Struct, frozen=True):
    """A way to bomb: the altitudes and kinds of targets at which it is allowed, and its price in points.

    `run`: the fewest hexes flown straight up to and including the hex of the target. `straight_on`: a flight that flew
    just two hexes straight must fly the next hex straight too. `drm`: the modifier of the bombs; `low_drm`: one more at
    low altitude. `undisrupted`: not for disrupted flights. `high_fire`: anti-aircraft fire as at the higher altitudes.
    `drops`: paratroops jump, and no bombs fall.
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
    drops: bool = False


class AirBook(Struct, frozen=True):
    """The settings of one rulebook for the rules in which the two books differ.

    `board/charts.yaml` names the source of each.

    * `disrupted_points`, `ace_points`: the change of the points of a disrupted flight, and of a Japanese ace's fighter.
    * `fire_parts_turns`: fire counts as the other movement that must part two turns or rolls.
    * `altitude_changes_both_ways`: a flight may climb and dive in one impulse.
    * `high`: the roles that may fly high; `high_unloaded`: bombers without bombs may too; `high_rounds`: the rounds
      after which a Japanese flight may not, unless it is a heavy bomber (0: no limit).
    * `firer_disrupted`, `target_disrupted`: the change of a shot by a disrupted firer, and of a disrupted target's DF.
    * `clearance_by_points`, `shot_by_points`: the difference in points changes a bomber's roll to answer, or its shot.
    * `altitude_is_entry`: bombers may also answer an interceptor after its climb or dive.
    * `single_engine_front`: single-engine bombers answer into their front arc too, without the option of 9.7.10.
    * `lucky_ten`: the remainder, by 2, of the second die with which a lucky 10 disrupts.
    * `exchanges`: the exchanges of markers won in a contest.
    * `formation_of_four`: an Allied formation may have number 4; `formation_undisrupted`: disrupted flights may not be
      in a formation.
    * `contest_on_board`: aces and disrupted flights count in the contest for the order only if they are on the board.
    * `ship_disrupted`: the change of a disrupted ship's DF against bombs.
    * `heavy_at_crippled`: heavy bombers may attack ships that are crippled.
    * `dive_at`: the kinds of targets at which dive bombing has its modifier; `modes`: the bombing modes in use.
    """

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
    formation_of_four: bool
    formation_undisrupted: bool
    contest_on_board: bool
    ship_disrupted: int
    heavy_at_crippled: bool
    dive_at: tuple[str, ...]
    modes: tuple[str, ...]


class AirRuling(Struct, frozen=True):
    """An authored ruling where the texts are silent or leave a choice, with the number of the rule and the reason."""

    id: str
    rule: str
    ruling: str
    reason: str


class AirCharts(Struct, frozen=True):
    """All charts of the board; boards, manoeuvres and books by game.

    `anti_aircraft`: a row for each DF, 1 to 5, with a cell for each total, 3 to 15. `bombing`: by the kind of the
    target, or its strength, a cell for each total, 4 to 15.
    """

    boards: Mapping[str, BoardChart]
    manoeuvres: Mapping[str, Mapping[str, Manoeuvres]]
    anti_aircraft: Mapping[Literal["low", "high"], tuple[tuple[str, ...], ...]]
    bombing: Mapping[str, tuple[str, ...]]
    modes: Mapping[str, BombingMode]
    books: Mapping[str, AirBook]
    rulings: tuple[AirRuling, ...]


def read_charts(content: bytes) -> AirCharts:
    """Return the charts in the content of `board/charts.yaml`. Raises `msgspec.MsgspecError` if it is not valid."""
    return msgspec.yaml.decode(content, type=AirCharts)
