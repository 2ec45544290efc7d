"""The display of procedures under way: the questions, the sides that are asked, and the decisions so far."""

from rules_assist.advice.outlooks import throw_of
from rules_assist.lookup.results_table import tables_in
from rules_assist.position.situation import Situation
from rules_assist.procedure.answers import bounds, kind_of, label_of, offered, paired_with, pause_options
from rules_assist.procedure.asked_views import Memory, SideView, Views
from rules_assist.procedure.occasion import why_over
from rules_assist.procedure.plain_data import MisfitError
from rules_assist.procedure.recorded_chance import draws_of
from rules_assist.procedure.step_driver import OpenRequest, ProcedureState, drive, state_of
from rules_assist.procedure.step_requests import Choose, Path, Pause, Pick
from rules_assist.procedure.steps import Procedure, ProcedureError
from tabletop.assistance import ROLL, ROLL_THE_REST, BattlePage, ProcedureQuestion, SettledAnswer, StepLine, Underway
from tabletop.flight_page import FlightPage
from tabletop.game.change.outcome import Choice
from tabletop.game.side_cells import side_of
from tabletop.game.state.frames import Frame, GivenAnswer, OpenQuestion
from tabletop.texts import text


def underway(situation: Situation, frame: int, memory: Memory | None = None) -> Underway:
    """Return a procedure under way as a side sees it. Raises KeyError for an unknown number.

    `memory` has the earlier views of the sides, for a table that is looked at after each step.
    """
    held = situation.game.frames[frame]
    procedure = situation.book.runs.get(held.procedure)
    questions, trouble = _asked(situation, frame, memory)
    page = _page(situation, procedure, held)
    table = tables_in(situation).get(page.table) if isinstance(page, BattlePage) else None
    return Underway(
        frame=frame,
        title=procedure.title if procedure is not None else held.procedure,
        rule=procedure.rule if procedure is not None else "",
        side=held.side,
        steps=_steps(procedure, held),
        story=story(situation, frame),
        asked=questions,
        touched=held.touched,
        trouble=trouble,
        parent=held.parent,
        page=page,
        table=table.shown() if table is not None else None,
    )


def _page(situation: Situation, procedure: Procedure | None, held: Frame) -> BattlePage | FlightPage | None:
    """Return the page of a procedure on a board.

    None if it has none, or if this side does not see its subject.
    """
    step = procedure.by_id.get(held.step) if procedure is not None else None
    if procedure is None or procedure.page is None or step is None:
        return None
    try:
        return procedure.page(situation, step.id, state_of(step, held))
    except (MisfitError, LookupError):
        return None


def asked(situation: Situation, frame: int) -> tuple[ProcedureQuestion, ...]:
    """Return the questions of a procedure under way, in the present position.

    Options are given only if the situation's side is asked.
    """
    return _asked(situation, frame)[0]


def story(situation: Situation, frame: int) -> tuple[SettledAnswer, ...]:
    """Return the decisions of a procedure under way, in order, without answers to pauses and results of other
    procedures, which players read in the log.
    """
    held = situation.game.frames[frame]
    procedure = situation.book.runs.get(held.procedure)
    view = SideView(situation)
    steps = [*((past.step, past.answers) for past in held.past), (held.step, held.answers)]
    return tuple(
        SettledAnswer(_title(procedure, step), _asked_in_words(given), side_of(given.by), _answer(given, view))
        for step, answers in steps
        for given in answers
        if given.answer not in (ROLL, ROLL_THE_REST) and given.how != "ran"
    )


def _asked(situation: Situation, frame: int, memory: Memory | None = None) -> tuple[tuple[ProcedureQuestion, ...], str]:
    """Return the questions, and the reason if nothing can be asked."""
    held = situation.game.frames[frame]
    views = Views(situation, memory)
    over = why_over(situation, held) if held.procedure in situation.book.runs else ""
    if over:
        return (), over
    run = next((each for each in situation.game.frames.values() if each.parent == frame), None)
    if run is not None and run.procedure in situation.book.runs:
        return (ProcedureQuestion(frame, run.key, "", "run", situation.book.runs[run.procedure].title),), ""
    try:
        stand = drive(situation.book.runs, held, views)
    except (MisfitError, ProcedureError) as problem:
        if not situation.side:
            return (), str(problem)
        stand = ProcedureState((), stopped=True)  # the step looks at what this side does not see
    trouble = _changed(held, situation.book.runs.get(held.procedure))
    if stand.run is not None:
        title = situation.book.runs[stand.run.procedure].title
        return (ProcedureQuestion(frame, stand.run.key, "", "run", title),), trouble
    if held.waiting and (stand.stopped or _is_elsewhere(held, stand, situation.side)):
        return tuple(_waiting(frame, one) for one in held.waiting), trouble
    if not stand.open:
        return (ProcedureQuestion(frame, "", "", "go-on", text("table-changed-go-on")),), trouble
    return tuple(_question(frame, held, stand, one, views) for one in stand.open), trouble


def _is_elsewhere(held: Frame, stand: ProcedureState, side: str) -> bool:
    """Return whether the table waits at a pause that this side's own view of the procedure does not reach, or for
    others while that view reaches no question. It may not show what the questions on record depend on.
    """
    if not side:
        return False
    open_keys = {one.ask.key for one in stand.open}
    is_for_others = all(one.by not in ("", side) for one in held.waiting)
    is_paused = any(one.kind == "pause" and one.key not in open_keys for one in held.waiting)
    return is_paused or (is_for_others and not stand.open)


def _changed(held: Frame, procedure: Procedure | None) -> str:
    if procedure is not None and held.version == procedure.version:
        return ""
    return text("rules-changed-since")


def _waiting(frame: int, waiting: OpenQuestion) -> ProcedureQuestion:
    options = pause_options() if waiting.kind == "pause" else ()
    return ProcedureQuestion(frame, waiting.key, waiting.by, waiting.kind, waiting.question, options)


def _question(frame: int, held: Frame, stand: ProcedureState, question: OpenRequest, views: Views) -> ProcedureQuestion:
    ask = question.ask
    view = views.of(ask.by)
    options = offered(ask, view) if view is not None else ()
    least, most = bounds(ask, len(options))
    return ProcedureQuestion(
        frame=frame,
        key=ask.key,
        by=ask.by,
        kind=kind_of(ask),
        question=ask.question,
        options=tuple(Choice(one.said, one.label, one.note) for one in options),
        least=least,
        most=most,
        repeats=isinstance(ask, Choose) and ask.repeats,
        rule=ask.rule or views.situation.book.runs[held.procedure].by_id[held.step].rule,
        then=ask.then,
        again=stand.again if question.given is None else "",
        answered=question.given is not None,
        throws=tuple(throw_of(one, views.situation) for one in ask.throws) if isinstance(ask, Pause) else (),
        against=paired_with(ask, view) if view is not None else (),
        moving=tuple(ask.moving(view.situation))
        if view is not None and isinstance(ask, Pick | Path) and ask.moving
        else (),
    )


def _steps(procedure: Procedure | None, held: Frame) -> tuple[StepLine, ...]:
    if procedure is None:
        return (StepLine(held.step, held.step, "", is_now=True),)
    return tuple(StepLine(one.id, one.title, one.rule, one.id == held.step) for one in procedure.steps)


def _title(procedure: Procedure | None, step: str) -> str:
    found = procedure.by_id.get(step) if procedure is not None else None
    return found.title if found is not None else step


def _asked_in_words(given: GivenAnswer) -> str:
    return given.question or (text("secret-question") if given.hidden else given.key)


def _answer(given: GivenAnswer, view: SideView) -> str:
    if given.hidden:
        return text("has-answered")
    draws = draws_of(given)
    return label_of(given.answer, view) if draws is None else ", ".join(str(result + 1) for _, result in draws)
