"""States of steps that several procedures share."""

from msgspec import Struct


class Nothing(Struct, frozen=True):
    """The state of a step that needs none."""


class Acting(Struct, frozen=True):
    """The side that begins a procedure."""

    side: str = ""
