"""The findings of one move, or of one rule at a place, on one card, with what can be done about it."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from tabletop.assistance import Finding
from tabletop.desktop.drawing.badges import SAID, Badge, badge_pixmap, graver
from tabletop.desktop.widgets.cards import FittingButton, column_in, headed, row_of
from tabletop.desktop.widgets.cards import text as paragraph
from tabletop.desktop.widgets.panel_parts import label, part
from tabletop.game.state.values import Value
from tabletop.texts import text

_BADGE_PX: Final = 18
_MOST_WORDS: Final = 400
_DUE: Final = {"step": "at once", "end-of-move": "when the move is over", "phase": "before the phase ends"}

Found = tuple[Finding, Badge]
"""A finding, and how grave it is."""


class FindingsCard(QFrame):
    """Findings that belong together, with what can be done about them."""

    wanted = Signal(object)
    """A command to be sent to the table."""

    shown = Signal(object)
    """The findings, as one whose pieces and places the player wants to see."""

    let_stand = Signal(object, str)
    """The findings that the player lets stand, and what the player has to say about that ("" for nothing)."""

    def __init__(self, found: Sequence[Found]) -> None:
        """`found` holds one finding at least; those that stand already are only told."""
        super().__init__()
        findings = [finding for finding, _ in found]
        part(self, f"finding-{reduce(graver, (badge for _, badge in found))}")
        alike = _alike(found)
        self.setAccessibleName(" ".join(_said(each) for each in alike))
        column = column_in(self, gap=5, sides=10, ends=8)
        if len(alike) > 1:
            column.addWidget(paragraph(text("findings-together", count=len(alike)), "section"))
        for each in alike:
            self._tell(column, each)
        buttons = [FittingButton("Show", lambda: self.shown.emit(all_of(findings)), tip=text("finding-show-tip"))]
        open_ones = tuple(finding for finding, badge in found if badge != "stands")
        note = _Note(lambda words: self.let_stand.emit(open_ones, words))
        if open_ones:
            words = text("finding-let-stand") if len(open_ones) == 1 else text("findings-let-stand")
            buttons.append(FittingButton(words, note.begin, tip=text("finding-let-stand-tip")))
        column.addLayout(row_of(*buttons))
        column.addWidget(note)

    def _tell(self, column: QVBoxLayout, alike: Sequence[Found]) -> None:
        """Tell what is wrong by one rule, how much, and how it is put right."""
        finding, badge = alike[0]
        head = QHBoxLayout()
        head.setSpacing(8)
        sign = QLabel()
        sign.setPixmap(badge_pixmap(badge, _BADGE_PX))
        sign.setToolTip(SAID[badge].capitalize())
        head.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(headed(finding.message, finding.rule), 1)
        column.addLayout(head)
        if finding.numbers:
            column.addLayout(_figures(finding.numbers))
        if badge != "note":
            when = "" if badge == "stands" else f"; to be mended {_DUE[finding.due]}"
            of = f" · {_counters(alike)}" if len(alike) > 1 else ""
            column.addWidget(paragraph(f"{SAID[badge]}{when}".capitalize() + of, "caption"))
        fix = finding.fix
        if fix is not None:
            command = fix.command
            column.addWidget(FittingButton(fix.sentence, lambda: self.wanted.emit(command)))


def by_place(found: Sequence[Found]) -> list[list[Found]]:
    """Return the findings with those together that one rule makes at one place."""
    there: dict[object, list[Found]] = {}
    for number, (finding, badge) in enumerate(found):
        key = (finding.rule, finding.places) if finding.places else number
        there.setdefault(key, []).append((finding, badge))
    return list(there.values())


def _alike(found: Sequence[Found]) -> list[list[Found]]:
    """Return the findings with those together that say the same of different counters."""
    said: list[list[Found]] = []
    for finding, badge in found:
        same = (of for of in said if _says(*of[0]) == _says(finding, badge))
        row = next(same, None)
        if row is None:
            said.append([(finding, badge)])
        else:
            row.append((finding, badge))
    return said


def _says(finding: Finding, badge: Badge) -> tuple[object, ...]:
    """Return the words of a finding that a player reads."""
    return finding.message, finding.rule, finding.due, finding.numbers, finding.fix, badge


def _counters(alike: Sequence[Found]) -> str:
    """Of how many counters the same is said."""
    return text("finding-of-counters", count=len({piece for finding, _ in alike for piece in finding.pieces}))


def all_of(findings: Sequence[Finding]) -> Finding:
    """Return one finding about the pieces and places of all of these; the only one as it is."""
    if len(findings) == 1:
        return findings[0]
    pieces = dict.fromkeys(piece for finding in findings for piece in finding.pieces)
    places = dict.fromkeys(place for finding in findings for place in finding.places)
    return Finding("", findings[0].rule, "", tuple(pieces), tuple(places))


class _Note(QWidget):
    """A line for the player's own words about findings that stand; it may be left empty."""

    def __init__(self, does: Callable[[str], object]) -> None:
        super().__init__()
        self._does = does
        self._words = QLineEdit()
        self._words.setPlaceholderText("Why, in your words (may be left out)")
        self._words.setAccessibleName("Why it stands")
        self._words.setMaxLength(_MOST_WORDS)
        self._words.returnPressed.connect(self._noted)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.addWidget(self._words, 1)
        across.addWidget(FittingButton("Note it", self._noted))
        self.hide()

    def begin(self) -> None:
        """Let the player write."""
        self.show()
        self._words.setFocus()

    def _noted(self) -> None:
        self._does(self._words.text().strip())


def _said(alike: Sequence[Found]) -> str:
    """Return a finding as a screen reader says it."""
    finding, badge = alike[0]
    said = SAID[badge] if badge != "note" else f"to be done {_DUE[finding.due]}"
    of = f", {_counters(alike)}" if len(alike) > 1 else ""
    return f"{said}{of}: {finding.message} Rule {finding.rule}"


def _figures(numbers: Sequence[tuple[str, Value]]) -> QHBoxLayout:
    """Return the figures behind a finding: each with its name above it."""
    row = QHBoxLayout()
    row.setSpacing(16)
    for name, value in numbers:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(label(name, "caption"))
        column.addWidget(label(str(value), "title"))
        row.addLayout(column)
    row.addStretch(1)
    return row
