"""Moves that go there and return: the way back, its allowance, landings on the way, and range bands."""

from collections.abc import Callable

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_assist.advice.held_pieces import Hand
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Reach
from tabletop.assistance import Where
from tabletop.game.commands import Batch, SetTrait

FLIGHT = """
presence: [{id: bases, title: Bases, of: move == 4}]
modes:
- id: fly
  title: Air mission
  rule: "9.2"
  who: move == 6
  allowance: "4"
  back: {to: at_own_bases > 0, no: no base lies within range, rule: "9.11"%s}
  bands: [{up_to: "2"}, {up_to: "3", title: "extended: −1 bombing"}, {up_to: "4", title: "extended: −2 bombing"}]
  notes: {Strength: cost * 100 + back * 10 + band}
%s
"""
BASE = "red_infantry"
SETUP: dict[str, list[object]] = {"0103": ["red_armour", BASE], "0608": [BASE]}


@pytest.fixture
def fly(made, piece_at) -> Callable[..., Reach]:
    """Return a function that gives the reach of the aircraft at 0103. One base is there, another one at 0608."""

    def of(allowance: str = "", more: str = "", setup: dict[str, list[object]] = SETUP) -> Reach:
        situation = made(FLIGHT % (allowance, more), setup)
        (aircraft,) = (id for id in situation.pieces() if situation.read(id, "move") == 6)
        return situation.book.ground.modes["fly"].reach(situation, (aircraft,))

    return of


def test_the_way_back_has_what_the_way_out_has_left(fly):
    found = fly()
    assert {found.cost(place) for place in found.places} == {1, 2}
    back = found.back("0303")
    assert back is not None
    assert (back.cost, back.left, back.path[0], back.path[-1]) == (2, 0, "0303", "0103")
    assert found.left("0303") == 2
    reason = found.why_not("0403")
    assert reason is not None
    assert (reason.why, reason.rule, reason.needs, reason.has) == ("no-way-back", "9.11", 3, 1)
    assert reason.sentence == (
        "No move may end at Northwood: no base lies within range; the way back costs 3, and 1 would be left (9.11)."
    )


def test_the_way_back_may_have_an_allowance_of_its_own(fly):
    found = fly(', allowance: "4"')
    assert {found.cost(place) for place in found.places} == {1, 2, 3, 4}
    back = found.back("0403")
    assert back is not None
    assert (found.cost("0403"), back.cost, back.left, len(back.path)) == (3, 3, 1, 4)
    assert all((back := found.back(place)) is not None and back.left >= 0 for place in found.places)


def test_the_way_back_leads_to_the_nearest_landing(fly):
    found = fly(', allowance: "4"', setup={"0103": ["red_armour", BASE], "0506": [BASE]})
    back = found.back("0505")
    assert back is not None
    assert (back.path, back.cost) == (("0505", "0506"), 1)


def test_without_any_landing_no_move_is_possible(fly):
    found = fly(setup={"0103": ["red_armour"]})
    assert found.places == []
    reason = found.why_not("0203")
    assert reason is not None
    assert reason.sentence == "No move may end at 0203: no base lies within range (9.11)."


def test_range_bands_and_both_ways_are_among_the_figures(fly, made):
    situation = made(FLIGHT % (', allowance: "4"', ""), SETUP)
    (aircraft,) = (id for id in situation.pieces() if situation.read(id, "move") == 6)
    mode = situation.book.ground.modes["fly"]
    found = mode.reach(situation, (aircraft,))
    assert [found.dear(place) for place in ("0303", "0403")] == ["", "extended: −1 bombing"]
    command = mode.command(situation, (aircraft,), "0403")
    assert isinstance(command, Batch)
    assert command.commands[1] == SetTrait((aircraft,), "Strength", 332)
    assert [(account.title, account.total, account.left, account.rule) for account in found.accounts("0403")] == [
        ("Movement", "3", "1", "9.2"),
        ("Way back", "3", "1", "9.11"),
    ]


def test_the_preview_shows_both_ways(made):
    situation = made(FLIGHT % (', allowance: "4"', ""), SETUP)
    (aircraft,) = (id for id in situation.pieces() if situation.read(id, "move") == 6)
    shown = Hand(situation, "Red", (aircraft,)).glance(Where("main", "0403"))
    assert {("Movement", "3, 1 left"), ("Way back", "3, 1 left")} <= {(each.title, each.says) for each in shown.remarks}


def test_an_allowance_for_the_way_back_must_be_a_number(fly):
    with pytest.raises(Unanswerable, match="not a whole number"):
        fly(", allowance: BasicName")


LANDINGS = """  legs: {at: at_own_bases > 0, no: no base is there, last_at: at_name == "Millbridge"}"""


def test_a_move_with_landings_goes_from_base_to_base(made):
    start, rest = (FLIGHT % ("", LANDINGS)).split("  back:")
    rules = start + rest.partition("\n")[2]
    setup: dict[str, list[object]] = {"0103": ["red_armour"], "0403": [BASE], "0703": [BASE], "1103": [BASE]}
    situation = made(rules, setup)
    (aircraft,) = (id for id in situation.pieces() if situation.read(id, "move") == 6)
    found = situation.book.ground.modes["fly"].reach(situation, (aircraft,))
    assert [(place, found.legs(place)) for place in found.places] == [("0403", 1), ("0703", 2), ("1103", 3)]


hexes = st.builds("{:02}{:02}".format, st.integers(1, 12), st.integers(1, 8))


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=hexes, bases=st.lists(hexes, max_size=4, unique=True), own=st.sampled_from([None, 2, 4]))
def test_ways_back_are_those_that_networkx_finds(made, start, bases, own):
    setup: dict[str, list[object]] = {base: [BASE] for base in bases}
    setup[start] = ["red_armour", *setup.get(start, ())]
    steps = "  steps: [{when: to_cost > 0, cost: to_cost}, {cost: '1'}]"
    rules = FLIGHT % ("" if own is None else f", allowance: '{own}'", steps)
    situation = made(rules, setup)
    (aircraft,) = (id for id in situation.pieces() if situation.read(id, "move") == 6)
    found = situation.book.ground.modes["fly"].reach(situation, (aircraft,))
    graph = price_graph(situation)
    out = nx.single_source_dijkstra_path_length(graph, start, weight="cost")
    back = nx.multi_source_dijkstra_path_length(graph.reverse(), set(bases), weight="cost") if bases else {}
    expected = {
        place: (cost, back[place])
        for place, cost in out.items()
        if place != start and cost <= 4 and back.get(place, 99) <= (4 - cost if own is None else own)
    }
    assert {place: (found.cost(place), found.back(place).cost) for place in found.places} == expected


def price_graph(situation: Situation) -> "nx.DiGraph[str]":
    """Return the grid as a graph, with the cost of each step."""
    terrain = situation.facets("main").terrain
    graph: nx.DiGraph[str] = nx.DiGraph()
    for node, name in enumerate(terrain.names):
        for step in terrain.steps(node):
            end = terrain.to[step]
            if "adjacent" in terrain.sets[step] and terrain.whole[end] == end and terrain.whole[node] == node:
                graph.add_edge(name, terrain.names[end], cost=int(terrain.properties[end].get("cost", 1)))
    return graph
