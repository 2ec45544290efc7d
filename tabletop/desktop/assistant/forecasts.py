"""Forecasts in the assistant's panel: rough at first, then refined while the program is idle."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

from tabletop.assembly import TableAssistant
from tabletop.assistance import Outlook, Prospect
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.questions.forecast_bars import ForecastSection
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel


class _OpenOutlook:
    """A forecast that is made in small steps. `last` is its newest result; None before the first step."""

    def __init__(self, outlooks: Iterator[Outlook]) -> None:
        self._outlooks = outlooks
        self.last: Outlook | None = None
        self.is_done = False

    def go_on(self) -> None:
        """Simulate a little further, so that the forecast becomes more certain."""
        found = next(self._outlooks, None)
        self.is_done = found is None
        self.last = found or self.last


class Forecasts(QObject):
    """The forecasts in the assistant's panel: those that can be opened, or the open one, which is refined step by
    step.
    """

    def __init__(
        self,
        parent: QObject,
        model: TableModel,
        assistant: TableAssistant,
        section: ForecastSection,
        selection: Selection,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._assistant = assistant
        self._section = section
        self._selection = selection
        self._open: Prospect | None = None
        self._more = 0
        self._running: list[_OpenOutlook] = []
        self._shown_at = 1
        self._steps = 0
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        section.wanted.connect(self.open)
        section.more_wanted.connect(self._take_more)
        section.closed.connect(self.close)

    def open(self, prospect: Prospect) -> None:
        """Open a forecast."""
        self._open, self._more = prospect, 0
        self._begin()

    def close(self) -> None:
        """Close the forecast, and offer the forecasts that can be made."""
        self.forget()
        self.refresh()

    def forget(self) -> None:
        """Close the forecast, and offer none."""
        self._timer.stop()
        self._open, self._running = None, []
        self._section.offer(())

    def choice_changed(self) -> None:
        """If no forecast is open, offer those that can be made for the pieces that are now selected."""
        if self._open is None:
            self.refresh()

    def refresh(self) -> None:
        """Renew the open forecast after the table has changed, or close it if it can no longer be made.

        If none is open, offer those that can be made.
        """
        prospects = self._assistant.prospects(self._model.game, self._model.seat, self._selection.pieces)
        if self._open is None:
            self._section.offer(prospects)
            return
        everywhere = self._assistant.prospects(self._model.game, self._model.seat, ())
        now = next((one for one in everywhere if (one.id, one.where) == (self._open.id, self._open.where)), None)
        if now is None:
            self.close()
        else:
            self._open = now
            self._more = self._more if any(choice.value == self._more for choice in now.more) else 0
            self._begin()

    def _take_more(self, piece: int) -> None:
        self._more = piece
        self._begin()

    def _begin(self) -> None:
        if self._open is None:
            return
        self._running = [self._run(self._open, more) for more in dict.fromkeys((0, self._more))]
        self._steps, self._shown_at = 0, 1
        self._go_on()
        self._timer.start()

    def _run(self, prospect: Prospect, more: int) -> _OpenOutlook:
        return _OpenOutlook(self._assistant.outlooks(self._model.game, self._model.seat, prospect, more))

    def _go_on(self) -> None:
        """Continue one of the open forecasts by a small step, so that the window never waits. The forecasts take turns.

        They are shown after 1, 2, 4, 8 and so on steps, and at the end.
        """
        self._running[self._steps % len(self._running)].go_on()
        self._steps += 1
        is_over = all(each.is_done for each in self._running)
        if is_over:
            self._timer.stop()
        if is_over or self._steps >= self._shown_at:
            self._shown_at *= 2
            self._show()

    def _show(self) -> None:
        plain, *with_more = [each.last for each in self._running]
        if self._open is None or plain is None:
            return
        like = next((choice.label for choice in self._open.more if choice.value == self._more), "")
        self._section.show_outlook(
            self._open, plain, with_more[0] if with_more else None, tr("one more {unit}", unit=like)
        )
