"""A map's reports of moves by hand, in the words of its module (format section 4.3)."""

import re
from typing import Final

from tabletop.module.schema.map import map_grid_records
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.map.map_table_records import MoveReports, MovesRecord
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.plain_texts import said
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.translation.trait_translation import Given, TraitTranslation

_MOVED: Final[Given] = (
    ("pieceName", "Pieces"),
    ("location", "Location"),
    ("previousLocation", "OldLocation"),
    ("mapName", "Map"),
    ("previousMap", "OldMap"),
)
_CHANGED: Final[Given] = (
    ("message", "Message"),
    ("oldPieceName", "OldName"),
    ("newPieceName", "Name"),
    ("pieceName", "Name"),
    ("location", "Location"),
    ("mapName", "Map"),
)
_ALONE: Final = "$message$"
_MOVES: Final = "$pieceName$ moves $previousLocation$ -> $location$"
_MADE: Final = "$pieceName$ created in $location$"
_LAST_MARK: Final = re.compile(r"\s*\*+\s*$")


def moves_of(
    board: Component, sheet: SheetRecord, toolbar: Toolbar, *, told: bool
) -> tuple[MovesRecord, TraitTranslation]:
    """Return the record of a map's moves by hand, with their reports, and the translator of these reports, which has
    recorded the differences from VASSAL.

    If not `told`, moves are not reported.
    """
    given, taking = Attributes(board.attributes), toolbar.taking(board)
    moves = sheet.moves or MovesRecord()
    reports = MoveReports()
    if told:
        reports = MoveReports(
            within=_words(given.text("moveWithinFormat", _MOVES if _has_grid(sheet) else ""), taking),
            onto=_words(given.text("moveToFormat", _MOVES if _is_unnumbered(sheet) else ""), taking),
            made=_words(given.text("createFormat", _MADE if _is_numbered(sheet) else ""), taking),
            places_only=given.yes("onlyReportChangedLocation"),
        )
    changed = given.text("changeFormat", _ALONE).strip()
    retold = taking.format(said(changed), _CHANGED) if changed not in ("", _ALONE) else ""
    return moves.model_copy(update={"reports": reports, "retold": retold}), taking


def _words(text: str, taking: TraitTranslation) -> str:
    """Return the report of a move as a template, without the stars around it, which only format it in VASSAL; "" if
    it has no words.
    """
    words = _LAST_MARK.sub("", said(text)).strip()
    return taking.format(words, _MOVED) if words else ""


# The default reports depend on the grid of the map's first board; a map without boards has all of them.


def _has_grid(sheet: SheetRecord) -> bool:
    return not sheet.boards or sheet.boards[0].grid is not None


def _is_numbered(sheet: SheetRecord) -> bool:
    return not sheet.boards or _numbered(sheet.boards[0].grid)


def _is_unnumbered(sheet: SheetRecord) -> bool:
    return not sheet.boards or (sheet.boards[0].grid is not None and not _numbered(sheet.boards[0].grid))


def _numbered(grid: map_grid_records.Grid | None) -> bool:
    if isinstance(grid, map_grid_records.ZonedGridRecord):
        return _numbered(grid.grid)
    return isinstance(grid, map_grid_records.HexGridRecord | map_grid_records.SquareGridRecord) and grid.named
