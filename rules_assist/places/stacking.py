"""Stacking: the amount in a place, its limit, and the check."""

from collections.abc import Iterable, Mapping, Sequence

from rules_assist.movement.step_costs import SIDE
from rules_assist.places.place_facts import AT, Facets
from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.named_facts import Over
from rules_assist.position.situation import Situation
from rules_assist.rulebook.place_parts import StackAmount
from rules_assist.schema.stacking_rules import StackingRecord
from tabletop.assistance import Due, Finding, Where
from tabletop.expression import Value, as_number, compile_expression, compile_template
from tabletop.texts import text

TOGETHER = ""
"""The owner of a stack if all sides share one limit."""


class WrittenStacking:
    """A stacking limit from a rule file."""

    def __init__(self, record: StackingRecord) -> None:
        self.id = record.id
        self.title = record.title
        self.rule = record.rule
        self.due: Due = record.due
        self.message = record.message
        self._apart = record.sides == "apart"
        self._of = compile_expression(record.of)
        self._counts = compile_expression(record.counts)
        self._where = compile_expression(record.where)
        self._limit = compile_expression(record.limit)

    def stacks(self, situation: Situation, where: Where, coming: Sequence[int] = ()) -> Sequence[StackAmount]:
        """Return the stack of each side in a place, or one stack of all pieces if the sides share the limit.

        Pieces that are `coming` count as if they were there. There are no stacks where the limit does not apply.
        """
        facets = situation.facets(where.map)
        node = facets.terrain.node(where.place)
        if node is None:
            return ()
        counted: dict[str, dict[int, int]] = {}
        for piece in (*facets.pieces(node), *coming):
            facts = RuleFactReader(situation, piece=piece)
            if self._of.test(facts):
                side = situation.side_of(piece) if self._apart else TOGETHER
                counted.setdefault(side, {})[piece] = as_number(self._counts.evaluate(facts)) or 0
        found = []
        for side, counts in counted.items():
            reader = self._reader(facets, node, side)
            if self._where.test(reader):
                limit = _limit(self._limit.evaluate(reader))
                stands = sum(counts.values())
                found.append(
                    StackAmount(
                        self.id, self.title, self.rule, side, stands, limit, tuple(counts), tuple(counts.values())
                    )
                )
        return found

    def _reader(self, facets: Facets, node: int, side: str) -> Over:
        """Return the reader of expressions about a place."""
        names = (name for name in self._where.reads | self._limit.reads if name.startswith(AT))
        known = {name: _value(facets, name.removeprefix(AT), node, side) for name in names}
        return Over(RuleFactReader(facets.situation, {SIDE: side}), known)


class StackingCheck:
    """The check of a limit from a rule file. It looks at the places where the moved pieces are now."""

    def __init__(self, stacking: WrittenStacking) -> None:
        self.id = stacking.id
        self.title = stacking.title
        self.rule = stacking.rule
        self.due: Due = stacking.due
        self._stacking = stacking
        self._message = compile_template(stacking.message) if stacking.message else None

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:  # noqa: ARG002
        """Yield a finding for each limit that is passed in the places of the moved pieces."""
        places = {where: None for piece in moved if piece in after.game.pieces and (where := after.where(piece))}
        for where in places:
            for stack in self._stacking.stacks(after, where):
                if stack.is_over and stack.limit is not None:
                    yield self._finding(after, where, stack, stack.limit)

    def _finding(self, situation: Situation, where: Where, stack: StackAmount, limit: int) -> Finding:
        terrain = situation.book.ground.atlas.terrain(where.map)
        node = terrain.node(where.place)
        title = terrain.titles[node] if node is not None else where.place
        figures: Mapping[str, Value] = {"place": title, "stands": stack.stands, "limit": limit, SIDE: stack.side}
        said = text("too-many-stand", title=self.title, count=stack.stands, limit=limit, place=title)
        message = self._message.render(Over(RuleFactReader(situation), figures)) if self._message else said
        numbers = (("stands", stack.stands), ("limit", limit))
        return Finding(self.id, self.rule, message, stack.pieces, (where,), numbers, self.due)


def stack_of(situation: Situation, where: Where) -> tuple[StackAmount, ...]:
    """Return the stacks in a place, by every stacking rule of the module."""
    rules = situation.book.ground.stacking.values()
    return tuple(stack for rule in rules for stack in rule.stacks(situation, where))


def rule_passed(situation: Situation, where: Where, coming: Sequence[int]) -> str:
    """Return the rule of the first limit that would be passed in a place if these pieces came to it; "" if none
    would.
    """
    for limit in situation.book.ground.stacking.values():
        stacks = limit.stacks(situation, where, coming)
        if any(stack.is_over and not set(coming).isdisjoint(stack.pieces) for stack in stacks):
            return limit.rule
    return ""


def _value(facets: Facets, name: str, node: int, side: str) -> Value:
    column = facets.place(name, side)
    return None if column is None else column.values[int(column.codes[node])]


def _limit(value: Value) -> int | None:
    """Return the number of a limit; None if there is none."""
    return None if value is None or value == "" else as_number(value)
