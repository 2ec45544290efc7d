"""The connected places of a map, found by networkx.

The graphs are made once for a terrain. A divided cell is one place in them.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, cast

from rules_assist.map.terrain import Terrain

if TYPE_CHECKING:
    import networkx as nx


def graph_of(terrain: Terrain, over: Iterable[str]) -> "nx.DiGraph[int]":
    """Return the graph of the places with steps of these sets, in networkx.

    Its nodes are those of `terrain`, without parts of cells, and without places that have no such step.
    """
    import networkx as nx

    sets = frozenset(over)
    if sets not in terrain.graphs:
        steps = terrain.walked(sets).nonzero()[0].tolist()
        terrain.graphs[sets] = nx.DiGraph((terrain.origin[step], terrain.to[step]) for step in steps)
    return terrain.graphs[sets]


def components(terrain: Terrain, over: Iterable[str]) -> list[list[int]]:
    """Return the parts of the map in which steps lead from every place to every other, the largest first."""
    import networkx as nx

    found = [sorted(component) for component in nx.strongly_connected_components(graph_of(terrain, over))]
    return sorted(found, key=lambda component: (-len(component), component))


class Bridge(NamedTuple):
    """The only step between most of a map and the places `behind` it."""

    start: int
    end: int
    behind: tuple[int, ...]


def bridges(terrain: Terrain, over: Iterable[str]) -> list[Bridge]:
    """Return the steps that are the only connection between a part of the map and the rest, in either direction."""
    import networkx as nx

    graph = graph_of(terrain, over).to_undirected()
    found = []
    for start, end in sorted(cast("Iterable[tuple[int, int]]", nx.bridges(graph))):
        graph.remove_edge(start, end)
        near, far = nx.node_connected_component(graph, start), nx.node_connected_component(graph, end)
        graph.add_edge(start, end)
        if len(near) < len(far):
            start, end, far = end, start, near  # noqa: PLW2901 - `start` is on the larger side
        found.append(Bridge(start, end, tuple(sorted(far))))
    return found
