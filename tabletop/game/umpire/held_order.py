"""`HeldOrder`: a command that was given and waits for the umpire."""

from msgspec import Struct

from tabletop.game.state.values import Value


class HeldOrder(Struct, frozen=True, omit_defaults=True):
    """An order: a command of the person `seat` for these sides (by index), with the answers to what it asked.

    `kind` is the command's tag, and `command` the whole of it as JSON, in true ids. `time` are the positions of the
    tracker that the game is dated by when it was given; it is to be decided when that is at `due`, or at once. `word`
    is what the umpire noted on it. No projection but the umpire's has more than who gave an order of what kind, when.
    """

    seat: str
    sides: tuple[int, ...]
    kind: str
    command: str = ""
    answers: tuple[tuple[str, Value], ...] = ()
    time: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    word: str = ""
