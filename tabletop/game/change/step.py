"""The step: one record of the journal, for one action of a user."""

from typing import Final, TypeAlias

from msgspec import Struct

from tabletop.game.chance import ChanceDraw
from tabletop.game.change.patch import Patch
from tabletop.game.change.told import Told
from tabletop.game.commands import AnyCommand
from tabletop.game.state.frames import Plain
from tabletop.game.state.game import ModuleName
from tabletop.game.state.values import Value

Answers: TypeAlias = tuple[tuple[str, Value], ...]
"""Answers to prompts, by the prompt's key, in the order they were asked."""

MAIL: Final = "mail"
"""The name that stands for the mail as the author of steps."""

SET_UP: Final = "set-up"
"""The name that stands for the author of the set-up, before anybody sits at the table."""

UNKNOWN_MS: Final = 0
"""The time of a step when nobody knows it, for example in another program's record."""


class TakeBack(Struct, frozen=True, tag="take-back", tag_field="do"):
    """The command that takes steps back. Taking back a take-back restores the steps."""

    steps: tuple[int, ...]


class AskTakeBack(Struct, frozen=True, tag="ask-take-back", tag_field="do"):
    """The request to the umpire to take steps back."""

    steps: tuple[int, ...]


class ChangeModule(Struct, frozen=True, tag="change-module", tag_field="do"):
    """The command that brings the game to another module, or to another version of its own."""

    module: ModuleName


class PressOpenings(Struct, frozen=True, tag="press-openings", tag_field="do"):
    """The keys that the set-up pressed by itself.

    Their changes are part of the set-up; this step has their reports as messages.
    """


class ByMail(Struct, frozen=True, tag="by-mail", tag_field="do"):
    """A note on a file sent, opened or received by mail; `tabletop.mail` reads it."""

    note: dict[str, Plain]


Deed: TypeAlias = AnyCommand | TakeBack | AskTakeBack | ChangeModule | PressOpenings | ByMail
"""The contents of a step: a command, or something that the program itself does to a record."""


class Step(Struct, frozen=True):
    """A step: the command, the answers and draws, the changes, and the messages about it.

    `seq` counts from 1; the set-up is 0. `by` is the name of the seat. `command` is in true ids. `at_ms` is UTC in
    milliseconds, or `UNKNOWN_MS`; no rule ever reads it.
    """

    seq: int
    by: str
    command: Deed
    patch: Patch
    at_ms: int
    answers: Answers = ()
    drawn: tuple[ChanceDraw, ...] = ()
    told: tuple[Told, ...] = ()
