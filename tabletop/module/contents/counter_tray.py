"""The counter tray: kinds that are made from the records of piece files and their patterns.

The files are read elsewhere. `tabletop.game.kinds.compiled_kinds` compiles the traits of a kind.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.expression import as_text
from tabletop.game.kinds.compiled_kinds import KindError, check
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import Value
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import PlaceMarker, Replace
from tabletop.game.traits.appearance_traits import Art, DrawnFace, Layer, Picture
from tabletop.game.traits.movement_traits import MovedMark
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.game.traits.sight_traits import Invisible, Mask, RestrictedTrait
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.module import MODULE_FILE, TrayKind
from tabletop.module.schema.faces import FaceBook, FaceError
from tabletop.module.schema.module_file import ModuleFile
from tabletop.module.schema.piece_records import PatternRecord, PieceFile, PieceKind
from tabletop.module.schema.trait_records import Like, as_written, filled

MOST_TRAITS: Final = 5_000
"""The most traits that one piece may have, including those of its patterns."""

_DEEPEST: Final = 100
"""The greatest depth of patterns within patterns."""

Path: TypeAlias = tuple[str | int, ...]
"""The path to a value in a file: keys, and positions in lists."""


class _KindPart(Struct, frozen=True):
    """The part of a kind that one record gives: the record of the kind itself, or a pattern that it is like."""

    file: str
    path: Path
    record: PatternRecord | PieceKind
    traits: tuple[Trait | Like, ...]


class _TraitSource(Struct, frozen=True):
    """A trait, with the file and the path where it is written."""

    trait: Trait
    file: str
    path: Path


def read_tray(
    reader: ModuleReader,
    about: ModuleFile,
    faces: FaceBook | None,
    pictures: Sequence[str],
) -> tuple[TrayKind, ...]:
    """Return the kinds of a module's piece files, which may use the patterns of its families, and note mistakes.

    `faces` is its face book, if it has one that could be read. `pictures` are the names of its picture files.
    """
    no_faces_read = faces is None and about.faces is not None
    maker = _TrayMaker(reader, faces, tuple(side.id for side in about.sides), pictures, no_faces_read=no_faces_read)
    for family in (use.family for use in about.families):
        family_about = reader.read(f"{family}:{MODULE_FILE}", ModuleFile)
        files = family_about.pieces if family_about else ()
        for file, record in _piece_files(reader, [f"{family}:{file}" for file in files]).items():
            maker.add_patterns(file, record)
    return maker.make(_piece_files(reader, about.pieces))


def _piece_files(reader: ModuleReader, files: Sequence[str]) -> dict[str, PieceFile]:
    found = ((file, reader.read(file, PieceFile)) for file in dict.fromkeys(files))
    return {file: record for file, record in found if record is not None}


class _TrayMaker:
    """A maker of kinds from the records of one module. It notes mistakes.

    `sides` are the ids of its sides, and `pictures` the names of its picture files. `faces` is its face book, if it has
    one. If that could not be read (`no_faces_read`), unknown templates are not noted.
    """

    def __init__(
        self,
        reader: ModuleReader,
        faces: FaceBook | None,
        sides: Sequence[str],
        pictures: Sequence[str],
        *,
        no_faces_read: bool = False,
    ) -> None:
        self._reader = reader
        self._faces = faces
        self._no_faces_read = no_faces_read
        self._sides = sides
        self._pictures = dict.fromkeys(pictures)
        self._patterns: dict[str, _KindPart] = {}
        self._value_names: dict[str, frozenset[str]] = {}
        self._left = 0
        self._sound: set[Trait] = set()

    def add_patterns(self, file: str, record: PieceFile) -> None:
        """Let the kinds of all files use the patterns of this file."""
        for name, pattern in record.patterns.items():
            path: Path = ("patterns", name)
            if name in self._patterns:
                self._reader.note(file, path, "a pattern that no other file describes")
            else:
                self._patterns[name] = self._part(file, path, pattern)

    def make(self, files: Mapping[str, PieceFile]) -> tuple[TrayKind, ...]:
        """Return every kind of these files, in their order."""
        for file, record in files.items():
            self.add_patterns(file, record)
        known = {piece.id for record in files.values() for piece in record.pieces}
        tray: dict[str, TrayKind] = {}
        for file, record in files.items():
            for index, piece in enumerate(record.pieces):
                path: Path = ("pieces", index)
                if piece.id in tray:
                    self._reader.note(file, (*path, "id"), "an id that no other piece has")
                else:
                    kind = self._kind(self._part(file, path, piece), piece, known)
                    scale = record.scale if piece.scale is None else piece.scale
                    tray[piece.id] = TrayKind(kind, record.group, piece.count, piece.shelf, record.offered, scale)
        return tuple(tray.values())

    def _kind(self, own: _KindPart, piece: PieceKind, known: set[str]) -> Kind:
        parts = [*map(self._patterns.__getitem__, self._lineage(own)), own]
        values = {name: value for part in parts for name, value in part.record.values.items()}
        self._left = MOST_TRAITS
        written = [each for part in parts for each in self._written(part, {})]
        if self._left < 0:
            self._reader.note(own.file, own.path, f"at most {MOST_TRAITS} traits, with those of its patterns")
        if values:
            written.insert(0, _TraitSource(MarkTrait(values), own.file, (*own.path, "values")))
        if piece.side is not None and piece.side not in self._sides:
            self._reader.note(own.file, (*own.path, "side"), "a side of this game", self._sides)
        shown = {"name": piece.name, "side": piece.side or "", **values}
        kind = Kind(
            key=piece.id,
            name=piece.name,
            side=piece.side or "",
            traits=tuple(self._filled(each, shown) for each in written),
            width=next((part.record.width for part in reversed(parts) if part.record.width), 0),
            height=next((part.record.height for part in reversed(parts) if part.record.height), 0),
            limit=piece.count if piece.limit is None else piece.limit,
        )
        for each in written:
            self._check_names(each, known)
        return kind

    def _written(
        self, part: _KindPart, values: Mapping[str, str], seen: tuple[str, ...] = ()
    ) -> Iterator[_TraitSource]:
        """Yield the traits of a part, with those of a pattern where its list says `like`. Note unknown patterns."""
        for index, trait in enumerate(part.traits):
            self._left -= 1
            if self._left < 0:
                return
            path = (*part.path, "traits", index)
            given = filled(trait, values) if values else trait
            if not isinstance(given, Like):
                yield _TraitSource(given, part.file, path)
            elif given.pattern not in self._patterns:
                self._reader.note(part.file, (*path, "pattern"), "a pattern", tuple(self._patterns))
            elif given.pattern in seen or len(seen) >= _DEEPEST:
                self._reader.note(part.file, (*path, "pattern"), "a pattern that does not come to itself again")
            else:
                yield from self._inserted(given, (*seen, given.pattern))

    def _inserted(self, like: Like, seen: tuple[str, ...]) -> Iterator[_TraitSource]:
        """Yield the traits of a pattern, after those of the patterns that it is like itself."""
        own = self._patterns[like.pattern]
        for part in (*map(self._patterns.__getitem__, self._lineage(own)), own):
            if part.record.values:
                yield _TraitSource(MarkTrait(part.record.values), part.file, (*part.path, "values"))
            yield from self._written(part, like.values, seen)

    def _lineage(self, part: _KindPart) -> list[str]:
        """Return all patterns that a part is like, each once, the innermost first. Note unknown patterns and rings."""
        found: dict[str, None] = {}
        self._trace(part, (), found)
        return list(found)

    def _trace(self, part: _KindPart, seen: tuple[str, ...], found: dict[str, None]) -> None:
        for index, name in enumerate(part.record.like):
            path = (*part.path, "like", index)
            if name not in self._patterns:
                self._reader.note(part.file, path, "a pattern", tuple(self._patterns))
            elif name in seen or len(seen) >= _DEEPEST:
                self._reader.note(part.file, path, "a pattern that is not like this one in turn")
            elif name not in found:
                self._trace(self._patterns[name], (*seen, name), found)
                found[name] = None

    # pictures

    def _filled(self, each: _TraitSource, shown: Mapping[str, Value]) -> Trait:
        """Return the trait with the piece's values filled into the faces that it draws, unless the author gave
        others.
        """
        trait = each.trait
        match trait:
            case Art():
                return replace(trait, picture=self._face(each, ("picture",), trait.picture, shown))
            case Layer():
                levels = tuple(
                    level
                    if level.picture is None
                    else replace(level, picture=self._face(each, ("levels", at, "picture"), level.picture, shown))
                    for at, level in enumerate(trait.levels)
                )
                return replace(trait, levels=levels)
            case Mask():
                back = trait.back and self._face(each, ("back",), trait.back, shown)
                picture = trait.picture and self._face(each, ("picture",), trait.picture, shown)
                return replace(trait, back=back, picture=picture)
            case _:
                return trait

    def _face(self, each: _TraitSource, inside: Path, picture: Picture, shown: Mapping[str, Value]) -> Picture:
        path = (*each.path, *inside)
        if not isinstance(picture, DrawnFace):
            self._check_picture(each.file, (*path, "path"), picture.path)
            return picture
        if self._no_faces_read:
            return picture
        names = self._names_of(picture.template)
        if names is None:
            known = tuple(self._faces.templates) if self._faces else ()
            self._reader.note(each.file, (*path, "template"), "a template of the face book", known)
            return picture
        for name in picture.values:
            if name not in names:
                self._reader.note(each.file, (*path, "values", name), "a value that the face shows", tuple(names))
        given = {name: _plainly(shown[name]) for name in sorted(names) if name in shown}
        filled = replace(picture, values={**given, **picture.values})
        self._check_style(each.file, path, filled)
        return filled

    def _names_of(self, template: str) -> frozenset[str] | None:
        """Return the values that a template of the face book shows; None if there is no such template."""
        if self._faces is None or template not in self._faces.templates:
            return None
        if template not in self._value_names:
            self._value_names[template] = self._faces.value_names(template)
        return self._value_names[template]

    def _check_style(self, file: str, path: Path, face: DrawnFace) -> None:
        if self._faces is None or any("{" in text for text in face.values.values()):
            return
        try:
            self._faces.style_of(self._faces.template(face.template), face.values)
        except FaceError as error:
            self._reader.say(file, path, str(error))

    def _check_picture(self, file: str, path: Path, name: str) -> None:
        if name and name not in self._pictures:
            self._reader.note(file, path, "a picture file of this module", tuple(self._pictures))

    # names and expressions

    def _check_names(self, each: _TraitSource, known: set[str]) -> None:
        """Note unknown names of kinds, sides and pictures.

        Names with braces are known only in play, and are not checked.
        """
        match each.trait:
            case Replace(kind=name) | PlaceMarker(kind=name):
                if "{" not in name and name not in known:
                    self._reader.note(each.file, (*each.path, "kind"), "a piece of this game", tuple(known))
            case RestrictedTrait(sides=sides) | Mask(sides=sides) | Invisible(sides=sides):
                for index, side in enumerate(sides):
                    if side not in self._sides:
                        self._reader.note(each.file, (*each.path, "sides", index), "a side of this game", self._sides)
            case MovedMark(picture=name):
                self._check_picture(each.file, (*each.path, "picture"), name)
            case _:
                return

    def _part(self, file: str, path: Path, record: PatternRecord | PieceKind) -> _KindPart:
        """Return a record with its traits, and note invalid expressions and templates in them."""
        part = _KindPart(file, path, record, tuple(map(as_written, record.traits)))
        own = tuple(trait for trait in part.traits if not (isinstance(trait, Like) or self._is_sound(trait)))
        if _error_in(own):
            for index, trait in enumerate(part.traits):
                error = None if isinstance(trait, Like) else _error_in((trait,))
                if error:
                    where = (*path, "traits", index)
                    self._reader.say(file, where, str(error.why), error.why.text, error.why.position or 0)
        else:
            self._sound.update(filter(_is_hashable, own))
        return part

    def _is_sound(self, trait: Trait) -> bool:
        """Return whether an equal trait was read before and is valid."""
        return _is_hashable(trait) and trait in self._sound


def _is_hashable(trait: Trait) -> bool:
    """Return whether a trait can be looked up: one that holds a mapping cannot."""
    try:
        hash(trait)
    except TypeError:
        return False
    return True


def _error_in(traits: tuple[Trait, ...]) -> KindError | None:
    """Return the error in the first of these traits that is invalid; None if all are valid."""
    try:
        check(Kind(key="", name="", traits=traits))
    except KindError as error:
        return error
    return None


def _plainly(value: Value) -> str:
    """Return a template that gives exactly this text."""
    return as_text(value).replace("{", "{{").replace("}", "}}")
