"""A resumed procedure equals one that was never interrupted: at any time, any number of times, and by any program."""

from typing import TYPE_CHECKING
from zlib import crc32

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_assist.procedure.procedure_display import asked, story
from tabletop.assistance import ProcedureQuestion
from tabletop.game.chance import Chance
from tabletop.game.commands import Answer, AnyCommand, Begin, GoOn, Leave, Withdraw
from tabletop.game.state.frames import Plain
from tests.rules_assist.procedure.playing import Playing

if TYPE_CHECKING:
    from collections.abc import Sequence

CHOICES = st.lists(st.integers(0, 1000), min_size=3, max_size=40)
SEEDS = st.integers(0, 2**32 - 1)
MOMENTS = st.lists(st.sampled_from(["nothing", "reload", "go on", "leave", "answer otherwise"]), min_size=40)


class Rising(Chance):
    """A source of chance whose results are calculated from a seed and the number of the draw."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.drawn: list[str] = []

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        self.drawn.append(why)
        return crc32(f"{self._seed} {len(self.drawn)}".encode()) % sides


def value_of(question: ProcedureQuestion, number: int) -> Plain:
    """Return one of the possible answers to a question."""
    options: Sequence[Plain] = [one.value for one in question.options]
    match question.kind:
        case "confirm":
            return number % 2 == 0
        case "number":
            return question.least + number % (question.most - question.least + 1)
        case "pick":
            return options[number % len(options)]
        case "order":
            return [*options[number % len(options) :], *options[: number % len(options)]]
        case _:  # a choice of several
            start = number % len(options)
            return [options[start]] if number % 3 else options[start : start + question.most]


def answers(question: ProcedureQuestion, number: int) -> AnyCommand:
    return Answer(question.frame, question.key, value_of(question, number))


def played(choices: list[int], seed: int) -> tuple[list[AnyCommand], Playing, list[str]]:
    """Play a raid with these choices and dice, without interruption. Return its commands, the table and the draws."""
    dice = Rising(seed)
    playing = Playing(dice)
    commands: list[AnyCommand] = [Begin("raid", {"waves": 2}, side="Red")]
    playing.do(commands[0])
    for number in choices:
        if not playing.frames:
            break
        question = next(one for one in playing.asked() if not one.answered)
        command = answers(question, number)
        if not playing.do(command):
            commands.append(command)
    return commands, playing, dice.drawn


def interrupt(playing: Playing, moment: str) -> None:
    """Interrupt the procedure. This must not make a difference."""
    frame = playing.frames[-1]
    before = playing.as_plain()
    match moment:
        case "reload":
            shown = asked(playing.situation, frame), story(playing.situation, frame)
            playing.reload()
            assert (asked(playing.situation, frame), story(playing.situation, frame)) == shown
        case "go on":
            assert not playing.do(GoOn(frame))
        case "leave":
            assert not playing.do(Leave(playing.frames[0]))
            assert not playing.frames
            playing.take_back()
        case "answer otherwise":
            for given in [one for one in playing.asked() if one.answered]:
                assert not playing.do(Withdraw(frame, given.key))
                assert given.key in playing.open_keys()
                playing.take_back()
    assert playing.as_plain() == before


@settings(max_examples=40, deadline=None)
@given(CHOICES, SEEDS, MOMENTS)
def test_resumed_is_never_interrupted(choices: list[int], seed: int, moments: list[str]) -> None:
    commands, straight, drawn = played(choices, seed)
    dice = Rising(seed)
    resumed = Playing(dice)
    for command, moment in zip(commands, [*moments, *["reload"] * len(commands)], strict=False):
        assert not resumed.do(command)
        if resumed.frames:
            interrupt(resumed, moment)
    assert resumed.as_plain() == straight.as_plain()
    assert dice.drawn == drawn


@settings(max_examples=20, deadline=None)
@given(CHOICES, SEEDS)
def test_every_answer_is_taken_back_like_all_else(choices: list[int], seed: int) -> None:
    playing = Playing(Rising(seed))
    positions = [playing.as_plain()]
    commands, _, _ = played(choices, seed)
    for command in commands:
        assert not playing.do(command)
        positions.append(playing.as_plain())
    for position in reversed(positions[:-1]):
        playing.take_back()
        assert playing.as_plain() == position
