"""`RuleBook`: the rules of one module, from its rule files and its Python, put together once."""

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TypeVar

from rules_assist.geometry.geometry_queries import GEOMETRY_QUERIES
from rules_assist.geometry.geometry_rules import Geometry, geometry_of
from rules_assist.lookup.lookup_queries import TABLE_QUERIES
from rules_assist.lookup.results_table import Table
from rules_assist.lookup.table_reader import tables_of, written_facts
from rules_assist.movement.move_check import MoveCheck
from rules_assist.movement.written_movement import WrittenMode
from rules_assist.places.place_rules import PlaceRuleSet, ground_of
from rules_assist.places.stacking import StackingCheck, WrittenStacking
from rules_assist.places.supply import HasSupply
from rules_assist.position.expression_facts import Fact
from rules_assist.procedure.steps import Procedure
from rules_assist.procedure.table_procedures import consulting
from rules_assist.procedure.written_procedures import written_procedures
from rules_assist.rulebook.authored_rules import (
    AccountSource,
    Check,
    ForecastEvent,
    Overlaid,
    Query,
    RulePart,
    Rules,
    Word,
)
from rules_assist.rulebook.module_titles import record_in_words, rules_in_words, titled
from rules_assist.rulebook.place_queries import GROUND_QUERIES
from rules_assist.rulebook.rule_files import read_rule_files, without_replaced
from rules_assist.rulebook.supply_queries import SUPPLY_QUERIES
from rules_assist.rulebook.written_checks import OutOfTurn, WrittenCheck
from rules_assist.schema.rules_file import RulesFile
from rules_assist.schema.sequence_rules import SequenceRecord
from rules_assist.sequence.phase_procedure import END_TURN, PASS, PHASES
from rules_assist.sequence.play_sequence import Sequence
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.problems import ModuleProblems, Problem
from tabletop.module.module import MODULE_FILE, Module
from tabletop.module.source import SourceError
from tabletop.module.trust import FAMILIES, TrustedCode, load_rules, origin_of
from tabletop.module.trust import RuleSources as Code
from tabletop.texts import text


@dataclass(frozen=True)
class RuleBook:
    """The rules of a module.

    `files` are its rule files by name, with texts for players in the reader's language. `places` holds the properties
    of the places of each map, by the map's id and the place's own name. `usual` holds the default choice of each
    option. In `queries` the module's own questions replace general ones. `consulted` are procedures that consult its
    tables. `authored` is the number of values of the rule files that the author chose because no source gives them.
    `kept` is a cache for the module's Python, under names of its own, for values that hold in all positions.
    """

    module: Module
    files: Mapping[str, RulesFile]
    places: Mapping[str, Mapping[str, Mapping[str, str]]]
    usual: Mapping[str, str]
    queries: Mapping[str, Query]
    checks: Mapping[str, Check]
    words: Mapping[str, Word]
    sequence: Sequence | None
    facts: Mapping[str, Fact]
    ground: PlaceRuleSet
    tables: Mapping[str, Table]
    geometry: Geometry
    procedures: Mapping[str, Procedure]
    consulted: Mapping[str, Procedure]
    overlays: Mapping[str, Overlaid]
    forecasts: Mapping[str, ForecastEvent]
    accounts: Mapping[str, AccountSource]
    authored: int
    kept: dict[str, object] = dataclasses.field(default_factory=dict, compare=False)

    @property
    def runs(self) -> Mapping[str, Procedure]:
        """All procedures that can be under way."""
        return {**self.procedures, **self.consulted}


K = TypeVar("K", bound=RulePart)


def load_rulebook(module: Module, trusted: TrustedCode | None = None) -> RuleBook:
    """Return the rule book of a module, with its texts for players in the reader's language.

    Its Python runs only if it came with the program, or if the user has `trusted` it. Raises `ModuleProblems` with
    every mistake in the rule files, and `RulesError` if the Python is not trusted or fails.
    """
    reader = ModuleReader(module.files)
    files = {file: record_in_words(record) for file, record in read_rule_files(reader, module).items()}
    written = _written(_python(module, trusted), files)
    sequence = _sequence(reader, module, files)
    unique = _Unique(reader, files)
    ground = ground_of(reader, module, files, written)
    tables = tables_of(reader, module, files)
    procedures = unique.by_id(
        [
            titled(PHASES, text),
            *(titled(each, text) for each in (END_TURN, PASS) if sequence is not None and sequence.has_turns),
            *written_procedures(reader, files, tables, [form.id for form in module.components.contacts.reports]),
            *(procedure for rules in written for procedure in rules.procedures),
        ]
    )
    _note_unknown(reader, files, ground.modes, ground.written_modes, procedures, module.sides)
    return RuleBook(
        module=module,
        files=files,
        places=ground.chart.places,
        usual={option.id: option.usual for option in module.about.options},
        queries={
            **unique.by_id([*TABLE_QUERIES, *GROUND_QUERIES, *SUPPLY_QUERIES, *GEOMETRY_QUERIES]),
            **unique.by_id(query for rules in written for query in rules.queries),
        },
        checks=unique.by_id(
            [
                *_written_checks(files.values(), sequence),
                *_ground_checks(ground),
                *(check for rules in written for check in rules.checks),
            ]
        ),
        words=unique.by_id(word for rules in written for word in rules.words),
        sequence=sequence,
        ground=ground,
        facts=unique.by_id(
            [
                *written_facts(files.values()),
                *map(HasSupply, ground.supply.values()),
                *(fact for rules in written for fact in rules.facts),
            ]
        ),
        tables=tables,
        geometry=geometry_of(reader, module.components.maps, ground.atlas, files),
        procedures=procedures,
        consulted=unique.by_id(consulting(tables)),
        overlays=unique.by_id(overlay for rules in written for overlay in rules.overlays),
        forecasts=unique.by_id(forecast for rules in written for forecast in rules.forecasts),
        accounts=unique.by_id(account for rules in written for account in rules.accounts),
        authored=reader.authored,
    )


def _python(module: Module, trusted: TrustedCode | None) -> Iterable[ModuleType]:
    try:
        own = Code(module.about.id, module.source, origin_of(module.source))
        return load_rules(own, trusted or TrustedCode(), [family.python for family in module.families])
    except SourceError as error:
        raise ModuleProblems([Problem(MODULE_FILE, 0, 0, str(error))]) from error


def _written(python: Iterable[ModuleType], files: Mapping[str, RulesFile]) -> tuple[Rules, ...]:
    found = [(getattr(file, "RULES", None), f".{FAMILIES}." in file.__name__) for file in python]
    rules = [(each, is_shared) for each, is_shared in found if isinstance(each, Rules)]
    return tuple(map(rules_in_words, without_replaced(rules, files)))


def _written_checks(files: Iterable[RulesFile], sequence: Sequence | None) -> Iterator[Check]:
    if sequence is not None:
        yield OutOfTurn(sequence)
    for record in files:
        yield from map(WrittenCheck, record.checks)


def _ground_checks(ground: PlaceRuleSet) -> Iterator[Check]:
    """Yield the checks of stacking and movement rules from rule files. Rules in Python bring their own checks."""
    yield from (StackingCheck(each) for each in ground.stacking.values() if isinstance(each, WrittenStacking))
    modes = [mode for mode in ground.modes.values() if isinstance(mode, WrittenMode)]
    if modes:
        yield MoveCheck(modes)


def _sequence(reader: ModuleReader, module: Module, files: Mapping[str, RulesFile]) -> Sequence | None:
    """Return the sequence of play of the rule files; None if they have none. Raises ModuleProblems with its
    mistakes, or if several files have one.
    """
    found = [(file, record.sequence) for file, record in files.items() if record.sequence is not None]
    if not found:
        return None
    file, record = found[0]
    for other, _ in found[1:]:
        reader.say(other, ("sequence",), f"the sequence of play stands in {file} already")
    trackers = module.components.trackers
    tracker = trackers.get(record.tracker)
    if tracker is None:
        reader.note(file, ("sequence", "tracker"), "a turn tracker", sorted(trackers))
    else:
        innermost = len(tracker.levels) - 1
        labels = [tracker.label(innermost, at) for at in range(tracker.length(innermost))]
        for number, phase in enumerate(record.phases):
            if labels and phase.at not in labels:
                reader.note(file, ("sequence", "phases", number, "at"), f"a phase of {record.tracker}", labels)
    reader.problems.raise_any()
    return Sequence(record, tracker, module.sides) if tracker is not None else None


def _note_unknown(
    reader: ModuleReader,
    files: Mapping[str, RulesFile],
    modes: Iterable[str],
    written_modes: Iterable[str],
    procedures: Mapping[str, Procedure],
    sides: Iterable[str],
) -> None:
    """Raise `ModuleProblems` with every unknown way of moving, procedure and side that procedures and the sequence of
    play name.
    """
    hidden = {id for id, one in procedures.items() if one.known_to != "all"}
    names: dict[str, Iterable[str]] = {
        "a way of moving": modes,
        "a way of moving of a rule file": written_modes,
        "a procedure": procedures,
        "a procedure that everybody knows of": procedures.keys() - hidden,
        "a side": sides,
    }
    for file, record in files.items():
        for path, word, what in _named_in_procedures(record):
            if word not in names[what]:
                reader.note(file, path, what, sorted(names[what]))
        for path, word, what in _named(record.sequence, hidden) if record.sequence is not None else ():
            known = names[what]
            if word not in known:
                reader.note(file, ("sequence", *path), what, sorted(known))
    reader.problems.raise_any()


def _named_in_procedures(record: RulesFile) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Yield the procedures and ways of moving that procedures of a rule file name: the path, the word, and its type."""
    for number, procedure in enumerate(record.procedures):
        for name, way in procedure.ways.items():
            yield ("procedures", number, "ways", name, "mode"), way.mode, "a way of moving"
        for at, step in enumerate(procedure.steps):
            path = ("procedures", number, "steps", at)
            for index, run in enumerate(step.runs):
                yield (*path, "runs", index, "procedure"), run.procedure, "a procedure"
            for index, ask in enumerate(step.asks):
                if ask.path is not None:
                    yield (*path, "asks", index, "path", "mode"), ask.path.mode, "a way of moving of a rule file"


def _named(sequence: SequenceRecord, hidden: Collection[str]) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Yield all names in the sequence of play: the path, the word, and its type.

    A phase does not run `hidden` procedures.
    """
    for label, side in sequence.phasing.items():
        yield ("phasing", label), side, "a side"
    for number, ending in enumerate(sequence.endings):
        if ending.winner is not None:
            yield ("endings", number, "winner"), ending.winner, "a side"
    for number, phase in enumerate(sequence.phases):
        for at, mode in enumerate(phase.modes):
            yield ("phases", number, "modes", at), mode, "a way of moving"
        for at, quota in enumerate(phase.quotas):
            yield ("phases", number, "quotas", at, "of"), quota.of, "a procedure"
        for at, id in enumerate(phase.alternates.ends_turn if phase.alternates is not None else ()):
            yield ("phases", number, "alternates", "ends_turn", at), id, "a procedure"
        groups = {"offers": phase.offers, "begins": phase.begins, "ends": phase.ends, "reactions": phase.reactions}
        for group, ids in groups.items():
            is_run = group in ("begins", "ends")
            for at, id in enumerate(ids):
                what = "a procedure that everybody knows of" if is_run and id in hidden else "a procedure"
                yield ("phases", number, group, at), id, what


class _Unique:
    """The check that all parts of the rules of one sort have different ids."""

    def __init__(self, reader: ModuleReader, files: Mapping[str, RulesFile]) -> None:
        self._reader = reader
        self._files = files

    def by_id(self, parts: Iterable[K]) -> dict[str, K]:
        """Return the parts by their ids. Raises ModuleProblems at the first id that occurs twice."""
        found: dict[str, K] = {}
        for part in parts:
            if part.id in found:
                raise self._twice(part.id)
            found[part.id] = part
        return found

    def _twice(self, id: str) -> ModuleProblems:
        said = f"two rules are called '{id}'; ids must differ"
        places = list(self._written(id))
        if not places:
            return ModuleProblems([Problem(MODULE_FILE, 0, 0, f"{said} (they are in its Python)")])
        file, path = places[-1]
        self._reader.say(file, path, said)
        return ModuleProblems(self._reader.problems)

    def _written(self, id: str) -> Iterator[tuple[str, tuple[str | int, ...]]]:
        """Yield the paths of the parts with this id in rule files."""
        for file, record in self._files.items():
            for field in type(record).model_fields:
                parts = getattr(record, field)
                for number, part in enumerate(parts if isinstance(parts, tuple | list) else ()):
                    if getattr(part, "id", None) == id:
                        yield file, (field, number, "id")
