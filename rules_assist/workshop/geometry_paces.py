"""The speed targets of geometry, each beside plain shapely: `PACES`, which `wartable bench` times."""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final

import numpy as np
import shapely

from rules_assist.geometry.place_shapes import Shapes
from rules_assist.map.sight_lines import Obstacle, SightLines
from tabletop.board.hexes import HexGrid
from tabletop.board.map import Board, Map
from tabletop.board.numbering import Axis, Numbering
from tabletop.workshop.bench.assistant_rows import Pace

ACTS: Final = 400
PLAIN_ACTS: Final = 20
_SIDE: Final = 10_000


@cache
def _obstacles() -> tuple[Obstacle, ...]:
    """Return a thousand polygons of five to eight corners, spread over a map."""
    chance = random.Random(7)
    return tuple(Obstacle(f"wood {number}", _blob(chance)) for number in range(1_000))


def _blob(chance: random.Random) -> shapely.Geometry:
    x, y, size = chance.uniform(0, _SIDE), chance.uniform(0, _SIDE), chance.uniform(20, 90)
    turns = sorted(chance.uniform(0, 2 * np.pi) for _ in range(chance.randint(5, 8)))
    around = [(x + size * np.cos(turn), y + size * np.sin(turn)) for turn in turns]
    return shapely.Polygon(around).buffer(0)


@cache
def _sight() -> SightLines:
    lines = SightLines(_obstacles())
    lines.blocked((0, 0), (_SIDE, _SIDE))
    return lines


@cache
def _ends() -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    """Return the ends of random lines. Each line extends at most 2,000 pixels across and 2,000 pixels up or down."""
    chance = random.Random(11)
    starts = [(chance.uniform(0, _SIDE), chance.uniform(0, _SIDE)) for _ in range(ACTS)]
    return tuple(((x, y), (x + chance.uniform(-2000, 2000), y + chance.uniform(-2000, 2000))) for x, y in starts)


def _looks() -> Iterator[Callable[[], object]]:
    for start, end in _ends():
        yield partial(_sight().blocked, start, end)


def _plain_looks() -> Iterator[Callable[[], object]]:
    shapes = [obstacle.shape for obstacle in _obstacles()]
    for start, end in _ends()[:PLAIN_ACTS]:
        yield partial(_plain_look, shapes, start, end)


def _plain_look(shapes: list[shapely.Geometry], start: tuple[float, float], end: tuple[float, float]) -> list[int]:
    line = shapely.linestrings([start, end])
    return [number for number, shape in enumerate(shapes) if shapely.intersects(shape, line)]


@cache
def _hexes() -> Shapes:
    numbering = Numbering(columns=Axis(digits=3), rows=Axis(digits=3))
    grid = HexGrid(dx=35, dy=40, x0=40, y0=40, columns=100, rows=100, numbering=numbering)
    return Shapes(Map("sea", (Board("sea", 3_600, 4_100, grid),)))


def _areas() -> Iterator[list[str]]:
    """Yield groups of a thousand hexes: most of the hexes around some point, as in a reach or a zone."""
    chance = random.Random(13)
    shapes = _hexes()
    for _ in range(PLAIN_ACTS):
        middle = np.array([chance.uniform(800, 2800), chance.uniform(800, 3200)])
        away = np.hypot(*(shapes.centres - middle).T)
        nearest = np.argsort(away)[:1_200].tolist()
        yield [shapes.names[number] for number in chance.sample(nearest, 1_000)]


def _outlines() -> Iterator[Callable[[], object]]:
    for places in _areas():
        yield partial(_hexes().outline, places)


def _plain_outlines() -> Iterator[Callable[[], object]]:
    shapes = _hexes()
    for places in _areas():
        yield partial(shapely.union_all, [shapes.polygons[shapes.numbers[place]] for place in places])


PACES: Final = (
    Pace("sight", "a line of sight against 1,000 polygons", 0.1, _looks, _plain_looks),
    Pace("outline", "1,000 hexes together as an outline", 10, _outlines, _plain_outlines),
)
