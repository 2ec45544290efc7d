"""The forecast of a battle: what is tried agrees with what is exact, and the better side has the better chance."""

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from rules_assist.advice.outlooks import outlooks as forecasts
from rules_assist.advice.outlooks import prospects
from rules_assist.rules import Unanswerable
from tabletop.assisting import Outlook, Where

if TYPE_CHECKING:
    from tests.modules.fire_in_the_sky.conftest import World

SEA = "1210"
JAPAN = ("jp_bb_kongo_haruna", "jp_ca_sentai4", "jp_dd_desron1")
ALLIES = ("us_bb_new_mexico_idaho", "us_ca_crudiv6", "us_dd_desron1")
RUNS = 2000


def ask(world: "World", place: str = SEA) -> object:
    return world.table.book.queries["forecast"].answer(world.situation(), {"at": place})


@pytest.fixture
def sea(world: "World") -> "World":
    """Three ships against three in the open sea."""
    world.now(4, "JP", 11)
    world.force("Fleet 1", SEA, *JAPAN)
    world.force("TF 1", SEA, *ALLIES)
    return world


def test_somebody_has_sea_control_or_nobody(sea: "World") -> None:
    found = ask(sea).sea_control[SEA]
    assert sum(likely.chance for likely in found.values()) == 1
    assert set(found) == {"JP", "AL", "nobody"}


def test_asked_again_it_says_the_same(sea: "World") -> None:
    assert ask(sea) == ask(sea)


def test_a_round_that_is_tried_comes_out_as_the_exact_one(sea: "World", monkeypatch: pytest.MonkeyPatch) -> None:
    odds = sea.code.battle_odds
    monkeypatch.setattr(odds, "MOST_ROUNDS", 1)
    muster, chances = odds.Muster(sea.facts, SEA), odds.Chances(sea.facts)
    random = Random(7)
    lost = [odds.Fight(muster, chances, random).fought().lost for _ in range(RUNS)]
    for fate in ask(sea).first_round:
        for word, exact in (("sunk", fate.sunk.chance), ("damaged", fate.damaged.chance)):
            share = sum(each.get(fate.ship) == word for each in lost) / RUNS
            error = (float(exact) * (1 - float(exact)) / RUNS) ** 0.5
            assert abs(share - exact) <= 4 * error, (fate, word, share)


def test_one_more_battleship_helps(sea: "World") -> None:
    before = ask(sea)
    sea.force("Fleet 2", SEA, "jp_bb_yamato_musashi")
    after = ask(sea)
    assert after.sea_control[SEA]["JP"].chance > before.sea_control[SEA]["JP"].chance
    assert after.losses["AL"].sunk.mean > before.losses["AL"].sunk.mean


def test_aircraft_help_whoever_has_them(sea: "World") -> None:
    before = ask(sea)
    sea.force("TF 2", SEA, "us_cv_essex_yorktown2", "us_cv_hornet_wasp")
    assert ask(sea).sea_control[SEA]["AL"].chance > before.sea_control[SEA]["AL"].chance


def test_where_there_is_no_battle_there_is_no_forecast(world: "World") -> None:
    with pytest.raises(Unanswerable, match="no battle to be fought at Midway"):
        ask(world, "Midway")


# --- as the window asks for it ---


def outlooks(world: "World", place: str = SEA, more: int = 0) -> list[Outlook]:
    return list(islice(forecasts(world.situation(), "battle", Where("pacific", place), more), 8))


def share(outlook: Outlook, odds: str, result: str) -> int:
    return next(s.thousandths for o in outlook.odds if o.title == odds for s in o.shares if s.title == result)


def test_battles_are_offered_where_they_are_to_be_fought(sea: "World") -> None:
    [found] = prospects(sea.situation(), ())
    assert (found.title, found.rule, found.where.place) == (f"The battle at {SEA}", "11.2", SEA)
    assert len(found.more) == len(JAPAN) + len(ALLIES)


def test_it_grows_surer(sea: "World") -> None:
    rough, *_, sure = outlooks(sea)
    errors = [next(s.error for s in each.odds[0].shares) for each in (rough, sure)]
    assert float(errors[0].split()[1]) > float(errors[1].split()[1])


def test_all_that_may_come_is_certain_together(sea: "World") -> None:
    for odds in outlooks(sea)[-1].odds:
        assert abs(sum(each.thousandths for each in odds.shares) - 1000) <= 2, odds.title


def test_one_more_cruiser_helps_whose_it_is(sea: "World") -> None:
    cruiser = sea.piece("jp_ca_sentai4")
    plain, better = outlooks(sea)[-1], outlooks(sea, more=cruiser)[-1]
    assert share(better, "Sea Control", "Japan") > share(plain, "Sea Control", "Japan")


def test_a_battle_under_way_is_fought_on_from_where_it_stands(sea: "World") -> None:
    module = sea.code.battle_odds
    odds = module.Muster(sea.facts, SEA), module.Chances(sea.facts)
    won = module.Battle(side="JP", place=SEA, superior="AL", control={SEA: "JP"})
    fight = module.Fight(*odds, Random(3), module.Since(won, "land-ashore"))
    assert fight.fought().control == {SEA: "JP"}
    assert not fight.fought().lost, "at sea and in the air it is over"


# --- optional rules ---


def fought(world: "World", place: str) -> list[object]:
    """Many battles of a hex in thought."""
    odds = world.code.battle_odds
    muster, chances, random = odds.Muster(world.facts, place), odds.Chances(world.facts), Random(11)
    return [odds.Fight(muster, chances, random).fought() for _ in range(RUNS)]


def is_near(found: int, chance: float) -> bool:
    """Whether so many of the battles are what the chance lets expect."""
    return abs(found / RUNS - chance) <= 4 * (chance * (1 - chance) / RUNS) ** 0.5


@pytest.mark.parametrize(("choice", "hit"), [("used", 1 / 2), ("not-used", 1 / 3)])
def test_marines_that_storm(world: "World", choice: str, hit: float) -> None:
    """Three dice must all hit, and neither of the two of the garrison, which is out of supply (16.1.6, 11.3.5)."""
    world.option("rule-16-1-6", choice)
    world.now(9, "AL", 11)
    tarawa = world.cell("Tarawa")
    world.hold("JP", "Tarawa")
    world.put("jp_land_snlf", "Tarawa")
    world.force("TF 53", tarawa, "us_dd_desron1", "us_land_2nd_marine")
    taken = sum(result.is_taken for result in fought(world, tarawa))
    assert is_near(taken, hit**3 * (5 / 6) ** 2)


@pytest.mark.parametrize("choice", ["used", "not-used"])
def test_the_tokyo_express_fires_first(world: "World", choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world.code.battle_odds, "MOST_ROUNDS", 1)
    world.option("rule-16-2-2", choice)
    world.now(4, "JP", 11)
    (ours,) = world.force("Fleet 1", SEA, "jp_ca_sentai4")
    world.put("tokyo_express", SEA, force="Fleet 1")
    (theirs,) = world.force("TF 1", SEA, "us_ca_crudiv6")
    chances, facts = world.code.battle_odds.Chances(world.facts), world.facts
    ship, foe = facts.unit(ours), facts.unit(theirs)
    before = chances.shot(ship, foe, 1)[0] if choice == "used" else 0
    hit = sum(ours in result.lost for result in fought(world, SEA))
    assert is_near(hit, (1 - before) * chances.shot(foe, ship, 1)[0])


@pytest.mark.parametrize(
    ("rule", "turn", "japan", "allies", "whose"),
    [
        ("rule-16-2-3", 4, ("jp_cv_akagi_kaga",), ("us_ca_crudiv6", "us_ca_crudiv4"), "us"),
        ("rule-16-2-6", 12, ("jp_ca_sentai4", "jp_dd_desron1", "jp_dd_desron2"), ("us_cv_hornet_wasp",), "jp"),
    ],
)
def test_elite_pilots_hit_more_and_better_guns_are_hit_less(
    world: "World", rule: str, turn: int, japan: tuple[str, ...], allies: tuple[str, ...], whose: str
) -> None:
    world.now(turn, "JP", 11)
    world.force("Fleet 1", SEA, *japan)
    world.force("TF 1", SEA, *allies)
    lost = {}
    for choice in ("not-used", "used"):
        world.option(rule, choice)
        kinds = world.table.game.kind_of
        lost[choice] = sum(kinds(ship).key.startswith(whose) for each in fought(world, SEA) for ship in each.lost)
    more, less = ("used", "not-used") if whose == "us" else ("not-used", "used")
    assert lost[more] > lost[less] * 1.05
