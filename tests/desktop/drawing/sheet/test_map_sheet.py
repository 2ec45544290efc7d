"""Maps look the same drawn whole or in tiles, in every theme; printed text stays in its place."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from tabletop.desktop.drawing.sheet.map_cards import LABEL_PX, lines_of_label
from tabletop.desktop.drawing.sheet.map_ground import GridLines
from tabletop.desktop.drawing.sheet.map_layout import centre_of, polygon_of
from tabletop.desktop.drawing.sheet.map_pen import text_width
from tabletop.desktop.drawing.sheet.map_sheet import TILE_PX, SheetLayers, SheetOptions, SheetPainter
from tabletop.desktop.drawing.theme import DARK, LIGHT, PLAIN, Theme
from tabletop.module import shipped
from tabletop.module.contents.map_files import read_sheet
from tabletop.module.new_module import BLANK
from tabletop.workshop.contact_sheet import read_book

MODULE = shipped.path("modules", "fire_in_the_sky")
BOOK = read_book(MODULE / "counters" / "faces.yaml")
SHEETS = {name: read_sheet(MODULE / "map" / f"{name}.yaml") for name in ("pacific", "battle_board", "pools")}
PACIFIC = SHEETS["pacific"]

pytestmark = pytest.mark.usefixtures("qapp")


def painter_of(name: str, theme: Theme = LIGHT) -> SheetPainter:
    return SheetPainter(SHEETS[name], BOOK, theme, MODULE / "map")


DISPLAYS = [f"{game}/map/{side}_airbases" for game in ("cartwheel", "forlorn_hopes") for side in ("allied", "japanese")]


@pytest.mark.parametrize("display", DISPLAYS)
def test_the_labels_of_an_airbase_stay_in_their_boxes(display):
    boxes = read_sheet(shipped.path("modules", f"{display}.yaml")).boxes
    for slot in (slot for box in boxes for slot in box.slots):
        lines = lines_of_label(slot.label, slot.rect[2])
        assert " ".join(lines) == slot.label
        assert all(text_width(line, LABEL_PX, "caption") < slot.rect[2] for line in lines), slot.name


@pytest.mark.parametrize("display", DISPLAYS)
def test_an_airbase_display_has_nearly_the_shape_of_a_laptop_window(display):
    width, height = read_sheet(shipped.path("modules", f"{display}.yaml")).size
    assert 1.4 < width / height < 1.8


def colours(image: QImage) -> int:
    return len(set(memoryview(image.constBits()).cast("I")))


def brightness(image: QImage) -> float:
    """Return the mean brightness of a few hundred pixels: 0 is black, 255 white."""
    small = image.scaled(24, 24).convertToFormat(QImage.Format.Format_Grayscale8)
    return sum(small.pixelColor(x, y).red() for x in range(24) for y in range(24)) / 576


def difference(one: QImage, other: QImage) -> float:
    """Return the mean difference of every seventh colour value of two pictures of equal size, from 0 to 255."""
    alike = [image.convertToFormat(QImage.Format.Format_RGB32) for image in (one, other)]  # held while it is read
    a, b = (bytes(image.constBits()) for image in alike)
    return sum(abs(x - y) for x, y in zip(a[::7], b[::7], strict=True)) / len(a[::7])


# --- pictures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", [LIGHT, DARK, PLAIN], ids=["light", "dark", "plain"])
@pytest.mark.parametrize("name", SHEETS)
def test_every_map_is_painted_in_every_theme(name: str, theme: Theme) -> None:
    image = painter_of(name, theme).picture(QSize(720, 450), options=SheetOptions(hex_ids=True))
    assert colours(image) > 30
    assert (brightness(image) < 110) == (theme.name == "dark")


@pytest.mark.parametrize("k", [24, 48, 98, 180, 294, 600])
def test_every_zoom_is_painted(k: float) -> None:
    painter = painter_of("pacific")
    image = painter.picture_about(centre_of(painter.map, "Singapore"), k, QSize(400, 300))
    assert image.size() == QSize(400, 300)
    assert colours(image) > 200


def test_a_tile_shows_what_the_whole_picture_shows_there() -> None:
    painter = painter_of("pacific")
    k = painter.k_of(-2)
    picture = painter.picture_about(painter.tile_rect(k, 2, 2).center(), k, QSize(512, 512))
    assert difference(painter.tile(k, 2, 2), picture) < 0.5


def test_tiles_lie_side_by_side_from_the_upper_left() -> None:
    painter = painter_of("pacific")
    assert painter.tile_rect(painter.k_of(0), 0, 0) == QRectF(0, 0, 512, 512)
    assert painter.tile_rect(painter.k_of(-2), 1, 2) == QRectF(1024, 2048, 1024, 1024)


@pytest.mark.parametrize(("k", "level"), [(294, 0), (147, -2), (100, -3), (208, -1), (588, 2)])
def test_the_level_of_a_zoom_need_not_be_enlarged(k: float, level: int) -> None:
    painter = painter_of("pacific")
    assert painter.level_of(k) == level
    assert painter.k_of(level) >= 0.97 * k


def test_a_kept_tile_is_given_again() -> None:
    painter = painter_of("battle_board")
    assert painter.tile(147, 0, 0) is painter.tile(147, 0, 0)


def test_layers_put_together_make_the_whole() -> None:
    painter = painter_of("pacific")
    together = QImage(512, 512, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(together) as pen:
        for layer in (SheetLayers.GROUND, SheetLayers.PLACES, SheetLayers.CARDS):
            pen.drawImage(0, 0, painter.tile(104, 1, 1, options=SheetOptions(layers=layer)))
    assert difference(together, painter.tile(104, 1, 1)) < 0.5


def test_the_upper_layers_are_clear_where_nothing_is_printed() -> None:
    painter = painter_of("pacific")
    x, y = painter.map.point_of("1506")
    k, span = painter.k_of(0), 512
    tile = painter.tile(k, int(x // span), int(y // span), options=SheetOptions(layers=SheetLayers.PLACES))
    assert tile.pixelColor(int(x % span), int(y % span)).alpha() == 0


def test_a_tile_with_the_ground_is_opaque_with_paper_beyond_the_sheet() -> None:
    painter = painter_of("pacific")
    k = painter.k_of(-8)
    wide, high = (round(length * k / painter.sheet.hex_px) for length in painter.sheet.size)
    tile = painter.tile(k, wide // TILE_PX, high // TILE_PX)
    assert tile.pixelColor(TILE_PX - 1, TILE_PX - 1) == LIGHT.colour("paper")
    assert not tile.hasAlphaChannel()


# --- places --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [70, 98, 150, 294])
def test_no_two_names_meet(k: float) -> None:
    labels = painter_of("pacific").labels(k)
    assert len(labels) == 49
    assert [(a, b) for a, b in combinations(labels, 2) if labels[a].intersects(labels[b])] == []


@pytest.mark.parametrize("k", [70, 98, 150, 294])
def test_no_name_meets_the_plate_of_another_place(k: float) -> None:
    painter = painter_of("pacific")
    plates = {place.name: painter.plate(place.name, k) for place in PACIFIC.places}
    for name, label in painter.labels(k).items():
        assert [other for other, plate in plates.items() if other != name and label.intersects(plate)] == []


def test_only_the_names_of_five_points_are_written_from_afar() -> None:
    assert set(painter_of("pacific").labels(38)) == {"Kure", "Yokosuka", "Pearl Harbor"}


@pytest.mark.parametrize("k", [70, 98, 150, 294])
def test_a_plate_lies_in_the_upper_half_of_its_hex(k: float) -> None:
    painter = painter_of("pacific")
    for place in PACIFIC.places:
        corners = painter.map.polygon_of(place.cell)
        hexagon = QRectF(QPointF(min(x for x, _ in corners), min(y for _, y in corners)), QPointF(*corners[3]))
        plate = painter.plate(place.name, k)
        assert hexagon.top() < plate.top()
        assert plate.bottom() < hexagon.center().y()


def test_up_close_plates_grow_more_slowly_than_hexes() -> None:
    painter = painter_of("pacific")
    assert painter.plate("Truk", 98).width() == pytest.approx(0.32 * 294)
    assert painter.plate("Truk", 294).width() == pytest.approx(0.32 * 294 * 3**-0.25)


# --- the grid ------------------------------------------------------------------------------------------


def test_each_side_between_two_hexes_is_drawn_once_and_the_rest_is_the_edge_of_play() -> None:
    painter = painter_of("pacific")
    lines = GridLines.of(PACIFIC, painter.map, lambda _x, _y: False)
    cells = list(PACIFIC.boards[0].grid.only_names())
    touching = sum(len(painter.map.neighbours(cell)) for cell in cells)
    assert len(lines.sea) == touching // 2
    assert lines.land == []
    corners = lines.edge.elementCount()
    assert corners == 6 * len(cells) - touching + lines.edge.toSubpathPolygons().__len__()


def test_lines_on_land_are_parted_from_those_on_sea() -> None:
    painter = painter_of("pacific")
    lines = GridLines.of(PACIFIC, painter.map, lambda x, _y: x < 3777)
    assert max(line.x1() for line in lines.land) <= 3777 + 6
    assert min(min(line.x1(), line.x2()) for line in lines.sea) >= 3777 - 6


def test_a_map_without_its_drawing_is_painted_all_the_same(tmp_path_factory: pytest.TempPathFactory) -> None:
    painter = SheetPainter(PACIFIC, BOOK, LIGHT, tmp_path_factory.mktemp("empty"))
    assert colours(painter.picture(QSize(360, 225))) > 30


def test_a_map_is_painted_without_faces_too() -> None:
    assert colours(SheetPainter(PACIFIC, None, LIGHT, MODULE / "map").picture(QSize(360, 225))) > 30


# --- a module's first map ------------------------------------------------------------------------------


def blank_painter() -> SheetPainter:
    return SheetPainter(read_sheet(BLANK / "map" / "main.yaml"), None, LIGHT, BLANK / "map")


def test_a_place_without_a_face_has_its_name_in_its_cell() -> None:
    painter = blank_painter()
    labels = painter.labels(160)
    assert set(labels) == {"Northwood", "Millbridge", "Southgate"}
    for place in painter.sheet.places:
        assert polygon_of(painter.map, place.cell).boundingRect().contains(labels[place.name])
    assert not painter.labels(60)


def test_a_grid_on_a_sheet_of_one_ground_has_the_lines_of_that_ground() -> None:
    sheet = blank_painter().sheet
    for ground, on_land in (("land0", True), ("paper", True), ("sea1", False)):
        drawn = SheetPainter(sheet.model_copy(update={"ground": ground}), None, LIGHT, BLANK / "map")
        lines = drawn._grid_lines
        assert (bool(lines.land), bool(lines.sea)) == (on_land, not on_land)
