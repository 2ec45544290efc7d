"""The requests and outcomes of a procedure's step: the words in which authors write steps.

A step is a generator that yields requests and gets the answers. Keys are readable, and each is used once in a step: the
answer is found by its `key` when the step is run again. Options are functions of the view of the side that is asked.
They are called only when they are needed, so that a list cannot name things that the side must not know. A question
with only one possible answer is not asked.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from rules_assist.position.situation import Situation
from tabletop.assistance import Where
from tabletop.game.chance import Chance
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import Command

if TYPE_CHECKING:
    from rules_assist.procedure.steps import ProcedureStep

S = TypeVar("S")


@dataclass(frozen=True)
class NotedOption:
    """A piece or place to choose, with a word of warning or advice beside its name."""

    option: int | Where
    note: str


Option: TypeAlias = int | Where | str | Choice | NotedOption
"""An option of a question: a piece, by its number; a place; a word; a word with a label; or one of these with a
note.
"""

Among: TypeAlias = Callable[[Situation], Iterable[Option]]
"""A function that returns the options of a question, from the view of the side that is asked."""


@dataclass(frozen=True, kw_only=True)
class Ask:
    """A question.

    `by` is the side that is asked; "" stands for any player. `then` is one sentence about the consequences. A `secret`
    answer stays known to its side alone, even after the step. With `always` it is asked even if at most one answer is
    possible: otherwise other sides could tell from a question that is not asked what they may not see.
    """

    key: str
    by: str
    question: str
    rule: str = ""
    then: str = ""
    secret: bool = False
    always: bool = False


@dataclass(frozen=True, kw_only=True)
class Pick(Ask):
    """A choice of one thing. The answer is that option: a piece, a `Where`, or the word; None if there is none.

    `against` is the piece with which the answer is paired, if there is one. `moving` are the pieces that go to the
    chosen place, in the view of the side that is asked. Their reach is shown while the player chooses.
    """

    among: Among
    against: Among | None = None
    moving: Callable[[Situation], Iterable[int]] | None = None


@dataclass(frozen=True, kw_only=True)
class Choose(Ask):
    """A choice of several things, between two numbers (None: all). The answer is a tuple of the options as chosen.

    With `repeats` one thing can be chosen more than once. `because` gets the view of the side that is asked and the
    choice, and returns why the choice as a whole is not valid, or "". `against` are the pieces with which the answers
    are paired, in their order.
    """

    among: Among
    against: Among | None = None
    least: int = 0
    most: int | None = None
    repeats: bool = False
    because: Callable[[Situation, Sequence[Any]], str] | None = None


@dataclass(frozen=True, kw_only=True)
class Path(Choose):
    """A path for pieces: places in the order in which they are entered, each a step from the one before.

    A player can leave places out: `through` gets the view of the side that is asked and the chosen places, and returns
    the whole path. It raises `Unanswerable` with a sentence if there is none. `moving` returns the pieces.
    """

    through: Callable[[Situation, Sequence[Where]], Sequence[Where]]
    moving: Callable[[Situation], Iterable[int]]


@dataclass(frozen=True, kw_only=True)
class Order(Ask):
    """An order of things. The answer is a tuple of all options.

    `against` are the pieces with which the ordered options are paired, in the order of these pieces.
    """

    among: Among
    against: Among | None = None


@dataclass(frozen=True, kw_only=True)
class Number(Ask):
    """A number from `least` to `most`. The answer is an int."""

    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class Confirm(Ask):
    """A yes or no question. The answer is a bool."""


@dataclass(frozen=True)
class Roll:
    """A throw of dice (`2d6`, `5d6>=5`). The answer is a `RollResult` (`tabletop.game.rolls`).

    With `secret_to` only that side learns it. `piece` is the piece that throws, and `target` is the one at which it
    throws (0: none). The record names them to players who see them.
    """

    key: str
    dice: str
    why: str
    secret_to: str = ""
    piece: int = 0
    target: int = 0


@dataclass(frozen=True)
class Draw(Generic[S]):
    """A decision by chance that can take more than one roll, for example on a results table. The answer is the result
    of `how`.

    `how` must do nothing but draw. Its draws are kept, and it gets them again when the step is run again. `look` is the
    lookup in the table (`TableLookup`), so that its odds can be shown before the roll. `piece` and `target` are as in a
    `Roll`.
    """

    key: str
    how: Callable[[Chance], S]
    why: str
    secret_to: str = ""
    look: object = None
    piece: int = 0
    target: int = 0


@dataclass(frozen=True, kw_only=True)
class Pause(Ask):
    """A wait until `by` wants to throw these dice, and then the throw. The answer is a tuple with the result of each
    throw.

    If nothing will be thrown, nobody waits. `docs/procedures.md` lists the cases in which nobody is asked.
    """

    throws: Sequence[Roll | Draw[Any]]


@dataclass(frozen=True)
class Together:
    """A question to several sides at once. None learns another's answer before all are given.

    Answers come as a mapping by side. Each question goes to the side that is its key.
    """

    asks: Mapping[str, Ask]


@dataclass(frozen=True)
class Run:
    """A run of another procedure with its input, a struct of the type of its first step. The answer is its result.

    It is run for `side`, or else for the side of the procedure that runs it.
    """

    key: str
    procedure: str
    given: object
    side: str = ""


Request: TypeAlias = Ask | Roll | Draw[Any] | Together | Run


@dataclass(frozen=True)
class Next(Generic[S]):
    """An outcome: the step is over, and another follows, with its state.

    `effects` are commands that are done first, one by one.
    """

    step: "ProcedureStep[S]"
    state: S
    effects: Sequence[Command] = ()


@dataclass(frozen=True)
class Finish:
    """An outcome: the procedure is over after its `effects` are done.

    `result` is the answer to the procedure that ran it.
    """

    result: object = None
    effects: Sequence[Command] = ()


Steps: TypeAlias = Generator[Request, Any, Next[Any] | Finish]
"""The return type of a step that asks something. A step that asks nothing can return `Next` or `Finish` at once."""
