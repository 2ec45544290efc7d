"""A card with the findings of one move, or of one rule at a place, and their remedies."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from tabletop.assistance import Finding
from tabletop.desktop.drawing.badges import SAID, Badge, badge_pixmap, graver
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.widgets.cards import FittingButton, column_in, headed, paragraph, row_of
from tabletop.desktop.widgets.panel_parts import label, part
from tabletop.game.state.values import Value

_BADGE_PX: Final = 18
_MOST_WORDS: Final = 400
_TO_FIX: Final[dict[str, dict[Badge, str]]] = {
    "step": {
        "note": tr_later("To be done now"),
        "advise": tr_later("Against the rules; fix it now"),
        "refused": tr_later("Refused by the table; fix it now"),
    },
    "end-of-move": {
        "note": tr_later("To be done by the end of the move"),
        "advise": tr_later("Against the rules; fix it by the end of the move"),
        "refused": tr_later("Refused by the table; fix it by the end of the move"),
    },
    "phase": {
        "note": tr_later("To be done before the phase ends"),
        "advise": tr_later("Against the rules; fix it before the phase ends"),
        "refused": tr_later("Refused by the table; fix it before the phase ends"),
    },
}
"""The words that tell players when to fix findings, by the time and by the badge."""

Found = tuple[Finding, Badge]
"""A finding with its badge."""


class FindingsCard(QFrame):
    """A card of findings that belong together, with their remedies."""

    wanted = Signal(object)
    """A command to be sent to the table."""

    shown = Signal(object)
    """The player wants to see the pieces and places of the findings, which are sent as one finding."""

    let_stand = Signal(object, str)
    """The findings that the player lets stand, and the reason given ("" for none)."""

    def __init__(self, found: Sequence[Found]) -> None:
        """Make the card. `found` holds at least one finding. Accepted findings cannot be accepted again."""
        super().__init__()
        findings = [finding for finding, _ in found]
        part(self, f"finding-{reduce(graver, (badge for _, badge in found))}")
        alike = _alike(found)
        self.setAccessibleName(
            " ".join(filter(None, (words for each in alike for words in (_said(each), each[0][0].mend))))
        )
        column = column_in(self, gap=5, sides=10, ends=8)
        if len(alike) > 1:
            column.addWidget(paragraph(tr("{count} {count:finding|findings}", count=len(alike)), "section"))
        for each in alike:
            self._tell(column, each)
        buttons = [
            FittingButton(
                tr("Show"), lambda: self.shown.emit(all_of(findings)), tip=tr("Select its counters and go there")
            )
        ]
        open_ones = tuple(finding for finding, badge in found if badge != "stands")
        note = _Note(lambda words: self.let_stand.emit(open_ones, words))
        if open_ones:
            words = tr("Accept it…") if len(open_ones) == 1 else tr("Accept them…")
            buttons.append(FittingButton(words, note.begin, tip=tr("Noted in the log, with your reason")))
        column.addLayout(row_of(*buttons))
        column.addWidget(note)

    def _tell(self, column: QVBoxLayout, alike: Sequence[Found]) -> None:
        """Show a mistake with its rule, its figures and its fix."""
        finding, badge = alike[0]
        head = QHBoxLayout()
        head.setSpacing(8)
        sign = QLabel()
        sign.setPixmap(badge_pixmap(badge, _BADGE_PX))
        sign.setToolTip(tr(SAID[badge]))
        head.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(headed(finding.message, finding.rule), 1)
        column.addLayout(head)
        if finding.numbers:
            column.addLayout(_figures(finding.numbers))
        if finding.mend:
            column.addWidget(paragraph(finding.mend))
        if badge != "note":
            of = f" · {_counters(alike)}" if len(alike) > 1 else ""
            column.addWidget(paragraph(_asks(finding, badge) + of, "caption"))
        fix = finding.fix
        if fix is not None:
            command = fix.command
            column.addWidget(FittingButton(fix.sentence, lambda: self.wanted.emit(command)))


def by_place(found: Sequence[Found]) -> list[list[Found]]:
    """Return the findings grouped by rule and places. A finding without a place is a group of its own."""
    there: dict[object, list[Found]] = {}
    for number, (finding, badge) in enumerate(found):
        key = (finding.rule, finding.places) if finding.places else number
        there.setdefault(key, []).append((finding, badge))
    return list(there.values())


def _alike(found: Sequence[Found]) -> list[list[Found]]:
    """Return the findings in groups: the findings of a group say the same about different counters."""
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
    """Return all that the card shows of a finding except its counters, as a key for comparison."""
    return finding.message, finding.rule, finding.due, finding.numbers, finding.fix, finding.mend, badge


def _counters(alike: Sequence[Found]) -> str:
    """Return the number of counters in these findings, in words."""
    return tr(
        "{count} {count:counter|counters}", count=len({piece for finding, _ in alike for piece in finding.pieces})
    )


def all_of(findings: Sequence[Finding]) -> Finding:
    """Return one finding with the pieces and places of all these findings. A single finding is returned unchanged."""
    if len(findings) == 1:
        return findings[0]
    pieces = dict.fromkeys(piece for finding in findings for piece in finding.pieces)
    places = dict.fromkeys(place for finding in findings for place in finding.places)
    return Finding("", findings[0].rule, "", tuple(pieces), tuple(places))


class _Note(QWidget):
    """A line for the player's reason to accept findings; it may be left empty."""

    def __init__(self, does: Callable[[str], object]) -> None:
        super().__init__()
        self._does = does
        self._words = QLineEdit()
        self._words.setPlaceholderText(tr("Reason (optional)"))
        self._words.setAccessibleName(tr("Reason to accept it"))
        self._words.setMaxLength(_MOST_WORDS)
        self._words.returnPressed.connect(self._noted)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.addWidget(self._words, 1)
        across.addWidget(FittingButton(tr("Accept"), self._noted))
        self.hide()

    def begin(self) -> None:
        """Show the line, with the keyboard focus."""
        self.show()
        self._words.setFocus()

    def _noted(self) -> None:
        self._does(self._words.text().strip())


def _said(alike: Sequence[Found]) -> str:
    """Return a finding as text for a screen reader."""
    finding, badge = alike[0]
    said = _asks(finding, badge)
    if len(alike) > 1:
        return tr(
            "{asks}, {counters}: {finding} Rule {rule}",
            asks=said,
            counters=_counters(alike),
            finding=finding.message,
            rule=finding.rule,
        )
    return tr("{asks}: {finding} Rule {rule}", asks=said, finding=finding.message, rule=finding.rule)


def _asks(finding: Finding, badge: Badge) -> str:
    return tr(SAID[badge] if badge == "stands" else _TO_FIX[finding.due][badge])


_FIGURES: Final = {"needs": tr_later("Needed"), "has": tr_later("Available")}
"""The words for the numbers that every game's check of moves gives."""


def _figures(numbers: Sequence[tuple[str, Value]]) -> QHBoxLayout:
    """Return the figures behind a finding: each with its name above it."""
    row = QHBoxLayout()
    row.setSpacing(16)
    for name, value in numbers:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(label(tr(_FIGURES[name]) if name in _FIGURES else name, "caption"))
        column.addWidget(label(str(value), "title"))
        row.addLayout(column)
    row.addStretch(1)
    return row
