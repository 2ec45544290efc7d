"""Procedures at the table: the questions and their sides, the effects, and changes by hand or of answers."""

from dataclasses import replace as with_fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules_assist.position.situation import Situation
from rules_assist.procedure import Finish, KnownTo, Pick, Procedure, Steps, step
from rules_assist.procedure.procedure_display import asked, story, underway
from rules_assist.procedure.procedure_runner import ModuleProcedures
from tabletop.assistance import ProcedureQuestion, SettledAnswer
from tabletop.game.change.patch import Proceed, Reply, Set
from tabletop.game.commands import (
    Answer,
    At,
    Begin,
    GoOn,
    Leave,
    MovePieces,
    RemovePieces,
    Resume,
    SetTrait,
    Show,
    Withdraw,
)
from tabletop.game.state.frames import GivenAnswer
from tests.rules_assist.procedure.playing import Playing, book
from tests.rules_assist.procedure.raids import PROCEDURES, Wager


def raiding(*dice: int) -> Playing:
    """Return a table with a raid of two Red infantry before the attack. Both sides still have to choose their plans."""
    playing = Playing(dice)
    playing.begin()
    first, second = playing.text("red_infantry"), playing.text("red_infantry", 1)
    assert not playing.answer("units", [first, second], "Red")
    assert not playing.answer("order", [second, first], "Red")
    return playing


def struck(*dice: int) -> Playing:
    """Return a table with the same raid after a hit. Blue must choose the unit that is hit."""
    playing = raiding(*dice or (6, 1))
    assert not playing.answer("attack", "high", "Red")
    assert not playing.answer("defence", "low", "Blue")
    return playing


def one(playing: Playing, key: str) -> ProcedureQuestion:
    return next(question for question in playing.asked() if question.key == key)


# Beginning


@pytest.mark.parametrize(
    ("command", "by", "because"),
    [
        (Begin("raid", side="Blue"), "Both", "Blue never raids."),
        (Begin("raid"), "Blue", "Blue never raids."),
        (Begin("raid", side="Red"), "Blue", "You do not play Red."),
        (Begin("raid"), "Nobody", "Observers cannot change the table."),
        (Begin("siege"), "Red", "The rules have no procedure 'siege'; they have raid, pursuit, wager and ambush."),
        (Begin("raid", {"waves": "many"}), "Red", "Choose who raids cannot begin like this: Expected `int`, got `str`"),
        (Begin("raid", {"waves": 1.5}), "Red", "1.5 is neither a text, a whole number"),
        (Begin("raid", parent=99), "Red", "This procedure is over, or was left."),
        (Resume("raid", "parley"), "Red", "Raid has no step 'parley'; it has gather, strike and regroup."),
        (Answer(99, "units", []), "Red", "This procedure is over, or was left."),
    ],
)
def test_what_cannot_begin_is_refused_in_a_sentence(command: Begin, by: str, because: str) -> None:
    assert Playing().do(command, by).startswith(because)


def test_it_begins_for_the_first_side_of_the_seat_that_may() -> None:
    playing = Playing()
    assert not playing.do(Begin("raid"), "Both")
    assert playing.game.frames[playing.frames[0]].side == "Red"
    assert one(playing, "units").by == "Red"


# Answering


def test_a_question_shows_its_options_by_name_and_how_many() -> None:
    playing = Playing()
    frame = playing.begin(waves=3)
    (question,) = playing.asked(frame)
    assert (question.kind, question.least, question.most, question.rule) == ("choose", 1, 3, "1.1")
    assert question.then == "They strike one after the other."
    labels = {choice.value: choice.label for choice in question.options}
    assert labels[playing.text("red_armour")] == "Red armour at 0104"
    assert not any("Blue" in label for label in labels.values())


@pytest.mark.parametrize(
    ("key", "value", "by", "because"),
    [
        ("units", ["red_infantry"], "Blue", "That question is for Red."),
        ("units", [], "Red", "1 to 3 must be chosen, not 0."),
        ("units", ["blue_infantry"], "Red", "Blue infantry cannot be chosen here."),
        ("units", ["red_infantry", "red_infantry"], "Red", "Nothing can be chosen twice."),
        ("units", ["red_infantry", "red_armour"], "Red", "Armour raids alone."),
        ("units", "red_infantry", "Red", "Answer with a list."),
        ("target", "blue_infantry", "Red", "That question is not open."),
    ],
)
def test_what_is_no_answer_is_refused_and_nothing_changes(key: str, value: object, by: str, because: str) -> None:
    playing = Playing()
    playing.begin()
    before = playing.game
    said = [playing.text(one) for one in value] if isinstance(value, list) else playing.text(str(value))
    assert playing.answer(key, said, by).partition(" Choose from: ")[0] == because
    assert playing.game is before


def test_a_wrong_answer_is_told_what_may_be_answered() -> None:
    playing = Playing()
    playing.begin()
    because = playing.answer("units", [playing.text("blue_infantry")], "Red")
    assert "Choose from: Red infantry at 0103, " in because
    assert "Blue infantry at" not in because


def test_an_option_is_chosen_by_its_name_too() -> None:
    playing = Playing()
    playing.begin()
    assert not playing.answer("units", ["Red armour at 0104"], "Red")


def test_what_has_one_possible_answer_is_not_asked() -> None:
    playing = Playing()
    playing.begin(waves=1)
    assert not playing.answer("units", [playing.text("red_armour")], "Red")
    assert playing.open_keys() == ["attack", "defence"]


def test_the_answer_its_dice_and_what_they_lead_to_are_one_step() -> None:
    playing = struck()
    assert not playing.answer("target", playing.text("blue_armour"), "Blue")
    assert not playing.answer("flees", False, "Blue")
    assert [told.key for told in playing.done[-1].told] == [
        "procedure-answered",
        "pieces-removed",
    ]
    assert "Blue armour" not in [playing.game.kind_of(piece).name for piece in playing.game.pieces]
    assert playing.open_keys() == ["attack", "defence"]  # the second unit strikes


def test_a_step_of_the_journal_holds_only_what_changed_in_the_frame() -> None:
    playing = Playing()
    playing.begin()
    playing.answer("units", [playing.text("red_infantry"), playing.text("red_infantry", 1)])
    (change,) = playing.done[-1].patch
    assert isinstance(change, Reply)
    playing.answer("order", [playing.text("red_infantry"), playing.text("red_infantry", 1)])
    (change,) = playing.done[-1].patch
    assert isinstance(change, Proceed)


def test_what_has_been_decided_is_told_in_its_order() -> None:
    playing = struck()
    assert story(playing.situation, playing.frames[0]) == (
        SettledAnswer("Choose who raids", "Who raids?", "Red", "2 × Red infantry"),
        SettledAnswer("Choose who raids", "In which order?", "Red", "2 × Red infantry"),
        SettledAnswer("Choose who raids", "How often?", "Red", "1"),
        SettledAnswer("Strike", "How do you come?", "Red", "high"),
        SettledAnswer("Strike", "Where do you wait?", "Blue", "low"),
        SettledAnswer("Strike", "1.2 strike 2", "", "6, 1"),
    )
    shown = underway(playing.situation, playing.frames[0])
    assert [(step.title, step.is_now) for step in shown.steps] == [
        ("Choose who raids", False),
        ("Strike", True),
        ("Regroup", False),
    ]
    assert (shown.title, shown.rule, shown.side, shown.trouble) == ("Raid", "1", "Red", "")


# Together


def test_secret_answers_are_seen_by_nobody_else_until_all_are_given() -> None:
    playing = raiding(6, 1)
    assert not playing.answer("attack", "high", "Red")
    (seen,) = playing.seen_by("Blue").game.frames.values()
    assert seen.answers == (GivenAnswer("attack", "Red", None, "How do you come?", secret=True, hidden=True),)
    (own,) = playing.seen_by("Red").game.frames.values()
    assert own.answers[0].answer == "high"
    assert [(said.facts, said.sides) for said in playing.done[-1].told] == [
        ({"question": "How do you come?", "answer": "Come in high"}, (0,)),
        ({"question": "How do you come?"}, (1,)),
    ]


def test_when_all_are_given_they_are_open_but_for_what_stays_secret() -> None:
    playing = struck()
    for side, known in (("Red", ["high", None]), ("Blue", ["high", "low"])):
        (frame,) = playing.seen_by(side).game.frames.values()
        assert [given.answer for given in frame.answers[:2]] == known


def lain(plan: str, lurker: int, way: str = "") -> Playing:
    """Return a table with an ambush of Red, whose plan and unit are chosen. If `way` is given, Blue has chosen this
    way.
    """
    playing = Playing()
    playing.begin("ambush")
    assert not playing.answer("plan", plan, "Red")
    assert not playing.answer("lurker", playing.text("red_infantry", lurker), "Red")
    assert not way or not playing.answer("way", way, "Blue")
    return playing


def known_to(playing: Playing, side: str) -> tuple[object, ...]:
    """Return a side's knowledge of procedures in progress, as sent and as shown, and its messages."""
    situation = playing.seen_by(side)
    frames = situation.game.frames
    number = playing.game.sides.index(side)
    said = [one.facts for done in playing.done for one in done.told if one.sides is None or number in one.sides]
    return dict(frames.items()), [underway(situation, frame) for frame in frames], said


@given(
    st.tuples(st.sampled_from(["high", "low"]), st.integers(0, 1)),
    st.tuples(st.sampled_from(["high", "low"]), st.integers(0, 1)),
    st.sampled_from(["", "high", "low"]),
)
def test_whatever_one_side_keeps_to_itself_the_other_knows_the_same(
    one_: tuple[str, int], other: tuple[str, int], way: str
) -> None:
    assert known_to(lain(*one_, way), "Blue") == known_to(lain(*other, way), "Blue")
    if one_ != other:
        assert known_to(lain(*one_, way), "Red") != known_to(lain(*other, way), "Red")


def asked_as(side: str, playing: Playing) -> tuple[ProcedureQuestion, ...]:
    """Return the questions as a side's own view shows them."""
    situation = playing.seen_by(side)
    (frame,) = situation.game.frames
    return underway(situation, frame).asked


def test_a_side_that_does_not_know_is_asked_all_the_same() -> None:
    playing = lain("high", 0)
    (asked_,) = asked_as("Blue", playing)
    assert (asked_.key, [option.value for option in asked_.options]) == ("way", ["high", "low"])
    assert not playing.answer("way", "high", "Blue")
    (asked_,) = asked_as("Blue", playing)
    assert (asked_.key, asked_.by) == ("spring", "Red")
    assert not playing.answer("spring", True, "Red")
    assert not playing.frames
    assert playing.situation.read(playing.unit("red_infantry"), "Strength_Name") == "reduced"


@pytest.mark.parametrize(("known", "begins"), [("side", {"Red"}), ("all", {"Red", "Blue"})])
def test_a_rule_decides_from_what_an_onlooker_sees_who_knows_of_a_procedure(known: KnownTo, begins: set[str]) -> None:
    asked_for: list[tuple[str, str]] = []
    playing = Playing()
    secret = playing.unit("red_infantry")
    playing.do(Show((secret,), "unseen", ("Blue",)))

    def known_to(seen: Situation, side: str) -> KnownTo:
        asked_for.append((seen.side, side))
        assert secret not in seen.game.pieces
        return known

    raid = with_fields(PROCEDURES["raid"], known_to=known_to)
    procedures = ModuleProcedures(with_fields(book(), procedures={**PROCEDURES, "raid": raid}))
    playing.components = replace(playing.components, procedures=lambda: procedures)
    playing.begin()
    assert asked_for == [("", "Red")]
    assert {side for side in ("Red", "Blue") if playing.seen_by(side).game.frames} == begins


@step("Alarm", rule="3")
def alarm(_state: Wager, _situation: Situation) -> Steps:
    yield Pick(key="first", by="Blue", question="Who rises?", among=lambda _: ["the guard"])
    yield Pick(key="then", by="Red", question="Who goes?", among=lambda _: ["half", "all"])
    return Finish()


def test_a_side_is_asked_on_after_the_only_possible_answer_of_another() -> None:
    """Its own view has the answer, but not the options of the other side."""
    playing = Playing()
    rules = with_fields(book(), procedures={"alarm": Procedure("alarm", "Alarm", "3", (alarm,))})
    procedures = ModuleProcedures(rules)
    playing.components = replace(playing.components, procedures=lambda: procedures)
    playing.begin("alarm")
    seen = Situation(playing.seen_by("Red").game, rules, "Red")
    (frame,) = seen.game.frames
    (question,) = asked(seen, frame)
    assert (question.key, [option.value for option in question.options]) == ("then", ["half", "all"])


def test_a_side_that_has_answered_may_think_better_of_it_until_then() -> None:
    playing = raiding(6, 1)
    frame = playing.frames[0]
    assert not playing.answer("attack", "high", "Red")
    assert one(playing, "attack").answered
    assert playing.do(Withdraw(frame, "attack"), "Blue") == "That question is for Red."
    assert not playing.do(Withdraw(frame, "attack"), "Red")
    assert playing.open_keys() == ["attack", "defence"]
    assert not playing.answer("attack", "low", "Red")
    assert not playing.answer("attack", "high", "Red")
    assert not playing.answer("defence", "low", "Blue")
    assert (
        playing.do(Withdraw(frame, "attack"), "Red")
        == "That has been answered already, and the procedure has continued."
    )


def test_a_side_sees_the_options_that_are_its_own() -> None:
    playing = raiding()
    for side, key in (("Red", "attack"), ("Blue", "defence")):
        situation = playing.seen_by(side)
        questions = {question.key: question for question in asked(situation, situation.game.frames.keys()[0])}
        assert [bool(questions[name].options) for name in ("attack", "defence")] == [key == "attack", key == "defence"]


def test_options_are_those_of_the_asked_sides_view() -> None:
    playing = struck()
    hidden, shown = playing.unit("blue_armour"), playing.unit("blue_infantry")
    assert not playing.do(Show((hidden,), "unseen", ("Red",)))
    options = {option.value for option in one(playing, "target").options}
    assert {f"piece:{hidden}", f"piece:{shown}"} <= options
    red = playing.seen_by("Red")
    (frame,) = red.game.frames
    assert asked(red, frame)[0].options == ()
    assert not playing.answer("target", f"piece:{hidden}", "Blue")
    (seen,) = playing.seen_by("Red").game.frames.values()
    assert next(given.answer for given in seen.answers if given.key == "target") == "piece:0"


# Changing the table by hand


def test_a_chosen_unit_that_is_gone_is_asked_for_again_and_says_why() -> None:
    playing = Playing()
    frame = playing.begin(waves=2)
    first, second = playing.text("red_infantry"), playing.text("red_infantry", 1)
    playing.answer("units", [first, second])
    playing.answer("order", [second, first])
    assert playing.open_keys() == ["waves"]
    assert not playing.do(RemovePieces((playing.unit("red_infantry"),)))
    (question,) = playing.asked()
    assert (question.key, question.again) == ("units", "Who raids? something hidden cannot be chosen here.")
    held = playing.game.frames[frame]
    assert held.stale == question.again
    assert [waiting.key for waiting in held.waiting] == ["units"]
    assert playing.answer("waves", 2) == question.again
    playing.take_back()
    assert playing.open_keys() == ["waves"]


def test_dice_are_never_thrown_again() -> None:
    playing = struck(6, 1)
    playing.answer("target", playing.text("blue_armour"), "Blue")
    frame = playing.frames[0]
    rolled = next(given for given in playing.game.frames[frame].answers if given.key == "hits")
    assert not playing.do(RemovePieces((playing.unit("blue_armour"),)))
    (question,) = playing.asked()
    assert question.key == "target"
    assert question.again
    assert not playing.do(GoOn(frame))
    assert rolled in playing.game.frames[frame].answers
    assert not playing.answer("target", playing.text("blue_artillery"), "Blue")
    assert rolled in playing.game.frames[frame].answers
    assert not any(told.key == "rolled" for done in playing.done[-3:] for told in done.told)


def test_good_answers_before_the_one_that_fails_are_kept_and_those_after_it_asked_again() -> None:
    playing = struck(6, 1)
    target = playing.unit("blue_armour")
    playing.answer("target", f"piece:{target}", "Blue")
    playing.do(RemovePieces((target,)))
    playing.do(GoOn(playing.frames[0]))
    assert [given.key for given in playing.game.frames[playing.frames[0]].answers] == ["attack", "defence", "hits"]


def test_pieces_that_are_touched_by_hand_mark_the_procedures_that_are_about_them() -> None:
    playing = raiding()
    frame, unit = playing.frames[0], playing.unit("red_infantry")
    assert not playing.do(SetTrait((playing.unit("blue_armour"),), "Strength", "reduced"))
    assert playing.game.frames[frame].touched == ()
    assert not playing.do(MovePieces((unit,), At("main", "0601")))
    assert playing.game.frames[frame].touched == (unit,)
    assert not playing.answer("attack", "low", "Red")
    assert playing.game.frames[frame].touched == ()


def test_a_hand_that_moves_what_a_side_does_not_see_marks_nothing_for_it() -> None:
    playing = raiding()
    unit = playing.unit("red_infantry")
    assert not playing.do(Show((unit,), "unseen", ("Blue",)))
    assert not playing.do(MovePieces((unit,), At("main", "0601")))
    (seen,) = playing.seen_by("Blue").game.frames.values()
    assert seen.touched == ()
    assert seen.state["queue"] == [f"piece:{playing_number(playing, 'red_infantry', 1)}"]


def playing_number(playing: Playing, key: str, number: int) -> int:
    """Return the number in Blue's view of a piece that Blue sees."""
    seen = playing.seen_by("Blue").game
    alike = [id for id, piece in seen.pieces.items() if seen.kinds[piece.kind].key == key]
    true = playing.unit(key, number)
    place = playing.game.holder_of(true)
    return next(id for id in alike if (seen.holder_of(id).x, seen.holder_of(id).y) == (place.x, place.y))


# By hand


def test_it_is_left_and_picked_up_again() -> None:
    playing = raiding(5, 1)
    state = playing.game.frames[playing.frames[0]].state
    assert not playing.do(Leave(playing.frames[0]), "Blue")
    assert not playing.frames
    assert [told.facts for told in playing.done[-1].told] == [{"procedure": "Raid", "step": "Strike"}]
    assert not playing.do(Resume("raid", "strike", {**state, "left": 1}), "Red")
    assert playing.open_keys() == ["attack", "defence"]
    assert playing.game.frames[playing.frames[0]].state == state


def test_without_an_assistant_it_opens_shows_and_closes() -> None:
    played = struck()
    playing = Playing((), played.game, assisted=False)
    frame = playing.frames[0]
    waiting = playing.game.frames[frame].waiting
    assert [(one.key, one.by, one.question) for one in waiting] == [("target", "Blue", "Who is hit?")]
    for command in (Begin("raid"), Answer(frame, "target", "piece:1"), GoOn(frame), Withdraw(frame, "attack")):
        assert playing.do(command).startswith("Procedures are run by the rules assistant")
    unit = playing.unit("red_infantry")
    assert not playing.do(MovePieces((unit,), At("main", "0601")))
    assert playing.game.frames[frame].touched == (unit,)
    assert not playing.do(Leave(frame))
    assert not playing.frames


# One in another, and two at once


def fleeing(*dice: int) -> Playing:
    playing = struck(6, 1, *dice)
    playing.answer("target", playing.text("blue_armour"), "Blue")
    playing.answer("flees", True, "Blue")
    return playing


def test_one_in_another_answers_it_with_its_result() -> None:
    playing = fleeing(6, 2)
    raid, pursuit = playing.frames
    assert playing.game.frames[pursuit].parent == raid
    assert [question.kind for question in playing.asked(raid)] == ["run"]
    assert not playing.answer("on", True, "Red")
    assert not playing.answer("to", "place:main:0602", "Blue")
    assert playing.frames == [raid]
    assert playing.game.frames[raid].state["lost"] == [struck().text("blue_armour")]


def test_who_waits_for_another_does_not_go_on_whatever_becomes_of_the_table() -> None:
    playing = fleeing()
    raid, pursuit = playing.frames
    assert not playing.do(RemovePieces((playing.unit("blue_armour"),)))
    assert [question.kind for question in playing.asked(raid)] == ["run"]
    for because in (playing.do(GoOn(raid)), playing.answer("target", playing.text("blue_infantry"), frame=raid)):
        assert because == "It is still under way: finish it, or leave it first."
    assert playing.frames == [raid, pursuit]
    assert not playing.do(Leave(pursuit))
    assert [question.key for question in playing.asked(raid)] == ["target"]


def test_what_is_left_to_be_played_by_hand_is_told_to_the_one_that_waits() -> None:
    playing = fleeing()
    raid, pursuit = playing.frames
    assert (
        playing.answer("pursuit", {"units": []}, frame=raid) == "It is still under way: finish it, or leave it first."
    )
    assert not playing.do(Leave(pursuit))
    assert playing.frames == [raid]
    assert [question.kind for question in playing.asked(raid)] == ["run"]
    assert playing.answer("pursuit", {"units": 3}, frame=raid).startswith("Pursuit cannot end like this:")
    assert not playing.answer("pursuit", {"units": []}, frame=raid)
    assert playing.open_keys() == ["attack", "defence"]


def test_what_was_left_is_begun_again() -> None:
    playing = fleeing()
    raid, pursuit = playing.frames
    target = playing.text("blue_armour")
    assert playing.do(Begin("pursuit", {"of": target}, parent=raid)) == "Pursuit is already under way."
    playing.do(Leave(pursuit))
    assert not playing.do(Begin("pursuit", {"of": target}, parent=raid))
    again = playing.frames[-1]
    assert playing.game.frames[again].parent == raid
    playing.do(Leave(again))
    assert not playing.do(GoOn(raid))
    assert playing.open_keys() == ["on"]


def test_leaving_one_leaves_those_that_it_waits_for() -> None:
    playing = fleeing()
    assert not playing.do(Leave(playing.frames[0]))
    assert not playing.frames


def test_two_at_once_do_not_mind_each_other() -> None:
    playing = Playing((6, 1))
    first, second = playing.begin(), playing.begin()
    infantry, armour = playing.text("red_infantry"), playing.text("red_armour")
    assert not playing.answer("units", [infantry], frame=first)
    assert not playing.answer("units", [armour], frame=second)
    assert not playing.answer("attack", "high", frame=first)
    assert playing.open_keys(second) == ["attack", "defence"]
    assert not playing.answer("defence", "low", frame=first)
    assert not playing.answer("target", playing.text("blue_armour"), frame=first)
    assert not playing.answer("flees", False, frame=first)
    assert playing.frames == [second]
    assert playing.game.frames[second].touched == ()


def test_what_one_does_to_pieces_of_the_other_marks_that() -> None:
    playing = struck()
    target = playing.unit("blue_armour")
    assert not playing.do(Resume("pursuit", "pursue", {"of": f"piece:{target}"}))
    other = playing.frames[-1]
    assert not playing.answer("target", f"piece:{target}", frame=playing.frames[0])
    assert not playing.answer("flees", False, frame=playing.frames[0])
    assert playing.game.frames[other].touched == (target,)
    assert playing.game.frames[other].stale


def test_every_unit_of_a_step_is_one_change_of_its_state() -> None:
    playing = struck()
    playing.answer("target", playing.text("blue_armour"), "Blue")
    playing.answer("flees", False, "Blue")
    assert not any(isinstance(change, Set) for change in playing.done[-1].patch)  # it is gone in the same step
