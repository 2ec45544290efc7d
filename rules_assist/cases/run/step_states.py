"""The state of a procedure's step in the form of a case, with pieces and places by their names."""

from collections.abc import Callable, Mapping

from msgspec.inspect import (
    CollectionType,
    DictType,
    Metadata,
    NamedTupleType,
    StrType,
    StructType,
    Type,
    UnionType,
)

from rules_assist.cases.run.matchers import CompleteMapping
from rules_assist.cases.words.matcher_types import described
from tabletop.assistance import Where
from tabletop.game.state.frames import Plain

Renamed = Callable[[str, str], object]
"""A function that returns the case's name for a thing in plain data, from its type (`piece`, `place`) and its word."""


def with_places(state: type, data: dict[str, Plain], place: Callable[[str], Where]) -> dict[str, Plain]:
    """Return plain data of a state in which each name of a place is replaced by the map and the place.

    A number is replaced by its text if the state has a text there.
    """
    turned = _with_places(described(state), data, place)
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


def as_called(state: type, data: object, renamed: Renamed) -> object:
    """Return plain data of a state in which pieces and places have the names that the case uses."""
    return _as_called(described(state), data, renamed)


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
            return CompleteMapping({key: _as_called(type, data.get(key), renamed) for key, type in types.items()})
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
    """Return whether data has the form of this type: a mapping, a list, or a text that names a thing."""
    match info:
        case StructType() | DictType():
            return isinstance(data, Mapping)
        case CollectionType():
            return isinstance(data, list | tuple)
        case _:
            return isinstance(info, Metadata) and isinstance(data, str)
