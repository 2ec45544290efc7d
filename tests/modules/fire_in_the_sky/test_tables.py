"""The tables of the game, checked against its rules: numbers, modifiers with their options, rulings, odds."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules_assist.chance.odds import Tries
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.game.change.draft import apply
from tabletop.game.commands import At, PlaceNew, SetTracker
from tabletop.game.decide import decide
from tabletop.game.state.game import Seat
from tabletop.module.setup import bare_table


@pytest.fixture
def asked(book):
    """Return a function that asks a question about a table and returns the answer.

    For example `asked("lookup", "air-strike", turn=4, part="AL", of="us_bb_arizona", options={...}, <facts>)`.
    """

    def ask(query, table, options=None, turn=4, part="AL", of=None, **facts):
        game = bare_table(book.module, options or {}, Tries())
        game = replace(game, seats={"umpire": Seat(umpire=True)})
        commands = [SetTracker("Turn", (turn - 1, ("JP", "AL").index(part), 6))]
        if of is not None:
            commands.append(PlaceNew(of, At("pacific", "0805")))
        for command in commands:
            done = decide(game, command, "umpire", Tries(), book.module.components)
            game = apply(game, done.patch)[0]
        piece = {} if of is None else {"of": next(iter(game.pieces))}
        return book.queries[query].answer(Situation(game, book), {"table": table, **piece, **facts})

    return ask


def test_every_table_names_its_rule(book):
    assert all(table.rule for table in book.tables.values())


# --- the Combat Table ----------------------------------------------------------------------------------------------

RADAR = {"rule-16-1-7": "used"}


@pytest.mark.parametrize(
    ("table", "facts", "expected"),
    [
        ("convoy-escorts", {"oil": 3, "turn": 16}, {}),
        ("submarines-convoys", {"submarines": 1, "turn": 5}, {}),
        ("submarines-convoys", {"submarines": 1, "turn": 6}, {"from-turn-6": 1}),
        ("asw-task-force", {"destroyers": 2, "side": "AL", "turn": 10}, {}),
        ("asw-task-force", {"destroyers": 2, "side": "AL", "turn": 10, "options": RADAR}, {"allied-t10": 1}),
        ("asw-task-force", {"destroyers": 2, "side": "AL", "turn": 9, "options": RADAR}, {}),
        ("asw-task-force", {"destroyers": 2, "side": "JP", "turn": 10, "options": RADAR}, {}),
        ("asw-task-force", {"destroyers": 2, "side": "JP", "friendly_air": True}, {"friendly-air": 1}),
        ("submarine-attack", {"side": "JP"}, {"no-dd": 1}),
        ("submarine-attack", {"side": "JP", "destroyers": 1, "target": "land"}, {"air-land-target": 1}),
        ("submarine-attack", {"side": "AL", "destroyers": 1, "turn": 1}, {"allied-t1": -2}),
        ("submarine-attack", {"side": "AL", "destroyers": 0, "turn": 5}, {"no-dd": 1, "allied-t2-5": -1}),
        ("submarine-attack", {"side": "AL", "destroyers": 1, "turn": 6}, {}),
        ("submarine-attack", {"side": "JP", "destroyers": 1, "turn": 1}, {}),
        ("air-to-air", {"side": "JP", "air_points": 3, "turn": 1, "part": "JP"}, {"jp-t1": 1}),
        ("air-to-air", {"side": "JP", "air_points": 3, "turn": 1, "part": "AL"}, {}),
        ("air-to-air", {"side": "AL", "air_points": 3, "turn": 12, "options": RADAR}, {"allied-t10": 1}),
        (
            "air-to-air",
            {"side": "AL", "air_points": 3, "kamikaze": True, "options": {"rule-16-2-4": "used"}},
            {"kamikaze": 1},
        ),
        ("anti-aircraft", {"ratings_in_halves": 7, "side": "AL", "turn": 11, "options": RADAR}, {"allied-t10": 1}),
        ("anti-aircraft-base", {"air_capacity": 5, "side": "JP", "turn": 11, "options": RADAR}, {}),
        ("air-strike", {"side": "AL", "air_points": 2, "supremacy": True}, {"supremacy": 1}),
        ("air-strike", {"side": "AL", "air_points": 2, "at_anchor": True}, {"at-anchor": 1}),
        ("air-strike", {"side": "AL", "air_points": 2, "target": "land", "transported": True}, {"transported": 1}),
        ("air-strike", {"side": "AL", "air_points": 2, "target": "air", "at_anchor": True}, {}),
        ("air-strike", {"side": "JP", "air_points": 2, "turn": 1, "part": "JP"}, {"jp-t1": 1}),
    ],
)
def test_modifiers_of_the_combat_table(asked, table, facts, expected):
    assert asked("lookup", table, **facts).mods == expected


@pytest.mark.parametrize(
    ("table", "facts", "count"),
    [
        ("anti-aircraft", {"ratings_in_halves": 7, "side": "JP"}, 3),
        ("anti-aircraft", {"ratings_in_halves": 1, "side": "JP"}, 0),
        ("anti-aircraft-base", {"air_capacity": 5, "side": "JP"}, 2),
        ("ground-support", {"air_points": 2, "firepower": 3, "combat_strength": 4}, 5),
        ("land-combat", {"combat_strength": 6, "out_of_supply": 2}, 6),
        ("submarine-attack", {"side": "JP"}, 1),
    ],
)
def test_how_many_dice(asked, table, facts, count):
    look = asked("lookup", table, **facts)
    assert (look.count, look.dice) == (count, f"{count}d6" if count else "")


@pytest.mark.parametrize(
    ("used", "part", "expected"),
    [("used", "JP", {"british-cv": -1, "jp-t1": 1}), ("used", "AL", {"british-cv": -1}), ("not-used", "AL", {})],
)
def test_armoured_decks(asked, used, part, expected):
    facts = {"side": "JP", "air_points": 2, "of": "br_cv_illustrious_victorious", "turn": 1, "part": part}
    look = asked("lookup", "air-strike", {"rule-16-1-2": used}, **facts)
    assert look.mods == expected
    assert look.facts["defence"] == 10


def test_elite_pilots_have_dice_of_their_own(asked):
    look = asked("lookup", "air-to-air", {"rule-16-2-3": "used"}, side="JP", air_points=7, elite=4)
    assert {id: (pool.count, pool.drm, pool.hits_on) for id, pool in look.pools.items()} == {
        "air_points": (3, 0, "5+"),
        "elite": (4, 1, "4+"),
    }
    plain = asked("lookup", "air-to-air", side="JP", air_points=7, elite=4)
    assert {pool.hits_on for pool in plain.pools.values()} == {"5+"}


@pytest.mark.parametrize(("ruling", "guns"), [("dice-of-air-points", "5+"), ("all-dice", "4+")])
def test_supremacy_in_ground_support(asked, ruling, guns):
    facts = {"air_points": 1, "firepower": 2, "combat_strength": 1, "supremacy": True}
    look = asked("lookup", "ground-support", {"G-26": ruling}, **facts, dice=[4, 5, 6])
    assert (look.pools["air_points"].hits_on, look.pools["guns"].hits_on) == ("4+", guns)
    assert look.hits == 1  # no more than the Combat Strength


@pytest.mark.parametrize(("used", "hits"), [("used", 2), ("not-used", 1)])
def test_marines_and_supply_in_land_combat(asked, used, hits):
    facts = {"combat_strength": 3, "out_of_supply": 1, "marines": 1}
    look = asked("lookup", "land-combat", {"rule-16-1-6": used}, **facts, dice=[5, 5, 4])
    assert look.hits == hits
    assert look.pools["out_of_supply"].hits_on == "6"


def test_bombing_is_optional(asked):
    with pytest.raises(Unanswerable, match="only with 'Strategic bombing' used"):
        asked("lookup", "strategic-bombing", transport=1)
    look = asked("lookup", "strategic-bombing", {"rule-16-1-3": "used"}, transport=2, near_base=True)
    assert look.pools["bombers"].hits_on == "4+"


# --- surface combat ------------------------------------------------------------------------------------------------

TO_HIT = {0: "456***", 1: "345666", 2: "234555", 3: "223455", 4: "222344"}


@pytest.mark.parametrize("firepower", TO_HIT)
@pytest.mark.parametrize("defence", range(7, 13))
def test_the_number_to_hit(asked, firepower, defence):
    printed = TO_HIT[firepower][defence - 7]
    look = asked("lookup", "surface-combat", firepower=firepower, defence=defence)
    assert look.cell == ("6*" if printed == "*" else printed)
    assert look.pools["ship"].hits_on == {"*": "6", "6": "6"}.get(printed, f"{printed}+")


@pytest.mark.parametrize(
    ("defence", "die", "hits", "half"),
    [(9, 6, 1, 0), (10, 6, 0, 1), (10, 5, 0, 0), (7, 4, 1, 0), (7, 3, 0, 0)],
)
def test_half_hits_of_weak_guns(asked, defence, die, hits, half):
    look = asked("lookup", "surface-combat", firepower=0, defence=defence, dice=[die])
    assert (look.hits, look.half_hits) == (hits, half)


@pytest.mark.parametrize(
    ("options", "turn_round", "firepower", "cell"),
    [
        ({"rule-16-2-1": "used"}, 1, "2", "4"),
        ({"rule-16-2-1": "used"}, 2, "1", "5"),
        ({}, 1, "1", "5"),
    ],
)
def test_long_lance(asked, options, turn_round, firepower, cell):
    look = asked("lookup", "surface-combat", options, of="jp_ca_sentai4", defence=9, round=turn_round, dice=[6])
    assert (look.row.at, look.cell) == (firepower, cell)
    (check,) = look.then
    assert (check.table, check.given["firepower"], check.given["allied"]) == ("naval-damage", int(firepower), True)


# --- damage --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"cause": "air-strike"}, {"air-strike": 1}),
        ({"cause": "surface", "firepower": 3}, {"surface": 3}),
        ({"cause": "surface", "firepower": 0}, {}),
        ({"cause": "submarine"}, {"submarine": 2}),
        ({"cause": "submarine", "allied": True, "turn": 1, "part": "JP"}, {"submarine": 2, "pearl": 1}),
        ({"cause": "submarine", "allied": True, "turn": 1, "part": "AL"}, {"submarine": 2}),
        ({"cause": "submarine", "allied": False, "turn": 1, "part": "JP"}, {"submarine": 2}),
    ],
)
def test_modifiers_of_the_damage_check(asked, facts, expected):
    assert asked("lookup", "naval-damage", defence=9, **facts).mods == expected


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        ("each-after-first", [{}, {"after-first": 1}, {"after-first": 1}]),
        ("hits-minus-one", [{"over-one": 2}] * 3),
    ],
)
def test_three_hits_in_both_readings(asked, ruling, expected):
    checks = [
        asked("lookup", "naval-damage", {"G-28": ruling}, cause="surface", defence=10, check=check, hits=3)
        for check in (1, 2, 3)
    ]
    assert [look.mods for look in checks] == expected


@pytest.mark.parametrize(("dice", "result"), [([4, 4], "damaged"), ([4, 5], "sunk"), ([6, 6], "sunk")])
def test_as_much_as_the_defence_sinks(asked, dice, result):
    look = asked("lookup", "naval-damage", cause="air-strike", of="jp_bb_kongo_haruna", dice=dice)
    assert (look.facts["defence"], look.result) == (10, result)


def test_a_strike_forecast_to_its_end(asked):
    found = asked("odds", "air-strike", side="AL", air_points=1, of="jp_bb_kongo_haruna")
    sunk = Fraction(1, 3) * Fraction(10, 36)
    assert {name: likely.chance for name, likely in found.ends.items()} == {
        "0": Fraction(2, 3),
        "sunk": sunk,
        "damaged": Fraction(1, 3) - sunk,
    }


def test_one_more_cruiser_beside_it(asked):
    found = asked("odds", "land-combat", combat_strength=2, compare={"one more": {"combat_strength": 3}})
    assert (found.mean, found.compared["one more"].mean) == (Fraction(2, 3), 1)


@pytest.mark.parametrize(
    ("phasing", "other", "strength", "result"),
    [(2, 2, 1, "no loss"), (3, 2, 1, "losses"), (4, 2, 1, "all eliminated"), (1, 0, 0, "all eliminated")],
)
def test_land_combat_damage(asked, phasing, other, strength, result):
    look = asked("lookup", "land-combat-result", phasing_hits=phasing, other_hits=other, other_strength=strength)
    assert look.result == result


@pytest.mark.parametrize(
    ("hits", "is_reduced", "result"),
    [
        (0, False, "none"),
        (1, False, "reduced"),
        (2, False, "eliminated"),
        (3, False, "eliminated"),
        (0, True, "none"),
        (1, True, "eliminated"),
    ],
)
def test_a_land_unit_of_two_and_one_at_sea(asked, hits, is_reduced, result):
    assert asked("lookup", "land-at-sea", hits=hits, full=2, reduced=1, is_reduced=is_reduced).result == result


@pytest.mark.parametrize(
    ("facts", "loss"),
    [
        ({"unit": "land", "hits": 3, "strength": 2}, 4),
        ({"unit": "air", "hits": 1, "strength": 2}, 2),
        ({"unit": "replacements", "hits": 1}, 0),
        ({"unit": "replacements", "hits": 1, "options": {"G-58": "cost-the-pool"}}, 2),
    ],
)
def test_losses_of_the_merchantmen_pool(asked, facts, loss):
    assert asked("lookup", "pool-loss", **facts).value == loss


@pytest.mark.parametrize(
    ("facts", "turn"),
    [
        ({"side": "JP", "hits": 3, "turn": 3, "part": "AL"}, "9"),
        ({"side": "AL", "hits": 2, "turn": 3, "part": "JP"}, "6"),
        ({"side": "AL", "hits": 2, "turn": 3, "part": "AL"}, "7"),
        ({"side": "AL", "hits": 2, "turn": 3, "part": "JP", "options": {"G-38": "turns"}}, "7"),
        ({"side": "JP", "phases": 2, "turn": 2, "part": "AL"}, "4"),
        ({"side": "AL", "phases": 1, "turn": 2, "part": "JP"}, "2"),
        ({"side": "JP", "hits": 1, "turn": 15, "part": "JP"}, "never"),
        ({"side": "AL", "hits": 1, "turn": 15, "part": "JP"}, "16"),
    ],
)
def test_the_turn_on_which_units_return(asked, facts, turn):
    assert asked("lookup", "return-turn", **facts).result == turn


# --- costs, points, victory ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "move", "result"),
    [
        ("land", "sea-deployment", "8"),
        ("naval", "operations", "0"),
        ("land", "operations", "16"),
        ("air", "one-hex", "0"),
        ("replacements", "one-hex", "not allowed"),
        ("land", "reaction", "not allowed"),
    ],
)
def test_transport_points(asked, unit, move, result):
    assert asked("lookup", "transport-cost", unit=unit, move=move, transport=8).result == result


@pytest.mark.parametrize(
    ("facts", "oil"),
    [
        ({"side": "JP", "hexes": 0}, 0),
        ({"side": "JP", "hexes": 4}, 5),
        ({"side": "JP", "hexes": 5}, 8),
        ({"side": "JP", "hexes": 5, "reaction": True}, 5),
        ({"side": "JP", "hexes": 5, "reaction": True, "options": {"G-22": "times-one-and-a-half"}}, 8),
        ({"side": "JP", "hexes": 5, "resource_hex": True, "turn": 9}, 8),
        ({"side": "JP", "hexes": 5, "resource_hex": True, "turn": 10}, 0),
        ({"side": "AL", "hexes": 9}, 0),
    ],
)
def test_oil(asked, facts, oil):
    assert asked("lookup", "oil-cost", transport=5, **facts).value == oil


@pytest.mark.parametrize(("turn", "factor"), [(1, 1), (5, 1), (6, 2), (9, 2), (10, 3), (13, 3), (14, 4), (16, 4)])
def test_expansion(asked, turn, factor):
    assert asked("lookup", "expansion", turn=turn).value == factor


@pytest.mark.parametrize(
    ("hexes", "pool", "transport", "oil"), [(3, 60, 60, 24), (3, 41, 60, 20), (2, 60, 10, 10), (0, 60, 60, 0)]
)
def test_oil_that_comes_home(asked, hexes, pool, transport, oil):
    assert asked("lookup", "oil-income", resource_hexes=hexes, pool=pool, transport=transport).value == oil


def test_points_of_a_reinforcement_phase(asked):
    assert asked("lookup", "resets", turn=11).cells == {
        "submarines JP": "1",
        "submarines AL": "10",
        "transport US": "46",
        "transport Britain": "12",
    }


@pytest.mark.parametrize(
    ("points", "over", "result"),
    [
        (40, False, "Japan"),
        (19, False, "Allies"),
        (20, False, "nobody yet"),
        (39, False, "nobody yet"),
        (20, True, "draw"),
        (21, True, "Japan"),
    ],
)
def test_victory(asked, points, over, result):
    assert asked("lookup", "victory", points=points, over=over).result == result


@pytest.mark.parametrize(
    ("facts", "points"),
    [
        ({"event": "taken-by-japan", "worth": 3}, 3),
        ({"event": "taken-by-allies", "worth": 5}, -5),
        ({"event": "taken-by-allies", "worth": 1, "neutral": True}, -1),
        ({"event": "taken-by-allies", "worth": 1, "neutral": True, "options": {"G-15": "costs-nothing"}}, 0),
        ({"event": "lifeline-cut"}, 2),
        ({"event": "never-taken"}, -1),
        ({"event": "ranger"}, 1),
    ],
)
def test_victory_points(asked, facts, points):
    assert asked("lookup", "victory-events", **facts).value == points


@pytest.mark.parametrize(("base", "points"), [("Kure", 5), ("Manila", 3), ("Wake", 1)])
def test_worth_of_bases(asked, base, points):
    assert asked("lookup", "base-points", base=base).value == points


def test_accidents_happen_once_in_thirty_six(asked):
    found = asked("odds", "mutsu", {"rule-16-3-1": "used"})
    assert found.outcomes["explosion"].chance == Fraction(1, 36)
