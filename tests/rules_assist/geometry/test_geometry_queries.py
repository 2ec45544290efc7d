"""Sight, arcs, areas and the nearest place, in the words of case files."""

import pytest

from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.module.documents.problems import ModuleProblems

WALL = """
strokes:
  wall: {colour: ink, width: 0.04}
hexsides:
- {stroke: wall, kind: wall, cells: ["0302", "0303"]}
"""

RULES = """
sight:
- id: ground
  title: Line of sight
  rule: 6.1
  blocks: at_cost == 2
  range: "6"
- {id: walls, title: Over walls, rule: 6.2, hexsides: {wall: 1}}
- {id: units, title: Through units, rule: 6.3, pieces: Side != viewer_Side}
- id: high
  title: From above
  rule: 6.4
  blocks: at_cost == 2
  heights: line
  top: "2"
  eye: 'if(symbol == "armour", 3, 0)'
arcs:
- {id: front, title: Front, rule: 7.1, facing: "1", degrees: [-60, 60], range: "2"}
- {id: ahead, title: Straight on, rule: 7.2, facing: "0", cells: [[1, 0], [2, 0], [2, 1]]}
- {id: rear, title: Rear, rule: 7.3, facing: "90", facing_in: degrees, degrees: [120, 240]}
nearest:
- {id: town, title: Towns, rule: 8.1, where: 'known(at_name) and at_name != ""'}
"""


@pytest.fixture
def field(situation_of):
    pieces = [("red_armour", "0205"), ("blue_infantry", "0405"), ("red_infantry", "0605")]
    return situation_of(RULES, pieces=pieces, on_map=WALL)


def test_woods_block(asked, field):
    found = asked("", "sight", on=field, from_="0303", to="0603", sight="ground")
    assert (found.clear, found.steps, found.too_far) == (False, 3, False)
    assert set(found.blocked_by) <= {"Northwood", "0503", "0404"}
    assert asked("", "sight", on=field, from_="0101", to="0103", sight="ground").clear


def test_too_far_to_see(asked, field):
    found = asked("", "sight", on=field, from_="0101", to="0108", sight="ground")
    assert (found.clear, found.too_far, found.steps) == (False, True, 7)


def test_hexsides_block(asked, field):
    found = asked("", "sight", on=field, from_="0301", to="0304", sight="walls")
    assert found.blocked_by == ("0302 – 0303",)
    assert asked("", "sight", on=field, from_="0401", to="0408", sight="walls").clear


def test_units_block_those_of_the_other_side(asked, field):
    armour, enemy, own = sorted(field.game.pieces)
    assert asked("", "sight", on=field, from_=armour, to=enemy, sight="units").clear
    assert asked("", "sight", on=field, from_=armour, to=own, sight="units").blocked_by == ("0405",)
    assert asked("", "sight", on=field, from_=enemy, to=own, sight="units").clear


def test_who_stands_higher_sees_over_it(asked, field):
    armour = min(field.game.pieces)
    from_place = asked("", "sight", on=field, from_="0205", to="0305", sight="high")
    assert from_place.clear
    assert asked("", "sight", on=field, from_=armour, to="0202", sight="high").clear


@pytest.mark.parametrize("sight", ["ground", "walls", "high"])
def test_a_view_is_all_its_lines(asked, field, sight):
    seen = set(asked("", "sight", on=field, from_="0404", sight=sight).places)
    board = field.book.module.components.maps["main"]
    for name in field.book.geometry.layout.shapes("main").names:
        if board.distance("0404", name) is not None:
            sees = asked("", "sight", on=field, from_="0404", to=name, sight=sight).clear
            assert (board.title(name) in seen) == sees, name


def test_arcs(asked, field):
    armour = min(field.game.pieces)
    found = asked("", "arc", on=field, of=armour, arc="front")
    assert found.facing == 60
    assert "0304" in found.places
    assert "0106" not in asked("", "arc", on=field, of=armour, arc="front").places
    assert "0104" in asked("", "arc", on=field, of=armour, arc="rear").places
    board = field.book.module.components.maps["main"]
    assert all(board.distance("0205", board.find(place)) <= 2 for place in found.places)
    inside = asked("", "arc", on=field, of=armour, arc="front", to="0405")
    assert (inside.inside, inside.steps) == (True, 2)


FACES = ("0204", "0305", "0306", "0206", "0106", "0105")


@pytest.mark.parametrize("facing", range(1, 7))
@pytest.mark.parametrize("name", ["Facing", "Nose"])
def test_a_piece_looks_where_its_trait_turns_it(asked, situation_of, facing, name):
    nose, cone = (
        "{id: nose, title: Nose, rule: '7', cells: [[1, 0]]}",
        "{id: cone, title: Cone, rule: '7', degrees: [0, 0]}",
    )
    rules = f"arcs: [{nose}, {cone}]"
    turret = f"{{trait: facing, name: {name}, ways: 6, start: {facing}}}"
    field = situation_of(rules, pieces=[("red_armour", "0205")], units=tank(turret))
    piece = min(field.game.pieces)
    assert asked("", "arc", on=field, of=piece, arc="nose").places == (FACES[facing - 1],)
    ahead = asked("", "arc", on=field, of=piece, arc="cone")
    assert ahead.facing == (facing - 1) * 60
    assert FACES[facing - 1] in ahead.places


def test_a_piece_that_turns_freely_looks_by_degrees_and_one_that_does_not_turn_looks_north(asked, situation_of):
    rules = "arcs: [{id: nose, title: Nose, rule: '7', cells: [[1, 0]]}]"
    pieces = [("red_armour", "0205"), ("blue_infantry", "0605")]
    field = situation_of(rules, pieces=pieces, units=tank("{trait: facing, ways: 0, start: 110}"))
    turned, fixed = sorted(field.game.pieces)
    found = asked("", "arc", on=field, of=turned)
    assert (found.facing, found.places) == (110, ("0306",))
    assert asked("", "arc", on=field, of=fixed).places == ("Millbridge",)


def tank(trait: str) -> tuple[str, str]:
    """Return a change of the file of units, as its old and new text: Red armour gets this trait for its facing."""
    return "like: [armour], count: 2}", f"like: [armour], count: 2, traits: [{trait}]}}"


def test_cells_ahead(asked, field):
    armour = min(field.game.pieces)
    found = asked("", "arc", on=field, of=armour, arc="ahead")
    assert found.places[:2] == ("0204", "0203")
    assert len(found.places) == 3


def test_areas(asked, field):
    found = asked("", "area", on=field, at="0604", steps=1)
    assert found.places[0] == "Millbridge"
    assert len(found.places) == 7
    assert [len(ring) for ring in found.rings] == [18]
    assert set(asked("", "area", on=field, at="0604", points=165).places) == set(found.places)
    assert asked("", "area", on=field, places=["0101", "Northwood"]).places == ("0101", "Northwood")


def test_the_nearest(asked, field):
    found = asked("", "nearest", on=field, from_="0303", to="town")
    assert (found.places, found.steps, found.path) == (("Northwood",), 1, ("0303", "Northwood"))
    assert asked("", "nearest", on=field, from_="0403", to="town").steps == 0


@pytest.mark.parametrize(
    ("query", "given", "sentence"),
    [
        ("sight", {"from_": "0101", "to": "9999", "sight": "ground"}, "There is no place '9999'"),
        ("sight", {"from_": "0101"}, "There is no sight 'None'; there are: ground, walls, units, high"),
        ("arc", {"of": 999, "arc": "front"}, "There is no piece '999'"),
        ("area", {"at": "0101"}, "Say how far with 'steps'"),
        ("area", {"at": "0101", "radius": 2}, "'radius' is not a word of 'area'"),
    ],
)
def test_questions_that_cannot_be_answered(asked, field, query, given, sentence):
    with pytest.raises(Unanswerable, match=sentence):
        asked("", query, on=field, **given)


def test_an_arc_is_said_in_one_way(situation_of):
    with pytest.raises(ModuleProblems, match="either 'degrees' or 'cells'"):
        situation_of("arcs: [{id: a, title: A, rule: '1'}]")


def test_an_arc_may_go_by_sight_and_belong_to_some_pieces(asked, situation_of):
    rules = """
sight: [{id: ground, title: Line of sight, rule: "6.1", blocks: at_cost == 2}]
arcs:
- {id: all, title: All round, rule: "7", degrees: [-180, 180]}
- {id: seen, title: What is seen, rule: "7", sight: ground, degrees: [-180, 180]}
- {id: armour, title: Of armour, rule: "7", of: symbol == "armour", degrees: [-180, 180]}
"""
    field = situation_of(rules, pieces=[("red_armour", "0303"), ("blue_infantry", "0603")])
    armour, infantry = sorted(field.game.pieces)
    everything = set(asked("", "arc", on=field, of=armour, arc="all").places)
    seen = set(asked("", "sight", on=field, from_=armour, sight="ground").places)
    assert set(asked("", "arc", on=field, of=armour, arc="seen").places) == everything & seen < everything
    assert not asked("", "arc", on=field, of=armour, to="0603", arc="seen").inside
    with pytest.raises(Unanswerable, match="Of armour is not an arc of this piece"):
        asked("", "arc", on=field, of=infantry, arc="armour")


def test_a_sight_that_is_not_there_is_told_with_its_line(situation_of):
    with pytest.raises(ModuleProblems, match=r"tables.yaml:1:.* expected a line of sight"):
        situation_of("arcs: [{id: a, title: A, rule: '1', degrees: [0, 60], sight: ground}]")
