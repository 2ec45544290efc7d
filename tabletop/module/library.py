"""The game modules at hand: those of the program, those in the user's own folder, and those from which the user has set
up a game.

The file of a game names its module by id, version and digest, without a path. Here the module is found.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

from tabletop.game.state.game import ModuleName
from tabletop.module import shipped
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.problems import nearest
from tabletop.module.families import digest_of_game
from tabletop.module.loader import load_module
from tabletop.module.module import MODULE_FILE, Module
from tabletop.module.packed_modules import SUFFIX, open_module_source
from tabletop.module.schema.module_file import Imprint
from tabletop.module.source import SourceError
from tabletop.texts import listed, listed_or, text

SHELVES: Final = "WARTABLE_MODULES"
"""The environment variable that names further folders of modules, separated as in PATH."""

_GAME: Final = "game"
_MOST_MET: Final = 50


class LibraryError(Exception):
    """The error of a module that is not at hand. The text says what was looked for, and names similar or known modules,
    or the folder to put it in.
    """


@dataclass(frozen=True)
class ModuleEntry:
    """A module at hand: its path, its name and its version. The rest of the module has not been read."""

    path: Path
    about: Imprint


def user_folder() -> Path:
    """Return the folder in which users put modules, as folders or `.wtmod` files. It need not exist."""
    return platformdirs.user_data_path("wartable") / "modules"


def shelves() -> tuple[Path, ...]:
    """Return the folders of modules: the program's own, the user's, and those of `WARTABLE_MODULES`."""
    named = filter(None, os.environ.get(SHELVES, "").split(os.pathsep))
    return shipped.path("modules"), user_folder(), *map(Path, named)


def remember(path: Path) -> None:
    """Keep a module at hand from now on, because the user has set up a game from it.

    If the list cannot be written, the game goes on all the same.
    """
    path = path.resolve()
    if path in (known.resolve() for known in _paths()):
        return
    file = _met_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode([str(path), *map(str, _met())][:_MOST_MET]))
    except OSError:
        return


def modules_at_hand() -> list[ModuleEntry]:
    """Return all games at hand, the program's own first. Unreadable modules, and families of games, are left out."""
    return [ModuleEntry(path, about) for path in _paths() if (about := about_of(path)) and about.kind == _GAME]


def about_of(path: Path) -> Imprint | None:
    """Return the description of the module in a folder or file; None if it cannot be read or has mistakes."""
    try:
        return ModuleReader(open_module_source(path)).read(MODULE_FILE, Imprint)
    except SourceError:
        return None


def find_module(target: str) -> Path:
    """Return the folder or `.wtmod` file for a name: that path itself, or a module at hand with that id.

    Raises LibraryError.
    """
    path = Path(target)
    if _is_module(path):
        return path
    found = {shelved.about.id: shelved.path for shelved in reversed(modules_at_hand())}
    if target in found:
        return found[target]
    if path.exists():
        raise LibraryError(
            text("not-a-module", path=path, module_file=MODULE_FILE, suffix=SUFFIX, known=listed_or(sorted(found)))
        )
    guess = nearest(target, found)
    if guess:
        raise LibraryError(text("no-such-module-but", name=target, near=guess))
    if found:
        raise LibraryError(text("no-such-module-among", name=target, known=listed(sorted(found))))
    raise LibraryError(text("no-such-module", name=target))


def module_of_game(name: ModuleName, cache: ModuleCache | None = None) -> Module:
    """Return the module at hand with which a game is played: the same one, or else the nearest version.

    The nearest version is one with the same version number, or else the newest. Compare `Module.name` to learn which
    one it is. Raises LibraryError if there is none with that id, and `ModuleProblems` if it has mistakes.
    """
    for path in _paths():
        if _digest_at(path) == name.digest:
            return load_module(path, cache)
    candidates = other_versions(name)
    if not candidates:
        raise LibraryError(
            text(
                "module-of-game-missing",
                id=name.id,
                version=name.version,
                suffix=SUFFIX,
                folder=user_folder(),
                variable=SHELVES,
            )
        )
    best = max(candidates, key=lambda shelved: shelved.about.version == name.version)
    return load_module(best.path, cache)


def other_versions(name: ModuleName) -> list[ModuleEntry]:
    """Return the modules at hand that have the id of a game's module, but other files. The newest files come first."""
    found = [each for each in modules_at_hand() if each.about.id == name.id and _digest_at(each.path) != name.digest]
    return sorted(found, key=lambda each: each.path.stat().st_mtime, reverse=True)


def _digest_at(path: Path) -> str | None:
    """Return the digest of a module at hand; None if it cannot be read."""
    try:
        return digest_of_game(open_module_source(path), path)
    except SourceError:
        return None


def _paths() -> Iterator[Path]:
    """Yield the paths of modules. Hidden entries of the shelves are left out: imports in progress, and old folders that
    were kept because their files had been changed.
    """
    for shelf in shelves():
        if shelf.is_dir():
            yield from (path for path in sorted(shelf.iterdir()) if _is_module(path) and path.name[0] != ".")
    yield from filter(_is_module, _met())


def _met() -> list[Path]:
    """Return the modules from which the user has set up games, the last first; none if the list cannot be read."""
    try:
        return list(map(Path, msgspec.json.decode(_met_file().read_bytes(), type=list[str])))
    except (OSError, msgspec.MsgspecError):
        return []


def _met_file() -> Path:
    return platformdirs.user_data_path("wartable") / "modules.json"


def _is_module(path: Path) -> bool:
    try:
        return (path / MODULE_FILE).is_file() if path.is_dir() else path.suffix == SUFFIX and path.is_file()
    except OSError:  # it is in a folder that this user may not read
        return False
