"""`Dispatch`: a written order or message on its way from one seat to another, to a side, the umpire or a piece."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.beliefs.contact import NOWHERE
from tabletop.game.state.values import NOBODY

AddresseeKind: TypeAlias = Literal["seat", "side", "role", "umpire", "piece"]
"""The kinds of addressees: a person, all of a side or a role, the umpire, or a piece of the author's own side."""

DispatchState: TypeAlias = Literal["written", "under-way", "arrived", "lost"]
"""The states of a dispatch: it waits to be sent, a courier has it, it has arrived, or it will never arrive."""


class Addressee(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The addressee of a dispatch, by `name`.

    A `piece` is given by its id, and by the name under which its author knew it.
    """

    kind: AddresseeKind
    name: str = ""
    piece: int = NOBODY


class Dispatch(Struct, frozen=True, omit_defaults=True):
    """A dispatch, written in one of the game's forms: `says` has the texts by the form's fields.

    Its author is the person `seat`, who plays these sides (by index). `sender` is another name on it, if there is one.
    It was written at `time` (the positions of the tracker that dates the game's contacts), about a point (map pixels)
    and place of a map, or about none. `takes` is the number of turns that it needs; None means that the umpire carries
    it by hand. It is due at the time `due` and came at the time `arrived`, for these `readers` (sides by index; if
    there are none, only the umpire). `read` has the time of reading by the readers' names. `told` are the texts as they
    arrive, if the umpire has changed them, and `word` is the umpire's note. It `answers` another dispatch, by its id.
    """

    seat: str
    sides: tuple[int, ...]
    to: Addressee
    form: str
    says: dict[str, str]
    time: tuple[int, ...] = ()
    map: int = NOWHERE
    x: int = 0
    y: int = 0
    place: str = ""
    takes: int | None = None
    state: DispatchState = "written"
    due: tuple[int, ...] = ()
    arrived: tuple[int, ...] = ()
    readers: tuple[int, ...] = ()
    read: dict[str, tuple[int, ...]] = {}
    told: dict[str, str] | None = None
    word: str = ""
    answers: int = NOBODY
    sender: str = ""

    @property
    def is_sent(self) -> bool:
        """True if it has left its author, who then learns nothing more about it."""
        return self.state != "written"

    @property
    def unsent(self) -> "Dispatch":
        """The same dispatch before it has left."""
        return replace(self, state="written", due=(), arrived=(), readers=())

    @property
    def as_told(self) -> Mapping[str, str]:
        """The texts as they arrive."""
        return self.says if self.told is None else self.told

    def arrives_by_itself(self, before: "Dispatch | None") -> bool:
        """Return whether it arrived when it was due, in a step that somebody made for another reason."""
        was_due = before is not None and before.state == "under-way" and before.due == self.due
        return was_due and self.state == "arrived"

    def is_for(self, sides: tuple[int, ...]) -> bool:
        """Return whether it has arrived for one of these sides."""
        return self.state == "arrived" and not set(sides).isdisjoint(self.readers)

    def as_seen(self, sides: tuple[int, ...]) -> "Dispatch | None":
        """Return the part that these sides know; None if they know nothing of it.

        Its author's side knows the written texts, and whether it has left. Its readers know the texts that have
        arrived.
        """
        to = Addressee(self.to.kind, self.to.name)
        if self.is_for(sides):
            seat = "" if self.sender else self.seat
            return replace(self, seat=seat, to=to, says=dict(self.as_told), told=None, takes=None, due=(), word="")
        if set(sides).isdisjoint(self.sides):
            return None
        return Dispatch(
            seat=self.seat,
            sides=self.sides,
            to=to,
            form=self.form,
            says=self.says,
            time=self.time,
            map=self.map,
            x=self.x,
            y=self.y,
            place=self.place,
            state="under-way" if self.is_sent else "written",
            answers=self.answers,
        )
