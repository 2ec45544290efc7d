"""The place rules of a rule book, from rule files and Python. They are ready for use, and checked against the maps."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel

from rules_assist.map.atlas import Atlas
from rules_assist.map.bulk_expressions import ENDS, PLACE, reads_other_places
from rules_assist.map.charted_ground import MapChart, chart_of
from rules_assist.map.terrain import ADJACENT, ENTRIES, TRACK
from rules_assist.movement.written_movement import WrittenMode
from rules_assist.places.laid_zones import WrittenZone
from rules_assist.places.leaders import Leader
from rules_assist.places.place_facts import AT, ENEMY, HERE, OWN, Facet, Zone
from rules_assist.places.presence import Control, PlaceFact, Presence
from rules_assist.places.stacking import WrittenStacking
from rules_assist.places.supply import WrittenSupply, name_of_supply
from rules_assist.position.book import Stand
from rules_assist.rulebook.authored_rules import RulePart, Rules
from rules_assist.rulebook.place_parts import Mode, Stacking, Supply
from rules_assist.schema.movement_rules import ModeRecord
from rules_assist.schema.rules_file import RulesFile
from rules_assist.schema.supply_rules import SupplyRecord
from tabletop.board.place_properties import PlaceProperty
from tabletop.expression import Expression, compile_expression
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.module import Module

KeyPath: TypeAlias = tuple[str | int, ...]

PREFIXES = (AT, *ENDS)
"""The prefixes of the facts of places in expressions."""

NO_EXPRESSIONS = frozenset(
    (
        *("id", "like", "title", "rule", "no", "why", "sides", "due", "message", "question", "then", "words", "key"),
        *("say", "dice", "procedure", "mode"),
    )
)
"""The keys of rule files whose texts are not expressions."""

_EARLIER: Final = {"modes": "an earlier way of moving", "supply": "an earlier kind of supply"}

K = TypeVar("K", bound=RulePart)
L = TypeVar("L", ModeRecord, SupplyRecord)


class PlaceRuleSet(NamedTuple):
    """All place rules of a rule book, by id: the facts of places, zones, ways of moving, supply, stacking.

    `written_modes` are the ways of moving of rule files, including those that Python of the same id replaces and uses.
    `reached` are the kinds of supply of rule files, by the names of their facts of places. `parts` gives the part of a
    divided cell in which a piece is, if the module has such cells. `sides` gives the side of pieces whose kind names
    none. `stands` gives the places that the rules assume for pieces on a display.
    """

    chart: MapChart
    atlas: Atlas
    facets: Mapping[str, Facet]
    zones: Mapping[str, Zone]
    modes: Mapping[str, Mode]
    written_modes: Mapping[str, WrittenMode]
    leaders: Sequence[Leader]
    supply: Mapping[str, Supply]
    reached: Mapping[str, WrittenSupply]
    stacking: Mapping[str, Stacking]
    parts: Expression | None
    sides: Expression | None
    stands: Mapping[str, Stand]


def ground_of(
    reader: ModuleReader, module: Module, files: Mapping[str, RulesFile], written: Sequence[Rules]
) -> PlaceRuleSet:
    """Return the place rules of all rule files and Python of a module. Raises `ModuleProblems` with the mistakes in
    them.
    """
    records = files.values()
    facets: list[Facet] = [Presence(each) for file in records for each in file.presence]
    facets += [Control(each) for file in records for each in file.control]
    facets += [PlaceFact(name, declared) for name, declared in _declared(module).items()]
    chart = chart_of(reader, module, files)
    written_modes = {each.id: WrittenMode(each) for each in _completed(reader, files, "modes", ModeRecord)}
    written_supply = [WrittenSupply(each) for each in _completed(reader, files, "supply", SupplyRecord)]
    ground = PlaceRuleSet(
        chart=chart,
        atlas=Atlas.of(module, chart),
        facets=_by_id(facets, (each for rules in written for each in rules.facets)),
        zones=_by_id(
            [WrittenZone(each) for file in records for each in file.zones],
            (each for rules in written for each in rules.zones),
        ),
        modes=_by_id(written_modes.values(), (each for rules in written for each in rules.modes)),
        written_modes=written_modes,
        leaders=tuple(Leader(each) for file in records for each in file.leaders),
        supply=_by_id(
            written_supply,
            (each for rules in written for each in rules.supply),
        ),
        reached={name_of_supply(each.id): each for each in written_supply},
        stacking=_by_id(
            [WrittenStacking(each) for file in records for each in file.stacking],
            (each for rules in written for each in rules.stacking),
        ),
        parts=_only(file.parts for file in records),
        sides=_only(file.sides for file in records),
        stands={each.on: Stand(each.map or _first(module), each.at) for file in records for each in file.stands},
    )
    _RuleAgreement(reader, module, files, ground).check()
    reader.problems.raise_any()
    return ground


def _only(said: Iterable[str | None]) -> Expression | None:
    """Return the first expression; None if no file has one. If several files have one, that is reported elsewhere."""
    return next((compile_expression(text) for text in said if text is not None), None)


def _completed(reader: ModuleReader, files: Mapping[str, RulesFile], key: str, of: type[L]) -> Iterator[L]:  # noqa: ARG001 - the type of the records under this key
    """Yield the records under a key of rule files. Each is completed by the one that it names under `like`."""
    known: dict[str, L] = {}
    for file, rules in files.items():
        for index, record in enumerate(getattr(rules, key)):
            other = known.get(record.like) if record.like is not None else None
            if record.like is not None and other is None:
                reader.note(file, (key, index, "like"), _EARLIER[key], sorted(known))
            known[record.id] = record if other is None else record.after(other)
            yield known[record.id]


def _declared(module: Module) -> dict[str, PlaceProperty]:
    """Return the properties of places that change in play, by name; the first map that declares one counts."""
    found: dict[str, PlaceProperty] = {}
    for board in module.components.maps.values():
        found = {**board.properties, **found}
    return found


def _first(module: Module) -> str:
    return next(iter(module.components.maps), "")


def _by_id(said: Iterable[K], written: Iterable[K]) -> dict[str, K]:
    """Return the parts by their ids: those of rule files, then those of Python.

    A part in Python replaces one of rule files with the same id.
    """
    python = {part.id: part for part in written}
    return {part.id: part for part in said if part.id not in python} | python


class _RuleAgreement:
    """The check of a module's rule files against its maps and each other."""

    def __init__(
        self, reader: ModuleReader, module: Module, files: Mapping[str, RulesFile], ground: PlaceRuleSet
    ) -> None:
        self._reader = reader
        self._files = files
        self._ground = ground
        self._sets = sorted(_sets_of(module, ground.chart))
        self._printed = frozenset(_printed(module, ground.chart)) | {"name", "part", "zone", PLACE}
        self._options = frozenset(option.id for option in module.about.options)
        self._maps = sorted(module.components.maps)

    def check(self) -> None:
        """Note every unknown set of steps, map and fact of places, every fact that reads another place, and every id
        that is used twice.
        """
        facets = frozenset(_names_of(self._ground.facets.values()))
        zones = frozenset(
            f"{prefix}{id}{suffix}" for id in self._ground.zones for prefix in (OWN, ENEMY) for suffix in ("", HERE)
        )
        lines = frozenset(f"{prefix}{name}" for name in self._ground.reached for prefix in (OWN, ENEMY))
        for file, record in self._files.items():
            self._check_names(file, ("zones",), record.zones, self._printed | facets)
            for key in ("modes", "supply", "stacking", "procedures"):
                self._check_names(file, (key,), getattr(record, key), self._printed | facets | zones | lines)
            for index, control in enumerate(record.control):
                if not compile_expression(control.printed).reads <= self._printed | self._options:
                    path = ("control", index, "printed")
                    self._reader.note(file, path, "a property of places", sorted(self._printed))
            for key in ("presence", "control", "zones"):
                self._check_own_place(file, (key,), getattr(record, key))
            for index, stands in enumerate(record.stands):
                for key, map in (("on", stands.on), ("map", stands.map)):
                    if map is not None and map not in self._maps:
                        self._reader.note(file, ("stands", index, key), "a map of this module", self._maps)
        self._check_twice()

    def _check_names(self, file: str, path: KeyPath, value: object, known: frozenset[str]) -> None:
        for inner, text in texts_of(path, value):
            if "over" in inner:
                if text not in self._sets:
                    self._reader.note(file, inner, "a set of steps of this module's maps", self._sets)
            elif NO_EXPRESSIONS.isdisjoint(inner):
                for name in sorted(compile_expression(text).reads):
                    prefix = next((each for each in PREFIXES if name.startswith(each)), None)
                    if prefix is not None and name.removeprefix(prefix) not in known:
                        found = [f"{prefix}{each}" for each in sorted(known)]
                        self._reader.note(file, inner, f"a known fact of places instead of '{name}'", found)

    def _check_own_place(self, file: str, path: KeyPath, value: object) -> None:
        """Note every fact that reads another place, because it would not follow a change there."""
        for inner, text in texts_of(path, value):
            if (
                "over" not in inner
                and NO_EXPRESSIONS.isdisjoint(inner)
                and reads_other_places(compile_expression(text))
            ):
                self._reader.say(file, inner, "it reads a property of another place; only its own place may be read")

    def _check_twice(self) -> None:
        seen: set[str] = set()
        for file, record in self._files.items():
            for key, what in (("parts", "the parts of divided cells"), ("sides", "the sides of pieces")):
                if getattr(record, key) is not None:
                    if key in seen:
                        self._reader.say(file, (key,), f"{what} are given twice")
                    seen.add(key)
            for index, stands in enumerate(record.stands):
                if f"stands {stands.on}" in seen:
                    self._reader.say(
                        file, ("stands", index, "on"), f"the place of pieces on {stands.on} is given twice"
                    )
                seen.add(f"stands {stands.on}")
            for key in ("presence", "control", "zones", "modes", "leaders", "supply", "stacking"):
                for index, each in enumerate(getattr(record, key)):
                    mark = f"{'facets' if key in ('presence', 'control', 'zones') else key} {each.id}"
                    if mark in seen:
                        self._reader.say(
                            file, (key, index, "id"), f"two of them are called '{each.id}'; ids must differ"
                        )
                    seen.add(mark)


def texts_of(path: KeyPath, value: object) -> Iterator[tuple[KeyPath, str]]:
    """Yield every text within a record, with its path. Texts under a `basis` are left out."""
    if isinstance(value, BaseModel):
        for key in type(value).model_fields:
            if key != "basis":
                yield from texts_of((*path, key), getattr(value, key))
    elif isinstance(value, tuple):
        for index, each in enumerate(value):
            yield from texts_of((*path, index), each)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from texts_of((*path, key), each)
    elif isinstance(value, str):
        yield path, value


def _names_of(facets: Iterable[Facet]) -> Iterator[str]:
    for facet in facets:
        if facet.by_side:
            yield from (f"{OWN}{facet.id}", f"{ENEMY}{facet.id}")
        else:
            yield facet.id


def _sets_of(module: Module, chart: MapChart) -> Iterator[str]:
    yield from (ADJACENT, ENTRIES, TRACK)
    yield from (line.link for lines in chart.lines.values() for line in lines if line.link)
    for sheet in module.sheets.values():
        yield from (link.kind for link in sheet.links)
        yield from (connection.set for connection in sheet.connections)


def _printed(module: Module, chart: MapChart) -> Iterator[str]:
    for places in chart.places.values():
        for properties in places.values():
            yield from properties
    for sheet in module.sheets.values():
        for division in sheet.divisions:
            for part in division.parts:
                yield from part.properties
