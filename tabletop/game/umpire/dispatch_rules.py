"""The forms of a game's dispatches: their fields, their addressees, and the time that they take."""

from typing import Final

from msgspec import Struct

from tabletop.game.umpire.dispatch import AddresseeKind


class DispatchForm(Struct, frozen=True):
    """A form of dispatches: its title, and its fields, by name and title.

    `takes` is an expression for the number of turns until a dispatch arrives. It is read on the addressed piece, or on
    the table. Without `takes`, the umpire carries the dispatch by hand; without an umpire, it arrives at once. If there
    is an umpire, a form that is `held` waits for the umpire. It can be addressed only to the kinds in `to`; if there
    are none, to anybody.
    """

    id: str
    title: str
    fields: dict[str, str]
    takes: str = ""
    held: bool = False
    to: tuple[AddresseeKind, ...] = ()


PLAIN_FORM: Final = DispatchForm("dispatch", "Dispatch", {"text": "Text"})
"""The form of a game that declares none."""
