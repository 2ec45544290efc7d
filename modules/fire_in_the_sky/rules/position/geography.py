"""The map in the words of the rules: hexes and their connections, bases, boxes, Malaya's halves. It never changes in
play.

Places have their own names: `0805`, `West Coast USA`. For ships the hex of Malaya is two places, with the names of its
parts (15.1). For everything else it is one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from rules_assist.map.path_search import BLOCKED, Graph, MapSteps
from rules_assist.map.terrain import ADJACENT, ENTRIES, Terrain
from rules_assist.position.book import Book
from tabletop.board.map import Map
from tabletop.module.schema.map.map_sheet_records import SheetRecord

PACIFIC: Final = "pacific"
BOARD: Final = "battle-board"
POOLS: Final = "pools"

JAPAN: Final = "JP"
ALLIES: Final = "AL"
NEUTRAL: Final = ""

WEST_COAST: Final = "West Coast USA"
INDIAN_OCEAN: Final = "Indian Ocean Ports"
BOXES: Final = (WEST_COAST, INDIAN_OCEAN)
CONVOY_ESCORT: Final = "Convoy Escort"
WITHOUT_PLANES: Final = "Carriers without Planes"
NAVAL_AVIATION: Final = "Naval Aviation"

LAND: Final = "land"
"""The name of the white land connections in the map file."""

Edges: TypeAlias = Mapping[str, tuple[str, ...]]
"""The places next to each place."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place where units can be based or be on land: a base (square), a land area (circle), an off-map box.

    `flag` is the side whose flag is printed. The capacities are printed sums of Transport ratings (3.3.1); a box has
    none, and no limit. `points` are the Victory Points of a base. `home` is the nation whose Home Base it is (3.3.3).
    `resource` marks an oil field. `connected` is the base to which a box is connected (6.4).
    """

    place: str
    name: str
    kind: Literal["base", "circle", "box"]
    flag: str = NEUTRAL
    air: int = 0
    port: int = 0
    land: int = 0
    points: int = 0
    home: str = ""
    resource: bool = False
    connected: str = ""


@dataclass(frozen=True, slots=True)
class EntryHex:
    """An Entry hex, its off-map box, and the nation of its flag (3.2.6)."""

    place: str
    box: str
    nation: str


class Geography:
    """The map, which never changes: all hexes, their printed values, and their neighbours."""

    def __init__(self, terrain: Terrain, map_: Map, sheet: SheetRecord, *, malaya_is_base: bool = False) -> None:
        """Read the map.

        With `malaya_is_base` the divided hex is an Allied base without capacities that is worth one point (G-61).
        """
        self.terrain = terrain
        self.map = map_

        self.parts: Mapping[str, str] = {
            part.name: division.cell for division in sheet.divisions for part in division.parts
        }
        self.entries = tuple(EntryHex(entry.cell, entry.box, entry.who) for entry in sheet.entries)
        self.stands_for: Mapping[str, str] = {slot.name: cell for box in sheet.boxes for slot, cell in box.cells()}
        said = dict(zip(terrain.names, terrain.properties, strict=True))
        self.sites: Mapping[str, Site] = {
            place: site
            for place, values in said.items()
            if place not in self.parts and (site := _site(place, values, map_)) is not None
        }
        if malaya_is_base:
            malaya = {hex_: self.sites[hex_] for hex_ in self.parts.values()}
            bases = {hex_: replace(site, kind="base", flag=ALLIES, points=1) for hex_, site in malaya.items()}
            self.sites = {**self.sites, **bases}
        self.walls = frozenset(frozenset(side.cells) for side in sheet.hexsides if side.kind == "impassable")
        self.adjacent: Edges = self._edges({ADJACENT})
        self.roads: Edges = self._edges({LAND})

    def node(self, place: str) -> int:
        """Return the number of a place in the terrain. Raises KeyError for an unknown place."""
        return self.terrain.numbers[place]

    def steps(self, *, entries: bool) -> MapSteps:
        """Return all steps from hex to hex, each of 1 hex, for searches.

        With `entries`, steps between Entry hexes and their boxes too.
        """
        walked = self.terrain.walked({ADJACENT, ENTRIES} if entries else {ADJACENT})
        return MapSteps(
            Graph(self.terrain.first, self.terrain.to), [1 if each else BLOCKED for each in walked.tolist()]
        )

    def _edges(self, over: set[str]) -> Edges:
        terrain = self.terrain
        found: dict[str, list[str]] = {name: [] for name in terrain.names if "sea" in self._said(name)}
        for step, is_walked in enumerate(terrain.walked(over).tolist()):
            if is_walked:
                found[terrain.names[terrain.origin[step]]].append(terrain.names[terrain.to[step]])
        return {name: tuple(others) for name, others in found.items() if name not in self.parts}

    def _said(self, place: str) -> Mapping[str, str]:
        return self.terrain.properties[self.terrain.numbers[place]]

    def hex_of(self, node: str) -> str:
        """Return the hex of a ship's place: that of Malaya for either of its halves."""
        return self.parts.get(node, node)

    def parts_of(self, hex_: str) -> tuple[str, ...]:
        """Return the halves of a hex for ships, or the hex itself if it is not divided."""
        found = tuple(part for part, whole in self.parts.items() if whole == hex_)
        return found or (hex_,)

    def title(self, place: str) -> str:
        """Return the title of a place: Kure for 0805; the number for a hex without a name."""
        return place if place in self.parts else self.map.title(place) or place

    def find(self, name: str) -> str | None:
        """Return the place with a name or number; None for an unknown name. It may be a half of Malaya."""
        return name if name in self.parts else self.map.find(name)

    def is_hex(self, place: str) -> bool:
        """Return whether a place is a hex of the map."""
        return place in self.adjacent

    def is_land(self, place: str) -> bool:
        """Return whether a hex has a square or a circle, so that it can hold land units (3.2.3)."""
        site = self.sites.get(self.hex_of(place))
        return site is not None and site.kind != "box"

    def distance(self, a: str, b: str) -> int | None:
        """Return the distance between two hexes in hexes, over any terrain; None if one is not a hex."""
        return self.map.distance(a, b)

    @property
    def bases(self) -> tuple[Site, ...]:
        """All bases, without land areas and boxes."""
        return tuple(site for site in self.sites.values() if site.kind == "base")


def geography_of(book: Book, *, malaya_is_base: bool = False) -> Geography:
    """Return the geography of the Pacific, on the terrain of the rule book. `malaya_is_base` decides G-61."""
    module = book.module
    map_, sheet = module.components.maps[PACIFIC], module.sheets[PACIFIC]
    return Geography(book.ground.atlas.terrain(PACIFIC), map_, sheet, malaya_is_base=malaya_is_base)


def _site(place: str, said: Mapping[str, str], map_: Map) -> Site | None:
    if "connected_base" in said:
        connected = map_.find(said["connected_base"]) or ""
        return Site(place, place, "box", ALLIES, home=said["home"], connected=connected)
    if said.get("site") not in ("base", "circle"):
        return None
    return Site(
        place,
        said["name"],
        "base" if said["site"] == "base" else "circle",
        flag=_SIDE_OF_FLAG.get(said.get("flag", "none"), ALLIES),
        air=int(said.get("air", 0)),
        port=int(said.get("port", 0)),
        land=int(said["land"]),
        points=int(said.get("vp", 0)),
        home=said.get("home", ""),
        resource=said.get("oil") == "yes",
    )


_SIDE_OF_FLAG: Final[Mapping[str, str]] = {"JP": JAPAN, "none": NEUTRAL}
