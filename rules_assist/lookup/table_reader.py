"""The results tables and facts of rule files, ready for use, and the mistakes in them that only the whole
module shows.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from rules_assist.chance.odds import one_die
from rules_assist.lookup.given_facts import WORDS
from rules_assist.lookup.results_table import Table
from rules_assist.lookup.table_axis import of_ratios
from rules_assist.lookup.table_bands import band, overlapping
from rules_assist.position.expression_facts import RuleFact
from rules_assist.schema.rules_file import RulesFile
from rules_assist.schema.table_rules import InForce, PoolsSpec, RollSpec, RowSpec, TableSpec
from tabletop.expression import compile_expression
from tabletop.game.rolls import DiceError, parse
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.problems import nearest
from tabletop.module.module import Module

Path: TypeAlias = tuple[str | int, ...]


class TableMistake(NamedTuple):
    """A mistake in a table: its path within the record, and the error."""

    path: Path
    sentence: str


def written_facts(files: Iterable[RulesFile]) -> Iterator[RuleFact]:
    """Yield the facts of rule files."""
    for file in files:
        for fact in file.facts:
            yield RuleFact(fact.id, fact.title, fact.rule, compile_expression(fact.value))


def tables_of(reader: ModuleReader, module: Module, files: Mapping[str, RulesFile]) -> dict[str, Table]:
    """Return the tables of a module's rule files. Raises `ModuleProblems` with every mistake in them."""
    specs = [(file, n, spec) for file, record in files.items() for n, spec in enumerate(record.tables)]
    titles = {spec.id: spec.title for _, _, spec in specs}
    options = {option.id: option.choices for option in module.about.options}
    seen: set[str] = set()
    for file, n, spec in specs:
        for path, sentence in misfits(spec, titles, options):
            reader.say(file, ("tables", n, *path), f"{spec.title}: {sentence}")
        if spec.id in seen:
            reader.say(file, ("tables", n, "id"), f"two tables are called '{spec.id}'; ids must differ")
        seen.add(spec.id)
    reader.problems.raise_any()
    named = {option.id: option.title for option in module.about.options}
    return {spec.id: Table(spec, titles, named) for _, _, spec in specs}


def misfits(spec: TableSpec, tables: Iterable[str], options: Mapping[str, tuple[str, ...]]) -> Iterator[TableMistake]:
    """Yield the mistakes of a table: those in itself, and those together with the tables and options of its module."""
    for name in spec.needs:
        if name in WORDS:
            yield TableMistake(("needs", name), f"no fact can be called '{name}', which questions use themselves")
    yield from _dice(spec)
    yield from _modifiers(spec)
    yield from _rows(spec)
    yield from _columns(spec)
    for path, option in _options(spec):
        yield from _option(path, option, options)
    for name, result in spec.results.items():
        if result.then is not None and result.then.table not in tables:
            said = f"there is no table '{result.then.table}'{_hint(result.then.table, tables)}"
            yield TableMistake(("results", name, "then", "table"), said)


def _dice(spec: TableSpec) -> Iterator[TableMistake]:
    dice = spec.dice
    try:
        if isinstance(dice, PoolsSpec):
            one_die(dice.each)
        elif dice is not None:
            terms = parse(dice.roll if isinstance(dice, RollSpec) else dice)
            if isinstance(dice, RollSpec) and dice.read == "digits" and len(terms) != 1:
                yield TableMistake(("dice", "roll"), "digits can be read only from plain dice, for example 2d6")
    except DiceError as error:
        yield TableMistake(("dice",), str(error))


def _modifiers(spec: TableSpec) -> Iterator[TableMistake]:
    pools = spec.dice.pools if isinstance(spec.dice, PoolsSpec) else {}
    seen: set[str] = set()
    for n, modifier in enumerate(spec.modifiers):
        for pool in modifier.pools:
            if pool not in pools:
                yield TableMistake(("modifiers", n, "pools"), f"it has no dice called '{pool}'{_hint(pool, pools)}")
        if modifier.group is not None and modifier.group not in spec.groups:
            said = f"it has no group '{modifier.group}'{_hint(modifier.group, spec.groups)}"
            yield TableMistake(("modifiers", n, "group"), said)
        if modifier.id in seen:
            yield TableMistake(("modifiers", n, "id"), f"two of its modifiers are called '{modifier.id}'")
        seen.add(modifier.id)


def _rows(spec: TableSpec) -> Iterator[TableMistake]:
    bands = [band(text) for row in spec.rows for text in _marks(row)]
    clash = overlapping(bands)
    if clash:
        yield TableMistake(("rows",), f"the rows {clash[0].text} and {clash[1].text} overlap")
    if not spec.rows and spec.column is not None:
        yield TableMistake(("column",), "columns need rows")
    if spec.row.shifts and any(row.when is not None for row in spec.rows):
        yield TableMistake(("row", "shifts"), "rows that have conditions cannot be shifted")
    if spec.row.odds is not None:
        yield TableMistake(("row", "odds"), "odds are columns, not rows")
    wanted = len(spec.column.at) if spec.column else 1
    for n, row in enumerate(spec.rows):
        if row.steps:
            yield from _steps(spec, n, row)
        elif (cells := len(row.cells) or 1) != wanted:
            yield TableMistake(("rows", n), f"this row has {cells} cells, but there are {wanted} columns")


def _steps(spec: TableSpec, n: int, row: RowSpec) -> Iterator[TableMistake]:
    if spec.column is None or spec.column.by is None:
        yield TableMistake(("rows", n, "steps"), "steps need a value for the column: add 'column: {by: ...}'")
    for start in row.steps:
        if not start.removeprefix("-").isdigit():
            yield TableMistake(("rows", n, "steps", start), f"a step begins at a whole number, not at '{start}'")


def _columns(spec: TableSpec) -> Iterator[TableMistake]:
    column = spec.column
    if column is None:
        return
    if column.odds is not None and of_ratios(column.at) is None:
        yield TableMistake(("column", "at"), "columns of odds must be odds that rise, for example 1:2, 1:1, 3:2, 2:1")
    clash = overlapping(map(band, column.at)) if column.odds is None else None
    if clash:
        yield TableMistake(("column", "at"), f"the columns {clash[0].text} and {clash[1].text} overlap")
    if not column.at and any(not row.steps for row in spec.rows):
        yield TableMistake(("column", "at"), "the value of each column is missing")


def _marks(row: RowSpec) -> tuple[str, ...]:
    return (row.at,) if isinstance(row.at, str) else row.at or ()


def _options(spec: TableSpec) -> Iterator[tuple[Path, InForce]]:
    yield ("option",), spec.option
    for n, modifier in enumerate(spec.modifiers):
        yield ("modifiers", n, "option"), modifier.option
    for name, axis in (("row", spec.row), ("column", spec.column)):
        for n, shift in enumerate(axis.shifts if axis else ()):
            yield (name, "shifts", n, "option"), shift.option
    if isinstance(spec.dice, RollSpec | PoolsSpec) and spec.dice.again is not None:
        yield ("dice", "again", "option"), spec.dice.again.option


def _option(path: Path, option: InForce, options: Mapping[str, tuple[str, ...]]) -> Iterator[TableMistake]:
    for id, choice in option.items():
        if id not in options:
            yield TableMistake((*path, id), f"there is no option '{id}'{_hint(id, options)}")
        elif choice not in options[id]:
            yield TableMistake((*path, id), f"'{choice}' is no choice of {id}{_hint(choice, options[id])}")


def _hint(word: str, known: Iterable[str]) -> str:
    found = nearest(word, tuple(known))
    return f"; did you mean '{found}'?" if found else ""
