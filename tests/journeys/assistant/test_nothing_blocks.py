"""Nothing blocks the window: the work of its thread is counted in each turn of its event loop.

The clocks that divide work advance by 4 ms whenever they are read. So a turn does only a few things of each sort,
unless its work is not divided.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from time import sleep

import pytest
from PySide6.QtWidgets import QApplication

from rules_assist.assistant import Assistant
from tabletop.desktop.assistant.standing_findings import AT_ONCE
from tabletop.desktop.battle import battle_canvas
from tabletop.desktop.battle.battle_board import BattleBoard
from tabletop.desktop.drawing.counter_pixmaps import FacePixmaps
from tabletop.desktop.scene import table_scene
from tabletop.desktop.scene.layers import sheet_tiles
from tabletop.desktop.scene.layers.sheet_tiles import SheetTiles
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.game.commands import At, Begin, MovePieces, SetTracker
from tests.journeys.assistant.test_with_the_assistant import said
from tests.journeys.conftest import CTRL, Player

TURNS = 120
A_LOOK_S = 0.004

TILES = 6
PILES = 6
FACES = 8
"""The largest number of map tiles, piles and counter faces drawn in a turn."""


class Work:
    """A counter of the work of each sort, by name, in every turn of the event loop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.turns: list[Counter[str]] = [Counter()]
        self._patch = monkeypatch
        for owner, name in (
            (SheetTiles, "_make_tile"),
            (SheetTiles, "_make_fitted"),
            (FacePixmaps, "_face"),
            (TableScene, "_draw"),
            *((Assistant, name) for name in ("findings", "now", "underway", "overlay", "lift")),
        ):
            self._count(owner, name)
        turn = Player.turn

        def count_anew(player: Player) -> None:
            self.turns.append(Counter())
            turn(player)

        monkeypatch.setattr(Player, "turn", count_anew)

    def _count(self, owner: type, name: str) -> None:
        does = getattr(owner, name)

        def counted(*given: object, **named: object) -> object:
            self.turns[-1][name] += 1
            return does(*given, **named)

        self._patch.setattr(owner, name, counted)

    def follow(self, act: Callable[[], object]) -> Counter[str]:
        """Do an action and process its events. Return the most work of each sort in one turn of the event loop."""
        self.turns = [Counter()]
        act()
        for _ in range(TURNS):
            self.turns.append(Counter())
            QApplication.processEvents()
            sleep(0.005)
        most: Counter[str] = Counter()
        for turn in self.turns:
            most |= turn
        return most

    @property
    def whole(self) -> Counter[str]:
        """All work since the last action began."""
        return sum(self.turns, Counter())


class _Hasty:
    """A clock that shows no time at the first reading, and at each later one more than any limit."""

    def __init__(self) -> None:
        self._looks = 0

    def start(self) -> None:
        """Start the clock."""

    def elapsed(self) -> int:
        """Return the time in ms: 0 at the first reading, then 1,000."""
        self._looks += 1
        return 0 if self._looks == 1 else 1_000


@pytest.fixture
def work(monkeypatch) -> Iterator[Work]:
    ticks = count()
    for module in (sheet_tiles, table_scene):
        monkeypatch.setattr(module, "perf_counter", lambda: next(ticks) * A_LOOK_S)
    monkeypatch.setattr(battle_canvas, "QElapsedTimer", _Hasty)
    return Work(monkeypatch)


@pytest.fixture
def assisted(table: Player) -> Player:
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    for _ in range(TURNS):
        table.turn()
        sleep(0.005)
    return table


def test_zooming_makes_a_few_tiles_in_a_turn(assisted: Player, work: Work):
    at, made = assisted.at("Manila"), Counter()
    for _ in range(5):
        most = work.follow(lambda: assisted.wheel(at, 2, CTRL))
        made += work.whole
        assert most["_make_tile"] + most["_make_fitted"] <= TILES
        assert most["_draw"] <= PILES, most
    assert made["_make_tile"] + made["_make_fitted"] > 10, "there was something to be parted"


def test_the_next_phase_asks_the_assistant_once_for_each_thing(assisted: Player, work: Work):
    for _ in range(4):
        most = work.follow(lambda: assisted.window.trigger("next-phase"))
        assert (most["now"], most["underway"]) == (1, 1)
        assert most["findings"] <= AT_ONCE
        assert work.whole["now"] <= 2


def test_the_first_battle_board_draws_its_counters_one_in_a_turn(assisted: Player, work: Work):
    assisted.model.submit(SetTracker("Turn", (0, 0, 6)))
    goal = assisted.board().find("Pearl Harbor")
    assisted.model.submit(MovePieces(assisted.pieces("Paramushiro"), At("pacific", goal)))
    assisted.settle()
    most = work.follow(lambda: assisted.model.submit(Begin("battle", {"place": goal}, "JP")))
    assert assisted.game.frames
    assert assisted.find(BattleBoard).isVisible()
    assert most["_face"] <= FACES
    assert (most["underway"], most["now"]) == (1, 1)


def test_a_move_taken_back_is_judged_once(assisted: Player, work: Work):
    goal = assisted.board().find("Pearl Harbor")
    assisted.submit(MovePieces(assisted.pieces("Paramushiro"), At("pacific", goal)))
    for name in ("undo", "redo"):
        most = work.follow(lambda name=name: assisted.window.trigger(name))
        assert most["findings"] <= AT_ONCE
        assert (most["underway"], most["now"]) == (1, 1)


def test_pieces_in_the_hand_are_looked_at_once(assisted: Player, work: Work):
    assisted.look("Paramushiro")
    start, end = assisted.of(assisted.pieces("Paramushiro")[-1]), assisted.at("Paramushiro", dx=600)
    work.follow(lambda: assisted.drag(start, end))
    assert work.whole["lift"] == 1
    assert work.whole["findings"] <= AT_ONCE
    assert work.whole["now"] <= 3
