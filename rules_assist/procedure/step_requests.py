"""The requests and outcomes of a procedure's step: the words in which authors write steps.

A step is a generator that yields requests and is sent the answers. Keys are readable and each is asked once in a step:
the answer is known by its `key` when the step is run again. Options are functions of the asked side's own view, called
only when they are needed, so that a list cannot name what that side must not know. A question with only one possible
answer is not asked.
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
"""An option of a question: a piece, by its number; a place; a word; a word with a label; one of these with a note."""

Among: TypeAlias = Callable[[Situation], Iterable[Option]]
"""The options, on the view of the side that is asked."""


@dataclass(frozen=True, kw_only=True)
class Ask:
    """A question. `by` is the asked side, "" for whoever plays; `then` says in one sentence what will follow.

    A `secret` answer stays its side's own even after the step.
    """

    key: str
    by: str
    question: str
    rule: str = ""
    then: str = ""
    secret: bool = False


@dataclass(frozen=True, kw_only=True)
class Pick(Ask):
    """A choice of one thing. The answer is that option: a piece, a `Where`, or the word; None if there is none.

    `against` is the piece that the answer is paired with, where there is one; `moving` are the pieces that go to the
    place that is chosen, on the view of the asked side: their reach is shown while the place is chosen.
    """

    among: Among
    against: Among | None = None
    moving: Callable[[Situation], Iterable[int]] | None = None


@dataclass(frozen=True, kw_only=True)
class Choose(Ask):
    """A choice of several things, between two numbers (None: all). The answer is a tuple of options, in order.

    With `repeats` one thing can be chosen more than once. `because` says why a choice as a whole is invalid, "" if it
    is valid; it gets the asked side's view and the choice. `against` are pieces that the answers are paired with, in
    their order.
    """

    among: Among
    against: Among | None = None
    least: int = 0
    most: int | None = None
    repeats: bool = False
    because: Callable[[Situation, Sequence[Any]], str] | None = None


@dataclass(frozen=True, kw_only=True)
class Order(Ask):
    """An order of things. The answer is a tuple of all options.

    `against` are pieces that they are paired with, in their order.
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

    With `secret_to` only that side learns it. `piece` is the piece that throws and `target` the one it throws at (0:
    none); the record names them to players who see them.
    """

    key: str
    dice: str
    why: str
    secret_to: str = ""
    piece: int = 0
    target: int = 0


@dataclass(frozen=True)
class Draw(Generic[S]):
    """A chance decision that takes more than one roll, such as a results table. The answer is the result of `how`.

    `how` must do nothing but draw. Its draws are kept, and are given to it again when the step is run again. `look` is
    the lookup in the table (`TableLookup`), so that its odds can be shown before the roll. `piece` and `target` are as
    in a `Roll`.
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
    """A wait until `by` wants these dice thrown, and the throw. The answer is a tuple of the result of each throw.

    If nothing is to be thrown, nobody waits. `docs/procedures.md` lists the cases in which nobody is asked.
    """

    throws: Sequence[Roll | Draw[Any]]


@dataclass(frozen=True)
class Together:
    """A question to several sides at once: none learns another's answer before all are given. Answers come as a mapping
    by side.

    Each question goes to the side that is its key.
    """

    asks: Mapping[str, Ask]


@dataclass(frozen=True)
class Run:
    """A run of another procedure with its input (a struct of its first step's type). The answer is its result.

    It is run for `side`, or for the side of the procedure that runs it.
    """

    key: str
    procedure: str
    given: object
    side: str = ""


Request: TypeAlias = Ask | Roll | Draw[Any] | Together | Run


@dataclass(frozen=True)
class Next(Generic[S]):
    """An outcome: the step is over, and another follows, with its state. `effects` are done first: commands, one by
    one.
    """

    step: "ProcedureStep[S]"
    state: S
    effects: Sequence[Command] = ()


@dataclass(frozen=True)
class Finish:
    """An outcome: the procedure is over, when its `effects` are done. `result` is the answer to the procedure that ran
    it.
    """

    result: object = None
    effects: Sequence[Command] = ()


Steps: TypeAlias = Generator[Request, Any, Next[Any] | Finish]
"""The return type of a step that asks something; one that does not can return `Next` or `Finish` at once."""
