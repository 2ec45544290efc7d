"""Decisions about the table itself: properties, options, trackers, notes, and talk."""

from collections.abc import Collection
from difflib import get_close_matches

from msgspec.structs import replace

from tabletop.expression import as_number, as_text, compile_template
from tabletop.game.actions.access import eyes, may
from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal, refusing_mistakes
from tabletop.game.actions.heard_words import hearers, knowing, said, tell_each
from tabletop.game.actions.secret_setup import FINISHED, READY, SETUP, UNDER_WAY, finish_part, setups, show_all
from tabletop.game.actions.table_keys import press, table_piece
from tabletop.game.behaviour.table_behaviour import put_tracker
from tabletop.game.change.patch import Option, Property, Write
from tabletop.game.change.told import LET_STAND, Told
from tabletop.game.commands import (
    AdvanceTracker,
    FinishSetup,
    LetStand,
    Measure,
    OpenNote,
    Ping,
    PressClock,
    Say,
    SetOption,
    SetProperty,
    SetTracker,
    WriteNote,
)
from tabletop.game.decisions.decision import demand, map_index, player, side_indices
from tabletop.game.state.game import Note
from tabletop.game.state.game_options import OptionRules
from tabletop.game.state.side_clocks import pressed
from tabletop.game.state.tracker import Tracker
from tabletop.game.state.values import Value

_LONGEST_NAME = 120


def set_property(action: Action, command: SetProperty) -> None:
    """Set a property of the table."""
    demand(action, "set-property", command.name)
    heard = knowing(action, command.name)
    if heard is not None and set(heard).isdisjoint(eyes(action.game, action.rights)):
        raise Refusal("no-such-name", "no-such-property", name=command.name)
    if command.name.startswith((SETUP, READY)) and not action.rights.umpire:
        raise Refusal("not-yours", "setup-of-others", side=command.name.partition(":")[2])
    action.costs.check_text(as_text(command.value))
    action.change(Property(action.costs.check_text(command.name), command.value))
    action.tell(Told("property-set", {"name": command.name, "value": command.value}, sides=heard))


def finish_setup(action: Action, command: FinishSetup) -> None:
    """Note that a side, or one of its cells, has finished its secret set-up, or that it resumes the set-up.

    A side has finished when all its taken seats have. When every side has finished, all set-ups are shown.
    """
    player(action)
    (side,) = side_indices(action, (command.side,))
    demand(action, "finish", side)
    known = setups(action.draft.properties())
    if command.side not in known:
        raise Refusal("not-possible", "no-secret-setup", side=command.side)
    is_finished = finish_part(action, command.side, finished=command.finished)
    known[command.side] = FINISHED if is_finished else UNDER_WAY
    action.set_property(SETUP + command.side, known[command.side])
    told = "setup-resumed" if not command.finished else "setup-finished" if is_finished else "setup-part-finished"
    action.tell(Told(told, {"side": command.side}))
    if set(known.values()) == {FINISHED}:
        for name in known:
            action.set_property(SETUP + name, None)
        show_all(action, known)
        action.tell(Told("setups-shown"))


def let_stand(action: Action, command: LetStand) -> None:
    """Accept a breach of the rules. The words are reported, and stored in a property of the acting seat's first side,
    if the seat plays any.
    """
    demand(action, "set-property", LET_STAND)
    if not all(map(action.exists, command.pieces)):
        raise Refusal("no-such-piece", "no-such-piece")
    own = [action.game.sides[side] for side in action.rights.sides]
    words = action.costs.check_text(command.words)
    action.change(Property(f"side:{own[0]}:{LET_STAND}", words) if own else Property(LET_STAND, None))
    action.tell(Told(LET_STAND, {"finding": words}, command.pieces))


def set_option(action: Action, command: SetOption) -> None:
    """Set an option. If the game declares options, the name and the value must be among them."""
    demand(action, "set-option", command.name)
    known = action.components.options
    if known and command.name not in known:
        raise _no_option(action.costs.check_text(command.name), known)
    rules, value = known.get(command.name, OptionRules()), as_text(command.value)
    if not rules.takes(value):
        raise _no_choice(command.name, action.costs.check_text(value), rules)
    old = action.game.options.get(command.name)
    action.change(Option(action.costs.check_text(command.name), command.value))
    if rules.sets:
        number = as_number(value)
        action.set_property(rules.sets, value if number is None else number)
    if rules.report is None:
        action.tell(Told("option-set", {"name": command.name, "value": command.value}))
    elif rules.report:
        names = {"OldValue": old, "NewValue": command.value}
        tell_each(action, hearers(action), said(compile_template(rules.report), table_piece(action), names))
    if rules.presses:
        with refusing_mistakes():
            action.keys.run(press(action, rules.presses))


def _no_option(name: str, known: Collection[str]) -> Refusal:
    """Return the refusal of an option that the game does not declare."""
    if guess := _meant(name, known):
        return Refusal("no-such-name", "no-option-but", option=name, guess=guess)
    return Refusal("no-such-name", "no-option", option=name, known=tuple(known))


def _no_choice(option: str, choice: str, rules: OptionRules) -> Refusal:
    """Return the refusal of a value that an option cannot have."""
    if not rules.choices:
        return Refusal("not-possible", "no-choice-wanted", option=option, choice=choice, wanted=rules.wanted)
    if guess := _meant(choice, rules.choices):
        return Refusal("not-possible", "no-choice-but", option=option, choice=choice, guess=guess)
    return Refusal("not-possible", "no-choice", option=option, choice=choice, known=rules.choices)


def _meant(word: str, known: Collection[str]) -> str:
    """Return a similar word that the player probably meant; "" if there is none."""
    return next(iter(get_close_matches(word[:_LONGEST_NAME], known, n=1)), "")


def track(action: Action, command: AdvanceTracker) -> None:
    """Move a turn tracker."""
    tracker = _tracker(action, command.tracker)
    most = action.costs.limits.steps
    if abs(command.steps) > most:
        raise Refusal("too-long", "tracker-too-far", most=most)
    action.costs.spend("handled", abs(command.steps))
    now = tracker.positions(action.draft.property)
    _put(action, tracker, tracker.moved(now, command.steps))


def set_tracker(action: Action, command: SetTracker) -> None:
    """Set a turn tracker."""
    tracker = _tracker(action, command.tracker)
    lengths = [tracker.length(level) for level in range(len(tracker.levels))]
    if len(command.positions) != len(lengths) or any(
        length and not -length <= position < length
        for position, length in zip(command.positions, lengths, strict=False)
    ):
        raise Refusal("not-possible", "tracker-position", tracker=tracker.name)
    _put(action, tracker, command.positions)


def press_clock(action: Action, command: PressClock) -> None:
    """Start the clock of a side, or stop all clocks."""
    player(action)
    if command.side and command.side not in action.components.clocks:
        raise Refusal("no-such-name", "no-clock", side=action.costs.check_text(command.side))
    for name, value in pressed(action.draft.property, command.side, command.at_ms).items():
        action.set_property(name, value)
    action.tell(Told("clock-pressed", {"side": command.side}))


def _tracker(action: Action, name: str) -> Tracker:
    demand(action, "track", name)
    tracker = action.components.trackers.get(name)
    if tracker is None:
        raise Refusal("no-such-name", "no-tracker", tracker=name)
    return tracker


def _put(action: Action, tracker: Tracker, positions: tuple[int, ...]) -> None:
    with refusing_mistakes():
        action.keys.run(put_tracker(action, tracker, positions))


def say(action: Action, command: Say) -> None:
    """Send a chat message to everybody or to some sides."""
    seat = action.rights
    sides = side_indices(action, command.sides)
    action.tell(
        Told(
            "said",
            {"text": action.costs.check_text(command.text)},
            sides=tuple(sorted({*sides, *seat.sides})) if sides else None,
        )
    )


def ping(action: Action, command: Ping) -> None:
    """Point at a spot on a map. The map may define the wording of the message."""
    index, x, y = map_index(action, command.at.map), command.at.x, command.at.y
    reports = action.components.habits_of(command.at.map).ping_reports
    report = reports[command.way] if 0 <= command.way < len(reports) else ""
    facts: dict[str, Value] = {"map": index, "x": x, "y": y}
    if command.way:
        facts["way"] = command.way
    if report:
        facts["quiet"] = True
    action.tell(Told("pinged", facts, sides=_onlookers(action, command.at.map)))
    if report:
        reading = action.table
        place = action.components.maps[command.at.map].place_at(x, y)
        names: dict[str, Value] = {
            "PingLocation": reading.location_at(index, x, y, place),
            "PingZone": reading.zone_at(index, x, y),
            "PingMap": command.at.map,
        }
        _say_there(action, command.at.map, report, names)


def measure(action: Action, command: Measure) -> None:
    """Show others a measurement with a thread of a map, if the command asks for it. Report the distance, if the thread
    has words for that.
    """
    index = map_index(action, command.map)
    reports = action.components.habits_of(command.map).thread_reports
    if not 0 <= command.thread < len(reports):
        raise Refusal("no-such-name", "no-thread", map=command.map)
    if command.shown:
        (x, y), (to_x, to_y) = command.start, command.end
        line: dict[str, Value] = {"x": x, "y": y, "to_x": to_x, "to_y": to_y, "lies": command.lies}
        facts: dict[str, Value] = {"map": index, "thread": command.thread, **line}
        action.tell(Told("measured", facts, sides=_onlookers(action, command.map)))
    report = reports[command.thread]
    if not report or not command.checked:
        return
    most = action.costs.limits.places
    if len(command.checked) > most:
        raise Refusal("too-long", "thread-too-long", most=most)
    action.costs.spend("handled", len(command.checked))
    start, *checked = (_called(action, index, point) for point in (command.start, *command.checked))
    names: dict[str, Value] = {
        "From": start,
        "To": checked[-1],
        "Range": "" if command.distance is None else command.distance,
        "Checked": ", ".join(checked),
        "Count": len(checked),
    }
    _say_there(action, command.map, report, names)


def _say_there(action: Action, name: str, report: str, names: dict[str, Value]) -> None:
    """Tell those who see the map a message in the map's words. These words can read the given names too."""
    who = hearers(action, sides=_onlookers(action, name))
    tell_each(action, who, said(compile_template(report), table_piece(action), names))


def _onlookers(action: Action, name: str) -> tuple[int, ...] | None:
    """Return the sides that see somebody point at a map or measure on it; None for all."""
    habits = action.components.habits_of(name)
    if habits.open or not habits.owners:
        return None
    seeing = {number for number, side in enumerate(action.game.sides) if habits.shows_to(side)}
    return tuple(sorted(seeing | set(action.own_sides)))


def _called(action: Action, index: int, point: tuple[int, int]) -> str:
    """Return a point of a map in words."""
    place = action.components.maps[action.game.maps[index]].place_at(*point)
    return action.table.location_at(index, *point, place)


def write_note(action: Action, command: WriteNote) -> None:
    """Write, change or delete a note.

    Anybody may change a public note. Only its own side and the umpire may change a note of another kind, or one that
    was opened to all. Nobody may change a note while it is sealed.
    """
    seat = player(action)
    side = seat.sides[0] if seat.sides else -1
    old = action.draft.note(command.note) if command.note else None
    if command.note and old is None:
        raise Refusal("no-such-name", "no-such-note")
    if old is not None:
        demand(action, "write", old)
    is_opened = old is not None and old.opened
    if old is not None and is_opened:
        side = old.side
        if command.kind != "public":
            raise Refusal("not-possible", "note-stays-open")
    if old is not None and old.kind == "sealed":
        raise Refusal("not-possible", "note-sealed")
    title, text = action.costs.check_text(command.title), action.costs.check_text(command.text)
    if command.kind == "together" and not title:
        raise Refusal("not-possible", "note-together-untitled")
    id = command.note or action.draft.fresh_id()
    action.change(Write(id, Note(command.kind, side, title, text, is_opened) if title or text else None))
    heard = None if command.kind != "private" else seat.sides
    known = title if command.kind in ("public", "together") else ""
    action.tell(Told("note-written", {"title": known, "kind": command.kind}, sides=heard))
    if command.kind == "together":
        _open_together(action, title)


def _open_together(action: Action, title: str) -> None:
    """Open the notes of a title that open together, when every player has one for their sides."""
    notes = [(id, note) for id, note in action.draft.notes() if note.kind == "together" and note.title == title]
    written = {note.side for _, note in notes}
    players = [seat for seat in action.game.seats.values() if seat.sides and not seat.umpire]
    if all(written.intersection(seat.sides) for seat in players):
        for id, note in notes:
            action.change(Write(id, _opened(note)))
        action.tell(Told("notes-opened", {"title": title, "count": len(notes)}))


def _opened(note: Note) -> Note:
    return replace(note, kind="public", opened=True)


def open_note(action: Action, command: OpenNote) -> None:
    """Open a sealed note to everybody. Only the umpire may open one that opens together with others."""
    player(action)
    note = action.draft.note(command.note)
    if note is None or note.kind not in ("sealed", "together") or not may(action, "write", note):
        raise Refusal("no-such-name", "no-sealed-note")
    if note.kind == "together" and not action.rights.umpire:
        raise Refusal("not-possible", "note-opens-together", title=note.title)
    action.change(Write(command.note, _opened(note)))
    action.tell(Told("note-opened", {"title": note.title}))
