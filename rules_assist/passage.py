"""What each step of a map costs a mover and where it is stopped, from the records of rule files; with the reasons.

Movement and supply lines go by this alike. Worked out for all steps at once, and kept as long as nothing that was read
has changed: neither the mover, as far as the records ask, nor what is known of places.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from rules_assist.columns import Bools, Survey, asks_beyond
from rules_assist.facets import AT, Facets
from rules_assist.facts import Facts
from rules_assist.schema.movement import AddedRecord, StepRecord, StopRecord
from rules_assist.search import BLOCKED, UNLIMITED, Graph, Steps
from rules_assist.situation import Situation
from rules_assist.terrain import Ints
from tabletop.expression import Expression, Value, compile_expression

SIDE: Final = "side"
"""What expressions call the side that moves, or whose supply it is."""

_NONE: Final = -1


class Reason(Struct, frozen=True):
    """Why a step cannot be taken, or a place stops: the sentence of the rule, its number, and the pieces behind it."""

    sentence: str
    rule: str
    pieces: tuple[int, ...] = ()


class Choice(NamedTuple):
    """A condition of a record, with what it says then."""

    when: Expression
    number: Expression | None
    takes_all: bool
    sentence: str
    rule: str


class Terms(NamedTuple):
    """The records of a way of moving, or of supply lines, with their expressions compiled."""

    id: str
    rule: str
    over: tuple[str, ...]
    parts: bool
    steps: tuple[Choice, ...]
    added: tuple[Choice, ...]
    stops: tuple[Choice, ...]
    refills: Expression | None = None

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """All expressions there are."""
        choices = (*self.steps, *self.added, *self.stops)
        found = [expression for choice in choices for expression in (choice.when, choice.number)]
        return tuple(expression for expression in (*found, self.refills) if expression is not None)


def choices_of(records: Iterable[StepRecord | StopRecord | AddedRecord]) -> tuple[Choice, ...]:
    """These records, compiled."""
    return tuple(map(_choice, records))


def _choice(record: StepRecord | StopRecord | AddedRecord) -> Choice:
    when = compile_expression(record.when)
    if isinstance(record, StopRecord):
        return Choice(when, compile_expression(record.leaves), False, record.why, record.rule)
    number = None if record.cost is None else compile_expression(record.cost)
    if isinstance(record, AddedRecord):
        return Choice(when, number, False, "", record.rule)
    return Choice(when, number, record.stops, record.no or "", record.rule)


class Passage:
    """What the steps of a map cost some movers together, and where these are stopped.

    `steps` and `entering` are what `flood` takes. `stopped` and `barred` are there to say why.
    """

    def __init__(self, terms: Terms, found: Sequence["_Found"], facets: Facets) -> None:
        self._terms = terms
        self._found = found
        barred = np.logical_or.reduce([each.barred for each in found])
        self._takes_all: Bools = np.logical_or.reduce([each.takes_all for each in found])
        prices = np.maximum.reduce([each.prices for each in found])
        self._prices = prices
        written = np.where(barred, BLOCKED, np.where(self._takes_all, BLOCKED - 1 - prices, prices))
        terrain = facets.terrain
        self.steps = Steps(Graph(terrain.first, terrain.to), written.tolist())
        self.caps: Ints = np.minimum.reduce([each.caps for each in found])
        self.refills: Bools = np.logical_and.reduce([each.refills for each in found])
        self.is_open = bool((self.caps == UNLIMITED).all()) and not self.refills.any()

    def entering(self, full: int) -> list[int] | None:
        """What entering does to the allowance, of which `full` is the whole; None where it does nothing."""
        if self.is_open:
            return None
        given = np.where(self.refills, -1 - np.minimum(full, self.caps), self.caps)
        found: list[int] = given.tolist()
        return found

    def without_stops(self, full: int) -> list[int] | None:
        """The same, as if no place stopped anybody."""
        if not self.refills.any():
            return None
        found: list[int] = np.where(self.refills, -1 - full, UNLIMITED).tolist()
        return found

    def without_bars(self, price: int) -> Steps:
        """The steps as if each cost what it costs and no more, and one that is barred this price (`BLOCKED`: still)."""
        walked = self._found[0].walked
        written = np.where(walked, np.where(self._barred(), price, self._prices), BLOCKED)
        return Steps(self.steps.graph, written.tolist())

    def _barred(self) -> Bools:
        found: Bools = np.logical_or.reduce([each.barred for each in self._found])
        return found

    def is_barred(self, step: int) -> bool:
        """Whether a step cannot be taken."""
        return self.steps.prices[step] == BLOCKED

    def takes_all(self, step: int) -> bool:
        """Whether a step costs all that is left."""
        return bool(self._takes_all[step])

    def barred(self, facets: Facets, side: str, step: int) -> Reason:
        """Why a step cannot be taken."""
        for found in self._found:
            if found.barred[step]:
                number = int(found.decided[step])
                if number == _NONE:
                    return Reason("no step of this way of moving fits", self._terms.rule)
                return self._reason(self._terms.steps[number], facets, side, step=step)
        raise ValueError(f"step {step} can be taken")

    def stopped(self, facets: Facets, side: str, node: int) -> Reason | None:
        """Why a place stops whoever enters it; None, if it does not."""
        for found in self._found:
            number = int(found.stopped[node])
            if number != _NONE and found.caps[node] == self.caps[node]:
                return self._reason(self._terms.stops[number], facets, side, node=node)
        return None

    def _reason(self, choice: Choice, facets: Facets, side: str, *, step: int = -1, node: int = -1) -> Reason:
        rule = choice.rule or self._terms.rule
        return Reason(choice.sentence, rule, pieces_behind(choice.when, facets, side, step=step, node=node))


def pieces_behind(when: Expression, facets: Facets, side: str, *, step: int = -1, node: int = -1) -> tuple[int, ...]:
    """The pieces on account of which a condition holds, at a place or of a step."""
    ends = {AT: node} if step < 0 else {"from_": facets.terrain.origin[step], "to_": facets.terrain.to[step]}
    found: set[int] = set()
    for name in when.reads:
        for prefix, at in ends.items():
            if name.startswith(prefix):
                found.update(facets.behind(name.removeprefix(prefix), at, side))
    return tuple(sorted(found))


class _Found(NamedTuple):
    """What one mover finds: by step what it costs and which record decided, by node where it is stopped."""

    walked: Bools
    barred: Bools
    takes_all: Bools
    prices: Ints
    decided: Ints
    caps: Ints
    stopped: Ints
    refills: Bools


class Mover(NamedTuple):
    """Who moves, or needs supply: a piece (0: nobody in particular) and its side."""

    situation: Situation
    piece: int
    side: str

    def facts(self) -> Facts:
        """What expressions about it read."""
        return Facts(self.situation, {SIDE: self.side}, self.piece)


def passage(terms: Terms, facets: Facets, movers: Sequence[Mover]) -> Passage:
    """What the steps of a map cost these movers, all of one side, together. Raises ExpressionError."""
    kept = {}
    facts = [mover.facts() for mover in movers]
    for mover, reader in zip(movers, facts, strict=True):
        kept[_key(terms, facets, mover, reader)] = (mover, reader)
    atlas = movers[0].situation.book.ground.atlas
    key = ("passage", terms.id, facets.terrain.map, *sorted(kept, key=repr))
    make: Callable[[], Passage] = lambda: Passage(  # noqa: E731
        terms, [_found(terms, facets, mover, reader) for mover, reader in kept.values()], facets
    )
    if any(map(asks_beyond, terms.expressions)):
        return make()
    return atlas.kept(key, make, Passage)


def _key(terms: Terms, facets: Facets, mover: Mover, reader: Facts) -> tuple[object, ...]:
    """All that the terms read of a mover, and the revisions of what they read of places."""
    read: list[Value] = []
    revisions = []
    for name in sorted(frozenset[str]().union(*(expression.reads for expression in terms.expressions))):
        column = facets.at(name, mover.side) or facets.step(name, mover.side)
        if column is None:
            read.append(reader.read(name))
        else:
            revisions.append(column.revision)
    return (mover.side, tuple((type(value).__name__, value) for value in read), tuple(revisions))


def _found(terms: Terms, facets: Facets, mover: Mover, reader: Facts) -> _Found:
    terrain, side = facets.terrain, mover.side
    steps = Survey(lambda name: facets.step(name, side), len(terrain.to), reader)
    places = Survey(lambda name: facets.at(name, side), terrain.size, reader)
    walked = terrain.walked(terms.over, parts=terms.parts)
    decided = _first(steps, terms.steps)
    barred = ~walked | (decided == _NONE)
    takes_all = np.zeros(len(terrain.to), np.bool_)
    prices = np.zeros(len(terrain.to), np.int64)
    for number, choice in enumerate(terms.steps):
        here = decided == number
        if choice.number is None:
            barred |= here
        elif here.any():
            prices = np.where(here, steps.numbers(choice.number), prices)
            takes_all |= here & choice.takes_all
    for choice in terms.added:
        if choice.number is not None:
            prices = prices + np.where(steps.holds(choice.when), steps.numbers(choice.number), 0)
    caps = np.full(terrain.size, UNLIMITED, np.int64)
    stopped = np.full(terrain.size, _NONE, np.int64)
    for number, choice in enumerate(terms.stops):
        if choice.number is not None:
            tighter = places.holds(choice.when)
            if tighter.any():
                leaves = np.maximum(places.numbers(choice.number), 0)
                tighter &= leaves < caps
                caps, stopped = np.where(tighter, leaves, caps), np.where(tighter, number, stopped)
    refills = np.zeros(terrain.size, np.bool_) if terms.refills is None else places.holds(terms.refills)
    return _Found(walked, barred, takes_all, np.maximum(prices, 0), decided, caps, stopped, refills)


def _first(survey: Survey, choices: Sequence[Choice]) -> Ints:
    """Of each step, the number of the first choice that holds."""
    holding = [survey.holds(choice.when) for choice in choices]
    decided: Ints = np.full(holding[0].shape, _NONE, np.int64)
    for number in reversed(range(len(choices))):
        decided = np.where(holding[number], number, decided)
    return decided
