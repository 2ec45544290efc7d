"""Compiled kinds: all that the pieces of one kind respond to, provide, show and offer. Each definition is compiled
once.

Responses and menus are compiled when they are first needed. A kind may have hundreds of traits that only act, and most
pieces on a table are only looked at and read.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from tabletop.expression import Expression, ExpressionError, Value
from tabletop.game.appearance.drawn_piece import ShadedArea, TrailPath
from tabletop.game.kinds.identity_cache import IdentityCache
from tabletop.game.kinds.kind_builder import (
    Builder,
    Getter,
    KeyAnswer,
    MenuPart,
    Moved,
    PieceQuantity,
    Shows,
    Writes,
)
from tabletop.game.properties.slot_texts import trail_points
from tabletop.game.state.kind import BACK_OF, Kind
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import (
    ChooseTrait,
    Clone,
    Delete,
    GlobalCommand,
    MenuText,
    PlaceMarker,
    PressKey,
    Replace,
    Separator,
    Sound,
    Submenu,
    Trigger,
)
from tabletop.game.traits.appearance_traits import Button, Picture
from tabletop.game.traits.group_traits import Attachment, Cargo, Hold
from tabletop.game.traits.movement_traits import NotStacking, ReturnTo, Shift, Trail
from tabletop.game.traits.property_traits import OthersProperty, SharedProperty, SheetTrait, own_property
from tabletop.game.traits.sight_traits import BarredTrait, RestrictedTrait

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PieceReader
    from tabletop.game.traits.trait_base import Change, TraitCall

_KEPT: Final = 65_536


class KindError(ValueError):
    """The error of a kind with a trait that cannot be understood: the kind, the trait's number from 0 up, and the
    reason.
    """

    def __init__(self, kind: str, trait: int, what: str, why: ExpressionError) -> None:
        super().__init__(f"Kind '{kind}', trait {trait + 1} ({what}): {why}")
        self.trait = trait
        self.why = why


@dataclass(frozen=True, eq=False)
class CompiledKind:
    """The common facts of all pieces of a kind.

    `slots` is the first state. `standing` holds the traits that have slots, by their number, with these slots.
    `provides` has a getter for each property, and `writers` a setter. `own` gives for each property the names from
    which it is worked out, and `slots_of` the slots behind it. The properties in `asking` look at more than these, and
    those in `fixed` never change.

    `links` are the slots of attachments, and `attachments` are the attachments. `auto_links` are those that attach by
    themselves; each says whether it may also attach to the piece itself. `linking` are the slots that hold ids of other
    pieces. `withheld_from_others` are those that other sides do not get although they see the face. `begins` are slots,
    their first values, and the expressions that give these values when a piece is made.

    `boards` puts a piece that can be cargo onto the mat beneath it. `placed` runs when the piece has come elsewhere,
    and `moved` runs before it if that counts as a move. `recalled` are the properties whose former values its reports
    tell. `ways_back` are the slots, for map and point, of each trait that can bring it back. `kin` are the slots for
    the piece that placed it and for its original. `old_mat` is the slot for the mat on which it lay before. `clicked`
    are the slots for the point where a player last used it.
    """

    kind: Kind
    slots: tuple[Value, ...]
    standing: tuple[tuple[int, range], ...]
    provides: Mapping[str, Getter]
    own: Mapping[str, frozenset[str]]
    slots_of: Mapping[str, frozenset[int]]
    asking: frozenset[str]
    fixed: frozenset[str]
    writers: Mapping[str, Writes]
    shows: tuple[Shows, ...]
    areas: "tuple[Callable[[PieceReader], ShadedArea | None], ...]"
    moved: tuple[Moved, ...]
    placed: tuple[Moved, ...]
    holds: tuple[Hold, ...]
    mat: str
    turns_cargo: bool
    spills_cargo: bool
    joins_stacks: bool
    cargo: Cargo | None
    boards: "Callable[[Action, int], None] | None"
    grip: NotStacking
    trail: tuple[Trail, int] | None
    restricted: tuple[RestrictedTrait, ...]
    back: Picture | None
    back_name: str
    buttons: tuple[Button, ...]
    begins: tuple[tuple[int, Value, Expression], ...]
    quantity: PieceQuantity | None
    links: Mapping[str, int]
    attachments: Mapping[str, Attachment]
    auto_links: Mapping[str, bool]
    facing: tuple[int, int] | None
    linking: tuple[int, ...]
    withheld_from_others: tuple[int, ...]
    recalled: tuple[str, ...]
    ways_back: tuple[tuple[int, int, int], ...]
    kin: tuple[int, int] | None
    old_mat: int | None
    clicked: tuple[int, int] | None

    @cached_property
    def secrets(self) -> frozenset[str]:
        """The properties that only the piece's own side knows."""
        return frozenset(name for trait in self.kind.traits for name in _secrets_of(trait))

    @cached_property
    def secret_slots(self) -> frozenset[int]:
        """The slots of the properties that only the piece's own side knows."""
        return frozenset(slot for name in self.secrets for slot in self.slots_of.get(name, ()))

    @cached_property
    def secret_keys(self) -> frozenset[str]:
        """The keys that change properties which only the piece's own side knows.

        Their use is reported to that side alone.
        """
        return frozenset(key for trait in self.kind.traits for key in _secret_keys_of(trait)) - {""}

    @cached_property
    def hears(self) -> Mapping[str, tuple[KeyAnswer, ...]]:
        """The responses to each key: the calls of its traits, outermost first. Raises KindError as `checked` does."""
        return self._acting[0]

    @cached_property
    def menu(self) -> tuple[MenuPart, ...]:
        """The menu entries that a piece offers, outermost first. Raises KindError as `checked` does."""
        return self._acting[1]

    @cached_property
    def _acting(self) -> tuple[Mapping[str, tuple[KeyAnswer, ...]], tuple[MenuPart, ...]]:
        builder, starts, _ = _built(self.kind, acts=True)
        hears = {key: tuple(reversed(calls)) for key, calls in builder.hears.items()}
        return hears, _outermost_first(builder.menu, starts)

    @cached_property
    def goes_by_choice(self) -> bool:
        """True if a piece may look different while the player has selected it."""
        written = msgspec.json.encode(self.kind.traits)
        return any(mark in written for mark in _OF_CHOICE)

    @cached_property
    def closure(self) -> Mapping[str, frozenset[str]]:
        """The names from which each property is worked out, directly or indirectly."""
        return {name: _closure(self.own, name) for name in self.provides}

    def keeps_from(self, sides: Collection[str]) -> frozenset[int]:
        """Return the slots that only the piece's own side knows; none if that side is one of these."""
        return frozenset() if self.kind.side in sides else self.secret_slots

    @property
    def stacks(self) -> bool:
        """True if the piece joins stacks."""
        return self.grip.stacks and self.joins_stacks

    def withheld(self, sides: frozenset[str]) -> tuple[int, ...]:
        """Return the slots that are kept from sides which see a piece's face.

        These are the slots with ids of other pieces and, for a piece of another side, also its private slots, for
        example those of its former positions.
        """
        return self.linking if self.kind.side in sides else self.withheld_from_others

    def bars_side(self, sides: frozenset[str], *, moving: bool) -> bool:
        """Return whether the kind keeps seats with only these sides from acting with its pieces, or from moving
        them.
        """
        return any(
            (rule.moving or not moving) and not sides & set(rule.sides or (self.kind.side,)) for rule in self.restricted
        )

    def way(self, reader: "PieceReader") -> TrailPath | None:
        """Return the trail of a piece; None if no trail is shown."""
        if self.trail is None:
            return None
        trail, slot = self.trail
        if reader.state[slot] is not True:
            return None
        points = trail_points(reader.state[slot + 1])
        shades = trail.fill, trail.opacity_percent, trail.chosen_percent
        return TrailPath(points, trail.color, trail.width, trail.radius, *shades)


_OF_CHOICE: Final = (b"Chosen", b"on-request", b"beneath_if_chosen")
"""The words in the traits of pieces that may look different while they are selected."""

_by_identity: IdentityCache[Kind, CompiledKind] = IdentityCache()

_by_content: dict[bytes, CompiledKind] = {}


_secretive: IdentityCache[Kind, bool] = IdentityCache()


def has_secrets(kind: Kind) -> bool:
    """Return whether a kind has properties that only the side of its pieces knows.

    It is looked up once for each kind.
    """
    known = _secretive.get(kind)
    return _secretive.keep(kind, any(map(_secrets_of, kind.traits))) if known is None else known


def secret_slots(kind: Kind) -> frozenset[int]:
    """Return the slots of a kind's pieces whose values only their own side knows."""
    return compile_kind(kind).secret_slots if has_secrets(kind) else frozenset()


class _KnownKinds(NamedTuple):
    """Facts about the kinds that a game knows: the sides that keep secrets, and the ids of the kinds with each key."""

    secretive: frozenset[str]
    ids: Mapping[str, tuple[int, ...]]


_known_kinds: IdentityCache[PagedMap[Kind], _KnownKinds] = IdentityCache()


def secret_sides(kinds: PagedMap[Kind]) -> frozenset[str]:
    """Return the sides whose pieces of these kinds have properties that only these sides know.

    It is worked out once for the same map of kinds.
    """
    return _facts_of(kinds).secretive


def ids_of_key(kinds: PagedMap[Kind], key: str) -> tuple[int, ...]:
    """Return the ids of the kinds with a key, ascending. It is worked out once for the same map of kinds."""
    return _facts_of(kinds).ids.get(key, ())


def learn_kinds(before: PagedMap[Kind], after: PagedMap[Kind], known: Mapping[int, Kind]) -> None:
    """Work out the facts about kinds when these become known, so that no later command needs time for it.

    The work does not depend on the number of other kinds, which may be unseen, unless a kind is defined again.
    """
    if all(before.get(id) is None for id in known):
        was = _facts_of(before)
        new = frozenset(kind.side for kind in known.values() if has_secrets(kind))
        _known_kinds.keep(after, _KnownKinds(was.secretive | new, _with_keys(was.ids, known.items())))


def _facts_of(kinds: PagedMap[Kind]) -> _KnownKinds:
    known = _known_kinds.get(kinds)
    if known is not None:
        return known
    secretive = frozenset(kind.side for kind in kinds.values() if has_secrets(kind))
    return _known_kinds.keep(kinds, _KnownKinds(secretive, _with_keys({}, kinds.items())))


def _with_keys(ids: Mapping[str, tuple[int, ...]], kinds: Iterable[tuple[int, Kind]]) -> Mapping[str, tuple[int, ...]]:
    found = dict(ids)
    for id, kind in kinds:
        found[kind.key] = (*found.get(kind.key, ()), id)
    return found


def _secrets_of(trait: Trait) -> tuple[str, ...]:
    """Return the properties of a trait that only the piece's own side knows."""
    own = own_property(trait)
    if own is not None and own.private:
        return (own.name,)
    if isinstance(trait, SheetTrait) and trait.private:
        return tuple(field.name for field in trait.fields if field.form != "caption")
    return ()


def _secret_keys_of(trait: Trait) -> tuple[str, ...]:
    """Return the keys by which a trait changes properties that only the piece's own side knows."""
    calls: tuple[TraitCall | Change, ...] = ()
    own = own_property(trait)
    if own is not None and own.private:
        calls = own.changes
    elif isinstance(trait, SheetTrait) and trait.private:
        calls = (trait.open,)
    return tuple(call.key or (f"menu {call.menu}" if call.menu else "") for call in calls)


def compile_kind(kind: Kind) -> CompiledKind:
    """Return the compiled kind. Each definition is compiled once, for all its pieces, games and copies.

    Raises KindError, with the name of the trait, if an expression or a template cannot be understood.
    """
    known = _by_identity.get(kind)
    if known is not None:
        return known
    content = msgspec.msgpack.encode(kind)
    compiled = _by_content.get(content)
    if compiled is None:
        if len(_by_content) >= _KEPT:
            _by_content.clear()
        compiled = _by_content[content] = _compile(kind)
    return _by_identity.keep(kind, compiled)


def checked(kind: Kind) -> CompiledKind:
    """Return the compiled kind, with all that its pieces respond to and offer.

    Raises KindError, with the name of the trait, if an expression or a template cannot be understood.
    """
    compiled = compile_kind(kind)
    _ = compiled.hears
    return compiled


def check(kind: Kind) -> None:
    """Check all traits of a kind without keeping the result. Raises KindError as `checked` does."""
    _built(kind, acts=True)


def _compile(kind: Kind) -> CompiledKind:
    builder, _, standing = _built(kind, acts=False)
    return CompiledKind(
        kind=kind,
        slots=tuple(builder.slots),
        standing=standing,
        provides=builder.provides,
        own=builder.own,
        slots_of=builder.slots_of,
        asking=frozenset(builder.asking),
        fixed=frozenset(builder.fixed),
        writers=builder.writers,
        shows=tuple(builder.shows),
        areas=tuple(builder.areas),
        moved=tuple(builder.moved),
        placed=tuple(builder.placed),
        holds=builder.holds,
        mat=builder.mat,
        turns_cargo=builder.turns_cargo,
        spills_cargo=builder.spills_cargo,
        joins_stacks=builder.joins_stacks,
        cargo=builder.cargo,
        boards=builder.boards,
        grip=builder.grip or NotStacking(stacks=True),
        trail=builder.trail,
        restricted=tuple(builder.restricted),
        back=builder.back,
        back_name=kind.name if kind.key.startswith(BACK_OF) else builder.back_name,
        buttons=tuple(builder.buttons),
        begins=tuple(builder.begins),
        quantity=builder.quantity,
        links=builder.links,
        attachments=builder.linking,
        auto_links=builder.auto_links,
        facing=builder.facing,
        linking=_linking(builder),
        withheld_from_others=tuple(sorted(builder.private.union(builder.links.values()))),
        recalled=tuple(sorted(builder.recalled)),
        ways_back=tuple(builder.ways_back),
        kin=builder.kin,
        old_mat=builder.old_mat,
        clicked=builder.clicked,
    )


def _linking(builder: Builder) -> tuple[int, ...]:
    """Return the slots that hold ids of other pieces."""
    mat = (builder.old_mat,) if builder.old_mat is not None else ()
    return tuple(sorted((*builder.links.values(), *(builder.kin or ()), *mat)))


def _built(kind: Kind, *, acts: bool) -> tuple[Builder, list[int], tuple[tuple[int, range], ...]]:
    """Return the builder that a kind's traits have filled, the start of each trait's menu entries, and each trait's
    slots.

    Unless it `acts`, the builder collects neither responses nor menu entries. Raises KindError.
    """
    builder = Builder(kind.name, kind.side, acts=acts)
    starts = [0]
    standing = []
    for number, trait in enumerate(kind.traits):
        if not acts and type(trait) in _ONLY_ACTING:
            continue
        first = len(builder.slots)
        builder.begin()
        try:
            _build(trait, builder)
        except ExpressionError as error:
            raise KindError(kind.key, number, str(type(trait).__struct_config__.tag), error) from error
        starts.append(len(builder.menu))
        if len(builder.slots) > first:
            standing.append((number, range(first, len(builder.slots))))
    return builder, starts, tuple(standing)


def _build(trait: Trait, builder: Builder) -> None:
    """Run the function of a trait on the builder. For traits that only act, as most do, it runs once for all equal
    traits, except for `BarredTrait`, which changes what is there.
    """
    if type(trait) not in _ONLY_ACTING or isinstance(trait, BarredTrait):
        _behaviours[type(trait)](trait, builder)
        return
    hears, menu = _heard(trait)
    for key, calls in hears:
        builder.hears.setdefault(key, []).extend(calls)
    builder.menu.extend(menu)


@lru_cache(maxsize=_KEPT)
def _heard(trait: Trait) -> tuple[tuple[tuple[str, tuple[KeyAnswer, ...]], ...], tuple[MenuPart, ...]]:
    """Return the responses to keys, and the menu entries, of a trait that only acts."""
    builder = Builder("", "")
    _behaviours[type(trait)](trait, builder)
    return tuple((key, tuple(calls)) for key, calls in builder.hears.items()), tuple(builder.menu)


def _outermost_first(menu: list[MenuPart], starts: list[int]) -> tuple[MenuPart, ...]:
    """Return the menu entries with the traits in reverse order, the outermost first.

    The entries of one trait stay in order.
    """
    pieces = (menu[start:end] for start, end in pairwise(starts))
    return tuple(part for piece in reversed(list(pieces)) for part in piece)


def _closure(own: Mapping[str, frozenset[str]], name: str) -> frozenset[str]:
    """Return this name and all names from which it is worked out, directly or indirectly."""
    found = [name]
    for other in found:  # grows while it is walked
        found.extend(read for read in own.get(other, ()) if read not in found)
    return frozenset(found)


_behaviours: dict[type, Callable[[Any, Builder], None]] = {}


def define_traits(behaviours: Mapping[type, Callable[[Any, Builder], None]]) -> None:
    """Register the behaviour of traits: each function adds the effects of a trait of its type to a `Builder`."""
    _behaviours.update(behaviours)


_ONLY_ACTING: Final = frozenset(
    (
        BarredTrait,
        ChooseTrait,
        Clone,
        Delete,
        GlobalCommand,
        MenuText,
        OthersProperty,
        PlaceMarker,
        PressKey,
        Replace,
        ReturnTo,
        Separator,
        SharedProperty,
        Shift,
        Sound,
        Submenu,
        Trigger,
    )
)
"""The classes of traits that only respond to keys and offer menu entries, and keep nothing in the state of a piece."""
