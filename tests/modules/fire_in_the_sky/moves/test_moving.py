"""The reach of units: sea and one-hex deployment (7.1, 7.2), operations (8), Reaction (9), and moves out of the boxes
(6.4).
"""

import pytest

from tabletop.game.commands import SetProperty


def going(world, mode, *pieces):
    facts = world.facts
    return world.code.modes.move_of(facts, mode, facts.members(pieces, whole_forces=True))


def reached(move):
    return {move.facts.title(place): found for place, found in move.reach().items()}


# --- sea deployment (7.1) ---


def test_an_army_costs_eight_points_a_leg(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    move = going(world, "sea-deploy", world.put("jp_land_army14", "Kure"))
    assert move.reach()[world.cell("Truk")].pays == {"Japan": 8}
    assert (move.reach()[world.cell("Truk")].legs, move.reach()[world.cell("Truk")].hexes) == (1, 4)


@pytest.mark.parametrize(
    ("points", "legs"), [(7, {}), (8, {"Truk": 1}), (15, {"Truk": 1}), (16, {"Truk": 1, "Kwajalein": 2})]
)
def test_as_many_legs_as_are_paid_for(world, points, legs):
    world.now(2, "JP", 7)
    world.points(tp_japan=points)
    found = reached(going(world, "sea-deploy", world.put("jp_land_army14", "Kure")))
    assert {name: found[name].legs for name in ("Truk", "Kwajalein") if name in found} == legs


def test_legs_run_from_base_to_base(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    found = reached(going(world, "sea-deploy", world.put("jp_dd_desron1", "Kure")))
    assert [world.facts.title(where.place) for where in found["Kwajalein"].via] != []
    assert found["Kwajalein"].cost == found["Kwajalein"].legs == 2
    assert "Wake" not in found, "no friendly base"
    assert "Marcus" not in found, "no base at all"


def test_a_base_with_enemy_units_is_no_end(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    piece = world.put("jp_dd_desron1", "Kure")
    world.put("us_land_usaffe", "Saipan")
    assert "Saipan" not in reached(going(world, "sea-deploy", piece))
    assert going(world, "sea-deploy", piece).why_not(world.cell("Saipan")).check == "deploy-end"


def test_enemy_air_zoc_stops_a_leg_where_it_is_entered(world):
    """Allied Truk covers Saipan.

    A unit may end its deployment there, but may not begin another leg, and no leg goes beyond.
    """
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    world.hold("AL", "Truk")
    world.put("us_air", "Truk")
    found = reached(going(world, "sea-deploy", world.put("jp_dd_desron1", "Kure")))
    assert found["Saipan"].is_stopped
    assert not found["Iwo Jima"].is_stopped
    assert found["Eniwetok"].path[-1].place == "1208"
    assert all(where.place not in world.facts.zone("AL") for where in found["Eniwetok"].path[1:-1])


def test_starting_in_enemy_air_zoc_does_not_matter(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    world.hold("AL", "Truk")
    world.put("us_air", "Truk")
    found = reached(going(world, "sea-deploy", world.put("jp_dd_desron1", "Saipan")))
    assert not found["Iwo Jima"].is_stopped


def test_the_same_air_unit_stops_whoever_goes_on_in_its_zone(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    world.hold("AL", "Truk")
    world.put("us_air", "Truk")
    found = reached(going(world, "sea-deploy", world.put("jp_dd_desron1", "Saipan")))
    assert found["Eniwetok"].hexes == 3, "two hexes through the zone, three around it"


@pytest.mark.parametrize(
    ("state", "phase", "check"),
    [
        ({"deployed": "one-hex"}, 7, "deployed-twice"),
        ({"deployed": "sea"}, 7, None),
        ({"stopped": "yes"}, 7, "deploy-stopped"),
        ({"operated_from": "0805"}, 13, "operated"),
        ({"operated_from": "0805"}, 7, None),
        ({"force": "Fleet 1"}, 7, "deploy-start"),
        ({}, 13, None),
    ],
)
def test_what_forbids_sea_deployment(world, state, phase, check):
    world.now(2, "JP", phase)
    world.points(tp_japan=60)
    refused = going(world, "sea-deploy", world.put("jp_land_snlf", "Kure", **state)).refused()
    assert (refused.check if refused else None) == check


def test_ships_that_operated_deploy_again(world):
    world.now(2, "JP", 13)
    ship = world.put("jp_bb_kongo_haruna", "Kure", operated_from="1009")
    assert going(world, "sea-deploy", ship).refused() is None


@pytest.mark.parametrize("kind", ["nl_dd", "nl_land_abda"])
def test_no_points_move_the_dutch(world, kind):
    world.now(2, "AL", 7)
    world.points(tp_us=70, tp_britain=12)
    refused = going(world, "sea-deploy", world.put(kind, "Surabaya")).refused()
    assert (refused.check, refused.rule) == ("own-pool", "15.4")


def test_a_carrier_without_planes_stays(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    carrier = world.put("jp_cv_taiho", "Carriers without Planes (Kure)")
    assert going(world, "sea-deploy", carrier).refused().check == "without-planes"
    assert going(world, "operation", carrier).refused().check == "without-planes"


def test_naval_aviation_stays_in_its_box(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    air = world.put("jp_air", "Naval Aviation (Kure)")
    for mode in ("sea-deploy", "one-hex", "operation"):
        assert going(world, mode, air).refused().check == "naval-aviation"


@pytest.mark.parametrize(
    ("kind", "us", "britain", "is_reached"),
    [
        ("us_land_usaffe", 8, 0, True),
        ("us_land_usaffe", 0, 70, False),
        ("br_land_malaya", 70, 0, False),
        ("us_air", 2, 0, True),
        ("us_air", 0, 2, True),
        ("us_air", 1, 1, True),
        ("us_air", 1, 0, False),
    ],
)
def test_every_pool_moves_its_own(world, kind, us, britain, is_reached):
    world.now(2, "AL", 7)
    world.points(tp_us=us, tp_britain=britain)
    found = reached(going(world, "sea-deploy", world.put(kind, "Noumea")))
    assert ("Fiji" in found) is is_reached


@pytest.mark.parametrize(("choice", "is_reached"), [("as-from-any-base", True), ("reinforcements-only", False)])
def test_the_boxes_as_bases(world, choice, is_reached):
    world.now(2, "AL", 7)
    world.points(tp_us=20)
    world.option("G-12", choice)
    out = reached(going(world, "sea-deploy", world.put("us_dd_desron1", "West Coast USA")))
    home = reached(going(world, "sea-deploy", world.put("us_dd_desron3", "Pearl Harbor")))
    assert ("Pearl Harbor" in out) is is_reached
    assert ("West Coast USA" in home) is is_reached


def test_an_entry_hex_is_one_hex_from_its_box(world):
    world.now(2, "AL", 8)
    ways = going(world, "operation", world.put("us_dd_desron1", "Dutch Harbor")).ways()
    assert ways.hexes("West Coast USA") == 1


@pytest.mark.parametrize(("choice", "is_reached"), [("by-flag", False), ("any", True)])
def test_british_ships_and_american_entry_hexes(world, choice, is_reached):
    world.now(2, "AL", 8)
    world.option("G-56", choice)
    move = going(world, "operation", world.put("br_dd_electra", "Pearl Harbor"))
    assert ("West Coast USA" in move.reach()) is is_reached
    if not is_reached:
        assert move.why_not("West Coast USA").check == "entry-flag"


@pytest.mark.parametrize("mode", ["sea-deploy", "operation"])
def test_no_japanese_unit_enters_a_box(world, mode):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    world.hold("JP", "Dutch Harbor")
    move = going(world, mode, world.put("jp_dd_desron1", "Dutch Harbor"))
    assert "West Coast USA" not in move.reach()
    assert move.why_not("West Coast USA").check == "off-map-box"


def test_why_a_base_is_out_of_reach(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=8)
    piece = world.put("jp_land_army14", "Kure")
    world.hold("AL", "Okinawa")
    move = going(world, "sea-deploy", piece)
    for place, check in (
        ("Kwajalein", "points"),
        ("Manila", "deploy-end"),
        ("0906", "deploy-end"),
        ("Gangetic Plain", "sea-hex"),
        ("West Coast USA", "off-map-box"),
    ):
        fault = move.why_not(world.facts.geography.find(place))
        assert fault.check == check, place
        assert fault.says.endswith(".")


def test_time_to_unpack_shuts_new_bases_to_air_units(world):
    world.now(6, "AL", 13)
    world.points(tp_us=20)
    world.hold("AL", "Truk")
    world.do(SetProperty("captured", world.cell("Truk")))
    air, ship = world.put("us_air", "Rabaul"), world.put("us_dd_desron1", "Rabaul")
    assert "Truk" in reached(going(world, "sea-deploy", air))
    world.option("rule-16-1-8", "used")
    assert "Truk" not in reached(going(world, "sea-deploy", air))
    assert going(world, "sea-deploy", air).why_not(world.cell("Truk")).check == "unpacking"
    assert "Truk" in reached(going(world, "sea-deploy", ship))
    world.now(6, "AL", 7)
    assert "Truk" in reached(going(world, "sea-deploy", air))


# --- one-hex deployment (7.2) ---


@pytest.mark.parametrize(
    ("kind", "start", "goals"),
    [
        ("jp_dd_desron1", "Kure", {"Yokosuka", "Okinawa"}),
        ("jp_air", "Kure", {"Yokosuka", "Okinawa"}),
        ("jp_air", "Saigon", set()),
        ("jp_land_army15", "Saigon", {"Bangkok"}),
        ("jp_land_army15", "Hainan", {"Hong Kong"}),
        ("jp_land_army15", "Kure", set()),
        ("replacements_jp", "Saigon", set()),
        ("us_dd_desron1", "Dutch Harbor", {"West Coast USA"}),
        ("us_air", "Dutch Harbor", set()),
        ("br_dd_electra", "Bombay", {"Indian Ocean Ports"}),
        ("nl_dd", "Port Moresby", {"Guadalcanal", "Rabaul", "Townsville"}),
        ("br_dd_electra", "Rangoon", {"Calcutta"}),
        ("us_dd_desron1", "1706", {"West Coast USA", "Pearl Harbor"}),
    ],
)
def test_one_hex(world, kind, start, goals):
    world.now(2, "JP", 7)
    move = going(world, "one-hex", world.put(kind, start))
    assert set(reached(move)) == goals
    assert all(found.cost == 0 for found in move.reach().values())


def test_one_hex_does_not_mind_air_zoc(world):
    world.put("us_air", "Manila")
    assert "Yokosuka" in reached(going(world, "one-hex", world.put("jp_air", "Kure")))


@pytest.mark.parametrize(("choice", "goes"), [("allowed", True), ("not-allowed", False)])
def test_air_units_into_a_base_with_enemies(world, choice, goes):
    world.option("G-47", choice)
    world.put("us_land_usaffe", "Yokosuka")
    assert ("Yokosuka" in reached(going(world, "one-hex", world.put("jp_air", "Kure")))) is goes


@pytest.mark.parametrize(
    ("here", "there", "held", "goes"),
    [
        ((), ("br_land_burma",), "AL", True),  # into enemies is allowed
        (("br_land_malaya",), (), "", True),  # out of them into an empty neutral base too
        (("br_land_malaya",), (), "AL", False),  # not into an enemy base
        (("br_land_malaya",), ("br_land_burma",), "JP", False),  # nor into other enemies
        (("br_land_malaya",), (), "JP", True),
    ],
)
def test_land_units_among_enemies(world, here, there, held, goes):
    army = world.put("jp_land_army15", "Malaya")
    for kind in here:
        world.put(kind, "Malaya")
    for kind in there:
        world.put(kind, "Bangkok")
    if held:
        world.hold(held, "Bangkok")
    assert ("Bangkok" in reached(going(world, "one-hex", army))) is goes


@pytest.mark.parametrize(("choice", "goes"), [("any-unit-not-at-sea", False), ("land-units-only", True)])
def test_what_makes_a_hex_enemy_occupied(world, choice, goes):
    world.option("G-48", choice)
    world.put("british_air", "Malaya")
    army = world.put("jp_land_army15", "Malaya")
    assert ("Singapore" in reached(going(world, "one-hex", army))) is goes


def test_enemies_at_sea_do_not_occupy(world):
    world.force("British Fleet", "Malaya", "br_land_malaya")
    army = world.put("jp_land_army15", "Malaya")
    assert "Singapore" in reached(going(world, "one-hex", army))


@pytest.mark.parametrize(
    ("state", "phase", "check"),
    [
        ({"deployed": "sea"}, 7, "deployed-twice"),
        ({"deployed": "one-hex"}, 7, "deployed-twice"),
        ({}, 13, "one-hex"),
        ({"stopped": "yes"}, 7, None),
    ],
)
def test_what_forbids_one_hex(world, state, phase, check):
    world.now(2, "JP", phase)
    refused = going(world, "one-hex", world.put("jp_air", "Kure", **state)).refused()
    assert (refused.check if refused else None) == check


# --- operations (8.0) ---


def test_a_task_force_goes_as_far_as_its_slowest(world):
    world.now(2, "AL", 8)
    world.points(tp_us=70)
    fast = going(world, "operation", world.put("us_cv_saratoga_enterprise", "Pearl Harbor"))
    force = world.force("TF 1", "Pearl Harbor", "us_cv_hornet_wasp", "us_land_hawaii")
    slow = going(world, "operation", *force)
    old = going(world, "operation", world.put("us_bb_arizona_oklahoma", "Pearl Harbor"))
    assert (fast.allowance, slow.allowance) == (7, 4)
    assert max(fast.ways().hexes(node) for node in fast.reach()) == 7
    assert max(slow.ways().hexes(node) for node in slow.reach()) <= 4
    assert old.allowance < 7


@pytest.mark.parametrize(
    ("kind", "is_bound"),
    [("us_land_hawaii", True), ("replacements_us_small", True), ("us_air", False), ("us_dd_desron1", False)],
)
def test_land_units_must_end_in_land_hexes(world, kind, is_bound):
    world.now(2, "AL", 8)
    world.points(tp_us=70)
    move = going(world, "operation", world.put(kind, "Pearl Harbor"))
    assert ("1507" not in move.reach()) is is_bound
    if is_bound:
        assert move.why_not("1507").check == "land-hex"
        assert world.cell("Johnston") in move.reach()


def zone_of_wake(world):
    """Put Japanese aircraft at Wake, and return their Air ZOC: 1106, 1107, 1206, 1307, 1207 itself and two
    more hexes.
    """
    world.now(2, "AL", 8)
    world.hold("JP", "Wake")
    world.put("jp_air", "Wake")
    return world.facts.zone("JP")


def test_entering_air_zoc_leaves_one_hex_more(world):
    zone = zone_of_wake(world)
    ways = going(world, "operation", world.put("us_cv_saratoga_enterprise", "Midway")).ways()
    for node in ways:
        path = ways[node]
        entered = next((n for n, each in enumerate(path) if n and each in zone), None)
        assert entered is None or len(path) - 1 - entered <= 1, path


def test_a_second_hex_of_air_zoc_ends_the_move(world):
    zone = zone_of_wake(world)
    ways = going(world, "operation", world.put("us_cv_saratoga_enterprise", "Midway")).ways()
    assert "1207" in ways
    assert all(sum(each in zone for each in ways[node][1:]) <= 2 for node in ways)


def test_starting_in_air_zoc_leaves_one_hex(world):
    zone_of_wake(world)
    ship = world.put("us_cv_saratoga_enterprise", "1307")
    ways = going(world, "operation", ship).ways()
    assert {ways.hexes(node) for node in ways} == {0, 1}


@pytest.mark.parametrize(("choice", "hexes"), [("ends-its-move", 4), ("one-more-hex-each-time", 3)])
def test_one_more_hex_each_time(world, choice, hexes):
    """On the direct way from Saipan to Yokosuka, all hexes lie in Japanese Air ZOC.

    On the western way only the last two do.
    """
    world.now(10, "AL", 8)
    world.option("G-07", choice)
    for place in ("Yokosuka", "Iwo Jima"):
        world.put("jp_air", place)
    world.hold("AL", "Saipan")
    ways = going(world, "operation", world.put("us_cv_saratoga_enterprise", "Saipan")).ways()
    assert ways.hexes(world.cell("Yokosuka")) == hexes


def test_enemy_units_and_bases_block_no_transit(world):
    world.now(2, "AL", 8)
    ship = world.put("us_cv_saratoga_enterprise", "Midway")
    squadrons = ("desron1", "desron2", "desron3", "desron4", "desron5", "desron6")
    for squadron, place in zip(squadrons, world.facts.geography.adjacent[world.cell("Midway")], strict=True):
        world.put(f"jp_dd_{squadron}", place)
    ways = going(world, "operation", ship).ways()
    assert max(ways.hexes(node) for node in ways) == 7


@pytest.mark.parametrize(
    ("start", "goal", "hexes"),
    [
        ("Rangoon", "Malaya West", 1),
        ("Singapore", "Malaya West", 1),
        ("Singapore", "Malaya East", 1),
        ("Saigon", "Malaya East", 1),
        ("Bangkok", "Malaya East", 1),
        ("Rangoon", "Malaya East", 3),
        ("Saigon", "Malaya West", 2),
    ],
)
def test_the_halves_of_malaya(world, start, goal, hexes):
    world.now(2, "JP", 8)
    world.points(oil=50)
    world.hold("JP", start)
    ways = going(world, "operation", world.put("jp_dd_desron1", start)).ways()
    assert ways.hexes(goal) == hexes


def test_from_half_to_half_it_is_two_hexes_by_singapore(world):
    world.now(2, "JP", 8)
    world.points(oil=50)
    ships = world.force("Fleet 1", "Malaya", "jp_dd_desron1", half="Malaya West")
    ways = going(world, "operation", *ships).ways()
    assert ways.hexes("Malaya East") == 2
    assert "0510" in ways["Malaya East"]


@pytest.mark.parametrize(
    ("kinds", "hexes", "oil"),
    [
        (("jp_cv_akagi_kaga",), 0, 0),
        (("jp_cv_akagi_kaga",), 1, 2),
        (("jp_cv_akagi_kaga",), 4, 2),
        (("jp_cv_akagi_kaga",), 5, 3),
        (("jp_dd_desron1",), 5, 2),
        (("jp_cv_akagi_kaga", "jp_dd_desron1"), 5, 5),
        (("jp_cv_akagi_kaga", "jp_dd_desron1"), 4, 3),
        (("jp_dd_desron1", "jp_dd_desron2"), 7, 3),
    ],
)
def test_oil_is_rounded_once_a_task_force(world, kinds, hexes, oil):
    ships = tuple(world.unit(world.put(kind, "Kure")) for kind in kinds)
    assert world.code.forces.oil_for(ships, hexes, is_reaction=False) == oil


@pytest.mark.parametrize(("turn", "start", "oil"), [(9, "Singapore", 2), (10, "Singapore", 0), (10, "Saigon", 2)])
def test_resource_hexes_fuel_ships_late_in_the_war(world, turn, start, oil):
    world.now(turn, "JP", 8)
    world.points(oil=50)
    world.hold("JP", "Singapore")
    move = going(world, "operation", world.put("jp_cv_akagi_kaga", start))
    assert move.reach()["0610"].pays.get("oil", 0) == oil


def test_allied_ships_sail_for_nothing_and_passengers_pay_twice(world):
    world.now(2, "AL", 8)
    world.points(tp_us=16)
    move = going(world, "operation", *world.force("TF 1", "Pearl Harbor", "us_dd_desron1", "us_land_hawaii"))
    unit = world.unit(move.ids[1])
    assert move.reach()[world.cell("Midway")].pays == {"US": 2 * unit.transport}


@pytest.mark.parametrize(("choice", "pays"), [("charged", {"Japan": 8}), ("free", {})])
def test_passengers_that_stay_in_their_hex(world, choice, pays):
    world.now(2, "JP", 8)
    world.points(tp_japan=60, oil=10)
    world.option("G-21", choice)
    move = going(world, "operation", *world.force("Fleet 1", "Kure", "jp_dd_desron1", "jp_land_snlf"))
    assert move.reach()[world.cell("Kure")].pays == pays


@pytest.mark.parametrize(
    ("kinds", "check"),
    [
        (("us_dd_desron1",), None),
        (("us_land_hawaii",), None),
        (("us_dd_desron1", "us_dd_desron3", "us_dd_desron5", "us_cl_phoenix"), None),
        (("us_dd_desron1", "us_dd_desron3", "us_dd_desron5", "us_cl_phoenix", "us_land_hawaii"), None),
        (("us_dd_desron1", "us_dd_desron3", "us_dd_desron5", "us_cl_phoenix", "us_cl_omaha"), "force-size"),
        (("us_dd_desron1", "us_land_hawaii", "us_air"), "force-size"),
        (("us_dd_desron1", "us_land_hawaii", "replacements_us_small"), "force-size"),
        (("nl_dd",), None),
        (("nl_land_abda",), "own-pool"),
        (("dutch_air",), None),
    ],
)
def test_what_a_task_force_may_be(world, kinds, check):
    world.now(2, "AL", 8)
    world.points(tp_us=70, tp_britain=12)
    refused = going(world, "operation", *world.force("TF 1", "Pearl Harbor", *kinds)).refused()
    assert (refused.check if refused else None) == check


def test_replacements_that_ride_free_of_the_limit(world):
    world.now(2, "AL", 8)
    world.option("G-20", "ride-free-of-the-limit")
    force = world.force("TF 1", "Pearl Harbor", "us_dd_desron1", "us_land_hawaii", "replacements_us_small")
    assert going(world, "operation", *force).refused() is None


def test_a_task_force_starts_at_one_base(world):
    world.now(2, "AL", 8)
    here, there = world.put("us_dd_desron1", "Pearl Harbor"), world.put("us_dd_desron3", "Midway")
    world.give([here, there], force="TF 1")
    assert going(world, "operation", here, there).refused().check == "force-start"
    at_sea = world.put("us_dd_desron5", "1507")
    assert going(world, "operation", at_sea).refused().check == "force-start"


def test_a_move_is_judged_from_where_it_began(world):
    """A Task Force that moves on after two hexes counts all hexes, and pays only for the rest."""
    world.now(2, "JP", 8)
    world.points(oil=20, tp_japan=60)
    force = world.force("Fleet 1", "1206", "jp_cv_akagi_kaga", "jp_dd_desron1", operated_from=world.cell("Yokosuka"))
    move = going(world, "operation", *force)
    assert move.start == world.cell("Yokosuka")
    assert move.reach()["1207"].hexes == 4
    assert move.reach()["1207"].pays == {}
    assert move.reach()["1307"].pays == {"oil": 2}


def test_the_step_of_an_operation(world):
    world.now(2, "JP", 8)
    world.points(oil=20, tp_japan=60)
    ship, army = force = world.force("Fleet 1", "Hainan", "jp_dd_desron3", "jp_land_army25", Shows="full")
    marker = world.put("jp_fleet_1", "Hainan", force="Fleet 1")
    event = world.do(going(world, "operation", *force).command("Malaya East"))
    assert {world.unit(piece).hex for piece in force} == {world.cell("Malaya")}
    assert {world.unit(piece).half for piece in force} == {"Malaya East"}
    assert world.unit(army).operated_from == world.cell("Hainan")
    assert world.unit(ship).shows == "operational"
    assert world.situation().where(marker).place == world.cell("Malaya")
    assert (world.facts.points.oil, world.facts.points.tp_japan) == (19, 44)
    assert world.wrong(event, "JP") == {}


# --- Reaction (9.0) ---


@pytest.mark.parametrize(
    ("movement", "kind", "hexes"),
    [
        (7, "us_cv_saratoga_enterprise", 4),
        (6, "us_bb_south_dakota_indiana", 3),
        (5, "br_bb_warspite_resolution", 3),
        (4, "us_bb_arizona_oklahoma", 2),
    ],
)
def test_half_the_movement_allowance_rounded_up(world, movement, kind, hexes):
    world.now(2, "JP", 9)
    unit = world.unit(world.put(kind, "Pearl Harbor"))
    move = going(world, "reaction", unit.id)
    assert (unit.sort.movement, move.allowance) == (movement, hexes)
    assert max(move.ways().hexes(node) for node in move.ways()) == hexes


def test_a_reaction_ends_at_an_enemy(world):
    world.now(2, "JP", 9)
    ship = world.put("us_cv_saratoga_enterprise", "Pearl Harbor")
    world.put("jp_dd_desron1", "Midway", force="Fleet 1")
    move = going(world, "reaction", ship)
    assert set(reached(move)) == {"Midway"}
    assert move.why_not(world.cell("Johnston")).check == "reaction-goal"
    assert move.why_not(world.cell("Kwajalein")).check == "reaction-range"


@pytest.mark.parametrize("kind", ["jp_land_snlf", "jp_air", "jp_dd_desron1"])
def test_an_enemy_unit_of_any_type(world, kind):
    world.now(2, "JP", 9)
    ship = world.put("us_cv_saratoga_enterprise", "Pearl Harbor")
    world.put(kind, "Midway")
    assert set(reached(going(world, "reaction", ship))) == {"Midway"}


@pytest.mark.parametrize(
    ("kind", "place", "check"),
    [
        ("us_dd_desron1", "West Coast USA", "reaction-box"),
        ("us_land_hawaii", "Pearl Harbor", "reaction-ships"),
        ("us_air", "Pearl Harbor", "reaction-ships"),
        ("us_dd_desron1", "Pearl Harbor", None),
        ("nl_dd", "Surabaya", None),
    ],
)
def test_who_reacts(world, kind, place, check):
    world.now(2, "JP", 9)
    refused = going(world, "reaction", world.put(kind, place)).refused()
    assert (refused.check if refused else None) == check


@pytest.mark.parametrize(("choice", "stays"), [("allowed-and-free", True), ("not-allowed", False)])
def test_reaction_without_leaving_the_hex(world, choice, stays):
    world.now(2, "AL", 9)
    world.option("G-23", choice)
    world.points(oil=10)
    ship = world.put("jp_cv_akagi_kaga", "Truk")
    world.put("us_dd_desron1", "Truk", force="TF 1")
    move = going(world, "reaction", ship)
    assert ("1009" in move.reach()) is stays
    if stays:
        assert move.reach()["1009"].cost == 0


@pytest.mark.parametrize(("half", "goes"), [("Malaya West", False), ("Malaya East", True)])
def test_an_enemy_force_in_the_other_half_is_no_goal(world, half, goes):
    world.now(2, "AL", 9)
    world.points(oil=10)
    ship = world.put("jp_dd_desron1", "Saigon")
    world.force("British Fleet", "Malaya", "br_dd_electra", half=half)
    move = going(world, "reaction", ship)
    assert ("Malaya East" in move.reach()) is goes
    if not goes:
        assert move.why_not("Malaya East").rule == "15.1"


def test_land_units_ashore_are_a_goal_in_both_halves(world):
    world.now(2, "AL", 9)
    world.points(oil=10)
    ship = world.put("jp_dd_desron1", "Singapore")
    world.put("br_land_malaya", "Malaya")
    assert {"Malaya West", "Malaya East"} <= set(going(world, "reaction", ship).reach())


@pytest.mark.parametrize(("choice", "oil"), [("times-one", 2), ("times-one-and-a-half", 3)])
def test_oil_of_a_long_reaction(world, choice, oil):
    """No ship of the game reacts over more than four hexes, so the ruling is tested only on the costs."""
    ship = world.unit(world.put("jp_cv_akagi_kaga", "Kure"))
    cost = world.code.forces.oil_for
    assert cost((ship,), 5, is_reaction=True, long_reaction_costs_more=choice == "times-one-and-a-half") == oil
    assert cost((ship,), 4, is_reaction=True, long_reaction_costs_more=True) == 2


def test_air_zoc_holds_up_a_reaction(world):
    world.now(2, "JP", 9)
    ship = world.put("us_cv_saratoga_enterprise", "Tarawa")
    world.put("jp_dd_desron1", "Eniwetok", force="Fleet 1")
    world.put("jp_air", "Kwajalein")
    move = going(world, "reaction", ship)
    assert world.cell("Eniwetok") not in move.reach()
    fault = move.why_not(world.cell("Eniwetok"))
    assert fault.check == "air-zoc"
    assert "Kwajalein" in fault.says


# --- other people's mail (16.1.1) ---


def test_deploy_by_ellice_to_pearl_harbor_and_react_to_midway(world):
    world.now(4, "JP", 9)
    world.option("rule-16-1-1", "used")
    world.points(tp_us=12)
    force = world.force("TF 1", "Noumea", "us_cv_saratoga_enterprise", "us_dd_desron1")
    world.put("jp_dd_desron1", "Midway", force="Fleet 1")
    assert world.cell("Midway") not in going(world, "reaction", *force).reach()
    move = going(world, "radar-deploy", *force)
    found = reached(move)["Pearl Harbor"]
    assert (found.legs, found.pays) == (2, {"US": 6})
    assert [world.facts.title(where.place) for where in found.via] == ["Ellice"]
    assert world.cell("Midway") in move.then_reacts_to(world.cell("Pearl Harbor"))


@pytest.mark.parametrize(
    ("turn", "option", "used", "check"),
    [(4, "used", 0, None), (4, "not-used", 0, "mail"), (1, "used", 0, "mail"), (4, "used", 1, "mail")],
)
def test_when_mail_is_read(world, turn, option, used, check):
    world.now(turn, "JP", 9)
    world.option("rule-16-1-1", option)
    world.do(SetProperty("mail_read", used))
    refused = going(world, "radar-deploy", *world.force("TF 1", "Noumea", "us_dd_desron1")).refused()
    assert (refused.check if refused else None) == check


# --- the boxes (6.4) ---


@pytest.mark.parametrize(
    ("kind", "start", "goal"),
    [
        ("us_dd_desron1", "West Coast USA", "Pearl Harbor"),
        ("us_land_usaffe", "West Coast USA", "Pearl Harbor"),
        ("br_dd_electra", "Indian Ocean Ports", "Bombay"),
    ],
)
def test_from_a_box_to_its_base(world, kind, start, goal):
    world.now(2, "AL", 6)
    piece = world.put(kind, start)
    assert set(reached(going(world, "box-move", piece))) == {goal}
    world.put("jp_land_snlf", goal)
    assert reached(going(world, "box-move", piece)) == {}
    assert going(world, "box-move", piece).why_not(world.cell(goal)).check == "box-move"


def test_no_box_move_to_a_base_that_is_lost(world):
    world.now(2, "AL", 6)
    world.hold("JP", "Pearl Harbor")
    assert reached(going(world, "box-move", world.put("us_dd_desron1", "West Coast USA"))) == {}
