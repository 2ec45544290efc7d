"""Larch Hill in the window: a counter's field of fire is lit while it is dragged, and a shot is asked for and
rolled.
"""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF

from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.assistant.panels.overlay_legend import LegendCard
from tabletop.game.commands import At, MovePieces
from tests.journeys.conftest import Player, save_game, start_game

FIELD = "field"


@pytest.fixture
def hill(player: Player, home: Path) -> Player:
    """Return a player with Larch Hill on the table and the assistant on."""
    player.open_game(save_game(home / "hill.wartable", start_game("larch_hill", "meeting")))
    player.settle()
    player.press("F4")
    player.wait(player.find(AssistantPanel).isVisible)
    player.wait(lambda: bool(player.buttons("Go to Watch")))
    return player


def piece(hill: Player, name: str) -> int:
    return next(piece for piece in hill.game.pieces if hill.name(piece) == name)


def at(hill: Player, place: str) -> QPoint:
    view, point = hill.view(FIELD), hill.board(FIELD).point_of(place)
    assert point is not None
    return view.viewport().mapTo(hill.window, view.mapFromScene(QPointF(*point)))


def test_the_field_of_fire_is_lit_while_a_counter_is_in_the_hand(hill):
    layer = hill.window.layer(FIELD)
    with hill.carrying(at(hill, "0103"), at(hill, "0102")):
        hill.wait(lambda: "hand:arc:turret" in layer.shown)
        assert "reach" in layer.shown
    assert not any(id.startswith("hand") for id in layer.shown)


def test_a_counter_that_is_selected_shows_its_arc_on_a_digit(hill):
    hill.click(at(hill, "0205"))
    hill.press("4")
    assert hill.window.layer(FIELD).shown == ("arc:bow",)
    legend = hill.find(LegendCard)
    assert legend.accessibleName().startswith("Field of fire of guns, rule 6.3")
    hill.press("4")
    assert hill.window.layer(FIELD).shown == ()


def test_a_shot_is_asked_and_rolled(hill):
    hill.submit(MovePieces((piece(hill, "Heron"),), At(FIELD, "0101")))
    for phase in ("Watch", "Fire"):
        hill.push(f"Go to {phase}")
        hill.wait(lambda phase=phase: hill.part[2] == phase)
    hill.push("Shoot")
    hill.answer_with("Anvil")
    hill.wait(lambda: bool(hill.buttons("Yes")))
    hill.push("Yes")
    hill.wait(lambda: " for Fire" in hill.log)
    asked, rolled = hill.log.splitlines()[-2:]
    assert "“Shoot at Heron with 5 against armour 5, 2 hexes away?” with yes" in asked
    assert re.search(r"rolls [1-6], [1-6] for Fire, .* \(7\.3, 7\.4\): ", rolled)
