"""Comparison of pieces with VASSAL's: traits, properties and menus."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from tabletop.expression import ExpressionError, LimitReached, as_text, compile_expression
from tabletop.game.appearance.piece_display import MenuHeading, MenuLine, offered
from tabletop.game.change.draft import Draft
from tabletop.game.change.patch import Know
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.kinds.kind_builder import PICKED
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.game import Game
from tabletop.game.state.kind import Kind
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import NOBODY
from tabletop.module.module import Module
from tabletop.vassal.components.piece_definitions import DefinitionError, Prototypes, RawTrait, definition
from tabletop.vassal.expressions.piece_properties import BUILT_IN, own_name
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.scalars import ANY_NAMED, Key
from tabletop.vassal.traits.trait_types import read_trait
from tabletop.vassal.traits.vassal_appearance import Embellishment
from tabletop.workshop.comparison.compared_facts import FactComparison

Recorded: TypeAlias = tuple[str, str, str]
"""A trait: its Java class, its type, its state."""
MenuEntry: TypeAlias = tuple[str, str | None, bool]
"""A menu entry: its text, its key, and true if it is enabled."""

# fmt: off
NOT_OURS: Final = frozenset((
    "CloneID", "CurrentMatID", "DrawingMouseover", "DrawingMouseoverIndex", "MatID", "OldMatID", "ParentID", "PieceUID",
    "Selected", "UniqueID", "playerSide",
))
# fmt: on
"""The names of properties that are not compared, because they describe VASSAL's window and player, or are ids that
differ in each game.
"""

_LAST_NAMED: Final = 63743
_NAMED: Final = "named:"
_ACROSS: Final = "<separator>"
"""VASSAL's name for a separator of a menu."""


class RecordedSlot(Struct, frozen=True):
    """A slot of a palette, and the piece that VASSAL makes of it."""

    name: str
    path: str
    traits: list[Recorded]
    props: dict[str, str]
    menu: list[MenuEntry]


def compare_slots(
    root: Component,
    module: Module,
    slots: Sequence[RecordedSlot],
    ids: Sequence[str],
    table: Game,
    comparing: FactComparison,
) -> None:
    """Compare the slots of a module with VASSAL's, in the order of the build file.

    `root` is VASSAL's module, `module` the imported one. `ids` are the kinds of the slots, `table` is an empty table.
    """
    prototypes = Prototypes({one.get("name"): one.text for one in root.walk() if one.short == "PrototypeDefinition"})
    found = [one for one in root.walk() if one.short in ("PieceSlot", "CardSlot")]
    comparing.fact("slots", "", len(slots), len(found))
    kinds = {each.kind.key: each.kind for each in module.tray}
    for slot, recorded, id in zip(found, slots, ids, strict=False):
        where = f"{recorded.path}/{recorded.name}"
        compare_definition(slot.text, prototypes, recorded.traits, where, comparing)
        kind = kinds.get(id)
        if comparing.fact("slots.kind", where, True, kind is not None) and kind is not None:
            reader = in_the_tray(kind, module, table)
            compare_properties(reader, recorded.props, "slots.properties", where, comparing)
            compare_menu(reader, recorded.menu, "slots.menu", where, comparing)


def compare_definition(
    text: str, prototypes: Prototypes, recorded: Sequence[Recorded], where: str, comparing: FactComparison
) -> None:
    """Compare the traits of a definition, with prototypes inserted, with VASSAL's, one by one."""
    try:
        ours = prototypes.expanded(definition(text)).traits
    except DefinitionError as error:
        comparing.fact("slots.traits", where, "can be read", str(error))
        return
    for number in range(max(len(ours), len(recorded))):
        here = _written(ours[number]) if number < len(ours) else None
        there = (recorded[number][1], recorded[number][2]) if number < len(recorded) else None
        comparing.fact("slots.traits", f"{where}, trait {number + 1}", _as_new(there), _as_new(here))


def _written(raw: RawTrait) -> tuple[str, str]:
    return read_trait(raw).written()


def _as_new(trait: tuple[str, str] | None) -> tuple[str, str] | None:
    """Return a trait of a slot as a new piece has it: its basic piece has no place and no id; None for None.

    The level of a layer that follows a property is left out, since VASSAL writes the level last shown.
    """
    if trait is None:
        return None
    read = read_trait(RawTrait(*trait))
    if isinstance(read, Embellishment) and read.follows:
        return trait[0], ""
    if trait[0].startswith("piece;"):
        parts = trait[1].split(";")
        kept = dict(zip(parts[5::2], parts[6::2], strict=False))
        kept.pop("UniqueID", None)
        return trait[0], ";".join(
            [parts[0], "0", "0", parts[3], str(len(kept)), *(f"{k};{v}" for k, v in kept.items())]
        )
    return trait


def in_the_tray(kind: Kind, module: Module, table: Game) -> PieceReader:
    """Return a reader of a new piece of this kind, which is nowhere yet, for a viewer who plays no side."""
    draft = Draft(table)
    id = draft.fresh_id()
    draft.perform(Know(id, kind))
    piece = draft.fresh_id()
    reading = PropertyReader(draft, module.components, (), sees_all=True)
    reading.gone[piece] = Piece(id, NOBODY, compile_kind(kind).slots, table.open_sight, (0,) * (len(table.sides) + 1))
    return PieceReader(reading, piece)


def compare_properties(
    reader: PieceReader, recorded: Mapping[str, str], of: str, where: str, comparing: FactComparison
) -> None:
    """Compare each recorded property of a piece with its value here."""
    for name, value in recorded.items():
        if name in NOT_OURS:
            comparing.leave_out(name)
        else:
            comparing.fact(of, f"{where}: {name}", value, asked(reader, name))


def asked(reader: PieceReader, name: str) -> str:
    """Return a property of a piece as text, by its name in VASSAL. If it cannot be read, return the error."""
    built_in = BUILT_IN.get(name)
    try:
        if built_in is None:
            return as_text(reader.read(own_name(name)))
        return as_text(compile_expression(built_in.ours).evaluate(reader))
    except (ExpressionError, LimitReached) as error:
        return f"(cannot be read: {error})"


def compare_menu(
    reader: PieceReader, recorded: Sequence[MenuEntry], of: str, where: str, comparing: FactComparison
) -> None:
    """Compare the menu of a piece with VASSAL's: texts, keys, enabled entries, and their order.

    VASSAL's list also has separators and entries without a text, which are left out, and the names of submenus. Its
    keys of named commands have no names.
    """
    theirs = [(text, our_key(key), enabled) for text, key, enabled in recorded if text not in ("", _ACROSS)]
    ours = [(text, _sent(key), enabled) for text, key, enabled in entries(offered(reader.reading, reader.id))]
    if len(theirs) == len(ours):
        ours = [
            (text, "" if nameless else key, enabled)
            for (text, key, enabled), (_, given, _) in zip(ours, theirs, strict=True)
            for nameless in [not given]
        ]
    comparing.fact(of, where, [list(entry) for entry in theirs], [list(entry) for entry in ours])


def _sent(key: str) -> str:
    """Return the key that a menu entry sends. VASSAL lists the entries for places under this key."""
    first, picks, _ = key.partition(PICKED)
    return first if picks else key


def entries(menu: Iterable[MenuLine | MenuHeading]) -> Iterator[tuple[str, str, bool]]:
    """Yield the text and key of each entry of a menu, and true if it is enabled. The entries of submenus are
    included.
    """
    for line in menu:
        if isinstance(line, MenuHeading):
            yield line.label, "", True
        elif line.label:
            yield line.label, line.key, line.is_enabled


def our_key(recorded: str | None) -> str:
    """Return our name for a key in VASSAL's answers; "" for no key, and for a named command without its name."""
    if recorded is None:
        return ""
    if recorded.startswith(_NAMED):
        return Key(ANY_NAMED, 0, recorded.removeprefix(_NAMED)).text
    code, modifiers = map(int, recorded.split(","))
    return "" if ANY_NAMED <= code <= _LAST_NAMED else Key(code, modifiers).text
