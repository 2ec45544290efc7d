"""Random manual changes to the table during a procedure: nothing breaks, dice are kept, and it can always continue."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_assist.procedure.procedure_display import underway
from tabletop.game.commands import AnyCommand, At, GoOn, Leave, MovePieces, RemovePieces, Show, Withdraw
from tabletop.game.state.frames import Frame
from tests.rules_assist.procedure.playing import Playing
from tests.rules_assist.procedure.test_resuming import Rising, answers

ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ["answer", "answer", "answer", "answer", "move", "remove", "hide", "go on", "leave", "withdraw"]
        ),
        st.integers(0, 1000),
    ),
    max_size=40,
)


def command_of(playing: Playing, action: str, number: int) -> AnyCommand:
    """Return a command that a player may give now."""
    pieces = playing.game.pieces.keys()
    piece = pieces[number % len(pieces)]
    frames = playing.frames
    frame = frames[number % len(frames)]
    match action:
        case "move":
            return MovePieces((piece,), At("main", ("0601", "0602", "0103")[number % 3]))
        case "remove":
            return RemovePieces((piece,))
        case "hide":
            return Show((piece,), "unseen", (("Red", "Blue")[number % 2],))
        case "leave" if number % 4 == 0:
            return Leave(frame)
        case "withdraw":
            return Withdraw(frame, "attack")
        case "answer":
            questions = [one for id in frames for one in playing.asked(id) if one.kind not in ("go-on", "run")]
            if questions:
                return answers(questions[number % len(questions)], number)
    return GoOn(frame)


def dice(frame: Frame) -> dict[tuple[int, str], object]:
    """Return the throws in a frame, by step and request."""
    answers = [(at, one) for at, past in enumerate(frame.past) for one in past.answers]
    answers += [(len(frame.past), one) for one in frame.answers]
    return {(at, one.key): one.answer for at, one in answers if one.how == "drawn"}


@settings(max_examples=60, deadline=None)
@given(ACTIONS, st.integers(0, 2**32 - 1))
def test_dice_stand_and_there_is_always_a_way_on(actions: list[tuple[str, int]], seed: int) -> None:
    playing = Playing(Rising(seed))
    playing.begin(waves=2)
    for action, number in actions:
        if not playing.frames:
            return
        thrown = {id: dice(frame) for id, frame in playing.game.frames.items()}
        playing.do(command_of(playing, action, number))
        for id, frame in playing.game.frames.items():
            assert thrown.get(id, {}).items() <= dice(frame).items()
            shown = underway(playing.situation, id)
            assert shown.asked or shown.trouble
        for side in playing.game.sides:
            seen = playing.seen_by(side)
            assert all(underway(seen, frame).title for frame in seen.game.frames)
