"""The figures of a report that waits: claim, truth, bounds, and the value that the side will read."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QGridLayout, QLabel, QSpinBox, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.umpire.order_words import ReportFigure
from tabletop.desktop.widgets.cards import Caption
from tabletop.desktop.widgets.panel_parts import label
from tabletop.expression import as_number, as_text
from tabletop.game.state.values import Value


class ReportFigures(QWidget):
    """The figures of a report, each in a row. The umpire can change a number within its bounds, and nothing else."""

    def __init__(self, figures: Sequence[ReportFigure], entered: Callable[[], object]) -> None:
        """Make the rows; `entered` is called when Enter is pressed in one of them."""
        super().__init__()
        self._given = {figure.claim: figure.value for figure in figures}
        self._fields: dict[str, QSpinBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setVerticalSpacing(3)
        for column in range(4):
            grid.setColumnStretch(column, 1)
        for column, words in enumerate((tr("Claim"), tr("Truth"), tr("Allowed"), tr("Will read"))):
            grid.addWidget(label(words, "section"), 0, column)
        for row, figure in enumerate(figures, 1):
            self._add(grid, row, figure, entered)

    def _add(self, grid: QGridLayout, row: int, figure: ReportFigure, entered: Callable[[], object]) -> None:
        allowed, number = figure.allowed, as_number(figure.value)
        truth = "" if allowed.truth is None else as_text(allowed.truth)
        can_differ = allowed.least is not None and allowed.most is not None
        may_say = allowed.words if can_differ or allowed.truth is None else tr("as in truth")
        for column, words in enumerate((figure.title, truth, may_say)):
            grid.addWidget(Caption(words), row, column)
        if allowed.least is None or allowed.most is None or number is None:
            said: QLabel | QSpinBox = Caption(as_text(figure.value))
        else:
            said = self._fields[figure.claim] = QSpinBox()
            said.setRange(allowed.least, allowed.most)
            said.setValue(number)
            said.setAccessibleName(tr("{claim}, as it will be read", claim=figure.title))
            said.lineEdit().returnPressed.connect(entered)
        grid.addWidget(said, row, 3)

    def focus(self) -> None:
        """Give the keyboard focus to the first figure that can be changed."""
        for field in list(self._fields.values())[:1]:
            field.setFocus()
            field.selectAll()

    @property
    def changed(self) -> dict[str, Value] | None:
        """The figures by claim, if the umpire has changed any of them; None if not."""
        now = {claim: field.value() for claim, field in self._fields.items()}
        if all(as_number(self._given[claim]) == value for claim, value in now.items()):
            return None
        return {claim: now.get(claim, value) for claim, value in self._given.items()}
