"""Results tables that differ in one case, for sources whose tables are lost or disputed."""

from collections.abc import Mapping
from dataclasses import replace

from rules_assist.cases.case_errors import unknown
from rules_assist.cases.case_records import Said
from rules_assist.lookup.results_table import Table
from rules_assist.lookup.table_chart import ChartRow
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.schema.table_rules import RowSpec, TableSpec


def with_cells(book: RuleBook, said: Mapping[str, Mapping[str, Said]]) -> RuleBook:
    """Return the rule book with these cells in its tables. `said` has them by table, then by `row` or `row,column`.

    Raises CaseError for an unknown table, row or column.
    """
    if not said:
        return book
    specs = {spec.id: spec for file in book.files.values() for spec in file.tables}
    titles = {spec.id: spec.title for spec in specs.values()}
    options = {option.id: option.title for option in book.module.about.options}
    written = {id: Table(_changed(_known(specs, id), cells), titles, options) for id, cells in said.items()}
    return replace(book, tables={**book.tables, **written})


def _known(specs: Mapping[str, TableSpec], id: str) -> TableSpec:
    if id not in specs:
        raise unknown(f"There is no table '{id}' with cells to replace", id, specs)
    return specs[id]


def _changed(spec: TableSpec, cells: Mapping[str, Said]) -> TableSpec:
    rows = {ChartRow.of(row).label: row for row in spec.rows}
    for name, cell in cells.items():
        label, column = _parted(name, rows)
        if label not in rows:
            raise unknown(f"{spec.title} has no row '{label}'", label, rows)
        rows[label] = _with_cell(spec, rows[label], column, str(cell))
    return spec.model_copy(update={"rows": tuple(rows.values())})


def _parted(name: str, rows: Mapping[str, RowSpec]) -> tuple[str, str]:
    """Return the row and the column that the name of a cell means. The name of a row may contain a comma."""
    if name in rows:
        return name, ""
    row, _, column = name.rpartition(",")
    return (row.strip(), column.strip()) if row else (name, "")


def _with_cell(spec: TableSpec, row: RowSpec, column: str, cell: str) -> RowSpec:
    columns = list(row.steps) if row.steps else spec.column.at if row.cells and spec.column else [""]
    if column not in columns:
        raise unknown(f"{spec.title} has no column '{column}'", column, filter(None, columns))
    if row.steps:
        return row.model_copy(update={"steps": {**row.steps, column: cell}})
    if row.gives is not None:
        return row.model_copy(update={"gives": cell})
    cells = tuple(cell if at == column else was for at, was in zip(columns, row.cells, strict=True))
    return row.model_copy(update={"cells": cells})
