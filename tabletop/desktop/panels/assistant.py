"""The rules assistant's panel: where the game is, what may be done now, what is wrong, and procedures under way."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tabletop.assisting import Asked, Finding, Legend, Now, Offer, Underway
from tabletop.desktop.panels.parts import Panel, announce, button, label, part
from tabletop.game.commands import Answer, AnyCommand, GoOn, Leave
from tabletop.game.outcome import Choice

NOTHING_WRONG = "Nothing to report"
_MOST_STORY = 12


class AssistantPanel(Panel):
    """What the assistant says beside the map. It acts by `wanted` alone."""

    wanted = Signal(object)
    """A command to be sent to the table."""

    shown = Signal(object)
    """A finding whose pieces and places the player wants to see."""

    let_stand = Signal(object)
    """A finding that the player lets stand."""

    def __init__(self) -> None:
        super().__init__("Assistant")
        inside = QWidget()
        part(inside, "list")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(10)
        self._now = _Section("Now")
        self._procedures = _Section("Under way")
        self._findings = _Section("Findings")
        self._legend = _Section("Shown on the map")
        self._legend.hide()
        for section in (self._now, self._procedures, self._findings, self._legend):
            self._column.addWidget(section)
        self._column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.addWidget(scroll, 1)
        self.setMinimumWidth(300)

    def show_now(self, now: Now | None) -> None:
        """Show where the game is and what may be done."""
        self._now.setVisible(now is not None)
        if now is None:
            return
        rows = self._now.start_anew()
        if now.ending:
            rows.addWidget(_text(now.ending, "title"))
            announce(self, now.ending)
        rows.addWidget(_headed(now.phase, now.rule))
        if now.note:
            rows.addWidget(_text(now.note))
        if now.acting:
            rows.addWidget(_text(f"To act: {', '.join(now.acting)}", "caption"))
        for offer in now.offers:
            rows.addWidget(self._offer(offer))
        for finding in now.left_undone:
            rows.addWidget(self._finding(finding, stands=False))
        if now.onwards is not None:
            onwards = self._offer(now.onwards, words=f"On to {now.onwards.title}", main=True)
            rows.addWidget(onwards)

    def show_underway(self, underway: Sequence[Underway]) -> None:
        """Show the procedures under way, the youngest first."""
        self._procedures.setVisible(bool(underway))
        rows = self._procedures.start_anew()
        for each in reversed(underway):
            rows.addWidget(self._procedure(each))

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Show what is wrong."""
        rows = self._findings.start_anew()
        if not findings:
            rows.addWidget(_text(NOTHING_WRONG, "caption"))
        for finding in findings:
            rows.addWidget(self._finding(finding, stands=True))

    def show_legends(self, legends: Sequence[Legend]) -> None:
        """Say what the overlays on the map show."""
        self._legend.setVisible(bool(legends))
        rows = self._legend.start_anew()
        for legend in legends:
            rows.addWidget(_headed(legend.title, legend.rule))
            for line in legend.lines:
                rows.addWidget(_text(line, "caption"))

    # parts

    def _offer(self, offer: Offer, *, words: str = "", main: bool = False) -> QWidget:
        """Something that may be begun, as a button; a way of moving is only said."""
        command = offer.command
        rule = f" · {offer.rule}" if offer.rule else ""
        if command is None and not offer.because:
            return _text(f"{offer.title}{rule}")
        made = button(words or f"{offer.title}{rule}", lambda: self.wanted.emit(command), main=main)
        made.setEnabled(command is not None)
        made.setToolTip(offer.because)
        if not offer.because:
            return made
        card = QWidget()
        column = QVBoxLayout(card)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(made)
        column.addWidget(_text(offer.because, "caption"))
        return card

    def _finding(self, finding: Finding, *, stands: bool) -> QWidget:
        card = _card("finding")
        column = _column_of(card)
        column.addWidget(_headed(finding.message, finding.rule))
        if finding.numbers:
            column.addWidget(_text(" · ".join(f"{name} {value}" for name, value in finding.numbers), "caption"))
        row = QHBoxLayout()
        fix = finding.fix
        if fix is not None:
            row.addWidget(button(fix.sentence, lambda: self.wanted.emit(fix.command)))
        row.addWidget(button("Show", lambda: self.shown.emit(finding)))
        if stands:
            row.addWidget(button("Let it stand", lambda: self.let_stand.emit(finding)))
        row.addStretch(1)
        column.addLayout(row)
        return card

    def _procedure(self, underway: Underway) -> QWidget:
        card = _card("procedure")
        column = _column_of(card)
        column.addWidget(_headed(underway.title, underway.rule))
        for step in underway.steps:
            mark = "▸" if step.is_now else "·"
            column.addWidget(_text(f"{mark} {step.title} {step.rule}".strip(), "section" if step.is_now else "caption"))
        for decided in underway.story[-_MOST_STORY:]:
            by = f" ({decided.by})" if decided.by else ""
            column.addWidget(_text(f"{decided.question}{by}: {decided.answer}", "caption"))
        if underway.trouble:
            column.addWidget(_text(underway.trouble, "warning"))
        for asked in underway.asked:
            column.addWidget(_Question(asked, self.wanted.emit))
        row = QHBoxLayout()
        row.addWidget(
            button("By hand", lambda: self.wanted.emit(Leave(underway.frame)), tip="Leave this and do the rest by hand")
        )
        row.addStretch(1)
        column.addLayout(row)
        return card


class _Section(QWidget):
    """A part of the panel with a heading; what stands in it is made anew."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(label(title, "section"))
        self._inside: QWidget | None = None

    def start_anew(self) -> QVBoxLayout:
        """Take everything away; the empty column."""
        if self._inside is not None:
            self._column.removeWidget(self._inside)
            self._inside.deleteLater()
        self._inside = QWidget()
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._column.addWidget(self._inside)
        return column


class _Question(QWidget):
    """A question of a procedure, and what answers it: buttons, ticks, a number."""

    def __init__(self, asked: Asked, want: Callable[[AnyCommand], None]) -> None:
        super().__init__()
        self._asked = asked
        self._want = want
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        by = f"{asked.by}: " if asked.by else ""
        column.addWidget(_headed(f"{by}{asked.question}", asked.rule))
        for more in (asked.again, asked.then):
            if more:
                column.addWidget(_text(more, "caption"))
        if asked.answered:
            column.addWidget(_text("Answered; others are still to answer.", "caption"))
        self._answers(column)

    def _answers(self, column: QVBoxLayout) -> None:
        asked = self._asked
        match asked.kind:
            case "go-on":
                column.addWidget(button("Go on", lambda: self._want(GoOn(asked.frame)), main=True))
            case "confirm":
                row = QHBoxLayout()
                row.addWidget(button("Yes", lambda: self._answer(True), main=True))
                row.addWidget(button("No", lambda: self._answer(False)))
                row.addStretch(1)
                column.addLayout(row)
            case "number":
                self._number(column)
            case "pick":
                for choice in asked.options:
                    column.addWidget(self._pick(choice))
            case "choose":
                self._choose(column)
            case "order":
                self._order(column)

    def _pick(self, choice: Choice) -> QPushButton:
        return button(choice.label, lambda: self._answer(choice.value))

    def _number(self, column: QVBoxLayout) -> None:
        row = QHBoxLayout()
        number = QSpinBox()
        number.setRange(self._asked.least, self._asked.most)
        number.setValue(self._asked.most)
        number.setAccessibleName(self._asked.question)
        row.addWidget(number)
        row.addWidget(label(f"{self._asked.least} to {self._asked.most}", "caption"))
        row.addWidget(button("Answer", lambda: self._answer(number.value()), main=True))
        row.addStretch(1)
        column.addLayout(row)

    def _choose(self, column: QVBoxLayout) -> None:
        """Ticks; where a thing may be chosen more than once, how often."""
        asked = self._asked
        counts: list[tuple[Choice, Callable[[], int]]] = []
        for choice in asked.options:
            if asked.repeats:
                often = QSpinBox()
                often.setRange(0, asked.most)
                often.setAccessibleName(choice.label)
                row = QHBoxLayout()
                row.addWidget(often)
                row.addWidget(label(choice.label), 1)
                column.addLayout(row)
                counts.append((choice, often.value))
            else:
                tick = QCheckBox(choice.label)
                column.addWidget(tick)
                counts.append((choice, partial(_ticked, tick)))
        most = "" if asked.most >= len(asked.options) and not asked.repeats else f", at most {asked.most}"
        if asked.least or most:
            column.addWidget(_text(f"At least {asked.least}{most}.", "caption"))
        column.addWidget(
            button(
                "Answer",
                lambda: self._answer([choice.value for choice, many in counts for _ in range(many())]),
                main=True,
            )
        )

    def _order(self, column: QVBoxLayout) -> None:
        """Buttons, pressed in the order that is meant."""
        chosen: list[Choice] = []
        said = _text("Press them in their order.", "caption")
        column.addWidget(said)
        for choice in self._asked.options:
            made = button(choice.label, lambda: None)

            def press(made: QPushButton = made, choice: Choice = choice) -> None:
                chosen.append(choice)
                made.setEnabled(False)
                said.setText(" → ".join(one.label for one in chosen))
                if len(chosen) == len(self._asked.options):
                    self._answer([one.value for one in chosen])

            made.clicked.connect(press)
            column.addWidget(made)

    def _answer(self, value: object) -> None:
        self._want(Answer(self._asked.frame, self._asked.key, value))


def _ticked(tick: QCheckBox) -> int:
    return int(tick.isChecked())


def _card(name: str) -> QFrame:
    made = QFrame()
    part(made, name)
    return made


def _column_of(card: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(card)
    column.setContentsMargins(10, 8, 10, 8)
    column.setSpacing(4)
    return column


def _text(text: str, style: str = "") -> QLabel:
    made = label(text, style)
    made.setWordWrap(True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def _headed(text: str, rule: str) -> QWidget:
    """A sentence with the rule's number at its right."""
    row = QWidget()
    across = QHBoxLayout(row)
    across.setContentsMargins(0, 0, 0, 0)
    words = _text(text, "strong")
    across.addWidget(words, 1)
    if rule:
        number = label(rule, "rule")
        number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        across.addWidget(number, 0, Qt.AlignmentFlag.AlignTop)
    return row
