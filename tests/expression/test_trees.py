"""Trees: a tree that is printed and parsed stays the same, and the closures give the same values as a plain walk
through the tree.
"""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.expression import ExpressionError, Value, as_number, as_text, compile_expression, equal, is_true, less
from tabletop.expression.library.functions import DRAWING, FUNCTIONS
from tabletop.expression.parse import parse
from tabletop.expression.printer import print_tree
from tabletop.expression.scopes import SCOPES
from tabletop.expression.tree import (
    AllOf,
    AnyOf,
    Arithmetic,
    Call,
    Compare,
    Constant,
    Count,
    Distance,
    Join,
    Mine,
    Name,
    Node,
    Not,
    PropertyOf,
    ScopeNode,
    children,
    negative,
)
from tabletop.expression.value_rules import MAX_LENGTH, MAX_NUMBER

PROPERTIES = ["a", "Step", "Fuel left", "stack", "count", "not", "é", "x$y", ""]

constants = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-20, 20),
    st.sampled_from([MAX_NUMBER, -MAX_NUMBER]),
    st.text(alphabet="ab1-0'\"\\\n\t${}é", max_size=4),
).map(Constant)
names = st.sampled_from(PROPERTIES).map(Name)


@st.composite
def trees(draw, depth: int = 3, counts: int = 0) -> Node:  # noqa: PLR0912
    """Draw a tree that the parser could make, inside this number of ``counts``. ``mine`` occurs only in a count."""
    if depth == 0:
        return draw(st.one_of(constants, names))
    part = trees(depth - 1, counts)
    parts = st.lists(part, min_size=2, max_size=3).map(tuple)
    kinds = ["leaf", "not", "minus", "sum", "product", "join", "compare", "and", "or", "call", "call"]
    kinds += ["property", "distance"] + ["count"] * (counts < 2) + ["mine"] * (counts > 0)
    match draw(st.sampled_from(kinds)):
        case "leaf":
            return draw(st.one_of(constants, names))
        case "not":
            return Not(draw(part))
        case "minus":
            return negative(draw(part))
        case ("sum" | "product") as rank:
            sign = st.sampled_from("+-" if rank == "sum" else "*/%")
            return Arithmetic(draw(part), tuple(draw(st.lists(st.tuples(sign, part), min_size=1, max_size=3))))
        case "join":
            return Join(draw(parts))
        case "compare":
            return Compare(draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">="])), draw(part), draw(part))
        case "and":
            return AllOf(draw(parts))
        case "or":
            return AnyOf(draw(parts))
        case "call":
            return draw(calls(part))
        case "mine":
            return Mine(draw(trees(depth - 1, counts - 1)))
        case "property":
            name, scope = draw(part), draw(st.one_of(st.none(), scopes(part, "property")))
            is_plain = scope is None and isinstance(name, Constant) and isinstance(name.value, str)
            return Name(name.value) if is_plain else PropertyOf(name, scope)
        case "distance":
            start = draw(st.one_of(st.none(), scopes(part, "distance")))
            return Distance(draw(st.sampled_from(["places", "points"])), draw(scopes(part, "distance")), start)
        case _:
            inside = trees(depth - 1, counts + 1)
            how = draw(st.sampled_from(["count", "sum", "highest", "lowest", "first"]))
            summed = None if how == "count" else draw(inside)
            return Count(how, draw(scopes(part, "count")), summed, draw(st.one_of(st.none(), inside)))


def calls(part: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    def with_arguments(name: str) -> st.SearchStrategy[Node]:
        function = FUNCTIONS[name]
        numbers = [3, 5] if name == "if" else range(function.least, (function.most or 3) + 1)
        arguments = st.sampled_from(numbers).flatmap(lambda number: st.tuples(*[part] * number))
        return arguments.map(lambda given: Call(name, given))

    return st.sampled_from(sorted(FUNCTIONS)).flatmap(with_arguments)


def scopes(part: st.SearchStrategy[Node], purpose: str) -> st.SearchStrategy[ScopeNode]:
    def with_arguments(kind) -> st.SearchStrategy[ScopeNode]:
        form = SCOPES[kind]
        lengths = st.integers(form.least, len(form.arguments))
        arguments = lengths.flatmap(lambda number: st.tuples(*[part] * number))
        return arguments.map(lambda given: ScopeNode(kind, given))

    return st.sampled_from([kind for kind, form in SCOPES.items() if purpose in form.purposes]).flatmap(with_arguments)


def exactly(tree: Node) -> str:
    """Return a tree as text in which true differs from 1."""
    return repr(tree)


@given(trees())
def test_a_printed_tree_reads_as_the_same_tree(tree):
    text = print_tree(tree)
    assert exactly(parse(text)) == exactly(tree)
    assert print_tree(parse(text)) == text


@dataclass
class Walk:
    """An evaluator that walks through a tree, one rule after the other, as docs/expressions.md states them."""

    piece: dict[str, Value]
    others: list[dict[str, Value]]
    asker: "Walk | None" = None

    def value(self, node: Node) -> Value:  # noqa: PLR0912
        match node:
            case Constant(value):
                return value
            case Name(name):
                return self.piece.get(name)
            case Mine(of):
                assert self.asker is not None
                return self.asker.value(of)
            case Not(of):
                return not is_true(self.value(of))
            case AllOf(of):
                return all(is_true(self.value(part)) for part in of)
            case AnyOf(of):
                return any(is_true(self.value(part)) for part in of)
            case Join(of):
                joined = "".join(as_text(self.value(part)) for part in of)
                return refuse() if len(joined) > MAX_LENGTH else joined
            case Compare(operator, left, right):
                return self.compared(operator, self.value(left), self.value(right))
            case Arithmetic(first, rest):
                total = self.number(first)
                for operator, operand in rest:
                    total = bounded(calculated(operator, total, self.number(operand)))
                return total
            case Call("if", (condition, value, *more)):
                if is_true(self.value(condition)):
                    return self.value(value)
                return self.value(more[0] if len(more) == 1 else Call("if", tuple(more)))
            case Call(function, arguments):
                values = [self.value(argument) for argument in arguments]
                listed = FUNCTIONS[function]
                return listed.compute(Idle(), *values) if listed.asks_reader else listed.compute(*values)
            case PropertyOf(name, None):
                return self.piece.get(as_text(self.value(name)))
            case PropertyOf(name, scope):
                return f"{as_text(self.value(name))} of {scope.kind}{self.arguments(scope)}"
            case Distance(unit, to, start):
                aim = self.arguments(to)
                return f"{unit} from {(self.arguments(start) if start.arguments else []) if start else 'here'} to {aim}"
            case Count():
                return self.counted(node)
            case _:
                return -self.number(node.of)

    def number(self, node: Node) -> int:
        number = as_number(self.value(node))
        return refuse() if number is None else number

    def compared(self, operator: str, left: Value, right: Value) -> bool:
        orders = {"==": equal(left, right), "<": less(left, right), ">": less(right, left)}
        orders |= {"!=": not orders["=="], "<=": not orders[">"], ">=": not orders["<"]}
        return orders[operator]

    def arguments(self, scope: ScopeNode) -> list[Value]:
        return [
            self.number(argument) if kind == "number" else as_text(self.value(argument))
            for kind, argument in zip(SCOPES[scope.kind].arguments, scope.arguments, strict=False)
        ]

    def counted(self, node: Count) -> Value:
        self.arguments(node.scope)
        for part in (part for part in (node.summed, node.condition) if part is not None):
            for mine in parts_of_the_asker(part):
                self.value(mine)
        numbers = []
        for other in self.others:
            walk = Walk(other, self.others, self)
            if node.condition is not None and not is_true(walk.value(node.condition)):
                continue
            value = 1 if node.summed is None else walk.value(node.summed)
            number = None if value is None or value == "" else as_number(value)
            numbers += [] if number is None else [number]
        if node.how in ("count", "sum"):
            return bounded(sum(numbers))
        return (max if node.how == "highest" else min)(numbers, default=None)


def parts_of_the_asker(node: Node | ScopeNode, counts: int = 0) -> list[Node]:
    """Return the nodes within each ``mine`` of a condition that refers to the asking piece. They are evaluated once,
    before any piece is counted.
    """
    match node:
        case Mine(of):
            return [of] if counts == 0 else parts_of_the_asker(of, counts - 1)
        case Count():
            here = parts_of_the_asker(node.scope, counts)
            inside = [part for part in (node.summed, node.condition) if part is not None]
            return here + [mine for part in inside for mine in parts_of_the_asker(part, counts + 1)]
        case _:
            return [mine for child in children(node) for mine in parts_of_the_asker(child, counts)]


class Idle:
    def spend(self, work):
        pass

    def chance(self, low, high):
        return low

    def alert(self, text):
        pass

    def forgives(self, mistake):
        return False


def refuse():
    raise ExpressionError("Refused.")


def bounded(number: int) -> int:
    return number if abs(number) <= MAX_NUMBER else refuse()


def calculated(operator: str, left: int, right: int) -> int:
    if operator in "/%" and right == 0:
        return refuse()
    toward_zero = abs(left) // abs(right or 1) * (1 if (left < 0) == (right < 0) else -1)
    return {
        "+": left + right,
        "-": left - right,
        "*": left * right,
        "/": toward_zero,
        "%": left - right * toward_zero,
    }[operator]


pieces = st.dictionaries(st.sampled_from(PROPERTIES), constants.map(lambda constant: constant.value), max_size=4)


@given(trees(), pieces, st.lists(pieces, max_size=2))
def test_the_closures_give_what_a_walk_of_the_tree_gives(reader_of, tree, piece, others):
    outcome = outcome_of(lambda: compile_expression(print_tree(tree)).evaluate(reader_of(piece, others)))
    assert outcome == outcome_of(lambda: Walk(piece, others).value(tree))


@settings(max_examples=50)
@given(trees(), pieces, st.lists(pieces, max_size=2))
def test_what_is_read_was_foretold(reader_of, tree, piece, others):
    expression = compile_expression(print_tree(tree))
    reader = reader_of(piece, others)
    outcome_of(lambda: expression.evaluate(reader))
    assert expression.reads_any or set(reader.was_read) <= expression.reads


@settings(max_examples=50)
@given(trees(), pieces)
def test_a_constant_expression_is_the_same_for_all(reader_of, tree, piece):
    expression = compile_expression(print_tree(tree))
    if expression.is_constant:
        here, there = reader_of(piece), reader_of()
        assert outcome_of(lambda: expression.evaluate(here)) == outcome_of(lambda: expression.evaluate(there))
        assert not here.was_read
        assert not here.asked


def outcome_of(work) -> tuple[type, Value]:
    """Return the type and the value of the result of `work`; or ExpressionError and None if that is raised."""
    try:
        value = work()
    except ExpressionError:
        return ExpressionError, None
    return type(value), value


assert {"random", "chance"} == DRAWING
