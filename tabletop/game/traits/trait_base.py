"""The common base of traits, and the small parts of which many of them are made.

Texts in traits are of four sorts: an *expression* (`Steps - 1`), a *template* (`{Name} to {Place}`), a *key* (any text:
`ctrl F`, `flip`; two keys with the same text are the same key), and plain text. Each is parsed once when a kind is
compiled.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct


class TraitBase(Struct, frozen=True, tag_field="trait", omit_defaults=True, forbid_unknown_fields=True):
    """The base of all traits."""


class TraitCall(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The call for something that a piece can do: by a key, from its menu, or both.

    `menu` is a template; without it there is no menu entry. An entry without a key can only be chosen in the menu.
    """

    key: str = ""
    menu: str = ""


Scope: TypeAlias = Literal["table", "map", "zone", "place", "side", "nearest", "nearest-map"]
"""The owner of a property: the whole table, a map, a zone or a place of a map, or a side, which alone sees it.

`nearest` stands for the first that has the property among the piece's zone, its map and the table. `nearest-map` stands
for the first of its map and the table.
"""

Reads: TypeAlias = Literal["view", "table"]
"""The view that an action reads: the view of its seat, or everything on the table."""


class Change(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A way to change a property, called by a key or from the menu. Exactly one of `set`, `add` and `ask` is given.

    `set` and `add` are expressions. `ask` is a question (a template); if the player leaves it, nothing changes. With
    `choices` (templates) the player chooses one of them; an empty one counts only with `blanks`. Values for other
    pieces are worked out for the piece that acts, or, with `theirs`, for each piece that is changed. VASSAL's key
    commands of properties: set directly, increment, prompt, choose.
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
    """The limits of a number, from `least` to `most` (expressions).

    `wrap`: after one end the number continues at the other. Without `wrap` a change stops at the end. Values that are
    not numbers are rejected. With `loose`, only additions and answers of players are kept within the limits; `set`,
    choices and other traits may give any value. A player is asked again until the answer is within loose limits.
    """

    least: str = ""
    most: str = ""
    wrap: bool = False
    loose: bool = False


class GivenValue(Struct, frozen=True, forbid_unknown_fields=True):
    """A value that a property of another piece gets. The expression `value` is worked out for the piece that acts."""

    name: str
    value: str


class TextStyle(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The look of text: its size in map pixels, and its colours as `#rrggbb` or as a name in the palette ("" for
    none).
    """

    size: int = 10
    color: str = "ink"
    background: str = ""
    font: str = ""
    bold: bool = False
    italic: bool = False
    degrees: int = 0


def is_given(entry: TraitCall | Change) -> bool:
    """Return whether there is any way to make the call."""
    return bool(entry.key or entry.menu)


NO_ENTRY: Final = TraitCall()
