"""The questions about geometry that every module answers: `sight`, `arc`, `area` and `nearest`."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from msgspec import Struct

from rules_assist.geometry.arcs import within_points, within_steps
from rules_assist.geometry.geometry_rules import End, bearing_between, geometry_in
from rules_assist.geometry.place_shapes import Ring
from rules_assist.map.terrain import Terrain
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Data, Query, Unanswerable
from rules_assist.rulebook.place_queries import map_in, node_in, one_of, titled, where_in
from tabletop.assistance import PlaceId, RuleNumber, Where


class SightAnswer(Struct, frozen=True):
    """The sight between two places: whether it is clear, the distance, and the obstacles, nearest first.

    `steps` is None if there is no distance in steps. `too_far`: the target is beyond the range of sight.
    """

    sight: str
    rule: RuleNumber
    clear: bool
    steps: int | None
    blocked_by: tuple[str, ...]
    too_far: bool


class ViewAnswer(Struct, frozen=True):
    """All places that are visible from a place or piece."""

    sight: str
    rule: RuleNumber
    places: tuple[PlaceId, ...]


class ArcAnswer(Struct, frozen=True):
    """The arc of a piece: its facing, in degrees clockwise from north, and the places in it."""

    arc: str
    rule: RuleNumber
    facing: int
    places: tuple[PlaceId, ...]


class InArcAnswer(Struct, frozen=True):
    """The answer for one place: whether it is in the arc of a piece, its `bearing`, and its distance in steps.

    The bearing is its direction, in degrees clockwise from the facing. `steps` is None if there is no distance in
    steps.
    """

    arc: str
    rule: RuleNumber
    inside: bool
    bearing: int
    steps: int | None


class AreaAnswer(Struct, frozen=True):
    """The places of an area, and their common outline as rings in map pixels (holes by the even-odd rule)."""

    places: tuple[PlaceId, ...]
    rings: tuple[Ring, ...]


class NearestAnswer(Struct, frozen=True):
    """The nearest places of a sort, their distance in steps, and a way to the first.

    If there is no such place, `steps` is None, and `places` and `path` are empty.
    """

    nearest: str
    rule: RuleNumber
    places: tuple[PlaceId, ...]
    steps: int | None
    path: tuple[PlaceId, ...]


class SightQuery:
    """`{from: 0412, to: 0507, sight: gunnery}`: the sight from one place to another; without `to`, all visible places.

    Both may be pieces. The sort of sight may be left out if there is only one.
    """

    id = "sight"
    title = "Line of sight"
    rule = ""
    takes: ClassVar = {
        "from": "the place or piece that sees",
        "to": "the place or piece that is looked at; if left out, the answer has all visible places",
        "sight": "the sort of sight; the only one, if left out",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> SightAnswer | ViewAnswer:
        """Return all visible places, or with `to`, the sight to that place. Raises `Unanswerable`."""
        sight = one_of(geometry_in(situation).sights, given.get("sight"), "sight")
        terrain = situation.book.ground.atlas.terrain(sight.map)
        start = _end(situation, given.get("from"), sight.map)
        if "to" not in given:
            seen = sight.seen_from(situation, start)
            return ViewAnswer(sight.id, sight.rule, tuple(titled(terrain, name) for name in seen))
        found = sight.look(situation, start, _end(situation, given["to"], sight.map))
        names = tuple(_blocker(terrain, met.name) for met in found.blocked_by)
        return SightAnswer(sight.id, sight.rule, found.clear, found.steps, names, found.too_far)


class ArcQuery:
    """`{of: z, arc: front}`: the places in an arc; with `to`, the answer for only that place or piece."""

    id = "arc"
    title = "Places in an arc"
    rule = ""
    takes: ClassVar = {
        "of": "the piece",
        "arc": "the arc; the only one, if left out",
        "to": "a place or piece; the answer says if it is in the arc",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> ArcAnswer | InArcAnswer:
        """Return the arc, or with `to`, whether that place is in it. Raises `Unanswerable` if the piece has no such
        arc.
        """
        geometry = geometry_in(situation)
        arc = one_of(geometry.arcs, given.get("arc"), "arc")
        piece, where = _piece(situation, given.get("of"))
        if not arc.applies(situation, piece):
            raise Unanswerable(f"{arc.title} is not an arc of this piece.")
        facing = arc.facing(situation, piece, where)
        if "to" not in given:
            terrain = situation.book.ground.atlas.terrain(where.map)
            places = arc.places(situation, piece, where)
            return ArcAnswer(arc.id, arc.rule, round(facing) % 360, tuple(titled(terrain, name) for name in places))
        board, target = geometry.layout.maps[where.map], where_in(situation, given["to"], where.map)
        inside = arc.holds(situation, piece, where, target)
        angle = round(bearing_between(board, where, target) - facing) % 360
        return InArcAnswer(arc.id, arc.rule, inside, angle, board.distance(where.place, target.place))


class AreaQuery:
    """`{at: Wake, steps: 2}` or `{at: Wake, points: 300}`: the places within a distance; `{places: [...]}`: the given
    places together.

    `at` may be a piece; `map` names the map if several maps have a place of that name.
    """

    id = "area"
    title = "Places around a place"
    rule = ""
    takes: ClassVar = {
        "at": "the place or piece in the middle",
        "steps": "the number of steps around it",
        "points": "the number of map pixels around it",
        "places": "a list of places, in place of `at`",
        "map": "the map, if several maps have places of these names",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> AreaAnswer:
        """Return the places of the area, and their outline. Raises `Unanswerable` for unknown places or a wrong
        distance.
        """
        if "places" in given:
            map, places = self._named(situation, given)
        else:
            map, places = self._around(situation, given)
        terrain = situation.book.ground.atlas.terrain(map)
        outline = geometry_in(situation).layout.shapes(map).outline(places)
        return AreaAnswer(tuple(titled(terrain, name) for name in places), outline)

    def _named(self, situation: Situation, given: Mapping[str, Data]) -> tuple[str, Sequence[str]]:
        map, said = map_in(situation, given.get("map")), given["places"]
        if isinstance(said, str) or not isinstance(said, Sequence):
            raise Unanswerable("'places' is a list of places.")
        terrain = situation.book.ground.atlas.terrain(map)
        return map, [terrain.names[node_in(terrain, name)] for name in said]

    def _around(self, situation: Situation, given: Mapping[str, Data]) -> tuple[str, Sequence[str]]:
        where = where_in(situation, given.get("at"), given.get("map"))
        layout = geometry_in(situation).layout
        if "points" in given:
            return where.map, within_points(layout.shapes(where.map), where.place, _count(given, "points"))
        return where.map, within_steps(layout.maps[where.map], where.place, _count(given, "steps"))


class NearestQuery:
    """`{to: friendly-base, from: akagi}`: the nearest places of that sort, from a piece or place."""

    id = "nearest"
    title = "Nearest places"
    rule = ""
    takes: ClassVar = {"to": "the sort of place that is looked for", "from": "a place or piece"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> NearestAnswer:
        """Return the nearest places, and a way to the first. Raises `Unanswerable` for an unknown sort or place."""
        nearest = one_of(geometry_in(situation).nearest, given.get("to"), "sort of place")
        start = _end(situation, given.get("from"), nearest.map)
        paths = nearest.paths(situation, start.where, start.piece)
        places = tuple(path[-1] for path in paths)
        first = paths[0] if paths else ()
        return NearestAnswer(nearest.id, nearest.rule, places, len(first) - 1 if paths else None, first)


def _end(situation: Situation, said: Data, map: str) -> End:
    where = where_in(situation, said, None if isinstance(said, int) else map)
    return End(where, said if isinstance(said, int) else 0)


def _piece(situation: Situation, said: Data) -> tuple[int, Where]:
    if not isinstance(said, int) or isinstance(said, bool) or said not in situation.game.pieces:
        raise Unanswerable(f"There is no piece '{said}' that this side sees.")
    return said, where_in(situation, said)


def _blocker(terrain: Terrain, name: str) -> str:
    """Return the title of an obstacle; for a hexside, both its places."""
    return " – ".join(titled(terrain, place) for place in name.split("|"))


def _count(given: Mapping[str, Data], word: str) -> int:
    said = given.get(word)
    if isinstance(said, bool) or not isinstance(said, int) or said < 0:
        raise Unanswerable(f"Say how far with '{word}': a whole number, 0 or more.")
    return said


GEOMETRY_QUERIES: Final[tuple[Query, ...]] = (SightQuery(), ArcQuery(), AreaQuery(), NearestQuery())
