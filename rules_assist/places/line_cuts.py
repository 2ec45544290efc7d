"""The enemies whose removal opens a supply line again, and the places whose closing cuts lines.

networkx finds them (`rules_assist.map.line_graphs`). Each answer is given only after our own supply search confirms it,
with the enemies taken from the table or with the places closed to lines.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rules_assist.map.line_graphs import cheapest_way, parting, passed_by_all
from rules_assist.map.line_net import LineNet
from rules_assist.movement.ways import name_of
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import NetSupply, Supply
from tabletop.assistance import Where
from tabletop.module.module_words import in_module_words
from tabletop.texts import listed, text

MOST_TRIES: Final = 6
"""The most lines that are tried in turn. For each, the enemies in the way of the earlier ones are taken away."""

MOST_CLOSED: Final = 40
"""The most places that are closed, one at a time, to find the pieces that each of them cuts off."""

MOST_NAMED: Final = 3
"""The most places that are named for a side."""


class Opening(NamedTuple):
    """The enemy pieces that would have to leave for a line to reach a place, and that line, from its source."""

    pieces: tuple[int, ...]
    line: tuple[str, ...]


class CuttingPlace(NamedTuple):
    """A place that every line to some pieces passes. If no line can enter it, these pieces are out of supply."""

    where: Where
    cuts: tuple[int, ...]


class CutSet(NamedTuple):
    """The fewest places found that together cut off some pieces.

    `is_least` is true if it is proved that fewer are not enough: there are as many lines as places, and no two of them
    share a place.
    """

    places: tuple[Where, ...]
    is_least: bool


def opening(situation: Situation, supply: Supply, piece: int, where: Where) -> Opening | None:
    """Return the enemy pieces whose removal would open a line to a piece, as if it stood at this place.

    None if the piece has a line already, or if none was found. The search looks for few enemy pieces, and names none
    that can stay. Raises Unanswerable for a supply without nets of lines.
    """
    node = situation.book.ground.atlas.terrain(where.map).node(where.place)
    lifted: frozenset[int] = frozenset()
    if node is None or _line(situation, supply, piece, where):
        return None
    for _ in range(MOST_TRIES):
        net = _net_of(situation.without(lifted), supply, piece, where, node)
        way = cheapest_way(net, node) if net is not None else None
        if way is None or way.pieces <= lifted:
            return None
        lifted |= way.pieces
        if _line(situation.without(lifted), supply, piece, where):
            return _thinned(situation, supply, piece, where, lifted)
    return None


def _thinned(situation: Situation, supply: Supply, piece: int, where: Where, lifted: frozenset[int]) -> Opening:
    """Return an opening of a line, reduced by the enemy pieces that can stay."""
    for each in sorted(lifted):
        if _line(situation.without(lifted - {each}), supply, piece, where):
            lifted -= {each}
    return Opening(tuple(sorted(lifted)), _line(situation.without(lifted), supply, piece, where))


def _line(situation: Situation, supply: Supply, piece: int, where: Where) -> tuple[str, ...]:
    return supply.lines(situation, piece, where.map).line(where.place) or ()


def cutting_places(situation: Situation, supply: Supply, side: str) -> tuple[CuttingPlace, ...]:
    """Return the places that cut most of a side's supply, the worst first, each with the pieces that it cuts off.

    There are at most `MOST_NAMED`. Sources are left out. So is a place that cuts off only pieces that an earlier place
    cuts off too. Raises Unanswerable for a supply without nets of lines.
    """
    by_map: dict[str, list[LineNet]] = {}
    for net in nets_of(situation, supply, side):
        by_map.setdefault(net.terrain.map, []).append(net)
    found = [place for nets in by_map.values() for place in _worst(nets)]
    found.sort(key=lambda place: -len(place.cuts))
    named: list[CuttingPlace] = []
    for place in found:
        if len(named) < MOST_NAMED and not any(set(place.cuts) <= set(other.cuts) for other in named):
            named.append(place)
    return tuple(named)


def _worst(nets: Sequence[LineNet]) -> list[CuttingPlace]:
    """Return the places of one map that all lines to some pieces pass, each with the pieces that it really cuts off."""
    passed: dict[int, set[int]] = {}
    for net in nets:
        for place, pieces in passed_by_all(net).items():
            passed.setdefault(place, set()).update(pieces)
    worst = sorted(passed, key=lambda place: (-len(passed[place]), place))[:MOST_CLOSED]
    cuts = {place: frozenset[int]().union(*(net.cut_by((place,)) for net in nets)) for place in worst}
    terrain = nets[0].terrain
    return [
        CuttingPlace(Where(terrain.map, terrain.place(place)), tuple(sorted(pieces)))
        for place, pieces in cuts.items()
        if pieces
    ]


def fewest_cuts(situation: Situation, supply: Supply, pieces: Collection[int]) -> CutSet | None:
    """Return the fewest places that together cut off all pieces which are in supply among the given ones.

    None if no places can, because one of the pieces is at a source or next to it, or if none of the pieces is in
    supply. Raises Unanswerable for a supply without nets of lines.
    """
    sides = {situation.side_of(piece) for piece in pieces}
    nets = [
        net for side in sorted(sides) for net in nets_of(situation, supply, side) if not net.served().isdisjoint(pieces)
    ]
    found = [_cutting(net, net.served().intersection(pieces)) for net in nets]
    if not found or None in found:
        return None
    each = [cutting for cutting in found if cutting is not None]
    places = tuple(dict.fromkeys(where for cutting in each for where in cutting.places))
    return CutSet(places, len(each) == 1 and each[0].is_least)


def _cutting(net: LineNet, pieces: frozenset[int]) -> CutSet | None:
    goals = {net.goals[piece] for piece in pieces}
    parted = parting(net, goals)
    if parted is None:
        return None
    places = set(parted.places)
    for place in sorted(parted.places):
        if pieces <= net.cut_by(places - {place}):
            places.discard(place)
    if not places or not pieces <= net.cut_by(places):
        return None
    is_least = len(places) == len(parted.lines) and all(
        any(net.holds_along(line, goal) for goal in goals) for line in parted.lines
    )
    where = tuple(Where(net.terrain.map, net.terrain.place(place)) for place in sorted(places))
    return CutSet(where, is_least)


def nets_of(situation: Situation, supply: Supply, side: str) -> Sequence[LineNet]:
    """Return the nets of a side's supply.

    They are made once for each situation. Raises Unanswerable if the rules give none.
    """
    if not isinstance(supply, NetSupply):
        raise Unanswerable(text("lines-not-told", supply=supply.title))
    return situation.once(("nets", supply.id, side), lambda: tuple(supply.nets(situation, side)), tuple)


def _net_of(situation: Situation, supply: Supply, piece: int, where: Where, node: int) -> LineNet | None:
    """Return the net whose lines supply a piece, as if it stood at a node of this map; None if it needs no supply
    there.
    """
    side = situation.side_of(piece)
    nets = (net for net in nets_of(situation, supply, side) if piece in net.goals and net.terrain.map == where.map)
    net = next(nets, None)
    return net if net is None or net.goals[piece] == node else replace(net, goals={piece: node})


def opens_again(situation: Situation, found: Opening) -> str:
    """Return a sentence about the enemies whose removal opens a line."""
    return text("supply-opens-again", pieces=with_places(situation, found.pieces))


def with_places(situation: Situation, pieces: Collection[int]) -> str:
    """Return the names of pieces, with their places, as a list."""
    where = {piece: situation.where(piece) for piece in pieces}
    maps = situation.book.module.components.maps
    together = [
        text(
            "pieces-at",
            pieces=listed_pieces(situation, pieces),
            place=in_module_words(maps[at.map].title(at.place) or at.place),
        )
        for at, pieces in grouped(where).items()
    ]
    return listed(together)


def grouped(where: Mapping[int, Where | None]) -> Mapping[Where, Sequence[int]]:
    """Return pieces grouped by their places. Pieces without a place are left out."""
    found: dict[Where, list[int]] = {}
    for piece, at in where.items():
        if at is not None:
            found.setdefault(at, []).append(piece)
    return found


def listed_pieces(situation: Situation, pieces: Collection[int]) -> str:
    """Return pieces by their names. Pieces with the same name are counted: "Akagi and 2 × Zero"."""
    counts = Counter(name_of(situation, piece) for piece in pieces)
    return listed([name if times == 1 else f"{times} × {name}" for name, times in counts.items()])
