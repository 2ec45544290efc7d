"""Behaviour of actions: triggers and their loops, global commands, reports, sounds, choices and lists of places."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from tabletop.board import Map
from tabletop.expression import (
    Template,
    Value,
    as_number,
    as_text,
    compile_expression,
    compile_template,
)
from tabletop.game.actions.heard_words import (
    ALL,
    Say,
    filled_in,
    heard_values,
    hearers,
    readings,
    reads_alike,
    said,
    said_to_each,
    tell_each,
)
from tabletop.game.actions.table_keys import press, table_piece
from tabletop.game.behaviour.target_behaviour import compile_condition, compile_target
from tabletop.game.change.told import Told
from tabletop.game.kinds.kind_builder import (
    BEFORE,
    PICKED,
    Builder,
    MenuGroup,
    MenuItem,
    MenuLineMark,
    MenuMany,
    Opens,
    WithNames,
    Work,
    giving,
    number_of,
    optional,
)
from tabletop.game.state.map_habits import USUAL, MapHabits
from tabletop.game.state.values import FACE
from tabletop.game.traits.action_traits import (
    ChooseTrait,
    EachPlace,
    GlobalCommand,
    Index,
    Loop,
    MenuText,
    PressKey,
    ReportTrait,
    Separator,
    Sound,
    Submenu,
    Times,
    Trigger,
    While,
)
from tabletop.game.traits.trait_base import TraitCall

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PieceReader, PropertyReader


MOST_ROUNDS: Final = 500
"""The most rounds of a loop. A loop that would go on stops after one more, and its changes stay."""


def _trigger(trait: Trigger, builder: Builder) -> None:
    when = optional(trait.when)
    once = _sending(trait.sends)
    rounds = _looping(trait.loop, once) if trait.loop is not None else once

    def run(action: "Action", piece: int) -> Work | None:
        return rounds(action, piece) if when is None or when.test(action.reader(piece)) else None

    builder.call(trait.call, run, when.test if when is not None else None, in_play=True, is_last=True)
    for key in dict.fromkeys(trait.hears):
        if key != trait.call.key:
            builder.hear(key, run, is_last=True)


def _sending(keys: tuple[str, ...]) -> Callable[["Action", int], Work]:
    """Return a function that sends a piece these keys in order, as long as the piece is there."""

    def send(action: "Action", piece: int) -> Work:
        if not action.keys.may_go_deeper(piece):
            return
        with action.keys.deeper():
            for key in keys:
                work = action.keys.send(piece, key) if action.exists(piece) else None
                if work is not None:
                    yield work

    return send


def _looping(loop: Loop, once: Callable[["Action", int], Work]) -> Callable[["Action", int], Work]:
    """Return a function that makes the rounds of a loop.

    In a `while` loop, the index is set to its next value before the condition is tested again; in other loops, after.
    """
    before, after = _sending((loop.before,)), _sending((loop.after,))
    going = _rounds(loop)
    counting = _index(loop.index) if loop.index is not None else None
    steps_first = isinstance(loop.rounds, While)

    def run(action: "Action", piece: int) -> Work:
        index = counting(action, piece) if counting is not None else None
        if not action.keys.may_go_deeper(piece):
            return
        yield before(action, piece)
        for number, _ in enumerate(going(action, piece)):
            if number > MOST_ROUNDS:
                action.keys.end_early(piece, "rounds", MOST_ROUNDS)
                break
            if index is not None and number and not steps_first:
                next(index)
            action.keys.spend_call(piece)
            yield once(action, piece)
            if index is not None and steps_first:
                next(index)
        yield after(action, piece)

    return run


def _rounds(loop: Loop) -> Callable[["Action", int], Iterator[None]]:
    """Return a function that yields once for each round of the loop.

    The condition is tested before each round; for `until`, after each round.
    """
    rounds = loop.rounds
    if isinstance(rounds, Times):
        count = compile_expression(rounds.count)

        def times(action: "Action", piece: int) -> Iterator[None]:
            for _ in range(number_of(count, action.reader(piece))):
                yield

        return times
    condition = compile_expression(rounds.condition)
    is_while = isinstance(rounds, While)

    def going(action: "Action", piece: int) -> Iterator[None]:
        if is_while:
            while condition.test(action.reader(piece)):
                yield
            return
        yield
        while not condition.test(action.reader(piece)):
            yield

    return going


def _index(index: Index) -> Callable[["Action", int], Iterator[None]]:
    """Return a function that sets the index property to its first value, and returns an iterator. Each step of the
    iterator sets the next value.
    """
    start, step = compile_expression(index.start), compile_expression(index.step)

    def counting(action: "Action", piece: int) -> Iterator[None]:
        value = number_of(start, action.reader(piece))
        by = number_of(step, action.reader(piece))
        _count(action, piece, index.name, value)
        return _counted(action, piece, index.name, value, by)

    return counting


def _counted(action: "Action", piece: int, name: str, value: int, by: int) -> Iterator[None]:
    while True:
        value += by
        _count(action, piece, name, value)
        yield


def _count(action: "Action", piece: int, name: str, value: int) -> None:
    """Set the index property of a piece. If the table's own piece has no such property, set one of the table."""
    if not action.set_piece_property(piece, name, value) and piece == table_piece(action):
        action.set_property(name, value)


def _global_command(trait: GlobalCommand, builder: Builder) -> None:
    key = compile_template(trait.sends)
    target = compile_target(trait.target)
    give = giving(trait.given)
    report = compile_template(trait.report)

    def run(action: "Action", piece: int) -> Work:
        if not action.keys.may_go_deeper(piece):
            return
        if report.render(action.reader(piece)).strip():
            tell_each(action, hearers(action, piece), said(report, piece, {}))
        action.is_quiet, action.is_mute = action.is_quiet or trait.quiet, action.is_mute or trait.mute
        with action.keys.deeper(), action.reading_as(trait.reads):
            sent = key.render(action.reader(piece))
            for other in target(action, piece):
                if give is not None:
                    give(action, piece, other)
                work = action.keys.send(other, sent, recalls=True)
                if work is not None:
                    yield work
        # VASSAL keeps one switch: the end of a quiet command within another is the end of both
        action.is_quiet, action.is_mute = action.is_quiet and not trait.quiet, action.is_mute and not trait.mute

    builder.call(trait.call, run, in_play=True)


def _press_key(trait: PressKey, builder: Builder) -> None:
    key = compile_template(trait.press)

    def run(action: "Action", piece: int) -> Work | None:
        return press(action, key.render(action.reader(piece)), piece)

    builder.call(trait.call, run, in_play=True)


def _report(trait: ReportTrait, builder: Builder) -> None:
    texts = tuple(map(compile_template, trait.texts or (trait.text,)))
    turning = builder.slot(trait.start) if trait.texts else -1
    names = frozenset[str]().union(*(text.reads for text in texts))
    builder.recalled.update(name.removeprefix(BEFORE) for name in names if name.startswith(BEFORE))
    if not builder.acts:
        return

    def opens(key: str, by: int) -> Opens:
        def open_(action: "Action", piece: int) -> Callable[[], None]:
            text = texts[0]
            if turning >= 0:
                held = action.state(piece)[turning]
                number = held if isinstance(held, int) else 0
                text = texts[(number if by > 0 else number - 2) % len(texts)]
                action.write(piece, turning, (number + by) % len(texts))
            if action.is_quiet and not trait.even_when_quiet:
                return _nothing
            return _saying(action, piece, text, key)

        return open_

    for key in dict.fromkeys(trait.keys):
        builder.bracket(key, opens(key, 1))
    for key in dict.fromkeys(trait.back):
        if key not in trait.keys:
            builder.bracket(key, opens(key, -1))


def _habits_where(action: "Action", piece: int) -> MapHabits:
    """Return the habits of the map on which a piece lies; the default ones if it lies on none."""
    index = action.table.point(piece)[0]
    return action.components.habits_of(action.game.maps[index]) if index >= 0 else USUAL


def _nothing() -> None:
    """Report nothing."""


def _saying(action: "Action", piece: int, text: Template, key: str) -> Callable[[], None]:
    """Note the state before a key, and return a function that reports the change afterwards.

    Each side gets the report with the values that it reads itself. A side that sees only the back of the piece hears
    its masked name, and a side that does not see the piece hears nothing.
    """
    who = hearers(action, piece)
    menu = _text_of(action, piece, key)
    texts = [text, menu] if menu is not None else [text]
    was_alike = _is_said_alike(action, piece, texts)
    asked = {ALL: action.table} if was_alike else readings(action, who)
    earlier = _earlier(action, texts)
    before = {side: _as_before(action, side, reading, piece, earlier) for side, reading in asked.items()}

    def close() -> None:
        habits = _habits_where(action, piece)
        if habits.quiet:
            return
        retold = compile_template(habits.retold) if habits.retold else None

        def names(side: int, reading: "PropertyReader") -> dict[str, Value]:
            known = before[ALL if was_alike else side]
            if not reading.level(piece):
                known = {**known, "Name": known.get("OldName")}
            return {**known, "Key": key, "Menu": menu.render(reading.reader(piece)) if menu else key}

        def say(side: int, reading: "PropertyReader") -> Told:
            known, reader = names(side, reading), reading.reader(piece)
            if retold is None:
                return filled_in(text, reader, known)
            message = text.render(WithNames(reader, known))
            return filled_in(retold, reader, {**known, "Message": message})

        is_alike = was_alike and _is_said_alike(action, piece, [*texts, *([retold] if retold else [])])
        for told in said_to_each(action, who, say, is_alike=is_alike):
            action.tell(replace(told, pieces=(piece,) if action.exists(piece) else ()))

    return close


_HOW_IT_WAS: Final = ("Name", "Place", "Location", "Map", "Zone")
"""The names of the properties whose values before the key a report can use, as `OldName` and so on."""


def _earlier(action: "Action", texts: Sequence[Template]) -> list[str]:
    """Return "Name", and the names of the properties whose values before the key these texts can mention."""
    retold = [compile_template(habits.retold) for habits in action.components.habits.values() if habits.retold]
    said = [*texts, *retold]
    if any(expression.reads_any for text in said for expression in text.expressions):
        return list(_HOW_IT_WAS)
    reads = frozenset[str]().union(*(text.reads for text in said))
    return [name for name in _HOW_IT_WAS if name == "Name" or f"Old{name}" in reads]


def _is_said_alike(action: "Action", piece: int, texts: Sequence[Template]) -> bool:
    """Return whether a report of these texts currently reads the same to everybody."""
    kind = action.kind_of(piece)
    if kind is None:
        return False
    asked = {name.removeprefix(BEFORE) for text in texts for name in text.reads} - _GIVEN
    old = {f"Old{name}" for name in _HOW_IT_WAS}
    was = {name.removeprefix("Old") if name in old - kind.provides.keys() else name for name in asked}
    return reads_alike(action, piece, texts, frozenset(was.union(_HOW_IT_WAS, kind.recalled)))


_GIVEN: Final = frozenset({"Key", "Menu", "Message"})
"""The names that reports can use besides properties: the key, its menu text, and the report that the map's words
replace.
"""


def _text_of(action: "Action", piece: int, key: str) -> Template | None:
    """Return the text of the menu entry that calls a key of a piece; None if there is no such entry.

    If there are several entries, it is that of the innermost trait.
    """
    kind = action.kind_of(piece)
    menu = kind.menu if kind is not None else ()
    labels = [item.label for item in menu if isinstance(item, MenuItem) and item.key == key]
    return labels[-1] if labels else None


def _as_before(
    action: "Action", side: int, reading: "PropertyReader", piece: int, names: Iterable[str]
) -> dict[str, Value]:
    """Return these properties of a piece before the key, for a report.

    An audience that does not see the face gets the place and the name of the back, and None for all values that the
    piece's traits recalled.
    """
    kind = action.kind_of(piece)
    kept = kind.provides if kind is not None else {}
    asked = [name for name in names if f"Old{name}" not in kept]
    found = {f"Old{name}": value for name, value in heard_values(action, reading, piece, asked).items()}
    recalled = action.keys.recalled.get(piece, {}).get(side, {})
    if reading.level(piece) == FACE:
        return found | recalled
    return found | dict.fromkeys(recalled) | {f"{BEFORE}Name": found.get("OldName")}


def _sound(trait: Sound, builder: Builder) -> None:
    clip = compile_template(trait.clip)

    def sounds_of(piece: int) -> Say:
        return lambda _, reading: Told("sound", {"clip": clip.render(reading.reader(piece))}, (piece,))

    def run(action: "Action", piece: int) -> None:
        if trait.even_when_mute or not action.is_mute:
            sides = None if trait.everyone else action.own_sides
            who = hearers(action, piece, sides)
            for told in said_to_each(action, who, sounds_of(piece), is_alike=reads_alike(action, piece, [clip])):
                action.tell(told)

    builder.call(trait.call, run)


def _choose(trait: ChooseTrait, builder: Builder) -> None:
    def run(action: "Action", piece: int) -> None:
        held = action.draft.piece(piece)
        holder = action.draft.holder(held.at) if held is not None else None
        if trait.unstack and holder is not None and holder.form == "stack" and len(holder.pieces) > 1:
            action.pieces.put(
                [piece], action.pieces.new_holder("stack", holder.map, holder.x, holder.y, holder.place, holder.layer)
            )
        action.tell(Told("choice-changed", {"how": trait.what}, (piece,), sides=action.own_sides))

    builder.call(trait.call, run, in_play=True)


def _submenu(trait: Submenu, builder: Builder) -> None:
    builder.menu.append(MenuGroup(compile_template(trait.name), trait.entries))


def _separator(trait: Separator, builder: Builder) -> None:
    builder.menu.append(MenuLineMark(trait.key))


def _menu_text(trait: MenuText, builder: Builder) -> None:
    builder.call(TraitCall(menu=trait.text), lambda _action, _piece: None)


_CHOSEN: Final = ("ChosenPlace", "ChosenZone", "ChosenBoard", "ChosenMap")


def _each_place(trait: EachPlace, builder: Builder) -> None:
    for name in _CHOSEN:
        builder.provide_slot(
            name, builder.slot("")
        )  # if several traits offer places, all write the values that the outermost reads
    offered = _offering(trait)

    def run(action: "Action", piece: int) -> Work | None:
        choices, kind = offered(action.reader(piece)), action.kind_of(piece)
        if not choices or kind is None:
            return None
        if action.keys.picked in choices:
            chosen = choices[action.keys.picked]
        elif trait.sends:
            chosen = choices[as_text(action.questions.ask("Where?", None, tuple(choices)))]
        else:
            chosen = next(iter(choices.values()))
        for name, value in zip(_CHOSEN, chosen, strict=True):
            for slot in kind.slots_of[name]:
                action.write(piece, slot, value)
        return action.keys.sending(piece, trait.sends) if trait.sends else None

    builder.call(trait.call, run)
    if trait.listed:
        key = trait.call.key
        builder.menu.append(
            MenuMany(trait.sends or key, lambda reader: [(label, f"{key}{PICKED}{label}") for label in offered(reader)])
        )


def _offering(trait: EachPlace) -> "Callable[[PieceReader], dict[str, tuple[str, str, str, str]]]":
    """Return a function that gives the offered places by label.

    Each offered place is given as the place (or zone) itself, its zone, its board and its map.
    """
    label, sort = compile_template(trait.label), compile_template(trait.sort)
    when = compile_condition(trait.when) if trait.when.strip() else None

    def offered(reader: "PieceReader") -> dict[str, tuple[str, str, str, str]]:
        found: dict[str, tuple[str, str, str, str]] = {}
        order: dict[str, str] = {}
        here = reader.read("Map")
        test = when(reader) if when is not None else None
        for index, name in enumerate(reader.reading.draft.before.maps):
            board = reader.reading.board(index) if name == here or not trait.here_only else None
            for place, point in _places(board, trait.of) if board is not None else ():
                zone = place if trait.of == "zones" else reader.reading.zone_at(index, *point)
                chosen = (place, zone, reader.reading.board_at(index, *point), name)
                names = dict(zip(_CHOSEN, chosen, strict=True))
                one = WithNames(reader, {"Place": place, "Zone": zone, "Map": name, **names})
                if test is None or test.test(one):
                    text = label.render(one)
                    found.setdefault(text, chosen)
                    order.setdefault(text, sort.render(one))
        return {text: found[text] for text in _sorted(trait, order)}

    return offered


def _places(board: Map, of: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the places that a map offers, each with its point."""
    match of:
        case "zones":
            yield from board.zones()
        case "regions":
            yield from board.regions()
        case _:
            yield from ((place, point) for place in board.places() if (point := board.point_of(place)) is not None)


def _sorted(trait: EachPlace, order: dict[str, str]) -> list[str]:
    """Return the texts in the order that the trait sets: by their sort keys in `order`, or unsorted if it sets none."""
    if not trait.sort:
        return list(order)
    numbers = {text: as_number(by) if trait.numeric else None for text, by in order.items()}

    def compared(one: str, other: str) -> int:
        first, second = numbers[one], numbers[other]
        if first is not None and second is not None:
            return first - second
        return (order[one] > order[other]) - (order[one] < order[other])

    return sorted(order, key=cmp_to_key(compared), reverse=trait.falling)


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {
    ChooseTrait: _choose,
    EachPlace: _each_place,
    GlobalCommand: _global_command,
    MenuText: _menu_text,
    PressKey: _press_key,
    ReportTrait: _report,
    Separator: _separator,
    Sound: _sound,
    Submenu: _submenu,
    Trigger: _trigger,
}
