"""Results tables as procedures: the player is asked for the facts that a table needs, and the dice are rolled, in any
phase.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from rules_assist.lookup.lookup import Lookup
from rules_assist.lookup.results_table import Table, TableLookup
from rules_assist.position.situation import Situation
from rules_assist.procedure.plain_data import MisfitError
from rules_assist.procedure.step_requests import Ask, Confirm, Draw, Finish, Number, Pick, Steps
from rules_assist.procedure.steps import Procedure, ProcedureError, ProcedureStep
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.table_rules import NeedSpec
from tabletop.game.commands import Say
from tabletop.texts import text

_LEAST: Final = -99
_MOST: Final = 999


class TableConsultation(Struct, frozen=True):
    """The state of a table's procedure: the side that consults it."""

    side: str = ""


def rolling(look: TableLookup, secret_to: str = "") -> Draw[Lookup]:
    """Return the request for a roll on a table, which only the side `secret_to` learns (everybody without it).

    The record names the table's column and the sum of its modifiers, but not for a secret roll.
    """
    found = look.lookup()
    column, modified = (f", {found.column.at}" if found.column else ""), (f", {found.drm:+}" if found.drm else "")
    why = f"{found.title}{'' if secret_to else column + modified} ({found.rule})"
    return Draw(look.table.id, lambda chance: look.roll(chance, why), why, secret_to, look)


def consulting(tables: Mapping[str, Table]) -> tuple[Procedure, ...]:
    """Return a procedure for each table that needs only numbers, yes or no, and words from a list or with a default."""
    return tuple(_procedure(table) for table in tables.values() if all(map(_can_be_asked, table.needs.all.values())))


def _can_be_asked(need: NeedSpec) -> bool:
    return need.kind != "word" or bool(need.choices) or need.usual is not None


def _procedure(table: Table) -> Procedure:
    def consult(state: TableConsultation, situation: Situation) -> Steps:
        given = {}
        for name, need in table.needs.all.items():
            question = _question(state, name, need)
            if question is not None and not table.needs.is_known(name, situation):
                given[name] = yield question
        try:
            look = table.look(situation, given)
        except Unanswerable as problem:
            raise ProcedureError(f"'{table.id}': {problem}") from problem
        try:
            draw = rolling(look) if table.dice is not None else None
            found = look.lookup() if draw is None else None
        except Unanswerable as problem:
            raise MisfitError(str(problem)) from problem
        if draw is not None:
            found = yield draw
        assert found is not None, "it is looked up or rolled"
        cells = ", ".join(f"{name}: {cell}" for name, cell in found.cells.items())
        return Finish(effects=[Say(f"{found.title}: {found.meaning or found.result or cells}")])

    def may_begin(situation: Situation, _side: str) -> str:
        off = table.why_off(situation)
        return text("table-not-used", table=table.title, because=off) if off else ""

    step = ProcedureStep("consult", table.title, table.rule, TableConsultation, consult)
    return Procedure(f"table:{table.id}", table.title, table.rule, (step,), may_begin, several=True)


def _question(state: TableConsultation, name: str, need: NeedSpec) -> Ask | None:
    """Return the question for a needed fact. None for a word that may be anything: its default is used then."""
    by, question = state.side, f"{need.title}?"
    if need.kind == "yes-no":
        return Confirm(key=name, by=by, question=question)
    if need.kind == "number":
        return Number(key=name, by=by, question=question, least=_LEAST, most=_MOST)
    return Pick(key=name, by=by, question=question, among=lambda _: need.choices) if need.choices else None
