"""Traits that act when the piece gets a key."""

from typing import Annotated, Any, ClassVar, Final

from msgspec import UNSET, UnsetType

from tabletop.vassal.files.scalars import NO_KEY, Key, ctrl, whole
from tabletop.vassal.files.sequence import join, split
from tabletop.vassal.traits.trait_fields import APART, STATE, VassalTrait, layout, with_letters, written_fields
from tabletop.vassal.traits.trait_parts import Parameter, VassalTarget


class TriggerAction(VassalTrait, frozen=True):
    """A trait that sends the piece keys, once or in a loop, when the piece gets `key` or one of the watched keys."""

    name: ClassVar[str] = "macro"

    label: str = ""
    menu: str = "Trigger"
    key: Key = ctrl("T")
    match: str = ""
    watched: tuple[Key, ...] = ()
    sent: tuple[Key, ...] = ()
    loop: bool = False
    before_key: Key = NO_KEY
    after_key: Key = NO_KEY
    loop_type: str = "counted"
    while_match: str = ""
    until_match: str = ""
    count: str = ""
    index: bool = False
    index_property: str = ""
    index_start: str = "1"
    index_step: str = "1"

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. Its watched and sent keys may be letters."""
        return with_letters(super().fields_of_type(text), text, {"watched": 4, "sent": 5})


class CounterGlobalKeyCommand(VassalTrait, frozen=True):
    """A trait that sends a key to other pieces.

    `decks` is -1 for all pieces of decks, 0 for none, or a number of pieces from the top of each deck.
    """

    name: ClassVar[str] = "globalkey"

    menu: str = ""
    key: Key = NO_KEY
    sent: Key = NO_KEY
    match: str = ""
    restrict_range: bool = False
    range: int = 1
    single_report: bool = True
    fixed_range: bool = True
    range_property: str = ""
    description: str = ""
    decks: str = "-1"
    target: VassalTarget = VassalTarget()
    quiet: bool = False
    parameters: tuple[Parameter, ...] = ()


class GlobalHotKey(VassalTrait, frozen=True):
    """A trait that presses a key of the window."""

    name: ClassVar[str] = "globalhotkey"

    menu: str = ""
    key: Key = ctrl("H")
    pressed: Key = NO_KEY
    description: str = ""


class ReportState(VassalTrait, frozen=True):
    """A trait that reports something when the piece gets one of its keys.

    If it has several texts, `cycle` is the index of the next one; otherwise -1.
    """

    name: ClassVar[str] = "report"

    keys: tuple[Key, ...] = ()
    text: str = "$location$: $newPieceName$ *"
    back_keys: tuple[Key, ...] = ()
    texts: tuple[str, ...] = ()
    description: str = ""
    even_when_quiet: bool = False
    cycle: Annotated[int, STATE] = -1

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. Its keys may be letters."""
        return with_letters(super().fields_of_type(text), text, {"keys": 0, "back_keys": 2})


class PlaySound(VassalTrait, frozen=True):
    """A trait that plays a sound."""

    name: ClassVar[str] = "playSound"

    clip: str = ""
    menu: str = "Play Sound"
    key: Key = NO_KEY
    everyone: bool = False
    description: str = ""
    even_when_quiet: bool = False


class VassalPlaceMarker(VassalTrait, frozen=True):
    """A trait that puts a new piece at this one's point, or at an offset from it.

    The new piece is given by its definition, or by the path of its slot. `place` is 0 for the top of the stack, 1 for
    its bottom, 2 above this piece, 3 below it. `joins_anyway` is true before version 3.7.16: the new piece joins the
    stack even if it has an offset.
    """

    name: ClassVar[str] = "placemark"

    menu: str = "Place Marker"
    key: Key = NO_KEY
    spec: str = "null"
    text: str = "null"
    dx: str = "0"
    dy: str = "0"
    match_rotation: bool = False
    after_key: Key = NO_KEY
    description: str = ""
    gpid: str = ""
    place: int = 0
    above: bool = False
    copy_properties: bool = False
    parameters: tuple[Parameter, ...] = ()
    version: int = 1
    joins_anyway: Annotated[bool, APART] = True

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. It is always written as version 1."""
        given = super().fields_of_type(text)
        return given | {"version": 1, "joins_anyway": given.get("version", 0) < 1}


class VassalReplace(VassalPlaceMarker, frozen=True):
    """A trait that puts a new piece in the place of this one."""

    name: ClassVar[str] = "replace"


class VassalClone(VassalTrait, frozen=True):
    """A trait that puts a copy of the piece on top of it."""

    name: ClassVar[str] = "clone"

    menu: str = "Clone"
    key: Key = NO_KEY
    description: str = ""


class VassalDelete(VassalTrait, frozen=True):
    """A trait that removes the piece from play."""

    name: ClassVar[str] = "delete"

    menu: str = "Delete"
    key: Key = NO_KEY
    description: str = ""


class Deselect(VassalTrait, frozen=True):
    """A trait that changes the selection: `D` deselects this piece, `A` deselects all, `S` selects only this piece."""

    name: ClassVar[str] = "deselect"

    menu: str = "Deselect"
    key: Key = NO_KEY
    description: str = ""
    unstack: bool = False
    what: str = "D"


class SubMenu(VassalTrait, frozen=True):
    """A trait that gathers menu entries in a menu of their own."""

    name: ClassVar[str] = "submenu"

    menu: str = ""
    entries: tuple[str, ...] = ()
    description: str = ""


class MenuSeparator(VassalTrait, frozen=True):
    """A separator in the menu."""

    name: ClassVar[str] = "menuSeparator"

    description: str = ""
    key: Key = NO_KEY


class MultiLocationCommand(VassalTrait, frozen=True):
    """A trait that offers all regions or zones where a match holds, and sends the piece a key when one is chosen."""

    name: ClassVar[str] = "locCommand"

    description: str = ""
    of: str = "locRegions"
    match: str = ""
    menu: str = ""
    key: Key = NO_KEY
    here_only: bool = True
    sorted_by: str | UnsetType = UNSET
    rising: bool | UnsetType = UNSET
    numeric: bool | UnsetType = UNSET


class ActionButton(VassalTrait, frozen=True):
    """A trait that sends the piece a key when a player clicks in an area of the piece. `corners` are the outline of the
    area.
    """

    name: ClassVar[str] = "button"

    key: Key = NO_KEY
    x: int = -20
    y: int = -20
    width: int = 40
    height: int = 40
    description: str = ""
    menu: bool = False
    whole_piece: bool = False
    version: int = 1
    count: int = 0
    corners: Annotated[tuple[tuple[int, int], ...], APART] = ()

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. An old button is a rectangle, which is read as four corners."""
        found = super().fields_of_type(text)
        numbers = [whole(token) or 0 for token in split(text, ";")[10 : 10 + 2 * MOST_CORNERS]]
        corners = tuple(zip(numbers[::2], numbers[1::2], strict=False))
        if found.get("version", 0) < 1:
            x, y, width, height = (found.get(name, 0) for name in ("x", "y", "width", "height"))
            right, bottom = x + width, y + height
            corners = ((x, y), (right, y), (right, bottom), (x, bottom))
        return found | {"version": 1, "count": len(corners), "corners": corners}

    def written_type(self) -> str:
        """Return the type after its name, the corners last."""
        corners = [str(number) for corner in self.corners for number in corner]
        return join([*written_fields(self, layout(type(self)).type), *corners], ";") or ""


MOST_CORNERS: Final = 10_000
"""The most corners of a button that are read."""
