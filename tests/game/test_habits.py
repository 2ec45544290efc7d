"""Maps on which pieces lie and move otherwise than usual: loose ones, layers, maps of a side, keys on arrival."""

import pytest
from msgspec.structs import replace

from tabletop.game.access import may
from tabletop.game.commands import MovePieces, Spot
from tabletop.game.decide import perform
from tabletop.game.draft import Draft
from tabletop.game.habits import MapHabits
from tabletop.game.holder import UNOWNED
from tabletop.game.outcome import Performed
from tabletop.game.traits.base import Change
from tabletop.game.traits.movement import MovedMark
from tabletop.game.traits.properties import Mark, OwnProperty
from tests.game.traits.playing import SEATS, SIDES, Playing, Rigged


def playing(**habits: object) -> Playing:
    play = Playing()
    play.components = replace(play.components, habits={"Theatre": MapHabits(**habits)})
    return play


def moved(play: Playing, pieces: tuple[int, ...], x: int, y: int) -> None:
    outcome = perform(
        play.game, MovePieces(pieces, Spot("Theatre", x, y)), "both", chance=Rigged(), components=play.components
    )
    assert isinstance(outcome, Performed)
    play.game = outcome.after


def stacks_at(play: Playing, x: int, y: int) -> list[tuple[int, tuple[int, ...]]]:
    return [(held.layer, held.pieces) for id in play.game.holders_at(0, x, y) if (held := play.game.holders[id])]


def test_where_nothing_stacks_every_piece_lies_for_itself() -> None:
    play = playing(stacking=False)
    first, second = play.piece([], "A1"), play.piece([], "B1")
    moved(play, (first, second), 250, 250)
    assert stacks_at(play, 250, 250) == [(0, (first,)), (0, (second,))]


def test_pieces_of_different_layers_do_not_stack_and_lie_over_each_other_in_the_order_of_the_layers() -> None:
    play = playing(layered_by="Layer", layers=("ground", "air"))
    plane, tank, other_tank, balloon = (
        play.piece([Mark({"Layer": layer})], "A1") for layer in ("air", "ground", "ground", "somewhere else")
    )
    moved(play, (plane, tank, other_tank, balloon), 250, 250)
    assert sorted(stacks_at(play, 250, 250)) == [(0, (tank, other_tank)), (1, (plane,)), (2, (balloon,))]
    moved(play, (tank,), 350, 250)
    moved(play, (tank,), 250, 250)
    assert (0, (other_tank, tank)) in stacks_at(play, 250, 250)


def test_what_lies_on_a_map_of_a_side_nobody_else_sees_or_touches() -> None:
    play = playing(owners=("axis",))
    piece = play.piece([], "A1")
    moved(play, (piece,), 250, 250)
    assert play.game.holder_of(piece).owner == 0
    assert [may(Draft(play.game), SEATS[side], "see", piece) for side in SIDES] == [True, False]


def test_others_look_at_an_open_map_of_a_side() -> None:
    play = playing(owners=("allies",), open=True)
    piece = play.piece([], "A1")
    moved(play, (piece,), 250, 250)
    assert [may(Draft(play.game), SEATS[side], "see", piece) for side in SIDES] == [True, True]
    assert [may(Draft(play.game), SEATS[side], "touch", piece) for side in SIDES] == [False, True]


def test_a_map_of_two_sides_is_the_holder_of_neither() -> None:
    play = playing(owners=("axis", "allies"))
    piece = play.piece([], "A1")
    moved(play, (piece,), 250, 250)
    assert play.game.holder_of(piece).owner == UNOWNED


def test_pieces_hear_that_they_have_been_moved() -> None:
    play = playing(moved_key="moved")
    steps = OwnProperty("Steps", 0, number=True, changes=(Change("moved", add="1"),))
    piece, deaf = play.piece([steps], "A1"), play.piece([], "B1")
    moved(play, (piece, deaf), 250, 250)
    moved(play, (piece,), 350, 250)
    assert play.read(piece, "Steps") == 2


@pytest.mark.parametrize("marks_moves", [True, False])
def test_moved_pieces_are_marked_unless_their_map_does_without(marks_moves: bool) -> None:
    play = playing(marks_moves=marks_moves)
    piece = play.piece([MovedMark()], "A1")
    moved(play, (piece,), 250, 250)
    assert play.read(piece, "Moved") is marks_moves
