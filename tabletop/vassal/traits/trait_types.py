"""The table of all VASSAL traits by the beginning of their type. Unknown ones are kept unchanged."""

from functools import lru_cache
from typing import ClassVar, Final, Self

from tabletop.vassal.components.piece_definitions import RawTrait
from tabletop.vassal.traits import vassal_actions, vassal_appearance, vassal_movement, vassal_properties, vassal_sight
from tabletop.vassal.traits.trait_fields import VassalTrait


class Comment(VassalTrait, frozen=True):
    """A comment for other authors."""

    name: ClassVar[str] = "cmt"

    text: str = ""


class UnknownTrait(VassalTrait, frozen=True):
    """A trait that VASSAL itself lacks: of a module's own Java class, or of a later version."""

    type: str
    state: str

    @classmethod
    def read(cls, type: str, state: str) -> Self:
        """Return the trait with its type and state unchanged."""
        return cls(type, state)

    def written(self) -> tuple[str, str]:
        """Return type and state unchanged."""
        return self.type, self.state


TRAITS: Final[dict[str, type[VassalTrait]]] = {
    "AreaOfEffect;": vassal_appearance.AreaOfEffect,
    "PROP;": vassal_properties.DynamicProperty,
    "attach;": vassal_movement.VassalAttachment,
    "basicName;": vassal_properties.BasicName,
    "border;": vassal_appearance.BorderOutline,
    "button;": vassal_actions.ActionButton,
    "calcProp;": vassal_properties.CalculatedProperty,
    "clone;": vassal_actions.VassalClone,
    "cmt;": Comment,
    "delete;": vassal_actions.VassalDelete,
    "deselect;": vassal_actions.Deselect,
    "emb2;": vassal_appearance.Embellishment,
    "emb;": vassal_appearance.OldEmbellishment,
    "footprint;": vassal_appearance.Footprint,
    "globalhotkey;": vassal_actions.GlobalHotKey,
    "globalkey;": vassal_actions.CounterGlobalKeyCommand,
    "hide;": vassal_sight.Hideable,
    "hideCmd;": vassal_sight.RestrictCommands,
    "immob;": vassal_sight.Immobilized,
    "label;": vassal_appearance.Labeler,
    "locCommand;": vassal_actions.MultiLocationCommand,
    "locmsg;": vassal_properties.TranslatableMessage,
    "macro;": vassal_actions.TriggerAction,
    "mark;": vassal_properties.Marker,
    "markmoved;": vassal_appearance.MovementMarkable,
    "mat;": vassal_movement.VassalMat,
    "matPiece;": vassal_movement.MatCargo,
    "menuSeparator;": vassal_actions.MenuSeparator,
    "nonRect2;": vassal_appearance.NonRectangular,
    "nonRect;": vassal_appearance.OldNonRectangular,
    "obs;": vassal_sight.Obscurable,
    "piece;": vassal_properties.BasicPiece,
    "pivot;": vassal_appearance.VassalPivot,
    "placemark;": vassal_actions.VassalPlaceMarker,
    "playSound;": vassal_actions.PlaySound,
    "propertysheet;": vassal_properties.PropertySheet,
    "prototype;": vassal_properties.UsePrototype,
    "replace;": vassal_actions.VassalReplace,
    "report;": vassal_actions.ReportState,
    "restrict;": vassal_sight.VassalRestricted,
    "return;": vassal_movement.ReturnToDeck,
    "rotate;": vassal_appearance.FreeRotator,
    "sendto;": vassal_movement.SendToLocation,
    "setpieceprop;": vassal_properties.SetPieceProperty,
    "setprop;": vassal_properties.SetGlobalProperty,
    "submenu;": vassal_actions.SubMenu,
    "table;": vassal_properties.TableInfo,
    "translate;": vassal_movement.Translate,
}
"""The struct of each trait, by its type up to and including the first semicolon."""


@lru_cache(maxsize=65_536)
def read_trait(raw: RawTrait) -> VassalTrait:
    """Return the trait for a type and a state. The traits read last are cached."""
    return TRAITS.get(raw.id, UnknownTrait).read(raw.type, raw.state)
