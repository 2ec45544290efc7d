"""Secret Task Forces (16.1.4) at a table with a journal: Japan gets the same, whatever is behind the markers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec
import pytest

from rules_assist.assistant import Assistant
from rules_assist.sequence.phase_procedure import NEXT_PHASE
from tabletop.assistance import ProcedureQuestion
from tabletop.cli.report.narration import what_is_said
from tabletop.game.commands import Answer, AnyCommand, Begin
from tabletop.game.sight.seen_changes import Delta
from tabletop.journal.journal import Journal
from tabletop.session import Bookmark, Confirmed, News, Session
from tests.modules.fire_in_the_sky.conftest import World

SEED = "01" * 32


@dataclass
class Table:
    """A session of a world with a connection for each side, and their news: `own` of the Allies, `news` of Japan."""

    session: Session
    assistant: Assistant
    news: list[News] = field(default_factory=list)
    own: list[News] = field(default_factory=list)

    def __post_init__(self) -> None:
        heard = {"AL": self.own, "JP": self.news}
        self.seats = {side: self.session.join(side, news.append) for side, news in heard.items()}
        self.begun: Bookmark = self.seats["JP"].bookmark

    def does(self, by: str, command: AnyCommand) -> None:
        answer = self.seats[by].submit(command)
        assert isinstance(answer, Confirmed), answer

    def begin(self, by: str, procedure: str) -> None:
        self.does(by, Begin(procedure, side=by))

    def question(self, by: str) -> ProcedureQuestion:
        """Return the question that a side is asked."""
        return next(one for one in self.asked(by) if one.by == by)

    def asked(self, by: str) -> list[ProcedureQuestion]:
        """Return all open questions that a seat knows of."""
        return [one for frame in self.assistant.underway(self.seats[by].view, by) for one in frame.asked]

    def answer(self, by: str, *labels: str) -> None:
        """Answer the open question of a side with the options of these names."""
        one = self.question(by)
        values = [next(option.value for option in one.options if option.label.startswith(label)) for label in labels]
        self.does(by, Answer(one.frame, one.key, values[0] if one.kind in ("pick", "pause") else values))

    def form(self, by: str, force: str, *units: str, base: str = "") -> None:
        """Form a Task Force, and answer the questions that are asked."""
        self.begin(by, "form-task-force")
        if base and self.question(by).key == "base":
            self.answer(by, base)
        if self.question(by).key == "units":
            self.answer(by, *units)
        self.answer(by, force)

    def sail(self, by: str, procedure: str, goal: str, force: str = "") -> None:
        """Move a Task Force, and answer the questions that are asked."""
        self.begin(by, procedure)
        if force and self.asked(by) and self.question(by).key == "force":
            self.answer(by, force)
        if self.asked(by):
            self.answer(by, goal)

    def sent(self) -> list[tuple[int, str, bool, int, str]]:
        """Return what the stream of Japan holds: numbers, authors, sizes in bytes, and the sentences of the log."""
        entries = self.seats["JP"].missed(self.begun).entries
        assert len(entries) == len(self.news)
        return [
            (entry.number, entry.by, entry.by_rules, size_of(entry.delta), said(news))
            for entry, news in zip(entries, self.news, strict=True)
        ]


def said(news: News) -> str:
    """Return the sentences of a step that a seat has noticed."""
    return what_is_said(news.told, news.before, news.after)


def size_of(delta: Delta) -> int:
    """Return the size of a delta in bytes."""
    return len(msgspec.msgpack.encode(delta))


Begins = Callable[[], Table]


@pytest.fixture
def begins(world: World) -> Begins:
    """Return a function that begins a session of the world as it then is, with 16.1.4."""

    def begin() -> Table:
        ticks = count(1)
        assistant = Assistant(world.table.book)
        session = Session(
            Journal.in_memory(world.table.game, SEED),
            world.table.components,
            now_ms=lambda: next(ticks),
            policy=assistant.policy,
            observers=(assistant.observe,),
        )
        return Table(session, assistant)

    world.option("rule-16-1-4", "used")
    world.points(tp_us=20, oil=20, vp=25)
    return begin


HORNET, CRUISERS, BATTLESHIPS = "CV Hornet", "CA Cruiser Division 6", "BB Arizona"
FORCES = ((HORNET,), (CRUISERS,), (BATTLESHIPS,), (HORNET, CRUISERS), (HORNET, CRUISERS, BATTLESHIPS))

Stream = tuple[list[tuple[int, str, bool, int, str]], list[ProcedureQuestion]]
"""All that Japan gets in a phase: what its stream holds, and the questions that are open at the end."""


def streams(begins: Begins, plays: Callable[[Table, tuple[str, ...]], object]) -> tuple[list[Stream], list[list[str]]]:
    """Play a phase with a Task Force of each of the `FORCES`; return each time what Japan gets, and the Allies' log."""
    got, own = [], []
    for sailed in FORCES:
        table = begins()
        plays(table, sailed)
        sent = table.sent()
        assert sent
        got.append((sent, table.asked("JP")))
        own.append([said(news) for news in table.own])
    return got, own


def fleet_at(world: World, place: str) -> None:
    for kind in ("us_cv_hornet_wasp", "us_ca_crudiv6", "us_bb_arizona_oklahoma"):
        world.put(kind, place)


def test_japan_gets_the_same_whatever_forms_and_operates(world: World, begins: Begins) -> None:
    """With all ships of the base at sea, only one base is left to choose, and only one ship there."""
    world.now(4, "AL", 8)
    fleet_at(world, "Pearl Harbor")
    world.put("us_dd_desron1", "Noumea")

    def plays(table: Table, sailed: tuple[str, ...]) -> None:
        table.form("AL", "US Task Force 1", *sailed, base="Pearl Harbor")
        table.form("AL", "US Task Force 2", "DD", base="Noumea")
        table.sail("AL", "operate", "Midway", force="US Task Force 1")
        table.sail("AL", "operate", "Fiji", force="US Task Force 2")
        table.begin("AL", NEXT_PHASE)

    japan, allies = streams(begins, plays)
    assert japan == [japan[0]] * len(FORCES)
    assert allies[0] not in allies[1:]


def test_without_the_rule_japan_reads_which_ships_sail(world: World, begins: Begins) -> None:
    world.option("rule-16-1-4", "not-used")
    world.now(4, "AL", 8)
    fleet_at(world, "Pearl Harbor")

    def sent(*sailed: str) -> list[tuple[int, str, bool, int, str]]:
        table = begins()
        table.form("AL", "US Task Force 1", *sailed)
        return table.sent()

    assert sent(HORNET) != sent(CRUISERS)


def test_japan_gets_the_same_whatever_reacts(world: World, begins: Begins) -> None:
    """The battleships can reach only the nearer enemy, so they have no choice. What cannot react is broken up."""
    world.now(4, "JP", 9)
    fleet_at(world, "Pearl Harbor")
    world.force("Fleet 1", "Johnston", "jp_dd_desron1")
    world.force("Fleet 2", "Midway", "jp_dd_desron3")

    def plays(table: Table, sailed: tuple[str, ...]) -> None:
        table.form("AL", "US Task Force 1", *sailed)
        table.sail("AL", "react", "Johnston")

    japan, allies = streams(begins, plays)
    assert japan == [japan[0]] * len(FORCES)
    assert allies[0] not in allies[1:]


def test_japan_gets_the_same_when_an_operation_is_undone(world: World, begins: Begins) -> None:
    world.now(4, "AL", 8)
    fleet_at(world, "Pearl Harbor")
    world.put("us_dd_desron1", "Noumea")

    def plays(table: Table, sailed: tuple[str, ...]) -> None:
        table.form("AL", "US Task Force 1", *sailed, base="Pearl Harbor")
        table.begin("AL", "form-task-force")
        assert isinstance(table.seats["AL"].undo(), Confirmed)
        if table.asked("AL"):
            assert isinstance(table.seats["AL"].undo(), Confirmed)
        assert isinstance(table.seats["AL"].undo(), Confirmed)

    japan, allies = streams(begins, plays)
    assert japan == [japan[0]] * len(FORCES)
    assert allies[0] not in allies[1:]


def test_each_seat_is_asked_on_in_an_attack_of_submarines(world: World, begins: Begins) -> None:
    """The phasing side has only one attack to choose; then the other side is asked at which unit it fires (11.1)."""
    world.now(4, "JP", 11)
    world.points(sub_us=1)
    world.force("Japanese Fleet 1", "Wake", "jp_bb_kongo_haruna", "jp_bb_nagato_mutsu")
    table = begins()
    table.begin("AL", "submarines")
    table.answer("AL", "Japanese Fleet 1")
    assert {option.label for option in table.question("AL").options} == {"BB Kongo, Haruna", "BB Nagato, Mutsu"}
    table.answer("AL", "BB Kongo")
    assert table.question("AL").kind == "pause"


def test_each_seat_announces_its_targets_in_the_order_of_the_table(world: World, begins: Begins) -> None:
    """The numbers of pieces differ in each view, so the order of the questions must not depend on them (11.2.2.3)."""
    world.now(4, "AL", 11)
    world.force("Japanese Fleet 2", "Midway", "jp_bb_kongo_haruna")
    world.force("Japanese Fleet 1", "Midway", "jp_bb_nagato_mutsu")
    world.force("US Task Force 1", "Midway", "us_cv_hornet_wasp", "us_cv_saratoga_enterprise")
    table = begins()
    table.begin("AL", "battle")
    found = []
    while table.asked("AL") and (one := table.question("AL")).kind == "number":
        found.append(one.key)
        table.does("AL", Answer(one.frame, one.key, 1))
    assert found == ["at Japanese Fleet 1", "at Japanese Fleet 2"]


def test_ships_face_each_other_as_a_seat_pairs_them(world: World, begins: Begins) -> None:
    """An answer is paired with the other line in the order that the seat is shown, not by its numbers (11.2.3.a)."""
    world.now(4, "JP", 11)
    world.force("US Task Force 1", "Midway", "us_dd_desron1", "us_ca_crudiv6", "us_bb_arizona_oklahoma")
    world.force("Japanese Fleet 1", "Midway", "jp_dd_desron1", "jp_bb_kongo_haruna", "jp_bb_nagato_mutsu")
    table = begins()
    table.begin("JP", "battle")
    while (one := next(each for by in table.seats for each in table.asked(by) if each.options)).key != "pairs":
        table.answer(one.by, *[option.label for option in one.options if one.kind != "pause"] or ["Roll the rest"])
    said = zip(one.options, one.against, strict=True)
    table.answer(one.by, *[option.label for option in one.options])
    (frame,) = table.session.game.frames.values()
    matches: list[dict[str, list[str]]] = msgspec.convert(frame.state, dict[str, Any])["matches"]
    paired = {(name_of(table, match["ship"]), name_of(table, *match["foes"])) for match in matches}
    assert {(ship.label, foe.label) for ship, foe in said} <= paired


def name_of(table: Table, said: object) -> str:
    """Return the name of a piece in the state of a procedure."""
    game = table.session.game
    return game.kinds[game.pieces[int(str(said).removeprefix("piece:"))].kind].name
