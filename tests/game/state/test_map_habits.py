"""Maps with special habits: loose pieces, layers, maps of a side, keys on arrival."""

import pytest
from msgspec.structs import replace

from tabletop.game.actions.access import may
from tabletop.game.actions.action import Action
from tabletop.game.change.outcome import Performed
from tabletop.game.change.patch import PieceSight
from tabletop.game.commands import Measure, MovePieces, Ping, Spot
from tabletop.game.decide import perform
from tabletop.game.state.holder import UNOWNED
from tabletop.game.state.map_habits import MapHabits, MoveWords
from tabletop.game.traits import Trait
from tabletop.game.traits.group_traits import Cargo, Mat
from tabletop.game.traits.movement_traits import MovedMark, NotStacking, Shift, Trail
from tabletop.game.traits.property_traits import MarkTrait, OwnProperty
from tabletop.game.traits.trait_base import Change, TraitCall
from tests.game.traits.playing import SIDES, Playing, Rigged


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


def order(play: Playing) -> list[tuple[int, ...]]:
    """Return the stacks of the map in drawing order, the lowest first."""
    stacks = sorted((held.layer, held.z, held.pieces) for held in play.game.holders.values() if held.form == "stack")
    return [pieces for *_, pieces in stacks]


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
        play.piece([MarkTrait({"Layer": layer})], "A1") for layer in ("air", "ground", "ground", "somewhere else")
    )
    moved(play, (plane, tank, other_tank, balloon), 250, 250)
    assert sorted(stacks_at(play, 250, 250)) == [(0, (tank, other_tank)), (1, (plane,)), (2, (balloon,))]
    moved(play, (tank,), 350, 250)
    moved(play, (tank,), 250, 250)
    assert (0, (other_tank, tank)) in stacks_at(play, 250, 250)


@pytest.mark.parametrize(
    ("beside", "lie"),
    [
        ((), [(2,), (1,)]),
        (("ground",), [(2, 3), (1,)]),
        (("air",), [(2,), (3, 1)]),
        (("ground", "air"), [(2, 3), (4, 1)]),
    ],
)
def test_a_piece_whose_property_changes_lies_in_the_layer_in_which_it_then_is(
    beside: tuple[str, ...], lie: list[tuple[int, ...]]
) -> None:
    play = playing(layered_by="Layer", layers=("ground", "air"), rises=False)
    climbing = OwnProperty("Layer", "ground", changes=(Change("climb", set='"air"'),))
    pieces = [play.piece([climbing], "A1"), play.piece([MarkTrait({"Layer": "ground"})], "A1", apart=False)]
    pieces += [play.piece([MarkTrait({"Layer": layer})], "B1") for layer in beside]
    for piece in pieces[2:]:
        moved(play, (piece,), 50, 50)
    play.act(pieces[0], "climb")
    assert order(play) == [tuple(pieces[number - 1] for number in stack) for stack in lie]
    assert play.game.holder_of(pieces[0]).layer == 1


@pytest.mark.parametrize(("traits", "lies"), [((), "joined"), ((NotStacking(),), "alone")])
def test_a_lone_piece_whose_layer_changes_joins_what_lies_there(traits: tuple[Trait, ...], lies: str) -> None:
    play = playing(layered_by="Layer", layers=("ground", "air"))
    climbing = OwnProperty("Layer", "ground", changes=(Change("climb", set='"air"'),))
    piece, other = play.piece([climbing, *traits], "A1"), play.piece([MarkTrait({"Layer": "air"})], "B1")
    moved(play, (other,), 50, 50)
    play.act(piece, "climb")
    assert order(play) == {"joined": [(other, piece)], "alone": [(other,), (piece,)]}[lies]


def test_what_lies_on_a_map_of_a_side_nobody_else_sees_or_touches() -> None:
    play = playing(owners=("axis",))
    piece = play.piece([], "A1")
    moved(play, (piece,), 250, 250)
    assert play.game.holder_of(piece).owner == 0
    assert [may(Action(play.game, play.components, side, Rigged()), "see", piece) for side in SIDES] == [True, False]


@pytest.mark.parametrize(("habits", "sides"), [({}, None), ({"owners": ("axis",)}, (0,))])
def test_where_somebody_points_or_measures_on_a_map_of_a_side_is_seen_by_that_side(
    habits: dict[str, tuple[str, ...]], sides: tuple[int, ...] | None
) -> None:
    play = playing(thread_reports=("From {From}",), ping_reports=("At {PingLocation}",), **habits)
    line = Measure("Theatre", 0, (50, 50), (250, 250), "stays", shown=True, checked=((250, 250),))
    spot = Spot("Theatre", 50, 50)
    told = [
        one
        for command in (Ping(spot), line)
        for one in perform(play.game, command, "axis", chance=Rigged(), components=play.components).done.told
    ]
    keys = ["pinged", "report", "measured", "report"]
    assert [(one.key, one.sides) for one in told] == [(key, sides) for key in keys]


def test_others_look_at_an_open_map_of_a_side() -> None:
    play = playing(owners=("allies",), open=True)
    piece = play.piece([], "A1")
    moved(play, (piece,), 250, 250)
    assert [may(Action(play.game, play.components, side, Rigged()), "see", piece) for side in SIDES] == [True, True]
    assert [may(Action(play.game, play.components, side, Rigged()), "touch", piece) for side in SIDES] == [False, True]


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
    piece = play.piece([MovedMark(), Shift("100", "0", TraitCall("go"))], "A1")
    moved(play, (piece,), 250, 250)
    assert play.read(piece, "Moved") is marks_moves
    play.act(piece, "go")
    assert play.read(piece, "Moved") is True
    moved(play, (piece,), 350, 250)
    moved(play, (piece,), 250, 250)
    assert play.read(piece, "Moved") is marks_moves


@pytest.mark.parametrize(("marks_moves", "points"), [(True, 2), (False, 0)])
def test_a_trail_has_no_mark_of_its_own_and_begins_anew_where_moves_are_not_marked(
    marks_moves: bool, points: int
) -> None:
    play = playing(marks_moves=marks_moves)
    piece = play.piece([Trail(shown=True), Shift("100", "0", TraitCall("go"))], "A1")
    play.act(piece, "go")
    moved(play, (piece,), 250, 250)
    assert play.read(piece, "Moved") is False
    way = play.surroundings(piece).way
    assert way is not None
    assert len(way.points) == points


@pytest.mark.parametrize(("rises", "lie"), [(True, [(2,), (3,), (1, 4)]), (False, [(1, 4), (2,), (3,)])])
def test_what_pieces_join_comes_to_the_top_or_stays_where_it_is(rises: bool, lie: list[tuple[int, ...]]) -> None:
    play = playing(rises=rises)
    pieces = [play.piece([], cell) for cell in ("A1", "B1", "C1", "D1")]
    moved(play, (pieces[3],), 50, 50)
    assert order(play) == [tuple(pieces[number - 1] for number in stack) for stack in lie]


@pytest.mark.parametrize(("rises", "lie"), [(True, [2, 3, 1]), (False, [1, 2, 3])])
def test_what_lies_alone_comes_to_the_top_or_stays_where_it_is(rises: bool, lie: list[int]) -> None:
    play = playing(rises=rises)
    pieces = [play.piece([NotStacking()], cell) for cell in ("A1", "B1", "C1")]
    moved(play, (pieces[0],), 150, 50)
    assert order(play) == [(pieces[number - 1],) for number in lie]


def test_what_begins_a_stack_lies_on_top_though_nothing_rises() -> None:
    play = playing(rises=False)
    first, second, third = (play.piece([], cell) for cell in ("A1", "A1", "B1"))
    moved(play, (first,), 350, 50)
    assert order(play) == [(second,), (third,), (first,)]


def test_what_does_not_stack_lies_below_where_the_map_is_so_and_has_no_layers() -> None:
    play = playing(lone_below=True)
    unit, marker = play.piece([], "A1"), play.piece([NotStacking()], "B1")
    moved(play, (unit,), 250, 250)
    moved(play, (marker,), 250, 250)
    assert order(play) == [(marker,), (unit,)]


@pytest.mark.parametrize(("sends_lowest", "joined"), [(False, "upper"), (True, "lower")])
def test_what_a_trait_sends_joins_the_topmost_stack_or_the_lowest(sends_lowest: bool, joined: str) -> None:
    play = playing(sends_lowest=sends_lowest, rises=False)
    sent = play.piece([Shift("100", "0", TraitCall("go"))], "A1")
    lower, upper = play.piece([], "B1"), play.piece([], "B1")
    play.act(sent, "go")
    assert play.game.holder_of(sent).pieces == ({"upper": upper, "lower": lower}[joined], sent)
    moved(play, (sent,), 950, 950)
    moved(play, (sent,), 150, 50)
    assert play.game.holder_of(sent).pieces == (upper, sent)


def test_pieces_that_are_dragged_by_one_of_them_keep_their_distances() -> None:
    play = playing()
    a, b, c = (play.piece([], cell) for cell in ("A1", "A1", "C2"))
    outcome = perform(play.game, MovePieces((a, b, c), Spot("Theatre", 340, 260), a), "both", Rigged(), play.components)
    assert isinstance(outcome, Performed)
    play.game = outcome.after
    assert stacks_at(play, 350, 250) == [(0, (a, b))]
    assert stacks_at(play, 550, 350) == [(0, (c,))]
    assert [told.pieces for told in outcome.done.told] == [(a, b), (c,)]


def test_pieces_join_above_the_topmost_that_their_seat_sees_and_no_stack_of_which_it_sees_nothing() -> None:
    play = playing()
    mover, open_, lone = (play.piece([], cell) for cell in ("A1", "B1", "C1"))
    hidden = play.piece([], "B1", apart=False)
    play.change(PieceSight(hidden, 0, 0), PieceSight(lone, 0, 0))
    for x, lie in ((150, [(0, (open_, mover, hidden))]), (250, [(0, (lone,)), (0, (mover,))])):
        outcome = perform(play.game, MovePieces((mover,), Spot("Theatre", x, 50)), "axis", Rigged(), play.components)
        assert isinstance(outcome, Performed)
        play.game = outcome.after
        assert sorted(stacks_at(play, x, 50)) == sorted(lie)


def test_pieces_that_are_put_where_they_are_stay_as_they_lie() -> None:
    play = playing()
    low, high = play.piece([], "A1"), play.piece([], "A1", apart=False)
    moved(play, (low, high), 50, 50)
    assert stacks_at(play, 50, 50) == [(0, (low, high))]
    moved(play, (low,), 50, 50)
    assert stacks_at(play, 50, 50) == [(0, (high, low))]


@pytest.mark.parametrize(("hidden", "named"), [(False, 2), (True, 1)])
def test_what_rides_on_a_piece_that_is_moved_is_named_with_it_if_everybody_sees_it(hidden: bool, named: int) -> None:
    play = playing(words=MoveWords(within="{Pieces}"))
    raft = play.piece([Mat("Raft")], "A1")
    crate = play.piece([Cargo()], "C3")
    moved(play, (crate,), 50, 50)
    if hidden:
        play.hide(crate, 1)
    move = MovePieces((raft,), Spot("Theatre", 250, 250))
    done = perform(play.game, move, "both", chance=Rigged(), components=play.components)
    assert isinstance(done, Performed)
    assert [one.pieces for one in done.done.told] == [(raft, crate)[:named]]


@pytest.mark.parametrize("habits", [{}, {"formation": True}])
@pytest.mark.parametrize("grabbed", [0, 1])
def test_what_rides_on_a_piece_that_is_moved_stays_on_it_though_it_is_moved_too(habits: dict, grabbed: int) -> None:
    play = playing(**habits)
    raft = play.piece([Mat("Raft")], "A1")
    crate = play.piece([Cargo()], "C3")
    moved(play, (crate,), 50, 50)
    both = (raft, crate)
    move = MovePieces(both, Spot("Theatre", 250, 250), around=both[grabbed] if habits else 0)
    done = perform(play.game, move, "both", chance=Rigged(), components=play.components)
    assert isinstance(done, Performed)
    assert done.after.holder_of(crate).carrier == raft
    assert (done.after.lying(crate).x, done.after.lying(crate).y) == (250, 250)
