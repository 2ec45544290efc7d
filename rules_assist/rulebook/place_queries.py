"""The questions about places that every module answers: `reach`, `path`, `distance`, `zone`, `components`, `stacking`.

Answers give places by their names for players. A question names one piece or several under `of`.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules_assist.map.connected_places import components
from rules_assist.map.path_search import BLOCKED, UNLIMITED, Graph, MapSteps, flood
from rules_assist.map.terrain import ADJACENT, Terrain
from rules_assist.movement.ways import name_of
from rules_assist.places.stacking import stack_of
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import OTHERS, Data, Query, RulePart, Unanswerable
from rules_assist.rulebook.place_parts import BackWay, Mode, Reach, StackAmount, WhyNot
from tabletop.assistance import PieceId, PlaceId, RuleNumber, SideId, Where
from tabletop.module.documents.problems import nearest

K = TypeVar("K", bound=RulePart)


class WayToPlace(Struct, frozen=True, omit_defaults=True):
    """The way to a place: its cost, the allowance that is left, the places on it (both ends included), and the number
    of its legs.

    `back` is the way back, if the move needs one.
    """

    cost: int
    left: int
    path: tuple[PlaceId, ...]
    legs: int
    back: BackWay | None = None


class ReachAnswer(Struct, frozen=True):
    """The reach of pieces by a way of moving, and the reasons against places next to it."""

    mode: str
    rule: RuleNumber
    places: Mapping[PlaceId, WayToPlace]
    why_not: Mapping[PlaceId, WhyNot]


class PathAnswer(Struct, frozen=True, omit_defaults=True):
    """The cheapest way to a place, or if it is not `reached`, the reason `why_not`.

    `left` is the allowance that is left at the end, and `legs` is the number of legs. `path` has the places on the way,
    both ends included, and `back` is the way back, if the move needs one.
    """

    mode: str
    rule: RuleNumber
    reached: bool
    cost: int | None = None
    left: int | None = None
    legs: int = 1
    path: tuple[PlaceId, ...] = ()
    back: BackWay | None = None
    why_not: WhyNot | None = None


class DistanceAnswer(Struct, frozen=True):
    """The number of steps between two places, and the places on the way.

    If no steps lead from one to the other, the number is None and there are no places.
    """

    steps: int | None
    path: tuple[PlaceId, ...]


class ComponentsAnswer(Struct, frozen=True):
    """The connected parts of a map, the largest first. In each part, steps lead from every place to every other."""

    components: tuple[tuple[PlaceId, ...], ...]


class ZoneAnswer(Struct, frozen=True):
    """The places in a zone of a side, each with the pieces that exert it."""

    zone: str
    rule: RuleNumber
    side: SideId
    places: Mapping[PlaceId, tuple[PieceId, ...]]


class StackingAnswer(Struct, frozen=True):
    """The amount in a place, by each rule and side."""

    place: PlaceId
    stacks: tuple[StackAmount, ...]


class ReachQuery:
    """`{of: akagi, mode: sea-move, why_not: [Wake]}`: the reach of pieces, and the reasons against these places and
    against those next to the reach.

    The mode may be left out if the piece has only one.
    """

    id = "reach"
    title = "Reach of pieces"
    rule = ""
    takes: ClassVar = {
        "of": "the piece, or pieces that move together",
        "mode": "the way of moving; the only one that they have, if left out",
        "why_not": "more places for which the answer gives the reason that they are not reached",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> ReachAnswer:
        """Return the reached places, and the reasons against others."""
        pieces = pieces_in(situation, given)
        mode = mode_of(situation, pieces, given)
        reach = mode.reach(situation, pieces)
        terrain = situation.book.ground.atlas.terrain(reach.map)
        asked = [place_in(terrain, name) for name in _several(given.get("why_not", ()))]
        unreached = {place: reach.why_not(place) for place in (*asked, *reach.beside())}
        return ReachAnswer(
            mode=mode.id,
            rule=mode.rule,
            places={titled(terrain, place): _reached(terrain, reach, place) for place in reach.places},
            why_not={titled(terrain, place): why for place, why in unreached.items() if why is not None},
        )


class PathQuery:
    """`{of: akagi, to: Wake, mode: sea-move}`: the cheapest way to a place, or the reason that there is none."""

    id = "path"
    title = "Way to a place"
    rule = ""
    takes: ClassVar = {
        "of": "the piece, or pieces that move together",
        "to": "the place to get to",
        "mode": "the way of moving; the only one that they have, if left out",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> PathAnswer:
        """Return the way, or the reason that there is none."""
        pieces = pieces_in(situation, given)
        mode = mode_of(situation, pieces, given)
        reach = mode.reach(situation, pieces)
        terrain = situation.book.ground.atlas.terrain(reach.map)
        place = place_in(terrain, given.get("to"))
        if place not in reach.places:
            return PathAnswer(mode.id, mode.rule, reached=False, why_not=reach.why_not(place))
        found = _reached(terrain, reach, place)
        return PathAnswer(mode.id, mode.rule, True, found.cost, found.left, found.legs, found.path, found.back)


class DistanceQuery:
    """`{from: Wake, to: Midway, over: [adjacent, entries]}`: the number of steps between two places; without `over`,
    from neighbour to neighbour.

    `from` may be a piece; `map` names the map if several maps have places of these names.
    """

    id = "distance"
    title = "Distance of places"
    rule = ""
    takes: ClassVar = {
        "from": "a place or piece",
        "to": "a place",
        "over": "the sorts of steps that count: adjacent, entries, a link of the map; adjacent, if left out",
        "map": "the map, if several maps have places of these names",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> DistanceAnswer:
        """Return the number of steps, and the way."""
        start = where_in(situation, given.get("from"), given.get("map"))
        terrain = situation.book.ground.atlas.terrain(start.map)
        first, last = node_in(terrain, start.place), node_in(terrain, given.get("to"))
        walked = terrain.walked([str(each) for each in _several(given.get("over", ADJACENT))])
        steps = MapSteps(Graph(terrain.first, terrain.to), [1 if each else BLOCKED for each in walked.tolist()])
        found = flood(steps, {first: UNLIMITED})
        if last not in found:
            return DistanceAnswer(None, ())
        return DistanceAnswer(found.cost(last), tuple(terrain.titles[node] for node in found.path(last)))


class ComponentsQuery:
    """`{over: [road]}`: the parts of a map that are connected by roads; without `over`, by any step.

    `at` asks for the part of only one place or piece. `map` names the map, if it is not the first.
    """

    id = "components"
    title = "Connected places"
    rule = ""
    takes: ClassVar = {
        "over": "the sorts of steps that count: adjacent, entries, a link of the map; all, if left out",
        "at": "the place or piece whose part is asked for; all parts, if left out",
        "map": "the map; the first, if left out",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> ComponentsAnswer:
        """Return the parts. A place without such a step is in none of them."""
        at = where_in(situation, given["at"], given.get("map")) if "at" in given else None
        terrain = situation.book.ground.atlas.terrain(at.map if at else map_in(situation, given.get("map")))
        over = frozenset(str(each) for each in _several(given.get("over", ())))
        node = node_in(terrain, at.place) if at else None
        return ComponentsAnswer(
            tuple(
                tuple(terrain.titles[each] for each in component)
                for component in components(terrain, over or terrain.sets_of_steps)
                if node is None or node in component
            )
        )


class ZoneQuery:
    """`{zone: air_zone, side: JP}`: the places in a zone of a side, on the first map or another `map`.

    The parts of a divided cell are named only if the cell as a whole is not in the zone.
    """

    id = "zone"
    title = "Places in a zone"
    rule = ""
    takes: ClassVar = {
        "zone": "the zone; the only one, if left out",
        "side": "the side whose zone it is; the side that asks, if left out",
        "map": "the map; the first, if left out",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> ZoneAnswer:
        """Return the places, each with the pieces that exert the zone there."""
        zone = one_of(situation.book.ground.zones, given.get("zone"), "zone")
        side = side_in(situation, given.get("side"))
        facets = situation.facets(map_in(situation, given.get("map")))
        terrain = facets.terrain
        covered = set(facets.zone(zone.id, side).nonzero()[0].tolist())
        nodes = sorted(node for node in covered if terrain.whole[node] == node or terrain.whole[node] not in covered)
        return ZoneAnswer(
            zone.id,
            zone.rule,
            side,
            {terrain.titles[node]: facets.behind(f"own_{zone.id}", node, side) for node in nodes},
        )


class StackingQuery:
    """`{at: Wake}`: the amount in a place, by each rule and side."""

    id = "stacking"
    title = "Stacks in a place"
    rule = ""
    takes: ClassVar = {"at": "the place", "map": "the map, if several maps have a place of this name"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> StackingAnswer:
        """Return the stacks in the place, by each rule and side. Raises `Unanswerable` for an unknown place."""
        where = where_in(situation, given.get("at"), given.get("map"))
        terrain = situation.book.ground.atlas.terrain(where.map)
        return StackingAnswer(titled(terrain, where.place), stack_of(situation, where))


GROUND_QUERIES: Final[tuple[Query, ...]] = (
    ReachQuery(),
    PathQuery(),
    DistanceQuery(),
    ZoneQuery(),
    ComponentsQuery(),
    StackingQuery(),
)


def _reached(terrain: Terrain, reach: Reach, place: str) -> WayToPlace:
    path = tuple(titled(terrain, each) for each in reach.path(place))
    return WayToPlace(reach.cost(place), reach.left(place), path, reach.legs(place), _back(terrain, reach, place))


def _back(terrain: Terrain, reach: Reach, place: str) -> BackWay | None:
    back = reach.back(place)
    return None if back is None else replace(back, path=tuple(titled(terrain, each) for each in back.path))


# --- the things that a question names ---


def ask(query: Query, situation: Situation, given: Mapping[str, Data]) -> Struct:
    """Return the answer to a question. Raises `Unanswerable` for a word that the question does not know, and if it
    has no answer.
    """
    for word in given:
        if word not in query.takes and OTHERS not in query.takes:
            near = nearest(word, query.takes)
            hint = f"; did you mean '{near}'?" if near else f", only {', '.join(query.takes) or 'no word'}."
            raise Unanswerable(f"'{word}' is not a word of '{query.id}'{hint}")
    return query.answer(situation, given)


def pieces_in(situation: Situation, given: Mapping[str, Data]) -> tuple[int, ...]:
    """Return the pieces that a question names under `of`. Raises `Unanswerable` if none is named, or one that this
    side does not see.
    """
    found = []
    for said in _several(given.get("of")):
        if not isinstance(said, int) or said not in situation.game.pieces:
            raise Unanswerable(f"There is no piece '{said}' that this side sees.")
        found.append(said)
    if not found:
        raise Unanswerable("Say under 'of' which piece is meant.")
    return tuple(found)


def mode_of(situation: Situation, pieces: Sequence[int], given: Mapping[str, Data]) -> Mode:
    """Return the way of moving that a question names, or the only one that all these pieces have.

    Raises `Unanswerable` if the named one is unknown, or if none is named and the pieces have none or several in
    common.
    """
    modes = situation.book.ground.modes
    if "mode" in given:
        return one_of(modes, given["mode"], "way of moving")
    fitting = [mode for mode in modes.values() if all(mode.applies(situation, piece) for piece in pieces)]
    if len(fitting) != 1:
        names = ", ".join(mode.id for mode in fitting) or "none"
        raise Unanswerable(f"Say under 'mode' how {name_of(situation, pieces[0])} moves: {names}.")
    return fitting[0]


def one_of(parts: Mapping[str, K], said: Data, what: str) -> K:
    """Return the part of the rules with that id. If no id is given, return the only part.

    Raises `Unanswerable` for an unknown id, and for no id where there are none or several parts.
    """
    if said is None and len(parts) == 1:
        return next(iter(parts.values()))
    if isinstance(said, str) and said in parts:
        return parts[said]
    named = ", ".join(parts) or "none"
    raise Unanswerable(f"There is no {what} '{said}'; there are: {named}.")


def side_in(situation: Situation, said: Data) -> str:
    """Return the side that a question names; by default the one that asks. Raises `Unanswerable` if that is not a
    side of the game.
    """
    side = situation.side if said is None else said
    if isinstance(side, str) and side in situation.sides:
        return side
    raise Unanswerable(f"There is no side '{side}'; there are: {', '.join(situation.sides)}.")


def map_in(situation: Situation, said: Data) -> str:
    """Return the map that a question names; by default the first. Raises `Unanswerable` for an unknown map."""
    maps = situation.book.ground.atlas.maps
    if said is None:
        return maps[0]
    if isinstance(said, str) and said in maps:
        return said
    raise Unanswerable(f"There is no map '{said}'; there are: {', '.join(maps)}.")


def where_in(situation: Situation, said: Data, map: Data = None) -> Where:
    """Return the place that a question names, by its name or as the place of a piece.

    Raises `Unanswerable` for an unknown place or map, and for a piece on no map.
    """
    if isinstance(said, Where):
        return said
    if isinstance(said, int) and said in situation.game.pieces:
        where = situation.stands(said)
        if where is None:
            raise Unanswerable(f"{name_of(situation, said)} is not on a map.")
        return where
    atlas = situation.book.ground.atlas
    for id in atlas.maps if map is None else (map_in(situation, map),):
        terrain = atlas.terrain(id)
        node = terrain.node(str(said))
        if node is not None:
            return Where(id, terrain.names[node])
    raise Unanswerable(f"There is no place '{said}'.")


def node_in(terrain: Terrain, said: Data) -> int:
    """Return the node of a place that a question names. Raises `Unanswerable` if the map has no such place."""
    node = terrain.node(str(said))
    if node is None:
        near = nearest(str(said), terrain.numbers)
        hint = f"; did you mean '{near}'?" if near else ""
        raise Unanswerable(f"There is no place '{said}' on this map{hint}.")
    return node


def place_in(terrain: Terrain, said: Data) -> str:
    """Return the own name of a place that a question names. Raises `Unanswerable` if the map has no such place."""
    return terrain.names[node_in(terrain, said)]


def titled(terrain: Terrain, place: str) -> str:
    """Return the title of a place."""
    return terrain.titles[terrain.numbers[place]]


def _several(said: Data) -> Sequence[Data]:
    """Return a value as a list. The value may be one thing or several; None gives an empty list."""
    if isinstance(said, str) or not isinstance(said, Sequence):
        return () if said is None else (said,)
    return said
