"""Supply lines from rule files: from source to base to base, their obstacles, and their cuts."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_assist.places.supply import WrittenLines
from rules_assist.position.situation import Situation
from rules_assist.workshop.networkx_search import flooded
from tabletop.game.change.patch import HolderPlace

RULES = """
presence:
  - {id: units, title: Units, of: attack > 0}
  - {id: guns, title: Guns, of: move == 3}
zones: [{id: zoc, title: Zone of control, rule: "5", of: attack == 3}]
supply:
- id: line
  title: Supply
  rule: "9"
  who: attack > 0
  sources:
  - {who: Side == "Red" and move == 6, at: "false"}
  - {who: Side == "Red", at: at_name == "Northwood" or at_name == "Reserve"}
  - {at: at_name == "Southgate"}
  reach: "2"
  bases: at_own_guns > 0
  over: [adjacent, entries]
  steps:
  - {when: hexside == "cliff", no: a cliff, rule: "9.2"}
  - {cost: "1"}
  stops: [{when: at_enemy_zoc > 0 and at_own_units == 0, why: enemy zone of control, rule: "9.1"}]
"""


def lines(situation: Situation, piece: int) -> WrittenLines:
    found = situation.book.ground.supply["line"].lines(situation, piece)
    assert isinstance(found, WrittenLines)
    return found


def test_places_know_the_sides_whose_lines_reach_them(made):
    rules = RULES + "- {id: long-line, like: line, title: Long line, rule: '9', reach: '4'}\n"
    situation = made(rules, {"0405": ["blue_infantry"]})
    facets, reached = situation.facets("main"), {}
    for name in ("line", "long_line"):
        codes = facets.place(f"own_{name}", "Blue").codes
        assert codes.tolist() == facets.place(f"enemy_{name}", "Red").codes.tolist()
        reached[name] = {facets.terrain.names[node] for node in codes.nonzero()[0].tolist()}
        supply = situation.book.ground.supply[name.replace("_", "-")]
        assert reached[name] == set(supply.lines_for(situation, "Blue", {}, "main").places)
    assert reached["line"] < reached["long_line"]


@pytest.mark.parametrize(
    ("setup", "place", "line"),
    [
        ({}, "0403", ("0403",)),
        ({}, "0405", ("0403", "0404", "0405")),
        ({}, "0406", None),
        ({"0405": ["red_artillery"]}, "0407", ("0403", "0404", "0405", "0406", "0407")),
        ({"0405": ["blue_artillery"]}, "0407", None),
        ({}, "0101", ("Reserve", "0101")),
        ({"0405": ["red_artillery"], "0504": ["blue_infantry"]}, "0407", None),
        ({"0405": ["red_artillery"], "0404": ["red_infantry"], "0504": ["blue_infantry"]}, "0407", None),
        (
            {"0405": ["red_artillery"], "0403": ["red_infantry"], "0404": ["red_infantry"], "0504": ["blue_infantry"]},
            "0407",
            ("0403", "0404", "0405", "0406", "0407"),
        ),
    ],
)
def test_a_line_goes_from_its_source_from_base_to_base(made, piece_at, setup, place, line):
    situation = made(RULES, {"0803": ["red_infantry"], **setup})
    assert lines(situation, piece_at(situation, "0803")).line(place) == line


@pytest.mark.parametrize(
    ("setup", "place", "at", "said"),
    [
        ({}, "0406", "Northwood", "Too far from Northwood: 3 to the next base or the end of the line, at most 2 (9)."),
        (
            {"0405": ["red_artillery"], "0504": ["blue_infantry"]},
            "0407",
            "Northwood",
            "Cut at Northwood: enemy zone of control, by Blue infantry at 0504 (9.1).",
        ),
        (
            {"0405": ["red_artillery"], "0404": ["blue_infantry", "blue_infantry"]},
            "0407",
            "Northwood",
            "Cut at Northwood: enemy zone of control, by 2 × Blue infantry at 0404 (9.1).",
        ),
        ({}, "turns.1", "", "No line leads there (9)."),
    ],
)
def test_where_a_line_is_cut_and_by_what(made, piece_at, setup, place, at, said):
    situation = made(RULES, {"0803": ["red_infantry"], **setup})
    cut = lines(situation, piece_at(situation, "0803")).cut(place)
    assert cut is not None
    assert (cut.at, cut.sentence) == (at, said)


def test_a_cut_line_names_the_pieces_and_how_far_lines_come(made, piece_at):
    situation = made(RULES, {"0803": ["red_infantry"], "0405": ["red_artillery"], "0504": ["blue_infantry"]})
    cut = lines(situation, piece_at(situation, "0803")).cut("0407")
    assert cut is not None
    assert cut.pieces == (piece_at(situation, "0504"),)
    assert cut.frontier == ("Northwood",)
    far = lines(situation, piece_at(situation, "0803")).cut("0103")
    assert far is not None
    assert (far.needs, far.has) == (3, 2)


def test_a_bar_is_named_where_nothing_else_stops_a_line(made, piece_at):
    """A source lies behind cliffs on all sides."""
    cliffs = "".join(
        f'\n  - {{stroke: wall, kind: cliff, cells: ["0302", "{cell}"]}}'
        for cell in ("0301", "0303", "0201", "0202", "0401")
    )
    walled = ("hexsides:", f"hexsides:{cliffs}")
    rules = RULES.replace('at_name == "Northwood" or at_name == "Reserve"', 'at_own_units > 0 and at_name == ""')
    situation = made(rules, {"0302": ["red_infantry"]}, walled)
    cut = lines(situation, piece_at(situation, "0302")).cut("0303")
    assert cut is not None
    assert (cut.at, cut.sentence) == ("0303", "No line from 0302 to 0303: a cliff (9.2).")


def test_each_piece_has_the_first_sources_that_fit_it(made, piece_at):
    situation = made(RULES, {"0404": ["red_infantry", "red_armour"], "0906": ["blue_infantry"]})
    infantry, armour, blue = tuple(situation.pieces())
    found = situation.book.ground.supply["line"]
    assert found.supplied(situation, "Red") == {infantry: True, armour: False}
    assert found.supplied(situation, "Blue") == {blue: True}
    cut = found.lines(situation, armour).cut("0404")
    assert cut is not None
    assert cut.sentence == "No source of Supply is left (9)."


BY_SORT = """
supply:
- id: line
  title: Supply
  rule: "9"
  sources: [{at: 'at_name == if(move == 6, "Northwood", "Southgate")'}]
  reach: "1"
"""


def test_a_source_can_be_that_of_the_piece(made):
    situation = made(BY_SORT, {"0404": ["red_infantry", "red_armour"]})
    infantry, armour = tuple(situation.pieces())
    supply = situation.book.ground.supply["line"]
    assert supply.supplied(situation, "Red") == {infantry: False, armour: True}
    assert list(lines(situation, armour).sources) == ["0403"]


@pytest.mark.parametrize(("move", "line"), [(6, ("0403", "0404")), (4, None)])
def test_lines_are_asked_for_whoever_fits_what_is_given(made, move, line):
    supply = made(BY_SORT, {}).book.ground.supply["line"]
    assert supply.lines_for(made(BY_SORT, {}), "Red", {"move": move}).line("0404") == line


@pytest.mark.parametrize(
    ("setup", "place", "held"),
    [
        ({"0405": ["red_artillery"], "0504": ["blue_infantry"]}, "0407", {"0403": ["0504"]}),
        (
            {"0405": ["red_artillery"], "0504": ["blue_infantry"], "0404": ["blue_infantry"]},
            "0407",
            {"0403": ["0504", "0404"]},
        ),
        ({"0405": ["red_artillery"], "0504": ["blue_infantry"]}, "0403", {}),  # in supply
        ({}, "0406", {}),  # too far
    ],
)
def test_every_place_that_holds_lines_back_is_named_with_its_pieces(made, piece_at, setup, place, held):
    situation = made(RULES, {"0803": ["red_infantry"], **setup})
    found = lines(situation, piece_at(situation, "0803")).held_before(place)
    assert {at: set(pieces) for at, pieces in found.items()} == {
        at: {piece_at(situation, by) for by in pieces} for at, pieces in held.items()
    }


PLACES = ("0303", "0404", "0405", "0504", "0505", "0604", "0605", "0706", "0907")


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PLACES), min_size=6, max_size=6))
def test_all_of_a_side_at_once_are_supplied_as_one_by_one_and_as_in_plain_networkx(field: Situation, spots):
    situation = field
    board = situation.book.module.components.maps["main"]
    for piece, place in zip(list(situation.pieces()), spots, strict=True):
        spot = board.spot_of(place)
        assert spot is not None
        situation = situation.after((HolderPlace(situation.game.pieces[piece].at, 0, *spot),))
    supply = situation.book.ground.supply["line"]
    for side in ("Red", "Blue"):
        for piece, has in supply.supplied(situation, side).items():
            where = situation.where(piece)
            assert where is not None
            one = lines(situation, piece)
            assert has == (one.line(where.place) is not None) == (one.cut(where.place) is None)
            entering = one._passage.entering(one.reach)
            plainly = flooded(one._passage.steps, one._starts, entering)
            assert set(one.places) == {one._terrain.names[node] for node in plainly}


@pytest.fixture
def field(made) -> Situation:
    pieces = ["red_infantry", "red_artillery", "red_infantry", "blue_infantry", "blue_artillery", "blue_infantry"]
    return made(RULES, {place: [piece] for place, piece in zip(PLACES, pieces, strict=False)})


def test_pieces_where_no_line_can_lead_need_none(made):
    situation = made(RULES, {"turns.3": ["red_infantry"], "0403": ["red_infantry"]})
    waiting, there = tuple(situation.pieces())
    supply = situation.book.ground.supply["line"]
    assert (supply.applies(situation, waiting), supply.applies(situation, there)) == (False, True)
    assert supply.supplied(situation, "Red") == {there: True}
