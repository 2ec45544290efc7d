"""Families: modules that are not played. Several games share their pieces, rules and cases.

A game reads the files of its families under names like `air_war:module.yaml`. A family is in the game's own folder
`families/` (where packing puts it), beside the game, or among the shipped modules. These places are searched in this
order.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from tabletop.game.state.values import Value
from tabletop.module import shipped
from tabletop.module.cache.module_cache import digest_of
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.schema.module_file import FamilyUse, Imprint, ModuleFile
from tabletop.module.source import LARGEST_FILE_BYTES, FolderSource, ModuleSource, SourceError
from tabletop.module.trust import FAMILIES, Origin, RuleSources, origin_of

_MODULE_FILE: Final = "module.yaml"
_USES: Final = b"uses"
_NOT_A_FAMILY: Final = "is not a file of this game or of a family that its module.yaml names under 'uses'"


class Family(NamedTuple):
    """A family that a game uses: its `module.yaml`, its files, and the way in which it came to this machine.

    `constants` has the game's values for the constants that the family names. `numbers` has the rule numbers of the
    game's book, by those of the family's rule files.
    """

    about: ModuleFile
    source: ModuleSource
    origin: Origin
    constants: Mapping[str, Value]
    numbers: Mapping[str, str]

    @property
    def python(self) -> RuleSources:
        """The family's Python. Raises `SourceError`."""
        return RuleSources(self.about.id, self.source, self.origin)


class GameFiles:
    """The files of a game, and those of its families, which have names like `air_war:module.yaml`."""

    def __init__(self, source: ModuleSource, path: Path) -> None:
        self._source = source
        self._path = path

    @property
    def title(self) -> str:
        """The name of the game's folder or file."""
        return self._source.title

    def files(self) -> tuple[str, ...]:
        """Return the names of the game's own files."""
        return self._source.files()

    def read(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> bytes:
        """Return a file's content. Raises `SourceError`."""
        source, file = self._of(name)
        return source.read(file, most_bytes)

    def opened(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> BinaryIO:
        """Open a file that is read a little at a time. Raises `SourceError`."""
        source, file = self._of(name)
        return source.opened(file, most_bytes)

    def _of(self, name: str) -> tuple[ModuleSource, str]:
        family, colon, file = name.partition(":")
        if not colon:
            return self._source, name
        if family not in self._families:
            raise SourceError(_NOT_A_FAMILY, name)
        return family_source(self._source, self._path, family), file

    @cached_property
    def _families(self) -> frozenset[str]:
        return frozenset(used_families(self._source))


class _InnerSource:
    """The files of a folder within a module."""

    def __init__(self, source: ModuleSource, folder: str) -> None:
        self._source = source
        self._folder = f"{folder}/"

    @property
    def title(self) -> str:
        """The name of the module, and the path of the folder within it."""
        return f"{self._source.title}/{self._folder.rstrip('/')}"

    def files(self) -> tuple[str, ...]:
        """Return the names of all files, sorted."""
        found = (name.removeprefix(self._folder) for name in self._source.files() if name.startswith(self._folder))
        return tuple(found)

    def read(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> bytes:
        """Return a file's content. Raises `SourceError`."""
        return self._source.read(self._folder + name, most_bytes)

    def opened(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> BinaryIO:
        """Open a file that is read a little at a time. Raises `SourceError`."""
        return self._source.opened(self._folder + name, most_bytes)


def family_source(source: ModuleSource, path: Path, id: str) -> ModuleSource:
    """Return the files of a family that the module at `path` uses.

    If a family within the module has the same files as the shipped one, the shipped one is used.
    """
    at_home = FolderSource(shipped.path("modules", id))
    folder = f"{FAMILIES}/{id}"
    if f"{folder}/{_MODULE_FILE}" in source.files():
        inner = _InnerSource(source, folder)
        return at_home if _are_the_same(inner, at_home) else inner
    beside = path.parent / id
    return FolderSource(beside) if beside.is_dir() else at_home


def _are_the_same(one: ModuleSource, other: ModuleSource) -> bool:
    try:
        names = one.files()
        return names == other.files() and all(one.read(name) == other.read(name) for name in names)
    except SourceError:
        return False


def family_digests(source: ModuleSource, path: Path, families: Iterable[str]) -> dict[str, str]:
    """Return the digests of the families that the module at `path` uses, by their ids. Raises `SourceError`."""
    return {id: digest_of(family_source(source, path, id)) for id in families}


def digest_of_game(source: ModuleSource, path: Path) -> str:
    """Return the digest of a module with the families that it uses. Raises `SourceError`."""
    return game_digest(digest_of(source), family_digests(source, path, used_families(source)))


def used_families(source: ModuleSource) -> tuple[str, ...]:
    """Return the ids of the families that a module uses; none if its `module.yaml` has mistakes. Raises
    `SourceError`.
    """
    is_alone = _USES not in source.read(_MODULE_FILE)
    about = None if is_alone else ModuleReader(source).read(_MODULE_FILE, Imprint)
    return tuple(use.family for use in about.families) if about is not None else ()


def game_digest(own: str, families: Mapping[str, str]) -> str:
    """Return the digest of a game with its families; its own digest if it uses none."""
    if not families:
        return own
    parts = (own, *(f"{id}={digest}" for id, digest in sorted(families.items())))
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=32).hexdigest()


def read_families(reader: ModuleReader, source: ModuleSource, path: Path, about: ModuleFile) -> tuple[Family, ...]:
    """Return the families that a module uses, and note mistakes."""
    found = []
    for index, use in enumerate(about.families):
        reader.named(f"{use.family}:{_MODULE_FILE}", _MODULE_FILE, ("uses", index))
        family = reader.read(f"{use.family}:{_MODULE_FILE}", ModuleFile)
        if family is None:
            continue
        _check_use(reader, index, use, family)
        files = family_source(source, path, use.family)
        origin = origin_of(source) if isinstance(files, _InnerSource) else origin_of(files)
        found.append(Family(family, files, origin, {**family.constants, **use.constants}, use.numbers))
    return tuple(found)


def with_families(about: ModuleFile, families: Iterable[Family]) -> ModuleFile:
    """Return the `module.yaml` of a game with the parts of its families: their maps, pages and rule files, and their
    constants as properties of the table. A page of the game replaces one with the same title.
    """
    maps, pages, rules, constants = about.maps, about.pages, about.rules, dict[str, Value]()
    for family in families:
        shared, name = family.about, f"{family.about.id}:{{}}".format
        own = {page.title for page in about.pages}
        maps += tuple(map(name, shared.maps))
        pages += tuple(
            page.model_copy(update={"file": name(page.file)}) for page in shared.pages if page.title not in own
        )
        rules = (*map(name, shared.rules), *rules)
        constants |= family.constants
    properties = {**constants, **about.properties}
    return about.model_copy(update={"maps": maps, "pages": pages, "rules": rules, "properties": properties})


def _check_use(reader: ModuleReader, index: int, use: FamilyUse, family: ModuleFile) -> None:
    """Note mistakes in the use of a family: it is a game, uses families itself, has another version, or has no such
    constant.
    """
    place = ("uses", index)
    if family.kind != "family" or family.id != use.family:
        reader.say(_MODULE_FILE, place, f"'{use.family}' is a game, not a family (`kind: family`)")
    elif family.uses:
        reader.say(f"{use.family}:{_MODULE_FILE}", ("uses",), "a family uses no other families")
    if not use.takes(family.version):
        sentence = f"'{use.family}' is of version {family.version}, and this game needs {use.version}"
        reader.say(_MODULE_FILE, (*place, "version"), sentence)
    for name in use.constants:
        if name not in family.constants:
            reader.note(
                _MODULE_FILE, (*place, "with", name), "a constant of the family", sorted(family.constants), at_key=True
            )
