"""Supply Lines (3.3.4, P1), and their uses: supply of land units, the lifeline, bombing (4.3.1, 16.1.3)."""

from typing import Final

from msgspec import Struct

from rules_assist.map.path_search import UNLIMITED, Flood, entering, flood

from .calendar import enemy_of
from .facts import Facts
from .geography import ALLIES, JAPAN, SUPPLY
from .sailing import ALL_FLAGS, NO_FLAGS
from .units import Unit

STEP_HEXES: Final = 2
"""The most hexes between the bases of a Supply Line, and from the last of them to its end."""

BOMBING_HEXES: Final = 4
NEAR_HEXES: Final = 2
"""The ranges of strategic bombing of a Japanese Home Base, and of its +1 (16.1.3)."""

ALLIED_NATIONS: Final = ("US", "Britain")


class Cut(Struct, frozen=True):
    """The cut of a line: the places where it had to stop, and the air units whose Air ZOC stopped it.

    Without stops there is no chain of bases at all; `bases` are those that it reached.
    """

    stops: tuple[str, ...]
    zones: tuple[Unit, ...]
    bases: tuple[str, ...]


class SupplyNet:
    """All places that the Supply Lines of a nation reach. Made once, it answers for every hex."""

    def __init__(self, facts: Facts, nation: str) -> None:
        self._facts = facts
        self.nation = nation
        self.side = JAPAN if nation == "Japan" else ALLIES
        self.sources = self._sources()
        geography = facts.geography
        self._steps = geography.steps(SUPPLY, self._entries())
        self._stops = frozenset(
            geography.node(hex_) for hex_ in facts.zone(enemy_of(self.side)) if self._stops_at(hex_)
        )
        self._bases = [facts.controls(place, self.side) for place in geography.terrain.names]
        self._found = self._flood(self._stops)

    def _sources(self) -> tuple[str, ...]:
        any_allied = self.side == ALLIES and self.nation in (*ALLIED_NATIONS, "ANZAC")
        if any_allied and self._facts.rules("G-06", "any-allied"):
            return tuple(place for nation in ALLIED_NATIONS for place in self._facts.home_bases(nation))
        return self._facts.home_bases(self.nation)

    def _entries(self) -> frozenset[str]:
        if self.side == JAPAN or not self.sources:
            return NO_FLAGS
        every = self._facts.rules("G-56", "any") or self._facts.rules("G-06", "any-allied")
        return ALL_FLAGS if every else frozenset({"Britain" if self.nation == "Britain" else "US"})

    def _stops_at(self, hex_: str) -> bool:
        """Return whether a line must stop in a hex of enemy Air ZOC: it must unless a friendly air unit is there."""
        if hex_ in self.sources and self._facts.rules("G-05", "no-effect"):
            return False
        return not self._facts.has_air(hex_, self.side)

    def _flood(self, stops: frozenset[int]) -> Flood:
        geography = self._facts.geography
        caps = [0 if node in stops else UNLIMITED for node in range(geography.terrain.size)]
        starts = {node: 0 if node in stops else STEP_HEXES for node in map(geography.node, self.sources)}
        return flood(self._steps, starts, entering(caps, self._bases, STEP_HEXES))

    @property
    def places(self) -> tuple[str, ...]:
        """All hexes and boxes that a line reaches, those next to its sources first."""
        names = self._facts.geography.terrain.names
        return tuple(names[node] for node in self._found.nodes)

    def reaches(self, place: str) -> bool:
        """Return whether a line can be traced to a hex: a base or not, controlled or not, in enemy Air ZOC or not."""
        return self._node(place) in self._found

    def line(self, place: str) -> tuple[str, ...]:
        """Return the line to a hex from its Home Base, hex by hex, both included; nothing if there is none."""
        return self._names(self._found, place) if self.reaches(place) else ()

    def chain(self, place: str) -> tuple[str, ...]:
        """Return the line to a hex as its Home Base, the bases it runs along, and the hex itself."""
        line = self.line(place)
        return tuple(
            each for n, each in enumerate(line) if n in (0, len(line) - 1) or self._facts.controls(each, self.side)
        )

    def bases(self) -> tuple[str, ...]:
        """Return the bases, also boxes, of its own side that a line reaches."""
        names = self._facts.geography.terrain.names
        return tuple(names[node] for node in self._found.nodes if self._bases[node])

    def cut(self, place: str) -> Cut:
        """Return why no line comes through to a hex."""
        facts, geography = self._facts, self._facts.geography
        open_lines = self._flood(frozenset())
        goal = self._node(place)
        if goal not in open_lines:
            return Cut((), (), self.bases())
        stops = []
        for node in self._found.nodes:
            if node in self._stops:
                beyond = flood(
                    self._steps,
                    {node: open_lines.left(node)},
                    entering([UNLIMITED] * geography.terrain.size, self._bases, STEP_HEXES),
                )
                if goal in beyond:
                    stops.append(geography.terrain.names[node])
        zones = {unit.id: unit for stop in stops for unit in facts.zone_from(stop, enemy_of(self.side))}
        return Cut(tuple(stops), tuple(zones.values()), self.bases())

    def _node(self, place: str) -> int:
        geography = self._facts.geography
        return geography.node(geography.hex_of(place))

    def _names(self, found: Flood, place: str) -> tuple[str, ...]:
        names = self._facts.geography.terrain.names
        return tuple(names[node] for node in found.path(self._node(place)))


def supply_net(facts: Facts, nation: str) -> SupplyNet:
    """Return the reach of a nation's Supply Lines; worked out once for a position."""
    found = facts.kept.get(("supply", nation))
    if not isinstance(found, SupplyNet):
        found = facts.kept["supply", nation] = SupplyNet(facts, nation)
    return found


class Supply(Struct, frozen=True):
    """The supply of a land unit, and its source: a Home Base, Sea Control, a line; or the reason that it has none."""

    is_supplied: bool
    why: str
    line: tuple[str, ...] = ()
    cut: Cut | None = None


def supply_of(facts: Facts, unit: Unit, sea_control: str = "") -> Supply:
    """Return whether a land unit is supplied (3.3.4, 11.2.5.4); `sea_control` is the side that has Sea Control in its
    hex.

    ABDA never is (15.4). Sea Control in the other half of Malaya does not count: the caller does not name it (15.1).
    """
    if unit.is_dutch:
        return Supply(False, "The Dutch are always out of supply.")
    if unit.hex in facts.home_bases(unit.sort.nation):
        return Supply(True, "It is in its Home Base.")
    if sea_control == unit.side:
        return Supply(True, "Its side has Sea Control.")
    if sea_control:
        return Supply(False, "The enemy has Sea Control.")
    net = supply_net(facts, unit.sort.nation)
    if unit.hex and net.reaches(unit.hex):
        return Supply(True, "A Supply Line reaches it.", net.line(unit.hex))
    return Supply(False, "No Supply Line reaches it.", (), net.cut(unit.hex) if unit.hex else None)


def has_line(facts: Facts, nation: str, place: str) -> bool:
    """Return whether a Supply Line of a nation reaches a hex: for oil (5.1), the lifeline (4.3.1), bombing (16.1.3)."""
    return supply_net(facts, nation).reaches(place)


def lifeline(facts: Facts) -> bool:
    """Return whether the line from West Coast USA to Brisbane is open (4.3.1); G-16 says what if Japan holds
    Brisbane.
    """
    brisbane = facts.geography.find("Brisbane") or ""
    if facts.controls(brisbane, JAPAN) and facts.rules("G-16", "always-cut"):
        return False
    return has_line(facts, "US", brisbane)


class Bombing(Struct, frozen=True):
    """The Allies' bombing of Japan (16.1.3, P10): the bases in range that a line reaches, those in range that none
    reaches, and the bases so near that the dice have +1.
    """

    bases: tuple[str, ...]
    unsupplied: tuple[str, ...]
    near: tuple[str, ...]


def bombing(facts: Facts) -> Bombing:
    """Return the bases for strategic bombing, and the near ones that give +1, which need no Supply Line."""
    homes = [site.place for site in facts.geography.sites.values() if site.home == "Japan"]
    away: dict[str, int] = {}
    for site in facts.bases(ALLIES):
        hexes = [facts.geography.distance(site.place, home) for home in homes]
        away[site.place] = min(each for each in hexes if each is not None)
    in_range = [place for place, hexes in away.items() if hexes <= BOMBING_HEXES]
    net = supply_net(facts, "US")
    return Bombing(
        tuple(place for place in in_range if net.reaches(place)),
        tuple(place for place in in_range if not net.reaches(place)),
        tuple(place for place, hexes in away.items() if hexes <= NEAR_HEXES),
    )
