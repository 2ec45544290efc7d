"""A module's Python searches by a movement mode of its rule files: the same costs and stops, from any start."""

import pytest

from rules_assist.movement.courses import Course
from rules_assist.movement.step_costs import Mover
from rules_assist.position.situation import Situation

RULES = """
presence: [{id: units, title: Units, of: move > 0}]
zones: [{id: zoc, title: Zone of control, rule: "5", of: attack == 3}]
modes:
- id: march
  title: March
  rule: "4"
  allowance: move
  steps:
  - {when: to_enemy_units > 0, no: enemy units stand there, rule: "4.3"}
  - {when: hexside == "cliff", no: a cliff, rule: "4.4"}
  - {when: hexside == "river", cost: "1", stops: yes}
  - {when: to_cost > 0, cost: to_cost}
  - {cost: "1"}
  stops: [{when: at_enemy_zoc > 0, why: enemy zone of control, rule: "5.1"}]
  starts: [{when: at_enemy_zoc > 0, leaves: "1", why: enemy zone of control, rule: "5.2"}]
- id: crawl
  title: Crawl
  rule: "4.9"
  like: march
  allowance: round_up(move, 2)
  starts: []
"""
SETUP: dict[str, list[object]] = {"0304": ["red_armour"], "0505": ["blue_infantry"], "0803": ["red_infantry"]}


def course(situation: Situation, mode: str, *waived: str, place: str = "0304") -> Course:
    pieces = [id for id in situation.pieces() if (at := situation.where(id)) and at.place == place]
    movers = [Mover(situation, piece, "Red") for piece in pieces]
    return Course(mode, situation, "main", movers, waived)


@pytest.fixture
def situation(made) -> Situation:
    return made(RULES, SETUP)


@pytest.mark.parametrize("place", ["0304", "0803"])
def test_it_reaches_what_the_way_of_moving_reaches_at_the_same_cost(situation, piece_at, place):
    reach = situation.book.ground.modes["march"].reach(situation, (piece_at(situation, place),))
    found, terrain = course(situation, "march", place=place), situation.facets("main").terrain
    start = terrain.numbers[place]
    flood = found.reached({start: found.left_at(start, found.allowance)})
    assert {terrain.names[node] for node in flood.nodes} == {place, *reach.places}
    for name in reach.places:
        node, way = terrain.numbers[name], [terrain.numbers[each] for each in reach.path(name)]
        assert (flood.cost(node), flood.left(node)) == (reach.cost(name), reach.left(name))
        assert found.left_after(way, found.allowance) == reach.left(name)


def test_it_begins_with_what_is_left_of_a_way_that_was_begun(situation):
    terrain = situation.facets("main").terrain
    way = [terrain.numbers[place] for place in ("0304", "0303", "0302")]
    assert course(situation, "march").left_after(way, 6) == 4
    assert course(situation, "march").left_after([way[0], way[2]], 6) == 0, "no step leads there"
    found = course(situation, "march").reached({way[-1]: 1})
    assert max(map(found.cost, found.nodes)) == 1


def test_whoever_begins_in_a_zone_is_held_there(situation):
    terrain = situation.facets("main").terrain
    held = course(situation, "march")
    assert held.left_at(terrain.numbers["0404"], 6) == 1
    assert held.left_at(terrain.numbers["0304"], 6) == 6
    assert course(situation, "march", "5.2").left_at(terrain.numbers["0404"], 6) == 6


@pytest.mark.parametrize(("waived", "goes_on"), [((), False), (("5.1",), True), (("4.3",), False)])
def test_a_rule_can_be_waived_to_see_what_it_prevents(situation, waived, goes_on):
    terrain = situation.facets("main").terrain
    found = course(situation, "march", *waived).reached({terrain.numbers["0405"]: 6, terrain.numbers["0304"]: 6})
    beyond = course(situation, "march", *waived).left_after([terrain.numbers["0304"], terrain.numbers["0404"]], 6)
    assert (beyond > 0) is goes_on
    assert (terrain.numbers["0505"] in found) is ("4.3" in waived)


def test_a_way_of_moving_is_like_another_but_for_what_it_says_itself(situation):
    march, crawl = (situation.book.ground.written_modes[id] for id in ("march", "crawl"))
    assert (crawl.title, crawl.rule) == ("Crawl", "4.9")
    assert course(situation, "crawl").allowance == 3
    assert (crawl.record.steps, crawl.record.stops, crawl.record.starts) == (march.record.steps, march.record.stops, ())
