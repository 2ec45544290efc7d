"""When a game is updated, the choices of its players are applied: the decks, and the removal of counters."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import HolderPlace
from tabletop.game.state.game import Game
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import new_game
from tabletop.module.update.game_update import brought_along
from tabletop.module.update.update_choices import UpdateChoices, UpdateDifferences, caught_up, to_catch_up

UNITS, ABOUT, SCENARIO, CARDS = "counters/units.yaml", "module.yaml", "scenarios/meeting.yaml", "map/cards.yaml"
OLD = """decks:
- {name: Draw, map: cards, point: [100, 100], cards: [red_infantry, blue_infantry, red_infantry]}
- {name: Waste, map: cards, point: [200, 100], cards: [red_infantry, blue_infantry]}
- {name: Spare, map: cards, point: [300, 100], cards: []}
"""
NEW = """decks:
- {name: Draw, map: cards, point: [120, 140], cards: [red_infantry]}
- {name: Events, map: cards, point: [300, 200], cards: [blue_infantry, {piece: red_infantry, count: 30}]}
"""
GUNS = (UNITS, ("id: blue_artillery, name: Blue artillery", "id: blue_guns, name: Guns"))
Changed = Callable[..., Path]


@pytest.fixture
def old(blank: Path, changed: Changed) -> Game:
    """Return a game with two decks of cards and an empty one."""
    (blank / CARDS).write_text("{id: cards, name: Cards, size: [400, 300]}", encoding="utf-8")
    changed(UNITS, ("count: 5", "count: 50"), ("count: 6", "count: 60"))
    changed(
        ABOUT, ("map/main.yaml", "map/main.yaml, map/cards.yaml"), ("count: 8", "count: 53"), ("count: 8", "count: 62")
    )
    (blank / SCENARIO).write_text((blank / SCENARIO).read_text() + OLD)
    return new_game(load_module(blank), "meeting", {}, SeededChance("01", b"", 0, 0))


@pytest.fixture
def newer(old: Game, changed: Changed) -> Module:
    """Return a later version of that module: without one of the kinds, and with other decks."""
    changed(SCENARIO, (OLD, NEW), ("blue_artillery", "blue_guns"))
    return load_module(changed(*GUNS))


def after(game: Game, module: Module, wanted: UpdateChoices) -> Game:
    return apply(game, caught_up(game, module, wanted, SeededChance("02", b"", 0, 0)))[0]


def keys(game: Game) -> set[str]:
    return {game.kind_of(piece).key for piece in game.pieces}


def decks(game: Game) -> dict[str, tuple[int, int, int]]:
    """Return the positions of the decks, and their card counts."""
    return {h.name: (h.x, h.y, len(h.pieces)) for h in game.holders.values() if h.form == "deck"}


def test_what_there_is_to_be_wanted_is_told(old: Game, newer: Module) -> None:
    found = to_catch_up(old, newer)
    assert found == UpdateDifferences(1, ("Events",), ("Waste", "Spare"), ("Draw",))
    assert found.decks_told() == (
        "These decks are new: Events. These decks are gone, and their cards become stacks: Waste and Spare."
        " These decks have moved: Draw."
    )


def test_who_wants_nothing_of_it_has_the_game_as_it_is_brought_along(old: Game, newer: Module) -> None:
    assert caught_up(old, newer, UpdateChoices(), SeededChance("02", b"", 0, 0)) == brought_along(old, newer)
    assert decks(after(old, newer, UpdateChoices(away=True))) == decks(old)
    assert "blue_artillery" in keys(after(old, newer, UpdateChoices(decks=True)))


def test_counters_of_kinds_that_are_gone_are_taken_away(old: Game, newer: Module) -> None:
    game = after(old, newer, UpdateChoices(away=True))
    assert keys(old) - keys(game) == {"blue_artillery"}
    assert len(old.pieces) - len(game.pieces) == 1
    assert to_catch_up(game, newer).counters == 0


def test_what_lies_on_maps_that_are_gone_is_taken_away(old: Game, changed: Changed) -> None:
    changed(SCENARIO, (OLD, ""))
    module = load_module(changed(ABOUT, ("map/main.yaml, map/cards.yaml", "map/main.yaml")))
    assert to_catch_up(old, module).counters == 5
    game = after(old, module, UpdateChoices(away=True, decks=True))
    assert len(old.pieces) - len(game.pieces) == 5
    assert decks(game) == {}


def test_decks_become_as_the_newer_version_has_them(old: Game, newer: Module) -> None:
    game = after(old, newer, UpdateChoices(decks=True))
    assert decks(game) == {"Draw": (120, 140, 3), "Events": (300, 200, 31)}
    lying = {(h.x, h.y): h.pieces for h in game.holders.values() if h.map == 1 and h.form == "stack"}
    assert lying == {(200, 100): old.holders[old.named["Waste"]].pieces}
    events = [game.kind_of(card).key for card in game.holders[game.named["Events"]].pieces]
    assert events[0] != "blue_infantry", "a new deck is shuffled"
    assert to_catch_up(game, newer) == UpdateDifferences(1)


def test_it_is_one_step_that_leads_back_to_the_table_as_it_was(old: Game, newer: Module) -> None:
    wanted = UpdateChoices(away=True, decks=True)
    game, back = apply(old, caught_up(old, newer, wanted, SeededChance("02", b"", 0, 0)))
    again, _ = apply(game, back)
    stand = lambda game: {id: (p.kind, p.at, p.state, p.sight) for id, p in game.pieces.items()}  # noqa: E731
    lie = lambda game: {id: (h.map, h.x, h.y, h.place, h.pieces) for id, h in game.holders.items()}  # noqa: E731
    assert (stand(again), lie(again)) == (stand(old), lie(old))


def test_a_deck_that_lies_as_the_module_has_it_is_no_news(old: Game, newer: Module) -> None:
    placed, _ = apply(old, (HolderPlace(old.named["Draw"], 1, 120, 140, "Draw"),))
    assert to_catch_up(placed, newer).move == ()
