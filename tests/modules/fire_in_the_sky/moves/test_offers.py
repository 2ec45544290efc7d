"""The assistant's questions to this game: reach, supply, zones and the game's own queries."""

import pytest

from rules_assist.cases.words.case_names import CaseNames
from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.game.change.outcome import Done


def ask(world, query, **given):
    """Return the answer in the words of a case: places and pieces by name."""
    situation = world.situation()
    found = world.table.book.queries[query].answer(situation, given)
    return CaseNames(world.table.book).plain(world.table.seen(world.table.game, ""), world.table.game, found)


def test_reach_of_a_deployment(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=20)
    army = world.put("jp_land_army14", "Kure")
    answer = ask(world, "reach", of=army, mode="sea-deploy", why_not=("Manila", "Kwajalein"))
    truk = answer["places"]["Truk"]
    assert (truk["cost"], truk["left"], truk["legs"]) == (8, 12, 1)
    assert (truk["path"][0], truk["path"][-1], len(truk["path"])) == ("Kure", "Truk", 5)
    assert answer["places"]["Eniwetok"]["cost"] == 16
    assert answer["why_not"]["Manila"]["why"] == "no-end"
    assert answer["why_not"]["Manila"]["rule"] == "7.1"


def test_reach_of_an_operation_is_in_hexes(december):
    december.now(1, "JP", 8)
    ship = december.piece("jp_cv_akagi_kaga")
    answer = ask(december, "reach", of=ship, mode="operation", why_not=("West Coast USA", "Gangetic Plain"))
    assert answer["places"]["Pearl Harbor"]["cost"] == 7
    assert answer["places"]["Pearl Harbor"]["left"] == 0
    assert answer["why_not"]["West Coast USA"]["why"] == "blocked"
    assert answer["why_not"]["Gangetic Plain"]["rule"] == "3.2.1"


def test_where_too_many_would_stand_is_told_by_its_rule(december):
    december.now(1, "JP", 7)
    december.points(tp_japan=60)
    army, fleet = december.piece("jp_land_army14"), december.piece("jp_dd_desron2")
    modes = december.table.book.ground.modes
    by_sea = modes["sea-deploy"].reach(december.situation(), (army,))
    crowded = {place for place in by_sea.places if by_sea.crowded(place)}
    assert december.cell("Okinawa") in crowded, "16th Army fills it"
    assert december.cell("Kure") not in crowded
    assert {by_sea.crowded(place) for place in crowded} == {"3.3.1"}
    at_sea = modes["operation"].reach(december.situation(), (fleet,))
    assert not any(at_sea.crowded(place) for place in at_sea.places), "what is at sea does not count"


def test_every_hex_beside_the_reach_says_why_not(december):
    december.now(1, "JP", 8)
    december.points(tp_japan=60)
    for kind, mode in (("jp_land_army25", "operation"), ("jp_dd_desron1", "operation")):
        answer = ask(december, "reach", of=december.piece(kind), mode=mode)
        assert answer["why_not"], kind
        for place, why in answer["why_not"].items():
            assert why["sentence"].endswith(")"), place


@pytest.mark.parametrize(("mode", "phase"), [("sea-deploy", 7), ("one-hex", 7), ("operation", 8), ("reaction", 9)])
def test_every_place_of_the_map_is_reached_or_says_why_not(december, mode, phase):
    december.now(2, "JP" if phase != 9 else "AL", phase)
    december.points(tp_japan=60)
    facts = december.facts
    reach = december.table.book.ground.modes[mode].reach(december.situation(), (december.piece("jp_dd_desron2"),))
    for place in (*facts.geography.adjacent, *facts.geography.parts, "West Coast USA", "Indian Ocean Ports"):
        parts = facts.geography.parts_of(place)
        is_reached = place in reach.places or any(part in reach.places for part in parts)
        is_start = place == december.cell("Palau")
        assert is_reached or is_start or reach.why_not(place) is not None, place


def test_a_refused_move_reaches_nothing_and_says_why(world):
    world.now(2, "AL", 7)
    ship = world.put("nl_dd", "Surabaya")
    answer = ask(world, "reach", of=ship, mode="sea-deploy")
    assert answer["places"] == {}
    assert {why["rule"] for why in answer["why_not"].values()} == {"15.4"}


def test_the_whole_task_force_moves_with_one_of_it(world):
    world.now(2, "AL", 8)
    ship, army = world.force("TF 1", "Pearl Harbor", "us_cv_saratoga_enterprise", "us_land_hawaii")
    marker = world.put("us_task_force_1", "Pearl Harbor", force="TF 1")
    world.points(tp_us=40)
    mode = world.table.book.ground.modes["operation"]
    command = mode.command(world.situation(), (ship, marker), world.cell("Johnston"))
    assert isinstance(world.table.do("AL", command).outcome, Done)
    assert {world.unit(piece).hex for piece in (ship, army)} == {world.cell("Johnston")}
    assert mode.command(world.situation(), (ship,), world.cell("Kure")) is None


def test_markers_and_cubes_do_not_move_by_the_rules(world):
    cube = world.put("cube_jp", "Wake")
    with pytest.raises(Unanswerable, match="is not a unit"):
        ask(world, "reach", of=cube, mode="operation")


def test_path_to_a_half_of_malaya(december):
    december.now(1, "JP", 8)
    december.points(tp_japan=60)
    force = december.piece("jp_land_army25"), december.piece("jp_dd_desron3")
    answer = ask(december, "path", of=force, to="Malaya East", mode="operation")
    assert (answer["reached"], answer["cost"], answer["path"][0]) == (True, 2, "Hainan")


def test_the_zone_of_a_side(world):
    air = world.put("jp_air", "Truk")
    answer = ask(world, "zone", zone="air_zone", side="JP")
    assert set(answer["places"]) == {"Truk", "Hollandia", "Rabaul", "Saipan", "1108", "0909", "1109"}
    assert set(map(tuple, answer["places"].values())) == {(world_name(world, air),)}


def world_name(world, piece):
    return CaseNames(world.table.book).name(world.table.game, piece)


def test_supply_of_a_unit_with_its_line_and_its_cut(world):
    snlf = world.put("jp_land_snlf", "Truk")
    answer = ask(world, "supply", of=snlf)
    assert (answer["supplied"], answer["line"][-1]) == (True, "Truk")
    world.put("us_air", "Manila")
    world.move([snlf], "Saigon")
    answer = ask(world, "supply", of=snlf)
    assert answer["supplied"] is False
    assert answer["cut_at"] in ("Formosa", "Hong Kong", "Davao")
    assert answer["by"] == ["us_air"]


def test_supply_of_a_whole_side(july):
    answer = ask(july, "supply", side="JP")
    assert not set(answer["supplied"]) & set(answer["out"])
    assert answer["supplied"]


def test_what_a_move_costs(world):
    world.now(2, "JP", 8)
    world.points(oil=20, tp_japan=40)
    force = world.force("Fleet 1", "Kure", "jp_cv_akagi_kaga", "jp_land_snlf")
    answer = ask(world, "move", of=force, mode="operation", to="Formosa")
    assert (answer["allowed"], answer["pays"]) == (True, {"Japan": 8, "oil": 2})
    answer = ask(world, "move", of=force, mode="operation", to="Manila")
    assert answer["allowed"] is (world.facts.geography.distance("0805", "0708") <= 4)
    answer = ask(world, "move", of=force, mode="operation", to="0906")
    assert answer["why_not"]["check"] == "land-hex"


def test_mail_and_what_it_leads_to(world):
    world.now(4, "JP", 9)
    world.option("rule-16-1-1", "used")
    world.points(tp_us=12)
    force = world.force("TF 1", "Noumea", "us_cv_saratoga_enterprise")
    world.put("jp_dd_desron1", "Midway", force="Fleet 1")
    answer = ask(world, "radar-reaction", of=force, via="Pearl Harbor")
    assert answer == {"base": "Pearl Harbor", "legs": 2, "reactions": ["Midway"]}
    command = world.table.book.ground.modes["radar-deploy"].command(
        world.situation(), force, world.cell("Pearl Harbor")
    )
    world.do(command)
    assert world.situation().table("mail_read") == 1
    assert set(ask(world, "reach", of=force, mode="reaction")["places"]) == {"Midway"}


def test_questions_of_this_game(world):
    air = world.put("jp_air", "Truk")
    ship = world.put("jp_dd_desron1", "Truk")
    assert ask(world, "landing", at="Midway", side="JP") == {"in_range": False, "base": None, "hexes": None}
    assert ask(world, "landing", at="Attu", side="JP") == {"in_range": True, "base": "Paramushiro", "hexes": 2}
    assert len(ask(world, "commit", of=air)["places"]) == 7
    assert ask(world, "return", of=ship)["places"] == ["Kure", "Yokosuka"]
    assert ask(world, "lifeline")["open"] is True
    assert ask(world, "lifeline", to="Truk", nation="Japan")["chain"][-1] == "Truk"
    assert ask(world, "bombing")["plus_one"] is False
    assert ask(world, "capacity", at="Truk", side="JP")["naval"] == [1, 16]
    assert ask(world, "bases", side="JP")["points"] == 21
    with pytest.raises(Unanswerable):
        ask(world, "return", of=air)
    with pytest.raises(Unanswerable):
        ask(world, "landing", at="Nowhere", side="JP")


def test_what_is_forgotten_with_a_part_and_a_phase(world, code):
    world.now(2, "JP", 13)
    piece = world.put(
        "jp_air", "Truk", operated_from="0805", landed="yes", hits=2, committed="1110", deployed="sea", stopped="yes"
    )
    world.do(code.resets.new_part(world.facts))
    unit = world.unit(piece)
    assert (unit.operated_from, unit.has_landed, unit.half_hits, unit.committed) == ("", False, 0, "")
    assert (unit.deployed, unit.is_stopped) == ("sea", True)
    world.do(code.resets.new_deployment(world.facts))
    unit = world.unit(piece)
    assert (unit.deployed, unit.is_stopped) == ("", False)


@pytest.mark.parametrize(("choice", "is_stopped"), [("for-that-phase", False), ("for-the-turn", True)])
def test_how_long_a_unit_is_stopped(world, code, choice, is_stopped):
    world.now(2, "JP", 13)
    world.option("G-49", choice)
    piece = world.put("jp_air", "Truk", stopped="yes")
    world.do(code.resets.new_deployment(world.facts))
    assert world.unit(piece).is_stopped is is_stopped
    world.now(3, "JP", 7)
    world.do(code.resets.new_deployment(world.facts))
    assert world.unit(piece).is_stopped is False


# --- words of case files ---


def say(world, word, said):
    for command in world.table.book.words[word].commands(world.situation(), said):
        world.do(command)
    return world.table.book.words[word].read(world.situation())


def test_words(world):
    assert say(world, "now", (3, "AL", 8)) == (3, "AL", 8)
    assert say(world, "points", {"oil": 7, "tp_us": 12})["oil"] == 7
    control = say(world, "control", {"Wake": "JP", "Kure": "AL", "Bangkok": "JP"})
    assert (control["Wake"], control["Kure"], control["Bangkok"], control["Truk"]) == ("JP", "AL", "JP", "JP")
    control = say(world, "control", {"Wake": "AL", "Bangkok": "neutral"})
    assert (control["Wake"], control["Bangkok"]) == ("AL", "neutral")
    ship = world.put("jp_dd_desron1", "Truk")
    assert say(world, "forces", {"Fleet 9": (ship,)}) == {"Fleet 9": "Truk"}
    assert world.unit(ship).shows == "operational"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("now", (17, "JP", 5)),
        ("now", "soon"),
        ("points", {"gold": 1}),
        ("points", {"oil": 160}),
        ("points", {"vp": 80}),
        ("control", {"Malaya": "JP"}),
        ("control", {"Kure": "neutral"}),
        ("forces", {"Fleet 1": ()}),
    ],
)
def test_what_words_cannot_mean(world, word, said):
    with pytest.raises(Unanswerable):
        say(world, word, said)
