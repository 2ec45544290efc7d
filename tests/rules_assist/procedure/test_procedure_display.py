"""A window's display of procedures in progress: by each seat's own view, and the effect of an answer."""

from collections.abc import Iterable

import pytest

from rules_assist.assistant import Assistant
from tabletop.game.change.outcome import Done, Refused
from tabletop.game.change.patch import Drop
from tabletop.game.commands import Answer, RemovePieces, RollDice
from tabletop.game.sight.audience import audience
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game
from tests.rules_assist.procedure.playing import Playing, book


@pytest.fixture
def assistant() -> Assistant:
    return Assistant(book())


def struck() -> Playing:
    playing = Playing((6, 1))
    playing.begin()
    playing.answer("units", [playing.text("red_infantry")], "Red")
    playing.answer("attack", "high", "Red")
    playing.answer("defence", "low", "Blue")
    return playing


def view_of(playing: Playing, sides: Iterable[int]) -> Game:
    return View.of(playing.game, audience(sides)).game


def test_each_seat_is_shown_its_own_options(assistant: Assistant) -> None:
    playing = struck()
    for seat, sides, options in (("Blue", (1,), True), ("Red", (0,), False), ("Both", (0, 1), True)):
        (shown,) = assistant.underway(view_of(playing, sides), seat)
        (question,) = shown.asked
        assert (shown.title, question.by, question.question) == ("Raid", "Blue", "Who is hit?")
        assert bool(question.options) == options


def test_a_secret_is_told_as_answered(assistant: Assistant) -> None:
    (shown,) = assistant.underway(view_of(struck(), (0,)), "Red")
    assert [one.answer for one in shown.story if one.question == "A secret question"] == ["answered in secret"]
    assert not any(one.question == "Where do you wait?" for one in shown.story)


def test_an_answer_is_foreseen(assistant: Assistant) -> None:
    playing = struck()
    playing.answer("target", playing.text("blue_armour"), "Blue")
    view = view_of(playing, (1,))
    (frame,) = view.frames
    foreseen = assistant.foresee(view, "Blue", Answer(frame, "flees", value=False))
    assert isinstance(foreseen, Done)
    assert [view.kind_of(change.piece).key for change in foreseen.patch if isinstance(change, Drop)] == ["blue_armour"]
    assert isinstance(assistant.foresee(view, "Blue", Answer(frame, "target", "piece:1")), Refused)
    assert assistant.foresee(view, "Blue", RollDice("2d6")) is None


def test_what_cannot_be_shown_is_said(assistant: Assistant) -> None:
    playing = struck()
    playing.answer("target", playing.text("blue_armour"), "Blue")
    playing.answer("flees", True, "Blue")
    assert not playing.do(RemovePieces((playing.unit("blue_armour"),)))
    (_, pursuit) = assistant.underway(playing.game, "Both")
    assert pursuit.asked == ()
    assert pursuit.trouble == "Something that it refers to is no longer on the table."
    refused = playing.answer("on", True, "Red")
    assert refused.startswith("This procedure cannot go on: Something that it refers to")
