"""An empty deck is outlined in the colour that its module gives it, if it gives one."""

from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene

from tabletop.desktop.scene.layers.deck_outlines import DeckOutlines
from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Performed
from tabletop.game.change.patch import Sit
from tabletop.game.commands import DrawPieces, Spot
from tabletop.game.decide import perform
from tabletop.game.state.game import Seat
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tests.desktop.one_map import one_map

MODULE = one_map(
    pieces="{group: Cards, pieces: [{id: ace, name: Ace}]}",
    scenario="""
id: all
title: All
summary: All.
decks:
  - {name: Draw, map: Table, point: [100, 100], cards: [ace]}
  - {name: Waste, map: Table, point: [200, 100], cards: []}
  - {name: Plain, map: Table, point: [300, 100], cards: []}
""",
    table="{id: Table, name: Table, size: [400, 300]}",
    more="""
decks:
  - {name: Draw, outline: '#ff0000', width: 40, height: 60}
  - {name: Waste, outline: '#0000ff', width: 40, height: 60}
  - {name: Plain, width: 40, height: 60}
""",
)


def outlined(scene: QGraphicsScene) -> set[tuple[float, str]]:
    """Return the x coordinate of the middle of each outline, and its colour."""
    rects = [item for item in scene.items() if isinstance(item, QGraphicsRectItem)]
    return {(item.rect().center().x(), item.pen().color().name()) for item in rects}


def test_only_empty_decks_are_outlined(tmp_path: Path, qapp: object) -> None:
    for name, text in MODULE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    module = load_module(tmp_path)
    game = apply(new_game(module, "all", {}, SeededChance("11" * 32, b"", 0, 0)), [Sit("me", Seat((0,)))])[0]
    scene = QGraphicsScene(QRectF(0, 0, 400, 300))
    outlines = DeckOutlines(scene, 0, module.components.decks.values())
    outlines.show(game)
    assert outlined(scene) == {(200.0, "#0000ff")}
    drawn = perform(
        game,
        DrawPieces(game.named["Draw"], Spot("Table", 30, 30)),
        "me",
        SeededChance("02", b"", 0, 0),
        module.components,
    )
    assert isinstance(drawn, Performed)
    outlines.show(drawn.after)
    assert outlined(scene) == {(100.0, "#ff0000"), (200.0, "#0000ff")}
    outlines.show(game)
    assert outlined(scene) == {(200.0, "#0000ff")}
    scene.clear()
    outlines.show_anew(game)
    assert outlined(scene) == {(200.0, "#0000ff")}
