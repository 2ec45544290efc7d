"""Actions that need everybody's agreement: another ruling, and skipping a phase that is not empty."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rules_assist.assistant import Assistant
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.dice import ScriptedChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Asks, Done, NeedsAgreement, Refused
from tabletop.game.change.step import Step
from tabletop.game.commands import AnyCommand, Batch, LetStand, Say, SetProperty, SetTracker, Show
from tabletop.game.decide import decide
from tabletop.game.state.game import Seat
from tabletop.game.state.values import Value
from tabletop.journal.journal import Journal
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tabletop.session import Confirmed, NeedsConsent, News, Session

TWO = {"Ann": Seat(sides=(0,)), "Ben": Seat(sides=(1,)), "umpire": Seat(umpire=True)}
ONE = {"Ann": Seat(sides=(0, 1)), "umpire": Seat(umpire=True)}
MOVEMENT, COMBAT, VICTORY = 0, 1, 2
PASS_COMBAT = SetTracker("Turn", (0, 0, VICTORY))


@pytest.fixture(scope="module")
def said() -> Callable[..., Refused | Asks | NeedsAgreement | None]:
    """Return a function that gives the assistant's verdict on a step of a seat."""
    book = load_rulebook(load_module(shipped.path("modules", "millers_ford")))
    assistant = Assistant(book)

    def say(
        command: AnyCommand, seats: dict[str, Seat], by: str = "Ann", answers: tuple[tuple[str, Value], ...] = ()
    ) -> Refused | Asks | NeedsAgreement | None:
        game = replace(new_game(book.module, "six-days", {}, ScriptedChance([])), seats=seats)
        outcome = decide(game, command, by, ScriptedChance([]), book.module.components)
        assert isinstance(outcome, Done), outcome
        after, _ = apply(game, outcome.patch)
        step = Step(seq=1, at_ms=0, by=by, command=command, patch=outcome.patch, answers=answers)
        return assistant.policy(game, after, step, by)

    return say


def test_a_phase_with_something_to_do_is_passed_over_when_all_agree(said):
    asked = said(PASS_COMBAT, TWO)
    assert isinstance(asked, NeedsAgreement)
    assert (asked.of, asked.words) == (("Ben",), dict.fromkeys(("Ann", "Ben"), "Combat will be skipped."))
    assert said(PASS_COMBAT, TWO, answers=((asked.key, True),)) is None


@pytest.mark.parametrize("to", [(0, 0, MOVEMENT), (0, 0, COMBAT)])
def test_the_next_phase_needs_nobody_else(said, to):
    assert said(SetTracker("Turn", to), TWO) is None


def test_who_plays_alone_agrees_with_nobody(said):
    assert said(PASS_COMBAT, ONE) is None


def test_the_umpire_is_not_asked(said):
    assert said(PASS_COMBAT, TWO, "umpire") is None


def test_how_strictly_rules_are_taken_is_for_all_who_play(said):
    asked = said(SetProperty("policy", "enforce"), TWO)
    assert isinstance(asked, NeedsAgreement)
    assert asked.words["Ben"] == "All rules will be set to enforce."
    some = said(Batch((SetProperty("policy:garrison", "off"), SetProperty("policy:move", "confirm"))), TWO)
    assert isinstance(some, NeedsAgreement)
    assert some.words["Ben"] == "Garrison of Hollin (8.3): off, Moves: confirm."
    assert said(SetProperty("policy", "enforce"), ONE) is None


@pytest.fixture
def table() -> Session:
    """Return a table of two players and an umpire, with the assistant."""
    book = load_rulebook(load_module(shipped.path("modules", "millers_ford")))
    game = replace(new_game(book.module, "six-days", {}, ScriptedChance([])), seats=TWO)
    assistant, components = Assistant(book), book.module.components
    journal = Journal.in_memory(game, "5e" * 32)
    return Session(journal, components, now_ms=lambda: 0, policy=assistant.policy, observers=(assistant.observe,))


ENFORCE = SetProperty("policy", "enforce")


def test_the_others_are_asked_and_it_is_done_when_they_agree(table: Session) -> None:
    heard: list[News] = []
    ann, ben = table.join("Ann"), table.join("Ben", heard.append)
    answer = ann.submit(ENFORCE)
    assert isinstance(answer, NeedsConsent)
    assert answer.because == "All rules will be set to enforce. Ben must agree, or the umpire."
    assert table.game.properties.get("policy") is None
    (request,) = ben.requests
    assert (request.by, request.of, request.words) == ("Ann", ("Ben",), "All rules will be set to enforce.")
    assert [news.asks for news in heard] == [request]
    assert isinstance(ben.agree(request.number), Confirmed)
    assert table.game.properties["policy"] == "enforce"
    assert [(step.by, step.command) for step in table.journal.steps()] == [("Ann", ENFORCE)]
    assert ann.requests == ben.requests == ()


def test_nobody_agrees_in_anothers_name(table: Session) -> None:
    ann, ben = table.join("Ann"), table.join("Ben")
    assert isinstance(ann.submit(ENFORCE, (("agreed:policies", True),)), NeedsConsent)
    assert isinstance(ann.submit(ENFORCE), NeedsConsent)
    assert len(ben.requests) == 1, "the same is asked for once"
    assert ben.refuse(ben.requests[0].number) is None
    assert table.game.properties.get("policy") is None


def test_a_request_waits_while_the_game_goes_on_until_the_phase_ends(table: Session) -> None:
    ann, ben = table.join("Ann"), table.join("Ben")
    ann.submit(ENFORCE)
    ben.submit(Say("let me think"))
    assert len(ben.requests) == 1
    ann.submit(SetTracker("Turn", (0, 0, COMBAT)))
    assert ben.requests == ()


def test_who_does_not_see_the_pieces_is_asked_in_other_words(table: Session) -> None:
    piece = next(id for id in table.game.pieces if table.game.kind_of(id).side == table.game.sides[0])
    table.submit("umpire", ENFORCE)
    ann, ben = table.join("Ann"), table.join("Ben")
    table.submit("Ann", LetStand("8.3: Guards left Hollin.", (piece,)))
    assert ben.requests[0].words == "8.3: Guards left Hollin. This will be accepted."
    ben.refuse(ben.requests[0].number)
    table.submit("umpire", Show((piece,), "unseen", (table.game.sides[1],)))
    table.submit("Ann", LetStand("8.3: Guards left Hollin.", (piece,)))
    assert ann.requests[0].words == "8.3: Guards left Hollin. This will be accepted."
    assert "Guards" not in ben.requests[0].words
    assert ben.requests[0].words.startswith("An action that breaks a rule, with pieces that you do not see")
