"""The map as tiles: they are made step by step, and show the same picture in whatever order they are made."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from tabletop.desktop.drawing.sheet.map_sheet import SheetOptions, SheetPainter
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.platform.module_paths import map_folder
from tabletop.desktop.scene.layers.sheet_tiles import KEPT, KEPT_FITTED, VIEWS_KEPT, SheetTiles
from tabletop.module.schema.map.map_table_records import Zooms

WIDTH, HEIGHT = 300, 200
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def sheet(fire_in_the_sky) -> SheetPainter:
    name = next(iter(fire_in_the_sky.sheets))
    return SheetPainter(fire_in_the_sky.sheets[name], fire_in_the_sky.faces, LIGHT, map_folder(fire_in_the_sky, name))


def seen(corner: QPointF, scale: float) -> QRectF:
    return QRectF(corner.x(), corner.y(), WIDTH / scale, HEIGHT / scale)


def painted(tiles: SheetTiles, corner: QPointF, scale: float) -> QImage:
    """Return the picture of a view whose upper left corner is at a point of the map."""
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(-round(corner.x() * scale), -round(corner.y() * scale))
        painter.scale(scale, scale)
        tiles.paint(painter, seen(corner, scale), scale)
    return image


def prepare(tiles: SheetTiles, area: QRectF, scale: float) -> None:
    while not tiles.is_ready(area, scale):
        tiles.prepare_some(area, scale)


def test_what_is_not_made_yet_is_shown_coarsely_and_soon_sharp(sheet):
    tiles, at = SheetTiles(sheet), QPointF(3000, 2000)
    assert not tiles.is_ready(seen(at, 0.5), 0.5)
    coarse = painted(tiles, at, 0.5)
    prepare(tiles, seen(at, 0.5), 0.5)
    assert painted(tiles, at, 0.5) != coarse


def colours(image: QImage) -> set[int]:
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


def test_coarsely_it_is_shown_smoothly_until_that_shows_nothing_more_and_then_in_squares(sheet, tmp_path):
    kept = tmp_path / "coarse.png"
    whole, at = sheet.bounds().width(), QPointF(3000, 2000)
    painted(SheetTiles(sheet, kept=kept), at, 1.0)
    coarse = QImage(str(kept)).convertToFormat(QImage.Format.Format_RGB32)
    ratio = coarse.width() / whole
    assert not colours(painted(SheetTiles(sheet, kept=kept), at, 1.9 * ratio)) <= colours(coarse)
    assert colours(painted(SheetTiles(sheet, kept=kept), at, 2.1 * ratio)) <= colours(coarse)


@settings(max_examples=12, deadline=None)
@given(st.integers(-600, 7000), st.integers(-300, 4400), st.sampled_from((0.31, 0.5, 0.77)))
def test_a_copied_picture_is_the_one_it_was_made_from(sheet, x, y, scale):
    tiles, at = SheetTiles(sheet), QPointF(x, y)
    for key in tiles._keys(scale, seen(at, scale).adjusted(-4, -4, 4, 4).intersected(sheet.bounds())):
        tiles._make_tile(key)
    made_from = painted(tiles, at, scale)
    prepare(tiles, seen(at, scale), scale)
    assert difference(painted(tiles, at, scale), made_from) <= 2


def difference(left: QImage, right: QImage) -> int:
    """Return the largest difference of a colour in a pixel."""
    pairs = zip(bytes(left.constBits()), bytes(right.constBits()), strict=True)
    return max(abs(a - b) for a, b in pairs)


def test_at_a_scale_of_its_own_a_map_is_painted_just_as_it_is_drawn(fire_in_the_sky):
    name = next(iter(fire_in_the_sky.sheets))
    zoomed = fire_in_the_sky.sheets[name].model_copy(update={"zooms": Zooms(levels=(0.31, 0.77))})
    sheet = SheetPainter(zoomed, fire_in_the_sky.faces, LIGHT, map_folder(fire_in_the_sky, name))
    tiles, at = SheetTiles(sheet), QPointF(3000, 2000)
    prepare(tiles, seen(at, 0.77), 0.77)
    k = sheet.sheet.hex_px * 0.77
    tile = sheet.tile_rect(k, 5, 3)
    picture = painted(tiles, tile.topLeft(), 0.77)
    assert difference(picture, sheet.tile(k, 5, 3).copy(picture.rect()).convertToFormat(picture.format())) == 0


def test_beyond_the_map_there_is_paper(sheet):
    picture = painted(SheetTiles(sheet), QPointF(-4000, -4000), 0.5)
    assert {picture.pixelColor(x, y).name() for x in (0, 299) for y in (0, 199)} == {LIGHT.colour("paper").name()}


def test_tiles_are_kept_for_a_few_views_however_much_of_the_map_is_looked_at(sheet):
    tiles, view = SheetTiles(sheet), QRectF(0, 0, 1600, 1200)
    for x, y in product(range(0, 6400, 1600), range(0, 4800, 1200)):
        prepare(tiles, view.translated(x, y), 0.5)
    assert len(tiles._tiles) <= VIEWS_KEPT * tiles._needed < 40
    assert len(tiles._fitted) <= VIEWS_KEPT * tiles._needed_fitted < 80
    prepare(tiles, sheet.bounds(), 0.5)
    assert len(tiles._tiles) <= KEPT
    assert len(tiles._fitted) <= KEPT_FITTED


def test_other_options_make_another_picture(sheet):
    tiles, at = SheetTiles(sheet), QPointF(3000, 2000)
    prepare(tiles, seen(at, 1.0), 1.0)
    plain = painted(tiles, at, 1.0)
    tiles.set_options(SheetOptions(hex_ids=True))
    assert not tiles.is_ready(seen(at, 1.0), 1.0)
    prepare(tiles, seen(at, 1.0), 1.0)
    assert painted(tiles, at, 1.0) != plain
