"""The pen for all parts of a map: colours, lengths and text, for one painter at one zoom.

The painter is set to sheet pixels, so that 1 is a pixel of the sheet at its full scale; `MapPen.px` gives lengths that
stay the same on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from tabletop.desktop.drawing.counter_faces import paint_face
from tabletop.desktop.drawing.fonts import outline

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabletop.desktop.drawing.theme import Theme
    from tabletop.module.schema.faces import FaceBook
    from tabletop.module.schema.map.map_sheet_records import StrokeRecord
    from tabletop.module.schema.map.measures import Ink

FULL_PLATES_PX: Final = 98.0
"""The width of a hex (device pixels) up to which everything grows with the hexes; beyond it, plates and names grow more
slowly.
"""
CLOSE_PX: Final = 294.0
SMALLEST_TEXT_PX: Final = 4.5
"""The size of the smallest text that is drawn. Smaller text is not readable."""

_ROLES: Final = {"caption": "hex_id", "title": "land"}
"""The names in `FACES` of those font roles that have other names in map files."""
_BOLDER: Final = {"title": 0.022}
"""The thickening of outlines for text without a bolder font, as a multiple of the font size."""


def text_width(text: str, size: float, role: str) -> float:
    """Return the width of a line of text of this size (both in sheet pixels), in the font of a role."""
    return outline(text, _ROLES.get(role, role)).width * size


@dataclass(frozen=True)
class MapPen:
    """A painter of one map at one zoom.

    `k` is the width of a hex on the screen, in device pixels, and `hex_px` its width on the sheet. `exposed` is the
    part of the sheet that must be painted.
    """

    painter: QPainter
    theme: Theme
    faces: FaceBook | None
    k: float
    hex_px: float
    exposed: QRectF

    # --- lengths

    def px(self, length: float) -> float:
        """Return a length of this many screen pixels in sheet pixels."""
        return length * self.hex_px / self.k

    def hexes(self, length: float) -> float:
        """Return a length of this many hexes in sheet pixels."""
        return length * self.hex_px

    @property
    def growth(self) -> float:
        """The size of plates and their names in proportion to hexes. In close views they grow with k to the power of
        0.75.
        """
        return float(min(1.0, (self.k / FULL_PLATES_PX) ** -0.25))

    @property
    def closeness(self) -> float:
        """The closeness of the view: 0 if hexes are at most `FULL_PLATES_PX` wide on the screen, 1 from `CLOSE_PX`."""
        return min(1.0, max(0.0, (self.k - FULL_PLATES_PX) / (CLOSE_PX - FULL_PLATES_PX)))

    def sees(self, rect: QRectF, margin: float = 0.0) -> bool:
        """Return whether a part of a rectangle must be painted."""
        return rect.adjusted(-margin, -margin, margin, margin).intersects(self.exposed)

    def around(self, hexes: float) -> QRectF:
        """Return the area to paint, enlarged by this many hexes on each side."""
        reach = self.hexes(hexes)
        return self.exposed.adjusted(-reach, -reach, reach, reach)

    # --- colours

    def colour(self, ink: Ink, opacity: float = 1.0) -> QColor:
        """Return a colour of the map file in this theme."""
        found = self.theme.ink_of(ink)
        found.setAlphaF(opacity)
        return found

    # --- drawing

    def pen(self, colour: QColor, width: float, *, round_ends: bool = False, dashes: tuple[float, ...] = ()) -> QPen:
        """Return a pen of this width in sheet pixels. `dashes` are multiples of the width."""
        pen = QPen(colour, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap if round_ends else Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin if round_ends else Qt.PenJoinStyle.MiterJoin)
        if dashes:
            pen.setDashPattern(dashes)
        return pen

    def stroke(self, path: QPainterPath, stroke: StrokeRecord) -> None:
        """Draw a line, with its casing if it has one."""
        if stroke.casing is not None and stroke.casing_width:
            casing = self.pen(
                self.colour(stroke.casing, stroke.casing_opacity), self.hexes(stroke.casing_width), round_ends=True
            )
            self.painter.strokePath(path, casing)
        self.painter.strokePath(path, self.pen(self.colour(stroke.colour), self.hexes(stroke.width), round_ends=True))

    def write(
        self,
        text: str,
        at: QPointF,
        size: float,
        *,
        role: str,
        colour: QColor,
        align: str = "left",
        spacing: float = 0.0,
        turn: float = 0.0,
        halo: QColor | None = None,
        halo_width: float = 0.0,
    ) -> None:
        """Draw a line of text of this size (sheet pixels), whose base line begins at a point, ends there or is centred
        on it.

        `turn` is in degrees, counterclockwise. Text that is out of view or too small to be read is left out.
        """
        if size * self.k / self.hex_px < SMALLEST_TEXT_PX or not text:
            return
        line = outline(text, _ROLES.get(role, role), spacing=spacing)
        reach = (line.width + 1) * size
        if not self.exposed.adjusted(-reach, -reach, reach, reach).contains(at):
            return
        shift = {"left": 0.0, "centre": -0.5, "right": -1.0}[align] * line.width
        place = QTransform().translate(at.x(), at.y()).rotate(-turn).scale(size, size).translate(shift, 0)
        path = place.map(line.path)
        if halo is not None:
            self.painter.strokePath(path, self.pen(halo, 2 * halo_width, round_ends=True))
        self.painter.fillPath(path, colour)
        if role in _BOLDER:
            self.painter.strokePath(path, self.pen(colour, _BOLDER[role] * size, round_ends=True))

    def face(self, template: str, values: Mapping[str, str], centre: QPointF, side: float) -> None:
        """Draw a face of a counter at a centre. If the module has no faces, do nothing."""
        if self.faces is None:
            return
        rect = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
        if self.sees(rect, side):
            side_px = side * self.k / self.hex_px
            paint_face(self.painter, self.faces, template, values, rect, theme=self.theme, side_px=side_px)

    def rounded(self, rect: QRectF, radius: float) -> QPainterPath:
        """Return a rectangle with rounded corners."""
        path = QPainterPath()
        path.addRoundedRect(rect, radius, radius)
        return path

    def arrow_head(self, tip: QPointF, back: QPointF, length: float) -> QPainterPath:
        """Return the head of an arrow that comes from the direction of `back`, with its point at `tip`."""
        along = tip - back
        reach = max((along.x() ** 2 + along.y() ** 2) ** 0.5, 1e-6)
        along = along * (length / reach)
        across = QPointF(-along.y(), along.x()) * 0.42
        path = QPainterPath(tip)
        path.lineTo(tip - along + across)
        path.lineTo(tip - along * 0.72)
        path.lineTo(tip - along - across)
        path.closeSubpath()
        return path
