"""Pieces and prototypes of a module: each slot becomes a kind of the new module, each prototype a pattern.

The id of a kind contains the number of its slot (the GPID), so that saved games also find it in a later version.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from tabletop.game.traits import Trait
from tabletop.game.traits.appearance_traits import Art, Image
from tabletop.module.contents.counter_tray import MOST_TRAITS
from tabletop.module.documents.yaml_writer import Writable
from tabletop.vassal.components.map_boards import MAPS
from tabletop.vassal.components.module_draft import Bench, Document, Ids
from tabletop.vassal.components.piece_definitions import (
    PROTOTYPE,
    Definition,
    DefinitionError,
    RawTrait,
    definition,
    filled,
    parameters,
)
from tabletop.vassal.components.pieces.unmask_rights import others_unmask
from tabletop.vassal.components.translations import FILE
from tabletop.vassal.expressions import FieldFacts, translate_format
from tabletop.vassal.expressions.plain_texts import one_line, said, slot_key, slug
from tabletop.vassal.files.attributes import in_our_letters
from tabletop.vassal.files.build_file import Component, find
from tabletop.vassal.files.sequence import split
from tabletop.vassal.import_report import EXACT, Verdict, inactive
from tabletop.vassal.traits.trait_types import read_trait
from tabletop.vassal.traits.vassal_properties import BasicPiece
from tabletop.vassal.translation.translated_traits import take

SLOTS: Final = ("PieceSlot", "CardSlot")

_NO_SPEC: Final = ("", "null")
_DEEPEST: Final = 50
"""The greatest depth of prototypes within prototypes."""

_PATTERNS: Final = "prototypes"
_MARKERS: Final = "markers"


class PieceMaker:
    """A maker of kinds from slots and markers' definitions, and of patterns from prototypes.

    The translation of traits uses it as its `TraitReferences`. `progress` is called with the number of slots done and
    their total. `definitions` are VASSAL's definitions of all kinds made, by id.
    """

    def __init__(self, bench: Bench, progress: Callable[[int, int], None] = lambda _done, _all: None) -> None:
        self._bench = bench
        self.lays_anew = True
        self._progress = progress
        self._made = 0
        self._root = bench.module.root
        self._kinds = Ids()
        self._slots: dict[int, str] = {}
        self._patterns = Ids()
        self._prototypes: dict[str, Component] = {}
        self._pattern_ids: dict[tuple[str, str], str] = {}
        self._pattern_records: dict[str, Document] = {}
        self._taken: dict[RawTrait, tuple[list[Writable], Verdict]] = {}
        self._missed = 0
        self._lacking: set[RawTrait] = set()
        self._sizes: dict[str, tuple[int, int]] = {}
        self._pattern_sizes: dict[str, tuple[int, int]] = {}
        self._markers: dict[str, str] = {}
        self._weights: dict[str, int] = {}
        self._marker_records: list[Writable] = []
        self._formats: dict[str, dict[FieldFacts, str]] = {}
        self._is_translated = any(map(FILE.fullmatch, bench.module.archives.all[0].names()))
        self._waiting: list[tuple[str, Definition, str]] = []
        self.definitions: dict[str, str] = {}
        self._open: list[str] = []
        for slot in slots_of(self._root):
            self._slots[id(slot)] = self._new_id(slot.get("gpid"), slot.get("entryName"))
        for component in self._root.walk():
            if component.short == "PrototypeDefinition":
                earlier = self._prototypes.get(component.get("name"))
                if earlier is not None:
                    bench.judge(earlier, inactive("a later prototype has the same name"))
                self._prototypes[component.get("name")] = component
        self.maps = frozenset(part.get("mapName") for part in self._root.walk() if part.short in MAPS)
        options = next((part for part in self._root.walk() if part.short == "GlobalOptions"), None)
        self.leading_zeros_stay = options is not None and options.get("storeLeadingZeroIntegersAsStrings") == "true"
        if self.leading_zeros_stay:
            bench.about["leading_zeros_stay"] = True
        self.offers_blanks = options is not None and options.get("purgeBlankPropertyPrompts") == "false"
        if self.offers_blanks:
            bench.about["offers_blanks"] = True
        bench.about["menus"] = "outer-first"
        self.sending_moves = options is not None and options.get("sendToLocationMoveTrails") == "Always"
        if self.sending_moves:
            bench.about["sending_moves"] = True
        self.others_unmask = others_unmask(options) if options is not None else ""
        if self.others_unmask:
            bench.about["others_unmask"] = self.others_unmask

    def _new_id(self, gpid: str, name: str) -> str:
        return new_kind_id(self._kinds, gpid, name)

    # slots

    def record(self, slot: Component, shelf: tuple[str, ...] = ()) -> Document | None:
        """Return the record of a slot's kind, or None if the slot has no piece. `shelf` is its place in the tray's
        group.

        A piece whose definition cannot be read becomes a plain counter with the name of its slot.
        """
        self._made += 1
        self._progress(self._made, len(self._slots))
        if not slot.text:
            self._bench.judge(slot, inactive("it holds no piece"))
            return None
        try:
            read = definition(slot.text)
        except DefinitionError as error:
            self._bench.judge(slot, inactive(f"its definition {error}: a plain counter is shown instead"))
            made: Document = {"id": self._slots[id(slot)], "name": one_line(slot.get("entryName"), "piece")}
            made |= {"shelf": list[Writable](shelf), "count": 0}
            self._let_stand_in(made)
            return made
        self._bench.judge(slot, EXACT)
        read = _numbered(read, slot.get("gpid"))
        return self._record(self._slots[id(slot)], read, slot.where, shelf, slot.get("entryName"))

    def _record(
        self, id_: str, read: Definition, where: str, shelf: tuple[str, ...] = (), slot_name: str = ""
    ) -> Document:
        """Return the record of a piece; an unnamed piece gets its slot's name, or its id if the slot has no name."""
        self.definitions.setdefault(id_, read.written())
        basic = read_trait(read.basic)
        name = basic.piece_name if isinstance(basic, BasicPiece) else ""
        made: Document = {"id": id_, "name": one_line(name, "") or one_line(slot_name, id_)}
        if shelf:
            made["shelf"] = list[Writable](shelf)
        made["count"] = 0
        missed = self._missed
        self._fill(made, read.traits, where)
        if self._missed > missed and "width" not in made:
            self._let_stand_in(made)
            self._bench.tally.remark("A piece has none of its pictures: a plain counter with its name is shown.", where)
        return made

    def _let_stand_in(self, made: Document) -> None:
        """Use a plain counter for a piece of which nothing can be shown."""
        picture = self.stand_in(str(made["name"]))
        traits = made.get("traits", [])
        made["traits"] = [_as_record(Art(Image(picture))), *(traits if isinstance(traits, list) else ())]
        made["width"], made["height"] = self._sizes[picture]

    def _fill(self, made: Document, traits: Iterable[RawTrait], where: str, *, counted: bool = True) -> int:
        """Add the traits to a kind or pattern, innermost first, and the size of the first picture that they show.

        Traits beyond `MOST_TRAITS` are left out. Returns the number of traits, including those of the patterns used.
        """
        records: list[Writable] = []
        weight = 0
        for raw in reversed(list(traits)):
            taken, verdict = self._of(raw, where)
            heavier = weight + sum(map(self._weight_of, taken))
            if heavier > MOST_TRAITS:
                taken, verdict = [], inactive(f"the piece would have more than {MOST_TRAITS} traits")
            else:
                weight = heavier
            if counted:
                self._bench.tally.judge("trait", raw.id.rstrip(";"), verdict, where)
            records += taken
        size = self._size_of(records)
        if size is not None:
            made["width"], made["height"] = size
        if records:
            made["traits"] = records
        return weight

    def _weight_of(self, record: Writable) -> int:
        """Return the number of traits in a record: one, and those of its pattern if it uses one."""
        if isinstance(record, dict) and record.get("trait") == "like":
            return 1 + self._weights.get(str(record["pattern"]), 0)
        return 1

    def _of(self, raw: RawTrait, where: str) -> tuple[list[Writable], Verdict]:
        """Return the records of a trait with the verdict on it. Equal traits are translated once."""
        known = self._taken.get(raw)
        if known is None:
            missed = self._missed
            known = self._taken[raw] = self._newly_taken(raw, where)
            if self._missed > missed:
                self._lacking.add(raw)
        elif raw in self._lacking:
            self._missed += 1
        return known

    def _newly_taken(self, written: RawTrait, where: str) -> tuple[list[Writable], Verdict]:
        raw = RawTrait(in_our_letters(written.type), in_our_letters(written.state))
        if raw.type.startswith(PROTOTYPE):
            name, *given = split(raw.type[len(PROTOTYPE) :], ";")
            id_ = self.pattern(name, given[0] if given else "", where)
            if id_ is None:
                return [], inactive("it refers to a prototype that does not exist, or to itself")
            return [{"trait": "like", "pattern": id_}], EXACT
        made, verdict = take(read_trait(raw), self, where)
        return list(map(_as_record, made)), verdict

    def _size_of(self, record: Writable) -> tuple[int, int] | None:
        """Return the size of the first picture that a trait shows, itself or through a pattern; None if there is
        none.
        """
        if isinstance(record, dict):
            if record.get("is") == "image":
                return self._sizes.get(str(record.get("path")))
            if record.get("trait") == "like":
                return self._pattern_sizes.get(str(record["pattern"]))
            return next(filter(None, map(self._size_of, record.values())), None)
        if isinstance(record, list | tuple):
            return next(filter(None, map(self._size_of, record)), None)
        return None

    # what traits refer to

    def picture(self, name: str, where: str) -> str | None:
        """Return the file of a picture by VASSAL's name for it; None if there is none."""
        found = self._bench.pictures.find(name, where)
        if found is None:
            self._missed += bool(name.strip()) and not self._bench.pictures.is_vassals(name)
            return None
        self._sizes[found.name] = found.width_px, found.height_px
        return found.name

    def stand_in(self, words: str) -> str:
        """Return the file of a plain counter with words on it."""
        made = self._bench.pictures.stand_in(words)
        self._sizes[made.name] = made.width_px, made.height_px
        return made.name

    def size(self, picture: str) -> tuple[int, int] | None:
        """Return the size of a picture, in pixels, by its file; None for an unknown file."""
        return self._sizes.get(picture)

    def sound(self, name: str, where: str) -> str | None:
        """Return the file of a sound; None if there is none."""
        return self._bench.pictures.sound(name, where)

    def note_format(self, text: str, field: FieldFacts, ours: str) -> None:
        """Remember the template made from a text in a field, so that translations of the text can be imported."""
        if self._is_translated:
            self._formats.setdefault(text, {})[field] = ours

    def translated(self, text: str, read: str) -> Iterator[tuple[str, str]]:
        """Yield two templates for each field in which a text is used: that of the text, and that of its translation,
        `read`.
        """
        for field, ours in self._formats.get(said(text), {}).items():
            yield ours, translate_format(said(read), field).ours

    def side(self, name: str) -> str | None:
        """Return the id of a side; None if the game does not have it."""
        return self._bench.sides.get(name)

    def piece(self, spec: str, gpid: str, where: str) -> str | None:
        """Return the id of a marker's kind, given its definition or the path of its slot; None if there is no such
        kind.

        `finish` makes the kind of a new definition. A definition that cannot be read is reported, and has no kind.
        """
        if spec in _NO_SPEC:
            return None
        if not spec.startswith("+/"):
            slot = find(self._root, spec)
            return self._slots.get(id(slot)) if slot is not None and slot.text else None
        if spec not in self._markers:
            try:
                read = definition(spec)
            except DefinitionError as error:
                self._bench.tally.remark(f"A marker's definition {error}.", where)
                return None
            self._markers[spec] = self._new_id(gpid, _name_in(read))
            self.definitions[self._markers[spec]] = _numbered(read, gpid).written()
            self._waiting.append((self._markers[spec], read, where))
        return self._markers[spec]

    def pattern(self, prototype: str, given: str, where: str) -> str | None:
        """Return the id of the pattern for a prototype with these parameters; None if there is no such prototype,
        or if it includes itself.
        """
        component = self._prototypes.get(prototype)
        if component is None:
            self._bench.tally.remark(f"There is no prototype '{prototype}'.", where)
            return None
        known = self._pattern_ids.get((prototype, given))
        if known is None:
            if len(self._open) >= _DEEPEST:
                self._bench.tally.remark(f"The prototype '{prototype}' includes itself with other parameters.", where)
                return None
            known = self._pattern_ids[prototype, given] = self._patterns.new(slug(prototype, "prototype"))
            self._open.append(known)
            self._make_pattern(known, component, given)
            self._open.pop()
        elif known in self._open:
            self._bench.tally.remark(f"The prototype '{prototype}' includes itself.", where)
            return None
        return known

    def _make_pattern(self, id_: str, component: Component, given: str) -> None:
        made: Document = {}
        self._pattern_records[id_] = made
        try:
            read = definition(filled(component.text, parameters(given)) if given else component.text)
        except DefinitionError as error:
            self._bench.judge(component, inactive(f"its definition {error}"))
            return
        counted = not self._bench.is_judged(component)
        self._bench.judge(component, EXACT)
        self._weights[id_] = self._fill(made, read.traits[:-1], component.where, counted=counted)
        size = self._size_of(made.get("traits"))
        if size is not None:
            self._pattern_sizes[id_] = size

    # writing

    @property
    def prototypes(self) -> dict[str, str]:
        """The definitions of the prototypes, by name."""
        return {name: component.text for name, component in self._prototypes.items()}

    def finish(self) -> None:
        """Make the patterns and markers that are still missing.

        Add two documents to the new module, unless they would be empty: one has the patterns, the other has the markers
        and the slots outside all palettes.
        """
        left = (self.record(slot) for slot in slots_of(self._root) if not self._bench.is_judged(slot))
        self._marker_records += [record for record in left if record is not None]
        for name, component in self._prototypes.items():
            self.pattern(name, "", component.where)
        while self._waiting:
            self._marker_records.append(self._record(*self._waiting.pop()))
        bench = self._bench
        if self._pattern_records:
            patterns: Document = {"group": "Prototypes", "patterns": self._pattern_records}
            bench.documents[bench.file("pieces", _PATTERNS)] = patterns
        if self._marker_records:
            markers: Document = {"group": "Markers", "offered": False, "pieces": self._marker_records}
            bench.documents[bench.file("pieces", _MARKERS)] = markers


def slots_of(root: Component) -> Iterator[Component]:
    """Return the slots of a module, in the order of its build file."""
    return (component for component in root.walk() if component.short in SLOTS)


def new_kind_id(ids: Ids, gpid: str, name: str) -> str:
    """Return a new id for the kind of a slot, by the slot's number, or else by its name."""
    return ids.new(slot_key(gpid) or slug(name, "piece"))


def _numbered(read: Definition, gpid: str) -> Definition:
    """Return the definition of a slot's piece with the number of its slot, which VASSAL gives to each piece made from
    it.
    """
    basic = read_trait(read.basic)
    if not gpid or not isinstance(basic, BasicPiece) or basic.gpid == gpid:
        return read
    numbered = RawTrait(read.basic.type, replace(basic, gpid=gpid).written_state())
    return replace(read, traits=(*read.traits[:-1], numbered))


def _name_in(read: Definition) -> str:
    basic = read_trait(read.basic)
    return basic.piece_name if isinstance(basic, BasicPiece) else ""


def _as_record(trait: Trait) -> Writable:
    record: Writable = msgspec.to_builtins(trait)
    return record
