"""Any settings of maps, boards and grids give a working map."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.module.contents.map_files import build_map
from tabletop.module.schema.map.map_sheet_records import BoardRecord, SheetRecord
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.vassal.components.grid_components import grid_of
from tabletop.vassal.components.map_boards import take_maps
from tabletop.vassal.files.attributes import in_our_letters
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.import_report import Verdict, refused

ODD = st.sampled_from(["1", "0", "64.0", "1e308"])
NUMBERS = st.one_of(st.integers(-(2**31), 2**31).map(str), st.floats(allow_nan=True).map(str), ODD)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
WORDS = st.sampled_from(["true", "false", "0,0;90,0;90,90", "A,B", "$name$ {x} $gridLocation$"])
VALUES = st.one_of(NUMBERS, TEXTS, WORDS)
NAMES = (
    "name", "mapName", "path", "locationFormat", "dx", "dy", "x0", "y0", "hOff", "vOff", "hLeading", "hType",
    "hDescend", "sep", "first", "fontSize", "rotateText", "color", "visible", "dotsVisible", "sideways", "snapTo",
    "edgesLegal", "cornersLegal", "originx", "originy", "width", "height", "edgeWidth", "edgeHeight", "opacity",
    "style", "image", "useParentGrid", "useHighlight", "highlightProperty", "layerOrder", "property",
    "zoomLevels", "zoomStart", "factor", "max", "unexSepX", "exSepY", "disabled", "side", "useBoards",
    "moveKey", "moveToFormat", "buttonName", "tooltip", "hotkey", "launch", "title", "allowMultiple",
    "range", "snapto", "fontsize", "edge", "reversible", "snapscale", "stagger", "vType", "vLeading", "vDescend",
    "owningBoard", "useGridLocation", "location", "coverage",
)  # fmt: skip
KINDS = (
    "module.map.BoardPicker", "module.map.boardPicker.Board", "module.map.boardPicker.board.HexGrid",
    "module.map.boardPicker.board.SquareGrid", "module.map.boardPicker.board.RegionGrid",
    "module.map.boardPicker.board.Region", "module.map.boardPicker.board.ZonedGrid",
    "module.map.boardPicker.board.mapgrid.Zone", "module.map.boardPicker.board.mapgrid.HexGridNumbering",
    "module.map.boardPicker.board.mapgrid.SquareGridNumbering",
    "module.map.boardPicker.board.mapgrid.ZonedGridHighlighter",
    "module.map.boardPicker.board.mapgrid.ZoneHighlight", "module.map.StackMetrics", "module.map.HandMetrics",
    "module.map.Zoomer", "module.map.LayeredPieceCollection", "module.map.DrawPile", "module.map.SetupStack", "setup",
)  # fmt: skip
SETTINGS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=12)


def made(kind: str, given: dict[str, str], children: list[Component], text: str = "") -> Component:
    """Return a component as read: without control characters in its settings."""
    settings = {name: in_our_letters(value) for name, value in given.items()}
    return Component(f"VASSAL.build.{kind}", settings, text, tuple(children))


COMPONENTS = st.recursive(
    st.builds(made, st.sampled_from(KINDS), SETTINGS, st.just([]), TEXTS),
    lambda inner: st.builds(made, st.sampled_from(KINDS), SETTINGS, st.lists(inner, max_size=4)),
    max_leaves=12,
)
MAPS = st.builds(
    made,
    st.sampled_from(["module.Map", "module.PrivateMap", "module.PlayerHand", "widget.WidgetMap"]),
    SETTINGS,
    st.lists(COMPONENTS, max_size=5),
)
POINTS = st.tuples(st.integers(-2000, 2000), st.integers(-2000, 2000))


@settings(max_examples=40, deadline=None)
@given(st.lists(MAPS, max_size=3), st.lists(POINTS, max_size=5))
def test_any_settings_make_maps_that_answer(maps: list[Component], points: list[tuple[int, int]]) -> None:
    root = Component("VASSAL.build.GameModule", {}, "", tuple(maps))
    for taken in take_maps(root, lambda _name, _where: None, {"A": "a"}, lambda *_: None):
        lays = [
            (BoardPlacement(board=board.name, turned=turned),)
            for board in taken.sheet.boards
            for turned in (False, True)
        ]
        for laid in (taken.laid, *lays):
            board_map = build_map(taken.sheet.laid_out(laid))
            for x, y in points:
                place = board_map.place_at(x, y)
                assert isinstance(place, str)
                assert len(board_map.snap(x, y)) == 3
                assert board_map.range_between((x, y), (0, 0)) >= 0
                assert board_map.has_word_at(x, y) >= bool(place)
                assert isinstance(board_map.point_sent_to(place), tuple | None)


LENGTHS = st.sampled_from(
    ["1", "0.7", "64.0", "55.42562584220407", "1e-3", "1e6", "1e38", "1e300", "0", "-5", "nan", "inf"]
)
STARTS = st.sampled_from(["0", "32", "-7", "2147483647", "-2147483648", "x", ""])
SIZES = st.sampled_from([(0, 0), (1, 1), (600, 400), (100_000, 100_000)])
CELLS = st.fixed_dictionaries(
    {"dx": LENGTHS, "dy": LENGTHS, "x0": STARTS, "y0": STARTS, "sideways": st.sampled_from(["true", "false"])},
    optional={"edgesLegal": st.just("true"), "cornersLegal": st.just("true")},
)
NUMBERED = st.fixed_dictionaries(
    {"hOff": STARTS, "vOff": STARTS, "hLeading": STARTS, "hDescend": st.sampled_from(["true", "false"])},
    optional={"vType": st.just("A"), "sep": st.sampled_from(["-", "", "["]), "locationFormat": WORDS},
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["Hex", "Square"]), CELLS, NUMBERED, SIZES, st.lists(POINTS, min_size=1, max_size=5))
def test_cells_of_any_size_answer(
    kind: str, cells: dict[str, str], numbered: dict[str, str], size: tuple[int, int], points: list[tuple[int, int]]
) -> None:
    numbering = made(f"module.map.boardPicker.board.mapgrid.{kind}GridNumbering", numbered, [])
    grid = made(f"module.map.boardPicker.board.{kind}Grid", cells, [numbering])
    record = grid_of(made("module.map.boardPicker.Board", {}, [grid]), size, lambda *_: None)
    board_map = build_map(
        SheetRecord(id="map", name="Map", size=size, boards=(BoardRecord(name="board", grid=record),))
    )
    grid_there = board_map.boards[0].grid
    for point in points:
        place = grid_there.place_at(point)
        assert len(grid_there.snap(point)) == 2
        assert grid_there.range_between(point, (0, 0)) >= 0
        assert isinstance(grid_there.point_of(place), tuple | None)


def test_cells_larger_than_any_board_are_refused() -> None:
    verdicts: list[Verdict] = []
    grid = made("module.map.boardPicker.board.HexGrid", {"dx": "1e300"}, [])
    board = made("module.map.boardPicker.Board", {}, [grid])
    assert grid_of(board, (600, 400), lambda _, verdict: verdicts.append(verdict)) is None
    assert refused("its cells are larger than any board") in verdicts
