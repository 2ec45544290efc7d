"""A window to set the level at which rules are enforced (off, advise, confirm or enforce), for all rules or for one."""

import re
from collections.abc import Sequence
from typing import Final, get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QWidget

from tabletop.assistance import CheckState, Level
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.widgets.cards import Switch, column_in, paragraph, scrolled
from tabletop.desktop.widgets.panel_parts import label, part

_NUMBER_PX: Final = 92
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
_MEANING: Final = tr_later(
    "Off: no check. Advise: a badge and a finding. Confirm: you are asked first. Enforce: refused, except to the"
    " umpire. Changes apply to the whole table and are logged."
)


def level_of_all(checks: Sequence[CheckState]) -> str:
    """Return the level that all checks have; "" if they differ."""
    levels = {check.level for check in checks}
    return levels.pop() if len(levels) == 1 else ""


def _by_rule(check: CheckState) -> tuple[int, ...]:
    """Return a sort key that orders rule numbers by their parts: 3.3.2 before 3.10, entries without a number first."""
    return tuple(int(part) for part in re.findall(r"\d+", check.rule.split(",")[0]))


def _passes(check: CheckState, wanted: str) -> bool:
    """Return whether a check passes the filter. A number stands for the rule and all rules below it: 8 for the whole
    chapter.
    """
    if re.fullmatch(r"[\d.]+", wanted):
        number = f"{wanted.rstrip('.')}."
        return any(f"{each.strip()}.".startswith(number) for each in check.rule.split(","))
    return wanted in f"{check.rule} {check.title}".casefold()


class PoliciesWindow(QDialog):
    """A window with a row for each check, with its rule and a switch. There is a filter, and a switch for all shown
    rows.
    """

    level_taken = Signal(object, str)
    """The player has chosen a level for these checks (ids; None for all)."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rule enforcement"))
        self.resize(720, min(720, max(parent.height() - 80, 400)))
        column = column_in(self, gap=10, sides=14, ends=14)
        column.addWidget(paragraph(tr(_MEANING), "caption"))
        head = QHBoxLayout()
        self._filter = QLineEdit()
        part(self._filter, "search")
        self._filter.setPlaceholderText(tr("Filter by words, rule or chapter: 8, 3.3"))
        self._filter.setAccessibleName(tr("Filter rules"))
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(lambda _: self._sift())
        self._all = Switch(tr("All rules shown"), LEVELS)
        self._all.taken.connect(self._take_all)
        head.addWidget(self._filter, 1)
        head.addWidget(label(tr("Set all"), "caption"))
        head.addWidget(self._all)
        column.addLayout(head)
        inside = QWidget()
        self._rows = column_in(inside, gap=2)
        self._inside: dict[str, tuple[QWidget, CheckState, Switch]] = {}
        column.addWidget(scrolled(inside), 1)
        self._told = paragraph("", "caption")
        column.addWidget(self._told)

    def show_checks(self, known: Sequence[CheckState]) -> None:
        """Show the level of each check, in the order of the rules."""
        checks = sorted(known, key=_by_rule)
        if [check.id for check in checks] != list(self._inside):
            self._lay_out(checks)
        for check in checks:
            row, _, switch = self._inside[check.id]
            switch.show_taken(check.level)
            self._inside[check.id] = row, check, switch
        self._sift()

    def _lay_out(self, checks: Sequence[CheckState]) -> None:
        while self._rows.count():
            item = self._rows.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.deleteLater()
        self._inside.clear()
        for check in checks:
            row = QWidget()
            across = QHBoxLayout(row)
            across.setContentsMargins(0, 3, 0, 3)
            number = label(check.rule, "clock")
            number.setFixedWidth(_NUMBER_PX)
            number.setWordWrap(True)
            switch = Switch(check.title, LEVELS, check.level)
            switch.taken.connect(lambda level, id=check.id: self.level_taken.emit((id,), level))
            across.addWidget(number)
            across.addWidget(paragraph(check.title), 1)
            across.addWidget(switch)
            self._rows.addWidget(row)
            self._inside[check.id] = row, check, switch
        self._rows.addStretch(1)

    def _shown(self) -> tuple[CheckState, ...]:
        """Return the checks that pass the filter."""
        wanted = self._filter.text().strip().casefold()
        return tuple(check for _, check, _ in self._inside.values() if _passes(check, wanted))

    def _sift(self) -> None:
        shown = self._shown()
        ids = {check.id for check in shown}
        for id, (row, _, _) in self._inside.items():
            row.setVisible(id in ids)
        self._all.show_taken(level_of_all(shown))
        self._all.setEnabled(bool(shown))
        self._told.setText(tr("{shown} of {count} {count:rule|rules}", shown=len(shown), count=len(self._inside)))

    def _take_all(self, level: str) -> None:
        ids = tuple(check.id for check in self._shown())
        self.level_taken.emit(None if len(ids) == len(self._inside) else ids, level)
