"""Two players at one screen: the curtain between them, and who sits down when it opens."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.table.startup_keys import press_openings
from tabletop.desktop.table.table_model import TableModel, name_of_seat
from tabletop.desktop.window.curtain import Curtain


class HotSeat(QObject):
    """A cover over a window, which seats whoever opens it. The window itself hides what is under it."""

    covered = Signal(bool)
    """The curtain is about to cover the table, or has opened for the eyes that look now."""

    def __init__(self, window: QWidget, model: TableModel, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._model = model
        self._curtain = Curtain(window, theme)
        self._curtain.opened.connect(self._sit_down)
        self.is_open = True

    def draw_curtain(self) -> None:
        """Cover the table until somebody says who looks."""
        self.is_open = False
        self.covered.emit(True)
        self._curtain.draw([(side.id, side.title) for side in self._model.module.about.sides])

    def stretch(self) -> None:
        """Stretch the curtain to the window's new size."""
        self._curtain.setGeometry(self._window.rect())

    def _sit_down(self, sides: tuple[str, ...]) -> None:
        self.is_open = True
        titles = [side.title for side in self._model.module.about.sides if side.id in sides]
        before = self._model.seat
        self._model.sit_as(name_of_seat(titles), sides)
        if self._model.seat != before:
            press_openings(self._model, "side")
        self.covered.emit(False)
