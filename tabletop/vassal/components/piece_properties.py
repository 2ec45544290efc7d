"""Properties that VASSAL itself gives a piece, as expressions of ours, and our names for a module's own.

The properties that a module's own traits and components make are named where those are translated.
"""

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.properties.built_in import BUILT_IN as OF_EVERY_PIECE

Reads: TypeAlias = Literal["whole", "text", "yes", "any"]
"""The kind of a property's value in VASSAL: a whole number, a text, true or false, or whichever it looks like."""


class Asked(Struct, frozen=True):
    """A property of VASSAL's as an expression of ours; `approximation` says in what it differs, if it does."""

    ours: str
    reads: Reads = "any"
    approximation: str = ""


_NOT_HERE: Final = "it is not known here"

BUILT_IN: Final[dict[str, Asked]] = {
    "BasicName": Asked("BasicName"),
    "PieceName": Asked("Name"),
    "LocalizedPieceName": Asked("Name"),
    "LocationName": Asked("Location"),
    "CurrentMap": Asked("MapName"),
    "CurrentBoard": Asked("Board"),
    "CurrentZone": Asked("Zone"),
    "CurrentX": Asked("X", "whole"),
    "CurrentY": Asked("Y", "whole"),
    "OldLocationName": Asked("OldLocation"),
    "OldMap": Asked("OldMap"),
    "OldBoard": Asked("OldBoard"),
    "OldZone": Asked("OldZone"),
    "OldX": Asked("OldX"),
    "OldY": Asked("OldY"),
    "OldDeckName": Asked("OldDeck"),
    "DeckName": Asked("Deck"),
    "DeckPosition": Asked("DeckIndex", "whole"),
    "StackPos": Asked("StackIndex", "whole"),
    "StackSize": Asked("StackSize", "whole"),
    "CurrentMat": Asked("Mat"),
    "CurrentMatID": Asked('if(MatId == 0, "", plus(Mat, "_", MatId))'),
    "CurrentMatPieceName": Asked("MatPiece"),
    "CurrentMatBasicName": Asked("MatBasicName"),
    "CurrentMatX": Asked("MatX"),
    "CurrentMatY": Asked("MatY"),
    "CurrentMatOffsetX": Asked("MatOffsetX"),
    "CurrentMatOffsetY": Asked("MatOffsetY"),
    "CurrentMatMap": Asked("MatMap"),
    "CurrentMatBoard": Asked("MatBoard"),
    "CurrentMatZone": Asked("MatZone"),
    "CurrentMatLocationName": Asked("MatLocation"),
    **{name: Asked(f'either(property("{name}", mat), {name})') for name in map("CurrentMatProp{}".format, range(10))},
    "OldMat": Asked("OldMat"),
    "OldMatID": Asked('if(same(OldMatId, ""), "", plus(OldMat, "_", OldMatId))'),
    "OldMatPieceName": Asked("OldMatPiece"),
    "OldMatBasicName": Asked("OldMatBasicName"),
    "OldMatOffsetX": Asked("OldMatOffsetX"),
    "OldMatOffsetY": Asked("OldMatOffsetY"),
    "IsCargo": Asked('if(same(IsCargo, ""), "", true)', "any"),
    "MatName": Asked("MatName"),
    "MatID": Asked('if(known(MatName), plus(MatName, "_", Id), "")'),
    "MatNumCargo": Asked("CargoCount", "any"),
    "PieceUID": Asked("Id"),
    "UniqueID": Asked("Id"),
    "ParentID": Asked("either(ParentID, PlacedBy)"),
    "CloneID": Asked("either(CloneID, CopyOf)"),
    "PieceId": Asked("either(PieceId, Kind)"),
    "Moved": Asked("Moved"),
    "Invisible": Asked("Invisible"),
    "InvisibleToOthers": Asked("InvisibleToOthers"),
    "Obscured": Asked("MaskedToMe"),
    "ObscuredToOthers": Asked("MaskedToOthers"),
    "Selected": Asked("Chosen", "yes"),
    "DrawingMouseover": Asked("Enlarged", "yes"),
    "DrawingMouseoverIndex": Asked("if(Enlarged, 2, 1)", "whole"),
    "NoStack": Asked("not Stacks", "yes"),
    "IgnoreGrid": Asked("not Snaps or MatId != 0", "yes"),
    "Immobile": Asked('Moves != "always"', "yes"),
    "cannotMove": Asked('Moves == "never"', "yes"),
    "ClickedX": Asked("ClickedX"),
    "ClickedY": Asked("ClickedY"),
    "LocationOfCommand": Asked("ChosenPlace"),
    "ZoneOfCommand": Asked("ChosenZone"),
    "BoardOfCommand": Asked("ChosenBoard"),
    "MapOfCommand": Asked("ChosenMap"),
    "PlayerName": Asked("Seat"),
    "playerName": Asked("Seat"),
    "PlayerSide": Asked("SeatSide"),
    "playerSide": Asked("SeatSide"),
    "PlayerId": Asked("SeatCalled"),
    "playerId": Asked("SeatCalled"),
}
"""The properties that VASSAL gives every piece, by its names."""

_SHOWN: Final = "_isVisible"
_ALWAYS_SHOWN: Final = Asked("true", "yes", "the player always has every map at hand")


def built_in(name: str, maps: Collection[str]) -> Asked | None:
    """Return a property that VASSAL itself has: of every piece, or whether the window of one of these maps is shown."""
    of_map = name.removesuffix(_SHOWN)
    if of_map != name and any(of_map in (each, each.replace(" ", "_")) for each in maps):
        return _ALWAYS_SHOWN
    return BUILT_IN.get(name)


_MADE_BY_TRAITS: Final = frozenset(
    (
        "Name",
        "Masked",
        "MaskedBy",
        "InvisibleBy",
        "PlacedBy",
        "CopyOf",
        "ChosenBoard",
        "ChosenMap",
        "ChosenPlace",
        "ChosenZone",
    )
)
"""Properties that our traits make under names of their own."""

_OURS: Final = frozenset(
    name for name in (*OF_EVERY_PIECE, *_MADE_BY_TRAITS) if name not in BUILT_IN or BUILT_IN[name].ours != name
)
"""The names that mean something to our engine which they do not mean to VASSAL."""


def own_name(name: str) -> str:
    """Return what a property that a module makes itself is called here.

    It keeps its name, but for those that mean something else to our engine: `Side` is called `Side_`.
    """
    return f"{name}_" if name.rstrip("_") in _OURS else name
