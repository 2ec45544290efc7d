"""A playing piece for the rules: ship, air unit, land unit or Replacements, its ratings and its state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.kind import Kind
from tabletop.game.state.values import Value
from tabletop.game.traits.property_traits import MarkTrait

Group: TypeAlias = Literal["naval", "air", "land", "replacements", "unknown"]
GROUPS: Final[frozenset[str]] = frozenset({"naval", "air", "land", "replacements"})

CARRIERS: Final = frozenset({"CV", "CVL", "BBV"})

FORCE: Final = "force"
HALF: Final = "half"
OPERATED_FROM: Final = "operated_from"
WAY: Final = "way"
DEPLOYED: Final = "deployed"
STOPPED: Final = "stopped"
COMMITTED: Final = "committed"
BASED_AT: Final = "based_at"
LANDED: Final = "landed"
HITS: Final = "hits"
HALF_HITS: Final = "half_hits"
DAMAGED: Final = "damaged"
PILOTS_LOST: Final = "pilots_lost"
SHOWS: Final = "Shows"

_STEP: Final = ", "

YES: Final = "yes"
NO: Final = "no"

OPERATIONAL: Final = "operational"
AT_ANCHOR: Final = "deployment"
FULL: Final = "full"
REDUCED: Final = "reduced"


@dataclass(frozen=True, slots=True)
class Sort:
    """The printed values of a counter. Missing ratings are 0, and `anti_aircraft` is counted in halves.

    `pool` names the Transport Points that move it: Japan, US, Britain, none, or `US or Britain` (G-59). `full` and
    `reduced` are the Combat Strengths of a land unit. `front` and `back` are the values of a Replacements marker.
    """

    key: str
    group: Group
    type: str = ""
    nation: str = ""
    pool: str = ""
    transport: int = 0
    movement: int = 0
    firepower: int = 0
    defence: int = 0
    anti_aircraft: int = 0
    air: int = 0
    full: int = 0
    reduced: int = 0
    front: int = 0
    back: int = 0
    is_marine: bool = False
    is_elite: bool = False
    is_optional: bool = False

    @property
    def is_carrier(self) -> bool:
        """True if it carries aircraft: CV, CVL, BBV (3.1.2)."""
        return self.type in CARRIERS


class Unit(Struct, frozen=True):
    """A unit in its present state.

    `spot` is the place of the counter. `hex` is its hex for the rules: the hex for which its box stands (a holding box,
    or a half of a box of 6.1.1), or its former hex while it is on the Battle Board; "" if it is not in play. `shows` is
    the side of the counter that is up. `force` names its Task Force, and `half` the half of Malaya in which that is.
    `operated_from` is the start of its Operational Movement or Reaction in this player part. `way` has its places since
    then, both ends included. `deployed` is its deployment in this phase (`sea`, `one-hex` or ""). `committed` is the
    hex in which an air unit fights ("": its own). `half_hits` is its damage, counted in halves. `is_stopped`: enemy Air
    ZOC has stopped its deployment. `has_landed`: it came ashore in this player part. `is_damaged`: it is a carrier that
    needs new planes (6.1.1). `has_lost_pilots`: it no longer has its elite pilots (16.2.3).
    """

    id: int
    name: str
    side: str
    sort: Sort
    spot: str
    hex: str
    shows: str = ""
    force: str = ""
    half: str = ""
    operated_from: str = ""
    way: tuple[str, ...] = ()
    deployed: str = ""
    is_stopped: bool = False
    committed: str = ""
    has_landed: bool = False
    half_hits: int = 0
    is_damaged: bool = False
    has_lost_pilots: bool = False

    @property
    def group(self) -> Group:
        """The group: ship, air unit, land unit or Replacements; `unknown` if this side cannot know it."""
        return self.sort.group

    @property
    def strength(self) -> int:
        """The Air Strength of an air unit, the Combat Strength of a land unit, or the value of a Replacements marker;
        otherwise 0.
        """
        match self.sort.group:
            case "air":
                return 1 if self.shows == "strength 1" else 2
            case "land":
                return self.sort.reduced if self.shows == REDUCED else self.sort.full
            case "replacements":
                return self.sort.back if self.shows == "back" else self.sort.front
        return 0

    @property
    def transport(self) -> int:
        """The Transport rating: for air units and Replacements their strength."""
        return self.strength if self.sort.group in ("air", "replacements") else self.sort.transport

    @property
    def hits(self) -> int:
        """Its whole hits."""
        return self.half_hits // 2

    @property
    def is_at_sea(self) -> bool:
        """True if it is aboard or sails in a Task Force (8.2, 8.3)."""
        return bool(self.force)

    @property
    def is_dutch(self) -> bool:
        """True if it follows the rules for the Netherlands (15.4)."""
        return self.sort.nation == "Netherlands"


def way_written(way: Iterable[str]) -> str:
    """Return a way as text for a property of a piece."""
    return _STEP.join(way)


def way_read(text: str) -> tuple[str, ...]:
    """Return the way in the text of a property of a piece."""
    return tuple(text.split(_STEP)) if text else ()


def sort_of(kind: Kind, group: str) -> Sort:
    """Return the printed values of a kind, by its group of the counter tray ("": this side sees only its back).

    For all groups that are not in `GROUPS`, the sort has the group `unknown` and no values.
    """
    if group not in GROUPS:
        return Sort(kind.key, "unknown")
    said = {
        name: value for trait in kind.traits if isinstance(trait, MarkTrait) for name, value in trait.values.items()
    }
    return Sort(
        key=kind.key,
        group=_group(group),
        type=_text(said, "class") or _text(said, "type"),
        nation=_text(said, "nation"),
        pool=_text(said, "pool"),
        transport=_number(said, "tr"),
        movement=_number(said, "ma"),
        firepower=_number(said, "fp"),
        defence=_number(said, "df"),
        anti_aircraft=_halves(said, "aa"),
        air=_number(said, "air"),
        full=_number(said, "full"),
        reduced=_number(said, "reduced"),
        front=_number(said, "front"),
        back=_number(said, "back"),
        is_marine="marine" in said,
        is_elite="elite" in said,
        is_optional="optional" in said,
    )


def _group(name: str) -> Group:
    match name:
        case "naval" | "air" | "land" | "replacements":
            return name
    return "unknown"


def _number(said: Mapping[str, Value], name: str) -> int:
    value = said.get(name)
    return value if isinstance(value, int) else 0


def _text(said: Mapping[str, Value], name: str) -> str:
    value = said.get(name)
    return value if isinstance(value, str) else ""


def _halves(said: Mapping[str, Value], name: str) -> int:
    """Return a rating in halves: 3 for 1.5."""
    whole, _, part = str(said.get(name, 0)).partition(".")
    return 2 * int(whole) + (part == "5")
