"""VASSAL's maps: their boards and permitted pieces, their windows, and movement of pieces on them."""

from pathlib import Path

import pytest

from tabletop.module.contents.assets import Asset
from tabletop.module.contents.map_files import build_map, read_sheet
from tabletop.module.documents.yaml_writer import dump_document
from tabletop.module.schema.map.map_table_records import (
    BoardChoice,
    BoardPlacement,
    MapWindow,
    PieceLayers,
    Private,
    StackKeys,
)
from tabletop.vassal.components.map_boards import TakenMap, laid_boards, take_maps
from tabletop.vassal.files.build_file import Component, read_build_file
from tabletop.vassal.import_report import Verdict
from tests.vassal.conftest import Vassal

PICTURES = {"map.png": Asset("images/map.png", "0" * 64, "png", 300, 200)}
SIDES = {"Rome": "The Romans", "Carthage": "carthage"}


def taken(vassal: Vassal, *components: str, judged: list[tuple[str, str]] | None = None) -> tuple[TakenMap, ...]:
    def judge(component: Component, verdict: Verdict) -> None:
        if judged is not None:
            judged.append((component.short, verdict.grade))

    root = read_build_file(vassal.root(*components).encode(), "buildFile.xml")
    return take_maps(root, lambda name, _where: PICTURES.get(name), SIDES, judge)


def picker(vassal: Vassal, *boards: str, setup: str = "") -> str:
    inner = [vassal.element("module.map.boardPicker.Board", name=name, width="100", height="50") for name in boards]
    return vassal.element("module.map.BoardPicker", *inner, *([f"<setup>{setup}</setup>"] if setup else []))


def test_a_board_is_as_large_as_its_picture(vassal: Vassal) -> None:
    board = vassal.element("module.map.boardPicker.Board", name="A", image="map.png", width="9", height="9")
    [map_] = taken(vassal, vassal.element("module.Map", vassal.element("module.map.BoardPicker", board), mapName="M"))
    assert (map_.sheet.boards[0].size, map_.sheet.boards[0].picture) == ((300, 200), "images/map.png")
    assert (map_.sheet.size, map_.sheet.choice) == ((300, 200), None)


def test_a_board_without_a_picture_has_a_size_of_its_own_and_a_colour(vassal: Vassal) -> None:
    board = vassal.element("module.map.boardPicker.Board", name="A", image="gone.png", color="255,0,16")
    [map_] = taken(vassal, vassal.element("module.Map", vassal.element("module.map.BoardPicker", board), mapName="M"))
    assert (map_.sheet.boards[0].size, map_.sheet.boards[0].colour) == ((500, 500), "#ff0010")


def test_the_padding_lies_round_all_boards(vassal: Vassal) -> None:
    setup = "MBoardPicker\tA\t0\t0\tB/rev\t1\t0"
    [map_] = taken(
        vassal, vassal.element("module.Map", picker(vassal, "A", "B", setup=setup), mapName="M", edgeWidth="7")
    )
    assert map_.laid == (BoardPlacement(board="A"), BoardPlacement(board="B", column=1, turned=True))
    there = build_map(map_.sheet)
    assert [there.origin_of(board) for board in there.boards] == [(7, 0), (107, 0)]
    assert map_.sheet.size == (214, 50)


@pytest.mark.parametrize(
    ("owner", "where"),
    [
        ("A", {"board": "A", "point": [30, 40]}),
        ("B", {"board": "B", "point": [30, 40]}),
        (None, {"point": [37, 40]}),
        ("<any>", {"point": [37, 40]}),
        ("", {"point": [37, 40]}),
        ("C", None),
    ],
)
def test_what_belongs_to_any_board_is_measured_from_within_the_edge(
    vassal: Vassal, owner: str | None, where: dict[str, object] | None
) -> None:
    [map_] = taken(vassal, vassal.element("module.Map", picker(vassal, "A", "B"), mapName="M", edgeWidth="7"))
    given = {"x": "30", "y": "40"} | ({} if owner is None else {"owningBoard": owner})
    assert map_.where(Component("VASSAL.build.module.map.SetupStack", given)) == where


@pytest.mark.parametrize(
    ("owner", "location", "where"),
    [
        ("B", "Bay", {"board": "B", "point": [3, 4]}),
        ("B", "Cape", {"board": "B", "point": [30, 40]}),
        ("", "Bay", {"points": {"A": [8, 2], "B": [10, 4]}}),
        ("", "Inland", {"points": {"A": [16, 9], "B": [37, 40]}}),
        ("", "Cape", {"point": [37, 40]}),
        ("", "Shore", {"point": [12, 6]}),
    ],
)
def test_a_place_of_any_board_is_that_of_the_board_that_lies_there_first(
    vassal: Vassal, owner: str, location: str, where: dict[str, object]
) -> None:
    def board(name: str, **regions: tuple[int, int]) -> str:
        inside = [
            vassal.element("module.map.boardPicker.board.Region", name=each, originx=str(x), originy=str(y))
            for each, (x, y) in regions.items()
        ]
        grid = vassal.element("module.map.boardPicker.board.RegionGrid", *inside)
        return vassal.element("module.map.boardPicker.Board", grid, name=name, width="100", height="50")

    boards = board("A", Bay=(1, 2), Inland=(9, 9), Shore=(5, 6)), board("B", Bay=(3, 4), Shore=(5, 6))
    picked = vassal.element("module.map.BoardPicker", *boards)
    [map_] = taken(vassal, vassal.element("module.Map", picked, mapName="M", edgeWidth="7"))
    given = {"x": "30", "y": "40", "owningBoard": owner, "useGridLocation": "true", "location": location}
    assert map_.where(Component("VASSAL.build.module.map.SetupStack", given)) == where


@pytest.mark.parametrize(("several", "columns"), [("true", "3"), ("false", "")])
def test_where_nothing_is_said_players_choose(vassal: Vassal, several: str, columns: str) -> None:
    boards = (vassal.element("module.map.boardPicker.Board", name=name, reversible="true") for name in "AB")
    picked = vassal.element("module.map.BoardPicker", *boards, title="Which?", maxColumns=columns)
    [map_] = taken(vassal, vassal.element("module.Map", picked, mapName="M", allowMultiple=several))
    assert map_.laid == ()
    assert map_.sheet.choice == BoardChoice(
        title="Which?", several=several == "true", columns=int(columns or "0"), usual=(BoardPlacement(board="A"),)
    )


def test_whether_a_single_board_is_turned_is_chosen_too(vassal: Vassal) -> None:
    board = vassal.element("module.map.boardPicker.Board", name="A", reversible="true", width="100", height="50")
    [map_] = taken(vassal, vassal.element("module.Map", vassal.element("module.map.BoardPicker", board), mapName="M"))
    assert map_.sheet.choice is not None
    assert (map_.sheet.choice.usual, map_.sheet.boards[0].reversible) == ((BoardPlacement(board="A"),), True)


@pytest.mark.parametrize(
    ("given", "edge"),
    [
        ({"edge": "30,20"}, (30, 20)),
        ({"edge": "30,20", "edgeHeight": "5"}, (30, 5)),
        ({"edge": "30"}, (0, 0)),
        ({"edgeWidth": "-4"}, (0, 0)),
        ({}, (0, 0)),
    ],
)
def test_the_padding_is_said_in_two_ways(vassal: Vassal, given: dict[str, str], edge: tuple[int, int]) -> None:
    [map_] = taken(vassal, vassal.element("module.Map", picker(vassal, "A"), mapName="M", **given))
    assert map_.sheet.edge == edge


def test_a_map_without_a_name_is_known_by_its_number_among_all_maps(vassal: Vassal) -> None:
    maps = [
        vassal.element("module.PrivateMap", picker(vassal, "A"), mapName="Hand"),
        vassal.element("module.Map", picker(vassal, "A"), mapName=""),
        vassal.element("module.Map", picker(vassal, "A"), mapName="Main"),
        vassal.element("module.Map", picker(vassal, "A")),
    ]
    assert [(map_.sheet.id, map_.sheet.name) for map_ in taken(vassal, *maps)] == [
        ("Map1", "Map"),
        ("Main", "Main"),
        ("Map3", "Map"),
        ("Hand", "Hand"),
    ]


@pytest.mark.parametrize(
    ("command", "laid"),
    [
        ("MBoardPicker\tA\t0\t0", (BoardPlacement(board="A"),)),
        ("MBoardPicker\tA/rev\t2\t1\tUnknown\t0\t0", (BoardPlacement(board="A", column=2, row=1, turned=True),)),
        ("MBoardPicker\tA\t0", ()),
        ("MBoardPicker", ()),
        ("", ()),
    ],
)
def test_a_command_lays_out_the_boards_it_knows(command: str, laid: tuple[BoardPlacement, ...]) -> None:
    assert laid_boards(command, ["A"]) == laid


def test_a_private_map_has_its_owners_and_the_boards_of_another(vassal: Vassal) -> None:
    _, hand = taken(
        vassal,
        vassal.element("module.Map", picker(vassal, "A"), mapName="M"),
        vassal.element(
            "module.PrivateMap",
            vassal.element("module.map.BoardPicker"),
            mapName="H",
            side="Rome,Nobody",
            visible="true",
            useBoards="M",
            buttonName="Hand",
            hotkey="72,130",
        ),
    )
    assert hand.sheet.choice is None
    assert hand.sheet.private == Private(sides=("The Romans",), open=True)
    assert [board.name for board in hand.sheet.boards] == ["A"]
    assert hand.sheet.window == MapWindow(button="Hand", key="ctrl H")


def test_a_map_with_the_boards_of_another_has_those_that_are_chosen_for_that(vassal: Vassal) -> None:
    def like(name: str, other: str) -> str:
        own = vassal.element("module.map.BoardPicker", vassal.element("module.map.boardPicker.Board", name="Own"))
        return vassal.element("module.PrivateMap", own, mapName=name, useBoards=other, edgeWidth="1")

    field = vassal.element("module.Map", picker(vassal, "A", "B"), mapName="M", edgeWidth="7")
    maps = taken(vassal, like("Before", "M"), field, like("Hand", "M"), like("Plan", "Hand"))
    found = {map_.name: map_.sheet for map_ in maps}
    assert [board.name for board in found["Before"].boards] == ["Own"], "that is not there yet"
    for name in ("Hand", "Plan"):
        choice = found[name].choice
        assert choice is not None
        assert (choice.like, found[name].edge, found[name].size) == ("M", (7, 0), (114, 50))


def test_how_pieces_lie_and_move(vassal: Vassal) -> None:
    [map_] = taken(
        vassal,
        vassal.element(
            "module.Map",
            vassal.element("module.map.StackMetrics", unexSepX="1", unexSepY="-3", exSepY="20", color="1,2,3"),
            vassal.element("module.map.LayeredPieceCollection", property="Level", layerOrder="Low,High"),
            vassal.element("module.map.Zoomer", zoomLevels="0.5,1.0,2.0", zoomStart="1"),
            mapName="M",
            moveKey="57344,0,Moved",
            markMoved="Never",
        ),
    )
    sheet = map_.sheet
    assert sheet.stacks is not None
    assert (sheet.stacks.together, sheet.stacks.step, sheet.stacks.open_step) == (True, (1, -3), (6, 20))
    assert (sheet.stacks.beneath, sheet.stacks.rises, sheet.stacks.sent) == ("#010203", False, "lowest")
    assert sheet.layers == PieceLayers(property="Level", order=("Low", "High"))
    assert sheet.moves is not None
    assert (sheet.moves.key, sheet.moves.marks) == ("Moved", "never")
    assert sheet.zooms is not None
    assert (sheet.zooms.levels, sheet.zooms.start) == ((0.5, 1.0, 2.0), 2)


@pytest.mark.parametrize(
    ("kind", "metrics", "together", "as_hand"),
    [
        ("module.Map", '<VASSAL.build.module.map.StackMetrics disabled="true"/>', False, False),
        ("module.PlayerHand", '<VASSAL.build.module.map.HandMetrics disabled="false"/>', True, True),
        ("module.PlayerHand", "", True, True),
    ],
)
def test_maps_on_which_nothing_stacks_and_hands(
    vassal: Vassal, kind: str, metrics: str, together: bool, as_hand: bool
) -> None:
    [map_] = taken(vassal, vassal.element(kind, metrics, mapName="M"))
    assert map_.sheet.stacks is not None
    assert (map_.sheet.stacks.together, map_.sheet.stacks.as_hand) == (together, as_hand)


def test_keys_move_cards_within_a_hand_and_a_gap_lies_between_them(vassal: Vassal) -> None:
    own = vassal.element("module.map.HandMetrics", exSepX="23", exSepY="9", top="84,130", up="")
    hands = (vassal.element("module.PlayerHand", *own_, mapName=name) for name, own_ in (("A", (own,)), ("B", ())))
    laid = [map_.sheet.stacks for map_ in taken(vassal, *hands)]
    assert [(stacks.step, stacks.keys) for stacks in laid if stacks is not None] == [
        ((23, 0), StackKeys(top="ctrl T", bottom="Down", down="Left")),
        ((12, 0), StackKeys(top="Up", bottom="Down", up="Right", down="Left")),
    ]


def test_maps_within_folders_and_charts_are_found(vassal: Vassal) -> None:
    folder = vassal.element(
        "module.folder.ModuleSubFolder", vassal.element("module.Map", picker(vassal, "A"), mapName="One")
    )
    chart = vassal.element(
        "module.ChartWindow",
        vassal.element("widget.MapWidget", vassal.element("widget.WidgetMap", picker(vassal, "B"), mapName="Two")),
    )
    found = taken(vassal, folder, chart)
    assert [map_.name for map_ in found] == ["One", "Two"]
    assert found[1].sheet.window is not None


@pytest.mark.parametrize(
    ("settings", "level"),
    [
        ({"zoomLevels": "0.5,1.0,2.0", "zoomStart": "1"}, 2.0),  # counted from the largest down
        ({"zoomLevels": "2.0,1.0,0.5", "zoomStart": "3"}, 0.5),
        ({"zoomLevels": "0.5,1.0,2.0", "zoomStart": "9"}, 0.5),
        ({"zoomLevels": "0.5,1.0,2.0"}, 2.0),  # the ninth, or the last
        ({}, 1.0),
        ({"factor": "2.0", "max": "3"}, 2.0),
        ({"factor": "2.0", "max": "3", "zoomStart": "2"}, 1.0),
    ],
)
def test_a_map_begins_at_the_level_that_it_counts_from_the_largest_down(
    vassal: Vassal, settings: dict[str, str], level: float
) -> None:
    [map_] = taken(vassal, vassal.element("module.Map", vassal.element("module.map.Zoomer", **settings), mapName="M"))
    zooms = map_.sheet.zooms
    assert zooms is not None
    assert zooms.levels[zooms.start] == level


def test_what_a_map_lacks_here_is_told(vassal: Vassal) -> None:
    judged: list[tuple[str, str]] = []
    parts = (vassal.element(f"module.map.{kind}") for kind in ("PieceMover", "CounterDetailViewer", "LOS_Thread"))
    taken(vassal, vassal.element("module.Map", *parts, mapName="M"), judged=judged)
    assert judged == [
        ("PieceMover", "exact"),
    ]


def test_a_map_file_is_read_as_it_was_written(vassal: Vassal, tmp_path: Path) -> None:
    grid = vassal.element(
        "module.map.boardPicker.board.HexGrid",
        vassal.element("module.map.boardPicker.board.mapgrid.HexGridNumbering", sep=": "),
        dx="55.42562584220407",
    )
    board = vassal.element("module.map.boardPicker.Board", grid, name="The board ")
    [map_] = taken(vassal, vassal.element("module.Map", vassal.element("module.map.BoardPicker", board), mapName="M"))
    (tmp_path / "map.yaml").write_text(dump_document(map_.sheet), encoding="utf-8")
    assert read_sheet(tmp_path / "map.yaml") == map_.sheet


def test_the_points_of_decks_have_their_names(vassal: Vassal) -> None:
    """A point has the name of the first deck there; decks of a missing board stay at bare pixels."""
    decks = [
        vassal.element("module.map.DrawPile", name=name, x=x, y="20", **owner)
        for name, x, owner in (
            ("Draw", "10", {"owningBoard": "B"}),
            ("Second", "10", {"owningBoard": "B"}),
            ("Gone", "30", {"owningBoard": "Lost"}),
            ("Any", "50", {"owningBoard": "<any>"}),
            ("", "40", {}),
        )
    ]
    setup = "MBoardPicker\tA\t0\t0\tB\t1\t0"
    boards = picker(vassal, "A", "B", setup=setup)
    [map_] = taken(vassal, vassal.element("module.Map", boards, *decks, mapName="M"))
    assert build_map(map_.sheet).named_points == {
        (110, 20): "Draw",
        (30, 20): "Gone",
        (50, 20): "Any",
        (40, 20): "",
    }
