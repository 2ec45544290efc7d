"""Miller's Ford as set up, and pieces of it by their kinds."""

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
    """Return December 1941 in Fire in the Sky."""
    return new_game(pacific_book.module, "december-1941", {}, ScriptedChance([]))


def piece_of(situation: Situation, kind: str, number: int = 0) -> int:
    """Return a piece by its kind."""
    return [id for id in situation.game.pieces if situation.game.kind_of(id).key == kind][number]


@pytest.fixture(scope="session")
def piece() -> Callable[..., int]:
    """Return a piece by its kind: `piece(situation, "west_foot", 1)`."""
    return piece_of


@pytest.fixture
def ford(ford_book: RuleBook) -> Callable[..., Situation]:
    """Return Miller's Ford as a side sees it, with pieces elsewhere (`west_foot="0301"`), or at a phase (`now=(0, 0,
    1)`).
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
