"""`Terrain`: the places of one map and the steps between them, numbered once, for all searches.

Expressions and Python decide elsewhere, for each mover, which steps are allowed and what they cost
(`rules_assist.map.bulk_expressions`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from rules_assist.map.charted_ground import NOTHING, MapChart
from rules_assist.map.path_search import Graph
from tabletop.board.map import Map
from tabletop.board.zones import ZonedGrid
from tabletop.module.contents.map_files import properties_of
from tabletop.module.schema.map.map_sheet_records import Division, SheetRecord

if TYPE_CHECKING:
    import networkx as nx

Ints: TypeAlias = npt.NDArray[np.int64]

ADJACENT: Final = "adjacent"
ENTRIES: Final = "entries"
TRACK: Final = "track"
"""The names of the sets of steps that every map has: to neighbours on the grid, between entry cells and boxes, and
along tracks.
"""

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Terrain:
    """A map as a graph.

    Nodes are numbered from 0. The steps of node n have the numbers from `first[n]` up to, but not including, `first[n +
    1]`. A cell, a box or a cell of a track is a node. So is each part of a divided cell, beside the cell as a whole. A
    box that stands for a cell is that cell's node.

    `names` are the places' own names (0805, not Kure), `titles` are their names for players, and `properties` are those
    of the map file and of rule files. `whole` gives the cell of each part; for every other node it gives the node
    itself. For a step, `origin` and `to` are its ends, and `sets` are the sets to which it belongs (`adjacent`,
    `entries`, `track`, the kind of each link along it, the set of each connection). `ways` are its own properties;
    `hexside` and `link` hold the kinds of the features there, with a space between several.
    """

    map: str
    names: tuple[str, ...]
    titles: tuple[str, ...]
    properties: tuple[Mapping[str, str], ...]
    whole: tuple[int, ...]
    first: tuple[int, ...]
    origin: tuple[int, ...]
    to: tuple[int, ...]
    sets: tuple[frozenset[str], ...]
    ways: tuple[Mapping[str, str], ...]
    numbers: Mapping[str, int]

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.names)

    def node(self, place: str) -> int | None:
        """Return the node of a place, by any of its names; None for an unknown name."""
        return self.numbers.get(place)

    def place(self, node: int) -> str:
        """Return the own name of the place of a node on its map; for a part, that of its cell."""
        return self.names[self.whole[node]]

    def steps(self, node: int) -> range:
        """Return the numbers of the steps that lead away from a node."""
        return range(self.first[node], self.first[node + 1])

    def step(self, start: int, end: int) -> int | None:
        """Return the number of the step from one node to another; None if there is none."""
        return next((step for step in self.steps(start) if self.to[step] == end), None)

    def parts(self, node: int) -> tuple[int, ...]:
        """Return the parts of a divided cell; none for any other node."""
        return self._parts.get(node, ())

    def near(self, nodes: Iterable[int], steps: int) -> frozenset[int]:
        """Return these nodes and the nodes at most this many steps away, over the steps of all sets."""
        found = frontier = frozenset(nodes)
        for _ in range(steps):
            frontier = frozenset(self.to[step] for node in frontier for step in self.steps(node)) - found
            found |= frontier
        return found

    def walked(self, over: Iterable[str], *, parts: bool = False) -> npt.NDArray[np.bool_]:
        """Return, for each step, whether it is of one of these sets.

        With `parts`, divided cells are walked part by part.
        """
        key = (frozenset(over), parts)
        if key not in self._walked:
            listed = np.fromiter((not key[0].isdisjoint(sets) for sets in self.sets), np.bool_, len(self.sets))
            self._walked[key] = listed & ~(self._of_divided if parts else self._of_parts)
        return self._walked[key]

    def is_used(self, node: int, *, parts: bool) -> bool:
        """Return whether searches use a node.

        They use a divided cell as a whole, and not its parts; with `parts`, they use its parts, and not the whole.
        """
        return not self.parts(node) if parts else self.whole[node] == node

    def column(self, name: str) -> tuple[str, ...]:
        """Return a property of every node, by its name; "" for a place without it."""
        return tuple(properties.get(name, "") for properties in self.properties)

    @cached_property
    def origins(self) -> Ints:
        """`origin`, as an array."""
        return np.array(self.origin, np.int64)

    @cached_property
    def ends(self) -> Ints:
        """`to`, as an array."""
        return np.array(self.to, np.int64)

    @cached_property
    def sets_of_steps(self) -> frozenset[str]:
        """The sets to which at least one step belongs."""
        return frozenset[str]().union(*self.sets)

    @cached_property
    def known(self) -> frozenset[str]:
        """The names of the properties that some place has."""
        return frozenset(name for properties in self.properties for name in properties)

    @cached_property
    def known_ways(self) -> frozenset[str]:
        """The names of the properties that some step has. `hexside` and `link` are always among them."""
        return frozenset(name for way in self.ways for name in way) | {"hexside", "link"}

    @cached_property
    def graph(self) -> "nx.DiGraph[int]":
        """The same terrain in networkx: nodes with `name` and `properties`, edges with `step`, `sets` and
        `properties`.
        """
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph()
        for node, name in enumerate(self.names):
            graph.add_node(node, name=name, properties=self.properties[node])
        for step, (start, end) in enumerate(zip(self.origin, self.to, strict=True)):
            graph.add_edge(start, end, step=step, sets=self.sets[step], properties=self.ways[step])
        return graph

    @cached_property
    def graphs(self) -> "dict[frozenset[str], nx.DiGraph[int]]":
        """The graphs of the steps of some sets that `rules_assist.map.connected_places` has made."""
        return {}

    @cached_property
    def into(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the steps that lead to each node."""
        found: list[list[int]] = [[] for _ in self.names]
        for step, end in enumerate(self.to):
            found[end].append(step)
        return tuple(map(tuple, found))

    @cached_property
    def backwards(self) -> tuple[Graph, Ints]:
        """The reversed steps as a graph of their own, and the number of the original step of each."""
        order: Ints = np.argsort(self.ends, kind="stable")
        first = np.searchsorted(self.ends[order], np.arange(self.size + 1))
        return Graph(first.tolist(), self.origins[order].tolist()), order

    @cached_property
    def alike(self) -> tuple[Ints, tuple[Mapping[str, str], ...]]:
        """Classes of places with the same properties: the class number of each node, and the classes."""
        sorts: dict[int, int] = {}
        found: list[Mapping[str, str]] = []
        for properties in self.properties:
            if id(properties) not in sorts:
                sorts[id(properties)] = len(found)
                found.append(properties)
        return np.array([sorts[id(properties)] for properties in self.properties], np.int64), tuple(found)

    @cached_property
    def _walked(self) -> dict[tuple[frozenset[str], bool], npt.NDArray[np.bool_]]:
        return {}

    @cached_property
    def _parts(self) -> Mapping[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}
        for node, whole in enumerate(self.whole):
            if node != whole:
                found[whole] = (*found.get(whole, ()), node)
        return found

    @cached_property
    def _of_parts(self) -> npt.NDArray[np.bool_]:
        """A mask of the steps that touch a part of a cell."""
        return self._touching(node for node, whole in enumerate(self.whole) if node != whole)

    @cached_property
    def _of_divided(self) -> npt.NDArray[np.bool_]:
        """A mask of the steps that touch a divided cell as a whole."""
        return self._touching(self._parts)

    def _touching(self, nodes: Iterable[int]) -> npt.NDArray[np.bool_]:
        marked = np.zeros(self.size, np.bool_)
        marked[list(nodes)] = True
        return marked[self.origins] | marked[self.ends] if self.to else np.zeros(0, np.bool_)


def build_terrain(id: str, board: Map, sheet: SheetRecord | None = None, chart: MapChart = NOTHING) -> Terrain:
    """Return the terrain of a map with this `id`.

    `sheet` is its map file, if it has one. `chart` holds the additions of rule files.
    """
    return _TerrainBuilder(id, board, sheet, chart).terrain()


class _TerrainBuilder:
    """A builder of one terrain: nodes, then steps, then the additions of the map file and of rule files."""

    def __init__(self, id: str, board: Map, sheet: SheetRecord | None, chart: MapChart) -> None:
        self._id = id
        self._board = board
        self._sheet = sheet
        self._lines = chart.lines.get(id, ())
        charted = chart.places.get(id) or (properties_of(sheet) if sheet else {})
        self._properties = {place: dict(properties) for place, properties in charted.items()}
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._whole: list[int] = []
        self._sets: dict[tuple[int, int], frozenset[str]] = {}
        self._ways: dict[tuple[int, int], dict[str, str]] = {}
        self._sorts: dict[tuple[tuple[str, str], ...], Mapping[str, str]] = {}

    def terrain(self) -> Terrain:
        self._add_places()
        self._add_neighbours()
        if self._sheet:
            self._add_lines(self._sheet)
        for line in self._lines:
            what = {"link": line.link} if line.link else {"hexside": line.hexside}
            self._add_both((line.here, line.there), line.link or None, what | dict(line.properties))
        if self._sheet:
            for division in self._sheet.divisions:
                self._divide(division)
        pairs = sorted(self._sets, key=lambda pair: pair[0])
        first = [0] * (len(self._names) + 1)
        for start, _ in pairs:
            first[start + 1] += 1
        for node in range(len(self._names)):
            first[node + 1] += first[node]
        return Terrain(
            map=self._id,
            names=tuple(self._names),
            titles=tuple(map(self._board.title, self._names)),
            properties=tuple(self._alike(self._properties.get(name, _NONE)) for name in self._names),
            whole=tuple(self._whole),
            first=tuple(first),
            origin=tuple(start for start, _ in pairs),
            to=tuple(end for _, end in pairs),
            sets=tuple(self._sets[pair] for pair in pairs),
            ways=tuple(self._ways.get(pair, _NONE) for pair in pairs),
            numbers=self._numbers,
        )

    def _alike(self, properties: Mapping[str, str]) -> Mapping[str, str]:
        """Return these properties as one object, which all places with the same properties share."""
        return self._sorts.setdefault(tuple(sorted(properties.items())), properties)

    def _add_places(self) -> None:
        stands_for = dict(_boxes_of_cells(self._sheet)) if self._sheet else {}
        for name in self._board.places():
            if name not in stands_for:
                self._add_node(name)
        for name, cell in (*stands_for.items(), *self._board.aliases):
            node = self._numbers.get(cell)
            if node is not None:
                self._numbers.setdefault(name, node)
        for box in self._board.boxes:
            self._properties.setdefault(box.name, {}).setdefault("name", box.name)
        if any(isinstance(board.grid, ZonedGrid) and board.grid.zones for board in self._board.boards):
            for name in self._names:
                self._properties.setdefault(name, {}).setdefault("zone", self._board.zone_of(name))

    def _add_node(self, name: str, whole: int | None = None) -> int:
        node = len(self._names)
        self._names.append(name)
        self._whole.append(node if whole is None else whole)
        self._numbers[name] = node
        return node

    def _add_neighbours(self) -> None:
        tracks = frozenset(cell.name for track in self._board.tracks for cell in track.cells)
        kinds = {True: frozenset({TRACK}), False: frozenset({ADJACENT})}
        cells = self._cells()
        for start, name in enumerate(self._names):
            kind = kinds[name in tracks]
            for neighbour in cells.get(name) or self._board.neighbours(name):
                end = self._numbers.get(neighbour)
                if end is not None and end != start:
                    self._sets[start, end] = kind

    def _cells(self) -> Mapping[str, tuple[str, ...]]:
        """Return the neighbours of the cells of a map's only board, all at once.

        The mapping is empty for a map of several boards, or without a grid: the map itself then gives the neighbours.
        """
        boards = self._board.boards
        lattice = boards[0].grid.lattice if len(boards) == 1 else None
        if lattice is None:
            return {}
        beside = {box.name for box in (*self._board.boxes, *(c for t in self._board.tracks for c in t.cells))}
        names = {cell: lattice.name(cell) for cell in lattice.cells(boards[0].area)}
        return {
            name: tuple(names[other] for other in lattice.neighbours(cell) if other in names)
            for cell, name in names.items()
            if name not in beside
        }

    def _add_lines(self, sheet: SheetRecord) -> None:
        for link in sheet.links:
            self._add_both(link.cells, link.kind, {"link": link.kind} | link.properties)
        for side in sheet.hexsides:
            self._add_both(side.cells, None, {"hexside": side.kind} | side.properties)
        for entry in sheet.entries:
            self._add_both((entry.cell, entry.box), ENTRIES, {"who": entry.who} | entry.properties)
        for connection in sheet.connections:
            if connection.one_way:
                self._add(*connection.places, connection.set, connection.properties)
            else:
                self._add_both(connection.places, connection.set, connection.properties)

    def _add_both(self, places: tuple[str, str], kind: str | None, properties: Mapping[str, str]) -> None:
        here, there = places
        self._add(here, there, kind, properties)
        self._add(there, here, kind, properties)

    def _add(self, here: str, there: str, kind: str | None, properties: Mapping[str, str]) -> None:
        """Add a step, or extend an existing one. A feature of the side between two cells makes no new step."""
        start, end = self._numbers.get(here), self._numbers.get(there)
        if start is None or end is None or (kind is None and (start, end) not in self._sets):
            return
        if kind is not None:
            self._sets[start, end] = self._sets.get((start, end), frozenset()) | {kind}
        way = self._ways.setdefault((start, end), {})
        for name, value in properties.items():
            several = name in ("link", "hexside") and name in way
            way[name] = f"{way[name]} {value}" if several else value

    def _divide(self, division: Division) -> None:
        """Add the parts of a cell: their steps are those of the cell, to the cells that each part touches."""
        whole = self._numbers.get(division.cell)
        if whole is None:
            return
        common = self._properties.get(division.cell, {})
        for part in division.parts:
            self._properties[part.name] = common | part.properties | {"part": part.name}
            node = self._add_node(part.name, whole)
            for beside in part.edges:
                for end in self._facing(self._numbers[beside], division.cell):
                    self._copy((whole, self._numbers[beside]), (node, end))
                    self._copy((self._numbers[beside], whole), (end, node))

    def _facing(self, cell: int, divided: str) -> Iterator[int]:
        """Yield a cell. If it is divided, also yield its parts that touch the other cell."""
        yield cell
        name = self._names[cell]
        for division in self._sheet.divisions if self._sheet else ():
            if division.cell == name:
                for part in division.parts:
                    if divided in part.edges and part.name in self._numbers:
                        yield self._numbers[part.name]

    def _copy(self, of: tuple[int, int], to: tuple[int, int]) -> None:
        if of in self._sets:
            self._sets[to] = self._sets[of]
            if of in self._ways:
                self._ways[to] = self._ways[of]


def _boxes_of_cells(sheet: SheetRecord) -> Iterator[tuple[str, str]]:
    for box in sheet.boxes:
        for slot, cell in box.cells():
            yield slot.name, cell
