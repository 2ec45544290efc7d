"""Conversion between the states of VASSAL's traits and the slots of our traits, in both directions."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.expression import as_number, as_text
from tabletop.game.behaviour.movement_behaviour import LONGEST_TRAIL
from tabletop.game.kinds.compiled_kinds import CompiledKind, compile_kind
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import Value
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import EachPlace, ReportTrait
from tabletop.game.traits.appearance_traits import AreaTrait, Facing, LabelTrait, Layer
from tabletop.game.traits.group_traits import Attachment
from tabletop.game.traits.movement_traits import CameFrom, ClickMemory, MovedMark, SendTo, Trail
from tabletop.game.traits.property_traits import OwnProperty, SheetTrait, TableTrait
from tabletop.game.traits.sight_traits import Invisible, Mask
from tabletop.vassal.expressions.piece_properties import BUILT_IN, own_name
from tabletop.vassal.files.scalars import whole
from tabletop.vassal.files.sequence import join
from tabletop.vassal.traits.trait_fields import VassalTrait, written_decimal
from tabletop.vassal.traits.trait_parts import Access
from tabletop.vassal.traits.vassal_actions import ReportState
from tabletop.vassal.traits.vassal_appearance import (
    AreaOfEffect,
    Embellishment,
    Footprint,
    FreeRotator,
    Labeler,
    MovementMarkable,
)
from tabletop.vassal.traits.vassal_movement import SendToLocation, VassalAttachment
from tabletop.vassal.traits.vassal_properties import BasicPiece, DynamicProperty, PropertySheet, TableInfo
from tabletop.vassal.traits.vassal_sight import NOBODY, Hideable, Obscurable

_WITH_SLOTS: Final = (
    AreaTrait,
    Attachment,
    CameFrom,
    ClickMemory,
    EachPlace,
    Facing,
    Invisible,
    LabelTrait,
    Layer,
    Mask,
    MovedMark,
    OwnProperty,
    ReportTrait,
    SendTo,
    SheetTrait,
    TableTrait,
    Trail,
)
"""The classes of our traits that have a state of their own."""

REMEMBERED: Final = {
    name: BUILT_IN[name].ours
    for name in (
        "OldMap",
        "OldBoard",
        "OldZone",
        "OldLocationName",
        "OldX",
        "OldY",
        "OldDeckName",
        "OldMat",
        "OldMatPieceName",
        "OldMatBasicName",
        "OldMatOffsetX",
        "OldMatOffsetY",
        "ClickedX",
        "ClickedY",
    )
}
"""The properties for a piece's earlier position and clicks in VASSAL, with our names of them."""

_POINTS: Final = ("OldX", "OldY", "OldMatOffsetX", "OldMatOffsetY", "ClickedX", "ClickedY")


def _standing(traits: tuple[Trait, ...]) -> CompiledKind | None:
    """Return those traits of a translation that have slots, compiled; None if there are none."""
    standing = tuple(trait for trait in traits if isinstance(trait, _WITH_SLOTS))
    compiled = compile_kind(Kind("", "", traits=standing)) if standing else None
    return compiled if compiled is not None and compiled.slots else None


# reading


def slots_of(read: VassalTrait, traits: tuple[Trait, ...]) -> tuple[Value, ...]:
    """Return the values of the slots of a translated trait."""
    compiled = _standing(traits)
    if compiled is None:
        return ()
    first = compiled.slots
    match read:
        case MovementMarkable():
            return read.moved, *first[1:]
        case Footprint():
            return first[0], " ".join(f"{x},{y}" for x, y in read.points[-LONGEST_TRAIL:])
        case SendToLocation() if read.back_key:
            return read.back_map, _whole(read.back_x), _whole(read.back_y), *first[3:]
        case BasicPiece():
            return _remembered(dict(read.kept), compiled)
        case _:
            return first


def _remembered(kept: dict[str, str], compiled: CompiledKind) -> tuple[Value, ...]:
    """Return the slots of a basic piece, with its earlier position, clicks and mat as far as VASSAL has stored them."""
    slots = list(compiled.slots)
    for name, ours in REMEMBERED.items():
        for slot in compiled.slots_of.get(ours, ()) if name in kept else ():
            slots[slot] = _whole(kept[name]) if name in _POINTS else kept[name]
    return tuple(slots)


def _whole(text: str) -> int:
    return whole(text) or 0


# writing


class VassalNames(Struct, frozen=True):
    """The names that VASSAL's files have for sides, pieces and maps.

    `owner` gives the owner who has masked or hidden a piece, given the side and who has access. `piece` gives the id of
    a piece; "" if it is gone. `map` gives the name of a map.
    """

    owner: Callable[[str, Access], str]
    piece: Callable[[Value], str]
    map: Callable[[str], str]


Slots: TypeAlias = Sequence[Value]


def with_slots(read: VassalTrait, traits: tuple[Trait, ...], slots: Slots, names: VassalNames) -> VassalTrait:
    """Return a VASSAL trait with the state that the slots of its translation have: the reverse of `slots_of`."""
    compiled = _standing(traits)
    if compiled is None or len(slots) != len(compiled.slots):
        return read
    shown = _shown(read, compiled.slots[0], slots)
    return shown if shown is not None else _held(read, compiled, slots, names)


def _shown(read: VassalTrait, first: Value, slots: Slots) -> VassalTrait | None:
    """Return a trait of appearance with its state; None for any other trait. `first` is the first slot's value in a new
    piece.
    """
    match read:
        case Embellishment():
            return _as_layer(read, slots)
        case FreeRotator():
            return replace(
                read, value=written_decimal(-float(_number(slots[0]))) if read.is_free else as_text(slots[0])
            )
        case Labeler():
            return replace(read, text=read.text if slots[0] == first else _unfilled(as_text(slots[0])))
        case AreaOfEffect():
            return replace(read, active=slots[0] is True)
        case Footprint():
            points = tuple((_whole(x), _whole(y)) for x, _, y in (p.partition(",") for p in as_text(slots[1]).split()))
            return replace(read, is_shown=slots[0] is True, points=points, begun=bool(points))
        case MovementMarkable():
            return replace(read, moved=slots[0] is True)
        case _:
            return None


def _held(read: VassalTrait, compiled: CompiledKind, slots: Slots, names: VassalNames) -> VassalTrait:
    """Return a trait that stores values, owners or other pieces, with its state."""
    text = as_text(slots[0])
    match read:
        case Obscurable():
            return replace(read, owner=names.owner(text, read.access) if text else NOBODY, options="")
        case Hideable():
            return replace(read, owner=names.owner(text, read.access) if text else NOBODY)
        case DynamicProperty():
            return replace(read, value=text)
        case SendToLocation():
            x, y = map(as_text, slots[1:3]) if text or slots[1] or slots[2] else ("", "")
            return replace(read, back_map=names.map(text) if text else "", back_x=x, back_y=y)
        case PropertySheet():
            return replace(read, values=_as_sheet(compiled, slots))
        case TableInfo():
            return replace(read, cells=join(list(map(as_text, slots)), ",") or "")
        case ReportState():
            return replace(read, cycle=_number(slots[0]))
        case VassalAttachment():
            linked = (names.piece(int(id)) for id in text.split() if id.isdecimal())
            return replace(read, attached=tuple(filter(None, linked)))
        case BasicPiece():
            return replace(read, kept=tuple(_kept(read, compiled, slots)))
        case _:
            return read


def _as_layer(read: Embellishment, slots: Slots) -> Embellishment:
    """Return a layer at its level, on or off. If it has several letters, the second slot gives those that are
    pressed.
    """
    pressed = read.pressed
    if len(slots) > 1:
        numbers = (int(number) for number in as_text(slots[1]).split())
        pressed = "".join(read.activate_letters[number] for number in numbers if number < len(read.activate_letters))
    return replace(read, value=_number(slots[0]), pressed=pressed)


def _as_sheet(compiled: CompiledKind, slots: Slots) -> str:
    """Return the values of a page that players fill in. A caption has none; the value of ticks is their number."""
    sheet = next(trait for trait in compiled.kind.traits if isinstance(trait, SheetTrait))
    left = iter(slots)
    values = []
    for field in sheet.fields:
        value = "" if field.form == "caption" else as_text(next(left))
        values.append(f"{value}/{field.most}" if field.form == "ticks" else value)
    return join(values, "~") or ""


def _kept(read: BasicPiece, compiled: CompiledKind, slots: Slots) -> Iterator[tuple[str, str]]:
    """Yield the properties that a basic piece stores: earlier positions and clicks, related pieces, and its own
    properties.
    """
    for name, ours in REMEMBERED.items():
        for slot in compiled.slots_of.get(ours, ()):
            if slots[slot] is not None:
                yield name, as_text(slots[slot])
    own = (name for name, _ in read.kept if name not in BUILT_IN)
    for name in own:
        for slot in compiled.slots_of.get(own_name(name), ()):
            yield name, as_text(slots[slot])
    for name, kin in zip(("ParentID", "CloneID"), compiled.kin or (), strict=False):
        if id := _kin(slots[kin]):
            yield name, id
    if compiled.old_mat is not None and (id := _kin(slots[compiled.old_mat])):
        mat = next((as_text(slots[slot]) for slot in compiled.slots_of.get(BUILT_IN["OldMat"].ours, ())), "")
        yield "OldMatID", f"{mat}_{id}"


def _kin(value: Value) -> str:
    """Return the id of the piece that a slot refers to; "" for none. The piece may be gone."""
    return as_text(value) if value is not None else ""


def _unfilled(text: str) -> str:
    """Return a text that a player typed with single braces; our templates double them."""
    return as_written(text).replace("{{", "{").replace("}}", "}")


_NOT_KEPT: Final = ("OldPlace", "OldHolder", "ChosenPlace", "ChosenZone", "ChosenBoard", "ChosenMap")
"""The names of our properties that VASSAL's files do not store."""


def unwritten_slots(compiled: CompiledKind) -> frozenset[int]:
    """Return the slots of a kind that cannot be written to VASSAL's files."""
    return frozenset[int]().union(*(compiled.slots_of.get(name, ()) for name in _NOT_KEPT))


def as_written(value: Value) -> str:
    """Return a value as VASSAL's files write it. A whole number in braces is written without them."""
    text = as_text(value)
    return text[1:-1] if text[:1] == "{" and text[-1:] == "}" and whole(text[1:-1]) is not None else text


def _number(value: Value) -> int:
    return int(as_number(value) or 0)
