"""The bar of a replay, to move to other steps, to play them automatically, and to continue the game from a step."""

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import SteadyLabel, button, part, tool_button
from tabletop.seat import Replay

STEP_MS = 800
"""The time (in ms) for which each step is shown during automatic play."""


class ReplayBar(QWidget):
    """A bar that shows the current step of a replay, and moves to others. It is hidden in a game that is played."""

    gone_on = Signal()
    """The player wants to play on from here."""

    def __init__(self, model: TableModel, theme: Theme) -> None:
        super().__init__()
        part(self, "ribbon")
        self._model = model
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(8)
        row.addWidget(tool_button("first", tr("Go to start (Ctrl+Home)"), theme, self.to_start))
        row.addWidget(tool_button("previous", tr("Previous action (Page Up)"), theme, self.back))
        row.addWidget(tool_button("play", tr("Next action (Page Down)"), theme, self.on))
        row.addWidget(tool_button("last", tr("Go to end (Ctrl+End)"), theme, self.to_end))
        self._play = button(tr("Play"), self.play, tip=tr("Play the actions one after another (F5)"))
        row.addWidget(self._play)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setAccessibleName(tr("Position in the game"))
        self._slider.valueChanged.connect(model.stand_at)
        row.addWidget(self._slider, 1)
        self._words = SteadyLabel("caption")
        row.addWidget(self._words)
        self._go_on = button(tr("Go on from here"), self.gone_on.emit, main=True)
        row.addWidget(self._go_on)
        self._ticking = QTimer(self)
        self._ticking.setInterval(STEP_MS)
        self._ticking.timeout.connect(self._tick)
        model.recorded.connect(self.show_now)
        self.show_now()

    @property
    def _review(self) -> Replay | None:
        return self._model.review

    def show_now(self) -> None:
        """Show the number of the current step."""
        review = self._review
        self.setVisible(review is not None)
        if review is None:
            return
        with QSignalBlocker(self._slider):
            self._slider.setRange(review.first, review.end)
            self._slider.setValue(self._model.heading)
        words = (
            tr("action {number:,} of {count:,}", number=review.last, count=review.end)
            if review.last > review.first
            else tr("start")
        )
        self._words.setText(words)
        self._slider.setAccessibleDescription(words)
        if review.last < review.end:
            words, tip = (
                tr("Go on from here in a copy"),
                tr("Play on from here in a copy; '{file}' stays unchanged (Ctrl+Return)", file=review.file),
            )
        else:
            words, tip = tr("Go on from here"), tr("Play on in '{file}' (Ctrl+Return)", file=review.file)
        self._go_on.setText(words)
        self._go_on.setToolTip(tip)

    def back(self) -> None:
        """Go one step back."""
        self._stop()
        self._model.undo()

    def on(self) -> None:
        """Go one step on."""
        self._stop()
        self._model.redo()

    def to_start(self) -> None:
        """Go to the position with which the record begins."""
        self._stop()
        if self._review is not None:
            self._model.stand_at(self._review.first)

    def to_end(self) -> None:
        """Go to the position after the last step."""
        self._stop()
        if self._review is not None:
            self._model.stand_at(self._review.end)

    def play(self) -> None:
        """Play the steps one after another to the end, or stop."""
        if self._ticking.isActive():
            self._stop()
        else:
            self._model.redo().when_done(self._start)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Stop automatic play when the bar is hidden, for example by the curtain."""
        self._stop()
        super().hideEvent(event)

    def _tick(self) -> None:
        self._model.redo().when_refused(self._stop)

    def _start(self) -> None:
        self._ticking.start()
        self._play.setText(tr("Pause"))

    def _stop(self) -> None:
        self._ticking.stop()
        self._play.setText(tr("Play"))
