"""A battle on the Tactical Battle Board: flights, targets, and the state between two actions."""

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct, structs

from .air_charts import AirBook, AirCharts
from .board_hexes import BoardHexes
from .flight_motion import HIGH, MEDIUM, FlightMotion, Motion, PointTable

Team: TypeAlias = Literal["mission", "interceptor"]
FIGHTERS: Final = "fighter_bombers"
"""The option by which some bombers without bombs may fire as fighters do (9.7.10).

Single-engine bombers then do not answer into their front arc.
"""
CONTEST: Final = "variable_sequence"
"""The option of a contest for the order of each round (9.7.7)."""


STAYING: Final = "all_stay"
"""The option that flights do not leave the board if they can stay, as in the training game of Cartwheel (9.7.14)."""


class Aircraft(Struct, frozen=True, omit_defaults=True):
    """A type of aircraft. Its ratings (`af`, `df`, `points`, `bf`) are given for each number of steps lost.

    `points` are those of a loaded bomber. `row`: the row of a fighter in the Air Combat Movement Chart. `strafes`: a
    fighter can strafe. `fights_when_empty`: a bomber without bombs fires as fighters do under the option `FIGHTERS`.
    `modes`: the modes in which it can bomb. `role`: fighter F, bomber B, dive bomber D, skip bomber S, torpedo bomber
    T, heavy bomber P, reconnaissance R, transport C.
    """

    model: str
    role: Literal["F", "B", "D", "S", "T", "P", "R", "C"]
    af: tuple[int | None, ...]
    df: tuple[int, ...]
    points: tuple[int, ...]
    bf: tuple[int | None, ...] = (None,)
    row: str = ""
    engines: Literal["single", "multi"] = "single"
    is_japanese: bool = False
    strafes: bool = False
    fights_when_empty: bool = False
    modes: tuple[str, ...] = ("regular",)


class Flight(Struct, frozen=True, omit_defaults=True):
    """An air unit in the battle. `hex` is empty off the board; `number` is that of its sequence marker.

    `enters`: the first round in which a mission flight may be on the board. `left`: the round in which an interceptor
    left it; None if it never left or is back. `emptied`: the round in which it dropped or jettisoned its bombs; 0 if
    it did not. `run`: the hexes flown straight since its last turn, roll or Immelmann. `high_rounds`: its impulses
    that ended at high altitude. `near_rounds`: the whole rounds that a patrol spent near the target; `far_in`: the
    last one in which it did not. `is_shaken`: it was disrupted without the loss of a step. `fought_in`: the last
    round in which it, a bomber, fired as a fighter does; 0 if never. `is_home`: it left for its base.
    `must_go_straight`: it must fly the next hex straight ahead; `straight_until`: the last round in which it may only
    fly straight ahead.
    """

    id: str
    team: Team
    craft: Aircraft
    number: int
    hex: str = ""
    facing: int = 0
    altitude: int = MEDIUM
    enters: int = 1
    left: int | None = None
    losses: int = 0
    is_disrupted: bool = False
    is_loaded: bool = False
    emptied: int = 0
    is_home: bool = False
    is_aborted: bool = False
    is_revealed: bool = False
    has_ace: bool = False
    has_surprise: bool = False
    has_fired: bool = False
    has_attacked: bool = False
    is_low_on_ammo: bool = False
    must_go_straight: bool = False
    straight_until: int = 0
    run: int = 0
    high_rounds: int = 0
    near_rounds: int = 0
    far_in: int = 0
    is_shaken: bool = False
    fought_in: int = 0
    bombing_drm: int = 0

    @property
    def is_lost(self) -> bool:
        """True if it has no step left."""
        return self.losses >= len(self.craft.df)

    @property
    def is_out(self) -> bool:
        """True if it takes no further part: it is lost, or it left for its base."""
        return self.is_home or self.is_lost

    @property
    def is_patrol(self) -> bool:
        """True if it is a bomber of the mission that came without bombs (7.3.5)."""
        return self.team == "mission" and self.craft.role not in "FC" and not self.is_loaded and not self.emptied

    @property
    def is_fighter(self) -> bool:
        """True if its counter is a fighter."""
        return self.craft.role == "F"

    def rating(self, ratings: Sequence[Any]) -> Any:
        """Return, from the ratings for each number of steps lost, the rating that holds now."""
        return ratings[min(self.losses, len(ratings) - 1)]


class AirTarget(Struct, frozen=True, omit_defaults=True):
    """The target of the mission on the ground or at sea.

    `strength` is the CF of a ground unit, `aa` the anti-aircraft factor (None if nothing fires), and `drm` the modifier
    of the bombs for its place: city, mountain, fortification.
    """

    kind: Literal["airbase", "mobile_airbase", "city", "supply", "ground", "naval"] = "city"
    strength: int = 1
    aa: int | None = None
    drm: int = 0


class CrippledRatings(Struct, frozen=True, omit_defaults=True):
    """The factors of a ship when it is crippled, and the modifier of bombs."""

    df: int
    aa: int
    drm: int = 0


class TargetShip(Struct, frozen=True, omit_defaults=True):
    """A ship on the board, with its defence (`df`) and anti-aircraft (`aa`) factors.

    `drm`: the modifier of bombs for its speed, or because it is crippled. `crippled`: the factors that it gets when it
    is crippled during the battle; None for a ship that sinks instead, or is crippled already.
    """

    id: str
    hex: str
    df: int
    aa: int
    drm: int = 0
    is_disrupted: bool = False
    is_crippled: bool = False
    crippled: CrippledRatings | None = None


class BombingResult(Struct, frozen=True, omit_defaults=True):
    """A bombing run that was resolved, with its mode, place and result.

    `column`: the total of die, BF and modifiers; 0 if no bombs fell. `result`: the cell of the bombing table, or
    "drop" for paratroops that jumped, and "drop-disrupted" if their aircraft was disrupted then.
    """

    flight: str
    mode: str
    hex: str
    altitude: int
    column: int
    result: str


class Cast(Struct, frozen=True, omit_defaults=True):
    """A die to be rolled.

    `by` and `at`: the positions in `flights` of the flight that acts and of its target; -1 if there is none. `add`: the
    modifier of anti-aircraft fire, or the interceptors' total in a contest. `natural`: the die that this die follows; 0
    if none. `mode`: that of the bombs.
    """

    kind: Literal["entry", "clearance", "shot", "lucky", "ace", "flak", "bomb", "contest"]
    by: int = -1
    at: int = -1
    add: int = 0
    natural: int = 0
    mode: str = ""


class AirBattle(Struct, frozen=True, omit_defaults=True):
    """The state of a battle.

    Dice that are due (`casts`) come first, then bombers that may answer (`asked`), then the flights whose impulse it is
    (`active`). Flights are given by their positions in `flights`. `entry`: the hexes in which an interceptor may enter
    now. `winner`: the team that may exchange sequence markers, `exchanges` times. `free_aces`: the Allied aces that can
    still emerge. `foul`: foul weather.
    """

    flights: tuple[Flight, ...]
    target: AirTarget = AirTarget()
    ships: tuple[TargetShip, ...] = ()
    options: frozenset[str] = frozenset()
    free_aces: int = 2
    foul: bool = False
    round: int = 1
    impulse: int = 0
    team: Team = "interceptor"
    active: tuple[int, ...] = ()
    motion: Motion | None = None
    has_fired: bool = False
    entry: tuple[str, ...] = ()
    asked: tuple[int, ...] = ()
    casts: tuple[Cast, ...] = ()
    winner: Team | None = None
    exchanges: int = 0
    attacks: tuple[BombingResult, ...] = ()
    is_over: bool = False

    @property
    def aborts(self) -> int:
        """The number of bombers that aborted: a Victory Point each. A transport is no bomber."""
        return sum(flight.is_aborted and flight.craft.role != "C" for flight in self.flights)

    def members(self, team: Team) -> tuple[int, ...]:
        """Return the positions in `flights` of a team's flights that still take part."""
        return tuple(at for at, flight in enumerate(self.flights) if flight.team == team and not flight.is_out)

    @property
    def goes_straight(self) -> bool:
        """True if the active flights may only fly straight ahead now."""
        active = (self.flights[at] for at in self.active)
        return any(flight.must_go_straight or self.round <= flight.straight_until for flight in active)

    def changed(self, at: int, **values: object) -> "AirBattle":
        """Return the battle after a change of one flight."""
        flight = structs.replace(self.flights[at], **values)
        return self.with_(flights=(*self.flights[:at], flight, *self.flights[at + 1 :]))

    def with_(self, **values: object) -> "AirBattle":
        """Return the battle after other changes."""
        return structs.replace(self, **values)


class BoardRules:
    """The board, charts and rulebook of one game, and the abilities of its flights."""

    def __init__(self, charts: AirCharts, game: str) -> None:
        self.charts = charts
        self.board = BoardHexes(charts.boards[game])
        self.book: AirBook = charts.books[game]
        self.tables = {name: PointTable(row, self.book) for name, row in charts.manoeuvres[game].items()}

    def points(self, flight: Flight, round: int) -> int:
        """Return the movement points of a flight in a round, at least one."""
        points: int = flight.rating(flight.craft.points)
        points += flight.is_disrupted * self.book.disrupted_points
        if flight.is_fighter:
            points += (flight.has_ace and flight.craft.is_japanese) * self.book.ace_points
        elif flight.craft.role != "C" and not flight.is_loaded and flight.emptied < round:
            points += 1
        return max(1, points)

    def ceiling(self, flight: Flight) -> int:
        """Return the greatest altitude that a flight may have now. A flight above it must dive first."""
        role, limit = flight.craft.role, self.book.high_rounds
        is_tired = limit and flight.craft.is_japanese and flight.high_rounds >= limit and role != "P"
        may = role in self.book.high or (self.book.high_unloaded and not flight.is_loaded)
        return HIGH if may and not is_tired else MEDIUM

    def table(self, flight: Flight) -> PointTable:
        """Return the ways in which a flight can spend its points."""
        if flight.is_fighter:
            return self.tables[flight.craft.row]
        if flight.craft.role == "C":
            return self.tables["transport"]
        return self.tables["bomber_loaded" if flight.is_loaded else "bomber_unloaded"]

    def steering(self, battle: AirBattle) -> FlightMotion:
        """Return the movement of the active flights.

        The first one moves by its own table, and the others keep their offsets from it.
        """
        first, *others = (battle.flights[at] for at in battle.active)
        wing = tuple(self.board.offset(first.hex, other.hex) for other in others)
        return FlightMotion(self.board, self.table(first), wing)
