"""Errors of pydantic in a document, in terms of the file that the author wrote.

A position in pydantic's terms is a list of keys, of positions in lists, and of names of members of unions. It is
understood by following the record's types and the file's nodes at the same time. Files are not read here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import UnionType
from typing import Annotated, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from tabletop.module.documents.problems import MOST_KEPT, Problem, nearest, one_of, quoted
from tabletop.module.documents.yaml_text import Node
from tabletop.texts import text

MOST_EXPLAINED: Final = 2 * MOST_KEPT
"""The most findings of pydantic in one file that are explained. Some of them repeat others."""
A_LIST: Final = "a list"
A_MAPPING: Final = "a mapping, 'key: value'"

_EXPECTED: Final[Mapping[str, str]] = {
    "expected": "{expected}",
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
    "bool_type": "yes or no",
    "bool_parsing": "yes or no",
    "none_required": "nothing",
    "list_type": A_LIST,
    "tuple_type": A_LIST,
    "set_type": A_LIST,
    "frozen_set_type": A_LIST,
    "dict_type": A_MAPPING,
    "model_type": A_MAPPING,
    "model_attributes_type": A_MAPPING,
    "dataclass_type": A_MAPPING,
    "greater_than": "a number above {gt:g}",
    "greater_than_equal": "a number of {ge:g} or more",
    "less_than": "a number below {lt:g}",
    "less_than_equal": "a number of {le:g} or less",
    "multiple_of": "a multiple of {multiple_of:g}",
    "too_short": "{min_length} or more entries",
    "too_long": "no more than {max_length} entries",
    "string_too_short": "text of {min_length} or more characters",
    "string_too_long": "text of {max_length} or fewer characters",
    "string_pattern_mismatch": "text of the form {pattern}",
}
_LISTED_IN: Final[Mapping[str, str]] = {
    "literal_error": "expected",
    "enum": "expected",
    "union_tag_invalid": "expected_tags",
}
_SENTENCES: Final = ("value_error", "assertion_error")
_IN_QUOTES = re.compile(r"'([^']*)'")
_Step = str | int


@dataclass(frozen=True, slots=True)
class _TriedMember:
    """A member of a union that pydantic tried on a node."""

    node: int
    member: str


@dataclass(frozen=True, slots=True)
class _Spot:
    """The end of a position: a node, the types that can stand there, and the unions passed on the way."""

    node: Node
    types: tuple[object, ...]
    tried: tuple[_TriedMember, ...]


@dataclass(frozen=True, slots=True)
class _Mistake:
    """A problem that is not yet reported, with the facts that decide whether it is worth reporting."""

    problem: Problem
    spot: _Spot
    about_key: bool = False
    missing: str | None = None


def explain(error: ValidationError, model: type[BaseModel], root: Node, file: str) -> list[Problem]:
    """Return the problems that pydantic found in the document `root`, with their places in the file.

    After the first `MOST_EXPLAINED` findings, one more problem says that there are too many.
    """
    found = error.errors(include_url=False, include_input=False)
    mistakes = [_mistake(details, model, root, file) for details in found[:MOST_EXPLAINED]]
    told = [mistake.problem for mistake in _without_slips(_of_best_members(mistakes))]
    if len(found) > MOST_EXPLAINED:
        last = max(told)
        told.append(replace(last, found=text("too-many-mistakes", most=len(told)), expected="", nearest=None))
    return told


# --- messages ----------------------------------------------------------------------------------------------------


def _mistake(details: ErrorDetails, model: type[BaseModel], root: Node, file: str) -> _Mistake:
    kind, loc = details["type"], details["loc"]
    if kind == "missing":
        return _missing(_walk(model, root, loc[:-1]), loc[-1], file)
    if kind == "extra_forbidden":
        return _unknown(_walk(model, root, loc[:-1]), str(loc[-1]), file)
    if loc[-1:] == ("[key]",):
        spot = _walk(model, root, loc[:-1])
        return _Mistake(_on_key(details, spot.node, str(loc[-2]), file), spot)
    spot = _walk(model, root, loc)
    if kind == "union_tag_not_found":
        return _missing(spot, details["ctx"]["discriminator"].strip("'"), file)
    if kind == "union_tag_invalid":
        chosen_by = spot.node.entries.get(details["ctx"]["discriminator"].strip("'"))
        spot = replace(spot, node=chosen_by or spot.node)
    return _Mistake(_on_value(details, spot.node, file), spot)


def _missing(spot: _Spot, key: _Step, file: str) -> _Mistake:
    node = spot.node
    if isinstance(key, int):
        problem = Problem(file, node.line, node.column, _shown(node), "one more entry")
        return _Mistake(problem, spot)
    problem = Problem(file, node.line, node.column, f"no '{key}'", "that key in this mapping")
    return _Mistake(problem, spot, about_key=True, missing=key)


def _unknown(spot: _Spot, key: str, file: str) -> _Mistake:
    entry = spot.node.entries[key]
    known = sorted(set(_keys_of(spot.types)))
    wanted = [name for name in known if name not in spot.node.entries and name != "basis"]
    expected = one_of(wanted) if wanted else "no more keys here"
    near = nearest(key, wanted) or nearest(key, known)
    return _Mistake(Problem(file, entry.key_line, entry.key_column, quoted(key), expected, near), spot, about_key=True)


def _on_key(details: ErrorDetails, entry: Node, key: str, file: str) -> Problem:
    expected, near = _expectation(details, key)
    return Problem(file, entry.key_line, entry.key_column, quoted(key), expected, near)


def _on_value(details: ErrorDetails, node: Node, file: str) -> Problem:
    if details["type"] in _SENTENCES:
        return Problem(file, node.line, node.column, str(details["ctx"]["error"]))
    word = node.value if isinstance(node.value, str) else ""
    expected, near = _expectation(details, word)
    column = node.column_of(details.get("ctx", {}).get("offset", 0))
    return Problem(file, node.line, column, _shown(node), expected, near)


def _expectation(details: ErrorDetails, word: str) -> tuple[str, str | None]:
    kind, given = details["type"], details.get("ctx", {})
    if kind in _LISTED_IN:
        known = _IN_QUOTES.findall(given[_LISTED_IN[kind]])
        return one_of(known), nearest(word, known)
    if kind in _EXPECTED:
        return _EXPECTED[kind].format_map(given), nearest(word, given.get("known", ()))
    return f"something else ({details['msg']})", None


def _shown(node: Node) -> str:
    if isinstance(node.value, dict):
        return "a mapping"
    if isinstance(node.value, list):
        return f"a list of {len(node.items)}" if node.items else "an empty list"
    return "nothing" if node.value is None else quoted(node.value)


# --- positions ---------------------------------------------------------------------------------------------------


def _walk(model: type[BaseModel], root: Node, loc: Sequence[_Step]) -> _Spot:
    """Return the end of a position, followed as far as the file goes. A part that leads nowhere in the file names a
    member of a union.
    """
    node, types = root, _members(model)
    tried: list[_TriedMember] = []
    in_union = False
    for step in loc:
        if isinstance(step, int) and step < len(node.items):
            node, types, in_union = node.items[step], _members(*_of_item(types, step)), False
        elif isinstance(step, str) and step in node.entries and (in_union or len(types) < 2):
            node, types, in_union = node.entries[step], _members(*_of_key(types, step)), False
        elif isinstance(step, str):
            tried.append(_TriedMember(id(node), step))
            types, in_union = _called(types, step), True
    return _Spot(node, types, tuple(tried))


def _members(*annotations: object) -> tuple[object, ...]:
    """Return the types that may stand in place of these types: the members of unions, without None and annotations."""
    found: list[object] = []
    for annotation in annotations:
        origin = get_origin(annotation)
        if origin is Annotated:
            found += _members(get_args(annotation)[0])
        elif origin in (Union, UnionType):
            found += _members(*get_args(annotation))
        elif annotation is not type(None):
            found.append(annotation)
    return tuple(found)


def _of_key(types: Iterable[object], key: str) -> Iterator[object]:
    for each in types:
        if isinstance(each, type) and issubclass(each, BaseModel):
            yield from (field.annotation for name, field in each.model_fields.items() if key in (name, field.alias))
        elif len(get_args(each)) == 2:
            yield get_args(each)[1]


def _of_item(types: Iterable[object], position: int) -> Iterator[object]:
    for each in types:
        args = get_args(each)
        if get_origin(each) is tuple and Ellipsis not in args:
            yield from args[position : position + 1]
        elif args:
            yield args[0]


def _called(types: tuple[object, ...], member: str) -> tuple[object, ...]:
    """Return those of the types that are records with this name or tag; if there are none, return all types."""
    records = [each for each in types if isinstance(each, type) and issubclass(each, BaseModel)]
    return tuple(each for each in records if each.__name__ == member or member in _tags(each)) or types


def _tags(record: type[BaseModel]) -> Iterator[object]:
    for field in record.model_fields.values():
        if get_origin(field.annotation) is Literal:
            yield from get_args(field.annotation)


def _keys_of(types: Iterable[object]) -> Iterator[str]:
    for each in types:
        if isinstance(each, type) and issubclass(each, BaseModel):
            yield from (field.alias or name for name, field in each.model_fields.items())


# --- selection of mistakes ---------------------------------------------------------------------------------------


def _of_best_members(mistakes: list[_Mistake]) -> list[_Mistake]:
    """Return the mistakes; for each union of which all members failed, only those of the likeliest member."""
    for union in dict.fromkeys(tried.node for mistake in mistakes for tried in mistake.spot.tried):
        by_member: dict[str, list[_Mistake]] = {}
        for mistake in mistakes:
            for tried in mistake.spot.tried:
                if tried.node == union:
                    by_member.setdefault(tried.member, []).append(mistake)
                    break
        if len(by_member) < 2:
            continue
        fitting = [said for said in by_member.values() if all(_within(union, mistake) for mistake in said)]
        kept = min(fitting, key=len) if fitting else _either(list(by_member.values()))
        about_union = [mistake for said in by_member.values() for mistake in said]
        mistakes = [mistake for mistake in mistakes if mistake not in about_union] + kept
    return mistakes


def _within(union: int, mistake: _Mistake) -> bool:
    """Return whether the member fitted as a whole, so that the mistake is inside it."""
    return mistake.about_key or id(mistake.spot.node) != union


def _either(members: list[list[_Mistake]]) -> list[_Mistake]:
    """Return a sentence for a value that fits no member, with the expectation of each."""
    first = [said[0] for said in members]
    expected = " or ".join(dict.fromkeys(mistake.problem.expected for mistake in first))
    near = next((mistake.problem.nearest for mistake in first if mistake.problem.nearest), None)
    return [replace(first[0], problem=replace(first[0].problem, expected=expected, nearest=near))]


def _without_slips(mistakes: Iterable[_Mistake]) -> Iterator[_Mistake]:
    """Yield the mistakes without complaints about missing keys that are present, but misspelt."""
    mistakes = list(mistakes)
    slips = {(id(each.spot.node), each.problem.nearest) for each in mistakes if each.about_key and not each.missing}
    for mistake in mistakes:
        if mistake.missing is None or (id(mistake.spot.node), mistake.missing) not in slips:
            yield mistake
