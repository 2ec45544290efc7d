"""Landings, air commitment and return to base: their ranges and destinations."""

import pytest

from tabletop.game.commands import SetProperty


@pytest.mark.parametrize(
    ("place", "side", "in_range", "hexes"),
    [
        ("Manila", "JP", True, 1),
        ("Malaya", "JP", True, 1),
        ("Wake", "JP", True, 1),
        ("Rabaul", "JP", True, 1),
        ("Ambon", "JP", True, 1),
        ("Brunei", "JP", True, 1),
        ("Attu", "JP", True, 2),
        ("Pearl Harbor", "JP", False, 0),
        ("Midway", "JP", False, 0),
        ("Paramushiro", "AL", True, 2),
        ("Kure", "AL", False, 0),
        ("Truk", "JP", True, 0),
        ("Gangetic Plain", "AL", True, 1),
    ],
)
def test_landings_within_two_hexes_of_a_base(world, place, side, in_range, hexes):
    found = world.code.return_ports.landing_range(world.facts, world.cell(place), side)
    assert (found.in_range, found.hexes) == (in_range, hexes)


def test_midway_can_be_landed_on_from_wake(world):
    world.hold("JP", "Wake")
    assert world.code.return_ports.landing_range(world.facts, world.cell("Midway"), "JP").hexes == 2


def test_dutch_harbor_can_be_landed_on_from_its_box(world):
    world.hold("JP", "Dutch Harbor", "Attu")
    found = world.code.return_ports.landing_range(world.facts, world.cell("Dutch Harbor"), "AL")
    assert (found.in_range, found.base, found.hexes) == (True, "West Coast USA", 1)


@pytest.mark.parametrize("entry", ["1501", "1706", "1709", "0107", "0210"])
def test_every_entry_hex_and_those_beside_it_are_in_range(world, entry):
    world.hold("JP", *(base.name for base in world.facts.bases("AL")))
    geography = world.facts.geography
    for place in (entry, *geography.adjacent[entry]):
        assert world.code.return_ports.landing_range(world.facts, place, "AL").in_range, place


def test_no_box_serves_japan(world):
    world.hold("JP", "Dutch Harbor")
    assert not world.code.return_ports.landing_range(world.facts, "1706", "JP").in_range


@pytest.mark.parametrize(("choice", "in_range"), [("plain-distance", True), ("as-the-sea-allows", False)])
def test_how_the_landing_range_is_counted(world, choice, in_range):
    """Rangoon is next to Bangkok by land, and across the isthmus for ships."""
    world.option("G-08", choice)
    world.hold("AL", *(base.name for base in world.facts.geography.bases if base.name != "Bangkok"))
    world.hold("JP", "Bangkok")
    found = world.code.return_ports.landing_range(world.facts, world.cell("Rangoon"), "JP")
    assert found.in_range is in_range


@pytest.mark.parametrize("half", ["Malaya West", "Malaya East"])
def test_landings_in_either_half_of_malaya(world, half):
    assert world.code.return_ports.landing_range(world.facts, half, "JP").in_range


def commits(world, piece):
    return set(map(world.facts.title, world.code.return_ports.commitment_goals(world.facts, world.unit(piece))))


def test_air_units_commit_next_door(world):
    assert commits(world, world.put("jp_air", "Truk")) == {
        "Truk",
        "Hollandia",
        "Rabaul",
        "Saipan",
        "1108",
        "0909",
        "1109",
    }


@pytest.mark.parametrize(
    ("kind", "place", "state"),
    [("jp_air", "Truk", {"force": "Fleet 1"}), ("jp_dd_desron1", "Truk", {}), ("us_air", "West Coast USA", {})],
)
def test_what_does_not_commit(world, kind, place, state):
    assert commits(world, world.put(kind, place, **state)) == set()


def ports(world, kind):
    unit = world.unit(world.put(kind, "1109"))
    return list(map(world.facts.title, world.code.return_ports.return_ports(world.facts, unit)))


@pytest.mark.parametrize(
    ("kind", "homes"),
    [
        ("jp_cv_akagi_kaga", ["Kure", "Yokosuka"]),
        ("us_dd_desron1", ["West Coast USA"]),
        ("anz_dd", ["West Coast USA"]),
        ("br_dd_electra", ["Singapore"]),
        ("nl_dd", ["Surabaya"]),
    ],
)
def test_return_to_base(world, kind, homes):
    assert ports(world, kind) == homes


def test_the_british_return_to_singapore_until_it_was_occupied(world):
    world.do(SetProperty("singapore_ever_occupied", 1))
    assert ports(world, "br_dd_electra") == ["Indian Ocean Ports"]


def test_the_dutch_have_no_port_without_surabaya(world):
    world.hold("JP", "Surabaya")
    assert ports(world, "nl_dd") == []


@pytest.mark.parametrize(("choice", "homes"), [("other-home-base", ["Yokosuka"]), ("turn-track", [])])
def test_one_home_base_lost(world, choice, homes):
    world.option("G-39", choice)
    world.hold("AL", "Kure")
    assert ports(world, "jp_dd_desron1") == homes
