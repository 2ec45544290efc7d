"""Search for the texts with which the value of a BeanShell expression may begin."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\w+|[^\w\s]', re.DOTALL)
_OPEN: Final = {"(": ")", "[": "]", "{": "}"}
_COMPARING: Final = frozenset("=<>&|")


class _TokenRun(NamedTuple):
    """A run of tokens, from the first to one after the last."""

    first: int
    end: int


def leading_texts(expression: str) -> list[tuple[int, int]]:
    """Return the positions, without quotes, of the texts with which an expression's value may begin, in order."""
    tokens = [*_TOKEN.finditer(expression)]
    signs = [token[0] for token in tokens]
    closes = _closing(signs)
    found = []
    waiting = [_TokenRun(0, len(signs))]
    while waiting:
        part = waiting.pop()
        if part.end == part.first + 1 and signs[part.first][0] == '"':
            token = tokens[part.first]
            found.append((token.start() + 1, token.end() - 1))
        else:
            waiting += _beginnings(signs, closes, part)
    return sorted(found)


def _closing(signs: Sequence[str]) -> dict[int, int]:
    """Return the positions of closing brackets, by those of the opening ones."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for at, sign in enumerate(signs):
        if sign in _OPEN:
            waiting.append(at)
        elif waiting and sign == _OPEN[signs[waiting[-1]]]:
            found[waiting.pop()] = at
    return found


def _beginnings(signs: Sequence[str], closes: dict[int, int], part: _TokenRun) -> list[_TokenRun]:
    """Return the parts with which the value of a part may begin; none if that is unknown, or not a text."""
    first, end = part
    if first >= end:
        return []
    if closes.get(first) == end - 1:
        return [_TokenRun(first + 1, end - 1)] if signs[first] == "(" else []
    if signs[first] == "If" and closes.get(first + 1) == end - 1:
        return _parted(signs, closes, _TokenRun(first + 2, end - 1))[1:3]
    plus = 0
    for at in _outside(closes, part):
        if signs[at] == "?":
            return _branches(signs, closes, _TokenRun(at + 1, end))
        if signs[at] == "+" and not plus:
            plus = at
        if signs[at] in _COMPARING:
            plus = -1
    if plus <= 0:
        return []
    begins = _TokenRun(first, plus)
    is_blank = plus == first + 1 and signs[first][0] == '"' and not signs[first][1:-1].strip()
    return [begins, _TokenRun(plus + 1, end)] if is_blank else [begins]


def _branches(signs: Sequence[str], closes: dict[int, int], part: _TokenRun) -> list[_TokenRun]:
    """Return the parts before and after the colon of a choice; `part` begins after its question mark."""
    deep = 0
    for at in _outside(closes, part):
        if signs[at] == "?":
            deep += 1
        elif signs[at] == ":" and not deep:
            return [_TokenRun(part.first, at), _TokenRun(at + 1, part.end)]
        elif signs[at] == ":":
            deep -= 1
    return []


def _parted(signs: Sequence[str], closes: dict[int, int], part: _TokenRun) -> list[_TokenRun]:
    """Return the parts that commas separate."""
    commas = [at for at in _outside(closes, part) if signs[at] == ","]
    starts = [part.first, *(at + 1 for at in commas)]
    return [_TokenRun(start, end) for start, end in zip(starts, [*commas, part.end], strict=True)]


def _outside(closes: dict[int, int], part: _TokenRun) -> Iterator[int]:
    """Yield the positions of the tokens outside all brackets."""
    at = part.first
    while at < part.end:
        yield at
        at = closes.get(at, at) + 1
