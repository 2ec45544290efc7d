"""Supply lines as graphs of networkx, compared with trying every set of places, on random maps."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_assist.map.line_graphs import cheapest_way, parting, passed_by_all
from rules_assist.map.line_net import LineNet
from rules_assist.map.path_search import BLOCKED, UNLIMITED, Graph, MapSteps
from rules_assist.map.terrain import Terrain
from rules_assist.workshop.networkx_search import flooded

LONG = 1000


def terrain_of(edges: list[list[int]]) -> Terrain:
    """Return a terrain with numbers as places, each with steps to the given ones."""
    names = tuple(map(str, range(len(edges))))
    first = [0]
    for ends in edges:
        first.append(first[-1] + len(ends))
    steps = [(start, end) for start, ends in enumerate(edges) for end in ends]
    return Terrain(
        map="map",
        names=names,
        titles=names,
        properties=({},) * len(edges),
        whole=tuple(range(len(edges))),
        first=tuple(first),
        origin=tuple(start for start, _ in steps),
        to=tuple(end for _, end in steps),
        sets=(frozenset({"adjacent"}),) * len(steps),
        ways=({},) * len(steps),
        numbers={name: node for node, name in enumerate(names)},
    )


def net_of(edges: list[list[int]], sources: set[int], goals: dict[int, int], reach: int = LONG, **more) -> LineNet:
    """Return a net with steps that cost 1 each by default."""
    terrain = terrain_of(edges)
    size, prices = len(edges), more.pop("prices", [1] * len(terrain.to))
    steps = MapSteps(Graph(terrain.first, terrain.to), prices)
    whole = {"caps": [UNLIMITED] * size, "refills": [False] * size, **more}
    return LineNet(terrain, steps, frozenset(sources), reach, goals=goals, **whole)


@st.composite
def nets(draw: st.DrawFn, *, short: bool) -> LineNet:
    """Draw a net of lines over a few places; in `short` ones, lines have a greatest length, stops and bases."""
    size = draw(st.integers(2, 7))
    node = st.integers(0, size - 1)
    edges = [
        sorted(ends - {start}) for start, ends in enumerate(draw(st.lists(st.sets(node), min_size=size, max_size=size)))
    ]
    sources, goals = draw(st.sets(node, min_size=1, max_size=2)), draw(st.lists(node, min_size=1, max_size=3))
    more: dict[str, object] = {}
    if short:
        count = sum(map(len, edges))
        more["prices"] = draw(
            st.lists(st.sampled_from([0, 1, 1, 2, BLOCKED, BLOCKED - 2]), min_size=count, max_size=count)
        )
        more["caps"] = draw(st.lists(st.sampled_from([UNLIMITED, UNLIMITED, 0, 1]), min_size=size, max_size=size))
        more["refills"] = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    reach = draw(st.integers(1, 4)) if short else LONG
    return net_of(edges, sources, dict(enumerate(goals, 100)), reach, **more)


def sets_of_places(net: LineNet, goals: set[int]) -> Iterator[tuple[int, ...]]:
    """Yield every set of places that are neither sources nor goals, the smallest first."""
    free = [node for node in range(net.terrain.size) if node not in net.sources | goals]
    for size in range(len(free) + 1):
        yield from combinations(free, size)


@given(st.booleans().flatmap(lambda short: nets(short=short)))
def test_a_net_reaches_what_networkx_reaches_and_knows_the_most_that_is_left(net):
    held = [
        net.left(node, UNLIMITED) if not refills else -1 - net.left(node, 0) for node, refills in enumerate(net.refills)
    ]
    plain = flooded(net.steps, net.starts, held)
    assert set(net.reached().nodes) == set(plain) == set(net.most_left())
    assert all(net.most_left()[node] >= left for node, (_, left) in plain.items())


@given(nets(short=True))
def test_where_a_line_has_as_much_left_as_it_needs_it_gets_there(net):
    goal = net.goals[100]
    needed = net.needed({goal})
    for node in range(net.terrain.size):
        for left in range(net.reach + 1):
            alone = replace(net, sources=frozenset(), graphs={})
            alone.__dict__["starts"] = {node: left}
            assert (goal in alone.reached()) == (needed.get(node, left + 1) <= left), (node, left)


@given(nets(short=False))
def test_what_all_lines_pass_is_what_cuts_them_when_it_is_closed(net):
    passed = passed_by_all(net)
    for node in range(net.terrain.size):
        if node not in net.sources:
            assert passed.get(node, frozenset()) == net.cut_by([node])


@given(nets(short=True))
def test_lines_with_a_length_are_cut_by_all_places_that_are_named(net):
    for place, pieces in passed_by_all(net).items():
        assert pieces & net.served() <= net.cut_by([place])


@given(nets(short=False))
def test_the_fewest_places_are_as_few_as_any_that_cut(net):
    goals = {node for piece, node in net.goals.items() if piece in net.served()}
    pieces = {piece for piece, node in net.goals.items() if node in goals}
    cutting = next((set(places) for places in sets_of_places(net, goals) if pieces <= net.cut_by(places)), None)
    found = parting(net, goals)
    if not pieces or cutting is None:
        assert found is None
        return
    assert found is not None
    assert len(found.places) == len(cutting) == len(found.lines)
    assert pieces <= net.cut_by(found.places)
    assert not any(set(one) & set(other) for one, other in combinations(found.lines, 2))


@given(nets(short=True))
def test_lines_with_a_length_are_cut_by_the_places_that_part_the_graph(net):
    goals = {node for piece, node in net.goals.items() if piece in net.served()}
    found = parting(net, goals)
    if found is not None:
        assert {piece for piece, node in net.goals.items() if node in goals} <= net.cut_by(found.places)


@given(nets(short=True))
def test_the_cheapest_way_has_as_few_enemies_in_it_as_must_go(net):
    """There is an enemy at each place that stops lines. As many are removed as in the smallest set that opens a
    line.
    """
    goal, stops = net.goals[100], [node for node, cap in enumerate(net.caps) if cap < net.reach]
    stopped = replace(net, stoppers=lambda node: (node,), graphs={})

    def without(enemies: tuple[int, ...]) -> LineNet:
        caps = [UNLIMITED if node in enemies else cap for node, cap in enumerate(net.caps)]
        return replace(net, caps=caps, graphs={})

    enough = (
        each for size in range(len(stops) + 1) for each in combinations(stops, size) if goal in without(each).reached()
    )
    fewest = next(enough, None)
    found = cheapest_way(stopped, goal)
    if fewest is None:
        assert found is None
        return
    assert found is not None
    assert len(found.pieces) == len(fewest)
    assert goal in without(tuple(found.pieces)).reached()
    assert (found.nodes[0] in net.sources, found.nodes[-1]) == (True, goal)


def test_a_graph_is_made_once_for_the_same_goals(monkeypatch):
    net = net_of([[1], [2], []], {0}, {100: 2})
    first = passed_by_all(net)
    monkeypatch.setattr(LineNet, "most_left", lambda _: pytest.fail("made again"))
    assert passed_by_all(net) == first == {1: frozenset({100})}
    assert parting(net, {2}).places == {1}


def test_a_line_that_could_go_on_from_its_goal_is_cut_before_it():
    """The line goes from 0 to 2 by way of 1. From 2 a line could go back to the source."""
    assert parting(net_of([[1], [2], [0, 1]], {0}, {100: 2}), {2}).places == {1}


def test_a_detour_that_no_line_is_long_enough_for_is_no_way_round():
    """The line goes from 0 to 3 by way of 1, or by the longer way 4, 5, for which a line of three steps is too
    short.
    """
    edges = [[1, 4], [2], [3], [], [5], [2]]
    assert passed_by_all(net_of(edges, {0}, {100: 3}, 3)) == {1: {100}, 2: {100}}
    assert passed_by_all(net_of(edges, {0}, {100: 3}, 4)) == {2: {100}}
