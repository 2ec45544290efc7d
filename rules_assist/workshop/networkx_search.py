"""The searches of `rules_assist.map.path_search` in plain networkx.

They are a model for tests, and for comparing speed.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

from rules_assist.map.path_search import BLOCKED, UNLIMITED, MapSteps
from rules_assist.map.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Callable

State: TypeAlias = tuple[int, int, bool]
"""A node, the allowance left there, and a flag for the start of the way."""

Price: TypeAlias = "Callable[[int, int, dict[str, int]], int | None]"
"""A function that returns the cost of an edge, in the form that networkx asks for. None hides the edge."""


def flooded(
    steps: MapSteps, starts: Mapping[int, int], entering: Sequence[int] | None = None, *, first_step: bool = False
) -> dict[int, tuple[int, int]]:
    """Return, for each node that can be reached, the least cost, and the most allowance left at that cost.

    Dijkstra's search runs on a graph whose nodes are the states: a node of the map with the allowance left there.
    """
    states: nx.DiGraph[State] = nx.DiGraph()
    begun = [(node, left, True) for node, left in starts.items()]
    states.add_nodes_from(begun)
    waiting = list(begun)
    for state in waiting:  # grows during the loop
        node, left, begins = state
        for end, written in steps.row(node):
            price = written if written >= 0 else BLOCKED - 1 - written
            if price > left and not (begins and first_step):
                continue
            rest = max(left - price, 0) if written >= 0 else 0
            after = (end, _held(rest, entering, end), False)
            if after not in states:
                waiting.append(after)
            if not states.has_edge(state, after) or states.edges[state, after]["cost"] > price:
                states.add_edge(state, after, cost=price)
    found: dict[int, tuple[int, int]] = {}
    for start in begun:
        for (node, left, _), cost in nx.single_source_dijkstra_path_length(states, start, weight="cost").items():
            known = found.get(node)
            if known is None or (cost, -left) < (known[0], -known[1]):
                found[node] = (int(cost), left)
    return found


def _held(left: int, entering: Sequence[int] | None, node: int) -> int:
    """Return the allowance left after entering a node. A number in `entering` caps the allowance; a negative number
    -1 - n sets it to n instead.
    """
    held = UNLIMITED if entering is None else entering[node]
    return -1 - held if held < 0 else min(held, left)


def reached(terrain: Terrain, price: Price, starts: set[int], cutoff: int) -> dict[int, float]:
    """Return the least cost of each node that can be reached within a cutoff, by the steps' prices alone."""
    found: dict[int, float] = nx.multi_source_dijkstra_path_length(terrain.graph, starts, cutoff=cutoff, weight=price)
    return found
