"""Comparison of pictures of a map with VASSAL's, square by square. Letters are left out, since fonts differ."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from tabletop.game.change.touched_things import TouchedThings, moved_between
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.journal.records import replayed
from tabletop.module.module import Module
from tabletop.workshop.comparison.compared_facts import FactComparison

BLOCK_PX: Final = 8
"""The side of the squares that are compared."""

MOST_APART: Final = 12.0
"""The greatest difference of squares that agree: the average over the pixels of one colour, between 0 and 255. Scaling
and rounding cause less.
"""


class Crop(Struct, frozen=True):
    """A part of a map as VASSAL drew it. `rectangle` is left, top, width and height in map pixels."""

    file: str
    module: str
    save: str
    map: str
    rectangle: tuple[int, int, int, int]
    state: str = ""


class Pixels(Struct, frozen=True):
    """A picture: the red, green and blue values of each pixel, row by row."""

    width: int
    height: int
    data: bytes


class PicturePair(Struct, frozen=True):
    """Two pictures of the same part of a map: one with the letters on pieces, and one without."""

    whole: Pixels
    without_letters: Pixels


Draw = Callable[[Crop], PicturePair]
"""A function that draws the same part of the map here."""


class Artist(Protocol):
    """A painter of maps, which is the desktop if it is installed."""

    def drawn(
        self, module: Module, game: Game, map_id: str, area: tuple[int, int, int, int], moved: tuple[int, ...] = ()
    ) -> PicturePair:
        """Return pictures of a part of a map (left, top, width and height in map pixels), one pixel for each map pixel.
        `moved` are the pieces that were moved last.
        """
        ...

    def pixels_of(self, file: Path) -> Pixels:
        """Return the pixels of a picture file."""
        ...


def last_moved(journal: Journal, map_id: str) -> tuple[int, ...]:
    """Return the pieces that were moved last on a map. Some maps mark these."""
    game = journal.game_at(journal.first)
    found: tuple[int, ...] = ()
    for step in journal.steps(journal.first + 1):
        before = game
        game, _ = replayed(before, step)
        moved = moved_between(before, game, TouchedThings(before, game, step.patch).holders)
        here = tuple(piece for piece in moved if _map_of(game, piece) == map_id)
        found = here or found
    return found


def _map_of(game: Game, piece: int) -> str:
    return game.maps[game.holders[game.pieces[piece].at].map]


def compare_pictures(crops: Sequence[tuple[Crop, Pixels]], draw: Draw, comparing: FactComparison) -> None:
    """Compare pictures square by square, except squares with letters. Each compared square is a fact."""
    for crop, vassal in crops:
        drawn = draw(crop)
        if (drawn.whole.width, drawn.whole.height) != (vassal.width, vassal.height):
            size = drawn.whole.width, drawn.whole.height
            comparing.fact("pictures: sizes", crop.file, (vassal.width, vassal.height), size)
            continue
        lettered = _lettered(drawn)
        for column, row in _blocks(vassal):
            if (column, row) not in lettered:
                apart = _apart(vassal, drawn.whole, column, row)
                where = f"{crop.file} at {column * BLOCK_PX}, {row * BLOCK_PX}"
                comparing.fact("pictures", where, True, apart <= MOST_APART)


def _blocks(picture: Pixels) -> Iterator[tuple[int, int]]:
    for row in range(picture.height // BLOCK_PX):
        for column in range(picture.width // BLOCK_PX):
            yield column, row


def _apart(one: Pixels, other: Pixels, column: int, row: int) -> float:
    """Return the average difference of two squares in the colour in which they differ most."""
    sums = [0, 0, 0]
    for a, b in zip(_rows(one, column, row), _rows(other, column, row), strict=True):
        if a != b:
            for index, (left, right) in enumerate(zip(a, b, strict=True)):
                sums[index % 3] += abs(left - right)
    return max(sums) / BLOCK_PX**2


def _rows(picture: Pixels, column: int, row: int) -> Iterator[bytes]:
    for line in range(row * BLOCK_PX, (row + 1) * BLOCK_PX):
        start = 3 * (line * picture.width + column * BLOCK_PX)
        yield picture.data[start : start + 3 * BLOCK_PX]


def _lettered(drawn: PicturePair) -> set[tuple[int, int]]:
    """Return the squares that contain letters, and their neighbours, since letters of another font may reach
    farther.
    """
    found: set[tuple[int, int]] = set()
    for column, row in _blocks(drawn.whole):
        if any(
            a != b
            for a, b in zip(_rows(drawn.whole, column, row), _rows(drawn.without_letters, column, row), strict=True)
        ):
            found.update((column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return found
