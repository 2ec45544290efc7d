"""The Pacific of Fire in the Sky: 17 columns and 16 rows of pointy-topped hexes, of which 180 exist.

Ids are made of column and row, counted from the west and the north. The axial r is the row minus 10, and hexes with an
odd r lie half a hex further east.
"""

import pytest

from tabletop.board import Axis, HexGrid, Numbering

# For each row: the first and last column of each run of hexes, and the axial q of the westernmost hex.
ROWS = {
    "01": ([(10, 17)], 4),
    "02": ([(10, 17)], 3),
    "03": ([(9, 17)], 2),
    "04": ([(7, 17)], -1),
    "05": ([(7, 17)], -1),
    "06": ([(7, 17)], -2),
    "07": ([(1, 3), (5, 17)], -8),
    "08": ([(1, 17)], -9),
    "09": ([(1, 17)], -9),
    "10": ([(1, 17)], -10),
    "11": ([(2, 17)], -9),
    "12": ([(5, 17)], -7),
    "13": ([(6, 6), (10, 17)], -6),
    "14": ([(11, 16)], -2),
    "15": ([(10, 16)], -3),
    "16": ([(12, 15)], -2),
}
HEXES = [
    (f"{column:02}{row}", (first_q + column - spans[0][0], int(row) - 10))
    for row, (spans, first_q) in ROWS.items()
    for start, end in spans
    for column in range(start, end + 1)
]
NUMBERING = Numbering(Axis(digits=2), Axis(digits=2))
CELLS = frozenset(cell for name, _ in HEXES if (cell := NUMBERING.cell(name)) is not None)
GRID = HexGrid(
    top="pointy",
    shifted="even",
    dx=90,
    dy=77.94,
    x0=60,
    y0=60,
    columns=17,
    rows=16,
    only=CELLS,
    numbering=NUMBERING,
)


def test_there_are_180_hexes() -> None:
    assert len(HEXES) == len(CELLS) == 180
    assert sorted(GRID.places((0, 0, 2000, 2000))) == sorted(name for name, _ in HEXES)


@pytest.mark.parametrize(("name", "axial"), HEXES)
def test_every_hex_has_the_axial_coordinates_of_its_id(name: str, axial: tuple[int, int]) -> None:
    cell = GRID.cell(name)
    assert cell is not None
    q, r = GRID.axial(cell)
    assert (q - 5, r - 9) == axial


@pytest.mark.parametrize("name", ["0101", "0407", "0111", "1714", "1801", "0000", "85", "8 05"])
def test_hexes_that_do_not_exist(name: str) -> None:
    assert GRID.cell(name) is None


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [("0805", "0905", 1), ("0805", "0806", 1), ("0805", "0804", 1), ("0510", "0708", 3), ("1202", "1607", 7)],
)
def test_distances(a: str, b: str, distance: int) -> None:
    assert GRID.distance_between(a, b) == distance


def test_the_neighbours_of_kure() -> None:
    assert GRID.neighbours_of("0805") == ("0904", "0905", "0906", "0806", "0705", "0804")
