"""`ModuleProcedures`: the procedures of a module for the game; see `tabletop.game.procedures`.

The effects of a step, its answers and its random results are decided together, and become one step of the journal.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec.structs import replace

from rules_assist.lookup.explained_sums import came_of, explained
from rules_assist.lookup.lookup import Lookup
from rules_assist.position.situation import Situation
from rules_assist.procedure.answers import (
    NoOptionError,
    UnfitError,
    answer_words,
    as_offered,
    kind_of,
    meant,
    options_said,
)
from rules_assist.procedure.asked_views import Memory, Views
from rules_assist.procedure.occasion import phase_now, why_not_alone, why_not_begin, why_over
from rules_assist.procedure.plain_data import MisfitError, from_plain, to_plain, with_places
from rules_assist.procedure.step_driver import ChanceAnswer, OpenRequest, ProcedureState, cell_at, drive
from rules_assist.procedure.step_requests import Finish, Next, Pause, Run
from rules_assist.procedure.steps import Procedure, ProcedureError, ProcedureStep
from rules_assist.sequence.play_sequence import sequence_in
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.change.outcome import RefusalCode
from tabletop.game.procedures import RunningTable
from tabletop.game.rolls import RollResult, facts
from tabletop.game.side_cells import is_any_of, side_of
from tabletop.game.sight.seen_draft import hides_from
from tabletop.game.state.frames import (
    Frame,
    GivenAnswer,
    OpenQuestion,
    Past,
    Plain,
    as_seen,
    is_known,
    is_open,
    thing_of,
)
from tabletop.game.state.values import Value
from tabletop.texts import Sentence

if TYPE_CHECKING:
    from rules_assist.rulebook.rule_book import RuleBook

T = TypeVar("T")

MOST_STEPS: Final = 1_000
"""The most steps that procedures run without a question."""


class ModuleProcedures:
    """The procedures of a rule book, run at a table.

    `memory` has the earlier views of the sides, if another reader of the same table shares them.
    """

    def __init__(self, book: "RuleBook", memory: Memory | None = None) -> None:
        self._book = book
        self._procedures = book.runs
        self._memory = memory or Memory(book)

    # requests of the game

    def titles_of(self, procedure: str, step: str) -> tuple[str, str]:
        """Return the titles of a procedure and one of its steps. For one that the rules no longer have, return its
        id.
        """
        found = self._procedures.get(procedure)
        if found is None:
            return procedure, step
        return found.title, found.by_id[step].title if step in found.by_id else step

    def turns(self, procedure: str) -> str:
        """Return the turn tracker that a procedure turns; "" for a procedure that does not end a phase."""
        found, sequence = self._procedures.get(procedure), self._book.sequence
        return sequence.tracker.name if found is not None and found.ends_phase and sequence is not None else ""

    def is_of_umpire(self, procedure: str) -> bool:
        """Return whether at a moderated table only the umpire may begin a procedure; see `Procedures.is_of_umpire`."""
        found = self._procedures.get(procedure)
        return found is not None and found.begun_by == "umpire"

    def begin(self, table: RunningTable, procedure: str, given: dict[str, Plain], side: str, parent: int) -> None:
        """Begin a procedure; see `Procedures.begin`. Raises `Refusal` if it cannot begin."""
        found = self._procedure(procedure)
        if parent:
            self._begin_for(table, found, given, parent)
            return
        side = self._side(table, found, side, given)
        id = self._open(table, found, found.first, given, side)
        self._tell(table, id, "procedure-begun", {"procedure": found.title, "rule": found.rule, "id": procedure})
        situation = self._views(table).situation
        sequence = sequence_in(situation)
        counted = sequence.counts(situation, side, procedure) if sequence is not None else None
        if counted is not None:
            table.do(counted)
        self._advance(table, id)

    def resume(self, table: RunningTable, procedure: str, step: str, state: dict[str, Plain], side: str) -> None:
        """Open a procedure at one of its steps; see `Procedures.resume`. Raises `Refusal` if that is not possible."""
        found = self._procedure(procedure)
        if step not in found.by_id:
            raise Refusal(
                "not-possible", "procedure-has-no-step", procedure=found.title, step=step, steps=tuple(found.by_id)
            )
        is_plain = len(table.sides) == 1 or (found.known_to == "side" and table.sides)
        side = side or (table.sides[0] if is_plain else "")
        given = self._places_named(found.by_id[step], state)
        alone = why_not_alone(self._views(table).situation, found, side, given)
        if alone:
            raise _refusal(alone)
        id = self._open(table, found, found.by_id[step], state, side)
        self._tell(table, id, "procedure-resumed", {"procedure": found.title, "step": found.by_id[step].title})
        self._advance(table, id)

    def answer(self, table: RunningTable, frame: int, key: str, value: Plain) -> None:
        """Answer a question; see `Procedures.answer`. Raises `Refusal` if it cannot be answered now or by this
        seat, or if the answer does not fit.
        """
        views = self._views(table)
        self._must_be_its_phase(views.situation, table.game.frames[frame])
        _must_wait_for_none(table, frame)
        stand = self._stand(table, frame, views)
        if stand.run is not None and stand.run.key == key:
            self._answer_by_hand(table, frame, stand, value)
            return
        question = _the_question(stand, key)
        ask = question.ask
        if ask.by:
            _must_be_asked(table, frame, ask.by)
        view = views.of(ask.by)
        if view is None:
            raise Refusal("not-possible", "question-not-known-here")
        try:
            value = as_offered(ask, value, view)
            meant(ask, value, view)
        except NoOptionError as problem:
            raise _refusal(f"{problem} {options_said(ask, view)}".strip()) from problem
        except UnfitError as problem:
            raise _refusal(str(problem)) from problem
        hidden = ask.secret or len(stand.open) > 1
        given = GivenAnswer(key, _author(table, ask.by), value, ask.question, secret=hidden, private=ask.secret)
        self._give(table, frame, stand, given)
        pieces = tuple(thing[1] for thing in map(thing_of, _texts(value)) if thing is not None and thing[0] == "piece")
        about = {"question": ask.question}
        if isinstance(ask, Pause):  # the throws are reported instead
            self._advance(table, frame)
            return
        said = {**about, "answer": answer_words(ask, value, view)}
        if hidden and ask.by:
            known_to = table.game.frames[frame].known_to
            table.tell("procedure-answered", said, sides=(given.by,))
            for number, other in enumerate(table.game.sides):
                is_told = known_to is None or is_any_of(other, known_to)
                if is_told and not is_any_of(other, (given.by,)):
                    table.tell("procedure-answered", {} if ask.secret else about, places=(number,))
        else:
            self._tell(table, frame, "procedure-answered", said, pieces)
        self._advance(table, frame)

    def withdraw(self, table: RunningTable, frame: int, key: str) -> None:
        """Take back the answer to a question, while the step still waits for other answers. Raises `Refusal` if
        there is no answer yet; see `Procedures.withdraw`.
        """
        _must_wait_for_none(table, frame)
        stand = self._stand(table, frame)
        question = _the_question(stand, key)
        if question.given is None:
            raise Refusal("not-possible", "not-answered-yet")
        _must_be_asked(table, frame, question.ask.by)
        self._give(table, frame, stand, None, without=key)
        self._tell(table, frame, "procedure-withdrawn", {"question": question.ask.question})
        self._advance(table, frame)

    def go_on(self, table: RunningTable, frame: int) -> None:
        """Continue in the present position; see `Procedures.go_on`."""
        procedure = self._procedure(table.game.frames[frame].procedure)
        self._must_be_its_phase(self._views(table).situation, table.game.frames[frame])
        _must_wait_for_none(table, frame)
        self._tell(table, frame, "procedure-gone-on", {"procedure": procedure.title})
        self._advance(table, frame)

    def look_again(self, table: RunningTable, frame: int) -> None:
        """Work out the open questions again; see `Procedures.look_again`. If that fails, only a procedure without
        secrets says why, because the missing thing may be a secret of one side.
        """
        held = table.game.frames[frame]
        if _child(table, frame):
            return
        try:
            stand = drive(self._procedures, held, self._views(table))
        except (MisfitError, ProcedureError) as problem:
            if is_open(as_seen(held, frozenset())):
                table.put(frame, replace(held, stale=str(problem)))
        else:
            table.put(frame, replace(held, stale=stand.again, waiting=self._waiting(held, stand)))

    # beginning

    def _procedure(self, id: str) -> Procedure:
        if id not in self._procedures:
            raise Refusal("not-possible", "no-such-procedure", id=id, known=tuple(self._procedures) or Sentence("none"))
        return self._procedures[id]

    def _must_be_its_phase(self, situation: Situation, frame: Frame) -> None:
        over = why_over(situation, frame)
        if over:
            raise _refusal(over)

    def _side(self, table: RunningTable, procedure: Procedure, side: str, given: dict[str, Plain]) -> str:
        """Return the side that begins: the named one, or else the first of the seat's sides that can.

        Raises `Refusal` if the named side cannot begin, or if none of the seat's sides can.
        """
        because, known = "", self._places_named(procedure.first, given)
        for one in (side,) if side else table.sides:
            reason = why_not_begin(self._views(table).situation, procedure, one, known, table.viewers)
            if not reason:
                return one
            because = because or reason
        raise _refusal(because)

    def _begin_for(self, table: RunningTable, procedure: Procedure, given: dict[str, Plain], parent: int) -> None:
        stand = self._stand(table, parent)
        if stand.run is None or stand.run.procedure != procedure.id:
            raise Refusal(
                "not-possible",
                "procedure-does-not-wait",
                procedure=self._procedure(table.game.frames[parent].procedure).title,
                other=procedure.title,
            )
        if _child(table, parent):
            raise Refusal("not-possible", "procedure-is-under-way", procedure=procedure.title)
        side = stand.run.side or table.game.frames[parent].side
        id = self._open(table, procedure, procedure.first, given, side, parent, stand.run.key)
        self._tell(table, id, "procedure-begun", {"procedure": procedure.title, "rule": procedure.rule})
        self._advance(table, id)

    def _open(
        self,
        table: RunningTable,
        procedure: Procedure,
        step: ProcedureStep[Any],
        state: dict[str, Plain],
        side: str,
        parent: int = 0,
        key: str = "",
    ) -> int:
        """Open a frame at a step and return its number. Raises Refusal for a state that does not fit the step.

        If the state has a field `side`, it gets the side that begins, unless it names another. Places in the state can
        have any of their names.
        """
        if not state.get("side") and "side" in getattr(step.state, "__struct_fields__", ()):
            state = {**state, "side": side}
        try:
            checked = _state(step, from_plain(self._places_named(step, state), step.state))
        except MisfitError as problem:
            raise Refusal("not-possible", "cannot-begin-so", step=step.title, problem=str(problem)) from problem
        views = self._views(table)
        phase = phase_now(views.situation)
        above = table.game.frames.get(parent)
        own = procedure.known_to_sides(side, views.looked_on)
        known_to = own if above is None else above.known_to
        if above is not None and known_to is None and own is not None:
            raise _mistake(f"'{above.procedure}' runs '{procedure.id}', of which not everybody may know.")
        return table.open(
            Frame(procedure.id, procedure.version, step.id, checked, side, parent, key, phase=phase, known_to=known_to)
        )

    def _tell(
        self, table: RunningTable, frame: int, key: str, facts: Mapping[str, Value], pieces: tuple[int, ...] = ()
    ) -> None:
        """Report on a procedure to the sides that know of it."""
        table.tell(key, facts, pieces, table.game.frames[frame].known_to)

    def _places_named(self, step: ProcedureStep[Any], state: dict[str, Plain]) -> dict[str, Plain]:
        """Return a state in which places have their own names."""
        return with_places(state, step.state, self._own_name)

    def _own_name(self, name: str) -> str:
        """Return the own name of a place; other words stay as they are."""
        spots = (board.spot_of(name) for board in self._book.module.components.maps.values())
        return next((spot.place for spot in spots if spot is not None), name)

    # advancing

    def _views(self, table: RunningTable) -> Views:
        return Views(self._memory.situation(table.game), self._memory, table.viewers)

    def _stand(self, table: RunningTable, frame: int, views: Views | None = None) -> ProcedureState:
        held = table.game.frames[frame]
        return _unless_wrong(lambda: drive(self._procedures, held, views or self._views(table)))

    def _give(
        self, table: RunningTable, frame: int, stand: ProcedureState, given: GivenAnswer | None, without: str = ""
    ) -> None:
        """Give a frame the valid answers, the new answer, and the random results. The rest is asked again."""
        held = table.game.frames[frame]
        without = without or (given.key if given is not None else "")
        answers = [one for one in stand.settled if one.key != without]
        known = {one.key for one in answers} | {without}
        answers += [one for one in held.answers if one.key not in known and one.how == "drawn"]
        answers += [given] if given is not None else []
        table.put(frame, replace(held, answers=tuple(answers), stale="", touched=()))

    def _advance(self, table: RunningTable, frame: int) -> None:
        """Advance until somebody is asked: in this procedure, in those that wait for it, and in those that it runs.

        Raises Refusal if nobody is asked after `MOST_STEPS` steps.
        """
        for _ in range(MOST_STEPS):
            stand = self._driven(table, frame)
            if stand.outcome is not None:
                following = self._over(table, frame, stand, stand.outcome)
            elif stand.run is not None and not _child(table, frame):
                following = self._run(table, frame, stand.run)
            else:
                held = table.game.frames[frame]
                _must_know(held, stand)
                table.put(frame, replace(held, waiting=self._waiting(held, stand), stale=stand.again))
                return
            if not following:
                return
            frame = following
        raise Refusal("too-long", "procedure-never-asks")

    def _driven(self, table: RunningTable, frame: int) -> ProcedureState:
        """Make the random results that are possible now, report them, and return the state of the procedure."""
        held, views = table.game.frames[frame], self._views(table)
        stand = _unless_wrong(lambda: drive(self._procedures, held, views, table.chance))
        self._give(table, frame, stand, None)
        for thrown in stand.thrown:
            _tell_throw(table, thrown, held.known_to)
        return stand

    def _over(self, table: RunningTable, frame: int, stand: ProcedureState, outcome: Next[Any] | Finish) -> int:
        """End a step: apply its effects, then start the next step or finish.

        Returns the frame that continues, or 0 if there is none. Raises Refusal if an effect is refused.
        """
        held = table.game.frames[frame]
        procedure = self._procedure(held.procedure)
        title = procedure.by_id[held.step].title
        for effect in outcome.effects:
            try:
                table.do(effect)
            except Refusal as refusal:
                if _hides(table):  # effects act on the truth, so the reason can name things hidden from the seat
                    raise Refusal("not-possible", "step-cannot-be-done-now", step=title) from refusal
                raise Refusal(
                    refusal.answer.code, "step-cannot-be-done", step=title, because=refusal.answer.sentence
                ) from refusal
        held = self._in_phase(table, frame)
        past = (*held.past, Past(held.step, stand.settled)) if stand.settled else held.past
        past = past[-procedure.remembers :] if procedure.remembers else past
        if isinstance(outcome, Finish):
            return self._finish(table, frame, held, outcome)
        if not procedure.has(outcome.step):
            raise _mistake(f"'{held.procedure}' goes on to '{outcome.step.id}', which is none of its steps.")
        state = _unless_wrong(lambda: _state(outcome.step, outcome.state))
        table.put(frame, replace(held, step=outcome.step.id, state=state, answers=(), waiting=(), past=past, stale=""))
        return frame

    def _in_phase(self, table: RunningTable, frame: int) -> Frame:
        """Return a frame after its effects.

        If they turned the tracker, it and the frames that wait for it move to the new phase.
        """
        now, found = phase_now(self._views(table).situation), table.game.frames[frame]
        if found.phase != now:
            id = frame
            while id in table.game.frames:
                table.put(id, replace(table.game.frames[id], phase=now))
                id = table.game.frames[id].parent
        return table.game.frames[frame]

    def _finish(self, table: RunningTable, frame: int, held: Frame, outcome: Finish) -> int:
        """Finish a procedure. The procedure that waits for it gets the result as an answer.

        Returns the frame that waited and continues, or 0 if there is none. Raises Refusal for a result that is not
        plain data.
        """
        procedure = self._procedure(held.procedure)
        table.put(frame, None)
        parent = table.game.frames.get(held.parent)
        if parent is None:
            table.tell("procedure-over", {"procedure": procedure.title}, sides=held.known_to)
            self._end_turn(table, held)
            return 0
        try:
            result = to_plain(outcome.result, procedure.result or object)
        except TypeError as problem:
            raise _mistake(f"'{held.procedure}' finishes with a result that is not plain data: {problem}") from problem
        given = GivenAnswer(held.key, "", result, procedure.title, how="ran")
        table.put(held.parent, replace(parent, answers=(*parent.answers, given)))
        return held.parent

    def _end_turn(self, table: RunningTable, over: Frame) -> None:
        """End the turn of the acting side, if this side began the procedure and its end is the end of a turn."""
        situation = self._views(table).situation
        sequence = sequence_in(situation)
        turns = sequence.turns(situation) if sequence is not None else None
        if sequence is None or turns is None or over.side != turns.turn_of:
            return
        if sequence.ends_turn(situation, over.procedure):
            for command in turns.done(passes=False):
                table.do(command)

    def _run(self, table: RunningTable, frame: int, run: Run) -> int:
        held = table.game.frames[frame]
        procedure = self._procedures[run.procedure]
        state = _unless_wrong(lambda: _state(procedure.first, run.given))
        return self._open(table, procedure, procedure.first, state, run.side or held.side, frame, run.key)

    def _answer_by_hand(self, table: RunningTable, frame: int, stand: ProcedureState, value: Plain) -> None:
        """Record the result of a procedure that was closed and played by hand. Raises Refusal for a result of a
        wrong type.
        """
        run = stand.run
        assert run is not None, "it is answered where another procedure is run"
        procedure = self._procedure(run.procedure)
        if procedure.result is not None:
            try:
                from_plain(value, procedure.result)
            except MisfitError as problem:
                raise Refusal(
                    "not-possible", "cannot-end-so", procedure=procedure.title, problem=str(problem)
                ) from problem
        self._give(table, frame, stand, GivenAnswer(run.key, "", value, procedure.title, how="ran"))
        self._tell(table, frame, "procedure-answered", {"question": procedure.title})
        self._advance(table, frame)

    def _waiting(self, held: Frame, stand: ProcedureState) -> tuple[OpenQuestion, ...]:
        """Return the open questions in the form that the frame keeps for all.

        A pause has only the title of its step as its question, because its own question can name pieces.
        """
        if stand.run is not None:
            procedure = self._procedure(stand.run.procedure)
            return (OpenQuestion(stand.run.key, "", "run", procedure.title),)
        if not stand.open:
            return (OpenQuestion("", "", "go-on"),)
        title = self._procedure(held.procedure).by_id[held.step].title
        return tuple(
            OpenQuestion(
                one.ask.key,
                one.ask.by,
                kind_of(one.ask),
                title if isinstance(one.ask, Pause) else one.ask.question,
                secret=one.ask.secret,
            )
            for one in stand.open
            if one.given is None
        )


def _state(step: ProcedureStep[Any], state: object) -> dict[str, Plain]:
    """Return the state of a step in the form that a frame keeps. Raises ProcedureError for a state of another type."""
    if isinstance(step.state, type) and not isinstance(state, step.state):
        raise ProcedureError(f"'{step.id}' begins with a {step.state.__name__}, not with {state!r}.")
    try:
        found = to_plain(state, step.state)
    except TypeError as problem:
        raise ProcedureError(f"The state of '{step.id}' is no plain data: {problem}") from problem
    if not isinstance(found, dict):
        raise ProcedureError(f"The state of '{step.id}' must be a struct with named fields.")
    return found


def _must_be_asked(table: RunningTable, frame: int, side: str) -> None:
    """Refuse an answer for a side that the seat does not play, or for a step in which another cell has answered."""
    author = cell_at(table.game.frames[frame], side)
    is_author = not author or table.game.sides.index(author) in table.viewers
    if not (side in table.sides and is_author):
        raise Refusal("not-yours", "asked-of-other", side=author or side)


def _author(table: RunningTable, side: str) -> str:
    """Return the name under which the acting seat answers for a side: that of its cell, if it has exactly one."""
    own = [name for name in map(table.game.sides.__getitem__, table.viewers) if side_of(name) == side]
    return own[0] if len(own) == 1 else side


def _hides(table: RunningTable) -> bool:
    """Return whether something is hidden from the acting seat."""
    return hides_from(table.game, table.viewers)


def _must_know(held: Frame, stand: ProcedureState) -> None:
    """Refuse to ask a side that does not know of the procedure."""
    for one in stand.open:
        if one.ask.by and not is_known(held, (one.ask.by,)):
            raise _mistake(f"'{held.procedure}' asks {one.ask.by}, which may not know of it.")


def _must_wait_for_none(table: RunningTable, frame: int) -> None:
    if _child(table, frame):
        raise Refusal("not-possible", "procedure-runs-another")


def _child(table: RunningTable, parent: int) -> bool:
    return any(frame.parent == parent for frame in table.game.frames.values())


def _the_question(stand: ProcedureState, key: str) -> OpenRequest:
    """Return the open question of this key. Raises Refusal if there is none, with the reason."""
    for question in stand.open:
        if question.ask.key == key:
            return question
    if stand.again:
        raise _refusal(stand.again, "stale")
    if any(one.key == key for one in stand.settled):
        raise Refusal("not-possible", "answered-already")
    raise Refusal("stale", "not-asked")


def _tell_throw(table: RunningTable, thrown: ChanceAnswer, known_to: tuple[str, ...] | None) -> None:
    """Report a roll. For a roll on a results table, report every modifier and its reason, a line each (`explained`)."""
    request, answer = thrown.request, thrown.answer
    said = facts(answer) if isinstance(answer, RollResult) else _drawn(thrown.made)
    if isinstance(answer, Lookup):
        said = {**said, **came_of(answer), "explained": "\n".join(explained(answer))}
    roles = {"by": request.piece, "at": request.target}
    there = {role: piece for role, piece in roles.items() if piece in table.game.pieces}
    if there:
        said = {**said, "roles": " ".join(there)}
    sides = (request.secret_to,) if request.secret_to else known_to
    table.tell("rolled", {"why": request.why, **said}, tuple(there.values()), sides)


def _drawn(made: tuple[tuple[int, int], ...]) -> dict[str, Value]:
    """Return draws as facts for a message, in the form of dice."""
    faces = [result + 1 for _, result in made]
    dice = "+".join(f"{many}d{sides}" for sides, many in Counter(sides for sides, _ in made).items())
    return {"dice": dice, "each": ", ".join(map(str, faces)), "total": sum(faces)}


def _texts(value: Plain) -> list[str]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


def _unless_wrong(do: Callable[[], T]) -> T:
    try:
        return do()
    except MisfitError as problem:
        raise Refusal("not-possible", "procedure-cannot-go-on", problem=str(problem)) from problem
    except ProcedureError as problem:
        raise _mistake(str(problem)) from problem


def _mistake(because: str) -> Refusal:
    return Refusal("not-possible", "module-mistake", mistake=because)


def _refusal(because: str, code: RefusalCode = "not-possible") -> Refusal:
    return Refusal(code, "in-other-words", words=because)
