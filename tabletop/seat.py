"""A seat at a table, as a window uses it.

The game may be on this machine, or at the other end of a connection. Nothing here waits. The table answers a request or
a question by a call of `reply`: at once, later, or never if the connection breaks. Messages arrive in their order: an
answer belongs to the `view` that is there when it comes. News of others may come before the answer.
A question of the table is an answer, too (`Asks`): the caller then sends the same command again, with the answers so
far. All that travels can be written as bytes: commands, answers, changes of the view, and lines that were told to this
seat.

The properties do not ask the table. They have what came with the last message (the view, the steps to undo and redo,
the requests, the position of a replay), or what is on this machine from the beginning (the components, and the file if
there is one).
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias

from msgspec import Struct

from tabletop.game.beliefs.force_knowledge import PastSight
from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import Answers, Step
from tabletop.game.commands import AnyCommand
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game
from tabletop.journal.journal_errors import JournalError
from tabletop.session import Answer, AskedBack, ConsentRequest, Hear, SeatStep, ToldStep

Reply: TypeAlias = Callable[[Answer], None]
"""A function that receives the answer of the table to a request."""

HearSteps: TypeAlias = Callable[[Sequence[ToldStep]], None]
"""A function that receives steps as they are retold to this seat."""


GameFileError: TypeAlias = JournalError
"""The error for a game file that cannot be read or written; its text is a sentence."""


class GameFile(Protocol):
    """The file of a game on this machine. `warning` and `trouble` are sentences, "" if all is well."""

    @property
    def path(self) -> Path | None:
        """The path of the file; None for a game in memory."""

    @property
    def warning(self) -> str:
        """Sentences about faults of a file that can nevertheless be played; "" if there are none."""

    @property
    def trouble(self) -> str:
        """The reason why the last steps are not on the disk; "" if they are."""

    @property
    def first(self) -> int:
        """The number of the step before the first one in the record."""

    @property
    def last(self) -> int:
        """The number of the last step of the record."""

    def game_at(self, seq: int) -> Game:
        """Return the position after a step. Raises `JournalError`."""

    def steps(self, first: int = 1, last: int | None = None) -> Iterator[Step]:
        """Yield the steps from `first` to `last`, both included; None is the last one. Raises `JournalError`."""

    def save_as(self, path: Path) -> None:
        """Write the record to another file, and continue there. Raises `JournalError`."""

    def see_harm(self) -> bool:
        """Return whether others have harmed the file while it was open; `trouble` says how."""

    def close(self) -> None:
        """Close the file."""


class Replay(Struct, frozen=True):
    """A record that is replayed. `last` is the current step, between `first` (before all steps) and `end`.

    `file` is the name of its file; "" for a record in memory.
    """

    file: str
    first: int
    last: int
    end: int


class TableSeat(Protocol):
    """A seat at a table: its view of the game, its requests, and its messages.

    The function `hear`, which is given when the seat is taken, is called with all news. Pieces and holders have their
    numbers in the view. Steps have their numbers in the seat's stream; in a replay, their numbers in the record.
    """

    @property
    def name(self) -> str:
        """The name of the acting seat."""

    @property
    def view(self) -> Game:
        """The game as this seat sees it."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides whose view the seat has, by their indices."""

    @property
    def components(self) -> Components:
        """The components of the game."""

    @property
    def is_watching(self) -> bool:
        """True if nothing can be played here: somebody else plays, or the game is replayed."""

    @property
    def steps(self) -> int:
        """The number of steps played so far that this seat may know about."""

    @property
    def to_undo(self) -> int:
        """The next step to undo; 0 if there is none. At a moderated table, players undo only their own steps."""

    @property
    def to_undo_of_all(self) -> int:
        """The last step of anybody that can be undone; 0 if there is none."""

    @property
    def to_redo(self) -> int:
        """The next step to redo; 0 if there is none."""

    @property
    def undo_passes_over(self) -> bool:
        """True if undo would leave later steps in force, which have changed nothing on the table."""

    @property
    def undoes_answer(self) -> bool:
        """True if undo would undo only an answer of this seat to a procedure."""

    @property
    def answers_in_turn(self) -> frozenset[tuple[int, str]]:
        """The questions whose answers wait in the draft turn of a game by mail: the procedure and the key of each."""

    @property
    def sits_here(self) -> frozenset[str]:
        """The seats whose players sit at this screen, and are asked here."""

    @property
    def file(self) -> GameFile | None:
        """The file of the game; None if it is not on this machine."""

    @property
    def replay(self) -> Replay | None:
        """The record that is replayed; None for a game that is played or watched."""

    # acting

    def submit(self, command: AnyCommand, answers: Answers, reply: Reply) -> None:
        """Send a command to the table, which answers by `reply`."""

    def take_back(self, steps: Sequence[int], answers: Answers, reply: Reply) -> None:
        """Undo these steps."""

    def roll_back(self, step: int, reply: Reply) -> None:
        """Undo everything after a step, as the umpire. All who noticed any of it are told."""

    def ask_others(self, order: int, reply: Reply) -> None:
        """Ask, as the umpire, the players who noticed the steps of a waiting undo. It is carried out once all agree."""

    @property
    def requests(self) -> tuple[ConsentRequest, ...]:
        """The requests of this seat that wait for others, and those of others that wait for its consent."""

    def agree(self, seat: str, request: int, reply: Reply) -> None:
        """Agree to a request, by its number for this seat, in the name of a seat whose player sits at this screen."""

    def refuse(self, request: int) -> None:
        """Refuse the request of another seat, or withdraw one of its own."""

    def deck_file(self, deck: int, reply: Callable[[bytes | Refused], None]) -> None:
        """Ask for the file of a deck, with its cards in order; refused unless the seat sees all of them."""

    # the past

    @property
    def taken_back(self) -> frozenset[int]:
        """The undone steps among the last few hundred."""

    def history(self, most: int, reply: HearSteps) -> None:
        """Ask for about this many of the last steps for this seat, the oldest first."""

    def retold(self, steps: Sequence[int], reply: HearSteps) -> None:
        """Ask for these steps as this seat knows them."""

    def asked_back(self, order: int, reply: Callable[[AskedBack], None]) -> None:
        """Ask for the steps that a waiting order asks to undo, and, for the umpire, the sides that noticed any."""

    def phase_so_far(self, reply: Callable[[Sequence[SeatStep]], None]) -> None:
        """Ask for the steps since a tracker last moved, as this seat knows them, including undone ones."""

    def sightings(self, most: int, reply: Callable[[PastSight], None]) -> None:
        """Ask, as the umpire, for the times at which sides saw pieces in about this many of the last steps."""

    # looking

    def sit_as(self, name: str, sides: Sequence[str], answers: Answers, reply: Reply, role: str = "") -> None:
        """Act as another seat from now on, with these sides and their view, and with a role if one is given."""

    def look_with(self, sides: Sequence[int], reply: Reply) -> None:
        """Show a replay, or a game that another program plays, as these sides see it."""

    def look_anew(self) -> None:
        """Send the whole view to `hear` again. The receiver must take everything in it as changed."""

    def stand_at(self, seq: int, reply: Reply) -> None:
        """Move the replayed record to the position after a step."""

    def follow(self, reply: Reply) -> None:
        """Read the steps that another program has recorded since."""

    def leave(self) -> None:
        """Leave the table and receive no more news and no more answers."""


TakeSeatAt: TypeAlias = Callable[[Hear], TableSeat]
"""A function that takes a seat at a table; it gets a listener for the news."""
