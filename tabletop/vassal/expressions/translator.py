"""The translation from BeanShell to our language. Functions and methods are translated in files of their own."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, cast

from tabletop.expression.parse import parse as parse_ours
from tabletop.expression.tree import Call, Comparison, Constant, Mine, Name, Node, PropertyOf
from tabletop.expression.tree import Operator as Reckoning
from tabletop.game.kinds.kind_builder import BEFORE
from tabletop.vassal.expressions import syntax, typed_parts
from tabletop.vassal.expressions.methods import item_count, method, pattern_of, static
from tabletop.vassal.expressions.piece_properties import built_in, own_name
from tabletop.vassal.expressions.syntax import FIRST_HOLE, CannotTranslate, Syntax, is_hole, wrapped
from tabletop.vassal.expressions.typed_parts import TypedPart
from tabletop.vassal.expressions.vassal_functions import function

# fmt: off
STRING_METHODS: Final = frozenset((
    "compareTo", "compareToIgnoreCase", "contains", "endsWith", "equals", "equalsIgnoreCase", "format", "hashCode",
    "indexOf", "isBlank", "isEmpty", "lastIndexOf", "length", "matches", "regionMatches", "repeat", "replace",
    "replaceAll", "replaceFirst", "startsWith", "strip", "stripLeading", "stripTrailing", "substring", "toLowerCase",
    "toUpperCase", "toString", "trim",
))
# fmt: on
"""The methods that make VASSAL read a property as text everywhere in the expression."""

_OLD: Final = "old"
"""In reports, the prefix of a property's name that asks for its earlier value."""

STATIC: Final = frozenset(("Math", "Integer", "String", "Double", "Float", "Boolean", "Long", "Character"))


@cache
def _ours(text: str) -> Node:
    """Return an expression in our language as a tree. The same text is parsed only once."""
    return parse_ours(text)


class ExpressionTranslation:
    """The translation of one expression.

    `given` are names that are known only in the expression's field, with our expressions for them. `holes` are the
    parts that replace the holes in the text of a filter. `maps` are the names of the module's maps.
    """

    def __init__(
        self,
        root: Syntax,
        given: Mapping[str, str],
        *,
        zeros_stay: bool = False,
        holes: tuple[TypedPart, ...] = (),
        reports: bool = False,
        maps: frozenset[str] = frozenset(),
    ) -> None:
        self.given = given
        self.zeros_stay = zeros_stay
        self.holes = holes
        self.reports = reports
        self.maps = maps
        self.approximations: set[str] = set()
        self._root = root
        self._texts = frozenset(
            node.of.name
            for node in syntax.whole_tree(root)
            if isinstance(node, syntax.MethodNode)
            and isinstance(node.of, syntax.VariableNode)
            and node.name in STRING_METHODS
        )

    def value(self) -> Node:
        """Return the translation of the whole expression as a value. Raises `CannotTranslate`."""
        part = self.part(self._root)
        if part.type == "list":
            raise CannotTranslate("gives a list")
        if self.zeros_stay and part.raw == "plain":
            return typed_parts.call("either", part.node, Constant(""))
        return typed_parts.plain(part).node

    def holds(self) -> Node:
        """Return the translation of the whole expression as a condition. It does not hold for a value that is not
        true.
        """
        return self._holds(self._root)

    def _holds(self, node: Syntax) -> Node:
        """Return the condition for a part. It does not hold for a value that is neither true nor false; this value is
        an error only on the left of `||`.
        """
        match node:
            case syntax.EveryNode(of):
                return typed_parts.all_of([self._holds(part) for part in of])
            case syntax.EitherNode(of):
                return typed_parts.any_of([*(self.condition(part) for part in of[:-1]), self._holds(of[-1])])
            case syntax.NegationNode(of) if (part := self.part(of)).type in ("any", "text"):
                return typed_parts.equality(part, typed_parts.text("false"))
        part = self.part(node)
        if part.type in ("whole", "decimal", "list"):
            return Constant(False)
        return part.node if part.type == "yes" else typed_parts.equality(part, typed_parts.text("true"))

    def part(self, node: Syntax) -> TypedPart:  # noqa: PLR0912 - one case a kind of node
        """Return the translation of one part of the expression."""
        match node:
            case syntax.NumberNode(value):
                return typed_parts.whole(value)
            case syntax.DecimalNode(written):
                return TypedPart(Constant(written), "decimal")
            case syntax.TextNode(value) | syntax.CharacterNode(value):
                return self.filled(value)
            case syntax.TruthNode(value):
                return typed_parts.yes(Constant(value))
            case syntax.VariableNode(name):
                return self._variable(name)
            case syntax.SignNode(sign, of):
                return typed_parts.minus(self.part(of)) if sign == "-" else self.part(of)
            case syntax.NegationNode(of):
                return typed_parts.yes(typed_parts.negated(self.condition(of)))
            case syntax.CastNode(into, of):
                return _cast(into, self.part(of))
            case syntax.EveryNode(of):
                return typed_parts.yes(typed_parts.all_of([self.condition(part) for part in of]))
            case syntax.EitherNode(of):
                return typed_parts.yes(typed_parts.any_of([self.condition(part) for part in of]))
            case syntax.ChoiceNode(pairs, otherwise):
                chosen = [(self.condition(condition), self.part(value)) for condition, value in pairs]
                return typed_parts.choice(chosen, self.part(otherwise), zeros_stay=self.zeros_stay)
            case syntax.ChainNode():
                return self._chain(node)
            case syntax.ElementNode(of, which):
                return _element(self.part(of), self.part(which))
            case syntax.MemberNode():
                return self._member(node)
            case syntax.FunctionNode():
                return function(self, node)
            case syntax.MethodNode(syntax.VariableNode(name)) if name in STATIC:
                return static(self, name, node)
            case syntax.MethodNode():
                return method(self, node)

    def condition(self, node: Syntax) -> Node:
        """Return the translation of a part that must be true or false. Raises `CannotTranslate` for a sum, a number
        or a text.
        """
        if isinstance(node, syntax.ChainNode) and node.rest[0][0] in ("+", "-"):
            raise CannotTranslate("has a sum where it needs a condition")
        part = self.part(node)
        if part.type == "yes":
            return part.node
        if part.type != "any":
            raise CannotTranslate(f"has a {'text' if part.type == 'text' else 'number'} where it needs a condition")
        return typed_parts.call("yes", part.node)

    def _variable(self, name: str) -> TypedPart:
        if self.holes and any(is_hole(sign) for sign in name):
            return self._hole(name)
        part = self.named(name)
        return TypedPart(part.node, "text") if name in self._texts else part

    def _hole(self, name: str) -> TypedPart:
        """Return the part for a name that contains holes: the property whose name results when they are filled.

        A hole alone is a number or a truth value if it has such a value; otherwise it names a property.
        """
        if len(name) > 1:
            return TypedPart(
                PropertyOf(typed_parts.joined([part.node for part in self._filled(name)]), None), "any", "plain"
            )
        hole = self.hole(name)
        if hole.type in ("whole", "yes") or not isinstance(hole.node, Mine):
            return hole
        is_value = typed_parts.call("matches", hole.node, Constant("[+-]?[0-9]+|true|false"))
        return TypedPart(typed_parts.call("if", is_value, hole.node, PropertyOf(hole.node, None)), "any", "plain")

    def hole(self, sign: str) -> TypedPart:
        """Return the part for a hole character."""
        return self.holes[ord(sign) - FIRST_HOLE]

    def filled(self, value: str) -> TypedPart:
        """Return a text with its holes filled."""
        if not self.holes or not any(is_hole(sign) for sign in value):
            return typed_parts.text(value)
        return TypedPart(typed_parts.joined([part.node for part in self._filled(value)]), "text")

    def _filled(self, value: str) -> list[TypedPart]:
        """Return a text with holes as its parts, from left to right."""
        found: list[TypedPart] = []
        plain = ""
        for sign in value:
            if is_hole(sign):
                found += [typed_parts.text(plain)] if plain else []
                found.append(self.hole(sign))
                plain = ""
            else:
                plain += sign
        return [*found, typed_parts.text(plain)] if plain else found

    def within(self, root: Syntax, holes: tuple[TypedPart, ...]) -> "ExpressionTranslation":
        """Return a translator for the condition of a filter in this expression."""
        inner = ExpressionTranslation(root, self.given, zeros_stay=self.zeros_stay, holes=holes, maps=self.maps)
        inner.approximations = self.approximations
        return inner

    def of(self, root: Syntax) -> "ExpressionTranslation":
        """Return a translator for another expression of the same field."""
        other = ExpressionTranslation(
            root, self.given, zeros_stay=self.zeros_stay, reports=self.reports, maps=self.maps
        )
        other.approximations = self.approximations
        return other

    def named(self, name: str) -> TypedPart:
        """Translate a property, given its name in VASSAL."""
        if name in self.given:
            return TypedPart(_ours(self.given[name]), "any", "plain")
        if self.reports and name.startswith(_OLD) and len(name) > len(_OLD):
            before = self.named(name.removeprefix(_OLD))
            return before._replace(node=Name(BEFORE + before.node.name)) if isinstance(before.node, Name) else before
        asked = built_in(name, self.maps)
        if asked is not None:
            if asked.approximation:
                self.approximations.add(f"{name}: {asked.approximation}")
            return TypedPart(_ours(asked.ours), asked.reads, "plain" if asked.reads == "any" else "")
        return TypedPart(Name(own_name(name)), "any", "plain")

    def in_dollars(self, name: str) -> TypedPart:
        """Return a property named between dollar signs: its bare name if there is no such property."""
        part = self.named(name)
        is_always_there = part.type != "any" or name in self.given
        return part if is_always_there else part._replace(node=typed_parts.call("either", part.node, Constant(name)))

    def of_another(self, name: str) -> Node:
        """Return the node that reads a property of a counted piece.

        The names in `given` are not used here, because their values belong to the piece that counts.
        """
        asked = built_in(name, self.maps)
        return _ours(asked.ours) if asked is not None else Name(own_name(name))

    def property_of(self, name: TypedPart) -> TypedPart:
        """Return a property that a function asks for; its name may be calculated."""
        known = typed_parts.constant(name)
        part = self.named(known) if known is not None else TypedPart(PropertyOf(name.node, None), "any", "plain_whole")
        return part._replace(raw="plain_whole") if part.raw else part

    def _chain(self, node: syntax.ChainNode) -> TypedPart:
        operator = node.rest[0][0]
        if operator in ("+", "-"):
            return self._sum(node)
        if (
            operator in _ORDERS
            and len(node.rest) == 1
            and _is_order(node.first)
            and node.rest[0][1] == syntax.NumberNode(0)
        ):
            return self._by_letters(cast("syntax.MethodNode", node.first), operator)
        so_far = self.part(node.first)
        for sign, operand in node.rest:
            so_far = self._binary(so_far, sign, self.part(operand))
        return so_far

    def _by_letters(self, node: syntax.MethodNode, operator: str) -> TypedPart:
        """Translate an order of texts, for example `a.compareTo(b) < 0`."""
        left, right = self.part(node.of).node, self.part(node.arguments[0]).node
        return typed_parts.yes(typed_parts.by_letters(operator, left, right))

    def _sum(self, node: syntax.ChainNode) -> TypedPart:
        """Translate sums and differences from left to right; consecutive terms become one sum."""
        waiting, rest = self._begun(node)
        for sign, operand in rest:
            part = self.part(operand)
            if sign == "+" and len(waiting) == 1 and isinstance(operand, syntax.CharacterNode):
                waiting = [typed_parts.sum_with_sign(waiting[0], operand.value)]
            elif sign == "-":
                so_far = typed_parts.total(waiting, zeros_stay=self.zeros_stay) if len(waiting) > 1 else waiting[0]
                waiting = [typed_parts.reckoned(so_far, "-", part)]
            else:
                waiting.append(part)
        return typed_parts.total(waiting, zeros_stay=self.zeros_stay) if len(waiting) > 1 else waiting[0]

    def _begun(self, node: syntax.ChainNode) -> "tuple[list[TypedPart], Sequence[tuple[syntax.Operator, Syntax]]]":
        """Return the first part of a sum, and the rest. A leading character in single quotes is joined to the part
        after it.
        """
        (sign, second), *rest = node.rest
        if not isinstance(node.first, syntax.CharacterNode) or sign != "+":
            return [self.part(node.first)], node.rest
        other = typed_parts.whole(ord(second.value)) if isinstance(second, syntax.CharacterNode) else self.part(second)
        return [typed_parts.sum_with_sign(other, node.first.value, comes_first=True)], rest

    def _binary(self, left: TypedPart, operator: syntax.Operator, right: TypedPart) -> TypedPart:
        if "list" in (left.type, right.type):
            raise CannotTranslate("compares or calculates with a list")
        match operator:
            case "==":
                return typed_parts.yes(typed_parts.equality(left, right, zeros_stay=self.zeros_stay))
            case "!=":
                return typed_parts.yes(
                    typed_parts.negated(typed_parts.equality(left, right, zeros_stay=self.zeros_stay))
                )
            case "=~" | "!~":
                return typed_parts.yes(matched(left, right, negative=operator == "!~"))
            case "<" | "<=" | ">" | ">=":
                compared = typed_parts.comparison(cast("Comparison", operator), left, right, zeros_stay=self.zeros_stay)
                return typed_parts.yes(compared)
            case "*" | "/" | "%":
                return typed_parts.reckoned(left, cast("Reckoning", operator), right)
            case _:
                return _bits(left, operator, right)

    def _member(self, node: syntax.MemberNode) -> TypedPart:
        if isinstance(node.of, syntax.VariableNode) and node.of.name in STATIC:
            fixed = _FIXED.get((node.of.name, node.name))
            if fixed is not None:
                return fixed
        elif node.name == "length":
            part = self.part(node.of)
            if part.type == "list":
                assert isinstance(part.node, Call)
                return TypedPart(typed_parts.call("max", Constant(1), item_count(*part.node.arguments)), "whole")
        raise CannotTranslate(f'uses the field "{node.name}" of a value, which only Java has')


_ORDERS: Final = frozenset(("<", "<=", ">", ">="))


def _is_order(node: Syntax) -> bool:
    return isinstance(node, syntax.MethodNode) and node.name == "compareTo" and len(node.arguments) == 1


def _cast(into: str, part: TypedPart) -> TypedPart:
    """Translate `(into) part`. Raises `CannotTranslate` for a text that is made a whole number."""
    if into in ("int", "long", "short", "byte"):
        if part.type == "text":
            raise CannotTranslate(f"makes a number of a text with ({into})")
        return part if typed_parts.is_surely_whole(part) else TypedPart(typed_parts.call("whole", part.node), "whole")
    if into in ("float", "double"):
        return TypedPart(typed_parts.call("decimal", part.node), "decimal")
    return part


def _element(part: TypedPart, which: TypedPart) -> TypedPart:
    """Translate `part[which]`, for a text that was split. Raises `CannotTranslate` for anything else."""
    if part.type != "list":
        raise CannotTranslate("takes an element of something that is not a list")
    assert isinstance(part.node, Call)
    return TypedPart(
        typed_parts.call("one_of", *part.node.arguments, typed_parts.total([which, typed_parts.whole(1)]).node), "text"
    )


def matched(value: TypedPart, pattern: TypedPart, *, negative: bool) -> Node:
    """Return the condition that a pattern matches a whole value, or that it does not if `negative`."""
    found: Node = typed_parts.call("matches", value.node, pattern_of(pattern))
    return typed_parts.negated(found) if negative else found


_BITS: Final = {"&": "both_bits", "|": "any_bits", "^": "odd_bits"}


def _bits(left: TypedPart, operator: str, right: TypedPart) -> TypedPart:
    for part in (left, right):
        if part.type not in ("whole", "any"):
            raise CannotTranslate(f"uses {operator} on something that is not a whole number")
    if isinstance(left.node, Constant) and isinstance(right.node, Constant):
        a, b = int(left.node.value or 0), int(right.node.value or 0)
        return typed_parts.whole(wrapped(_FOLDED[operator](a, b), a, b))
    if operator in _BITS:
        return TypedPart(typed_parts.call(_BITS[operator], left.node, right.node), "whole")
    if not isinstance(right.node, Constant) or operator == ">>>":
        raise CannotTranslate(f"shifts bits with {operator}")
    by = Constant(2 ** (int(right.node.value or 0) % 32))
    if operator == "<<":
        return typed_parts.reckoned(left, "*", TypedPart(by, "whole"))
    return TypedPart(typed_parts.call("round_down", left.node, by), "whole")


_FOLDED: Final[dict[str, Callable[[int, int], int]]] = {
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << (b % 32),
    ">>": lambda a, b: a >> (b % 32),
    ">>>": lambda a, b: (a % 2**32) >> (b % 32),
}

_FIXED: Final = {
    ("Integer", "MAX_VALUE"): typed_parts.whole(2**31 - 1),
    ("Integer", "MIN_VALUE"): typed_parts.whole(-(2**31)),
    ("Math", "PI"): TypedPart(Constant("3.141592653589793"), "decimal"),
    ("Math", "E"): TypedPart(Constant("2.718281828459045"), "decimal"),
}
