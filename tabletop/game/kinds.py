"""Kinds compiled: what all pieces of one kind hear, provide, show and offer, made once for each definition."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tabletop.expression import ExpressionError, Value
from tabletop.game.behaviour import actions, decks, groups, looks, movement, properties, sight, table
from tabletop.game.behaviour.building import (
    Builder,
    Call,
    Getter,
    MenuPart,
    Moved,
    SheetForm,
    Shows,
    Writes,
)
from tabletop.game.kind import Kind
from tabletop.game.looks import Area, Way
from tabletop.game.traits import Trait
from tabletop.game.traits.actions import (
    Choose,
    Clone,
    Delete,
    GlobalCommand,
    PlaceMarker,
    PressKey,
    Replace,
    Report,
    Separator,
    Sound,
    Submenu,
    Trigger,
)
from tabletop.game.traits.groups import Cargo, Hold
from tabletop.game.traits.looks import Button, Picture
from tabletop.game.traits.movement import NotStacking, ReturnTo, SendTo, Shift, Trail
from tabletop.game.traits.properties import OthersProperty, SharedProperty
from tabletop.game.traits.sight import Restricted

if TYPE_CHECKING:
    from tabletop.game.reading import PieceReader

_KEPT: Final = 65_536


class KindError(ValueError):
    """A kind with a trait that cannot be understood: which kind, which of its traits (from 0 up), and why."""

    def __init__(self, kind: str, trait: int, what: str, why: ExpressionError) -> None:
        super().__init__(f"Kind '{kind}', trait {trait + 1} ({what}): {why}")
        self.trait = trait
        self.why = why


@dataclass(frozen=True, slots=True, eq=False)
class CompiledKind:
    """What all pieces of a kind share.

    `slots` is the first state. `hears` has for each key the calls, outermost first; `provides` a getter for each
    property, `writers` what it takes to change one. `closure` gives for each property the names it is worked out
    from, all the way down, and `slots_of` the slots behind it; the properties in `asking` look at more than that,
    those in `fixed` never change.
    `menu` is listed outermost first. `placed` is done when the piece has come elsewhere, and before it
    `moved`, if that counts as a move.
    """

    kind: Kind
    slots: tuple[Value, ...]
    hears: Mapping[str, tuple[Call, ...]]
    provides: Mapping[str, Getter]
    closure: Mapping[str, frozenset[str]]
    slots_of: Mapping[str, frozenset[int]]
    asking: frozenset[str]
    fixed: frozenset[str]
    writers: Mapping[str, Writes]
    menu: tuple[MenuPart, ...]
    shows: tuple[Shows, ...]
    areas: "tuple[Callable[[PieceReader], Area | None], ...]"
    moved: tuple[Moved, ...]
    placed: tuple[Moved, ...]
    holds: tuple[Hold, ...]
    mat: str
    turns_cargo: bool
    spills_cargo: bool
    cargo: Cargo | None
    grip: NotStacking
    trail: tuple[Trail, int] | None
    restricted: tuple[Restricted, ...]
    back: Picture | None
    back_name: str
    outline: str
    buttons: tuple[Button, ...]
    sheets: tuple[SheetForm, ...]
    links: Mapping[str, int]
    facing: tuple[int, int] | None
    linking: tuple[int, ...]
    withheld_from_others: tuple[int, ...]

    @property
    def stacks(self) -> bool:
        """Whether the piece joins stacks."""
        return self.grip.stacks

    def withheld(self, sides: frozenset[str]) -> tuple[int, ...]:
        """The slots that sides who see a piece's face are not told: the ids of other pieces, and, of another side's
        piece, where it was before they saw it."""
        return self.linking if self.kind.side in sides else self.withheld_from_others

    def bars_side(self, sides: frozenset[str], *, moving: bool) -> bool:
        """Whether the kind keeps seats with only these sides from acting with its pieces, or from moving them."""
        return any(
            (rule.moving or not moving) and not sides & set(rule.sides or (self.kind.side,)) for rule in self.restricted
        )

    def way(self, reader: "PieceReader") -> Way | None:
        """The trail to be shown, if any."""
        if self.trail is None:
            return None
        trail, slot = self.trail
        if reader.state[slot] is not True:
            return None
        points = movement.trail_points(reader.state[slot + 1])
        return Way(points, trail.color, trail.width, trail.radius, trail.everyone)


_by_identity: dict[int, tuple[Kind, CompiledKind]] = {}
_by_content: dict[bytes, CompiledKind] = {}


def compile_kind(kind: Kind) -> CompiledKind:
    """The kind compiled: once for each definition, however many pieces, games and copies of it there are.

    Raises KindError, naming the trait, where an expression or a template cannot be understood.
    """
    known = _by_identity.get(id(kind))
    if known is not None and known[0] is kind:
        return known[1]
    content = msgspec.msgpack.encode(kind)
    compiled = _by_content.get(content)
    if compiled is None:
        if len(_by_content) >= _KEPT:
            _by_content.clear()
        compiled = _by_content[content] = _compile(kind)
    if len(_by_identity) >= _KEPT:
        _by_identity.clear()
    _by_identity[id(kind)] = (kind, compiled)
    return compiled


def _compile(kind: Kind) -> CompiledKind:
    builder = Builder(kind.name, kind.side)
    starts = [0]
    for number, trait in enumerate(kind.traits):
        starts.append(len(builder.menu))
        try:
            _build(trait, builder)
        except ExpressionError as error:
            raise KindError(kind.key, number, str(type(trait).__struct_config__.tag), error) from error
    return CompiledKind(
        kind=kind,
        slots=tuple(builder.slots),
        hears={key: tuple(reversed(calls)) for key, calls in builder.hears.items()},
        provides=builder.provides,
        closure={name: _closure(builder, name) for name in builder.provides},
        slots_of=builder.slots_of,
        asking=frozenset(builder.asking),
        fixed=frozenset(builder.fixed),
        writers=builder.writers,
        menu=_outermost_first(builder.menu, starts),
        shows=tuple(builder.shows),
        areas=tuple(builder.areas),
        moved=tuple(builder.moved),
        placed=tuple(builder.placed),
        holds=builder.holds,
        mat=builder.mat,
        turns_cargo=builder.turns_cargo,
        spills_cargo=builder.spills_cargo,
        cargo=builder.cargo,
        grip=builder.grip or NotStacking(stacks=True),
        trail=builder.trail,
        restricted=tuple(builder.restricted),
        back=builder.back,
        back_name=builder.back_name,
        outline=builder.outline,
        buttons=tuple(builder.buttons),
        sheets=tuple(builder.sheets),
        links=builder.links,
        facing=builder.facing,
        linking=tuple(sorted(builder.links.values())),
        withheld_from_others=tuple(sorted(builder.private.union(builder.links.values()))),
    )


def _build(trait: Trait, builder: Builder) -> None:
    """Let a trait tell the builder what it does: those that only hear keys, as most do, are asked but once."""
    if type(trait) not in _HEARING:
        _BEHAVIOUR[type(trait)](trait, builder)
        return
    heard = _heard(trait)
    if heard is None:
        _BEHAVIOUR[type(trait)](trait, builder)
        return
    hears, menu = heard
    for key, calls in hears:
        builder.hears.setdefault(key, []).extend(calls)
    builder.menu.extend(menu)


@lru_cache(maxsize=_KEPT)
def _heard(trait: Trait) -> tuple[tuple[tuple[str, tuple[Call, ...]], ...], tuple[MenuPart, ...]] | None:
    """What a trait answers to which keys, and its menu entries; None for one that keeps a state of its own."""
    builder = Builder("", "")
    _BEHAVIOUR[type(trait)](trait, builder)
    if builder.slots:
        return None
    return tuple((key, tuple(calls)) for key, calls in builder.hears.items()), tuple(builder.menu)


def _outermost_first(menu: list[MenuPart], starts: list[int]) -> tuple[MenuPart, ...]:
    """The menu entries of traits, from the innermost out, the other way round; those of one trait stay in order."""
    pieces = (menu[start:end] for start, end in pairwise((*starts, len(menu))))
    return tuple(part for piece in reversed(list(pieces)) for part in piece)


def _closure(builder: Builder, name: str) -> frozenset[str]:
    """The name and all that it is worked out from, and that, and so on."""
    found = [name]
    for other in found:  # grows while it is walked
        found.extend(read for read in builder.own.get(other, ()) if read not in found)
    return frozenset(found)


_BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {
    **looks.BEHAVIOUR,
    **properties.BEHAVIOUR,
    **actions.BEHAVIOUR,
    **sight.BEHAVIOUR,
    **movement.BEHAVIOUR,
    **groups.BEHAVIOUR,
    **table.BEHAVIOUR,
    **decks.BEHAVIOUR,
}

_HEARING: Final = frozenset(
    (
        Choose,
        Clone,
        Delete,
        GlobalCommand,
        OthersProperty,
        PlaceMarker,
        PressKey,
        Replace,
        Report,
        ReturnTo,
        SendTo,
        Separator,
        SharedProperty,
        Shift,
        Sound,
        Submenu,
        Trigger,
    )
)
"""Traits that do no more than hear keys and offer menu entries, unless they keep a state."""
