"""The conversion of typed values of a procedure to plain data and back: structs as mappings, `PieceId` 12 as
"piece:12".

The types tell which numbers are pieces, so that authors only write whole numbers.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias, TypeVar, cast

import msgspec
from msgspec import inspect

from tabletop.game.state.frames import Plain, Thing, plain, thing_of

T = TypeVar("T")
Turn: TypeAlias = Callable[[object, object], object]
"""A function that returns a value, whose type has this `ref`, in another form."""
Walk: TypeAlias = Callable[[object, Turn], object]
"""A function that returns data of one type with some values in another form."""

_THINGS: Final[dict[object, Thing]] = {"piece": "piece", "holder": "holder"}
_OF_THINGS: Final[frozenset[object]] = frozenset(_THINGS)
_OF_PLACES: Final[frozenset[object]] = frozenset({"place"})


class MisfitError(Exception):
    """An error: data of a wrong type, in one sentence."""


def to_plain(value: object, type: Any) -> Plain:
    """Return a value of a type as plain data. Raises TypeError for other values (a float, bytes)."""
    try:
        data = msgspec.to_builtins(value, str_keys=True, order="deterministic")
        return plain(_walked(type, _OF_THINGS, data, _named))
    except ValueError as problem:
        raise TypeError(str(problem)) from problem


def from_plain(data: Plain, type: type[T]) -> T:
    """Return the value of a type, made from plain data. Raises MisfitError for data that do not fit the type."""
    try:
        return msgspec.convert(_walked(type, _OF_THINGS, data, _numbered), type, str_keys=True)
    except (msgspec.ValidationError, ValueError) as problem:
        raise MisfitError(f"{problem}".rstrip(".") + ".") from problem


def with_places(data: dict[str, Plain], type: Any, own: Callable[[str], str]) -> dict[str, Plain]:
    """Return plain data of a type in which each place (`PlaceId`) has its own name, as `own` returns it for any
    name.
    """

    def turned(value: object, _ref: object) -> object:
        return own(value) if isinstance(value, str) else value

    return cast("dict[str, Plain]", _walked(type, _OF_PLACES, data, turned))


def _named(value: object, ref: object) -> object:
    return f"{ref}:{value}"


def _numbered(value: object, ref: object) -> object:
    thing = _THINGS[ref]
    found = thing_of(value) if isinstance(value, str) else None
    if found is None:
        return value
    if found[0] != thing:
        raise ValueError(f"'{value}' is no {thing}")
    return found[1]


def _walked(type: Any, refs: frozenset[object], data: object, turn: Turn) -> object:
    """Return data of this type in which `turn` has replaced each value whose type has one of these `refs`."""
    walk = _walk_of(cast("Hashable", type), refs)
    return data if walk is None else walk(data, turn)


@lru_cache(maxsize=1024)
def _walk_of(type: Hashable, refs: frozenset[object]) -> Walk | None:
    return _walk(inspect.type_info(type), refs, {})  # a type, or an alias such as tuple[PieceId, ...]


def _walk(info: inspect.Type, refs: frozenset[object], begun: "dict[int, _WalkUnderWay]") -> Walk | None:
    """Return a function that replaces, in data of this type, each value whose type has one of these `refs`.

    None if the type has no such values, so that the data stay as they are. `begun` has the types around this one.
    """
    if id(info) in begun:  # a type that contains itself
        return begun[id(info)].again
    walks = begun[id(info)] = _WalkUnderWay()
    walks.found = _made(info, refs, begun)
    del begun[id(info)]
    return walks.found


class _WalkUnderWay:
    """The function for a type while it is made, for a type that contains itself."""

    def __init__(self) -> None:
        self.found: Walk | None = None

    def again(self, data: object, turn: Turn) -> object:
        """Replace the values in data of this type."""
        return data if self.found is None else self.found(data, turn)


def _made(info: inspect.Type, refs: frozenset[object], begun: dict[int, _WalkUnderWay]) -> Walk | None:
    match info:
        case inspect.Metadata():
            ref = (info.extra or {}).get("ref")
            if ref is None:
                return _walk(info.type, refs, begun)
            return partial(_turned, ref) if ref in refs else None
        case inspect.UnionType():
            return _of_union([(one, _walk(one, refs, begun)) for one in info.types])
        case inspect.StructType() | inspect.DataclassType() | inspect.TypedDictType():
            found = {field.encode_name: _walk(field.type, refs, begun) for field in info.fields}
            return _of_fields({name: walk for name, walk in found.items() if walk is not None})
        case inspect.DictType():
            return _of_mapping(_walk(info.key_type, refs, begun), _walk(info.value_type, refs, begun))
        case inspect.TupleType():
            return _of_tuple([_walk(one, refs, begun) for one in info.item_types])
        case inspect.CollectionType():
            return _of_parts(_walk(info.item_type, refs, begun))
        case _:
            return None


def _turned(ref: object, data: object, turn: Turn) -> object:
    return turn(data, ref)


def _of_union(walks: Sequence[tuple[inspect.Type, Walk | None]]) -> Walk | None:
    if not any(walk for _, walk in walks):
        return None

    def walk(data: object, turn: Turn) -> object:
        meant = next((found for one, found in walks if _is_meant(one, data)), None)
        return data if meant is None else meant(data, turn)

    return walk


def _of_fields(walks: Mapping[str, Walk]) -> Walk | None:
    if not walks:
        return None

    def walk(data: object, turn: Turn) -> object:
        if not isinstance(data, dict):
            return data
        return {key: walks[key](one, turn) if key in walks else one for key, one in data.items()}

    return walk


def _of_mapping(of_key: Walk | None, of_value: Walk | None) -> Walk | None:
    if of_key is None and of_value is None:
        return None

    def walk(data: object, turn: Turn) -> object:
        if not isinstance(data, dict):
            return data
        return {
            str(key if of_key is None else of_key(key, turn)): one if of_value is None else of_value(one, turn)
            for key, one in data.items()
        }

    return walk


def _of_tuple(walks: Sequence[Walk | None]) -> Walk:
    def walk(data: object, turn: Turn) -> object:
        if not isinstance(data, list | tuple):
            return data
        return [part if one is None else one(part, turn) for one, part in zip(walks, data, strict=False)]

    return walk


def _of_parts(of_part: Walk | None) -> Walk | None:
    if of_part is None:
        return None

    def walk(data: object, turn: Turn) -> object:
        return [of_part(part, turn) for part in data] if isinstance(data, list | tuple) else data

    return walk


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
