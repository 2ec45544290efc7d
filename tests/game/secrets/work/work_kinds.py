"""The pieces of the tables on which work is counted: with traits that move, count, copy and send keys."""

from typing import Final

from tabletop.game.state.kind import Kind
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import Clone, Delete, GlobalCommand, PlaceMarker, Replace, ReportTrait, Trigger
from tabletop.game.traits.appearance_traits import Image
from tabletop.game.traits.group_traits import Attachment, Cargo, Hold, Mat
from tabletop.game.traits.movement_traits import MovedMark, NotStacking, SendTo, ToHolder, ToPoint, Trail
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OwnProperty, Quantity, SharedProperty
from tabletop.game.traits.sight_traits import Invisible, Mask
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target

POINTS: Final = (50, 150, 250, 350)
_BACK: Final = Mask(back=Image("back.png"), call=TraitCall("mask", "Mask"))
_TRAITS: Final[tuple[Trait, ...]] = (
    OwnProperty("N", 0, changes=(Change(key="up", add="1"), Change(key="count", set='count(map, N != "")'))),
    Quantity("Stock", 5),
    SharedProperty("Storm", changes=(Change(key="storm", set="count(all)"),)),
    MovedMark(clear=TraitCall("unmoved")),
    Trail(toggle=TraitCall("trail")),
    Clone(TraitCall("clone")),
    Delete(TraitCall("delete")),
    PlaceMarker("marker", TraitCall("mark"), then="up"),
    Replace("marker", TraitCall("become"), copies=True),
    SendTo(ToPoint("250", "50", "main"), TraitCall("sail")),
    SendTo(ToHolder("pile"), TraitCall("retire")),
    GlobalCommand("up", TraitCall("hit all")),
    GlobalCommand("storm", TraitCall("hit here"), Target("stack")),
    Trigger(("up", "storm"), "twice", TraitCall("twice")),
    Attachment("it", Target(where='Side == "b"'), attach=TraitCall("attach")),
    ReportTrait(("tell", "sail"), "{Name} in {Place} of {StackSize}: {N}, {count(all)}, {holderCount}"),
    ComputedProperty("Friends", 'count(map, Side == "a") + count(range(0, 3)) + count(holder("hand"))'),
    ReportTrait(("tell of before",), "{Before_Friends}, {OldName} in {OldLocation}, now {Friends}"),
)

OWN: Final = Kind("own", "Own", "a", (*_TRAITS, Invisible(TraitCall("hide")), _BACK), 40, 40)
SHIP: Final = Kind("ship", "Ship", "a", (*_TRAITS, Mat("Ship", holds=(Hold("hold"),))), 80, 80)
PLANE: Final = Kind("plane", "Plane", "a", (*_TRAITS, Cargo(find=TraitCall("board"), leave=TraitCall("leave"))), 20, 20)
MARKER: Final = Kind("marker", "Marker", "", (OwnProperty("N", 0, changes=(Change(key="up", add="1"),)),), 20, 20)
FOES: Final = tuple(
    Kind(f"foe {number}", f"Foe {number}", "b", (*more, *_TRAITS[:5], *_TRAITS[6:8], *_TRAITS[11:12], _BACK), 40, 40)
    for number, more in enumerate(
        ((MarkTrait({"Class": "CV"}),), (MarkTrait({"Class": "DD"}), NotStacking()), (Mat("Foe"),), (Cargo(),))
    )
)
KINDS: Final = (OWN, SHIP, PLANE, MARKER, *FOES)
