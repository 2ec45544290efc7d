"""The findings of the rule checks, by id, and the moves that they allow."""

import pytest
from msgspec.structs import replace

from tabletop.game.commands import At, MovePieces, RemovePieces, SetTrait


def going(world, mode, *pieces):
    facts = world.facts
    return world.code.modes.move_of(facts, mode, facts.members(pieces, whole_forces=True))


def moved(world, piece, place, side="JP"):
    """Move a counter by hand, and return the new findings by the id of their check."""
    pieces = (piece,) if isinstance(piece, int) else piece
    return world.wrong(world.move(pieces, place), side)


# --- actions of the assistant are never wrong ---


@pytest.mark.parametrize("mode", ["sea-deploy", "one-hex"])
def test_deployments_as_planned_are_clean(world, mode):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    for kind in ("jp_dd_desron1", "jp_air", "jp_land_snlf"):
        piece = world.put(kind, "Kure")
        for goal in going(world, mode, piece).reach():
            move = going(world, mode, piece)
            event = world.do(move.command(goal))
            assert world.wrong(event, "JP") == {}, (kind, goal)
            world.move([piece], "Kure")
            world.give([piece], deployed="", stopped="no")
            world.points(tp_japan=60)


def test_operations_as_planned_are_clean(december):
    december.now(1, "JP", 8)
    december.points(tp_japan=60)
    kinds = ("jp_land_army25", "jp_dd_desron3", "jp_ca_sentai7")
    pieces = tuple(december.piece(kind) for kind in kinds)
    december.give(pieces, force="Japanese Fleet 1")
    for goal in going(december, "operation", *pieces).reach():
        move = going(december, "operation", *pieces)
        event = december.do(move.command(goal))
        assert december.wrong(event, "JP") == {}, goal
        december.move(pieces, "Hainan")
        december.give(pieces, operated_from="", half="")
        december.points(tp_japan=60, oil=50)


# --- movement (3.2, 7, 8, 9, 13) ---


@pytest.mark.parametrize(
    ("kind", "start", "goal", "phase", "check"),
    [
        ("jp_dd_desron1", "Kure", "1105", 7, "deploy-end"),
        ("jp_dd_desron1", "Kure", "Manila", 7, "deploy-end"),
        ("jp_dd_desron1", "Kure", "West Coast USA", 7, "off-map-box"),
        ("jp_dd_desron1", "Bangkok", "Kure", 7, "deploy-start"),
        ("jp_dd_desron1", "Truk", "Paramushiro", 7, None),
        ("jp_land_army14", "Kure", "Hong Kong", 7, "deploy-end"),
        ("jp_land_army15", "Hainan", "Hong Kong", 7, None),
        ("jp_land_army15", "Hainan", "Hong Kong", 13, "one-hex"),
        ("jp_air", "Kure", "Truk", 13, None),
        ("us_dd_desron1", "Pearl Harbor", "Bombay", 7, "points"),
    ],
)
def test_deployments_by_hand(world, kind, start, goal, phase, check):
    side = "JP" if kind.startswith("jp") else "AL"
    world.now(2, side, phase)
    world.points(tp_japan=60, tp_us=3)
    wrong = set(moved(world, world.put(kind, start), goal, side)) - {"unpaid", "japanese-in-box", "on-land", "in-port"}
    assert wrong == ({check} if check else set())


def test_enemy_air_zoc_is_named_with_its_air_unit(world):
    world.now(2, "JP", 8)
    world.points(tp_japan=60, oil=10)
    force = world.force("Fleet 1", "Formosa", "jp_dd_desron1", "jp_land_army14")
    air = world.put("us_air", "Manila")
    found = moved(world, force, "Saigon")["air-zoc"]
    assert air in found.pieces
    assert "Manila" in found.message
    assert found.due == "step"


def test_an_impassable_hexside_is_named(world):
    world.now(2, "AL", 7)
    world.hold("AL", "Bangkok")
    found = going(world, "one-hex", world.put("br_dd_electra", "Rangoon")).why_not(world.cell("Bangkok"))
    assert (found.check, found.rule) == ("impassable", "3.2.2")
    assert "Rangoon" in found.says


def test_the_way_around_sumatra(world):
    """The hex west of Singapore is next to it, and two hexes away for ships."""
    world.now(2, "AL", 8)
    ways = going(world, "operation", world.put("br_dd_electra", "Singapore")).ways()
    assert world.facts.geography.distance(world.cell("Singapore"), "0410") == 1
    assert ways.hexes("0410") == 2


@pytest.mark.parametrize(
    ("goal", "check"),
    [("1105", None), ("Truk", None), ("1605", "force-range"), ("Gangetic Plain", "sea-hex")],
)
def test_task_forces_by_hand(world, goal, check):
    world.now(2, "JP", 8)
    world.points(oil=50)
    wrong = set(moved(world, world.force("Fleet 1", "Kure", "jp_cv_akagi_kaga", "jp_dd_desron1"), goal)) - {"unpaid"}
    assert wrong == ({check} if check else set())


def test_a_land_unit_at_sea_must_end_on_land(world):
    world.now(2, "JP", 8)
    world.points(oil=50, tp_japan=60)
    assert "land-hex" in moved(world, world.force("Fleet 1", "Kure", "jp_land_snlf", "jp_dd_desron1"), "0906")


def test_units_without_a_task_force_do_not_sail_and_the_fix_forms_one(world):
    world.now(2, "JP", 8)
    world.points(oil=50)
    ship = world.put("jp_cv_akagi_kaga", "Kure")
    event = world.move([ship], "Truk")
    found = world.wrong(event, "JP")["in-force"]
    world.do(found.fix.command)
    assert world.unit(ship).force == "Japanese Fleet 1"
    assert world.unit(ship).operated_from == world.cell("Kure")


def test_a_task_force_that_is_torn_apart(world):
    world.now(2, "JP", 8)
    world.points(oil=50)
    first, _ = world.force("Fleet 1", "Kure", "jp_cv_akagi_kaga", "jp_dd_desron1")
    assert "force-together" in moved(world, first, "Truk")


def test_five_ships_are_too_many(world):
    world.now(2, "AL", 8)
    ships = world.force(
        "TF 1", "Pearl Harbor", *(f"us_dd_desron{n}" for n in (1, 3, 5)), "us_cl_omaha", "us_cl_phoenix"
    )
    found = moved(world, ships, "Midway", "AL")["force-size"]
    assert dict(found.numbers) == {"ships": 5, "most": 4}


def test_a_reaction_to_nobody(world):
    world.now(2, "JP", 9)
    wrong = moved(world, world.force("TF 1", "Pearl Harbor", "us_dd_desron1"), "Midway", "AL")
    assert wrong["reaction-goal"].rule == "9.0"


def test_a_reaction_by_hand(world):
    world.now(2, "AL", 9)
    world.points(oil=50)
    ships = world.force("Fleet 1", "Truk", "jp_cv_akagi_kaga")
    world.force("TF 1", "Rabaul", "us_dd_desron1")
    wrong = moved(world, ships, "Rabaul")
    assert set(wrong) == {"unpaid"}
    assert dict(wrong["unpaid"].numbers) == {"oil": 2}


def test_what_operated_does_not_deploy(world):
    world.now(2, "JP", 13)
    world.points(tp_japan=60)
    assert "operated" in moved(world, world.put("jp_air", "Truk", operated_from=world.cell("Kure")), "Kure")


# --- payment ---


def test_unpaid_moves_offer_to_pay(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    event = world.move([world.put("jp_land_army14", "Kure")], "Truk")
    found = world.wrong(event, "JP")["unpaid"]
    assert dict(found.numbers) == {"Japan": 8}
    world.do(found.fix.command)
    assert world.facts.points.tp_japan == 52


@pytest.mark.parametrize(("pays", "is_flagged"), [(52, False), (51, False), (53, True)])
def test_what_is_paid_in_the_same_step(world, code, pays, is_flagged):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    army = world.put("jp_land_army14", "Kure")
    paying = code.points.set_points(world.situation(), "tp_japan", pays)
    event = world.step(MovePieces((army,), At("pacific", "Truk")), paying)
    assert ("unpaid" in world.wrong(event, "JP")) is is_flagged


@pytest.mark.parametrize(
    ("us", "britain", "is_flagged"), [(8, 10, False), (10, 8, False), (9, 9, False), (9, 10, True)]
)
def test_allied_air_units_pay_from_either_pool(world, code, us, britain, is_flagged):
    world.now(2, "AL", 7)
    world.points(tp_us=10, tp_britain=10)
    air = world.put("us_air", "Noumea")
    set_points = code.points.set_points
    paying = (set_points(world.situation(), "tp_us", us), set_points(world.situation(), "tp_britain", britain))
    event = world.step(MovePieces((air,), At("pacific", "Fiji")), *paying)
    assert ("unpaid" in world.wrong(event, "AL")) is is_flagged


def test_british_points_do_not_move_an_american(world, code):
    world.now(2, "AL", 7)
    world.points(tp_us=10, tp_britain=10)
    army = world.put("us_land_usaffe", "Noumea")
    paying = code.points.set_points(world.situation(), "tp_britain", 2)
    event = world.step(MovePieces((army,), At("pacific", "Fiji")), paying)
    assert "unpaid" in world.wrong(event, "AL")


def test_several_moves_in_one_step_are_paid_together(world):
    world.now(2, "JP", 7)
    world.points(tp_japan=60)
    army, ship = world.put("jp_land_army14", "Kure"), world.put("jp_dd_desron1", "Kure")
    event = world.step(*(MovePieces((piece,), At("pacific", "Truk")) for piece in (army, ship)))
    assert dict(world.wrong(event, "JP")["unpaid"].numbers) == {"Japan": 9}


# --- places ---


@pytest.mark.parametrize(("side", "is_flagged"), [("JP", True), ("AL", False), ("", False)])
def test_whose_units(world, side, is_flagged):
    world.now(2, "AL", 7)
    assert ("owner" in moved(world, world.put("us_dd_desron1", "Noumea"), "Fiji", side)) is is_flagged


def test_the_opponent_may_take_excess_units_off_the_map(world):
    world.now(2, "AL", 7)
    assert "owner" not in moved(world, world.put("us_dd_desron1", "Noumea"), "turn-track.3", "JP")


def test_a_japanese_unit_in_a_box(world):
    world.now(2, "JP", 11)
    assert "japanese-in-box" in moved(world, world.put("jp_dd_desron1", "Kure"), "Indian Ocean Ports")


@pytest.mark.parametrize(("state", "is_flagged"), [({}, True), ({"force": "Fleet 1"}, False)])
def test_a_land_unit_on_the_open_sea(world, state, is_flagged):
    world.now(2, "JP", 11)
    assert ("on-land" in moved(world, world.put("jp_land_snlf", "Kure", **state), "0906")) is is_flagged


@pytest.mark.parametrize(
    ("kind", "place", "state", "is_flagged"),
    [
        ("jp_dd_desron1", "Malaya", {}, True),
        ("jp_air", "Marcus", {}, True),
        ("jp_dd_desron1", "0906", {"force": "Fleet 1"}, False),
        ("jp_dd_desron1", "Kure", {}, False),
        ("us_dd_desron1", "West Coast USA", {}, False),
    ],
)
def test_ships_and_aircraft_need_a_base(world, kind, place, state, is_flagged):
    world.now(2, "JP", 12)
    world.put(kind, place, **state)
    checks = world.table.book.checks
    found = list(checks["in-port"].findings(world.situation(), world.situation(), ()))
    assert bool(found) is is_flagged


def overfull(world):
    checks = world.table.book.checks
    return list(checks["stacking"].findings(world.situation(), world.situation(), ()))


@pytest.mark.parametrize(
    ("kinds", "place", "over"),
    [
        (("jp_land_snlf",), "Wake", None),
        (("jp_land_army14",), "Wake", ("Land Capacity", 4)),
        (("jp_land_army14",), "Truk", None),
        (("jp_land_army14", "jp_land_snlf"), "Truk", ("Land Capacity", 4)),
        (("jp_air", "jp_air", "jp_air"), "Truk", ("Air Capacity", 2)),
        (("jp_cv_akagi_kaga", "jp_dd_desron1"), "Iwo Jima", ("Port Capacity", 1)),
        (("jp_land_snlf", "us_land_usaffe"), "Saipan", None),
        (("replacements_jp", "jp_land_army14"), "Truk", None),
        (("us_land_usaffe", "us_land_hawaii", "us_land_americal"), "West Coast USA", None),
    ],
)
def test_stacking(world, kinds, place, over):
    world.now(2, "JP", 7)
    for kind in kinds:
        world.put(kind, place)
    found = overfull(world)
    if over is None:
        assert found == []
    else:
        assert over[0] in found[0].message
        assert dict(found[0].numbers)["too many"] == over[1]
        assert "the Allies" in found[0].message, "the opponent picks"


def test_both_sides_are_counted_apart_on_an_atoll(world):
    """EX-01: each side may have four."""
    world.now(2, "JP", 12)
    units = [world.unit(world.put(kind, "Wake")) for kind in ("jp_land_snlf", "us_land_1st_marine")]
    assert [unit.transport for unit in units] == [4, 4]
    assert overfull(world) == []


@pytest.mark.parametrize(("phase", "counts"), [(7, True), (8, False), (11, False), (12, True), (13, True), (14, False)])
def test_when_stacking_is_obeyed(world, phase, counts):
    world.now(2, "JP", phase)
    world.put("jp_land_army14", "Wake")
    assert bool(overfull(world)) is counts


def test_a_task_force_does_not_stack(world):
    world.now(2, "JP", 12)
    world.force("Fleet 1", "Wake", "jp_land_army14")
    assert overfull(world) == []


@pytest.mark.parametrize(("choice", "counts"), [("count-at-the-base", True), ("do-not-count", False)])
def test_holding_boxes_count(world, choice, counts):
    world.now(2, "JP", 12)
    world.option("G-13", choice)
    for _ in range(5):
        world.put("jp_air", "Naval Aviation (Kure)")
    assert bool(overfull(world)) is counts


@pytest.mark.parametrize(
    ("choice", "phase", "picks"), [("opponent", 12, "the Allies"), ("owner", 12, "Japan"), ("owner", 7, "the Allies")]
)
def test_who_picks_what_is_too_much(world, choice, phase, picks):
    world.now(2, "JP", phase)
    world.option("G-55", choice)
    world.put("jp_land_army14", "Wake")
    assert f"picked by {picks}" in overfull(world)[0].message


def test_the_expansion_of_allied_bases_makes_room(world):
    world.now(5, "AL", 7)
    for _ in range(4):
        world.put("us_air", "Manila")
    assert overfull(world)
    world.now(6, "AL", 7)
    assert not overfull(world)


def test_a_task_force_in_malaya_says_in_which_half(world):
    world.now(2, "JP", 8)
    world.points(oil=50)
    ships = world.force("Fleet 1", "Saigon", "jp_dd_desron1")
    event = world.move(ships, "Malaya")
    found = world.wrong(event, "JP")["half-of-malaya"]
    world.do(found.fix.command)
    assert world.unit(ships[0]).half == "Malaya East"


def test_no_more_units_than_counters(world, book):
    """The table never places more units than the kind has counters. A position with more of them gets a finding."""
    world.now(2, "JP", 6)
    ship = world.put("jp_cv_akagi_kaga", "Kure")
    check = book.checks["counter-limit"]
    assert list(check.findings(world.situation(), world.situation(), (ship,))) == []
    game = world.table.game
    kinds = game.kinds.set(game.pieces[ship].kind, replace(game.kind_of(ship), limit=1))
    twice = replace(game, kinds=kinds, pieces=game.pieces.set(999, game.pieces[ship]))
    after = world.situation().at(twice)
    assert [found.check for found in check.findings(world.situation(), after, (ship,))] == ["counter-limit"]


# --- phases ---


@pytest.mark.parametrize(
    ("phase", "kind", "start", "goal", "is_flagged"),
    [
        (5, "jp_dd_desron1", "Kure", "Convoy Escort", False),
        (5, "jp_dd_desron1", "Convoy Escort", "Kure", False),
        (5, "jp_dd_desron1", "Kure", "Truk", True),
        (6, "jp_cv_taiho", "turn-track.2", "Kure", False),
        (6, "jp_air", "Japanese pool", "Naval Aviation (Kure)", False),
        (6, "jp_dd_desron1", "Kure", "Truk", True),
        (7, "jp_dd_desron1", "Kure", "Truk", False),
        (7, "jp_dd_desron1", "Kure", "turn-track.3", False),
        (7, "jp_dd_desron1", "turn-track.3", "Kure", True),
        (8, "jp_dd_desron1", "Kure", "turn-track.3", True),
        (10, "jp_air", "Kure", "Yokosuka", True),
        (10, "jp_dd_desron1", "Kure", "Kure Holding", False),
        (11, "jp_dd_desron1", "Truk", "turn-track.4", False),
        (12, "jp_dd_desron1", "Truk", "Kure", False),
        (13, "jp_dd_desron1", "Truk", "Kure", False),
        (14, "jp_dd_desron1", "Truk", "turn-track.3", False),
        (14, "jp_dd_desron1", "Truk", "Kure", True),
    ],
)
def test_everything_in_its_phase(world, phase, kind, start, goal, is_flagged):
    world.now(2, "JP", phase)
    wrong = moved(world, world.put(kind, start), goal)
    assert ("phase" in wrong) is is_flagged
    if is_flagged:
        assert wrong["phase"].rule == f"{phase}.0"


def test_air_units_are_changed_at_any_time(world):
    """A unit of strength 2 is exchanged for two of strength 1 from the pool. A move to the Turn Track is no such
    exchange.
    """
    world.now(2, "JP", 10)
    two = world.put("jp_air", "Kure")
    ones = [world.put("jp_air", "Japanese pool", Shows="strength 1") for _ in range(2)]
    event = world.step(MovePieces(tuple(ones), At("pacific", "Kure")), MovePieces((two,), At("pools", "Japanese pool")))
    assert "phase" not in world.wrong(event, "JP")
    assert "phase" in moved(world, ones[0], "turn-track.3")


@pytest.mark.parametrize(
    ("phase", "part", "goal", "is_flagged"),
    [(10, "JP", "1110", False), (10, "JP", "1111", True), (10, "AL", "1110", True), (8, "JP", "1110", True)],
)
def test_air_commitment(world, phase, part, goal, is_flagged):
    world.now(2, part, phase)
    air = world.put("jp_air", "Truk")
    assert ("commitment" in world.wrong(world.do(SetTrait((air,), "committed", goal)), "JP")) is is_flagged


def still_out(world):
    checks = world.table.book.checks
    return list(checks["return"].findings(world.situation(), world.situation(), ()))


def test_ships_return(world):
    world.now(2, "JP", 12)
    world.put("jp_dd_desron1", "Truk")  # at anchor: it stays
    (american,) = world.force("TF 1", "Midway", "us_dd_desron1", Shows="operational")
    found = still_out(world)
    assert [finding.pieces for finding in found] == [(american,)]
    world.do(found[0].fix.command)
    assert world.unit(american).hex == "West Coast USA"
    assert (world.unit(american).shows, world.unit(american).force) == ("deployment", "")
    assert still_out(world) == []


@pytest.mark.parametrize(
    ("kind", "goal", "state", "is_flagged"),
    [
        ("jp_dd_desron1", "Kure", {"Shows": "operational"}, False),
        ("jp_dd_desron1", "Saipan", {"Shows": "operational"}, True),
        ("jp_dd_desron1", "Kure", {}, True),
        ("us_dd_desron1", "Pearl Harbor", {"Shows": "operational"}, True),
    ],
)
def test_where_ships_return_to(world, kind, goal, state, is_flagged):
    world.now(2, "JP", 12)
    assert ("return-port" in moved(world, world.put(kind, "Truk", **state), goal, "")) is is_flagged


@pytest.mark.parametrize(
    ("kind", "start", "goal", "is_flagged"),
    [
        ("jp_dd_desron1", "Kure", "Convoy Escort", False),
        ("jp_ca_sentai4", "Kure", "Convoy Escort", True),
        ("us_dd_desron1", "Manila", "Convoy Escort", True),
        ("jp_dd_desron1", "Convoy Escort", "Yokosuka", False),
        ("jp_dd_desron1", "Convoy Escort", "Kure Holding", False),
        ("jp_dd_desron1", "Convoy Escort", "Truk", True),
    ],
)
def test_convoy_escorts(world, kind, start, goal, is_flagged):
    world.now(2, "JP", 5)
    assert ("escorts" in moved(world, world.put(kind, start), goal)) is is_flagged


# --- Replacements (3.3.9) ---


@pytest.mark.parametrize(
    ("marker", "state", "place", "is_flagged"),
    [
        ("replacements_jp", {"Shows": "back"}, "Saigon", False),
        ("replacements_jp", {"Shows": "front"}, "Saigon", True),  # 1, and the army is worth 2
        ("replacements_jp", {"Shows": "back"}, "Bangkok", False),  # along the road
        ("replacements_jp", {"Shows": "back"}, "Hainan", True),
        ("replacements_jp", {"Shows": "back", "force": "Fleet 1"}, "Saigon", True),
    ],
)
def test_one_marker_restores_one_unit(world, marker, state, place, is_flagged):
    world.now(2, "JP", 8)
    army = world.put("jp_land_army15", "Saigon", Shows="reduced")
    used = world.put(marker, place, **state)
    event = world.step(SetTrait((army,), "Shows", "full"), RemovePieces((used,)))
    assert ("replacements" in world.wrong(event, "JP")) is is_flagged


def test_restoring_without_a_marker(world):
    world.now(2, "JP", 8)
    army = world.put("jp_land_army15", "Saigon", Shows="reduced")
    world.put("replacements_jp", "Saigon", Shows="back")
    assert "replacements" in world.wrong(world.do(SetTrait((army,), "Shows", "full")), "JP")


@pytest.mark.parametrize(("choice", "is_flagged"), [("any-of-its-side", False), ("same-transport-pool", True)])
def test_whose_replacements(world, choice, is_flagged):
    world.now(2, "AL", 8)
    world.option("G-14", choice)
    army = world.put("br_land_burma", "Rangoon", Shows="reduced")
    used = world.put("replacements_us_large", "Rangoon", Shows="back")
    event = world.step(SetTrait((army,), "Shows", "full"), RemovePieces((used,)))
    assert ("replacements" in world.wrong(event, "AL")) is is_flagged


# --- all of them ---


def test_every_check_says_its_rule_and_when_it_is_due(book):
    for id, check in book.checks.items():
        assert check.title, id
        assert check.due in ("step", "end-of-move", "phase"), id
        assert check.rule or id == "out-of-turn", id


def test_a_whole_set_up_is_clean(december, july):
    for world in (december, july):
        game = world.situation()
        for phase in (7, 12, 13):
            world.now(world.facts.moment.turn, "JP", phase)
            game = world.situation()
            for id, check in world.table.book.checks.items():
                assert list(check.findings(game, game, tuple(game.game.pieces))) == [], id
