"""Actions that need everybody's agreement: another ruling, and skipping a phase that is not empty."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rules_assist.assistant import Assistant
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.dice import ScriptedChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Asks, Done, Refused
from tabletop.game.change.step import Step
from tabletop.game.commands import AnyCommand, Batch, SetProperty, SetTracker
from tabletop.game.decide import decide
from tabletop.game.state.game import Seat
from tabletop.game.state.values import Value
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

TWO = {"Ann": Seat(sides=(0,)), "Ben": Seat(sides=(1,)), "umpire": Seat(umpire=True)}
ONE = {"Ann": Seat(sides=(0, 1)), "umpire": Seat(umpire=True)}
MOVEMENT, COMBAT, VICTORY = 0, 1, 2
PASS_COMBAT = SetTracker("Turn", (0, 0, VICTORY))


@pytest.fixture(scope="module")
def said() -> Callable[..., Refused | Asks | None]:
    """Return the assistant's findings on a step of a seat."""
    book = load_rulebook(load_module(shipped.path("modules", "millers_ford")))
    assistant = Assistant(book)

    def say(
        command: AnyCommand, seats: dict[str, Seat], by: str = "Ann", answers: tuple[tuple[str, Value], ...] = ()
    ) -> Refused | Asks | None:
        game = replace(new_game(book.module, "six-days", {}, ScriptedChance([])), seats=seats)
        outcome = decide(game, command, by, ScriptedChance([]), book.module.components)
        assert isinstance(outcome, Done), outcome
        after, _ = apply(game, outcome.patch)
        step = Step(seq=1, at_ms=0, by=by, command=command, patch=outcome.patch, answers=answers)
        return assistant.policy(game, after, step, by)

    return say


def test_a_phase_with_something_to_do_is_passed_over_when_all_agree(said):
    asked = said(PASS_COMBAT, TWO)
    assert isinstance(asked, Asks)
    assert asked.prompt.question == "Do all players agree to skip Combat?"
    assert said(PASS_COMBAT, TWO, answers=((asked.prompt.key, True),)) is None
    assert isinstance(said(PASS_COMBAT, TWO, answers=((asked.prompt.key, False),)), Refused)


@pytest.mark.parametrize("to", [(0, 0, MOVEMENT), (0, 0, COMBAT)])
def test_the_next_phase_needs_nobody_else(said, to):
    assert said(SetTracker("Turn", to), TWO) is None


def test_who_plays_alone_agrees_with_nobody(said):
    assert said(PASS_COMBAT, ONE) is None


def test_the_umpire_is_not_asked(said):
    assert said(PASS_COMBAT, TWO, "umpire") is None


def test_how_strictly_rules_are_taken_is_for_all_who_play(said):
    asked = said(SetProperty("policy", "enforce"), TWO)
    assert isinstance(asked, Asks)
    assert asked.prompt.question == "All rules will be set to enforce. Do all players agree to that?"
    some = said(Batch((SetProperty("policy:garrison", "off"), SetProperty("policy:move", "confirm"))), TWO)
    assert isinstance(some, Asks)
    assert some.prompt.question == ("Garrison of Hollin (8.3): off, Moves: confirm. Do all players agree to that?")
    assert said(SetProperty("policy", "enforce"), ONE) is None
