"""The forecast of a battle: what is tried agrees with what is exact, and the better side has the better chance."""

from random import Random
from typing import TYPE_CHECKING

import pytest

from rules_assist.rules import Unanswerable

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
