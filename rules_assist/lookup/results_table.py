"""`Table` is a results table, ready for use.

`TableLookup` is a lookup in it with all facts known, which can be rolled or forecast.
"""

from collections.abc import Iterator, Mapping
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from rules_assist.lookup.given_facts import Needs
from rules_assist.lookup.lookup import Lookup, NextTable, Pool
from rules_assist.lookup.modifier_reasons import PreparedModifier, judged, not_in_force
from rules_assist.lookup.table_axis import OF_THE_ROLL
from rules_assist.lookup.table_chart import Cell, TableChart
from rules_assist.lookup.table_dice import PoolDice, SumDice
from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.named_facts import Over
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.table_rules import PoolsSpec, ResultSpec, RollSpec, TableSpec, ThenSpec
from tabletop.assistance import ResultsTable
from tabletop.expression import Expression, Reader, Value, as_number, as_text, compile_expression
from tabletop.game.chance import Chance
from tabletop.texts import text

HIT: Final = "hit"
"""The word in a result for the effect of a hit."""
MOST_NEXT: Final = 1_000
_MADE_HERE: Final = OF_THE_ROLL | {"die", "cell", "number"}
"""The names of the facts that a lookup makes itself."""


class RollEnding(Struct, frozen=True, eq=False):
    """The end of a roll: the cell, the result, its value in expressions, its meaning, and the tables to which it leads.

    `whole` and `half` are the whole and half hits of dice that count one by one.
    """

    cell: Cell
    result: str | None
    value: Value
    meaning: str
    then: tuple[NextTable, ...]
    whole: int = 0
    half: int = 0

    @property
    def name(self) -> str:
        """The result in a few words. For the result of a whole row, the cells of the row; "nothing" if the row has
        none.
        """
        return self.result if self.result is not None else ", ".join(text for _, text in self.cell.cells) or "nothing"


class Table:
    """A results table of a module, prepared for lookups."""

    def __init__(self, spec: TableSpec, titles: Mapping[str, str], options: Mapping[str, str]) -> None:
        """Prepare a table.

        `titles` are the titles of all tables of the module, and `options` those of its options, both by id.
        """
        self.id, self.title, self.rule, self.note = spec.id, spec.title, spec.rule, spec.note
        self.option, self.groups, self.limit = spec.option, spec.groups, spec.limit
        self.options = options
        self.modifiers = tuple(PreparedModifier(modifier, modifier.add, options) for modifier in spec.modifiers)
        self.dice = _dice(spec.dice)
        self.chart = TableChart(spec, options) if spec.rows else None
        self.results = {name: _Result(result, titles) for name, result in spec.results.items()}
        self.cells = {text: compile_expression(text.removeprefix("=")) for text in _formulas(spec)}
        self.needs = Needs(spec.title, spec.needs, _reads(spec) - _MADE_HERE)

    def why_off(self, situation: Situation) -> str:
        """Return the reason that the table is not used with the options of a game; "" if it is used."""
        return not_in_force(self.option, RuleFactReader(situation, {}, 0), self.options)

    def shown(self) -> ResultsTable | None:
        """Return the table as players read it; None for a table without rows."""
        if self.chart is None:
            return None
        rows, columns = self.chart.titles
        return ResultsTable(self.id, self.title, self.rule, rows, columns, self.chart.labels, self.chart.written)

    def look(self, situation: Situation, given: Mapping[str, Value] | None = None, piece: int = 0) -> "TableLookup":
        """Return a lookup with these facts, about a piece or none (0).

        Raises `Unanswerable` for missing or wrong facts.
        """
        facts = RuleFactReader(situation, self.needs.known(given or {}), piece)
        off = not_in_force(self.option, facts, self.options)
        if off:
            raise Unanswerable(text("table-not-used", table=self.title, because=off))
        return TableLookup(self, facts)


class TableLookup:
    """One lookup in a table. `given` are all facts that the table needs, with their values."""

    def __init__(self, table: Table, facts: RuleFactReader) -> None:
        self.table = table
        self.given = table.needs.settled(facts)
        self.facts: Reader = Over(facts, self.given)
        self.situation = facts.situation
        self.piece = facts.piece
        self.judged = judged(table.modifiers, self.facts, table.groups, table.limit)
        self._cell = Cell() if table.chart is None else table.chart.known(self.facts)
        self._waits = table.chart is not None and table.chart.waits
        self._came: dict[tuple[tuple[str, Value], ...], RollEnding] = {}

    def lookup(self) -> Lookup:
        """Return the lookup before the roll. If there is nothing to roll, the lookup has its result already."""
        dice, chart = self.table.dice, self.table.chart
        counts = dice.counts(self.with_cell) if isinstance(dice, PoolDice) else {}
        count = sum(counts.values()) if isinstance(dice, PoolDice) else dice.count if dice else 0
        cell = self._cell
        found = Lookup(
            table=self.table.id,
            title=self.table.title,
            rule=self.table.rule,
            note=self.table.note,
            dice=dice.text(count) if isinstance(dice, PoolDice) else dice.text if dice else "",
            count=count,
            facts=dict(self.given),
            modifiers=self.judged.reasons,
            mods=self.judged.mods,
            drm=self.judged.total,
            capped=self.judged.capped,
            shifts=chart.shifts(self.facts) if chart else {},
            pools=self._pools(),
            row=cell.row,
            column=cell.column,
            cell=cell.text,
            cells=dict(cell.cells),
        )
        return found if dice is not None else self._ended(found, self.ending({}))

    def _pools(self) -> dict[str, Pool]:
        dice = self.table.dice
        if not isinstance(dice, PoolDice):
            return {}
        return dice.described(self.with_cell, self.judged)

    # rolling

    def roll(self, chance: Chance, why: str = "") -> Lookup:
        """Roll the dice and return the lookup with its result. `why` is the reason in the record of the dice; by
        default it is the table's title.
        """
        dice, why = self.table.dice, why or self.table.title
        if dice is None:
            return self.lookup()
        if isinstance(dice, SumDice):
            natural, rolled = dice.thrown(self.facts, self.judged.total, chance, why)
            total = natural + self.judged.total
            found = replace(self.lookup(), rolled=rolled, natural=natural, total=total)
            return self._ended(found, self.of_total(natural))
        thrown = dice.thrown(self.with_cell, self.judged, chance, why)
        hits, half = self.counted(sum(die.hit is True for die in thrown))
        found = replace(self.lookup(), rolled=thrown, hits=hits, half_hits=half)
        return self._ended(found, self.of_hits(hits, half))

    def _ended(self, found: Lookup, ending: RollEnding) -> Lookup:
        cell = ending.cell
        return replace(
            found,
            row=cell.row,
            column=cell.column,
            cell=cell.text,
            cells=dict(cell.cells),
            result=ending.result,
            value=ending.value,
            meaning=ending.meaning,
            then=ending.then,
        )

    # results of rolls

    def of_total(self, natural: int) -> RollEnding:
        """Return the ending of a roll with this total before modifiers."""
        return self.ending({"natural": natural, "total": natural + self.judged.total})

    def of_hits(self, hits: int, half: int) -> RollEnding:
        """Return the ending for this many hits."""
        return self.ending({"hits": hits, "half_hits": half})

    def counted(self, hitting: int) -> tuple[int, int]:
        """Return the hits of this number of dice that hit, and the half hit that is left over."""
        dice = self.table.dice
        result = self.table.results.get(self._cell.text or HIT) or self.table.results.get(HIT)
        halves = hitting * (result.halves if result else 2)
        return dice.kept(halves, self.facts) if isinstance(dice, PoolDice) else divmod(halves, 2)

    def ending(self, came: Mapping[str, Value]) -> RollEnding:
        """Return the ending of a roll with these facts. Raises Unanswerable if the table has no cell for it."""
        key = tuple(came.items())
        found = self._came.get(key)
        if found is None:
            found = self._came[key] = self._worked_out(came)
        return found

    def _worked_out(self, came: Mapping[str, Value]) -> RollEnding:
        rolled = Over(self.facts, came)
        chart, cell = self.table.chart, self._cell
        if chart is not None and self._waits:
            cell = chart.find(rolled)
        if "hits" in came and not self._waits:
            return self._hit(cell, came)
        result, value = self._read(cell, rolled)
        meant = self.table.results.get(cell.text or "")
        facts = {**came, "cell": value}
        whole, half = (as_number(came.get(name)) or 0 for name in ("hits", "half_hits"))
        return RollEnding(cell, result, value, meant.title if meant else "", self._next(meant, facts), whole, half)

    def _hit(self, cell: Cell, came: Mapping[str, Value]) -> RollEnding:
        """Return the ending of a roll whose hits are the result themselves."""
        hits, half = as_number(came["hits"]) or 0, as_number(came["half_hits"]) or 0
        meant = self.table.results.get(HIT) if hits else None
        facts = {**came, "cell": self._number(cell)}
        then = self._next(meant, facts)
        return RollEnding(cell, hits_text(hits, half), hits, meant.title if meant else "", then, hits, half)

    def _read(self, cell: Cell, rolled: Reader) -> tuple[str | None, Value]:
        """Return the text of a cell, and its value in expressions; None for both without a text.

        For a cell with a formula, return the text of the formula's value, and the value itself.
        """
        text = cell.text
        if text is None:
            return None, None
        formula = self.table.cells.get(text)
        if formula is not None:
            value = formula.evaluate(rolled)
            return as_text(value), value
        return text, self._number(cell)

    def _number(self, cell: Cell) -> Value:
        """Return the value of a cell in expressions: its number if it has one, or else its text."""
        meant = self.table.results.get(cell.text or "")
        if meant is not None and meant.number is not None:
            return meant.number
        number = as_number(cell.text) if cell.text else None
        return cell.text if number is None else number

    @property
    def with_cell(self) -> Reader:
        """The facts, with the cell if it is known before the roll."""
        return Over(self.facts, {"cell": self._number(self._cell)})

    def _next(self, meant: "_Result | None", facts: Mapping[str, Value]) -> tuple[NextTable, ...]:
        return () if meant is None else meant.next(Over(self.facts, facts))


class _Result:
    """The meaning of a cell."""

    def __init__(self, spec: ResultSpec, titles: Mapping[str, str]) -> None:
        self.title = spec.title
        self.number = spec.number
        self.halves = spec.hits.halves
        self._then = None if spec.then is None else _FollowUp(spec.then, titles)

    def next(self, facts: Reader) -> tuple[NextTable, ...]:
        """Return the lookups to which the result leads; none if it leads to no table."""
        return () if self._then is None else tuple(self._then.next(facts))


class _FollowUp:
    """A table to which a result leads."""

    def __init__(self, spec: ThenSpec, titles: Mapping[str, str]) -> None:
        self._table = spec.table
        self._title = titles.get(spec.table, spec.table)
        self._given = {name: compile_expression(text) for name, text in spec.given.items()}
        self._times = compile_expression(spec.times)
        self._counts = spec.counts

    def next(self, facts: Reader) -> Iterator[NextTable]:
        """Yield the lookups in order, at most `MOST_NEXT`; the fact `number` counts them from 1."""
        times = as_number(self._times.evaluate(facts)) or 0
        for number in range(1, min(times, MOST_NEXT) + 1):
            reader = Over(facts, {"number": number})
            given = {name: expression.evaluate(reader) for name, expression in self._given.items()}
            yield NextTable(self._table, self._title, given, self._counts)


def hits_text(hits: int, half: int) -> str:
    """Return hits as players read them: 2, 1½, ½, 0."""
    if not half:
        return str(hits)
    return f"{hits}½" if hits else "½"


def _dice(spec: RollSpec | PoolsSpec | str | None) -> SumDice | PoolDice | None:
    if isinstance(spec, str):
        return SumDice(RollSpec.model_validate({"roll": spec}))
    if isinstance(spec, RollSpec):
        return SumDice(spec)
    return None if spec is None else PoolDice(spec)


def _formulas(spec: TableSpec) -> Iterator[str]:
    """Yield the cells that are expressions."""
    for row in spec.rows:
        for cell in (row.gives or "", *row.cells, *row.steps.values()):
            if cell.startswith("="):
                yield cell


def expressions(spec: TableSpec) -> Iterator[Expression]:
    """Yield all expressions of a table."""
    for modifier in spec.modifiers:
        yield from map(compile_expression, (modifier.when, modifier.add))
    for axis in (spec.row, *((spec.column,) if spec.column else ())):
        odds = (axis.odds.attack, axis.odds.defence) if axis.odds else ()
        yield from map(compile_expression, ((axis.by,) if axis.by else ()) + odds)
        yield from (compile_expression(text) for shift in axis.shifts for text in (shift.when, shift.by))
    if isinstance(spec.dice, PoolsSpec):
        most = (spec.dice.most_hits,) if spec.dice.most_hits else ()
        counts = (pool.count for pool in spec.dice.pools.values())
        yield from map(compile_expression, (spec.dice.hit, *most, *counts))
    if isinstance(spec.dice, PoolsSpec | RollSpec) and spec.dice.again is not None:
        yield compile_expression(spec.dice.again.when)
    yield from (compile_expression(row.when) for row in spec.rows if row.when is not None)
    yield from (compile_expression(text.removeprefix("=")) for text in _formulas(spec))
    yield from (compile_expression(need.usual) for need in spec.needs.values() if need.usual is not None)
    for result in spec.results.values():
        if result.then is not None:
            yield from map(compile_expression, (result.then.times, *result.then.given.values()))


def _reads(spec: TableSpec) -> frozenset[str]:
    """Return all names that the expressions of a table read."""
    return frozenset[str]().union(*(expression.reads for expression in expressions(spec)))


def tables_in(situation: Situation) -> Mapping[str, Table]:
    """Return the results tables of a situation's rule book, by their ids."""
    return cast("Mapping[str, Table]", situation.book.tables)  # a situation does not know their type
