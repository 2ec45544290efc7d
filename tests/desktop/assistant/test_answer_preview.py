"""The preview of the effect of an answer."""

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal

from tabletop.desktop.assistant.answer_preview import AnswerPreview
from tabletop.game.change.outcome import Refused
from tabletop.game.commands import Answer
from tabletop.texts import Sentence


class Model(QObject):
    changed = Signal()
    game = SimpleNamespace(frames={1: None})
    seat = ""


class Panel:
    def __init__(self) -> None:
        self.shown: list[str] = []

    def foresee(self, _command: Answer, words: str, _odds: object) -> None:
        self.shown.append(words)


@pytest.mark.parametrize(
    ("code", "key", "shown"), [("stale", "not-asked", ""), ("not-possible", "answered-already", None)]
)
def test_a_question_that_was_answered_meanwhile_has_no_effect_to_show(
    qtbot, code: Any, key: str, shown: str | None
) -> None:
    model, panel, refused = Model(), Panel(), Refused(code, Sentence(key, {}))
    assistant: Any = SimpleNamespace(odds=lambda *_: None, foresee=lambda *_: refused)
    seen: Any = model
    preview = AnswerPreview(model, seen, assistant, panel)  # type: ignore[arg-type]
    preview.notice(Answer(1, "committed", True))
    qtbot.waitUntil(lambda: bool(panel.shown))
    assert panel.shown == [refused.because if shown is None else shown]
