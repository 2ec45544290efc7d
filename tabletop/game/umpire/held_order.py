"""`HeldOrder`: a command that was given and waits for the umpire."""

from msgspec import Struct

from tabletop.game.state.values import Value


class HeldOrder(Struct, frozen=True, omit_defaults=True):
    """An order: a command of the person `seat` for these sides (by index), with the answers to its questions.

    `kind` is the command's tag, and `command` the whole of it as JSON, in true ids. `time` are the positions, when it
    was given, of the tracker that dates the game; it is to be decided when that tracker is at `due`, or at once. `word`
    is the umpire's note on it. Only the umpire's projection has all of it; others have just its author, kind and time.
    """

    seat: str
    sides: tuple[int, ...]
    kind: str
    command: str = ""
    answers: tuple[tuple[str, Value], ...] = ()
    time: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    word: str = ""
