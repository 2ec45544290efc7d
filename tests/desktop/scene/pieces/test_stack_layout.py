"""The positions of a stack's pieces."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.desktop.scene.pieces.stack_layout import (
    BADGE_REACH,
    FAN_COLUMNS,
    LEAST_BESIDE,
    LEAST_STEP,
    SHOWN,
    StackOffsets,
    fan_slots,
    shown_pieces,
    side_by_side,
    stack_slots,
)

STACKS = st.lists(st.integers(1, 999), min_size=1, max_size=40, unique=True)
SIDES = st.floats(10, 200)


@given(STACKS, SIDES)
def test_a_stack_shows_its_topmost_four_each_up_and_right_of_the_one_below(pieces, side):
    slots = stack_slots(pieces, 100, 200, side)
    assert [slot.piece for slot in slots] == pieces[-SHOWN:] == list(shown_pieces(pieces))
    assert (slots[0].x, slots[0].y) == (100, 200)
    for below, above in pairwise(slots):
        assert above.x > below.x
        assert above.y < below.y
        assert above.rank == below.rank + 1


@given(STACKS, SIDES, st.floats(1.2, 4))
def test_a_stack_keeps_inside_a_narrow_place_with_its_badge(pieces, side, sides_wide):
    room = sides_wide * side
    slots = stack_slots(pieces, 100, 200, side, room)
    assert slots[0].x - side / 2 >= 100 - room / 2 - 1e-6
    assert slots[-1].x + BADGE_REACH * side <= 100 + room / 2 + 1e-6
    assert all(above.x - below.x >= LEAST_STEP * side - 1e-9 for below, above in pairwise(slots))
    if sides_wide > 2:
        assert slots == stack_slots(pieces, 100, 200, side), "where there is room enough nothing changes"


@given(STACKS, SIDES)
def test_a_fan_shows_all_and_none_covers_another(pieces, side):
    slots = fan_slots(pieces, 100, 200, side)
    assert [slot.piece for slot in slots] == pieces
    for i, one in enumerate(slots):
        for other in slots[i + 1 :]:
            assert max(abs(one.x - other.x), abs(one.y - other.y)) >= side
    middle = sum(slot.x for slot in slots[:FAN_COLUMNS]) / len(slots[:FAN_COLUMNS])
    assert abs(middle - 100) < 1e-6


@given(st.lists(st.integers(1, 99), max_size=8, unique=True), SIDES, st.floats(20, 2_000))
def test_stacks_at_one_point_stand_side_by_side_as_far_as_there_is_room(holders, side, room):
    shifts = side_by_side(holders, side, room)
    assert list(shifts) == holders
    assert abs(sum(shifts.values())) < 1e-6
    apart = [b - a for a, b in pairwise(shifts.values())]
    assert all(gap >= LEAST_BESIDE * side - 1e-9 for gap in apart)
    if apart and room >= side * 1.15 * len(holders):
        assert all(gap >= side for gap in apart)


@pytest.mark.parametrize(
    ("sizes", "step", "offsets"),
    [
        ([(80, 80)] * 3, (3, 6), [(0, 0), (3, -6), (6, -12)]),
        ([(80, 80), (40, 20)], (3, 6), [(0, 0), (-17, 24)]),
        ([(80, 80), (40, 20)], (-3, -6), [(0, 0), (17, -24)]),
        ([(80, 80), (40, 20)], (0, 0), [(0, 0), (0, 0)]),
        ([], (3, 6), []),
    ],
)
def test_pieces_lie_on_one_another_by_their_edges(
    sizes: list[tuple[float, float]], step: tuple[float, float], offsets: list[tuple[float, float]]
) -> None:
    assert StackOffsets(*step, 0, 0).offsets(sizes, is_open=False) == offsets
    assert StackOffsets(0, 0, *step).offsets(sizes, is_open=True) == offsets


def test_cards_of_a_hand_lie_side_by_side() -> None:
    hand = StackOffsets(10, 0, 10, 0, in_a_row=True)
    assert hand.offsets([(50, 70), (60, 70), (50, 70)], is_open=False) == [(0, 0), (60, 0), (130, 0)]
