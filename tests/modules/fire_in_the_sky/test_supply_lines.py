"""Supply Lines (3.3.4): steps of two hexes from base to base, the obstacles, and the effects."""

import pytest


def lines(world, nation="Japan"):
    return world.code.supply_lines.lines_of(world.facts, nation)


def reaches(world, place, nation="Japan"):
    return world.code.supply_lines.has_line(world.facts, nation, world.cell(place))


@pytest.mark.parametrize(
    ("place", "reached"),
    [
        ("Kure", True),
        ("Formosa", True),
        ("Iwo Jima", True),
        ("1105", True),  # open sea, two hexes from Yokosuka
        ("1205", False),  # three
        ("Hong Kong", True),  # a circle, one hex from Formosa
        ("Manila", True),  # an enemy base, two hexes from Formosa
        ("Saigon", True),  # from Hainan
        ("Wake", True),
        ("Marcus", True),
        ("Paramushiro", False),
        ("Midway", False),
        ("Gangetic Plain", False),
    ],
)
def test_steps_of_two_hexes_and_any_last_hex(world, place, reached):
    assert reaches(world, place) is reached


def test_the_line_is_a_witness_of_steps_of_two(world):
    line = lines(world).line(world.cell("Wake"))
    assert line[0] in ("0805", "0905")
    assert line[-1] == world.cell("Wake")
    chain = world.code.supply_lines.chain(world.facts, "Japan", world.cell("Wake"))
    assert [world.facts.title(base) for base in chain] == [
        "Yokosuka",
        "Iwo Jima",
        "Saipan",
        "Eniwetok",
        "Wake",
    ]


@pytest.mark.parametrize("nation", ["Japan", "US", "ANZAC", "Britain", "Netherlands"])
def test_who_has_a_line_at_all(world, nation):
    assert reaches(world, "Pearl Harbor", nation) is (nation in ("US", "ANZAC", "Britain"))


@pytest.mark.parametrize("place", ["Rangoon", "Gangetic Plain"])
def test_impassable_hexsides_and_dry_hexes_do_not_matter(world, place):
    """Gangetic Plain is not a sea hex, and ships from Bangkok can reach Rangoon only round the isthmus."""
    world.hold("JP", "Bangkok")
    assert reaches(world, "Rangoon")
    assert reaches(world, place, "Britain")


def test_enemy_units_and_enemy_control_do_not_block(world):
    world.put("us_bb_arizona_oklahoma", "1006")
    world.put("us_land_usaffe", "1006")
    assert reaches(world, "Saipan")


def hold_truk(world):
    """Put Allied aircraft at Truk, and return them. Saipan, through which the lines of the Pacific run, then lies in
    their Air ZOC.
    """
    world.hold("AL", "Truk")
    return world.put("us_air", "Truk")


def test_enemy_air_zoc_stops_a_line_in_the_hex_it_enters(world):
    assert reaches(world, "Eniwetok")
    hold_truk(world)
    assert reaches(world, "Saipan"), "a line may end in enemy Air ZOC"
    assert not reaches(world, "Eniwetok")


def test_friendly_air_in_the_hex_keeps_the_line_open(world):
    hold_truk(world)
    world.hold("AL", "Formosa")
    assert not reaches(world, "Palau")
    world.put("jp_air", "Saipan")
    assert reaches(world, "Palau")
    assert not reaches(world, "Eniwetok"), "the hex between lies in the zone too"


def test_friendly_air_next_door_does_not(world):
    hold_truk(world)
    world.hold("AL", "Formosa")
    world.put("jp_air", "Iwo Jima")
    assert not reaches(world, "Palau")


def test_air_units_at_a_base_of_the_enemy_cover_nothing(world):
    world.put("us_air", "Truk")
    assert reaches(world, "Eniwetok")


def test_ships_in_the_hex_do_not_keep_a_line_open(world):
    hold_truk(world)
    world.put("jp_cv_akagi_kaga", "Saipan")
    assert not reaches(world, "Eniwetok")


def test_friendly_air_at_a_base_in_the_zone(world):
    """Allied aircraft at Okinawa cover Kure and Formosa. Without Yokosuka there is no other way south."""
    world.hold("AL", "Okinawa", "Yokosuka")
    world.put("us_air", "Okinawa")
    assert reaches(world, "Kure"), "a Home Base is always its own destination"
    assert not reaches(world, "Formosa")
    world.put("jp_air", "Kure")
    assert reaches(world, "0806"), "the line leaves Kure and may end in Okinawa"
    assert not reaches(world, "Hainan")


@pytest.mark.parametrize(("choice", "reached"), [("stops-the-line", False), ("no-effect", True)])
def test_enemy_air_zoc_over_the_home_base(world, choice, reached):
    world.option("G-05", choice)
    world.hold("AL", "Okinawa", "Yokosuka")
    world.put("us_air", "Okinawa")
    assert reaches(world, "Kure")
    assert reaches(world, "0705") is reached


@pytest.mark.parametrize(("choice", "reached"), [("at-a-friendly-base", False), ("aboard-too", True)])
def test_air_units_aboard_keep_a_line_open_only_by_ruling(world, choice, reached):
    world.option("G-60", choice)
    world.put("us_air", "Manila")
    world.put("jp_air", "Formosa")
    world.force("Fleet 1", "Hong Kong", "jp_air")
    assert reaches(world, "Saigon") is reached


def only_the_british_indian_ocean(world):
    """Let Japan hold all Allied bases except Dutch Harbor and those in India and Ceylon. No line reaches these from
    America.
    """
    kept = ("Bombay", "Ceylon", "Calcutta", "Dutch Harbor")
    world.hold("JP", *(base.name for base in world.facts.bases("AL") if base.name not in kept))


@pytest.mark.parametrize(("choice", "us", "britain"), [("own-nation", False, True), ("any-allied", True, True)])
def test_whose_home_base_supplies_an_allied_unit(world, choice, us, britain):
    only_the_british_indian_ocean(world)
    world.option("G-06", choice)
    assert reaches(world, "Ceylon", "US") is us
    assert reaches(world, "Ceylon", "Britain") is britain


@pytest.mark.parametrize(
    ("kind", "choice", "flags"),
    [
        ("us_dd_desron1", "by-flag", {"US"}),
        ("anz_dd", "by-flag", {"US"}),
        ("br_ca_exeter", "by-flag", {"Britain"}),
        ("nl_dd", "by-flag", set()),
        ("nl_dd", "any", {"US", "Britain"}),
        ("us_dd_desron1", "any", {"US", "Britain"}),
        ("jp_dd_desron1", "any", set()),
    ],
)
def test_entry_hexes_by_their_flag(world, kind, choice, flags):
    world.option("G-56", choice)
    unit = world.unit(world.put(kind, "Ceylon"))
    assert flags_used(world, [unit]) == flags


def flags_used(world, members):
    """Return the flags of the Entry hexes from which these units get to an off-map box."""
    sailing, facts = world.code.sea_movement, world.facts
    course = sailing.course_of(facts, "operation", members)
    entries = facts.geography.entries
    return {entry.nation for entry in entries if entry.box in sailing.sail(facts, course, [(entry.place,)], 1)}


def test_a_mixed_task_force_uses_no_entry_hex(world):
    mixed = [world.unit(world.put(kind, "Ceylon")) for kind in ("us_dd_desron1", "br_ca_exeter")]
    assert flags_used(world, mixed) == set()


def test_no_japanese_line_passes_a_box(world):
    world.hold("JP", *(base.name for base in world.facts.geography.bases))
    assert not reaches(world, "Dutch Harbor")


def test_a_cut_names_where_and_by_whom(world):
    air = world.put("us_air", "Manila")
    held = lines(world).held_before(world.cell("Saigon"))
    assert {world.facts.title(place) for place in held} >= {"Hong Kong"}
    assert set(held.values()) == {(air,)}
    cut = lines(world).cut(world.cell("Saigon"))
    assert (cut.at in map(world.facts.title, held), cut.pieces, cut.rule) == (True, (air,), "3.3.4")


def test_a_missing_chain_names_the_base_from_which_it_is_too_far(world):
    assert lines(world).held_before(world.cell("Midway")) == {}
    cut = lines(world).cut(world.cell("Midway"))
    assert (cut.at, cut.needs, cut.has, cut.pieces) == ("Iwo Jima", 3, 2, ())


# --- land units ---


@pytest.mark.parametrize(
    ("kind", "place", "sea_control", "supplied"),
    [
        ("jp_land_snlf", "Kure", "AL", True),
        ("jp_land_snlf", "Truk", "", True),
        ("jp_land_snlf", "Truk", "AL", False),
        ("jp_land_snlf", "Paramushiro", "", False),
        ("jp_land_snlf", "Paramushiro", "JP", True),
        ("us_land_usaffe", "Manila", "", False),
        ("us_land_usaffe", "West Coast USA", "", True),
        ("us_land_hawaii", "Pearl Harbor", "", True),
        ("br_land_malaya", "Ceylon", "", True),
        ("nl_land_abda", "Surabaya", "AL", False),
    ],
)
def test_supply_of_land_units(world, kind, place, sea_control, supplied):
    world.hold("JP", "Brunei", "Guadalcanal", "Rabaul", "Darwin", "Ambon", "Surabaya", "Singapore")
    unit = world.unit(world.put(kind, place))
    assert world.code.supply_lines.supply_of(world.facts, unit, sea_control).is_supplied is supplied


# --- effects of lines ---


@pytest.mark.parametrize(("choice", "is_open"), [("traced-as-usual", True), ("always-cut", False)])
def test_the_lifeline_while_japan_holds_brisbane(world, choice, is_open):
    world.option("G-16", choice)
    world.hold("JP", "Brisbane")
    assert world.code.supply_lines.lifeline(world.facts) is is_open


def test_air_cuts_the_lifeline(world):
    """From Samoa and Rabaul Japanese aircraft cover every base between Canton and Australia."""
    world.hold("JP", "Samoa", "Rabaul")
    assert world.code.supply_lines.lifeline(world.facts)
    world.put("jp_air", "Samoa")
    assert world.code.supply_lines.lifeline(world.facts)
    world.put("jp_air", "Rabaul")
    assert not world.code.supply_lines.lifeline(world.facts)


@pytest.mark.parametrize(
    ("held", "allowed", "near"),
    [
        ((), set(), set()),
        (("Saipan",), {"Saipan"}, set()),
        (("Saipan", "Iwo Jima"), {"Saipan", "Iwo Jima"}, {"Iwo Jima"}),
        (("Okinawa",), set(), {"Okinawa"}),
    ],
)
def test_bombing_needs_a_supplied_base_and_the_bonus_a_near_one(world, held, allowed, near):
    """Okinawa in Allied hands gives the +1, although no Supply Line reaches it."""
    world.hold("JP", "Manila", "Brunei", "Rangoon", "Ambon", "Rabaul", "Tarawa")
    world.hold("AL", *held, "Eniwetok")
    facts = world.facts
    found = world.code.supply_lines.bombing(facts)
    assert set(map(facts.title, found.bases)) - {"Wake", "Eniwetok"} == allowed
    assert set(map(facts.title, found.near)) == near
