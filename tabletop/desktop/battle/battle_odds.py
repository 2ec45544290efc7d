"""The odds of the next dice of a battle: the pieces that roll, their targets, and the results."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from tabletop.assistance import Odds, PendingThrow
from tabletop.desktop.battle.battle_pen import Counter, draw_arrow
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.questions.forecast_bars import OddsBar, shares_said
from tabletop.desktop.widgets.cards import Caption, column_in
from tabletop.desktop.widgets.panel_parts import plain
from tabletop.module.schema.module_file import SideRecord
from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.desktop.drawing.counter_pixmaps import FacePixmap

_SIDE: Final = 34
_ARROW: Final = 20


class OddsRow(QWidget):
    """A row for a coming roll: the counter that rolls, its target, and the possible results."""

    def __init__(self, throw: PendingThrow, counter: Counter, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__()
        odds = throw.odds[-1]
        if throw.needs:
            odds = _in_hits(odds)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(8)
        pieces = tuple(dict.fromkeys(piece for piece in (throw.piece, throw.target) if piece))
        if pieces:
            across.addWidget(Duellists(pieces, counter, theme))
        rows = QWidget()
        column = column_in(rows, gap=2)
        if not pieces:
            column.addWidget(Caption(throw.title))
        column.addWidget(OddsBar(odds, sides, theme))
        column.addWidget(Caption(shares_said(_of_note(odds))))
        across.addWidget(rows, 1)
        self.setAccessibleName(throw.title)
        self.setToolTip(plain(throw.title))


class Duellists(QWidget):
    """One small counter, or two with an arrow from the first to the second. The pictures are made a moment later."""

    def __init__(self, pieces: tuple[int, ...], counter: Counter, theme: Theme) -> None:
        super().__init__()
        self._pieces = pieces
        self._counter = counter
        self._theme = theme
        self._pictures: list[FacePixmap | None] = []
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        soon(self, Duellists._draw_pictures)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size with room for two counters and the arrow, so that the rows line up."""
        return QSize(2 * _SIDE + _ARROW, _SIDE + 4)

    def _draw_pictures(self) -> None:
        self._pictures = [self._counter(piece, _SIDE) for piece in self._pieces]
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the counters."""
        middle = self.height() / 2
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            for number, picture in enumerate(self._pictures):
                if picture is not None:
                    painter.save()
                    painter.translate(_SIDE / 2 + number * (_SIDE + _ARROW), middle)
                    painter.scale(_SIDE / picture.side_px, _SIDE / picture.side_px)
                    painter.drawPixmap(picture.offset, picture.pixmap)
                    painter.restore()
            if len(self._pieces) > 1:
                start, goal = QPointF(_SIDE + 4, middle), QPointF(_SIDE + _ARROW - 4, middle)
                draw_arrow(painter, start, goal, self._theme.colour("ink2"))


def _of_note(odds: Odds) -> Odds:
    """Return the odds without the share of no hits, if other results remain."""
    nothing = text("hits", count=0)
    return replace(odds, shares=tuple(share for share in odds.shares if share.title != nothing) or odds.shares)


def _in_hits(odds: Odds) -> Odds:
    """Return the odds with plain numbers of hits put in words."""
    shares = (
        replace(share, title=text("hits", count=int(share.title))) if share.title.isdecimal() else share
        for share in odds.shares
    )
    return replace(odds, shares=tuple(shares))
