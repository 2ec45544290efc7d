"""Traits about who sees a piece, who may act with it, and which keys it obeys."""

from typing import Annotated, Any, ClassVar, Final, Self

from tabletop.vassal.files.scalars import NO_KEY, Color, Key, ctrl, key
from tabletop.vassal.files.sequence import join
from tabletop.vassal.traits.trait_fields import ALL_STATE, STATE, NestedSequence, VassalTrait, with_letters
from tabletop.vassal.traits.trait_parts import Access

NOBODY: Final = "null"
"""The text that stands for no owner."""


class MaskDisplay(NestedSequence, frozen=True):
    """The owner's sign of a mask: `I` a corner, `2` another, `B` the mask beneath, `P` a key, `G` a picture.

    `argument` is the key (none: always shown) or the picture.
    """

    letter: str = "I"
    argument: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a field; an empty one is the corner."""
        return cls(text[:1] or "I", text[1:])

    def written(self) -> str:
        """Return the field as VASSAL writes it."""
        return self.letter + self.argument

    @property
    def peek_key(self) -> Key:
        """The key that shows the face to its owner; an argument of one character stands for that with Ctrl."""
        return key(self.argument) if self.letter == "P" else NO_KEY


class Obscurable(VassalTrait, frozen=True):
    """A mask: others see `image` and the name `masked_name`. `owner` is the player or side that masked it, or
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
        """Read a type; one without a reminder for its owner shows its face under the mouse."""
        given = super().fields_of_type(text)
        return given if "display" in given else given | {"auto_peek": True}

    def written_state(self) -> str:
        """Return the state; a mask with an owner always lists the other players who may take it off."""
        options = self.options or ("" if self.owner == NOBODY else _NO_OTHERS)
        return join([self.owner, options], ";") or ""


_NO_OTHERS: Final = "false|0"


class Hideable(VassalTrait, frozen=True):
    """A trait that can make the piece invisible to others. `owner` is who hid it, or `null`."""

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
    """A trait that disables keys, and greys or hides them in the menu, while a property match holds."""

    name: ClassVar[str] = "hideCmd"

    label: str = ""
    action: str = "Hide"
    match: str = ""
    keys: tuple[Key, ...] = ()

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Read a type, whose keys may be letters."""
        return with_letters(super().fields_of_type(text), text, {"keys": 3})


class Immobilized(VassalTrait, frozen=True):
    """The ways to take hold of the piece: letters for selecting, moving and stacking it."""

    name: ClassVar[str] = "immob"

    choosing: str = ""
    moving: str = "N"
    stacking: str = "R"
    description: str = ""

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Read a type, in which nothing is escaped. If it does not mention moving, that follows from the way it is
        selected.
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
