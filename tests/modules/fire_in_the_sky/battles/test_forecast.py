"""The forecast of a battle: the sampled and exact results agree, and the better side has the better chance."""

from collections.abc import Sequence
from itertools import cycle, islice
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_assist.advice.outlooks import outlooks as forecasts
from rules_assist.advice.outlooks import prospects
from rules_assist.chance.many_throws import Throws
from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.assistance import Outlook, Where

if TYPE_CHECKING:
    from tests.modules.fire_in_the_sky.conftest import Code, World

SEA = "1210"
JAPAN = ("jp_bb_kongo_haruna", "jp_ca_sentai4", "jp_dd_desron1")
ALLIES = ("us_bb_new_mexico_idaho", "us_ca_crudiv6", "us_dd_desron1")
TIMES = 20_000


def ask(world: "World", place: str = SEA) -> object:
    return world.table.book.queries["forecast"].answer(world.situation(), {"at": place})


@pytest.fixture
def sea(world: "World") -> "World":
    """Return a table with three ships of each side in a hex of the open sea."""
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
    monkeypatch.setattr(sea.code.prediction.sea_forecast, "MOST_ROUNDS", 1)
    fight = fought(sea, SEA)
    for fate in ask(sea).first_round:
        assert is_near(count(fight, fate.ship, "sunk"), float(fate.sunk.chance)), fate
        assert is_near(count(fight, fate.ship, "damaged"), float(fate.damaged.chance)), fate


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
    assert float(errors[0].split()[1].rstrip("%")) > float(errors[1].split()[1].rstrip("%"))


def test_all_that_may_come_is_certain_together(sea: "World") -> None:
    for odds in outlooks(sea)[-1].odds:
        assert abs(sum(each.thousandths for each in odds.shares) - 1000) <= 2, odds.title


def test_one_more_cruiser_helps_whose_it_is(sea: "World") -> None:
    cruiser = sea.piece("jp_ca_sentai4")
    plain, better = outlooks(sea)[-1], outlooks(sea, more=cruiser)[-1]
    assert share(better, "Sea Control", "Japan") > share(plain, "Sea Control", "Japan")


# --- simulated battles ---


def fought(world: "World", place: str, since: object = None) -> object:
    """Return the battle in a hex, simulated many times."""
    code, facts = world.code.prediction, world.facts
    muster = code.muster.Muster(facts, place, since or code.muster.NOT_BEGUN)
    fight = code.fight.Fight(muster, code.chances.Chances(facts), Throws(TIMES, 11))
    code.ends.fight_to_the_end(fight)
    return fight


def count(fight: object, piece: int, *words: str) -> int:
    """Return the number of battles in which a piece was `sunk`, `damaged` or `lost`, whichever `words` names; without
    words, any of them.
    """
    (unit,) = (each for each in fight.units if each.id == piece)
    fates = fight.fates[fight.row(unit)]
    codes = {"sunk": 2, "damaged": 1, "lost": 3}
    return int(sum((fates == codes[word]).sum() for word in words or codes))


def is_near(found: int, chance: float) -> bool:
    """Return whether an event of this chance can plausibly have happened in this number of the simulated battles."""
    return abs(found / TIMES - chance) <= 4 * (chance * (1 - chance) / TIMES) ** 0.5


def test_a_battle_under_way_is_fought_on_from_where_it_stands(sea: "World") -> None:
    state = sea.code.prediction.muster
    won = state.Battle(side="JP", place=SEA, superior="AL", control={SEA: "JP"})
    fight = fought(sea, SEA, state.Since(won, "land-ashore"))
    assert fight.control[SEA]["JP"].all()
    assert not fight.fates.any(), "at sea and in the air it is over"


def test_what_no_die_decides_is_sure(world: "World") -> None:
    world.now(3, "JP", 11)
    world.force("Fleet 1", "Wake", "jp_dd_desron1", "jp_land_snlf")
    found = ask(world, "Wake")
    assert (found.sea_control["Wake"]["JP"].percent, found.taken.percent) == ("100%", "100%")
    world.put("us_air", "Wake")
    found = ask(world, "Wake")
    assert found.sea_control["Wake"]["JP"].error is not None, "aircraft may sink the destroyers"


# --- pairs ---


def as_cycled(line: Sequence[bool], others: Sequence[bool]) -> set[tuple[int, int]]:
    """Return the pairs of facing ships: one by one. Ships left over in the longer line face the shorter line again."""
    ships, foes = ([n for n, is_left in enumerate(each) if is_left] for each in (line, others))
    longest = max(len(ships), len(foes))
    return set(islice(zip(cycle(ships), cycle(foes), strict=False), longest)) if ships and foes else set()


lines = st.lists(st.booleans(), min_size=1, max_size=9).filter(any)


@pytest.fixture
def paired(code: "Code") -> object:
    return code.prediction.sea_forecast.paired


@given(lines, lines)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_strongest_face_the_strongest_and_the_rest_begin_again(
    paired: object, line: list[bool], others: list[bool]
) -> None:
    found = paired(np.array(line)[:, None], np.array(others)[:, None])[:, :, 0]
    pairs = {(i, j) for i, j in np.argwhere(found).tolist() if line[i] and others[j]}
    assert pairs == as_cycled(line, others)


# --- optional rules ---


@pytest.mark.parametrize(("choice", "hit"), [("used", 1 / 2), ("not-used", 1 / 3)])
def test_marines_that_storm(world: "World", choice: str, hit: float) -> None:
    """Three dice must all hit, and neither of the two dice of the garrison, which is out of supply, may hit (16.1.6,
    11.3.5).
    """
    world.option("rule-16-1-6", choice)
    world.now(9, "AL", 11)
    tarawa = world.cell("Tarawa")
    world.hold("JP", "Tarawa")
    world.put("jp_land_snlf", "Tarawa")
    world.force("TF 53", tarawa, "us_dd_desron1", "us_land_2nd_marine")
    assert is_near(fought(world, tarawa).taken.sum(), hit**3 * (5 / 6) ** 2)


@pytest.mark.parametrize("choice", ["used", "not-used"])
def test_the_tokyo_express_fires_first(world: "World", choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world.code.prediction.sea_forecast, "MOST_ROUNDS", 1)
    world.option("rule-16-2-2", choice)
    world.now(4, "JP", 11)
    (ours,) = world.force("Fleet 1", SEA, "jp_ca_sentai4")
    world.put("tokyo_express", SEA, force="Fleet 1")
    (theirs,) = world.force("TF 1", SEA, "us_ca_crudiv6")
    chances, facts = world.code.prediction.chances.Chances(world.facts), world.facts
    ship, foe = facts.unit(ours), facts.unit(theirs)
    before = chances.shot(ship, foe, 1)[0] if choice == "used" else 0
    assert is_near(count(fought(world, SEA), ours), (1 - before) * chances.shot(foe, ship, 1)[0])


def test_whom_the_express_has_hit_nobody_fires_at_any_more(world: "World", monkeypatch: pytest.MonkeyPatch) -> None:
    """A battleship and the Express face one cruiser. It fires at the battleship if it still can (16.2.2)."""
    monkeypatch.setattr(world.code.prediction.sea_forecast, "MOST_ROUNDS", 1)
    world.option("rule-16-2-2", "used")
    world.now(4, "JP", 11)
    (express,) = world.force("Fleet 1", SEA, "jp_ca_sentai4")
    world.put("tokyo_express", SEA, force="Fleet 1")
    (battleship,) = world.force("Fleet 2", SEA, "jp_bb_kongo_haruna")
    (cruiser,) = world.force("TF 1", SEA, "us_ca_crudiv6")
    fight, chances = fought(world, SEA), world.code.prediction.chances.Chances(world.facts)
    ca, bb, foe = (world.facts.unit(piece) for piece in (express, battleship, cruiser))
    first, second, back = (chances.shot(*each, 1)[0] for each in ((ca, foe), (bb, foe), (foe, bb)))
    sinks = chances.gunnery([ca, bb], [foe], 1).sinks[0, :, 0]
    assert is_near(count(fight, battleship), (1 - first) * back)
    assert is_near(count(fight, cruiser, "sunk"), first * sinks[0] + (1 - first) * second * sinks[1])


@pytest.mark.parametrize(("ruling", "later"), [("checked-one-by-one", 0), ("checked-together", 1)])
def test_the_hits_of_a_strike_are_checked_together_or_each_for_itself(world: "World", ruling: str, later: int) -> None:
    """Two Air Points that both hit a destroyer of Defence 7: the second check has +1, or not (G-40)."""
    world.option("G-40", ruling)
    world.now(4, "JP", 11)
    (piece,) = world.force("TF 1", SEA, "us_dd_desron1")
    chances, destroyer = world.code.prediction.chances.Chances(world.facts), world.facts.unit(piece)
    afloat = {more: sum(a + b + 1 + more < 7 for a in range(1, 7) for b in range(1, 7)) / 36 for more in (0, 1)}
    assert chances.sinking_by_hits(destroyer, 2) == pytest.approx([0, 1 - afloat[0], 1 - afloat[0] * afloat[later]])


@pytest.mark.parametrize(("choice", "is_held"), [("they-have-none", False), ("if-nobody-fought", True)])
def test_carriers_alone_hold_the_sea_only_by_their_ruling(world: "World", choice: str, is_held: bool) -> None:
    world.option("G-42", choice)
    world.now(4, "AL", 11)
    wake = world.cell("Wake")
    world.put("jp_land_snlf", "Wake")
    world.force("TF 1", wake, "us_cv_hornet_wasp")
    assert fought(world, wake).control[wake]["AL"].all() == is_held


def test_whoever_holds_the_sea_lands(world: "World") -> None:
    """The non-phasing side lands as well, and blocks the base (11.2.5.1)."""
    world.now(4, "AL", 11)
    wake = world.cell("Wake")
    world.hold("JP", "Wake")
    world.put("us_land_2nd_marine", "Wake")
    assert fought(world, wake).taken.all()
    world.force("Fleet 1", wake, "jp_dd_desron1", "jp_land_ssd")
    assert not fought(world, wake).taken.all()


def hit_at_all(points: int, guns: int, die: float, *, first: int = 1) -> float:
    """Return the probability that a target is hit.

    `guns` dice are rolled against `points` Air Points, and each shoots one down one time in three. Of the Air Points
    that are left, one in `first`, rounded up, attacks the target; each of these hits with the chance `die`.
    """
    found = 0.0
    for shot in range(guns + 1):
        dice = -(-max(0, points - shot) // first)
        found += comb(guns, shot) * (1 / 3) ** shot * (2 / 3) ** (guns - shot) * (1 - (1 - die) ** dice)
    return found


@pytest.mark.parametrize(("choice", "die"), [("used", 2 / 3), ("not-used", 1 / 2)])
def test_elite_pilots_have_one_more(world: "World", choice: str, die: float) -> None:
    """Four Air Points with Air Supremacy against a cruiser whose guns roll a die (16.2.3)."""
    world.option("rule-16-2-3", choice)
    world.now(4, "JP", 11)
    world.force("Fleet 1", SEA, "jp_cv_akagi_kaga")
    (cruiser,) = world.force("TF 1", SEA, "us_ca_crudiv6")
    assert is_near(count(fought(world, SEA), cruiser), hit_at_all(4, 1, die))


def test_elite_pilots_are_shot_down_last_and_fly_at_one_target(world: "World") -> None:
    """Three of seven Air Points are elite.

    They and one more fly at the first Task Force, and three others at the second (16.2.3, G-41).
    """
    world.option("rule-16-2-3", "used")
    world.now(4, "JP", 11)
    world.force("Fleet 1", SEA, "jp_cv_hiryu_soryu", "jp_cv_shokaku_zuikaku")
    (first,) = world.force("TF 1", SEA, "us_ca_crudiv6")
    (second,) = world.force("TF 2", SEA, "us_ca_crudiv4")
    fight = fought(world, SEA)
    elite, plain = 1 - (1 / 3) ** 3, 1 - (1 / 3) ** 3 / 2
    assert is_near(count(fight, first), elite / 3 + plain * 2 / 3)
    assert is_near(count(fight, second), hit_at_all(3, 1, 1 / 2))


@pytest.mark.parametrize(("choice", "guns"), [("used", 3), ("not-used", 1)])
def test_better_guns_shoot_more_down(world: "World", choice: str, guns: int) -> None:
    """Four Air Points against three ships with half an anti-aircraft point each, or by the optional rule a whole one
    (16.2.6).
    """
    world.option("rule-16-2-6", choice)
    world.now(12, "JP", 11)
    first, *_ = world.force("Fleet 1", SEA, "jp_ca_sentai4", "jp_dd_desron1", "jp_dd_desron2")
    world.force("TF 1", SEA, "us_cv_hornet_wasp")
    assert is_near(count(fought(world, SEA), first), hit_at_all(4, guns, 1 / 2, first=3))


def test_ships_at_anchor_are_hit_more_easily(world: "World") -> None:
    """Four Air Points with Air Supremacy against a cruiser at anchor and the guns of its base (11.2.2.4)."""
    world.now(4, "JP", 11)
    wake = world.cell("Wake")
    world.hold("AL", "Wake")
    cruiser = world.put("us_ca_crudiv6", "Wake")
    world.force("Fleet 1", wake, "jp_cv_shokaku_zuikaku")
    guns = world.facts.site(wake).air // 2
    assert is_near(count(fought(world, wake), cruiser), hit_at_all(4, guns, 2 / 3))


@pytest.mark.parametrize(("choice", "die"), [("supremacy", 1 / 2), ("superiority", 1 / 3)])
def test_against_none_from_the_start(world: "World", choice: str, die: float) -> None:
    world.option("G-52", choice)
    world.now(4, "JP", 11)
    world.force("Fleet 1", SEA, "jp_cv_shokaku_zuikaku")
    (cruiser,) = world.force("TF 1", SEA, "us_ca_crudiv6")
    assert is_near(count(fought(world, SEA), cruiser), hit_at_all(4, 1, die))


def test_superiority_is_no_supremacy(world: "World") -> None:
    """One Air Point is against four.

    If it survives, nobody has Air Supremacy, although it is used up when the others fly.
    """
    world.now(4, "JP", 11)
    (carrier,) = world.force("Fleet 1", SEA, "jp_cvl_zuiho_shoho")
    world.force("TF 1", SEA, "us_cv_hornet_wasp")
    is_left, hit = (2 / 3) ** 4, 1 / 3
    left = [hit_at_all(4, 0, die) * (1 - hit) + hit_at_all(3, 0, die) * hit for die in (1 / 3, 1 / 2)]
    found = count(fought(world, SEA), carrier)
    assert is_near(found, is_left * left[0] + (1 - is_left) * left[1])
