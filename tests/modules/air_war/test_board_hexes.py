"""The boards of Cartwheel and Forlorn Hopes as tables of facts, and their geometry against shapely."""

from collections.abc import Callable
from itertools import product
from math import acos, degrees, sqrt
from typing import Any

import pytest
from shapely import LineString, Point, Polygon, box
from shapely.affinity import rotate, translate

GAMES = ("cartwheel", "forlorn_hopes")
N, NE, SE, S, SW, NW = range(6)


@pytest.fixture(scope="session")
def boards(air_war: Callable[[str], Any], charts: Any) -> dict[str, Any]:
    hexes = air_war("board_hexes").BoardHexes
    return {game: hexes(charts.boards[game]) for game in GAMES}


@pytest.fixture
def cartwheel(boards: dict[str, Any]) -> Any:
    return boards["cartwheel"]


NEIGHBOURS = [  # board, hex, facing, the hex ahead; the worked examples name them
    ("cartwheel", "G09", N, "G08"),
    ("cartwheel", "G09", NE, "H08"),
    ("cartwheel", "J06", SW, "I07"),
    ("cartwheel", "G11", NE, "H10"),
    ("cartwheel", "F09", NW, "E09"),
    ("cartwheel", "E06", NW, "D05"),
    ("cartwheel", "B11", SW, "A12"),
    ("cartwheel", "D11", NW, "C11"),
    ("cartwheel", "J06", NE, "K06"),
    ("cartwheel", "F01", N, None),
    ("cartwheel", "M05", NE, None),
    ("cartwheel", "H14", S, None),
    ("cartwheel", "A12", NW, None),
    ("forlorn_hopes", "3309", N, "3308"),
    ("forlorn_hopes", "3309", NE, "3408"),
    ("forlorn_hopes", "3408", N, "3407"),
]


def test_hexes_have_these_neighbours(boards: dict[str, Any]) -> None:
    assert [(game, hex, facing, boards[game].ahead(hex, facing)) for game, hex, facing, _ in NEIGHBOURS] == NEIGHBOURS


@pytest.mark.parametrize(("game", "counts"), [("cartwheel", (189, 52, 6)), ("forlorn_hopes", (188, 50, 4))])
def test_a_board_has_these_hexes(boards: dict[str, Any], game: str, counts: tuple[int, int, int]) -> None:
    board = boards[game]
    chart = board.chart
    entries = [hex for group in chart.interceptor_entry.values() for hex in group]
    assert (len(board.centres), len(board.edge), len(chart.targets)) == counts
    assert sorted(chart.interceptor_entry) == list(range(1, 10))
    assert len(entries) == len(set(entries)) == 27
    assert set(entries) <= board.edge - set(chart.mission_entry)
    assert set(chart.mission_entry) <= board.edge
    assert {board.distance(hex, chart.targets[0]) for hex in chart.overflow} <= {1, 2, 3}
    assert not set(chart.overflow) & set(chart.targets)


ARCS = [  # hex, facing, reach, its front arc
    ("G09", N, 4, "G08 G07 H07 F07 G06 H06 F06 G05 H05 F05"),
    ("G09", N, 2, "G08 G07 H07 F07"),
    ("I04", N, 4, "I03 I02 H02 J02 I01 H01 J01"),
    ("A12", NW, 4, ""),
]


def test_front_arcs(cartwheel: Any) -> None:
    for hex, facing, reach, expected in ARCS:
        assert cartwheel.front_arc(hex, facing, reach) == frozenset(expected.split()), (hex, facing)


DISTANCES = [
    ("I08", "H07", 1),
    ("G03", "F04", 2),
    ("M10", "E06", 8),
    ("F14", "F11", 3),
    ("A01", "M15", 20),
    ("G09", "G09", 0),
]


def test_distances(cartwheel: Any) -> None:
    assert [(one, other, cartwheel.distance(one, other)) for one, other, _ in DISTANCES] == DISTANCES


ZONES = [  # a target in G09 that faces north, shot at from here
    ("G08", "front"),
    ("H08", "front"),
    ("F08", "front"),
    ("H09", "rear"),
    ("F09", "rear"),
    ("G10", "rear"),
    ("I09", "side"),
    ("E09", "side"),
    ("H07", "front"),
    ("I08", "front"),
    ("I07", "front"),
    ("J08", "side"),
    ("I10", "rear"),
]


def test_zones_of_a_target(cartwheel: Any) -> None:
    assert [(firer, cartwheel.zone("G09", N, firer)) for firer, _ in ZONES] == ZONES
    assert cartwheel.zone("F04", N, "G03") == "front"
    assert cartwheel.zone("H07", N, "I08") == "rear"


BLOCKING = [  # firer, target, a third hex, whether a flight there blocks the shot
    ("G09", "G06", "G07", True),
    ("G09", "G06", "H07", False),
    ("G09", "H07", "G08", True),
    ("G09", "H07", "H08", True),
    ("G09", "H06", "G08", True),
    ("G09", "H06", "H07", True),
    ("G09", "H06", "G07", False),
    ("G09", "H06", "H08", False),
    ("G09", "G07", "G06", False),
]


def test_these_flights_block_a_shot(cartwheel: Any) -> None:
    assert [(*case, cartwheel.crosses(*case)) for *case, _ in BLOCKING] == BLOCKING


def test_lines_agree_with_shapely(cartwheel: Any) -> None:
    """Shots from two hexes in the middle cross the hexes that shapely finds. All coordinates are whole numbers, so both
    results are exact.
    """
    hexagon = Polygon([(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)])
    near = [hex for hex in cartwheel.centres if cartwheel.distance("G08", hex) <= 4]
    shapes = {hex: translate(hexagon, *cartwheel.centres[hex]) for hex in near}
    for start, end in product(("G08", "H07"), near):
        line = LineString([cartwheel.centres[start], cartwheel.centres[end]])
        assert {hex for hex in near if cartwheel.crosses(start, end, hex)} == {
            hex for hex in near if line.intersects(shapes[hex])
        }, (start, end)


def test_distances_and_zones_agree_with_the_true_hexes(boards: dict[str, Any]) -> None:
    """Neighbours lie one hex height apart. Zones agree with the angle at the target, to within half a degree."""
    for board in boards.values():
        true = {hex: (x * sqrt(3) / 6, y / 2) for hex, (x, y) in board.centres.items()}
        for one, other in product(list(board.centres)[::7], board.centres):
            (x1, y1), (x2, y2) = true[one], true[other]
            apart = sqrt((x1 - x2) ** 2 + (y1 - y2) ** 2)
            assert (board.distance(one, other) == 1) == (abs(apart - 1) < 1e-9)
            if one != other and board.distance(one, other) <= 4:
                angle = degrees(acos(max(-1.0, min(1.0, (y1 - y2) / apart))))
                expected = "front" if angle <= 60.5 else "rear" if angle >= 119.5 else "side"
                assert board.zone(one, N, other) == expected, (one, other, angle)


def test_front_arcs_are_three_rows_ahead(boards: dict[str, Any]) -> None:
    """They are the centres in a strip ahead of the nose, as wide as three rows, from one hex height to four."""
    strip = box(-0.9, -4.1, 0.9, -0.9)
    for board in boards.values():
        true = {hex: Point(x * sqrt(3) / 6, y / 2) for hex, (x, y) in board.centres.items()}
        for (hex, centre), facing in product(list(true.items())[::11], range(6)):
            ahead = translate(rotate(strip, 60 * facing, origin=(0, 0)), centre.x, centre.y)
            found = {other for other, point in true.items() if ahead.contains(point)}
            assert board.front_arc(hex, facing) == found, (hex, facing)
