"""An answer that consists of pairs: one option for each of the opposing pieces."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from tabletop.assistance import ProcedureQuestion
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.questions.map_choices import choices_in
from tabletop.desktop.widgets.cards import Caption, FittingButton, column_in, paragraph
from tabletop.game.change.outcome import Choice
from tabletop.game.state.values import Value


class PairedAnswer(QObject):
    """The pairs that a player has made so far, by clicks, drags or keys."""

    changed = Signal()

    def __init__(self, asked: ProcedureQuestion) -> None:
        super().__init__()
        self.asked = asked
        self._faced: dict[Value, Value] = {}

    @property
    def pairs(self) -> Mapping[Value, Value]:
        """The paired options, by the pieces that they face."""
        return self._faced

    def faced_by(self, option: Value) -> Choice | None:
        """Return the opposing piece with which an option is paired; None if it is not paired."""
        return next((each for each in self.asked.against if self._faced.get(each.value) == option), None)

    @property
    def next_to_face(self) -> Choice | None:
        """The first opposing piece without a partner; None if all have one."""
        return next((each for each in self.asked.against if each.value not in self._faced), None)

    @property
    def answer(self) -> list[Value] | None:
        """The paired options in the order of the opposing pieces; None until each of these has a partner."""
        if self.next_to_face is not None:
            return None
        return [self._faced[each.value] for each in self.asked.against]

    def take(self, option: Value) -> None:
        """Pair an option with the first opposing piece without a partner. If the option has a partner, undo the pair
        instead.
        """
        if self.faced_by(option) is not None:
            self.part(option)
        elif self.next_to_face is not None:
            self.pair(option, self.next_to_face.value)

    def pair(self, option: Value, against: Value) -> None:
        """Pair an option with this opposing piece; if both had partners, the partners swap."""
        before, other = self.faced_by(option), self._faced.get(against)
        if before is not None:
            del self._faced[before.value]
        if before is not None and other is not None:
            self._faced[before.value] = other
        self._faced[against] = option
        self.changed.emit()

    def part(self, option: Value) -> None:
        """Undo the pair of an option."""
        faced = self.faced_by(option)
        if faced is not None:
            del self._faced[faced.value]
            self.changed.emit()


class PairRows(QWidget):
    """Buttons for the options, and the pairs made so far. A button pairs its option with the next opposing piece, or
    unpairs it.
    """

    def __init__(self, paired: PairedAnswer, answer: FittingButton) -> None:
        """Show the pairs as they are made; `answer` can be pressed when all opposing pieces have partners."""
        super().__init__()
        self._paired = paired
        self._answer = answer
        self._is_of_pieces = bool(choices_in(paired.asked).pieces)
        column = column_in(self)
        self._next = paragraph("", "caption")
        column.addWidget(self._next)
        self._rows = [(choice.value, Caption("")) for choice in paired.asked.options]
        for choice, (_, faced) in zip(paired.asked.options, self._rows, strict=True):
            column.addWidget(FittingButton(choice.label, partial(paired.take, choice.value)))
            column.addWidget(faced)
            kept = faced.sizePolicy()
            kept.setRetainSizeWhenHidden(True)
            faced.setSizePolicy(kept)
        paired.changed.connect(self._tell)
        self._tell()

    def _tell(self) -> None:
        after = self._paired.next_to_face
        self._next.setText(
            tr("All are paired. Click one again to unpair it.")
            if after is None
            else tr("Next: who faces {name}?", name=after.label)
            if self._is_of_pieces
            else tr("Next: {name}", name=after.label)
        )
        self._answer.setEnabled(after is None)
        for option, line in self._rows:
            faced = self._paired.faced_by(option)
            words = tr("faces {name}", name=faced.label) if faced is not None and self._is_of_pieces else ""
            line.say(faced.label if faced is not None and not self._is_of_pieces else words)
            line.setVisible(faced is not None)
