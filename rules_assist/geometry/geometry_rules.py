"""Sight, arcs and nearest places by a module's rule files, for a situation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, cast

import numpy as np
import shapely
from msgspec import Struct

from rules_assist.geometry.arcs import angle_of_side, cells_ahead, in_arc, is_within, side_towards
from rules_assist.geometry.place_shapes import Bools, Floats, Shapes
from rules_assist.map.atlas import Atlas
from rules_assist.map.bulk_expressions import Survey
from rules_assist.map.path_search import BLOCKED, UNLIMITED, Graph, MapSteps, flood
from rules_assist.map.sight_lines import Obstacle, SightLines, SightObstacle
from rules_assist.map.terrain import Ints, Terrain
from rules_assist.places.place_facts import AT, Facets
from rules_assist.position.book import Book
from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.named_facts import Over
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.rules_file import RulesFile
from rules_assist.schema.sight_rules import Along, ArcRecord, NearestRecord, SightRecord
from tabletop.assistance import Where
from tabletop.board.geometry import bearing
from tabletop.board.map import Map
from tabletop.expression import Reader, Value, as_number, as_text, compile_expression
from tabletop.game.appearance.rotation import exact_degrees
from tabletop.module.documents.document_reader import ModuleReader

VIEWER: Final = "viewer_"
TARGET: Final = "target_"
_ALONG: Final[Mapping[str, Along]] = {"both": "both", "either": "either", "never": "never"}


class End(NamedTuple):
    """One end of a line of sight: a place, and the piece that looks or is seen there (0: none)."""

    where: Where
    piece: int = 0


class SightResult(Struct, frozen=True):
    """The result of a look: the obstacles, nearest first, and the distance.

    `steps` is None if there is no distance in steps. `too_far`: the target is beyond the range of sight.
    """

    blocked_by: tuple[SightObstacle, ...]
    steps: int | None
    too_far: bool = False

    @property
    def clear(self) -> bool:
        """True if the target can be seen."""
        return not self.blocked_by and not self.too_far


class _SightFacts(Over):
    """The facts of a piece, with those of its place as `at_...`, and those of the two ends as `viewer_...` and
    `target_...`.
    """

    __slots__ = ("_facets", "_node", "_others")

    def __init__(self, under: Reader, facets: Facets, node: int | None, others: Mapping[str, Reader]) -> None:
        super().__init__(under)
        self._facets = facets
        self._node = node
        self._others = others

    def read(self, name: str) -> Value:
        """Return the fact of that name."""
        for prefix, other in self._others.items():
            if name.startswith(prefix):
                return other.read(name.removeprefix(prefix))
        if name.startswith(AT) and self._node is not None:
            column = self._facets.at(name, self._facets.situation.side)
            if column is not None:
                return column.values[int(column.codes[self._node])]
        return super().read(name)


class MapShapes:
    """The maps of a module as shapes, each made on first use."""

    def __init__(self, maps: Mapping[str, Map], atlas: Atlas) -> None:
        self.maps = maps
        self._atlas = atlas
        self._shapes: dict[str, Shapes] = {}

    def shapes(self, map: str) -> Shapes:
        """Return the shapes of the places of a map. Raises KeyError for an unknown map."""
        if map not in self._shapes:
            names = self._atlas.terrain(map).names
            self._shapes[map] = Shapes(self.maps[map], tuple(dict.fromkeys(names)))
        return self._shapes[map]

    def near(self, map: str, place: str, steps: int | None) -> frozenset[str]:
        """Return the places of a map within a number of steps from one of them; without a limit, return all."""
        board, shapes = self.maps[map], self.shapes(map)
        if steps is None:
            return frozenset(shapes.names)

        def make() -> dict[str, int]:
            away = ((name, board.distance(place, name)) for name in shapes.names)
            return {name: far for name, far in away if far is not None}

        away = self._atlas.kept(("steps", map, place), make, dict)
        return frozenset(name for name, far in away.items() if far <= steps)


class SightRule:
    """A rule for lines of sight on one map: their obstacles, their heights, and their greatest length."""

    def __init__(self, record: SightRecord, layout: MapShapes, first_map: str) -> None:
        self.id, self.title, self.rule = record.id, record.title, record.rule
        self.map = record.map or first_map
        self._record = record
        self._layout = layout
        texts = (record.blocks, record.top, record.ground, record.eye)
        self._blocks, self._top, self._ground, self._eye = map(compile_expression, texts)
        self._pieces = None if record.pieces is None else compile_expression(record.pieces)
        self._range = None if record.range is None else compile_expression(record.range)

    def look(self, situation: Situation, start: End, end: End) -> SightResult:
        """Return the result of a look from one end to the other. Raises `Unanswerable` for places of another map."""
        return next(self.looks(situation, start, (end,)))

    def looks(self, situation: Situation, start: End, ends: Iterable[End]) -> Iterator[SightResult]:
        """Return the results of looks from one end to several others. Raises `Unanswerable` for places of
        another map.
        """
        view = _View(self, situation, start)
        return map(view.look, ends)

    def seen_from(self, situation: Situation, start: End) -> tuple[str, ...]:
        """Return all visible places from one end, in the order of the map."""
        return _View(self, situation, start).places()

    def along(self, situation: Situation) -> Along:
        """Return when obstacles block a line along a hexside: on `both` sides of it, on `either` side, or `never`.

        An option of the table can decide this.
        """
        id = self._record.along_option
        return self._record.along if id is None else _ALONG[as_text(situation.option(id))]


class _View:
    """The sight from one end in one situation."""

    def __init__(self, sight: SightRule, situation: Situation, start: End) -> None:
        if start.where.map != sight.map:
            raise Unanswerable(f"{sight.title} is for the map {sight.map}, not for {start.where.map}.")
        self._sight = sight
        self._record = sight._record
        self._situation = situation
        self._start = start
        self._facets = situation.facets(sight.map)
        self._terrain = self._facets.terrain
        self._board = sight._layout.maps[sight.map]
        self._shapes = sight._layout.shapes(sight.map)
        side = situation.side
        facts = RuleFactReader(situation, piece=start.piece)
        self._survey = Survey(lambda name: self._facets.at(name, side), self._terrain.size, facts)
        self._viewer = self._about(start)

    def look(self, end: End) -> SightResult:
        """Return the result of a look at another end. Raises `Unanswerable` if that end is on another map."""
        if end.where.map != self._sight.map:
            raise Unanswerable(f"Nothing on {self._sight.map} sees what is on {end.where.map}.")
        here, there = (self._point(each) for each in (self._start.where.place, end.where.place))
        steps = self._board.distance(self._start.where.place, end.where.place)
        heights = self._height(self._start), self._height(end)
        own = {self._start.where.place, end.where.place}
        met = [*self._lines.blocked(here, there, *heights, own=own)]
        if self._sight._pieces is not None:
            standing = SightLines(self._standing(here, there, end), self._record.heights, self._along)
            met += standing.blocked(here, there, *heights, own=own)
        return SightResult(tuple(sorted(met, key=lambda each: each.at)), steps, self._is_too_far(steps))

    def places(self) -> tuple[str, ...]:
        """Return all visible places, including the viewer's own."""
        near = self._sight._layout.near(self._sight.map, self._place, self._limit)
        names = [name for name in self._shapes.names if name in near]
        if self._sight._pieces is not None:
            return tuple(name for name in names if self.look(End(Where(self._sight.map, name))).clear)
        eye = _number(self._sight._eye.evaluate(RuleFactReader(self._situation)))
        targets = np.array([self._ground[name] + eye for name in names], np.float64)
        height = self._height(self._start)
        key = ("seen", self._obstacles, self._place, height, self._limit, targets.tobytes())
        found = self._situation.book.ground.atlas.kept(key, lambda: self._clear(names, height, targets), tuple)
        return tuple(map(str, found))

    def _clear(self, names: Sequence[str], height: int, targets: Floats) -> tuple[str, ...]:
        """Return the places, at these heights, that no place or hexside hides."""
        count = len(names)
        ends = np.array([self._point(name) for name in names], np.float64).reshape(count, 2)
        starts = np.tile(np.array(self._point(self._place), np.float64), (count, 1))
        eyes, own = np.full(count, height), [(self._place, name) for name in names]
        clear = self._lines.clear(starts, ends, eyes, targets, own)
        return tuple(name for name, sees in zip(names, clear.tolist(), strict=True) if sees)

    @property
    def _place(self) -> str:
        return self._start.where.place

    @property
    def _along(self) -> Along:
        return self._sight.along(self._situation)

    def _is_too_far(self, steps: int | None) -> bool:
        limit = self._limit
        return limit is not None and (steps is None or steps > limit)

    @cached_property
    def _limit(self) -> int | None:
        return None if self._sight._range is None else _number(self._sight._range.evaluate(self._viewer))

    def _about(self, end: End, others: Mapping[str, Reader] | None = None) -> _SightFacts:
        node = self._terrain.node(end.where.place)
        return _SightFacts(RuleFactReader(self._situation, piece=end.piece), self._facets, node, others or {})

    def _point(self, place: str) -> tuple[float, float]:
        number = self._shapes.numbers.get(place)
        if number is not None:
            x, y = shapely.get_coordinates(shapely.centroid(self._shapes.polygons[number])).tolist()[0]
            return x, y
        point = self._board.point_of(place)
        if point is None:
            raise Unanswerable(f"{place} has no point on the map.")
        return point

    @cached_property
    def _ground(self) -> dict[str, int]:
        heights = self._survey.numbers(self._sight._ground).tolist()
        return {name: heights[node] for node, name in enumerate(self._terrain.names)}

    def _height(self, end: End) -> int:
        return self._ground.get(end.where.place, 0) + _number(self._sight._eye.evaluate(self._about(end)))

    @cached_property
    def _blocking(self) -> tuple[Bools, Ints]:
        """A mask of the places that block sight, and the height of each place as an obstacle."""
        return self._survey.holds(self._sight._blocks), self._survey.numbers(self._sight._top)

    @cached_property
    def _obstacles(self) -> tuple[object, ...]:
        """The state of the obstacles on the map, as a key."""
        blocks, tops = self._blocking
        return "sight", self._sight.id, self._along, blocks.tobytes(), tops.tobytes()

    @cached_property
    def _lines(self) -> SightLines:
        """The obstacles on the map. They are built once for each state of the obstacles, and kept by the atlas."""

        def make() -> SightLines:
            blocks, tops = self._blocking
            obstacles = [*self._places(blocks.tolist(), tops.tolist()), *self._walls()]
            return SightLines(obstacles, self._record.heights, self._along)

        return self._situation.book.ground.atlas.kept(self._obstacles, make, SightLines)

    def _places(self, blocks: Sequence[bool], tops: Sequence[int]) -> Iterator[Obstacle]:
        for number, name in enumerate(self._shapes.names):
            node = self._terrain.numbers[name]
            if blocks[node]:
                yield Obstacle(name, self._shapes.polygons[number], tops[node])

    def _walls(self) -> Iterator[Obstacle]:
        terrain, kinds = self._terrain, self._record.hexsides
        for step, way in enumerate(terrain.ways):
            heights = [kinds[kind] for kind in way.get("hexside", "").split() if kind in kinds]
            a, b = terrain.names[terrain.origin[step]], terrain.names[terrain.to[step]]
            if heights and a < b and a in self._shapes.numbers and b in self._shapes.numbers:
                shape = shapely.intersection(*(self._shapes.polygons[self._shapes.numbers[each]] for each in (a, b)))
                if shape.length > 0:
                    yield Obstacle(f"{a}|{b}", shape, max(heights) + max(self._ground[a], self._ground[b]))

    def _standing(self, here: tuple[float, float], there: tuple[float, float], end: End) -> Iterator[Obstacle]:
        """Yield an obstacle for each place near a line in which a piece blocks sight."""
        assert self._sight._pieces is not None
        others = {VIEWER: self._viewer, TARGET: self._about(end)}
        line = shapely.linestrings([here, there])
        for number in self._shapes.tree.query(line, predicate="dwithin", distance=1).tolist():
            name = self._shapes.names[number]
            for piece in self._situation.pieces_at(Where(self._sight.map, name)):
                about = self._about(End(Where(self._sight.map, name), piece), others)
                if piece not in (self._start.piece, end.piece) and self._sight._pieces.test(about):
                    yield Obstacle(name, self._shapes.polygons[number], _number(self._sight._top.evaluate(about)))


class Arc:
    """A rule for an arc: the places in some directions from a piece, all or only those within a range or in sight."""

    def __init__(self, record: ArcRecord, layout: MapShapes, sight: SightRule | None) -> None:
        """Prepare an arc; with a `sight`, only places that this rule lets the piece see are in the arc."""
        self.id, self.title, self.rule, self.sight = record.id, record.title, record.rule, sight
        self._record = record
        self._layout = layout
        self._of = compile_expression(record.of)
        self._facing = None if record.facing is None else compile_expression(record.facing)
        self._range = None if record.range is None else compile_expression(record.range)

    def facing(self, situation: Situation, piece: int, where: Where) -> float:
        """Return the direction in which a piece faces, in degrees clockwise from north."""
        board = self._layout.maps[where.map]
        if self._facing is None:
            return _turned(situation, piece, board, where.place)
        value = _number(self._facing.evaluate(RuleFactReader(situation, piece=piece)))
        return value % 360 if self._record.facing_in == "degrees" else angle_of_side(board, where.place, value)

    def applies(self, situation: Situation, piece: int) -> bool:
        """Return whether a piece has this arc."""
        return self._of.test(RuleFactReader(situation, piece=piece))

    def places(self, situation: Situation, piece: int, where: Where) -> tuple[str, ...]:
        """Return the places in the arc of a piece. If the arc depends on sight, only those that the piece sees."""
        swept = self.swept(situation, piece, where)
        if self.sight is None or where.map != self.sight.map:
            return swept
        seen = frozenset(self.sight.seen_from(situation, End(where, piece)))
        return tuple(place for place in swept if place in seen)

    def swept(self, situation: Situation, piece: int, where: Where) -> tuple[str, ...]:
        """Return the places in the arc of a piece, seen or not. Boxes and tracks beside the ground are left out."""
        board, facts = self._layout.maps[where.map], RuleFactReader(situation, piece=piece)
        if self._record.degrees is None:
            side = side_towards(board, where.place, self.facing(situation, piece, where))
            found = cells_ahead(board, where.place, side, self._record.cells)
        else:
            start, end = (self.facing(situation, piece, where) + each for each in self._record.degrees)
            found = in_arc(self._layout.shapes(where.map), where.place, start, end)
        limit = None if self._range is None else _number(self._range.evaluate(facts))
        near = self._layout.near(where.map, where.place, limit)
        beside = {box.name for box in (*board.boxes, *(cell for track in board.tracks for cell in track.cells))}
        return tuple(name for name in found if name not in beside and (limit is None or name in near))

    def holds(self, situation: Situation, piece: int, where: Where, target: Where) -> bool:
        """Return whether a place is in the arc of a piece."""
        plain = self._record.degrees is not None and self._range is None and self.sight is None
        if self._record.degrees is None or not plain or target.map != where.map:
            return target.map == where.map and target.place in self.places(situation, piece, where)
        facing = self.facing(situation, piece, where)
        start, end = (facing + each for each in self._record.degrees)
        return is_within(bearing_between(self._layout.maps[where.map], where, target), start, end)


def _turned(situation: Situation, piece: int, board: Map, place: str) -> float:
    """Return the direction of a piece by its trait, in degrees clockwise from north.

    If the trait has as many directions as the cell has sides, the piece faces a side. Without such a trait, it faces
    side 0.
    """
    reader = situation.reading.reader(piece)
    if reader.kind.facing is None:
        return angle_of_side(board, place, 0)
    slot, ways = reader.kind.facing
    held = reader.state[slot]
    if ways and ways == len(board.polygon_of(place)):
        return angle_of_side(board, place, _number(held))
    return exact_degrees(held, ways)


class Nearest:
    """A rule that finds the nearest places for which a condition holds."""

    def __init__(self, record: NearestRecord, first_map: str) -> None:
        self.id, self.title, self.rule = record.id, record.title, record.rule
        self.map = record.map or first_map
        self._over = record.over
        self._where = compile_expression(record.where)

    def paths(self, situation: Situation, where: Where, piece: int = 0) -> tuple[tuple[str, ...], ...]:
        """Return a shortest way to each of the nearest places, by the titles of its places.

        All are equally long; there are none if there is no such place. Raises `Unanswerable` for a place of another
        map.
        """
        if where.map != self.map:
            raise Unanswerable(f"{self.title} is for the map {self.map}, not for {where.map}.")
        facets = situation.facets(self.map)
        terrain = facets.terrain
        survey = Survey(
            lambda name: facets.at(name, situation.side), terrain.size, RuleFactReader(situation, piece=piece)
        )
        goals = survey.holds(self._where).nonzero()[0].tolist()
        walked = terrain.walked(self._over).tolist()
        steps = MapSteps(Graph(terrain.first, terrain.to), [1 if each else BLOCKED for each in walked])
        found = flood(steps, {terrain.numbers[where.place]: UNLIMITED})
        reached = [node for node in goals if node in found]
        least = min((found.cost(node) for node in reached), default=0)
        return tuple(_named(terrain, found.path(node)) for node in reached if found.cost(node) == least)


class Geometry(NamedTuple):
    """The sight, arcs and nearest places of a rule book, by id, and the maps as shapes."""

    layout: MapShapes
    sights: Mapping[str, SightRule]
    arcs: Mapping[str, Arc]
    nearest: Mapping[str, Nearest]


def geometry_of(
    reader: ModuleReader, maps: Mapping[str, Map], atlas: Atlas, files: Mapping[str, RulesFile]
) -> Geometry:
    """Return the geometry of rule files. Raises `ModuleProblems` with every unknown line of sight in an arc."""
    layout, records = MapShapes(maps, atlas), tuple(files.values())
    first = atlas.maps[0] if atlas.maps else ""
    sights = {each.id: SightRule(each, layout, first) for record in records for each in record.sight}
    for file, record in files.items():
        for number, arc in enumerate(record.arcs):
            if arc.sight is not None and arc.sight not in sights:
                reader.note(file, ("arcs", number, "sight"), "a line of sight", sorted(sights))
    reader.problems.raise_any()
    return Geometry(
        layout,
        sights,
        {each.id: Arc(each, layout, sights.get(each.sight or "")) for record in records for each in record.arcs},
        {each.id: Nearest(each, first) for record in records for each in record.nearest},
    )


def bearing_between(board: Map, start: Where, end: Where) -> float:
    """Return the direction from one place of a map to another, in degrees clockwise from north; 0 if one has no
    point.
    """
    here, there = board.point_of(start.place), board.point_of(end.place)
    return bearing(here, there) if here and there else 0.0


def _named(terrain: Terrain, path: Iterable[int]) -> tuple[str, ...]:
    return tuple(terrain.titles[node] for node in path)


def _number(value: Value) -> int:
    number = as_number(value)
    if number is None:
        raise Unanswerable(f"'{as_text(value)}' is not a whole number.")
    return number


def geometry_in(situation: Situation) -> Geometry:
    """Return the sights, arcs and nearest places of a situation's rule book."""
    return geometry_by(situation.book)


def geometry_by(book: Book) -> Geometry:
    """Return the sights, arcs and nearest places of a rule book."""
    return cast("Geometry", book.geometry)  # a situation does not know their type
