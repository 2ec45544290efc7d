"""Lines round selected and moved pieces: exactly where VASSAL draws them, round the shape of the piece."""

import pytest
from PySide6.QtGui import QColor, QPainterPath

from tabletop.desktop.scene.pieces.piece_marks import outline

CYAN = QColor("#00ffff")
pytestmark = pytest.mark.usefixtures("qapp")


def box(x: int, y: int, width: int, height: int) -> QPainterPath:
    path = QPainterPath()
    path.addRect(x, y, width, height)
    return path


def lined(*shapes: QPainterPath, width: int = 2, scale: float = 1.0) -> set[tuple[int, int]]:
    """Return the pixels of the line round these shapes, measured from the middle of the pile."""
    made = outline(shapes, width, CYAN, scale)
    image, dx, dy = made.pixmap.toImage(), round(made.offset.x()), round(made.offset.y())
    pixels = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return {(x + dx, y + dy) for x, y in pixels if image.pixelColor(x, y) == CYAN}


def test_a_line_goes_round_a_piece() -> None:
    across = {x for x, y in lined(box(-5, -5, 10, 10)) if y == 0}
    assert across == {-7, -6, 4, 5}
    assert {y for x, y in lined(box(-5, -5, 10, 10)) if x == 0} == across


def test_it_is_as_wide_as_the_map_is_large() -> None:
    assert {x for x, y in lined(box(-5, -5, 10, 10), scale=2.0) if y == 0} == {-14, -13, -12, -11, 8, 9, 10, 11}


def test_it_is_never_thinner_than_a_pixel() -> None:
    assert len({x for x, y in lined(box(-50, -50, 100, 100), width=1, scale=0.1) if y == 0}) == 2


def test_one_line_goes_round_all_that_touch() -> None:
    pixels = lined(box(-10, -5, 10, 10), box(0, -5, 10, 10))
    assert (0, 0) not in pixels
    assert {(-11, 0), (10, 0)} <= pixels


def test_it_goes_by_the_shape_of_the_piece() -> None:
    corner = QPainterPath()
    for x, y in ((-10, -10), (10, -10), (10, 10), (0, 10), (0, 0), (-10, 0)):
        corner.lineTo(x, y) if corner.elementCount() else corner.moveTo(x, y)
    corner.closeSubpath()
    pixels = lined(corner)
    assert (-6, -1) in pixels
    assert not {(x, 9) for x in range(-12, -2)} & pixels
