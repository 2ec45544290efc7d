"""The user's shelf of imported modules. A module is found by the content of its file, or by a save played with it."""

import hashlib
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Final

import msgspec
from msgspec import Struct

from tabletop.module.cache.module_cache import ModuleCache, digest_of
from tabletop.module.library import ModuleEntry, about_of, modules_at_hand, user_folder
from tabletop.module.module import Module
from tabletop.module.packed_modules import open_module_source
from tabletop.module.source import SourceError
from tabletop.texts import listed, text
from tabletop.vassal.expressions.plain_texts import known_name, one_line, slug
from tabletop.vassal.expressions.translation_cache import keep
from tabletop.vassal.files.archive import ArchiveError, extensions_beside
from tabletop.vassal.files.build_file import BuildFileError
from tabletop.vassal.files.game_commands import Uses
from tabletop.vassal.files.save_files import SaveError, VassalSave, not_understood
from tabletop.vassal.files.vassal_error import VassalError
from tabletop.vassal.games.game_things import maps_in
from tabletop.vassal.module_import import REPORT_DATA, OutputError, Progress, import_module, unheard
from tabletop.vassal.renewal import import_anew, original_of, remember_original


class NoModuleError(VassalError):
    """An error for a save whose module is not installed, or cannot be determined; the message is a sentence.

    `instead` is an imported module with another name that has all maps of the save. It is None if there is no such
    module, if such modules have different names, or if the save names no module.
    """

    def __init__(self, message: str, instead: ModuleEntry | None = None) -> None:
        super().__init__(message)
        self.instead = instead


FAILURES: Final = (ArchiveError, BuildFileError, OutputError, SaveError, NoModuleError)
"""The errors of importing a module and of opening a save; each message is a sentence."""

_CHUNK: Final = 1 << 20
_DIGITS: Final = 12
_EXTENSION: Final = "extension"
_MOST_NAMED: Final = 8


def shelved(file: Path, progress: Progress = unheard) -> Path:
    """Return the folder of a module on the user's shelf. The module includes the extensions beside its file.

    It is imported if it is not on the shelf yet, if another version of the importer made it, or if it cannot be read.
    Each version of a module, and each choice of extensions, has a folder of its own, so that games continue with the
    version with which they began. Raises the errors of `import_module`.
    """
    beside = extensions_beside(file)
    folder = _folder_for(file, beside)
    about = about_of(folder) if folder.is_dir() else None
    if about is not None and not about.is_outdated:
        return folder
    cache = ModuleCache()
    if folder.is_dir():
        import_anew(file, folder, progress, beside, cache)
    else:
        import_module(file, folder, progress=progress, beside=beside, cache=cache)
    remember_original(folder, file)
    keep(cache, digest_of(open_module_source(folder)))
    return folder


def original_at_hand(folder: Path) -> Path | None:
    """Return the file from which a module of the shelf was imported.

    Return None if the file is unknown or gone, or if it or its extensions have changed since.
    """
    file = original_of(folder)
    return file if file is not None and _folder_for(file, extensions_beside(file)) == folder else None


def _folder_for(file: Path, beside: Sequence[Path]) -> Path:
    return user_folder() / f"{slug(file.stem, 'module')}-{_digest((file, *beside))}"


def _digest(files: Sequence[Path]) -> str:
    found = hashlib.blake2b(digest_size=_DIGITS // 2)
    for file in files:
        with file.open("rb") as content:
            while part := content.read(_CHUNK):
                found.update(part)
    return found.hexdigest()


def module_of_save(saved: VassalSave) -> Path:
    """Return the path of the imported module that a save was played with, in the same version if possible.

    If the save names no module, it is the module that has all maps of the save. Raises `NoModuleError` if there is no
    such module, or if several modules with different names have these maps.
    """
    name = saved.module.name
    title = one_line(name, "")
    imported = [each for each in modules_at_hand() if each.about.imported]
    found = [each for each in imported if each.about.title == title] if title else _with_maps_of(saved, imported)
    if len({each.about.title for each in found}) != 1:
        alike = _with_maps_of(saved, imported) if title else []
        instead = _nearest(alike, saved) if len({each.about.title for each in alike}) == 1 else None
        key = "save-module-missing" if title else "save-module-unnamed"
        module = f"'{title}' {saved.module.version}".rstrip()
        raise NoModuleError(text(key, file=saved.name, module=module), instead)
    return _nearest(found, saved).path


def missing_extensions(saved: VassalSave, module: Module) -> tuple[str, ...]:
    """Return the names of the extensions that a save was played with, but that an imported module lacks."""
    here = {name.casefold() for name in module.about.extensions}
    uses = [use for use in saved.start if isinstance(use, Uses) and use.kind == _EXTENSION]
    used = [one_line(PurePath(use.name).name, "") for use in uses]
    names = [name.removesuffix(".vmdx") for name in used]
    return tuple(dict.fromkeys(name for name in names if name and name.casefold() not in here))


def left_out(saved: VassalSave, module: Module) -> str:
    """Return sentences about the parts of a save or log that do not fit an imported module; "" if everything fits."""
    missing, foreign = missing_extensions(saved, module), not_understood(saved)
    sentences = (
        ("save-extensions-missing", missing),
        ("save-commands-left-out", foreign[:_MOST_NAMED]),
    )
    told = [text(key, names=listed(names)) for key, names in sentences if names]
    title, version = one_line(saved.module.name, ""), one_line(saved.module.version, "")
    if title == module.about.title and version not in ("", module.about.version):
        told.insert(0, text("save-other-version", version=version, this=module.about.version))
    return " ".join((text("save-open", file=saved.name), *told)) if told else ""


def _with_maps_of(saved: VassalSave, imported: Sequence[ModuleEntry]) -> list[ModuleEntry]:
    """Return the modules that have all maps with pieces in a save; none if the save has no such map."""
    maps = {known_name(name, "Map") for name in maps_in(saved.start)}
    return [each for each in imported if maps and maps <= _maps_of(each.path)]


class _StoredReport(Struct, frozen=True):
    """The parts of the report of an import that are read here."""

    maps: frozenset[str] = frozenset()


def _maps_of(path: Path) -> frozenset[str]:
    """Return the maps of an imported module from the report of its import; none if the report cannot be read."""
    try:
        return msgspec.json.decode(open_module_source(path).read(REPORT_DATA), type=_StoredReport).maps
    except (SourceError, msgspec.MsgspecError):
        return frozenset()


def _nearest(found: Sequence[ModuleEntry], saved: VassalSave) -> ModuleEntry:
    return max(found, key=lambda each: _nearness(each, saved))


def _nearness(each: ModuleEntry, saved: VassalSave) -> tuple[bool, float]:
    """Return a sort key that prefers modules of the same version, then the latest import."""
    return each.about.version == saved.module.version, each.path.stat().st_mtime
