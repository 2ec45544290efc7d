"""The effect of an answer to a procedure, shown beside the question while the player looks at that answer."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer

from tabletop.assembly import TableAssistant
from tabletop.assistance import ROLL, Underway
from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done, Refused
from tabletop.game.commands import Answer
from tabletop.log_messages import worth_telling

FORESEEN_MS: Final = 80
"""The time the player must look at an answer before its effect is worked out, in ms."""

DICE: Final = tr_later("Dice are rolled.")

_MOST_FORESEEN: Final = 5
_ASKED_KEYS: Final = frozenset({"procedure-answered", "procedure-begun", "procedure-over"})


class AnswerPreview(QObject):
    """A preview of the effect of an answer, up to the next roll of dice."""

    def __init__(self, parent: QObject, model: TableModel, assistant: TableAssistant, panel: AssistantPanel) -> None:
        super().__init__(parent)
        self._model = model
        self._assistant = assistant
        self._panel = panel
        self._noticed: Answer | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FORESEEN_MS)
        self._timer.timeout.connect(self._foresee)
        model.changed.connect(self.forget)  # the question may be answered, or may have changed

    def notice(self, command: Answer | None) -> None:
        """Preview the answer that the player looks at, after a short time. None changes nothing."""
        if command is not None:
            self._noticed = command
            self._timer.start()

    def notice_throw(self, underway: Sequence[Underway], mine: frozenset[str]) -> None:
        """Preview "yes" or "roll" if these sides, or any player, are asked for it, since the answer may roll dice."""
        yes = {"confirm": True, "pause": ROLL}
        open_still = (one for each in underway for one in each.asked if not one.in_turn)
        asked = [one for one in open_still if one.kind in yes and one.by in (*mine, "")]
        if asked:
            self.notice(Answer(asked[-1].frame, asked[-1].key, yes[asked[-1].kind]))

    def forget(self) -> None:
        """Preview no answer."""
        self._timer.stop()
        self._noticed = None

    def _foresee(self) -> None:
        if self._noticed is not None and self._noticed.frame in self._model.game.frames:
            odds = self._assistant.odds(self._model.game, self._model.seat, self._noticed)
            words = self._foreseen(self._noticed) if odds is None else tr(DICE)
            self._panel.foresee(self._noticed, words, odds)

    def _foreseen(self, command: Answer) -> str:
        """Return sentences on the effect of an answer; "" if the table would ask a question first."""
        before = self._model.game
        outcome = self._assistant.foresee(before, self._model.seat, command)
        if outcome is None:
            return tr(DICE)
        if isinstance(outcome, Refused):  # a question that was just answered has no effect to show
            return "" if outcome.code == "stale" else outcome.because
        if not isinstance(outcome, Done):
            return ""
        after, _ = apply(before, outcome.patch)
        told = (one for one in worth_telling(outcome.told) if one.key not in _ASKED_KEYS)
        said = (self._model.in_words(one, before, after) for one in told)
        lines = [line.removesuffix(".") for line in said if line]
        more = [tr("… and {count} more", count=len(lines) - _MOST_FORESEEN)] if len(lines) > _MOST_FORESEEN else []
        if not lines:
            return tr("Nothing moves yet.")
        return tr("The log would say: {events}", events="; ".join([*lines[:_MOST_FORESEEN], *more]))
