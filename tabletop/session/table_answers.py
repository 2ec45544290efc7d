"""The answers of a table to its seats, and the news for seats."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from tabletop.game.change.hand_moves import StepOutline
from tabletop.game.change.outcome import Asks, NeedsAgreement, Refused
from tabletop.game.change.step import Step
from tabletop.game.change.told import Told
from tabletop.game.change.told_line import ToldLine
from tabletop.game.sight.seen_changes import NOTHING, Delta
from tabletop.game.sight.view import Changes, View
from tabletop.game.state.game import Game
from tabletop.texts import listed, text

ANYWAY: Final = "take-back-anyway"
"""The key of the prompt before the undo of a step that drew or showed something."""

NO_CHANGES: Final = Changes((), (), ())
"""The changes of a view without differences."""


class Confirmed(Struct, frozen=True):
    """The answer that a step happened and is recorded.

    `seq` is its number in the stream of the seat, `stream` the number of the last entry that the seat has received.
    """

    seq: int
    stream: int


class InTheWay(Struct, frozen=True):
    """The answer that later steps touched the same things, so that an undo must include these steps."""

    steps: tuple[int, ...]
    because: str


class ConsentRequest(Struct, frozen=True):
    """A request that waits, as a seat knows it by its own `number`.

    The seat `by` asks for the consent of `of` to undo `steps`, by the numbers of the reader, or to the change that
    `words` describe. In a request of the reader's own, `of` are the seats that have not agreed yet, and `agreed` those
    that have.
    """

    number: int
    by: str
    of: tuple[str, ...]
    steps: tuple[int, ...]
    words: str
    agreed: tuple[str, ...] = ()


class NeedsConsent(Struct, frozen=True):
    """The answer that the seats `of` must agree first (`Connection.agree`).

    Consent is needed to undo steps of others, or a step that drew or showed something, and for a command that concerns
    all players. `request` is the seat's own number of the waiting request.
    """

    steps: tuple[int, ...]
    of: tuple[str, ...]
    why: str
    request: int = 0

    @property
    def because(self) -> str:
        """The reason why nothing has happened yet, as a sentence."""
        return text("consent-needed", reason=self.why, players=listed(self.of))


Answer: TypeAlias = Confirmed | Refused | Asks | InTheWay | NeedsConsent
"""The answer of the table to a request."""

Policy: TypeAlias = Callable[[Game, Game, Step, str], Refused | Asks | NeedsAgreement | None]
"""A function that judges a step before it is recorded. Its arguments are the game before and after the step, the step
and the seat.

The result None accepts the step. If the function asks a question, or needs the agreement of others, it is called again
later, with the answer or the agreement among the `answers` of the step.
"""

Observer: TypeAlias = Callable[[Game, Game, Step], None]
"""A function that is called with each recorded step: the true game before and after it, and the step."""


def let_pass(before: Game, after: Game, step: Step, seat: str) -> Refused | Asks | NeedsAgreement | None:  # noqa: ARG001
    """Return None, so that every step passes: the policy of a table without an assistant."""
    return None


class News(Struct, frozen=True):
    """The news of a step, as a connection gets them.

    `stream` is the number of the entry in the seat's stream; without a step, it is the number of the last entry. `by`
    is the seat that acted. `told` are the messages, in the numbers of the view. `before` and `after` are the positions
    of the view, and `changes` their differences; `delta` has the same in the audience's names, for sending. `at_ms` is
    the time of the step (UTC, milliseconds). `is_whole` is true if the view was made again, for example for other
    sides, so that everything may differ. `asks` is a new request for the consent of this seat, and `refused_by` a seat
    that has refused a request of this one. A request of this seat `has_lapsed` if all have agreed, but it can no longer
    be carried out. Such news has no step, nor has the news that a request no longer waits. `outline` is None without a
    step.
    """

    stream: int
    by: str
    told: tuple[Told, ...]
    before: Game
    after: Game
    changes: Changes
    delta: Delta
    at_ms: int = 0
    is_whole: bool = False
    asks: ConsentRequest | None = None
    refused_by: str = ""
    outline: StepOutline | None = None
    has_lapsed: bool = False


Hear: TypeAlias = Callable[[News], None]


class SeatStep(NamedTuple):
    """A step as a seat knows it: the view before it, its outline, its messages, and the pieces that it changed in the
    view.
    """

    before: Game
    outline: StepOutline
    told: tuple[Told, ...]
    pieces: frozenset[int]


class PastStep(Struct, frozen=True):
    """A past step as it is sent to a seat: its outline, its messages, and the changes that lead back to the view before
    it.

    `outline` is None for a step that the seat did not notice, but whose changes lead back to earlier steps.
    """

    outline: StepOutline | None
    told: tuple[Told, ...]
    back: Delta


def seat_steps(view: View, past: Sequence[PastStep]) -> tuple[SeatStep, ...]:
    """Return the last steps of a view, the oldest first, as its seat knows them. Things have their present numbers."""
    here, found = view.copy(), []
    for one in reversed(past):
        changes = here.apply(one.back) if one.back != NOTHING else NO_CHANGES
        if one.outline is not None:
            found.append(SeatStep(here.game, one.outline, one.told, frozenset(changes.pieces)))
    return tuple(reversed(found))


class ToldStep(Struct, frozen=True):
    """A step as it is retold to a seat: the acting seat with its sides, and the messages with the names in them.

    `number` is its number in the seat's stream. `at_ms` is the time (UTC, milliseconds).
    """

    number: int
    by: str
    sides: tuple[str, ...]
    told: tuple[ToldLine, ...]
    at_ms: int


class AskedBack(Struct, frozen=True):
    """The steps that a waiting order asks to undo, and, for the umpire, the indices of the sides that noticed any."""

    steps: tuple[ToldStep, ...] = ()
    knowing: tuple[int, ...] = ()
