"""Procedures of rule files, turned into steps like those in Python. docs/procedures.md has an example."""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypedDict

from msgspec.structs import replace

from rules_assist.lookup.results_table import Table, TableLookup, tables_in
from rules_assist.movement.routes import route_through
from rules_assist.movement.written_movement import WrittenMode
from rules_assist.places.place_rules import KeyPath, texts_of
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_names import Answers, GroupAnswers, ProcedureNames
from rules_assist.procedure.step_requests import (
    Ask,
    Choose,
    Confirm,
    Finish,
    Next,
    Number,
    Option,
    Order,
    Path,
    Pause,
    Pick,
    Request,
    Roll,
    Run,
    Steps,
    Together,
)
from rules_assist.procedure.steps import Procedure, ProcedureError, ProcedureStep
from rules_assist.procedure.table_procedures import rolling
from rules_assist.procedure.written_effects import commands_of, given_to
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.procedure_rules import (
    AskRecord,
    EffectRecord,
    LookRecord,
    PathRecord,
    ProcedureRecord,
    ProcedureStepRecord,
    RefusalRecord,
    RollRecord,
    RunRecord,
)
from rules_assist.schema.rules_file import RulesFile
from tabletop.assistance import Where
from tabletop.expression import ExpressionError, LimitReached, Value, as_number, as_text
from tabletop.game.commands import AnyCommand
from tabletop.module.documents.document_reader import ModuleReader

if TYPE_CHECKING:
    from rules_assist.lookup.lookup import Lookup
    from tabletop.game.rolls import RollResult

MOST_STOPS: Final = 100
"""The most places of a path that a player can give."""


def written_procedures(
    reader: ModuleReader, files: Mapping[str, RulesFile], tables: Mapping[str, Table], reports: Collection[str]
) -> tuple[Procedure, ...]:
    """Return the procedures of a module's rule files. Raises `ModuleProblems` with every unknown name in them."""
    arcs = {arc.id for read in files.values() for arc in read.arcs}
    sights = {sight.id for read in files.values() for sight in read.sight}
    for file, read in files.items():
        for number, record in enumerate(read.procedures):
            for path, known in _unknown(record, tables, arcs, sights, reports):
                reader.note(file, ("procedures", number, *path), "a name that this procedure knows", sorted(known))
    reader.problems.raise_any()
    return tuple(_FileProcedure(record).procedure for read in files.values() for record in read.procedures)


def _unknown(
    record: ProcedureRecord,
    tables: Collection[str],
    arcs: Collection[str],
    sights: Collection[str],
    reports: Collection[str],
) -> Iterator[tuple[KeyPath, Collection[str]]]:
    """Yield the paths of unknown names of groups, answers, tables, arcs, sights and reports, with the known names."""
    asks = [ask for step in record.steps for ask in step.asks]
    pieces = {*record.groups, *(ask.id for ask in asks if ask.pieces is not None)}
    pieces.update(unit for step in record.steps for unit in step.for_each)
    pieces.update(name for name, sort in record.takes.items() if sort == "pieces")
    paths = {ask.id for ask in asks if ask.path is not None}
    paths.update(name for name, sort in record.takes.items() if sort == "path")
    loops = [step.for_each.items() for step in record.steps]
    on_path = {place for loop in loops for place, group in loop if group in paths}
    places = {name for name, sort in record.takes.items() if sort == "place"}
    spots = pieces.union(ask.id for ask in asks if ask.places is not None).union(on_path, places)
    of_key = {"at": spots, "beside": spots, "has_in_arc": spots, "seen_by": spots}
    of_key |= dict.fromkeys(("among", "of", "sum_of", "in_arc_of", "pour_into"), pieces)
    for path, word in texts_of((), record):
        match path:
            case ("ways", _, "to"):
                known: Collection[str] = spots
            case ("ways", _, "of" | "any_of"):
                known = pieces
            case (*_, "look", "table"):
                known = tables
            case (*_, "arcs", _):
                known = arcs
            case (*_, "sight"):
                known = sights
            case (*_, "for_each", _):
                known = pieces | paths
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
        self._behind: GroupAnswers | None = None
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
            begun_by=record.begun_by,
            result=Value if record.gives is not None else None,
        )

    def _may_begin(self, situation: Situation, side: str) -> str:
        names = self._names(situation, Answers(side))
        return "" if names.holds(self._record.when) else names.said(self._record.no)

    def _step(self, number: int, record: ProcedureStepRecord) -> ProcedureStep[Answers]:
        def run(state: Answers, situation: Situation) -> Steps | Next[Any] | Finish:
            with self._as_mistake(record):
                return self._run(number, record, state, situation)

        return ProcedureStep(record.id, record.title, record.rule, Answers, run)

    def _names(self, situation: Situation, state: Answers, side: str = "") -> ProcedureNames:
        if self._behind is None:
            self._behind = GroupAnswers(self._record, situation.book.facts)
        return ProcedureNames(self._record, situation, state, self._behind, side)

    def _run(
        self, number: int, record: ProcedureStepRecord, state: Answers, situation: Situation
    ) -> Steps | Next[Any] | Finish:
        if state.entered:
            return self._played(number, record, state, situation)
        is_begun = state.left is not None or state.ahead is not None
        if not is_begun and not self._names(situation, state).holds(record.when):
            return self._onwards(number, state, situation)
        state = state.without((*(ask.id for ask in record.asks), *_results(record)))
        for unit, group in record.for_each.items():
            following = self._next_of(unit, group, state, situation)
            if following is None:
                return self._onwards(number, replace(state, left=()), situation)
            state = following
        if record.before or record.runs:
            # what it runs changes the table, and the step goes on from here: it must not begin anew
            effects = self._effects(record.before, self._names(situation, state))
            return Next(self._steps[number], replace(state, entered=True), effects)
        return self._played(number, record, state, situation)

    def _next_of(self, unit: str, group: str, state: Answers, situation: Situation) -> Answers | None:
        """Return the answers with the next piece of a group, or the next place of a path, under the name `unit`.

        None if there is none left.
        """
        if group in state.paths:
            ahead = state.paths[group] if state.ahead is None else state.ahead
            if not ahead:
                return None
            rest = {**state.paths, group: ahead[1:]}
            return replace(state.with_answer(unit, ahead[0], of_pieces=False), paths=rest, ahead=ahead[1:])
        left = self._names(situation, state).groups.get(group, ()) if state.left is None else state.left
        left = tuple(piece for piece in left if piece in situation.game.pieces)
        return replace(state.with_pieces(unit, left[:1]), left=left[1:]) if left else None

    def _onwards(
        self, number: int, state: Answers, situation: Situation, effects: Sequence[AnyCommand] = ()
    ) -> Next[Answers] | Finish:
        """Return the same step for the next piece or place, if any is left; otherwise the next step, or the end."""
        state = replace(state, entered=False)
        if state.left or state.ahead:
            return Next(self._steps[number], state, effects)
        if number + 1 < len(self._steps):
            return Next(self._steps[number + 1], replace(state, left=None, ahead=None), effects)
        gives = self._record.gives
        return Finish(None if gives is None else self._names(situation, state).value(gives), effects)

    def _played(self, number: int, record: ProcedureStepRecord, state: Answers, situation: Situation) -> Steps:
        """Ask, roll, look up, run other procedures, and return the outcome with the effects."""
        with self._as_mistake(record):
            names = self._names(situation, state)
            for asks in _at_once(record.asks):
                open_asks = [ask for ask in asks if names.holds(ask.when)]
                answers = yield from _answers([self._question(ask, names, state) for ask in open_asks])
                for ask, answer in zip(open_asks, answers, strict=True):
                    state = state.with_answer(ask.id, answer, of_pieces=ask.pieces is not None)
                names = self._names(situation, state)
            if record.roll is not None and names.holds(record.roll.when):
                total = yield from self._dice(record.roll, names)
                state = state.with_answer(record.roll.result, total, of_pieces=False)
                names = self._names(situation, state)
            if record.look is not None:
                result = yield from self._rolled(record, names)
                state = state.with_answer(record.look.result, result, of_pieces=False)
                names = self._names(situation, state)
            for run_number, run in enumerate(record.runs):
                if names.holds(run.when):
                    found = yield self._run_of(run_number, run, names, state)
                    if run.result is not None:
                        state = state.with_answer(run.result, found, of_pieces=False)
                        names = self._names(situation, state)
            effects = self._effects(record.effects, names)
            if record.until is not None and names.holds(record.until):
                state = replace(state, left=(), ahead=None if state.ahead is None else ())
            kept = state.without(ask.id for ask in record.asks if ask.secret)
            if record.again is not None and names.holds(record.again):
                return Next(self._step_named(record.again_from or record.id), replace(kept, entered=False), effects)
        return self._onwards(number, kept, situation, effects)

    def _step_named(self, id: str) -> ProcedureStep[Answers]:
        return next(step for step in self._steps if step.id == id)

    def _effects(self, records: Iterable[EffectRecord], names: ProcedureNames) -> list[AnyCommand]:
        return [command for effect in records for command in commands_of(effect, names)]

    def _run_of(self, number: int, record: RunRecord, names: ProcedureNames, state: Answers) -> Run:
        """Return the request for another procedure, with the pieces, places and values that it begins with."""
        side = as_text(names.value(record.side))
        first = names.situation.book.runs[record.procedure].first.state
        given = given_to(first, side, record.given, names, state)
        return Run(f"{record.procedure} {number}", record.procedure, given, side)

    def _question(self, ask: AskRecord, names: ProcedureNames, state: Answers) -> Ask:
        by, question, then = as_text(names.value(ask.by)), names.said(ask.question), names.said(ask.then)
        said = _QuestionArguments(
            key=ask.id, by=by, question=question, rule=ask.rule, then=then, secret=ask.secret, always=ask.always
        )

        def among(seen: Situation) -> list[Option]:
            with self._as_mistake(ask):
                return self._options(ask, self._names(seen, state, by))

        if ask.confirm:
            return Confirm(**said)
        if ask.path is not None:
            return self._path(ask, ask.path, said, state, by)
        least, most = as_number(names.value(ask.least)) or 0, as_number(names.value(ask.most))
        if ask.number:
            return Number(**said, least=least, most=max(most or 0, least))
        if ask.order:
            return Order(**said, among=among)
        if ask.words or least == most == 1:
            return Pick(**said, among=among)

        def because(seen: Situation, chosen: Sequence[Option]) -> str:
            picked = tuple(one for one in chosen if isinstance(one, int))
            with self._as_mistake(ask):
                named = self._names(seen, state.with_pieces(ask.id, picked), by)
                return next((_refusal(named, each) for each in ask.refuses if named.holds(each.when)), "")

        return Choose(**said, among=among, least=least, most=most or None, because=because if ask.refuses else None)

    def _path(self, ask: AskRecord, record: PathRecord, said: "_QuestionArguments", state: Answers, by: str) -> Path:
        """Return a question for a path, in the view of the side that is asked. Without pieces, it has no options."""

        def pieces(seen: Situation) -> tuple[int, ...]:
            return self._names(seen, state, by).groups.get(record.of, ())

        def mode(seen: Situation) -> WrittenMode:
            found = seen.book.ground.written_modes[record.mode]
            assert isinstance(found, WrittenMode), "a way of moving of a rule file"
            return found

        def among(seen: Situation) -> list[Option]:
            going = pieces(seen)
            if not going:
                return []
            with self._as_mistake(ask):
                reach = mode(seen).reach(seen, going)
            start = seen.where(going[0])
            return [*(Where(reach.map, place) for place in reach.entered), *((start,) if start else ())]

        def through(seen: Situation, stops: Sequence[Where]) -> Sequence[Where]:
            return route_through(mode(seen), seen, pieces(seen), stops).entered

        def because(seen: Situation, path: Sequence[Where]) -> str:
            reach, end = mode(seen).reach(seen, pieces(seen)), path[-1]
            why_not = reach.why_no_end(end.place) if end.map == reach.map else None
            return why_not.sentence if why_not is not None else ""

        return Path(
            **said,
            among=among,
            least=1,
            most=MOST_STOPS,
            repeats=True,
            because=because,
            through=through,
            moving=pieces,
        )

    def _options(self, ask: AskRecord, names: ProcedureNames) -> list[Option]:
        if ask.pieces is not None:
            return list(names.pieces(ask, ask.pieces))
        if ask.places is not None:
            return list(names.places(ask, ask.places))
        return [word for word in ask.words if word not in ask.only or names.holds(ask.only[word])]

    def _rolled(self, record: ProcedureStepRecord, names: ProcedureNames) -> Generator[Request, Any, str | None]:
        """Roll the lookup of a step, with a pause before it if it has one, and return the result (None for a row)."""
        assert record.look is not None, "only a step with a look rolls"
        secret_to = "" if record.look.secret_to is None else as_text(names.value(record.look.secret_to))
        dice = rolling(self._look(record.look, names), secret_to)
        if record.look.pause is None:
            found: Lookup = yield dice
        else:
            by = as_text(names.value(record.look.pause))
            title = tables_in(names.situation)[record.look.table].title
            (found,) = yield Pause(key=f"pause before {dice.key}", by=by, question=title, throws=(dice,))
        return found.result

    def _dice(self, record: RollRecord, names: ProcedureNames) -> Generator[Request, Any, int]:
        """Roll the dice of a step, with a pause before it if it has one, and return the total."""
        roll = Roll(f"roll-{record.result}", names.said(record.dice), names.said(record.why))
        if record.pause is None:
            found: RollResult = yield roll
        else:
            by = as_text(names.value(record.pause))
            (found,) = yield Pause(key=f"pause before {roll.key}", by=by, question=roll.why, throws=(roll,))
        return found.total

    def _look(self, record: LookRecord, names: ProcedureNames) -> TableLookup:
        """Return the lookup in a table. It gets the facts that are known here by the names that it needs."""
        table = tables_in(names.situation)[record.table]
        given = {name: names.values[name] for name in table.needs.names if name in names.values}
        return table.look(names.situation, given | {name: names.value(text) for name, text in record.given.items()})

    @contextmanager
    def _as_mistake(self, record: ProcedureStepRecord | AskRecord) -> Iterator[None]:
        """Raise ProcedureError, a mistake of the author, in place of an error of an expression or a table."""
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
    always: bool


def _refusal(names: ProcedureNames, record: RefusalRecord) -> str:
    """Return the reason why an answer is refused, with the number of its rule."""
    said = names.said(record.no)
    return f"{said} ({record.rule})" if record.rule else said


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
    """Ask these questions at once, each of another side, and return the answers in order.

    Raises ProcedureError if two questions are for one side.
    """
    by_side = {question.by: question for question in questions}
    if len(by_side) < len(questions):
        raise ProcedureError(f"'{questions[-1].key}' is asked together with another question of the same side.")
    if not questions:
        return []
    if len(questions) == 1:
        return [(yield questions[0])]
    found = yield Together(by_side)
    return [found[question.by] for question in questions]


def _results(record: ProcedureStepRecord) -> Iterator[str]:
    """Yield the names of the results of a step's roll, lookup and other procedures."""
    if record.roll is not None:
        yield record.roll.result
    if record.look is not None:
        yield record.look.result
    yield from (run.result for run in record.runs if run.result is not None)
