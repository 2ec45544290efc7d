"""Whatever the settings of maps, boards and grids are, a map comes of them, and it answers."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.module.maps import build_map
from tabletop.vassal.attributes import in_our_letters
from tabletop.vassal.boards import take_maps
from tabletop.vassal.build import Component

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
    "range", "snapto", "fontsize",
)  # fmt: skip
KINDS = (
    "module.map.BoardPicker", "module.map.boardPicker.Board", "module.map.boardPicker.board.HexGrid",
    "module.map.boardPicker.board.SquareGrid", "module.map.boardPicker.board.RegionGrid",
    "module.map.boardPicker.board.Region", "module.map.boardPicker.board.ZonedGrid",
    "module.map.boardPicker.board.mapgrid.Zone", "module.map.boardPicker.board.mapgrid.HexGridNumbering",
    "module.map.boardPicker.board.mapgrid.SquareGridNumbering",
    "module.map.boardPicker.board.mapgrid.ZonedGridHighlighter",
    "module.map.boardPicker.board.mapgrid.ZoneHighlight", "module.map.StackMetrics", "module.map.HandMetrics",
    "module.map.Zoomer", "module.map.LayeredPieceCollection", "setup",
)  # fmt: skip
SETTINGS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=12)


def made(kind: str, given: dict[str, str], children: list[Component], text: str = "") -> Component:
    """A component as it is read: without control characters in its settings."""
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
        for layout in taken.layouts:
            board_map = build_map(taken.sheet.laid_out(layout.laid))
            for x, y in points:
                assert isinstance(board_map.place_at(x, y), str)
                assert len(board_map.snap(x, y)) == 3
