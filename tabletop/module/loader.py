"""The loader that turns a module's folder or file into a `Module`, or into a list of all its mistakes.

Each document is read by itself first. If all are valid, they are then checked against each other
(`tabletop.module.checks.agreement`). Modules without mistakes are cached.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct
from pydantic import BaseModel

from tabletop.expression import cache as expressions
from tabletop.expression.compiler import known
from tabletop.game.beliefs.contact_rules import ContactRules
from tabletop.game.state.components import Components
from tabletop.game.state.deck import DeckRules, counted
from tabletop.game.state.game import ModuleName
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import USUAL, MapHabits
from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker, TrackerKey
from tabletop.module.cache.cached_kinds import KeptKinds, keep_kinds, key_of_kinds, recall_kinds
from tabletop.module.cache.garbage_pause import few_collections
from tabletop.module.cache.module_cache import ModuleCache, digest_of
from tabletop.module.cache.plain_records import FormError, PackedRecords, pack_records, unpack_records
from tabletop.module.checks.agreement import check_agreement, check_whole
from tabletop.module.contents.assets import is_picture
from tabletop.module.contents.map_files import build_map, habits_of, read_sheet_of
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.problems import ModuleProblems, Problem, Problems
from tabletop.module.families import (
    Family,
    GameFiles,
    family_digests,
    game_digest,
    read_families,
    with_families,
)
from tabletop.module.module import MODULE_FILE, Module, TrayKind
from tabletop.module.packed_modules import open_module_source
from tabletop.module.schema.faces import FaceBook
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.module_file import Imprint, ModuleFile, NameLevelRecord, TrackerRecord
from tabletop.module.schema.scenario import ScenarioFile
from tabletop.module.schema.structs import as_struct
from tabletop.module.source import ModuleSource, SourceError
from tabletop.texts import text

M = TypeVar("M", bound=BaseModel)


class _CachedModule(Struct, frozen=True):
    """The cached form of a module.

    It holds its records (without those of piece files), the key under which their kinds are kept, and the expressions
    that the program had parsed by then. It also holds the number of authored values, and the digests of the families
    that it uses, by id.
    """

    records: PackedRecords
    kinds: str
    expressions: bytes
    authored: int
    families: dict[str, str]


def load_module(path: Path, cache: ModuleCache | None = None) -> Module:
    """Return the module in a folder or a `.wtmod` file. Without a `cache` everything is read and checked again.

    Raises `ModuleProblems` with every mistake found; for a module from another version of the importer, only with a
    sentence about that. Then nothing has been loaded.
    """
    source, digest = _opened(path)
    try:
        with few_collections():
            return _loaded(source, path, digest, cache)
    except SourceError as error:
        raise ModuleProblems([Problem(error.file or path.name, 0, 0, str(error))]) from error
    except ModuleProblems as problems:
        about = ModuleReader(source).read(MODULE_FILE, Imprint)
        if about is None or not about.is_outdated:
            raise
        raise ModuleProblems([Problem(path.name, 0, 0, text("module-of-other-importer"))]) from problems


def examine_module(path: Path) -> tuple[Module, Problems]:
    """Return a module, read from its files, with its slips (`tabletop.module.checks.slips`) as problems.

    Slips of imported modules are not noted. Raises `ModuleProblems`.
    """
    from tabletop.module.checks.slips import note_slips

    source, digest = _opened(path)
    with few_collections():
        reader = ModuleReader(GameFiles(source, path))
        module = _Loader(reader, source, path, digest).module()
        if module.about.imported is None:
            note_slips(module, reader)
    return module, reader.problems


def _opened(path: Path) -> tuple[ModuleSource, str]:
    try:
        source = open_module_source(path)
        return source, digest_of(source)
    except SourceError as error:
        raise ModuleProblems([Problem(error.file or path.name, 0, 0, str(error))]) from error


def _loaded(source: ModuleSource, path: Path, digest: str, cache: ModuleCache | None) -> Module:
    kept = _kept(cache, digest, source, path)
    kinds = recall_kinds(cache, kept.kinds) if cache is not None and kept is not None else None
    if kept is not None and kinds is not None:
        with suppress(FormError):
            reader = ModuleReader(GameFiles(source, path), unpack_records(kept.records))
            expressions.unpack(kept.expressions)
            return _Loader(reader, source, path, digest).known_module(kinds.tray, kept.authored)
    reader = ModuleReader(GameFiles(source, path))
    loading = _Loader(reader, source, path, digest, cache)
    module = loading.module()
    if cache is not None:
        cache.put(digest, _to_keep(reader, module, path, loading.kinds_key))
    return module


def _kept(cache: ModuleCache | None, digest: str, source: ModuleSource, path: Path) -> _CachedModule | None:
    content = cache.get(digest) if cache else None
    if content is None:
        return None
    try:
        kept = msgspec.msgpack.decode(content, type=_CachedModule)
    except (msgspec.DecodeError, RecursionError):
        return None
    return kept if family_digests(source, path, kept.families) == kept.families else None


def _to_keep(reader: ModuleReader, module: Module, path: Path, kinds_key: str) -> bytes:
    about = module.about
    families = {f"{family.about.id}:{MODULE_FILE}" for family in module.families}
    files = {MODULE_FILE, *families, *about.maps, *about.scenarios, *([about.faces] if about.faces else [])}
    return msgspec.msgpack.encode(
        _CachedModule(
            records=pack_records({file: record for file, record in reader.records.items() if file in files}),
            kinds=kinds_key,
            expressions=expressions.pack(known()),
            authored=module.authored,
            families=family_digests(module.source, path, [use.family for use in about.families]),
        )
    )


class _Loader:
    """A loader that reads the documents of a module one by one, and builds the module.

    With a `cache`, the kinds are looked up there, and stored under `kinds_key`.
    """

    def __init__(
        self, reader: ModuleReader, source: ModuleSource, path: Path, digest: str, cache: ModuleCache | None = None
    ) -> None:
        self._reader = reader
        self._source = source
        self._path = path
        self._digest = digest
        self._cache = cache
        self.kinds_key = ""
        self._families: tuple[Family, ...] = ()
        self._authored = 0  # the number of authored values in kinds from the cache

    def module(self) -> Module:
        """Read everything, check the documents against each other, and return the module. Raises `ModuleProblems`."""
        reader = self._reader
        about = self._about()
        sheets, faces, scenarios = self._documents(about)
        tray = self._tray(about, faces)
        reader.problems.raise_any()
        module = self._put_together(about, sheets, faces, scenarios, tray, reader.authored + self._authored)
        check_agreement(module, reader, sheets, scenarios)
        reader.problems.raise_any()
        return module

    def known_module(self, tray: tuple[TrayKind, ...], authored: int) -> Module:
        """Return the module from documents that were read and checked before, with their kinds."""
        about = self._about()
        sheets, faces, scenarios = self._documents(about)
        self._reader.problems.raise_any()
        return self._put_together(about, sheets, faces, scenarios, tray, authored)

    def _about(self) -> ModuleFile:
        about = self._reader.read(MODULE_FILE, ModuleFile)
        if about is None:
            raise ModuleProblems(self._reader.problems)
        check_whole(about, self._reader)
        _note_where_named(about, self._reader)
        self._families = read_families(self._reader, self._source, self._path, about)
        if about.uses:
            self._reader.problems.raise_any()
        return with_families(about, self._families)

    def _documents(self, about: ModuleFile) -> tuple[dict[str, SheetRecord], FaceBook | None, dict[str, ScenarioFile]]:
        """Return the maps, the face book and the scenarios of a module; maps and scenarios by their files."""
        sheets = _own_first(self._each(about.maps, read_sheet_of))
        return sheets, self._face_book(about), self._each(about.scenarios, _read_scenario)

    def _put_together(
        self,
        about: ModuleFile,
        sheets: dict[str, SheetRecord],
        faces: FaceBook | None,
        scenarios: dict[str, ScenarioFile],
        tray: tuple[TrayKind, ...],
        authored: int,
    ) -> Module:
        return Module(
            about=about,
            name=ModuleName(about.id, about.version, game_digest(self._digest, self._family_digests(about))),
            source=self._source,
            files=GameFiles(self._source, self._path),
            families=self._families,
            sheets={sheet.id: sheet for sheet in sheets.values()},
            components=_components(about, tuple(sheets.values()), tray),
            faces=faces,
            tray=tray,
            scenarios={scenario.id: scenario for scenario in scenarios.values()},
            authored=authored,
        )

    def _family_digests(self, about: ModuleFile) -> dict[str, str]:
        return family_digests(self._source, self._path, [use.family for use in about.families])

    def _each(self, files: Sequence[str], read: Callable[[ModuleReader, str], M | None]) -> dict[str, M]:
        found = ((file, read(self._reader, file)) for file in dict.fromkeys(files))
        return {file: record for file, record in found if record is not None}

    def _face_book(self, about: ModuleFile) -> FaceBook | None:
        if about.faces is None:
            return None
        faces = self._reader.read(about.faces, FaceBook)
        for mistake in faces.mistakes() if faces else ():
            self._reader.note(about.faces, mistake.place, mistake.expected, mistake.known)
        return faces

    def _tray(self, about: ModuleFile, faces: FaceBook | None) -> tuple[TrayKind, ...]:
        """Return the kinds of the piece files.

        They come from the cache, or are new and are cached if there is no mistake.
        """
        pictures = tuple(filter(is_picture, self._source.files()))
        if self._cache is not None:
            with suppress(SourceError):  # an unreadable file is reported when its content is read
                families = tuple(self._family_digests(about).values())
                self.kinds_key = key_of_kinds(self._source, about, pictures, families)
        kept = recall_kinds(self._cache, self.kinds_key) if self._cache is not None else None
        if kept is not None:
            self._authored = kept.authored
            return kept.tray
        from tabletop.module.contents.counter_tray import (
            read_tray,  # this import makes a record class for every trait, which cached kinds do not need
        )

        before = self._reader.authored
        tray = read_tray(self._reader, about, faces, pictures)
        if self._cache is not None and self.kinds_key and not self._reader.problems:
            keep_kinds(self._cache, self.kinds_key, KeptKinds(tray, self._reader.authored - before))
        return tray


def _note_where_named(about: ModuleFile, reader: ModuleReader) -> None:
    """Note the place where `module.yaml` names each file, so that a file that cannot be read is reported there."""
    if about.faces is not None:
        reader.named(about.faces, MODULE_FILE, ("faces",))
    for key in ("maps", "pieces", "scenarios"):
        for index, file in enumerate(getattr(about, key)):
            reader.named(file, MODULE_FILE, (key, index))


def _own_first(sheets: dict[str, SheetRecord]) -> dict[str, SheetRecord]:
    """Return the maps without those of families that a map of the game replaces."""
    own = {sheet.id for file, sheet in sheets.items() if ":" not in file}
    return {file: sheet for file, sheet in sheets.items() if ":" not in file or sheet.id not in own}


def _read_scenario(reader: ModuleReader, file: str) -> ScenarioFile | None:
    return reader.read(file, ScenarioFile)


def _components(about: ModuleFile, sheets: Sequence[SheetRecord], tray: Sequence[TrayKind]) -> Components:
    habits = _habits(about, sheets)
    return Components(
        maps={sheet.id: build_map(sheet) for sheet in sheets},
        kinds={each.kind.key: each.kind for each in tray},
        trackers={tracker.name: _tracker(tracker) for tracker in about.trackers},
        apart=frozenset(about.apart),
        habits=habits,
        stack_keys=frozenset(key for one in habits.values() for key in one.stack_keys),
        window_keys=_window_keys(about),
        table=_table(about),
        decks=(decks := _decks(about)),
        deck_counts=counted(decks.values()),
        options={option.id: option.rules() for option in about.options},
        clocks=about.clocks.sides if about.clocks is not None else (),
        called=about.called,
        forgiven=about.imported is not None,
        contacts=as_struct(about.contacts, ContactRules) if about.contacts is not None else ContactRules(),
    )


def _window_keys(about: ModuleFile) -> frozenset[str]:
    """Return the keys of the clocks, and of the buttons that do more than press their key."""
    buttons = (one.key for one in about.buttons if one.also or (one.shows, one.view, one.opens) != (None, None, None))
    clocks = about.clocks
    return frozenset((*buttons, *((clocks.stop, clocks.next, *clocks.keys.values()) if clocks else ()))) - {""}


def _table(about: ModuleFile) -> Kind | None:
    """Return the kind with the traits of the table itself; None if the module gives it none."""
    if not about.table:
        return None
    from tabletop.module.schema.trait_records import (
        as_trait,
    )  # this import makes a record class for every trait, so only if the table has traits

    return Kind("table", about.title, traits=tuple(map(as_trait, about.table)))


def _habits(about: ModuleFile, sheets: Sequence[SheetRecord]) -> dict[str, MapHabits]:
    sides = tuple(side.id for side in about.sides)
    found = {sheet.id: habits_of(sheet, sides) for sheet in sheets}
    return {id: habits for id, habits in found.items() if habits != USUAL}


def _decks(about: ModuleFile) -> dict[str, DeckRules]:
    """Return the rules of decks, by name."""
    return {record.name: as_struct(record, DeckRules) for record in about.decks}


def _tracker(record: TrackerRecord) -> Tracker:
    return Tracker(
        record.name,
        tuple(
            NameLevel(level.name, level.names, level.property, level.within, level.words)
            if isinstance(level, NameLevelRecord)
            else NumberLevel(
                level.name,
                level.first,
                level.last,
                dict(level.labels),
                level.step,
                level.property,
                level.within,
                level.words,
            )
            for level in record.levels
        ),
        tuple(TrackerKey(then.press, then.when) for then in record.then),
        record.endless,
        record.words,
        record.report,
        record.ahead_only,
        record.turn_in,
        record.moved_in,
        record.tip,
    )
