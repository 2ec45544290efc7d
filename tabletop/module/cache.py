"""What modules hold, once read and found without mistake, kept so that it need not be read again.

The cache lies in the user's cache folder, never beside a module, and is JSON. It can be deleted at any time; what
is damaged in it is ignored and written anew. What its values mean is not known here.
"""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

import tabletop
from tabletop.module.source import ModuleSource
from tabletop.module.yaml_text import LARGEST_BYTES, Plain, few_collections

MOST_KEPT: Final = 32
FORM: Final = 1
"""Goes up whenever the form of what is kept changes."""

_SUFFIX: Final = ".json"
_DIGEST_BYTES: Final = 32


def default_folder() -> Path:
    """Return where this system wants such files."""
    return platformdirs.user_cache_path("wartable") / "modules"


def key_of(source: ModuleSource) -> str:
    """Name a module's present content, as this version of the program reads it.

    Every YAML file and its name goes into it. Raises `SourceError` where a file cannot be read.
    """
    digest = hashlib.blake2b(f"{tabletop.__version__}/{FORM}".encode(), digest_size=_DIGEST_BYTES)
    for name in source.files():
        if name.endswith(".yaml"):
            content = source.read(name, LARGEST_BYTES)
            digest.update(f"\0{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


class ModuleCache:
    """Values of documents by file, for the modules used last."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or default_folder()

    def get(self, key: str) -> Mapping[str, Plain] | None:
        """Return the documents kept under a key; None where there are none, or they are damaged."""
        try:
            content = (self._folder / f"{key}{_SUFFIX}").read_bytes()
        except OSError:
            return None
        digest, values = content[: 2 * _DIGEST_BYTES], content[2 * _DIGEST_BYTES :]
        if digest != _digest(values):
            return None
        try:
            with few_collections():
                documents: dict[str, Plain] = msgspec.json.decode(values)
        except (msgspec.DecodeError, RecursionError):
            return None
        return documents

    def put(self, key: str, documents: Mapping[str, Plain]) -> None:
        """Keep documents under a key, and drop what was used least lately.

        A cache that cannot be written (no room, read-only) is no misfortune: the module is read again next time.
        """
        values = msgspec.json.encode(documents)
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._folder / f"{key}{_SUFFIX}", _digest(values) + values)
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        kept = sorted(self._folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in kept[MOST_KEPT:]:
            path.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all; raises OSError and leaves nothing behind."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _digest(values: bytes) -> bytes:
    return hashlib.blake2b(values, digest_size=_DIGEST_BYTES).hexdigest().encode()
