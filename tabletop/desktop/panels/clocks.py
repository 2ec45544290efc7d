"""The clocks of the sides, in a row: a click on one lets it run, and stops the others."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from tabletop.desktop.panels.parts import button, part
from tabletop.desktop.table_model import TableModel
from tabletop.game.clocks import Parts, in_parts, in_words, running, used_ms
from tabletop.game.commands import PressClock
from tabletop.module.schema.module import ClocksRecord
from tabletop.module.schema.traits import as_struct

_TICK_MS: Final = 200


class ClocksBar(QWidget):
    """A clock for each side that has one; without any it is not seen."""

    def __init__(
        self,
        model: TableModel,
        clocks: ClocksRecord | None,
        title: Callable[[str], str],
    ) -> None:
        """`title` gives that of a side."""
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
            made = button("", partial(self._press_side, side), tip=f"Let the clock of {title(side)} run, or stop it")
            part(made, "switch")
            made.setCheckable(True)
            row.addWidget(made)
            self._clocks[side] = made
        row.addStretch(1)
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._show_times)
        model.replaced.connect(self.show_now)
        model.properties_changed.connect(self.show_now)
        if clocks is None:
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
        else:
            self._tick.stop()

    def press(self, key: str) -> bool:
        """Do what a key does with the clocks; False where it does nothing."""
        clocks = self._record
        if clocks is None or not key:
            return False
        now = running(self._read)
        if key == clocks.stop:
            self._press("")
        elif key == clocks.next:
            order = list(clocks.sides)
            self._press(order[(order.index(now) + 1) % len(order)] if now in order else order[0])
        elif key in clocks.keys.values():
            self._press_side(next(side for side, its in clocks.keys.items() if its == key))
        else:
            return False
        return True

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
            words = f"{self._title(side)}  {time}"
            clock.setText(words.replace("&", "&&"))
            clock.setAccessibleName(words)
