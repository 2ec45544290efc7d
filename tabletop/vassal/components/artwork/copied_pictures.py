"""Copying of pictures and sounds from a VASSAL module into the folder of the new module.

Each file keeps its name, except for characters that some operating system forbids, and gets the ending of its format.
Pictures that are damaged, harmful or too large are left out and reported. Names are looked up as in VASSAL.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Final

from tabletop.module.contents.assets import Asset, AssetError, examine, examine_file, is_picture, kind_of
from tabletop.module.documents.problems import quoted
from tabletop.module.source import LONGEST_PATH, unsafe_name
from tabletop.vassal.components.artwork.linked_drawings import Drawings
from tabletop.vassal.components.artwork.stand_ins import stand_in
from tabletop.vassal.components.artwork.windows_bitmaps import SIGNATURE, as_png
from tabletop.vassal.files.archive import Archive, ArchiveError, ArchiveFile, Archives
from tabletop.vassal.import_report import Tally

LARGEST_DRAWING: Final = 16 * 1024 * 1024
"""The size of a drawing in bytes above which its parts are not inserted into other drawings."""

_LARGEST_AT_ONCE: Final = 4 * 1024 * 1024
"""The size in bytes above which a picture is copied part by part, and checked afterwards."""

_IMAGES: Final = "images/"
_SOUNDS: Final = "sounds/"
_ENDINGS: Final = {
    "png": (".png",),
    "jpeg": (".jpg", ".jpeg"),
    "gif": (".gif",),
    "webp": (".webp",),
    "svg": (".svg",),
}
_MOST_BYTES: Final = 180
_LONGEST_ENDING: Final = 8
_ODD = re.compile(r'[\\:*?"<>|\x00-\x1f\x7f]|[. ]+(?=/|$)')


class Pictures:
    """The pictures of a module, by the names that its components give them."""

    def __init__(self, archives: Archives, folder: Path, tally: Tally) -> None:
        self._archives = archives
        self._folder = folder
        self._tally = tally
        self._copied: dict[tuple[int, str], Asset | None] = {}
        self._sounds: dict[tuple[int, str], str | None] = {}
        self._taken: set[str] = set()
        self._made: set[Path] = set()
        self._drawings = Drawings(self._drawing)
        self._drawn: dict[str, Asset] = {}
        self._stand_ins: dict[str, Asset] = {}

    def copy_all(self, progress: Callable[[int, int], None]) -> None:
        """Copy every picture and sound of the archives; `progress` gets the number done and the total."""
        found = [
            (archive, name)
            for archive in self._archives.all
            for name in archive.names()
            if name.startswith((_IMAGES, _SOUNDS))
        ]
        for number, (archive, name) in enumerate(found):
            if name.startswith(_IMAGES):
                self._copy(archive, name)
            else:
                self._copy_sound(archive, name)
            progress(number + 1, len(found))

    def find(self, name: str, where: str) -> Asset | None:
        """Return the copied file of a picture, by its name in VASSAL; None if the module has no usable picture of this
        name.

        A picture that is missing, or that is found under another name, is reported; `where` says which part of the
        module uses it. As in VASSAL, a blank name means no picture.
        """
        if name in self._drawn:
            return self._drawn[name]
        if not name.strip():
            return None
        found = self._found(self._archives.find(name), where)
        if found is None:
            self._tally.remark(f"The picture {quoted(name)} is missing.", where)
        return self._copy(found.archive, found.name) if found is not None and found.archive is not None else None

    def has(self, name: str) -> bool:
        """Return whether the module, or VASSAL itself, has a picture of this name."""
        return self._archives.find(name) is not None

    def is_vassals(self, name: str) -> bool:
        """Return whether VASSAL itself has a picture of this name."""
        found = self._archives.find(name)
        return found is not None and found.archive is None

    def content(self, asset: Asset) -> bytes:
        """Return the content of a picture that was copied."""
        return (self._folder / asset.name).read_bytes()

    def add_drawn(self, name: str, drawing: bytes) -> bool:
        """Add a drawing made here under the name that components and traits use; return False if it is invalid."""
        ours = self._new_name(f"{_IMAGES}{PurePosixPath(name).name}.svg")
        try:
            self._drawn[name] = self._examined(ours, drawing)
        except AssetError:
            return False
        return True

    def stand_in(self, name: str) -> Asset:
        """Return a plain counter for a piece that has no pictures. Pieces with the same name share it."""
        if name not in self._stand_ins:
            self._stand_ins[name] = self._examined(self._new_name(f"{_IMAGES}missing.svg"), stand_in(name))
        return self._stand_ins[name]

    def sound(self, name: str, where: str) -> str | None:
        """Return the copied file of a sound, by its name in VASSAL; None if the module has no such sound."""
        found = self._found(self._archives.find(name, "sounds"), where) if name else None
        return self._copy_sound(found.archive, found.name) if found is not None and found.archive is not None else None

    def _found(self, found: ArchiveFile | None, where: str) -> ArchiveFile | None:
        if found is not None and found.warning:
            self._tally.remark(found.warning, where)
        return found

    def _copy(self, archive: Archive, name: str) -> Asset | None:
        key = id(archive), name
        if key not in self._copied:
            self._copied[key] = self._copied_now(archive, name)
        return self._copied[key]

    def _copied_now(self, archive: Archive, name: str) -> Asset | None:
        parts = archive.stream(name)
        path: Path | None = None
        try:
            head = next(parts, b"")
            if head.startswith(SIGNATURE):
                return self._examined(self._new_name(f"{name}.png"), as_png(b"".join((head, *parts))))
            kind = kind_of(head)
            if kind is None:
                self._tally.remark("A picture file cannot be read.", name)
                return None
            ending = PurePosixPath(name).suffix.lower()
            ours = self._new_name(name if ending in _ENDINGS[kind] else f"{name}{_ENDINGS[kind][0]}")
            if kind == "svg" or archive.size(name) <= _LARGEST_AT_ONCE:
                content = b"".join((head, *parts))
                return self._examined(ours, self._drawings.whole(content) if kind == "svg" else content)
            path = self._write(ours, chain((head,), parts))
            return replace(examine_file(path), name=ours)
        except ArchiveError as error:
            self._tally.remark(f"A picture was left out: {error}", name)
        except AssetError as error:
            self._tally.remark(f"A picture was left out, because it {error}.", name)
        if path is not None:
            path.unlink()
        return None

    def _examined(self, name: str, content: bytes) -> Asset:
        """Check a picture held in memory, write it, and return it. Raises `AssetError` if it is not usable."""
        asset = examine(name, content)
        self._write(name, (content,))
        return asset

    def _drawing(self, name: str) -> bytes | None:
        """Return a drawing that another one refers to; None if the module has none, or if it is too large."""
        found = self._archives.find(name)
        if found is None or found.archive is None:
            return None
        try:
            return found.archive.read(found.name, LARGEST_DRAWING)
        except ArchiveError:
            return None

    def _copy_sound(self, archive: Archive, name: str) -> str | None:
        key = id(archive), name
        if key not in self._sounds:
            try:
                content = archive.read(name)
            except ArchiveError as error:
                self._tally.remark(f"A sound was left out: {error}", name)
                self._sounds[key] = None
            else:
                self._sounds[key] = self.page_if_sound(name, content)
        return self._sounds[key]

    def page(self, name: str, content: bytes) -> str:
        """Write another file, for example a chart, and return its name in the new module."""
        ours = self._new_name(name)
        self._write(ours, (content,))
        return ours

    def page_if_sound(self, name: str, content: bytes) -> str | None:
        """Write another file unchanged, and return its name.

        If it is a damaged or harmful picture, report this and return None.
        """
        try:
            if is_picture(name):
                examine(name, content)
        except AssetError as error:
            self._tally.remark(f"A picture was left out, because it {error}.", name)
            return None
        return self.page(name, content)

    def written(self, ours: str) -> bytes:
        """Return the content of a file that was written."""
        return (self._folder / ours).read_bytes()

    def _new_name(self, wanted: str) -> str:
        """Return a name that every system allows and that no other file has, ignoring case."""
        clean = _clean(wanted)
        path = PurePosixPath(clean)
        number = 1
        while clean.casefold() in self._taken:
            number += 1
            clean = str(path.with_name(f"{path.stem} {number}{path.suffix}"))
        self._taken.add(clean.casefold())
        return clean

    def _write(self, name: str, parts: Iterable[bytes]) -> Path:
        """Write a file part by part, and return its path.

        If reading a part fails, nothing of the file remains. Raises ArchiveError.
        """
        path = self._folder / name
        if path.parent not in self._made:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(path.parent)
        try:
            with path.open("wb") as file:
                file.writelines(parts)
        except ArchiveError:
            path.unlink()
            raise
        return path


def _clean(name: str) -> str:
    """Return a similar name that every operating system allows, in the Unicode form that is used in YAML."""
    composed = unicodedata.normalize("NFC", name)
    parts = [part for part in _ODD.sub("_", composed).split("/") if part not in ("", ".", "..")]
    parts = [f"_{part}" if part.startswith(".") or unsafe_name(part) else part for part in map(_cut, parts)]
    clean = "/".join(_printable(parts))
    if len(clean) > LONGEST_PATH:
        path = PurePosixPath(clean)
        clean = f"{path.parts[0]}/{path.stem[: LONGEST_PATH // 2]}{path.suffix}"
    return clean


def _cut(part: str) -> str:
    """Return the name of a file or folder, cut to the length that file systems allow. A short ending is kept."""
    if len(part.encode()) <= _MOST_BYTES:
        return part
    path = PurePosixPath(part)
    ending = path.suffix if len(path.suffix) <= _LONGEST_ENDING else ""
    stem = part[: len(part) - len(ending)].encode()[:_MOST_BYTES].decode("utf-8", "ignore")
    return f"{stem.rstrip('. ')}{ending}"


def _printable(parts: Iterable[str]) -> Iterable[str]:
    return ("".join(sign if sign.isprintable() else "_" for sign in part) for part in parts)
