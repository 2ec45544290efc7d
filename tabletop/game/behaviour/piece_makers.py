"""The behaviour of traits that make pieces and take them away: markers, replacements, copies."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tabletop.expression import ExpressionError, compile_expression, compile_template
from tabletop.game.actions.landing import land_on_grid, layer_of
from tabletop.game.appearance.rotation import exact_degrees, facing_degrees, swung_exactly, turned
from tabletop.game.behaviour.group_behaviour import move_cargo
from tabletop.game.change.patch import Go, PieceSight
from tabletop.game.kinds.kind_builder import Builder, Work, giving, number_of
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import Clone, Delete, PlaceMarker, Replace
from tabletop.game.traits.at_rest import at_rest
from tabletop.game.traits.property_traits import own_property
from tabletop.game.traits.sight_traits import Invisible, Mask

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.kinds.compiled_kinds import CompiledKind

_CALLS: Final = 5
"""The cost of making a piece, in calls of traits.

So traits that trigger each other in a circle and make pieces reach the limit sooner than others.
"""


def _place_marker(trait: PlaceMarker, builder: Builder) -> None:
    make = _making(trait)

    def run(action: "Action", piece: int) -> Work | None:
        new = make(action, piece)
        kind = action.kind_of(new) if new else None
        if kind is None:
            return None
        if _is_beneath(action, new, piece):
            _order_beside(action, new, piece, trait.where)
        if kind.kin is not None:
            action.write(new, kind.kin[0], piece)
        return _called(action, new, trait.then)

    builder.call(trait.call, run, in_play=True)


def _called(action: "Action", new: int, then: str) -> Work | None:
    """Return the work of sending a new piece the key `then`; None if the trait names no such key."""
    if not then:
        return None
    action.keys.recall(new)
    return action.keys.sending(new, then)


def _is_beneath(action: "Action", new: int, piece: int) -> bool:
    """Return whether a new piece lies in the same stack as the piece that placed it."""
    made, by = action.draft.piece(new), action.draft.piece(piece)
    return made is not None and by is not None and made.at == by.at


def _replace(trait: Replace, builder: Builder) -> None:
    make = _making(trait)

    def run(action: "Action", piece: int) -> Work:
        new = make(action, piece) if action.exists(piece) else 0
        if not new:
            return
        if _is_beneath(action, new, piece):
            _order_beside(action, new, piece, trait.where)
        work = _called(action, new, trait.then)
        if work is not None:
            yield work
        _make_way(action, piece, new)

    builder.call(trait.call, run, in_play=True)


def _make_way(action: "Action", piece: int, new: int) -> None:
    """Remove a replaced piece. Its cargo goes to the new piece, or to the map if the old piece spills its cargo."""
    kind = action.kind_of(piece)
    if kind is not None and action.exists(piece):
        move_cargo(action, piece, 0 if kind.spills_cargo else new)
        action.pieces.drop((piece,))


def _making(trait: PlaceMarker | Replace) -> Callable[["Action", int], int]:
    """Return a function that makes the new piece beside the old one, and returns its id.

    The id is 0 if the old piece is gone or has no suitable place. The function raises ExpressionError for an unknown
    kind, and Refusal if the game allows no more pieces of the kind.
    """
    key = compile_template(trait.kind)
    dx, dy = compile_expression(str(trait.dx)), compile_expression(str(trait.dy))
    give = giving(trait.given)

    def make(action: "Action", piece: int) -> int:
        held = action.draft.piece(piece)
        name = key.render(action.reader(piece))
        kind = action.components.kinds.get(name) or action.pieces.kind_in_game(name, is_fixed=key.is_constant)
        if kind is None:
            raise ExpressionError(f"'{_kind_name(action, piece)}' places '{name}', which is no kind of the module.")
        if held is None or (trait.together and action.table.point(piece)[0] < 0):
            return 0
        old = action.kind_of(piece)
        id = action.pieces.know(kind)
        action.pieces.refuse_beyond_limit(id)
        action.keys.spend_call(piece, _CALLS)
        compiled = action.table.kind(id)
        new = action.pieces.make(id, held.at, compiled.slots if compiled else ())
        reader = action.reader(piece)
        off: tuple[float, float] = number_of(dx, reader), number_of(dy, reader)
        if _lies_apart(action, piece, new, is_off=off != (0, 0) and not trait.together):
            at = action.table.whereabouts(piece)
            if trait.turned:
                off = _swung(action, piece, off, (old, compiled))
            with action.pieces.placing(new):
                land_on_grid(action, (new,), at.map, int(at.x + off[0]), int(at.y + off[1]))
        if old is not None and compiled is not None:
            if isinstance(trait, Replace) and trait.matches != "nothing":
                _match(trait, action, piece, new, (old, compiled))
            _take_over(action, piece, new, (old, compiled), turns=trait.turned, copies=trait.copies)
        if give is not None:
            give(action, piece, new)
        return new

    return make


def _swung(
    action: "Action", piece: int, off: tuple[float, float], kinds: "tuple[CompiledKind | None, CompiledKind | None]"
) -> tuple[float, float]:
    """Return the new piece's offset, turned with the facing of the piece that places it; unchanged unless both have a
    facing.
    """
    old, new = kinds
    if old is None or new is None or old.facing is None or new.facing is None:
        return off
    slot, ways = old.facing
    return swung_exactly(*off, exact_degrees(action.state(piece)[slot], ways))


def _match(trait: Replace, action: "Action", piece: int, new: int, kinds: "tuple[CompiledKind, CompiledKind]") -> None:
    """Copy the state of a piece's traits to a new piece.

    Each trait of the new piece takes the state of the outermost trait of the old one that is like it (see `_is_like`),
    among those inside the trait that replaces it or among all. If that hides the new piece, each side sees it at the
    level at which it sees the old one.
    """
    old, made = kinds
    traits = old.kind.traits
    reach = traits.index(trait) if trait.matches == "inside" else len(traits)
    others = [(at_rest(traits[at]), slots) for at, slots in reversed(old.standing) if at < reach]
    state, conceals = action.state(piece), False
    for at, slots in made.standing:
        own = made.kind.traits[at]
        like = next((there for other, there in others if _is_like(at_rest(own), other, by_name=trait.by_name)), None)
        for mine, theirs in zip(slots, like or (), strict=False):
            action.write(new, mine, state[theirs])
            conceals |= isinstance(own, Mask | Invisible) and bool(state[theirs])
    held = action.draft.piece(piece)
    for side, level in enumerate(held.sight) if held is not None and conceals else ():
        action.change(PieceSight(new, side, level))


def _is_like(trait: Trait, other: Trait, *, by_name: bool) -> bool:
    """Return whether a trait can take another's state. With `by_name`, two properties only need the same name."""
    own, others = own_property(trait), own_property(other)
    if by_name and own is not None and others is not None:
        return own.name == others.name
    return trait == other


def _lies_apart(action: "Action", piece: int, new: int, *, is_off: bool) -> bool:
    """Return whether a new piece lies by itself, and not in the stack of the piece that places it."""
    index = action.table.point(piece)[0]
    if index < 0 or is_off:
        return index >= 0
    habits = action.components.habits_of(action.game.maps[index])
    together = habits.stacking and action.pieces.stacks(piece) and action.pieces.stacks(new)
    return not together or layer_of(action, piece, habits) != layer_of(action, new, habits)


def _kind_name(action: "Action", piece: int) -> str:
    """Return the name of a piece's kind, or its number, for a sentence to the module's author."""
    kind = action.kind_of(piece)
    return kind.kind.name if kind is not None else str(piece)


def _take_over(
    action: "Action", piece: int, new: int, kinds: "tuple[CompiledKind, CompiledKind]", *, turns: bool, copies: bool
) -> None:
    """Copy values of a piece to a new one: with `turns` its facing, and with `copies` the own properties that both
    have.
    """
    before, after = kinds
    if copies:
        state, held = action.state(piece), _own_properties(before)
        for name, slot in _own_properties(after).items():
            if name in held:
                action.write(new, slot, state[held[name]])
    if turns and before.facing is not None and after.facing is not None:
        (slot, ways), (new_slot, new_ways) = before.facing, after.facing
        action.write(new, new_slot, turned(0, new_ways, facing_degrees(action.state(piece)[slot], ways)))


def _own_properties(kind: "CompiledKind") -> dict[str, int]:
    """Return the slots of a kind's own properties, by name. If two have the same name, the outer one counts."""
    found = [(own_property(kind.kind.traits[at]), slots) for at, slots in kind.standing]
    return {own.name: slots[0] for own, slots in found if own is not None}


def _order_beside(action: "Action", new: int, piece: int, where: str) -> None:
    """Put a new piece into its place in the stack of another."""
    held = action.draft.piece(piece)
    holder = action.draft.holder(held.at) if held is not None else None
    if held is None or holder is None or where == "top" or len(holder.pieces) < 2:
        return
    spot = holder.pieces.index(piece)
    below = holder.pieces[spot - 1] if spot else 0
    above = {"bottom": 0, "above": piece, "below": below if below != new else 0}[where]
    if holder.pieces[-2:] != (above, new):
        action.change(Go((new,), held.at, above))


def _clone(trait: Clone, builder: Builder) -> None:
    def run(action: "Action", piece: int) -> None:
        action.pieces.copy(piece)

    builder.call(trait.call, run, in_play=True)


def _delete(trait: Delete, builder: Builder) -> None:
    def run(action: "Action", piece: int) -> None:
        if action.exists(piece):
            kind = action.kind_of(piece)
            if kind is not None and kind.spills_cargo:
                move_cargo(action, piece, 0)
            action.pieces.drop((piece,))

    builder.call(trait.call, run, in_play=True)


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {
    Clone: _clone,
    Delete: _delete,
    PlaceMarker: _place_marker,
    Replace: _replace,
}
