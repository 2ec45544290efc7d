"""A row with the clocks of the sides, of which at most one runs. A click starts a clock, stops it, or passes on to the
next one, as the module sets.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import button, part
from tabletop.game.commands import PressClock
from tabletop.game.state.side_clocks import Parts, in_parts, in_words, running, used_ms
from tabletop.module.schema.module_file import ClockLook, ClocksRecord
from tabletop.module.schema.record_base import usual
from tabletop.module.schema.structs import as_struct

_TICK_MS: Final = 100
_HALF_SECOND_MS: Final = 500
_PLAIN: Final = usual(ClockLook)


class ClocksBar(QWidget):
    """A row with the clock of each side.

    It is hidden if there are no clocks. If the module does not show them at first, it is hidden until a clock has run.
    """

    def __init__(
        self,
        model: TableModel,
        clocks: ClocksRecord | None,
        title: Callable[[str], str],
        picture: Callable[[str], QPixmap] = QPixmap,
    ) -> None:
        """Make the row; `title` returns the title of a side, `picture` a picture file of the module."""
        super().__init__()
        self._model = model
        self._record = clocks
        self._parts = as_struct(clocks.parts, Parts) if clocks is not None and clocks.parts is not None else None
        self._title = title
        self._clocks: dict[str, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(6)
        for side in clocks.sides if clocks is not None else ():
            look = self._look(side)
            tip = look.tip or tr("Start or stop the clock of {side}", side=title(side))
            made = button("", partial(self._click, side), tip=tip)
            part(made, "switch")
            made.setCheckable(True)
            if look.picture:
                made.setIcon(QIcon(picture(look.picture)))
            row.addWidget(made)
            self._clocks[side] = made
        row.addStretch(1)
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._show_times)
        model.replaced.connect(self.show_now)
        model.properties_changed.connect(self.show_now)
        has_run = any(used_ms(self._read, side, 0) for side in self._clocks)
        if clocks is None or not (clocks.shown or has_run):
            self.hide()
        self.show_now()

    def show_now(self) -> None:
        """Show which clock runs, and all times."""
        now = running(self._read)
        for side, clock in self._clocks.items():
            clock.setChecked(side == now)
        self._show_times()
        if now and self._clocks:
            self._tick.start()
            self.show()
        else:
            self._tick.stop()

    def hears(self, key: str) -> bool:
        """Return whether a key works on the clocks."""
        clocks = self._record
        return clocks is not None and bool(key) and key in {clocks.stop, clocks.next, *clocks.keys.values()}

    def press(self, key: str) -> bool:
        """Press the clocks for a key; return False if it has no effect on them."""
        clocks = self._record
        if clocks is None or not self.hears(key):
            return False
        if key == clocks.stop:
            self._press("")
        elif key == clocks.next:
            self._press_next()
        else:
            self._press_side(next(side for side, its in clocks.keys.items() if its == key))
        return True

    def switch(self) -> None:
        """Show the row. If it is visible, stop the running clock; if no clock runs, hide the row."""
        if self.isHidden():
            self.show()
        elif running(self._read):
            self._press("")
        else:
            self.hide()

    def _click(self, side: str) -> None:
        if self._record is not None and self._record.passes and running(self._read):
            self._press_next()
            self.show_now()
        else:
            self._press_side(side)

    def _press_next(self) -> None:
        """Start the clock of the next side, or the first clock if none runs. If there is only one clock, start or stop
        it.
        """
        order, now = list(self._clocks), running(self._read)
        after = order[(order.index(now) + 1) % len(order)] if now in order else order[0]
        self._press("" if after == now else after)

    def _press_side(self, side: str) -> None:
        self._press("" if running(self._read) == side else side)
        self.show_now()

    def _press(self, side: str) -> None:
        self._model.submit(PressClock(side, self._model.now_ms()))

    def _read(self, name: str) -> str | int | bool | None:
        return self._model.game.properties.get(name)

    def _show_times(self) -> None:
        now_ms = self._model.now_ms()
        for side, clock in self._clocks.items():
            used = used_ms(self._read, side, now_ms)
            time = in_words(used) if self._parts is None else in_parts(used, self._parts)
            clock.setAccessibleName(f"{self._title(side)}  {time}")
            clock.setText(self._words(side, time).replace("&", "&&"))
            self._colour(clock, side, used)

    def _words(self, side: str, time: str) -> str:
        look = self._look(side)
        title = self._title(side) if look.title is None else look.title
        return f"{title}  {time}" if title else time

    def _colour(self, clock: QPushButton, side: str, used_ms: int) -> None:
        """Colour a running clock. Its text changes colour each half second."""
        look, style = self._look(side), ""
        if running(self._read) == side:
            ground = f"background: {look.ground};" if look.ground else ""
            ink = f"color: {look.ink[used_ms % 1_000 >= _HALF_SECOND_MS]};" if look.ink else ""
            style = ground + ink
        if style != clock.styleSheet():
            clock.setStyleSheet(style)

    def _look(self, side: str) -> ClockLook:
        return self._record.looks.get(side, _PLAIN) if self._record is not None else _PLAIN
