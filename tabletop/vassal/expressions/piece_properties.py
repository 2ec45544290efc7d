"""Expressions for the properties that VASSAL gives every piece, and our names for a module's own properties.

The properties made by a module's own traits and components are named where those are translated.
"""

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.properties.built_in import BUILT_IN as OF_EVERY_PIECE

Reads: TypeAlias = Literal["whole", "text", "yes", "any"]
"""The type of a property's value in VASSAL: a whole number, a text, a truth value, or any of these, as the text
suggests.
"""


class PropertyExpression(Struct, frozen=True):
    """A VASSAL property as an expression in our language; `approximation` is the difference, if there is one."""

    ours: str
    reads: Reads = "any"
    approximation: str = ""


BUILT_IN: Final[dict[str, PropertyExpression]] = {
    "BasicName": PropertyExpression("BasicName"),
    "PieceName": PropertyExpression("Name"),
    "LocalizedPieceName": PropertyExpression("Name"),
    "LocationName": PropertyExpression("Location"),
    "CurrentMap": PropertyExpression("MapName"),
    "CurrentBoard": PropertyExpression("Board"),
    "CurrentZone": PropertyExpression("Zone"),
    "CurrentX": PropertyExpression("X", "whole"),
    "CurrentY": PropertyExpression("Y", "whole"),
    "OldLocationName": PropertyExpression("OldLocation"),
    "OldMap": PropertyExpression("OldMap"),
    "OldBoard": PropertyExpression("OldBoard"),
    "OldZone": PropertyExpression("OldZone"),
    "OldX": PropertyExpression("OldX"),
    "OldY": PropertyExpression("OldY"),
    "OldDeckName": PropertyExpression("OldDeck"),
    "DeckName": PropertyExpression("Deck"),
    "DeckPosition": PropertyExpression("DeckIndex", "whole"),
    "StackPos": PropertyExpression("StackIndex", "whole"),
    "StackSize": PropertyExpression("StackSize", "whole"),
    "CurrentMat": PropertyExpression("Mat"),
    "CurrentMatID": PropertyExpression('if(MatId == 0, "", plus(Mat, "_", MatId))'),
    "CurrentMatPieceName": PropertyExpression("MatPiece"),
    "CurrentMatBasicName": PropertyExpression("MatBasicName"),
    "CurrentMatX": PropertyExpression("MatX"),
    "CurrentMatY": PropertyExpression("MatY"),
    "CurrentMatOffsetX": PropertyExpression("MatOffsetX"),
    "CurrentMatOffsetY": PropertyExpression("MatOffsetY"),
    "CurrentMatMap": PropertyExpression("MatMap"),
    "CurrentMatBoard": PropertyExpression("MatBoard"),
    "CurrentMatZone": PropertyExpression("MatZone"),
    "CurrentMatLocationName": PropertyExpression("MatLocation"),
    **{
        name: PropertyExpression(f'either(property("{name}", mat), {name})')
        for name in map("CurrentMatProp{}".format, range(10))
    },
    "OldMat": PropertyExpression("OldMat"),
    "OldMatID": PropertyExpression('if(same(OldMatId, ""), "", plus(OldMat, "_", OldMatId))'),
    "OldMatPieceName": PropertyExpression("OldMatPiece"),
    "OldMatBasicName": PropertyExpression("OldMatBasicName"),
    "OldMatOffsetX": PropertyExpression("OldMatOffsetX"),
    "OldMatOffsetY": PropertyExpression("OldMatOffsetY"),
    "IsCargo": PropertyExpression('if(same(IsCargo, ""), "", true)', "any"),
    "MatName": PropertyExpression("MatName"),
    "MatID": PropertyExpression('if(known(MatName), plus(MatName, "_", Id), "")'),
    "MatNumCargo": PropertyExpression("CargoCount", "any"),
    "PieceUID": PropertyExpression("Id"),
    "UniqueID": PropertyExpression("Id"),
    "ParentID": PropertyExpression("either(ParentID, PlacedBy)"),
    "CloneID": PropertyExpression("either(CloneID, CopyOf)"),
    "PieceId": PropertyExpression("either(PieceId, Kind)"),
    "Moved": PropertyExpression("Moved"),
    "Restricted": PropertyExpression("Restricted"),
    "RestrictedMovement": PropertyExpression("RestrictedMovement"),
    "Invisible": PropertyExpression("Invisible"),
    "InvisibleToOthers": PropertyExpression("InvisibleToOthers"),
    "Obscured": PropertyExpression("MaskedToMe"),
    "ObscuredToOthers": PropertyExpression("MaskedToOthers"),
    "Selected": PropertyExpression("Chosen", "yes"),
    "DrawingMouseover": PropertyExpression("Enlarged", "yes"),
    "DrawingMouseoverIndex": PropertyExpression("if(Enlarged, 2, 1)", "whole"),
    "NoStack": PropertyExpression("not Stacks", "yes"),
    "IgnoreGrid": PropertyExpression("not Snaps or MatId != 0", "yes"),
    "Immobile": PropertyExpression('Moves != "always"', "yes"),
    "cannotMove": PropertyExpression('Moves == "never"', "yes"),
    "ClickedX": PropertyExpression("ClickedX"),
    "ClickedY": PropertyExpression("ClickedY"),
    "LocationOfCommand": PropertyExpression("ChosenPlace"),
    "ZoneOfCommand": PropertyExpression("ChosenZone"),
    "BoardOfCommand": PropertyExpression("ChosenBoard"),
    "MapOfCommand": PropertyExpression("ChosenMap"),
    "PlayerName": PropertyExpression("Seat"),
    "playerName": PropertyExpression("Seat"),
    "PlayerSide": PropertyExpression("SeatSide"),
    "playerSide": PropertyExpression("SeatSide"),
    "PlayerId": PropertyExpression("SeatCalled"),
    "playerId": PropertyExpression("SeatCalled"),
}
"""The properties that VASSAL gives every piece, by its names."""

_SHOWN: Final = "_isVisible"
_ALWAYS_SHOWN: Final = PropertyExpression("true", "yes", "the player always has every map at hand")


def built_in(name: str, maps: Collection[str]) -> PropertyExpression | None:
    """Return a property that VASSAL gives every piece, or the visibility of the window of one of these maps.

    Returns None for any other name.
    """
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
"""The names of the properties that our traits give a piece, besides those that every piece has."""

_OURS: Final = frozenset(
    name for name in (*OF_EVERY_PIECE, *_MADE_BY_TRAITS) if name not in BUILT_IN or BUILT_IN[name].ours != name
)
"""Names that have another meaning here than in VASSAL."""


def own_name(name: str) -> str:
    """Return our name of a property that a module makes itself.

    The name stays the same, unless it means something else in our engine: `Side` becomes `Side_`.
    """
    return f"{name}_" if name.rstrip("_") in _OURS else name


def vassal_name(name: str) -> str:
    """Return VASSAL's name of a module's own property; the reverse of `own_name`."""
    return name[:-1] if name.endswith("_") and name.rstrip("_") in _OURS else name
