"""Slips: oddities that do not prevent a module from being played. `wartable check` reports them; loading does not.

A trait may name a place, map or deck that the game does not have, or a template may name a value that no piece has. A
piece may do two things on one key. Imported games are full of such slips and can be played all the same.
"""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from msgspec import Struct

from tabletop.expression import ExpressionError, compile_expression, compile_template
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.built_in import BUILT_IN
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import Index, ReportTrait
from tabletop.game.traits.group_traits import Mat, Screen
from tabletop.game.traits.movement_traits import ReturnTo, ToHolder, ToPlace, ToPoint, ToRegion, ToZone
from tabletop.game.traits.property_traits import OthersProperty, RemarkTrait, SharedProperty
from tabletop.game.traits.trait_base import Change, GivenValue, TraitCall
from tabletop.game.traits.trait_targets import Target
from tabletop.module.checks.written_traits import Path, WrittenTrait, WrittenTraits
from tabletop.module.contents.map_files import properties_of
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.module import MODULE_FILE, Module
from tabletop.module.setup import place_names

BEHIND: Final = "a property of its own: other sides see nothing behind a screen and would read 0"
"""The advice to an author who shows a count of the pieces behind a screen."""

SAID: Final = frozenset(("OldName", "Key", "Menu"))
"""The names that a report's template can read besides the properties of its piece."""


VALUE: Final = "a value that a piece of this game has"
"""The expected kind of name in a template or an expression, for messages."""


def note_slips(module: Module, reader: ModuleReader) -> None:
    """Note every slip of a module that `reader` has read without mistakes."""
    written = WrittenTraits(reader.records)
    names = _TraitNames(module, [each.trait for each in written.traits()])
    for each in written.traits():
        for path, what, name, known in names.unknown_in(each.trait):
            reader.note(each.file, (*each.path, *path), what, known, word=name)
    for file, index, piece in written.pieces():
        for each, inside, key, other in _second_uses(written.traits_of(file, index, piece)):
            reader.note(each.file, (*each.path, *inside, "key"), f"a key of its own; '{other}' has this one", word=key)
    for file, index, piece in written.pieces():
        traits = written.traits_of(file, index, piece)
        if any(isinstance(each.trait, Screen) for each in traits):
            if piece.side is None:
                reader.note(file, ("pieces", index), "the side of a screen")
            for each, path in _counts_behind(traits):
                reader.note(each.file, (*each.path, *path), BEHIND, word="CargoCount")
    for index, role in enumerate(module.about.access.roles if module.about.access is not None else ()):
        for name, known in names.unknown_reads(compile_expression(role.moves).reads):
            reader.note(MODULE_FILE, ("access", "roles", index, "moves"), VALUE, known, word=name)


# --- names -------------------------------------------------------------------------------------------------------

_Unknown: TypeAlias = tuple[Path, str, str, tuple[str, ...]]
"""The path to a text within a trait, the expected kind of name, the name that was found, and the known names."""


class _TraitNames:
    """The names that traits can use: maps, places, holders, and values in templates."""

    def __init__(self, module: Module, traits: Iterable[Trait]) -> None:
        self._maps = module.components.maps
        self._holders = tuple(dict.fromkeys(_holders(module)))
        self._values = frozenset(_values(module, traits))

    def unknown_in(self, trait: Trait) -> Iterator[_Unknown]:
        """Yield everything that a trait names and the module does not have."""
        if isinstance(trait, RemarkTrait):
            return
        for path, part in _parts(trait, ()):
            match part:
                case ToPlace(place=place, map=map_id) | Target(place=place, map=map_id):
                    yield from self._map((*path, "map"), map_id)
                    yield from self._place((*path, "place"), place, map_id)
                case ToPoint(map=map_id) | ToRegion(map=map_id) | ToZone(map=map_id):
                    yield from self._map((*path, "map"), map_id)
                case SharedProperty(scope="map", where=map_id):
                    yield from self._map((*path, "where"), map_id)
                case ReturnTo(deck=deck, choices=choices):
                    yield from self._holder((*path, "deck"), deck)
                    for index, choice in enumerate(choices):
                        yield from self._holder((*path, "choices", index), choice)
            match part:
                case ToHolder(holder=holder) | Target(holder=holder):
                    yield from self._holder((*path, "holder"), holder)
                case str():
                    yield from self._in_template(path, part, SAID if isinstance(trait, ReportTrait) else frozenset())

    def _map(self, path: Path, name: str) -> Iterator[_Unknown]:
        if _is_plain(name) and name not in self._maps:
            yield path, "a map of this game", name, tuple(self._maps)

    def _place(self, path: Path, name: str, on: str) -> Iterator[_Unknown]:
        maps = [self._maps[on]] if on in self._maps else list(self._maps.values())
        if _is_plain(name) and not any(board.find(name) for board in maps):
            yield path, "a place of this game", name, tuple(place for board in maps for place in place_names(board))

    def _holder(self, path: Path, name: str) -> Iterator[_Unknown]:
        if _is_plain(name) and name not in self._holders:
            yield path, "a deck or hand of a scenario", name, self._holders

    def _in_template(self, path: Path, text: str, besides: frozenset[str]) -> Iterator[_Unknown]:
        if "{" not in text:
            return
        try:
            reads = compile_template(text).reads
        except ExpressionError:
            return  # not a template, or already reported while loading
        for name, known in self.unknown_reads(reads, besides):
            yield path, VALUE, name, known

    def unknown_reads(
        self, reads: frozenset[str], besides: frozenset[str] = frozenset()
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the names that are read although nothing has them, each with the known names.

        Names with a colon are left out.
        """
        for name in sorted(reads - self._values - besides):
            if ":" not in name:
                yield name, tuple(sorted(self._values | besides))


def _is_plain(text: str) -> bool:
    """Return whether a template is plain text, and not empty."""
    return bool(text) and "{" not in text


def _holders(module: Module) -> Iterator[str]:
    for scenario in module.scenarios.values():
        yield from (deck.name for deck in scenario.decks)
        yield from (hand.name for hand in scenario.hands)
    for each in module.tray:
        yield from (hold.name for trait in each.kind.traits if isinstance(trait, Mat) for hold in trait.holds)


def _values(module: Module, traits: Iterable[Trait]) -> Iterator[str]:
    """Yield all names that templates can read: names of pieces' properties, and of those of their places, maps and
    table.
    """
    yield from BUILT_IN
    yield from module.about.properties
    for scenario in module.scenarios.values():
        yield from scenario.properties
    for sheet in module.sheets.values():
        yield from (name for values in properties_of(sheet).values() for name in values)
    for each in module.tray:
        yield from compile_kind(each.kind).provides
    for trait in traits:
        for _, part in _parts(trait, ()):
            if isinstance(part, SharedProperty | OthersProperty | GivenValue | Index):
                yield part.name


# --- keys --------------------------------------------------------------------------------------------------------


def _second_uses(traits: Iterable[WrittenTrait]) -> Iterator[tuple[WrittenTrait, Path, str, str]]:
    """Yield the menu entries whose key another entry has too, with that key and the text of the other entry.

    Entries with the same text belong together: one choice does both.
    """
    seen: dict[str, str] = {}
    for each in traits:
        for path, part in _parts(each.trait, ()):
            if not isinstance(part, TraitCall | Change) or not (part.key and part.menu):
                continue
            other = seen.setdefault(part.key, part.menu)
            if other != part.menu:
                yield each, path, part.key, other


# --- screens -----------------------------------------------------------------------------------------------------


def _counts_behind(traits: Iterable[WrittenTrait]) -> Iterator[tuple[WrittenTrait, Path]]:
    """Yield the texts of a screen that count the pieces behind it, each with its path within the trait."""
    for each in traits:
        for path, part in _parts(each.trait, ()):
            if isinstance(part, str) and "CargoCount" in part:
                yield each, path


def _parts(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    """Yield a value and all values within it, each with its path."""
    yield path, value
    match value:
        case Struct():
            for name in value.__struct_fields__:
                yield from _parts(getattr(value, name), (*path, name))
        case tuple():
            for index, inner in enumerate(value):
                yield from _parts(inner, (*path, index))
        case dict():
            for name, inner in value.items():
                yield from _parts(inner, (*path, name))
