"""The functions that an expression can call by name. Each takes any values, or refuses them with a sentence.

Functions that ask about other pieces and places (``count``, ``property``, ``distance``, ``mine``) are part of the
grammar, see ``tree``. The choice ``if`` is listed here for its form only. ``compiled`` works it out, because it must
not touch the branches that it does not take.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tabletop.expression.expression_errors import ExpressionError
from tabletop.expression.game_questions import Reader
from tabletop.expression.library import decimals
from tabletop.expression.library.pattern import compile_pattern
from tabletop.expression.value_rules import (
    MAX_LENGTH,
    Value,
    as_decimal,
    as_number,
    as_text,
    bounded_number,
    bounded_text,
    is_true,
)


@dataclass(frozen=True, slots=True)
class Function:
    """A function: its notation, its effect, and the number of arguments that it takes (``most`` None: any number)."""

    form: str
    least: int
    most: int | None
    compute: Callable[..., Value]
    asks_reader: bool = False

    def takes(self, arguments: int) -> bool:
        """Return whether it can be called with this many arguments."""
        return self.least <= arguments and (self.most is None or arguments <= self.most)


def whole_number(value: Value, called: str = "") -> int:
    """Return the whole number for which ``value`` stands.

    Raises :class:`ExpressionError`, which names it as ``called``, if it stands for none.
    """
    number = as_number(value)
    if number is None:
        shown = f'"{as_text(value)[:60]}"'
        raise ExpressionError(
            f"{called} is {shown}, which is not a whole number." if called else f"{shown} is not a whole number."
        )
    return number


def number_or_decimal(value: Value, called: str = "") -> int | str:
    """Return ``value`` as a whole number, or as decimal text. Raises as :func:`whole_number` does."""
    return as_text(value) if as_decimal(value) is not None else whole_number(value, called)


def divide(a: int, b: int) -> int:
    """Return ``a / b`` without its fraction: 7 / 2 is 3, -7 / 2 is -3. Raises :class:`ExpressionError` for a
    division by 0.
    """
    if b == 0:
        raise ExpressionError("It divides by 0.")
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def remainder(a: int, b: int) -> int:
    """Return the remainder of ``a / b``, with the sign of ``a``: 7 % 2 is 1, -7 % 2 is -1."""
    return a - b * divide(a, b)


def _known(value: Value) -> Value:
    return value is not None


def _same(left: Value, right: Value) -> Value:
    return as_text(left) == as_text(right)


def _abs(value: Value) -> Value:
    number = number_or_decimal(value)
    return abs(number) if isinstance(number, int) else decimals.single(number.lstrip("-"))


def _min(*values: Value) -> Value:
    numbers = [number_or_decimal(value) for value in values]
    whole = [number for number in numbers if isinstance(number, int)]
    return min(whole) if len(whole) == len(numbers) else decimals.single(min(numbers, key=decimals.decimal))


def _max(*values: Value) -> Value:
    numbers = [number_or_decimal(value) for value in values]
    whole = [number for number in numbers if isinstance(number, int)]
    return max(whole) if len(whole) == len(numbers) else decimals.single(max(numbers, key=decimals.decimal))


def _quotient(value: Value, by: Value) -> tuple[int, int]:
    a, b = whole_number(value), whole_number(by)
    if b == 0:
        raise ExpressionError("It divides by 0.")
    return (a, b) if b > 0 else (-a, -b)


def _mod(value: Value, by: Value) -> Value:
    a, b = whole_number(value), whole_number(by)
    if b == 0:
        raise ExpressionError("It divides by 0.")
    return a % abs(b)


def _round(value: Value, *by: Value) -> Value:
    if not by:
        return decimals.nearest(value)
    a, b = _quotient(value, by[0])
    return bounded_number((2 * a + b) // (2 * b))


def _round_up(value: Value, *by: Value) -> Value:
    if not by:
        return decimals.up(value)
    a, b = _quotient(value, by[0])
    return bounded_number(-(-a // b))


def _round_down(value: Value, *by: Value) -> Value:
    if not by:
        return decimals.down(value)
    a, b = _quotient(value, by[0])
    return bounded_number(a // b)


def _number(value: Value, *otherwise: Value) -> Value:
    if not otherwise:
        return whole_number(value)
    number = None if value is None or value == "" else as_number(value)
    return otherwise[0] if number is None else number


def _plain(value: Value) -> Value:
    number = _plain_whole(value)
    return decimals.single(number) if as_decimal(number) is not None else number


def _plain_whole(value: Value) -> Value:
    if value is None or value == "":
        return ""
    number = None if isinstance(value, bool) else as_number(value)
    return value if number is None else number


def _plus(first: Value, *rest: Value) -> Value:
    """Return the values added from left to right.

    The result is a sum as long as there are only numbers, or only whole numbers and nothing. From the first text on, or
    from a decimal beside nothing, the values are joined as texts.
    """
    so_far = _plain(first)
    has_text = False
    for value in map(_plain, rest):
        kinds = {_kind_of(so_far), _kind_of(value)}
        if not has_text and kinds in ({"whole"}, {"whole", "nothing"}):
            so_far = bounded_number((as_number(so_far) or 0) + (as_number(value) or 0))
        elif not has_text and kinds in ({"decimal"}, {"decimal", "whole"}):
            so_far = decimals.in_single(so_far, "+", value)
        else:
            has_text = has_text or kinds != {"nothing"}
            so_far = bounded_text(as_text(so_far) + as_text(value))
    return so_far


def _kind_of(value: Value) -> str:
    if type(value) is int:
        return "whole"
    return "nothing" if value == "" else "decimal" if as_decimal(value) is not None else "text"


def _yes(value: Value) -> Value:
    """Return whether a value is true. Unlike in a condition, a value that is neither true nor false is a mistake."""
    if value is True or value == "true":
        return True
    if value is False or value == "false":
        return False
    shown = "nothing" if value is None or value == "" else f'"{as_text(value)[:60]}"'
    raise ExpressionError(f"{shown} is neither true nor false.")


def _either(value: Value, otherwise: Value) -> Value:
    return otherwise if value is None else value


def _order(left: Value, right: Value) -> Value:
    a, b = (None if value in (None, "") or isinstance(value, bool) else as_number(value) for value in (left, right))
    if a is not None and b is not None:
        return (a > b) - (a < b)
    return (as_text(left) > as_text(right)) - (as_text(left) < as_text(right))


def _before(left: Value, right: Value) -> Value:
    return as_text(left) < as_text(right)


def _length(text: Value) -> Value:
    return len(as_text(text))


def _upper(text: Value) -> Value:
    return bounded_text(as_text(text).upper())


def _lower(text: Value) -> Value:
    return bounded_text(as_text(text).lower())


def _trim(text: Value) -> Value:
    return as_text(text).strip()


def _contains(text: Value, part: Value) -> Value:
    return as_text(part) in as_text(text)


def _starts_with(text: Value, part: Value) -> Value:
    return as_text(text).startswith(as_text(part))


def _ends_with(text: Value, part: Value) -> Value:
    return as_text(text).endswith(as_text(part))


def _find(text: Value, part: Value) -> Value:
    return as_text(text).find(as_text(part)) + 1


def _find_last(text: Value, part: Value) -> Value:
    return as_text(text).rfind(as_text(part)) + 1


def _repeat(text: Value, times: Value) -> Value:
    once, number = as_text(text), whole_number(times)
    if len(once) * max(0, number) > MAX_LENGTH:
        raise ExpressionError(f"The text would have more than {MAX_LENGTH} characters.")
    return once * max(0, number)


def _part(text: Value, first: Value, last: Value = MAX_LENGTH) -> Value:
    return as_text(text)[max(0, whole_number(first) - 1) : max(0, whole_number(last))]


def _letters(text: Value, first: Value, last: Value) -> Value:
    whole, start, end = as_text(text), whole_number(first) - 1, whole_number(last)
    if not 0 <= start <= end <= len(whole):
        raise ExpressionError(f'"{whole[:60]}" has no letters {start + 1} to {end}.')
    return whole[start:end]


def _replace(text: Value, old: Value, new: Value) -> Value:
    whole, out, into = as_text(text), as_text(old), as_text(new)
    if not out:
        return whole
    if len(whole) + whole.count(out) * (len(into) - len(out)) > MAX_LENGTH:
        raise ExpressionError(f"The text would have more than {MAX_LENGTH} characters.")
    return bounded_text(whole.replace(out, into))


def _items(text: Value, separator: Value) -> list[str]:
    whole, between = as_text(text), as_text(separator)
    if not whole:
        return []
    return whole.split(between) if between else [whole]


def _item(text: Value, separator: Value, which: Value) -> Value:
    items, index = _items(text, separator), whole_number(which)
    return items[index - 1] if 1 <= index <= len(items) else None


def _one_of(text: Value, separator: Value, which: Value) -> Value:
    """Return an item of a text that is split as in Java: empty items at the end do not count, but an empty text is one
    item. Raises :class:`ExpressionError` if there is no such item.
    """
    items, index = _items(text, separator) or [""], whole_number(which)
    while len(items) > 1 and not items[-1]:
        items.pop()
    if not 1 <= index <= len(items):
        raise ExpressionError(f'"{as_text(text)[:60]}" has no item {index}.')
    return items[index - 1]


def _item_count(text: Value, separator: Value) -> Value:
    return len(_items(text, separator))


def _matches(reader: Reader, text: Value, pattern: Value) -> Value:
    return compile_pattern(as_text(pattern)).matches(as_text(text), reader.spend)


def _replace_all(reader: Reader, text: Value, pattern: Value, new: Value) -> Value:
    return bounded_text(compile_pattern(as_text(pattern)).replaced(as_text(text), as_text(new), reader.spend))


def _replace_first(reader: Reader, text: Value, pattern: Value, new: Value) -> Value:
    return bounded_text(compile_pattern(as_text(pattern)).replaced(as_text(text), as_text(new), reader.spend, most=1))


def _both_bits(left: Value, right: Value) -> Value:
    return whole_number(left) & whole_number(right)


def _any_bits(left: Value, right: Value) -> Value:
    return whole_number(left) | whole_number(right)


def _odd_bits(left: Value, right: Value) -> Value:
    return whole_number(left) ^ whole_number(right)


def _random(reader: Reader, *bounds: Value) -> Value:
    low, high = (1, *map(whole_number, bounds))[-2:]
    if high < low:
        raise ExpressionError(f"There is no number from {low} to {high} to draw.")
    return reader.chance(low, high)


def _chance(reader: Reader, percent: Value) -> Value:
    return reader.chance(1, 100) <= whole_number(percent)


def _alert(reader: Reader, text: Value) -> Value:
    reader.alert(as_text(text))
    return ""


def _choice(*arguments: Value) -> Value:
    for condition, value in zip(arguments[0:-1:2], arguments[1::2], strict=True):
        if is_true(condition):
            return value
    return arguments[-1]


FUNCTIONS: dict[str, Function] = {
    "if": Function("if(condition, value, otherwise)", 3, None, _choice),
    "pick": Function("pick(condition, value, otherwise)", 3, None, _choice),
    "known": Function("known(value)", 1, 1, _known),
    "either": Function("either(value, otherwise)", 2, 2, _either),
    "yes": Function("yes(value)", 1, 1, _yes),
    "same": Function("same(text, text)", 2, 2, _same),
    "before": Function("before(text, text)", 2, 2, _before),
    "order": Function("order(value, value)", 2, 2, _order),
    "abs": Function("abs(number)", 1, 1, _abs),
    "min": Function("min(number, number, ...)", 1, None, _min),
    "max": Function("max(number, number, ...)", 1, None, _max),
    "mod": Function("mod(number, by)", 2, 2, _mod),
    "round": Function("round(number) or round(number, divided by)", 1, 2, _round),
    "round_up": Function("round_up(number) or round_up(number, divided by)", 1, 2, _round_up),
    "round_down": Function("round_down(number) or round_down(number, divided by)", 1, 2, _round_down),
    "whole": Function("whole(number)", 1, 1, decimals.whole),
    "decimal": Function("decimal(number) or decimal(number, sign, number)", 1, 3, decimals.reckoned),
    "decimal_order": Function("decimal_order(number, number)", 2, 2, decimals.compared),
    "square_root": Function("square_root(number)", 1, 1, decimals.square_root),
    "power": Function("power(number, exponent)", 2, 2, decimals.power),
    "both_bits": Function("both_bits(number, number)", 2, 2, _both_bits),
    "any_bits": Function("any_bits(number, number)", 2, 2, _any_bits),
    "odd_bits": Function("odd_bits(number, number)", 2, 2, _odd_bits),
    "number": Function("number(value) or number(value, otherwise)", 1, 2, _number),
    "text": Function("text(value)", 1, 1, as_text),
    "plain": Function("plain(value)", 1, 1, _plain),
    "plain_whole": Function("plain_whole(value)", 1, 1, _plain_whole),
    "plus": Function("plus(value, value, ...)", 2, None, _plus),
    "length": Function("length(text)", 1, 1, _length),
    "upper": Function("upper(text)", 1, 1, _upper),
    "lower": Function("lower(text)", 1, 1, _lower),
    "trim": Function("trim(text)", 1, 1, _trim),
    "contains": Function("contains(text, part)", 2, 2, _contains),
    "starts_with": Function("starts_with(text, part)", 2, 2, _starts_with),
    "ends_with": Function("ends_with(text, part)", 2, 2, _ends_with),
    "find": Function("find(text, part)", 2, 2, _find),
    "find_last": Function("find_last(text, part)", 2, 2, _find_last),
    "repeat": Function("repeat(text, times)", 2, 2, _repeat),
    "part": Function("part(text, first) or part(text, first, last)", 2, 3, _part),
    "letters": Function("letters(text, first, last)", 3, 3, _letters),
    "replace": Function("replace(text, old, new)", 3, 3, _replace),
    "item": Function("item(text, separator, which)", 3, 3, _item),
    "one_of": Function("one_of(text, separator, which)", 3, 3, _one_of),
    "items": Function("items(text, separator)", 2, 2, _item_count),
    "matches": Function("matches(text, pattern)", 2, 2, _matches, asks_reader=True),
    "replace_all": Function("replace_all(text, pattern, new)", 3, 3, _replace_all, asks_reader=True),
    "replace_first": Function("replace_first(text, pattern, new)", 3, 3, _replace_first, asks_reader=True),
    "random": Function("random(high) or random(low, high)", 1, 2, _random, asks_reader=True),
    "chance": Function("chance(percent)", 1, 1, _chance, asks_reader=True),
    "alert": Function("alert(text)", 1, 1, _alert, asks_reader=True),
}

DRAWING = frozenset({"random", "chance"})
_CHOICES = frozenset({"if", "pick"})


def called(name: str, arguments: int) -> Function:
    """Return the function ``name`` for this number of arguments. Raises :class:`ExpressionError` if there is none."""
    function = FUNCTIONS.get(name)
    if function is None:
        raise ExpressionError(f'There is no function "{name}".')
    if not function.takes(arguments) or (name in _CHOICES and arguments % 2 == 0):
        raise ExpressionError(f"The function {name} is written {function.form}.")
    return function
