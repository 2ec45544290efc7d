"""Modules in one file, `.wtmod`: packing a folder, and reading packed modules, which anybody may have made.

A `.wtmod` is a zip whose first entry, `manifest.json`, names every other file with its size and BLAKE2b hash. A packed
file is not trusted until every entry has been checked. Only then is anything unpacked, and each content is compared
with its hash when it is read.
"""

import hashlib
import io
import shutil
import stat
import struct
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated, BinaryIO, Final

import msgspec

from tabletop.module.cache.module_cache import write_whole
from tabletop.module.documents.problems import quoted
from tabletop.module.families import family_source, used_families
from tabletop.module.source import (
    LARGEST_FILE_BYTES,
    MOST_FILES,
    FolderSource,
    ModuleSource,
    SourceError,
    unsafe_name,
)
from tabletop.module.trust import FAMILIES

SUFFIX: Final = ".wtmod"
MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
LARGEST_PACKED_BYTES: Final = 512 * 1024 * 1024
LARGEST_UNPACKED_BYTES: Final = 1024 * 1024 * 1024
HIGHEST_RATIO: Final = 200
"""The highest ratio of content to packed size for an entry. YAML packs about 15 to 1, a plain picture 100 to 1."""

_RATIO_FREE_BYTES: Final = 1024 * 1024
_DIRECTORY_BYTES: Final = MOST_FILES * 400
_SAMPLES: Final = 17
_SAMPLE_BYTES: Final = 64 * 1024
_ENCRYPTED: Final = 0x1
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_ARCHIVES: Final = (".zip", ".wtmod", ".vmod", ".vmdx", ".jar", ".7z", ".rar", ".gz", ".bz2", ".xz", ".tar")
_ARCHIVE_SIGNS: Final = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
_END_OF_DIRECTORY: Final = struct.Struct("<4s4H2LH")
_LOCAL_HEADER: Final = struct.Struct("<4s5H3L2H")
_ZIP64_LOCATOR_BYTES: Final = 20


class PackedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file within a packed module, as listed in its manifest."""

    name: str
    size_bytes: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_FILE_BYTES)]
    blake2b: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list of the files in a packed module."""

    format: int
    files: tuple[PackedFile, ...]


class PackingError(SourceError):
    """The error of a module that cannot be packed, or of a packed one that is damaged or unsafe.

    One sentence says why.
    """


def open_module_source(path: Path) -> ModuleSource:
    """Open a module's folder, or a packed module. Raises `SourceError` if it is neither, or if it is harmful."""
    if path.is_dir():
        return FolderSource(path)
    if not path.exists():
        raise SourceError(f"{path}: does not exist")
    return PackedSource(path)


def hash_of(content: bytes) -> str:
    """Return the BLAKE2b hash, 32 bytes in hexadecimal, that identifies the content of a file."""
    return hashlib.blake2b(content, digest_size=32).hexdigest()


def hash_of_file(file: BinaryIO) -> str:
    """Return the hash, as `hash_of` does, of the rest of an open file. The file is read a little at a time."""
    hashed = hashlib.blake2b(digest_size=32)
    while part := file.read(1024 * 1024):
        hashed.update(part)
    return hashed.hexdigest()


def sampled(file: BinaryIO) -> str:
    """Return a hash of the length of an open file and of parts spread over it. It distinguishes compressed files of any
    size, and is quick.

    Compressed pictures that differ at one point differ everywhere after it.
    """
    length = file.seek(0, io.SEEK_END)
    hashed = hashlib.blake2b(str(length).encode(), digest_size=32)
    for number in range(_SAMPLES):
        file.seek(max(0, length - _SAMPLE_BYTES) * number // (_SAMPLES - 1))
        hashed.update(file.read(_SAMPLE_BYTES))
    return hashed.hexdigest()


# --- packing -----------------------------------------------------------------------------------------------------


def pack(folder: Path, packed: Path) -> Manifest:
    """Pack a module's folder into one file, and return the list of its contents. The same folder always gives the same
    bytes.

    The families that it uses go into its folder `families/`. Raises `SourceError` if `packed` is in the folder, if a
    file cannot be read, or if a file has a name that some system does not allow. Raises OSError if `packed` cannot be
    written. Nothing half-written is left behind.
    """
    if packed.resolve().is_relative_to(folder.resolve()):
        raise PackingError(f"'{packed}' is inside the folder to be packed; choose another place")
    source = FolderSource(folder)
    contents = {name: source.read(name) for name in source.files()} | _family_files(source, folder)
    _refuse_names(tuple(contents))
    files = tuple(PackedFile(name, len(content), hash_of(content)) for name, content in contents.items())
    manifest = Manifest(FORMAT, files)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        listed = msgspec.json.format(msgspec.json.encode(manifest))
        for name, content in ((MANIFEST, listed), *contents.items()):
            archive.writestr(_entry(name), content, _way_to_store(content))
    write_whole(packed, target.getvalue())
    return manifest


def _family_files(source: ModuleSource, folder: Path) -> dict[str, bytes]:
    """Return the files of the families that a module uses, under their names in the packed module."""
    found: dict[str, bytes] = {}
    for family in used_families(source):
        files = family_source(source, folder, family)
        found |= {f"{FAMILIES}/{family}/{name}": files.read(name) for name in files.files()}
    return found


def _entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.external_attr = (stat.S_IFREG | 0o644) << 16
    return info


def _way_to_store(content: bytes) -> int:
    """Return the zip method for a file.

    If the file would shrink so much that a careful reader might take it for a bomb, it is not compressed.
    """
    if len(content) > _RATIO_FREE_BYTES and len(zlib.compress(content)) * HIGHEST_RATIO < len(content) * 2:
        return zipfile.ZIP_STORED
    return zipfile.ZIP_DEFLATED


def _refuse_names(names: Sequence[str]) -> None:
    """Refuse names that some system does not allow, and names that some system takes for the same one.

    Also refuse archives, the name of the manifest, and a file that would be inside another file. Raises `PackingError`.
    """
    seen: dict[str, str] = {}
    for name in names:
        wrong = unsafe_name(name)
        if wrong:
            raise PackingError(f"{quoted(name)} {wrong}")
        if name == MANIFEST:
            raise PackingError(f"'{MANIFEST}' is the name of the list that packing makes; rename the file")
        if name.lower().endswith(_ARCHIVES):
            raise PackingError(f"{quoted(name)} is an archive; a packed module cannot hold archives")
        folded = _folded(name)
        if folded in seen:
            raise PackingError(f"{quoted(name)} and {quoted(seen[folded])} are the same file on some systems")
        seen[folded] = name
    for name in names:
        inside = next((seen[part] for part in map(str, PurePosixPath(_folded(name)).parents) if part in seen), None)
        if inside:
            raise PackingError(f"{quoted(name)} lies in {quoted(inside)}, which is a file")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


# --- reading -----------------------------------------------------------------------------------------------------


class PackedSource:
    """A packed module, read in place. No file is kept open, and nothing is unpacked."""

    def __init__(self, path: Path) -> None:
        """Check every entry. Raises `PackingError` unless all are as in a proper module."""
        self._path = path
        try:
            self._entries = _looked_at(path)
            self._promised = self._read_manifest()
        except PackingError as error:
            raise PackingError(str(error), path.name) from error

    @property
    def title(self) -> str:
        """The file's name."""
        return self._path.name

    def files(self) -> tuple[str, ...]:
        """Return the names of all files, sorted."""
        return tuple(sorted(self._promised))

    def read(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> bytes:
        """Return a file's content. Raises `PackingError` if it does not match the manifest."""
        promised = self._promised.get(name)
        if promised is None:
            raise PackingError("does not exist", name)
        if promised.size_bytes > most_bytes:
            raise PackingError(f"is larger than {most_bytes // 1024 // 1024} MB", name)
        content = self._content(name)
        if hash_of(content) != promised.blake2b:
            raise PackingError("has been changed since the module was packed", name)
        if content.startswith(_ARCHIVE_SIGNS):
            raise PackingError("is an archive; a packed module cannot hold archives", name)
        return content

    def opened(self, name: str, most_bytes: int = LARGEST_FILE_BYTES) -> BinaryIO:
        """Open a file after checking all of it; raises as `read` does."""
        return io.BytesIO(self.read(name, most_bytes))

    def _read_manifest(self) -> Mapping[str, PackedFile]:
        try:
            manifest = msgspec.json.decode(self._content(MANIFEST), type=Manifest)
        except (msgspec.DecodeError, RecursionError) as error:
            raise PackingError(f"has a list of contents that cannot be read ({error})") from error
        if manifest.format != FORMAT:
            raise PackingError(f"was packed by a newer program (format {manifest.format}; this one reads {FORMAT})")
        promised = {file.name: file for file in manifest.files}
        if len(promised) != len(manifest.files) or promised.keys() | {MANIFEST} != self._entries.keys():
            raise PackingError("holds other files than its list of contents says")
        for file in manifest.files:
            if self._entries[file.name].file_size != file.size_bytes:
                raise PackingError(f"{quoted(file.name)} is not as large as its list of contents says")
        return promised

    def _content(self, name: str) -> bytes:
        """Return the content of one entry. No size that the zip states is trusted. Raises `PackingError` if it is
        damaged.
        """
        info = self._entries[name]
        try:
            with self._path.open("rb") as file:
                file.seek(info.header_offset)
                header = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
                file.seek(header[-2] + header[-1], io.SEEK_CUR)
                packed = file.read(info.compress_size)
            if info.compress_type == zipfile.ZIP_DEFLATED:
                packed = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, info.file_size + 1)
        except (OSError, struct.error, zlib.error) as error:
            raise PackingError(f"{quoted(name)} is damaged") from error
        if len(packed) != info.file_size:
            raise PackingError(f"{quoted(name)} is damaged, or larger than it says")
        return packed


def unpack(packed: Path, folder: Path) -> None:
    """Unpack a module into a folder that does not exist yet. After a failure nothing is left behind.

    Raises `PackingError` if the packed module is damaged or unsafe or the folder exists, and OSError if the folder
    cannot be written.
    """
    source = PackedSource(packed)
    if folder.exists():
        raise PackingError(f"{folder} already exists; unpack into a new folder")
    work = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        for name in source.files():
            target = work / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read(name))
        work.chmod(0o755)
        work.rename(folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _looked_at(path: Path) -> Mapping[str, zipfile.ZipInfo]:
    try:
        with path.open("rb") as file:
            _refuse_directory(file)
            with zipfile.ZipFile(file) as archive:
                return _checked_entries(archive)
    except OSError as error:
        raise PackingError(f"cannot be read ({error.strerror or error})") from error
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, struct.error) as error:
        raise PackingError(f"is not a packed module, or is damaged ({error})") from error


def _refuse_directory(file: BinaryIO) -> None:
    """Refuse a zip whose list of entries is too large, before anything reads that list."""
    size = file.seek(0, io.SEEK_END)
    if size > LARGEST_PACKED_BYTES:
        raise PackingError(f"is larger than {LARGEST_PACKED_BYTES // 1024 // 1024} MB")
    file.seek(max(0, size - _END_OF_DIRECTORY.size - 0xFFFF - _ZIP64_LOCATOR_BYTES))
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < _END_OF_DIRECTORY.size:
        raise PackingError("is not a packed module")
    _, _, _, _, entries, directory_bytes, _, _ = _END_OF_DIRECTORY.unpack_from(tail, at)
    if b"PK\x06\x07" in tail[:at][-_ZIP64_LOCATOR_BYTES:] or entries > MOST_FILES or directory_bytes > _DIRECTORY_BYTES:
        raise PackingError(f"holds more than {MOST_FILES} files")
    file.seek(0)


def _checked_entries(archive: zipfile.ZipFile) -> Mapping[str, zipfile.ZipInfo]:
    entries = [info for info in archive.infolist() if not info.orig_filename.endswith("/")]
    if not entries or entries[0].orig_filename != MANIFEST:
        raise PackingError(f"is not a packed module: its first entry is not '{MANIFEST}'")
    if len(entries) > MOST_FILES:
        raise PackingError(f"holds more than {MOST_FILES} files")
    _refuse_names([info.orig_filename for info in entries[1:]])
    for info in archive.infolist():
        _refuse_entry(info)
    if sum(info.file_size for info in entries) > LARGEST_UNPACKED_BYTES:
        raise PackingError(f"would unpack to more than {LARGEST_UNPACKED_BYTES // 1024 // 1024} MB")
    _refuse_overlaps(archive)
    return {info.orig_filename: info for info in entries}


def _refuse_entry(info: zipfile.ZipInfo) -> None:
    name = quoted(info.orig_filename)
    if unsafe_name(info.orig_filename.removesuffix("/")):
        raise PackingError(f"{name} {unsafe_name(info.orig_filename.removesuffix('/'))}")
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise PackingError(f"{name} is a link or a device; a packed module holds plain files only")
    if info.flag_bits & _ENCRYPTED:
        raise PackingError(f"{name} is encrypted; modules are not")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise PackingError(f"{name} is compressed in a way that modules do not use; only 'deflate' is read")
    if info.file_size > LARGEST_FILE_BYTES:
        raise PackingError(f"{name} would unpack to more than {LARGEST_FILE_BYTES // 1024 // 1024} MB")
    if info.file_size > max(_RATIO_FREE_BYTES, HIGHEST_RATIO * info.compress_size):
        raise PackingError(f"{name} would unpack to more than {HIGHEST_RATIO} times its size")


def _refuse_overlaps(archive: zipfile.ZipFile) -> None:
    """Refuse entries that share their bytes. With such entries a small file can unpack without end."""
    free_from = 0
    for info in sorted(archive.infolist(), key=lambda info: info.header_offset):
        if info.header_offset < free_from:
            raise PackingError(f"{quoted(info.orig_filename)} overlaps the entry before it")
        free_from = info.header_offset + _LOCAL_HEADER.size + len(info.orig_filename) + info.compress_size
    if free_from > archive.start_dir:
        raise PackingError("has entries that overlap its list of contents")
