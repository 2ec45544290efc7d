"""The fast searches compared with plain networkx, on random graphs; and the costs and remainders of the ways found."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_assist.map.path_search import (
    BLOCKED,
    UNLIMITED,
    CostBound,
    Flood,
    Graph,
    MapSteps,
    TooLarge,
    distance,
    entering,
    flood,
    played,
    search,
)
from rules_assist.workshop import networkx_search


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Return a graph of a few nodes, each with a few steps, including loops and double edges."""
    size = draw(st.integers(1, 12))
    rows = draw(st.lists(st.lists(st.integers(0, size - 1), max_size=4), min_size=size, max_size=size))
    first = [0]
    for row in rows:
        first.append(first[-1] + len(row))
    return Graph(first, [end for row in rows for end in row])


PRICES = st.sampled_from([BLOCKED, 0, 1, 1, 1, 2, 3, BLOCKED - 1, BLOCKED - 3])
CAPS = st.sampled_from([UNLIMITED, UNLIMITED, UNLIMITED, 0, 1, 2])


@st.composite
def questions(draw: st.DrawFn) -> tuple[MapSteps, dict[int, int], list[int] | None, bool]:
    graph = draw(graphs())
    size = len(graph.first) - 1
    prices = draw(st.lists(PRICES, min_size=len(graph.to), max_size=len(graph.to)))
    starts = draw(st.dictionaries(st.integers(0, size - 1), st.integers(0, 8), max_size=3))
    caps = draw(st.lists(CAPS, min_size=size, max_size=size))
    refills = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    held = draw(st.sampled_from([None, entering(caps, [False] * size, 5), entering(caps, refills, 5)]))
    return MapSteps(graph, prices), starts, held, draw(st.booleans())


def found(reached: Flood) -> dict[int, tuple[int, int]]:
    return {node: (reached.cost(node), reached.left(node)) for node in reached.nodes}


@given(questions())
def test_a_flood_reaches_what_plain_networkx_reaches_at_the_same_cost_and_with_as_much_left(question):
    steps, starts, held, first_step = question
    reached = flood(steps, starts, held, first_step=first_step)
    assert found(reached) == networkx_search.flooded(steps, starts, held, first_step=first_step)


@given(questions())
def test_every_way_can_be_walked_for_what_it_costs(question):
    steps, starts, held, first_step = question
    reached = flood(steps, starts, held, first_step=first_step)
    for node in reached.nodes:
        way = reached.path(node)
        assert way[0] in starts
        assert way[-1] == node
        assert (reached.cost(node), reached.left(node)) in walked(steps, way, starts[way[0]], held, first_step)


@given(graphs(), st.data())
def test_a_distance_is_found_from_both_ends_as_from_one(graph, data):
    size = len(graph.first) - 1
    prices = data.draw(st.lists(st.integers(-1, 4), min_size=len(graph.to), max_size=len(graph.to)))
    starts = data.draw(st.sets(st.integers(0, size - 1), max_size=3))
    goal = data.draw(st.integers(0, size - 1))
    origins = [node for node in range(size) for _ in range(graph.first[node], graph.first[node + 1])]
    order = sorted(range(len(graph.to)), key=lambda step: graph.to[step])
    first = [sum(end < node for end in graph.to) for node in range(size + 1)]
    behind = MapSteps(Graph(first, [origins[step] for step in order]), [prices[step] for step in order])
    reached = flood(MapSteps(graph, prices), dict.fromkeys(starts, UNLIMITED))
    expected = reached.cost(goal) if goal in reached else None
    ahead = MapSteps(graph, prices)
    assert distance(ahead, behind, starts, goal) == (None if expected is None else CostBound(expected))
    given_up = distance(ahead, behind, starts, goal, enough=data.draw(st.integers(0, 6)), most=0)
    if given_up is not None and not given_up.exact:
        assert expected is None or given_up.cost <= expected
    else:
        assert given_up == (None if expected is None else CostBound(expected))


def walked(steps, way, left, held, first_step) -> set[tuple[int, int]]:
    """Return the possible costs and remainders of a way: there may be several steps between two nodes."""
    states = {(0, left)}
    for number, (start, end) in enumerate(pairwise(way)):
        after = set()
        for cost, rest in states:
            for to, price in steps.row(start):
                real = price if price >= 0 else BLOCKED - 1 - price
                if to == end and (real <= rest or (first_step and number == 0)):
                    new = max(rest - real, 0) if price >= 0 else 0
                    cap = UNLIMITED if held is None else held[end]
                    after.add((cost + real, min(new, cap) if cap >= 0 else -1 - cap))
        states = after
    return states


@given(graphs(), st.data())
def test_without_stops_a_flood_is_dijkstras_search(graph, data):
    size = len(graph.first) - 1
    prices = data.draw(st.lists(st.integers(-1, 4), min_size=len(graph.to), max_size=len(graph.to)))
    limit = data.draw(st.integers(0, 10))
    edges = nx.DiGraph()
    edges.add_nodes_from(range(size))
    for start in range(size):
        for step in range(graph.first[start], graph.first[start + 1]):
            end, price = graph.to[step], prices[step]
            if price >= 0 and price <= edges.get_edge_data(start, end, {"cost": 99})["cost"]:
                edges.add_edge(start, end, cost=price)
    reached = flood(MapSteps(graph, prices), {0: limit})
    costs = nx.single_source_dijkstra_path_length(edges, 0, cutoff=limit, weight="cost")
    assert {node: reached.cost(node) for node in reached.nodes} == costs


@given(graphs(), st.integers(0, 11))
def test_a_search_over_states_finds_the_cheapest_way(graph, goal):
    def expand(node: int) -> list[tuple[int, int]]:
        return [(graph.to[step], step % 3) for step in range(graph.first[node], graph.first[node + 1])]

    found_one, ways = search([0], expand, lambda node: node == goal)
    _, everything = search([0], expand)
    costs = {node: way.cost for node, way in everything.items()}
    edges = nx.DiGraph()
    edges.add_node(0)
    for node in range(len(graph.first) - 1):
        for end, price in expand(node):
            if price <= edges.get_edge_data(node, end, {"cost": 99})["cost"]:
                edges.add_edge(node, end, cost=price)
    assert costs == nx.single_source_dijkstra_path_length(edges, 0, weight="cost")
    assert (found_one is None) == (goal not in costs)
    if found_one is not None:
        assert found_one.cost == costs[goal] == ways[goal].cost
        assert found_one.states[0] == 0
        assert found_one.states[-1] == goal


def test_a_dearer_way_is_kept_that_leaves_more():
    """A way leads from 0 to 3 through 1, where only one point is left, or through 2, which costs more. Only the second
    way has a point left for the step from 3 to 4.
    """
    graph = Graph([0, 2, 3, 4, 5, 6, 6], [1, 2, 3, 3, 4, 5])
    steps = MapSteps(graph, [1, 2, 1, 1, 1, 1])
    reached = flood(steps, {0: 6}, [UNLIMITED, 1, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED])
    assert (reached.cost(3), reached.path(3)) == (2, (0, 1, 3))
    assert (reached.cost(4), reached.path(4)) == (4, (0, 2, 3, 4))


def test_a_search_without_end_is_given_up():
    with pytest.raises(TooLarge, match="200,000 states"):
        search([0], lambda state: [(state + 1, 1)])


def test_a_tactical_move_comes_to_all_that_its_actions_lead_to():
    """A fighter that faces north has 3 points. A step ahead costs 1, a quarter turn 2. It moves before it turns."""

    def legal(state: tuple[int, int, str, int]) -> dict[str, tuple[int, int, str, int]]:
        x, y, heading, left = state
        dx, dy = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}[heading]
        found = {}
        if left >= 1:
            found["ahead"] = (x + dx, y + dy, heading, left - 1)
        if left >= 2 and (x, y) != (0, 0):
            found["left"] = (x, y, "nwse"["nwse".index(heading) - 3], left - 2)
            found["right"] = (x, y, "nesw"["nesw".index(heading) - 3], left - 2)
        return found

    assert played((0, 0, "n", 3), legal) == {
        (0, 0, "n", 3): (),
        (0, 1, "n", 2): ("ahead",),
        (0, 2, "n", 1): ("ahead", "ahead"),
        (0, 1, "w", 0): ("ahead", "left"),
        (0, 1, "e", 0): ("ahead", "right"),
        (0, 3, "n", 0): ("ahead", "ahead", "ahead"),
    }


@given(graphs())
def test_a_tactical_move_takes_as_few_actions_as_a_search_in_which_each_costs_one(graph):
    def legal(node: int) -> dict[str, int]:
        return {str(step): graph.to[step] for step in range(graph.first[node], graph.first[node + 1])}

    _, ways = search([0], lambda node: [(after, 1) for after in legal(node).values()])
    assert {node: len(actions) for node, actions in played(0, legal).items()} == {n: w.cost for n, w in ways.items()}


def test_a_tactical_move_without_end_is_given_up():
    with pytest.raises(TooLarge, match="200,000 states"):
        played(0, lambda state: {"on": state + 1})
