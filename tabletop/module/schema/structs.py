"""Structs of the game as module files write them. Each is defined once, and the record that reads it is made from it.

Every struct becomes a pydantic model of the same name and fields. The model gives all mistakes at once and a JSON
Schema for editors, and is turned back into the struct.
"""

import functools
import operator
import types
import typing
from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeVar, Union

import msgspec
from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic_core import PydanticUndefined

from tabletop.game.state.values import Value
from tabletop.module.schema.record_base import Scalar, Text, Whole, YesNo

S = TypeVar("S", bound=msgspec.Struct)


_SIMPLE: dict[Any, Any] = {str: Text, int: Whole, bool: YesNo, Value: Scalar}


@functools.cache
def model_of(struct: type[msgspec.Struct]) -> type[BaseModel]:
    """Return the class of records that reads a struct from a module file. It is made only once."""
    config = struct.__struct_config__
    given: dict[str, Any] = {}
    if config.tag is not None and config.tag_field is not None:
        given[config.tag_field] = (Literal[config.tag], ...)
    hints = typing.get_type_hints(struct)
    for field in msgspec.structs.fields(struct):
        given[field.encode_name] = (_read_as(hints[field.name]), _default(field))
    made: type[BaseModel] = create_model(
        struct.__name__,
        __config__=ConfigDict(frozen=True, extra="forbid", defer_build=True),
        __doc__=struct.__doc__,
        __module__=__name__,
        **given,
    )
    return made


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """Return the default of a struct's field, as pydantic takes it. A default that is a struct becomes its record."""
    if field.default_factory is not msgspec.NODEFAULT:
        return Field(default_factory=field.default_factory)
    if field.default is msgspec.NODEFAULT:
        return PydanticUndefined
    if isinstance(field.default, msgspec.Struct):
        return model_of(type(field.default)).model_validate(msgspec.to_builtins(field.default))
    return field.default


def _read_as(hint: Any) -> Any:
    """Return the type of a field as it is written in a file."""
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return model_of(hint)
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        if len(inside) == 2 and inside[1] is Ellipsis:
            return types.GenericAlias(tuple, (_read_as(inside[0]), ...))
        return types.GenericAlias(tuple, tuple(_read_as(part) for part in inside))
    if origin is dict:
        return types.GenericAlias(dict, tuple(_read_as(part) for part in inside))
    if origin in (Union, types.UnionType):
        return _choice(inside)
    return hint


def _choice(inside: tuple[Any, ...]) -> Any:
    """Return the type for one of several structs, which their tags distinguish, or for a value that may be missing."""
    structs = [part for part in inside if isinstance(part, type) and issubclass(part, msgspec.Struct)]
    if len(structs) > 1:
        tag_field = structs[0].__struct_config__.tag_field
        union: Any = Annotated[any_of(model_of(part) for part in structs), Field(discriminator=tag_field)]
    else:
        union = any_of(_read_as(part) for part in inside if part is not type(None))
    return union | None if type(None) in inside else union


def any_of(parts: Iterable[Any]) -> Any:
    """Return the union of types that are known only at run time."""
    return functools.reduce(operator.or_, parts)


def as_struct(record: BaseModel, struct: type[S]) -> S:
    """Return the struct that a record read by `model_of` describes."""
    return msgspec.convert(record.model_dump(), struct)
