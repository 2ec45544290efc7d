"""Traits that give properties: marks, typed properties, computed ones."""

from msgspec import Struct

from tabletop.game.values import Value


class Mark(Struct, frozen=True, tag="mark", tag_field="trait"):
    """Properties that never change: name and value."""

    values: dict[str, Value]
