"""The translation of each of VASSAL's traits, one line a trait."""

from collections.abc import Callable
from typing import Any, Final

from tabletop.game.traits import Trait
from tabletop.game.traits.actions import Trigger
from tabletop.game.traits.properties import ForeignTrait, RemarkTrait
from tabletop.vassal.import_report import Verdict, inactive
from tabletop.vassal.traits import appearance as vassal_looks
from tabletop.vassal.traits import basic, commands, movement
from tabletop.vassal.traits import hidden as vassal_hidden
from tabletop.vassal.traits.trait_fields import VassalTrait
from tabletop.vassal.traits.trait_types import Comment, UnknownTrait
from tabletop.vassal.translation import acting_traits, appearance_traits, hidden_traits, moving_traits, property_traits
from tabletop.vassal.translation.hidden_reads import with_peeks
from tabletop.vassal.translation.trait_translation import Inactive, TraitReferences, TraitTranslation


def comment(trait: Comment, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Return a word from author to author."""
    return (RemarkTrait(trait.text),)


def unknown(_trait: UnknownTrait, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Return a trait of a module's own Java class."""
    raise Inactive("it is none of VASSAL's own")


TRANSLATIONS: Final[dict[type[VassalTrait], Callable[[Any, TraitTranslation], tuple[Trait, ...]]]] = {
    basic.BasicName: property_traits.named,
    basic.BasicPiece: appearance_traits.basic_piece,
    basic.CalculatedProperty: property_traits.computed,
    basic.DynamicProperty: property_traits.own_property,
    basic.Marker: property_traits.marker,
    basic.PropertySheet: property_traits.sheet,
    basic.SetGlobalProperty: property_traits.shared_property,
    basic.SetPieceProperty: property_traits.others_property,
    basic.TableInfo: property_traits.table,
    basic.TranslatableMessage: property_traits.message,
    commands.ActionButton: appearance_traits.button,
    commands.VassalClone: acting_traits.clone,
    commands.CounterGlobalKeyCommand: acting_traits.global_command,
    commands.VassalDelete: acting_traits.delete,
    commands.Deselect: acting_traits.choose,
    commands.GlobalHotKey: acting_traits.press_key,
    commands.MenuSeparator: acting_traits.separator,
    commands.MultiLocationCommand: acting_traits.each_place,
    commands.VassalPlaceMarker: acting_traits.place_marker,
    commands.PlaySound: acting_traits.sound,
    commands.VassalReplace: acting_traits.replace,
    commands.ReportState: acting_traits.report,
    commands.SubMenu: acting_traits.submenu,
    commands.TriggerAction: acting_traits.trigger,
    Comment: comment,
    movement.VassalAttachment: moving_traits.attachment,
    movement.VassalMat: moving_traits.mat,
    movement.MatCargo: moving_traits.cargo,
    movement.ReturnToDeck: moving_traits.return_to,
    movement.SendToLocation: moving_traits.send_to,
    movement.Translate: moving_traits.shift,
    UnknownTrait: unknown,
    vassal_hidden.Hideable: hidden_traits.invisible,
    vassal_hidden.Immobilized: moving_traits.not_stacking,
    vassal_hidden.Obscurable: hidden_traits.mask,
    vassal_hidden.RestrictCommands: hidden_traits.barred,
    vassal_hidden.VassalRestricted: hidden_traits.restricted,
    vassal_looks.AreaOfEffect: appearance_traits.area,
    vassal_looks.BorderOutline: appearance_traits.border,
    vassal_looks.Embellishment: appearance_traits.layer,
    vassal_looks.FreeRotator: appearance_traits.facing,
    vassal_looks.Footprint: appearance_traits.trail,
    vassal_looks.Labeler: appearance_traits.label,
    vassal_looks.MovementMarkable: appearance_traits.moved_mark,
    vassal_looks.NonRectangular: appearance_traits.outline,
    vassal_looks.OldEmbellishment: appearance_traits.layer,
    vassal_looks.OldNonRectangular: appearance_traits.outline,
    vassal_looks.VassalPivot: appearance_traits.pivot,
}


def take(trait: VassalTrait, module: TraitReferences, where: str) -> tuple[tuple[Trait, ...], Verdict]:
    """Return what a trait becomes, innermost first, how exactly, and what it looks at that its side may not see.

    What cannot be imported is kept as it is written.
    """
    taking = TraitTranslation(module, where)
    try:
        made = TRANSLATIONS[type(trait)](trait, taking)
    except Inactive as why:
        greyed = (Trigger(call=why.greyed, when="false"),) if why.greyed.menu else ()
        return (ForeignTrait(*trait.written()), *greyed), inactive(str(why))
    return made, with_peeks(taking.verdict, made, taking.looks_at)
