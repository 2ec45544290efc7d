"""Reading of the boards that the command line chooses for a new game: `[MAP:]BOARD[@COLUMN,ROW][,turned]`."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tabletop.cli.failures import ExitCode, Failure
from tabletop.module.contents.laid_boards import boards_to_choose
from tabletop.module.module import Module
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.texts import listed_or, text

_LAID: Final = re.compile(r"(?s)(?P<board>.*?)(?:@(?P<column>\d{1,9}),(?P<row>\d{1,9}))?(?P<turned>,turned)?")


def chosen_boards(module: Module, scenario: str, given: Sequence[str]) -> dict[str, tuple[BoardPlacement, ...]]:
    """Return the boards that the arguments lay on the maps of a scenario, by the maps' ids. Raises Failure."""
    asked = boards_to_choose(module, module.scenarios[scenario])
    chosen: dict[str, tuple[BoardPlacement, ...]] = {}
    for argument in given:
        id, board = _map_of(argument, asked)
        there = chosen.get(id, ())
        chosen[id] = (*there, _laid(board, asked[id], there))
    return chosen


def _map_of(argument: str, asked: Mapping[str, SheetRecord]) -> tuple[str, str]:
    """Return the id of the map named at the start of an argument, and the rest of the argument. Raises Failure if
    it is not clear which map is meant.
    """
    id, colon, board = argument.partition(":")
    if colon and id in asked:
        return id, board
    if len(asked) == 1:
        return next(iter(asked)), argument
    if not asked:
        raise Failure(text("boards-not-chosen"), ExitCode.USAGE)
    maps = listed_or([f"'{id}:'" for id in asked])
    raise Failure(text("board-needs-map", board=argument, maps=maps), ExitCode.USAGE)


def _laid(argument: str, sheet: SheetRecord, there: Sequence[BoardPlacement]) -> BoardPlacement:
    """Return a board with its position. If none is given, this is to the right of the earlier boards on its map."""
    beside = 1 + max((laid.column for laid in there), default=-1)
    found = _LAID.fullmatch(argument)
    if found is None or argument in {board.name for board in sheet.boards}:
        return BoardPlacement(board=argument, column=beside)
    column, row = int(found["column"] or beside), int(found["row"] or 0)
    return BoardPlacement(board=found["board"], column=column, row=row, turned=found["turned"] is not None)
