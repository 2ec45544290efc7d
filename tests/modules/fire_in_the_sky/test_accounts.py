"""The cost of moves, part by part: the parts always add up to the payment."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.modules.fire_in_the_sky.conftest import World

JAPAN = ("jp_bb_kongo_haruna", "jp_ca_sentai4", "jp_dd_desron1")


def total(account: object) -> int:
    return int(account.total.split(" of ")[0])


def parts(account: object) -> int:
    return sum(int(part.adds) for part in account.parts)


@pytest.fixture
def fleet(world: "World") -> object:
    """Return the reach of a fleet at Truk."""
    world.now(2, "JP", 8)
    pieces = world.force("Fleet 1", "Truk", *JAPAN)
    world.points(oil=40, tp_japan=20)
    return world.table.book.ground.modes["operation"].reach(world.situation("JP"), pieces)


def test_every_way_is_the_sum_of_its_hexes_and_its_oil(fleet: object) -> None:
    for place in fleet.places:
        hexes, oil = fleet.accounts(place)
        assert total(hexes) == parts(hexes) == fleet.cost(place)
        assert total(oil) == parts(oil)


def test_a_long_way_is_dear_and_says_why(fleet: object) -> None:
    dear = {place: fleet.dear(place) for place in fleet.places}
    assert {says for place, says in dear.items() if fleet.cost(place) > 4} == {"oil × 1½"}
    assert {says for place, says in dear.items() if fleet.cost(place) <= 4} == {""}
    far = next(place for place in fleet.places if fleet.cost(place) > 4)
    assert "half as much again" in fleet.accounts(far)[1].parts[-1].title


def test_each_leg_of_a_deployment_is_paid_by_each_unit(world: "World") -> None:
    world.now(2, "JP", 7)
    pieces = (world.put("jp_ca_sentai4", "Kure"), world.put("jp_dd_desron1", "Kure"))
    world.points(tp_japan=20)
    reach = world.table.book.ground.modes["sea-deploy"].reach(world.situation("JP"), pieces)
    assert {reach.dear(place) for place in reach.places if reach.legs(place) == 2} == {"2 legs"}
    for place in reach.places:
        for account in reach.accounts(place):
            assert total(account) == parts(account), place


def test_victory_points_stand_on_the_track_by_their_own_rule(world: "World") -> None:
    world.points(vp=21)
    victory, *_ = world.table.book.accounts["bookkeeping"].totals(world.situation("JP"))
    assert (victory.title, victory.total) == ("Victory Points", "21")
    assert [part.rule for part in victory.parts] == ["4.3.1"]
