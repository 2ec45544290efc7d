"""Every trait of VASSAL by what its type begins with; what is none of these is kept as it stands."""

from functools import lru_cache
from typing import ClassVar, Final, Self

from tabletop.vassal.components.piece_definitions import RawTrait
from tabletop.vassal.traits import appearance, basic, commands, hidden, movement
from tabletop.vassal.traits.trait_fields import VassalTrait


class Comment(VassalTrait, frozen=True):
    """A word from author to author."""

    name: ClassVar[str] = "cmt"

    text: str = ""


class UnknownTrait(VassalTrait, frozen=True):
    """A trait that VASSAL itself has not: of a module's own Java class, or of a version to come."""

    type: str
    state: str

    @classmethod
    def read(cls, type: str, state: str) -> Self:
        """Keep both as they stand."""
        return cls(type, state)

    def written(self) -> tuple[str, str]:
        """Return both as they stood."""
        return self.type, self.state


TRAITS: Final[dict[str, type[VassalTrait]]] = {
    "AreaOfEffect;": appearance.AreaOfEffect,
    "PROP;": basic.DynamicProperty,
    "attach;": movement.VassalAttachment,
    "basicName;": basic.BasicName,
    "border;": appearance.BorderOutline,
    "button;": commands.ActionButton,
    "calcProp;": basic.CalculatedProperty,
    "clone;": commands.VassalClone,
    "cmt;": Comment,
    "delete;": commands.VassalDelete,
    "deselect;": commands.Deselect,
    "emb2;": appearance.Embellishment,
    "emb;": appearance.OldEmbellishment,
    "footprint;": appearance.Footprint,
    "globalhotkey;": commands.GlobalHotKey,
    "globalkey;": commands.CounterGlobalKeyCommand,
    "hide;": hidden.Hideable,
    "hideCmd;": hidden.RestrictCommands,
    "immob;": hidden.Immobilized,
    "label;": appearance.Labeler,
    "locCommand;": commands.MultiLocationCommand,
    "locmsg;": basic.TranslatableMessage,
    "macro;": commands.TriggerAction,
    "mark;": basic.Marker,
    "markmoved;": appearance.MovementMarkable,
    "mat;": movement.VassalMat,
    "matPiece;": movement.MatCargo,
    "menuSeparator;": commands.MenuSeparator,
    "nonRect2;": appearance.NonRectangular,
    "nonRect;": appearance.OldNonRectangular,
    "obs;": hidden.Obscurable,
    "piece;": basic.BasicPiece,
    "pivot;": appearance.VassalPivot,
    "placemark;": commands.VassalPlaceMarker,
    "playSound;": commands.PlaySound,
    "propertysheet;": basic.PropertySheet,
    "prototype;": basic.UsePrototype,
    "replace;": commands.VassalReplace,
    "report;": commands.ReportState,
    "restrict;": hidden.VassalRestricted,
    "return;": movement.ReturnToDeck,
    "rotate;": appearance.FreeRotator,
    "sendto;": movement.SendToLocation,
    "setpieceprop;": basic.SetPieceProperty,
    "setprop;": basic.SetGlobalProperty,
    "submenu;": commands.SubMenu,
    "table;": basic.TableInfo,
    "translate;": movement.Translate,
}
"""The struct of each trait, by all of its type up to and with the first semicolon."""


@lru_cache(maxsize=65_536)
def read_trait(raw: RawTrait) -> VassalTrait:
    """Return the trait that a type and a state describe; pieces of one prototype share it."""
    return TRAITS.get(raw.id, UnknownTrait).read(raw.type, raw.state)


def written_trait(trait: VassalTrait) -> RawTrait:
    """Type and state of a trait as VASSAL writes them."""
    return RawTrait(*trait.written())
