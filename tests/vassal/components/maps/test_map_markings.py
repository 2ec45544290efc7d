"""Markings and pointing on a map: lines round pieces, pictures, rings."""

import pytest

from tabletop.module.loader import load_module
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.map.map_view_records import ChosenMark, OutlineRecord, PingWay
from tabletop.vassal.module_import import import_module


@pytest.fixture
def sheet(vassal, tmp_path):
    def imported(*parts: str, **settings: str) -> SheetRecord:
        board = vassal.element("module.map.boardPicker.Board", name="B", width="200", height="100")
        board_picker = vassal.element("module.map.BoardPicker", board)
        root = vassal.element("module.Map", board_picker, *parts, mapName="Map", **settings)
        out = tmp_path / "out"
        report = import_module(vassal.vmod(root), out)
        told = {(line.name.rpartition(".")[2], line.grade) for line in report.lines}
        assert not {name for name, grade in told if grade != "exact"} & {"Flare", "HighlightLastMoved", "Map"}
        return load_module(out).sheets["Map"]

    return imported


def test_chosen_pieces_have_the_maps_line_and_those_of_its_highlighters(vassal, sheet):
    high = vassal.element("module.map.SelectionHighlighter", match='{Nation == "GE"}', color="0,255,0", thickness="5")
    group = vassal.element("module.map.SelectionHighlighters", high)
    assert sheet(group, color="1,2,3", thickness="7").chosen == (
        ChosenMark(colour="#010203", width=7),
        ChosenMark(where='Nation == "GE"', colour="#00ff00", width=5),
    )


def test_usually_they_have_a_black_line(sheet):
    assert sheet().chosen == (ChosenMark(colour="#000000", width=3),)


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({}, OutlineRecord(colour="#ff0000", width=2)),
        ({"color": "0,0,255", "thickness": "9"}, OutlineRecord(colour="#0000ff", width=9)),
        ({"enabled": "false"}, None),
    ],
)
def test_what_moved_last_has_a_line(vassal, sheet, settings, line):
    assert sheet(vassal.element("module.map.HighlightLastMoved", **settings)).last_moved == line


def test_flares_point_with_the_keys_in_the_colour_and_words_of_the_module(vassal, sheet):
    flare = vassal.element(
        "module.map.Flare",
        flareKey="keyCtrlAlt",
        circleColor="0,0,255",
        circleSize="40",
        circleScale="false",
        flarePulses="0",
        flarePulsesPerSec="1",
        reportFormat="$PlayerName$ looks at $FlareLocation$ of $FlareMap$",
    )
    assert sheet(flare, vassal.element("module.map.Flare")).pings == (
        PingWay(
            keys="ctrl alt",
            colour="#0000ff",
            size=40,
            on_map=False,
            pulses=0,
            a_second=1,
            report="{Seat} looks at {PingLocation} of {PingMap}",
        ),
        PingWay(colour="#ff0000"),
    )
