"""The boards on the maps of a game. They are chosen at set-up, and are a property of its table from then on."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace as replaced

from tabletop.game.state.values import Value
from tabletop.module.contents.map_files import build_map
from tabletop.module.documents.problems import one_of
from tabletop.module.module import Module
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.module.schema.scenario import ScenarioFile
from tabletop.texts import text

MOST_LINES: Final = 400
"""The greatest number of columns and of rows of boards on a map."""

_MOST_BOARDS: Final = 1_000


class _Board(Struct, frozen=True, array_like=True):
    name: str
    column: int = 0
    row: int = 0
    turned: bool = False


def boards_property(map_id: str) -> str:
    """Return the property of the table that holds the boards on a map."""
    return f"map:{map_id}:boards"


def written(boards: tuple[BoardPlacement, ...]) -> str:
    """Return these boards as a value of the property that `boards_property` names."""
    rows = [_Board(laid.board, laid.column, laid.row, laid.turned) for laid in boards]
    return msgspec.json.encode(rows).decode()


def read(value: Value) -> tuple[BoardPlacement, ...]:
    """Return the boards in a value of the property that `boards_property` names; none for any other value."""
    if not isinstance(value, str):
        return ()
    try:
        rows = msgspec.json.decode(value, type=list[_Board])
    except msgspec.MsgspecError:
        return ()
    return tuple(
        BoardPlacement(board=row.name, column=row.column, row=row.row, turned=row.turned)
        for row in rows[:_MOST_BOARDS]
        if row.column >= 0 and row.row >= 0
    )


def boards_to_choose(module: Module, scenario: ScenarioFile) -> dict[str, SheetRecord]:
    """Return the maps whose boards players choose at set-up, by their ids.

    Left out are maps whose boards the scenario names, and maps with the boards of another map. A scenario with a saved
    position has none.
    """
    if scenario.position is not None:
        return {}
    return {
        id: sheet
        for id, sheet in module.sheets.items()
        if sheet.choice is not None and not sheet.choice.like and id not in scenario.boards
    }


def mistake(sheet: SheetRecord, boards: tuple[BoardPlacement, ...]) -> str:
    """Return the reason that these boards cannot be laid on a map, as a sentence; "" if they can."""
    choice = sheet.choice
    known = {board.name: board for board in reversed(sheet.boards)}
    columns = (choice.columns if choice is not None else 0) or MOST_LINES
    if not boards:
        return text("board-must-lie", map=sheet.name)
    is_one = len(boards) == 1 and (boards[0].column, boards[0].row) == (0, 0)
    if not (is_one or (choice is not None and choice.several)):
        return text("only-one-board-lies", map=sheet.name)
    taken: set[tuple[int, int]] = set()
    for laid in boards:
        if laid.board not in known:
            return text("map-has-no-board", map=sheet.name, board=laid.board, known=one_of(known))
        if laid.turned and not known[laid.board].reversible:
            return text("board-not-turned", board=laid.board)
        if (laid.column, laid.row) in taken:
            return text("two-boards-lie", map=sheet.name, column=laid.column, row=laid.row)
        if laid.column >= columns:
            return text("boards-in-columns", map=sheet.name, most=columns)
        if laid.row >= MOST_LINES:
            return text("boards-in-rows", map=sheet.name, most=MOST_LINES)
        taken.add((laid.column, laid.row))
    return ""


def in_order(boards: Iterable[BoardPlacement]) -> tuple[BoardPlacement, ...]:
    """Return the boards in order, column by column."""
    return tuple(sorted(boards, key=lambda laid: (laid.column, laid.row)))


def as_laid(module: Module, properties: Mapping[str, Value]) -> Module:
    """Return the module with the boards that lie on its maps in a game with these properties."""
    sheets = dict(module.sheets)
    for id, sheet in module.sheets.items():
        whose = (sheet.choice.like if sheet.choice is not None else "") or id
        boards = read(properties.get(boards_property(whose)))
        if sheet.choice is not None and boards and boards != sheet.choice.usual:
            sheets[id] = sheet.laid_out(boards)
    changed = {id: build_map(sheet) for id, sheet in sheets.items() if sheet is not module.sheets[id]}
    if not changed:
        return module
    components = replaced(module.components, maps={**module.components.maps, **changed})
    return replace(module, sheets=sheets, components=components)
