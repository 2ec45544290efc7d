"""The ruler measures from place to place while the button is held, and stays until the next measurement."""

import pytest
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QGraphicsLineItem

from tabletop.board import Board, Map, SquareGrid
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.tools.ruler_tool import RulerTool
from tabletop.desktop.scene.pieces.stack_anchors import StackAnchor
from tabletop.desktop.scene.table_scene import TableScene

SQUARES = Map("field", (Board("sheet", 1000, 1000, SquareGrid(dx=100, dy=100, x0=50, y0=50)),))
BARE = Map("field", (Board("sheet", 1000, 1000),))
pytestmark = pytest.mark.usefixtures("qapp")


class Sheet:
    """An empty sheet."""

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint nothing."""

    def is_ready(self, seen: QRectF, scale: float) -> bool:
        return True

    def prepare_some(self, seen: QRectF, scale: float) -> None:
        """Prepare nothing."""


@pytest.fixture
def view() -> TableView:
    scene = TableScene(0, QRectF(0, 0, 1000, 1000), None, lambda *_: StackAnchor())  # type: ignore[arg-type]
    return TableView(scene, Sheet())


def mouse(kind: QEvent.Type = QEvent.Type.MouseMove, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> QMouseEvent:
    return QMouseEvent(kind, QPointF(), QPointF(), button, button, Qt.KeyboardModifier.NoModifier)


def drawn(tool: RulerTool, start: tuple[float, float], end: tuple[float, float]) -> None:
    tool.press(mouse(QEvent.Type.MouseButtonPress), QPointF(*start))
    tool.move(mouse(), QPointF(*end))
    tool.release(mouse(QEvent.Type.MouseButtonRelease), QPointF(*end))


def lines(view: TableView) -> list[tuple[float, float, float, float]]:
    found = (item.line() for item in view.table_scene.items() if isinstance(item, QGraphicsLineItem))
    return [(line.x1(), line.y1(), line.x2(), line.y2()) for line in found]


@pytest.mark.parametrize(
    ("board", "distance", "line"),
    [(SQUARES, 4, (50, 50, 450, 250)), (BARE, 428, (20, 30, 410, 207))],
)
def test_it_measures_in_places_or_else_in_pixels(
    view: TableView, board: Map, distance: int, line: tuple[int, int, int, int]
) -> None:
    tool = RulerTool(view, board, LIGHT)
    drawn(tool, (20, 30), (410, 207))
    assert (tool.distance, lines(view), tool.is_busy) == (distance, [line], False)


def test_the_next_line_takes_the_last_away(view: TableView) -> None:
    tool = RulerTool(view, SQUARES, LIGHT)
    drawn(tool, (50, 50), (450, 50))
    drawn(tool, (50, 50), (50, 250))
    assert (tool.distance, len(lines(view))) == (2, 1)


def test_escape_takes_it_away(view: TableView) -> None:
    tool = RulerTool(view, SQUARES, LIGHT)
    escape = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert not tool.key(escape)
    drawn(tool, (50, 50), (450, 50))
    assert tool.key(escape)
    assert (tool.distance, lines(view)) == (None, [])
