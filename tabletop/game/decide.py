"""The single entry point of the game: it returns the effect of a command, the reason for its refusal, or a question
that must be answered first.

It asks whether this seat may touch this piece, never whether the rules of the game allow the move.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec

from tabletop.game.actions.action import NOTED, Action
from tabletop.game.actions.early_ends import AnswerNeeded, Refusal, refusing_mistakes
from tabletop.game.actions.last_seen import keep_last_seen
from tabletop.game.actions.secret_setup import keep_setups_secret
from tabletop.game.behaviour.deck_behaviour import emptied
from tabletop.game.chance import Chance, NoChance, NoChanceError
from tabletop.game.change.outcome import Asks, Done, Outcome, Performed, Refused
from tabletop.game.change.step import Answers
from tabletop.game.change.told import Told
from tabletop.game.commands import (
    Act,
    ActFor,
    AdvanceTracker,
    AllowOrder,
    Answer,
    AnyCommand,
    Batch,
    Begin,
    ChangeAccess,
    ChangeDispatch,
    ClonePieces,
    Command,
    DelayOrder,
    DeliverDispatch,
    DrawPieces,
    DropContacts,
    FinishSetup,
    GiveSeat,
    GoOn,
    HoldOrders,
    Leave,
    LetStand,
    LoadDeck,
    LookInto,
    LoseDispatch,
    Measure,
    MergeContacts,
    MovePieces,
    NoteContact,
    OpenNote,
    Ping,
    PlaceNew,
    Pour,
    PressClock,
    ReadDispatch,
    RecallDispatch,
    RecallOrder,
    RefuseOrder,
    RemovePieces,
    Report,
    ReportContact,
    Reshuffle,
    Restack,
    Resume,
    RollDice,
    Say,
    SendDispatch,
    SendReport,
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
    WriteDispatch,
    WriteNote,
)
from tabletop.game.decisions import (
    contact_decisions,
    deck_decisions,
    dice_decisions,
    dispatch_decisions,
    order_decisions,
    piece_decisions,
    pour_decisions,
    procedure_decisions,
    seat_decisions,
    table_decisions,
    trait_decisions,
)
from tabletop.game.decisions.decision import demand
from tabletop.game.sight.seen_things import SeenThings
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game


def decide(
    game: Game,
    command: AnyCommand,
    seat: str,
    chance: Chance,
    components: Components,
    answers: Answers = (),
) -> Outcome:
    """Return the decision on a command of the seat with this name. `answers` are the answers to its prompts so far.

    It has no side effects except through `chance`: the same draws give the same outcome.
    """
    return _outcome(Action(game, components, seat, chance, answers), command)[0]


def perform(
    game: Game,
    command: AnyCommand,
    seat: str,
    chance: Chance,
    components: Components,
    answers: Answers = (),
    things: SeenThings | None = None,
) -> Performed | Refused | Asks:
    """Return the decision on a command, with the game after it, for callers that continue with that game.

    Like `decide`, it has no side effects except through `chance`. `things` is everything that the seat sees of the
    game; it is worked out if it is not given.
    """
    outcome, action = _outcome(Action(game, components, seat, chance, answers, things), command)
    return action.performed(outcome) if isinstance(outcome, Done) else outcome


def hold_finding(
    game: Game, command: AnyCommand, seat: str, components: Components, answers: Answers, why: str
) -> Performed | Refused:
    """Let a command that breaks an enforced rule wait for the umpire. Return the result, or the refusal if it cannot
    wait.

    `why` is the refusal by the rules, in words.
    """
    action = Action(game, components, seat, NoChance(), answers)
    try:
        order_decisions.hold(action, command, why)
        return action.performed(action.close())
    except Refusal as refusal:
        return refusal.answer


def _outcome(action: Action, command: AnyCommand) -> tuple[Outcome, Action]:
    """Return the outcome of a command, and the action in which it was decided.

    If the command is carried out for another person (`AllowOrder`, `ActFor`), that is the action of this person.
    """
    try:
        if len(msgspec.json.encode(command)) > action.costs.limits.written:
            raise Refusal("too-long", "command-too-long")
        if order_decisions.waits(action.game, action.rights, command):
            return _held(action, command)
        if isinstance(command, AllowOrder):
            action, meant, order = order_decisions.author_of(action, command)
            _carry_out(action, meant)
            order_decisions.allow(action, command, order)
        elif isinstance(command, ActFor):
            action = order_decisions.acting_for(action, command)
            _carry_out(action, command.command)
            order_decisions.tell_acted_for(action, command)
        else:
            _carry_out(action, command)
        return action.close(), action
    except Refusal as refusal:
        return refusal.answer, action
    except AnswerNeeded as ask:
        return Asks(ask.prompt), action


def _carry_out(action: Action, command: AnyCommand) -> None:
    _decide(action, command)
    with refusing_mistakes():
        action.keys.run(emptied(action))
    if action.game.frames:
        procedure_decisions.look_again(_decide, action)
    keep_setups_secret(action)
    keep_last_seen(action)


def _held(action: Action, command: AnyCommand) -> tuple[Outcome, Action]:
    """Let an order wait for the umpire; return the outcome, and the action in which the order was stored.

    The order is tried first, so that its author gets a refusal or a question at once.
    """
    thought = Action(action.game, action.components, action.seat, NoChance(), tuple(action.questions.answers.items()))
    with suppress(NoChanceError):
        _carry_out(thought, command)
    order_decisions.hold(action, command)
    return action.close(), action


def _decide(action: Action, command: Command) -> None:
    _DECISIONS[type(command)](action, command)


def _all_of(action: Action, command: Batch) -> None:
    action.costs.spend("commands", len(command.commands))
    is_more = any(not isinstance(part, SetTrait) for part in command.commands)
    with action.leaving_unsaid(_NOTES if is_more else frozenset()):
        for part in command.commands:
            if isinstance(part, Batch):
                raise Refusal("not-possible", "commands-in-commands")
            _decide(action, part)


def _report(action: Action, command: Report) -> None:
    demand(action, "report")
    with action.leaving_unsaid(_REPORTED):
        _all_of(action, Batch(command.commands))
    action.tell(Told("reported", {"text": command.text}, command.pieces))


_REPORTED: Final = frozenset(
    {
        "pieces-moved", "pieces-placed", "pieces-removed", "pieces-restacked", "pieces-shown", "pieces-split",
        "pieces-merged", "quantity-poured", *NOTED,
    }
)  # fmt: skip
"""The keys of messages that are left out for the commands inside a report."""

_NOTES: Final = frozenset({"trait-set"})
"""The keys of messages about values set on pieces. A step that does more leaves them out: they are only bookkeeping."""

_DECISIONS: Final[dict[type, Callable[[Action, Any], None]]] = {
    Act: trait_decisions.act,
    Batch: _all_of,
    Answer: partial(procedure_decisions.answer, _decide),
    Begin: partial(procedure_decisions.begin, _decide),
    ClonePieces: piece_decisions.clone,
    DrawPieces: deck_decisions.draw,
    DropContacts: contact_decisions.drop,
    FinishSetup: table_decisions.finish_setup,
    GoOn: partial(procedure_decisions.go_on, _decide),
    Leave: procedure_decisions.leave,
    LoadDeck: deck_decisions.load_deck,
    LookInto: deck_decisions.look_into,
    MergeContacts: contact_decisions.merge,
    MovePieces: piece_decisions.move,
    NoteContact: contact_decisions.note,
    OpenNote: table_decisions.open_note,
    PressClock: table_decisions.press_clock,
    Measure: table_decisions.measure,
    Ping: table_decisions.ping,
    PlaceNew: piece_decisions.place_new,
    Pour: pour_decisions.pour,
    RemovePieces: piece_decisions.remove,
    Reshuffle: deck_decisions.reshuffle,
    Restack: piece_decisions.restack,
    Report: _report,
    ReportContact: contact_decisions.report,
    Resume: partial(procedure_decisions.resume, _decide),
    RollDice: dice_decisions.roll,
    Say: table_decisions.say,
    SendReport: contact_decisions.send,
    SetOption: table_decisions.set_option,
    SetProperty: table_decisions.set_property,
    LetStand: table_decisions.let_stand,
    SetTracker: table_decisions.set_tracker,
    SetTrait: trait_decisions.set_trait,
    Show: piece_decisions.show,
    Shuffle: deck_decisions.shuffle,
    TakeSeat: seat_decisions.take_seat,
    GiveSeat: seat_decisions.give_seat,
    HoldOrders: order_decisions.hold_orders,
    AllowOrder: order_decisions.refuse_inside,
    ActFor: order_decisions.refuse_inside,
    RefuseOrder: order_decisions.refuse,
    DelayOrder: order_decisions.delay,
    RecallOrder: order_decisions.recall,
    WriteDispatch: dispatch_decisions.write,
    SendDispatch: dispatch_decisions.send,
    DeliverDispatch: dispatch_decisions.deliver_now,
    LoseDispatch: dispatch_decisions.lose,
    ChangeDispatch: dispatch_decisions.change,
    ReadDispatch: dispatch_decisions.read,
    RecallDispatch: dispatch_decisions.recall,
    ChangeAccess: seat_decisions.change_access,
    TellSaved: deck_decisions.tell_saved,
    AdvanceTracker: table_decisions.track,
    TurnDeck: deck_decisions.turn_deck,
    Withdraw: partial(procedure_decisions.withdraw, _decide),
    WriteNote: table_decisions.write_note,
}
