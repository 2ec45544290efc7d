"""The umpire's marks over a map: plates with the sides that see a force, and letters at the differences of a view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from tabletop.desktop.drawing.contact_sign import SIDE_PX
from tabletop.desktop.scene.layers.contact_signs import BESIDE_PX
from tabletop.desktop.umpire.belief_marks import (
    LETTER_PX,
    PlateEntry,
    paint_letter,
    paint_seen_plate,
    paint_unknown,
)
from tabletop.desktop.umpire.desk_facts import EVERYTHING, TRUTH, DeskFacts, DeskView

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabletop.desktop.drawing.theme import Theme
    from tabletop.desktop.map.map_view import TableView
    from tabletop.desktop.scene.table_scene import TableScene
    from tabletop.desktop.umpire.belief_marks import SideMark
    from tabletop.game.beliefs.belief_differences import BeliefDifference, BeliefPoint

_SMALLEST_PX: Final = 18.0
"""The least width of a counter on the screen under which a plate is drawn."""

_MOST_PLATES: Final = 80
"""The most forces in view. If there are more, no plates are drawn, since they would cover each other."""


class MapMarks:
    """A painter of the marks over a map. `scene` returns the scene of a view, and `mark` the mark of a side."""

    def __init__(
        self,
        facts: DeskFacts,
        theme: Theme,
        view: TableView,
        scene: Callable[[DeskView], TableScene],
        mark: Callable[[int], SideMark],
    ) -> None:
        self._facts = facts
        self._theme = theme
        self._view = view
        self._scene = scene
        self._mark = mark
        self._index = view.table_scene.map_index

    def paint(self, painter: QPainter, now: DeskView, *, plates: bool) -> None:
        """Paint the marks of a view."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if plates:
            self._paint_plates(painter)
        if now != TRUTH:
            self._paint_letters(painter, now)

    def _paint_plates(self, painter: QPainter) -> None:
        seen = self._view.seen_area
        forces = [one for one in self._facts.forces if one.lying.map == self._index]
        here = [one for one in forces if seen.contains(one.lying.x, one.lying.y)]
        for force in here if len(here) <= _MOST_PLATES else ():
            area = self._area(TRUTH, force.pieces[0])
            if area is not None and area.width() >= _SMALLEST_PX:
                entries = [PlateEntry(self._mark(side), words) for side, words in self._facts.in_brief(force)]
                paint_seen_plate(painter, QPointF(area.center().x(), area.bottom() + 2), entries, self._theme)

    def _paint_letters(self, painter: QPainter, now: DeskView) -> None:
        used: dict[tuple[int, int], int] = {}
        for one in self._facts.lettered(now):
            points = [point for point in (one.truth, one.believed) if point is not None and point.map == self._index]
            if now == EVERYTHING and len(points) > 1 and one.kind == "place":
                self._paint_line(painter, points)
            for point in points:
                if now >= 0 and point is one.truth and one.believed is not None:
                    continue
                at = self._corner(painter, now, one, point)
                key = round(at.x() / LETTER_PX), round(at.y() / LETTER_PX)
                used[key] = used.get(key, 0) + 1
                paint_letter(painter, at + QPointF(0, (1 - used[key]) * LETTER_PX), one.letter, self._theme)

    def _corner(self, painter: QPainter, now: DeskView, one: BeliefDifference, point: BeliefPoint) -> QPointF:
        """Return the middle of the letter of a difference at one of its points, and paint the sign for an unknown force
        there.
        """
        at = self._on_screen(point)
        if point is one.believed:
            beside = BESIDE_PX if self._has_pieces(now, point) else 0.0
            return at + QPointF(SIDE_PX / 2 + 4 - beside, -SIDE_PX / 2 - beside)
        area = self._area(TRUTH, one.pieces[0])
        if now >= 0:
            at = area.center() if area is not None else at
            paint_unknown(painter, at, 30.0, self._theme)
            return at + QPointF(20, -16)
        return area.topRight() if area is not None else at

    def _has_pieces(self, now: DeskView, point: BeliefPoint) -> bool:
        """Return whether there are pieces at a point in a view, beside which the sign of a contact is drawn."""
        game = self._facts.game if now < 0 else self._facts.seen(now)
        return any(game.holders[id].pieces for id in game.holders_at(point.map, point.x, point.y))

    def _paint_line(self, painter: QPainter, points: list[BeliefPoint]) -> None:
        pen = QPen(self._theme.colour("um"), 1.8)
        pen.setDashPattern([1.0, 2.5])
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(*map(self._on_screen, points))

    def _on_screen(self, point: BeliefPoint) -> QPointF:
        return QPointF(self._view.mapFromScene(QPointF(point.x, point.y)))

    def _area(self, view: DeskView, piece: int) -> QRectF | None:
        """Return the area of a piece on the screen in a view; None if it is not drawn."""
        area = self._scene(view).area_of(piece)
        return self._view.mapFromScene(area).boundingRect().toRectF() if area is not None else None
