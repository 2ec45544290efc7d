"""Procedures under way, as a seat sees them that is not asked: it waits for the other side, and learns no secret."""

from random import Random

import pytest

from rules_assist.assistant import Assistant
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_game import Luck, RandomGame
from tabletop.game.commands import Answer, Begin
from tabletop.game.sight.audience import audience
from tabletop.game.sight.view import View
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "cartwheel")))


def test_the_allies_wait_while_japan_decides_about_aircraft_that_they_do_not_see(book: RuleBook) -> None:
    """Japan is asked because of aircraft in its airbases, and the Allies do not see these (6.1)."""
    random = Random(1)
    war = RandomGame(book, new_game(book.module, "bismarck-sea", {}, Luck(random)), random)
    assert not war.do("JP", Begin("turn-begins", {}, "JP"))
    frame = max(war.game.frames)
    assert not war.do("JP", Answer(frame, "wanted", value=False))
    for side, seat in enumerate(("JP", "AL")):
        view = View.of(war.game, audience((side,))).game
        shown = Assistant(book).underway(view, seat)
        (asked,) = [one for each in shown for one in each.asked if one.kind != "run"]
        assert (asked.by, asked.kind, asked.key) == ("JP", "confirm", "committed"), seat


def test_the_allies_wait_while_japan_bases_a_floatplane_that_they_do_not_see(book: RuleBook) -> None:
    random = Random(1)
    war = RandomGame(book, new_game(book.module, "bismarck-sea", {}, Luck(random)), random)
    assert not war.do("JP", Begin("turn-begins", {}, "JP"))
    answers = {"wanted": False, "committed": True, "forward": ()}
    for question, answer in answers.items():
        assert not war.do("JP", Answer(max(war.game.frames), question, value=answer))
    for side, seat in enumerate(("JP", "AL")):
        view = View.of(war.game, audience((side,))).game
        shown = Assistant(book).underway(view, seat)
        (asked,) = [one for each in shown for one in each.asked if one.kind != "run"]
        assert (asked.by, asked.kind, asked.key) == ("JP", "pick", "anchorage"), seat
