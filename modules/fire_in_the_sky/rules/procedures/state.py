"""States of steps that several procedures share."""

from msgspec import Struct


class NoState(Struct, frozen=True):
    """The state of a step that needs none."""


class ActingSide(Struct, frozen=True):
    """The side that begins a procedure."""

    side: str = ""
