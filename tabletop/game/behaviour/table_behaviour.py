"""The behaviour of the table's traits: they move turn trackers, centre maps, and press keys."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tabletop.expression import compile_template
from tabletop.game.actions.contact_reports import deliver_due
from tabletop.game.actions.heard_words import filled_in, hearers, tell_each
from tabletop.game.actions.landing import size_of
from tabletop.game.actions.table_keys import press, table_piece
from tabletop.game.appearance.turn_words import turn_words
from tabletop.game.change.patch import HolderPlace
from tabletop.game.change.told import Told
from tabletop.game.kinds.kind_builder import Builder, Work, optional
from tabletop.game.state.holder import Holder
from tabletop.game.state.tracker import Tracker
from tabletop.game.traits.table_traits import CentreMap, MoveTracker
from tabletop.game.umpire.dispatch_delivery import deliver_due_dispatches

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PropertyReader


def _move_tracker(trait: MoveTracker, builder: Builder) -> None:
    def run(action: "Action", piece: int) -> Work | None:  # noqa: ARG001 - whoever moves it, it is the table's
        tracker = action.components.trackers.get(trait.tracker)
        if tracker is None:
            return None
        return put_tracker(action, tracker, tracker.moved(tracker.positions(action.draft.property), trait.steps))

    builder.call(trait.call, run)


def _centre_map(trait: CentreMap, builder: Builder) -> None:
    def run(action: "Action", piece: int) -> None:  # noqa: ARG001 - whoever presses it, it is the table's
        index = action.table.map_index(trait.map)
        board = action.table.board(index) if index >= 0 else None
        lying = [(id, held) for id, held in action.draft.holders() if held.map == index and _lies_there(held)]
        if board is None or not lying:
            return
        sizes = [(held, *size_of(action, held.pieces)) for _, held in lying]
        left = min(held.x - wide // 2 for held, wide, _ in sizes)
        top = min(held.y - high // 2 for held, _, high in sizes)
        right = max(held.x - wide // 2 + wide for held, wide, _ in sizes)
        bottom = max(held.y - high // 2 + high for held, _, high in sizes)
        dx = board.size[0] // 2 - (left + (right - left) // 2)
        dy = board.size[1] // 2 - (top + (bottom - top) // 2)
        for id, held in lying if dx or dy else ():
            x, y = held.x + dx, held.y + dy
            action.change(HolderPlace(id, index, x, y, held.name or board.place_at(x, y)))

    builder.call(trait.call, run)


def _lies_there(held: Holder) -> bool:
    """Return whether a holder is a deck, or a stack with pieces."""
    return held.form in ("stack", "deck") and (held.form == "deck" or bool(held.pieces))


def put_tracker(action: "Action", tracker: Tracker, positions: tuple[int, ...]) -> Work:
    """Return the work of setting a turn tracker, pressing the keys that follow, and reporting its position.

    Contacts and dispatches that are now due are delivered. If the tracker is set by hand, its position is reported
    before the keys are pressed.
    """
    reader = action.reader(table_piece(action))
    before = tracker.positions(action.draft.property)
    old, how = turn_words(tracker, before, reader), tracker.how(before, positions)
    for name, value in tracker.properties(positions).items():
        action.set_property(name, value)
    for name, value in ((tracker.moved_in, how), (tracker.turn_in, turn_words(tracker, positions, reader))):
        if name:
            action.set_property(name, value)
    deliver_due(action)
    deliver_due_dispatches(action)
    if how == "Set":
        _tell_turn(action, tracker, before, old)
    yield from _then(action, tracker)
    if how != "Set":
        _tell_turn(action, tracker, before, old)


def _tell_turn(action: "Action", tracker: Tracker, before: tuple[int, ...], old: str) -> None:
    """Report the new state of a tracker. Before, it was at `before`, and its turn was called `old`."""
    table, positions = table_piece(action), tracker.positions(action.draft.property)

    def say(_side: int, reading: "PropertyReader") -> Told:
        reader = reading.reader(table)
        now = turn_words(tracker, positions, reader)
        if tracker.report is None:
            return Told("tracker-moved", {"tracker": tracker.name, "now": now})
        was = old if reading is action.table else turn_words(tracker, before, reader)
        return filled_in(compile_template(tracker.report), reader, {"OldTurn": was, "NewTurn": now})

    if tracker.report != "":
        tell_each(action, hearers(action), say)


def _then(action: "Action", tracker: Tracker) -> Work:
    for then in tracker.then:
        when = optional(then.when)
        if when is None or when.test(action.reader(table_piece(action))):
            work = press(action, then.press)
            if work is not None:
                yield work


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {
    CentreMap: _centre_map,
    MoveTracker: _move_tracker,
}
