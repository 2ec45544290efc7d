"""A small pattern language for texts, with limited work: no way through a pattern is tried twice, and the number of
ways is bounded.

It is the common core of regular expressions: ``. [a-z] [^0-9] \\d \\w \\s \\b ^ $ ( ) | * + ? {2,3}`` and the lazy
``*? +? ??``, look-around ``(?=a) (?!a) (?<=a) (?<!a)`` and back-references ``\\1``; ``(?i)`` at its start ignores
case. Python's own ``re`` is not used because a hostile pattern can keep it busy
for hours; a time-out is not the same on every machine. RE2 is bounded, but lacks look-around and back-references, which
modules use.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from tabletop.expression.expression_errors import ExpressionError
from tabletop.expression.value_rules import MAX_LENGTH

MAX_PROGRAM = 500
MAX_STEPS = 200_000
_MAX_GROUPS = 20
_STEPS_PER_WORK = 10

Spend: TypeAlias = Callable[[int], None]
Test: TypeAlias = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Take:
    """An instruction to continue if the next character passes the test."""

    passes: Test


@dataclass(frozen=True, slots=True)
class _At:
    """An instruction to continue if the position between two characters passes the test."""

    holds: Callable[[str, int], bool]


@dataclass(frozen=True, slots=True)
class _GroupMark:
    """An instruction to mark the position as the start (2n) or the end (2n + 1) of group n."""

    which: int


@dataclass(frozen=True, slots=True)
class _Fork:
    """An instruction to continue at one of these distances, in instructions from this one: the first that leads to a
    match.
    """

    ways: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _LookAhead:
    """An instruction to continue if a part of the pattern matches (or does not match) from here, or up to here."""

    program: "_Program"
    is_ahead: bool
    is_wanted: bool


@dataclass(frozen=True, slots=True)
class _BackReference:
    """An instruction to match the text of an earlier group again."""

    group: int
    any_case: bool


_Program: TypeAlias = tuple[_Take | _At | _Fork | _GroupMark | _LookAhead | _BackReference, ...]

_Marks: TypeAlias = tuple[int, ...]
"""The positions at which a way through the pattern last set each mark; -1 if it has not set the mark."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern made ready by :func:`compile_pattern`; ``spend`` is charged for the work of matching."""

    program: _Program
    refers: bool

    def matches(self, text: str, spend: Spend) -> bool:
        """Return whether the pattern describes the whole of ``text``."""
        return _Search(self, text, spend).end_from(0, whole=True) is not None

    def replaced(self, text: str, new: str, spend: Spend, most: int | None = None) -> str:
        """Return ``text`` with each match replaced by ``new``, at most ``most`` of them.

        In ``new``, ``\\0`` is the text of the match, ``\\1`` that of the first group, and so on; ``\\\\`` is a
        backslash. Raises :class:`ExpressionError` if the new text is too long.
        """
        search = _Search(self, text, spend)
        pieces = _REFERENCE.split(new)
        parts: list[str] = []
        length = copied = start = found = 0
        while start <= len(text) and (most is None or found < most):
            end = search.end_from(start, whole=False)
            if end is None:
                start += 1
                continue
            found += 1
            filled = new if len(pieces) == 1 else search.filled(pieces)
            parts += (text[copied:start], filled)
            length += start - copied + len(filled)
            if length > MAX_LENGTH:
                raise ExpressionError(f"The text would have more than {MAX_LENGTH} characters.")
            copied = end
            start = end if end > start else start + 1
        return "".join(parts) + text[copied:]


class _Search:
    """A search of one text. No way through the pattern is tried twice from the same position.

    If the pattern has back-references, ways on which its groups matched different texts count as different.
    """

    def __init__(self, pattern: Pattern, text: str, spend: Spend) -> None:
        self._pattern = pattern
        self._text = text
        self._spend = spend
        self._steps = 0
        self._marks: _Marks = _NO_MARKS

    def filled(self, pieces: list[str]) -> str:
        """Return a text made of plain parts, with the texts of numbered groups of the last match between them; 0 is
        the whole match.
        """
        found = list(pieces)
        for number, sign in enumerate(pieces):
            if number % 2:
                found[number] = (self._found_by(int(sign), self._marks) or "") if sign.isdigit() else sign
        return "".join(found)

    def _found_by(self, group: int, marks: _Marks) -> str | None:
        """Return the text that a group has matched; None if it has matched nothing."""
        start, end = marks[2 * group], marks[2 * group + 1]
        return self._text[start:end] if 0 <= start <= end else None

    def end_from(self, start: int, *, whole: bool) -> int | None:
        """Return the end of the preferred match that begins at ``start``; None if there is none.

        With ``whole``, the match must reach the end of the text.
        """
        found = self._way(self._pattern.program, start, _NO_MARKS, len(self._text) if whole else None)
        if found is None:
            return None
        end, marks = found
        self._marks = (start, end, *marks[2:])
        return end

    def _way(  # noqa: PLR0912 - one case a step
        self, program: _Program, start: int, marks: _Marks, end: int | None
    ) -> tuple[int, _Marks] | None:
        """Return the first way through a program from a position in the text: its end, and the marks set on it.

        Return None if there is none. With ``end``, only a way that ends there counts. Raises :class:`ExpressionError`
        if the search takes too many steps.
        """
        text = self._text
        waiting: list[tuple[int, int, _Marks]] = [(0, start, marks)]
        seen: set[tuple[int, int, _Marks]] = set()
        while waiting:
            at, spot, marks = waiting.pop()
            if at == len(program):
                if end is None or spot == end:
                    self._account(len(seen))
                    return spot, marks
                continue
            key = (at, spot, marks if self._pattern.refers else _NO_MARKS)
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > MAX_STEPS:
                break
            match program[at]:
                case _Take(passes):
                    if spot < len(text) and passes(text[spot]):
                        waiting.append((at + 1, spot + 1, marks))
                case _At(holds):
                    if holds(text, spot):
                        waiting.append((at + 1, spot, marks))
                case _GroupMark(which):
                    waiting.append((at + 1, spot, (*marks[:which], spot, *marks[which + 1 :])))
                case _Fork(ways):
                    waiting.extend((at + way, spot, marks) for way in reversed(ways))
                case _LookAhead() as look:
                    waiting.extend((at + 1, spot, then) for then in self._look(look, spot, marks))
                case _BackReference() as again:
                    waiting.extend((at + 1, end, marks) for end in self._again(again, spot, marks))
        self._account(len(seen))
        return None

    def _look(self, look: _LookAhead, spot: int, marks: _Marks) -> Iterator[_Marks]:
        """Yield the marks with which matching continues, if it continues."""
        starts, end = ((spot,), None) if look.is_ahead else (range(spot, -1, -1), spot)
        ways = (self._way(look.program, start, marks, end) for start in starts)
        found = next((way for way in ways if way is not None), None)
        if (found is not None) == look.is_wanted:
            yield marks if found is None else found[1]

    def _again(self, again: _BackReference, spot: int, marks: _Marks) -> Iterator[int]:
        """Yield the spot at which matching continues, if it continues."""
        found = self._found_by(again.group, marks)
        if found is None:
            return
        here = self._text[spot : spot + len(found)]
        if here == found or (again.any_case and here.lower() == found.lower()):
            yield spot + len(found)

    def _account(self, steps: int) -> None:
        self._steps += steps
        self._spend(1 + steps // _STEPS_PER_WORK)
        if self._steps > MAX_STEPS:
            raise ExpressionError("The pattern needs too much work on so long a text.")


_REFERENCE = re.compile(r"\\([0-9]|\\)")
_NO_MARKS: _Marks = (-1,) * (2 * _MAX_GROUPS + 2)


@lru_cache(maxsize=1024)
def compile_pattern(text: str) -> Pattern:
    """Return the pattern written as ``text``. Raises :class:`ExpressionError` if it is not a pattern."""
    reader = _PatternReader(text)
    return Pattern(reader.read(), reader.refers)


class _PatternReader:
    """A parser that reads a pattern from left to right into a program."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._any_case = text.startswith(_ANY_CASE)
        self._at = len(_ANY_CASE) if self._any_case else 0
        self._groups = 0
        self._marked = 0
        self.refers = False

    def read(self) -> _Program:
        program = self._alternatives()
        if self._at < len(self._text):
            raise self._trouble("there is a ) without its (")
        return program

    def _alternatives(self) -> _Program:
        program = self._sequence()
        while self._next_is("|"):
            other = self._sequence()
            program = self._bounded((_Fork((1, len(program) + 2)), *program, _Fork((len(other) + 1,)), *other))
        return program

    def _sequence(self) -> _Program:
        program: _Program = ()
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            program = self._bounded(program + self._repeated(self._single()))
        return program

    def _repeated(self, part: _Program) -> _Program:
        if self._next_is("*"):
            least, most = 0, None
        elif self._next_is("+"):
            least, most = 1, None
        elif self._next_is("?"):
            least, most = 0, 1
        elif self._next_is("{"):
            least, most = self._counts()
        else:
            return part
        hesitant = self._next_is("?")
        if self._at < len(self._text) and self._text[self._at] in "*+?{":
            raise self._trouble("there is a repetition of a repetition")
        return self._repetition(part, least, most, hesitant)

    def _repetition(self, part: _Program, least: int, most: int | None, hesitant: bool) -> _Program:
        def fork(enter: int, leave: int) -> _Fork:
            return _Fork((leave, enter) if hesitant else (enter, leave))

        self._bounded_size(len(part) * max(least, most or 0))
        size = len(part)
        if most is None:
            return self._bounded((*part * least, fork(1, size + 2), *part, _Fork((-size - 1,))))
        optional: _Program = ()
        for _ in range(most - least):
            optional = (fork(1, size + len(optional) + 1), *part, *optional)
        return self._bounded((*part * least, *optional))

    def _counts(self) -> tuple[int, int | None]:
        end = self._text.find("}", self._at)
        least, comma, most = self._text[self._at : end].partition(",")
        if end < 0 or not _is_small_number(least) or not (_is_small_number(most) or not most):
            raise self._trouble("a repetition is written {2}, {2,} or {2,5}; a brace itself is written \\{")
        self._at = end + 1
        if not comma:
            return int(least), int(least)
        if most and int(most) < int(least):
            raise self._trouble("a repetition ends below its start")
        return int(least), int(most) if most else None

    def _single(self) -> _Program:
        character = self._text[self._at]
        self._at += 1
        match character:
            case "(":
                return self._group()
            case "[":
                return (_Take(self._set()),)
            case ".":
                return (_Take(lambda taken: taken != "\n"),)
            case "^":
                return (_At(lambda _, spot: spot == 0),)
            case "$":
                return (_At(lambda text, spot: spot == len(text)),)
            case "\\":
                return self._escaped()
            case "*" | "+" | "?" | "{":
                raise self._trouble(
                    f"there is nothing for the {character} to repeat; the sign itself is written \\{character}"
                )
            case _:
                return (_Take(self._cased(_is(character))),)

    def _cased(self, test: Test) -> Test:
        """Return the test of a character, ignoring case if the pattern does."""
        if not self._any_case:
            return test
        return lambda taken: test(taken) or test(taken.lower()) or test(taken.upper())

    def _group(self) -> _Program:
        begins = next((begins for begins in _BEGINNINGS if self._text.startswith(begins, self._at)), "")
        self._at += len(begins)
        if not begins and self._text.startswith("?", self._at):
            raise self._trouble(
                f"of the groups that begin with (? only {_KNOWN_GROUPS} are known, and (?i) at the start"
            )
        self._marked += not begins
        number = self._marked
        self._groups += 1
        if self._groups > _MAX_GROUPS:
            raise self._trouble(f"there are more than {_MAX_GROUPS} groups")
        program = self._alternatives()
        if not self._next_is(")"):
            raise self._trouble("a ( is not closed")
        if begins in ("", "?:"):
            return program if begins else (_GroupMark(2 * number), *program, _GroupMark(2 * number + 1))
        return (_LookAhead(program, is_ahead="<" not in begins, is_wanted="=" in begins),)

    def _escaped(self) -> _Program:
        character = self._escape()
        if character == "b":
            return (_At(_is_word_edge),)
        if character in "123456789":
            self.refers = True
            return (_BackReference(int(character), self._any_case),)
        return (_Take(self._class_or_sign(character)),)

    def _set(self) -> Test:
        """Return the test for a character set, read from after its ``[`` to its ``]``."""
        inverted = self._next_is("^")
        tests: list[Test] = []
        while not self._next_is("]"):
            if self._at >= len(self._text):
                raise self._trouble("a [ is not closed")
            if self._text[self._at] == "[" or self._text.startswith("&&", self._at):
                raise self._trouble("a set stands inside a set; a bracket itself is written \\[")
            tests.append(self._cased(self._set_member()))
        if not tests:
            raise self._trouble("a set is empty")
        return lambda taken: any(test(taken) for test in tests) != inverted

    def _set_member(self) -> Test:
        first = self._set_sign()
        if not isinstance(first, str):
            return first
        is_range = self._text.startswith("-", self._at) and not self._text.startswith("-]", self._at)
        if not is_range:
            return _is(first)
        self._at += 1
        last = self._set_sign() if self._at < len(self._text) else first
        if not isinstance(last, str) or last < first:
            raise self._trouble("a range in a set runs backwards")
        return _is_between(first, last)

    def _set_sign(self) -> str | Test:
        character = self._text[self._at]
        self._at += 1
        if character != "\\":
            return character
        escaped = self._escape()
        return self._class_or_sign(escaped) if escaped.lower() in _CLASSES else _sign(escaped)

    def _class_or_sign(self, escaped: str) -> Test:
        test = _CLASSES.get(escaped.lower())
        if test is None:
            if escaped.isalnum() and escaped not in _CONTROL:
                raise self._trouble(f"\\{escaped} is not known")
            return _is(_sign(escaped))
        return test if escaped.islower() else (lambda taken: not test(taken))

    def _escape(self) -> str:
        if self._at >= len(self._text):
            raise self._trouble("it ends with a \\")
        self._at += 1
        return self._text[self._at - 1]

    def _next_is(self, sign: str) -> bool:
        if self._text.startswith(sign, self._at):
            self._at += 1
            return True
        return False

    def _bounded(self, program: _Program) -> _Program:
        self._bounded_size(len(program))
        return program

    def _bounded_size(self, size: int) -> None:
        if size > MAX_PROGRAM:
            raise self._trouble("it is too long, with its repetitions written out")

    def _trouble(self, what: str) -> ExpressionError:
        return ExpressionError(f'The pattern "{self._text[:100]}" cannot be read: {what}.')


_ANY_CASE = "(?i)"
_BEGINNINGS = ("?:", "?=", "?!", "?<=", "?<!")
_KNOWN_GROUPS = ", ".join(f"({begins}" for begins in _BEGINNINGS)
_CONTROL = {"n": "\n", "t": "\t", "r": "\r"}
_CLASSES: dict[str, Test] = {
    "d": lambda taken: "0" <= taken <= "9",
    "w": lambda taken: taken.isalnum() or taken == "_",
    "s": str.isspace,
}


def _sign(escaped: str) -> str:
    return _CONTROL.get(escaped, escaped)


def _is(wanted: str) -> Test:
    return lambda taken: taken == wanted


def _is_between(first: str, last: str) -> Test:
    return lambda taken: first <= taken <= last


def _is_small_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 3


def _is_word_edge(text: str, spot: int) -> bool:
    before = spot > 0 and _CLASSES["w"](text[spot - 1])
    after = spot < len(text) and _CLASSES["w"](text[spot])
    return before != after
