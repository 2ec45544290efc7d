"""Buttons that change a player's view: layers of pieces that are hidden, or in another order."""

import pytest

from tabletop.desktop.map.view_changes import LayerView
from tabletop.module.schema.view_buttons import ChangeLayers

ALL = frozenset(range(3))


def change(layers: LayerView, does: str, *which: int, filled: frozenset[int] = ALL, skip: bool = False) -> LayerView:
    layers.change(ChangeLayers.model_validate({"does": does, "skip": skip}), which, filled)
    return layers


@pytest.mark.parametrize(
    ("deeds", "hidden"),
    [
        ([("hide-layers", 0, 2)], {0, 2}),
        ([("hide-layers", 0, 2), ("show-layers", 0)], {2}),
        ([("hide-layers", 0), ("switch-layers", 0, 1)], {1}),
        ([("hide-layers", 0, 1), ("all-layers",)], set()),
    ],
)
def test_layers_are_hidden_and_shown(deeds: list[tuple], hidden: set[int]) -> None:
    layers = LayerView.usual(3)
    for does, *which in deeds:
        change(layers, does, *which)
    assert layers.hidden == hidden


def test_layers_go_up_and_down_and_round() -> None:
    layers = LayerView.usual(3)
    assert change(layers, "layers-up").order == [2, 0, 1]
    assert change(layers, "layers-up").order == [1, 2, 0]
    assert change(layers, "layers-down").order == [2, 0, 1]
    assert change(layers, "all-layers").order == [0, 1, 2]


def test_empty_layers_may_be_passed_over() -> None:
    assert change(LayerView.usual(3), "layers-up", filled=frozenset({0, 2}), skip=True).order == [1, 2, 0]
    assert change(LayerView.usual(3), "layers-up", filled=frozenset(), skip=True).order == [0, 1, 2]
