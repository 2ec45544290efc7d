"""Comparison of the boards of a module: their sizes, the names of places, and the points to which pieces snap."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from tabletop.board.map import Board
from tabletop.module.contents.assets import Asset, AssetError, examine, kind_of
from tabletop.module.contents.map_files import board_of
from tabletop.vassal.components.map_boards import take_maps
from tabletop.vassal.files.archive import ArchiveError, VassalModule
from tabletop.workshop.comparison.compared_facts import FactComparison

Sample: TypeAlias = tuple[int, int, str | None, tuple[int, int]]
"""A point of a board (board pixels), the name of the place there, and the point to which a dropped piece snaps."""


class RecordedBoard(Struct, frozen=True):
    """A board as VASSAL reads it. `path` names its map and the board."""

    path: str
    name: str
    size: tuple[int, int]
    samples: Sequence[Sample] = ()


def compare_boards(module: VassalModule, vassal: Sequence[RecordedBoard], comparing: FactComparison) -> None:
    """Compare all boards. Boards with the same name on one map are compared in order."""
    here: dict[tuple[str, str], list[Board]] = defaultdict(list)
    for map_name, each in _boards(module):
        here[map_name, each.name].append(each)
    for recorded in vassal:
        where = f"{recorded.path} {recorded.name}"
        found = [key for key in here if key[1] == recorded.name and f"[{key[0]}]/BoardPicker" in recorded.path]
        board = here[found[0]].pop(0) if found and here[found[0]] else None
        comparing.fact("boards: sizes", where, recorded.size, (board.width, board.height) if board else None)
        if board is not None:
            _compare_samples(recorded, board, where, comparing)


def _compare_samples(recorded: RecordedBoard, board: Board, where: str, comparing: FactComparison) -> None:
    for x, y, name, snapped in recorded.samples:
        at = f"{where} at {x}, {y}"
        comparing.fact("boards: places", at, name or "", board.grid.place_at((x, y)))
        comparing.fact("boards: snapped points", at, tuple(snapped), board.grid.snap((x, y)))


def _boards(module: VassalModule) -> Iterator[tuple[str, Board]]:
    """Yield every board of the module with the name of its map."""
    for taken in take_maps(module.root, lambda name, _where: _picture(module, name), {}, lambda *_: None):
        for record in taken.sheet.boards:
            yield taken.name, board_of(record, taken.sheet.size)


def _picture(module: VassalModule, name: str) -> Asset | None:
    found = module.archives.find(name)
    try:
        content = found.read() if found is not None else None
        kind = kind_of(content) if content is not None else None
        return examine(f"{name}.{kind}", content) if content is not None and kind is not None else None
    except (ArchiveError, AssetError):
        return None
