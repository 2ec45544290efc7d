"""Traits that give and change properties: fixed, typed and computed ones, sheets, and properties of the table."""

from typing import Literal

from msgspec import Struct

from tabletop.game.state.values import Value
from tabletop.game.traits.trait_base import NO_ENTRY, Change, Limits, Reads, Scope, TraitBase, TraitCall
from tabletop.game.traits.trait_targets import EVERYWHERE, Target


class MarkTrait(TraitBase, frozen=True, tag="mark"):
    """A set of fixed properties with names and values.

    VASSAL: Marker, and the fixed values of Basic Name and others.
    """

    values: dict[str, Value]


class OwnProperty(TraitBase, frozen=True, tag="property"):
    """A property of the piece that players and other traits change. VASSAL: Dynamic Property.

    With `number` it holds whole numbers only, within its limits. With `begins` (an expression), a piece that is made
    with the value `start` gets the expression's value instead. Only the piece's own side knows a `private` property,
    even if others see the piece. They neither read nor change it, and hear nothing of it.
    """

    name: str
    start: Value = None
    begins: str = ""
    number: bool = False
    limits: Limits = Limits()
    changes: tuple[Change, ...] = ()
    private: bool = False


class Quantity(TraitBase, frozen=True, tag="quantity"):
    """The number of things for which a piece stands: Air Factors, supply points, steps. VASSAL has none.

    The property `name` holds it: `start` at first, at least 0, and at most `most` (0: any number). The command `Pour`
    pours things from one piece into another, or splits some of them off as a new piece. Both pieces must belong to the
    same side, and the template `of` must give the same text for both. Without `of` they must be of the same kind.
    `changes` and `private` are as for `OwnProperty`.
    """

    name: str
    start: int = 1
    most: int = 0
    of: str = ""
    changes: tuple[Change, ...] = ()
    private: bool = False

    @property
    def as_property(self) -> OwnProperty:
        """The property that holds the number."""
        limits = Limits("0", str(self.most) if self.most else "")
        return OwnProperty(
            self.name, self.start, number=True, limits=limits, changes=self.changes, private=self.private
        )


def own_property(trait: TraitBase) -> OwnProperty | None:
    """Return the property that a trait gives to its piece; None if the trait gives none."""
    if isinstance(trait, Quantity):
        return trait.as_property
    return trait if isinstance(trait, OwnProperty) else None


class SharedProperty(TraitBase, frozen=True, tag="shared-property"):
    """A trait that changes a property of the table, a map, a zone, a place or a side. VASSAL: Set Global Property.

    Its `name` is a template. `where` (a template) names the map, the zone (`zone` or `map:zone`), the place (`place` or
    `map:place`) or the side. If it is empty, the map, zone or place is the one where the piece lies, and the side is
    the piece's own. In the scope `nearest`, `where` replaces the zone of the piece; in `nearest-map`, it replaces the
    map of the piece. `report` is a template of the message when its value changes, with `OldValue` and `NewValue`.
    `number`, `limits` and `changes` are as for `OwnProperty`.
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

    Its `name` is a template, which is worked out once, for the piece that acts. A question is asked only once, too. The
    limits of each target hold; with `overrides`, this trait's own `limits`, for a `number`, replace those that are
    loose. The pieces are found, and expressions read, in the view that `reads` names.
    """

    name: str
    changes: tuple[Change, ...]
    target: Target = EVERYWHERE
    reads: Reads = "view"
    overrides: bool = False
    number: bool = False
    limits: Limits = Limits()


class ComputedProperty(TraitBase, frozen=True, tag="computed"):
    """A property that is worked out from others each time it is read. VASSAL: Calculated Property.

    `or_nothing`: if it cannot be worked out, it is an empty text. Otherwise that is a mistake, which ends the action.
    """

    name: str
    value: str
    or_nothing: bool = False


class Message(TraitBase, frozen=True, tag="message"):
    """A property whose value is the text of a template, filled in for the piece. VASSAL: Translatable Message."""

    name: str
    text: str


class NameTrait(TraitBase, frozen=True, tag="named"):
    """A name for the piece (a template). It replaces the name of the piece's kind. VASSAL: Basic Name."""

    name: str


class SheetField(Struct, frozen=True, omit_defaults=True):
    """A line of a sheet: a text, a longer text (its lines are separated by `|`), a caption, ticks up to a number, or a
    number.

    Players see its `title`, or else the name of its property.
    """

    name: str
    form: Literal["text", "long-text", "caption", "ticks", "number"] = "text"
    start: Value = None
    most: int = 0
    title: str = ""


class ForeignTrait(TraitBase, frozen=True, tag="kept"):
    """A trait of VASSAL that cannot be imported: its type and its state as they were written. It does nothing."""

    type: str
    state: str = ""


class SheetTrait(TraitBase, frozen=True, tag="sheet"):
    """A page of properties that players fill in all at once. Each field is a property. VASSAL: Property Sheet.

    Only the piece's own side knows those of a `private` sheet.
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
