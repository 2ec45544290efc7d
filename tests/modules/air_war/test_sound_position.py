"""The checks of random games find what no rule allows."""

import pytest

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.game.commands import AnyCommand, At, MovePieces, RemovePieces, SetProperty, SetTrait
from tabletop.module import shipped
from tabletop.module.loader import load_module

from .random_wars.air_war import AirWar
from .random_wars.sound_position import HOLDS, check_stacks, counts_ashore, crowded


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "cartwheel")))


def named(war: AirWar, kind: str) -> int:
    return next(piece for piece in war.game.pieces if war.game.kind_of(piece).key == kind)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("a unit is removed", "units are gone"),
        ("too many hits", "has 9 hits"),
        ("points below zero", "allied-points is -1"),
        ("cargo without its ship", "its ship at"),
        ("cargo of no ship", "does not exist"),
        ("two ships of one number", "two ships have the number 1"),
        ("a unit on a mission that is over", "left with the task mission"),
    ],
)
def test_what_no_rule_allows_is_found(book: RuleBook, wrong: str, said: str) -> None:
    war = AirWar(book, "bismarck-sea", 1)
    division, ship = named(war, "jp_51div"), named(war, "jp_maru")
    other = next(piece for piece in war.game.pieces if piece != ship and war.game.kind_of(piece).key == "jp_maru")
    commands: dict[str, AnyCommand] = {
        "a unit is removed": RemovePieces((division,)),
        "too many hits": SetProperty("place:new-guinea:1509:hits", 9),
        "points below zero": SetProperty("allied-points", -1),
        "cargo without its ship": MovePieces((division,), At("new-guinea", "1707")),
        "cargo of no ship": SetTrait((division,), "aboard", "77"),
        "two ships of one number": SetTrait((ship, other), "hull", "1"),
        "a unit on a mission that is over": SetTrait((named(war, "jp_ki43"),), "task", "mission"),
    }
    with pytest.raises(AssertionError, match=said):
        war.do("JP", commands[wrong])


def crowd_a_hex(war: AirWar) -> tuple[int, ...]:
    """Move all ground units of the Allies to one hex; return them."""
    seen = war.seen()
    troops = tuple(piece for piece in seen.pieces("AL") if counts_ashore(seen, piece))
    assert not war.do("AL", MovePieces(troops, At("new-guinea", "1608")))
    return troops


def test_a_hex_with_too_many_units_is_told(book: RuleBook, monkeypatch: pytest.MonkeyPatch) -> None:
    war = AirWar(book, "bismarck-sea", 1)
    crowd_a_hex(war)
    assert [where.place for where in crowded(war.seen())] == ["1608"]
    check_stacks(war.seen())
    monkeypatch.setitem(HOLDS, "jungle", 0)
    with pytest.raises(AssertionError, match="not told"):
        check_stacks(war.seen())


def test_units_that_have_retreated_may_stand_in_excess(book: RuleBook) -> None:
    """Their side removes the excess after its next moves (11.3)."""
    war = AirWar(book, "bismarck-sea", 1)
    troops = crowd_a_hex(war)
    assert crowded(war.seen())
    assert not war.do("AL", SetTrait(troops, "retreated", "1"))
    assert not crowded(war.seen())
    check_stacks(war.seen())
