"""Questions to networkx about supply lines: the places that all of them pass, the fewest places that cut them, and the
pieces whose removal opens one.

The graphs are made once from a `LineNet`, which belongs to one position. A path through places is not always a line:
lines have a length, and the parts of a divided cell are one place here. So our own search (`LineNet.reached`) checks
every answer before it is given.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from rules_assist.map.line_net import LineNet, price_of
from rules_assist.map.path_search import BLOCKED

if TYPE_CHECKING:
    import networkx as nx

START: Final = -1
"""The node of a graph from which edges lead to all sources."""

END: Final = -2
"""The node of a graph to which edges lead from all goals."""

_LIFT: Final = 1 << 20
"""The price of a piece in the way. It is more than the length of any line."""

_State: TypeAlias = tuple[int, int]
"""A node, and the length that a line still has there."""


def line_graph(net: LineNet, goals: Collection[int]) -> "nx.DiGraph[int]":
    """Return the graph of the places on lines to these nodes, with an edge for each step that such a line can take.

    `START` leads to the sources. The graph is made once for a net and its goals.
    """
    import networkx as nx

    key = frozenset(goals)
    if key not in net.graphs:
        net.graphs[key] = nx.DiGraph(_edges(net, key))
    return net.graphs[key]


def _edges(net: LineNet, goals: Iterable[int]) -> Iterator[tuple[int, int]]:
    whole = net.terrain.whole
    most, needed = net.most_left(), net.needed(end for goal in goals for end in net.ends(goal))
    for node, left in net.starts.items():
        if needed.get(node, left + 1) <= left:
            yield START, whole[node]
    for node, left in most.items():
        for end, price in net.steps.rows[node] or net.steps.row(node):
            cost, takes_all = price_of(price)
            if cost <= left and end in needed and whole[end] != whole[node]:
                there = net.left(end, 0 if takes_all else left - cost)
                if there >= needed[end]:
                    yield whole[node], whole[end]


def passed_by_all(net: LineNet) -> Mapping[int, frozenset[int]]:
    """Return the places that every line to some piece passes, each with all the pieces for which this is so.

    In the graph, these places are the dominators of the places of the pieces. Sources, and for each piece its own
    place, are left out.
    """
    import networkx as nx

    whole = net.terrain.whole
    graph = line_graph(net, frozenset(net.goals.values()))
    if START not in graph:
        return {}
    above = nx.immediate_dominators(graph, START)
    sources = {whole[node] for node in net.sources}
    found: dict[int, set[int]] = {}
    for piece, node in net.goals.items():
        place = above.get(whole[node])
        while place is not None and place != START:
            if place not in sources:
                found.setdefault(place, set()).add(piece)
            place = above.get(place)
    return {place: frozenset(pieces) for place, pieces in found.items()}


class Separation(NamedTuple):
    """The fewest places that separate nodes from all sources.

    `lines` are as many paths from a source, no two of which share a place: so fewer places are not enough.
    """

    places: frozenset[int]
    lines: tuple[tuple[int, ...], ...]


def parting(net: LineNet, goals: Collection[int]) -> Separation | None:
    """Return the fewest places that separate these nodes from the sources: a minimum vertex cut.

    None if there are no such places, because a node is a source or is next to one, or because no line reaches the
    nodes.
    """
    import networkx as nx

    whole = net.terrain.whole
    ends, sources = {whole[node] for node in goals}, {whole[node] for node in net.sources}
    merged = {**dict.fromkeys(ends, END), **dict.fromkeys(sources, START)}
    graph = nx.relabel_nodes(line_graph(net, goals), merged)
    if ends & sources or START not in graph or END not in graph or graph.has_edge(START, END):
        return None
    graph.remove_edges_from([*graph.in_edges(START), *graph.out_edges(END)])
    places = frozenset(nx.minimum_node_cut(graph, START, END))
    if not places:
        return None
    lines = tuple(tuple(path[1:-1]) for path in nx.node_disjoint_paths(graph, START, END))
    return Separation(places, lines)


class Way(NamedTuple):
    """A line that could be opened: its nodes, and the pieces in its way."""

    nodes: tuple[int, ...]
    pieces: frozenset[int]


def cheapest_way(net: LineNet, goal: int) -> Way | None:
    """Return the line to a node that would have the fewest pieces in its way, and of these the shortest. None if there
    is none.

    A piece that is in the way at several places counts each time.
    """
    import networkx as nx

    graph = _states(net, goal)
    if START not in graph or END not in graph:
        return None
    try:
        way: list[_State | int] = nx.dijkstra_path(graph, START, END, weight="price")
    except nx.NetworkXNoPath:
        return None
    pieces = {piece for step in pairwise(way) for piece in graph.edges[step]["pieces"]}
    return Way(tuple(state[0] for state in way if isinstance(state, tuple)), frozenset(pieces))


def _states(net: LineNet, goal: int) -> "nx.DiGraph[_State | int]":
    """Return the graph of the states of lines to a node, as if no enemy were in the way.

    Each edge holds the enemies that block its step. States from which a line does not reach the node are left out.
    """
    import networkx as nx

    opened, ends = net.opened(), net.ends(goal)
    needed = opened.needed(ends)
    graph: nx.DiGraph[_State | int] = nx.DiGraph()

    def enter(node: int, left: int, cost: int, over: tuple[int, ...], before: _State | int) -> list[_State]:
        """Add edges for the steps into a node, with and without the enemies there, and return the new states."""
        new = []
        for after, there in {opened.left(node, left): net.stopped[node], net.left(node, left): ()}.items():
            pieces = frozenset((*over, *there))
            state, price = (node, after), _LIFT * len(pieces) + cost
            if after < needed.get(node, after + 1):
                continue
            if state not in graph:
                new.append(state)
            if price < graph.get_edge_data(before, state, {"price": price + 1})["price"]:
                graph.add_edge(before, state, price=price, pieces=pieces)
        return new

    sources = {**net.lost(), **dict.fromkeys(net.sources, ())}
    waiting = [state for node in sorted(sources) for state in enter(node, net.reach, 0, sources[node], START)]
    for state in waiting:  # grows during the loop
        node, left = state
        if node in ends:
            graph.add_edge(state, END, price=0, pieces=frozenset())
        for step in net.terrain.steps(node):
            barred = net.barred.get(step)
            price = net.steps.prices[step] if barred is None else barred.cost
            cost, takes_all = price_of(price)
            if price != BLOCKED and cost <= left:
                over = () if barred is None else barred.pieces
                waiting += enter(net.terrain.to[step], 0 if takes_all else left - cost, cost, over, state)
    return graph
