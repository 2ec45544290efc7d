"""What traits of the table do: dice that set properties, and steps of turn trackers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tabletop.expression import Value, as_number, compile_expression, compile_template
from tabletop.game.behaviour.building import Builder, WithNames, Work, number_of, optional
from tabletop.game.holder import TABLE
from tabletop.game.rolls import MOST_DICE, MOST_SIDES
from tabletop.game.told import Told
from tabletop.game.tracker import Tracker
from tabletop.game.traits.table import Dice, MoveTracker, Throw
from tabletop.game.values import NOBODY

if TYPE_CHECKING:
    from tabletop.game.action import Action
    from tabletop.game.reading import PieceReader

_Thrown = list[tuple[Value, int]]
"""What each die shows, and what it counts."""


def _throw(trait: Throw, builder: Builder) -> None:
    sorts = [_dice(dice) for dice in trait.dice]
    each, add, keep = optional(trait.each), optional(trait.add), optional(trait.keep)
    text = compile_template(trait.text)
    given = [(one.name, compile_template(one.value)) for one in trait.given]

    def run(action: "Action", piece: int) -> None:
        reader = action.reader(piece)
        by = number_of(each, reader)
        thrown: _Thrown = []
        for sort in sorts:
            thrown += sort(action, reader, trait.name, by)
        if keep is not None:
            thrown = _kept(thrown, trait, number_of(keep, reader))
        if trait.sorted:
            thrown.sort(key=lambda die: die[1])
        total = sum(value for _, value in thrown) + number_of(add, reader)
        shown = ",".join(str(face) for face, _ in thrown)
        names: dict[str, Value] = {
            "Result": total if trait.total else as_number(shown) if as_number(shown) is not None else shown,
            "Total": total,
            "Count": len(thrown),
            "Each": by,
            "Add": number_of(add, reader),
            "Sides": number_of(compile_expression(trait.dice[0].sides), reader) if trait.dice else 0,
            **{f"Result{number}": face for number, (face, _) in enumerate(thrown, 1)},
        }
        knowing = WithNames(reader, names)
        for name, template in given:
            action.set_property(name, _value(template.render(knowing)))
        facts: dict[str, Value] = {"text": text.text}
        facts.update((str(number), value) for number, value in enumerate(text.evaluate(knowing)))
        action.tell(Told("report", facts))

    builder.call(trait.call, run)


def _value(text: str) -> Value:
    number = as_number(text)
    return text if number is None else number


def _dice(dice: Dice) -> "Callable[[Action, PieceReader, str, int], _Thrown]":
    """What throws dice of one sort."""
    count, sides = compile_expression(dice.count), compile_expression(dice.sides)

    def throw(action: "Action", reader: "PieceReader", why: str, by: int) -> _Thrown:
        many = max(0, min(number_of(count, reader), MOST_DICE))
        faces = len(dice.faces) or max(1, min(number_of(sides, reader), MOST_SIDES))
        drawn = [action.chance.draw(faces, why) for _ in range(many)]
        return [_face(dice, side, by) for side in drawn]

    return throw


def _face(dice: Dice, side: int, by: int) -> tuple[Value, int]:
    """What the side with this number, from 0 up, shows and counts."""
    if not dice.faces:
        return side + 1 + by, side + 1 + by
    shown = dice.faces[side]
    value = dice.values[side] if side < len(dice.values) else as_number(shown) or 0
    number = as_number(shown)
    return (shown if number is None else number + by), value + by


def _kept(thrown: _Thrown, trait: Throw, keep: int) -> _Thrown:
    """The dice that count."""
    match trait.which:
        case "highest" | "lowest":
            order = sorted(thrown, key=lambda die: die[1], reverse=trait.which == "highest")
            return order[: max(keep, 0)]
        case "equal":
            return [die for die in thrown if die[1] == keep]
        case "above":
            return [die for die in thrown if die[1] > keep]
        case "below":
            return [die for die in thrown if die[1] < keep]


def _move_tracker(trait: MoveTracker, builder: Builder) -> None:
    def run(action: "Action", piece: int) -> Work | None:  # noqa: ARG001 - whoever moves it, it is the table's
        tracker = action.components.trackers.get(trait.tracker)
        if tracker is None:
            return None
        return put_tracker(action, tracker, tracker.moved(tracker.positions(action.draft.property), trait.steps))

    builder.call(trait.call, run)


def put_tracker(action: "Action", tracker: Tracker, positions: tuple[int, ...]) -> Work | None:
    """Set a turn tracker, say so, and press the keys that it then presses."""
    for name, value in tracker.properties(positions).items():
        action.set_property(name, value)
    now = ", ".join(tracker.labels(positions))
    action.tell(Told("tracker-moved", {"tracker": tracker.name, "now": now}))
    return _then(action, tracker) if tracker.then else None


def _then(action: "Action", tracker: Tracker) -> Work:
    for then in tracker.then:
        when = optional(then.when)
        if when is None or when.test(action.reader(table_piece(action))):
            work = press(action, then.press)
            if work is not None:
                yield work


def table_piece(action: "Action") -> int:
    """The piece that stands for the table; 0 where it has no traits."""
    box = action.draft.holder(action.draft.named(TABLE))
    return box.pieces[0] if box is not None and box.pieces else NOBODY


def press(action: "Action", key: str, piece: int = NOBODY) -> Work | None:
    """Press a key of the table, by a piece if there is one; what the table does not hear is the acting window's own."""
    table = table_piece(action)
    kind = action.kind_of(table) if table else None
    if kind is not None and key in kind.hears:
        return action.send(table, key)
    pieces = (piece,) if piece else ()
    action.tell(Told("key-pressed", {"key": key}, pieces, sides=action.own_sides))
    return None


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {MoveTracker: _move_tracker, Throw: _throw}
