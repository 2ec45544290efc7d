"""Pauses: the side asked before dice are rolled, the display, and cases without a wait."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from msgspec import Struct

from rules_assist.assistant import Assistant
from rules_assist.position.situation import Situation
from rules_assist.procedure import Confirm, Finish, Next, Pause, Procedure, Roll, Steps, step
from rules_assist.procedure.procedure_display import underway
from tabletop.assistance import PAUSES, ROLL, ROLL_THE_REST, PieceId
from tabletop.game.change.told import Told
from tabletop.game.commands import Begin, Report, SetProperty, SetTrait, Show
from tabletop.game.sight.audience import audience
from tabletop.game.sight.seen_changes import told_for
from tabletop.game.sight.view import View
from tabletop.log_sentences import sentence
from tests.rules_assist.procedure import playing
from tests.rules_assist.procedure.playing import Playing


class Duel(Struct, frozen=True):
    side: str = ""
    rounds: int = 2
    reds: tuple[PieceId, ...] = ()


def duellists(situation: Situation) -> tuple[int, int]:
    red, blue = (next(iter(situation.pieces(side))) for side in ("Red", "Blue"))
    return red, blue


@step("Fire", rule="8.1")
def fire(state: Duel, situation: Situation) -> Steps:
    red, blue = duellists(situation)
    ours, theirs = yield Pause(
        key="fire",
        by="Red",
        question=f"Round {state.rounds}: fire",
        throws=[
            Roll("red", "2d6>=5", "Red fires", piece=red, target=blue),
            Roll("blue", "1d6", "Blue fires", piece=blue, target=red),
        ],
        then="Both fire at once.",
    )
    effects = [Report((blue,), "is reduced", (SetTrait((blue,), "Strength", "reduced"),))] if ours.successes else []
    if state.rounds == 1:
        return Finish(theirs.total, effects)
    return Next(fall_back, replace_rounds(state), effects)


@step("Fall back", rule="8.2")
def fall_back(state: Duel, situation: Situation) -> Steps:
    (rolled,) = yield Pause(key="rally", by="Blue", question="Rally", throws=[Roll("die", "1d6", "Blue rallies")])
    nothing = yield Pause(key="nothing", by="Blue", question="Nothing is thrown", throws=[])
    assert nothing == ()
    assert rolled.total
    return Next(fire, state)


def replace_rounds(state: Duel) -> Duel:
    return Duel(state.side, state.rounds - 1, state.reds)


@step("Wrong", rule="")
def wrong(state: Duel, situation: Situation) -> Steps:
    yield Pause(key="wrong", by="Red", question="?", throws=["2d6"])  # type: ignore[list-item]
    return Finish()


@step("Ambush", rule="8.3")
def ambush(state: Duel, situation: Situation) -> Steps:
    if len(list(situation.pieces("Blue"))) < state.rounds:
        yield Confirm(key="few", by="Blue", question="Do so few attack?")
    (rolled,) = yield Pause(key="ambush", by="Red", question="Ambush", throws=[Roll("die", "1d6", "Ambush")])
    return Finish(rolled.total)


PROCEDURES = {
    "ambush": Procedure("ambush", "Ambush", "8.3", (ambush,)),
    "duel": Procedure("duel", "Duel", "8", (fire, fall_back)),
    "wrong": Procedure("wrong", "Wrong", "8", (wrong,)),
}


@pytest.fixture(autouse=True)
def _rules(monkeypatch: pytest.MonkeyPatch) -> None:
    book = replace(playing.book(), procedures=PROCEDURES)
    monkeypatch.setattr(playing, "book", lambda: book)


def begun(dice: Sequence[int]) -> Playing:
    table = Playing(dice)
    assert not table.do(Begin("duel"))
    return table


def told(table: Playing, key: str) -> list[Told]:
    return [one for one in table.done[-1].told if one.key == key]


def test_it_waits_before_it_throws_and_shows_what_it_will_throw() -> None:
    table = begun((6, 2, 4))
    (asked,) = table.asked()
    red, blue = duellists(table.situation)
    assert (asked.kind, asked.by, asked.then) == ("pause", "Red", "Both fire at once.")
    assert [one.value for one in asked.options] == [ROLL, ROLL_THE_REST]
    shown = [(one.title, one.dice, one.piece, one.target) for one in asked.throws]
    assert shown == [("Red fires", "2d6>=5", red, blue), ("Blue fires", "1d6", blue, red)]
    assert [(share.title, share.thousandths) for share in asked.throws[0].odds[0].shares] == [
        ("0", 444),
        ("1", 444),
        ("2", 111),
    ]
    assert not told(table, "rolled")


def test_the_word_throws_and_the_log_says_what_came_of_it() -> None:
    table = begun((6, 2, 4))
    assert not table.answer("fire", ROLL, "Red")
    rolled = told(table, "rolled")
    red, blue = duellists(table.situation)
    assert [(one.facts["why"], one.facts["each"], one.facts["roles"], one.pieces) for one in rolled] == [
        ("Red fires", "6, 2", "by at", (red, blue)),
        ("Blue fires", "4", "by at", (blue, red)),
    ]
    (reported,) = told(table, "reported")
    assert sentence(reported, table.game, table.game).endswith("is reduced")
    assert not told(table, "trait-set")
    assert not told(table, "procedure-answered")
    assert table.open_keys() == ["rally"]


@pytest.mark.parametrize(("by", "because"), [("Blue", "That question is for Red."), ("Nobody", "")])
def test_only_who_is_asked_gives_the_word(by: str, because: str) -> None:
    table = begun((6, 2, 4))
    assert table.answer("fire", ROLL, by).startswith(because)
    assert table.open_keys() == ["fire"]


def test_an_answer_that_is_none_is_refused() -> None:
    assert "cannot be chosen" in begun(()).answer("fire", "later", "Red")


def test_roll_the_rest_is_remembered_for_the_side_that_said_it() -> None:
    table = begun((6, 2, 4, 3, 1, 1, 1))
    assert not table.answer("fire", ROLL_THE_REST, "Red")
    assert table.open_keys() == ["rally"], "Blue has not said so"
    assert not table.answer("rally", ROLL, "Blue")
    assert not table.frames, "Red is not asked again"


def test_a_table_without_pauses_waits_nowhere() -> None:
    table = Playing((6, 2, 4, 3, 1, 1, 1))
    assert not table.do(SetProperty(PAUSES, "off"))
    assert not table.do(Begin("duel"))
    assert not table.frames


def test_the_story_leaves_the_words_out() -> None:
    table = begun((6, 2, 4, 3))
    assert not table.answer("fire", ROLL, "Red")
    (frame,) = table.frames
    story = underway(table.situation, frame).story
    assert [(one.question, one.answer) for one in story] == [("Red fires", "6, 2"), ("Blue fires", "4")]


def test_what_can_be_thrown_is_a_throw() -> None:
    assert "pauses at 'wrong' before something that is not a throw" in Playing().do(Begin("wrong"))


def test_a_hidden_piece_is_named_to_nobody_who_does_not_see_it() -> None:
    table = begun((6, 2, 4))
    _, blue = duellists(table.situation)
    assert not table.do(Show((blue,), "unseen", ("Red",)), "Blue")
    red_view = View.of(table.game, audience((0,)))
    (shown,) = Assistant(playing.book()).underway(red_view.game, "Red")
    (asked,) = shown.asked
    assert [one.value for one in asked.options] == [ROLL, ROLL_THE_REST], "the word can be given unseen"
    assert all(one.target in red_view.game.pieces for one in asked.throws)
    (frame,) = red_view.game.frames.values()
    assert [one.question for one in frame.waiting] == ["Fire"], "what a pause asks may name pieces"
    before = table.game
    assert not table.answer("fire", ROLL, "Red")
    fires = next(one for one in told(table, "rolled") if blue in one.pieces)
    heard = told_for(fires, before, table.game, audience((0,)))
    assert heard is None or (heard.facts, blue in heard.pieces) == ({}, False)


def test_who_sees_less_gives_the_word_that_the_table_waits_for() -> None:
    table = Playing((3,))
    units = list(table.situation.pieces("Blue"))
    assert not table.do(Show((units[0],), "unseen", ("Red",)), "Blue")
    table.begin("ambush", rounds=len(units))
    (shown,) = Assistant(playing.book()).underway(View.of(table.game, audience((0,))).game, "Red")
    assert [(one.kind, one.key, one.by) for one in shown.asked] == [("pause", "ambush", "Red")]
    assert not table.answer("ambush", ROLL, "Red")
    assert not table.frames


def test_the_word_is_one_step_with_its_dice_and_is_undone_as_one() -> None:
    table = begun((6, 2, 4))
    before = table.as_plain()
    assert not table.answer("fire", ROLL_THE_REST, "Red")
    table.take_back()
    assert table.open_keys() == ["fire"]
    assert table.as_plain() == before


def test_a_game_is_left_and_gone_on_with_at_a_pause() -> None:
    table = begun((6, 2, 4))
    table.reload()
    assert table.open_keys() == ["fire"]
    assert not table.answer("fire", ROLL, "Red")
    assert table.open_keys() == ["rally"]
