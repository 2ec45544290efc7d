"""Traits as module files write them. Their records are made from the trait structs, so that each is defined once.

The traits are in `tabletop.game.traits`. The classes of their records are many. They are made when this file is
imported, which happens only to read traits.
"""

import re
import typing
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from pydantic import BaseModel, Field

from tabletop.game.traits import Trait
from tabletop.game.traits.trait_base import TraitBase
from tabletop.module.schema.structs import any_of, as_struct, model_of


class Like(TraitBase, frozen=True, tag="like"):
    """An item that stands for all traits of a pattern, at this point of the list. VASSAL: Prototype.

    In the texts of the pattern, `<<name>>` stands for the text that `with` gives for that name, or for the empty text.
    """

    pattern: str
    values: dict[str, str] = msgspec.field(default_factory=dict, name="with")


Written: typing.TypeAlias = Trait | Like
"""An item in a list of traits in a module file."""

_WRITTEN: Final[tuple[type[Written], ...]] = (*typing.get_args(Trait), Like)

TraitRecord: Any = Annotated[any_of(model_of(part) for part in typing.get_args(Trait)), Field(discriminator="trait")]
"""Any trait, as a file writes it."""

WrittenRecord: Any = Annotated[any_of(map(model_of, _WRITTEN)), Field(discriminator="trait")]
"""Any trait, or an item that stands for the traits of a pattern."""


_STRUCT_OF: dict[type[BaseModel], type[Trait]] = {model_of(part): part for part in typing.get_args(Trait)}

_PLACEHOLDER = re.compile(r"<<([^<>]*)>>")


def as_trait(record: BaseModel) -> Trait:
    """Return the trait that a record describes."""
    return as_struct(record, _STRUCT_OF[type(record)])


def as_written(record: BaseModel) -> Written:
    """Return the trait that a record describes, or the item that stands for the traits of a pattern."""
    return as_struct(record, Like) if isinstance(record, model_of(Like)) else as_trait(record)


def filled(trait: Written, values: Mapping[str, str]) -> Written:
    """Return a trait of a pattern with the given texts in place of `<<name>>`."""
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
