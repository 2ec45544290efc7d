"""The composition of a piece's parts: pictures pixel by pixel, borders, masks, text at the edges."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPixmap

from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.scene.pieces.picture_composer import composed
from tabletop.game.appearance.drawn_piece import (
    Appearance,
    BorderDrawing,
    GroupDrawing,
    ImageDrawing,
    MaskDrawing,
    PlacedDrawing,
    TextDrawing,
    VeilDrawing,
)
from tabletop.game.traits.trait_base import TextStyle

SIZES = {"odd": (11, 7), "even": (20, 10), "small": (4, 4)}
COLOURS = {"odd": "#ff0000", "even": "#00ff00", "small": "#0000ff"}
pytestmark = pytest.mark.usefixtures("qapp")


def image_of(path: str) -> QPixmap:
    image = QImage(*SIZES[path], QImage.Format.Format_RGB32)
    image.fill(QColor(COLOURS[path]))
    return QPixmap.fromImage(image)


def made(*shown: PlacedDrawing, scale: float = 1.0, selected: bool = False) -> FacePixmap:
    return composed(Appearance(shown), 20.0, scale, image_of, lambda *_: None, selected=selected)


def box(picture: FacePixmap, colour: str) -> tuple[int, int, int, int]:
    """Return the box round all pixels of a colour, measured from the middle of the piece: left, top, right, bottom."""
    image, wanted = picture.pixmap.toImage(), QColor(colour).rgb()
    found = [(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixel(x, y) == wanted]
    left, top = min(x for x, _ in found), min(y for _, y in found)
    right, bottom = max(x for x, _ in found), max(y for _, y in found)
    offset = picture.offset
    dx, dy = int(offset.x()), int(offset.y())
    assert offset == QPointF(dx, dy)
    return left + dx, top + dy, right + dx, bottom + dy


def test_pictures_lie_on_whole_pixels_whatever_their_size() -> None:
    assert box(made(PlacedDrawing(ImageDrawing("even"))), "#00ff00") == (-10, -5, 9, 4)
    assert box(made(PlacedDrawing(ImageDrawing("odd"))), "#ff0000") == (-5, -3, 5, 3)
    assert box(made(PlacedDrawing(ImageDrawing("odd"), dx=30, dy=-2)), "#ff0000") == (25, -5, 35, 1)


def half_seen(picture: FacePixmap) -> bool:
    """Return whether a picture has pixels that are neither opaque nor fully transparent."""
    image = picture.pixmap.toImage()
    alphas = {image.pixelColor(x, y).alpha() for x in range(image.width()) for y in range(image.height())}
    return not alphas <= {0, 255}


@pytest.mark.parametrize("scale", [0.7, 1.0, 1.5, 2.1])
def test_upright_pictures_have_sharp_edges_at_any_scale_and_aslant_ones_smooth_edges(scale: float) -> None:
    assert not half_seen(made(PlacedDrawing(ImageDrawing("odd")), scale=scale))
    assert half_seen(made(turned(30, PlacedDrawing(ImageDrawing("odd"))), scale=scale))


def turned(degrees: int, *shown: PlacedDrawing) -> PlacedDrawing:
    return PlacedDrawing(GroupDrawing(shown), degrees=degrees)


def test_a_facing_turns_just_what_lies_inside_it() -> None:
    picture = made(
        turned(90, PlacedDrawing(ImageDrawing("even")), PlacedDrawing(ImageDrawing("odd"), dx=8)),
        PlacedDrawing(ImageDrawing("small")),
    )
    assert box(picture, "#00ff00") == (-5, -10, 4, 9)
    assert box(picture, "#ff0000") == (-4, 3, 2, 13)
    assert box(picture, "#0000ff") == (-2, -2, 1, 1)


def test_facings_in_one_another_add_up() -> None:
    picture = made(turned(90, turned(180, PlacedDrawing(ImageDrawing("even"), dx=30))))
    assert box(picture, "#00ff00") == (-5, -40, 4, -21)


def test_what_lies_over_a_facing_is_set_about_what_was_turned() -> None:
    over = PlacedDrawing(BorderDrawing("#123456", 1))
    assert box(made(turned(90, PlacedDrawing(ImageDrawing("even"))), over), "#123456") == (-6, -11, 4, 9)


def test_the_ring_of_what_is_chosen_turns_with_it() -> None:
    left, top, right, bottom = box(made(turned(90, PlacedDrawing(ImageDrawing("even"))), selected=True), "#1b6fc2")
    assert 18 <= bottom - top <= 24
    assert 8 <= right - left <= 14


def test_a_border_lies_round_what_is_below_it() -> None:
    picture = made(
        PlacedDrawing(ImageDrawing("even")),
        PlacedDrawing(BorderDrawing("#123456", 2)),
        PlacedDrawing(ImageDrawing("small"), dx=40),
    )
    assert box(picture, "#123456") == (-12, -7, 10, 5)


def test_a_mask_lies_small_in_the_upper_left_corner() -> None:
    left, top, right, bottom = box(
        made(PlacedDrawing(ImageDrawing("even")), PlacedDrawing(MaskDrawing(ImageDrawing("small"), "corner"))),
        "#0000ff",
    )
    assert (left, top, right, bottom) == (-10, -5, -9, -4)


def test_a_piece_lies_small_on_its_mask() -> None:
    picture = made(PlacedDrawing(ImageDrawing("small")), PlacedDrawing(MaskDrawing(ImageDrawing("even"), "beneath")))
    assert box(picture, "#00ff00") == (-10, -5, 9, 4)
    assert box(picture, "#0000ff") == (-1, -1, 0, 0)


def test_a_piece_lies_large_on_its_mask_towards_the_upper_left() -> None:
    picture = made(PlacedDrawing(ImageDrawing("small")), PlacedDrawing(MaskDrawing(ImageDrawing("even"), "large")))
    assert box(picture, "#00ff00") == (-10, -5, 9, 4)
    left, top, right, bottom = box(picture, "#0000ff")
    assert -9 <= left <= right <= -4
    assert -5 <= top <= bottom <= -1


def test_a_mask_that_is_peeked_under_hides_the_piece() -> None:
    picture = made(PlacedDrawing(ImageDrawing("even")), PlacedDrawing(MaskDrawing(ImageDrawing("small"), "on-request")))
    colours = {
        QColor(picture.pixmap.toImage().pixel(x, y)).name()
        for x in range(picture.pixmap.width())
        for y in range(picture.pixmap.height())
    }
    assert ("#0000ff" in colours, "#00ff00" in colours) == (True, False)


def test_a_mask_that_is_a_picture_lies_over_all() -> None:
    picture = made(PlacedDrawing(ImageDrawing("small")), PlacedDrawing(MaskDrawing(ImageDrawing("even"), "picture")))
    assert box(picture, "#00ff00") == (-10, -5, 9, 4)


def test_text_stands_at_the_edge_of_what_is_below_it() -> None:
    look = TextStyle(size=9, background="#abcdef")
    text = TextDrawing("Hello", "right", "top", "right", "top", look)
    left, _, _, bottom = box(made(PlacedDrawing(ImageDrawing("even")), PlacedDrawing(text)), "#abcdef")
    assert (left, bottom) == (10, -6)


@pytest.mark.parametrize(("colour", "is_written"), [("#000000", True), ("", False)])
def test_text_without_a_colour_is_not_written_though_its_ground_is(colour: str, is_written: bool) -> None:
    text = TextDrawing("Hello", "right", "top", "left", "top", TextStyle(size=20, background="#abcdef", color=colour))
    drawn = made(PlacedDrawing(ImageDrawing("even")), PlacedDrawing(text)).pixmap.toImage()
    pixels = {drawn.pixel(x, y) for x in range(drawn.width()) for y in range(drawn.height())}
    opaque = {QColor(pixel).name() for pixel in pixels if pixel >> 24 == 255}
    assert ("#abcdef" in opaque, opaque != {"#abcdef", "#00ff00"}) == (True, is_written)


def test_text_that_begins_as_html_is_written_so() -> None:
    look = TextStyle(size=20, background="#ffffff", color="#000000")
    text = TextDrawing('<HTML><font color="#ff0000">&#9608;</font><br>&#9608;', "right", "top", "left", "top", look)
    picture = made(PlacedDrawing(ImageDrawing("small")), PlacedDrawing(text), scale=2.0)
    upper, lower = box(picture, "#ff0000"), box(picture, "#000000")
    assert upper[3] <= lower[1] + 1, "its own colour on the first line, that of the text on the second"


def test_html_on_a_piece_reads_no_files(tmp_path) -> None:
    file = tmp_path / "secret.png"
    image = QImage(30, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff00ff"))
    image.save(str(file))
    text = TextDrawing(f'<html><img src="{file}"><img src="file://{file}">', "right", "top", "left", "top", TextStyle())
    drawn = made(PlacedDrawing(ImageDrawing("small")), PlacedDrawing(text)).pixmap.toImage()
    colours = {drawn.pixel(x, y) for x in range(drawn.width()) for y in range(drawn.height())}
    assert QColor("#ff00ff").rgb() not in colours


def test_what_is_hidden_lies_faintly_before_its_colour() -> None:
    picture = made(PlacedDrawing(ImageDrawing("even")), PlacedDrawing(VeilDrawing(0, "#abcdef")))
    assert box(picture, "#abcdef") == (-10, -5, 9, 4)


def test_a_veiled_piece_is_seen_through() -> None:
    image = made(PlacedDrawing(ImageDrawing("even")), PlacedDrawing(VeilDrawing(40))).pixmap.toImage()
    assert image.pixelColor(image.width() // 2, image.height() // 2).alpha() == 102


def test_a_chosen_piece_has_a_ring() -> None:
    plain, chosen = (
        made(PlacedDrawing(ImageDrawing("even")), selected=selected).pixmap.toImage() for selected in (False, True)
    )
    assert plain != chosen
