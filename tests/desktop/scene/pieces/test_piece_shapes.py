"""The shape of a piece: its pictures and texts, or the outline from its module."""

from typing import Literal

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPixmap

from tabletop.desktop.scene.pieces.piece_shapes import shape_of
from tabletop.game.appearance.drawn_piece import (
    GroupDrawing,
    ImageDrawing,
    MaskDrawing,
    OutlineDrawing,
    PlacedDrawing,
    TextDrawing,
)
from tabletop.game.traits.trait_base import TextStyle

SIZES = {"card": (40, 60), "odd": (11, 7), "badge": (10, 10)}
CARD, ODD, BADGE = (PlacedDrawing(ImageDrawing(name)) for name in SIZES)
TRIANGLE = PlacedDrawing(OutlineDrawing("M -20 -30 L 20 -30 L 0 30 Z"))
pytestmark = pytest.mark.usefixtures("qapp")


def image_of(name: str) -> QPixmap:
    return QPixmap(*SIZES[name])


def covered(*shown: PlacedDrawing) -> QPainterPath:
    return shape_of(shown, 30.0, image_of)


def bounds(*shown: PlacedDrawing) -> tuple[float, ...]:
    rect = covered(*shown).boundingRect()
    return rect.x(), rect.y(), rect.width(), rect.height()


def note(*, covers: bool = True) -> PlacedDrawing:
    return PlacedDrawing(TextDrawing("Note", "centre", "bottom", "centre", "bottom", TextStyle(size=10), covers=covers))


def over(
    *shown: PlacedDrawing, how: Literal["corner", "beneath", "large", "on-request", "picture"]
) -> tuple[PlacedDrawing, ...]:
    return (*shown, PlacedDrawing(MaskDrawing(ImageDrawing("badge"), how)))


@pytest.mark.parametrize(
    ("shown", "rectangle"),
    [
        ((), (-15, -15, 30, 30)),
        ((CARD,), (-20, -30, 40, 60)),
        ((ODD,), (-5, -3, 11, 7)),
        ((CARD, PlacedDrawing(ImageDrawing("badge"), dx=25)), (-20, -30, 50, 60)),
        ((CARD, PlacedDrawing(ImageDrawing("badge", 400))), (-20, -30, 40, 60)),
        ((PlacedDrawing(GroupDrawing((CARD,)), degrees=90),), (-30, -20, 60, 40)),
        ((PlacedDrawing(GroupDrawing((CARD,)), degrees=90), BADGE), (-30, -20, 60, 40)),
        ((TRIANGLE,), (-20, -30, 40, 60)),
        (over(CARD, how="corner"), (-20, -30, 40, 60)),
        (over(CARD, how="large"), (-20, -30, 40, 60)),
        (over(CARD, how="beneath"), (-5, -5, 10, 10)),
        (over(CARD, how="on-request"), (-5, -5, 10, 10)),
        (over(BADGE, how="picture"), (-5, -5, 10, 10)),
    ],
)
def test_a_piece_covers_what_is_shown_of_it(shown: tuple[PlacedDrawing, ...], rectangle: tuple[float, ...]) -> None:
    assert bounds(*shown) == pytest.approx(rectangle)


def test_an_outline_is_the_shape_of_what_lies_inside_it() -> None:
    shape = covered(CARD, TRIANGLE)
    assert shape.contains(QPointF(0, 25))
    assert not shape.contains(QPointF(-18, 25))
    assert covered(CARD, TRIANGLE, PlacedDrawing(ImageDrawing("badge"), dx=-15, dy=25)).contains(QPointF(-18, 25))


def test_an_outline_turns_with_its_piece() -> None:
    shape = covered(PlacedDrawing(GroupDrawing((CARD, TRIANGLE)), degrees=180))
    assert shape.contains(QPointF(0, -25))
    assert not shape.contains(QPointF(-18, -25))


def test_a_text_is_part_of_the_piece_unless_it_can_be_written_anew() -> None:
    assert bounds(CARD, note())[3] > 60
    assert bounds(CARD, note(covers=False)) == (-20, -30, 40, 60)


def test_a_text_stands_under_the_one_before_it() -> None:
    one, two = bounds(CARD, note())[3], bounds(CARD, note(), note())[3]
    assert two - one == pytest.approx(one - 60)


def test_a_shape_with_a_hole_is_not_met_in_it() -> None:
    ring = PlacedDrawing(OutlineDrawing("M -20 -20 L 20 -20 L 20 20 L -20 20 Z M -10 -10 L 10 -10 L 10 10 L -10 10 Z"))
    assert not covered(ring).contains(QPointF(0, 0))
    assert covered(ring).contains(QPointF(-15, 0))


def test_curves_go_by_their_points() -> None:
    shape = covered(PlacedDrawing(OutlineDrawing("M 0 0 Q 20 20 40 0 C 30 -9 10 -9 0 0 Z")))
    assert shape.contains(QPointF(20, 9))
    assert not shape.contains(QPointF(20, 11))
    assert shape.contains(QPointF(20, -6))
