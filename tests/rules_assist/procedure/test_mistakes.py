"""An author's mistakes are reported to the player in one sentence, without changes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure import (
    Confirm,
    Finish,
    Next,
    Pick,
    Procedure,
    ProcedureError,
    ProcedureStep,
    Roll,
    Run,
    Together,
    step,
)
from tabletop.game.commands import Begin, RemovePieces, Show
from tests.rules_assist.procedure import playing
from tests.rules_assist.procedure.playing import Playing


class Nothing(Struct, frozen=True):
    side: str = ""


class Half(Struct, frozen=True):
    of: float = 0.5


@step("Elsewhere")
def elsewhere(state: Nothing, situation: Situation) -> Finish:
    return Finish()


@step("Half")
def half(state: Half, situation: Situation) -> Finish:
    return Finish()


def asks(*requests: object) -> Callable[[Nothing, Situation], Any]:
    def run(state: Nothing, situation: Situation) -> Any:
        for request in requests:  # noqa: UP028 - they take no answers themselves
            yield request
        return Finish()

    return run


def comes_to(outcome: object) -> Callable[[Nothing, Situation], Any]:
    return lambda _state, _situation: outcome


def looks_up_nothing(state: Nothing, situation: Situation) -> Any:
    yield Pick(key="k", by="Red", question="?", among=lambda _: {"a": ["b"]}["c"])
    return Finish()


def goes_round(state: Nothing, situation: Situation) -> Any:
    return Next(situation.book.procedures["wrong"].first, state)


YES = Confirm(key="k", by="Red", question="?")


@pytest.mark.parametrize(
    ("run", "because"),
    [
        (asks(Roll("k", "d6", "x"), Roll("k", "d6", "x")), "asks 'k' twice"),
        (asks(Confirm(key="k", by="Reds", question="?")), "'Reds' is asked, but the sides are Red, Blue."),
        (
            asks(Pick(key="k", by="Red", question="?", among=lambda _: ["a", "a"])),
            "An option of 'k' stands in",
        ),
        (asks(Pick(key="k", by="Red", question="?", among=lambda _: [999])), "There is no piece 999 to be chosen."),
        (asks(Together({"Blue": YES})), "asks 'Red' the question under 'Blue'"),
        (asks(Roll("k", "2x6", "x")), "'2x6' is not a roll"),
        (asks(Run("k", "siege", Nothing())), "runs 'siege', which the rules do not have."),
        (asks(Run("k", "wrong", Half())), "'first' begins with a Nothing, not with Half(of=0.5)."),
        (asks(None), "yields None, which is not a request."),
        (comes_to(None), "returns None, and not Next or Finish."),
        (comes_to(Next(elsewhere, Nothing())), "goes on to 'elsewhere', which is none of its steps."),
        (comes_to(Next(half, Half())), "0.5 is neither a text"),
        (comes_to(Finish(effects=[RemovePieces((999,))])), "First cannot be done: There is no such piece."),
        (looks_up_nothing, "'wrong, first' refers to something that is not there."),
        (goes_round, "runs on without ever asking anything"),
    ],
)
def test_a_mistake_is_refused(
    run: Callable[[Nothing, Situation], Any], because: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ProcedureStep("first", "First", "", Nothing, run)
    steps = (first, half) if "0.5 is" in because else (first,)
    book = replace(playing.book(), procedures={"wrong": Procedure("wrong", "Wrong", "", steps)})
    monkeypatch.setattr(playing, "book", lambda: book)
    table = Playing((1, 1))
    before = table.game
    assert because in table.do(Begin("wrong"), "Red")
    assert table.game is before


def test_where_something_is_hidden_it_is_not_said_what_an_effect_ran_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """Effects see everything. So their own refusals could name things that the acting seat does not see."""
    first = ProcedureStep("first", "First", "", Nothing, comes_to(Finish(effects=[RemovePieces((999,))])))
    book = replace(playing.book(), procedures={"wrong": Procedure("wrong", "Wrong", "", (first,))})
    monkeypatch.setattr(playing, "book", lambda: book)
    table = Playing()
    assert not table.do(Show((table.unit("blue_infantry"),), "unseen", ("Red",)), "Blue")
    assert table.do(Begin("wrong"), "Red") == "First cannot be done now."
    assert table.do(Begin("wrong"), "Both") == "First cannot be done: There is no such piece."


def test_steps_have_names_of_their_own_and_a_state() -> None:
    with pytest.raises(ProcedureError, match="a name of its own"):
        _ = Procedure("twice", "Twice", "", (elsewhere, elsewhere)).by_id
    with pytest.raises(ProcedureError, match="of which type its state is"):
        step("Untyped")(lambda state, situation: Finish())
