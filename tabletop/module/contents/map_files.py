"""Map files. They are read, checked, and turned into the places of the game: boards, boxes and tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.board.hexes import HexGrid
from tabletop.board.map import PLAIN, Board, Map
from tabletop.board.numbering import Axis, Numbering
from tabletop.board.place_properties import PlaceProperty
from tabletop.board.places import Box, NamedPoint, Track
from tabletop.board.regions import Region, RegionGrid
from tabletop.board.squares import SquareGrid
from tabletop.board.zones import BoardZone, ZonedGrid
from tabletop.game.state.map_habits import MapHabits, MoveWords, StackMove
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.schema.map import map_grid_records
from tabletop.module.schema.map import map_sheet_records as spec
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.map.map_table_records import Stacks
from tabletop.module.schema.map.relief_sources import Relief
from tabletop.module.schema.record_base import usual
from tabletop.module.source import FolderSource

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from tabletop.board.grid import Grid


def read_sheet(path: Path) -> SheetRecord:
    """Return a map file, read without its module. Raises `ModuleProblems` with every mistake in it."""
    reader = ModuleReader(FolderSource(path.parent))
    sheet = read_sheet_of(reader, path.name)
    reader.problems.raise_any()
    if sheet is None:
        raise ModuleProblems(reader.problems)
    return sheet


def read_sheet_of(reader: ModuleReader, file: str) -> SheetRecord | None:
    """Return a map file of a module; None if it cannot be used. Note its mistakes."""
    sheet = reader.read(file, SheetRecord)
    if sheet is None:
        return None
    misfits = tuple(sheet.misfits())
    for misfit in misfits:
        reader.note(file, misfit.path, misfit.expected, misfit.known)
    return None if misfits else sheet


def read_relief(path: Path) -> Relief:
    """Return the sources of a map's drawing of the world. Raises `ModuleProblems` with every mistake in them."""
    reader = ModuleReader(FolderSource(path.parent))
    relief = reader.read(path.name, Relief)
    if relief is None:
        raise ModuleProblems(reader.problems)
    return relief


def build_map(sheet: SheetRecord) -> Map:
    """Return the map that a sheet describes, in the sheet's own pixels.

    A named place is a further name of its cell (Kure for 0805), and players see that name. A slot with a label in a box
    with a title has these as a further name, as they are printed (Rabaul: Ready).
    """
    named = [(place.name, place.cell) for place in sheet.places]
    named += [
        (f"{box.title}: {slot.label}", slot.name)
        for box in sheet.boxes
        if box.title
        for slot in box.slots
        if slot.label
    ]
    aliases = tuple((name, place) for name, place in named if name != place)
    return Map(
        name=sheet.name,
        boards=tuple(board_of(board, sheet.size) for board in sheet.on_table),
        boxes=tuple(_box(slot) for box in sheet.boxes for slot in box.places()),
        tracks=tuple(map(_track, sheet.tracks)),
        aliases=aliases,
        titled=frozenset(name for name, _ in aliases),
        edge=sheet.edge,
        anchored=sheet.anchored,
        points=tuple(NamedPoint(point.name, *point.point, point.board) for point in sheet.points),
        properties=_place_properties(sheet) if sheet.place_properties else {},
    )


def _place_properties(sheet: SheetRecord) -> dict[str, PlaceProperty]:
    """Return the properties of a sheet's places that change in play, by name, with their values at the start."""
    given = properties_of(sheet)
    return {
        name: PlaceProperty(
            title=record.title,
            starts={
                place: values[name] if record.words else int(values[name])
                for place, values in given.items()
                if name in values
            },
            rule=record.rule,
            words=record.words,
            least=record.least,
            most=record.most,
            on_map=record.on_map,
        )
        for name, record in sheet.place_properties.items()
    }


def board_of(board: spec.BoardRecord, sheet_size: tuple[int, int]) -> Board:
    """Return the board of a record. If it has no size of its own, it has the size of its sheet."""
    width, height = board.size or sheet_size
    return Board(
        name=board.name,
        width=width,
        height=height,
        grid=_grid(board.grid) if board.grid else PLAIN,
        column=board.column,
        row=board.row,
        reversed=board.turned,
    )


def _grid(grid: map_grid_records.Grid) -> Grid:
    match grid:
        case map_grid_records.RegionGridRecord():
            return RegionGrid(tuple(map(_region, grid.regions)), snapping=grid.snap)
        case map_grid_records.ZonedGridRecord():
            return ZonedGrid(tuple(map(_zone, grid.zones)), _grid(grid.grid) if grid.grid else None)
        case _:
            return _cells(grid)


def _region(region: map_grid_records.RegionRecord) -> Region:
    x, y = map(round, region.at)
    return Region(region.name, x, y, region.outline, neighbours=region.next_to)


def _zone(zone: map_grid_records.GridZoneRecord) -> BoardZone:
    return BoardZone(
        name=zone.name,
        polygon=zone.outline,
        grid=_grid(zone.grid) if zone.grid else None,
        parent_grid=zone.board_grid,
        form=zone.form,
    )


def _cells(grid: map_grid_records.HexGridRecord | map_grid_records.SquareGridRecord) -> HexGrid | SquareGrid:
    as_vassal = grid.rounding == "vassal"
    numbering = _numbering(grid.numbering, as_vassal=as_vassal) if grid.named else None
    named = {name: numbering.cell(name) for name in grid.only_names()} if numbering else {}
    only = frozenset(cell for cell in named.values() if cell is not None) if named else None
    if isinstance(grid, map_grid_records.HexGridRecord):
        return HexGrid(
            dx=grid.dx,
            dy=grid.dy,
            x0=grid.x0,
            y0=grid.y0,
            columns=grid.columns,
            rows=grid.rows,
            only=only,
            numbering=numbering,
            snap_to=frozenset(grid.snap),
            as_vassal=as_vassal,
            top=grid.top,
            shifted=grid.shifted,
        )
    return SquareGrid(
        dx=grid.dx,
        dy=grid.dy,
        x0=grid.x0,
        y0=grid.y0,
        columns=grid.columns,
        rows=grid.rows,
        only=only,
        numbering=numbering,
        snap_to=frozenset(grid.snap),
        as_vassal=as_vassal,
        diagonal=grid.diagonal,
    )


def _numbering(numbering: map_grid_records.NumberingRecord, *, as_vassal: bool) -> Numbering:
    return Numbering(
        columns=_axis(numbering.columns),
        rows=_axis(numbering.rows),
        form=numbering.form,
        stagger=numbering.stagger,
        row_slant=int(numbering.row_slant),
        column_slant=int(numbering.column_slant),
        as_vassal=as_vassal,
    )


def _axis(axis: map_grid_records.AxisRecord) -> Axis:
    return Axis(style=axis.style, start=axis.start, digits=axis.digits, descending=axis.descending, names=axis.names)


def _box(slot: spec.SlotRecord) -> Box:
    left, top, width, height = map(round, slot.rect)
    return Box(slot.name, left, top, width, height)


def _track(track: spec.TrackRecord) -> Track:
    (left, top), (width, height) = track.first_cell, track.cell
    return Track(
        name=track.name,
        labels=tuple(cell.label for cell in track.all_cells()),
        x=round(left),
        y=round(top),
        width=round(width),
        height=round(height),
        line=track.per_row,
        gap=round(track.gap),
        title=track.title,
    )


def habits_of(sheet: SheetRecord, sides: Collection[str]) -> MapHabits:
    """Return the habits of pieces on the map of a sheet, in a game of these sides."""
    layers, private, stacks = sheet.layers, sheet.private, sheet.stacks or usual(Stacks)
    return MapHabits(
        stacking=stacks.together,
        rises=stacks.rises,
        sends_lowest=stacks.sent == "lowest",
        lone_below=stacks.lone == "below",
        formation=sheet.moves is not None and sheet.moves.formation,
        layered_by=layers.property if layers else "",
        layers=layers.order if layers else (),
        owners=tuple(side for side in private.sides if side in sides) if private else (),
        open=private is not None and private.open,
        moved_key=sheet.moves.key if sheet.moves else "",
        marks_moves=sheet.moves is None or sheet.moves.marks != "never",
        words=_move_words(sheet),
        quiet=sheet.moves is not None and sheet.moves.quiet,
        retold=sheet.moves.retold if sheet.moves else "",
        ping_reports=tuple(way.report for way in sheet.pings),
        thread_reports=tuple(thread.report for thread in sheet.threads),
        stack_keys=_stack_keys(sheet),
    )


def _move_words(sheet: SheetRecord) -> MoveWords | None:
    said = sheet.moves.reports if sheet.moves is not None else None
    return MoveWords(said.within, said.onto, said.made, said.places_only) if said is not None else None


def _stack_keys(sheet: SheetRecord) -> dict[str, StackMove]:
    keys = sheet.stacks.keys if sheet.stacks is not None else None
    if keys is None:
        return {}
    given: tuple[tuple[str, StackMove], ...] = (
        (keys.down, "down"),
        (keys.up, "up"),
        (keys.bottom, "bottom"),
        (keys.top, "top"),
    )
    return {key: move for key, move in given if key}


def properties_of(sheet: SheetRecord) -> dict[str, dict[str, str]]:
    """Return the properties that the map file gives each place, by the place's own name. Places are cells (0805, not
    Kure) and boxes.

    A cell has the properties of its board's cells, of its terrain, and of its place; a later one overrides an earlier
    one. `name` is the name of its place.
    """
    found: dict[str, dict[str, str]] = {}
    for record in sheet.on_table:
        board = board_of(record, sheet.size)
        for cell in board.grid.places(board.area):
            found[cell] = dict(record.cells)
    for terrain in sheet.terrain:
        for cell in terrain.cells:
            found.setdefault(cell, {}).update(terrain.properties)
    for place in sheet.places:
        found.setdefault(place.cell, {}).update(place.values | {"name": place.name})
    for box in sheet.boxes:
        for slot in box.places():
            found[slot.name] = dict(box.properties)
    return found
