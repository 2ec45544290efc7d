"""Traits of appearance: pictures, layers, labels, facing, masks."""

from typing import TypeAlias

from msgspec import Struct


class Drawn(Struct, frozen=True, tag="drawn", tag_field="is", omit_defaults=True):
    """A face drawn from a template of the module's face book, with values as text (templates of expressions)."""

    template: str
    values: dict[str, str] = {}


class Image(Struct, frozen=True, tag="image", tag_field="is", omit_defaults=True):
    """A picture file of the module, by its path inside the module; centred, at its own size."""

    path: str


Picture: TypeAlias = Drawn | Image


class Art(Struct, frozen=True, tag="art", tag_field="trait", omit_defaults=True):
    """The picture at the bottom of a piece."""

    picture: Picture


class Level(Struct, frozen=True, omit_defaults=True):
    """One level of a layer: its name, and what it shows (nothing, or a picture shifted by map pixels)."""

    name: str
    picture: Picture | None = None
    dx: int = 0
    dy: int = 0


class Layer(Struct, frozen=True, tag="layer", tag_field="trait", omit_defaults=True):
    """Pictures of which one is shown: sides of a counter, steps, states.

    `name` names the property that gives the level's name; `<name>_Level` gives its number from 1 up.
    """

    name: str
    levels: tuple[Level, ...]
