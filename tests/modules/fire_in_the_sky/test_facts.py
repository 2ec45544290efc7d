"""A position in the terms of the rules: turn and part, control, capacities, Air ZOC, Task Forces, points."""

import pytest

from tabletop.game.commands import SetProperty


@pytest.mark.parametrize(
    ("turn", "part", "phase", "actors"),
    [
        (1, "JP", 5, ("JP",)),
        (1, "JP", 9, ("AL",)),
        (4, "AL", 8, ("AL",)),
        (4, "AL", 9, ("JP",)),
        (16, "AL", 11, ("AL", "JP")),
        (16, "JP", 12, ("JP", "AL")),
    ],
)
def test_who_acts(world, turn, part, phase, actors):
    world.now(turn, part, phase)
    moment = world.facts.moment
    assert (moment.turn, moment.phasing, moment.phase, moment.actors) == (turn, part, phase, actors)


@pytest.mark.parametrize(
    ("turn", "air", "port"),
    [(1, 6, 12), (5, 6, 12), (6, 12, 24), (9, 12, 24), (10, 18, 36), (13, 18, 36), (14, 24, 48)],
)
def test_allied_bases_grow_and_land_capacity_does_not(world, turn, air, port):
    world.now(turn, "JP", 7)
    manila = world.cell("Manila")
    facts = world.facts
    assert [facts.capacity(manila, group) for group in ("air", "naval", "land")] == [air, port, 8]
    world.hold("JP", "Manila")
    assert [world.facts.capacity(manila, group) for group in ("air", "naval", "land")] == [6, 12, 8]


def test_capacities_of_atolls_circles_and_boxes(world):
    facts = world.facts
    assert facts.capacity(world.cell("Wake"), "land") == 4
    assert [facts.capacity(world.cell("Marcus"), group) for group in ("air", "naval", "land")] == [0, 0, 4]
    assert [facts.capacity("West Coast USA", group) for group in ("air", "naval", "land")] == [None] * 3
    assert facts.capacity(world.cell("Kure"), "replacements") is None


def test_control_is_the_printed_flag_unless_a_cube_says_otherwise(world):
    places = {name: world.cell(name) for name in ("Kure", "Wake", "Bangkok", "Noumea", "Malaya")}
    assert {name: world.facts.control(place) for name, place in places.items()} == {
        "Kure": "JP",
        "Wake": "AL",
        "Bangkok": "",
        "Noumea": "AL",
        "Malaya": "",
    }
    world.hold("JP", "Wake", "Bangkok")
    world.hold("AL", "Kure")
    assert [world.facts.control(places[name]) for name in ("Wake", "Bangkok", "Kure")] == ["JP", "JP", "AL"]
    assert world.facts.home_bases("Japan") == (world.cell("Yokosuka"),)


@pytest.mark.parametrize(
    ("nation", "homes"),
    [
        ("Japan", ("Kure", "Yokosuka")),
        ("US", ("West Coast USA",)),
        ("ANZAC", ("West Coast USA",)),
        ("Britain", ("Indian Ocean Ports",)),
        ("Netherlands", ()),
    ],
)
def test_home_bases(world, nation, homes):
    assert tuple(map(world.facts.title, world.facts.home_bases(nation))) == homes


@pytest.mark.parametrize(
    ("box", "place"),
    [
        ("Kure Holding", "Kure"),
        ("Pearl Harbor Holding", "Pearl Harbor"),
        ("Carriers without Planes (Yokosuka)", "Yokosuka"),
        ("Naval Aviation (Kure)", "Kure"),
    ],
)
def test_boxes_that_stand_for_a_hex(world, box, place):
    piece = world.put("jp_cv_taiho", box)
    assert world.facts.unit(piece).hex == world.cell(place)


@pytest.mark.parametrize("place", ["Convoy Escort", "turn-track.5", "Japanese pool", "Removed"])
def test_places_that_are_not_in_play(world, place):
    assert world.unit(world.put("jp_dd_escort", place)).hex == ""


def test_an_air_unit_at_a_friendly_base_covers_seven_hexes(world):
    world.put("jp_air", "Truk")
    facts = world.facts
    assert facts.zone("JP") == {"1009", *facts.geography.adjacent["1009"]}
    assert len(facts.zone("JP")) == 7
    assert facts.zone("AL") == frozenset()


@pytest.mark.parametrize(
    ("place", "state"),
    [
        ("Truk", {"force": "Fleet 1"}),  # aboard
        ("Manila", {}),  # at an enemy base
        ("Bangkok", {}),  # at a neutral one
        ("turn-track.3", {}),
    ],
)
def test_air_units_that_cover_nothing(world, place, state):
    world.put("jp_air", place, **state)
    assert world.facts.zone("JP") == frozenset()


def test_carriers_cover_nothing(world):
    world.put("jp_cv_akagi_kaga", "Truk")
    assert world.facts.zone("JP") == frozenset()


def occupied(world, side):
    """Put an Occupied Base marker of a side at Wake, with an air unit of each side in the hex."""
    world.put("occupied_base", "Wake", Shows="by Japan" if side == "JP" else "by the Allies")
    world.put("us_air", "Wake")
    world.put("jp_air", "Wake", landed="yes")


@pytest.mark.parametrize(("choice", "flies"), [("its-old-owners", "AL"), ("its-occupiers", "JP")])
def test_whose_air_unit_flies_at_an_occupied_base(world, choice, flies):
    occupied(world, "JP")
    world.option("G-54", choice)
    assert [bool(world.facts.zone(side)) for side in ("JP", "AL")] == [flies == "JP", flies == "AL"]


@pytest.mark.parametrize(("choice", "flies"), [("not-used", True), ("used", False)])
def test_time_to_unpack(world, choice, flies):
    world.hold("JP", "Wake")
    world.do(SetProperty("captured", world.cell("Wake")))
    world.put("jp_air", "Wake", landed="yes")
    world.option("rule-16-1-8", choice)
    assert bool(world.facts.zone("JP")) == flies


def test_air_units_committed_next_door_stay_in_their_hex(world):
    world.put("jp_air", "Truk", committed="1110")
    assert "1009" in world.facts.zone("JP")
    assert world.facts.units_at("1110") == ()


def test_units_on_the_battle_board_are_where_they_come_from(world):
    from tabletop.game.commands import At, MovePieces

    piece = world.put("jp_air", "Truk", based_at="1009")
    world.do(MovePieces((piece,), At("battle-board", "Japanese Long Range Air")))
    assert world.facts.unit(piece).hex == "1009"
    assert "1009" in world.facts.zone("JP")


def test_a_task_force_is_what_bears_its_name(world):
    ships = world.force("Fleet 1", "Truk", "jp_cv_akagi_kaga", "jp_dd_desron1", "jp_land_snlf")
    world.force("Fleet 1", "Manila", "us_dd_desron1")
    world.put("jp_dd_desron2", "Truk")
    mine, other = sorted(world.facts.forces, key=lambda force: force.side, reverse=True)
    assert {unit.id for unit in mine.members} == set(ships)
    assert mine.hex == "1009"
    assert (mine.has_carrier, mine.needs_land, len(mine.destroyers)) == (True, True, 1)
    assert (other.side, other.needs_land) == ("AL", False)


@pytest.mark.parametrize(("cell", "pool"), [(60, 60), (59, 60), (1, 2), (0, 0)])
def test_the_pool_is_the_even_number_of_two(world, cell, pool):
    world.points(merchantmen=cell)
    assert world.facts.points.merchantmen == pool


@pytest.mark.parametrize(("wanted", "stands"), [(24, 24), (0, 0), (-3, 0), (79, 79), (99, 79)])
def test_a_marker_stands_on_the_track(world, wanted, stands):
    world.points(tp_us=wanted)
    assert world.facts.points.tp_us == stands


@pytest.mark.parametrize(("wanted", "stands"), [(79, 79), (80, 80), (99, 99), (159, 159), (200, 159)])
def test_oil_goes_round_the_track_once_more(world, wanted, stands):
    world.points(oil=wanted)
    assert world.facts.points.oil == stands


def test_points_in_december(december):
    points = december.facts.points
    assert (points.vp, points.oil, points.merchantmen, points.sub_us) == (21, 79, 60, 2)


@pytest.mark.parametrize(
    ("kind", "state", "group", "strength", "transport"),
    [
        ("jp_land_army14", {}, "land", 4, 8),
        ("jp_land_army14", {"Shows": "reduced"}, "land", 2, 8),
        ("jp_air", {}, "air", 2, 2),
        ("jp_air", {"Shows": "strength 1"}, "air", 1, 1),
        ("replacements_us_large", {"Shows": "back"}, "replacements", 3, 3),
        ("jp_cv_akagi_kaga", {}, "naval", 0, 2),
        ("nl_land_abda", {}, "land", 2, 4),
    ],
)
def test_what_a_unit_is(world, kind, state, group, strength, transport):
    unit = world.unit(world.put(kind, "Japanese pool", **state))
    assert (unit.group, unit.transport) == (group, transport)
    assert unit.strength == strength


def test_hits_are_counted_in_halves(world):
    piece = world.put("jp_bb_kongo_haruna", "Truk", hits=1, half_hits=1)
    assert world.facts.unit(piece).half_hits == 3


@pytest.mark.parametrize(
    ("kind", "choice", "pool"),
    [
        ("us_air", "as-the-owner-likes", "US or Britain"),
        ("us_air", "by-flag", "US"),
        ("anzac_air", "by-flag", "US"),
        ("british_air", "by-flag", "Britain"),
        ("dutch_air", "by-flag", "none"),
        ("jp_air", "by-flag", "Japan"),
        ("nl_dd", "as-the-owner-likes", "none"),
    ],
)
def test_whose_transport_points_move_a_unit(world, code, kind, choice, pool):
    world.option("G-59", choice)
    piece = world.put(kind, "Allied pool")
    assert code.deployment_legs.pool_of(world.facts, world.facts.unit(piece)) == pool


def test_what_one_side_sees_is_all_that_counts(world):
    """Ships hidden under a marker (16.1.4) do not exist for the other side."""
    from tabletop.game.commands import Act

    piece = world.put("us_cv_saratoga_enterprise", "Midway")
    world.do(Act((piece,), "ctrl H"), by="AL")
    facts = world.code.facts.facts_of(world.situation("JP"))
    assert not facts.enemy_here(world.cell("Midway"), "JP")
    assert world.facts.enemy_here(world.cell("Midway"), "JP")
