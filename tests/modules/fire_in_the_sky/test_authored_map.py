"""Facts about the reconstructed map from other sources: reach by sea, by Supply Line and by landing."""

from functools import partial

import pytest

ALL_BASES = 43
NORTH = {"Attu", "Dutch Harbor", "Paramushiro"}


def names(facts, places):
    return {facts.title(place) for place in places}


def test_the_map_has_180_hexes_and_one_that_is_no_sea(world, code):
    geography = world.facts.geography
    assert len(geography.adjacent) == 180
    assert len(geography.bases) == ALL_BASES
    course = code.sea_movement.course_of_side(world.facts, "JP")
    near = {hex_: code.sea_movement.sail(world.facts, course, [(hex_,)], 1) for hex_ in geography.adjacent}
    dry = [hex_ for hex_, ways in near.items() if len(ways) == 1 and hex_ != "0409"]
    assert [geography.title(hex_) for hex_ in dry] == ["Gangetic Plain"]


@pytest.mark.parametrize(
    ("start", "kind"),
    [("0805", "jp_dd_desron1"), ("West Coast USA", "us_dd_desron1"), ("Indian Ocean Ports", "br_dd_electra")],
)
def test_every_sea_hex_and_both_halves_of_malaya_are_reached_from_every_home(world, code, start, kind):
    ship = world.unit(world.put(kind, start))
    facts = world.facts
    ways = code.sea_movement.sail(facts, code.sea_movement.course_of(facts, "operation", [ship]), [(start,)], 100)
    hexes = {facts.geography.hex_of(node) for node in ways} - {start}
    assert {"Malaya West", "Malaya East"} <= set(ways)
    assert hexes >= set(facts.geography.adjacent) - {"0207", start}


def test_every_base_has_another_within_two_hexes(world):
    geography = world.facts.geography
    places = [site.place for site in geography.bases]
    for place in places:
        assert any(0 < geography.distance(place, other) <= 2 for other in places), place


def hold_everything(world, side):
    world.hold(side, *(site.place for site in world.facts.geography.bases))


def test_with_every_base_japanese_no_line_reaches_the_north(world, code):
    hold_everything(world, "JP")
    facts = world.facts
    has_line = partial(code.supply_lines.has_line, facts, "Japan")
    assert names(facts, (site.place for site in facts.geography.bases if not has_line(site.place))) == NORTH


def test_with_every_base_allied_the_west_coast_supplies_all(world, code):
    hold_everything(world, "AL")
    facts = world.facts
    has_line = partial(code.supply_lines.has_line, facts, "US")
    assert all(has_line(site.place) for site in facts.geography.bases)


def out_of_supply(facts, code):
    has_line = partial(code.supply_lines.has_line, facts, "Japan")
    return names(facts, (site.place for site in facts.bases("JP") if not has_line(site.place)))


def test_of_the_printed_japanese_bases_only_paramushiro_has_no_line(world, code):
    assert out_of_supply(world.facts, code) == {"Paramushiro"}


def test_in_december_the_air_units_of_manila_cut_the_south_china_sea_as_well(december, code):
    assert out_of_supply(december.facts, code) == {"Paramushiro", "Hainan", "Saigon"}


def test_in_july_japan_is_out_of_supply_in_the_north_alone(july, code):
    assert out_of_supply(july.facts, code) == {"Paramushiro", "Attu"}


def test_resource_hexes_have_a_line_once_they_are_taken(world, july, code):
    world.hold("JP", "Singapore", "Surabaya", "Brunei")
    for table in (world, july):
        for place in ("Singapore", "Surabaya", "Brunei"):
            assert code.supply_lines.has_line(table.facts, "Japan", table.cell(place)), place


def test_every_allied_base_is_on_a_line_at_the_start(world, code):
    facts = world.facts
    lines = [partial(code.supply_lines.has_line, facts, nation) for nation in ("US", "Britain")]
    assert all(any(has_line(site.place) for has_line in lines) for site in facts.bases("AL"))


def test_the_lifeline_is_open_in_both_set_ups(december, july, code):
    assert code.supply_lines.lifeline(december.facts)
    assert code.supply_lines.lifeline(july.facts)


def test_the_lifeline_is_cut_by_taking_the_islands(world, code):
    world.hold("JP", "Canton", "Samoa", "Ellice", "Fiji")
    assert not code.supply_lines.lifeline(world.facts)


def test_dutch_harbor_has_its_box_near_and_no_base_but_attu(world, code):
    facts = world.facts
    others = [
        facts.geography.distance(world.cell("Dutch Harbor"), site.place)
        for site in facts.bases("AL")
        if site.name not in ("Attu", "Dutch Harbor")
    ]
    assert min(others) > 2
    course = code.sea_movement.course_of_side(facts, "AL")
    assert "West Coast USA" in code.sea_movement.sail(facts, course, [(world.cell("Dutch Harbor"),)], 1)


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("Noumea", "Ellice", 3),
        ("Ellice", "Pearl Harbor", 4),
        ("Pearl Harbor", "Midway", 3),
        ("Noumea", "Midway", 7),
        ("Paramushiro", "Pearl Harbor", 7),
        ("Paramushiro", "Attu", 2),
        ("Wake", "Midway", 2),
        ("Saipan", "Yokosuka", 3),
        ("Okinawa", "Kure", 1),
        ("Iwo Jima", "Yokosuka", 1),
        ("Formosa", "Manila", 1),
        ("Attu", "Midway", 4),
        ("Ambon", "Darwin", 1),
        ("Port Moresby", "Townsville", 1),
        ("Pearl Harbor", "Johnston", 2),
    ],
)
def test_distances(world, a, b, hexes):
    facts = world.facts
    assert facts.geography.distance(world.cell(a), world.cell(b)) == hexes


def test_the_striking_force_reaches_pearl_harbor_through_the_air_zoc(december, code):
    december.now(1, "JP", 8)
    facts = december.facts
    ships = [
        facts.unit(december.piece(f"jp_{name}"))
        for name in ("cv_akagi_kaga", "cv_hiryu_soryu", "cv_shokaku_zuikaku", "bb_hiei_kirishima")
    ]
    reached = code.modes.move_of(facts, "operation", ships).reach()
    assert reached["1607"].hexes == 7
    assert reached["1607"].pays == {"oil": 12}


def test_two_striking_forces_burn_fifteen(december, code):
    facts = december.facts
    first = tuple(facts.unit(december.piece(f"jp_cv_{name}")) for name in ("akagi_kaga", "hiryu_soryu"))
    second = tuple(facts.unit(december.piece(f"jp_{name}")) for name in ("cv_shokaku_zuikaku", "bb_hiei_kirishima"))
    third = tuple(facts.unit(december.piece(f"jp_{name}")) for name in ("ca_sentai8", "dd_desron1"))
    oil = code.forces.oil_for
    assert oil(first + second, 7, is_reaction=False) + oil(third, 7, is_reaction=False) == 15


@pytest.mark.parametrize(
    ("kinds", "goal", "hexes"),
    [
        (("jp_land_army25", "jp_dd_desron3"), "Malaya East", 2),
        (("jp_land_army14", "jp_dd_desron4"), "Manila", 1),
        (("jp_land_snlf", "jp_dd_desron6"), "Wake", 2),
        (("jp_land_ssd", "jp_ca_sentai6"), "Rabaul", 2),
    ],
)
def test_the_landings_of_turn_1_are_in_reach_and_in_range(december, code, kinds, goal, hexes):
    december.now(1, "JP", 8)
    december.points(tp_japan=60)
    facts = december.facts
    move = code.modes.move_of(facts, "operation", [facts.unit(december.piece(kind)) for kind in kinds])
    node = facts.geography.find(goal)
    assert move.reach()[node].hexes == hexes
    assert code.return_ports.landing_range(facts, node, "JP").in_range


def test_transport_points_of_the_landings_of_turn_1(december, code):
    facts = december.facts
    kinds = ("army14", "army25", "ssd", "snlf")
    armies = [facts.unit(december.piece(f"jp_land_{kind}")) for kind in kinds]
    assert code.deployment_legs.charge_for(facts, armies, times=2).japan == 48


FIRST_WAVE = (
    "Ambon, Attu, Bangkok, Brunei, Darwin, Guadalcanal, Manila, Port Moresby, Rabaul, "
    "Rangoon, Singapore, Surabaya, Tarawa, Wake"
)


def test_the_first_wave_of_landings(world, code):
    facts = world.facts
    open_to_japan = {
        site.name
        for site in facts.geography.bases
        if not facts.controls(site.place, "JP") and code.return_ports.landing_range(facts, site.place, "JP").in_range
    }
    assert open_to_japan >= set(FIRST_WAVE.split(", "))
    assert not open_to_japan & {"Pearl Harbor", "Midway", "Townsville", "Noumea", "Fiji", "Brisbane", "Calcutta"}


@pytest.mark.parametrize("set_up", ["december", "july"])
def test_the_set_ups_stack_and_are_apart(request, code, set_up):
    facts = request.getfixturevalue(set_up).facts
    assert list(code.place_checks.excesses(facts)) == []
    for unit in facts.in_play():
        assert not facts.enemy_here(unit.hex, unit.side), unit
        assert facts.controls(unit.hex, unit.side), unit


def test_the_whole_japanese_navy_finds_room_at_home(december):
    facts = december.facts
    ships = [unit for unit in facts.units.values() if unit.group == "naval" and unit.side == "JP"]
    ratings = sum(unit.transport for unit in ships if unit.sort.type != "BBV")  # it is BB Ise, Hyuga converted
    room = sum(facts.capacity(place, "naval") for place in facts.home_bases("Japan"))
    assert (ratings, room) == (45, 48)
