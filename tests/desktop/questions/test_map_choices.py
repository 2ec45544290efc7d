"""Options of questions shown on the map."""

from types import SimpleNamespace
from typing import Any

import pytest

from tabletop.assistance import Overlay, ProcedureQuestion, Underway
from tabletop.desktop.questions.map_choices import MOST_RINGS, NOTHING, choices_of, show_ticked
from tabletop.game.change.outcome import Choice

JAPAN = frozenset({"JP"})


def asked(by: str, *options: object) -> Underway:
    question = ProcedureQuestion(1, "which", by, "pick", "Which?", tuple(Choice(one, str(one)) for one in options))
    return Underway(1, "Battle", "11.2", "JP", (), (), (question,))


def test_pieces_and_places_are_found_and_words_are_not():
    found = choices_of([asked("JP", "piece:7", "place:pacific:0805", "stay", 3, None)], JAPAN)
    assert dict(found.pieces) == {7: "piece:7"}
    assert dict(found.places) == {("pacific", "0805"): "place:pacific:0805"}


def test_what_others_are_asked_is_not_offered():
    assert choices_of([asked("AL", "piece:7")], JAPAN) is NOTHING
    assert choices_of([asked("", "piece:7")], JAPAN).pieces


def test_a_click_means_the_topmost_option_then_the_only_one_of_the_stack_then_the_place():
    found = choices_of([asked("JP", "piece:7", "piece:8", "place:pacific:0805")], JAPAN)
    assert found.at("pacific", "0805", [9, 8, 7], [7, 8, 9]) == "piece:8"
    assert found.at("pacific", "0805", [9], [7, 9]) == "piece:7"
    assert found.at("pacific", "0805", [9], [7, 8, 9]) == "place:pacific:0805"
    assert found.at("pacific", "0805", [], []) == "place:pacific:0805"
    assert found.at("pacific", "0906", [9], [9]) is None


@pytest.mark.parametrize(("many", "is_area"), [(1, False), (MOST_RINGS, False), (MOST_RINGS + 1, True), (60, True)])
def test_many_places_are_an_area(many, is_area):
    found = choices_of([asked("JP", "piece:7", *(f"place:pacific:{number}" for number in range(many)))], JAPAN)
    assert found.is_area == is_area


def test_the_notes_of_places_are_known():
    options = (Choice("place:pacific:0805", "Manila (battle)", "battle"), Choice("place:pacific:0806", "Davao"))
    question = ProcedureQuestion(1, "goal", "JP", "pick", "Where?", options)
    found = choices_of([Underway(1, "Move", "8.0", "JP", (), (), (question,))], JAPAN)
    assert dict(found.notes) == {("pacific", "0805"): "battle"}


def test_ticked_options_are_marked_once_a_point_with_their_number():
    layers: Any = {name: Layer() for name in ("pacific", "bases")}
    lying = {7: (0, 10, 20), 8: (0, 10, 20), 9: (1, 5, 5)}
    game: Any = SimpleNamespace(
        maps=("pacific", "bases"),
        pieces=lying,
        lying=lambda piece: SimpleNamespace(**dict(zip(("map", "x", "y"), lying[piece], strict=True))),
    )
    maps: Any = {"pacific": SimpleNamespace(spot_of=lambda _: SimpleNamespace(x=30, y=40))}
    show_ticked(["piece:7", "piece:8", "piece:9", "place:pacific:0805", "stay"], game, layers, maps)
    assert layers["pacific"].marks == {(10, 20): "✓ 2", (30, 40): "✓"}
    assert layers["bases"].marks == {(5, 5): "✓"}
    show_ticked(["piece:9"], game, layers, maps)
    assert (layers["pacific"].marks, layers["bases"].marks) == ({}, {(5, 5): "✓"})


class Layer:
    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], str] = {}

    def hide(self, _id: str) -> None:
        self.marks = {}

    def show(self, overlay: Overlay) -> None:
        self.marks = {label.at: label.text for label in overlay.labels}
