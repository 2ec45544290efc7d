"""`Contact`: something that one side believes to be on a map. Nothing on the table need be like it."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.values import Value

ContactForm: TypeAlias = Literal["claim", "ghost", "mark"]
"""A claim was told to the side, a ghost stands where it lost sight of a piece, a mark it has put there itself."""

NOWHERE: Final = -1
"""The map of what was told without a place."""


class Contact(Struct, frozen=True, omit_defaults=True):
    """A contact of one side (by its index): what was claimed, of where and when, and by whom.

    It is at a point (map pixels) and at a place of a map. `time` are the positions of the tracker that the game's
    contacts are dated by; `says` has each claim by its name. `note` is the holder's own. `of` are the pieces that it is
    truly about: no projection has them. One that is `late` is under way: its side knows nothing of it until it is so
    many turns old.
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

    @property
    def told(self) -> tuple[object, ...]:
        """All that its holder was told by it: a contact that tells something else tells it anew."""
        return self.form, self.kind, self.map, self.x, self.y, self.place, self.time, self.source, self.says
