"""A search for the places of bases that distort the distances between neighbours least, within the rulebook's limits.

python tests/modules/fire_in_the_sky/placement.py

Only a few facts of the printed map are known, from the rules text (`RULES`), so the hexes of places are our own choice.
The program prints each pair of neighbouring places with its true distance and its distance in hexes, and then the moves
of the search.

A hex is 900 km wide. The error of a pair is the logarithm of its hexes divided by its true distance, so that 2 for 1 is
as bad as 1 for 2. The search always gives the same result.
"""

import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from tabletop.board.map import Map
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.schema.map.map_sheet_records import Projection, SheetRecord

Pair: TypeAlias = tuple[str, str]
Placing: TypeAlias = Mapping[str, str]
"""The hex of each place, by its name."""

HEX_KM: Final = 900
EARTH_KM: Final = 6371
NEAR: Final = 2.3
"""The largest true distance (hexes) between two places that are near. Aircraft reach 1 hex; landings and Supply Lines
reach 2.
"""

ASTRAY: Final = 0.7
"""The largest distance of a place from the middle of its hex, in true hexes; a corner is at 0.58."""

WORTH: Final = 0.1
"""The least improvement of the sum of squares that justifies a move."""

MANY: Final = 99
NORTH: Final = ("Attu", "Dutch Harbor", "Paramushiro")

RULES: Final[Mapping[Pair, tuple[int, int, str]]] = {
    # least and most hexes, and where that is from: lines of the rules text, or a reason of ours
    ("Noumea", "Ellice"): (1, 4, "source/1646-1648"),
    ("Ellice", "Pearl Harbor"): (1, 4, "source/1648"),
    ("Pearl Harbor", "Midway"): (1, 4, "source/1648-1650"),
    ("Noumea", "Midway"): (5, MANY, "source/1646-1647"),
    ("Malaya", "Singapore"): (1, 1, "source/1528-1570"),
    ("Attu", "Dutch Harbor"): (1, 2, "source/261-264"),
    ("Attu", "Paramushiro"): (1, 2, "source/261-264, 400-402"),
    ("Wake", "Midway"): (1, 2, "source/1241-1242, 1644-1650"),
    ("Bangkok", "Malaya"): (1, 1, "authored/land link"),
    ("Saigon", "Bangkok"): (1, 1, "authored/land link"),
    ("Bangkok", "Rangoon"): (1, 1, "authored/land link"),
    ("Rangoon", "Calcutta"): (1, 1, "authored/land link"),
    ("Calcutta", "Gangetic Plain"): (1, 1, "authored/land link"),
    ("Gangetic Plain", "Bombay"): (1, 1, "authored/land link"),
    ("Hainan", "Hong Kong"): (1, 1, "authored/land link"),
    ("Paramushiro", "Pearl Harbor"): (1, 7, "authored/the striking force sails 7 hexes in December 1941"),
    ("Hainan", "Malaya"): (1, 2, "authored/the 25th Army lands there from Hainan in December 1941"),
    ("Hainan", "Manila"): (2, MANY, "authored/an Air ZOC over Hainan would hold the 25th Army"),
    ("Hainan", "Rangoon"): (2, MANY, "authored/an Air ZOC over Hainan would hold the 25th Army"),
    ("Saigon", "Manila"): (2, MANY, "authored/an Air ZOC over Saigon would hold the 15th Army"),
    ("Iwo Jima", "Yokosuka"): (1, 1, "authored/its fighters fly over Japan"),
    ("Okinawa", "Kure"): (1, 2, "authored/strategic bombing has its bonus from there"),
    ("Saipan", "Yokosuka"): (1, 4, "authored/strategic bombing reaches Japan from there"),
}
APART: Final = (3, MANY, "source/262-264, 400-402")
"""The limits for a base of the north and any other base. They are more than 2 hexes apart, so that neither a Supply
Line nor a landing reaches Paramushiro.
"""

STAYS: Final = ("Bombay", "Dutch Harbor", "Malaya")
"""The places that the search does not move: Entry hexes at the edge of the map, and a hex whose halves are drawn by
hand.
"""


@dataclass(frozen=True)
class Chart:
    """The places of the Pacific: their true positions, and their true and wanted distances."""

    map: Map
    sheet: SheetRecord

    @cached_property
    def bases(self) -> frozenset[str]:
        """The places that are bases."""
        return frozenset(place.name for place in self.sheet.places if place.values.get("site") == "base")

    @cached_property
    def at(self) -> Mapping[str, tuple[float, float]]:
        """Longitude and latitude of each place."""
        return {place.name: place.at for place in self.sheet.places if place.at}

    @cached_property
    def placing(self) -> dict[str, str]:
        """The place of each name on the map."""
        return {place.name: place.cell for place in self.sheet.places}

    @cached_property
    def apart(self) -> Mapping[Pair, int]:
        """The distance between any two hexes, in hexes."""
        hexes = [hex_ for row in self.sheet.boards[0].grid.only for hex_ in row]
        return {(a, b): self.map.distance(a, b) or 0 for a in hexes for b in hexes}

    @property
    def hexes(self) -> list[str]:
        """Every hex of the map."""
        return [a for a, b in self.apart if a == b]

    @cached_property
    def true(self) -> Mapping[Pair, float]:
        """True distances between places, in hexes; at least 1, the smallest distance on a hex map."""
        return {(a, b): max(1, distance_km(self.at[a], self.at[b]) / HEX_KM) for a, b in combinations(self.at, 2)}

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of neighbouring places: near ones, and those with no third place in the circle between them."""
        return tuple(pair for pair in self.true if self.true[pair] <= NEAR or self._is_between_nobody(*pair))

    def _is_between_nobody(self, a: str, b: str) -> bool:
        whole, at = distance_km(self.at[a], self.at[b]), self.at
        return all(
            distance_km(at[a], at[c]) ** 2 + distance_km(at[b], at[c]) ** 2 >= whole**2 for c in at if c not in (a, b)
        )

    def limits(self, a: str, b: str) -> tuple[int, int, str]:
        """Return the least and the largest number of hexes between two places, and the source of these limits."""
        if (a in NORTH) != (b in NORTH) and {a, b} <= self.bases:
            least, most, why = RULES.get((a, b), RULES.get((b, a), APART))
            return max(least, APART[0]), most, why
        return RULES.get((a, b)) or RULES.get((b, a)) or (1, MANY, "a hex each")

    def astray(self, name: str, hex_: str) -> float:
        """Return the distance of a place from the middle of a hex, in true hexes."""
        x, y = self.map.point_of(hex_) or (0, 0)
        projection = self.sheet.projection
        assert projection is not None
        return distance_km(self.at[name], place_of(projection, x, y)) / HEX_KM

    def hexes_between(self, placing: Placing, a: str, b: str) -> int:
        """Return the distance between two places, in hexes."""
        return self.apart[placing[a], placing[b]]

    def distortion(self, placing: Placing) -> float:
        """Return the distortion of neighbours' distances, as the root of the mean square of the logarithms."""
        squares = [off(self.hexes_between(placing, a, b), self.true[a, b]) ** 2 for a, b in self.pairs]
        return math.sqrt(sum(squares) / len(squares))

    def breaks(self, placing: Placing) -> Iterator[str]:
        """Yield a line for each limit that a placing breaks."""
        for a, b in self.true:
            least, most, why = self.limits(a, b)
            if not least <= self.hexes_between(placing, a, b) <= most:
                yield f"{a} to {b}: {self.hexes_between(placing, a, b)}, not {least} to {most} ({why})"


def off(hexes: int, true: float) -> float:
    """Return the logarithm of a distance on the map divided by the true one: above 0 if it is too long."""
    return math.log(max(hexes, 1) / true)


def distance_km(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the great-circle distance (km) between two places, given by longitude and latitude in degrees."""
    (east, north), (east_, north_) = map(radians, (a, b))
    cosine = math.sin(north) * math.sin(north_) + math.cos(north) * math.cos(north_) * math.cos(east - east_)
    return EARTH_KM * math.acos(max(-1, min(1, cosine)))


def radians(at: tuple[float, float]) -> tuple[float, float]:
    return math.radians(at[0]), math.radians(at[1])


def place_of(projection: Projection, x: float, y: float) -> tuple[float, float]:
    """Return the longitude and latitude of a pixel, found from the projection by Newton's method."""
    longitude, latitude = projection.central_meridian, 0.0
    for _ in range(20):
        px, py = projection.point(longitude, latitude)
        longitude += (x - px) / (projection.point(longitude + 1, latitude)[0] - px)
        latitude += (y - py) / (projection.point(longitude, latitude + 0.01)[1] - py) * 0.01
    return longitude, latitude


class Search:
    """A search by simulated annealing: one place at a time, accepting worse positions at first."""

    TURNS: Final = 120_000
    HOT: Final = 0.6
    COLD: Final = 0.003
    BROKEN: Final = 50

    def __init__(self, chart: Chart) -> None:
        self._chart, hexes = chart, chart.hexes
        self.hexes = {
            name: [hex_ for hex_ in hexes if hex_ == old or chart.astray(name, hex_) <= ASTRAY]
            for name, old in chart.placing.items()
        }
        counted = set(chart.pairs)
        self._others: dict[str, list[tuple[str, float, float, int, int]]] = {name: [] for name in chart.at}
        for (a, b), true in chart.true.items():
            least, most, _ = chart.limits(a, b)
            said = (float((a, b) in counted), true, least, most)
            self._others[a].append((b, *said))
            self._others[b].append((a, *said))

    def best(self, seeds: range) -> dict[str, str]:
        """Search once with each seed, and return the best placing that was found."""
        found = [self.searched(seed) for seed in seeds]
        return min(found, key=self.price)

    def price(self, placing: Placing) -> float:
        """Return the cost of a placing: distortion, moves, broken rules."""
        return sum(self._cost(placing, name, hex_, half=True) for name, hex_ in placing.items())

    def _cost(self, placing: Placing, name: str, hex_: str, *, half: bool = False) -> float:
        chart, cost = self._chart, 0.0
        for other, weight, true, least, most in self._others[name]:
            hexes = chart.apart[hex_, placing[other]]
            cost += weight * off(hexes, true) ** 2 + self.BROKEN * (max(0, least - hexes) + max(0, hexes - most))
        return cost / (2 if half else 1) + WORTH * (hex_ != chart.placing[name])

    def searched(self, seed: int) -> dict[str, str]:
        """Return the placing that one search finds, beginning with the placing of the map."""
        random, placing = Random(seed), dict(self._chart.placing)
        free = [name for name in placing if name not in STAYS]
        for turn in range(self.TURNS):
            heat = self.HOT * (self.COLD / self.HOT) ** (turn / self.TURNS)
            name = random.choice(free)
            hex_ = random.choice(self.hexes[name])
            worse = self._cost(placing, name, hex_) - self._cost(placing, name, placing[name])
            if worse <= 0 or random.random() < math.exp(-worse / heat):
                placing[name] = hex_
        return placing


def chart_of_the_pacific() -> Chart:
    """Return the map of the module as it is."""
    module = load_module(shipped.path("modules", "fire_in_the_sky"))
    return Chart(module.components.maps["pacific"], module.sheets["pacific"])


def main() -> int:
    """Print the distortion of neighbours, and improvements; return the number of places they would move."""
    chart = chart_of_the_pacific()
    for a, b in sorted(
        chart.pairs, key=lambda pair: -abs(off(chart.hexes_between(chart.placing, *pair), chart.true[pair]))
    ):
        hexes = chart.hexes_between(chart.placing, a, b)
        sys.stdout.write(
            f"{a} to {b}: {chart.true[a, b] * HEX_KM:.0f} km = {chart.true[a, b]:.2f} hexes, here {hexes}\n"
        )
    best = Search(chart).best(range(4))
    sys.stdout.write(f"{len(chart.pairs)} pairs, distortion {chart.distortion(chart.placing):.4f}\n")
    moved = [name for name in best if best[name] != chart.placing[name]]
    for name in moved:
        sys.stdout.write(f"{name} from {chart.placing[name]} to {best[name]}\n")
    sys.stdout.writelines(f"broken: {said}\n" for said in chart.breaks(best))
    sys.stdout.write(f"with {len(moved)} moves, distortion {chart.distortion(best):.4f}\n")
    return len(moved)


if __name__ == "__main__":
    sys.exit(main() > 0)
