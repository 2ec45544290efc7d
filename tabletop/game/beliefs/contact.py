"""`Contact`: something that one side believes to be on a map, whether it is there or not."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.values import NOBODY, Value

ContactForm: TypeAlias = Literal["claim", "ghost", "mark"]
"""The forms of contacts: a claim that was reported to the side, a ghost where it lost sight of a piece, or its own
mark.
"""

NOWHERE: Final = -1
"""The map of a report without a place."""


class Contact(Struct, frozen=True, omit_defaults=True):
    """A contact of one side (by its index): its claims, their place, time and source.

    It is at a point (map pixels) and at a place of a map. `time` holds the positions of the tracker that dates the
    game's contacts. `says` has each claim by its name. `note` is the note that its side wrote about it. `of` are the
    pieces that it is really about; no projection shows them. A `late` contact is delayed: its side learns of it when it
    is this many turns old. A claim `answers` a dispatch of its side, by its id.
    """

    side: int
    form: ContactForm
    kind: str
    map: int
    x: int
    y: int
    place: str = ""
    time: tuple[int, ...] = ()
    source: str = ""
    says: dict[str, Value] = {}
    note: str = ""
    of: tuple[int, ...] = ()
    late: int = 0
    answers: int = NOBODY

    @property
    def told(self) -> tuple[object, ...]:
        """The reported content of a contact. If it changes, the contact is reported again."""
        return self.form, self.kind, self.map, self.x, self.y, self.place, self.time, self.source, self.says
