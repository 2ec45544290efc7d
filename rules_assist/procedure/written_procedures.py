"""Procedures of rule files, turned into steps like those in Python. docs/procedures.md has an example."""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypedDict

from msgspec.structs import replace

from rules_assist.lookup.results_table import Table, TableLookup, tables_in
from rules_assist.places.place_rules import Path, texts_of
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_names import Answers, ProcedureNames
from rules_assist.procedure.step_requests import (
    Ask,
    Choose,
    Confirm,
    Finish,
    Next,
    Number,
    Option,
    Order,
    Pause,
    Pick,
    Request,
    Steps,
    Together,
)
from rules_assist.procedure.steps import Procedure, ProcedureError, ProcedureStep
from rules_assist.procedure.table_procedures import rolling
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.procedure_rules import (
    AskRecord,
    EffectRecord,
    LookRecord,
    ProcedureRecord,
    ProcedureStepRecord,
)
from rules_assist.schema.rules_file import RulesFile
from tabletop.assistance import Where
from tabletop.board.place_properties import full_name
from tabletop.expression import ExpressionError, LimitReached, as_number, as_text
from tabletop.game.commands import Act, AnyCommand, At, MovePieces, SendReport, SetProperty, SetTrait
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.texts import text

if TYPE_CHECKING:
    from rules_assist.lookup.lookup import Lookup


def written_procedures(
    reader: ModuleReader, files: Mapping[str, RulesFile], tables: Mapping[str, Table], reports: Collection[str]
) -> tuple[Procedure, ...]:
    """Return the procedures of a module's rule files. Raises `ModuleProblems` with every unknown name in them."""
    arcs = {arc.id for read in files.values() for arc in read.arcs}
    for file, read in files.items():
        for number, record in enumerate(read.procedures):
            for path, known in _unknown(record, tables, arcs, reports):
                reader.note(file, ("procedures", number, *path), "a name that this procedure knows", sorted(known))
    reader.problems.raise_any()
    return tuple(_FileProcedure(record).procedure for read in files.values() for record in read.procedures)


def _unknown(
    record: ProcedureRecord, tables: Collection[str], arcs: Collection[str], reports: Collection[str]
) -> Iterator[tuple[Path, Collection[str]]]:
    """Yield the paths of unknown names of groups, answers, tables, arcs and reports, with the known names."""
    asks = [ask for step in record.steps for ask in step.asks]
    pieces = {*record.groups, *(ask.id for ask in asks if ask.pieces is not None)}
    pieces.update(unit for step in record.steps for unit in step.for_each)
    spots = pieces.union(ask.id for ask in asks if ask.places is not None)
    of_key = {"at": spots, "beside": spots, "has_in_arc": spots}
    of_key |= dict.fromkeys(("among", "of", "sum_of", "in_arc_of"), pieces)
    for path, word in texts_of((), record):
        match path:
            case (*_, "look", "table"):
                known: Collection[str] = tables
            case (*_, "arcs", _):
                known = arcs
            case (*_, "for_each", _):
                known = pieces
            case (*_, "set" | "table" | "given" | "says", _):
                continue
            case (*_, "report"):
                known = reports
            case (*_, str(key)) if key in of_key:
                known = of_key[key]
            case _:
                continue
        if word not in known:
            yield path, known


class _FileProcedure:
    """A procedure of a rule file, with its steps."""

    def __init__(self, record: ProcedureRecord) -> None:
        self._record = record
        self._steps = tuple(self._step(number, each) for number, each in enumerate(record.steps))
        self.procedure = Procedure(
            record.id,
            record.title,
            record.rule,
            self._steps,
            self._may_begin,
            several=record.several,
            must_finish=record.must_finish,
            known_to=record.known_to,
        )

    def _may_begin(self, situation: Situation, side: str) -> str:
        names = ProcedureNames(self._record, situation, Answers(side))
        return "" if names.holds(self._record.when) else names.said(self._record.no)

    def _step(self, number: int, record: ProcedureStepRecord) -> ProcedureStep[Answers]:
        def run(state: Answers, situation: Situation) -> Steps | Next[Any] | Finish:
            with self._as_mistake(record):
                return self._run(number, record, state, situation)

        return ProcedureStep(record.id, record.title, record.rule, Answers, run)

    def _names(self, situation: Situation, state: Answers, side: str = "") -> ProcedureNames:
        return ProcedureNames(self._record, situation, state, side)

    def _run(
        self, number: int, record: ProcedureStepRecord, state: Answers, situation: Situation
    ) -> Steps | Next[Any] | Finish:
        names = self._names(situation, state)
        if state.left is None and not names.holds(record.when):
            return self._onwards(number, state)
        state = state.without(ask.id for ask in record.asks)
        for unit, group in record.for_each.items():
            left = names.groups.get(group, ()) if state.left is None else state.left
            if not left:
                return self._onwards(number, state)
            state = replace(state.with_pieces(unit, left[:1]), left=left[1:])
        return self._played(number, record, state, situation)

    def _onwards(self, number: int, state: Answers, effects: Sequence[AnyCommand] = ()) -> Next[Answers] | Finish:
        """Return the same step for the next piece, if any is left; otherwise return the next step, or the end."""
        if state.left:
            return Next(self._steps[number], state, effects)
        if number + 1 < len(self._steps):
            return Next(self._steps[number + 1], replace(state, left=None), effects)
        return Finish(effects=effects)

    def _played(self, number: int, record: ProcedureStepRecord, state: Answers, situation: Situation) -> Steps:
        """Ask, look up, and apply the effects."""
        with self._as_mistake(record):
            for asks in _at_once(record.asks):
                names = self._names(situation, state)
                open_asks = [ask for ask in asks if names.holds(ask.when)]
                answers = yield from _answers([self._question(ask, names, state) for ask in open_asks])
                for ask, answer in zip(open_asks, answers, strict=True):
                    state = state.with_answer(ask.id, answer, of_pieces=ask.pieces is not None)
            if record.look is not None:
                result = yield from self._rolled(record, self._names(situation, state))
                state = state.with_answer(record.look.result, result, of_pieces=False)
            names = self._names(situation, state)
            effects = [command for effect in record.effects for command in _commands(effect, names)]
        return self._onwards(number, state.without(ask.id for ask in record.asks if ask.secret), effects)

    def _question(self, ask: AskRecord, names: ProcedureNames, state: Answers) -> Ask:
        by, question, then = as_text(names.value(ask.by)), names.said(ask.question), names.said(ask.then)
        said = _QuestionArguments(key=ask.id, by=by, question=question, rule=ask.rule, then=then, secret=ask.secret)

        def among(seen: Situation) -> list[Option]:
            with self._as_mistake(ask):
                return self._options(ask, self._names(seen, state, by))

        if ask.confirm:
            return Confirm(**said)
        least, most = as_number(names.value(ask.least)) or 0, as_number(names.value(ask.most))
        if ask.number:
            return Number(**said, least=least, most=max(most or 0, least))
        if ask.order:
            return Order(**said, among=among)
        if ask.pieces is None or least == most == 1:
            return Pick(**said, among=among)
        return Choose(**said, among=among, least=least, most=most or None)

    def _options(self, ask: AskRecord, names: ProcedureNames) -> list[Option]:
        if ask.pieces is not None:
            return list(names.pieces(ask, ask.pieces))
        return list(ask.words) if ask.places is None else list(names.places(ask, ask.places))

    def _rolled(self, record: ProcedureStepRecord, names: ProcedureNames) -> Generator[Request, Any, str | None]:
        """Roll the lookup of a step, with a pause before it if it has one, and return the result."""
        assert record.look is not None, "only a step with a look rolls"
        dice = rolling(self._look(record.look, names))
        if record.look.pause is None:
            found: Lookup = yield dice
        else:
            by = as_text(names.value(record.look.pause))
            title = tables_in(names.situation)[record.look.table].title
            (found,) = yield Pause(key=f"pause before {dice.key}", by=by, question=title, throws=(dice,))
        return found.result

    def _look(self, record: LookRecord, names: ProcedureNames) -> TableLookup:
        """Return the lookup in a table. It gets the facts that are known here by the names that it needs."""
        table = tables_in(names.situation)[record.table]
        given = {name: names.values[name] for name in table.needs.names if name in names.values}
        return table.look(names.situation, given | {name: names.value(text) for name, text in record.given.items()})

    @contextmanager
    def _as_mistake(self, record: ProcedureStepRecord | AskRecord) -> Iterator[None]:
        """Turn errors of expressions and tables into mistakes of the author."""
        try:
            yield
        except (ExpressionError, LimitReached, Unanswerable) as error:
            raise ProcedureError(f"'{self._record.id}, {record.id}': {error}") from error


class _QuestionArguments(TypedDict):
    """The common arguments of all questions."""

    key: str
    by: str
    question: str
    rule: str
    then: str
    secret: bool


def _at_once(asks: Iterable[AskRecord]) -> Iterator[list[AskRecord]]:
    """Yield questions in their order. Questions that are asked at the same time come together."""
    waiting: list[AskRecord] = []
    for ask in asks:
        if waiting and not ask.together:
            yield waiting
            waiting = []
        waiting.append(ask)
    if waiting:
        yield waiting


def _answers(questions: Sequence[Ask]) -> Generator[Request, Any, Sequence[Any]]:
    """Ask these at once, each its own side, and return their answers in order."""
    by_side = {question.by: question for question in questions}
    if len(by_side) < len(questions):
        raise ProcedureError(f"'{questions[-1].key}' is asked together with another question of the same side.")
    if not questions:
        return []
    if len(questions) == 1:
        return [(yield questions[0])]
    found = yield Together(by_side)
    return [found[question.by] for question in questions]


def _commands(effect: EffectRecord, names: ProcedureNames) -> Iterator[AnyCommand]:
    """Yield the commands of an effect. There are none if its condition fails, or if there are no such pieces."""
    if not names.holds(effect.when):
        return
    for name, value in effect.table.items():
        yield SetProperty(name, names.value(value))
    for where in names.spots(effect.at) if effect.at is not None else ():
        for name, value in effect.set.items():
            yield SetProperty(full_name(where.map, where.place, name), names.value(value, at=where))
    pieces = names.groups.get(effect.of or "", ())
    if not pieces:
        return
    if effect.key is not None:
        yield Act(pieces, effect.key)
    if effect.move_to is not None:
        goal = _place(names.situation, pieces[0], as_text(names.value(effect.move_to)))
        yield MovePieces(pieces, At(*goal))
    if effect.report is not None:
        says = {name: names.value(value) for name, value in effect.says.items()}
        side, source = (as_text(names.value(each)) for each in (effect.to, effect.source))
        late = as_number(names.value(effect.late)) or 0
        yield SendReport(effect.report, (side,), pieces, says=says, source=source, late=late)
    for name, value in effect.set.items():
        for piece in pieces:
            yield SetTrait((piece,), name, names.value(value, piece))


def _place(situation: Situation, piece: int, name: str) -> Where:
    """Return a place by its name: on the map of a piece, or else on the first map that has it."""
    here = situation.where(piece)
    for map in dict.fromkeys([*((here.map,) if here else ()), *situation.game.maps]):
        found = situation.book.module.components.maps[map].find(name)
        if found is not None:
            return Where(map, found)
    raise Unanswerable(text("no-such-place-on-maps", place=name))
