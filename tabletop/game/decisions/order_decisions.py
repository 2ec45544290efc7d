"""Decisions about orders: commands that wait until the umpire allows or refuses them."""

from collections.abc import Mapping
from typing import Final, get_args

import msgspec
from msgspec.structs import replace

from tabletop.board.map import Map
from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.secret_setup import is_setting_up
from tabletop.game.appearance.piece_display import name_of
from tabletop.game.change.patch import Grant, KeepOrder
from tabletop.game.change.told import Told
from tabletop.game.commands import (
    ActFor,
    AllowOrder,
    AnyCommand,
    At,
    Batch,
    Command,
    DelayOrder,
    Goal,
    HoldOrders,
    NamedHolder,
    Pour,
    RecallOrder,
    RefuseOrder,
    SendReport,
    SetProperty,
    SetTrait,
    Spot,
    WriteDispatch,
)
from tabletop.game.decisions.decision import demand
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.values import NOBODY, Value
from tabletop.game.umpire.held_order import HeldOrder

MOST_HELD: Final = 250
"""The most orders that one set of sides can have waiting, and the most reports of the rules that wait at a table."""

_AT_ONCE: Final = frozenset(
    {
        "say", "ping", "measure", "write-note", "open-note", "tell-saved", "press-clock", "note-contact",
        "merge-contacts", "drop-contacts", "report-contact", "take-seat", "give-seat", "change-access", "withdraw",
        "report",
        "finish-setup", "let-stand", "all", "hold-orders", "allow-order", "refuse-order", "delay-order",
        "recall-order", "act-for", "send-dispatch", "deliver-dispatch", "lose-dispatch", "change-dispatch",
        "read-dispatch", "recall-dispatch",
    }
)  # fmt: skip
"""The tags of commands that no umpire needs to decide. They change nothing on the maps, or are the umpire's own."""


TAKE_BACK: Final = "take-back"
"""The kind of an order that asks for an undo."""

FINDING: Final = "finding"
"""The kind of an order that breaks an enforced rule. The umpire can allow it."""

REPORT: Final = "send-report"
"""The kind of a report that the rules want to send. It has no author and no sides."""


def holdable() -> tuple[str, ...]:
    """Return the kinds of commands and requests that can wait for the umpire."""
    tags = (str(command.__struct_config__.tag) for command in get_args(AnyCommand))
    return (*(tag for tag in tags if tag not in _AT_ONCE), TAKE_BACK, FINDING)


def tag_of(command: Command) -> str:
    """Return the kind of a command."""
    return str(command.__struct_config__.tag)


def can_wait(command: Command) -> bool:
    """Return whether a command, with all its parts, is of a kind that can wait for the umpire as an order."""
    parts = command.commands if isinstance(command, Batch) else (command,)
    return all(tag_of(part) in holdable() for part in parts)


def umpire_decides(game: Game, seat: Seat, kind: str) -> bool:
    """Return whether the umpire decides on a seat's actions of this kind.

    A side that sets up in secret does not wait for the umpire.
    """
    if kind not in game.access.holds or seat.umpire or is_setting_up(game, seat.sides):
        return False
    return any(other.umpire for other in game.seats.values())


def waits(game: Game, seat: Seat, command: object) -> bool:
    """Return whether a command of this kind waits for the umpire as an order, if this seat gives it.

    A dispatch that waits is not an order: it is written and not yet sent.
    """
    if not isinstance(command, Command):
        return False
    parts = command.commands if isinstance(command, Batch) else (command,)
    return any(umpire_decides(game, seat, tag_of(part)) for part in parts if not isinstance(part, WriteDispatch))


def hold(action: Action, command: Command, why: str = "") -> None:
    """Let an order wait for the umpire. `why` is the enforced rule that it breaks, if it waits for that reason."""
    demand(action, "play")
    if sum(order.sides == action.own_sides for order in action.game.held.values()) >= MOST_HELD:
        raise Refusal("too-long", "too-many-orders", most=MOST_HELD)
    order = HeldOrder(
        action.seat,
        action.own_sides,
        FINDING if why else tag_of(leading(command)),
        msgspec.json.encode(command).decode(),
        tuple(action.questions.answers.items()),
        action.components.contact_clock.now(action.draft.property),
        about={
            **_what(leading(command), action.components.maps),
            **_counters(action, _pieces(command)),
            **_because(why),
        },
    )
    action.change(KeepOrder(action.draft.fresh_id(), order))
    given = order_given(command, action.components.maps)
    action.tell(replace(given, facts={**given.facts, **_because(why)}, sides=order.sides))


def _counters(action: Action, pieces: tuple[int, ...]) -> dict[str, Value]:
    """Return the number of pieces of an order, and the names of the last two, as its author sees them now.

    Names are kept and not pieces, since a piece that is lost from sight and seen again has a new number.
    """
    names = "\n".join(name_of(action.view, piece) for piece in pieces[-2:])
    return {"count": len(pieces), **({"names": names} if names.strip() else {})}


def _because(why: str) -> dict[str, Value]:
    return {"why": why} if why else {}


def report_waits(action: Action) -> bool:
    """Return whether a report that the rules want to send waits for the umpire.

    If too many reports wait already, the program sends it.
    """
    game = action.game
    if not action.is_for_table or REPORT not in game.access.holds:
        return False
    is_room = sum(order.kind == REPORT for order in game.held.values()) < MOST_HELD
    return is_room and any(seat.umpire for seat in game.seats.values())


def hold_report(action: Action, command: SendReport, facts: dict[str, Value]) -> None:
    """Let a report of the rules wait for the umpire. Only the umpire hears of it."""
    now = action.components.contact_clock.now(action.draft.property)
    order = HeldOrder("", (), REPORT, msgspec.json.encode(command).decode(), time=now)
    action.change(KeepOrder(action.draft.fresh_id(), order))
    action.tell(Told("report-proposed", facts, sides=()))


def order_given(command: Command, maps: Mapping[str, Map]) -> Told:
    """Return the message about an order: the kind of the command, its goal, and the pieces that it names."""
    return Told("order-given", _what(leading(command), maps), _pieces(command))


def leading(command: Command) -> Command:
    """Return the command that an order is about.

    If all commands of a batch after the first only set properties, for example to pay for a move, it is the first one.
    """
    if not isinstance(command, Batch) or not all(
        isinstance(part, SetTrait | SetProperty) for part in command.commands[1:]
    ):
        return command
    return command.commands[0] if command.commands else command


def _what(command: Command, maps: Mapping[str, Map]) -> dict[str, Value]:
    """Return the facts that describe the content of a command."""
    goal: Goal | None = getattr(command, "to", None)
    facts: dict[str, Value] = {"order": tag_of(command)}
    if isinstance(goal, At):
        facts |= {"map": goal.map, "place": goal.place}
    if isinstance(goal, Spot) and goal.map in maps and (place := maps[goal.map].place_at(goal.x, goal.y)):
        facts |= {"map": goal.map, "place": place}
    if isinstance(goal, NamedHolder):
        facts["name"] = goal.name
    named = [part for what in _NAMING if (part := getattr(command, what, ""))]
    return facts | {"name": ", ".join(named)} if named else facts


_NAMING: Final = ("dice", "why", "kind", "name", "tracker", "procedure")
"""The fields in which commands name the things they are about."""


def _pieces(command: Command) -> tuple[int, ...]:
    """Return the pieces that a command names."""
    parts = command.commands if isinstance(command, Batch) else (command,)
    return tuple(dict.fromkeys(piece for part in parts for piece in _named_by(part)))


def _named_by(command: Command) -> tuple[int, ...]:
    if isinstance(command, Pour):
        return (command.piece, command.into) if command.into != NOBODY else (command.piece,)
    found: tuple[int, ...] = getattr(command, "pieces", ())
    return found


def hold_orders(action: Action, command: HoldOrders) -> None:
    """Set the kinds of commands that wait for the umpire from now on. The program decides all others."""
    demand(action, "judge")
    kinds = tuple(dict.fromkeys(command.kinds))
    for kind in kinds:
        if kind not in holdable():
            raise Refusal("no-such-name", "no-order-kind", kind=action.costs.check_text(kind), known=holdable())
    action.change(Grant(replace(action.game.access, holds=kinds)))
    action.tell(Told("orders-held", {"kinds": ", ".join(kinds)}))


def author_of(action: Action, command: AllowOrder) -> tuple[Action, AnyCommand, HeldOrder]:
    """Return the action in which an allowed order is carried out, the command to carry out, and the order.

    The action is usually the author's. For a report of the rules, and for an order that the umpire has changed, it is
    the umpire's.
    """
    order = _order(action, command.order)
    demand(action, "judge")
    if order.steps:
        raise Refusal("not-possible", "undo-is-no-command")
    if command.instead is not None:
        return action, command.instead, order
    if not order.seat:
        return action, msgspec.json.decode(order.command, type=AnyCommand), order
    answers = (*order.answers, *action.questions.answers.items())
    own = Action(action.game, action.components, order.seat, action.chance, answers)
    demand(own, "play")
    return own, msgspec.json.decode(order.command, type=AnyCommand), order


def allow(action: Action, command: AllowOrder, order: HeldOrder) -> None:
    """Report an order that is carried out in this action, and end its wait."""
    with action.on_truth():
        action.change(KeepOrder(command.order, None))
    if not order.seat:
        return
    key = "order-allowed" if command.instead is None else "order-changed"
    action.tell(Told(key, {"seat": order.seat}, sides=order.sides))


def acting_for(action: Action, command: ActFor) -> Action:
    """Return the action of a person for whom the umpire acts, with that person's rights."""
    demand(action, "judge")
    if command.seat not in action.game.seats:
        raise Refusal("no-such-name", "nobody-called", player=action.costs.check_text(command.seat))
    if not can_wait(command.command):
        raise Refusal("not-possible", "not-done-for-others")
    own = Action(action.game, action.components, command.seat, action.chance, tuple(action.questions.answers.items()))
    demand(own, "play")
    return own


def tell_acted_for(action: Action, command: ActFor) -> None:
    """Tell a player's sides that the umpire has carried out a command for that player."""
    action.tell(Told("acted-for", {"seat": command.seat}, sides=action.own_sides))


def refuse_inside(_action: Action, _command: AllowOrder | ActFor) -> None:
    """Refuse a command of the umpire within another command, because it is carried out in an action of its own."""
    raise Refusal("not-possible", "commands-in-commands")


def refuse(action: Action, command: RefuseOrder) -> None:
    """Refuse an order, with a word to its author."""
    order = _order(action, command.order)
    demand(action, "judge")
    action.change(KeepOrder(command.order, None))
    facts = {"seat": order.seat, "order": order.kind, **order.about}
    if command.word:
        facts["word"] = action.costs.check_text(command.word)
    action.tell(Told("order-refused", facts, sides=order.sides))


def delay(action: Action, command: DelayOrder) -> None:
    """Let an order wait until a time."""
    order = _order(action, command.order)
    demand(action, "judge")
    delayed = replace(order, due=command.due, word=action.costs.check_text(command.word), by=action.seat)
    action.change(KeepOrder(command.order, delayed))
    action.tell(Told("order-delayed", {"seat": order.seat, "order": order.kind, **order.about}, sides=()))


def recall(action: Action, command: RecallOrder) -> None:
    """Recall an order of one's own before it is decided."""
    order = _order(action, command.order)
    if order.seat != action.seat:
        raise Refusal("not-yours", "order-of-others", player=order.seat)
    action.change(KeepOrder(command.order, None))
    action.tell(Told("order-recalled", {"order": order.kind, **order.about}, sides=order.sides))


def _order(action: Action, id: int) -> HeldOrder:
    """Return a waiting order.

    Raises Refusal if no order has this number, or if the acting seat does not know of the order.
    """
    order = action.draft.held(id)
    if order is None or not (action.rights.umpire or order.is_known_to(action.own_sides)):
        raise Refusal("no-such-name", "no-such-order")
    return order
