"""Overlays under the counters: copied from tiles they look as drawn directly, and are only drawn once."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen

from tabletop.desktop.scene.layers.overlay_ground import MOST_TILES, VIEWS_KEPT, OverlayGround, OverlayPath

SIZE = 700
SCREEN = QRectF(0, 0, SIZE, SIZE)


class Inked:
    """A ground of overlays for a test. It counts the drawn areas, and records the rectangles that have changed."""

    def __init__(self) -> None:
        self.draws = 0
        self.changed: list[QRectF] = []
        self.ground = OverlayGround(self.changed.append)

    def area(self, rect: QRectF, colour: str = "#006B50", z: float = 0.0) -> OverlayPath:
        path = QPainterPath()
        path.addEllipse(rect)
        return OverlayPath(path, z, QPen(QColor("#1B252D"), 3.0), lambda _scale: self._brush(colour))

    def _brush(self, colour: str) -> QBrush:
        self.draws += 1
        return QBrush(QColor(colour))

    def painted(self, scale: float = 1.0, dx: float = 0.0, dy: float = 0.0, part: QRectF = SCREEN) -> QImage:
        image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        with QPainter(image) as painter:
            painter.translate(dx, dy)
            painter.scale(scale, scale)
            exposed = QRectF(
                (part.x() - dx) / scale, (part.y() - dy) / scale, part.width() / scale, part.height() / scale
            )
            self.ground.paint(painter, exposed, scale)
        return image


@pytest.fixture
def inked(qapp) -> Inked:
    return Inked()


def difference(one: QImage, other: QImage) -> int:
    """Return the number of points at which two pictures differ by more than rounding. Only the points of a grid are
    compared.
    """
    spots = [(x, y) for x in range(0, SIZE, 7) for y in range(0, SIZE, 7)]
    return sum(abs(one.pixelColor(*at).green() - other.pixelColor(*at).green()) > 6 for at in spots)


@pytest.mark.parametrize(("scale", "dx", "dy"), [(1.0, 0, 0), (0.37, 40, -25), (1.6, -300, -120)])
def test_tiles_look_as_what_is_drawn_straightly(inked, scale, dx, dy):
    inked.ground.put("reach", [inked.area(QRectF(50, 60, 420, 300)), inked.area(QRectF(300, 200, 200, 250), "#A8322A")])
    straightly, from_tiles = inked.painted(scale, dx, dy), inked.painted(scale, dx, dy)
    assert difference(straightly, from_tiles) <= 4


def test_while_the_scale_stays_everything_is_drawn_but_once(inked):
    inked.ground.put("reach", [inked.area(QRectF(50, 60, 420, 300))])
    inked.painted()
    inked.painted()
    drawn = inked.draws
    for step in range(20):
        inked.painted(part=QRectF(10.0 * step, 5.0 * step, 200, 200))
    assert inked.draws == drawn


def test_a_view_that_moves_on_is_painted_from_what_is_kept_and_what_is_new(inked):
    area = inked.area(QRectF(0, 0, 9000, 9000))
    inked.ground.put("reach", [area])
    inked.painted()
    for moved in range(0, -5400, -90):
        straightly = Inked()
        straightly.ground.put("reach", [area])
        assert difference(inked.painted(1.0, moved, moved), straightly.painted(1.0, moved, moved)) <= 4
    assert len(inked.ground._tiles) <= VIEWS_KEPT * inked.ground._needed < MOST_TILES


def test_what_is_put_is_painted_and_what_is_taken_is_gone(inked):
    blank = inked.painted()
    inked.ground.put("zone", [inked.area(QRectF(50, 60, 420, 300))])
    assert difference(inked.painted(), blank) > 100
    inked.ground.put("zone", ())
    assert difference(inked.painted(), blank) == 0
    assert len(inked.changed) == 2
    assert all(area.contains(QRectF(50, 60, 420, 300)) for area in inked.changed)


def test_the_lower_is_drawn_first_whoever_came_first(inked):
    inked.ground.put("lines", [inked.area(QRectF(100, 100, 300, 300), "#FF0000", z=1.0)])
    inked.ground.put("areas", [inked.area(QRectF(100, 100, 300, 300), "#0000FF", z=0.0)])
    assert inked.painted().pixelColor(250, 250).red() == 255


def test_nothing_is_said_of_an_overlay_that_never_lay_there(inked):
    inked.ground.put("hand", ())
    assert inked.changed == []
