"""The translation of traits that give and change properties."""

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tabletop.game.traits import Trait
from tabletop.game.traits import property_traits as ours
from tabletop.game.traits.action_traits import MenuText
from tabletop.game.traits.trait_base import Change, Limits
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.files.scalars import whole
from tabletop.vassal.files.sequence import split
from tabletop.vassal.traits import vassal_properties
from tabletop.vassal.traits.trait_parts import KeyCommand, VassalLimits
from tabletop.vassal.translation.command_targets import target
from tabletop.vassal.translation.trait_translation import TraitTranslation, entry, plain

if TYPE_CHECKING:
    from tabletop.game.state.values import Value


def marker(trait: vassal_properties.Marker, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate properties that never change. If two have the same name, the first counts."""
    values: dict[str, Value] = {}
    for name, value in zip(trait.names, trait.values, strict=True):
        values.setdefault(own_name(name), value)
    return (ours.MarkTrait(values),)


def own_property(trait: vassal_properties.DynamicProperty, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a property of the piece."""
    begins = ""
    if "$" in trait.value or (trait.value.startswith("{") and trait.value.endswith("}")):
        taking.differs("its first value is calculated when a piece is made, not when the module is opened")
        begins = taking.expression(trait.value)
    made = ours.OwnProperty(
        name=own_name(trait.property),
        start=trait.value,
        begins=begins,
        number=trait.limits.numeric,
        limits=_limits(trait.limits, taking),
        changes=_changes(trait.commands, taking),
    )
    return (made, *_dead(trait.commands))


def shared_property(trait: vassal_properties.SetGlobalProperty, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that changes a property of the zone, the map or the game: of the first of these that has it.
    The zone or map may be named.
    """
    is_named = trait.level in ("Named Map", "Named Zone")
    made = ours.SharedProperty(
        name=_name(trait.property, taking),
        scope="nearest" if trait.level in _OF_ZONES else "nearest-map",
        where=taking.name_of(trait.search) if is_named else "",
        number=trait.limits.numeric,
        limits=_limits(trait.limits, taking),
        changes=_changes(trait.commands, taking),
    )
    return (made, *_dead(trait.commands))


_OF_ZONES: Final = (vassal_properties.SetGlobalProperty().level, "Named Zone")
"""The levels of shared properties for which the zone comes first."""


def _name(name: str, taking: TraitTranslation) -> str:
    """Return the name of a property, which may be calculated."""
    return taking.name_of(name) if "$" in name or name.startswith("{") else plain(own_name(name))


def others_property(trait: vassal_properties.SetPieceProperty, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that changes a property of other pieces. Its limits count only if they override the limits
    of those pieces.
    """
    made = ours.OthersProperty(
        name=_name(trait.property, taking),
        changes=_changes(trait.commands, taking, theirs=True),
        target=target(trait, taking),
        reads="table",
        overrides=trait.override_limits,
        number=trait.override_limits and trait.limits.numeric,
        limits=_limits(trait.limits, taking) if trait.override_limits else Limits(),
    )
    return (made, *_dead(trait.commands))


def _limits(limits: VassalLimits, taking: TraitTranslation) -> Limits:
    """Return the limits of a property. They apply to sums and answers, but not to values that are set."""
    if not limits.numeric:
        return Limits()
    return Limits(taking.number(limits.least), taking.number(limits.most, "100"), limits.wrap, loose=True)


def _changes(commands: tuple[KeyCommand, ...], taking: TraitTranslation, *, theirs: bool = False) -> tuple[Change, ...]:
    """Return the key commands of a property.

    With `theirs` it is a property of other pieces.
    """
    return tuple(change for one in commands if (change := _change(one, taking, theirs=theirs)) is not None)


def _of_target(text: str, taking: TraitTranslation) -> bool:
    """Return whether the new value of another piece's property is calculated for that piece, not for the acting one.

    Record a difference from VASSAL if the value can only be calculated for the acting piece.
    """
    in_braces = text.lstrip().startswith("{")
    if in_braces and "$" in text:
        taking.differs(f"'{text}' is calculated for the piece that acts")
    return in_braces and "$" not in text


def _dead(commands: tuple[KeyCommand, ...]) -> tuple[MenuText, ...]:
    """Return menu entries for commands without a key, which VASSAL also shows, although they do nothing."""
    return tuple(MenuText(plain(one.menu)) for one in commands if one.menu and not one.key)


def _change(command: KeyCommand, taking: TraitTranslation, *, theirs: bool) -> Change | None:
    called = entry(command.menu, command.key)
    text = command.change.text
    match command.change.letter:
        case _ if not command.key:
            return None
        case "P":
            theirs = theirs and _of_target(text, taking)
            return Change(called.key, called.menu, set=taking.expression(text) if text.strip() else '""', theirs=theirs)
        case "I":
            theirs = theirs and _of_target(text, taking)
            return Change(called.key, called.menu, add=taking.number(text), theirs=theirs)
        case "R":
            return Change(called.key, called.menu, ask=plain(text))
        case "E":
            choices = tuple(map(taking.format, command.change.choices))
            return Change(called.key, called.menu, ask=plain(text), choices=choices, blanks=taking.module.offers_blanks)
        case letter:
            taking.differs(f"the change '{letter}' is not known")
            return None


def computed(trait: vassal_properties.CalculatedProperty, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a property that is calculated each time it is read; if that fails, its value is empty.

    Its braces may be missing.
    """
    text = trait.expression.strip()
    if text.isidentifier():
        value = taking.expression(f'{{GetString("{text}")}}')
    elif text and not (text.startswith("{") and text.endswith("}")):
        value = taking.expression(f"{{{text}}}")
    else:
        value = taking.expression(text) if text else '""'
    return (ours.ComputedProperty(own_name(trait.property), value, or_nothing=bool(text)),)


def message(trait: vassal_properties.TranslatableMessage, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a property that is a text."""
    return (ours.Message(own_name(trait.property), taking.format(trait.message)),)


def named(trait: vassal_properties.BasicName, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate the piece's name."""
    return (ours.NameTrait(plain(trait.basic_name)),)


_ITS_PAGE: Final = "its page is a card with a line for each property, and all lines are filled in together"

_FORMS: Final[dict[str, str]] = {
    "0": "text",
    "1": "long-text",
    "2": "caption",
    "3": "ticks",
    "4": "ticks",
    "5": "ticks",
    "6": "ticks",
    "7": "number",
}
_TICKS: Final = "3456"


def sheet(trait: vassal_properties.PropertySheet, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a page that players fill in."""
    taking.differs(_ITS_PAGE)
    if trait.red:
        taking.differs("its page has no colour of its own")
    if not trait.commits:
        taking.differs("changes count when the card is closed, not at once")
    lines = [line for line in split(trait.lines, "~") if line] if trait.lines else []
    values = [*split(trait.values, "~"), *("" for _ in lines)]
    fields = [
        _named(_field(line[0], own_name(line[1:]), _FORMS.get(line[0], "caption"), value), line[1:])
        for line, value in zip(lines, values, strict=False)
    ]
    return (ours.SheetTrait(tuple(fields), entry(trait.menu, trait.key), trait.menu or "Properties"),)


def _named(field: ours.SheetField, title: str) -> ours.SheetField:
    """Return a field of a page with the title that the page shows."""
    return field if field.name == title else replace(field, title=title)


def _field(sort: str, name: str, form: str, value: str) -> ours.SheetField:
    if sort in _TICKS:
        ticked, _, most = value.partition("/")
        return ours.SheetField(name, "ticks", _number_or_text(ticked), max(0, whole(most) or 0))
    if form == "number":
        return ours.SheetField(name, "number", _number_or_text(value))
    if form == "caption":
        return ours.SheetField(name, "caption")
    return ours.SheetField(name, "long-text" if form == "long-text" else "text", value)


def _number_or_text(value: str) -> int | str:
    number = whole(value)
    return value if number is None else number


_MOST_LINES: Final = 100


def table(trait: vassal_properties.TableInfo, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a table that players fill in."""
    taking.differs(_ITS_PAGE)
    rows, columns = (max(1, min(_MOST_LINES, number)) for number in (trait.rows, trait.columns))
    if (rows, columns) != (trait.rows, trait.columns):
        taking.differs(f"it has {rows} rows and {columns} columns")
    cells = split(trait.cells, ",") if trait.cells else []
    start = tuple(cells[: rows * columns]) if any(cells) else ()
    return (ours.TableTrait(trait.menu or "Table", rows, columns, start, entry(trait.menu, trait.key)),)
