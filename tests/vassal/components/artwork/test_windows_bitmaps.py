"""Windows bitmaps become PNG, pixel for pixel; invalid ones are reported as damaged pictures."""

from pathlib import Path
from struct import pack

import pytest
from PySide6.QtGui import QImage

from tabletop.module.contents.assets import AssetError
from tabletop.module.loader import load_module
from tabletop.vassal.components.artwork.windows_bitmaps import as_png
from tabletop.vassal.module_import import import_module

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
PALETTE = bytes((0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0))
"""Red, green, blue and white."""


def bitmap(
    width: int, height: int, bits: int, data: bytes, packing: int = 0, more: bytes = b"", used: int = 0
) -> bytes:
    """Return a bitmap in the format of Windows; `more` are its colours, or the masks of its pixels."""
    head = pack("<IiiHHIIiiII", 40, width, height, 1, bits, packing, len(data), 0, 0, used, 0)
    return b"BM" + pack("<IHHI", 54 + len(more) + len(data), 0, 0, 54 + len(more)) + head + more + data


def of_palette(width: int, height: int, bits: int, data: bytes, packing: int = 0) -> bytes:
    return bitmap(width, height, bits, data, packing, PALETTE, used=4)


OLDEST = (
    b"BM" + pack("<IHHI", 0, 0, 0, 32) + pack("<IHHHH", 12, 2, 1, 1, 1) + bytes((0, 0, 255, 255, 0, 0)) + b"\x40\0\0\0"
)


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (bitmap(2, 1, 24, bytes((0, 0, 255, 0, 255, 0, 9, 9))), [[RED, GREEN]]),
        (bitmap(1, 2, 24, bytes((0, 0, 255, 9, 0, 255, 0, 9))), [[GREEN], [RED]]),  # rows from the lowest up
        (bitmap(1, -2, 24, bytes((0, 0, 255, 9, 0, 255, 0, 9))), [[RED], [GREEN]]),  # rows from the top down
        (bitmap(2, 1, 32, bytes((255, 0, 0, 0, 0, 0, 255, 0))), [[BLUE, RED]]),
        (bitmap(4, 1, 16, pack("<4H", 0x7C00, 0x3E0, 0x1F, 0x7FFF)), [[RED, GREEN, BLUE, WHITE]]),
        (bitmap(2, 1, 16, pack("<2H", 0x7E0, 0xF800), 3, pack("<3I", 0xF800, 0x7E0, 0x1F)), [[GREEN, RED]]),
        (of_palette(3, 1, 8, bytes((2, 1, 0, 0))), [[BLUE, GREEN, RED]]),
        (of_palette(3, 1, 4, bytes((0x21, 0x00, 0, 0))), [[BLUE, GREEN, RED]]),
        (of_palette(3, 1, 1, bytes((0b01000000, 0, 0, 0))), [[RED, GREEN, RED]]),
        (OLDEST, [[RED, BLUE]]),
        (of_palette(5, 1, 8, bytes((2, 1, 0, 3, 2, 3, 2, 0, 0, 1)), packing=1), [[GREEN, GREEN, BLUE, WHITE, BLUE]]),
        (of_palette(5, 1, 4, bytes((3, 0x12, 0, 3, 0x32, 0x10, 0, 1)), packing=2), [[GREEN, BLUE, GREEN, WHITE, BLUE]]),
    ],
)
def test_a_bitmap_has_its_colours_as_png(qapp, content: bytes, rows: list[list[tuple[int, int, int]]]) -> None:
    drawn = QImage.fromData(as_png(content), "png")
    found = [[drawn.pixelColor(x, y).getRgb()[:3] for x in range(drawn.width())] for y in range(drawn.height())]
    assert found == rows


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"BM", "is damaged: it does not begin like a bitmap"),
        (bitmap(9, 9, 24, b"123"), "is damaged: the end of the bitmap is missing"),
        (bitmap(0, 1, 24, b""), "is damaged: it does not begin like a bitmap"),
        (bitmap(50_000, 1, 24, b""), "is 50000 x 1 pixels; at most 40000 a side are drawn"),
        (bitmap(1, 1, 24, b"123", packing=4), "is a bitmap of an unknown kind"),
        (
            bitmap(1, 1, 32, bytes((255, 0, 0, 0)), 3, pack("<3I", 0xFF, 0xFF00, 0xFF0000)),
            "is a bitmap of an unknown kind",
        ),
        (
            of_palette(4, 2, 8, bytes((2, 1, 0, 0, 0, 2, 1, 0, 1, 3, 0, 1)), packing=1),
            "is damaged: the end of the bitmap is missing",
        ),
        (bitmap(30_000, 30_000, 8, b"\0\1", packing=1), "is a compressed bitmap with too many pixels"),
    ],
)
def test_what_is_no_sound_bitmap_is_said(content: bytes, sentence: str) -> None:
    with pytest.raises(AssetError) as told:
        as_png(content)
    assert str(told.value) == sentence


def test_boards_and_pieces_may_be_bitmaps(vassal, tmp_path: Path) -> None:
    sheet = vassal.element("module.map.boardPicker.Board", name="Board", image="Map.bmp")
    board = vassal.element("module.Map", vassal.element("module.map.BoardPicker", sheet), mapName="Main")
    window = vassal.element("module.PieceWindow", vassal.slot(("piece;;;unit.BMP;Tank", "null;0;0;;0")), name="Units")
    pixel = bytes((0, 0, 255, 0))
    files = {"images/Map.bmp": bitmap(30, 20, 32, pixel * 600), "images/unit.BMP": bitmap(8, 9, 32, pixel * 72)}
    import_module(vassal.vmod(board, window, files=files), tmp_path / "out")
    module = load_module(tmp_path / "out")
    assert module.components.maps["Main"].size == (30, 20)
    assert [(each.kind.width, each.kind.height) for each in module.tray] == [(8, 9)]
