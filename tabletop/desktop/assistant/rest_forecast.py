"""The forecast of the rest of a battle on the air board, which is refined in the background."""

from collections.abc import Iterator

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from tabletop.assembly import TableAssistant
from tabletop.assistance import Outlook
from tabletop.desktop.platform.background_questions import BackgroundQuestions
from tabletop.desktop.table.table_model import TableModel


class RestForecast(QObject):
    """The forecast that the air board shows: a rough one at first, then more exact ones."""

    found = Signal(object)
    """An `Outlook`, more exact than the last."""

    def __init__(self, parent: QObject, model: TableModel, assistant: TableAssistant) -> None:
        super().__init__(parent)
        self._model = model
        self._assistant = assistant
        self._questions: BackgroundQuestions[Outlook | None] = BackgroundQuestions(self, self._hear)
        self._outlooks: Iterator[Outlook] = iter(())

    def find(self, id: str) -> None:
        """Find the forecast with this id, and no longer the last one; "" finds none."""
        self._questions.forget_all()
        game, seat = self._model.game, self._model.seat
        offered = self._assistant.prospects(game, seat, ()) if id else ()
        prospect = next((one for one in offered if id.startswith(f"{one.id} ")), None)
        if prospect is not None:
            self._go_on(self._assistant.outlooks(game, seat, replace(prospect, id=id)))

    def _go_on(self, outlooks: Iterator[Outlook]) -> None:
        self._outlooks = outlooks
        self._questions.ask("rest", lambda: next(outlooks, None))

    def _hear(self, _name: str, outlook: Outlook | None) -> None:
        if outlook is not None:
            self.found.emit(outlook)
            self._go_on(self._outlooks)
