"""Small parts of several traits: access, limits, key commands, parameters, targets."""

from typing import Literal, Self

from msgspec import Struct

from tabletop.vassal.files.scalars import NO_KEY, Key, key
from tabletop.vassal.files.sequence import join, split, texts
from tabletop.vassal.traits.trait_fields import NestedSequence, layout, read_fields, written_fields, written_texts


class Access(NestedSequence, frozen=True):
    """The players who may see and unmask a piece: the player who masked it, that player's side, or certain sides."""

    whose: Literal["player", "side", "sides"] = "player"
    sides: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the value of a field. Any unknown text stands for the player."""
        head, _, rest = text.partition(":")
        if head == "sides":
            return cls("sides", tuple(split(rest, ":")) if rest else ())
        return cls("side") if head == "side" else cls()

    def written(self) -> str:
        """Return the field as VASSAL writes it."""
        return f"{self.whose}:{join(self.sides, ':') or ''}"


class VassalLimits(NestedSequence, frozen=True):
    """The limits of a property: any text is allowed, or only numbers, perhaps with a least and a greatest one."""

    numeric: bool = False
    least: str = "0"
    most: str = "100"
    wrap: bool = False

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the value of a field."""
        return cls(**read_fields(layout(cls).type, split(text, ",")))

    def written(self) -> str:
        """Return the field as VASSAL writes it."""
        return join(written_fields(self, layout(type(self)).type), ",") or ""


class PropertyChange(Struct, frozen=True):
    """A change of a property by a key command: `P` sets it, `I` adds, `R` asks for a value, `E` offers a list.

    `text` is the value, the amount or the question. Any other letter leaves the property unchanged.
    """

    letter: str = "P"
    text: str = ""
    choices: tuple[str, ...] = ()


class KeyCommand(NestedSequence, frozen=True):
    """A menu entry and key that change a property."""

    menu: str = ""
    key: Key = NO_KEY
    change: PropertyChange = PropertyChange()

    @classmethod
    def read(cls, text: str) -> Self:
        """Return one command of a list."""
        menu, key_text, change_text, *_ = (*split(text, ":"), "", "")
        letter, words, choices, *_ = (*split(change_text, ","), "", "")
        return cls(menu, key(key_text), PropertyChange(letter, words, tuple(texts(choices)) if letter == "E" else ()))

    def written(self) -> str:
        """Return the command as VASSAL writes it."""
        change = self.change
        fields = [change.letter, change.text, *([written_texts(change.choices)] if change.letter == "E" else ())]
        return join([self.menu, self.key.written(), join(fields, ",") or ""], ":") or ""


class Parameter(NestedSequence, frozen=True):
    """A property that another piece gets before it acts, and its value."""

    name: str = ""
    value: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return one parameter of a list."""
        name, value, *_ = (*split(text, ":"), "")
        return cls(name, value)

    def written(self) -> str:
        """Return the parameter as VASSAL writes it."""
        return join([self.name, self.value], ":") or ""


class VassalTarget(NestedSequence, frozen=True):
    """The pieces to which a global command applies its filter: those in an area that pass one quick comparison."""

    source: str = "COUNTER"
    in_place: bool = False
    within: str = "MAP"
    map: str = ""
    board: str = ""
    zone: str = ""
    location: str = ""
    x: str = "0"
    y: str = "0"
    deck: str = ""
    by_property: bool = False
    property: str = ""
    value: str = ""
    compare: str = "EQUALS"
    attachment: str = ""
    attachment_index: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the value of a field. An empty one means all pieces."""
        return cls(**read_fields(layout(cls).type, split(text, "|"))) if text else cls()

    def written(self) -> str:
        """Return the field as VASSAL writes it."""
        return join(written_fields(self, layout(type(self)).type), "|") or ""
