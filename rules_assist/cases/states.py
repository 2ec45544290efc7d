"""The state of a procedure's step, as a case writes it: what it may hold, with pieces and places by their names."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec.inspect import (
    CollectionType,
    DictType,
    Metadata,
    NamedTupleType,
    StrType,
    StructType,
    Type,
    UnionType,
    type_info,
)

from rules_assist.cases.errors import unknown
from rules_assist.cases.matching import Fields
from tabletop.assisting import Where
from tabletop.game.frames import Plain

Renamed = Callable[[str, str], object]
"""What a case calls a thing that plain data names, by what it is (`piece`, `place`)."""

Known = Callable[[str, str, str], None]
"""Raises CaseError for a word that is no such thing (`piece`, `place`, `phase`); last is where it stands."""


@lru_cache(maxsize=256)
def _described(state: type) -> Type:
    return type_info(state)


def must_fit(state: type, said: object, where: str, known: Known) -> None:
    """Raise CaseError for a word, however deep, that a state of this type never has."""
    _must_fit(_described(state), said, where, known)


def _must_fit(info: Type, said: object, where: str, known: Known) -> None:
    match info:
        case Metadata():
            _must_be_known(info, said, where, known)
            _must_fit(info.type, said, where, known)
        case UnionType():
            for one in info.types:
                if isinstance(one, StructType | DictType | CollectionType | Metadata):
                    _must_fit(one, said, where, known)
        case StructType() if isinstance(said, Mapping):
            fields = {field.encode_name: field.type for field in info.fields}
            for word, inner in said.items():
                if word not in fields:
                    raise unknown(f"'{where}' has no '{word}'", word, fields)
                _must_fit(fields[word], inner, f"{where}.{word}", known)
        case DictType() if isinstance(said, Mapping):
            for word, inner in said.items():
                _must_fit(info.key_type, word, where, known)
                _must_fit(info.value_type, inner, f"{where}.{word}", known)
        case CollectionType() if isinstance(said, Sequence) and not isinstance(said, str):
            for inner in said:
                _must_fit(info.item_type, inner, where, known)
        case _:
            pass


def with_places(state: type, data: dict[str, Plain], place: Callable[[str], Where]) -> dict[str, Plain]:
    """Plain data of a state in which places of a map go by their names, and a text may look like a number."""
    turned = _with_places(_described(state), data, place)
    return turned if isinstance(turned, dict) else data


def _with_places(info: Type, data: Plain, place: Callable[[str], Where]) -> Plain:
    match info:
        case Metadata():
            return _with_places(info.type, data, place)
        case StrType() if isinstance(data, int) and not isinstance(data, bool):
            return str(data)
        case NamedTupleType() if info.cls is Where and isinstance(data, str | int):
            return list(place(str(data)))
        case StructType() if isinstance(data, dict):
            types = {field.encode_name: field.type for field in info.fields}
            return {key: _with_places(types[key], one, place) if key in types else one for key, one in data.items()}
        case DictType() if isinstance(data, dict):
            return {key: _with_places(info.value_type, one, place) for key, one in data.items()}
        case CollectionType() if isinstance(data, list):
            return [_with_places(info.item_type, one, place) for one in data]
        case _:
            return data


def _must_be_known(info: Metadata, said: object, where: str, known: Known) -> None:
    ref = str((info.extra or {}).get("ref", ""))
    if ref and isinstance(said, str) and said not in ("", "nothing"):
        known(ref, said, where)


def as_called(state: type, data: object, renamed: Renamed) -> object:
    """Plain data of a state with all that it names called as a case calls it."""
    return _as_called(_described(state), data, renamed)


def _as_called(info: Type, data: object, renamed: Renamed) -> object:
    match info:
        case Metadata():
            ref = str((info.extra or {}).get("ref", ""))
            return renamed(ref, data) if ref and isinstance(data, str) else _as_called(info.type, data, renamed)
        case UnionType():
            meant = next((one for one in info.types if _is_of(one, data)), None)
            return data if meant is None else _as_called(meant, data, renamed)
        case StructType() if isinstance(data, Mapping):
            types = {field.encode_name: field.type for field in info.fields}
            return Fields({key: _as_called(type, data.get(key), renamed) for key, type in types.items()})
        case DictType() if isinstance(data, Mapping):
            key, value = info.key_type, info.value_type
            return {_as_called(key, one, renamed): _as_called(value, inner, renamed) for one, inner in data.items()}
        case NamedTupleType() if info.cls is Where and isinstance(data, list):
            return renamed("place", str(data[-1]))
        case CollectionType() if isinstance(data, list | tuple):
            return [_as_called(info.item_type, one, renamed) for one in data]
        case _:
            return data


def _is_of(info: Type, data: object) -> bool:
    """Is it this one of several types?"""
    match info:
        case StructType() | DictType():
            return isinstance(data, Mapping)
        case CollectionType():
            return isinstance(data, list | tuple)
        case _:
            return isinstance(info, Metadata) and isinstance(data, str)
