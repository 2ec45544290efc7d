"""The bar with requests for consent: those of other players to this seat, and those of this seat to others."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import announce, button, label, part
from tabletop.session import ConsentRequest
from tabletop.texts import listed


class ConsentBar(QWidget):
    """A bar with a row for each request that waits. Without requests it is hidden."""

    def __init__(self, model: TableModel, parent: QWidget) -> None:
        super().__init__(parent)
        part(self, "ribbon")
        self.setAccessibleName(tr("Requests"))
        self._model = model
        self._shown: list[tuple[ConsentRequest, str]] = []
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(16, 6, 16, 6)
        self._rows.setSpacing(6)
        for changed in (model.requests_changed, model.replaced, model.recorded):
            changed.connect(self.show_now)
        self.show_now()

    def show_now(self) -> None:
        """Show the requests that wait now, each once its words are known."""
        model = self._model
        known = ((request, model.request_words(request)) for request in model.requests)
        waiting = [(request, words) for request, words in known if words is not None]
        if waiting != self._shown:
            is_new = len(waiting) > len(self._shown)
            self._shown = waiting
            while (row := self._rows.takeAt(0)) is not None:
                if (widget := row.widget()) is not None:
                    widget.deleteLater()
            for request, words in waiting:
                self._rows.addWidget(self._row(request, words))
            if is_new:
                announce(self, self.words)
        self.setVisible(bool(waiting))

    @property
    def words(self) -> str:
        """The text of all rows."""
        return "\n".join(self._said(request, words) for request, words in self._shown)

    def _said(self, request: ConsentRequest, words: str) -> str:
        if request.by == self._model.seat:
            waits = tr("Waiting for {players} to agree: {request}", players=listed(request.of), request=words)
            if not request.agreed:
                return waits
            return tr("{waits}\nAgreed already: {players}.", waits=waits, players=listed(request.agreed))
        if request.steps:
            return tr("{player} asks to undo: {request}\nDo you agree?", player=request.by, request=words)
        return tr("{player} asks: {request} Do you agree?", player=request.by, request=words)

    def _row(self, request: ConsentRequest, words: str) -> QWidget:
        row = QWidget()
        inner = QHBoxLayout(row)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(8)
        said = label(self._said(request, words))
        said.setWordWrap(True)
        said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        inner.addWidget(said, 1)
        if request.by == self._model.seat:
            inner.addWidget(button(tr("Withdraw"), partial(self._model.refuse, request)))
        else:
            inner.addWidget(button(tr("Refuse"), partial(self._model.refuse, request)))
            inner.addWidget(button(tr("Agree"), partial(self._model.agree, request), main=True))
        return row
