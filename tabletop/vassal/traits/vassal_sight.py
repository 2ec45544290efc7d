"""Traits that limit who sees a piece, who may act with it, and which keys it obeys."""

from typing import Annotated, Any, ClassVar, Final, Self

from tabletop.vassal.files.scalars import NO_KEY, Color, Key, ctrl, key
from tabletop.vassal.files.sequence import join
from tabletop.vassal.traits.trait_fields import ALL_STATE, STATE, NestedSequence, VassalTrait, with_letters
from tabletop.vassal.traits.trait_parts import Access

NOBODY: Final = "null"
"""The text that stands for no owner."""


class MaskDisplay(NestedSequence, frozen=True):
    """The way in which the owner of a masked piece sees it: `I` and `2` show the mask in a corner, `B` under the face,
    `P` shows the face on a key, `G` marks it with a picture.

    `argument` is that key or that picture; without a key, the face is always shown.
    """

    letter: str = "I"
    argument: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the value of a field. An empty one stands for `I`."""
        return cls(text[:1] or "I", text[1:])

    def written(self) -> str:
        """Return the field as VASSAL writes it."""
        return self.letter + self.argument

    @property
    def peek_key(self) -> Key:
        """The key that shows the face to the owner. An argument of one character means this character with Ctrl."""
        return key(self.argument) if self.letter == "P" else NO_KEY


class Obscurable(VassalTrait, frozen=True):
    """A mask: others see `image` and the name `masked_name`. `owner` is the player or side that masked the piece, or
    `null`.
    """

    name: ClassVar[str] = "obs"

    key: Key = NO_KEY
    image: str = ""
    menu: str = "Mask"
    display: MaskDisplay = MaskDisplay()
    masked_name: str = "?"
    access: Access = Access()
    peek_menu: str = "Peek"
    description: str = ""
    auto_peek: bool = False
    deal_key: Key = NO_KEY
    deal: str = ""
    owner: Annotated[str, STATE] = NOBODY
    options: Annotated[str, STATE] = ""

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. If it says nothing about the owner's display, the owner sees the face when the
        piece is shown enlarged under the mouse.
        """
        given = super().fields_of_type(text)
        return given if "display" in given else given | {"auto_peek": True}

    def written_state(self) -> str:
        """Return the state. If it has an owner, it also says which other players may remove the mask."""
        options = self.options or ("" if self.owner == NOBODY else _NO_OTHERS)
        return join([self.owner, options], ";") or ""


_NO_OTHERS: Final = "false|0"


class Hideable(VassalTrait, frozen=True):
    """A trait that can make the piece invisible to others. `owner` is the player or side that hid it, or `null`."""

    name: ClassVar[str] = "hide"

    key: Key = ctrl("I")
    menu: str = "Invisible"
    background: Color | None = None
    access: Access = Access()
    opacity: float = 0.3
    description: str = ""
    silent: bool = False
    owner: Annotated[str, ALL_STATE] = NOBODY


class VassalRestricted(VassalTrait, frozen=True):
    """A trait that lets only some sides, or the player who owns the piece, act with it."""

    name: ClassVar[str] = "restrict"

    sides: tuple[str, ...] = ()
    by_player: bool = False
    moving: bool = True
    description: str = ""
    owner: Annotated[str, ALL_STATE] = ""


class RestrictCommands(VassalTrait, frozen=True):
    """A trait that disables keys while a property match holds. Their menu entries are greyed or hidden."""

    name: ClassVar[str] = "hideCmd"

    label: str = ""
    action: str = "Hide"
    match: str = ""
    keys: tuple[Key, ...] = ()

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type, whose keys may be letters."""
        return with_letters(super().fields_of_type(text), text, {"keys": 3})


class Immobilized(VassalTrait, frozen=True):
    """A trait with letters for the ways to select, move and stack the piece."""

    name: ClassVar[str] = "immob"

    choosing: str = ""
    moving: str = "N"
    stacking: str = "R"
    description: str = ""

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. Nothing in it is escaped. If it has no letter for moving, the letter for
        selecting decides.
        """
        choosing, moving, stacking, description, *_ = (*text.split(";", 3), "", "", "")
        chosen = _first_of(_CHOOSING, choosing)
        return {
            "choosing": f"{chosen}{_first_of('g', choosing)}{_first_of(_BOXING, choosing)}",
            "moving": (moving[0] if moving[0] in "VI" else "N") if moving else _MOVING_OF.get(chosen, "N"),
            "stacking": stacking[:1] or "R",
            "description": description,
        }

    def written_type(self) -> str:
        """Return the type after its name."""
        return f"{self.choosing};{self.moving};{self.stacking};{self.description}"


_CHOOSING: Final = "nitc"
_BOXING: Final = "ZAB"
_MOVING_OF: Final = {"n": "V", "i": "I", "t": "I", "c": "I"}
"""The letter for the way to move a piece, by the letter for the way to select it."""


def _first_of(letters: str, text: str) -> str:
    """Return the first of these letters that a text has; \"\" for none."""
    return next((letter for letter in letters if letter in text), "")
