"""Reading and writing of traits as sequences of fields.

Reading never fails: as in VASSAL, a missing or invalid field has its default (an invalid colour is None, an invalid
keystroke is no key).
"""

import math
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, NewType, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tabletop.vassal.files.scalars import Color, Key, color, decimal, key, whole
from tabletop.vassal.files.sequence import join, keys, split, texts

STATE: Final = "state"
"""A mark for fields in the state of a trait, not in its type: `Annotated[int, STATE]`."""

ALL_STATE: Final = "all of the state"
"""A mark for the field that holds the whole state unchanged."""

Letter = NewType("Letter", str)
"""A field of one letter: the first letter of the token, or the default if the token is empty."""

APART: Final = "apart"
"""A mark for a field that its trait reads and writes with its own methods."""


class NestedSequence(Struct, frozen=True):
    """A value that is a sequence within one field of a trait."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the value that a field holds."""
        raise NotImplementedError

    def written(self) -> str:
        """Return the field as VASSAL writes it."""
        raise NotImplementedError


class VassalTrait(Struct, frozen=True):
    """One trait of a piece, read from its part of the piece's type and state.

    `name` is the beginning of the type, up to the first `;`. Most traits only list their fields in VASSAL's order.
    Traits with another form override the methods for type and state.
    """

    name: ClassVar[str] = ""

    @classmethod
    def read(cls, type: str, state: str) -> Self:
        """Return the trait for a type, which includes its name, and a state."""
        return cls(**cls.fields_of_type(type.partition(";")[2]), **cls.fields_of_state(state))

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields in a type; `text` begins after its name."""
        return read_fields(layout(cls).type, split(text, ";"))

    @classmethod
    def fields_of_state(cls, text: str) -> dict[str, Any]:
        """Return the fields in a state."""
        form = layout(cls)
        if form.all_state:
            return {form.all_state: text}
        return read_fields(form.state, split(text, ";")) if form.state else {}

    def written(self) -> tuple[str, str]:
        """Return the type and state as VASSAL writes them, with all defaults."""
        return f"{self.name};{self.written_type()}", self.written_state()

    def written_type(self) -> str:
        """Return the type after its name."""
        return join(written_fields(self, layout(type(self)).type), ";") or ""

    def written_state(self) -> str:
        """Return the state."""
        form = layout(type(self))
        if form.all_state:
            return str(getattr(self, form.all_state))
        return join(written_fields(self, form.state), ";") or ""


class FieldForm(NamedTuple):
    """The form of a field: the function to read a value from its text (UNSET if that is impossible), and the one to
    write it.
    """

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


class FieldLayout(NamedTuple):
    """The fields in a trait's type and state, in order. `all_state` is the name of the field that holds the
    whole state, if there is one.
    """

    type: tuple[FieldForm, ...]
    state: tuple[FieldForm, ...]
    all_state: str


def read_fields(forms: Sequence[FieldForm], tokens: Sequence[str]) -> dict[str, Any]:
    """Return the values of the fields, read from tokens in the same order. A field without a token, or with an invalid
    one, is left out, and has its default.
    """
    found = {}
    for form, token in zip(forms, tokens, strict=False):
        value = form.read(token)
        if value is not UNSET:
            found[form.name] = value
    return found


def with_letters(found: dict[str, Any], text: str, lists: Mapping[str, int]) -> dict[str, Any]:
    """Return the fields of a type, in which the lists of keys named in `lists` may be letters, as in old modules."""
    tokens = split(text, ";")
    read = {name: tuple(keys(tokens[at], characters=True)) for name, at in lists.items() if at < len(tokens)}
    return found | read


def written_fields(trait: Struct, forms: Sequence[FieldForm]) -> list[str]:
    """Return the tokens of the fields. Fields that are UNSET are left out: not every version of VASSAL has them."""
    return [form.write(value) for form in forms if (value := getattr(trait, form.name)) is not UNSET]


@cache
def layout(kind: type[Struct]) -> FieldLayout:
    """Return the layout of a class of traits, or of parts of traits."""
    hints = typing.get_type_hints(kind, include_extras=True)
    of_type: list[FieldForm] = []
    of_state: list[FieldForm] = []
    all_state = ""
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        marks = getattr(hint, "__metadata__", ())
        if ALL_STATE in marks:
            all_state = field.name
            continue
        if APART in marks:
            continue
        read, write = _form(typing.get_args(hint)[0] if marks else hint)
        (of_state if STATE in marks else of_type).append(FieldForm(field.name, read, write))
    return FieldLayout(tuple(of_type), tuple(of_state), all_state)


def _form(hint: Any) -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    if isinstance(hint, type) and issubclass(hint, NestedSequence):
        return hint.read, lambda value: value.written()
    if UnsetType in typing.get_args(hint):
        return _form(typing.get_args(hint)[0])
    if hint in _FORMS:
        return _FORMS[hint]
    (inner, _) = typing.get_args(hint)  # a tuple of parts: a sequence with commas
    return lambda text: tuple(map(inner.read, split(text, ","))) if text else (), _written_parts


def _written_parts(parts: Sequence[NestedSequence]) -> str:
    return join([part.written() for part in parts], ",") or ""


def written_decimal(value: float) -> str:
    """Return a decimal number as Java writes it."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    digits, _, power = repr(value).partition("e")
    if not power:
        return digits
    return f"{digits if '.' in digits else digits + '.0'}E{int(power)}"


def yes_no(value: bool) -> str:
    """Return `true` or `false`, as Java writes it."""
    return "true" if value else "false"


def written_texts(values: Sequence[str]) -> str:
    """Return a list of texts as VASSAL writes it."""
    return join(values, ",") or ""


def written_keys(held: Sequence[Key]) -> str:
    """Return a list of keystrokes as VASSAL writes it."""
    return join([one.written() for one in held], ",") or ""


def _parsed(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a reader that returns UNSET if a field's text cannot be read."""
    return lambda text: UNSET if (found := read(text)) is None else found


_FORMS: Final[dict[Any, tuple[Callable[[str], Any], Callable[[Any], str]]]] = {
    str: (str, str),
    int: (_parsed(whole), str),
    float: (_parsed(decimal), written_decimal),
    bool: ("true".__eq__, yes_no),
    Letter: (lambda text: text[:1] or UNSET, str),
    Key: (key, Key.written),
    tuple[Key, ...]: (lambda text: tuple(keys(text)), written_keys),
    tuple[str, ...]: (lambda text: tuple(texts(text)), written_texts),
    Color | None: (color, lambda held: held.written() if held else ""),
}
