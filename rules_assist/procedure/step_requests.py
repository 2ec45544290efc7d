"""What a step of a procedure asks for, and what it comes to: the words in which authors write steps.

A step is a generator that yields requests and is sent the answers. Keys are readable and each is asked once in a step:
`key` is by what an answer is known when the step is run again. Options are functions of the asked side's own view,
called only when they are needed, so that a list cannot name what that side must not know. What has but one possible
answer is not asked.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from rules_assist.position.situation import Situation
from tabletop.assisting import Where
from tabletop.game.chance import Chance
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import Command

if TYPE_CHECKING:
    from rules_assist.procedure.steps import Step

S = TypeVar("S")


@dataclass(frozen=True)
class Noted:
    """A piece or place to choose, with a word of warning or advice beside its name."""

    option: int | Where
    note: str


Option: TypeAlias = int | Where | str | Choice | Noted
"""One way to answer: a piece, by its number; a place; a word; a word with a label; one of these with a note."""

Among: TypeAlias = Callable[[Situation], Iterable[Option]]
"""The options, on the view of the side that is asked."""


@dataclass(frozen=True, kw_only=True)
class Ask:
    """A question. `by` is the side that is asked, "" for whoever plays; `then` says in one sentence what will follow.

    A `secret` answer stays its side's own also when the step goes on.
    """

    key: str
    by: str
    question: str
    rule: str = ""
    then: str = ""
    secret: bool = False


@dataclass(frozen=True, kw_only=True)
class Pick(Ask):
    """Choose one thing. The answer is that option: a piece, a `Where`, or the word; None where there is none.

    `against` is the piece that the answer is paired with, where there is one; `moving` are the pieces that go to the
    place that is chosen, on the view of the asked side: their reach is shown while it is.
    """

    among: Among
    against: Among | None = None
    moving: Callable[[Situation], Iterable[int]] | None = None


@dataclass(frozen=True, kw_only=True)
class Choose(Ask):
    """Choose several things, at least and at most so many (None: all). The answer is a tuple of options, in order.

    With `repeats` one thing may be chosen more than once. `because` says why a choice as a whole will not do, "" if it
    does; it gets the asked side's view and what was chosen. `against` are pieces that the answers are paired with, in
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
    """Put things in an order. The answer is a tuple of all options.

    `against` are pieces that they are paired with, in their order.
    """

    among: Among
    against: Among | None = None


@dataclass(frozen=True, kw_only=True)
class Number(Ask):
    """Say a number from `least` to `most`. The answer is an int."""

    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class Confirm(Ask):
    """Yes or no. The answer is a bool."""


@dataclass(frozen=True)
class Roll:
    """Throw dice (`2d6`, `5d6>=5`). The answer is what was `Rolled` (`tabletop.game.rolls`).

    With `secret_to` only that side learns it. `piece` is the piece that throws, `target` the one it throws at, where
    there are such (0: none): the record names them to those who see them.
    """

    key: str
    dice: str
    why: str
    secret_to: str = ""
    piece: int = 0
    target: int = 0


@dataclass(frozen=True)
class Draw(Generic[S]):
    """Let chance decide otherwise than by dice of one text: a results table, say. The answer is what `how` gives.

    `how` must do nothing but draw; what it drew is kept, and is given to it again when the step is run again. `look` is
    the look at a table (`Look`) that is rolled, so that its odds can be shown before. `piece` and `target` are as in a
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
    """Wait until `by` wants these dice thrown, then throw them. The answer is a tuple of what each throw came to.

    Where nothing is to be thrown, nobody waits. `docs/procedures.md` says when nobody is asked.
    """

    throws: Sequence[Roll | Draw[Any]]


@dataclass(frozen=True)
class Together:
    """Ask several sides at once: none learns another's answer before all are given. Answers come as a mapping by side.

    Each question is put to the side under which it stands.
    """

    asks: Mapping[str, Ask]


@dataclass(frozen=True)
class Run:
    """Run another procedure with what it is given (a struct of its first step's type). The answer is its result.

    It is run for `side`, or for the side of the procedure that runs it.
    """

    key: str
    procedure: str
    given: object
    side: str = ""


Request: TypeAlias = Ask | Roll | Draw[Any] | Together | Run


@dataclass(frozen=True)
class Next(Generic[S]):
    """The step is over; on with another, with its state. `effects` are done first: commands, one by one."""

    step: "Step[S]"
    state: S
    effects: Sequence[Command] = ()


@dataclass(frozen=True)
class Finish:
    """The procedure is over, when its `effects` are done. `result` answers who ran it."""

    result: object = None
    effects: Sequence[Command] = ()


Steps: TypeAlias = Generator[Request, Any, Next[Any] | Finish]
"""What a step returns that asks something; one that does not may return `Next` or `Finish` at once."""
