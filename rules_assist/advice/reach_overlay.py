"""The overlay of the places that pieces can reach.

A place is paler the higher its cost is, and hatched if it is costly or overcrowded. Each place shows its cost, unless
there are more places than `MOST_LABELS`.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_assist.advice.place_outlines import outline_of, point_of
from rules_assist.map.terrain import Terrain
from rules_assist.movement.ways import name_of, points
from rules_assist.position.situation import Situation
from rules_assist.rulebook.place_parts import Mode, Reach
from tabletop.assistance import Legend, Overlay, OverlayArea, OverlayLabel, Where
from tabletop.texts import listed, text

MOST_LABELS = 400
"""The most places whose costs are shown. More would be unreadable."""
_BANDS = 4


class OpenWay(NamedTuple):
    """A way of moving that is open to some pieces, with its reach on a map of this terrain."""

    mode: Mode
    reach: Reach
    terrain: Terrain

    def arrival(self, where: Where) -> str | None:
        """Return the place that a move to a place arrives at: the place itself, or the first of its parts within reach.

        None if neither is within reach.
        """
        node = self.terrain.node(where.place) if where.map == self.reach.map else None
        if node is None:
            return None
        names = [self.terrain.names[each] for each in (node, *self.terrain.parts(node))]
        return next((name for name in names if name in self.reach.places), None)

    def points(self, amount: int) -> str:
        """Return an amount of movement as players write it."""
        return points(amount, self.mode.per_point)

    def title(self, place: str) -> str:
        """Return the title of a place of the reach for players."""
        return self.terrain.titles[self.terrain.numbers[place]]


def reach_overlay(situation: Situation, pieces: Sequence[int], ways: Sequence[OpenWay]) -> Overlay | None:
    """Return the overlay of the places that pieces can reach by these ways; None if there are none.

    Only ways on the map of the first one are shown. Each place has the cost of the first way that leads there.
    """
    if not ways:
        return None
    map = ways[0].reach.map
    by_place: dict[str, OpenWay] = {}
    for way in ways:
        if way.reach.map == map:
            for place in way.reach.places:
                by_place.setdefault(place, way)
    if not by_place:
        return None
    dearest = max(way.reach.cost(place) for place, way in by_place.items())
    bands: list[list[str]] = [[] for _ in range(_BANDS)]
    for place, way in by_place.items():
        bands[(way.reach.cost(place) * _BANDS - 1) // dearest if dearest and way.reach.cost(place) else 0].append(place)
    areas = [
        OverlayArea("reach", outline_of(situation, map, places), strength=_BANDS - 1 - band)
        for band, places in enumerate(bands)
        if places
    ]
    dear = {place: says for place, way in by_place.items() if (says := way.reach.dear(place))}
    if dear:
        areas.append(OverlayArea("dear", outline_of(situation, map, dear)))
    crowded = {place: rule for place, way in by_place.items() if (rule := way.reach.crowded(place))}
    if crowded:
        areas.append(OverlayArea("full", outline_of(situation, map, crowded)))
    labels = _labels(situation, map, by_place, crowded) if len(by_place) <= MOST_LABELS else ()
    title = called([name_of(situation, piece) for piece in pieces])
    lines = [f"{way.mode.title} ({way.mode.rule})" for way in ways if way.reach.map == map]
    if dear:
        lines.append(text("hatched", reasons=listed(sorted(set(dear.values())))))
    if crowded:
        lines.append(text("too-many-would-stand", rules=listed(sorted(set(crowded.values())))))
    return Overlay("reach", map, Legend(title, ways[0].mode.rule, tuple(lines)), tuple(areas), labels=labels)


def called(names: Sequence[str]) -> str:
    """Return a common name for pieces, with their number: the part in brackets at the end of all their names, or else
    the first name and the number of the others. A single piece keeps its name.
    """
    if len(names) == 1:
        return names[0]
    _, opens, group = names[0].rpartition(" (")
    if opens and all(name.endswith(f" ({group}") for name in names):
        return text("group-together", group=group.removesuffix(")"), count=len(names))
    return text("name-and-more", name=names[0], count=len(names) - 1)


def _labels(
    situation: Situation, map: str, by_place: Mapping[str, OpenWay], crowded: Mapping[str, str]
) -> tuple[OverlayLabel, ...]:
    """Return the cost of each place, with the rule that too many pieces there would break, or else the note of the
    place.
    """
    found = []
    for place, way in by_place.items():
        at = point_of(situation, Where(map, place))
        if at is not None:
            note = crowded.get(place) or way.reach.note(place)
            found.append(OverlayLabel(at, way.points(way.reach.cost(place)), note))
    return tuple(found)
