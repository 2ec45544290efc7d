"""The common base of traits, and the small parts that many of them are made of.

Texts in traits are of four sorts, each parsed once by text when a kind is compiled: an *expression* (`Steps - 1`), a
*template* (`{Name} to {Place}`), a *key* (any text: `ctrl F`, `flip`; two are the same key if they are the same
text), and plain text.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct


class TraitBase(Struct, frozen=True, tag_field="trait", omit_defaults=True, forbid_unknown_fields=True):
    """The base of all traits."""


class TraitCall(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The call for something that a piece can do: by a key, from its menu, or both.

    `menu` is a template; without one there is no menu entry. An entry without a key can be chosen in the menu only.
    """

    key: str = ""
    menu: str = ""


Scope: TypeAlias = Literal["table", "map", "zone", "side", "nearest", "nearest-map"]
"""The owner of a property: the whole table, a map, a zone of a map, or a side that alone sees it; or, `nearest`, the
first of the piece's zone, its map and the table that has it; `nearest-map`, of its map and the table.
"""

Reads: TypeAlias = Literal["view", "table"]
"""The view that an action reads: what its seat sees, or everything on the table."""


class Change(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A way to change a property, called by a key or from the menu; exactly one of the four is given.

    `set` and `add` are expressions, `ask` is a question (a template); if the player leaves it, nothing changes; with
    `choices` (templates) they choose one, a blank one only with `blanks`. Values for other pieces are worked out for
    the piece that acts, or, with `theirs`, for each that is changed. VASSAL's key commands of properties: set directly,
    increment, prompt, choose.
    """

    key: str = ""
    menu: str = ""
    set: str | None = None
    add: str | None = None
    ask: str | None = None
    choices: tuple[str, ...] = ()
    blanks: bool = False
    theirs: bool = False


class Limits(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The limits of a number: from `least` to `most` (expressions). `wrap`: after one end the number continues at the
    other.

    Without `wrap` a change stops at the end; values that are not numbers are rejected. `loose` limits hold for
    additions; players are asked again until their answer is within them, while `set`, choices and other traits may give
    any value.
    """

    least: str = ""
    most: str = ""
    wrap: bool = False
    loose: bool = False


class GivenValue(Struct, frozen=True, forbid_unknown_fields=True):
    """A value (an expression of the piece that acts) that a property of another piece is given."""

    name: str
    value: str


class TextStyle(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The look of text: size in map pixels, colours as `#rrggbb` or a colour of the palette ("" for none)."""

    size: int = 10
    color: str = "ink"
    background: str = ""
    font: str = ""
    bold: bool = False
    italic: bool = False
    degrees: int = 0


def is_given(entry: TraitCall | Change) -> bool:
    """Return whether there is any way to call it."""
    return bool(entry.key or entry.menu)


NO_ENTRY: Final = TraitCall()
