"""Supply lines: the pieces that are supplied, the line to each, and the places and causes of cuts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from rules_assist.map.line_net import BarredStep, LineNet
from rules_assist.map.path_search import BLOCKED, UNLIMITED, Flood, flood
from rules_assist.movement.step_costs import SIDE, Mover, Passage, StepReason, Terms, choices_of, passage, pieces_behind
from rules_assist.movement.ways import by_whom, name_of
from rules_assist.places.place_facts import AT, Facets
from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Supply, SupplyCut
from rules_assist.schema.supply_rules import SupplyRecord
from tabletop.assistance import Where
from tabletop.expression import Expression, Value, as_number, compile_expression
from tabletop.texts import text


def name_of_supply(id: str) -> str:
    """Return the name of a kind of supply in expressions, in which each - is written as _."""
    return id.replace("-", "_")


class HasSupply:
    """The fact `has_<id>` of a kind of supply. Each - in the id is written as _.

    It is true if a piece has supply, or needs none.
    """

    def __init__(self, supply: Supply) -> None:
        self.id = f"has_{name_of_supply(supply.id)}"
        self.title = supply.title
        self.rule = supply.rule
        self.supply = supply

    def value(self, facts: RuleFactReader) -> bool:
        """Return whether the piece is supplied, or needs no supply.

        The answers for all pieces of its side are worked out together and kept for the situation.
        """
        situation, side = facts.situation, facts.situation.side_of(facts.piece) if facts.piece else ""
        found = situation.once((self.id, side), lambda: dict(self.supply.supplied(situation, side)), dict)
        return bool(found.get(facts.piece, True))


class WrittenSupply:
    """A kind of supply from a rule file."""

    def __init__(self, record: SupplyRecord) -> None:
        self.id = record.id
        self.title = record.title
        self.rule = record.rule
        self.terms = Terms(
            f"supply {record.id}",
            record.rule,
            record.over,
            record.parts,
            choices_of(record.steps),
            (),
            choices_of(record.stops),
            refills=compile_expression(record.bases),
        )
        self._who = compile_expression(record.who)
        self._reach = compile_expression(record.reach)
        self._sources = tuple(
            _SupplySource(compile_expression(source.who), compile_expression(source.at)) for source in record.sources
        )
        sources = frozenset(name for source in self._sources for name in source.at.reads if not name.startswith(AT))
        self._of_pieces = frozenset(self.terms.of_movers).union(
            self._reach.reads, sources, *(source.who.reads for source in self._sources)
        )
        self._reads = (*self.terms.of_movers, *sorted(sources))

    def applies(self, situation: Situation, piece: int) -> bool:
        """Return whether a piece needs this supply.

        A piece in a place to which no line can lead, for example in a box for losses, does not.
        """
        is_its = self._who.test(Mover(situation, piece, situation.side_of(piece)).facts())
        return is_its and self._node(situation, situation.stands(piece)) is not None

    def _node(self, situation: Situation, where: Where | None) -> int | None:
        """Return the node of a place if steps that lines may use lead there; otherwise None."""
        if where is None:
            return None
        terrain = situation.book.ground.atlas.terrain(where.map)
        node = terrain.node(where.place)
        if node is None:
            return None
        walked = terrain.walked(self.terms.over, parts=self.terms.parts)
        into = (step for each in (node, *terrain.parts(node)) for step in terrain.into[each])
        return node if any(walked[step] for step in into) else None

    def lines(self, situation: Situation, piece: int, map: str = "") -> "WrittenLines":
        """Return the lines that supply a piece, on a map (by default its own). Raises `Unanswerable` if no map is
        given for a piece on no map.
        """
        where = situation.stands(piece)
        if not map and where is None:
            raise Unanswerable(text("stands-on-no-map", piece=name_of(situation, piece)))
        mover = Mover(situation, piece, situation.side_of(piece))
        return self._lines(mover, mover.facts(), map or (where.map if where else ""))

    def lines_for(self, situation: Situation, side: str, given: Mapping[str, Value], map: str = "") -> "WrittenLines":
        """Return the lines for any piece of a side with these facts (`{"nation": "US"}`), even if there is no such
        piece.

        They are on the given map, or by default on the first.
        """
        mover = Mover(situation, 0, side, given)
        return self._lines(mover, mover.facts(), map or situation.book.ground.atlas.maps[0])

    def _lines(self, mover: Mover, facts: RuleFactReader, map: str) -> "WrittenLines":
        """Return the lines of a mover on a map. Movers with the same search share them."""
        source, reach = self._source_of(facts), self._reaching(facts)
        facets, read = mover.situation.facets(map), [facts.read(name) for name in self._reads]
        return mover.situation.once(
            (self.id, map, mover.side, source, reach, *((type(value), value) for value in read)),
            lambda: WrittenLines(self, facets, mover, source, reach),
            WrittenLines,
        )

    def supplied(self, situation: Situation, side: str) -> Mapping[int, bool]:
        """Return, for each piece of a side that needs this supply and is on a map, whether it is supplied.

        Pieces share one search if everything that the rule reads of them is the same.
        """
        by_lines = self._by_lines(situation, side)
        return dict(sorted((piece, lines.serves(node)) for lines, goals in by_lines for piece, node in goals.items()))

    def nets(self, situation: Situation, side: str) -> Sequence[LineNet]:
        """Return the lines of a side as nets, each with the pieces that it may supply, for questions about cuts and
        openings.
        """
        return [lines.net(goals) for lines, goals in self._by_lines(situation, side)]

    def _by_lines(self, situation: Situation, side: str) -> Iterable[tuple["WrittenLines", Mapping[int, int]]]:
        """Return the lines of the pieces of a side, each with its pieces and their nodes."""
        served: dict[WrittenLines, dict[int, int]] = {}
        shared: dict[str, WrittenLines | None] = {}
        for piece, map, node in self._needing(situation, side):
            if map not in shared:
                shared[map] = self._shared_lines(situation, side, map)
            mover = Mover(situation, piece, side)
            served.setdefault(shared[map] or self._lines(mover, mover.facts(), map), {})[piece] = node
        return served.items()

    def _needing(self, situation: Situation, side: str) -> Sequence[tuple[int, str, int]]:
        """Return the pieces of a side that need this supply, each with its map and its node.

        Kinds of supply for the same pieces, over the same sets of steps, share them.
        """
        key = ("needing", self._who.text, self.terms.over, self.terms.parts, side)
        return situation.once(key, lambda: tuple(self._find_needing(situation, side)), tuple)

    def _find_needing(self, situation: Situation, side: str) -> Iterator[tuple[int, str, int]]:
        if not self._who.reads and not self._who.test(Mover(situation, 0, side).facts()):
            return
        nodes: dict[Where, int | None] = {}
        for piece in situation.pieces(side):
            where = situation.stands(piece)
            if where is None:
                continue
            if where not in nodes:
                nodes[where] = self._node(situation, where)
            node = nodes[where]
            if node is not None and self._who.test(Mover(situation, piece, side).facts()):
                yield piece, where.map, node

    def _shared_lines(self, situation: Situation, side: str, map: str) -> "WrittenLines | None":
        """Return the lines of all pieces of a side on a map; None if pieces can have different lines."""
        facets = situation.facets(map)
        of_pieces = (name for name in self._of_pieces if name != SIDE and facets.step(name, side) is None)
        return None if any(of_pieces) else self.lines_for(situation, side, {}, map)

    def _source_of(self, facts: RuleFactReader) -> Expression | None:
        return next((source.at for source in self._sources if source.who.test(facts)), None)

    def _reaching(self, facts: RuleFactReader) -> int:
        return max(as_number(self._reach.evaluate(facts)) or 0, 0)


class _SupplySource(NamedTuple):
    who: Expression
    at: Expression


class WrittenLines:
    """All places that lines of a `WrittenSupply` reach. Reasons are worked out when they are asked for."""

    def __init__(
        self, supply: WrittenSupply, facets: Facets, mover: Mover, source: Expression | None, reach: int
    ) -> None:
        self._supply = supply
        self._facets = facets
        self._terrain = facets.terrain
        self._mover = mover
        self.reach = reach
        self._source = source
        self._passage: Passage = passage(supply.terms, facets, [mover])
        self._starts = self._begin()
        self._flood: Flood = flood(self._passage.steps, self._starts, self._passage.entering(reach))

    def _begin(self) -> dict[int, int]:
        """Return the sources, each with the length of a line that begins there."""
        caps = self._passage.caps
        return {node: min(self.reach, int(caps[node])) for node in self._sources_in(self._facets)}

    def _sources_in(self, facets: Facets) -> Sequence[int]:
        """Return the sources, by the facts of places in a position; none if the mover can have no source."""
        if self._source is None:
            return ()
        survey = facets.survey_places(self._mover.side, self._mover.facts())
        nodes: list[int] = survey.holds(self._source).nonzero()[0].tolist()
        return [node for node in nodes if self._terrain.is_used(node, parts=self._supply.terms.parts)]

    @property
    def places(self) -> Sequence[str]:
        """The places in supply, those nearest to their sources first."""
        return [self._terrain.names[node] for node in self._flood.nodes]

    @property
    def nodes(self) -> Sequence[int]:
        """The nodes of the places in supply, those nearest to their sources first."""
        return tuple(self._flood.nodes)

    @property
    def sources(self) -> Sequence[str]:
        """The places where lines begin."""
        return [self._terrain.names[node] for node in self._starts]

    def net(self, goals: Mapping[int, int]) -> LineNet:
        """Return these lines as a net, with the pieces that they may supply and the node of each."""
        passage, facets, side = self._passage, self._facets, self._mover.side
        situation = self._mover.situation

        def enemies(pieces: Iterable[int]) -> tuple[int, ...]:
            return tuple(piece for piece in pieces if situation.side_of(piece) != side)

        def stoppers(node: int) -> tuple[int, ...]:
            reason = passage.stopped(facets, side, node)
            return () if reason is None else enemies(reason.pieces)

        def barriers() -> Mapping[int, BarredStep]:
            found = passage.barriers(facets, self._mover)
            return {step: barred for step, barred in found.items() if enemies(barred.pieces) == barred.pieces}

        def lost() -> Mapping[int, tuple[int, ...]]:
            if self._source is None:
                return {}
            alone = situation.without(enemies(situation.pieces())).facets(self._terrain.map)
            nodes = [node for node in self._sources_in(alone) if node not in self._starts]
            held = {node: enemies(pieces_behind(self._source, facets, side, node=node)) for node in nodes}
            return {node: pieces for node, pieces in held.items() if pieces}

        caps: list[int] = passage.caps.tolist()
        refills: list[bool] = passage.refills.tolist()
        sources = frozenset(self._starts)
        return LineNet(
            self._terrain, passage.steps, sources, self.reach, caps, refills, goals, stoppers, barriers, lost
        )

    def serves(self, node: int) -> bool:
        """Return whether a line reaches a node, or one of its parts."""
        return node in self._flood or any(part in self._flood for part in self._terrain.parts(node))

    def is_base(self, place: str) -> bool:
        """Return whether a line has its whole length again at a supplied place: a source, or a base of the rule."""
        node = self._terrain.numbers[place]
        return node in self._starts or (node in self._flood and bool(self._passage.refills[node]))

    def line(self, place: str) -> tuple[str, ...] | None:
        """Return a line to a place, from its source; None if it is out of supply."""
        node = self._terrain.numbers[place]
        found = next((each for each in (node, *self._terrain.parts(node)) if each in self._flood), None)
        return None if found is None else tuple(self._terrain.names[each] for each in self._flood.path(found))

    def cut(self, place: str) -> SupplyCut | None:
        """Return the reason that a place is out of supply; None if it is in supply."""
        node = self._terrain.numbers[place]
        rule = self._supply.rule
        if self.serves(node):
            return None
        if not self._starts:
            return SupplyCut(text("no-source-left", supply=self._supply.title, rule=rule), rule)
        if node in self._unstopped:
            way = self._unstopped.path(node)
            for number, at in enumerate(way[:-1]):
                reason = self._stop(at, way[number - 1] if number else None)
                if reason is not None and at in self._flood:
                    return self._cut_at(at, reason)
        if node in self._unlimited:
            return self._too_far(node)
        if node in self._unbarred:
            return self._no_way(self._unbarred.path(node))
        return SupplyCut(text("no-line-leads-there", rule=rule), rule, frontier=self._frontier)

    def _stop(self, node: int, before: int | None) -> StepReason | None:
        """Return the reason that a line from the node `before` goes no farther than this node; None if it goes on."""
        step = None if before is None else self._terrain.step(before, node)
        if step is not None and self._passage.takes_all(step):
            return StepReason(text("line-ends-there"), self._supply.rule)
        return self._passage.stopped(self._facets, self._mover.side, node)

    def _cut_at(self, node: int, reason: StepReason) -> SupplyCut:
        here = Where(self._terrain.map, self._terrain.place(node))
        title = self._terrain.titles[node]
        why = by_whom(reason.sentence, self._mover.situation, reason.pieces, here)
        sentence = text("line-cut-at", place=title, reason=why, rule=reason.rule)
        return SupplyCut(sentence, reason.rule, title, pieces=reason.pieces, frontier=self._frontier)

    def _too_far(self, node: int) -> SupplyCut:
        """Return the cut of a place that is too far away: the stretch from base to base that is too long.

        Of all ways to the place, the way is taken whose longest stretch is the shortest.
        """
        enough, short = self._unlimited.cost(node), self.reach
        while enough - short > 1:
            between = (enough + short) // 2
            if node in self._unstopped_within(between):
                enough = between
            else:
                short = between
        way = self._unstopped_within(enough).path(node)
        steps, since, base = self._passage.without_bars(BLOCKED).prices, 0, way[0]
        stretches: list[tuple[int, int]] = []
        for start, end in pairwise(way):
            step = self._terrain.step(start, end)
            since += 0 if step is None else steps[step]
            if self._passage.refills[end] or end == way[-1]:
                stretches.append((base, since))
                base, since = end, 0
        at, needs = max(stretches, key=lambda stretch: stretch[1])
        title, rule = self._terrain.titles[at], self._supply.rule
        sentence = text("line-too-long", place=title, needs=needs, has=self.reach, rule=rule)
        return SupplyCut(sentence, rule, title, needs=needs, has=self.reach, frontier=self._frontier)

    def _no_way(self, way: Sequence[int]) -> SupplyCut:
        for start, end in pairwise(way):
            step = self._terrain.step(start, end)
            if step is not None and self._passage.is_barred(step):
                reason = self._passage.barred(self._facets, self._mover.side, step)
                title = self._terrain.titles[end]
                start_title = self._terrain.titles[start]
                sentence = text(
                    "no-line-between", start=start_title, place=title, reason=reason.sentence, rule=reason.rule
                )
                return SupplyCut(sentence, reason.rule, title, frontier=self._frontier)
        raise ValueError("a line without a bar leads to a place out of supply")

    def held_before(self, place: str) -> Mapping[str, tuple[int, ...]]:
        """Return the places where lines stop before they reach a place out of supply, each with the pieces that stop
        them.

        From each of these places a line would reach the place if nothing stopped it on the rest of its way.
        """
        goal, found = self._terrain.numbers[place], dict[str, tuple[int, ...]]()
        if goal in self._flood or goal not in self._unstopped:
            return found
        steps, beyond = self._passage.without_bars(BLOCKED), self._passage.without_stops(self.reach)
        for node in self._flood.nodes:
            reason = self._passage.stopped(self._facets, self._mover.side, node)
            if reason is not None and goal in flood(steps, {node: self._unstopped.left(node)}, beyond):
                found[self._terrain.names[node]] = reason.pieces
        return found

    @property
    def _frontier(self) -> tuple[str, ...]:
        """The supplied places beyond which no line goes, because something stops it there."""
        caps = self._passage.caps
        return tuple(
            self._terrain.titles[node]
            for node in sorted(self._flood.nodes)
            if caps[node] < self.reach and self._flood.left(node) <= caps[node]
        )

    @cached_property
    def _unstopped(self) -> Flood:
        """The reach of lines if no place stopped them."""
        return self._unstopped_within(self.reach)

    def _unstopped_within(self, reach: int) -> Flood:
        """Return the reach of lines of this length if no place stopped them."""
        starts = dict.fromkeys(self._starts, reach)
        return flood(self._passage.without_bars(BLOCKED), starts, self._passage.without_stops(reach))

    @cached_property
    def _unlimited(self) -> Flood:
        """The reach of lines if nothing stopped them and they had no limit of length."""
        return flood(self._passage.without_bars(BLOCKED), dict.fromkeys(self._starts, UNLIMITED))

    @cached_property
    def _unbarred(self) -> Flood:
        """The reach of lines if nothing stopped them, they had no limit of length, and they could cross barred
        steps.
        """
        return flood(self._passage.without_bars(1 << 40), dict.fromkeys(self._starts, UNLIMITED))
