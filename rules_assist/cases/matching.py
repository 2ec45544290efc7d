"""Whether what came is what was expected: partial by default, with words for lists and numbers.

`has`, `exactly`, `one_of`, `between`, `set`, `not` and `nothing` stand alone in a mapping, or as the text `nothing`.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeGuard

_YES: Final = {"yes": True, "true": True, "no": False, "false": False}


def mismatches(expected: object, actual: object, where: str = "") -> list[str]:
    """All that is not as expected, a sentence each; `where` leads to it."""
    if isinstance(expected, Mapping):
        if is_matcher(expected):
            ((word, wanted),) = expected.items()
            return _MATCHERS[word](wanted, actual, where)
        return _mapping(expected, actual, where)
    if isinstance(expected, list | tuple):
        return _in_order(expected, actual, where)
    if _is_nothing(expected):
        return [] if _is_nothing(actual) else [_said(where, "nothing", actual)]
    return [] if _same(expected, actual) else [_said(where, _shown(expected), actual)]


def _mapping(expected: Mapping[object, object], actual: object, where: str) -> list[str]:
    if not isinstance(actual, Mapping):
        return [_said(where, "a mapping", actual)]
    found: list[str] = []
    for key, wanted in expected.items():
        inner = f"{where}.{key}" if where else str(key)
        known = _key(key, actual)
        if known is None and not _is_nothing(wanted):
            found.append(f"{inner}: there is none; there is {_shown(list(actual))}")
        else:
            found += mismatches(wanted, None if known is None else actual[known], inner)
    return found


def _key(key: object, actual: Mapping[object, object]) -> object:
    if key in actual:
        return key
    return next((known for known in actual if str(known) == str(key)), None)


def _in_order(expected: Sequence[object], actual: object, where: str) -> list[str]:
    if not _is_list(actual) or len(actual) != len(expected):
        return [_said(where, f"a list of {len(expected)}: {_shown(expected)}", actual)]
    pairs = zip(expected, actual, strict=True)
    return [line for n, (wanted, came) in enumerate(pairs, 1) for line in mismatches(wanted, came, f"{where}[{n}]")]


def _has(wanted: object, actual: object, where: str) -> list[str]:
    if isinstance(wanted, Mapping):
        return _mapping(wanted, actual, where)
    wanted_items = wanted if isinstance(wanted, list | tuple) else [wanted]
    if isinstance(actual, str):
        return [_said(where, f"a text with '{item}'", actual) for item in wanted_items if str(item) not in actual]
    if not _is_list(actual):
        return [_said(where, f"a list with {_shown(wanted)}", actual)]
    missing = [item for item in wanted_items if all(mismatches(item, came) for came in actual)]
    return [_said(where, f"among others {_shown(item)}", actual) for item in missing]


def _exactly(wanted: object, actual: object, where: str) -> list[str]:
    if _is_nothing(wanted):
        return mismatches(None, actual, where)
    if isinstance(wanted, Mapping) and isinstance(actual, Mapping):
        more = [key for key in actual if _key(key, wanted) is None]
        extra = [f"{where}: it also has {_shown(more)}"] if more else []
        return extra + _mapping(wanted, actual, where)
    return _set(wanted, actual, where)


def _set(wanted: object, actual: object, where: str) -> list[str]:
    if isinstance(actual, Mapping):
        actual = list(actual)
    items = list(wanted) if isinstance(wanted, list | tuple) else [wanted]
    if not _is_list(actual) or len(actual) != len(items):
        return [_said(where, f"in any order {_shown(items)}", actual)]
    left = list(actual)
    for item in items:
        match = next((n for n, came in enumerate(left) if not mismatches(item, came)), None)
        if match is None:
            return [_said(where, f"in any order {_shown(items)}", actual)]
        del left[match]
    return []


def _one_of(wanted: object, actual: object, where: str) -> list[str]:
    choices = wanted if isinstance(wanted, list | tuple) else [wanted]
    if any(not mismatches(choice, actual) for choice in choices):
        return []
    return [_said(where, f"one of {_shown(choices)}", actual)]


def _between(wanted: object, actual: object, where: str) -> list[str]:
    ends = [_number(end) for end in wanted] if isinstance(wanted, list | tuple) else []
    came = _number(actual)
    low, high = ends if len(ends) == 2 else (None, None)
    if low is not None and high is not None and came is not None and low <= came <= high:
        return []
    return [_said(where, f"between {_shown(wanted)}", actual)]


def _not(wanted: object, actual: object, where: str) -> list[str]:
    return [f"{where}: it is {_shown(actual)}, which it must not be"] if not mismatches(wanted, actual) else []


_MATCHERS: Final[Mapping[object, Callable[[object, object, str], list[str]]]] = {
    "has": _has,
    "exactly": _exactly,
    "set": _set,
    "one_of": _one_of,
    "between": _between,
    "not": _not,
}


def is_matcher(wanted: object) -> bool:
    """Whether a mapping is one of the words that say more (`has`, `set`, ...), not what something should be."""
    return isinstance(wanted, Mapping) and len(wanted) == 1 and next(iter(wanted)) in _MATCHERS


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, str) and value in ("", "nothing")) or value in ((), [], {})


def _same(expected: object, actual: object) -> bool:
    """Case files are text: what was found says how the text is to be read."""
    if isinstance(expected, str) and isinstance(actual, bool):
        return _YES.get(expected) is actual
    if isinstance(actual, int | Fraction) and not isinstance(actual, bool):
        return _number(expected) == actual
    return str(expected) == str(actual)


def _number(value: object) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_shown(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if _is_nothing(value) else str(value)


def _said(where: str, expected: str, actual: object) -> str:
    return f"{where}: expected {expected}, found {_shown(actual)}" if where else f"expected {expected}"
