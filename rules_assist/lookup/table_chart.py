"""`TableChart`: the rows and columns of a table, and the cell where two of them meet."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

from msgspec import Struct

from rules_assist.lookup.lookup import AxisMark, ModifierReason
from rules_assist.lookup.table_axis import OF_THE_ROLL, AxisPosition, TableAxis
from rules_assist.lookup.table_bands import Band, band
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.table_rules import ColumnsSpec, RowSpec, TableSpec
from tabletop.assistance import TableRow
from tabletop.expression import Expression, Reader, as_number, as_text, compile_expression
from tabletop.texts import text


class Cell(Struct, frozen=True):
    """A cell of a table: its row, its column and its text.

    If the table gives a whole row, `cells` are all cells of the row with the names of their columns, and `text` is
    None.
    """

    row: AxisMark | None = None
    column: AxisMark | None = None
    text: str | None = None
    cells: tuple[tuple[str, str], ...] = ()


class ChartRow(NamedTuple):
    """A prepared row. `steps` are cells that each begin at a value of the column."""

    label: str
    bands: tuple[Band, ...]
    when: Expression | None
    cells: tuple[str, ...]
    steps: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, spec: RowSpec) -> "ChartRow":
        """Return the prepared row for a record of a rule file."""
        at = (spec.at,) if isinstance(spec.at, str) else spec.at or ()
        cells = spec.cells if spec.gives is None else (spec.gives,)
        steps = tuple(sorted((int(start), cell) for start, cell in spec.steps.items()))
        when = None if spec.when is None else compile_expression(spec.when)
        return cls(", ".join(at) or spec.when or "", tuple(map(band, at)), when, cells, steps)


class TableChart:
    """The rows and columns of a table that has them."""

    def __init__(self, spec: TableSpec, options: Mapping[str, str]) -> None:
        """Prepare a chart; `options` are the titles of the module's options, by id."""
        self._rows = tuple(map(ChartRow.of, spec.rows))
        labels, bands = [row.label for row in self._rows], [row.bands for row in self._rows]
        self._axis = TableAxis(spec.row, "row", labels, bands, options)
        self._in_order = any(row.when is not None for row in self._rows)
        self._names = spec.column.at if spec.column else ()
        self._columns = _columns(spec.column, options)

    @property
    def waits(self) -> bool:
        """True if the cell depends on the roll."""
        return self._row_waits or (self._columns is not None and self._columns.waits)

    @property
    def _row_waits(self) -> bool:
        conditions = [row.when.reads for row in self._rows if row.when is not None]
        by_value = len(conditions) < len(self._rows) and self._axis.waits
        return by_value or any(not reads.isdisjoint(OF_THE_ROLL) for reads in conditions)

    @property
    def titles(self) -> tuple[str, str]:
        """The titles of the rows and of the columns, "" for none."""
        return self._axis.title, self._columns.title if self._columns is not None else ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the columns. If rows have steps of their own, they are the beginnings of all steps."""
        starts = sorted({start for row in self._rows for start, _ in row.steps})
        return tuple(map(str, starts)) if starts else self._names or ("",)

    @property
    def written(self) -> tuple[TableRow, ...]:
        """The rows as they are written in the file, each with a cell for each column."""
        return tuple(TableRow(row.label, tuple(self._cells_of(row))) for row in self._rows)

    def _cells_of(self, row: ChartRow) -> Iterator[str]:
        """Yield the cell of a row under each label. If a row has only one cell, it is under every label."""
        for number, label in enumerate(self.labels):
            if row.steps:
                yield next((cell for start, cell in reversed(row.steps) if start <= int(label)), "")
            else:
                yield row.cells[number if len(row.cells) > 1 else 0].removeprefix("=")

    def shifts(self, facts: Reader) -> dict[str, ModifierReason]:
        """Return all shifts of rows and columns that do not depend on the roll, by id, with their reasons."""
        axes = [axis for axis in (self._axis, self._columns) if axis is not None and not axis.waits]
        return {id: reason for axis in axes for id, reason in axis.shifted(facts).reasons.items()}

    def known(self, facts: Reader) -> Cell:
        """Return the part of the cell that is known before the roll. Raises Unanswerable."""
        if not self.waits:
            return self.find(facts)
        row = None if self._row_waits else self._row(facts).mark
        column = None if self._columns is None or self._columns.waits else self._columns.find(facts).mark
        return Cell(row, column)

    def find(self, facts: Reader) -> Cell:
        """Return the cell for these facts. Raises Unanswerable if there is none."""
        found = self._row(facts)
        row = self._rows[found.number]
        if row.steps:
            return self._on_steps(row, found.mark, facts)
        if self._columns is not None:
            column = self._columns.find(facts)
            return Cell(found.mark, column.mark, row.cells[column.number])
        if len(row.cells) > 1:
            return Cell(found.mark, cells=tuple(zip(self._names, row.cells, strict=True)))
        return Cell(found.mark, text=row.cells[0])

    def _row(self, facts: Reader) -> AxisPosition:
        """Return the row that the facts choose by value; if rows have conditions, the first row that fits.

        Raises `Unanswerable` if there is none.
        """
        if not self._in_order:
            return self._axis.find(facts)
        for number, row in enumerate(self._rows):
            if row.when is None:
                value = self._axis.by.evaluate(facts)
                if any(each.holds(value) for each in row.bands):
                    return AxisPosition(number, AxisMark(self._axis.title, value, row.label))
            elif row.when.test(facts):
                return AxisPosition(number, AxisMark(self._axis.title, None, row.label))
        raise Unanswerable(text("no-row-fits"))

    def _on_steps(self, row: ChartRow, mark: AxisMark, facts: Reader) -> Cell:
        """Return the cell of the last step of a row that begins at or below the column's value. Raises
        `Unanswerable`.
        """
        assert self._columns is not None
        value = self._columns.by.evaluate(facts)
        number = as_number(value)
        begun = list(takewhile(lambda step: number is not None and step[0] <= number, row.steps))
        if not begun:
            raise Unanswerable(text("no-column-for", value=as_text(value) or text("nothing")))
        start, cell = begun[-1]
        return Cell(mark, AxisMark(self._columns.title, value, str(start)), cell)


def _columns(spec: ColumnsSpec | None, options: Mapping[str, str]) -> TableAxis | None:
    """Return the columns from which one is chosen. None if there are none, or if the answer is a whole row."""
    if spec is None or (spec.by is None and spec.odds is None):
        return None
    return TableAxis(spec, "column", spec.at, [(band(label),) for label in spec.at], options)
