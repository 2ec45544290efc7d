"""Traits that move pieces, or connect them."""

from typing import Annotated, Any, ClassVar, Final

from tabletop.vassal.files.scalars import NO_KEY, Key
from tabletop.vassal.files.sequence import SequenceReader, join
from tabletop.vassal.traits.trait_fields import APART, STATE, VassalTrait
from tabletop.vassal.traits.trait_parts import VassalTarget

NO_MAT: Final = "noMat"


class SendToLocation(VassalTrait, frozen=True):
    """A trait that sends the piece to a place.

    `destination` begins with `L` for a point, `G` for a grid location, `Z` for a zone, `R` for a region, `A` for
    another piece, `C` for the next piece that matches, `N` for the nearest one.
    """

    name: ClassVar[str] = "sendto"

    menu: str = "Send to Location"
    key: Key = NO_KEY
    map: str = ""
    board: str = ""
    x: str = "0"
    y: str = "0"
    back_menu: str = ""
    back_key: Key = NO_KEY
    times_x: str = "0"
    times_y: str = "0"
    off_x: str = "1"
    off_y: str = "1"
    description: str = ""
    destination: str = "L"
    zone: str = ""
    region: str = ""
    match: str = ""
    location: str = ""
    back_map: Annotated[str, STATE] = ""
    back_x: Annotated[str, STATE] = ""
    back_y: Annotated[str, STATE] = ""


class ReturnToDeck(VassalTrait, frozen=True):
    """A trait that sends the piece to a deck, which it names or lets the player choose."""

    name: ClassVar[str] = "return"

    menu: str = "Return to Deck"
    key: Key = NO_KEY
    deck: str = ""
    prompt: str = "Select destination"
    description: str = ""
    version: int = 0
    select: bool = True
    deck_expression: str = ""

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. Before version 2, a trait that names no deck lets the player choose one."""
        given = super().fields_of_type(text)
        if given.get("version", 0) < 2:
            deck = given.get("deck", "")
            given |= {"version": 2, "select": not deck, "deck_expression": deck}
        return given


class Translate(VassalTrait, frozen=True):
    """A trait that moves the piece a fixed distance. `dy` counts upwards."""

    name: ClassVar[str] = "translate"

    menu: str = "Move"
    key: Key = NO_KEY
    dx: str = "60"
    dy: str = "60"
    stack: bool = False
    times_x: str = "0"
    times_y: str = "0"
    off_x: str = "0"
    off_y: str = "0"
    description: str = ""


class VassalMat(VassalTrait, frozen=True):
    """A mat, on which other pieces ride."""

    name: ClassVar[str] = "mat"

    mat: str = ""
    description: str = ""
    cargo: Annotated[tuple[str, ...], APART] = ()

    @classmethod
    def fields_of_state(cls, text: str) -> dict[str, Any]:
        """Return the fields of a state: the number of the pieces, and their ids."""
        return {"cargo": _counted(SequenceReader(text))}

    def written_state(self) -> str:
        """Return the state."""
        return _with_count(self.cargo)


class MatCargo(VassalTrait, frozen=True):
    """A trait of cargo: the piece moves with the mat on which it lies."""

    name: ClassVar[str] = "matPiece"

    description: str = ""
    keeps_facing: bool = True
    find_dx: int = 0
    find_dy: int = 0
    find_key: Key = NO_KEY
    leave_key: Key = NO_KEY
    mat: Annotated[str, STATE] = NO_MAT


class VassalAttachment(VassalTrait, frozen=True):
    """A trait that keeps links to other pieces."""

    name: ClassVar[str] = "attach"

    attachment: str = ""
    description: str = ""
    attach_menu: str = "Attach"
    attach_key: Key = NO_KEY
    clear_menu: str = "Clear All Attachments"
    clear_key: Key = NO_KEY
    match: str = ""
    restrict_range: bool = False
    range: int = 1
    fixed_range: bool = True
    range_property: str = ""
    decks: str = "-1"
    target: VassalTarget = VassalTarget()
    clear_some_menu: str = "Clear Matching Attachments"
    clear_some_key: Key = NO_KEY
    clear_match: str = ""
    on_attach: str = "nothing"
    on_detach: str = "nothing"
    before_attach: str = "clear"
    itself: bool = False
    auto: bool = True
    attached: Annotated[tuple[str, ...], APART] = ()

    @classmethod
    def fields_of_state(cls, text: str) -> dict[str, Any]:
        """Return the fields of a state: the number of the pieces, and their ids."""
        return {"attached": _counted(SequenceReader(text))}

    def written_state(self) -> str:
        """Return the state."""
        return _with_count(self.attached)


def _counted(fields: SequenceReader) -> tuple[str, ...]:
    count = fields.whole()
    return fields.rest()[: max(count, 0)]


def _with_count(ids: tuple[str, ...]) -> str:
    return join([str(len(ids)), *ids], ";") or ""
