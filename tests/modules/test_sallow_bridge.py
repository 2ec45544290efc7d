"""Sallow Bridge played at random to its end: the other side sees a unit only while the rules show it."""

from random import Random

import pytest

from rules_assist.advice.held_pieces import ways_of
from rules_assist.assistant import Assistant
from rules_assist.procedure.asked_views import Views
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_game import OFTEN, Luck, RandomGame
from tabletop.game.change.step import Step
from tabletop.game.commands import FinishSetup
from tabletop.game.side_cells import side_of
from tabletop.game.state.game import Game
from tabletop.game.state.values import UNSEEN
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

PHASES = 8 * 5
SIDES = ("Hale", "Thorn")
MARCH = 1


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "sallow_bridge")))


class Meeting(RandomGame):
    """A game in which both sides march and attack at random, at a table that enforces every rule."""

    def __init__(self, book: RuleBook, game: Game, random: Random) -> None:
        super().__init__(book, game, random)
        self.assistant = Assistant(book)
        self.game.properties["policy"] = "enforce"
        self.contacts = 0

    def weight(self, procedure: str) -> int:
        return OFTEN if procedure == "attack" else 0

    def deeds(self) -> int:
        return 16 if self.sequence.positions(self.seen())[-1] == MARCH else 2

    def stops(self, before: Game, after: Game, step: Step) -> str:
        stopped = self.assistant.policy(before, after, step, step.by)
        return "" if stopped is None else str(stopped)

    def move_something(self) -> None:
        side = self.random.choice(SIDES)
        view = Views(self.seen(), self._memory).of(side)
        assert view is not None
        seen = view.situation
        phase = self.sequence.phase(seen)
        piece = self.random.choice([each for each in seen.pieces(side) if seen.where(each)])
        ways = [way for way in ways_of(seen, (piece,)) if way.reach.places and phase and way.mode.id in phase.modes]
        for way in ways:
            command = way.mode.command(seen, (piece,), self.random.choice(way.reach.places))
            assert command is not None
            assert not self.do(side, command)

    def done(self) -> None:
        self.contacts = max(self.contacts, len(self.game.contacts))
        seen = self.seen()
        for piece in (each for each in seen.pieces() if seen.read(each, "strength")):
            is_shown = min(self.game.pieces[piece].sight) > UNSEEN
            assert is_shown is not bool(seen.read(piece, "Invisible"))


def test_a_game_of_whatever_is_legal_comes_to_its_end(book: RuleBook) -> None:
    random = Random(1)
    meeting = Meeting(book, new_game(book.module, "first-light", {}, Luck(random)), random)
    for side in meeting.game.sides:
        assert not meeting.do(side, FinishSetup(side_of(side)))
    meeting.play(PHASES)
    ending = meeting.ending()
    assert ending is not None
    assert meeting.contacts > 0
    assert len([piece for piece in meeting.seen().pieces() if meeting.seen().side_of(piece)]) == 28
