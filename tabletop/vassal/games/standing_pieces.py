"""Import of the pieces in a saved game: the kind and the state of each.

A save contains the whole definition of each piece. If the imported module has the same definition for the slot, the
piece gets the module's kind. Otherwise the game gets a kind of its own with the same key.
"""

import base64
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.expression import as_text
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import BACK, FACE, UNSEEN, Value
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import PlaceMarker, Replace
from tabletop.game.traits.appearance_traits import Art, Image, Layer, Picture
from tabletop.game.traits.at_rest import at_rest
from tabletop.game.traits.movement_traits import Trail
from tabletop.game.traits.property_traits import ForeignTrait, MarkTrait, NameTrait
from tabletop.game.traits.sight_traits import Invisible, Mask
from tabletop.module.contents.assets import AssetError, examine
from tabletop.module.module import Module
from tabletop.module.source import SourceError
from tabletop.vassal.components.piece_definitions import (
    LONGEST_DEFINITION,
    Definition,
    DefinitionError,
    RawTrait,
    definition,
)
from tabletop.vassal.expressions import FieldFacts
from tabletop.vassal.expressions.piece_properties import BUILT_IN
from tabletop.vassal.expressions.plain_texts import one_line, slot_key, slug
from tabletop.vassal.files.game_commands import NOTHING
from tabletop.vassal.files.sequence import join, split
from tabletop.vassal.games.game_things import VassalPiece, basic_of
from tabletop.vassal.games.trait_slots import REMEMBERED, VassalNames, slots_of, with_slots
from tabletop.vassal.traits import vassal_movement, vassal_sight
from tabletop.vassal.traits.trait_types import read_trait
from tabletop.vassal.traits.vassal_properties import BasicPiece, UsePrototype
from tabletop.vassal.translation.translated_traits import take

NOBODY: Final = "nobody"
"""The value of a mask's slot if its owner plays no side: the piece is masked for all."""


Owner = Callable[[str], str]
"""A function that returns the id of the side of an owner, who is given as a side's name or a player's token; `NOBODY`
for none.
"""


class Stands(Struct, frozen=True):
    """A piece as it is in a save: its kind, its state, and each side's level of sight of it (in the order of the
    module's sides).

    `links` are the slots of its attachments, each with VASSAL's ids of the attached pieces. `kin` are the slots that
    refer to the piece that placed it, to its original and to its last mat, each with the unique id of that piece.
    """

    kind: Kind
    state: tuple[Value, ...]
    sight: tuple[int, ...]
    links: tuple[tuple[int, tuple[str, ...]], ...] = ()
    kin: tuple[tuple[int, str], ...] = ()


class _TraitState(Struct, frozen=True):
    """One trait of a piece, translated: our traits, the values of their slots, and the number of their constant part
    (`form`).

    While `owner` conceals the piece with this trait, only the owner and the sides in `access` see its face; all other
    sides see it at the level `conceals`. `links` are VASSAL's ids of the attached pieces.
    """

    traits: tuple[Trait, ...]
    slots: tuple[Value, ...]
    form: int
    conceals: int = FACE
    owner: str = ""
    access: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


class PieceStates:
    """A reader of the states of pieces in saved games of one module."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._names = ImportedNames(module)
        self._taken: dict[str | tuple[str, str], _TraitState] = {}
        self._forms: dict[bytes, int] = {}
        self._kinds: dict[tuple[str, str, tuple[int, ...]], Kind] = {}

    def of(self, piece: VassalPiece, owner: Owner) -> Stands:
        """Return a piece of a save as it is here. `owner` gives the side of an owner."""
        states = [*piece.states[:-1], _kept(piece.states[-1])]
        taken = [self._of(type_, state) for type_, state in zip(piece.types, states, strict=True)]
        taken.reverse()
        kind = self._kind(piece, taken)
        state = [value for each in taken for value in each.slots]
        sight = [FACE] * len(self._module.sides)
        links = []
        at = 0
        for each in taken:
            if each.links:
                links.append((at, each.links))
            if each.conceals < FACE and each.owner:
                by = owner(each.owner)
                state[at] = by
                keeping = {by, *each.access}
                for index, side in enumerate(self._module.sides):
                    if side not in keeping:
                        sight[index] = min(sight[index], each.conceals)
            at += len(each.slots)
        return Stands(kind, tuple(state), tuple(sight), tuple(links), _kin(piece, kind))

    @property
    def markers(self) -> Sequence[Kind]:
        """The kinds of markers that the module lacks, and that the pieces read so far can place."""
        return self._names.made

    def _of(self, type_: str, state: str) -> _TraitState:
        known = self._taken.get(type_) or self._taken.get((type_, state))
        if known is None:
            known = self._newly(RawTrait(type_, state))
            is_always_so = not known.slots and not type_.startswith(_SHAPED_BY_STATE)
            self._taken[type_ if is_always_so else (type_, state)] = known
        return known

    def _newly(self, raw: RawTrait) -> _TraitState:
        read = read_trait(raw)
        traits, _ = take(read, self._names, "") if not isinstance(read, UsePrototype) else ((), None)
        form = msgspec.msgpack.encode(tuple(map(at_rest_in_saves, traits)))
        number = self._forms.setdefault(form, len(self._forms))
        slots = slots_of(read, traits)
        if isinstance(read, vassal_sight.Obscurable | vassal_sight.Hideable):
            level = BACK if isinstance(read, vassal_sight.Obscurable) else UNSEEN
            owner = "" if read.owner in ("", vassal_sight.NOBODY) else read.owner
            access = traits[0].sides if isinstance(traits[0], Mask | Invisible) else ()
            return _TraitState(traits, slots, number, level if slots else FACE, owner, access)
        links = read.attached if isinstance(read, vassal_movement.VassalAttachment) and slots else ()
        return _TraitState(traits, slots, number, links=links)

    def _kind(self, piece: VassalPiece, taken: list[_TraitState]) -> Kind:
        key = (piece.gpid, piece.types[-1], tuple([each.form for each in taken]))
        if key not in self._kinds:
            basic = read_trait(RawTrait(piece.types[-1]))
            name = basic.piece_name if isinstance(basic, BasicPiece) else ""
            made = self._new_kind(piece.gpid, name, [trait for each in taken for trait in each.traits])
            is_own = made is not self._names.kind(piece.gpid, name)
            self._kinds[key] = replace(made, extra={DEFINED: self._defined(piece)}) if is_own else made
        return self._kinds[key]

    def parts(self, raw: Sequence[RawTrait]) -> list[tuple[tuple[Trait, ...], int]]:
        """Return the translation of each trait of a piece, and its number of slots."""
        kept = [*raw[:-1], RawTrait(raw[-1].type, _kept(raw[-1].state))]
        return [(taken.traits, len(taken.slots)) for taken in (self._of(each.type, each.state) for each in kept)]

    def _defined(self, piece: VassalPiece) -> str:
        """Return the definition that pieces of one kind share, without the parts in which they differ."""
        raw = [*map(RawTrait, piece.types[:-1], piece.states), RawTrait(piece.types[-1], _kept(piece.states[-1]))]
        bare = [_bare(each, traits, count) for each, (traits, count) in zip(raw, self.parts(raw), strict=True)]
        basic = read_trait(bare[-1])
        if isinstance(basic, BasicPiece):
            bare[-1] = RawTrait(bare[-1].type, replace(basic, gpid=piece.gpid).written_state())
        return packed(Definition("", tuple(bare)).written())

    def _new_kind(self, gpid: str, name: str, traits: list[Trait]) -> Kind:
        there = self._names.kind(gpid, name)
        if there is not None and _alike(there.traits, traits):
            return there
        key = there.key if there is not None else gpid if gpid.isalnum() else slug(name, "piece")
        width, height = self._size(traits)
        return Kind(key, one_line(name, key), traits=tuple(traits), width=width, height=height)

    def _size(self, traits: list[Trait]) -> tuple[int, int]:
        return next(filter(None, map(self._names.size, _images(traits))), (0, 0))


DEFINED: Final = "vassal"
"""The name of the property in which a kind from a save stores VASSAL's definition."""


def _bare(raw: RawTrait, traits: tuple[Trait, ...], count: int) -> RawTrait:
    """Return a trait without those parts that differ from piece to piece."""
    if raw.type.startswith(_OWNED):
        raw = RawTrait(raw.type)
    if not count:
        return raw
    empty = [None if raw.type.startswith("piece;") else ""] * count
    return RawTrait(raw.type, with_slots(read_trait(raw), traits, empty, _NO_NAMES).written_state())


def packed(definition: str) -> str:
    """Return a definition as a kind stores it: compressed, since definitions may be long."""
    return base64.b85encode(zlib.compress(definition.encode(), 9)).decode()


def unpacked(kept: str) -> str:
    """Return the definition that a kind stores. Raises `DefinitionError` if it is invalid."""
    try:
        unpacking = zlib.decompressobj()
        return unpacking.decompress(base64.b85decode(kept), LONGEST_DEFINITION).decode()
    except (ValueError, zlib.error):
        raise DefinitionError("cannot be read") from None


_OWNED: Final = ("attach;", "hide;", "mat;", "matPiece;", "obs;", "restrict;")
_NO_NAMES: Final = VassalNames(lambda _side, _access: "", lambda _piece: "", lambda _map: "")


def _kin(piece: VassalPiece, kind: Kind) -> tuple[tuple[int, str], ...]:
    """Return the slots that refer to the piece that placed this one, to its original and to its last mat, each with
    that piece's id.

    VASSAL may not have stored all of them.
    """
    kept = basic_of(piece.states[-1]).kept
    if not kept.keys() & {"ParentID", "CloneID", "OldMatID"}:
        return ()
    compiled = compile_kind(kind)
    slots = (*(compiled.kin or (None, None)), compiled.old_mat)
    ids = (kept.get("ParentID"), kept.get("CloneID"), kept.get("OldMatID", "").rpartition("_")[2])
    return tuple((slot, id) for slot, id in zip(slots, ids, strict=True) if slot is not None and id)


def _images(traits: Iterable[Trait]) -> Iterator[str]:
    """Yield the picture files of traits in order. The first one gives the size of a piece."""
    for trait in traits:
        pictures: tuple[Picture | None, ...] = ()
        if isinstance(trait, Layer):
            pictures = tuple(level.picture for level in trait.levels)
        elif isinstance(trait, Art | Mask):
            pictures = (trait.back, trait.picture) if isinstance(trait, Mask) else (trait.picture,)
        yield from (picture.path for picture in pictures if isinstance(picture, Image))


_SHAPED_BY_STATE: Final = ("mark;", "label;", "piece;")
"""The ids of traits whose state changes not only values of slots, but also the translation."""


def _alike(one: Sequence[Trait], other: Sequence[Trait]) -> bool:
    """Return whether two lists of traits are the same apart from their states."""
    if len(one) != len(other):
        return False
    return all(a == b or at_rest_in_saves(a) == at_rest_in_saves(b) for a, b in zip(one, other, strict=True))


def at_rest_in_saves(trait: Trait) -> Trait:
    """Return a trait without its present state, and without the parts that differ between a module and its saves."""
    match trait:
        case Trail():
            return replace(trait, shown=False)
        case MarkTrait():
            return replace(trait, values={name: as_text(value) for name, value in trait.values.items()})
        case PlaceMarker() | Replace():
            return replace(trait, kind="")
        case ForeignTrait():
            return replace(trait, state="")
        case _:
            return at_rest(trait)


def _kept(state: str) -> str:
    """Return the state of a basic piece without its position, without the number of its slot (unless that is not
    alphanumeric), and without the stored values of built-in properties, except the earlier position and clicks.
    """
    basic = basic_of(state)
    kept = {name: value for name, value in basic.kept.items() if name in REMEMBERED or name not in BUILT_IN}
    texts = [text for pair in kept.items() for text in pair]
    gpid = "0" if basic.gpid.isalnum() else basic.gpid
    return join([NOTHING, "0", "0", gpid, str(len(texts) // 2), *texts], ";") or ""


_ENDINGS: Final = ("", ".gif", ".png", ".jpg", ".jpeg", ".svg", ".webp")
"""Endings that a picture's name may lack: an import gives each picture the ending of its format."""


class ImportedNames:
    """The things in the imported module that traits of saved pieces refer to."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self.lays_anew = False
        self.leading_zeros_stay = module.about.leading_zeros_stay
        self.offers_blanks = module.about.offers_blanks
        self.others_unmask = module.about.others_unmask
        self.sending_moves = module.about.sending_moves
        self.maps = frozenset(sheet.name for sheet in module.sheets.values())
        self._files: dict[str, str] = {}
        for name in module.source.files():
            self._files.setdefault(name.casefold(), name)
        self._sides = {side.title: side.id for side in module.about.sides}
        self._by_name: dict[str, Kind] = {}
        for kind in module.components.kinds.values():
            if not _is_nameless(kind):
                self._by_name.setdefault(kind.name, kind)
        self.made: list[Kind] = []
        self._markers: dict[str, str] = {}
        self._sizes: dict[str, tuple[int, int] | None] = {}
        for kind in module.components.kinds.values():
            if kind.width and (first := next(_images(kind.traits), "")):
                self._sizes.setdefault(first, (kind.width, kind.height))

    def picture(self, name: str, where: str) -> str | None:  # noqa: ARG002 - a save has no places to be told
        """Return the file of a picture in the module; None if there is none."""
        return self._file("images", name)

    def stand_in(self, words: str) -> str | None:  # noqa: ARG002
        """Return None, since a save contains no pictures."""
        return None

    def sound(self, name: str, where: str) -> str | None:  # noqa: ARG002
        """Return the file of a sound in the module; None if there is none."""
        return self._file("sounds", name)

    def _file(self, folder: str, name: str) -> str | None:
        if not name or name.startswith("/"):
            return None
        path = f"{folder}/{name}".casefold()
        return next((found for ending in _ENDINGS if (found := self._files.get(path + ending))), None)

    def side(self, name: str) -> str | None:
        """Return the id of a side by VASSAL's name for it; None if there is no such side."""
        return self._sides.get(one_line(name, ""))

    def piece(self, spec: str, gpid: str, where: str) -> str | None:  # noqa: ARG002
        """Return the key of a marker's kind, given its definition or the path of its slot.

        If only the save defines the marker, a kind is made for it. Returns None for a slot that does not exist.
        """
        own, name = _named_in(spec)
        found = self.kind(gpid, name) or self.kind(own, name) or self.kind("", name) or self._first_there(spec)
        return found.key if found is not None else self._only_here(spec)

    def _only_here(self, spec: str) -> str | None:
        """Make a kind for a marker that only the save defines, without the traits of prototypes; return its key.

        A definition gets a kind only once. Returns None for an invalid definition, and for the path of a slot.
        """
        if spec in self._markers or not spec.startswith("+/"):
            return self._markers.get(spec)
        try:
            read = definition(spec)
        except DefinitionError:
            return None
        basic = read_trait(read.basic)
        name = one_line(basic.piece_name if isinstance(basic, BasicPiece) else "", "marker")
        key = self._markers[spec] = f"{slug(name, 'marker')}-saved-{len(self._markers) + 1}"
        parts = (read_trait(raw) for raw in reversed(read.traits))
        made = (take(part, self, "")[0] for part in parts if not isinstance(part, UsePrototype))
        traits = tuple(trait for each in made for trait in each)
        width, height = next(filter(None, map(self.size, _images(traits))), (0, 0))
        self.made.append(Kind(key, name, traits=traits, width=width, height=height))
        return key

    def _first_there(self, path: str) -> Kind | None:
        """Return the first kind on the shelf of the tray to which the path of a slot leads; None if there is none. The
        last part of the path, the slot itself, is ignored.
        """
        if path.startswith("+/"):
            return None
        group, *shelf = ((split(step, ":")[1:] or [""])[0] for step in split(path, "/")[:-1]) if "/" in path else ("",)
        kinds = (each.kind for each in self._module.tray if each.group == group and list(each.shelf) == shelf)
        return next(kinds, None)

    def pattern(self, prototype: str, parameters: str, where: str) -> str | None:  # noqa: ARG002
        """Return None: pieces in a save refer to no prototype."""
        return None

    def note_format(self, text: str, field: FieldFacts, ours: str) -> None:
        """Ignore the text: the module has its translations."""

    def kind(self, gpid: str, name: str) -> Kind | None:
        """Return the kind of a slot, given its number and the name of its piece; None if there is none.

        Without a number only the name counts.
        """
        called = one_line(name, "")
        kind = self._module.components.kinds.get(slot_key(gpid))
        if kind is not None and (kind.name == called or _is_nameless(kind)):
            return kind
        return self._by_name.get(called) if not gpid else None

    def size(self, picture: str) -> tuple[int, int] | None:
        """Return the width and the height of a picture, in pixels; None if it cannot be read."""
        if picture not in self._sizes:
            try:
                asset = examine(picture, self._module.source.read(picture))
                self._sizes[picture] = asset.width_px, asset.height_px
            except (SourceError, AssetError):
                self._sizes[picture] = None
        return self._sizes[picture]


def _is_nameless(kind: Kind) -> bool:
    """Return whether pieces of a kind have no name in VASSAL; here they have the name of their slot."""
    return NameTrait("") in kind.traits


def _named_in(spec: str) -> tuple[str, str]:
    """Return the number of the slot and the name of the piece in a marker's definition, or in the path of its slot."""
    if not spec.startswith("+/"):
        return "", (split(split(spec, "/")[-1], ":")[1:] or [""])[0]
    try:
        found = definition(spec)
    except DefinitionError:
        return "", ""
    read = read_trait(found.basic)
    return basic_of(found.basic.state).gpid, read.piece_name if isinstance(read, BasicPiece) else ""
