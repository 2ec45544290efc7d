"""The traits of a module as they are written, each with its file and its path there."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from tabletop.game.traits import Trait
from tabletop.module.schema.piece_records import PatternRecord, PieceFile, PieceKind
from tabletop.module.schema.trait_records import Like, as_written

Path: TypeAlias = tuple[str | int, ...]
"""The path to a value in a file: keys, and positions in lists."""


class WrittenTrait(Struct, frozen=True):
    """A trait, with the file and the path where it is written."""

    trait: Trait
    file: str
    path: Path


class WrittenTraits:
    """The traits in the piece files of a module and of its families."""

    def __init__(self, records: Mapping[str, object]) -> None:
        self._files = {file: record for file, record in records.items() if isinstance(record, PieceFile)}
        self._patterns = {
            name: (pattern, self._own(file, ("patterns", name), pattern))
            for file, record in self._files.items()
            for name, pattern in record.patterns.items()
        }
        self._pieces = {
            (file, index): self._own(file, ("pieces", index), piece)
            for file, record in self._files.items()
            for index, piece in enumerate(record.pieces)
        }

    def _own(self, file: str, path: Path, record: PatternRecord | PieceKind) -> list[WrittenTrait]:
        written = enumerate(map(as_written, record.traits))
        return [
            WrittenTrait(trait, file, (*path, "traits", at)) for at, trait in written if not isinstance(trait, Like)
        ]

    def traits(self) -> Iterator[WrittenTrait]:
        """Yield every trait that is written, once."""
        for _, traits in self._patterns.values():
            yield from traits
        for traits in self._pieces.values():
            yield from traits

    def pieces(self) -> Iterator[tuple[str, int, PieceKind]]:
        """Yield every kind of piece: its file, its index in the list of kinds there, and its record."""
        for file, record in self._files.items():
            for index, piece in enumerate(record.pieces):
                yield file, index, piece

    def traits_of(self, file: str, index: int, piece: PieceKind) -> list[WrittenTrait]:
        """Return the traits of a kind, those of its patterns first."""
        inherited = [each for name in self._lineage(_liked(piece)) for each in self._patterns[name][1]]
        return [*inherited, *self._pieces[file, index]]

    def _lineage(self, like: Iterable[str]) -> list[str]:
        found: dict[str, None] = {}
        self._trace(like, found)
        return list(found)

    def _trace(self, like: Iterable[str], found: dict[str, None]) -> None:
        for name in like:
            if name not in found:
                self._trace(_liked(self._patterns[name][0]), found)
                found[name] = None


def _liked(record: PatternRecord | PieceKind) -> tuple[str, ...]:
    """Return the patterns that a record names as `like`, for the whole record or within its list of traits."""
    written = map(as_written, record.traits)
    return (*record.like, *(trait.pattern for trait in written if isinstance(trait, Like)))
