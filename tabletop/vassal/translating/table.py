"""What each of VASSAL's traits becomes, one line a trait."""

from collections.abc import Callable
from typing import Any, Final

from tabletop.game.traits import Trait
from tabletop.game.traits.actions import Trigger
from tabletop.game.traits.properties import Kept, Remark
from tabletop.vassal.report import Verdict, inactive
from tabletop.vassal.traits import basic, commands, movement
from tabletop.vassal.traits import hidden as vassal_hidden
from tabletop.vassal.traits import looks as vassal_looks
from tabletop.vassal.traits.fields import VassalTrait
from tabletop.vassal.traits.table import Comment, Unknown
from tabletop.vassal.translating import acting, hidden, looks, moving, properties
from tabletop.vassal.translating.peeking import with_peeks
from tabletop.vassal.translating.taking import Inactive, Surroundings, Taking


def comment(trait: Comment, _taking: Taking) -> tuple[Trait, ...]:
    """A word from author to author."""
    return (Remark(trait.text),)


def unknown(_trait: Unknown, _taking: Taking) -> tuple[Trait, ...]:
    """A trait of a module's own Java class."""
    raise Inactive("it is none of VASSAL's own")


TRANSLATIONS: Final[dict[type[VassalTrait], Callable[[Any, Taking], tuple[Trait, ...]]]] = {
    basic.BasicName: properties.named,
    basic.BasicPiece: looks.basic_piece,
    basic.CalculatedProperty: properties.computed,
    basic.DynamicProperty: properties.own_property,
    basic.Marker: properties.marker,
    basic.PropertySheet: properties.sheet,
    basic.SetGlobalProperty: properties.shared_property,
    basic.SetPieceProperty: properties.others_property,
    basic.TableInfo: properties.table,
    basic.TranslatableMessage: properties.message,
    commands.ActionButton: looks.button,
    commands.Clone: acting.clone,
    commands.CounterGlobalKeyCommand: acting.global_command,
    commands.Delete: acting.delete,
    commands.Deselect: acting.choose,
    commands.GlobalHotKey: acting.press_key,
    commands.MenuSeparator: acting.separator,
    commands.MultiLocationCommand: acting.each_place,
    commands.PlaceMarker: acting.place_marker,
    commands.PlaySound: acting.sound,
    commands.Replace: acting.replace,
    commands.ReportState: acting.report,
    commands.SubMenu: acting.submenu,
    commands.TriggerAction: acting.trigger,
    Comment: comment,
    movement.Attachment: moving.attachment,
    movement.Mat: moving.mat,
    movement.MatCargo: moving.cargo,
    movement.ReturnToDeck: moving.return_to,
    movement.SendToLocation: moving.send_to,
    movement.Translate: moving.shift,
    Unknown: unknown,
    vassal_hidden.Hideable: hidden.invisible,
    vassal_hidden.Immobilized: moving.not_stacking,
    vassal_hidden.Obscurable: hidden.mask,
    vassal_hidden.RestrictCommands: hidden.barred,
    vassal_hidden.Restricted: hidden.restricted,
    vassal_looks.AreaOfEffect: looks.area,
    vassal_looks.BorderOutline: looks.border,
    vassal_looks.Embellishment: looks.layer,
    vassal_looks.FreeRotator: looks.facing,
    vassal_looks.Footprint: looks.trail,
    vassal_looks.Labeler: looks.label,
    vassal_looks.MovementMarkable: looks.moved_mark,
    vassal_looks.NonRectangular: looks.outline,
    vassal_looks.OldEmbellishment: looks.layer,
    vassal_looks.OldNonRectangular: looks.outline,
    vassal_looks.Pivot: looks.pivot,
}


def take(trait: VassalTrait, module: Surroundings, where: str) -> tuple[tuple[Trait, ...], Verdict]:
    """What a trait becomes, innermost first, how exactly, and what it looks at that its side may not see.

    What cannot be taken over is kept as it is written.
    """
    taking = Taking(module, where)
    try:
        made = TRANSLATIONS[type(trait)](trait, taking)
    except Inactive as why:
        greyed = (Trigger(call=why.greyed, when="false"),) if why.greyed.menu else ()
        return (Kept(*trait.written()), *greyed), inactive(str(why))
    return made, with_peeks(taking.verdict, made, taking.looks_at)
