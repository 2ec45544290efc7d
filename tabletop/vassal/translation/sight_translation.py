"""The translation of traits that limit who sees a piece, who may act with it, and which keys it obeys."""

from tabletop.game.traits import Trait
from tabletop.game.traits import sight_traits as ours
from tabletop.game.traits.action_traits import MenuText
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.game.traits.trait_base import NO_ENTRY
from tabletop.vassal.traits import vassal_sight
from tabletop.vassal.traits.trait_parts import Access
from tabletop.vassal.translation.trait_translation import TraitTranslation, colour, entry, plain


def mask(trait: vassal_sight.Obscurable, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a mask. Its owner sees the piece's name, followed by the masked name in brackets."""
    display = trait.display
    shows: dict[str, ours.MaskShows] = {"I": "corner", "2": "large", "B": "beneath", "P": "on-request", "G": "picture"}
    peeks = display.letter == "P" and bool(display.peek_key)
    made = ours.Mask(
        back=taking.back(trait.image, trait.masked_name),
        back_name=trait.masked_name,
        call=entry(trait.menu, trait.key),
        peek=entry(trait.peek_menu, display.peek_key) if peeks else NO_ENTRY,
        shows=shows.get(display.letter, "beneath"),
        picture=taking.picture(display.argument) if display.letter == "G" else None,
        sides=_sides(trait.access, taking),
        names=f"{{Name}}({plain(trait.masked_name)})",
        by_side=trait.access.whose == "side",
        deal=entry("", trait.deal_key),
        deal_to=taking.format(trait.deal),
        others=taking.module.others_unmask,
        enlarged=trait.auto_peek,
    )
    if peeks:
        taking.differs("its face is shown while it is selected, even without peeking")
    return (made, MenuText(plain(trait.menu))) if trait.menu and not trait.key else (made,)


def invisible(trait: vassal_sight.Hideable, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that makes the piece invisible to others."""
    if trait.silent:
        taking.differs("its moves are reported like those of other hidden pieces: only to players who see it")
    made = ours.Invisible(
        call=entry(trait.menu, trait.key),
        sides=_sides(trait.access, taking),
        opacity_percent=max(0, min(100, round(trait.opacity * 100))),
        background=colour(trait.background, ""),
        names=f"{{Name}}({plain(trait.menu)})",
        by_side=trait.access.whose == "side",
    )
    return (made,)


def _sides(access: Access, taking: TraitTranslation) -> tuple[str, ...]:
    """Return the sides that an access names; none if it belongs to the player or the side that acted."""
    if access.whose == "sides":
        return taking.sides(access.sides)
    return ()


def restricted(trait: vassal_sight.VassalRestricted, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that lets only some sides act with the piece."""
    if trait.by_player:
        taking.differs("the piece has no owner: any player of these sides may act with it")
    sides = taking.sides(trait.sides)
    if not sides and trait.sides:
        taking.differs("no side of the game may act with it: here any player may")
    if sides:
        return (ours.RestrictedTrait(sides, trait.moving),)
    return (MarkTrait({"Restricted": "false", "RestrictedMovement": "false"}),)


def barred(trait: vassal_sight.RestrictCommands, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that disables some keys while a match holds."""
    made = ours.BarredTrait(
        keys=tuple(key.text for key in trait.keys if key),
        when=taking.match(trait.match) or "true",
        name=trait.label,
        hidden=trait.action != "Disable",
    )
    return (made,)
