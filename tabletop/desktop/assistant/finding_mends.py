"""The mends of findings about supply: searches for them would hold up the window, so they run in the background."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from tabletop.assembly import TableAssistant
from tabletop.assistance import Finding
from tabletop.desktop.platform.background_questions import BackgroundQuestions
from tabletop.desktop.table.table_model import TableModel


class FindingMends:
    """The findings of one position, each with its mend as soon as this is known."""

    def __init__(
        self, parent: QObject, model: TableModel, assistant: TableAssistant, arrived: Callable[[], None]
    ) -> None:
        """Make it without mends. `arrived` is called whenever a mend has been found."""
        self._model = model
        self._assistant = assistant
        self._arrived = arrived
        self._view: object = None
        self._known: dict[str, Finding] = {}
        self._questions: BackgroundQuestions[Finding] = BackgroundQuestions(parent, self._hear)

    def of(self, finding: Finding) -> Finding:
        """Return a finding, with its mend if this is known; otherwise begin to search for the mend."""
        view = self._model.game
        if self._view is not view:
            self._view = view
            self._known.clear()
            self._questions.forget_all()
        name = repr(finding)
        if name not in self._known:
            self._known[name] = finding
            search = self._assistant.mending(finding, view, self._model.seat) if finding.supply else None
            if search is not None:
                self._questions.ask(name, search)
        return self._known[name]

    def _hear(self, name: str, found: Finding) -> None:
        self._known[name] = found
        if found.mend:
            self._arrived()
