"""`Frame`: a procedure under way, as a plain value: its current step, the settled answers, and the open questions.

Nothing here runs a procedure. Without a rules assistant a frame is still kept, shown and closed. Its data are plain
(`Plain`). Things in them are written as text, `piece:12` or `holder:5`, so that each audience can get its own names for
them.
"""

import re
from collections.abc import Callable, Collection
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.state.values import NOBODY

Plain: TypeAlias = object
"""Plain data: text, a whole number, a truth value, None, a list of plain data, or a mapping from text to plain data."""

Thing: TypeAlias = Literal["piece", "holder", "frame"]
Rename: TypeAlias = Callable[[Thing, int], int | None]
"""A function that returns the new name of a thing, or None if it has none."""

AskKind: TypeAlias = Literal["pick", "choose", "path", "number", "order", "confirm", "pause", "run", "go-on"]
"""The kinds of questions, by their answers.

`pick`: one thing. `choose`: several things. `path`: places in their order along a path. `number`: a number. `order`:
things in an order. `confirm`: yes or no. `pause`: the command to throw the dice. `run`: the result of another
procedure. `go-on`: the command to go on, after the table was changed by hand.
"""

How: TypeAlias = Literal["said", "only", "drawn", "ran"]

SECRET_OF: Final = "secret_of"
IS: Final = "is"
"""The key of the value in plain data of the form `{"secret_of": "Red", "is": ...}`.

Only that side knows the value; others get `{"secret_of": "Red"}`.
"""

MOST_DEPTH: Final = 20
MOST_NUMBER: Final = 1 << 53
_NAMED: Final = re.compile(r"(piece|holder):([0-9]{1,20})")


class GivenAnswer(Struct, frozen=True, omit_defaults=True):
    """An answer: its question, and the name of the side that gave it ("" for dice and for results of a procedure).

    Only its own side knows a `secret` answer. Others get it `hidden`, without its value, and without its question if it
    is `private`. `how` is its origin: a side gave it, it was the only possible answer, it was drawn, or it is another
    procedure's result.
    """

    key: str
    by: str
    answer: Plain = None
    question: str = ""
    secret: bool = False
    hidden: bool = False
    how: How = "said"
    private: bool = False


class OpenQuestion(Struct, frozen=True, omit_defaults=True):
    """A question that has no answer yet, and the side that must answer it ("": anybody who plays).

    Only that side can read a `secret` question.
    """

    key: str
    by: str
    kind: AskKind
    question: str = ""
    secret: bool = False


class Past(Struct, frozen=True):
    """A finished step, with the answers given in it, in order."""

    step: str
    answers: tuple[GivenAnswer, ...]


class Frame(Struct, frozen=True, omit_defaults=True):
    """A procedure under way.

    `state` holds the data with which the step began. `answers` are those of the current step, in the order in which
    they were asked. `side` has begun the procedure ("": nobody in particular). If there is a `parent`, the result
    answers the question `key` there. `phase` is the position of the turn tracker when it began. `touched` are pieces
    that were changed by hand since the frame was last looked at. `waiting` are its open questions, and `past` its
    finished steps. `version` is that of the procedure's steps, so that a change of the rules is noticed. `stale` says
    in one sentence why something is asked again. `known_to` are the sides that know that it is under way; None means
    the whole table.
    """

    procedure: str
    version: str
    step: str
    state: dict[str, Plain] = {}
    side: str = ""
    parent: int = NOBODY
    key: str = ""
    answers: tuple[GivenAnswer, ...] = ()
    waiting: tuple[OpenQuestion, ...] = ()
    past: tuple[Past, ...] = ()
    touched: tuple[int, ...] = ()
    stale: str = ""
    phase: tuple[int, ...] = ()
    known_to: tuple[str, ...] | None = None


def piece_text(id: int) -> str:
    """Return the text that stands for a piece in plain data."""
    return f"piece:{id}"


def thing_of(text: str) -> tuple[Thing, int] | None:
    """Return the thing that a text in plain data names; None if it is only a text."""
    found = _NAMED.fullmatch(text)
    if found is None:
        return None
    return ("piece" if found[1] == "piece" else "holder"), int(found[2])


def plain(data: object, depth: int = 0) -> Plain:
    """Return a value as plain data. Raises ValueError, with a sentence, for a value that a game cannot hold."""
    if depth > MOST_DEPTH:
        raise ValueError("This value is nested too deeply.")
    match data:
        case None | bool() | str():
            return data
        case int():
            if abs(data) > MOST_NUMBER:
                raise ValueError(f"{data} is too large a number.")
            return data
        case list() | tuple():
            return [plain(one, depth + 1) for one in data]
        case dict():
            if not all(isinstance(key, str) for key in data):
                raise ValueError("The keys of a mapping must be texts.")
            return {key: plain(value, depth + 1) for key, value in data.items()}
        case _:
            raise ValueError(f"{data!r} is neither a text, a whole number, yes or no, a list nor a mapping.")


def renamed_data(data: Plain, rename: Rename) -> Plain:
    """Return plain data in which all pieces and holders are renamed.

    Things without a new name are left out of lists, and as keys out of mappings, so that even their number stays
    secret. Elsewhere the number of such a thing becomes NOBODY.
    """
    match data:
        case str():
            found = _renamed_text(data, rename)
            return f"{data.partition(':')[0]}:{NOBODY}" if found is None else found
        case list():
            return [
                renamed_data(one, rename)
                for one in data
                if not isinstance(one, str) or _renamed_text(one, rename) is not None
            ]
        case dict():
            return renamed_mapping(data, rename)
        case _:
            return data


def renamed_mapping(data: dict[str, Plain], rename: Rename) -> dict[str, Plain]:
    """Return a mapping of plain data with all things in it renamed. Keys that name things without a new name are left
    out.
    """
    named = ((_renamed_text(key, rename), value) for key, value in data.items())
    return {key: renamed_data(value, rename) for key, value in named if key is not None}


def _renamed_text(text: str, rename: Rename) -> str | None:
    thing = thing_of(text)
    if thing is None or thing[1] == NOBODY:
        return text
    name = rename(*thing)
    return None if name is None else f"{thing[0]}:{name}"


def renamed_frame(frame: Frame, rename: Rename) -> Frame:
    """Return a frame with all things in it renamed."""

    def answers(given: tuple[GivenAnswer, ...]) -> tuple[GivenAnswer, ...]:
        return tuple(replace(one, answer=renamed_data(one.answer, rename)) for one in given)

    touched = (rename("piece", id) for id in frame.touched)
    return replace(
        frame,
        state=renamed_mapping(frame.state, rename),
        parent=(rename("frame", frame.parent) or NOBODY) if frame.parent else NOBODY,
        answers=answers(frame.answers),
        past=tuple(replace(step, answers=answers(step.answers)) for step in frame.past),
        touched=tuple(id for id in touched if id is not None),
    )


def things_of(frame: Frame) -> frozenset[tuple[Thing, int]]:
    """Return all things that a frame names: those that `renamed_frame` would rename."""
    found: set[tuple[Thing, int]] = set()

    def note(thing: Thing, id: int) -> int:
        found.add((thing, id))
        return id

    renamed_frame(frame, note)
    return frozenset(found)


def is_known(frame: Frame, sides: Collection[str]) -> bool:
    """Return whether these sides know of a frame. Others learn nothing of it."""
    return frame.known_to is None or any(side in frame.known_to for side in sides)


def as_seen(frame: Frame, sides: frozenset[str]) -> Frame:
    """Return a frame as these sides may know it.

    Secret questions and answers of others, and secrets in the state, stay without their contents, so that these sides
    only know that they exist. The reason for asking again is given only if nobody else is asked. Touched pieces appear
    only if the frame still names them.
    """

    def known(answers: tuple[GivenAnswer, ...]) -> tuple[GivenAnswer, ...]:
        return tuple(
            replace(one, answer=None, question="" if one.private else one.question, hidden=True)
            if one.secret and one.by not in sides
            else replace(one, answer=_known_data(one.answer, sides))
            for one in answers
        )

    seen = replace(
        frame,
        state={key: _known_data(value, sides) for key, value in frame.state.items()},
        answers=known(frame.answers),
        past=tuple(replace(step, answers=known(step.answers)) for step in frame.past),
        waiting=tuple(
            replace(one, question="") if one.secret and one.by not in sides else one for one in frame.waiting
        ),
        stale=frame.stale if all(not one.by or one.by in sides for one in frame.waiting) else "",
    )
    return replace(seen, touched=tuple(piece for piece in frame.touched if piece in about(seen)))


def _known_data(data: Plain, sides: frozenset[str]) -> Plain:
    """Return plain data as these sides may know it."""
    match data:
        case {"secret_of": str(side)} if side not in sides:
            return {SECRET_OF: side}
        case dict():
            return {key: _known_data(value, sides) for key, value in data.items()}
        case list():
            return [_known_data(one, sides) for one in data]
        case _:
            return data


def _hidden_in(data: Plain) -> int:
    """Return the number of secrets hidden in plain data as some sides know it."""
    match data:
        case dict():
            return int(SECRET_OF in data and IS not in data) + sum(map(_hidden_in, data.values()))
        case list():
            return sum(map(_hidden_in, data))
        case _:
            return 0


def is_open(frame: Frame) -> bool:
    """Return whether everything in a frame is known to those who see it in this form."""
    return not _hidden_in(frame.state) and not any(one.hidden for one in frame.answers)


def opened(was: Frame, now: Frame) -> bool:
    """Return whether an answer, or a part of the state, was hidden in a frame before and is known now."""
    if _hidden_in(now.state) < _hidden_in(was.state):
        return True
    hidden = {(one.key, one.by) for one in was.answers if one.hidden}
    if not hidden:
        return False
    answers = (*now.answers, *(one for step in now.past[len(was.past) :] for one in step.answers))
    return any((one.key, one.by) in hidden and not one.hidden for one in answers)


def about(frame: Frame) -> frozenset[int]:
    """Return the pieces with which a frame deals: all that its state and its answers name."""
    found: set[int] = set()

    def note(thing: Thing, id: int) -> int:
        if thing == "piece":
            found.add(id)
        return id

    renamed_data(frame.state, note)
    for one in frame.answers:
        renamed_data(one.answer, note)
    return frozenset(found)
