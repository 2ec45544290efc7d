"""Every trait, in groups that fit on one piece, both native traits and imported ones; and pieces with these groups."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from tabletop.game.kinds.compiled_kinds import checked
from tabletop.game.state.kind import Kind
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import (
    ChooseTrait,
    Clone,
    Delete,
    EachPlace,
    GlobalCommand,
    Loop,
    MenuText,
    PlaceMarker,
    PressKey,
    Replace,
    ReportTrait,
    Separator,
    Sound,
    Submenu,
    Times,
    Trigger,
)
from tabletop.game.traits.appearance_traits import (
    AreaTrait,
    Art,
    Border,
    Button,
    Facing,
    Image,
    LabelTrait,
    Layer,
    Level,
    OutlineTrait,
    Pivot,
)
from tabletop.game.traits.group_traits import Attachment, Cargo, Hold, Mat, Screen
from tabletop.game.traits.movement_traits import (
    CameFrom,
    ClickMemory,
    MovedMark,
    NotStacking,
    ReturnTo,
    SendTo,
    Shift,
    ToHolder,
    ToPiece,
    ToPlace,
    ToPoint,
    ToZone,
    Trail,
)
from tabletop.game.traits.property_traits import (
    ComputedProperty,
    ForeignTrait,
    MarkTrait,
    Message,
    NameTrait,
    OthersProperty,
    OwnProperty,
    Quantity,
    RemarkTrait,
    SharedProperty,
    SheetField,
    SheetTrait,
    TableTrait,
)
from tabletop.game.traits.sight_traits import BarredTrait, Invisible, Mask, RestrictedTrait
from tabletop.game.traits.table_traits import CentreMap, DeckCommand, MoveTracker, Throw, TraitDice
from tabletop.game.traits.trait_base import Change, Limits, TraitCall
from tabletop.game.traits.trait_targets import PropertyMatch, Target
from tabletop.vassal.components.piece_definitions import RawTrait
from tabletop.vassal.traits.trait_types import read_trait
from tabletop.vassal.translation.translated_traits import take
from tests.vassal.translation.trying import Module

UP: Final = OwnProperty("N", 0, changes=(Change(key="up", add="1"), Change(key="count", set='count(map, N != "")')))
"""A property of all pieces."""

STOCK: Final = Quantity("Stock", 5, changes=(Change(key="use", add="-1"),))
"""A quantity trait that all pieces have."""

_PLANS: Final = '{property("side:b:plan")} {property("side:b:plan", map("main"))} {plan}'

TELL: Final = ReportTrait(("tell",), "{Name} {Id} in {Place} of {StackSize}: {N}, {count(all)}, {InDeck}, " + _PLANS)
"""A report trait of all pieces."""

BACK_MASK: Final = Mask(back=Image("back.png"), call=TraitCall("mask", "Mask"))
_ENEMY: Final = Target(where='Side == "b"')
_AREA: Final = AreaTrait(always=False, toggle=TraitCall("area"), show=TraitCall("area on"))

NATIVE: Final[dict[str, tuple[Trait, ...]]] = {
    "look": (
        Art(Image("unit.png")),
        Layer(
            "Step",
            (Level("full", Image("full.png")), Level("half", Image("half.png"), names="{Name} half")),
            up=TraitCall("step up"),
            random=TraitCall("any step"),
            toggle=TraitCall("steps"),
        ),
        Facing(clockwise=TraitCall("turn"), random=TraitCall("any way"), turn_to=TraitCall("turn to")),
        Pivot(20, 0, TraitCall("pivot")),
        LabelTrait("{N}", change=TraitCall("write"), names="{Name} ({Label})"),
        OutlineTrait("M -20 -20 L 20 -20 L 20 20 L -20 20 Z"),
        Border("N > 3"),
        _AREA,
        Button("up"),
        ReportTrait(("turn", "step up", "write"), "{Name} faces {Facing_Facing} in {Place}"),
    ),
    "moves": (
        SendTo(ToPoint("250", "50", "main"), TraitCall("sail"), back=TraitCall("home")),
        SendTo(ToHolder("pile"), TraitCall("retire")),
        SendTo(ToPiece(_ENEMY, "nearest"), TraitCall("chase")),
        SendTo(ToPlace("{Place}"), TraitCall("settle")),
        SendTo(ToZone("North"), TraitCall("north")),
        Shift("100", "0", TraitCall("east")),
        Shift("-100", "0", TraitCall("west"), stack=True),
        ReturnTo(TraitCall("shelve"), ask="Which deck?"),
        MovedMark(clear=TraitCall("unmoved")),
        ReportTrait(("sail", "chase", "east", "shelve"), "{Name} from {OldPlace} to {Place} of {StackSize}: {N}"),
    ),
    "memories": (
        Trail(toggle=TraitCall("trail"), everyone=True),
        CameFrom(mats=True),
        ClickMemory(),
        NotStacking(snaps=False),
        SendTo(ToPoint("150", "50", "main"), TraitCall("sail"), back=TraitCall("home")),
        ReportTrait(("sail", "home", "up"), "{Name} was in {OldPlace} {OldX} {OldMat}, at {ClickedX}, {Moved}"),
    ),
    "values": (
        MarkTrait({"Nation": "N1"}),
        OwnProperty("Hits", 1, number=True, limits=Limits("0", "5"), changes=(
            Change(key="hit", add="1"),
            Change(key="set hits", ask="How many?"),
            Change(key="pick hits", ask="Which?", choices=("1", "{N}", "{count(stack)}")),
        )),
        OwnProperty("Born", begins="count(all)"),
        SharedProperty("Storm", changes=(Change(key="storm", set="count(all)"),), report="{OldValue} to {NewValue}"),
        SharedProperty("plan", scope="side", changes=(Change(key="plan", add="1"),)),
        SharedProperty("here", scope="zone", changes=(Change(key="here", set="count(zone, N > 1)"),)),
        OthersProperty("N", (Change(key="all up", add="1"),), _ENEMY),
        OthersProperty("N", (Change(key="stack up", set="N + 1", theirs=True),), Target("stack")),
        ComputedProperty("Near", "count(map, Side == \"b\" and N > 2) + sum(stack, N)"),
        ComputedProperty("Bad", "N / Storm", or_nothing=True),
        Message("Words", "{Name} near {Near}"),
        NameTrait("{Nation} {Near}"),
        SheetTrait((SheetField("Captain"), SheetField("Crew", "number", 3, 9)), TraitCall("sheet")),
        TableTrait("Log", 1, 2, open=TraitCall("log")),
        RemarkTrait("by the author"),
        ForeignTrait("ScatterTrait;3"),
        ReportTrait(("storm", "hit", "all up"), "{Words}: {Near}, {Hits}, {Born}"),
    ),
    "orders": (
        Trigger(("up", "storm"), "twice", TraitCall("twice", "Twice")),
        Trigger(("up",), call=TraitCall("many"), hears=("up all",), when="N < 9", loop=Loop(Times("count(stack)"))),
        SharedProperty("Storm", changes=(Change(key="storm", add="1"),)),
        GlobalCommand("up", TraitCall("up all"), report="{Name} calls"),
        GlobalCommand("up", TraitCall("up here"), Target("place")),
        GlobalCommand("storm", TraitCall("storm near"), Target("map", range="2", where="N > 2", most="2")),
        GlobalCommand("mask", TraitCall("mask foes"), Target(match=PropertyMatch("Side", '"b"'))),
        PressKey("storm", TraitCall("press")),
        Sound("gun.wav", TraitCall("fire")),
        ChooseTrait(TraitCall("drop"), unstack=True),
        Submenu("More", ("Twice",)),
        Separator(),
        MenuText("Nothing {count(map)}"),
        EachPlace("up", TraitCall("go"), of="places", when='Place == "A1" or Place == "B1" and count(map) > 1'),
        ReportTrait(("up", "twice", "up here"), texts=("{Name}: {N}", "{count(stack)} of {StackIndex}")),
    ),
    "makers": (
        Clone(TraitCall("clone")),
        Delete(TraitCall("delete")),
        PlaceMarker("marker", TraitCall("mark"), then="up"),
        PlaceMarker("marker", TraitCall("below"), where="below", together=True),
        PlaceMarker("marker", TraitCall("beside"), dx="100"),
        Replace("marker", TraitCall("become"), copies=True),
        CameFrom(),
    ),
    "sight": (
        SharedProperty("Storm", changes=(Change(key="storm", add="1"),)),
        BarredTrait(("storm",), "count(stack) > 2"),
        RestrictedTrait(("a",), moving=False),
        Invisible(TraitCall("hide", "Hide"), names="{Name} hidden"),
        ReportTrait(("hide", "mask"), "{Name} in {Place}: {Masked}, {Invisible}"),
    ),
    "decks": (
        Throw(TraitCall("throw"), (TraitDice("2"),), "dice", text="{Name} throws {Result} of {count(map)}"),
        MoveTracker("turn", TraitCall("next turn")),
        CentreMap("main", TraitCall("centre")),
        DeckCommand("deck", "shuffle", TraitCall("shuffle deck"), report="{Count} shuffled"),
        DeckCommand("pile", "flip", TraitCall("flip pile")),
        DeckCommand("pile", "send", TraitCall("send pile"), into="deck", most="2"),
        DeckCommand("pile", "reverse", TraitCall("reverse pile")),
    ),
}  # fmt: skip
"""Groups of traits, each with the innermost first."""

_SHIPS: Final[dict[str, tuple[Trait, ...]]] = {
    "ships": (
        Mat("Ship", holds=(Hold("hold"),)),
        Facing(clockwise=TraitCall("turn")),
        Attachment("it", _ENEMY, attach=TraitCall("attach"), clear=TraitCall("loose")),
        ReportTrait(("attach", "turn"), "{it_Count} with {CargoCount}: {it_N}"),
    ),
    "planes": (
        Cargo(find=TraitCall("board"), leave=TraitCall("leave")),
        Attachment("it", Target("stack"), attach=TraitCall("attach"), in_return="this"),
        ReportTrait(("board", "leave", "attach"), "{Name} on {Mat} in {Place}: {it_Count}"),
    ),
}

_SCREENS: Final[dict[str, tuple[Trait, ...]]] = {
    "screens": (
        Screen("screen", TraitCall("screen"), TraitCall("show all"), 5, 5),
        ReportTrait(("screen", "show all"), "{Name} for {CargoCount} of {StackSize}"),
    ),
}

_ANY: Final = "COUNTER|false|MAP|||||0|0||false|||EQUALS||"
_AS_IMPORTED: Final = (
    ("sendto;Away;82,195;main;;150;50;Back;66,130;0;0;1;1;;L;;;;", ";;"),
    ("return;Discard;68,195;;;;2;false;pile", ""),
    ("translate;East;38,130;100;0;true;0;0;0;0;", ""),
    ("markmoved;moved.gif;35;-35;Mark Moved;77,130;;false;;;;", "false"),
    ("footprint;84,130;Trail;false;false;10;9,9,9;9,9,9;90;40;20;30;1.0;;;;;false", "false;main;0;;false"),
    ("locCommand;;locZones;{true};To $ZoneOfCommand$;57344,0,Go;true", ""),
    (f"globalkey;Rally;82,130;57344,0,Go;;false;1;true;true;;;-1;{_ANY};false;", ""),
    (f"setpieceprop;Hits;true,0,9,false;Hit:72\\,130:I\\,1;;{_ANY};;false;1;true;;-1;false", ""),
    ("setprop;VP;true,0,20,true;Score:86\\,130:I\\,1;;Current Zone/Current Map/Module;", ""),
    ("PROP;Hits;true,0,5,false;Add:57344\\,0\\,Go:I\\,1,Ask:65\\,130:R\\,Many?;", "0"),
    ("calcProp;Left;{4 - Hits};", ""),
    ("locmsg;Greeting;;hello", ""),
    ("macro;Twice;Twice;70,130;{Left > 1};;57344\\,0\\,Go;true;;;counted;2;;;false;;1;1", ""),
    (f"attach;Wing;;Join;74,130;Leave;76,130;;false;2;true;;-1;{_ANY};Part;;;nothing;nothing;clear;false;true", "0"),
    ("emb2;On;128;AB;Up;128;U;Down;128;D;;;2;false;1;2;a.png,b.png;A,B;true;Side;;;false;;1;1;false;", "1"),
    ("label;76,130;Write;12;1,2,3;4,5,6;t;1;c;2;b;l;$pieceName$: $label$;Serif;1;90;Tag;;true", ""),
    ("rotate;6;93,130;91,130;Right;Left;;;Turn;;;;;true", "0"),
    ("propertysheet;0Captain~2Stores;Log;;0;;;;75,130;", "~"),
    ("placemark;Dig in;71,130;null;null;0;0;false;;;0;0;false;false;;1", ""),
    ("clone;Clone;67,130;", ""),
    ("playSound;shot.wav;Shoot;83,0;true;;false", ""),
    ("deselect;;57344,0,Drop;;false;S", ""),
    ("report;70\\,130,38\\,130,57344\\,0\\,Go;$location$: $newPieceName$ $Left$;;;;false", "-1"),
    ("hideCmd;No sale;Hide;{Hits > 3};72\\,130", ""),
    ("restrict;a,b;false;true;", ""),
    ("hide;73,130;Hide;;side:;0.3;;false", "null"),
    ("obs;77,130;back.png;Hide;Gback.png;Blip;side:;Peek;;false;;", "null;"),
)  # fmt: skip
"""Traits as VASSAL writes them, the innermost first, each with its state."""


class _Importing(Module):
    """The module whose pieces are imported: its sides have the names of the sides here, and all markers are of one
    kind.
    """

    maps = frozenset(("main", "lair"))

    def side(self, name: str) -> str | None:
        return name if name in "abcd" else None

    def piece(self, spec: str, gpid: str, where: str) -> str | None:
        return "marker"


def _imported() -> tuple[Trait, ...]:
    """Return the traits that the importer makes from VASSAL's, changed to read only the view of the acting side.

    Unchanged, imported traits read the whole table (`reads: table`), as their modules intend.
    """
    raw = (("piece;;;a.png;Tank", "null;0;0;7;0"), *_AS_IMPORTED)
    made = (trait for pair in raw for trait in take(read_trait(RawTrait(*pair)), _Importing(), "here")[0])
    return tuple(replace(trait, reads="view") if hasattr(trait, "reads") else trait for trait in made)


IMPORTED: Final = "imported"
GROUPS: Final[dict[str, tuple[Trait, ...]]] = {**NATIVE, **_SHIPS, **_SCREENS, IMPORTED: _imported()}
"""The traits of each group."""

VARIANTS: Final[tuple[tuple[Trait, ...], ...]] = (
    (MarkTrait({"Class": "CV"}),),
    (MarkTrait({"Class": "DD"}), NotStacking()),
    (MarkTrait({"Class": "CV", "N1": "n"}), Mat("Foe")),
)
"""The traits in which pieces of the same group differ, though their backs look the same."""


def _kind(key: str, side: str, group: str, more: Sequence[Trait] = ()) -> Kind:
    mask = () if group == IMPORTED else (BACK_MASK,)
    name = key.title()
    return Kind(f"{key} {group}", name, side, (*more, UP, STOCK, *GROUPS[group], TELL, *mask), 40, 40)


OWN: Final = {group: _kind("own", "a", group) for group in GROUPS}
FOES: Final = {
    group: tuple(_kind(f"foe {number}", "b", group, more) for number, more in enumerate(VARIANTS)) for group in GROUPS
}
MARKER: Final = Kind("marker", "Marker", "", (UP,), 20, 20)
KINDS: Final = (*OWN.values(), *(foe for foes in FOES.values() for foe in foes), MARKER)


def called(trait: Trait, *, is_imported: bool) -> str:
    """Return the name of a trait in the table of tried cells."""
    tag = str(type(trait).__struct_config__.tag)
    return f"{tag} (imported)" if is_imported else tag


TRAITS: Final = tuple(
    sorted(
        {called(trait, is_imported=group == IMPORTED) for group, traits in GROUPS.items() for trait in traits}
        | {called(trait, is_imported=False) for trait in (BACK_MASK, STOCK)}
    )
)
"""The names of all traits that are tried."""


@cache
def traits_of(kind: str) -> frozenset[str]:
    """Return the names of the traits of a kind, which is given by its key."""
    group = kind.rpartition(" ")[2]
    found = next((one for one in KINDS if one.key == kind), None)
    traits = found.traits if found is not None else ()
    return frozenset(called(trait, is_imported=group == IMPORTED and trait in GROUPS[group]) for trait in traits)


@cache
def hearing(kind: str, key: str) -> frozenset[str]:
    """Return the names of a kind's traits that a key can concern: those that react to it, and those that react to no
    key.
    """
    found = next((one for one in KINDS if one.key == kind), None)
    group = kind.rpartition(" ")[2]
    heard = set[str]()
    for trait in found.traits if found is not None else ():
        own = keys_of(trait)
        if not own or key in own:
            heard.add(called(trait, is_imported=group == IMPORTED and trait in GROUPS[group]))
    return frozenset(heard)


def keys_of(trait: Trait) -> frozenset[str]:
    """Return the keys that a trait reacts to."""
    if isinstance(trait, BarredTrait):
        return frozenset(trait.keys)
    return frozenset(checked(Kind("alone", "Alone", "a", (trait,))).hears)


@cache
def keys_heard(kind: str) -> tuple[str, ...]:
    """Return the keys that a kind, given by its own key, reacts to."""
    found = next(one for one in KINDS if one.key == kind)
    return tuple(sorted(checked(found).hears))
