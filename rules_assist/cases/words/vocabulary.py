"""The words for the cases of one module: its sides, places, kinds, questions, procedures, tables and checks.

The words that every module has are in `docs/case-files.md`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from inspect import get_annotations, getdoc
from itertools import groupby
from typing import Final, get_args

from msgspec.inspect import (
    BoolType,
    CollectionType,
    CustomType,
    DictType,
    IntType,
    LiteralType,
    Metadata,
    NamedTupleType,
    NoneType,
    StructType,
    TupleType,
    Type,
    UnionType,
    type_info,
)

from rules_assist.cases.run.case_dice import AsItLies
from rules_assist.cases.words.request_words import Request, requests_of
from rules_assist.map.terrain import Terrain
from rules_assist.position.situation import Situation
from rules_assist.procedure.steps import Procedure
from rules_assist.rulebook.authored_rules import OTHERS, Check, Query
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.schema.sequence_rules import PhaseRecord
from rules_assist.schema.table_rules import NeedSpec, TableSpec
from tabletop.assistance import Due, Finding, Where
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import Tracker
from tabletop.game.state.values import Value
from tabletop.game.traits.appearance_traits import Layer
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OwnProperty, own_property
from tabletop.module.setup import bare_table

_DUES: Final[Mapping[Due, str]] = {
    "step": "at once",
    "end-of-move": "when the move ends",
    "phase": "when the phase ends",
}


def vocabulary(book: RuleBook) -> Iterator[str]:
    """Yield the page of all words that cases can use, as lines of Markdown."""
    about = book.module.about
    yield f"# The words of cases for {about.title}"
    yield from _section("Sides", (f"`{side.id}`: {side.title}" for side in about.sides))
    yield from _section("Scenarios", (f"`{one.id}`: {one.title}" for one in book.module.scenarios.values()))
    yield from _section(
        "Options", (f"`{one.id}`: {_choices(one.choices, one.usual)}. {one.title}" for one in about.options)
    )
    yield from _section("Trackers", map(_tracker, book.module.components.trackers.values()))
    yield from _section("Places", _places(book))
    yield from _section("Pieces, by their keys", _kinds(book))
    yield from _section("Properties that a piece has from its kind", _printed(book))
    yield from _section("Properties that a piece keeps", _properties(book))
    yield from _section("Properties of the table", _table_properties(book))
    yield from _section("Words to give and to expect", _words(book))
    yield from _section("Phases", map(_phase, book.sequence.record.phases if book.sequence else ()))
    yield from _section(
        "Endings",
        (f"`{one.id}`: {one.says} ({one.rule})" for one in book.sequence.record.endings) if book.sequence else (),
    )
    yield from _section(
        "Zones and supply",
        (
            f"`{one.id}`: {one.title} ({one.rule})"
            for one in (*book.ground.zones.values(), *book.ground.supply.values())
        ),
    )
    yield from _section(
        "Ways of moving", (f"`{one.id}`: {one.title} ({one.rule})" for one in book.ground.modes.values())
    )
    yield from _section("Questions", map(_query, book.queries.values()))
    yield from _section("Tables", (_table(one) for file in book.files.values() for one in file.tables))
    yield from _section("Procedures", (_procedure(book, one) for one in book.procedures.values()))
    yield from _section("Checks", map(_check, book.checks.values()))
    yield from ("", f"A finding has {_listed(Finding.__struct_fields__)}.")


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield from ("", f"## {title}", "")
        yield from (f"* {line}" for line in found)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _choices(choices: Iterable[str], usual: str) -> str:
    return ", ".join(f"`{choice}`{' (usual)' if choice == usual else ''}" for choice in choices)


def _doc(thing: object) -> str:
    """Return the docstring of a query or a word in one line."""
    return " ".join((getdoc(type(thing)) or "").split())


def _tracker(tracker: Tracker) -> str:
    levels = ", ".join(
        f"{level.name} ({'; '.join(tracker.label(at, n) for n in range(tracker.length(at)))})"
        for at, level in enumerate(tracker.levels)
    )
    return f"`{tracker.name}`: {levels}"


def _places(book: RuleBook) -> Iterator[str]:
    """Yield the named places of each map: boxes, aliases, parts of divided cells, and tracks with their first and last
    cell.
    """
    for id, board in book.module.components.maps.items():
        terrain = book.ground.atlas.terrain(id)
        parts = [
            f"{terrain.titles[node]} (a part of {terrain.titles[whole]})"
            for node, whole in enumerate(terrain.whole)
            if whole != node
        ]
        aliases = dict(board.aliases)
        boxes = (box.name for box in board.boxes if box.name not in aliases)
        named = [*boxes, *(f"{alias} = {place}" for alias, place in aliases.items()), *parts]
        tracks = [f"{track.place(track.labels[0])} to {track.place(track.labels[-1])}" for track in board.tracks]
        yield "; ".join([f"map `{id}`: {', '.join(dict.fromkeys(named))}", *tracks, *_cells(terrain)])


def _cells(terrain: Terrain) -> Iterator[str]:
    """Yield a phrase with the number of the numbered cells of a map, the first and the last; nothing if it has none."""
    cells = sorted(name for name in terrain.names if name.isdigit())
    if cells:
        yield f"and {len(cells)} cells by their numbers, {cells[0]} to {cells[-1]}"


def _words(book: RuleBook) -> Iterator[str]:
    situation = Situation(bare_table(book.module, {}, AsItLies()), book, "")
    for word in book.words.values():
        names = word.names(situation)
        yield f"`{word.id}`: {_doc(word)}{f' Its names: {_listed(names)}.' if names else ''}"


def _kinds(book: RuleBook) -> Iterator[str]:
    for group, kinds in groupby(book.module.tray, lambda one: one.group):
        yield f"{group}: " + ", ".join(f"`{one.kind.key}` ({one.kind.name})" for one in kinds)


def _printed(book: RuleBook) -> Iterator[str]:
    """Yield the printed and derived values of pieces, for each group, by the names that read them."""
    for group, kinds in groupby(book.module.tray, lambda one: one.group):
        traits = [trait for one in kinds for trait in one.kind.traits]
        names = [name for trait in traits if isinstance(trait, MarkTrait) for name in trait.values]
        names += [trait.name for trait in traits if isinstance(trait, ComputedProperty)]
        if names:
            yield f"{group}: {_listed(dict.fromkeys(names))}"


def _properties(book: RuleBook) -> Iterator[str]:
    """Yield the typed properties and layers of pieces, with the groups of pieces that have each."""
    owners: dict[str, list[str]] = {}
    for group, kinds in groupby(book.module.tray, lambda one: one.group):
        for kept in dict.fromkeys(line for one in kinds for line in _kept(one.kind)):
            owners.setdefault(kept, []).append(group)
    yield from (f"{kept}: {', '.join(dict.fromkeys(groups))}" for kept, groups in owners.items())


def _table_properties(book: RuleBook) -> Iterator[str]:
    """Yield the properties of the table at the start, without a scenario."""
    properties = bare_table(book.module, {}, AsItLies()).properties
    yield from (f"`{name}`, at first {_said(value)}" for name, value in properties.items())


def _kept(kind: Kind) -> Iterator[str]:
    for trait in kind.traits:
        own = own_property(trait)
        if own is not None:
            yield f"`{own.name}` ({_kind_of(own)}, at first {_said(own.start)})"
        elif isinstance(trait, Layer) and not trait.follows and not trait.bare:
            yield f"`{trait.name}` ({' or '.join(f'`{level.name}`' for level in trait.levels)})"


def _kind_of(property: OwnProperty) -> str:
    if property.number:
        return "number"
    return "yes or no" if property.start in (True, False, "yes", "no") else "word"


def _said(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value in (None, "") else str(value)


def _phase(phase: PhaseRecord) -> str:
    parts = {
        "moves": phase.modes,
        "offers": phase.offers,
        "begins": phase.begins,
        "before it ends": phase.ends,
        "the other side": phase.reactions,
    }
    said = "; ".join(f"{name} {_listed(words)}" for name, words in parts.items() if words)
    return f"`{phase.id}`, at {phase.at} ({phase.rule}; acts: {phase.acts}){': ' + said if said else ''}"


def _query(query: Query) -> str:
    answer: object = get_annotations(type(query).answer).get("return")
    kinds = [kind for kind in get_args(answer) or (answer,) if isinstance(kind, type)]
    fields = "; or ".join(_fields(kind) for kind in kinds)
    taken = (f"`{word}`: {meant}" for word, meant in query.takes.items() if word != OTHERS)
    others = [f"and {query.takes[OTHERS]}, each by its name"] if OTHERS in query.takes else []
    parts = _parts(f"`{query.id}` {_doc(query)}", [*taken, *others])
    return f"{parts}\n  * The answer has {fields}"


def _fields(kind: type) -> str:
    info = type_info(kind)
    fields = info.fields if isinstance(info, StructType) else ()
    return ", ".join(f"`{field.encode_name}` ({_meant(field.type)})" for field in fields)


def _parts(first: str, others: Iterable[str]) -> str:
    """Return an entry of the page with a list of other lines under it."""
    return "\n".join((first, *(f"  * {other}" for other in others)))


def _table(table: TableSpec) -> str:
    needs = "; ".join(f"`{name}` {_need(need)}" for name, need in table.needs.items())
    modifiers = ""
    if table.modifiers:
        modifiers = f"; modifiers {', '.join(f'`{one.id}` {one.title}' for one in table.modifiers)}"
    cells = ""
    if table.column is not None and table.column.by is None and table.column.odds is None:
        cells = f"; answers with `cells` {_listed(table.column.at)}"
    return f"`{table.id}`: {table.title} ({table.rule}). Needs {needs or 'nothing'}{modifiers}{cells}"


def _need(need: NeedSpec) -> str:
    kind = f" ({', '.join(need.choices)})" if need.choices else "" if need.kind == "number" else f" ({need.kind})"
    return f"{need.title}{kind}{'' if need.usual is None else ', usually ' + str(need.usual)}"


def _check(check: Check) -> str:
    return f"`{check.id}`: {check.title} ({check.rule or 'the rule that is broken'}): {_DUES[check.due]}"


def _procedure(book: RuleBook, procedure: Procedure) -> str:
    state = type_info(procedure.first.state)
    fields = state.fields if isinstance(state, StructType) else ()
    given = ", ".join(f"`{field.name}` ({_meant(field.type)})" for field in fields if field.name != "side")
    taken = f" `with` {given};" if given else ""
    first = f"`{procedure.id}`: {procedure.title} ({procedure.rule or 'the sequence of play'});{taken}"
    return _parts(f"{first} steps {_listed(procedure.by_id)}", _steps(requests_of(book, procedure)))


def _steps(requests: Mapping[str, Sequence[Request]]) -> Iterator[str]:
    """Yield the questions and rolls of each step."""
    for step, asked in requests.items():
        if asked:
            yield f"`{step}`: {'; '.join(map(_request, asked))}"


def _request(request: Request) -> str:
    if request.answer:
        return f"asks `{request.key}`, {request.answer}: {request.text}"
    return f'rolls "{request.text}"{f" on `{request.table}`" if request.table else ""}'


_PLAIN: Final[Mapping[type, str]] = {BoolType: "yes or no", IntType: "number", NoneType: "nothing"}

_VALUE: Final = frozenset(("word", "number", "yes or no", "nothing"))

_DEEPEST: Final = 2


def _meant(info: Type, depth: int = 0) -> str:
    """Return the form in which a case writes a value of a type."""
    match info:
        case Metadata():
            ref = (info.extra or {}).get("ref")
            return str(ref) if ref else _meant(info.type, depth)
        case LiteralType():
            return " or ".join(f"`{value}`" for value in info.values)
        case DictType():
            return f"{_meant(info.key_type, depth)}: {_meant(info.value_type, depth)}"
        case CollectionType():
            return f"list: {_meant(info.item_type, depth)}"
        case TupleType():
            return f"list: {', '.join(_meant(one, depth) for one in info.item_types)}"
        case UnionType():
            parts = list(dict.fromkeys(_meant(one, depth) for one in info.types))
            return "value" if set(parts) >= _VALUE else " or ".join(parts)
        case StructType() if depth < _DEEPEST:
            inner = ", ".join(f"`{field.encode_name}` {_meant(field.type, depth + 1)}" for field in info.fields)
            return f"{{{inner}}}"
        case CustomType() | NamedTupleType():
            return _CLASSES.get(info.cls, "word")
        case _:
            return _PLAIN.get(type(info), "word")


_CLASSES: Final[Mapping[type, str]] = {Fraction: "fraction", Where: "place"}
