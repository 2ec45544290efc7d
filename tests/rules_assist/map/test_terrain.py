"""Maps as numbered graphs: places, steps, and features along them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_assist.map.terrain import Terrain, build_terrain
from tabletop.board.hexes import HexGrid
from tabletop.board.map import Board, Map
from tabletop.board.numbering import Axis, Numbering
from tabletop.board.places import Track
from tabletop.module.library import find_module
from tabletop.module.loader import load_module


@pytest.fixture(scope="module")
def pacific() -> Terrain:
    module = load_module(find_module("fire_in_the_sky"))
    return build_terrain("pacific", module.components.maps["pacific"], module.sheets["pacific"])


def steps(terrain: Terrain, place: str) -> dict[str, frozenset[str]]:
    node = terrain.numbers[place]
    return {terrain.titles[terrain.to[step]]: terrain.sets[step] for step in terrain.steps(node)}


def way(terrain: Terrain, start: str, end: str) -> dict[str, str]:
    step = terrain.step(terrain.numbers[start], terrain.numbers[end])
    assert step is not None
    return dict(terrain.ways[step])


def test_a_place_has_one_node_by_all_its_names(pacific):
    node = pacific.node("0805")
    assert {pacific.node(name) for name in ("Kure", "Kure Holding")} == {node}
    assert (pacific.names[node], pacific.titles[node], pacific.properties[node]["home"]) == ("0805", "Kure", "Japan")
    assert pacific.node("Atlantis") is None


@pytest.mark.parametrize(
    ("start", "end", "sets", "properties"),
    [
        ("Kure", "Yokosuka", {"adjacent"}, {}),
        ("0509", "0508", {"adjacent", "land"}, {"link": "land"}),
        ("0508", "0509", {"adjacent", "land"}, {"link": "land"}),
        ("0408", "0508", {"adjacent", "land"}, {"link": "land", "hexside": "impassable"}),
        ("Dutch Harbor", "West Coast USA", {"entries"}, {"who": "US"}),
        ("West Coast USA", "1709", {"entries"}, {"who": "US"}),
        ("turn-track.1", "turn-track.2", {"track"}, {}),
        ("Malaya West", "Singapore", {"adjacent", "land"}, {"link": "land"}),
        ("0309", "Malaya West", {"adjacent"}, {}),
    ],
)
def test_a_step_knows_what_lies_along_it(pacific, start, end, sets, properties):
    step = pacific.step(pacific.numbers[start], pacific.numbers[end])
    assert pacific.sets[step] >= sets
    assert {name: pacific.ways[step].get(name) for name in properties} == properties


def test_a_divided_cell_is_one_place_and_its_parts(pacific):
    whole = pacific.numbers["Malaya"]
    west, east = pacific.parts(whole)
    assert [pacific.names[part] for part in (west, east)] == ["Malaya West", "Malaya East"]
    assert pacific.whole[west] == whole
    assert pacific.place(west) == "0409"
    assert pacific.properties[west] == pacific.properties[whole] | {"part": "Malaya West"}
    assert set(steps(pacific, "Malaya West")) == {"0309", "Rangoon", "0410", "Singapore"}
    assert set(steps(pacific, "Malaya East")) == {"Bangkok", "Saigon", "Singapore"}
    assert len(steps(pacific, "Malaya")) == 6
    assert pacific.step(west, east) is None


def test_a_divided_cell_is_walked_as_one_or_by_its_parts(pacific):
    def walked(*, parts: bool) -> set[str]:
        used = pacific.walked(["adjacent"], parts=parts)
        return {pacific.titles[pacific.origin[step]] for step in range(len(pacific.to)) if used[step]}

    assert "Malaya" in walked(parts=False)
    assert "Malaya West" not in walked(parts=False)
    assert {"Malaya West", "Malaya East"} <= walked(parts=True)
    assert "Malaya" not in walked(parts=True)


def test_two_parts_that_touch_are_joined():
    """Two divided cells lie side by side."""
    numbering = Numbering(columns=Axis(), rows=Axis())
    grid = HexGrid(dx=87, dy=100, x0=50, y0=50, columns=2, rows=1, numbering=numbering)
    board = Map("strait", (Board("strait", 300, 200, grid),))
    from tabletop.module.schema.map.map_sheet_records import SheetRecord

    parts = {
        "11": [{"name": "A", "edges": ["21"], "at": [0, 0]}, {"name": "B", "edges": [], "at": [0, 0]}],
        "21": [{"name": "C", "edges": ["11"], "at": [0, 0]}, {"name": "D", "edges": ["11"], "at": [0, 0]}],
    }
    line = [[0, 0], [1, 1]]
    divisions = [{"cell": cell, "stroke": "line", "line": line, "parts": each} for cell, each in parts.items()]
    sheet = SheetRecord.model_validate(
        {"id": "strait", "name": "Strait", "size": ["300", "200"], "divisions": divisions}
    )
    terrain = build_terrain("strait", board, sheet)
    assert set(steps(terrain, "A")) == {"21", "C", "D"}
    assert set(steps(terrain, "C")) == {"11", "A"}
    assert steps(terrain, "B") == {}


@settings(deadline=None, max_examples=30)
@given(
    st.integers(1, 7),
    st.integers(1, 7),
    st.sampled_from(["flat", "pointy"]),
    st.booleans(),
    st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=10),
    st.booleans(),
)
def test_neighbours_are_those_of_the_map(columns, rows, top, seams, holes, turned):
    """This is also true across seams and round holes. Tracks are joined along their cells."""
    only = frozenset((c, r) for c in range(columns) for r in range(rows)) - holes
    numbering = Numbering(columns=Axis(digits=2), rows=Axis(digits=2))
    grid = HexGrid(dx=87, dy=100, x0=50, y0=50, columns=columns, rows=rows, only=only, numbering=numbering, top=top)
    other = HexGrid(
        dx=87, dy=100, x0=50, y0=50, columns=3, rows=3, numbering=Numbering(columns=Axis(start=50), rows=Axis())
    )
    boards = [Board("one", 600, 700, grid, reversed=turned)]
    if seams:
        boards.append(Board("two", 300, 400, other, column=1))
    board = Map("both", tuple(boards), tracks=(Track("turns", ("1", "2", "3"), 0, 0, 10, 10),))
    terrain = build_terrain("both", board)
    for place in board.places():
        assert set(steps(terrain, place)) == set(board.neighbours(place)) & set(board.places())


def test_networkx_knows_the_same(pacific):
    graph = pacific.graph
    assert graph.number_of_nodes() == pacific.size
    assert graph.number_of_edges() == len(pacific.to)
    kure, yokosuka = pacific.numbers["Kure"], pacific.numbers["Yokosuka"]
    assert graph.nodes[kure]["name"] == "0805"
    assert graph.edges[kure, yokosuka]["step"] == pacific.step(kure, yokosuka)


def test_what_is_near_is_what_steps_lead_to(pacific):
    near = pacific.near([pacific.numbers["West Coast USA"]], 1)
    assert {pacific.titles[node] for node in near} == {"West Coast USA", "Dutch Harbor", "1706", "1709"}
