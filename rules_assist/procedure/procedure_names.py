"""The names of a written procedure in a position: its answers, its groups of pieces, its figures.

Only the answers are kept from step to step (`Answers`). Groups and figures are worked out each time.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules_assist.geometry.geometry_rules import End, geometry_in
from rules_assist.map.bulk_expressions import ValueColumn
from rules_assist.map.terrain import ADJACENT
from rules_assist.position.expression_facts import Fact, RuleFact, RuleFactReader
from rules_assist.position.named_facts import Over, WhenRead
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Reach
from rules_assist.schema.procedure_rules import AskRecord, FigureRecord, GroupRecord, ProcedureRecord
from tabletop.assistance import PieceId, Where
from tabletop.expression import (
    Expression,
    Reader,
    Value,
    as_number,
    as_text,
    compile_expression,
    compile_template,
    equal,
)
from tabletop.expression.tree import AllOf, Compare, Constant, Name
from tabletop.module.module_words import in_module_words
from tabletop.texts import text

SIDE: Final = "side"
"""The name in expressions for the side that plays the procedure."""
ENEMY: Final = "enemy"
"""The name in expressions for the other side, in a game of two sides."""
TITLES: Final = "_names"
"""The suffix for a group's name that gives the names of its pieces, in texts."""

T = TypeVar("T")


class Answers(Struct, frozen=True):
    """The state of a written procedure: the side that plays it, and its answers, by name.

    If a step is played once for each piece of a group, `left` are the pieces for which it must still be played. If
    it is played along a path, `ahead` are the places that are still ahead. `paths` has also the answers of several
    places. `entered` is true once the effects that come before the questions of the step are done.
    """

    side: str = ""
    pieces: dict[str, tuple[PieceId, ...]] = {}
    places: dict[str, Where] = {}
    values: dict[str, Value] = {}
    paths: dict[str, tuple[Where, ...]] = {}
    left: tuple[PieceId, ...] | None = None
    ahead: tuple[Where, ...] | None = None
    entered: bool = False

    def with_pieces(self, name: str, pieces: tuple[int, ...]) -> "Answers":
        """Return these answers with some pieces under a name."""
        return replace(self, pieces={**self.pieces, name: pieces})

    def with_answer(self, name: str, answer: Any, *, of_pieces: bool) -> "Answers":
        """Return these answers with one more: pieces or a piece, a place, a path, a word, yes or no.

        None stands for no answer.
        """
        if of_pieces:
            return self.with_pieces(name, answer if isinstance(answer, tuple) else () if answer is None else (answer,))
        if isinstance(answer, Where):
            return replace(self, places={**self.places, name: answer})
        if isinstance(answer, tuple):
            return replace(self, paths={**self.paths, name: answer})
        return self if answer is None else replace(self, values={**self.values, name: answer})

    def without(self, names: Iterable[str]) -> "Answers":
        """Return these answers without those of the given names."""
        gone = frozenset(names)
        return replace(
            self,
            pieces=_less(self.pieces, gone),
            places=_less(self.places, gone),
            paths=_less(self.paths, gone),
            values=_less(self.values, gone),
        )


def _less(named: Mapping[str, T], gone: frozenset[str]) -> dict[str, T]:
    return {name: value for name, value in named.items() if name not in gone}


class GroupAnswers:
    """The answers that each group of a procedure depends on, directly or through groups, figures and facts.

    While these answers and the table stay the same, a group stays the same.
    """

    def __init__(self, record: ProcedureRecord, facts: Mapping[str, Fact]) -> None:
        self._record = record
        self._facts = facts
        self._of = {name: self._behind(name) for name in record.groups}
        self._figures: dict[tuple[str, ...], Collection[str]] = {}

    def of(self, group: str, state: Answers) -> Hashable:
        """Return the answers of a state on which a group depends, in a form to compare."""
        names = self._of[group]
        if names is None:
            return state.side, *(tuple(each.items()) for each in _kept_in(state))
        return state.side, *(each.get(name) for each in _kept_in(state) for name in names)

    def figures(self, chosen: tuple[str, ...]) -> Collection[str]:
        """Return the names of all values that are worked out: the figures, and the number and the titles of the pieces
        of each group, and of those that are `chosen` under a name.
        """
        found = self._figures.get(chosen)
        if found is None:
            of_pieces = (*chosen, *self._record.groups)
            titles = (f"{name}{TITLES}" for name in of_pieces)
            found = self._figures[chosen] = dict.fromkeys((*of_pieces, *titles, *self._record.figures))
        return found

    def _behind(self, group: str) -> tuple[str, ...] | None:
        """Return the names of the answers behind a group; None if these are not known beforehand."""
        names = {group: None}
        waiting = [group]
        for name in waiting:  # grows during the loop
            read = self._read_by(name)
            if read is None:
                return None
            waiting += read - names.keys()
            names |= dict.fromkeys(read)
        return tuple(names)

    def _read_by(self, name: str) -> frozenset[str] | None:
        """Return the names that a group, figure or fact reads. None if it may read any name."""
        record, said = self._record, name.removesuffix(TITLES)
        if name in record.ways:
            way = record.ways[name]
            return frozenset(filter(None, (way.to, way.of, way.any_of)))
        found, fact = record.groups.get(said) or record.figures.get(name), self._facts.get(name)
        if isinstance(fact, RuleFact):
            return None if fact.expression.reads_any else fact.expression.reads
        if found is None:
            return frozenset() if fact is None else None
        expression = compile_expression(found.pieces if isinstance(found, GroupRecord) else found.value)
        named = (value for key, value in found if key not in ("pieces", "value") and isinstance(value, str))
        return None if expression.reads_any else expression.reads.union(named)


def _kept_in(state: Answers) -> tuple[dict[str, Any], ...]:
    return state.pieces, state.places, state.values, state.paths


class _Column(NamedTuple):
    """A fact that an expression reads: its name, its values, and whether they are those of steps."""

    name: str
    values: ValueColumn
    of_step: bool


class ProcedureNames:
    """The names of a procedure in a position. Groups and figures are worked out when they are first read.

    `side` is the side that plays it, or the side that is asked. It decides which pieces are own and which are enemy.
    """

    def __init__(
        self,
        record: ProcedureRecord,
        situation: Situation,
        state: Answers,
        behind: GroupAnswers,
        side: str = "",
    ) -> None:
        self.situation = situation
        self._record = record
        self._state = state
        self._behind = behind
        self._side = side or state.side
        self._places = state.places
        self._columns: dict[tuple[str, str], list[_Column]] = {}
        self._costs: dict[tuple[str, str], dict[Where, int]] = {}
        there = situation.game.pieces
        chosen = {
            name: tuple([one for one in pieces if one in there])
            for name, pieces in state.pieces.items()
            if name not in record.groups
        }
        self.groups: Mapping[str, tuple[int, ...]] = WhenRead(chosen, record.groups, self._found)
        others = [each for each in situation.sides if each != state.side]
        self.values: Mapping[str, Value] = WhenRead(
            {
                SIDE: state.side,
                ENEMY: others[0] if len(others) == 1 else "",
                **state.values,
                **{name: where.place for name, where in state.places.items()},
                **{name: len(path) for name, path in state.paths.items()},
            },
            behind.figures(tuple(chosen)),
            self._worked_out,
        )

    def _found(self, name: str) -> tuple[int, ...]:
        """Return the pieces of a group. They are searched for once, while the answers behind them stay the same."""
        group = self._record.groups[name]
        key = ("group", self._record.id, name, self._side, self._behind.of(name, self._state))
        return self.situation.once_for_table(key, lambda: tuple(self.pieces(group, group.pieces)), tuple)

    def _worked_out(self, name: str) -> Value:
        """Return the value of a figure, or the titles of the pieces of a group, or the number of these pieces."""
        if name in self._record.figures:
            return self._figure(self._record.figures[name])
        group = name.removesuffix(TITLES)
        has_titles = group != name and (group in self._record.groups or group in self._state.pieces)
        return self._titles(group) if has_titles else len(self.groups.get(name, ()))

    def _titles(self, group: str) -> str:
        """Return the names of the pieces of a group, each once with its number: "Akagi, 2 × destroyers"."""
        pieces = self.groups.get(group, ())
        names = Counter(in_module_words(as_text(self.situation.read(piece, "Name"))) for piece in pieces)
        return ", ".join(name if times == 1 else f"{times} × {name}" for name, times in names.items())

    # values for expressions

    def holds(self, condition: str) -> bool:
        """Return whether a condition about no particular piece is true."""
        return compile_expression(condition).test(self._facts())

    def value(self, said: str, piece: int = 0, at: Where | None = None) -> Value:
        """Return the value of an expression about a piece or none, with the facts of its place, or of the place `at`.

        The place of a piece on a display is that where it stands by the rules.

        Raises ExpressionError.
        """
        expression = compile_expression(said)
        where = self.situation.stands(piece) if piece else at
        return expression.evaluate(self._reader(expression, piece, where))

    def said(self, template: str) -> str:
        """Return a text with its braces filled in."""
        return compile_template(template).render(self._facts())

    def _facts(self, piece: int = 0) -> RuleFactReader:
        return RuleFactReader(self.situation, self.values, piece)

    def _reader(self, expression: Expression, piece: int, where: Where | None, step: int | None = None) -> Reader:
        """Return the reader of an expression about a piece, with the facts of a place (`at_...`) and of a
        step there, and the costs of ways. A way is searched for only if the expression comes to it.
        """
        facts: Reader = self._facts(piece)
        ways = expression.reads.intersection(self._record.ways) if self._record.ways else ()
        if ways:
            facts = Over(facts, WhenRead({}, ways, lambda name: self._way(name, piece, where)))
        columns = self._facts_read(expression, where.map) if where is not None else ()
        known: dict[str, Value] = {}
        if where is not None and columns:
            node = self.situation.facets(where.map).terrain.node(where.place)
            for name, column, of_step in columns:
                index = step if of_step else node
                if index is not None:
                    known[name] = column.values[int(column.codes[index])]
        return Over(facts, known) if known else facts

    def _way(self, name: str, piece: int, where: Where | None) -> Value:
        """Return the cost of a way: that of a piece, or that to a place."""
        way = self._record.ways[name]
        if way.any_of is not None:
            return None if where is None else self._cheapest(way.mode, way.any_of).get(where)
        going = self.groups.get(way.of or "", ()) if way.of is not None else (piece,) if piece else ()
        goal = where if way.to is None else next(iter(self.spots(way.to)), None)
        return self._cost(way.mode, going, goal) if going and goal is not None else None

    def _reached_by_ways(self, expression: Expression) -> Iterable[Where] | None:
        """Return the places to which there is a way that an expression reads; None if it reads none of pieces."""
        ways = [way for name, way in self._record.ways.items() if name in expression.reads and way.to is None]
        if not ways:
            return None
        if ways[0].any_of is not None:
            return self._cheapest(ways[0].mode, ways[0].any_of)
        going = self.groups.get(ways[0].of or "", ())
        reach = self._reach(ways[0].mode, going)
        stand = self.situation.stands(going[0]) if going else None
        if reach is None or stand is None:
            return ()
        return (stand, *(Where(reach.map, place) for place in reach.places))

    def _cheapest(self, mode: str, group: str) -> Mapping[Where, int]:
        """Return the places that single pieces of a group can reach, each with the cost of the cheapest way."""
        if (mode, group) not in self._costs:
            costs = self._costs[mode, group] = dict[Where, int]()
            for piece in self.groups.get(group, ()):
                reach, stand = self._reach(mode, (piece,)), self.situation.stands(piece)
                if reach is not None:
                    if stand is not None:
                        costs[stand] = 0
                    for place in reach.places:
                        where, cost = Where(reach.map, place), reach.cost(place)
                        costs[where] = min(cost, costs.get(where, cost))
        return self._costs[mode, group]

    def _reach(self, mode: str, going: tuple[int, ...]) -> Reach | None:
        """Return the reach of pieces by a way of moving; None if they have none."""
        try:
            return self.situation.book.ground.modes[mode].reach(self.situation, going) if going else None
        except Unanswerable:
            return None

    def _cost(self, mode: str, going: tuple[int, ...], goal: Where) -> int | None:
        """Return the cost of the way of pieces to a place; None if they cannot go there."""
        reach = self._reach(mode, going)
        if reach is None:
            return None
        if self.situation.stands(going[0]) == goal:
            return 0
        return reach.cost(goal.place) if reach.map == goal.map and goal.place in reach.places else None

    def _facts_read(self, expression: Expression, map: str) -> list["_Column"]:
        """Return the facts of places and steps of a map that an expression reads."""
        key = (expression.text, map)
        found = self._columns.get(key)
        if found is None:
            facets, found = self.situation.facets(map), []
            for name in expression.reads:
                for column, of_step in ((facets.at(name, self._side), False), (facets.step(name, self._side), True)):
                    if column is not None:
                        found.append(_Column(name, column, of_step))
            self._columns[key] = found
        return found

    # pieces

    def pieces(self, which: GroupRecord | AskRecord, condition: str) -> Sequence[int]:
        """Return the pieces that a record means, in the order in which they lie, or in that of the group `among`."""
        found = self._meant(which, condition)
        return self.situation.in_order(found) if which.among is None else tuple(found)

    def _meant(self, which: GroupRecord | AskRecord, condition: str) -> Iterator[int]:
        expression = compile_expression(condition)
        within = self._within(which)
        facing = None if which.has_in_arc is None else frozenset(self.spots(which.has_in_arc))
        there = None if which.at is None else frozenset(self.spots(which.at))
        situation = self.situation
        for piece in self._of_side(expression) if which.among is None else self.groups.get(which.among, ()):
            where = situation.where(piece)
            step = None if which.beside is None else self._step_to(where, which.beside)
            is_beside = which.beside is None or step is not None
            if (
                is_beside
                and (there is None or where in there)
                and expression.test(self._reader(expression, piece, situation.stands_at(piece, where), step))
                and (within is None or where in within)
                and (facing is None or not facing.isdisjoint(self._in_arcs((piece,), which.arcs)))
            ):
                yield piece

    def _of_side(self, expression: Expression) -> Iterator[int]:
        """Yield the pieces for which a condition may hold: all, or if it begins with their side, those of this side."""
        whose, situation = _whose(expression), self.situation
        if whose is None or (isinstance(whose, Name) and whose.name not in (SIDE, ENEMY)):
            yield from situation.pieces()
            return
        side = self.values[whose.name] if isinstance(whose, Name) else whose.value
        may_be: dict[int, bool] = {}
        for piece, state in situation.game.pieces.items():
            if state.kind not in may_be:
                kind = situation.reading.kind(state.kind)
                may_be[state.kind] = kind is None or "Side" in kind.provides or equal(kind.kind.side, side)
            if may_be[state.kind]:
                yield piece

    def spots(self, name: str) -> Sequence[Where]:
        """Return the place or the places with this name, or the places of the pieces with this name."""
        if name in self._places:
            return (self._places[name],)
        if name in self._state.paths:
            return self._state.paths[name]
        wheres = (self.situation.where(piece) for piece in self.groups.get(name, ()))
        return tuple(dict.fromkeys(where for where in wheres if where is not None))

    def _within(self, which: GroupRecord | AskRecord) -> frozenset[Where] | None:
        """Return the places in the arcs and in the sight that a record names; None if it names neither."""
        found = [] if which.in_arc_of is None else [self._in_arcs(self.groups.get(which.in_arc_of, ()), which.arcs)]
        if which.seen_by is not None:
            found.append(self._in_sight(which.seen_by, which.sight))
        return frozenset.intersection(*found) if found else None

    def _in_sight(self, viewers: str, sight: str | None) -> frozenset[Where]:
        """Return the places that the pieces with this name, or the place with this name, can see. Raises
        `Unanswerable`.
        """
        sights = geometry_in(self.situation).sights
        rule = sights[sight] if sight is not None else next(iter(sights.values()), None)
        if rule is None:
            raise Unanswerable(text("no-line-of-sight"))
        pieces = [(where, piece) for piece in self.groups.get(viewers, ()) if (where := self.situation.where(piece))]
        ends = [End(where, piece) for where, piece in pieces] or [End(where) for where in self.spots(viewers)]
        seen = (rule.seen_from(self.situation, end) for end in ends if end.where.map == rule.map)
        return frozenset(Where(rule.map, place) for places in seen for place in places)

    def _in_arcs(self, pieces: Iterable[int], arcs: Sequence[str]) -> frozenset[Where]:
        """Return the places in the arcs of some pieces: in the named arcs, or in all arcs that the pieces have."""
        known = geometry_in(self.situation).arcs
        found: set[Where] = set()
        for piece in pieces:
            where = self.situation.where(piece)
            for arc in [known[id] for id in arcs or known] if where else ():
                if where and arc.applies(self.situation, piece):
                    found.update(Where(where.map, place) for place in arc.places(self.situation, piece, where))
        return frozenset(found)

    def _step_to(self, start: Where | None, name: str | None) -> int | None:
        """Return the step on the grid from a place to the place with a name; None if there is none."""
        if start is None or name is None:
            return None
        terrain = self.situation.facets(start.map).terrain
        there = {terrain.node(end.place) for end in self.spots(name) if end.map == start.map}
        return next((step for step in self._steps_from(start) if terrain.to[step] in there), None)

    def _steps_from(self, start: Where) -> Iterator[int]:
        """Yield the steps on the grid from a place to its neighbours, without parts of cells."""
        terrain = self.situation.facets(start.map).terrain
        node = terrain.node(start.place)
        for step in terrain.steps(node) if node is not None else ():
            if ADJACENT in terrain.sets[step] and terrain.whole[terrain.to[step]] == terrain.to[step]:
                yield step

    def _figure(self, figure: FigureRecord) -> Value:
        expression = compile_expression(figure.value)
        if figure.sum_over is not None:
            values = (expression.evaluate(self._reader(expression, 0, at)) for at in self.places_where(figure.sum_over))
            return sum(as_number(value) or 0 for value in values)
        if figure.sum_of is None:
            spots = () if figure.at is None else self.spots(figure.at)
            return expression.evaluate(self._reader(expression, 0, spots[0] if spots else None))
        total = 0
        for piece in self.groups.get(figure.sum_of, ()):
            step = self._step_to(self.situation.where(piece), figure.beside)
            reader = self._reader(expression, piece, self.situation.stands(piece), step)
            total += as_number(expression.evaluate(reader)) or 0
        return total

    # places

    def places_where(self, condition: str) -> Iterator[Where]:
        """Yield the places of the first map for which a condition on `at_...` holds."""
        facets = self.situation.facets(self.situation.game.maps[0])
        holding = facets.survey_places(self._side, self._facts()).holds(compile_expression(condition))
        for node in map(int, holding.nonzero()[0]):
            if facets.terrain.whole[node] == node:
                yield Where(facets.terrain.map, facets.terrain.names[node])

    def places(self, which: AskRecord, condition: str) -> Iterator[Where]:
        """Yield each place that a question means: those of the first map, or those beside the pieces with a name."""
        yield from dict.fromkeys(self._places_meant(which, condition))

    def _places_meant(self, which: AskRecord, condition: str) -> Iterator[Where]:
        expression = compile_expression(condition)
        within = self._within(which)
        reached = self._reached_by_ways(expression)
        if reached is not None and which.beside is None:
            for where in reached:
                if (within is None or where in within) and expression.test(self._reader(expression, 0, where)):
                    yield where
            return
        if which.beside is None:
            yield from (where for where in self.places_where(condition) if within is None or where in within)
            return
        for start in self.spots(which.beside):
            terrain = self.situation.facets(start.map).terrain
            for step in self._steps_from(start):
                end = Where(start.map, terrain.names[terrain.to[step]])
                if (within is None or end in within) and expression.test(self._reader(expression, 0, end, step)):
                    yield end


@lru_cache(maxsize=1024)
def _whose(expression: Expression) -> Name | Constant | None:
    """Return what a condition on pieces first compares their side with; None if it begins with something else."""
    tree = expression.tree
    first = tree.of[0] if isinstance(tree, AllOf) else tree
    if isinstance(first, Compare) and first.operator == "==" and first.left == Name("Side"):
        return first.right if isinstance(first.right, Name | Constant) else None
    return None
