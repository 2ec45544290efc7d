"""The compiler from trees to closures: each node becomes a Python function of a reader, made once and called often.

The meaning of values is in ``value_rules`` and ``library``. This file decides the order in which parts are worked out.
Some parts are not worked out at all: the branches of ``if`` that are not taken, and the rest of ``and`` and ``or``
after the result is certain.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import add, mul, sub
from typing import TypeAlias
from weakref import WeakValueDictionary

from tabletop.expression.expression import Alike, CountQuestion, Expression, ExpressionFacts, Given, Run, SplitCondition
from tabletop.expression.expression_errors import ExpressionError
from tabletop.expression.game_questions import Reader, Scope
from tabletop.expression.library import decimals
from tabletop.expression.library.functions import DRAWING, called, divide, number_or_decimal, remainder, whole_number
from tabletop.expression.parse import parse
from tabletop.expression.printer import print_tree
from tabletop.expression.scopes import SCOPES, Purpose, checked_scope
from tabletop.expression.tree import (
    AllOf,
    AnyOf,
    Arithmetic,
    Call,
    Compare,
    Comparison,
    Constant,
    Count,
    Distance,
    Join,
    Mine,
    Name,
    Negative,
    Node,
    Not,
    Operator,
    PropertyOf,
    ScopeNode,
    checked,
    size,
)
from tabletop.expression.value_rules import (
    Value,
    as_number,
    as_text,
    bounded_number,
    bounded_text,
    equal,
    is_true,
    less,
)

_KEPT = 65_536

_NumberRun: TypeAlias = Callable[[Reader, Given], int]
_OperandRun: TypeAlias = Callable[[Reader, Given], int | str]

_cached_trees: dict[str, Node] = {}
_known: dict[str, Expression] = {}
_conditions: "WeakValueDictionary[str, Expression]" = WeakValueDictionary()


@lru_cache(maxsize=_KEPT)
def compile_expression(text: str) -> Expression:
    """Return the expression written as ``text``. The same text gives the same object and is parsed once; only the last
    65,536 texts are remembered.

    Raises :class:`ExpressionError`, with the position and with what was expected there, if these are known.
    """
    tree = _cached_trees.pop(text, None)
    try:
        expression = _compiled(text, parse(text) if tree is None else checked(tree))
    except ExpressionError as error:
        raise ExpressionError(error.message, text, error.position, error.expected) from None
    if expression.mine:
        raise ExpressionError("mine() stands only inside a count, where it means the piece that asks.", text)
    if len(_known) < _KEPT:
        _known[text] = expression
    return expression


def known() -> tuple[Expression, ...]:
    """Return the expressions that have been compiled so far, at most the first 65,536, for a cache."""
    return tuple(_known.values())


def remember(trees: dict[str, Node]) -> None:
    """Use these parsed trees, which come from a cache, so that their texts need not be parsed again."""
    _cached_trees.update(trees)


def _compiled(text: str, tree: Node) -> Expression:
    compiler = _Compiler()
    run = compiler.run(tree)
    return Expression(text, tree, run, compiler.facts(tree))


def _condition(tree: Node) -> Expression:
    """Return the part of a count that is worked out for each piece, as an expression.

    Conditions with the same standard spelling share one object.
    """
    text = print_tree(tree)
    known = _conditions.get(text)
    if known is None:
        known = _conditions[text] = _compiled(text, tree)
    return known


class _Compiler:
    """A compiler of one expression's tree into closures.

    It notes the questions that the expression asks about the game.
    """

    def __init__(self) -> None:
        self._reads: dict[str, None] = {}
        self._counts: dict[CountQuestion, None] = {}
        self._mine: list[Node] = []
        self._reads_any = False
        self._draws = False
        self._asks = False

    def facts(self, tree: Node) -> ExpressionFacts:
        """Return the facts noted while the tree was compiled."""
        return ExpressionFacts(
            reads=frozenset(self._reads),
            reads_any=self._reads_any,
            counts=tuple(self._counts),
            mine=tuple(self._mine),
            draws=self._draws,
            size=size(tree),
            is_constant=not (self._reads or self._asks or self._mine or self._draws),
        )

    def run(self, node: Node) -> Run:  # noqa: PLR0912 - one case a kind of node
        """Return the closure for ``node``."""
        match node:
            case Constant(value):
                return lambda _reader, _given: value
            case Name(name):
                self._reads[name] = None
                return lambda reader, _given: reader.read(name)
            case Compare(operator, left, right):
                return _COMPARISONS[operator](self.run(left), self.run(right))
            case AllOf(of):
                return _all(tuple(map(self.run, of)))
            case AnyOf(of):
                return _any(tuple(map(self.run, of)))
            case Not(of):
                run = self.run(of)
                return lambda reader, given: not is_true(run(reader, given))
            case Negative(of):
                operand = self._operand(of)
                return lambda reader, given: _calculated(0, "-", operand(reader, given))
            case Arithmetic(first, rest):
                return _arithmetic(
                    self._operand(first), tuple((operator, self._operand(operand)) for operator, operand in rest)
                )
            case Join(of):
                return _join(tuple(map(self.run, of)))
            case Call(function, arguments):
                return self._call(function, arguments)
            case Count():
                return self._count(node)
            case Mine(of):
                self._mine.append(of)
                index = len(self._mine) - 1
                return lambda _reader, given: given[index]
            case PropertyOf(named, scope):
                return self._property(named, scope)
            case Distance():
                return self._distance(node)

    def _number(self, node: Node) -> _NumberRun:
        """Return the closure for ``node`` where a number is needed."""
        run = self.run(node)
        named = node.name if isinstance(node, Name) else ""

        def number(reader: Reader, given: Given) -> int:
            value = run(reader, given)
            return value if type(value) is int else whole_number(value, named)

        return number

    def _operand(self, node: Node) -> _OperandRun:
        """Return the closure for ``node`` where a number is needed, which may be a decimal as text."""
        run = self.run(node)
        named = node.name if isinstance(node, Name) else ""

        def operand(reader: Reader, given: Given) -> int | str:
            value = run(reader, given)
            return value if type(value) is int else number_or_decimal(value, named)

        return operand

    def _call(self, name: str, arguments: tuple[Node, ...]) -> Run:
        function = called(name, len(arguments))
        self._draws |= name in DRAWING
        runs = tuple(map(self.run, arguments))
        if name == "if":
            return _choice(runs)
        compute = function.compute
        if function.asks_reader:
            return lambda reader, given: compute(reader, *[run(reader, given) for run in runs])
        if len(runs) == 1:
            (only,) = runs
            return lambda reader, given: compute(only(reader, given))
        return lambda reader, given: compute(*[run(reader, given) for run in runs])

    def _property(self, name: Node, scope: ScopeNode | None) -> Run:
        name_run = self.run(name)
        if scope is None:
            self._reads_any = self._asks = True
            return lambda reader, given: reader.read(as_text(name_run(reader, given)))
        scope_run = self._scope(scope, "property")
        return lambda reader, given: reader.read_at(as_text(name_run(reader, given)), scope_run(reader, given))

    def _distance(self, node: Distance) -> Run:
        unit = node.unit
        to = self._scope(node.to, "distance")
        if node.start is None:
            return lambda reader, given: reader.distance(to(reader, given), None, unit)
        start = self._scope(node.start, "distance")
        return lambda reader, given: reader.distance(to(reader, given), start(reader, given), unit)

    def _count(self, node: Count) -> Run:
        condition = _condition(node.condition or Constant(True))
        summed = None if node.summed is None else _condition(node.summed)
        self._draws |= condition.draws or (summed is not None and summed.draws)
        scope = self._scope(node.scope, "count")
        mine = tuple(map(self.run, condition.mine))
        mine_summed = tuple(map(self.run, summed.mine)) if summed else ()
        how = node.how
        parted = None if mine_summed else self._parted(node.condition)
        fixed = _fixed_scope(node.scope)
        if fixed is not None and not mine and not mine_summed:
            question = CountQuestion(how, fixed, summed, condition)
            self._counts[question] = None
            return lambda reader, _given: reader.count(question, reader)

        def ask(reader: Reader, given: Given) -> Value:
            question = CountQuestion(
                how,
                scope(reader, given),
                summed.given(tuple(run(reader, given) for run in mine_summed)) if summed else None,
                condition.given(tuple(run(reader, given) for run in mine)),
                None if parted is None else parted(reader, given),
            )
            return reader.count(question, reader)

        return ask

    def _parted(self, condition: Node | None) -> Callable[[Reader, Given], SplitCondition] | None:
        """Return a function that splits a condition into the part common to all who ask, and the values that must be
        equal; None if the condition cannot be split.
        """
        conditions = condition.of if isinstance(condition, AllOf) else (condition,) if condition is not None else ()
        found = [_compared_with_mine(part) for part in conditions]
        rest = [part for part, compared in zip(conditions, found, strict=True) if compared is None]
        alike = tuple(Alike(_condition(value), exactly) for value, _, exactly in filter(None, found))
        same_for_all = _condition(AllOf(tuple(rest)) if len(rest) > 1 else rest[0] if rest else Constant(True))
        if not alike or same_for_all.mine or any(each.value.mine for each in alike):
            return None
        wanted = tuple(self.run(mine.of) for _, mine, _ in filter(None, found))
        return lambda reader, given: SplitCondition(same_for_all, alike, tuple(run(reader, given) for run in wanted))

    def _scope(self, node: ScopeNode, purpose: Purpose) -> Callable[[Reader, Given], Scope]:
        self._asks = True
        form = SCOPES[checked_scope(node, purpose).kind]
        fixed = _fixed_scope(node)
        if fixed is not None:
            return lambda _reader, _given: fixed
        kind = node.kind
        runs = tuple(
            self._number(argument) if wanted == "number" else _texts(self.run(argument))
            for wanted, argument in zip(form.arguments, node.arguments, strict=False)
        )
        return lambda reader, given: Scope(kind, tuple(run(reader, given) for run in runs))


def _compared_with_mine(node: Node) -> tuple[Node, Mine, bool] | None:
    """Return the parts of a node `value == mine(...)` or `same(value, mine(...))`: the value, the part that it must
    equal, and whether it must equal it exactly (`same`). Return None for any other node.
    """
    match node:
        case Compare("==", value, Mine() as mine) | Compare("==", Mine() as mine, value):
            return value, mine, False
        case Call("same", (value, Mine() as mine)) | Call("same", (Mine() as mine, value)):
            return value, mine, True
        case _:
            return None


def _fixed_scope(node: ScopeNode) -> Scope | None:
    """Return the scope if it is the same for every piece that asks. None if it must be worked out, or is wrong."""
    values: list[Value] = []
    for wanted, argument in zip(SCOPES[node.kind].arguments, node.arguments, strict=False):
        if not isinstance(argument, Constant):
            return None
        value = as_number(argument.value) if wanted == "number" else as_text(argument.value)
        if value is None:
            return None
        values.append(value)
    return Scope(node.kind, tuple(values))


def _texts(run: Run) -> Run:
    return lambda reader, given: as_text(run(reader, given))


def _all(runs: tuple[Run, ...]) -> Run:
    if len(runs) == 2:
        first, second = runs
        return lambda reader, given: is_true(first(reader, given)) and is_true(second(reader, given))

    def run_all(reader: Reader, given: Given) -> bool:
        for run in runs:  # noqa: SIM110 - a loop is quicker than a generator, and many conditions are tested
            if not is_true(run(reader, given)):
                return False
        return True

    return run_all


def _any(runs: tuple[Run, ...]) -> Run:
    if len(runs) == 2:
        first, second = runs
        return lambda reader, given: is_true(first(reader, given)) or is_true(second(reader, given))

    def run_any(reader: Reader, given: Given) -> bool:
        for run in runs:  # noqa: SIM110 - as above
            if is_true(run(reader, given)):
                return True
        return False

    return run_any


def _choice(runs: tuple[Run, ...]) -> Run:
    choices = tuple(zip(runs[0:-1:2], runs[1::2], strict=True))
    otherwise = runs[-1]

    def choose(reader: Reader, given: Given) -> Value:
        for condition, value in choices:
            if is_true(condition(reader, given)):
                return value(reader, given)
        return otherwise(reader, given)

    return choose


def _join(runs: tuple[Run, ...]) -> Run:
    def join(reader: Reader, given: Given) -> str:
        return bounded_text("".join([as_text(run(reader, given)) for run in runs]))

    return join


def _arithmetic(first: _OperandRun, steps: tuple[tuple[Operator, _OperandRun], ...]) -> Run:
    def calculate(reader: Reader, given: Given) -> int | str:
        result = first(reader, given)
        for operator, operand in steps:
            result = _calculated(result, operator, operand(reader, given))
        return result

    return calculate


def _calculated(left: int | str, operator: Operator, right: int | str) -> int | str:
    """Return the result for two whole numbers as a whole number, or else as decimal text."""
    if isinstance(left, int) and isinstance(right, int):
        return bounded_number(_OPERATIONS[operator](left, right))
    return decimals.in_single(left, operator, right)


def _comparing(test: Callable[[Value, Value], bool]) -> Callable[[Run, Run], Run]:
    def compare(left: Run, right: Run) -> Run:
        return lambda reader, given: test(left(reader, given), right(reader, given))

    return compare


_COMPARISONS: dict[Comparison, Callable[[Run, Run], Run]] = {
    "==": _comparing(equal),
    "!=": _comparing(lambda left, right: not equal(left, right)),
    "<": _comparing(less),
    "<=": _comparing(lambda left, right: not less(right, left)),
    ">": _comparing(lambda left, right: less(right, left)),
    ">=": _comparing(lambda left, right: not less(left, right)),
}

_OPERATIONS: dict[Operator, Callable[[int, int], int]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": divide,
    "%": remainder,
}
