"""The places of a map in map pixels: their middles, and the outlines of many together."""

from collections.abc import Iterable

from rules_assist.geometry.place_shapes import Ring, Shapes
from rules_assist.position.situation import Situation
from tabletop.assistance import Point, Where
from tabletop.module.module_words import in_module_words


def point_of(situation: Situation, where: Where) -> Point | None:
    """Return the middle of a place, or of the cell for a part of a cell; None for a place without a point."""
    terrain = situation.book.ground.atlas.terrain(where.map)
    node = terrain.node(where.place)
    place = where.place if node is None else terrain.place(node)
    return situation.book.module.components.maps[where.map].point_of(place)


def outline_of(situation: Situation, map: str, places: Iterable[str]) -> tuple[Ring, ...]:
    """Return the common outline of places as rings; holes follow from the even-odd rule."""
    atlas = situation.book.ground.atlas
    shapes = atlas.lasting(("shapes", map), lambda: Shapes(situation.book.module.components.maps[map]), Shapes)
    terrain = atlas.terrain(map)
    nodes = (terrain.node(place) for place in places)
    return shapes.outline({terrain.place(node) for node in nodes if node is not None})


def named(situation: Situation, map: str, place: str) -> str:
    """Return the name of a place as players know it."""
    return in_module_words(situation.book.module.components.maps[map].title(place) or place)
