"""The behaviour of traits of sight and access: masks, invisibility, owners, barred keys."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tabletop.expression import Expression, as_text, compile_expression, compile_template
from tabletop.game.actions.landing import settle
from tabletop.game.appearance.drawn_piece import MaskDrawing, PlacedDrawing, VeilDrawing
from tabletop.game.behaviour.appearance_behaviour import pictured
from tabletop.game.change.patch import PieceSight
from tabletop.game.change.told import Told
from tabletop.game.kinds.kind_builder import Builder, MenuCondition, Run, Whereabouts, optional
from tabletop.game.side_cells import is_any_of, names_of, side_of
from tabletop.game.state.values import BACK, FACE, NOBODY, TOP, UNSEEN
from tabletop.game.traits.sight_traits import BarredTrait, Invisible, Mask, RestrictedTrait

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PieceReader
    from tabletop.game.state.deck import DeckRules
    from tabletop.game.state.holder import Holder


def _mask(trait: Mask, builder: Builder) -> None:
    slot = builder.slot("")
    builder.back, builder.back_name = trait.back, trait.back_name
    keys = {*builder.hears, *(part.key for part in builder.menu)}
    builder.bar(keys, lambda reader: _is_kept_from(as_text(reader.state[slot]), trait.sides, reader), hidden=True)
    others = optional(trait.others)
    builder.provide("Masked", lambda reader: bool(reader.state[slot]), (slot,))
    builder.provide_slot("MaskedBy", slot)
    builder.call(
        trait.call,
        _concealing(slot, BACK, trait.sides, by_side=trait.by_side, others=others),
        bars=_kept_from_others(slot, trait.sides, hidden=True, others=others),
    )

    def dealt(action: "Action", piece: int, old: Whereabouts) -> None:
        """Mask a piece that leaves a deck which deals its cards masked, and unmask one that enters a deck."""
        _, rules = _deck(action, action.table.whereabouts(piece).holder)
        masked = action.state(piece)[slot]
        if rules is not None:
            if masked:
                _reveal(action, piece, slot, BACK)
            return
        deck, left = _deck(action, old.holder)
        if deck is not None and left is not None and left.masked and TOP not in deck.looks and not masked:
            _conceal(action, piece, slot, BACK, trait.sides)

    builder.placed.append(dealt)

    def peek(action: "Action", piece: int) -> None:
        action.tell(Told("peeked", {}, (piece,), sides=action.own_sides))

    builder.call(trait.peek, peek, bars=(MenuCondition(lambda reader: not reader.state[slot], hidden=True),))
    _deals(trait, slot, builder)
    if trait.names:
        builder.rename(compile_template(trait.names), (slot,), lambda reader: bool(reader.state[slot]))
    source = trait.picture if trait.shows == "picture" and trait.picture else trait.back
    picture = pictured(source) if source else None

    def show(reader: "PieceReader", shown: list[PlacedDrawing]) -> None:
        is_seen = trait.enlarged and reader.reading.enlarges
        is_seen = is_seen or (trait.shows == "on-request" and reader.id in reader.reading.chosen)
        if reader.state[slot] and not is_seen:
            shown.append(PlacedDrawing(MaskDrawing(picture(reader) if picture else None, trait.shows)))

    builder.shows.append(show)


def _deals(trait: Mask, slot: int, builder: Builder) -> None:
    """Add the key that masks the piece for a side, or unmasks it if nobody plays that side.

    It does nothing while another side keeps the piece masked.
    """
    whom = compile_template(trait.deal_to)

    def deal(action: "Action", piece: int) -> None:
        by = action.state(piece)[slot]
        mine = names_of(action.game.sides, action.sides)
        if by and by not in mine:
            return
        side = whom.render(action.reader(piece))
        if by:
            _reveal(action, piece, slot, BACK)
        if any(side in names_of(action.game.sides, seat.sides) for seat in action.game.seats.values()):
            _conceal(action, piece, slot, BACK, trait.sides, side)

    builder.call(trait.deal, deal)


def _invisible(trait: Invisible, builder: Builder) -> None:
    slot = builder.slot("")
    builder.provide("Invisible", lambda reader: bool(reader.state[slot]), (slot,))
    builder.provide_slot("InvisibleBy", slot)
    builder.call(
        trait.call,
        _concealing(slot, UNSEEN, trait.sides, by_side=trait.by_side),
        bars=_kept_from_others(slot, trait.sides, hidden=False),
    )
    if trait.names:
        builder.rename(compile_template(trait.names), (slot,), lambda reader: bool(reader.state[slot]))
    veil = PlacedDrawing(VeilDrawing(trait.opacity_percent, trait.background))

    def show(reader: "PieceReader", shown: list[PlacedDrawing]) -> None:
        if reader.state[slot]:
            shown.append(veil)

    builder.shows.append(show)


def _is_kept_from(by: str, allowed: tuple[str, ...], reader: "PieceReader") -> bool:
    """Return whether a piece that a side has hidden is hidden from the viewer, too."""
    return bool(by) and {by, *allowed}.isdisjoint(reader.reading.side_names())


def _kept_from_others(
    slot: int, sides: tuple[str, ...], *, hidden: bool, others: Expression | None = None
) -> tuple[MenuCondition, ...]:
    """Return conditions that hide or grey a menu entry for other sides, except while the expression `others` is true.

    If no `sides` are named, the others are the seats that do not play the side that has hidden the piece.
    """

    def is_kept(reader: "PieceReader") -> bool:
        by = as_text(reader.state[slot])
        may = sides or ((by,) if by else None)
        is_anothers = may is not None and frozenset(may).isdisjoint(reader.reading.side_names())
        return is_anothers and not (others is not None and others.test(reader))

    return (MenuCondition(is_kept, hidden),)


def _concealing(
    slot: int, level: int, allowed: tuple[str, ...], *, by_side: bool, others: Expression | None = None
) -> Run:
    """Return a function that hides a piece from other sides or shows it again. The slot holds the side that hid it.

    Only the `allowed` sides can do this. If none are named, every seat can hide the piece, and only the side that hid
    it can show it again. While the expression `others` is true, every seat can do both. With `by_side`, a seat without
    sides can never hide it.
    """

    def run(action: "Action", piece: int) -> None:
        held = action.draft.piece(piece)
        by = action.state(piece)[slot]
        mine = names_of(action.game.sides, action.sides)
        may = bool(mine & set(allowed)) if allowed else not by or by in mine
        if held is None or not (may or (others is not None and others.test(action.reader(piece)))):
            return
        if by:
            _reveal(action, piece, slot, level)
        elif not by_side or action.own_sides:
            _conceal(action, piece, slot, level, allowed)

    return run


def _conceal(action: "Action", piece: int, slot: int, level: int, allowed: tuple[str, ...], whose: str = "") -> None:
    """Hide a piece for the side `whose`, or else for the acting side.

    The `allowed` sides see it as before; all other sides see it at most at this level.
    """
    held = action.draft.piece(piece)
    if held is None:
        return
    side = whose or _hiding_side(action, piece, names_of(action.game.sides, action.sides))
    keeping = set(allowed) | {side}
    others = [i for i, name in enumerate(action.game.sides) if not is_any_of(name, keeping)]
    action.write(piece, slot, side)
    _set_sight(action, piece, {other: level for other in others if held.sight[other] > level})
    settle(action, piece)


def _reveal(action: "Action", piece: int, slot: int, level: int) -> None:
    """Show the face of a hidden piece again to the sides that see the piece at this level."""
    held = action.draft.piece(piece)
    if held is not None:
        action.write(piece, slot, "")
        _set_sight(action, piece, {side: FACE for side, old in enumerate(held.sight) if old == level})
        settle(action, piece)


def _deck(action: "Action", name: str) -> "tuple[Holder | None, DeckRules | None]":
    """Return a deck by its name, and the module's rules for it; None for each that does not exist."""
    return action.draft.holder(action.draft.named(name)) if name else None, action.components.decks.get(name)


def _hiding_side(action: "Action", piece: int, mine: frozenset[str]) -> str:
    """Return the side for which a seat hides a piece: the piece's own side if the seat plays this side or none, else
    the seat's first side.
    """
    own = kind.kind.side if (kind := action.kind_of(piece)) else ""
    return own if own in mine or not mine else side_of(action.game.sides[action.sides[0]])


def _set_sight(action: "Action", piece: int, levels: dict[int, int]) -> None:
    for side, level in levels.items():
        action.change(PieceSight(piece, side, level))


def _restricted(trait: RestrictedTrait, builder: Builder) -> None:
    builder.restricted.append(trait)
    sides = trait.sides or (builder.side,)

    def is_anothers(reader: "PieceReader") -> bool:
        lies = reader.piece is not None and reader.piece.at != NOBODY
        return lies and not any(side in sides for side in reader.reading.played())

    keys = {*builder.hears, *(part.key for part in builder.menu)}
    builder.bar(keys, is_anothers, hidden=True)
    builder.provide("Restricted", is_anothers)
    builder.provide("RestrictedMovement", lambda reader: trait.moving and is_anothers(reader))


def _barred(trait: BarredTrait, builder: Builder) -> None:
    when = compile_expression(trait.when)
    builder.bar(trait.keys, when.test, hidden=trait.hidden)


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {
    BarredTrait: _barred,
    Invisible: _invisible,
    Mask: _mask,
    RestrictedTrait: _restricted,
}
