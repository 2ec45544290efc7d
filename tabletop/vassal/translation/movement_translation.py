"""The translation of traits that move pieces, or connect them."""

from typing import Final, Literal

from tabletop.game.traits import Trait
from tabletop.game.traits import group_traits as ours
from tabletop.game.traits.movement_traits import (
    Destination,
    NotStacking,
    Offset,
    ReturnTo,
    SendTo,
    Shift,
    ToPiece,
    ToPlace,
    ToPoint,
    ToRegion,
    ToZone,
)
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait
from tabletop.game.traits.trait_targets import Target
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.traits import vassal_movement
from tabletop.vassal.traits.vassal_sight import Immobilized
from tabletop.vassal.translation.command_targets import target
from tabletop.vassal.translation.trait_translation import TraitTranslation, entry, negated


def send_to(trait: vassal_movement.SendToLocation, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that sends the piece to a place."""
    made = SendTo(
        to=_destination(trait, taking),
        call=entry(trait.menu, trait.key),
        back=entry(trait.back_menu, trait.back_key),
        off=_offsets(trait, taking),
        marks=taking.module.sending_moves,
        or_here=True,
    )
    return (made,)


def _destination(trait: vassal_movement.SendToLocation, taking: TraitTranslation) -> Destination:
    on = taking.name_of(trait.map)
    match trait.destination[:1]:
        case "G":
            return ToPlace(taking.name_of(trait.location), on, taking.name_of(trait.board), any_board=False)
        case "Z":
            return ToZone(taking.name_of(trait.zone), on)
        case "R":
            return ToRegion(taking.name_of(trait.region), on)
        case "A" | "C" | "N" as letter:
            if letter != "N":
                taking.differs("it takes pieces that match in drawing order, VASSAL in no certain order")
            which: dict[str, Literal["first", "next", "nearest"]] = {"A": "first", "C": "next", "N": "nearest"}
            return ToPiece(Target(where=taking.filter(trait.match)), which[letter], itself=True)
        case _:
            return ToPoint(taking.number(trait.x), taking.number(trait.y), on, taking.name_of(trait.board))


def _offsets(
    trait: vassal_movement.SendToLocation | vassal_movement.Translate, taking: TraitTranslation
) -> tuple[Offset, ...]:
    """Return the offsets of a trait: one across and one down, each with the number of times that it counts. An offset
    that counts 0 times is left out.
    """
    across = Offset(dx=taking.number(trait.off_x), times=taking.number(trait.times_x))
    down = Offset(dy=taking.number(trait.off_y), times=taking.number(trait.times_y))
    return tuple(one for one in (across, down) if one.times != "0")


def shift(trait: vassal_movement.Translate, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that moves the piece a fixed distance. VASSAL counts the distance upwards, our trait counts it
    downwards.
    """
    made = Shift(
        dx=taking.number(trait.dx),
        dy=negated(taking.number(trait.dy)),
        call=entry(trait.menu, trait.key),
        stack=trait.stack,
        turned=True,
        off=tuple(Offset(one.dx, negated(one.dy), one.times) for one in _offsets(trait, taking)),
    )
    return (made,)


def return_to(trait: vassal_movement.ReturnToDeck, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that sends the piece to a deck."""
    deck = "" if trait.select else taking.name_of(trait.deck_expression) or '{""}'
    return (ReturnTo(entry(trait.menu, trait.key), deck, trait.prompt, marks=False),)


_CHOSEN: Final[dict[str, Literal["shift", "ctrl", "alt", "never"]]] = {
    "n": "never",
    "i": "shift",
    "t": "ctrl",
    "c": "alt",
}
_MOVES: Final[dict[str, Literal["when-chosen", "never"]]] = {"I": "when-chosen", "V": "never"}
_BOXED: Final[dict[str, Literal["alt", "alt-shift", "never"]]] = {"Z": "never", "A": "alt", "B": "alt-shift"}


def not_stacking(trait: Immobilized, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that says how the piece can be selected and dragged."""
    letters = trait.choosing
    chosen = next((how for letter, how in _CHOSEN.items() if letter in letters), None)
    boxed = next((how for letter, how in _BOXED.items() if letter in letters), None)
    made = NotStacking(
        stacks=trait.stacking == "L",
        chosen=chosen or "click",
        boxed=boxed or "box",
        moves=_MOVES.get(trait.moving, "always"),
        snaps="g" not in letters,
    )
    return (made,)


def mat(trait: vassal_movement.VassalMat, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that lets other pieces ride on this one."""
    return (ours.Mat(trait.mat, spills=True, stacks=False),)


def cargo(trait: vassal_movement.MatCargo, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that lets the piece ride on a mat."""
    return (
        ours.Cargo(
            dx=trait.find_dx,
            dy=trait.find_dy,
            find=entry("", trait.find_key),
            leave=entry("", trait.leave_key),
            turns="drawn" if trait.keeps_facing else "not",
        ),
    )


def attachment(trait: vassal_movement.VassalAttachment, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that keeps links to other pieces."""
    name = trait.attachment
    taking.differs(
        f"names that begin with '{name}_' do not read the properties that VASSAL itself gives to attached pieces"
    )
    told = (
        MarkTrait({"AttachName": name}),
        ComputedProperty("AttachCount", taking.property(f"{name}_Count")),
        ComputedProperty(own_name(f"{name}_AttachCount"), taking.property(f"{name}_Count")),
    )
    if trait.auto:
        return (ours.Attachment(name, itself=trait.itself, auto=True), *told)
    returns: dict[str, Literal["no", "this", "all"]] = {"follow": "this", "attachAll": "all"}
    made = ours.Attachment(
        name=name,
        target=target(trait, taking),
        attach=entry(trait.attach_menu, trait.attach_key),
        clear=entry(trait.clear_menu, trait.clear_key),
        clear_some=entry(trait.clear_some_menu, trait.clear_some_key),
        clear_when=taking.filter(trait.clear_match),
        first_clears=trait.before_attach == "clear",
        in_return=returns.get(trait.on_attach, "no"),
        let_go=trait.on_detach == "remove",
        itself=trait.itself,
    )
    return (made, *told)
