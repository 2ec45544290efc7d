"""Decisions about procedures under way. The rules assistant of the table runs them, if there is one."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.change.told import Told
from tabletop.game.commands import Answer, Begin, Command, GoOn, Leave, Resume, Withdraw
from tabletop.game.decisions.decision import demand, player
from tabletop.game.procedures import Procedures
from tabletop.game.side_cells import numbers_meant, whole_sides
from tabletop.game.state.frames import Frame, Plain, about, plain
from tabletop.game.state.game import Game
from tabletop.game.state.values import NOBODY, Value

Decide: TypeAlias = Callable[[Action, Command], None]
"""A function that decides a command within an action."""


def begin(decide: Decide, action: Action, command: Begin) -> None:
    """Begin a procedure."""
    table = ProcedureTable(decide, action)
    _side(table, command.side)
    if command.parent:
        _frame(action, command.parent)
    given = _plain_mapping(command.given)
    _demand_right(action, command.procedure)
    _procedures(action).begin(table, command.procedure, given, command.side, command.parent)


def _demand_right(action: Action, procedure: str) -> None:
    """Refuse a procedure that ends a phase if the seat may not turn the tracker, and one that only the umpire of this
    table may begin.
    """
    procedures = _procedures(action)
    if tracker := procedures.turns(procedure):
        demand(action, "track", tracker)
    if procedures.is_of_umpire(procedure):
        demand(action, "begin", procedures.titles_of(procedure, "")[0])


def answer(decide: Decide, action: Action, command: Answer) -> None:
    """Answer a procedure's question, and continue the procedure."""
    table = ProcedureTable(decide, action)
    demand(action, "answer", _frame(action, command.frame).procedure)
    _procedures(action).answer(table, command.frame, command.key, _plain(command.value))


def withdraw(decide: Decide, action: Action, command: Withdraw) -> None:
    """Withdraw an answer while other seats have still to answer."""
    table = ProcedureTable(decide, action)
    demand(action, "answer", _frame(action, command.frame).procedure)
    _procedures(action).withdraw(table, command.frame, command.key)


def go_on(decide: Decide, action: Action, command: GoOn) -> None:
    """Continue a procedure from the current position."""
    table = ProcedureTable(decide, action)
    _frame(action, command.frame)
    _procedures(action).go_on(table, command.frame)


def resume(decide: Decide, action: Action, command: Resume) -> None:
    """Resume a procedure at one of its steps."""
    table = ProcedureTable(decide, action)
    _side(table, command.side)
    demand(action, "close", command.procedure)
    state = _plain_mapping(command.state)
    _demand_right(action, command.procedure)
    _procedures(action).resume(table, command.procedure, command.step, state, command.side)


def leave(action: Action, command: Leave) -> None:
    """Close a procedure and the procedures that it waits for. The players do the rest by hand."""
    frame = _frame(action, command.frame)
    demand(action, "close", frame.procedure)
    going = {command.frame}
    for id, other in action.draft.frames():  # a frame is younger than its parent
        if other.parent in going:
            going.add(id)
    for id in going:
        action.put_frame(id, None)
    procedures = action.components.procedures()
    title, step = frame.procedure, frame.step
    if procedures is not None:
        title, step = procedures.titles_of(title, step)
    action.tell(Told("procedure-left", {"procedure": title, "step": step}, sides=_indices(action, frame.known_to)))


def look_again(decide: Decide, action: Action) -> None:
    """Mark the procedures whose pieces were touched from outside, so that they check these pieces again.

    A piece on which only private properties have changed is checked, but not marked, because other sides see the mark.
    """
    frames = dict(action.draft.frames())
    own = {one for id in action.frames_put for one in _line_up(frames, id)}
    touched, in_private = action.touched(), action.touched_in_private()
    for id, frame in frames.items():
        news = touched & about(frame) - set(frame.touched)
        if news and id not in own:
            if news - in_private:
                marked = {*frame.touched, *(news - in_private)}
                action.put_frame(id, replace(frame, touched=tuple(sorted(marked))))
            procedures = action.components.procedures()
            if procedures is not None:
                procedures.look_again(ProcedureTable(decide, action), id)


def _line_up(frames: Mapping[int, Frame], id: int) -> Iterator[int]:
    """Yield a procedure, then the one that waits for it, and so on."""
    while id:
        yield id
        frame = frames.get(id)
        id = frame.parent if frame is not None else NOBODY


class ProcedureTable:
    """The table while procedures run in it: see `RunningTable`."""

    def __init__(self, decide: Decide, action: Action) -> None:
        seat = player(action)
        names = action.game.sides
        self.viewers = tuple(range(len(names))) if seat.umpire else seat.sides
        self.sides = whole_sides(names[side] for side in self.viewers)
        self._decide = decide
        self._action = action
        self._game: Game | None = None
        self.chance = action.chance

    @property
    def game(self) -> Game:
        """The present position."""
        if self._game is None:
            self._game = self._action.draft.close()
        return self._game

    def open(self, frame: Frame) -> int:
        """Store a new frame, and return its id."""
        id = self._action.draft.fresh_id()
        self.put(id, frame)
        return id

    def put(self, id: int, frame: Frame | None) -> None:
        """Store the state of a frame; None ends the procedure."""
        self._game = None
        self._action.put_frame(id, frame)

    def do(self, command: Command) -> None:
        """Carry out a command of a procedure step, with the umpire's rights."""
        self._game = None
        with self._action.as_umpire():
            self._decide(self._action, command)

    def tell(
        self,
        key: str,
        facts: Mapping[str, Value],
        pieces: tuple[int, ...] = (),
        sides: tuple[str, ...] | None = None,
        places: tuple[int, ...] | None = None,
    ) -> None:
        """Report on the step: to everybody, to some `sides` with all their cells, or only to the sides and cells with
        the indices `places`.
        """
        heard = _indices(self._action, sides) if places is None else places
        self._action.tell(Told(key, dict(facts), pieces, sides=heard))


def _indices(action: Action, sides: tuple[str, ...] | None) -> tuple[int, ...] | None:
    """Return the indices of sides with all their cells, or of single cells; None for None."""
    if sides is None:
        return None
    return tuple(dict.fromkeys(number for side in sides for number in numbers_meant(action.game.sides, side)))


def _procedures(action: Action) -> Procedures:
    procedures = action.components.procedures()
    if procedures is None:
        raise Refusal("not-possible", "no-procedures")
    return procedures


def _frame(action: Action, id: int) -> Frame:
    frame = action.draft.frame(id)
    if frame is None:
        raise Refusal("not-possible", "procedure-over")
    return frame


def _side(table: ProcedureTable, side: str) -> None:
    if side and side not in table.sides:
        raise Refusal("not-yours", "side-not-played", side=side)


def _plain(data: Plain) -> Plain:
    try:
        return plain(data)
    except ValueError as problem:
        raise Refusal("not-possible", "in-other-words", words=str(problem)) from problem


def _plain_mapping(data: dict[str, Plain]) -> dict[str, Plain]:
    return {key: _plain(value) for key, value in data.items()}
