"""The viewers of stacks under the mouse: the pieces they show, and their style."""

from pathlib import Path

import pytest

from tests.vassal.components.playing import Table

SHOWS_ALL = dict.fromkeys(("showNonMovable", "showMoveSelectde", "showNoStack", "showDeck"), "true")


@pytest.mark.parametrize(
    ("given", "viewer"),
    [
        (
            {},
            {
                "where": '(Moves != "never") and (Moves != "when-chosen") and (Stacks) and (Deck == "")',
                "least": 2, "after_ms": 700,
            },
        ),
        ({**SHOWS_ALL, "delay": "90", "showOverlap": "true"}, {"least": 2, "after_ms": 90, "overlapping": True}),
        (
            {
                **SHOWS_ALL, "delay": "250", "minDisplayPieces": "1", "display": "by using a property filter",
                "propertyFilter": "{Hidden == 1}", "showtext": "true", "summaryReportFormat": "<b>$Nation$</b>",
                "counterReportFormat": "$Steps$ steps",
            },
            {"where": "(Hidden == 1)", "title": "{Nation}", "words": "{Steps} steps", "top_layer": False},
        ),
        (
            {
                **SHOWS_ALL, "delay": "250", "minDisplayPieces": "1", "unrotatePieces": "true", "enableHTML": "true",
                "showtext": "true", "summaryReportFormat": "<b>$Nation$</b>",
            },
            {"title": "<b>{Nation}</b>", "turned": False, "html": True},
        ),
        (
            {
                **SHOWS_ALL, "delay": "250", "minDisplayPieces": "1", "showtext": "true",
                "summaryReportFormat": "$countPieces$: $sum(Fire)$ $sum(Steps)$ $sum(Fire)$",
            },
            {
                "title": "{Count}: {Sum1} {Sum2} {Sum1}",
                "sums": {"Sum1": "plain_whole(Fire)", "Sum2": "plain_whole(Steps)"},
            },
        ),
        # before version 3 a viewer had a filter or another condition, not both
        (
            {**SHOWS_ALL, "delay": "250", "version": "2", "propertyFilter": "{A == 1}", "minDisplayPieces": "0"},
            {"least": 0},
        ),
        (
            {**SHOWS_ALL, "delay": "250", "version": "3", "propertyFilter": "{A == 1}", "minDisplayPieces": "1"},
            {"where": "(A == 1)"},
        ),
        (
            {**SHOWS_ALL, "delay": "250", "minDisplayPieces": "1", "showOnlyTopOfStack": "true"},
            {"where": '(Deck != "" or StackIndex == StackSize)'},
        ),
        # the first version knew what it draws, and the map's colour
        ({**SHOWS_ALL, "delay": "250", "version": "1", "showgraphsingle": "true"}, {"paper": "#ffffff"}),
        (
            {
                **SHOWS_ALL, "delay": "250", "minDisplayPieces": "1", "showTerrainBeneath": "always",
                "showTerrainWidth": "90", "showTerrainHeight": "80", "showTerrainZoom": "2.0", "showtext": "true",
                "summaryReportFormat": "",
            },
            {"ground": {"shown": "always", "size": (90, 80), "scale": 2.0, "words": "{Location}"}},
        ),
    ],
)  # fmt: skip
def test_viewers_show_what_they_are_to_show(vassal, tmp_path: Path, given, viewer) -> None:
    table = Table(vassal, tmp_path, on_map=(vassal.element("module.map.CounterDetailViewer", **given),))
    usual = {
        "below_scale": 1.0, "scale": 1.0, "gap": 0, "masked_cards": False, "title": "", "words": "",
        "empty": "{Location}", "ink": "#000000", "type_px": 9,
    }  # fmt: skip
    [found] = table.module.sheets["Map"].viewers
    assert found.model_dump(exclude_defaults=True) == {**usual, **viewer}


def test_a_viewer_may_show_some_layers_only(vassal, tmp_path: Path) -> None:
    layers = vassal.element("module.map.LayeredPieceCollection", property="Height", layerOrder="Air,Ground")
    rest = {**SHOWS_ALL, "layerList": "Air,Sea"}
    viewers = [
        vassal.element("module.map.CounterDetailViewer", display=f"from {which}", **rest)
        for which in ("listed layers only", "layers other than those listed")
    ]
    listed, others = Table(vassal, tmp_path, on_map=(layers, *viewers)).module.sheets["Map"].viewers
    assert '"Air"' in listed.where
    assert '"Sea"' in listed.where
    assert others.where == f"(not {listed.where})"
