"""The conversion of typed values of a procedure to plain data and back: structs as mappings, `PieceId` 12 as
"piece:12".

The types tell which numbers are pieces, so that authors only write whole numbers.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final, TypeAlias, TypeVar, cast

import msgspec
from msgspec import inspect

from tabletop.game.state.frames import Plain, Thing, plain, thing_of

T = TypeVar("T")
Turn: TypeAlias = Callable[[object, object], object]

_THINGS: Final[dict[object, Thing]] = {"piece": "piece", "holder": "holder"}
_PLACE: Final = "place"


class MisfitError(Exception):
    """An error: data of a wrong type, in one sentence."""


def to_plain(value: object, type: Any) -> Plain:
    """Return a value of a type as plain data. Raises TypeError for other values (a float, bytes)."""
    try:
        return plain(
            _walked(_described(type), msgspec.to_builtins(value, str_keys=True, order="deterministic"), _named)
        )
    except ValueError as problem:
        raise TypeError(str(problem)) from problem


def from_plain(data: Plain, type: type[T]) -> T:
    """Return the value of a type, made from plain data. Raises MisfitError for data that do not fit the type."""
    try:
        return msgspec.convert(_walked(_described(cast("Hashable", type)), data, _numbered), type, str_keys=True)
    except (msgspec.ValidationError, ValueError) as problem:
        raise MisfitError(f"{problem}".rstrip(".") + ".") from problem


def with_places(data: dict[str, Plain], type: Any, own: Callable[[str], str]) -> dict[str, Plain]:
    """Return plain data of a type in which each place (`PlaceId`) has its own name, as `own` returns it for any
    name.
    """

    def turned(value: object, ref: object) -> object:
        return own(value) if ref == _PLACE and isinstance(value, str) else value

    return cast("dict[str, Plain]", _walked(_described(type), data, turned))


@lru_cache(maxsize=1024)
def _described(type: Hashable) -> inspect.Type:
    return inspect.type_info(type)  # a type, or an alias such as tuple[PieceId, ...]


def _named(value: object, ref: object) -> object:
    return f"{ref}:{value}" if ref in _THINGS else value


def _numbered(value: object, ref: object) -> object:
    thing = _THINGS.get(ref)
    found = thing_of(value) if thing is not None and isinstance(value, str) else None
    if found is None:
        return value
    if found[0] != thing:
        raise ValueError(f"'{value}' is no {thing}")
    return found[1]


def _walked(info: inspect.Type, data: object, turn: Turn) -> object:
    """Return data of this type in which `turn` has replaced each value whose type has a `ref` (a piece, a place)."""
    match info:
        case inspect.Metadata():
            ref = (info.extra or {}).get("ref")
            return turn(data, ref) if ref is not None else _walked(info.type, data, turn)
        case inspect.UnionType():
            meant = next((one for one in info.types if _is_meant(one, data)), None)
            return data if meant is None else _walked(meant, data, turn)
        case inspect.StructType() | inspect.DataclassType() | inspect.TypedDictType() if isinstance(data, dict):
            types = {field.encode_name: field.type for field in info.fields}
            return {key: _walked(types[key], one, turn) if key in types else one for key, one in data.items()}
        case inspect.DictType() if isinstance(data, dict):
            return {
                str(_walked(info.key_type, key, turn)): _walked(info.value_type, one, turn) for key, one in data.items()
            }
        case inspect.TupleType() if isinstance(data, list | tuple):
            return [_walked(one, part, turn) for one, part in zip(info.item_types, data, strict=False)]
        case inspect.CollectionType() if isinstance(data, list | tuple):
            return [_walked(info.item_type, part, turn) for part in data]
        case _:
            return data


def _is_meant(info: inspect.Type, data: object) -> bool:
    """Return whether data has this type, where several types are allowed.

    msgspec allows at most one type of each sort in a union.
    """
    match info:
        case inspect.Metadata():
            return _is_meant(info.type, data) or (isinstance(data, str) and thing_of(data) is not None)
        case inspect.IntType():
            return isinstance(data, int)
        case inspect.StructType() if isinstance(data, dict):
            return info.tag_field is None or data.get(info.tag_field) == info.tag
        case inspect.DictType() | inspect.DataclassType() | inspect.TypedDictType():
            return isinstance(data, dict)
        case inspect.CollectionType() | inspect.TupleType():
            return isinstance(data, list | tuple)
        case _:
            return False
