"""Pictures of boards: shown pixel by pixel, scaled down smoothly, drawn from an SVG, or cut into tiles if huge."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from tabletop.desktop.drawing.pictures import picture_tiles
from tabletop.desktop.drawing.pictures.picture_tiles import cut, tiling_of
from tabletop.desktop.drawing.pictures.prepared_pictures import PreparingError
from tabletop.desktop.drawing.sheet import board_pictures
from tabletop.desktop.drawing.sheet.board_pictures import BoardPicture, board_picture
from tabletop.desktop.drawing.sheet.map_sheet import TILE_PX, SheetPainter
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.module.contents.assets import examine
from tabletop.module.schema.map.map_grid_records import (
    GridLook,
    PrintedNumbers,
    RegionGridRecord,
    RegionRecord,
    SquareGridRecord,
)
from tabletop.module.schema.map.map_sheet_records import BoardRecord, SheetRecord

RED, BLUE = QColor("#A8322A"), QColor("#2F5D8C")
pytestmark = pytest.mark.usefixtures("qapp")


def chequered(file: Path, width: int = 1100, height: int = 700, side: int = 100) -> Path:
    """Write a picture of red and blue squares, with red in the upper left corner, and return its file."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        for column in range(width // side + 1):
            for row in range(height // side + 1):
                painter.fillRect(column * side, row * side, side, side, BLUE if (column + row) % 2 else RED)
    image.save(str(file))
    return file


def painted(picture: BoardPicture, part: QRectF, scale: float) -> QImage:
    image = QImage(part.size().toSize() * scale, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(scale, scale)
        painter.translate(-part.topLeft())
        picture.paint(painter, part, scale)
    return image


def test_a_picture_is_painted_pixel_by_pixel(tmp_path: Path) -> None:
    file = chequered(tmp_path / "a.png")
    part = QRectF(90, 90, 300, 200)
    whole = QImage(str(file)).convertToFormat(QImage.Format.Format_RGB32)
    assert painted(board_picture(file, (1100, 700)), part, 1.0) == whole.copy(part.toRect())


@pytest.mark.parametrize("scale", [0.5, 0.1, 2.0])
def test_at_other_scales_everything_is_where_it_belongs(tmp_path: Path, scale: float) -> None:
    picture = board_picture(chequered(tmp_path / "a.png"), (1100, 700))
    image = painted(picture, QRectF(0, 0, 1100, 700), scale)
    middles = {image.pixelColor(round(50 * scale), round(y * scale)).name() for y in (50, 250, 450)}
    assert (middles, image.pixelColor(round(150 * scale), round(50 * scale)).name()) == ({RED.name()}, BLUE.name())


def test_a_drawing_fills_its_board(tmp_path: Path) -> None:
    inner = "<rect width='40' height='20' fill='#2F5D8C'/>"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>{inner}</svg>"
    (tmp_path / "a.svg").write_text(svg)
    image = painted(board_picture(tmp_path / "a.svg", (400, 200)), QRectF(0, 0, 400, 200), 1.0)
    assert {image.pixelColor(x, y).name() for x, y in ((1, 1), (398, 198))} == {BLUE.name()}


def test_what_cannot_be_read_is_a_blank(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    assert not painted(board_picture(tmp_path / "a.png", (60, 60)), QRectF(0, 0, 60, 60), 1.0).isNull()


def test_a_huge_picture_is_cut_in_the_background_and_then_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(board_pictures, "MOST_WHOLE_PX", 1000)
    file = chequered(tmp_path / "huge.png")
    picture = board_picture(file, (1100, 700))
    tiling = picture.tiling
    assert tiling is not None
    with qtbot.waitSignal(tiling.ended, timeout=60_000):
        painted(picture, QRectF(0, 0, 10, 10), 1.0)
    assert (tiling.failure, picture.tiling) == ("", None)
    for scale in (1.0, 0.3):
        image = painted(picture, QRectF(0, 0, 1100, 700), scale)
        for x, wanted in ((550, BLUE), (650, RED)):
            found = image.pixelColor(round(x * scale), round(50 * scale))
            assert max(abs(found.red() - wanted.red()), abs(found.blue() - wanted.blue())) < 12


def test_a_huge_picture_fills_a_board_of_another_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(board_pictures, "MOST_WHOLE_PX", 1000)
    file = chequered(tmp_path / "smaller.png")
    cut(file, asset := examine(file.name, file.read_bytes()), tiling_of(file, asset).folder)
    image = painted(board_picture(file, (2200, 2100)), QRectF(0, 0, 2200, 2100), 0.5)
    for x, wanted in ((550, BLUE), (650, RED)):
        found = image.pixelColor(x, 75)
        assert max(abs(found.red() - wanted.red()), abs(found.blue() - wanted.blue())) < 12
    assert abs(image.pixelColor(1090, 1040).red() - RED.red()) < 12, "it reaches the lower right corner"


@pytest.mark.parametrize("step", ["mkdtemp", "rename"])
def test_tiles_that_cannot_be_written_are_no_fault_of_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def is_full(*_: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(picture_tiles.tempfile if step == "mkdtemp" else Path, step, is_full)
    file = chequered(tmp_path / "huge.png")
    with pytest.raises(PreparingError, match=r"cannot be written to .*: No space left on device"):
        cut(file, examine(file.name, file.read_bytes()), tmp_path / "boards" / "tiles")
    assert list((tmp_path / "boards").iterdir()) == []


def test_a_huge_picture_that_ends_too_early_is_told_of(tmp_path: Path) -> None:
    file = chequered(tmp_path / "huge.png")
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    with pytest.raises(PreparingError, match="cannot be read to the end"):
        cut(file, examine(file.name, content), tmp_path / "tiles")
    assert [each.name for each in tmp_path.iterdir()] == ["huge.png"]


def test_what_a_cutting_left_behind_that_was_broken_off_goes_away(tmp_path: Path) -> None:
    left, under_way = tmp_path / "boards" / ".old.1", tmp_path / "boards" / ".new.1"
    for folder in (left, under_way):
        folder.mkdir(parents=True)
    os.utime(left, (0, 0))
    file = chequered(tmp_path / "huge.png")
    cut(file, examine(file.name, file.read_bytes()), tmp_path / "boards" / "tiles")
    assert sorted(each.name for each in (tmp_path / "boards").iterdir()) == [".new.1", "tiles"]


def test_all_who_show_a_picture_share_its_cutting(tmp_path: Path) -> None:
    file = chequered(tmp_path / "huge.png")
    asset = examine(file.name, file.read_bytes())
    assert tiling_of(file, asset) is tiling_of(file, asset)


def sheet_of(*boards: BoardRecord) -> SheetRecord:
    return SheetRecord(id="map", name="Map", size=(400, 200), ground="#FFFFFF", boards=boards)


def test_boards_lie_side_by_side_with_their_grounds_and_turned_ones_the_other_way_round(tmp_path: Path) -> None:
    chequered(tmp_path / "a.png", 200, 100)
    sheet = sheet_of(
        BoardRecord(name="plain", size=(200, 100), colour="#2F5D8C", drawn=False),
        BoardRecord(name="turned", size=(200, 100), column=1, picture="a.png", turned=True, drawn=False),
    )
    image = SheetPainter(sheet, None, LIGHT, tmp_path).picture(QSize(400, 200))
    assert image.pixelColor(50, 50).name() == BLUE.name()
    assert [image.pixelColor(x, 50).name() for x in (250, 350)] == [BLUE.name(), RED.name()]


def test_printed_lines_are_one_pixel_wide(tmp_path: Path) -> None:
    grid = SquareGridRecord(kind="square", dx=50, dy=50, x0=36, y0=36, named=False, look=GridLook(lines="#000000"))
    sheet = sheet_of(BoardRecord(name="board", size=(400, 200), colour="#FFFFFF", grid=grid, drawn=False))
    image = SheetPainter(sheet, None, LIGHT, tmp_path).picture(QSize(400, 200))
    dark = [x for x in range(400) if image.pixelColor(x, 30).lightness() < 128]
    assert dark == [11, 61, 111, 161, 211, 261, 311, 361]


def _is_dark(image: QImage, area: QRect) -> bool:
    spots = ((x, y) for x in range(area.left(), area.right()) for y in range(area.top(), area.bottom()))
    return any(image.pixelColor(x, y).lightness() < 128 for x, y in spots)


@pytest.mark.parametrize("turned", [False, True])
def test_a_board_beside_another_has_its_numbers_also_in_a_picture_of_it_alone(tmp_path: Path, turned: bool) -> None:
    look = GridLook(numbers=PrintedNumbers(colour="#000000", size=20))
    grid = SquareGridRecord(kind="square", dx=100, dy=100, x0=50, y0=50, look=look)
    sheet = sheet_of(
        BoardRecord(name="left", size=(200, 200), colour="#FFFFFF", drawn=False),
        BoardRecord(name="right", size=(200, 200), column=1, turned=turned, colour="#FFFFFF", grid=grid, drawn=False),
    )
    painter = SheetPainter(sheet, None, LIGHT, tmp_path)
    image = painter.picture_about(QPointF(300, 100), painter.k_of(0), QSize(200, 200))
    cells = (QRect(x, y, 100, 100) for x in (0, 100) for y in (0, 100))
    assert [_is_dark(image, cell) for cell in cells] == [True] * 4


def test_the_name_of_a_region_goes_on_beyond_the_edge_of_a_tile(tmp_path: Path) -> None:
    look = GridLook(numbers=PrintedNumbers(colour="#000000", size=40))
    grid = RegionGridRecord(kind="regions", regions=(RegionRecord(name="MMMM", at=(TILE_PX - 2, 100)),), look=look)
    board = BoardRecord(name="board", size=(2 * TILE_PX, 200), colour="#FFFFFF", grid=grid, drawn=False)
    painter = SheetPainter(
        SheetRecord(id="map", name="Map", size=(2 * TILE_PX, 200), ground="#FFFFFF", boards=(board,)),
        None,
        LIGHT,
        tmp_path,
    )
    tiles = [painter.tile(painter.k_of(0), column, 0) for column in (0, 1)]
    assert [_is_dark(tile, QRect(x, 100, 40, 50)) for tile, x in zip(tiles, (TILE_PX - 42, 2), strict=True)] == [
        True,
        True,
    ]
