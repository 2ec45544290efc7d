"""The one gate of the game: what a command does, why it does not, or what must be asked first.

It asks whether this seat may touch this piece, never whether the rules of the game allow the move.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tabletop.game.actions.action import NOTED, Action
from tabletop.game.actions.ending import AnswerNeeded, Refusal, refusing_mistakes
from tabletop.game.behaviour.decks import emptied
from tabletop.game.chance import Chance
from tabletop.game.change.outcome import Asks, Done, Outcome, Performed, Refused
from tabletop.game.change.step import Answers
from tabletop.game.change.told import Told
from tabletop.game.commands import (
    Act,
    AdvanceTracker,
    Answer,
    AnyCommand,
    Batch,
    Begin,
    ClonePieces,
    Command,
    DrawPieces,
    GoOn,
    Leave,
    LoadDeck,
    LookInto,
    Measure,
    MovePieces,
    OpenNote,
    Ping,
    PlaceNew,
    PressClock,
    RemovePieces,
    Report,
    Reshuffle,
    Restack,
    Resume,
    RollDice,
    Say,
    SetOption,
    SetProperty,
    SetTracker,
    SetTrait,
    Show,
    Shuffle,
    TakeSeat,
    TellSaved,
    TurnDeck,
    Withdraw,
    WriteNote,
)
from tabletop.game.decisions import decks, dice, pieces, procedures, table, traits
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game
from tabletop.texts import text

MOST_COMMANDS = 1_000


def decide(
    game: Game,
    command: AnyCommand,
    seat: str,
    chance: Chance,
    components: Components,
    answers: Answers = (),
) -> Outcome:
    """Decide a command of the seat with that name. `answers` are those to the prompts it has asked so far.

    Pure but for `chance`: the same draws give the same outcome.
    """
    return _outcome(Action(game, components, seat, chance, answers), command)


def perform(
    game: Game,
    command: AnyCommand,
    seat: str,
    chance: Chance,
    components: Components,
    answers: Answers = (),
) -> Performed | Refused | Asks:
    """Decide a command, and make the game after it: for who goes on with that. As pure as `decide`."""
    action = Action(game, components, seat, chance, answers)
    outcome = _outcome(action, command)
    return action.performed(outcome) if isinstance(outcome, Done) else outcome


def _outcome(action: Action, command: AnyCommand) -> Outcome:
    try:
        _decide(action, command)
        with refusing_mistakes():
            action.keys.run(emptied(action))
        if action.game.frames:
            procedures.look_again(_decide, action)
        return action.close()
    except Refusal as refusal:
        return refusal.answer
    except AnswerNeeded as ask:
        return Asks(ask.prompt)


def _decide(action: Action, command: Command) -> None:
    _DECISIONS[type(command)](action, command)


def _all_of(action: Action, command: Batch) -> None:
    if len(command.commands) > MOST_COMMANDS:
        raise Refusal("too-long", f"A step holds {MOST_COMMANDS} commands at most.")
    is_more = any(not isinstance(part, SetTrait) for part in command.commands)
    with action.leaving_unsaid(_NOTES if is_more else frozenset()):
        for part in command.commands:
            if isinstance(part, Batch):
                raise Refusal("not-possible", "A step of several commands cannot hold another one.")
            _decide(action, part)


def _report(action: Action, command: Report) -> None:
    if not action.rights.umpire:
        raise Refusal("not-yours", text("only-umpire-reports"))
    with action.leaving_unsaid(_REPORTED):
        _all_of(action, Batch(command.commands))
    action.tell(Told("reported", {"text": command.text}, command.pieces))


_REPORTED: Final = frozenset({"pieces-moved", "pieces-placed", "pieces-removed", "pieces-restacked", *NOTED})
"""What is not told of the commands of a report."""

_NOTES: Final = frozenset({"trait-set"})
"""What is told of values that are set on pieces: of a step that does more, it is the bookkeeping."""

_DECISIONS: Final[dict[type, Callable[[Action, Any], None]]] = {
    Act: traits.act,
    Batch: _all_of,
    Answer: partial(procedures.answer, _decide),
    Begin: partial(procedures.begin, _decide),
    ClonePieces: pieces.clone,
    DrawPieces: decks.draw,
    GoOn: partial(procedures.go_on, _decide),
    Leave: procedures.leave,
    LoadDeck: decks.load_deck,
    LookInto: decks.look_into,
    MovePieces: pieces.move,
    OpenNote: table.open_note,
    PressClock: table.press_clock,
    Measure: table.measure,
    Ping: table.ping,
    PlaceNew: pieces.place_new,
    RemovePieces: pieces.remove,
    Reshuffle: decks.reshuffle,
    Restack: pieces.restack,
    Report: _report,
    Resume: partial(procedures.resume, _decide),
    RollDice: dice.roll,
    Say: table.say,
    SetOption: table.set_option,
    SetProperty: table.set_property,
    SetTracker: table.set_tracker,
    SetTrait: traits.set_trait,
    Show: pieces.show,
    Shuffle: decks.shuffle,
    TakeSeat: table.take_seat,
    TellSaved: decks.tell_saved,
    AdvanceTracker: table.track,
    TurnDeck: decks.turn_deck,
    Withdraw: partial(procedures.withdraw, _decide),
    WriteNote: table.write_note,
}
