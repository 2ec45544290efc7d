"""Ways of moving from rule files: their reach, leg by leg, and the reasons against all other places."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from rules_assist.lookup.modifier_reasons import because
from rules_assist.map.bulk_expressions import Survey
from rules_assist.map.path_search import BLOCKED, UNLIMITED, CostBound, Flood, distance, flood
from rules_assist.map.terrain import Ints
from rules_assist.movement.step_costs import (
    Mover,
    Passage,
    StepCharge,
    StepReason,
    Terms,
    charged,
    choices_of,
    passage,
    pieces_behind,
)
from rules_assist.movement.ways import STOP, by_whom, name_of, names_of, points, together
from rules_assist.movement.ways_back import WaysBack
from rules_assist.places.place_facts import Facets
from rules_assist.places.stacking import rule_passed
from rules_assist.position.named_facts import Over
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import BackWay, MoveHold, Why, WhyNot
from rules_assist.schema.movement_rules import ModeRecord, NoEndRecord
from tabletop.assistance import Account, NumberPart, Where
from tabletop.expression import Expression, as_number, compile_expression
from tabletop.game.commands import AnyCommand, At, Batch, MovePieces, SetTrait
from tabletop.texts import text

MOST_LEGS: Final = 64
"""The most legs of a move if nothing else limits them."""

_DEAR: Final = 1 << 40
"""The price of a barred step in the search for the way with the fewest barred steps."""


_WHY_NOT: Final[Mapping[Why, str]] = {
    "stopped": "move-stopped",
    "blocked": "move-blocked",
    "no-end": "move-may-not-end",
}
"""The keys of the sentences that explain why a place is not reached."""


class WrittenMode:
    """A way of moving from a rule file."""

    def __init__(self, record: ModeRecord) -> None:
        self.id = record.id
        self.title = record.title
        self.rule = record.rule
        self.per_point = record.per_point
        self.record = record
        self.terms = Terms(
            f"mode {record.id}",
            record.rule,
            record.over,
            record.parts,
            choices_of(record.steps),
            choices_of(record.added),
            choices_of(record.stops),
        )
        self.starts = choices_of(record.starts)
        self.ends = tuple((compile_expression(end.when), end) for end in record.ends)
        self.legs = _Legs.of(record)
        self.bands = tuple((compile_expression(band.up_to), band.title) for band in record.bands)
        self._notes = {name: compile_expression(value) for name, value in record.notes.items()}
        self._who = compile_expression(record.who)
        self._allowance = compile_expression(record.allowance)

    def applies(self, situation: Situation, piece: int) -> bool:
        """Return whether a piece moves in this way."""
        return self._who.test(Mover(situation, piece, situation.side_of(piece)).facts())

    def closed(self, situation: Situation, pieces: Sequence[int]) -> str:  # noqa: ARG002 - `who` says all there is
        """Return "", because rule files set no further conditions."""
        return ""

    def reach(self, situation: Situation, pieces: Sequence[int]) -> "WrittenReach":
        """Return the common reach of these pieces.

        Raises `Unanswerable` for a piece that does not move in this way, for pieces that are not in one place, and for
        an allowance that is not a whole number.
        """
        key = ("reach", self.id, tuple(pieces))
        return situation.once(key, lambda: self._reach(situation, tuple(pieces)), WrittenReach)

    def _reach(self, situation: Situation, pieces: tuple[int, ...]) -> "WrittenReach":
        for piece in pieces:
            if not self.applies(situation, piece):
                raise Unanswerable(
                    text("does-not-move-by", piece=name_of(situation, piece), way=self.title, rule=self.rule)
                )
        map, starts = together(situation, pieces, parts=self.record.parts)
        side = situation.side_of(pieces[0])
        movers = [Mover(situation, piece, side) for piece in pieces]
        allowance = self.allowance_of(movers)
        lifted = situation.without(pieces)
        return WrittenReach(self, lifted.facets(map), movers, starts, allowance)

    def allowance_of(self, movers: Sequence[Mover]) -> int:
        """Return the allowance of some movers together: the least that one of them has.

        Raises `Unanswerable` if an allowance is not a whole number.
        """
        return min(self._number(self._allowance, mover) for mover in movers)

    def command(self, situation: Situation, pieces: Sequence[int], place: str) -> AnyCommand | None:
        """Return the command that moves these pieces to a place, and notes the move on them as the rule file says.

        None if they cannot go there. Raises `Unanswerable` if they have no common reach; see `reach`.
        """
        reach = self.reach(situation, pieces)
        if place not in reach.places:
            return None
        terrain = situation.book.ground.atlas.terrain(reach.map)
        moving = MovePieces(tuple(pieces), At(reach.map, terrain.place(terrain.numbers[place])))
        back = reach.back(place)
        figures = {
            "cost": reach.cost(place),
            "left": reach.left(place),
            "legs": reach.legs(place),
            "back": back.cost if back is not None else 0,
            "band": reach.band(place),
        }
        noting = [self._noted(situation, piece, name, figures) for piece in pieces for name in self._notes]
        return Batch((moving, *noting)) if noting else moving

    def _noted(self, situation: Situation, piece: int, name: str, figures: Mapping[str, int]) -> SetTrait:
        facts = Over(Mover(situation, piece, situation.side_of(piece)).facts(), figures)
        return SetTrait((piece,), name, self._notes[name].evaluate(facts))

    def _number(self, expression: Expression, mover: Mover) -> int:
        found = as_number(expression.evaluate(mover.facts()))
        if found is None:
            raise Unanswerable(text("allowance-not-whole", piece=name_of(mover.situation, mover.piece)))
        return max(found, 0)


class _Legs(NamedTuple):
    """The legs of a way of moving, compiled."""

    title: str
    at: Expression
    no: str
    last_at: Expression
    cost: Expression
    budget: Expression | None

    @classmethod
    def of(cls, record: ModeRecord) -> "_Legs | None":
        legs = record.legs
        if legs is None:
            return None
        budget = None if legs.budget is None else compile_expression(legs.budget)
        at, last_at, cost = map(compile_expression, (legs.at, legs.last_at, legs.cost))
        return cls(legs.title, at, legs.no, last_at, cost, budget)


class _Arrival(NamedTuple):
    """The arrival at a place: the number of the leg that reaches it, and the search of that leg."""

    leg: int
    by: Flood


class WrittenReach:
    """The reach of some pieces by a `WrittenMode`. Reasons are worked out when they are asked for."""

    def __init__(
        self, mode: WrittenMode, facets: Facets, movers: Sequence[Mover], starts: Sequence[int], allowance: int
    ) -> None:
        self._mode = mode
        self._facets = facets
        self._terrain = facets.terrain
        self._movers = movers
        self._side = movers[0].side
        self._starts = starts
        self.allowance = allowance
        self._passage: Passage = passage(mode.terms, facets, movers)
        back = mode.record.back
        self._ways_back = WaysBack(back, facets, self._passage, movers) if back is not None else None
        self._arrivals: dict[int, _Arrival] = {}
        self._reached: dict[int, _Arrival] = {}
        self._leg_cost, self._most_legs, self._budget = self._affordable()
        self._go()

    # the reached places

    @property
    def map(self) -> str:
        """The map of the pieces."""
        return self._terrain.map

    @property
    def places(self) -> Sequence[str]:
        """The places where the move can end, the cheapest first."""
        return [self._terrain.names[node] for node in self._arrivals]

    @property
    def entered(self) -> Sequence[str]:
        """The places that the move can enter, even if it cannot end there."""
        return [self._terrain.names[node] for node in self._reached if node not in self._starts]

    def cost(self, place: str) -> int:
        """Return the cost of getting to a place: the movement, or for a way of moving in legs, the price of the legs.

        Raises KeyError for a place that is not reached.
        """
        node, arrival = self._arrival(place)
        return arrival.leg * self._leg_cost if self._mode.legs else arrival.by.cost(node)

    def left(self, place: str) -> int:
        """Return the allowance that is left at a place."""
        node, arrival = self._arrival(place)
        return arrival.by.left(node)

    def legs(self, place: str) -> int:
        """Return the number of legs to a place."""
        return self._arrival(place)[1].leg

    def path(self, place: str) -> tuple[str, ...]:
        """Return the places on the way, both ends included."""
        node, arrival = self._arrival(place)
        return tuple(self._terrain.names[each] for each in self._way(node, arrival))

    def back(self, place: str) -> BackWay | None:
        """Return the way back from a place; None if the move needs none."""
        node, arrival = self._arrival(place)
        back = self._ways_back
        if back is None:
            return None
        left = back.left(node, arrival.by.left(node))
        path = tuple(self._terrain.names[each] for each in back.path(node))
        return BackWay(back.cost(node) or 0, left, path)

    def band(self, place: str) -> int:
        """Return the number of the range band of a place, from 1; 0 if it is in none."""
        cost = self.cost(place)
        return next((number for number, (up_to, _) in enumerate(self._bands, 1) if cost <= up_to), 0)

    @cached_property
    def _bands(self) -> list[tuple[int, str]]:
        """The range bands: the highest cost of each for these movers, and its title."""
        found = []
        for up_to, title in self._mode.bands:
            limits = (as_number(up_to.evaluate(mover.facts())) or 0 for mover in self._movers)
            found.append((min(limits), title))
        return found

    def note(self, place: str) -> str:
        """Return "stop" for a place that takes away the rest of the allowance; otherwise ""."""
        node, arrival = self._arrival(place)
        return STOP if not arrival.by.left(node) and arrival.by.cost(node) < self.allowance else ""

    def held(self, place: str) -> MoveHold | None:
        """Return the last place on the way that takes allowance away, with the reason; None if none does."""
        node, arrival = self._arrival(place)
        by = arrival.by
        way = by.path(node)
        for before, at in reversed(tuple(pairwise(way))):
            reason = self._stop(before, at)
            if reason is not None and by.left(at) + by.cost(at) < by.left(before) + by.cost(before):
                return self._hold(at, reason, by)
        first = self._held_first(way[0])
        return None if first is None else self._hold(way[0], first, by)

    def _hold(self, node: int, reason: StepReason, by: Flood) -> MoveHold:
        return MoveHold(self._terrain.names[node], reason.sentence, reason.rule, by.left(node), reason.pieces)

    def dear(self, place: str) -> str:
        """Return the title of the range band, or the number of legs if there are two or more and each costs
        something; otherwise "".
        """
        legs, band = self.legs(place), self.band(place)
        if band and self._bands[band - 1][1]:
            return self._bands[band - 1][1]
        return text("so-many-legs", count=legs) if legs > 1 and self._leg_cost else ""

    def crowded(self, place: str) -> str:
        """Return the rule of the first limit that would be passed if the pieces joined those there; "" if none
        would.
        """
        if not self._facets.pieces(self._terrain.numbers[place]):
            return ""
        coming = [mover.piece for mover in self._movers]
        return rule_passed(self._facets.situation, Where(self.map, place), coming)

    def accounts(self, place: str) -> Sequence[Account]:
        """Return the account of the movement, with the costs of each step.

        Accounts of the legs and of the way back follow if there are any.
        """
        node, arrival = self._arrival(place)
        way = tuple(pairwise(self._way(node, arrival)))
        parts = [part for start, end in way for part in self._step(start, end)]
        spent = self._points(sum(self._charged(start, end)[0] for start, end in way))
        left = self._points(arrival.by.left(node))
        found = [Account(text("movement"), spent, self._mode.rule, tuple(parts), left)]
        legs = self._mode.legs
        if legs is not None:
            cost = self.cost(place)
            paid = [
                NumberPart(text("leg", number=leg), f"+{self._leg_cost}", self._mode.rule)
                for leg in range(1, arrival.leg + 1)
            ]
            left = "" if self._budget is None else str(self._budget - cost)
            found.append(Account(legs.title, str(cost), self._mode.rule, tuple(paid), left))
        if self._ways_back is not None:
            found.append(self._account_back(self._ways_back, node, arrival))
        return found

    def _account_back(self, back: WaysBack, node: int, arrival: _Arrival) -> Account:
        """Return the account of the way back, with the costs of each step."""
        parts = [part for start, end in pairwise(back.path(node)) for part in self._step(start, end)]
        left = self._points(back.left(node, arrival.by.left(node)))
        rule = back.record.rule or self._mode.rule
        return Account(text("way-back"), self._points(back.cost(node) or 0), rule, tuple(parts), left)

    def _step(self, start: int, end: int) -> Iterator[NumberPart]:
        """Yield the costs of a step: the cost by the record that decides, then those by records that add to it."""
        title = self._terrain.titles[end]
        for number, charge in enumerate(self._charged(start, end)[1]):
            says = title if not number else text("cost-besides", title=title)
            yield NumberPart(says, f"+{self._points(charge.adds)}", charge.rule, because(charge.read))

    def _charged(self, start: int, end: int) -> tuple[int, Sequence[StepCharge]]:
        """Return the total cost of a step, and its parts, for the mover with the highest cost."""
        step = self._terrain.step(start, end)
        if step is None:
            return 0, ()
        charges = [charged(self._mode.terms, self._facets, mover, step) for mover in self._movers]
        dearest = max(charges, key=lambda each: sum(charge.adds for charge in each))
        return sum(charge.adds for charge in dearest), dearest

    def beside(self) -> Sequence[str]:
        """Return the places where the move cannot end, among those that it can enter and those next to them."""
        near = self._terrain.near([*self._reached, *self._starts], 1).difference(self._arrivals, self._starts)
        parts = self._mode.record.parts
        return [self._terrain.names[node] for node in sorted(near) if self._terrain.is_used(node, parts=parts)]

    def _arrival(self, place: str) -> tuple[int, _Arrival]:
        node = self._terrain.numbers[place]
        return node, self._arrivals[node]

    def _way(self, node: int, arrival: _Arrival) -> tuple[int, ...]:
        way = arrival.by.path(node)
        while way[0] not in self._starts:
            before = self._reached_earlier(way[0], arrival.leg)
            way = (*before.by.path(way[0]), *way[1:])
            arrival = before
        return way

    def _reached_earlier(self, node: int, leg: int) -> _Arrival:
        before = self._arrivals[node]
        if before.leg >= leg:
            raise ValueError(f"leg {leg} begins where no earlier one ends")
        return before

    # the search

    def _affordable(self) -> tuple[int, int, int | None]:
        """Return the cost of a leg, the most legs, and the most that all legs can cost (None: no limit)."""
        legs = self._mode.legs
        if legs is None:
            return 0, 1, None
        cost = sum(as_number(legs.cost.evaluate(mover.facts())) or 0 for mover in self._movers)
        if legs.budget is None:
            return cost, MOST_LEGS, None
        budget = max(as_number(legs.budget.evaluate(self._movers[0].facts())) or 0, 0)
        return cost, min(budget // cost if cost > 0 else MOST_LEGS, MOST_LEGS), budget

    def _go(self) -> None:
        entering = self._passage.entering(self.allowance)
        first_step = self._mode.record.first_step
        begin = {node: min(self.allowance, self._held_at_start(node)) for node in self._starts}
        for leg in range(1, self._most_legs + 1):
            flooded = flood(self._passage.steps, begin, entering, first_step=first_step)
            known = {*self._starts, *begin, *self._arrivals}
            fresh = [node for node in flooded.nodes if node not in known]
            arrival = _Arrival(leg, flooded)
            self._reached = dict.fromkeys(fresh, arrival) | self._reached
            ends = [node for node in fresh if self._may_end(node, flooded)] if self._ends_differ else fresh
            self._arrivals.update(dict.fromkeys(ends, arrival))
            begin = {node: self.allowance for node in ends if self._goes_on(node)}
            if not begin:
                break

    def _held_at_start(self, node: int) -> int:
        held = UNLIMITED
        for choice in self._mode.starts:
            if choice.number is not None and self._at(choice.when)[node]:
                held = min(held, int(self._numbers_at(choice.number)[node]))
        return max(held, 0)

    @property
    def _ends_differ(self) -> bool:
        return bool(self._mode.legs or self._mode.ends or self._ways_back)

    def _may_end(self, node: int, by: Flood) -> bool:
        legs = self._mode.legs
        if legs is not None and not self._at(legs.at)[node]:
            return False
        return self._returns(node, by) and self._forbidden_end(node) is None

    def _returns(self, node: int, by: Flood) -> bool:
        """Return whether the movers can return from a node, or need not."""
        back = self._ways_back
        return back is None or (back.cost(node) is not None and back.left(node, by.left(node)) >= 0)

    def _goes_on(self, node: int) -> bool:
        legs = self._mode.legs
        return legs is not None and not self._at(legs.last_at)[node]

    @cached_property
    def _surveys(self) -> list[Survey]:
        return [self._facets.survey_places(self._side, mover.facts()) for mover in self._movers]

    def _at(self, when: Expression) -> Sequence[bool]:
        """Return, for each place, whether a condition holds for any of the movers."""
        if when not in self._asked:
            answers = [survey.holds(when) for survey in self._surveys]
            found = answers[0]
            for answer in answers[1:]:
                found = found | answer
            self._asked[when] = found.tolist()
        return self._asked[when]

    @cached_property
    def _asked(self) -> dict[Expression, Sequence[bool]]:
        return {}

    def _numbers_at(self, number: Expression) -> Ints:
        return self._surveys[0].numbers(number)

    # reasons against places

    def why_not(self, place: str) -> WhyNot | None:
        """Return the reason that a place is not reached.

        None for a place that is reached, and for the start of the move.
        """
        node = self._terrain.numbers[place]
        if node in self._arrivals or node in self._starts:
            return None
        if node in self._reached:
            return self._no_end(node)
        if self._mode.legs is not None and node in self._unbounded:
            return self._too_dear(node)
        if self._is_closed(node):
            return self._closed(node)
        needs = distance(*self._passage.freely(), self._unlimited, node, self.allowance)
        if needs is None:
            return self._barred(node)
        if needs.cost <= self.allowance:
            unstopped = flood(self._passage.without_bars(BLOCKED), self._unlimited, until=node)
            stop = self._first_stop(unstopped.path(node))
            if stop is not None:
                return self._told("stopped", stop[1], stop[0])
        return self._too_far(needs)

    def why_no_end(self, place: str) -> WhyNot | None:
        """Return the reason that a path may not end at a place, its start included; None if it may end there."""
        node = self._terrain.numbers[place]
        if node not in self._starts:
            return self._no_end(node) if node in self._reached and node not in self._arrivals else None
        found = self._forbidden_end(node)
        return None if found is None else self._told("no-end", self._no_end_reason(*found, node), node)

    def _forbidden_end(self, node: int) -> tuple[Expression, NoEndRecord] | None:
        return next(((when, end) for when, end in self._mode.ends if self._at(when)[node]), None)

    def _no_end(self, node: int) -> WhyNot:
        legs = self._mode.legs
        if legs is not None and not self._at(legs.at)[node]:
            behind = pieces_behind(legs.at, self._facets, self._side, node=node)
            return self._told("no-end", StepReason(legs.no, self._mode.rule, behind), node)
        by = self._reached[node].by
        if self._ways_back is not None and not self._returns(node, by):
            return self._no_way_back(self._ways_back, node, by.left(node))
        found = self._forbidden_end(node)
        assert found is not None, "a node where no move may end"
        return self._told("no-end", self._no_end_reason(*found, node), node)

    def _no_way_back(self, back: WaysBack, node: int, left: int) -> WhyNot:
        """Return the reason that the movers cannot return from a node that they reach."""
        has, needs = left if back.allowance is None else back.allowance, back.cost(node)
        rule, place = back.record.rule or self._mode.rule, self._terrain.titles[node]
        if needs is None:
            reason = back.record.no
        else:
            reason = text("way-back-costs", no=back.record.no, needs=self._points(needs), has=self._points(has))
        sentence = text("move-may-not-end", place=place, reason=reason, rule=rule)
        return WhyNot("no-way-back", sentence, rule, place, needs, has)

    def _no_end_reason(self, when: Expression, end: NoEndRecord, node: int) -> StepReason:
        behind = pieces_behind(when, self._facets, self._side, node=node)
        return StepReason(end.no, end.rule or self._mode.rule, behind)

    def _who(self) -> dict[str, str | int]:
        """Return the arguments of a sentence for the pieces and their number."""
        names = names_of(self._movers[0].situation, [mover.piece for mover in self._movers])
        return {"pieces": names, "count": len(self._movers)}

    def _too_far(self, needs: CostBound) -> WhyNot:
        needed, has = self._points(needs.cost), self._points(self.allowance)
        key = "too-far" if needs.exact else "too-far-at-least"
        sentence = text(key, **self._who(), needs=needed, has=has, rule=self._mode.rule)
        return WhyNot("too-far", sentence, self._mode.rule, needs=needs.cost, has=self.allowance)

    def _too_dear(self, node: int) -> WhyNot:
        needs = self._unbounded[node] * self._leg_cost
        sentence = text(
            "too-many-legs",
            pieces=self._who()["pieces"],
            count=self._unbounded[node],
            needs=needs,
            has=self._budget,
            rule=self._mode.rule,
        )
        return WhyNot("too-far", sentence, self._mode.rule, needs=needs, has=self._budget)

    def _is_closed(self, node: int) -> bool:
        """Return whether steps of the sets in use lead to a node, but none of these steps can be taken."""
        into = [step for step in self._terrain.into[node] if self._passage.is_walked(step)]
        return bool(into) and all(map(self._passage.is_barred, into))

    def _closed(self, node: int) -> WhyNot:
        """Return the reason that a place cannot be entered.

        It is the reason against a step from a place that the move reaches, or else against any step to the place.
        """
        into = [step for step in self._terrain.into[node] if self._passage.is_walked(step)]
        near = [step for step in into if self._terrain.origin[step] in {*self._reached, *self._starts}]
        return self._blocked((near or into)[0])

    def _blocked(self, step: int) -> WhyNot:
        reason = self._passage.barred(self._facets, self._side, step)
        return self._told("blocked", reason, self._terrain.to[step], self._terrain.origin[step])

    def _barred(self, node: int) -> WhyNot:
        unbarred = flood(self._passage.without_bars(_DEAR), self._unlimited, until=node)
        if node not in unbarred:
            sentence = text("no-way-by", way=self._mode.title, rule=self._mode.rule)
            return WhyNot("no-way", sentence, self._mode.rule)
        for start, end in pairwise(unbarred.path(node)):
            step = self._terrain.step(start, end)
            if step is not None and self._passage.is_barred(step):
                return self._blocked(step)
        raise ValueError("a way without a bar leads to a place that is not reached")

    def _told(self, why: Why, reason: StepReason, node: int, start: int | None = None) -> WhyNot:
        titles = self._terrain.titles
        sentence = text(
            _WHY_NOT[why],
            place=titles[node],
            start=titles[node if start is None else start],
            reason=by_whom(reason.sentence, self._movers[0].situation, reason.pieces),
            rule=reason.rule,
        )
        return WhyNot(why, sentence, reason.rule, titles[node], pieces=reason.pieces)

    def _first_stop(self, way: Sequence[int]) -> tuple[int, StepReason] | None:
        """Return the first place on a way that stops the movers short of its end, with the reason; None if none
        does.
        """
        first = self._held_first(way[0])
        if first is not None:
            return way[0], first
        for before, node in pairwise(way[:-1]):
            reason = self._stop(before, node)
            if reason is not None:
                return node, reason
        return None

    def _held_first(self, node: int) -> StepReason | None:
        """Return the reason that the movers have less than their allowance at the start; None if they have all of
        it.
        """
        if node not in self._starts or self._held_at_start(node) >= self.allowance:
            return None
        choice = next(choice for choice in self._mode.starts if self._at(choice.when)[node])
        behind = pieces_behind(choice.when, self._facets, self._side, node=node)
        return StepReason(choice.sentence, choice.rule or self._mode.rule, behind)

    def _stop(self, before: int, node: int) -> StepReason | None:
        """Return the reason that a step from a node to the next takes away more allowance than its cost; None if it
        does not.
        """
        step = self._terrain.step(before, node)
        if step is not None and self._passage.takes_all(step):
            return StepReason(text("step-takes-all"), self._mode.rule)
        return self._passage.stopped(self._facets, self._side, node)

    @property
    def _unlimited(self) -> Mapping[int, int]:
        """The nodes where the move or a further leg can begin, each with an unlimited allowance."""
        return dict.fromkeys([*self._starts, *(node for node in self._arrivals if self._goes_on(node))], UNLIMITED)

    @cached_property
    def _unbounded(self) -> Mapping[int, int]:
        """The number of legs to each place if a move of several legs may have any cost."""
        found: dict[int, int] = {}
        begin = dict.fromkeys(self._starts, self.allowance)
        entering = self._passage.entering(self.allowance)
        for leg in range(1, MOST_LEGS + 1):
            flooded = flood(self._passage.steps, begin, entering)
            ends = [node for node in flooded.nodes if node not in found and self._may_end(node, flooded)]
            found.update(dict.fromkeys(ends, leg))
            begin = {node: self.allowance for node in ends if self._goes_on(node)}
            if not begin:
                break
        return found

    def _points(self, units: int) -> str:
        return points(units, self._mode.per_point)
