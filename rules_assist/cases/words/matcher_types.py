"""The check of expectations against the type of a value: under any matcher, at any depth."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeGuard

from msgspec.inspect import (
    CollectionType,
    DictType,
    LiteralType,
    Metadata,
    NamedTupleType,
    NoneType,
    StructType,
    Type,
    UnionType,
    type_info,
)

from rules_assist.cases.case_errors import CaseError, unknown
from rules_assist.cases.run.matchers import is_matcher
from tabletop.assistance import Where

Known = Callable[[str, str, str], None]
"""A check that raises CaseError for an unknown word (`piece`, `place`, `rule`); the last argument is its path."""

_OF_SEVERAL: Final = ("has", "set", "exactly")
"""Matchers that hold the items of a list, or the keys of a mapping."""


@lru_cache(maxsize=256)
def described(kind: type) -> Type:
    """Return the description of a type, as data."""
    return type_info(kind)


def must_fit(kind: type, said: object, where: str, known: Known) -> None:
    """Raise CaseError for a word, at any depth, that a value of this type never has."""
    _must_fit(described(kind), said, where, known)


def each_must_fit(kind: type, said: object, where: str, known: Known) -> None:
    """Raise CaseError for a word that no item of a list of such values ever has."""
    _must_fit(CollectionType(described(kind)), said, where, known)


def _must_fit(info: Type, said: object, where: str, known: Known) -> None:
    match info:
        case UnionType():
            _must_fit_one(info.types, said, where, known)
        case _ if is_matcher(said):
            for word, inner in said.items():
                for kind, each in _under(info, word, inner):
                    _must_fit(kind, each, where, known)
        case Metadata():
            _must_be_known(info, said, where, known)
            _must_fit(info.type, said, where, known)
        case LiteralType() if isinstance(said, str):
            _must_be_one(info, said, where)
        case NamedTupleType() if info.cls is Where and _is_word(said):
            known("place", str(said), where)
        case _:
            _must_fit_within(info, said, where, known)


def _must_fit_within(info: Type, said: object, where: str, known: Known) -> None:
    """Raise CaseError for a word that the content of a mapping or a list never has."""
    match info:
        case StructType() if isinstance(said, Mapping):
            fields = {field.name: field.type for field in info.fields}
            for word, inner in said.items():
                if word not in fields:
                    raise unknown(f"{where} has no '{word}'", word, fields)
                _must_fit(fields[word], inner, f"{where}.{word}", known)
        case DictType() if isinstance(said, Mapping):
            for word, inner in said.items():
                _must_fit(info.key_type, word, where, known)
                _must_fit(info.value_type, inner, f"{where}.{word}", known)
        case CollectionType() if _is_list(said):
            for inner in said:
                _must_fit(info.item_type, inner, where, known)
        case _:
            pass


def _must_fit_one(kinds: Iterable[Type], said: object, where: str, known: Known) -> None:
    """Raise CaseError for an expectation that fits none of several possible types."""
    slips: list[CaseError] = []
    for kind in kinds:
        if not isinstance(kind, NoneType):
            try:
                _must_fit(kind, said, where, known)
            except CaseError as slip:
                slips.append(slip)
            else:
                return
    if slips:
        raise slips[0]


def _under(info: Type, word: str, said: object) -> Iterator[tuple[Type, object]]:
    """Yield the content of a matcher, each part with the type that it must have."""
    several = said if _is_list(said) else [said]
    if word == "one_of":
        yield from ((info, each) for each in several)
    elif word in _OF_SEVERAL and isinstance(info, DictType) and not isinstance(said, Mapping):
        yield from ((info.key_type, each) for each in several)
    elif word in _OF_SEVERAL and isinstance(info, CollectionType):
        yield from ((info.item_type, each) for each in several)
    elif word in _OF_SEVERAL and _is_list(said):
        yield from ((info, each) for each in said)
    else:
        yield info, said


def _must_be_known(info: Metadata, said: object, where: str, known: Known) -> None:
    ref = str((info.extra or {}).get("ref", ""))
    if ref and _is_word(said):
        known(ref, str(said), where)


def _must_be_one(info: LiteralType, said: str, where: str) -> None:
    words = [str(value) for value in info.values]
    if _is_word(said) and said not in words:
        raise unknown(f"{where}: there is no '{said}'", said, words)


def _is_word(said: object) -> bool:
    return isinstance(said, str) and said not in ("", "nothing")


def _is_list(said: object) -> TypeGuard[Sequence[object]]:
    return isinstance(said, Sequence) and not isinstance(said, str)
