"""The steps of a record's current phase: since the last turn of a tracker that is not undone."""

from typing import NamedTuple

from hypothesis import example, given
from hypothesis import strategies as st

from tabletop.game.change.draft import apply
from tabletop.game.change.hand_moves import TRACKER
from tabletop.game.change.patch import Know, Make, MakeHolder, Sit
from tabletop.game.commands import Batch, MovePieces, SetProperty, Spot
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, ModuleName, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.journal.journal import Journal
from tabletop.journal.phase import phase_so_far
from tabletop.session import Connection, Session

ANNA, UNITS = "anna", (10, 11, 12)
TURN, UNDO, REDO = "turn", "undo", "redo"
Doing = str | int


def start() -> Game:
    """Return a game with three counters of the first side in a stack, and two in a hand of which the other side sees
    only the backs.
    """
    game = empty_game(("red", "blue"), ("main",), ModuleName("small", "1", "0"), secret="s")
    held = Holder("stack", 0, 0, 0, "", 0, 1, (), game.open_looks, (0, 0, 0))
    hidden = Holder("hand", -1, 0, 0, "", 0, 0, (), (4, 2), (0, 0, 0), name="hand", owner=1)
    changes = [Know(1, Kind("unit", "Unit")), Sit(ANNA, Seat((0,))), MakeHolder(2, held), MakeHolder(3, hidden)]
    changes += [Make(20 + i, 1, 3, 0, (), game.open_sight) for i in range(2)]
    changes += [Make(unit, 1, 2, 0, (), game.open_sight) for unit in UNITS]
    return apply(game, changes)[0]


class Phase(NamedTuple):
    """A phase as a table without a record would remember it: the step that began it (0 for the first phase), and its
    moves that are not undone.
    """

    number: int
    moves: tuple[int, ...] = ()


class Table:
    """A side's table with a record, and a list of its moves that are not undone, kept without the code under test."""

    def __init__(self) -> None:
        self.session = Session(Journal.in_memory(start(), "17" * 32), Components({}, {}, {}), now_ms=lambda: 0)
        self.anna: Connection = self.session.join(ANNA)
        self.past, self.future = [Phase(0)], list[Phase]()
        self.views = {0: self.anna.view}

    def do(self, doing: Doing) -> None:
        journal, now, last = self.session.journal, self.past[-1], self.session.journal.last
        if doing == UNDO:
            self.anna.undo()
            if len(self.past) > 1:
                self.future.append(self.past.pop())
        elif doing == REDO:
            self.anna.redo()
            if self.future:
                self.past.append(self.future.pop())
        else:
            if doing == TURN:
                self.anna.submit(SetProperty(f"{TRACKER}Turn:Phase", last + 1))
                self.past.append(Phase(last + 1))
            else:
                unit = sorted(places(self.anna.view))[int(doing)]
                there = MovePieces((unit,), Spot("main", 100 * (last + 1), 0))
                self.anna.submit(Batch((there, SetProperty("moved", last + 1))))
                self.past.append(Phase(now.number, (*now.moves, last + 1)))
            self.future.clear()
        self.views[journal.last] = self.anna.view

    def moves_that_stand(self) -> tuple[int, ...]:
        off = self.session.journal.taken_back()
        steps = (one.step for one in phase_so_far(self.session.journal))
        return tuple(s.seq for s in steps if s.seq not in off and isinstance(s.command, Batch))


doings = st.lists(st.sampled_from((0, 1, 2, TURN, UNDO, UNDO, REDO)), max_size=14)


@given(doings)
@example([0, TURN, UNDO])
@example([0, TURN, 1, UNDO, UNDO, REDO, UNDO])
@example([0, UNDO, TURN, UNDO, REDO, UNDO])
def test_the_moves_of_the_phase_are_those_that_stand_however_it_was_come_to(steps: list[Doing]):
    table = Table()
    for doing in steps:
        table.do(doing)
        assert table.moves_that_stand() == table.past[-1].moves


@given(doings)
def test_seen_again_the_steps_show_what_was_seen_then(steps: list[Doing]):
    table = Table()
    for doing in steps:
        table.do(doing)
    before = table.anna.view
    for seen in table.anna.phase_so_far():
        then = table.views[seen.outline.number - 1]
        assert places(seen.before) == places(then)
        assert seen.before.properties == then.properties
        assert bool(seen.pieces) == (places(then) != places(table.views[seen.outline.number]))
    assert table.anna.view is before, "looking back changes nothing"


def places(game: Game) -> dict[int, tuple[int, int]]:
    return {piece: (held.x, held.y) for piece in game.pieces for held in [game.holder_of(piece)] if held.map >= 0}


def test_it_begins_after_the_last_turn_that_stands():
    table = Table()
    for doing in (0, TURN, 1, TURN, UNDO):
        table.do(doing)
    assert [one.step.seq for one in phase_so_far(table.session.journal)] == [3, 4, 5]
