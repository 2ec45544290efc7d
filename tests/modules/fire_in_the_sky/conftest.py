"""A table of Fire in the Sky on which tests put the pieces they need, and the module's Python under its own names."""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from types import ModuleType

import pytest

from rules_assist.cases.run.case_table import UMPIRE, CaseTable, Event
from rules_assist.chance.odds import Tries
from rules_assist.policy import new_findings
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import asked
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.assistance import Finding, ProcedureQuestion
from tabletop.dice import ScriptedChance
from tabletop.game.change.outcome import Done
from tabletop.game.change.patch import pieces_of
from tabletop.game.commands import (
    Answer,
    AnyCommand,
    At,
    Batch,
    Begin,
    MovePieces,
    PlaceNew,
    SetOption,
    SetTracker,
    SetTrait,
)
from tabletop.game.state.values import Value
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import bare_table, new_game

PHASES = {5: 0, 6: 1, 7: 2, 8: 3, 9: 4, 10: 5, 11: 6, 12: 7, 13: 8, 14: 9}
SIDES = ("JP", "AL")


@pytest.fixture(scope="session")
def book() -> RuleBook:
    """Return the rule book of the module."""
    return load_rulebook(load_module(shipped.path("modules", "fire_in_the_sky")))


@dataclass(frozen=True)
class Code:
    """The files of the module's Python, by name: `code.facts`."""

    book: RuleBook

    def __getattr__(self, name: str) -> ModuleType:
        package = "wartable_module_fire_in_the_sky.rules."
        return next(
            file for known, file in sys.modules.items() if known.startswith(package) and known.endswith(f".{name}")
        )


@pytest.fixture(scope="session")
def code(book: RuleBook) -> Code:
    """Return the files of the module's Python, as the rule book loaded them."""
    return Code(book)


@dataclass
class World:
    """A table of the game for a test. Its methods change the table as the umpire."""

    table: CaseTable
    code: Code
    names: dict[str, int] = field(default_factory=dict)

    def do(self, command: AnyCommand, by: str = UMPIRE) -> Event:
        event = self.table.do(by, command)
        assert isinstance(event.outcome, Done), (command, event.outcome)
        return event

    def put(self, kind: str, place: str, **state: Value) -> int:
        """Put a new piece of a kind at a place, with these values of properties, and return its id."""
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
        """Put a Task Force of new pieces at a place, and return their ids."""
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
        """Return the current unit of a piece."""
        return self.facts.unit(piece)

    def piece(self, kind: str, number: int = 0) -> int:
        """Return the id of a piece of a kind; `number` chooses one of several, from 0."""
        game = self.table.game
        return [id for id in game.pieces if game.kind_of(id).key == kind][number]

    def wrong(self, event: Event, side: str = "", due: str | None = None) -> dict[str, Finding]:
        """Return the new findings after an event, by the id of their check."""
        checks = [check for check in self.table.book.checks.values() if due in (None, check.due)]
        before = self.table.situation(event.before, side)
        moved = pieces_of(event.outcome.patch)
        return {found.check: found for found in new_findings(checks, before, before.at(event.after), moved)}

    def step(self, *commands: AnyCommand, by: str = UMPIRE) -> Event:
        return self.do(Batch(commands), by)


# --- battles of random forces ---

LANDS = ("Wake", "Malaya", "Kure", "Rabaul", "Surabaya", "Singapore", "Davao")
MEETINGS = (*LANDS, "1407")
HALVES = ("Malaya West", "Malaya East")
PREFIXES = {"JP": "jp", "AL": "us"}
RULES = [f"rule-16-{number}" for number in ("1-2", "1-6", "1-7", "2-1", "2-2", "2-3", "2-4", "2-5", "2-6")]


class Scene:
    """A hex in which random forces of both sides have met."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.random = Random(seed)
        self.place = self.random.choice(MEETINGS)
        world.table.chance = Tries(seed)
        world.now(self.random.randint(1, 16), self.random.choice(("JP", "AL")), 11)
        world.points(vp=24, merchantmen=60, sub_japan=2, sub_us=2)
        self._options(world.table.book)
        for marker in ("tokyo_express", "battle", "air_status_jp", "air_status_al", "occupied_base"):
            world.put(marker, "Markers")
        for side in PREFIXES:
            self._side(side)
        self._from_afar()

    def _options(self, book: RuleBook) -> None:
        options = [each for each in book.module.about.options if each.group == "Rulings" or each.id in RULES]
        self.world.step(*(SetOption(each.id, self.random.choice(each.choices)) for each in options))

    def _side(self, side: str) -> None:
        ships, land = self._kinds("naval", side, 40), self._kinds("land", side, 4)
        guns = [ship for ship in ships if "_cv" not in ship]
        fresh = self._kinds("replacements", side, 1)
        for number in range(self.random.randint(0, 3)):
            fleet = self.random.choice((ships, guns, guns))
            members = [fleet.pop() for _ in range(self.random.randint(0, 4))]
            ships = [ship for ship in ships if ship not in members]
            guns = [ship for ship in guns if ship not in members]
            aboard = self.random.choice(((), land, [f"{PREFIXES[side]}_air"], fresh))
            members += [aboard.pop()] if aboard else []
            self._force(f"{side} {number}", members)
        at_base = (
            [*ships[: self.random.randint(0, 2)], *land[: self.random.randint(0, 1)]] if self.place in LANDS else []
        )
        for kind in (*at_base, *[f"{PREFIXES[side]}_air"] * self.random.randint(0, 2)):
            self._put(kind)

    def _kinds(self, group: str, side: str, count: int) -> list[str]:
        """Return at most `count` random kinds of counters of a group and side, each once; never the Taiho."""
        tray = self.world.table.book.module.tray
        found = [each.kind.key for each in tray if (each.group, each.kind.side) == (group, side)]
        found = [key for key in found if key != "jp_cv_taiho"]
        return self.random.sample(found, min(count, len(found)))

    def _from_afar(self) -> None:
        """Put air units next to this hex that are committed to it. At Kure, also put units into the boxes of 6.1.1."""
        cell = self.world.cell(self.place)
        beside = self.world.facts.geography.adjacent[cell][0]
        for _ in range(self.random.randint(0, 3)):
            self.world.put(f"{PREFIXES[self.world.facts.moment.phasing]}_air", beside, committed=cell)
        if self.place == "Kure":
            self.world.put("jp_air", "Naval Aviation (Kure)")
            self.world.put("jp_cv_taiho", "Carriers without Planes (Kure)")

    def _put(self, kind: str) -> int:
        piece = self.world.put(kind, self.place)
        turned = {"land": "reduced", "air": "strength 1"}
        group = kind.split("_")[1]
        if group in ("land", "air") and self.random.random() < 0.1:
            self.world.give([piece], hits=1)
        if group in turned and self.random.random() < 0.4 and "abda" not in kind:
            self.world.give([piece], Shows=turned[group])
        return piece

    def _force(self, name: str, kinds: list[str]) -> None:
        if not kinds:
            return
        pieces = [self._put(kind) for kind in kinds]
        self.world.give(pieces, force=name)
        if self.place == "Malaya":
            self.world.give(pieces, half=self.random.choice(HALVES))
        ships = [piece for piece, kind in zip(pieces, kinds, strict=True) if self._is_ship(piece)]
        if ships:
            self.world.give(ships, Shows="operational")

    def _is_ship(self, piece: int) -> bool:
        return self.world.unit(piece).group == "naval"

    # playing

    def combat(self) -> Iterator[ProcedureQuestion]:
        """Play the attacks of the submarines, then the battle, if they can begin. Yield each answered question."""
        for id in ("submarines", "battle"):
            procedure = self.world.table.book.procedures[id]
            side = next((side for side in SIDES if not procedure.may_begin(self.world.situation(), side)), "")
            if side:
                yield from self.play(id, side)

    def play(self, procedure: str, side: str = "") -> Iterator[ProcedureQuestion]:
        """Play a procedure to its end with random answers, and yield each answered question."""
        self.begin(procedure, side)
        while self.world.table.game.frames:
            frame, one = self.open()
            assert any(self.answer(frame, one, self.by_chance(one)) for _ in range(20)), one
            yield one

    def begin(self, procedure: str, side: str = "") -> None:
        """Begin a procedure for a side, or else the phasing one."""
        event = self.world.table.do(UMPIRE, Begin(procedure, side=side or self.world.facts.moment.phasing))
        assert isinstance(event.outcome, Done), event.outcome

    def open(self) -> tuple[int, ProcedureQuestion]:
        """Return the newest procedure in progress, and one of its open questions."""
        frame = self.world.table.game.frames.keys()[-1]
        questions = [each for each in asked(self.world.situation(), frame) if not each.answered]
        return frame, self.random.choice(questions)

    def answer(self, frame: int, one: ProcedureQuestion, answer: object) -> bool:
        """Answer a question; return whether the answer was possible."""
        outcome = self.world.table.do(UMPIRE, Answer(frame, one.key, answer)).outcome
        return isinstance(outcome, Done)

    def by_chance(self, one: ProcedureQuestion) -> object:
        values = [choice.value for choice in one.options]
        match one.kind:
            case "pick" | "pause":
                return self.random.choice(values)
            case "confirm":
                return self.random.random() < (0.2 if "withdraws" in one.key else 0.7)
            case "number":
                return self.random.randint(one.least, one.most)
            case "order":
                return self.random.sample(values, len(values))
        count = self.random.randint(one.least, one.most)
        return [self.random.choice(values) for _ in range(count)] if one.repeats else self.random.sample(values, count)


def empty_world(book: RuleBook, code: Code) -> World:
    """Return an empty table on turn 1 in the first phase, with the markers of the General Record Track at 0."""
    made = World(CaseTable(book, bare_table(book.module, {}, ScriptedChance([])), ScriptedChance([])), code)
    for marker in code.points.MARKERS.values():
        made.put(marker, "general-track.0")
    return made


@pytest.fixture
def world(book: RuleBook, code: Code) -> World:
    """Return an empty table on turn 1, with the markers of the General Record Track at 0."""
    return empty_world(book, code)


@pytest.fixture
def december(book: RuleBook, code: Code) -> World:
    """Return a table with December 1941 set up."""
    return World(
        CaseTable(book, new_game(book.module, "december-1941", {}, ScriptedChance([])), ScriptedChance([])), code
    )


@pytest.fixture
def july(book: RuleBook, code: Code) -> World:
    """Return a table with July 1942 set up."""
    return World(CaseTable(book, new_game(book.module, "july-1942", {}, ScriptedChance([])), ScriptedChance([])), code)


@pytest.fixture
def scene_of(book: RuleBook, code: Code) -> Callable[[int], Scene]:
    """Return a function that makes the scene of random forces with a given seed, on a new table."""
    return lambda number: Scene(empty_world(book, code), number)
