"""Fixtures for tests of advice: positions of Miller's Ford and of Fire in the Sky, and their pieces by kind."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import ScriptedChance
from tabletop.game.change.outcome import Done
from tabletop.game.commands import AnyCommand, At, Batch, MovePieces, SetTracker, SetTrait
from tabletop.game.decide import decide
from tabletop.game.state.game import Game, Seat
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

SEATS = {"west": Seat(sides=(0,)), "east": Seat(sides=(1,)), "umpire": Seat(umpire=True)}


def shipped_book(module: str) -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", module)))


@pytest.fixture(scope="session")
def ford_book() -> RuleBook:
    return shipped_book("millers_ford")


@pytest.fixture(scope="session")
def pacific_book() -> RuleBook:
    return shipped_book("fire_in_the_sky")


@pytest.fixture(scope="session")
def december(pacific_book: RuleBook) -> Game:
    """Return the game of Fire in the Sky with December 1941 set up."""
    return new_game(pacific_book.module, "december-1941", {}, ScriptedChance([]))


def piece_of(situation: Situation, kind: str, number: int = 0) -> int:
    """Return the id of a piece by its kind; `number` chooses one of several, from 0."""
    return [id for id in situation.game.pieces if situation.game.kind_of(id).key == kind][number]


@pytest.fixture(scope="session")
def piece() -> Callable[..., int]:
    """Return a function that finds a piece by its kind: `piece(situation, "west_foot", 1)`."""
    return piece_of


@pytest.fixture
def ford(ford_book: RuleBook) -> Callable[..., Situation]:
    """Return a function that makes a position of Miller's Ford as a side sees it.

    Pieces can stand elsewhere (`west_foot="0301"`), and the phase can be another (`now=(0, 0, 1)`).
    """

    def make(
        side: str = "West", now: tuple[int, ...] = (0, 0, 0), reduced: tuple[str, ...] = (), **places: str
    ) -> Situation:
        game = replace(new_game(ford_book.module, "six-days", {}, ScriptedChance([])), seats=SEATS)
        situation = Situation(game, ford_book, side)
        commands: list[AnyCommand] = [SetTracker("Turn", now)]
        commands += [MovePieces((piece_of(situation, kind),), At("ford", at)) for kind, at in places.items()]
        commands += [SetTrait((piece_of(situation, kind),), "Strength", "reduced") for kind in reduced]
        outcome = decide(game, Batch(tuple(commands)), "umpire", ScriptedChance([]), ford_book.module.components)
        assert isinstance(outcome, Done), outcome
        return situation.after(outcome.patch)

    return make
