"""Boards to choose from: what lies there, where it lies, and how a game keeps it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.module.laid import read, written
from tabletop.module.maps import build_map
from tabletop.module.schema.sheet import BoardSpec, Sheet
from tabletop.module.schema.table import BoardChoice, Laid

NAMES = ("North", "South", "Islands")
BOARDS = tuple(BoardSpec(name=name, size=(100 * n, 50)) for n, name in enumerate(NAMES, start=1))
SHEET = Sheet(
    id="theatre",
    name="Theatre",
    size=(120, 70),
    edge=(10, 10),
    boards=BOARDS,
    choice=BoardChoice(usual=(Laid(board="North"),)),
)
LAID = st.builds(
    Laid, board=st.sampled_from(NAMES), column=st.integers(0, 9), row=st.integers(0, 9), turned=st.booleans()
)


def test_only_the_usual_boards_lie_there() -> None:
    assert [board.name for board in build_map(SHEET).boards] == ["North"]


@pytest.mark.parametrize(
    ("laid", "size", "corners"),
    [
        ((Laid(board="South"),), (220, 70), [(10, 10)]),
        ((Laid(board="North"), Laid(board="South", column=1)), (320, 70), [(10, 10), (110, 10)]),
        ((Laid(board="North"), Laid(board="Islands", row=1, turned=True)), (320, 120), [(10, 10), (10, 60)]),
        ((Laid(board="Atlantis"), Laid(board="North")), (120, 70), [(10, 10)]),
    ],
)
def test_other_boards_are_laid_out(laid: tuple[Laid, ...], size: tuple[int, int], corners: list[object]) -> None:
    sheet = SHEET.laid_out(laid)
    board_map = build_map(sheet)
    assert sheet.size == board_map.size == size
    assert [board_map.origin_of(board) for board in board_map.boards] == corners


def test_a_map_without_a_choice_stays_as_it_is() -> None:
    sheet = SHEET.model_copy(update={"choice": None})
    assert sheet.laid_out((Laid(board="South"),)) is sheet


@given(st.lists(LAID, max_size=6))
def test_what_a_game_keeps_is_read_as_it_was_written(laid: list[Laid]) -> None:
    assert read(written(tuple(laid))) == tuple(laid)


@pytest.mark.parametrize("value", [None, "", "North", 7, "{}", '[["North", -1]]', "[3]"])
def test_what_says_no_boards_changes_nothing(value: str | int | None) -> None:
    assert read(value) == ()


def test_a_usual_board_must_be_there() -> None:
    sheet = SHEET.model_copy(update={"choice": BoardChoice(usual=(Laid(board="Atlantis"),))})
    assert [misfit.expected for misfit in sheet.misfits()] == ["a board of this map"]
