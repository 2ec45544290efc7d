"""The steps of a seat that form one move: continued, repaired, interrupted by others and the rules, undone."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.game.change.hand_moves import HandMoves, Move, step_outline, turned, turns
from tabletop.game.change.patch import Patch, Property
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.commands import AnyCommand, Begin, SetProperty
from tests.game.strategies import FURNISHED

ARMY, FLEET, PLANE = 1, 2, 3
BY_HAND = SetProperty("", "")
RULES = Begin("battle", {}, "Red")
TURNED = (Property("tracker:Turn:Phase", 1),)
Said = tuple[int, set[int]]


class Table:
    """A table whose steps are followed for moves by hand. A reported move is given by its first step and its pieces."""

    def __init__(self, *wrong: int) -> None:
        self.wrong = set(wrong)
        self.moves = HandMoves(lambda _by, move, _game: not self.wrong.isdisjoint(move.pieces))
        self.steps = 0

    def does(
        self, *pieces: int, by: str = "Ann", command: AnyCommand | TakeBack = BY_HAND, patch: Patch = ()
    ) -> list[Said]:
        self.steps += 1
        before = replace(FURNISHED, scenario=str(self.steps))
        heard = self.moves.hear(before, step_outline(Step(self.steps, by, command, patch, 0)), frozenset(pieces))
        return [self.said(move) for move in heard]

    def undoes(self, step: int, *pieces: int) -> list[Said]:
        return self.does(*pieces, command=TakeBack((step,)))

    def last(self, by: str = "Ann") -> Said | None:
        last = self.moves.last(by)
        return None if last is None else self.said(last)

    def said(self, move: Move) -> Said:
        return int(move.since.scenario), set(move.pieces)


def test_a_step_with_pieces_of_the_last_move_goes_on_with_it():
    table = Table()
    assert table.does(ARMY) == [(1, {ARMY})]
    assert table.does(ARMY, PLANE) == [(1, {ARMY, PLANE})]
    assert table.does(PLANE) == [(1, {ARMY, PLANE})]
    assert table.does(FLEET) == [(4, {FLEET})]


def test_with_an_earlier_move_only_while_it_is_wrong():
    right, wrong = Table(), Table(ARMY)
    for table in (right, wrong):
        table.does(ARMY)
        table.does(FLEET)
    assert right.does(ARMY) == [(3, {ARMY})]
    assert wrong.does(ARMY) == [(1, {ARMY})]
    assert wrong.last() == (1, {ARMY})
    wrong.wrong.clear()
    assert wrong.does(FLEET) == [(4, {FLEET})]


def test_two_moves_that_are_mended_together_are_one_since_the_first():
    table = Table(ARMY, FLEET)
    table.does(ARMY)
    table.does(FLEET)
    assert table.does(ARMY, FLEET) == [(1, {ARMY, FLEET})]


def test_each_seat_has_moves_of_its_own():
    table = Table()
    table.does(ARMY)
    assert table.does(ARMY, by="Ben") == [(2, {ARMY})]
    assert table.does(ARMY) == [(1, {ARMY})]
    assert table.last("Ben") == (2, {ARMY})


def test_what_the_rules_do_with_its_pieces_ends_a_move():
    table = Table()
    table.does(ARMY)
    assert table.does(FLEET, command=RULES) == []
    assert table.last() == (1, {ARMY})
    assert table.does(ARMY, command=RULES) == []
    assert table.last() is None
    assert table.does(ARMY) == [(4, {ARMY})]


def test_the_next_phase_ends_all_moves():
    table = Table()
    table.does(ARMY)
    assert table.does(patch=TURNED) == []
    assert table.last() is None


def test_the_next_phase_taken_back_ends_nothing_that_is_heard_of_after_it():
    table = Table()
    table.does(ARMY)
    table.does(patch=TURNED)
    table.does(FLEET)
    assert table.does(command=TakeBack((2,)), patch=TURNED) == []
    assert table.last() == (3, {FLEET})


def test_the_moves_of_all_seats():
    table = Table()
    table.does(ARMY)
    table.does(PLANE, by="Ben")
    table.does(FLEET)
    assert [table.said(move) for move in table.moves.all] == [(1, {ARMY}), (3, {FLEET}), (2, {PLANE})]


def test_a_step_that_was_heard_of_is_not_heard_again():
    table = Table()
    table.does(ARMY)
    table.does(FLEET)
    table.steps = 0
    assert table.does(PLANE) == []


def test_what_touches_no_piece_is_no_move():
    table = Table()
    table.does(ARMY)
    assert table.does() == []
    assert table.last() == (1, {ARMY})


def test_what_is_taken_back_does_not_count_until_it_is_done_again():
    table = Table()
    table.does(ARMY)
    table.does(ARMY, PLANE)
    assert table.undoes(2, ARMY, PLANE) == [(1, {ARMY})]
    assert table.undoes(3, ARMY, PLANE) == [(1, {ARMY, PLANE})], "the taking back is taken back"
    assert table.undoes(2, ARMY, PLANE) == [(1, {ARMY})]
    assert table.undoes(1, ARMY) == []
    assert table.last() is None
    assert table.does(ARMY) == [(7, {ARMY})]


def test_a_move_whose_first_step_alone_is_taken_back_begins_with_the_second():
    table = Table()
    table.does(ARMY)
    table.does(ARMY)
    table.undoes(1, ARMY)
    assert table.last() == (2, {ARMY})


def test_what_the_rules_ended_goes_on_when_that_is_taken_back():
    table = Table()
    table.does(ARMY)
    table.does(ARMY, command=RULES)
    assert table.undoes(2, ARMY) == [(1, {ARMY})]


def test_a_step_that_is_only_thought_of_changes_nothing():
    table = Table()
    table.does(ARMY)
    assert table.said(table.moves.going_on("Ann", FURNISHED, frozenset({ARMY, FLEET}))) == (1, {ARMY, FLEET})
    assert table.moves.going_on("Ann", FURNISHED, frozenset({FLEET})) == Move(FURNISHED, frozenset({FLEET}))
    assert table.last() == (1, {ARMY})


@given(st.lists(st.sets(st.sampled_from((ARMY, FLEET, PLANE)), min_size=1), max_size=8), st.data())
def test_taking_back_the_last_steps_is_as_if_they_had_not_been(steps: list[set[int]], data: st.DataObject):
    kept = data.draw(st.integers(0, len(steps)))
    table, other = Table(), Table()
    play(table, steps)
    for step in range(len(steps), kept, -1):
        table.undoes(step, *steps[step - 1])
    play(other, steps[:kept])
    assert table.last() == other.last()


def play(table: Table, steps: Iterable[set[int]]) -> None:
    for pieces in steps:
        table.does(*pieces)


def test_only_trackers_turn():
    assert turns(TURNED)
    assert not turns((Property("policy", "enforce"),))
    assert turned(Step(1, "Ann", BY_HAND, TURNED, 0))
    assert not turned(Step(2, "Ann", TakeBack((1,)), TURNED, 0)), "what phase it is then, the record tells"
