"""A cache of modules that were read and found without mistakes, so that they need not be read again.

The cache is in the user's cache folder, never beside a module. It can be deleted at any time. Damaged entries are
ignored and written again. This file does not know the meaning of the entries.
"""

import hashlib
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs

import tabletop
from tabletop.module.documents.yaml_text import LARGEST_BYTES
from tabletop.module.source import ModuleSource

MOST_KEPT: Final = 96
"""The greatest number of entries, which is enough for two or three of each module."""
FORM: Final = 5
"""The version of the form of entries. Raise it with every change of that form."""

_SUFFIX: Final = ".msgpack"
_DIGEST_BYTES: Final = 32


def default_folder() -> Path:
    """Return the folder of the cache on this system."""
    return platformdirs.user_cache_path("wartable") / "modules"


def digest_of(source: ModuleSource) -> str:
    """Return the digest of a module's content: the hash of every YAML file and its name, in hexadecimal.

    Raises `SourceError` if a file cannot be read.
    """
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for name in source.files():
        if name.endswith(".yaml"):
            content = source.read(name, LARGEST_BYTES)
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


class ModuleCache:
    """A cache of the modules that were read last, by the digest of their files and the version of the program."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or default_folder()

    def get(self, digest: str) -> bytes | None:
        """Return the entry of a digest; None if there is none, or it is damaged."""
        try:
            found = self._file(digest).read_bytes()
        except OSError:
            return None
        content = found[2 * _DIGEST_BYTES :]
        return content if found[: 2 * _DIGEST_BYTES] == _digest(content) else None

    def put(self, digest: str, content: bytes) -> None:
        """Store content under a digest, and remove the oldest entries beyond `MOST_KEPT`.

        If the cache cannot be written (no room, read-only), the module is simply read again next time.
        """
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._file(digest), _digest(content) + content)
            self._drop_oldest()

    def _file(self, digest: str) -> Path:
        return self._folder / f"{digest}-{tabletop.__version__}-{FORM}{_SUFFIX}"

    def _drop_oldest(self) -> None:
        kept = sorted(self._folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in kept[MOST_KEPT:]:
            path.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or replace it, as a whole: it is never there in part.

    Raises OSError with the name `path`; then an earlier file is unchanged, and no draft is left.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        try:
            with draft.open("xb") as file:
                file.write(content)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(path)) from problem


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST_BYTES).hexdigest().encode()
