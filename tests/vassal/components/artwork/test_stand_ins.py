"""A piece without any of its pictures is shown as a plain counter with its name, and the report lists it."""

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tabletop.dice import SeededChance
from tabletop.game.appearance.drawn_piece import ImageDrawing
from tabletop.game.appearance.piece_display import appearance_of, viewed
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tabletop.vassal.components.artwork.stand_ins import stand_in
from tabletop.vassal.module_import import import_module

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000100000001008020000009091683600000018494441547801636068f84f1a"
    "221d34fc1fd5c0402074005b1cff01d8db4bb40000000049454e44ae426082"
)
LAYER = "emb2;;2;;;2;;;2;;;;1;false;0;0;{};;true;Step;;;false;;1;false;65,130;Activate;65,130;;;;;;;1.0;;true"
STAND_IN = "images/missing.svg"


@pytest.mark.parametrize("through", ["its own", "a prototype's"])
@pytest.mark.parametrize(
    ("base", "layers", "shown"),
    [
        ("gone.png", (), [STAND_IN]),
        ("", ("gone.png",), [STAND_IN]),
        ("gone.png", ("red.png",), ["images/red.png"]),
        ("", ("gone.png", "red.png"), ["images/red.png"]),
        ("broken.png", (), [STAND_IN]),
        ("", (), []),
        (" ", (), []),
        (" ", (" ", "red.png"), ["images/red.png"]),
        ("/images/Undo16.gif", (), []),
    ],
)
def test_a_plain_counter_stands_for_a_piece_without_its_pictures(
    vassal, tmp_path: Path, base: str, layers: tuple[str, ...], shown: list[str], through: str
) -> None:
    traits = [(LAYER.format(name), "1") for name in layers]
    prototypes = [vassal.prototype("All", *traits)] if through == "a prototype's" else []
    basic = (f"piece;;;{base};Tank", "null;0;0;7;0")
    slot = vassal.slot(*(["prototype;All"] if prototypes else traits), basic, name="Tank", gpid="7")
    board = vassal.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    start = vassal.element("module.map.SetupStack", slot, name="Start", x="100", y="50", owningBoard="Board")
    table = vassal.element("module.Map", vassal.element("module.map.BoardPicker", board), start, mapName="Main")
    container = [vassal.element("module.PrototypesContainer", *prototypes)] if prototypes else []
    file = vassal.vmod(*container, table, files={"images/red.png": PNG, "images/broken.png": b"?"})
    report = import_module(file, tmp_path / "out")
    module = load_module(tmp_path / "out")
    game = new_game(module, "new-game", {}, SeededChance("00", b"", 0, 0))
    [piece] = game.pieces
    look = appearance_of(viewed(game, module.components, ""), piece)
    assert [one.what.path for one in look.shown if isinstance(one.what, ImageDrawing)] == shown
    told = [remark.text for remark in report.remarks]
    assert ("A piece has none of its pictures: a plain counter with its name is shown." in told) == (
        shown == [STAND_IN]
    )
    assert not any("nothing" in text for text in told), "a name of blanks is no picture's"


@pytest.mark.parametrize("name", ["", "Tank", "R&D <Corps>", "1st Guards Motor Rifle Division of the Northern Front"])
def test_the_counter_is_a_drawing_whatever_the_name_is(qapp, name: str) -> None:
    drawn = QImage.fromData(stand_in(name), "svg")
    assert (drawn.width(), drawn.height()) == (60, 60)
    dark = [(x, y) for x in range(2, 58) for y in range(2, 58) if drawn.pixelColor(x, y).lightness() < 128]
    assert bool(dark) is bool(name)
    assert all(3 <= x <= 57 for x, _ in dark)
