"""Forms of names, for example `{column}{row}` or `{name} ({place})`. They are filled in, and read back."""

from __future__ import annotations

from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@lru_cache(maxsize=1024)
def parts(form: str) -> tuple[tuple[str, str], ...]:
    """Return each literal text of a form with the field after it; '' if no field follows.

    Doubled braces stand for braces. Raises ValueError for a form that cannot be read.
    """
    try:
        found = tuple((literal, field) for literal, field, _, _ in Formatter().parse(form))
    except ValueError as error:
        raise ValueError(f"The name form '{form}' cannot be read: {error}.") from None
    return tuple((literal, field or "") for literal, field in found)


def fields(form: str) -> frozenset[str]:
    """Return the fields that a form mentions."""
    return frozenset(field for _, field in parts(form) if field)


def check(form: str, known: tuple[str, ...]) -> None:
    """Raise ValueError for a form that cannot be read, or that has a field other than the `known` ones."""
    for field in sorted(fields(form) - set(known)):
        choices = " and ".join(f"{{{name}}}" for name in known)
        raise ValueError(f"The name form '{form}' has the field {{{field}}}; it may have {choices}.")


def fill(form: str, values: Mapping[str, str]) -> str:
    """Return the text that a form gives for these values."""
    return "".join([literal + (values[field] if field else "") for literal, field in parts(form)])


def readings(form: str, text: str, known: Mapping[str, str] = {}) -> Iterator[Mapping[str, str]]:
    """Yield all values of a form's fields that give this text.

    Those with the shortest first field come first. `known` values are fixed.
    """
    return _readings(parts(form), text, known)


def _readings(left: tuple[tuple[str, str], ...], text: str, known: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    if not left:
        if not text:
            yield known
        return
    (literal, field), later = left[0], left[1:]
    if not text.startswith(literal):
        return
    text = text[len(literal) :]
    if not field:
        yield from _readings(later, text, known)
    elif field in known:
        if text.startswith(known[field]):
            yield from _readings(later, text[len(known[field]) :], known)
    else:
        for end in range(len(text) + 1):
            yield from _readings(later, text[end:], {**known, field: text[:end]})
