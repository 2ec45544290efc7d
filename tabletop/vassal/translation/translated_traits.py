"""The table of the translations of VASSAL's traits."""

from collections.abc import Callable
from typing import Any, Final

from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import Trigger
from tabletop.game.traits.property_traits import ForeignTrait, RemarkTrait
from tabletop.vassal.import_report import Verdict, inactive
from tabletop.vassal.traits import vassal_actions, vassal_movement, vassal_properties
from tabletop.vassal.traits import vassal_appearance as vassal_looks
from tabletop.vassal.traits import vassal_sight as vassal_hidden
from tabletop.vassal.traits.trait_fields import VassalTrait
from tabletop.vassal.traits.trait_types import Comment, UnknownTrait
from tabletop.vassal.translation import (
    action_translation,
    appearance_translation,
    movement_translation,
    property_translation,
    sight_translation,
)
from tabletop.vassal.translation.hidden_reads import with_peeks
from tabletop.vassal.translation.trait_translation import Inactive, TraitReferences, TraitTranslation


def comment(trait: Comment, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a comment for other authors."""
    return (RemarkTrait(trait.text),)


def unknown(_trait: UnknownTrait, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Refuse a trait that VASSAL itself lacks. Always raises `Inactive`."""
    raise Inactive("VASSAL itself has no such trait")


TRANSLATIONS: Final[dict[type[VassalTrait], Callable[[Any, TraitTranslation], tuple[Trait, ...]]]] = {
    vassal_properties.BasicName: property_translation.named,
    vassal_properties.BasicPiece: appearance_translation.basic_piece,
    vassal_properties.CalculatedProperty: property_translation.computed,
    vassal_properties.DynamicProperty: property_translation.own_property,
    vassal_properties.Marker: property_translation.marker,
    vassal_properties.PropertySheet: property_translation.sheet,
    vassal_properties.SetGlobalProperty: property_translation.shared_property,
    vassal_properties.SetPieceProperty: property_translation.others_property,
    vassal_properties.TableInfo: property_translation.table,
    vassal_properties.TranslatableMessage: property_translation.message,
    vassal_actions.ActionButton: appearance_translation.button,
    vassal_actions.VassalClone: action_translation.clone,
    vassal_actions.CounterGlobalKeyCommand: action_translation.global_command,
    vassal_actions.VassalDelete: action_translation.delete,
    vassal_actions.Deselect: action_translation.choose,
    vassal_actions.GlobalHotKey: action_translation.press_key,
    vassal_actions.MenuSeparator: action_translation.separator,
    vassal_actions.MultiLocationCommand: action_translation.each_place,
    vassal_actions.VassalPlaceMarker: action_translation.place_marker,
    vassal_actions.PlaySound: action_translation.sound,
    vassal_actions.VassalReplace: action_translation.replace,
    vassal_actions.ReportState: action_translation.report,
    vassal_actions.SubMenu: action_translation.submenu,
    vassal_actions.TriggerAction: action_translation.trigger,
    Comment: comment,
    vassal_movement.VassalAttachment: movement_translation.attachment,
    vassal_movement.VassalMat: movement_translation.mat,
    vassal_movement.MatCargo: movement_translation.cargo,
    vassal_movement.ReturnToDeck: movement_translation.return_to,
    vassal_movement.SendToLocation: movement_translation.send_to,
    vassal_movement.Translate: movement_translation.shift,
    UnknownTrait: unknown,
    vassal_hidden.Hideable: sight_translation.invisible,
    vassal_hidden.Immobilized: movement_translation.not_stacking,
    vassal_hidden.Obscurable: sight_translation.mask,
    vassal_hidden.RestrictCommands: sight_translation.barred,
    vassal_hidden.VassalRestricted: sight_translation.restricted,
    vassal_looks.AreaOfEffect: appearance_translation.area,
    vassal_looks.BorderOutline: appearance_translation.border,
    vassal_looks.Embellishment: appearance_translation.layer,
    vassal_looks.FreeRotator: appearance_translation.facing,
    vassal_looks.Footprint: appearance_translation.trail,
    vassal_looks.Labeler: appearance_translation.label,
    vassal_looks.MovementMarkable: appearance_translation.moved_mark,
    vassal_looks.NonRectangular: appearance_translation.outline,
    vassal_looks.OldEmbellishment: appearance_translation.layer,
    vassal_looks.OldNonRectangular: appearance_translation.outline,
    vassal_looks.VassalPivot: appearance_translation.pivot,
}


def take(trait: VassalTrait, module: TraitReferences, where: str) -> tuple[tuple[Trait, ...], Verdict]:
    """Return the traits here that a trait of VASSAL becomes, innermost first, with the verdict on it.

    A trait that cannot be imported is kept unchanged, with its menu entry disabled.
    """
    taking = TraitTranslation(module, where)
    try:
        made = TRANSLATIONS[type(trait)](trait, taking)
    except Inactive as why:
        greyed = (Trigger(call=why.greyed, when="false"),) if why.greyed.menu else ()
        return (ForeignTrait(*trait.written()), *greyed), inactive(str(why))
    return made, with_peeks(taking.verdict, made, taking.looks_at)
