"""The kind of a playing piece: its name, its side, its size and its traits. Equal kinds are stored once."""

from typing import Final

from msgspec import Struct

from tabletop.game.traits import Trait
from tabletop.game.traits.group_traits import Mat, Screen

BACK_OF: Final = "back:"
"""The beginning of the key of a kind that stands for a concealed piece. The side of the piece follows."""


class Kind(Struct, frozen=True, omit_defaults=True, weakref=True):
    """The definition that all pieces of one kind share.

    `key` stays the same from version to version of a module, so that its pieces are found again. `name` is the name
    that players read. `side` is the name of the side to which it belongs ("" for none). `traits` are listed innermost
    first: a later trait overrides earlier ones and gets keys before them. `width` and `height` are in map pixels. At
    most `limit` pieces of the kind exist at a time (0: any number). `extra` keeps data that an importer could not read,
    unchanged.
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
        """True if its pieces have holds of their own. Otherwise a hold is made for each piece that is put onto them."""
        mats = [trait for trait in self.traits if isinstance(trait, Mat | Screen)]
        return bool(mats) and (isinstance(mats[-1], Screen) or bool(mats[-1].holds))
