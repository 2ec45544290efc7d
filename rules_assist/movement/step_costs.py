"""The costs and stops of the steps of a map for a mover, from the records of rule files, with the reasons.

Movement and supply lines both use this. Costs are worked out for all steps at once. They are kept until something that
was read changes: the mover, as far as the records read it, or the facts of places.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from msgspec import Struct

from rules_assist.map.atlas import Atlas
from rules_assist.map.bulk_expressions import ENDS, Bools, Survey, asks_beyond
from rules_assist.map.line_net import BarredStep
from rules_assist.map.path_search import BLOCKED, UNLIMITED, Graph, MapSteps
from rules_assist.map.terrain import Ints, Terrain
from rules_assist.places.place_facts import AT, ENEMY, OWN, Facets
from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.named_facts import NONE, Over
from rules_assist.position.situation import Situation
from rules_assist.schema.movement_rules import AddedRecord, StepRecord, StopRecord
from tabletop.expression import Expression, Value, as_number, compile_expression
from tabletop.texts import text

SIDE: Final = "side"
"""The name in expressions for the side that moves, or needs supply."""

_NONE: Final = -1


class StepReason(Struct, frozen=True):
    """The reason that a step cannot be taken, or that a place stops movers: the rule's sentence, its number, and the
    pieces that make it apply.
    """

    sentence: str
    rule: str
    pieces: tuple[int, ...] = ()


class ConditionalValue(NamedTuple):
    """A condition of a record, with the value if it holds.

    For a step, `number` is the cost, and with `takes_all` the step also uses up the rest. None means that the step
    cannot be taken, for the reason in `sentence`. For a place, `number` is the most allowance that is left there.
    """

    when: Expression
    number: Expression | None
    takes_all: bool
    sentence: str
    rule: str


class Terms(NamedTuple):
    """The compiled records of a way of moving, or of supply lines.

    `over` are the sets of steps in use; with `parts`, divided cells are entered part by part. The first of `steps` that
    holds decides the cost of a step, and all of `added` that hold add to it. `stops` limit the allowance at places, and
    `refills` is the condition for places that restore it.
    """

    id: str
    rule: str
    over: tuple[str, ...]
    parts: bool
    steps: tuple[ConditionalValue, ...]
    added: tuple[ConditionalValue, ...]
    stops: tuple[ConditionalValue, ...]
    refills: Expression | None = None

    @property
    def costs(self) -> tuple[Expression, ...]:
        """The expressions for the costs of steps."""
        return tuple(each for choice in (*self.steps, *self.added) for each in (choice.when, choice.number) if each)

    @property
    def of_movers(self) -> tuple[str, ...]:
        """The names in the expressions that belong to the mover or to a step itself, not to a place."""
        names = frozenset[str]().union(*(each.reads for each in (*self.costs, *self.holds)))
        return tuple(sorted(name for name in names if not name.startswith((AT, *ENDS))))

    @property
    def holds(self) -> tuple[Expression, ...]:
        """The expressions for the effects of places on movers that enter them."""
        found = [each for choice in self.stops for each in (choice.when, choice.number)]
        return tuple(each for each in (*found, self.refills) if each)


def choices_of(records: Iterable[StepRecord | StopRecord | AddedRecord]) -> tuple[ConditionalValue, ...]:
    """Return these records, compiled."""
    return tuple(map(_choice, records))


def _choice(record: StepRecord | StopRecord | AddedRecord) -> ConditionalValue:
    when = compile_expression(record.when)
    if isinstance(record, StopRecord):
        return ConditionalValue(when, compile_expression(record.leaves), False, record.why, record.rule)
    number = None if record.cost is None else compile_expression(record.cost)
    if isinstance(record, AddedRecord):
        return ConditionalValue(when, number, False, "", record.rule)
    return ConditionalValue(when, number, record.stops, record.no or "", record.rule)


class Passage:
    """The costs of a map's steps for some movers together, and the places that stop them.

    `steps` and `entering` are arguments of `flood`. `stopped` and `barred` give the reasons.
    """

    def __init__(self, terms: Terms, ways: "_StepCosts", holds: "_Holds") -> None:
        self._terms = terms
        self._ways = ways
        self._holds = holds
        self.steps = ways.steps
        self.caps = holds.caps
        self.refills = holds.refills

    def entering(self, full: int) -> list[int] | None:
        """Return the effect of entering each node on the allowance, which begins at `full`, in the form that `flood`
        takes; None if no node has one.
        """
        if self._holds.is_open:
            return None
        given = np.where(self.refills, -1 - np.minimum(full, self.caps), self.caps)
        found: list[int] = given.tolist()
        return found

    def without_stops(self, full: int) -> list[int] | None:
        """Return the effect of entering each node on the allowance, as if no place stopped anybody; None if there is
        none.
        """
        if not self.refills.any():
            return None
        found: list[int] = np.where(self.refills, -1 - full, UNLIMITED).tolist()
        return found

    def without_bars(self, price: int) -> MapSteps:
        """Return the steps at their plain costs. Barred steps have this price (`BLOCKED`: they stay barred)."""
        ways = self._ways
        if price not in ways.relaxed:
            written = np.where(ways.walked, np.where(ways.barred, price, ways.prices), BLOCKED)
            ways.relaxed[price] = MapSteps(self.steps.graph, written.tolist())
        return ways.relaxed[price]

    def freely(self) -> tuple[MapSteps, MapSteps]:
        """Return the steps that can be taken at their plain costs, and the same steps reversed."""
        ways, ahead = self._ways, self.without_bars(BLOCKED)
        if not ways.behind:
            graph, order = ways.terrain.backwards
            ways.behind.append(MapSteps(graph, np.array(ahead.prices, np.int64)[order].tolist()))
        return ahead, ways.behind[0]

    def is_walked(self, step: int) -> bool:
        """Return whether a step is of one of the sets in use."""
        return bool(self._ways.walked[step])

    def is_barred(self, step: int) -> bool:
        """Return whether a step cannot be taken."""
        return self.steps.prices[step] == BLOCKED

    def takes_all(self, step: int) -> bool:
        """Return whether a step costs everything that is left."""
        return bool(self._ways.takes_all[step])

    def barred(self, facets: Facets, side: str, step: int) -> StepReason:
        """Return the reason that a step cannot be taken. Raises ValueError for a step that can."""
        for barred, decided in self._ways.each:
            if barred[step]:
                number = int(decided[step])
                if number == _NONE:
                    return StepReason(text("no-step-fits"), self._terms.rule)
                return self._reason(self._terms.steps[number], facets, side, step=step)
        raise ValueError(f"step {step} can be taken")

    def barriers(self, facets: Facets, mover: "Mover") -> Mapping[int, BarredStep]:
        """Return the steps that a mover cannot take only because of pieces: these pieces, and the cost without them."""
        terms = self._terms
        ground = facets.situation.book.ground
        of_pieces = {
            *ground.facets,
            *(f"{whose}{id}" for whose in (OWN, ENEMY) for id in (*ground.facets, *ground.zones)),
        }
        written = [
            number
            for number, choice in enumerate(terms.steps)
            if choice.number is None
            and any(name.removeprefix(end) in of_pieces for name in choice.when.reads for end in ENDS)
        ]
        found: dict[int, BarredStep] = {}
        for barred, decided in self._ways.each:
            for step in np.flatnonzero(barred & np.isin(decided, written) & self._ways.walked).tolist():
                without = self._without_pieces(facets, mover, step, int(decided[step]))
                if without is not None:
                    found[step] = without
        return found

    def _without_pieces(self, facets: Facets, mover: "Mover", step: int, number: int) -> BarredStep | None:
        """Return the cost of a step if no piece barred it, with those pieces.

        Records are tried in order, from the one with this `number`. None if a record bars the step for another reason.
        """
        pieces: set[int] = set()
        for choice in self._terms.steps[number:]:
            holds, cost, _ = _reading(choice, facets, mover, step)
            if holds and choice.number is not None:
                return BarredStep(tuple(sorted(pieces)), BLOCKED - 1 - cost if choice.takes_all else cost)
            behind = pieces_behind(choice.when, facets, mover.side, step=step) if holds else ()
            if holds and not behind:
                return None
            pieces.update(behind)
        return None

    def stopped(self, facets: Facets, side: str, node: int) -> StepReason | None:
        """Return the reason that a place stops movers that enter it; None if it does not."""
        number = int(self._holds.stopped[node])
        return None if number == _NONE else self._reason(self._terms.stops[number], facets, side, node=node)

    def _reason(
        self, choice: ConditionalValue, facets: Facets, side: str, *, step: int = -1, node: int = -1
    ) -> StepReason:
        rule = choice.rule or self._terms.rule
        return StepReason(choice.sentence, rule, pieces_behind(choice.when, facets, side, step=step, node=node))


def pieces_behind(when: Expression, facets: Facets, side: str, *, step: int = -1, node: int = -1) -> tuple[int, ...]:
    """Return the pieces that make a condition hold, at a place or for a step."""
    terrain = facets.terrain
    ends = {AT: node} if step < 0 else dict(zip(ENDS, (terrain.origin[step], terrain.to[step]), strict=True))
    found: set[int] = set()
    for name in when.reads:
        for prefix, at in ends.items():
            if name.startswith(prefix):
                found.update(facets.behind(name.removeprefix(prefix), at, side))
    return tuple(sorted(found))


class StepCharge(NamedTuple):
    """The part of a step's cost that one record adds: the amount, its rule, and the facts that decided it."""

    adds: int
    rule: str
    read: Mapping[str, Value]


def charged(terms: Terms, facets: Facets, mover: "Mover", step: int) -> list[StepCharge]:
    """Return the cost of a step for a mover, record by record, in the units of the mode. Raises ExpressionError."""
    found: list[StepCharge] = []
    decided = next((choice for choice in terms.steps if _reading(choice, facets, mover, step)[0]), None)
    for choice in (*((decided,) if decided else ()), *terms.added):
        holds, adds, read = _reading(choice, facets, mover, step)
        if holds:
            found.append(StepCharge(adds, choice.rule or terms.rule, read))
    return found


def _reading(
    choice: ConditionalValue, facets: Facets, mover: "Mover", step: int
) -> tuple[bool, int, Mapping[str, Value]]:
    """Return whether a record holds for a step, its amount, and everything that was read for it.

    If the record does not hold, the amount is 0, and nothing counts as read.
    """
    names = choice.when.reads | (choice.number.reads if choice.number else frozenset())
    columns = {name: column for name in names if (column := facets.step(name, mover.side)) is not None}
    reader = Over(mover.facts(), {name: column.values[int(column.codes[step])] for name, column in columns.items()})
    if not choice.when.test(reader):
        return False, 0, {}
    return True, (as_number(choice.number.evaluate(reader)) or 0) if choice.number else 0, reader.noted


class _StepCosts(NamedTuple):
    """The costs of steps for some movers together. For each mover, it has the barred steps and the record that decided.

    `relaxed` keeps the steps, with barred ones open, by the price that these get. `behind` keeps the reversed steps,
    with barred ones left out.
    """

    terrain: Terrain

    steps: MapSteps
    walked: Bools
    barred: Bools
    takes_all: Bools
    prices: Ints
    each: Sequence[tuple[Bools, Ints]]
    relaxed: dict[int, MapSteps]
    behind: list[MapSteps]


class _Holds(NamedTuple):
    """The places that stop some movers together.

    Each node has the most allowance that is left, the number of the record that says so, and whether it restores the
    allowance. `is_open` is true if no node does any of this.
    """

    caps: Ints
    stopped: Ints
    refills: Bools
    is_open: bool


class Mover(NamedTuple):
    """A mover, or a piece that needs supply: the piece (0: no particular piece), its side, and its given facts."""

    situation: Situation
    piece: int
    side: str
    given: Mapping[str, Value] = NONE

    def facts(self) -> RuleFactReader:
        """Return the facts of the mover that expressions read."""
        return RuleFactReader(self.situation, {**self.given, SIDE: self.side}, self.piece)


def passage(terms: Terms, facets: Facets, movers: Sequence[Mover]) -> Passage:
    """Return the costs of a map's steps for these movers together. All movers are of one side. Raises
    ExpressionError.
    """
    readers = [(mover.side, mover.facts()) for mover in movers]
    atlas = facets.situation.book.ground.atlas
    ways = _kept(atlas, terms, terms.costs, facets, readers, _ways, _StepCosts)
    return Passage(terms, ways, _kept(atlas, terms, terms.holds, facets, readers, _holds, _Holds))


T = TypeVar("T")
_Reader: TypeAlias = tuple[str, RuleFactReader]


def _kept(
    atlas: Atlas,
    terms: Terms,
    read: Sequence[Expression],
    facets: Facets,
    readers: Sequence[_Reader],
    make: Callable[[Terms, Facets, Sequence[_Reader]], T],
    of: type[T],
) -> T:
    """Return the value that is made from these expressions.

    It comes from the cache as long as everything that they read is the same.
    """
    different = {_read(read, facets, side, facts): (side, facts) for side, facts in readers}
    if any(map(asks_beyond, read)):
        return make(terms, facets, tuple(different.values()))
    key = (of, terms.id, facets.terrain.map, frozenset(different))
    return atlas.kept(key, lambda: make(terms, facets, tuple(different.values())), of)


def _read(expressions: Sequence[Expression], facets: Facets, side: str, facts: RuleFactReader) -> tuple[object, ...]:
    """Return a key: the side, the values that expressions read of a mover, and the revisions of the facts of places
    that they read.
    """
    read: list[tuple[str, Value]] = []
    revisions = []
    for name in sorted(frozenset[str]().union(*(expression.reads for expression in expressions))):
        revision = facets.revision(name, side)
        if revision is None:
            value = facts.read(name)
            read.append((type(value).__name__, value))
        else:
            revisions.append(revision)
    return side, tuple(read), tuple(revisions)


def _ways(terms: Terms, facets: Facets, readers: Sequence[_Reader]) -> _StepCosts:
    terrain = facets.terrain
    walked = terrain.walked(terms.over, parts=terms.parts)
    barred = ~walked
    takes_all = np.zeros(len(terrain.to), np.bool_)
    prices = np.zeros(len(terrain.to), np.int64)
    each = []
    for side, facts in readers:
        survey = facets.survey_steps(side, facts)
        decided = _first(survey, terms.steps)
        barred_here = ~walked | (decided == _NONE)
        price = np.zeros(len(terrain.to), np.int64)
        for number, choice in enumerate(terms.steps):
            chosen = decided == number
            if choice.number is None:
                barred_here |= chosen
            elif chosen.any():
                price = np.where(chosen, survey.numbers(choice.number), price)
                takes_all |= chosen & choice.takes_all
        for choice in terms.added:
            if choice.number is not None:
                price = price + np.where(survey.holds(choice.when), survey.numbers(choice.number), 0)
        barred |= barred_here
        prices = np.maximum(prices, price)
        each.append((barred_here, decided))
    written = np.where(barred, BLOCKED, np.where(takes_all, BLOCKED - 1 - prices, prices))
    steps = MapSteps(Graph(terrain.first, terrain.to), written.tolist())
    return _StepCosts(terrain, steps, walked, barred, takes_all, prices, each, {}, [])


def _holds(terms: Terms, facets: Facets, readers: Sequence[_Reader]) -> _Holds:
    size = facets.terrain.size
    caps = np.full(size, UNLIMITED, np.int64)
    stopped = np.full(size, _NONE, np.int64)
    refills = np.full(size, terms.refills is not None, np.bool_)
    for side, facts in readers:
        survey = facets.survey_places(side, facts)
        for number, choice in enumerate(terms.stops):
            tighter = survey.holds(choice.when)
            if choice.number is not None and tighter.any():
                leaves = np.maximum(survey.numbers(choice.number), 0)
                tighter = tighter & (leaves < caps)
                caps, stopped = np.where(tighter, leaves, caps), np.where(tighter, number, stopped)
        if terms.refills is not None:
            refills &= survey.holds(terms.refills)
    return _Holds(caps, stopped, refills, bool((caps == UNLIMITED).all()) and not refills.any())


def _first(survey: Survey, choices: Sequence[ConditionalValue]) -> Ints:
    """Return, for each step, the number of the first choice that holds; `_NONE` if none does."""
    holding = [survey.holds(choice.when) for choice in choices]
    decided: Ints = np.full(holding[0].shape, _NONE, np.int64)
    for number in reversed(range(len(choices))):
        decided = np.where(holding[number], number, decided)
    return decided
