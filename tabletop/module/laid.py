"""Which boards lie on the maps of a game: chosen when it is set up, and a property of its table from then on."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace as replaced

from tabletop.game.values import Value
from tabletop.module.maps import build_map
from tabletop.module.module import Module
from tabletop.module.schema.table import Laid

_MOST_BOARDS: Final = 1_000


class _Board(Struct, frozen=True, array_like=True):
    name: str
    column: int = 0
    row: int = 0
    turned: bool = False


def boards_property(map_id: str) -> str:
    """The property of the table that says which boards lie on a map."""
    return f"map:{map_id}:boards"


def written(boards: tuple[Laid, ...]) -> str:
    """The value of that property for these boards."""
    rows = [_Board(laid.board, laid.column, laid.row, laid.turned) for laid in boards]
    return msgspec.json.encode(rows).decode()


def read(value: Value) -> tuple[Laid, ...]:
    """The boards that a value of that property says; none for any other value."""
    if not isinstance(value, str):
        return ()
    try:
        rows = msgspec.json.decode(value, type=list[_Board])
    except msgspec.MsgspecError:
        return ()
    return tuple(
        Laid(board=row.name, column=row.column, row=row.row, turned=row.turned)
        for row in rows[:_MOST_BOARDS]
        if row.column >= 0 and row.row >= 0
    )


def as_laid(module: Module, properties: Mapping[str, Value]) -> Module:
    """The module with the boards on its maps that a game with these properties has."""
    sheets = dict(module.sheets)
    for id, sheet in module.sheets.items():
        boards = read(properties.get(boards_property(id)))
        if sheet.choice is not None and boards and boards != sheet.choice.usual:
            sheets[id] = sheet.laid_out(boards)
    changed = {id: build_map(sheet) for id, sheet in sheets.items() if sheet is not module.sheets[id]}
    if not changed:
        return module
    components = replaced(module.components, maps={**module.components.maps, **changed})
    return replace(module, sheets=sheets, components=components)
