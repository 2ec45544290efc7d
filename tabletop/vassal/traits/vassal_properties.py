"""The basic piece, and traits that give a piece names and properties."""

from typing import Annotated, Any, ClassVar, Self

from msgspec import UNSET, UnsetType

from tabletop.vassal.files.scalars import NO_KEY, Key, ctrl
from tabletop.vassal.files.sequence import SequenceReader, join, split
from tabletop.vassal.traits.trait_fields import ALL_STATE, APART, STATE, VassalTrait
from tabletop.vassal.traits.trait_parts import KeyCommand, VassalLimits, VassalTarget


class BasicPiece(VassalTrait, frozen=True):
    """The innermost trait: a picture and a name. `kept` are the properties that VASSAL stores in it."""

    name: ClassVar[str] = "piece"

    clone_key: str = ""
    delete_key: str = ""
    image: str = ""
    piece_name: str = ""
    map: Annotated[str, STATE] = "null"
    x: Annotated[int, STATE] = 0
    y: Annotated[int, STATE] = 0
    gpid: Annotated[str, STATE] = ""
    kept: Annotated[tuple[tuple[str, str], ...], APART] = ()

    @classmethod
    def fields_of_state(cls, text: str) -> dict[str, Any]:
        """Return the fields of a state. At its end are the stored properties: a name, its value, the next name, and
        so on.
        """
        fields = SequenceReader(text)
        found = {"map": fields.text(), "x": fields.whole(), "y": fields.whole(), "gpid": fields.text()}
        fields.whole()
        pairs = fields.rest()
        return {**found, "kept": tuple(zip(pairs[::2], pairs[1::2], strict=False))}

    def written_state(self) -> str:
        """Return the state."""
        pairs = [part for pair in self.kept for part in pair]
        return join([self.map, str(self.x), str(self.y), self.gpid, str(len(self.kept)), *pairs], ";") or ""


class BasicName(VassalTrait, frozen=True):
    """A trait that gives the piece a name instead of the basic piece's name."""

    name: ClassVar[str] = "basicName"

    basic_name: str = ""


class Marker(VassalTrait, frozen=True):
    """A trait with properties that never change."""

    name: ClassVar[str] = "mark"

    names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()

    @classmethod
    def read(cls, type: str, state: str) -> Self:
        """Return the trait for the names in the type and their values in the state. A missing value is empty."""
        names = split(type.partition(";")[2], ",")
        values = (*split(state, ","), *("" for _ in names))
        return cls(tuple(names), values[: len(names)])

    def written_type(self) -> str:
        """Return the names."""
        return join(self.names, ",") or ""

    def written_state(self) -> str:
        """Return the values."""
        return join(self.values, ",") or ""


class DynamicProperty(VassalTrait, frozen=True):
    """A property of the piece, with the key commands that change it."""

    name: ClassVar[str] = "PROP"

    property: str = "name"
    limits: VassalLimits = VassalLimits()
    commands: tuple[KeyCommand, ...] = ()
    description: str = ""
    value: Annotated[str, ALL_STATE] = ""


class SetGlobalProperty(VassalTrait, frozen=True):
    """A trait whose key commands change a property of the piece's zone or map, or of the game."""

    name: ClassVar[str] = "setprop"

    property: str = "name"
    limits: VassalLimits = VassalLimits()
    commands: tuple[KeyCommand, ...] = ()
    description: str = ""
    level: str = "Current Zone/Current Map/Module"
    search: str = ""


class SetPieceProperty(VassalTrait, frozen=True):
    """A trait whose key commands change a property of other pieces."""

    name: ClassVar[str] = "setpieceprop"

    property: str = "name"
    limits: VassalLimits = VassalLimits()
    commands: tuple[KeyCommand, ...] = ()
    description: str = ""
    target: VassalTarget = VassalTarget()
    match: str = ""
    restrict_range: bool = False
    range: int = 1
    fixed_range: bool = True
    range_property: str = ""
    decks: str = "-1"
    override_limits: bool = False


class CalculatedProperty(VassalTrait, frozen=True):
    """A property that is calculated each time it is read."""

    name: ClassVar[str] = "calcProp"

    property: str = ""
    expression: str = ""
    description: str = ""


class TranslatableMessage(VassalTrait, frozen=True):
    """A property with a text that a translation of the module can replace."""

    name: ClassVar[str] = "locmsg"

    property: str = ""
    description: str = ""
    message: str = ""


class PropertySheet(VassalTrait, frozen=True):
    """A page that players fill in. Each line of `lines` is a digit for its kind, followed by its label."""

    name: ClassVar[str] = "propertysheet"

    lines: str = ""
    menu: str = "Properties"
    letter: str = ""
    commits: int = 0
    red: str = ""
    green: str = ""
    blue: str = ""
    key: Key = NO_KEY
    description: str = ""
    values: Annotated[str, ALL_STATE] = ""

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. Its key may be a letter; the default is Ctrl P."""
        given = super().fields_of_type(text)
        if not given.get("key"):
            given["key"] = ctrl(given.get("letter", "")[:1] or "P")
        if not given.get("red"):
            given |= {"green": "", "blue": ""}
        return given | {"letter": ""}


class TableInfo(VassalTrait, frozen=True):
    """A table that players fill in, row by row."""

    name: ClassVar[str] = "table"

    rows: int = 2
    columns: int = 2
    menu: str = ""
    key: Key = NO_KEY
    description: str = ""
    cells: Annotated[str, ALL_STATE] = ""


class UsePrototype(VassalTrait, frozen=True):
    """A reference to a prototype, which stands for the prototype's traits. `parameters` are `name=value`; the value
    replaces `$name$` in the prototype's text.
    """

    name: ClassVar[str] = "prototype"

    prototype: str = ""
    parameters: str | UnsetType = UNSET
