"""A table of Fire in the Sky on which tests put what they speak of, and the module's Python under its own names."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType

import pytest

from rules_assist.cases.table import UMPIRE, CaseTable, Event
from rules_assist.policy import new_findings
from rules_assist.rulebook import RuleBook, load_rulebook
from rules_assist.situation import Situation
from tabletop.assisting import Finding
from tabletop.dice import Scripted
from tabletop.game.commands import AllOf, AnyCommand, At, MovePieces, PlaceNew, SetOption, SetTracker, SetTrait
from tabletop.game.outcome import Done
from tabletop.game.patch import pieces_of
from tabletop.game.values import Value
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import bare_table, new_game

PHASES = {5: 0, 6: 1, 7: 2, 8: 3, 9: 4, 10: 5, 11: 6, 12: 7, 13: 8, 14: 9}
SIDES = ("JP", "AL")


@pytest.fixture(scope="session")
def book() -> RuleBook:
    """The rule book of the module."""
    return load_rulebook(load_module(shipped.path("modules", "fire_in_the_sky")))


@dataclass(frozen=True)
class Code:
    """The files of the module's Python, by name: `code.paths`."""

    book: RuleBook

    def __getattr__(self, name: str) -> ModuleType:
        folder = "checks." if name in ("journeys", "movement", "payment", "phases", "places", "replacements") else ""
        return import_module(f"wartable_module_fire_in_the_sky.rules.{folder}{name}")


@pytest.fixture(scope="session")
def code(book: RuleBook) -> Code:
    """The module's Python as the rule book loaded it."""
    return Code(book)


@dataclass
class World:
    """A table and what is done to it; `put` and the others do it as the umpire."""

    table: CaseTable
    code: Code
    names: dict[str, int] = field(default_factory=dict)

    def do(self, command: AnyCommand, by: str = UMPIRE) -> Event:
        event = self.table.do(by, command)
        assert isinstance(event.outcome, Done), (command, event.outcome)
        return event

    def put(self, kind: str, place: str, **state: Value) -> int:
        """A new piece of a kind at a place of the Pacific."""
        known = set(self.table.game.pieces)
        map_id = "pools" if place in ("Markers", "Removed") or place.endswith("pool") else "pacific"
        self.do(PlaceNew(kind, At(map_id, place)))
        (piece,) = set(self.table.game.pieces) - known
        self.give([piece], **state)
        return piece

    def give(self, pieces: Iterable[int], **state: Value) -> None:
        for name, value in state.items():
            self.do(SetTrait(tuple(pieces), name, value))

    def move(self, pieces: Iterable[int], place: str) -> Event:
        return self.do(MovePieces(tuple(pieces), At("pacific", place)))

    def force(self, name: str, place: str, *kinds: str, **state: Value) -> tuple[int, ...]:
        """A Task Force of new pieces."""
        pieces = tuple(self.put(kind, place) for kind in kinds)
        self.give(pieces, force=name, **state)
        return pieces

    def hold(self, side: str, *places: str) -> None:
        """Give bases to a side by control cubes."""
        for place in places:
            here = self.code.facts.facts_of(self.situation()).cubes.get(self.cell(place))
            if here:
                self.do(MovePieces((here[0],), At("pools", "Markers")))
            self.put("cube_jp" if side == "JP" else "cube_al", place)

    def cell(self, place: str) -> str:
        found = self.table.components.maps["pacific"].find(place)
        assert found, place
        return found

    def now(self, turn: int, part: str, phase: int) -> None:
        self.do(SetTracker("Turn", (turn - 1, SIDES.index(part), PHASES[phase])))

    def option(self, id: str, choice: str) -> None:
        self.do(SetOption(id, choice))

    def points(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self.do(self.code.points.set_points(self.situation(), name, number))

    def situation(self, side: str = "") -> Situation:
        return self.table.situation(self.table.game, side)

    @property
    def facts(self) -> object:
        return self.code.facts.facts_of(self.situation())

    def unit(self, piece: int) -> object:
        """The unit a piece now is."""
        return self.facts.unit(piece)

    def piece(self, kind: str, number: int = 0) -> int:
        """The piece of a kind."""
        game = self.table.game
        return [id for id in game.pieces if game.kind_of(id).key == kind][number]

    def wrong(self, event: Event, side: str = "", due: str | None = None) -> dict[str, Finding]:
        """What is newly wrong after an event, by check."""
        checks = [check for check in self.table.book.checks.values() if due in (None, check.due)]
        before = self.table.situation(event.before, side)
        moved = pieces_of(event.outcome.patch)
        return {found.check: found for found in new_findings(checks, before, before.at(event.after), moved)}

    def step(self, *commands: AnyCommand, by: str = UMPIRE) -> Event:
        return self.do(AllOf(commands), by)


@pytest.fixture
def world(book: RuleBook, code: Code) -> World:
    """An empty table on turn 1 in the first phase, with the markers of the General Record Track at 0."""
    made = World(CaseTable(book, bare_table(book.module, {}, Scripted([])), Scripted([])), code)
    for marker in code.points.MARKERS.values():
        made.put(marker, "general-track.0")
    return made


@pytest.fixture
def december(book: RuleBook, code: Code) -> World:
    """December 1941 as it is set up."""
    return World(CaseTable(book, new_game(book.module, "december-1941", {}, Scripted([])), Scripted([])), code)


@pytest.fixture
def july(book: RuleBook, code: Code) -> World:
    """July 1942 as it is set up."""
    return World(CaseTable(book, new_game(book.module, "july-1942", {}, Scripted([])), Scripted([])), code)
