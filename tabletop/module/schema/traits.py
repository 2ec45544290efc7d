"""Traits as module files write them: records made from the trait structs themselves, so that each is defined once.

`tabletop.game.traits` says what there is; here every struct becomes a pydantic model of the same name and fields, which
gives all mistakes at once and a JSON Schema for editors, and is turned back into the struct.
"""

import functools
import operator
import re
import types
import typing
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar, Union

import msgspec
from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic_core import PydanticUndefined

from tabletop.game.traits import Trait
from tabletop.game.traits.base import Base
from tabletop.game.values import Value
from tabletop.module.schema.base import Scalar, Text, Whole, YesNo

S = TypeVar("S", bound=msgspec.Struct)


_SIMPLE: dict[Any, Any] = {str: Text, int: Whole, bool: YesNo, Value: Scalar}


@functools.cache
def model_of(struct: type[msgspec.Struct]) -> type[BaseModel]:
    """The record that reads a struct from a module file."""
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
    """The struct's default; a nested struct's is made by reading nothing."""
    if field.default_factory is not msgspec.NODEFAULT:
        return Field(default_factory=field.default_factory)
    if field.default is msgspec.NODEFAULT:
        return PydanticUndefined
    if isinstance(field.default, msgspec.Struct):
        return model_of(type(field.default)).model_validate(msgspec.to_builtins(field.default))
    return field.default


def _read_as(hint: Any) -> Any:
    """How a field of that type is written in a file."""
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
    """One of several structs, told apart by their tag; or something that may be missing."""
    structs = [part for part in inside if isinstance(part, type) and issubclass(part, msgspec.Struct)]
    if len(structs) > 1:
        tag_field = structs[0].__struct_config__.tag_field
        union: Any = Annotated[_any_of(model_of(part) for part in structs), Field(discriminator=tag_field)]
    else:
        union = _any_of(_read_as(part) for part in inside if part is not type(None))
    return union | None if type(None) in inside else union


def _any_of(parts: Iterable[Any]) -> Any:
    """The union of types that are only known when this runs."""
    return functools.reduce(operator.or_, parts)


def as_struct(record: BaseModel, struct: type[S]) -> S:
    """The struct that a record read by `model_of` describes."""
    return msgspec.convert(record.model_dump(), struct)


class Like(Base, frozen=True, tag="like"):
    """Stands for all traits of a pattern, just here in the list. VASSAL: Prototype.

    In the texts of the pattern `<<name>>` stands for what is given `with` that name; for the empty text, if nothing is.
    """

    pattern: str
    values: dict[str, str] = msgspec.field(default_factory=dict, name="with")


Written: typing.TypeAlias = Trait | Like
"""What stands in a list of traits in a module file."""

_WRITTEN: Final[tuple[type[Written], ...]] = (*typing.get_args(Trait), Like)

TraitRecord: Any = Annotated[_any_of(model_of(part) for part in typing.get_args(Trait)), Field(discriminator="trait")]
"""Any trait, as a file writes it."""

WrittenRecord: Any = Annotated[_any_of(map(model_of, _WRITTEN)), Field(discriminator="trait")]
"""Any trait, or what stands for those of a pattern."""


_STRUCT_OF: dict[type[BaseModel], type[Trait]] = {model_of(part): part for part in typing.get_args(Trait)}

_PLACEHOLDER = re.compile(r"<<([^<>]*)>>")


def as_trait(record: BaseModel) -> Trait:
    """The trait that a record describes."""
    return as_struct(record, _STRUCT_OF[type(record)])


def as_written(record: BaseModel) -> Written:
    """The trait that a record describes, or what stands for those of a pattern."""
    return as_struct(record, Like) if isinstance(record, model_of(Like)) else as_trait(record)


def filled(trait: Written, values: Mapping[str, str]) -> Written:
    """A trait of a pattern with what is given in place of `<<name>>` in its texts."""
    content = msgspec.to_builtins(trait)
    given = _filled(content, values)
    return trait if given == content else msgspec.convert(given, type(trait))


def _filled(content: Any, values: Mapping[str, str]) -> Any:
    if isinstance(content, str):
        return _PLACEHOLDER.sub(lambda found: values.get(found[1], ""), content) if "<<" in content else content
    if isinstance(content, dict):
        return {key: _filled(value, values) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return tuple(_filled(value, values) for value in content)
    return content
