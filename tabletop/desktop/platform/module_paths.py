"""The paths of a module's files, whose folder may be in the cache if the module is packed."""

from pathlib import Path

from platformdirs import user_cache_path

from tabletop.module.module import Module
from tabletop.module.source import FolderSource


def folder_of(module: Module) -> Path:
    """Return the folder with the module's files. The files of a packed module are written to the cache. Raises
    SourceError.
    """
    if isinstance(module.source, FolderSource):
        return module.source.folder
    folder = user_cache_path("wartable") / "unpacked" / module.name.digest
    for name in module.source.files():
        file, content = folder / name, module.source.read(name)
        if not file.is_file() or file.read_bytes() != content:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    return folder


def map_folder(module: Module, map_id: str) -> Path:
    """Return the folder of a map's file, which also has its drawings."""
    number = list(module.sheets).index(map_id)
    return (folder_of(module) / module.about.maps[number]).parent


def cover_file(module: Module, theme: str) -> Path:
    """Return the file for the drawn cover of a module."""
    return user_cache_path("wartable") / "covers" / f"{module.name.digest[:24]}-{theme}.png"


def coarse_file(module: Module, map_id: str, theme: str) -> Path:
    """Return the file with the coarse picture of a map, which is kept for the next start."""
    number = list(module.sheets).index(map_id)
    return user_cache_path("wartable") / "sheets" / f"{module.name.digest[:24]}-{number}-{theme}.png"
