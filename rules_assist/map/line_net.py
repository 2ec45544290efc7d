"""`LineNet`: the supply lines of some pieces as numbers. They can be searched again with some places closed.

Its graphs for networkx are made in `rules_assist.map.line_graphs`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from rules_assist.map.path_search import BLOCKED, UNLIMITED, Flood, MapSteps, entering, flood
from rules_assist.map.terrain import Ints, Terrain

if TYPE_CHECKING:
    import networkx as nx


class BarredStep(NamedTuple):
    """A step that pieces bar: these pieces, and the cost of the step without them, as a price of `MapSteps`."""

    pieces: tuple[int, ...]
    cost: int


def _nobody(_node: int) -> tuple[int, ...]:
    return ()


def _no_step() -> Mapping[int, BarredStep]:
    return {}


def _no_source() -> Mapping[int, tuple[int, ...]]:
    return {}


@dataclass(frozen=True, eq=False)
class LineNet:
    """The lines that begin at the same sources, and the pieces that they may supply.

    `steps` are the steps of `terrain`, at their costs. A line begins at one of the nodes `sources` with a length of
    `reach`. A node in `refills` restores the full length, and `caps` gives the most that is left at a node. `goals` are
    the pieces with the node of each. `stoppers` gives the enemy pieces that make a node stop lines. `barriers` are the
    steps that enemy pieces bar, and `lost` are the sources that enemy pieces hold. These three are needed only to find
    ways to open a line.
    """

    terrain: Terrain
    steps: MapSteps
    sources: frozenset[int]
    reach: int
    caps: Sequence[int]
    refills: Sequence[bool]
    goals: Mapping[int, int]
    stoppers: Callable[[int], tuple[int, ...]] = _nobody
    barriers: Callable[[], Mapping[int, BarredStep]] = _no_step
    lost: Callable[[], Mapping[int, tuple[int, ...]]] = _no_source
    graphs: dict[frozenset[int], "nx.DiGraph[int]"] = field(default_factory=dict)
    """The graphs of this net that `rules_assist.map.line_graphs` has made, by their goals."""

    def left(self, node: int, left: int) -> int:
        """Return the length that a line still has after it has entered a node, if it had the length `left` before."""
        return min(self.reach if self.refills[node] else left, self.caps[node])

    @cached_property
    def starts(self) -> Mapping[int, int]:
        """The length of a line from each source, by node."""
        return {node: self.left(node, self.reach) for node in sorted(self.sources)}

    def ends(self, node: int) -> frozenset[int]:
        """Return the nodes at which a line can supply a piece at this node: the node itself, and its parts."""
        return frozenset((node, *self.terrain.parts(node)))

    def reached(self, closed: Collection[int] = ()) -> Flood:
        """Return the nodes that lines reach, found by `flood`, if no line can enter the `closed` nodes."""
        if not closed:
            return flood(self.steps, self.starts, self._entering)
        shut = self._shut(closed)
        prices = np.where(shut[self.terrain.ends], BLOCKED, self._prices)
        starts = {node: left for node, left in self.starts.items() if not shut[node]}
        return flood(MapSteps(self.steps.graph, prices.tolist()), starts, self._entering)

    def served(self, closed: Collection[int] = ()) -> frozenset[int]:
        """Return the pieces that a line reaches, if no line can enter the `closed` nodes."""
        reached = self.reached(closed)
        return frozenset(piece for piece, node in self.goals.items() if any(end in reached for end in self.ends(node)))

    def cut_by(self, closed: Collection[int]) -> frozenset[int]:
        """Return the supplied pieces that lose supply if no line can enter the `closed` nodes.

        Pieces in these nodes are left out.
        """
        whole = self.terrain.whole
        shut = {whole[node] for node in closed}
        return frozenset(piece for piece in self._served - self.served(closed) if whole[self.goals[piece]] not in shut)

    def holds_along(self, places: Iterable[int], node: int) -> bool:
        """Return whether a line can reach a node through only these places."""
        whole = self.terrain.whole
        kept = {whole[each] for each in (*places, *self.sources, node)}
        reached = self.reached([each for each in range(self.terrain.size) if whole[each] not in kept])
        return any(end in reached for end in self.ends(node))

    def opened(self) -> "LineNet":
        """Return these lines as they would be if no enemy piece were in their way."""
        prices = list(self.steps.prices)
        for step, barred in self.barred.items():
            prices[step] = barred.cost
        caps = [UNLIMITED if self.stopped[node] else cap for node, cap in enumerate(self.caps)]
        return replace(self, steps=MapSteps(self.steps.graph, prices), caps=caps, graphs={})

    @cached_property
    def stopped(self) -> Sequence[tuple[int, ...]]:
        """The enemy pieces that make each node stop lines."""
        return [() if cap >= self.reach else self.stoppers(node) for node, cap in enumerate(self.caps)]

    @cached_property
    def barred(self) -> Mapping[int, BarredStep]:
        """The steps that enemy pieces bar, each with these pieces and its cost without them."""
        return self.barriers()

    def most_left(self) -> Mapping[int, int]:
        """Return the greatest length that a line can still have at each node that lines reach."""
        most = dict(self.starts)
        waiting = sorted((-left, node) for node, left in most.items())
        while waiting:
            used, node = heappop(waiting)
            left = -used
            if most[node] > left:
                continue
            for end, price in self.steps.rows[node] or self.steps.row(node):
                cost, takes_all = price_of(price)
                if cost > left:
                    continue
                there = self.left(end, 0 if takes_all else left - cost)
                if there > most.get(end, _NOTHING):
                    most[end] = there
                    heappush(waiting, (-there, end))
        return most

    def needed(self, goals: Iterable[int]) -> Mapping[int, int]:
        """Return the least length that a line must still have at each node to reach one of these nodes from there."""
        terrain, prices = self.terrain, self.steps.prices
        needed = dict.fromkeys(goals, 0)
        waiting = [(0, node) for node in sorted(needed)]
        while waiting:
            need, node = heappop(waiting)
            if needed[node] < need:
                continue
            for step in terrain.into[node]:
                if prices[step] == BLOCKED:
                    continue
                cost, takes_all = price_of(prices[step])
                is_fresh = takes_all or self.refills[node]
                if need > (self.left(node, 0) if is_fresh else self.caps[node]):
                    continue
                before = cost if is_fresh else cost + need
                start = terrain.origin[step]
                if before <= self.reach and before < needed.get(start, UNLIMITED):
                    needed[start] = before
                    heappush(waiting, (before, start))
        return needed

    def _shut(self, closed: Collection[int]) -> np.ndarray:
        """Return a mask of these places and all their parts."""
        return np.isin(np.array(self.terrain.whole, np.int64), [self.terrain.whole[node] for node in closed])

    @cached_property
    def _entering(self) -> list[int]:
        return entering(self.caps, self.refills, self.reach)

    @cached_property
    def _prices(self) -> Ints:
        return np.array(self.steps.prices, np.int64)

    @cached_property
    def _served(self) -> frozenset[int]:
        return self.served()


_NOTHING: Final = -1


def price_of(price: int) -> tuple[int, bool]:
    """Return the cost of a step from its price in `MapSteps`, and whether the step uses up the rest."""
    return (price, False) if price >= 0 else (BLOCKED - 1 - price, True)
