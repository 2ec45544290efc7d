"""The behaviour of properties: typed properties with limits, computed ones, and those of the table and of other
pieces.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from tabletop.board.place_properties import full_name
from tabletop.expression import (
    Expression,
    ExpressionError,
    Value,
    as_number,
    as_text,
    compile_expression,
    compile_template,
)
from tabletop.expression.value_rules import bounded_number, bounded_text
from tabletop.game.actions.heard_words import hearers, knowing, said, tell_each
from tabletop.game.actions.landing import settle
from tabletop.game.behaviour.target_behaviour import compile_target
from tabletop.game.change.outcome import Prompt
from tabletop.game.kinds.kind_builder import Builder, PieceQuantity, Run, number_of, optional
from tabletop.game.traits.property_traits import (
    ComputedProperty,
    ForeignTrait,
    MarkTrait,
    Message,
    NameTrait,
    OthersProperty,
    OwnProperty,
    Quantity,
    RemarkTrait,
    SharedProperty,
    SheetTrait,
    TableTrait,
    own_property,
)
from tabletop.game.traits.trait_base import Change, Limits, Scope

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.kinds.compiled_kinds import CompiledKind
    from tabletop.game.properties.property_reader import PieceReader

Fits = Callable[["Action", int, Value, Value], Value]
"""A function that takes the old value and the wanted one, and returns the new value, which may be the old one."""


def _mark(trait: MarkTrait, builder: Builder) -> None:
    for name, value in trait.values.items():
        builder.provide_fixed(name, value)


def _own_property(trait: OwnProperty, builder: Builder) -> None:
    slot = builder.slot(trait.start)
    builder.provide_slot(trait.name, slot)
    if trait.private:
        builder.private.add(slot)
    if trait.begins:
        builder.begins.append((slot, trait.start, compile_expression(trait.begins)))
    fits = _fitting(trait.limits, number=trait.number)
    taken = _as_given if trait.limits.loose else fits

    def write(action: "Action", piece: int, value: Value) -> None:
        action.write(piece, slot, taken(action, piece, action.state(piece)[slot], value))
        settle(action, piece)

    builder.writers[trait.name] = write
    for change in trait.changes:
        wanted, held_to = wanting(change, trait.name), _held_to(change, trait.limits, fits)
        suiting = _suiting(change, trait.limits, fits)

        def run(
            action: "Action", piece: int, wanted: "Wanted" = wanted, suiting: Fits = suiting, held_to: Fits = held_to
        ) -> None:
            old = action.state(piece)[slot]
            value = wanted(action, piece, old, suiting)
            if not isinstance(value, QuestionLeft):
                action.write(piece, slot, held_to(action, piece, old, value))
                settle(action, piece)

        builder.call(change, run)


def _quantity(trait: Quantity, builder: Builder) -> None:
    slot = len(builder.slots)
    _own_property(trait.as_property, builder)
    builder.quantity = PieceQuantity(trait.name, slot, trait.most, compile_template(trait.of) if trait.of else None)


def _as_given(_action: "Action", _piece: int, _old: Value, value: Value) -> Value:
    """Return the value as it was given: any value is valid."""
    return value


def _held_to(change: Change, limits: Limits, fits: Fits) -> Fits:
    """Return a function that keeps a change within its property's limits. Loose limits apply only to additions."""
    return _as_given if limits.loose and change.add is None else fits


def _suiting(change: Change, limits: Limits, fits: Fits) -> Fits:
    """Return the function by which a player's answer is tested.

    A number that is typed in must be within loose limits; otherwise the player is asked again. Any other answer passes.
    """
    return fits if limits.loose and not change.choices else _as_given


def _fitting(limits: Limits, *, number: bool) -> Fits:
    """Return a function that gives the value that a property takes.

    It is the wanted value. For a `number`, it is the wanted number within the limits, or the old value if the wanted
    value is not a number.
    """
    if not number:
        return _as_given
    least, most = optional(limits.least), optional(limits.most)

    def fit(action: "Action", piece: int, old: Value, value: Value) -> Value:
        found = as_number(value)
        if found is None:
            return old
        reader = action.reader(piece)
        low = number_of(least, reader) if least else None
        high = number_of(most, reader) if most else None
        if limits.wrap and low is not None and high is not None and high >= low:
            return (found - low) % (high - low + 1) + low
        if high is not None:
            found = min(high, found)
        return found if low is None else max(low, found)

    return fit


class QuestionLeft:
    """The answer of a player who cancelled a question: nothing changes."""


Wanted = Callable[["Action", int, Value, Fits], Value | QuestionLeft]
"""A function that takes the acting piece, the old value, and the test for an answer. It returns the value that a change
asks for, or `QuestionLeft` if the player cancels the question.
"""


def wanting(change: Change, name: str) -> Wanted:
    """Return a function that gives the value that a change asks for.

    Raises ExpressionError if the change names no way to get a value, or more than one.
    """
    if [change.set, change.add, change.ask].count(None) != 2:
        raise ExpressionError(f"A change of the property '{name}' needs exactly one of these: set, add, ask.")
    if change.set is not None:
        value = compile_expression(change.set)
        return lambda action, piece, _old, _suiting: value.evaluate(action.reader(piece))
    if change.add is not None:
        amount = compile_expression(change.add)
        return lambda action, piece, old, _suiting: _sum(old, amount, action, piece)
    question = compile_template(change.ask or "")
    choices = tuple(map(compile_template, change.choices))

    def ask(action: "Action", piece: int, old: Value, suiting: Fits) -> Value | QuestionLeft:
        reader = action.reader(piece)
        offered = tuple(text for choice in choices if (text := choice.render(reader)) or change.blanks)
        if choices and not offered:
            return QuestionLeft()

        def suits(answer: Value) -> bool:
            if suiting is _as_given:
                return True
            taken = suiting(action, piece, None, answer)
            return as_text(answer) != "" and taken is not None and taken == as_number(answer)

        answer = action.questions.ask(
            question.render(reader) or f"{name}?", old, offered, may_be_left=True, suits=suits
        )
        return QuestionLeft() if answer is None else answer

    return ask


def _sum(old: Value, amount: Expression, action: "Action", piece: int) -> Value:
    before, by = as_number(old), as_number(amount.evaluate(action.reader(piece)))
    return old if before is None or by is None else bounded_number(before + by)


def _shared_property(trait: SharedProperty, builder: Builder) -> None:
    where, called = compile_template(trait.where), compile_template(trait.name)
    report = compile_template(trait.report) if trait.report else None
    fits = _fitting(trait.limits, number=trait.number)
    for change in trait.changes:
        wanted, held_to = wanting(change, trait.name), _held_to(change, trait.limits, fits)
        suiting = _suiting(change, trait.limits, fits)

        def run(
            action: "Action", piece: int, wanted: Wanted = wanted, suiting: Fits = suiting, held_to: Fits = held_to
        ) -> None:
            reader = action.reader(piece)
            name = _shared_name(trait.scope, called.render(reader), where.render(reader), action, piece)
            if name:
                set_value = action.draft.property(name)
                old = action.components.start_of(name) if set_value is None else set_value
                value = wanted(action, piece, old, suiting)
                if isinstance(value, QuestionLeft):
                    return
                new = held_to(action, piece, old, value)
                action.set_property(name, new)
                if report is not None and new != old:
                    who = hearers(action, piece, knowing(action, name))
                    tell_each(action, who, said(report, piece, {"OldValue": old, "NewValue": new}))

        builder.call(change, run)


def _shared_name(scope: Scope, name: str, where: str, action: "Action", piece: int) -> str:
    """Return the full name of a shared property; "" if the scope has no owner here.

    In the scopes `nearest` and `nearest-map` it is that of the first owner that has the property; "" if none has it.
    """
    if scope == "table":
        return name
    if scope == "side":
        side = where or action.table.reader(piece).kind.kind.side
        return f"side:{side}:{name}" if side in action.game.sides else ""
    at = action.table.whereabouts(piece)
    here = action.game.maps[at.map] if at.map >= 0 else ""
    zone_here = action.table.zone_at(at.map, at.x, at.y)
    of_map = action.table.map_id(where) if where else here
    if scope == "nearest":
        found = (f"zone:{here}:{where or zone_here}:{name}", f"map:{here}:{name}", name)
        return next((full for full in found if action.draft.property(full) is not None), "")
    if scope == "nearest-map":
        return next((full for full in (f"map:{of_map}:{name}", name) if action.draft.property(full) is not None), "")
    if scope == "map":
        return f"map:{of_map}:{name}" if of_map else ""
    if scope == "place":
        board, _, place = where.rpartition(":")
        board = action.table.map_id(board) if board else here
        there = action.components.maps.get(board)
        found_place = there.find(place or at.place) if there is not None else ""
        return full_name(board, found_place, name) if found_place else ""
    board, _, zone = where.rpartition(":")
    board, zone = action.table.map_id(board) if board else here, zone or zone_here
    return f"zone:{board}:{zone}:{name}" if board and zone else ""


def _others_property(trait: OthersProperty, builder: Builder) -> None:
    target, called = compile_target(trait.target), compile_template(trait.name)
    own = (trait.limits, _fitting(trait.limits, number=trait.number)) if trait.overrides else None
    for change in trait.changes:
        wanted = wanting(change, trait.name)

        def run(action: "Action", piece: int, change: Change = change, wanted: Wanted = wanted) -> None:
            answers: list[Value] = []
            with action.reading_as(trait.reads):
                name = called.render(action.reader(piece))
                for other in target(action, piece):
                    kind = action.kind_of(other)
                    if kind is None or name not in kind.writers:
                        continue
                    old = action.read(other, name)
                    limits, fits = own or _limits_of(kind, name)
                    asker, suiting = other if change.theirs else piece, _suiting(change, limits, fits)
                    value = answers[0] if answers else wanted(action, asker, old, suiting)
                    if isinstance(value, QuestionLeft):
                        return
                    if change.ask is not None:
                        answers = [value]
                    if change.set is None:
                        value = _held_to(change, limits, fits)(action, other, old, value)
                    action.set_piece_property(other, name, value)

        builder.call(change, run)


def _limits_of(kind: "CompiledKind", name: str) -> tuple[Limits, Fits]:
    """Return the limits of a piece's own property, and the function that keeps a value within them.

    A piece without such a property has no limits, and the function returns every value unchanged.
    """
    for trait in reversed(kind.kind.traits):
        own = own_property(trait)
        if own is not None and own.name == name:
            return own.limits, _fitting(own.limits, number=own.number)
    return Limits(), _as_given


def _computed(trait: ComputedProperty, builder: Builder) -> None:
    value = compile_expression(trait.value)

    def worked_out(reader: "PieceReader") -> Value:
        try:
            return reader.worked_out(value)
        except ExpressionError:
            if trait.or_nothing:
                return ""
            raise

    builder.provide(trait.name, worked_out, (), (value,))


def _message(trait: Message, builder: Builder) -> None:
    text = compile_template(trait.text)
    builder.provide(trait.name, text.render, (), text.expressions)


def _named(trait: NameTrait, builder: Builder) -> None:
    name = compile_template(trait.name)
    builder.provide("BasicName", name.render, (), name.expressions)


_Keeps = Callable[[Value, Value], Value]
"""A function that returns the new value of a line of a page, from its old value and the player's entry."""


def _keeping(*, number: bool, most: int) -> _Keeps:
    def keeps(held: Value, value: Value) -> Value:
        if not number:
            return bounded_text(as_text(value))
        found = as_number(value)
        if found is None:
            return held
        return max(0, min(most, found)) if most else found

    return keeps


def _sheet(trait: SheetTrait, builder: Builder) -> None:
    lines, captions = [], list[str]()
    for one in trait.fields:
        if one.form == "caption":
            captions.append(one.title or one.name)
            continue
        keeps = _keeping(number=one.form in ("ticks", "number"), most=one.most)
        heading = "\n".join(captions)
        prompt = Prompt("", one.title or one.name, form=one.form, most=one.most, heading=heading)
        lines.append(_line(builder, one.name, one.start, keeps, prompt))
        captions.clear()
    if trait.private:
        builder.private.update(slot for _, slot, _ in lines)
    builder.call(trait.open, _filling_in(trait.name, lines, "\n".join(captions)))


def _table(trait: TableTrait, builder: Builder) -> None:
    names = [
        f"{trait.name} {row} {column}" for row in range(1, trait.rows + 1) for column in range(1, trait.columns + 1)
    ]
    starts = (*trait.start, *("" for _ in names))
    text = _keeping(number=False, most=0)
    lines = [_line(builder, name, start, text, Prompt("", name)) for name, start in zip(names, starts, strict=False)]
    builder.call(trait.open, _filling_in(trait.name, lines))


def _line(builder: Builder, name: str, start: Value, keeps: "_Keeps", prompt: Prompt) -> tuple[Prompt, int, "_Keeps"]:
    """Return a line of a page as a property: its question, its slot, and the function that reads the entry."""
    slot = builder.slot(start)
    builder.provide_slot(name, slot)
    builder.writers[name] = lambda action, piece, value: action.rewrite(piece, slot, lambda held: keeps(held, value))
    return prompt, slot, keeps


def _filling_in(title: str, lines: Sequence[tuple[Prompt, int, "_Keeps"]], below: str = "") -> Run:
    """Return a function that lets a player fill in a page.

    It asks for all lines together, and shows the text `below` under them.
    """

    def run(action: "Action", piece: int) -> None:
        held = [action.state(piece)[slot] for _, slot, _ in lines]
        asked = zip((prompt for prompt, _, _ in lines), held, strict=True)
        answers = action.questions.ask_all(
            title, [replace(prompt, default=value, below=below) for prompt, value in asked]
        )
        for (_, slot, keeps), old, new in zip(lines, held, answers, strict=True):
            if as_text(new) != as_text(old):
                action.write(piece, slot, keeps(old, new))

    return run


def _nothing(_trait: RemarkTrait | ForeignTrait, _builder: Builder) -> None:
    """Add nothing. Remarks by the author, and traits that could not be imported, do nothing."""


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {
    ComputedProperty: _computed,
    ForeignTrait: _nothing,
    MarkTrait: _mark,
    Message: _message,
    NameTrait: _named,
    OthersProperty: _others_property,
    OwnProperty: _own_property,
    Quantity: _quantity,
    RemarkTrait: _nothing,
    SharedProperty: _shared_property,
    SheetTrait: _sheet,
    TableTrait: _table,
}
