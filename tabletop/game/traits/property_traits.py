"""Traits that give and change properties: marks, typed ones, computed ones, sheets, those of the table."""

from typing import Literal

from msgspec import Struct

from tabletop.game.state.values import Value
from tabletop.game.traits.trait_base import NO_ENTRY, Change, Limits, Reads, Scope, TraitBase, TraitCall
from tabletop.game.traits.trait_targets import EVERYWHERE, Target


class MarkTrait(TraitBase, frozen=True, tag="mark"):
    """A set of fixed properties: name and value. VASSAL: Marker, Basic Name's and other fixed values."""

    values: dict[str, Value]


class OwnProperty(TraitBase, frozen=True, tag="property"):
    """A property of the piece that players and other traits change. VASSAL: Dynamic Property.

    With `number` it holds whole numbers only, within its limits. With `begins` (an expression) a piece that is made
    with the value `start` begins with the expression's value instead. A `private` one is known to the piece's own side
    alone, also where others see the piece: they neither read nor change it, and hear nothing of it.
    """

    name: str
    start: Value = None
    begins: str = ""
    number: bool = False
    limits: Limits = Limits()
    changes: tuple[Change, ...] = ()
    private: bool = False


class SharedProperty(TraitBase, frozen=True, tag="shared-property"):
    """A trait that changes a property of the table, a map, a zone or a side. VASSAL: Set Global Property.

    Its `name` is a template. `where` (a template) names the map, zone (`zone` or `map:zone`) or side; empty: the one
    the piece is on or belongs to. For `nearest` it names the zone of the piece's map, or the map, that comes first.
    `report` is a template of the message when its value changes, with `OldValue` and `NewValue`.
    """

    name: str
    scope: Scope = "table"
    where: str = ""
    number: bool = False
    limits: Limits = Limits()
    changes: tuple[Change, ...] = ()
    report: str = ""


class OthersProperty(TraitBase, frozen=True, tag="others-property"):
    """A trait that changes a property of other pieces. VASSAL: Set Piece Property.

    Its `name` is a template, worked out once for the piece that acts, as is a question. Each target's own limits hold,
    unless this trait `overrides` them by its own.
    """

    name: str
    changes: tuple[Change, ...]
    target: Target = EVERYWHERE
    reads: Reads = "view"
    overrides: bool = False
    number: bool = False
    limits: Limits = Limits()


class Computed(TraitBase, frozen=True, tag="computed"):
    """A property worked out from others each time it is read. VASSAL: Calculated Property.

    `or_nothing`: if it cannot be worked out it is an empty text, instead of a mistake that ends the action.
    """

    name: str
    value: str
    or_nothing: bool = False


class Message(TraitBase, frozen=True, tag="message"):
    """A property that gives a text filled in (a template). VASSAL: Translatable Message."""

    name: str
    text: str


class NameTrait(TraitBase, frozen=True, tag="named"):
    """A name for the piece (a template) in place of its kind's. VASSAL: Basic Name."""

    name: str


class SheetField(Struct, frozen=True, omit_defaults=True):
    """A line of a sheet: text, longer text (its lines parted by `|`), a caption, ticks up to a number, or a number.

    It is called by its `title`, or else as its property.
    """

    name: str
    form: Literal["text", "long-text", "caption", "ticks", "number"] = "text"
    start: Value = None
    most: int = 0
    title: str = ""


class ForeignTrait(TraitBase, frozen=True, tag="kept"):
    """A trait of VASSAL that cannot be imported: its type and state as they were written. It does nothing."""

    type: str
    state: str = ""


class SheetTrait(TraitBase, frozen=True, tag="sheet"):
    """A page of properties that players fill in, all at once: each field is a property. VASSAL: Property Sheet.

    Those of a `private` sheet are known to the piece's own side alone.
    """

    fields: tuple[SheetField, ...]
    open: TraitCall = NO_ENTRY
    name: str = "Sheet"
    private: bool = False


class TableTrait(TraitBase, frozen=True, tag="table"):
    """A table that players fill in; the property `<name> <row> <column>`, from 1 up, is a cell. VASSAL: Spreadsheet.

    Its cells begin with the texts of `start`, row by row.
    """

    name: str
    rows: int = 2
    columns: int = 2
    start: tuple[str, ...] = ()
    open: TraitCall = NO_ENTRY


class RemarkTrait(TraitBase, frozen=True, tag="remark"):
    """A remark for other authors; it does nothing. VASSAL: Comment."""

    text: str
