"""The protocol of a rules assistant that runs procedures, and the operations on the table that procedures may use.

The assistant comes with the components. A table without it still opens, shows and closes frames.
"""

from collections.abc import Mapping
from typing import Protocol

from tabletop.game.chance import Chance
from tabletop.game.commands import Command
from tabletop.game.state.frames import Frame, Plain
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value


class RunningTable(Protocol):
    """The table while procedures run in it, within one decision. Reads see earlier writes."""

    @property
    def game(self) -> Game:
        """The present true position."""
        ...

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides for which the acting seat acts: those it plays or plays a cell of; all for the umpire."""
        ...

    @property
    def viewers(self) -> tuple[int, ...]:
        """The sides and cells whose views the acting seat has, as indices of `Game.sides`."""
        ...

    def open(self, frame: Frame) -> int:
        """Open a new frame, and return its id."""
        ...

    def put(self, id: int, frame: Frame | None) -> None:
        """Store the state of a frame; None ends the procedure."""
        ...

    def do(self, command: Command) -> None:
        """Carry out a command of a step, with the umpire's rights. If that is impossible, refuse the whole decision."""
        ...

    @property
    def chance(self) -> Chance:
        """The source of random results. Each draw is recorded with its reason."""
        ...

    def tell(
        self,
        key: str,
        facts: Mapping[str, Value],
        pieces: tuple[int, ...] = (),
        sides: tuple[str, ...] | None = None,
        places: tuple[int, ...] | None = None,
    ) -> None:
        """Report on the step: to everybody, to some `sides` with all their cells, or only to the sides and cells with
        the indices `places`. The facts go to those who see the pieces.
        """
        ...


class Procedures(Protocol):
    """The procedures of a module. Each method may raise `Refusal` with a sentence."""

    def titles_of(self, procedure: str, step: str) -> tuple[str, str]:
        """Return the names by which players know a procedure and one of its steps."""
        ...

    def turns(self, procedure: str) -> str:
        """Return the turn tracker that a procedure turns, because it ends a phase; "" for any other procedure."""
        ...

    def is_of_umpire(self, procedure: str) -> bool:
        """Return whether only the umpire of a moderated game may begin a procedure."""
        ...

    def begin(self, table: RunningTable, procedure: str, given: dict[str, Plain], side: str, parent: int) -> None:
        """Begin a procedure for a side, or for the question of a parent's frame.

        "" stands for any of the seat's sides that may begin it.
        """
        ...

    def resume(self, table: RunningTable, procedure: str, step: str, state: dict[str, Plain], side: str) -> None:
        """Open a procedure at any of its steps."""
        ...

    def answer(self, table: RunningTable, frame: int, key: str, value: Plain) -> None:
        """Answer a question of a frame, and go on until somebody is asked again."""
        ...

    def withdraw(self, table: RunningTable, frame: int, key: str) -> None:
        """Withdraw an answer while others have still to give theirs."""
        ...

    def go_on(self, table: RunningTable, frame: int) -> None:
        """Continue from the current position until somebody must answer."""
        ...

    def look_again(self, table: RunningTable, frame: int) -> None:
        """Check the open questions again, after pieces of the frame were touched by hand. This decides nothing."""
        ...
