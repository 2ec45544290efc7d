"""A board on which flights of aircraft turn, climb, dive and fire, as a procedure in progress shows it to one side.

Everything on it is a value of the page, so the window knows no rules. Actions are words: those that answer the question
that the procedure asks.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

UNKNOWN: Final = -1
"""The altitude of a flight whose altitude this side does not know."""
FIGHT_ON: Final = "fight"
"""The option by which a side lets its flights fight on by a plan; the question for this plan follows."""
LETTERS: Final = "LMH"
"""The letters of the altitudes: low, medium, high."""
FACINGS: Final = ("N", "NE", "SE", "S", "SW", "NW")
"""The names of the facings, clockwise from north."""

FlightSign: TypeAlias = Literal["disrupted", "loaded", "ace", "no-ammo", "surprise"]
FlightTurn: TypeAlias = Literal["done", "now", "next", "later"]


class BoardHex(NamedTuple):
    """A hex: its name, and its centre in whole units, x to the right and y downwards.

    Its corners are at (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1) and (1, -1) from the centre.
    """

    name: str
    x: int
    y: int


class FlightZone(NamedTuple):
    """Hexes of one use, and the label on them: targets, the mission's entry, or a group of the interceptors' entry.

    A group's label is drawn once, at the edge of the board beside its hexes; any other label is drawn in each hex.
    """

    use: Literal["target", "mission", "group"]
    hexes: tuple[str, ...]
    label: str


class BoardFlight(Struct, frozen=True):
    """A flight. `silhouette` is the name of its drawing, `label` its name in short, and `note` its state in words.

    `hex` is empty off the board. `facing` counts hexsides clockwise from north. `altitude`: 0 low, 1 medium, 2 high.
    `number` is that of its sequence marker, 0 if it is not known. `steps`: those left, and those of a full flight.
    `has_acted` is true if its turn in this round is over. `figures` are its attack, defence and movement points, in
    words.
    """

    id: str
    side: str
    silhouette: str
    label: str
    title: str
    note: str
    hex: str = ""
    facing: int = 0
    altitude: int = UNKNOWN
    number: int = 0
    steps: tuple[int, int] = (2, 2)
    signs: tuple[FlightSign, ...] = ()
    has_acted: bool = False
    figures: tuple[str, ...] = ()


class OrderLine(NamedTuple):
    """The turn of a flight in the round. `impulse` is its number, 0 if not known; `note` is its state in words."""

    impulse: int
    flight: str
    turn: FlightTurn
    note: str


class SpentPoint(NamedTuple):
    """A use of movement points: the words for it, and the number of points (0: it was free; below 0: gained)."""

    words: str
    points: int


class MotionStep(NamedTuple):
    """A place that the moving flight can reach, and the action that leads there from the step `before` (its index).

    The first step, with `before` -1, is where the flight is. `points` are the movement points that are left there.
    """

    hex: str
    facing: int
    altitude: int
    points: int
    word: str
    before: int


class BoardShot(Struct, frozen=True):
    """A shot of the moving flight at `flight`; or the answer of the bomber `flight`, a shot at the moving flight.

    `word` is its action; empty if it is not possible, and `why_not` and `rule` then say why. `chances` are those of no
    effect, of disruption, and of a lost step, in thousandths. `sum` is the calculation in one line.
    """

    flight: str
    word: str
    note: str
    rule: str
    chances: tuple[int, int, int] = (0, 0, 0)
    sum: str = ""
    why_not: str = ""


class PlacedShot(NamedTuple):
    """The best shot that the moving flight would have in a hex with a facing: the target, its range, and the chances.

    `chances` are those of no effect, of disruption, and of a lost step, in thousandths.
    """

    hex: str
    facing: int
    flight: str
    range: int
    chances: tuple[int, int, int]


class BoardDeed(NamedTuple):
    """An action with its key and its price. `word` is empty if it is not possible now, and `why_not` then says why."""

    key: str
    title: str
    price: str
    word: str
    why_not: str = ""


class BoardDie(NamedTuple):
    """A die that was rolled. `items` are the parts of the sum, each with its rule's number and value."""

    title: str
    die: int
    items: tuple[tuple[str, str, int], ...]
    total: int
    needs: str
    result: str


class FlightPlan(NamedTuple):
    """The choices of a flight before the battle: its numbers, its altitudes, and those proposed.

    The choice of a number and of an altitude is the option `plan_word(flight, number, altitude)` of the question.
    """

    flight: str
    numbers: tuple[int, ...]
    altitudes: tuple[int, ...]
    number: int
    altitude: int


class FlightBerth(NamedTuple):
    """The proposed place of a flight on the board before the battle."""

    flight: str
    hex: str
    facing: int


class SidePlans(NamedTuple):
    """The plans by which a side can let its flights fight on, each with its word and title. `usual` is the word of the
    default plan.
    """

    side: str
    plans: tuple[tuple[str, str], ...]
    usual: str


class FlightPage(Struct, frozen=True):
    """A battle of flights as one side sees it.

    `acts` is the side that decides, and `active` the flights whose turn it is; `answers` is a bomber that may fire at
    them now, or "". `spent` and `points` are the movement points; `path` are the hexes that were flown in this turn,
    each with a word for something special that was done there. `arc` is the front arc of the first active flight, if
    that is a fighter. `guns` are the hexes in which bombers may answer the first active flight. `reach` are the places
    that this flight can come to, and `placed_shots` the best shots there. `usual` are the actions that the program
    proposes for the points of the side that decides, each as a word with its title. `plans` and `berths` are asked
    before the battle begins.

    `fights` are the plans of both sides for the rest of the battle, and `stops` the events after which a side decides
    again, each with its word and title. `forecast` is the id of the forecast of the rest of the battle.
    """

    title: str
    note: str
    round: int
    rounds: int
    acts: str
    hexes: tuple[BoardHex, ...]
    zones: tuple[FlightZone, ...]
    flights: tuple[BoardFlight, ...]
    order: tuple[OrderLine, ...] = ()
    active: tuple[str, ...] = ()
    answers: str = ""
    spent: tuple[SpentPoint, ...] = ()
    points: int = 0
    path: tuple[tuple[str, str], ...] = ()
    arc: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    reach: tuple[MotionStep, ...] = ()
    shots: tuple[BoardShot, ...] = ()
    placed_shots: tuple[PlacedShot, ...] = ()
    deeds: tuple[BoardDeed, ...] = ()
    usual: tuple[tuple[str, str], ...] = ()
    usual_note: str = ""
    dice: tuple[BoardDie, ...] = ()
    plans: tuple[FlightPlan, ...] = ()
    berths: tuple[FlightBerth, ...] = ()
    fights: tuple[SidePlans, ...] = ()
    stops: tuple[tuple[str, str], ...] = ()
    forecast: str = ""

    def flight(self, id: str) -> BoardFlight:
        """Return a flight by its id. Raises KeyError."""
        for each in self.flights:
            if each.id == id:
                return each
        raise KeyError(id)


def plan_word(flight: str, number: int, altitude: int) -> str:
    """Return the option that gives a flight this number and this altitude before the battle."""
    return f"{flight} {number} {LETTERS[altitude]}"


def berth_word(hex: str, facing: int) -> str:
    """Return the word for a hex with a facing: the option that places a flight there before the battle, and the end of
    the word of an entry.
    """
    return f"{hex} {facing}"


def order_word(plan: str, stop: str) -> str:
    """Return the option by which a side fights on by this plan, and decides again after this event."""
    return f"{plan} {stop}"


def forecast_word(forecast: str, plans: Iterable[str]) -> str:
    """Return the id of the forecast in which the sides have these plans, in the order of the page."""
    return " ".join((forecast, *plans))
