"""The facts of each place of a map in the present position, kept up to date from position to position.

A *facet* is one such fact: who controls a place, how many ships of each side are there, in whose zone of control it is.
All facets are values. A position that differs by a few pieces shares everything else with the one before. Each facet
keeps a revision, which changes only when the facet changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol
from weakref import ref

import numpy as np

from rules_assist.map.bulk_expressions import ENDS, NEVER, Land, Survey, ValueColumn, at_ends
from rules_assist.map.terrain import Ints, Terrain
from tabletop.board.place_properties import set_in_play
from tabletop.expression import Reader, Value, as_number

if TYPE_CHECKING:
    from rules_assist.position.situation import Situation

OWN: Final = "own_"
ENEMY: Final = "enemy_"
"""The prefixes in expressions for a facet that each side has for itself: the mover's own, and that of all others."""

HERE: Final = "_here"
"""The suffix in expressions for the number of pieces that exert a zone over a place and are in that place."""

NO_SIDE: Final = ""
"""The side of pieces that belong to no side. They count as enemies of every side."""

_revisions = count(1)


NO_VALUES: Final[Mapping[str, Value]] = {}
"""The changed properties of a place if play has changed none of them."""


class FacetPlace(NamedTuple):
    """One place as a facet sees it: its printed properties, the pieces in it, and the properties `set` in play."""

    situation: "Situation"
    properties: Mapping[str, str]
    pieces: Sequence[int]
    set: Mapping[str, Value] = NO_VALUES


class Facet(Protocol):
    """A fact of each place, from its properties and the pieces in it.

    It reads nothing else, except options and properties of the table. A facet `by_side` is a number for each side.
    """

    @property
    def id(self) -> str:
        """The name in expressions: `controller`, `ships`."""

    @property
    def title(self) -> str:
        """The title for players."""

    @property
    def rule(self) -> str:
        """The number of its rule in the rulebook."""

    @property
    def by_side(self) -> bool:
        """True if every side has its own value."""

    def value(self, here: FacetPlace, side: str) -> Value:
        """Return the value for a side. The side is "" if all sides have the same value."""

    def pieces(self, here: FacetPlace, side: str) -> Sequence[int]:
        """Return the pieces behind the value, so that players can read their names."""


class Zone(Protocol):
    """A zone that pieces exert over the places around them: a zone of control."""

    @property
    def id(self) -> str:
        """The name in expressions, after `own_` and `enemy_`: `air_zone`."""

    @property
    def title(self) -> str:
        """The title for players."""

    @property
    def rule(self) -> str:
        """The number of its rule in the rulebook."""

    def around(self, facets: "Facets", piece: int, node: int) -> Sequence[int]:
        """Return the nodes in the zone of a piece at `node`; none if it has no zone.

        The zone may ask `facets` for the pieces and the control of that place, but not for zones.
        """


class ReachedNodes(Protocol):
    """The lines of a kind of supply for some pieces."""

    @property
    def nodes(self) -> Sequence[int]:
        """The nodes of the places that the lines reach."""


class LineSupply(Protocol):
    """A kind of supply whose lines are facts of places."""

    def lines_for(self, situation: "Situation", side: str, given: Mapping[str, Value], map: str = "") -> ReachedNodes:
        """Return the lines on a map for a piece of a side with the given facts."""


AT: Final = "at_"
"""The prefix of a place's facts in expressions about it, like `from_` and `to_` in those about a step."""


class _FacetValues:
    """The values that a facet has had so far, each with a number of its own. Yes and 1 are different values."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._numbers: dict[tuple[type, Value], int] = {}

    def number(self, value: Value) -> int:
        key = (type(value), value)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


class _Layer(NamedTuple):
    """A facet at all nodes. Each node has the number of its value in `words`, or the value itself if it is by side."""

    codes: Ints
    words: _FacetValues | None
    revision: int

    def column(self) -> ValueColumn:
        values: Sequence[Value] = range(int(self.codes.max(initial=0)) + 1) if self.words is None else self.words.values
        return ValueColumn(self.codes, values, self.revision)


class _Cover(NamedTuple):
    """The zone of one piece: its side, the nodes that the zone covers, and the nodes of the piece's own place."""

    side: str = NO_SIDE
    nodes: tuple[int, ...] = ()
    home: tuple[int, ...] = ()


_NO_COVER: Final = _Cover()


class _ZoneCover(NamedTuple):
    """A zone at all nodes.

    It has the number of pieces of each side that cover each node, the number of those that are in this node's place
    themselves, and the zone of each piece that has one. Pieces of no side (`NO_SIDE`: a storm, a minefield) have a
    count only if one of them exerts the zone.
    """

    counts: Mapping[str, _Layer]
    homes: Mapping[str, _Layer]
    around: Mapping[int, _Cover]


class _Origin(NamedTuple):
    """The facets of the position before, if they still exist, and the differences from it: nodes, and pieces whose
    zones can differ.
    """

    facets: "ref[Facets]"
    nodes: frozenset[int]
    pieces: frozenset[int]


class Facets:
    """The facts of the places of one map in one situation, worked out on first use.

    Pieces that are taken up (`Situation.without`) do not count: they are nowhere and have no zones.
    """

    def __init__(self, situation: "Situation", terrain: Terrain, land: Land) -> None:
        self.terrain = terrain
        self.situation = situation
        self._land = land
        self._node: dict[int, int] = {}
        self._at: dict[int, tuple[int, ...]] = {}
        self._layers: dict[tuple[str, str], _Layer] = {}
        self._zones: dict[str, _ZoneCover] = {}
        self._sums: dict[tuple[int, ...], _Layer] = {}
        self._lines: dict[tuple[str, tuple[str, ...]], _Layer] = {}
        self._origin: _Origin | None = None
        self._set = self._set_in_play()
        found: dict[int, list[int]] = {}
        for piece in situation.pieces():
            node = self._node_of(piece)
            if node is not None:
                self._node[piece] = node
                found.setdefault(node, []).append(piece)
        self._at.update((node, tuple(pieces)) for node, pieces in found.items())

    def _set_in_play(self) -> Mapping[int, Mapping[str, Value]]:
        """Return the properties of places that play has changed, by node."""
        found: dict[int, dict[str, Value]] = {}
        for place, name, value in set_in_play(self.situation.game.properties, self.terrain.map):
            node = self.terrain.node(place)
            if node is not None:
                found.setdefault(node, {})[name] = value
        return found

    def _stand(self, piece: int) -> int | None:
        """Note the place of a piece and return its node; None if it is not in a place of this map."""
        node = self._node_of(piece)
        if node is not None:
            self._node[piece] = node
            self._at[node] = tuple(sorted((*self._at.get(node, ()), piece)))
        return node

    def _node_of(self, piece: int) -> int | None:
        where = self.situation.stands(piece)
        return self.terrain.node(where.place) if where is not None and where.map == self.terrain.map else None

    def after(self, situation: "Situation", changed: Iterable[int]) -> "Facets":
        """Return the facts of a situation in which these pieces have moved, were made, are gone, or have changed in any
        way. Properties of places may differ too.
        """
        new = object.__new__(Facets)
        new.terrain, new._land, new.situation = self.terrain, self._land, situation
        new._node, new._at, new._sums = dict(self._node), dict(self._at), self._sums_of_now()
        new._lines = {}
        is_same = situation.game.properties is self.situation.game.properties
        new._set = self._set if is_same else new._set_in_play()
        nodes_set = (*self._set, *new._set)
        touched = {node for node in nodes_set if self._set.get(node) != new._set.get(node)}
        moved = frozenset(changed)
        for piece in moved:
            node = new._node.pop(piece, None)
            if node is not None:
                touched.add(node)
                new._at[node] = tuple(each for each in new._at[node] if each != piece)
        for piece in sorted(moved):
            if piece in situation.game.pieces:
                node = new._stand(piece)
                if node is not None:
                    touched.add(node)
        nodes = frozenset(touched).union(*map(self.terrain.parts, touched))
        pieces = moved.union(*(new._at.get(node, ()) for node in touched))
        new._origin = _Origin(ref(self), nodes, pieces)
        new._layers = {key: new._touched(*key, layer, nodes) for key, layer in self._layers.items()}
        new._zones = {id: new._relaid(id, laid, pieces) for id, laid in self._zones.items()}
        return new

    def _touched(self, id: str, side: str, layer: _Layer, nodes: Iterable[int]) -> _Layer:
        """Return a facet of the earlier position, with the changes at these nodes."""
        facet = self.situation.book.ground.facets[id]
        codes = {node: _code(layer.words, self._value(facet, node, side)) for node in nodes}
        return _with(layer, {node: code for node, code in codes.items() if layer.codes[node] != code})

    # pieces

    def node(self, piece: int) -> int | None:
        """Return the node of a piece; None if it is not on this map."""
        return self._node.get(piece)

    def pieces(self, node: int) -> tuple[int, ...]:
        """Return the pieces at a node.

        For a part of a cell, return those in that part and those in no particular part.
        """
        whole = self.terrain.whole[node]
        found = self._at.get(whole, ())
        if whole == node or not found:
            return found
        name = self.terrain.names[node]
        return tuple(piece for piece in found if self.situation.part_of(piece) in (name, ""))

    def here(self, node: int) -> FacetPlace:
        """Return a node as facets see it."""
        set_here = self._set.get(self.terrain.whole[node], NO_VALUES)
        return FacetPlace(self.situation, self.terrain.properties[node], self.pieces(node), set_here)

    # facets

    def value(self, name: str, node: int, side: str = "") -> Value:
        """Return the fact of a node with this name, which expressions read after `at_`.

        Raises KeyError for an unknown name.
        """
        column = self.place(name, side)
        if column is None:
            raise KeyError(name)
        return column.values[int(column.codes[node])]

    def place(self, name: str, side: str) -> ValueColumn | None:
        """Return, for all places, the fact with this name for the asking side; None for an unknown name."""
        book = self.situation.book
        if name in book.ground.facets and not book.ground.facets[name].by_side:
            return self._layer(name, "").column()
        found = self._land.place(name)
        if found is not None:
            return found
        for prefix in (OWN, ENEMY):
            id = name.removeprefix(prefix)
            if name.startswith(prefix) and (
                id.removesuffix(HERE) in book.ground.zones
                or (id in book.ground.facets and book.ground.facets[id].by_side)
            ):
                return self._of_sides(id, self._sides(prefix, side)).column()
            if name.startswith(prefix) and id in book.ground.reached:
                return self._supplied(id, tuple(each for each in self._sides(prefix, side) if each)).column()
        return None

    def _supplied(self, id: str, sides: tuple[str, ...]) -> _Layer:
        """Return, for each node, the number of these sides whose supply lines reach it. The lines are those of a piece
        without properties.
        """
        if (id, sides) not in self._lines:
            supply, map = self.situation.book.ground.reached[id], self.terrain.map
            codes = np.zeros(self.terrain.size, np.int64)
            for side in sides:
                nodes = supply.lines_for(self.situation, side, NO_VALUES, map).nodes
                codes[[*{*nodes, *(self.terrain.whole[node] for node in nodes)}]] += 1
            self._lines[id, sides] = _Layer(codes, None, next(_revisions))
        return self._lines[id, sides]

    def at(self, name: str, side: str) -> ValueColumn | None:
        """Return, for all places, a fact by its name with `at_` before it; None for any other name."""
        return self.place(name.removeprefix(AT), side) if name.startswith(AT) else None

    def step(self, name: str, side: str) -> ValueColumn | None:
        """Return, for all steps, a property of their own or a fact of their ends, by its name; None for an unknown
        name.
        """
        of_end = next((name.removeprefix(prefix) for prefix in ENDS if name.startswith(prefix)), "")
        printed = None if of_end in self.situation.book.ground.facets else self._land.step(name)
        return printed or at_ends(self.terrain, name, lambda of: self.place(of, side))

    def revision(self, name: str, side: str) -> int | None:
        """Return a revision that changes when the fact with this name changes, for places or steps; None for an unknown
        name.
        """
        for prefix in (AT, *ENDS):
            column = self.place(name.removeprefix(prefix), side) if name.startswith(prefix) else None
            if column is not None:
                return column.revision
        return None if self._land.step(name) is None else NEVER

    def survey_places(self, side: str, reader: Reader) -> Survey:
        """Return a survey of all places for expressions with `at_...`.

        `reader` reads the names that places do not have.
        """
        return Survey(lambda name: self.at(name, side), self.terrain.size, reader)

    def survey_steps(self, side: str, reader: Reader) -> Survey:
        """Return a survey of all steps."""
        return Survey(lambda name: self.step(name, side), len(self.terrain.to), reader)

    def behind(self, name: str, node: int, side: str) -> tuple[int, ...]:
        """Return the pieces behind a fact of a place, for example `enemy_air_zone`; none if there are none."""
        book = self.situation.book
        for prefix in (OWN, ENEMY, ""):
            id = name.removeprefix(prefix)
            if not name.startswith(prefix):
                continue
            sides = self._sides(prefix, side) if prefix else (NO_SIDE,)
            if prefix and id.removesuffix(HERE) in book.ground.zones:
                laid = self._zone(id.removesuffix(HERE)).around.items()
                covers = [(piece, each) for piece, each in laid if each.side in sides]
                at_home = id not in book.ground.zones
                return tuple(sorted(p for p, each in covers if node in (each.home if at_home else each.nodes)))
            if id in book.ground.facets and book.ground.facets[id].by_side == bool(prefix):
                here = self.here(node)
                whose = [of for of in sides if of or not prefix]
                return tuple(piece for of in whose for piece in book.ground.facets[id].pieces(here, of))
        return ()

    def zone(self, id: str, side: str) -> Ints:
        """Return, for each node, the number of pieces of a side (`NO_SIDE`: of none) that cover it with a zone.

        Raises KeyError for an unknown zone.
        """
        layer = self._zone(id).counts.get(side)
        return np.zeros(self.terrain.size, np.int64) if layer is None else layer.codes

    def zone_of(self, id: str, piece: int) -> tuple[int, ...]:
        """Return the nodes in a piece's zone; none if it has no zone. Raises KeyError for an unknown zone."""
        return self._zone(id).around.get(piece, _NO_COVER).nodes

    def _sides(self, prefix: str, side: str) -> tuple[str, ...]:
        """Return the sides that a name means: the asking side, or all others together with that of the pieces of no
        side.
        """
        everybody = (*self.situation.sides, NO_SIDE)
        return (side,) if prefix == OWN else tuple(each for each in everybody if each != side)

    def _of_sides(self, id: str, sides: Sequence[str]) -> _Layer:
        """Return the sum of a facet by side, or a zone, over some sides."""
        zones, zone = self.situation.book.ground.zones, id.removesuffix(HERE)
        if zone in zones:
            counts = self._zone(zone).counts if id in zones else self._zone(zone).homes
            layers = [counts[side] for side in sides if side in counts]
        else:
            layers = [self._layer(id, side) for side in sides if side]
        if len(layers) == 1:
            return layers[0]
        key = tuple(layer.revision for layer in layers)
        if key not in self._sums:
            total = sum((layer.codes for layer in layers), np.zeros(self.terrain.size, np.int64))
            self._sums[key] = _Layer(total, None, next(_revisions))
        return self._sums[key]

    def _sums_of_now(self) -> dict[tuple[int, ...], _Layer]:
        """Return the present sums of layers, for the next position."""
        laid = self._zones.values()
        counts = (layer for each in laid for layer in (*each.counts.values(), *each.homes.values()))
        layers = [*self._layers.values(), *counts]
        revisions = {layer.revision for layer in layers}
        return {key: layer for key, layer in self._sums.items() if revisions.issuperset(key)}

    def _layer(self, id: str, side: str) -> _Layer:
        if (id, side) not in self._layers:
            before = self._origin.facets() if self._origin else None
            if self._origin and before:
                layer = self._touched(id, side, before._layer(id, side), self._origin.nodes)
            else:
                layer = self._laid_out(self.situation.book.ground.facets[id], side)
            self._layers[id, side] = layer
        return self._layers[id, side]

    def _laid_out(self, facet: Facet, side: str) -> _Layer:
        """Return a facet at every node. Empty places that are alike are asked once."""
        sort_of, sorts = self.terrain.alike
        words = None if facet.by_side else _FacetValues()
        empty = [_code(words, facet.value(FacetPlace(self.situation, properties, ()), side)) for properties in sorts]
        layer = _Layer(np.array(empty, np.int64)[sort_of], words, next(_revisions))
        for whole in {*self._at, *self._set}:
            for node in (whole, *self.terrain.parts(whole)):
                layer.codes[node] = _code(words, self._value(facet, node, side))
        return layer

    def _value(self, facet: Facet, node: int, side: str) -> Value:
        return facet.value(self.here(node), side)

    # zones

    def _zone(self, id: str) -> _ZoneCover:
        before = self._origin.facets() if self._origin else None
        if id not in self._zones and self._origin and before:
            self._zones[id] = self._relaid(id, before._zone(id), self._origin.pieces)
        elif id not in self._zones:
            zeros = np.zeros(self.terrain.size, np.int64)
            sides = self.situation.sides
            counts, homes = ({side: _Layer(zeros, None, next(_revisions)) for side in sides} for _ in range(2))
            self._zones[id] = self._relaid(id, _ZoneCover(counts, homes, {}), self._node)
        return self._zones[id]

    def _relaid(self, id: str, laid: _ZoneCover, pieces: Iterable[int]) -> _ZoneCover:
        """Return a zone in which the parts of these pieces have been worked out again."""
        zone = self.situation.book.ground.zones[id]
        around = dict(laid.around)
        changes: list[tuple[_Cover, int]] = []
        for piece in sorted(pieces):
            was, now = around.pop(piece, _NO_COVER), self._covered(zone, piece)
            if now.nodes:
                around[piece] = now
            if now != was:
                changes += [(was, -1), (now, 1)]
        counts = self._counted(laid.counts, [(each.side, each.nodes, more) for each, more in changes])
        homes = self._counted(laid.homes, [(each.side, each.home, more) for each, more in changes])
        return _ZoneCover(counts, homes, around)

    def _counted(
        self, counts: Mapping[str, _Layer], changes: Sequence[tuple[str, tuple[int, ...], int]]
    ) -> Mapping[str, _Layer]:
        """Return counts by side with changes applied.

        Each change has a side, some nodes, and the number to add there.
        """
        different: dict[str, dict[int, int]] = {}
        for side, nodes, more in changes:
            by = different.setdefault(side, {})
            for node in nodes:
                by[node] = by.get(node, 0) + more
        found = dict(counts)
        for side, by in different.items():
            layer = found.get(side) or _Layer(np.zeros(self.terrain.size, np.int64), None, next(_revisions))
            if side in found or by:
                found[side] = _with(layer, {node: int(layer.codes[node]) + more for node, more in by.items() if more})
        return found

    def _covered(self, zone: Zone, piece: int) -> _Cover:
        node = self._node.get(piece)
        around = () if node is None else zone.around(self, piece, node)
        if node is None or not around:
            return _NO_COVER
        terrain = self.terrain
        wholes = {terrain.whole[each] for each in around}
        nodes = tuple(sorted(wholes.union(*(terrain.parts(whole) for whole in wholes))))
        whole = terrain.whole[node]
        return _Cover(self.situation.side_of(piece), nodes, (whole, *terrain.parts(whole)))


def _code(words: _FacetValues | None, value: Value) -> int:
    """Return the code of a value in a layer.

    Without words, it is the number itself, or 0 for negative numbers and texts.
    """
    return words.number(value) if words is not None else max(as_number(value) or 0, 0)


def _with(layer: _Layer, different: Mapping[int, int]) -> _Layer:
    """Return the layer with other codes at some nodes; if there are none, return the same layer."""
    if not different:
        return layer
    codes = layer.codes.copy()
    codes[list(different)] = list(different.values())
    return _Layer(codes, layer.words, next(_revisions))
