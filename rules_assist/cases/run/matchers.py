"""The comparison of results with expectations.

Of a mapping, only the keys that the expectation names are compared. Lists are compared in order, and completely. A
mapping whose keys are all matchers (`has`, `exactly`, `set`, `one_of`, `between`, `not`) is compared by these. The text
`nothing` expects no value. An expectation that could never fail, or never hold, raises `CaseError` with a sentence.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeGuard

from rules_assist.cases.case_errors import CaseError, unknown

MOST_SHOWN: Final = 24
"""The most entries of a long list or mapping that a failure shows."""

_YES: Final = {"yes": True, "true": True, "no": False, "false": False}


class NamedThing(str):
    """A thing with several names, each of which fits: players know a place as Wake, its map as 1207."""

    __slots__ = ("names",)
    names: frozenset[str]

    def __new__(cls, name: str, others: Iterable[str] = ()) -> "NamedThing":
        """Create it with its first name and the others."""
        made = super().__new__(cls, name)
        made.names = frozenset((name, *others))
        return made


class CompleteMapping(dict[object, object]):
    """A mapping that has all possible keys. Any other key in a case is an error of the case."""

    def refuse(self, key: str, where: str) -> None:
        """Raise CaseError for a key that this mapping never has."""
        raise unknown(f"{where or 'It'} has no '{key}'", key, map(str, self))


class Some(CompleteMapping):
    """A mapping with only some of the possible keys. `must_know` raises CaseError for an impossible one."""

    def __init__(self, found: Mapping[Any, object], must_know: Callable[[str, str], None]) -> None:
        super().__init__(found.items())
        self._must_know = must_know

    def refuse(self, key: str, where: str) -> None:
        """Raise CaseError for a key that it never has."""
        self._must_know(key, where)


def mismatches(expected: object, actual: object, where: str = "") -> list[str]:
    """Return every difference from an expected value, each in a sentence.

    `where` is the path to the value. Raises CaseError for an expectation that could never fail, or never hold.
    """
    if _is_nothing(expected):
        return [] if _is_nothing(actual) else [_said(where, "nothing", actual)]
    if is_matcher(expected):
        return [line for word, wanted in expected.items() for line in _MATCHERS[word](wanted, actual, where)]
    if isinstance(expected, Mapping):
        return _mapping(expected, actual, where)
    if _is_list(expected):
        return _in_order(expected, actual, where)
    return [] if _same(expected, actual) else [_said(where, _shown(expected), actual)]


def _mapping(expected: Mapping[object, object], actual: object, where: str) -> list[str]:
    if not isinstance(actual, Mapping):
        return [_said(where, _shown(expected), actual)]
    found: list[str] = []
    for key, wanted in expected.items():
        inner = f"{where}.{key}" if where else str(key)
        known = _key(key, actual)
        if known is None and isinstance(actual, CompleteMapping):
            actual.refuse(str(key), where)
        if known is None and not _is_nothing(wanted):
            found.append(f"{inner}: there is none; there is {_shown(list(actual))}")
        else:
            found += mismatches(wanted, None if known is None else actual[known], inner)
    return found


def _key(key: object, actual: Mapping[object, object]) -> object:
    if key in actual:
        return key
    return next((known for known in actual if _same(str(key), known) or str(known) == str(key)), None)


def _in_order(expected: Sequence[object], actual: object, where: str) -> list[str]:
    if not _is_list(actual) or len(actual) != len(expected):
        return [_said(where, f"a list of {len(expected)}: {_shown(expected)}", actual, expected)]
    pairs = zip(expected, actual, strict=True)
    return [line for n, (wanted, came) in enumerate(pairs, 1) for line in mismatches(wanted, came, f"{where}[{n}]")]


def _has(wanted: object, actual: object, where: str) -> list[str]:
    _must_name(wanted, "has", where)
    if isinstance(wanted, Mapping) and not _is_list(actual):
        return mismatches(wanted, actual, where)
    items = list(wanted) if _is_list(wanted) else [wanted]
    if isinstance(actual, str):
        return [_said(where, f"a text with '{item}'", actual) for item in items if str(item) not in actual]
    if isinstance(actual, Mapping):
        found = list(actual)
        if isinstance(actual, CompleteMapping):
            for item in items:
                if _key(item, actual) is None:
                    actual.refuse(str(item), where)
        actual = found
    if not _is_list(actual):
        return [_said(where, f"a list with {_shown(wanted)}", actual)]
    missing = [item for item in items if _fitting(item, actual) is None]
    return [_said(where, f"among others {_shown(item)}", actual, items) for item in missing]


def _exactly(wanted: object, actual: object, where: str) -> list[str]:
    if _is_nothing(wanted):
        return mismatches(None, actual, where)
    if isinstance(wanted, Mapping) and isinstance(actual, Mapping):
        more = [key for key in actual if not any(_same(str(each), key) for each in wanted)]
        extra = [f"{where}: it also has {_shown(more)}"] if more else []
        return extra + _mapping(wanted, actual, where)
    return _set(wanted, actual, where)


def _set(wanted: object, actual: object, where: str) -> list[str]:
    if isinstance(actual, Mapping):
        actual = list(actual)
    items = list(wanted) if _is_list(wanted) else [wanted]
    if not _is_list(actual) or len(actual) != len(items):
        return [_said(where, f"in any order {_shown(items)}", actual, items)]
    left = list(actual)
    for item in items:
        match = _fitting(item, left)
        if match is None:
            return [_said(where, f"in any order {_shown(items)}", actual, items)]
        del left[match]
    return []


def _one_of(wanted: object, actual: object, where: str) -> list[str]:
    _must_name(wanted, "one_of", where)
    choices = wanted if _is_list(wanted) else [wanted]
    if any(_fitting(choice, [actual]) is not None for choice in choices):
        return []
    return [_said(where, f"one of {_shown(choices)}", actual)]


def _fitting(wanted: object, among: Sequence[object]) -> int | None:
    """Return the number of the item that fits; None if none fits. Raises CaseError if none ever could."""
    slips: list[CaseError] = []
    for number, came in enumerate(among):
        try:
            if not mismatches(wanted, came):
                return number
        except CaseError as slip:
            slips.append(slip)
    if slips and len(slips) == len(among):
        raise slips[0]
    return None


def _between(wanted: object, actual: object, where: str) -> list[str]:
    ends = [_number(end) for end in wanted] if _is_list(wanted) else []
    low, high = ends if len(ends) == 2 else (None, None)
    if low is None or high is None or low > high:
        raise CaseError(f"{_at(where)}'between' has two numbers, the lower one first, not {_shown(wanted)}.")
    came = _number(actual)
    return [] if came is not None and low <= came <= high else [_said(where, f"between {_shown(wanted)}", actual)]


def _not(wanted: object, actual: object, where: str) -> list[str]:
    if not _may_be(wanted, actual):
        raise CaseError(
            f"{_at(where)}it is {_shown(actual)}, which can never be {_shown(wanted)}: "
            "write the value under 'not' in the form in which it would be expected."
        )
    if mismatches(wanted, actual):
        return []
    return [f"{_at(where)}expected anything but {_shown(wanted)}, found {_shown(actual, wanted)}"]


_MATCHERS: Final[Mapping[object, Callable[[object, object, str], list[str]]]] = {
    "has": _has,
    "exactly": _exactly,
    "set": _set,
    "one_of": _one_of,
    "between": _between,
    "not": _not,
}


def is_matcher(wanted: object) -> TypeGuard[Mapping[str, object]]:
    """Return whether a mapping consists of matchers (`has`, `set`, ...), and is not an expected value itself."""
    return isinstance(wanted, Mapping) and bool(wanted) and all(word in _MATCHERS for word in wanted)


def words_of(wanted: object) -> Iterator[str]:
    """Yield the words of an expectation that name a thing, without the matchers."""
    if is_matcher(wanted):
        for inner in wanted.values():
            yield from words_of(inner)
    elif _is_list(wanted):
        for inner in wanted:
            yield from words_of(inner)
    elif isinstance(wanted, str) and not _is_nothing(wanted):
        yield wanted


def words_under(wanted: object, key: str) -> Iterator[str]:
    """Yield the words under a key of the expected mappings, at any depth of lists and matchers."""
    if is_matcher(wanted) or _is_list(wanted):
        for inner in wanted.values() if isinstance(wanted, Mapping) else wanted:
            yield from words_under(inner, key)
    elif isinstance(wanted, Mapping):
        yield from words_of(wanted.get(key))


def words_not_meant(wanted: object) -> Iterator[str]:
    """Yield the words that must not occur in the result."""
    if is_matcher(wanted):
        for word, inner in wanted.items():
            yield from words_of(inner) if word == "not" else words_not_meant(inner)
    elif _is_list(wanted):
        for inner in wanted:
            yield from words_not_meant(inner)


def _must_name(wanted: object, word: str, where: str) -> None:
    if _is_nothing(wanted):
        raise CaseError(f"{_at(where)}'{word}' names nothing; write 'nothing' alone if there must be nothing.")


def _may_be(wanted: object, actual: object) -> bool:
    """Return whether a value could fit an expectation at all.

    A mapping never fits a list, and a boolean never fits a number.
    """
    if _is_nothing(wanted) or _is_nothing(actual) or is_matcher(wanted):
        return True
    if isinstance(wanted, Mapping) or _is_list(wanted):
        return isinstance(actual, Mapping) if isinstance(wanted, Mapping) else _is_list(actual)
    if isinstance(actual, bool):
        return isinstance(wanted, bool) or wanted in _YES
    if isinstance(actual, int | Fraction):
        return _number(wanted) is not None
    return not isinstance(actual, Mapping) and not _is_list(actual)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, str) and value in ("", "nothing")) or value in ((), [], {})


def _same(expected: object, actual: object) -> bool:
    """Return whether a text of a case is equal to a value. The type of the value decides how the text is read."""
    if isinstance(expected, str) and isinstance(actual, bool):
        return _YES.get(expected) is actual
    if isinstance(actual, int | Fraction) and not isinstance(actual, bool):
        return _number(expected) == actual
    return str(expected) in actual.names if isinstance(actual, NamedThing) else str(expected) == str(actual)


def _number(value: object) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def _shown(value: object, like: object = None, *, alone: bool = False) -> str:
    """Return a value in the form of a case, with its other names if `alone`; mappings show only the keys named in
    `like`.
    """
    if isinstance(value, Mapping):
        wanted = _asked_for(value, like)
        return "{" + ", ".join(f"{key}: {_shown(value[key])}" for key in wanted) + "}"
    if _is_list(value):
        said = [_shown(each, like) for each in value[:MOST_SHOWN]]
        more = [f"and {len(value) - MOST_SHOWN} more"] if len(value) > MOST_SHOWN else []
        return "[" + ", ".join(said + more) + "]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, NamedThing):
        return " = ".join((value, *sorted(value.names - {value}))) if alone else value
    return "nothing" if _is_nothing(value) else str(value)


def _asked_for(value: Mapping[object, object], like: object) -> list[object]:
    """Return the keys of a mapping that an expectation names, at any depth of lists and matchers; all, if it names
    none.
    """
    named = [known for key in keys_of(like) if (known := _key(key, value)) is not None]
    return list(dict.fromkeys(named)) or list(value)


def keys_of(like: object) -> Iterator[object]:
    """Yield the keys of expected mappings, at any depth of lists and matchers."""
    if is_matcher(like) or _is_list(like):
        for inner in like.values() if isinstance(like, Mapping) else like:
            yield from keys_of(inner)
    elif isinstance(like, Mapping):
        yield from like


def _at(where: str) -> str:
    return f"{where}: " if where else ""


def _said(where: str, expected: str, actual: object, like: object = None) -> str:
    found = _shown(actual, like, alone=True)
    return f"{_at(where)}expected {expected}, found {found}" if where else f"expected {expected}"
