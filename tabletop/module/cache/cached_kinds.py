"""The kinds of a module, cached by their sources. A changed scenario or map does not make them again.

Most traits of a large module are those of a few patterns. Each is kept once, and all kinds that have it share it.
"""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.expression import cache as expressions
from tabletop.expression.compiler import known
from tabletop.game.traits import Trait
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.documents.yaml_text import LARGEST_BYTES
from tabletop.module.module import TrayKind
from tabletop.module.schema.module_file import ModuleFile
from tabletop.module.source import ModuleSource

_DIGEST_BYTES: Final = 32


class PackedTray(Struct, frozen=True):
    """The kinds of a tray without their traits, and for each kind the numbers of its traits."""

    traits: tuple[Trait, ...]
    kinds: tuple[TrayKind, ...]
    traits_of: tuple[tuple[int, ...], ...]


class KeptKinds(Struct, frozen=True):
    """The kinds of piece files, and the number of values in these files that their author chose."""

    tray: tuple[TrayKind, ...]
    authored: int


class _PackedKinds(Struct, frozen=True):
    """The kinds of piece files as the cache stores them, with their parsed expressions."""

    tray: PackedTray
    expressions: bytes
    authored: int


def key_of_kinds(source: ModuleSource, about: ModuleFile, pictures: Iterable[str], families: Sequence[str]) -> str:
    """Return the cache key of a module's kinds: the hash of all their sources.

    `pictures` are the names of its picture files, and `families` the digests of the families that it uses. Raises
    `SourceError` if a file cannot be read.
    """
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    sides = [side.id for side in about.sides]
    digest.update(msgspec.json.encode((about.pieces, about.faces, sides, tuple(pictures), families)))
    for name in (*about.pieces, *([about.faces] if about.faces else ())):
        content = source.read(name, LARGEST_BYTES)
        digest.update(f"{len(content)}\0".encode())
        digest.update(content)
    return f"{digest.hexdigest()}-kinds"


def recall_kinds(cache: ModuleCache, key: str) -> KeptKinds | None:
    """Return the kinds cached under a key, and load their expressions; None if there are none or they are damaged."""
    content = cache.get(key)
    if content is not None:
        with suppress(msgspec.MsgspecError, RecursionError, IndexError, ValueError):
            packed = msgspec.msgpack.decode(content, type=_PackedKinds)
            tray = unpack_tray(packed.tray)
            expressions.unpack(packed.expressions)
            return KeptKinds(tray, packed.authored)
    return None


def keep_kinds(cache: ModuleCache, key: str, kinds: KeptKinds) -> None:
    """Store kinds that were read without mistakes, with all known expressions."""
    packed = _PackedKinds(pack_tray(kinds.tray), expressions.pack(known()), kinds.authored)
    cache.put(key, msgspec.msgpack.encode(packed))


def pack_tray(tray: Sequence[TrayKind]) -> PackedTray:
    """Return kinds in packed form, with each of their traits only once."""
    numbers: dict[bytes, int] = {}
    traits: list[Trait] = []
    traits_of = []
    for each in tray:
        own = []
        for trait in each.kind.traits:
            number = numbers.setdefault(msgspec.msgpack.encode(trait), len(traits))
            if number == len(traits):
                traits.append(trait)
            own.append(number)
        traits_of.append(tuple(own))
    bare = tuple(replace(each, kind=replace(each.kind, traits=())) for each in tray)
    return PackedTray(tuple(traits), bare, tuple(traits_of))


def unpack_tray(packed: PackedTray) -> tuple[TrayKind, ...]:
    """Return the packed kinds. Equal traits become one object. Raises IndexError or ValueError if they do not fit."""
    traits = packed.traits
    return tuple(
        replace(each, kind=replace(each.kind, traits=tuple(traits[number] for number in numbers)))
        for each, numbers in zip(packed.kinds, packed.traits_of, strict=True)
    )
