"""Reading of VASSAL's files as archives. Modules, extensions, saves and logs are zips from any source: they may be
harmful.

Nothing is unpacked to a disk, and no file is kept open. Every entry is checked before any is read, and its size is
counted while it is read.
"""

import re
import stat
import struct
import unicodedata
import xml.sax.handler
import xml.sax.xmlreader
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias

import defusedxml.sax
from defusedxml.common import DefusedXmlException
from msgspec import Struct

from tabletop.module.documents.problems import quoted
from tabletop.texts import text
from tabletop.vassal.files.build_file import (
    EXTENSION,
    BuildFileError,
    Component,
    UnplacedComponent,
    read_build_file,
    with_extensions,
)
from tabletop.vassal.files.vassal_error import VassalError

MOST_ENTRIES: Final = 20_000
LARGEST_ENTRY: Final = 512 * 1024 * 1024
LARGEST_TOTAL: Final = 4 * 1024 * 1024 * 1024
LARGEST_BUILD_FILE: Final = 128 * 1024 * 1024
"""The most bytes of a build file, unpacked."""

HIGHEST_RATIO: Final = 200
"""The highest ratio of content to packed size for an entry of more than ten megabytes."""

BUILD_FILES: Final = ("buildFile.xml", "buildFile")
"""The files that hold a module's or an extension's components, the newer name first."""

SAVED_GAME: Final = "savedGame"

OWN_IMAGES: Final = frozenset(
    (
        "camera-photo.png",
        "camera.gif",
        "die.gif",
        "global.gif",
        "keyCommand.gif",
        "map.gif",
        "notes.gif",
        "overview.gif",
        "page-zoom.png",
        "recenter.gif",
        "report.gif",
        "run.gif",
        "system-log-out.png",
        "thread.gif",
        "unmoved.gif",
        "zoom-fit-best.png",
        "zoom-in.png",
        "zoom-out.png",
        "zoom.png",
        "zoomIn.gif",
        "zoomOut.gif",
    )
)
"""Names of images that VASSAL itself contains, and that modules may use."""

_RATIO_FREE: Final = 10 * 1024 * 1024
_MOST_DIRECTORY: Final = 32 * 1024 * 1024
_CHUNK: Final = 1 << 18
_END: Final = struct.Struct("<4s4H2LH")
_END_64: Final = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64: Final = struct.Struct("<4sLQL")
_LOCAL: Final = struct.Struct("<4s5H3L2H")
_ENCRYPTED: Final = 0x1
_UTF_8: Final = 0x800


class ArchiveError(VassalError):
    """An error for a file that is damaged, harmful or not an archive of VASSAL; the message is a sentence about it."""


class Archive:
    """A zip whose entries are read without unpacking it. `name` is the name of its file."""

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        """Check every entry. If `content` is given, it is read instead of the file, for example a save within a module.

        Raises `ArchiveError` if it cannot be read, if it is not a zip, or if an entry is harmful or exceeds the limits.
        """
        self.name = path.name
        self._path, self._content = path, content
        try:
            self._refuse_directory()
            with self._opened() as file, zipfile.ZipFile(file) as archive:
                self._entries = self._looked_at(archive.infolist())
        except OSError as problem:
            raise self._error("archive-unread", why=problem.strerror or problem) from None
        except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, struct.error) as problem:
            if isinstance(problem, ArchiveError):
                raise
            raise self._error("archive-foreign-or-damaged") from None

    def _opened(self) -> BinaryIO:
        return self._path.open("rb") if self._content is None else BytesIO(self._content)

    def names(self) -> tuple[str, ...]:
        """Return the names of all files in the archive, without its folders."""
        return tuple(self._entries)

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def size(self, name: str) -> int:
        """Return the unpacked size of a file in the archive, in bytes. Raises `ArchiveError` if there is no such
        file.
        """
        return self._entry(name).file_size

    def read(self, name: str, most_bytes: int = LARGEST_ENTRY) -> bytes:
        """Return the content of a file in the archive. Raises `ArchiveError` if there is no such file, or if it is
        damaged or larger than `most_bytes`.
        """
        return b"".join(self.stream(name, most_bytes))

    def stream(self, name: str, most_bytes: int = LARGEST_ENTRY) -> Iterator[bytes]:
        """Yield the content of a file in the archive, part by part. Raises the errors of `read`; damage is noticed only
        when it is reached.
        """
        info = self._entry(name)
        if info.file_size > most_bytes:
            raise self._error("archive-entry-too-large", entry=quoted(name), most=most_bytes // 1024 // 1024)
        count, check = 0, 0
        try:
            for part in self._unpacked(info):
                count += len(part)
                check = zlib.crc32(part, check)
                if count > info.file_size:
                    break
                yield part
        except (OSError, ValueError, struct.error, zlib.error):
            raise self._error("archive-entry-unread", entry=quoted(name)) from None
        if count != info.file_size or check != info.CRC:
            raise self._error("archive-entry-changed", entry=quoted(name))

    def _unpacked(self, info: zipfile.ZipInfo) -> Iterator[bytes]:
        with self._opened() as file:
            file.seek(info.header_offset)
            header = _LOCAL.unpack(file.read(_LOCAL.size))
            file.seek(header[-2] + header[-1], 1)
            left = info.compress_size
            unpacker = zlib.decompressobj(-zlib.MAX_WBITS) if info.compress_type == zipfile.ZIP_DEFLATED else None
            while left > 0 and (packed := file.read(min(left, _CHUNK))):
                left -= len(packed)
                while unpacker is not None and packed:
                    yield unpacker.decompress(packed, _CHUNK)
                    packed = unpacker.unconsumed_tail
                yield packed
            if unpacker is not None:
                yield unpacker.flush()

    def _entry(self, name: str) -> zipfile.ZipInfo:
        if name not in self._entries:
            raise self._error("archive-entry-missing", entry=quoted(name))
        return self._entries[name]

    def _error(self, key: str, **arguments: object) -> ArchiveError:
        return ArchiveError(text(key, file=self.name, **arguments))

    def _refuse_directory(self) -> None:
        """Refuse a zip whose list of entries is too large, before anything reads that list."""
        with self._opened() as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _END.size - 0xFFFF - _LOCATOR_64.size))
            tail = file.read()
            at = tail.rfind(b"PK\x05\x06")
            if at < 0:
                raise self._error("archive-no-zip")
            *_, entries, directory, _, _ = _END.unpack_from(tail, at)
            if tail[: max(at, 0)][-_LOCATOR_64.size :].startswith(b"PK\x06\x07"):
                file.seek(_LOCATOR_64.unpack_from(tail, at - _LOCATOR_64.size)[2])
                *_, entries, directory, _ = _END_64.unpack(file.read(_END_64.size))
        if entries > MOST_ENTRIES or directory > _MOST_DIRECTORY:
            raise self._error("archive-too-many-files", most=MOST_ENTRIES)

    def _looked_at(self, infos: Sequence[zipfile.ZipInfo]) -> Mapping[str, zipfile.ZipInfo]:
        if len(infos) > MOST_ENTRIES:
            raise self._error("archive-too-many-files", most=MOST_ENTRIES)
        found: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            name = _name_of(info)
            self._refuse(name, info)
            if name.endswith("/"):
                continue
            twin = found.setdefault(name, info)
            if (twin.CRC, twin.file_size) != (info.CRC, info.file_size):
                raise self._error("archive-entry-twice", entry=quoted(name))
        self._refuse_all(sorted(found.values(), key=attrgetter("header_offset")))
        return found

    def _refuse_all(self, infos: Sequence[zipfile.ZipInfo]) -> None:
        """Refuse entries that together are a zip bomb."""
        size = sum(info.file_size for info in infos)
        if size > LARGEST_TOTAL:
            raise self._error("archive-too-large", most=LARGEST_TOTAL // 1024**3)
        if size > max(_RATIO_FREE, HIGHEST_RATIO * sum(info.compress_size for info in infos)):
            raise self._error("archive-unpacks-too-large", times=HIGHEST_RATIO)
        for info, after in pairwise(infos):
            if info.header_offset + _LOCAL.size + info.compress_size > after.header_offset:
                raise self._error("archive-entries-overlap")

    def _refuse(self, name: str, info: zipfile.ZipInfo) -> None:
        parts = name.replace("\\", "/").split("/")
        if "\0" in info.orig_filename or name.startswith(("/", "\\")) or ".." in parts or name[1:2] == ":":
            raise self._error("archive-entry-outside", entry=quoted(name))
        if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise self._error("archive-entry-link", entry=quoted(name))
        if info.flag_bits & _ENCRYPTED:
            raise self._error("archive-entry-encrypted", entry=quoted(name))
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self._error("archive-entry-compressed", entry=quoted(name))
        if info.file_size > LARGEST_ENTRY:
            raise self._error("archive-entry-too-large", entry=quoted(name), most=LARGEST_ENTRY // 1024 // 1024)
        if info.file_size > max(_RATIO_FREE, HIGHEST_RATIO * info.compress_size):
            raise self._error("archive-entry-unpacks-too-large", entry=quoted(name), times=HIGHEST_RATIO)


def _name_of(info: zipfile.ZipInfo) -> str:
    """Return the name of an entry. It is read as UTF-8 if possible, even if the zip does not say so."""
    if info.flag_bits & _UTF_8:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


# names of files in a module


Folder: TypeAlias = Literal["images", "sounds"]


class ArchiveFile(Struct, frozen=True):
    """A file that a component or a trait refers to, and a remark if it is found under another name.

    `archive` is None for a file that belongs to VASSAL itself.
    """

    name: str
    archive: Archive | None
    warning: str = ""

    def read(self) -> bytes | None:
        """Return the content of the file; None for a file that belongs to VASSAL itself. Raises `ArchiveError`."""
        return self.archive.read(self.name) if self.archive is not None else None


class Archives:
    """A module and its extensions, in which files are found as VASSAL finds them."""

    def __init__(self, module: Archive, extensions: Sequence[Archive] = ()) -> None:
        self.all = (module, *extensions)
        self._by_fold: dict[str, list[tuple[Archive, str]]] = {}
        for archive in self.all:
            for name in archive.names():
                self._by_fold.setdefault(_folded(name), []).append((archive, name))

    def find(self, name: str, folder: Folder = "images", language: str = "") -> ArchiveFile | None:
        """Return the image or sound of this name; None if there is none.

        A file for the `language`, for example `es`, takes precedence. The name may lack the ending `.gif`, or differ
        from the file's in upper and lower case if only one file has such a name.
        """
        if name.startswith("/"):
            return ArchiveFile(name, None)
        if not name:
            return None
        folders = [f"{folder}_{language}/", f"{folder}/"] if language else [f"{folder}/"]
        for place in folders:
            found = self._exactly(place + name)
            if found is not None:
                return found
        return self._nearly(f"{folder}/", name)

    def file(self, name: str) -> ArchiveFile | None:
        """Return the file with this full name, for example a set-up or a chart; None if there is none.

        The name may differ from the file's in upper and lower case if only one file has such a name.
        """
        return self._exactly(name) or self._otherwise_written(name)

    def _exactly(self, name: str) -> ArchiveFile | None:
        for wanted in (name, unicodedata.normalize("NFD", name)):
            for archive in self.all:
                if wanted in archive:
                    return ArchiveFile(wanted, archive)
        return None

    def _nearly(self, place: str, name: str) -> ArchiveFile | None:
        if name in OWN_IMAGES:
            return ArchiveFile(f"/{place}{name}", None)
        found = self._exactly(f"{place}{name}.gif")
        if found is not None:
            return found
        if f"{name}.gif" in OWN_IMAGES:
            return ArchiveFile(f"/{place}{name}.gif", None)
        return self._otherwise_written(place + name) or self._otherwise_written(f"{place}{name}.gif")

    def _otherwise_written(self, name: str) -> ArchiveFile | None:
        alike = self._by_fold.get(_folded(name), [])
        if len({entry for _, entry in alike}) != 1:
            return None
        archive, entry = alike[0]
        return ArchiveFile(entry, archive, f"{quoted(name)} is called {quoted(entry)} in {archive.name}.")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


# metadata


class Metadata(Struct, frozen=True):
    """The description in a module, an extension or a save. `saved_ms` is UTC in milliseconds, 0 if unknown."""

    name: str = ""
    version: str = ""
    vassal_version: str = ""
    description: str = ""
    saved_ms: int = 0
    universal: bool = False


def read_metadata(archive: Archive, entry: str) -> Metadata:
    """Return the description in an entry (`moduledata`, `savedata`, `extensiondata`); an empty one if it is missing or
    damaged.
    """
    if entry not in archive or archive.size(entry) > _RATIO_FREE:
        return Metadata()
    reader = _MetadataReader()
    parser = defusedxml.sax.make_parser()
    parser.forbid_dtd = True
    parser.setContentHandler(reader)
    try:
        parser.feed(archive.read(entry))
        parser.close()
    except (xml.sax.SAXException, DefusedXmlException, LookupError, ValueError):
        return Metadata()
    told = reader.found
    date = told.get("dateSaved", "")
    return Metadata(
        name=told.get("name", ""),
        version=told.get("version", ""),
        vassal_version=told.get("VassalVersion", ""),
        description=told.get("description", ""),
        saved_ms=int(date) if date.isascii() and date.isdecimal() and len(date) < 16 else 0,
        universal=told.get("universal") == "true",
    )


class _MetadataReader(xml.sax.handler.ContentHandler):
    """A reader that gathers the texts of the elements directly under the root, except translations."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._depth = 0
        self._name = ""
        self._parts: list[str] = []

    def startElement(self, name: str, attrs: xml.sax.xmlreader.AttributesImpl) -> None:  # noqa: N802
        """Begin an element."""
        self._keep()
        self._depth += 1
        self._name = name if self._depth == 2 and not attrs.getLength() and name not in self.found else ""

    def characters(self, content: str) -> None:
        """Add a part of an element's text."""
        if self._name and self._depth == 2:
            self._parts.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802, ARG002
        """End an element."""
        self._keep()
        self._depth -= 1

    def _keep(self) -> None:
        """Store the text gathered so far."""
        if self._parts:
            self.found[self._name] = "".join(self._parts)
        self._parts = []
        self._name = ""


# whole modules


class VassalModule(Struct, frozen=True):
    """An open module. Its components include those of its extensions.

    `remarks` are sentences about extensions that do not fit, each with the file's name.
    """

    archives: Archives
    about: Metadata
    root: Component
    unplaced: tuple[UnplacedComponent, ...] = ()
    remarks: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The module's own name."""
        return self.root.get("name") or self.about.name

    @property
    def version(self) -> str:
        """The module's own version."""
        return self.root.get("version") or self.about.version


def open_module(path: Path, extensions: Sequence[Path] = (), beside: Sequence[Path] = ()) -> VassalModule:
    """Open a module with these extensions. Files `beside` it are added if they are its extensions.

    A file `beside` it that cannot be added only causes a remark. Raises `ArchiveError` and `BuildFileError` if the
    module or one of `extensions` cannot be read, or is the wrong kind of file.
    """
    archive = Archive(path)
    root, about = _module_in(archive), read_metadata(archive, "moduledata")
    module = VassalModule(Archives(archive), about, root)
    added: list[tuple[Archive, Component]] = []
    remarks: list[tuple[str, str]] = []
    for extension in (*extensions, *beside):
        try:
            added.append(_extension(extension, module))
        except (ArchiveError, BuildFileError) as problem:
            if extension in extensions:
                raise
            remarks.append((text("extension-left-out", problem=problem), extension.name))
    remarks += [(told, other.name) for other, made in added if (told := _too_new(other, made, module))]
    whole, unplaced = with_extensions(root, [made for _, made in added])
    return VassalModule(Archives(archive, [other for other, _ in added]), about, whole, unplaced, tuple(remarks))


def extensions_beside(path: Path) -> tuple[Path, ...]:
    """Return the extensions that VASSAL loads with a module: the files in the folder `<module>_ext` beside it."""
    folder = path.with_name(f"{path.stem}_ext")
    if not folder.is_dir():
        return ()
    return tuple(sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith(".")))


def _module_in(archive: Archive) -> Component:
    root = _components(archive, "module")
    if root.kind == EXTENSION:
        of = root.get("module")
        key = "extension-not-module" if of else "extension-of-unnamed"
        raise ArchiveError(text(key, file=archive.name, module=quoted(of)))
    return root


def _extension(path: Path, module: VassalModule) -> tuple[Archive, Component]:
    """Return an extension of this module. Raises the errors of `open_module`."""
    archive = Archive(path)
    root = _components(archive, "extension")
    if root.kind != EXTENSION:
        raise ArchiveError(text("module-not-extension", file=archive.name))
    of = root.get("module")
    if of and of != module.name and root.get("anyModule") != "true":
        other = quoted(module.name)
        raise ArchiveError(text("extension-of-another", file=archive.name, module=quoted(of), other=other))
    return archive, root


def _too_new(archive: Archive, extension: Component, module: VassalModule) -> str:
    """Return the remark on an extension that was made for a later version of the module; "" for none."""
    wanted = extension.get("moduleVersion")
    if extension.get("anyModule") == "true" or _version(wanted) <= _version(module.version):
        return ""
    return f"{archive.name} was made for version {wanted} of the module; this is {module.version}."


def _version(written: str) -> tuple[int, ...]:
    """Return the numbers of a version, by which versions are compared."""
    return tuple(int(number) for number in re.findall(r"\d{1,9}", written))


def _components(archive: Archive, what: Literal["module", "extension"]) -> Component:
    for name in BUILD_FILES:
        if name in archive:
            return read_build_file(archive.read(name, LARGEST_BUILD_FILE), f"{archive.name}/{name}")
    if SAVED_GAME in archive:
        raise ArchiveError(text("save-not-module" if what == "module" else "save-not-extension", file=archive.name))
    key = "not-vassal-module" if what == "module" else "not-vassal-extension"
    raise ArchiveError(text(key, file=archive.name, missing=BUILD_FILES[0]))
