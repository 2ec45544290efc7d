"""The panel of the rest of a battle: a plan for each side, the odds of the rest, and the event that ends the order."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from tabletop.assistance import Odds, Outlook
from tabletop.desktop.air_board.drawn_panel import MIDDLE, RIGHT, DrawnPanel
from tabletop.desktop.drawing.theme import mixed
from tabletop.desktop.platform.translation import tr
from tabletop.flight_page import FlightPage, SidePlans, forecast_word, order_word

_ROW: Final = 25
_HEAD: Final = 21
_FIGURE: Final = 16
_MIXES: Final = (0.05, 0.3, 0.55, 0.8)
"""The strengths of the colour of the shares, in their order: from few bombers that get through to many."""


class FightPanel(DrawnPanel):
    """The panel *Fight it out*. A click on a plan or a stop chooses it.

    The plan of a side that is not commanded here is only assumed, for the odds.
    """

    outlook: Outlook | None = None
    mine: frozenset[str] = frozenset()
    stop = "step"

    def show_page(self, page: FlightPage, *, is_mine: bool) -> None:
        """Show a page. The plans that were chosen are kept."""
        self._chosen: dict[str, str] = getattr(self, "_chosen", {})
        super().show_page(page, is_mine=is_mine)

    def order(self, side: str) -> str:
        """Return the answer that gives the chosen plan of a side, and the chosen stop."""
        assert self.page is not None, "there is a page"
        plans = next(one for one in self.page.fights if one.side == side)
        return order_word(self._plan_of(plans), self.stop)

    @property
    def forecast(self) -> str:
        """The id of the forecast of the rest by the chosen plans; "" if there is none."""
        if self.page is None or not self.page.fights:
            return ""
        return forecast_word(self.page.forecast, map(self._plan_of, self.page.fights))

    def take(self, word: str) -> None:
        """Choose a plan or a stop."""
        kind, _, rest = word.partition(" ")
        if kind == "stop":
            self.stop = rest
        else:
            self._chosen[kind] = rest
        self._fit()
        self.update()

    def show_outlook(self, outlook: Outlook | None) -> None:
        """Show the odds of the rest; none while they are being found."""
        self.outlook = outlook
        if self.page is not None:
            self.setAccessibleDescription(self.said(self.page))
        self._fit()
        self.update()

    def _plan_of(self, plans: SidePlans) -> str:
        return self._chosen.get(plans.side, plans.usual)

    def said(self, page: FlightPage) -> str:
        """Return the plans and the odds in words."""
        words = [f"{self.title_of(one.side)}: {dict(one.plans)[self._plan_of(one)]}" for one in page.fights]
        if self.outlook is not None:
            words += [
                f"{odds.title}: {share.title} {share.says}" for odds in self.outlook.odds for share in odds.shares
            ]
            words += [f"{name}: {figure}" for name, figure in self.outlook.figures]
        return "; ".join(words)

    def tall(self, page: FlightPage) -> float:
        """Return the height of the plans, the odds and the stops; 0 if the page has no plans."""
        if not page.fights:
            return 0
        figures = len(self.outlook.figures) if self.outlook is not None else 4
        bar = 40 if self.outlook is None or self.outlook.odds else 2
        return _HEAD + _ROW * len(page.fights) + bar + _FIGURE * (figures + 1) + 4 + _ROW

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the panel."""
        self.write(painter, QRectF(0, 0, 110, 18), tr("Fight it out"), "ink", 12.5, bold=True)
        top = float(_HEAD)
        for plans in page.fights:
            self._draw_plans(painter, plans, top)
            top += _ROW
        top = self._draw_odds(painter, page, top + 2)
        self._draw_choice(painter, QRectF(0, top + 4, self.width(), 21), tr("Stop at"), "stop", page.stops, self.stop)

    def _draw_plans(self, painter: QPainter, plans: SidePlans, top: float) -> None:
        title = self.title_of(plans.side)
        is_mine = plans.side in self.mine
        area = QRectF(0, top, self.width(), 21)
        colour = self.theme.readable_on("panel", self.colour_of(plans.side).name())
        shown = title if is_mine else tr("{side}?", side=title)
        self._draw_choice(painter, area, shown, plans.side, plans.plans, self._plan_of(plans), colour)

    def _draw_choice(
        self,
        painter: QPainter,
        area: QRectF,
        title: str,
        name: str,
        choices: tuple[tuple[str, str], ...],
        chosen: str,
        colour: QColor | None = None,
    ) -> None:
        """Draw a title and the choices beside it; each can be clicked."""
        first = 56.0
        ink = colour or self.theme.colour("ink2")
        self.write(painter, QRectF(area.left(), area.top(), first - 4, area.height()), title, ink, 11, bold=True)
        metrics = QFontMetricsF(self.font_of(10.5, bold=True))
        widths = [metrics.horizontalAdvance(words) + 3 for _, words in choices]
        spare = (area.width() - first - 1 - sum(widths)) / max(len(choices), 1)
        left = first
        for (word, words), width in zip(choices, widths, strict=True):
            cell = QRectF(left, area.top(), width + spare - 3, area.height())
            left += width + spare
            is_chosen = word == chosen
            self.box(painter, cell, "raised" if is_chosen else "sunk", "accent" if is_chosen else "line", wide=1.5)
            self.write(painter, cell, words, "ink" if is_chosen else "ink2", 10.5, bold=is_chosen, align=MIDDLE)
            self.offer(cell, f"{name} {word}")

    def _draw_odds(self, painter: QPainter, page: FlightPage, top: float) -> float:
        """Draw the shares as a bar and the figures under it; return their lower edge (pixels)."""
        if self.outlook is None:
            return top + 38 + _FIGURE * 5
        for odds in self.outlook.odds:
            self.write(painter, QRectF(0, top, self.width(), 16), odds.title, "ink", 11, bold=True)
            self._draw_bar(painter, page, odds, QRectF(0, top + 17, self.width() - 1, 19))
            top += 38
        for name, figure in self.outlook.figures:
            area = QRectF(0, top, self.width() - 1, _FIGURE)
            self.write(painter, area.adjusted(0, 0, -70, 0), name, "ink2", 11)
            self.write(painter, area, figure, "ink", 11, bold=True, align=RIGHT)
            top += _FIGURE
        self.write(painter, QRectF(0, top, self.width() - 1, _FIGURE), self.outlook.how, "ink2", 9)
        return top + _FIGURE

    def _draw_bar(self, painter: QPainter, page: FlightPage, odds: Odds, area: QRectF) -> None:
        colour = self.colour_of(page.fights[0].side).name()
        left = area.left()
        for number, share in enumerate(odds.shares):
            if not share.thousandths:
                continue
            wide = area.width() * share.thousandths / 1000
            cell = QRectF(left, area.top(), wide, area.height())
            ground = mixed(self.theme.panel, colour, _MIXES[min(number, len(_MIXES) - 1)])
            painter.setPen(self.theme.colour("line2"))
            painter.setBrush(QColor(ground))
            painter.drawRect(cell)
            ink = QColor("#FFFFFF" if number > 1 else self.theme.ink)
            words = tr("{title} {share}", title=share.title, share=share.says)
            if wide > 34:
                self.write(
                    painter,
                    cell.adjusted(2, 0, -2, 0),
                    words,
                    ink,
                    10.5,
                    bold=True,
                    align=Qt.AlignmentFlag.AlignHCenter,
                )
            left += wide
