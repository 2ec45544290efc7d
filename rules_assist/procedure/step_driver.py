"""The run of a step over its answers: the decisions, and the next question or the outcome.

Nothing is changed here. Each time, a step is run from its beginning, on the present position. So an answer that is out
of date is asked again, with those after it; random results stay.
"""

from collections.abc import Generator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules_assist.procedure.answers import UnfitError, meant, settled, unasked
from rules_assist.procedure.asked_views import SideView, Views
from rules_assist.procedure.plain_data import MisfitError, from_plain
from rules_assist.procedure.recorded_chance import RecordedChance, draws_of, draws_said
from rules_assist.procedure.step_requests import (
    Ask,
    Draw,
    Finish,
    Next,
    Pause,
    Request,
    Roll,
    Run,
    Steps,
    Together,
)
from rules_assist.procedure.steps import Procedure, ProcedureError, ProcedureStep
from tabletop.assistance import PAUSES, ROLL_THE_REST
from tabletop.game.chance import Chance, NoChanceError
from tabletop.game.rolls import DiceError, roll
from tabletop.game.side_cells import side_of
from tabletop.game.state.frames import Frame, GivenAnswer, about
from tabletop.texts import text


class OpenRequest(NamedTuple):
    """An open question. If it has the answer `given`, only other questions asked with it must still be answered."""

    ask: Ask
    given: GivenAnswer | None = None


class ChanceAnswer(NamedTuple):
    """A request that chance has just answered: the draws (sides and result), and their meaning for the step."""

    request: Roll | Draw[Any]
    made: tuple[tuple[int, int], ...]
    answer: Any


class ProcedureState(NamedTuple):
    """The state of a procedure.

    `settled` are the valid answers, in the order of the questions. `again` is the reason that something is asked once
    more. `thrown` are the random results that were new. Then there are four cases. Questions may be `open`. Another
    procedure may have to `run`. The procedure may be `stopped`, because chance must decide or an answer is not known
    here. Or the step has its `outcome`. `draw` is the request that waits for chance.
    """

    settled: tuple[GivenAnswer, ...]
    open: tuple[OpenRequest, ...] = ()
    again: str = ""
    run: Run | None = None
    stopped: bool = False
    outcome: Next[Any] | Finish | None = None
    thrown: tuple[ChanceAnswer, ...] = ()
    draw: Roll | Draw[Any] | None = None


def cell_at(frame: Frame, side: str) -> str:
    """Return the cell of a side that has answered in the present step of a frame; "" if none has."""
    authors = (one.by for one in frame.answers if one.how == "said" and side_of(one.by) == side != one.by)
    return next(authors, "")


def state_of(step: ProcedureStep[Any], frame: Frame) -> Any:
    """Return the initial state of a step. Raises MisfitError if the data of the frame do not fit the step."""
    return from_plain(frame.state, step.state)


def drive(
    procedures: Mapping[str, Procedure], frame: Frame, views: Views, chance: Chance | None = None
) -> ProcedureState:
    """Run the current step of a frame over its answers, and return its state. With `chance`, draws are made.

    Raises MisfitError if the frame does not fit its procedure or the table, or no longer fits. Raises ProcedureError
    for mistakes of its author.
    """
    procedure = procedures.get(frame.procedure)
    step = procedure.by_id.get(frame.step) if procedure is not None else None
    if procedure is None or step is None:
        raise MisfitError(text("no-such-step-of", step=frame.step, procedure=frame.procedure))
    try:
        made = step.run(state_of(step, frame), views.situation)
        if isinstance(made, Next | Finish):
            return ProcedureState((), outcome=made)
        if not isinstance(made, Generator):
            raise ProcedureError(f"'{frame.procedure}, {frame.step}' returns {made!r}, and not Next or Finish.")
        return _Drive(procedures, frame, views, chance).through(made)
    except LookupError as error:
        if not views.situation.side and about(frame) <= set(views.situation.game.pieces):
            raise ProcedureError(text("step-finds-nothing", step=f"{frame.procedure}, {frame.step}")) from error
        raise MisfitError(text("something-gone")) from error


class _CheckedAnswer(NamedTuple):
    """The valid answer to a question (`given`; None if there is none), and its meaning for the step (`value`).

    `again` is the reason that an earlier answer is no longer valid. If `is_known` is false, the answer is the secret of
    another side, and `value` is None.
    """

    given: GivenAnswer | None = None
    value: Any = None
    again: str = ""
    is_known: bool = True


class _Drive:
    def __init__(self, procedures: Mapping[str, Procedure], frame: Frame, views: Views, chance: Chance | None) -> None:
        self._procedures = procedures
        self._step = f"{frame.procedure}, {frame.step}"
        self._frame = frame
        self._given = {one.key: one for one in frame.answers}
        self._sealed = _sealed(frame.answers)
        self._views = views
        self._chance = chance
        self._settled: list[GivenAnswer] = []
        self._thrown: list[ChanceAnswer] = []
        self._keys: set[str] = set()

    def through(self, made: Steps) -> ProcedureState:
        """Run from request to request, as long as there are answers, and return the state that is reached.

        Raises ProcedureError for mistakes of the author.
        """
        answer: Any = None
        while not isinstance(answer, ProcedureState):
            try:
                request = made.send(answer)
            except StopIteration as stop:
                if not isinstance(stop.value, Next | Finish):
                    raise ProcedureError(f"'{self._step}' returns {stop.value!r}, and not Next or Finish.") from None
                return self._stand(outcome=stop.value)
            answer = self._answered(request)
        made.close()
        return answer

    def _stand(self, **found: Any) -> ProcedureState:
        return ProcedureState(tuple(self._settled), thrown=tuple(self._thrown), **found)

    def _answered(self, request: Request) -> Any:
        """Return the answer to a request. If there is none, return the state of the procedure at that point.

        Raises ProcedureError for a value that is not a request.
        """
        match request:
            case Together():
                return self._together(request)
            case Roll() | Draw():
                return self._drawn(request)
            case Run():
                return self._ran(request)
            case Pause():
                return self._paused(request)
            case Ask():
                return self._told(request)
            case _:
                raise ProcedureError(f"'{self._step}' yields {request!r}, which is not a request.")

    def _once(self, key: str) -> GivenAnswer | None:
        if key in self._keys:
            raise ProcedureError(f"'{self._step}' asks '{key}' twice; keys must differ.")
        self._keys.add(key)
        return self._given.get(key)

    # answers of sides

    def _read(self, ask: Ask) -> _CheckedAnswer:
        """Return the valid answer of a question, if there is one, with its meaning."""
        given = self._once(ask.key)
        if given is not None and ask.key in self._sealed:
            return _CheckedAnswer(given, settled(given.answer))
        view = self._view(ask.by, given)
        only = unasked(ask, view) if view is not None and not ask.always else None
        if only is not None:
            return _CheckedAnswer(
                GivenAnswer(
                    ask.key, ask.by, only.said, ask.question, secret=ask.secret, how="only", private=ask.secret
                ),
                only.value,
            )
        if given is None or (given.how == "only" and view is not None):
            return _CheckedAnswer()
        if given.hidden:
            return _CheckedAnswer(given, is_known=False)
        if view is None:  # only the asked side knows its options; the answer was checked when it was given
            return _CheckedAnswer(given, settled(given.answer))
        try:
            return _CheckedAnswer(given, meant(ask, given.answer, view))
        except UnfitError as problem:
            return _CheckedAnswer(again=f"{ask.question} {problem}")

    def _view(self, side: str, given: GivenAnswer | None) -> SideView | None:
        """Return the view in which a side is asked.

        If a cell of the side has answered in this step, it is that cell's view. None if the view is not known here.
        """
        is_said = given is not None and given.how != "only" and side_of(given.by) == side
        author = given.by if given is not None and is_said else cell_at(self._frame, side)
        is_true = not self._views.situation.side
        return self._views.of_author(author) if author and (is_said or is_true) else self._views.of(side)

    def _told(self, ask: Ask) -> Any:
        read = self._read(ask)
        if read.given is None:
            return self._stand(open=(OpenRequest(ask),), again=read.again)
        if not read.is_known:
            return self._stand(stopped=True)
        self._settled.append(read.given)
        return read.value

    def _paused(self, request: Pause) -> Any:
        """Return the results of the throws after a pause, if the side has asked for the roll or the pause is skipped.

        Otherwise return the state of the procedure at that point. Raises ProcedureError if something other than a roll
        or a draw follows the pause.
        """
        if any(not isinstance(throw, Roll | Draw) for throw in request.throws):
            raise ProcedureError(f"'{self._step}' pauses at '{request.key}' before something that is not a throw.")
        if request.throws and not self._is_waived(request):
            said = self._told(request)
            if isinstance(said, ProcedureState):
                return said
        came = []
        for throw in request.throws:
            answer = self._drawn(throw)
            if isinstance(answer, ProcedureState):
                return answer
            came.append(answer)
        return tuple(came)

    def _is_waived(self, request: Pause) -> bool:
        """Return whether a pause is skipped, at this table or because the side that is asked has waived it before."""
        table = self._views.situation
        if request.key in self._given:
            return False
        if table.table(PAUSES) == "off":
            return True
        frames = [self._frame]
        while frames[-1].parent in table.game.frames:
            frames.append(table.game.frames[frames[-1].parent])
        answers = (
            one for each in frames for past in (*(step.answers for step in each.past), each.answers) for one in past
        )
        return any(side_of(one.by) == request.by and one.answer == ROLL_THE_REST for one in answers)

    def _together(self, request: Together) -> Any:
        """Return the answers of all sides, by side, if all are given; otherwise the state of the procedure at that
        point. Raises ProcedureError if a question is not for the side under which it is asked.
        """
        for side, ask in request.asks.items():
            if side != ask.by:
                raise ProcedureError(f"'{self._step}' asks '{ask.by}' the question under '{side}'.")
        reads = {side: self._read(ask) for side, ask in request.asks.items()}
        given = [read.given for read in reads.values() if read.given is not None]
        if len(given) < len(reads):
            self._settled += given
            found = [(request.asks[side], read.given) for side, read in reads.items()]
            questions = tuple(OpenRequest(ask, one) for ask, one in found if one is None or one.how != "only")
            return self._stand(open=questions, again=next((read.again for read in reads.values() if read.again), ""))
        if not all(read.is_known for read in reads.values()):
            return self._stand(stopped=True)
        secret = {ask.key: ask.secret for ask in request.asks.values()}
        self._settled += [replace(one, secret=secret[one.key]) for one in given]
        return {side: read.value for side, read in reads.items()}

    # answers of chance and of other procedures

    def _drawn(self, request: Roll | Draw[Any]) -> Any:
        given = self._once(request.key)
        earlier = draws_of(given) if given is not None else ()
        if earlier is None:
            return self._stand(stopped=True)
        known_to = (request.secret_to,) if request.secret_to else self._frame.known_to
        source = self._chance
        if source is not None and known_to is not None:
            source = source.for_sides(known_to)
        kept = RecordedChance(earlier, source, secret=known_to is not None)
        try:
            answer = roll(request.dice, kept, request.why) if isinstance(request, Roll) else request.how(kept)
        except NoChanceError:
            return self._stand(stopped=True, draw=request)
        except DiceError as problem:
            raise ProcedureError(f"'{self._step}' rolls '{request.key}': {problem}") from problem
        if kept.fresh:
            self._thrown.append(ChanceAnswer(request, tuple(kept.made), answer))
        by, said = request.secret_to, draws_said(kept.made)
        self._settled.append(GivenAnswer(request.key, by, said, request.why, secret=bool(by), how="drawn"))
        return answer

    def _ran(self, request: Run) -> Any:
        given = self._once(request.key)
        procedure = self._procedures.get(request.procedure)
        if procedure is None:
            raise ProcedureError(f"'{self._step}' runs '{request.procedure}', which the rules do not have.")
        if given is None:
            return self._stand(run=request)
        self._settled.append(given)
        return given.answer if procedure.result is None else from_plain(given.answer, procedure.result)


def _sealed(answers: tuple[GivenAnswer, ...]) -> frozenset[str]:
    """Return the keys of the answers that were given before the last run of another procedure.

    These answers are not checked again, because that procedure depended on them.
    """
    runs = [at for at, one in enumerate(answers) if one.how == "ran"]
    return frozenset(one.key for one in answers[: runs[-1]]) if runs else frozenset()
