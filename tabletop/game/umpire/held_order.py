"""`HeldOrder`: a command that was given and waits for the umpire."""

from msgspec import Struct

from tabletop.game.state.values import Value


class HeldOrder(Struct, frozen=True, omit_defaults=True):
    """An order: a command of the person `seat` for these sides (by index), with the answers to its questions.

    A report that the rules want to send has no `seat` and no sides. A request for an undo has the `steps` to take back
    instead of a command.

    `kind` is the command's tag, or `finding` for a command that breaks an enforced rule, or `take-back`. `command` is
    the whole command as JSON, in true ids. `time` holds the positions of the game's tracker when the order was given.
    The order is due when the tracker is at `due`, or at once. `word` is the umpire's note on it, and `by` the umpire
    who delayed it. `about` has the facts that its author is told of it: a place, dice, the number of counters, and the
    names of the last two, as the author saw them. No projection except the umpire's has the rest.
    """

    seat: str
    sides: tuple[int, ...]
    kind: str
    command: str = ""
    answers: tuple[tuple[str, Value], ...] = ()
    time: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    word: str = ""
    about: dict[str, Value] = {}
    steps: tuple[int, ...] = ()
    by: str = ""

    def is_known_to(self, sides: tuple[int, ...]) -> bool:
        """Return whether these sides know of the order. All sides of its author must be among them, because the order
        may be about secrets of any of these.
        """
        return bool(self.sides) and set(self.sides).issubset(sides)
