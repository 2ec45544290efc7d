"""Every face of Fire in the Sky at every size, and templates with missing or wrong values."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from tabletop.desktop.drawing.counter_faces import face_path, paint_face, paint_placeholder, paint_shadow
from tabletop.desktop.drawing.theme import DARK, LIGHT, PLAIN, Theme
from tabletop.module import shipped
from tabletop.module.documents.problems import one_of
from tabletop.module.schema.faces import FaceBook, FaceError
from tabletop.workshop.contact_sheet import read_book, read_samples

COUNTERS = shipped.path("modules", "fire_in_the_sky", "counters")
BOOK = read_book(COUNTERS / "faces.yaml")
SAMPLES = [sample for row in read_samples(COUNTERS / "samples.yaml") for sample in row.samples]
CARRIER = {
    "style": "Japan",
    "shows": "operational",
    "class": "CV",
    "name": "Akagi, Kaga",
    "fp": "0",
    "df": "9",
    "aa": "0.5",
    "ma": "7",
    "air": "3",
    "tr": "2",
}

pytestmark = pytest.mark.usefixtures("qapp")


def painted(
    template: str, values: dict[str, str], side: int = 96, theme: Theme = LIGHT, book: FaceBook = BOOK
) -> QImage:
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        paint_face(painter, book, template, values, QRectF(0, 0, side, side), theme=theme)
    return image


def colours(image: QImage) -> int:
    return len(set(memoryview(image.constBits()).cast("I")))


def changed_box(one: QImage, other: QImage) -> QRect:
    """Return the smallest box around the differing pixels; an empty one if there are none."""
    wide = one.width()
    first, second = memoryview(one.constBits()).cast("I"), memoryview(other.constBits()).cast("I")
    places = [divmod(index, wide) for index, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    if not places:
        return QRect()
    ys, xs = [y for y, _ in places], [x for _, x in places]
    return QRect(QPoint(min(xs), min(ys)), QPoint(max(xs), max(ys)))


def test_the_samples_show_every_template() -> None:
    assert {sample.template for sample in SAMPLES} == set(BOOK.templates)


def test_the_samples_give_only_values_their_template_uses() -> None:
    for sample in SAMPLES:
        assert set(sample.values) <= BOOK.value_names(sample.template), sample.template


@pytest.mark.parametrize("theme", [LIGHT, DARK, PLAIN], ids=["light", "dark", "plain"])
@pytest.mark.parametrize("side", [24, 48, 96, 192])
def test_every_face_draws_something_in_every_theme(side: int, theme: Theme) -> None:
    for sample in SAMPLES:
        image = painted(sample.template, sample.values, side, theme)
        assert colours(image) > 3, sample


@pytest.mark.parametrize("name", ["fp", "df", "aa", "ma", "air", "tr", "name"])
def test_a_missing_value_leaves_its_place_empty_and_the_rest_where_it_was(name: str) -> None:
    side = 192
    without = painted("naval", {key: value for key, value in CARRIER.items() if key != name}, side)
    box = changed_box(painted("naval", CARRIER, side), without)
    assert box.isValid()
    assert box.height() < side * 0.22
    assert box.width() < side * (0.76 if name == "name" else 0.28)


def test_an_empty_value_is_a_missing_one() -> None:
    without = {key: value for key, value in CARRIER.items() if key != "air"}
    assert painted("naval", CARRIER | {"air": ""}) == painted("naval", without)


@pytest.mark.parametrize("side", [24, 48, 192])
def test_face_down_two_pieces_of_a_side_look_exactly_alike(side: int) -> None:
    ship = CARRIER | {"side": "JP"}
    army = {"side": "JP", "style": "Japan", "strength": "2", "shows": "reduced", "symbol": "infantry"}
    assert painted("back", ship, side) == painted("back", army, side)
    assert painted("back", ship, side) != painted("back", {"side": "AL"}, side)


@pytest.mark.parametrize("theme", [LIGHT, PLAIN], ids=["light", "plain"])
def test_the_sides_differ_in_shape_and_not_only_in_colour(theme: Theme) -> None:
    def grey(image: QImage) -> QImage:
        return image.convertToFormat(QImage.Format.Format_Alpha8)

    japan = painted("naval", CARRIER, 96, theme)
    allies = painted("naval", CARRIER | {"style": "US"}, 96, theme)
    assert grey(japan) != grey(allies)


def test_a_ship_at_anchor_looks_otherwise_than_at_sea() -> None:
    at_anchor = CARRIER | {"shows": "deployment"}
    for side in (48, 96, 192):
        assert painted("naval", CARRIER, side) != painted("naval", at_anchor, side)


def test_the_size_on_the_screen_decides_the_form_and_not_the_size_of_the_picture() -> None:
    def form(side_px: float) -> QImage:
        image = QImage(192, 192, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            paint_face(painter, BOOK, "naval", CARRIER, QRectF(0, 0, 192, 192), theme=LIGHT, side_px=side_px)
        return image

    assert form(30) == form(63)
    assert form(64) == form(110)
    assert form(111) == form(480)
    assert form(63) != form(64)
    assert form(110) != form(111)


def test_a_face_stays_within_its_outline() -> None:
    for template, values in (("naval", CARRIER), ("air", {"style": "US", "strength": "2"}), ("back", {"side": "JP"})):
        side = 192
        image = painted(template, values, side)
        outline = face_path(BOOK, template, values, QRectF(0, 0, side, side))
        for x in range(0, side, 3):
            for y in range(0, side, 3):
                if not outline.intersects(QRectF(x - 1, y - 1, 3, 3)):
                    assert image.pixelColor(x, y).alpha() == 0, (template, x, y)


def test_a_roof_stands_out_over_the_plate() -> None:
    values = {"side": "AL", "band": "NL", "mark": "triangle"}
    plate = face_path(BOOK, "base", values, QRectF(0, 0, 100, 100)).boundingRect()
    home = face_path(BOOK, "home_base", values, QRectF(0, 0, 100, 100)).boundingRect()
    assert plate.top() == pytest.approx(0)
    assert home.top() == pytest.approx(-36)
    assert home.width() > plate.width()


def test_the_painter_is_left_as_it_was() -> None:
    image = QImage(64, 64, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setOpacity(0.5)
    before = painter.transform(), painter.pen(), painter.brush(), painter.hasClipping(), painter.opacity()
    paint_shadow(painter, BOOK, "naval", CARRIER, QRectF(0, 0, 64, 64))
    paint_face(painter, BOOK, "naval", CARRIER, QRectF(0, 0, 64, 64), theme=LIGHT)
    after = painter.transform(), painter.pen(), painter.brush(), painter.hasClipping(), painter.opacity()
    painter.end()
    assert before == after


# --- what a module's author is told --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "values", "said"),
    [
        ("navel", CARRIER, "There is no face template 'navel'; the nearest is 'naval'."),
        ("naval", {"style": "Jappan"}, "There is no style 'Jappan'; the nearest is 'Japan'."),
        ("zzz", CARRIER, f"There is no face template 'zzz'; use {one_of(BOOK.templates)}."),
        ("naval", {}, "The face needs a value for style, which says the style of its side."),
        ("base", {"side": "XX"}, "There is no style 'XX base'; the nearest is 'JP base'."),
        (
            "land",
            {"style": "Japan", "symbol": "infanterie"},
            "There is no drawing 'infanterie' in assets/symbols/app6.",
        ),
        (
            "land",
            {"style": "Japan", "echelon": "corps"},
            "An echelon is written with X, I and full stops, not 'corps'.",
        ),
        (
            "base",
            {"side": "JP", "band": "JP", "vp": "many"},
            "A row of signs needs a whole number for {vp}, not 'many'.",
        ),
        ("base", {"side": "JP", "band": "QQ"}, "There is no colour 'band_QQ' in the palette of the faces."),
    ],
)
def test_a_face_that_cannot_be_drawn_says_why(template: str, values: dict[str, str], said: str) -> None:
    with pytest.raises(FaceError) as told:
        painted(template, values, 192)
    assert str(told.value) == said


def test_a_piece_without_a_face_gets_a_square_with_its_name() -> None:
    image = QImage(96, 96, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        paint_placeholder(painter, "2nd Flotilla", QRectF(0, 0, 96, 96), theme=LIGHT)
    assert image.pixelColor(48, 10) == LIGHT.colour("raised")
    assert colours(image) > 10


def test_a_ship_class_without_a_silhouette_is_drawn_without_one() -> None:
    assert painted("naval", CARRIER | {"class": "XYZ"}, 192) != painted("naval", CARRIER, 192)


def test_an_aircraft_is_drawn_in_its_place_in_the_colour_of_its_face() -> None:
    element = {"draw": "aircraft", "aircraft": "{model}", "at": [0.5, 0.5], "size": 0.6, "colour": "#A8322A"}
    face = {"shape": {"type": "rectangle"}, "style": "AL", "face": "#FFFFFF", "elements": [element]}
    style = {"face": "#FFFFFF", "edge": "#000000", "stripe": "#1D5890", "plain_stripe": "#00497A", "mark": "star"}
    book = FaceBook.model_validate({"styles": {"AL": style}, "templates": {"flight": face}})
    zero, fortress, none = (painted("flight", {"model": name}, 200, book=book) for name in ("A6M", "B-17", ""))
    assert zero.pixelColor(84, 97) == QColor("#A8322A")  # the left wing
    assert none.pixelColor(84, 97) == QColor("#FFFFFF")
    assert colours(none) < colours(zero)
    assert changed_box(none, fortress).width() > changed_box(none, zero).width()
    assert QRect(25, 25, 150, 150).contains(changed_box(none, fortress))
