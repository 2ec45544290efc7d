"""Forecasts as bars: every result with its chance, also with one more piece."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from tabletop.assistance import Odds, Outlook, Prospect, Share
from tabletop.desktop.drawing.theme import Theme, mixed
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.questions.number_sources import AccountTable
from tabletop.desktop.widgets.cards import FittingButton, Section, card, column_in, headed, paragraph, row_of
from tabletop.desktop.widgets.panel_parts import Fold, announce, label
from tabletop.module.schema.module_file import SideRecord

_HIGH: Final = 20
_LEFT: Final = Qt.AlignmentFlag.AlignLeft
_RIGHT: Final = Qt.AlignmentFlag.AlignRight


class OddsBar(QWidget):
    """A bar with all results side by side. The width of a result is its chance; its words are shown if they fit."""

    def __init__(self, odds: Odds, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__()
        self._odds = odds
        self._theme = theme
        self._sides = {side.title: side for side in sides.values()}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{odds.title}: {shares_said(odds)}")
        self.setToolTip(shares_said(odds))

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size with the fixed height of a bar."""
        return QSize(120, _HIGH)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the results, with a line between them."""
        whole = sum(share.thousandths for share in self._odds.shares) or 1
        ends = accumulate(share.thousandths for share in self._odds.shares)
        starts = 0.0
        with QPainter(self) as painter:
            for number, (share, end) in enumerate(zip(self._odds.shares, ends, strict=True)):
                ends_at = self.width() * end / whole
                self._draw(painter, number, share, QRectF(starts, 0, ends_at - starts, self.height()))
                starts = ends_at

    def _draw(self, painter: QPainter, number: int, share: Share, area: QRectF) -> None:
        ground, ink = self._colours(number, share)
        painter.fillRect(area, ground)
        painter.setPen(self._theme.colour("line2"))
        painter.drawRect(area.adjusted(0, 0, -1, -1))
        room = area.adjusted(4, 0, -4, 0)
        for words in (f"{share.title} {share.says}", f"{share.title.partition(',')[0]} {share.says}", share.says):
            if painter.fontMetrics().horizontalAdvance(words) <= room.width():
                painter.setPen(ink)
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)
                return

    def _colours(self, number: int, share: Share) -> tuple[QColor, QColor]:
        """Return the colours of a result, for its ground and its words.

        If the result is a side, these are the side's colours. Otherwise the ground has more of the accent colour for
        each later result.
        """
        side = self._sides.get(share.title)
        if side is not None:
            return self._theme.colour(side.soft), self._theme.colour(side.colour)
        deep = number / max(len(self._odds.shares) - 1, 1)
        ground = mixed(self._theme.sunk, self._theme.accent, 0.45 * deep)
        return QColor(ground), self._theme.colour("ink")


class OutlookView(QWidget):
    """The display of an outlook, and of the outlook `other` with one more piece, whose name is `with_it`."""

    def __init__(
        self,
        outlook: Outlook,
        sides: Mapping[str, SideRecord],
        theme: Theme,
        *,
        other: Outlook | None = None,
        with_it: str = "",
        unfolded: set[str] | None = None,
    ) -> None:
        """Make the display. `unfolded` stores the unfolded parts, so that they stay unfolded when it is made
        again.
        """
        super().__init__()
        self._sides = sides
        self._theme = theme
        self._unfolded = set() if unfolded is None else unfolded
        others = {odds.title: odds for odds in other.odds} if other is not None else {}
        column = column_in(self, gap=5)
        for odds in outlook.odds:
            if not odds.side:
                self._show(column, odds, others.get(odds.title), with_it)
        self._show_figures(column, outlook, other)
        column.addWidget(paragraph(outlook.how, "caption"))
        if outlook.account is not None:
            self._fold(column, tr("Explain these odds")).addWidget(AccountTable(outlook.account))
        if outlook.beside:
            body = self._fold(column, tr("With one more"))
            for odds in outlook.beside:
                self._show(body, odds, None, "")
        each = [odds for odds in outlook.odds if odds.side]
        if each:
            body = self._fold(column, tr("One by one, in the first round"))
            for how in dict.fromkeys(odds.how for odds in each if odds.how):
                body.addWidget(paragraph(how, "caption"))
            for odds in each:
                self._show(body, odds, None, "")
        if outlook.notes:
            body = self._fold(column, tr("Assumptions"))
            for note in outlook.notes:
                body.addWidget(paragraph(note, "caption"))

    def _show(self, column: QVBoxLayout, odds: Odds, other: Odds | None, with_it: str) -> None:
        column.addWidget(paragraph(titled(odds, self._sides), "strong" if not odds.side else ""))
        if other is not None:
            column.addWidget(paragraph(tr("As it stands")))
        self._draw(column, odds)
        if other is not None:
            column.addWidget(paragraph(tr("With {more}", more=with_it)))
            self._draw(column, other)

    def _draw(self, column: QVBoxLayout, odds: Odds) -> None:
        column.addWidget(OddsBar(odds, self._sides, self._theme))
        column.addWidget(paragraph(shares_said(odds), "caption"))

    def _show_figures(self, column: QVBoxLayout, outlook: Outlook, other: Outlook | None) -> None:
        """Show each average in its own row, beside the average with one more piece."""
        others = dict(other.figures) if other is not None else {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        heads = (tr("On average"), tr("now"), tr("with one more")) if others else (tr("On average"), "", "")
        for at, head in enumerate(heads if outlook.figures else ()):
            grid.addWidget(label(head, "caption"), 0, at, _LEFT if not at else _RIGHT)
        for row, (name, figure) in enumerate(outlook.figures, 1):
            grid.addWidget(paragraph(name), row, 0)
            for at, said in enumerate((figure, others.get(name, "")), 1):
                grid.addWidget(label(said), row, at, _RIGHT)
        column.addLayout(grid)

    def _fold(self, column: QVBoxLayout, title: str) -> QVBoxLayout:
        fold = Fold(title, self._theme)
        fold.unfold(on=title in self._unfolded)
        fold.toggled.connect(lambda on: (self._unfolded.add if on else self._unfolded.discard)(title))
        column.addWidget(fold)
        return fold.body


class ForecastSection(Section):
    """The possible forecasts as buttons, or the chosen forecast, which becomes more exact while it is shown."""

    wanted = Signal(object)
    """The player wants to see this forecast: a `Prospect`."""

    more_wanted = Signal(int)
    """The player wants the forecast with one more piece like this one; 0 for none."""

    closed = Signal()
    """The player closes the forecast."""

    def __init__(self, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__(tr("Odds"))
        self._sides = sides
        self._theme = theme
        self._unfolded: set[str] = set()
        self._card: tuple[Prospect, QVBoxLayout] | None = None
        self._view: OutlookView | None = None
        self.hide()

    def offer(self, prospects: Sequence[Prospect]) -> None:
        """Show the possible forecasts as buttons; hide the section if there are none."""
        self._card, self._view = None, None
        rows = self.start_anew()
        self.setVisible(bool(prospects))
        for prospect in prospects:
            tip = tr("Chances before the dice are rolled")
            words = tr("{procedure}: odds · {rule}", procedure=prospect.title, rule=prospect.rule)
            rows.addWidget(FittingButton(words, partial(self.wanted.emit, prospect), tip=tip))

    def show_outlook(self, prospect: Prospect, outlook: Outlook, other: Outlook | None, with_it: str) -> None:
        """Show an outlook. If `other` is given, show it too: the outlook with one more piece, called `with_it`."""
        if self._card is None or self._card[0] != prospect:
            self._card = prospect, self._begin(prospect)
            announce(self, f"{outlook.title}: {'; '.join(map(shares_said, outlook.odds[:2]))}")
        column = self._card[1]
        view = OutlookView(outlook, self._sides, self._theme, other=other, with_it=with_it, unfolded=self._unfolded)
        if self._view is not None:
            self._view.hide()
            self._view.deleteLater()
        self._view = view
        column.addWidget(view)

    def _begin(self, prospect: Prospect) -> QVBoxLayout:
        """Make a card for a forecast, with the choice of one more piece, and return the column for its outlook."""
        self.show()
        self._view = None
        rows = self.start_anew()
        made, column = card("asked")
        column.addWidget(headed(prospect.title, prospect.rule))
        if prospect.more:
            more = QComboBox()
            more.setAccessibleName(tr("With one more"))
            more.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            more.addItem(tr("With one more…"), 0)
            for choice in prospect.more:
                more.addItem(tr("one more {unit}", unit=choice.label), choice.value)
            more.currentIndexChanged.connect(lambda at: self.more_wanted.emit(more.itemData(at)))
            column.addWidget(more)
        inside = QVBoxLayout()
        column.addLayout(inside)
        column.addLayout(row_of(FittingButton(tr("Close"), self.closed.emit)))
        rows.addWidget(made)
        return inside


def shares_said(odds: Odds) -> str:
    """Return all results and their chances as text, with the average if there is one: "Japan 30.4% ± 0.9% · nobody
    7.8%".
    """
    shares = " · ".join(" ".join(filter(None, (share.title, share.says, share.error))) for share in odds.shares)
    return tr("{shares}; {mean} on average", shares=shares, mean=odds.mean) if odds.mean else shares


def titled(odds: Odds, sides: Mapping[str, SideRecord]) -> str:
    """Return the title of odds, after the name of their side if they have one."""
    side = sides.get(odds.side)
    return f"{side.title}: {odds.title}" if side is not None else odds.title
