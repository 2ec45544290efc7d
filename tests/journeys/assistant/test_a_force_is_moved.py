"""The reach of a Task Force is shown on the map; a click there is an answer, and so is the typed name of a place."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QScrollArea

from tabletop.assistance import Overlay
from tabletop.desktop.assistant.answer_preview import FORESEEN_MS
from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.questions.map_choices import CHOICES, choices_in
from tabletop.desktop.questions.number_sources import NumbersSection
from tabletop.desktop.questions.procedure_card import Question
from tabletop.desktop.scene.layers.rule_overlays import OverlayLayer
from tests.journeys.assistant.test_with_the_assistant import SHIPS, onwards, said
from tests.journeys.conftest import Player

GOALS = ("Manila", "Davao", "Saipan", "Truk", "Formosa")


@pytest.fixture
def asked(table: Player, december) -> Player:
    """Return the player at a table on which a Task Force at Palau waits for its destination."""
    ask_where(table)
    return table


def ask_where(table: Player) -> None:
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "Operational Phase")
    table.look("Palau")
    table.push("Form a Task Force")
    table.click(table.at("Palau", dy=-60))
    for name in SHIPS:
        table.push(name)
    table.push("Answer")
    table.push("Japanese Fleet 1")
    table.push("Move a Task Force")
    table.wait(lambda: "Where does Japanese Fleet 1 go?" in said(table))
    table.look("Palau", scale=0.25)


def place_of_force(table: Player) -> set[str]:
    return {table.where(piece) for piece in table.game.pieces if table.name(piece).startswith(SHIPS[1])}


def is_marked(table: Player, place: str) -> bool:
    """Return whether a card with text is shown at a place."""
    spot, layer = table.board().spot_of(place), table.window.layer("pacific")
    near = (QPointF(spot.x + dx, spot.y + dy) for dx in range(-150, 151, 10) for dy in range(-150, 151, 10))
    return any(map(layer.has_label, near))


def test_the_map_shows_the_reach_and_a_click_answers(asked: Player):
    table = asked
    assert not [goal for goal in GOALS if table.buttons(goal)]
    assert "Click a place in the lit area of the map, or name it here." in said(table)
    assert CHOICES in table.window.layer("pacific").shown
    assert is_marked(table, "Manila"), "a battle is to be fought there"
    assert is_marked(table, "Saipan"), "what it costs to go there"
    table.click(table.at("Saipan"))
    table.wait(lambda: "Where does" not in said(table))
    assert place_of_force(table) == {table.board().find("Saipan")}
    assert CHOICES not in table.window.layer("pacific").shown


def test_the_reach_is_shown_in_bands_with_what_each_place_costs_as_in_a_drag(table: Player, december, monkeypatch):
    shown: list[Overlay] = []
    show = OverlayLayer.show

    def see(layer: OverlayLayer, overlay: Overlay) -> None:
        shown.append(overlay)
        show(layer, overlay)

    monkeypatch.setattr(OverlayLayer, "show", see)
    ask_where(table)
    reach = shown[-1]
    assert reach.id == CHOICES
    assert len({area.strength for area in reach.areas if area.kind == "reach"}) > 1
    [asked] = [each.asked for each in table.window.findChildren(Question) if each.isVisible()]
    home = table.board().find("Palau")
    spots = [table.board().spot_of(place) for _, place in choices_in(asked).places if place != home]
    assert {(spot.x, spot.y) for spot in spots} <= {label.at for label in reach.labels}
    assert len(spots) > 20
    notes = {label.note for label in reach.labels}
    assert "battle" in notes

    assert {label.text for label in reach.labels} == set("1234567"), "hexes"
    assert [area.kind for area in reach.areas if area.kind != "reach"] == ["dear"], "hatched where oil costs more"


def test_what_a_place_would_bring_is_said_where_the_mouse_is(asked: Player):
    table = asked
    table.hover(table.at("Truk"))
    QTest.qWait(FORESEEN_MS)
    table.wait(lambda: "The log would say: " in said(table))
    assert "moved from Palau to Truk" in said(table)


def test_a_place_can_be_named(asked: Player):
    table = asked
    table.type_into(table.find(QLineEdit, "Name of a place"), "Atlantis", enter=True)
    assert "“Atlantis” cannot be chosen here." in said(table)
    QTest.keyClicks(table.find(QLineEdit, "Name of a place"), "kur")  # the refused name is replaced
    table.press("Return")
    table.wait(lambda: "Where does" not in said(table))
    assert place_of_force(table) == {table.board().find("Kure")}


def test_numbers_are_explained_in_sight_below_a_procedure(asked: Player):
    table = asked
    table.window.resize(1366, 640)
    table.look("Kure")
    table.hover(table.at("Kure", dy=-40))
    table.press("E")
    numbers = table.find(NumbersSection)
    table.wait(lambda: not numbers.isHidden())
    first = numbers.findChildren(QPushButton)[0]
    table.wait(lambda: not first.visibleRegion().isEmpty())
    scroll = table.find(AssistantPanel).findChildren(QScrollArea)[0]
    assert scroll.verticalScrollBar().value() > 0, "the procedure above them has gone up"
    assert numbers.y() >= scroll.verticalScrollBar().value(), "their title is in sight"


def test_a_place_with_a_name_can_be_called_by_its_number(asked: Player):
    table, number = asked, asked.board().find("Saipan")
    assert number.isdigit()
    table.type_into(table.find(QLineEdit, "Name of a place"), number, enter=True)
    table.wait(lambda: "Where does" not in said(table))
    assert place_of_force(table) == {number}
