"""The kind of a playing piece: its name, its side, its size and its traits, interned by content."""

from typing import Final

from msgspec import Struct

from tabletop.game.traits import Trait
from tabletop.game.traits.group_traits import Mat, Screen

BACK_OF: Final = "back:"
"""The prefix of the key of a concealed piece's visible kind; its side follows."""


class Kind(Struct, frozen=True, omit_defaults=True, weakref=True):
    """The definition that all pieces of one kind share.

    `key` is stable from version to version of a module (a piece is found again by it), `name` is what players read.
    `side` is the name of the side it belongs to ("" for none). `traits` are listed innermost first: a later one
    overrides and hears keys before the earlier ones. `width` and `height` are in map pixels. At most `limit` pieces of
    the kind exist at a time (0: any number). `extra` keeps data that an importer could not read, unchanged.
    """

    key: str
    name: str
    side: str = ""
    traits: tuple[Trait, ...] = ()
    width: int = 0
    height: int = 0
    limit: int = 0
    extra: dict[str, str] = {}

    @property
    def has_holds(self) -> bool:
        """True if its pieces have holds of their own; otherwise one is made for each piece put onto them."""
        mats = [trait for trait in self.traits if isinstance(trait, Mat | Screen)]
        return bool(mats) and (isinstance(mats[-1], Screen) or bool(mats[-1].holds))
