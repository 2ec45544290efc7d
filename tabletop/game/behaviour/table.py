"""What traits of the table do: dice that set properties, and steps of turn trackers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tabletop.expression import Reader, Template, Value, as_number, compile_expression, compile_template
from tabletop.game.behaviour.building import Builder, WithNames, Work, number_of, optional
from tabletop.game.holder import TABLE
from tabletop.game.rolls import MOST_DICE, MOST_SIDES
from tabletop.game.told import Told
from tabletop.game.tracker import Tracker
from tabletop.game.traits.table import Asked, Dice, MoveTracker, Throw
from tabletop.game.values import NOBODY

if TYPE_CHECKING:
    from tabletop.game.action import Action


MOST_LEVELS: Final = 10
"""How many levels of a turn its words know."""


class _Die(NamedTuple):
    """What a die shows, what it counts, and the picture of that face ("" if there is none)."""

    face: Value
    value: int
    picture: str


_QUESTIONS: Final[dict[Asked, str]] = {
    "count": "How many dice?",
    "sides": "With how many sides?",
    "each": "How much is added to each die?",
    "add": "How much is added to their sum?",
}


def _throw(trait: Throw, builder: Builder) -> None:
    first = trait.dice[0] if trait.dice else Dice()
    texts: dict[Asked, str] = {"count": first.count, "sides": first.sides, "each": trait.each, "add": trait.add}
    usual = {what: optional(written) for what, written in texts.items()}
    others = [(dice, compile_expression(dice.count), compile_expression(dice.sides)) for dice in trait.dice[1:]]
    keep, text = optional(trait.keep), compile_template(trait.text)
    given = [(one.name, compile_template(one.value)) for one in trait.given]

    def run(action: "Action", piece: int) -> None:
        reader = action.reader(piece)
        numbers = {what: number_of(written, reader) for what, written in usual.items()}
        for what in trait.asks:
            numbers[what] = _asked(action, what, numbers[what])
        by, thrown = numbers["each"], list[_Die]()
        if trait.dice:
            thrown += _thrown(action, trait.name, first, numbers["count"], numbers["sides"], by)
        for dice, count, sides in others:
            thrown += _thrown(action, trait.name, dice, number_of(count, reader), number_of(sides, reader), by)
        if keep is not None:
            thrown = _kept(thrown, trait, number_of(keep, reader))
        if trait.sorted:
            thrown.sort(key=lambda die: die.value)
        total = sum(die.value for die in thrown) + numbers["add"]
        shown = ",".join(str(die.face) for die in thrown)
        names: dict[str, Value] = {
            "Result": total if trait.total else as_number(shown) if as_number(shown) is not None else shown,
            "Total": total,
            "Count": len(thrown),
            "Each": by,
            "Add": numbers["add"],
            "Sides": numbers["sides"] if trait.dice else 0,
            **{f"Result{number}": die.face for number, die in enumerate(thrown, 1)},
        }
        knowing = WithNames(reader, names)
        for name, template in given:
            action.set_property(name, _value(template.render(knowing)))
        action.tell(said(text, knowing, **_lying(thrown, trait, total)))

    builder.call(trait.call, run)


def _asked(action: "Action", what: Asked, usual: int) -> int:
    """The number that the player wants instead of the usual one; an answer that is none leaves it."""
    answer = action.ask(_QUESTIONS[what], usual)
    number = as_number(str(answer))
    return usual if number is None else number


def _lying(thrown: list[_Die], trait: Throw, total: int) -> dict[str, Value]:
    """How dice lie in the tray, as facts: a line for each face, and one for each picture."""
    facts: dict[str, Value] = {"dice": trait.name, "each": "\n".join(str(die.face) for die in thrown)}
    if any(die.picture for die in thrown):
        facts["pictures"] = "\n".join(die.picture for die in thrown)
    return {**facts, "total": total}


def _value(text: str) -> Value:
    number = as_number(text)
    return text if number is None else number


def _thrown(action: "Action", why: str, dice: Dice, count: int, sides: int, by: int) -> list[_Die]:
    """Throw so many dice of one sort; `by` is added to each."""
    many = max(0, min(count, MOST_DICE))
    faces = len(dice.faces) or max(1, min(sides, MOST_SIDES))
    return [_die(dice, action.chance.draw(faces, why), by) for _ in range(many)]


def _die(dice: Dice, side: int, by: int) -> _Die:
    """The die that lies with the side of this number, from 0 up, on top."""
    picture = dice.pictures[side] if side < len(dice.pictures) else ""
    if not dice.faces:
        return _Die(side + 1 + by, side + 1 + by, picture)
    shown = dice.faces[side]
    value = dice.values[side] if side < len(dice.values) else as_number(shown) or 0
    number = as_number(shown)
    return _Die(shown if number is None else number + by, value + by, picture)


def _kept(thrown: list[_Die], trait: Throw, keep: int) -> list[_Die]:
    """The dice that count."""
    match trait.which:
        case "highest" | "lowest":
            order = sorted(thrown, key=lambda die: die.value, reverse=trait.which == "highest")
            return order[: max(keep, 0)]
        case "equal":
            return [die for die in thrown if die.value == keep]
        case "above":
            return [die for die in thrown if die.value > keep]
        case "below":
            return [die for die in thrown if die.value < keep]


def _move_tracker(trait: MoveTracker, builder: Builder) -> None:
    def run(action: "Action", piece: int) -> Work | None:  # noqa: ARG001 - whoever moves it, it is the table's
        tracker = action.components.trackers.get(trait.tracker)
        if tracker is None:
            return None
        return put_tracker(action, tracker, tracker.moved(tracker.positions(action.draft.property), trait.steps))

    builder.call(trait.call, run)


def put_tracker(action: "Action", tracker: Tracker, positions: tuple[int, ...]) -> Work | None:
    """Set a turn tracker, say so, and press the keys that it then presses."""
    reader = action.reader(table_piece(action))
    old = turn_words(tracker, tracker.positions(action.draft.property), reader) if tracker.report else ""
    for name, value in tracker.properties(positions).items():
        action.set_property(name, value)
    now = turn_words(tracker, positions, reader)
    if tracker.report:
        action.tell(said(compile_template(tracker.report), WithNames(reader, {"OldTurn": old, "NewTurn": now})))
    else:
        action.tell(Told("tracker-moved", {"tracker": tracker.name, "now": now}))
    return _then(action, tracker) if tracker.then else None


def level_words(tracker: Tracker, level: int, position: int, reader: Reader) -> str:
    """How a level says this position within a turn; `reader` reads the table."""
    label, words = tracker.label(level, position), tracker.levels[level].words
    return compile_template(words).render(WithNames(reader, {"Value": label})) if words else label


def turn_words(tracker: Tracker, positions: tuple[int, ...], reader: Reader) -> str:
    """How a turn is called; `reader` reads the table."""
    each = [level_words(tracker, level, positions[level], reader) for level in tracker.in_turn(positions)]
    if not tracker.words:
        return ", ".join(each)
    names = {f"Level{number}": each[number - 1] if number <= len(each) else "" for number in range(1, MOST_LEVELS + 1)}
    return compile_template(tracker.words).render(WithNames(reader, names)).strip()


def said(text: Template, reader: Reader, **facts: Value) -> Told:
    """A report of the module's, in words that are filled in now."""
    filled = {str(number): value for number, value in enumerate(text.evaluate(reader))}
    return Told("report", {"text": text.text, **facts, **filled})


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
        return action.sending(table, key)
    pieces = (piece,) if piece else ()
    action.tell(Told("key-pressed", {"key": key}, pieces, sides=action.own_sides))
    return None


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {MoveTracker: _move_tracker, Throw: _throw}
