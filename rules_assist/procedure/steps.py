"""Steps and procedures for authors, in `Rules.procedures`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_type_hints

from rules_assist.position.situation import Situation
from rules_assist.procedure.step_requests import Finish, Next, Steps
from tabletop.assistance import BattlePage
from tabletop.flight_page import FlightPage

S = TypeVar("S")
KnownTo: TypeAlias = Literal["all", "side"]
"""Those who know that a procedure is under way: the whole table, or only the side that plays it and the umpire."""


class ProcedureError(Exception):
    """A mistake in the writing of a procedure, in one sentence for its author."""


@dataclass(frozen=True)
class ProcedureStep(Generic[S]):
    """One step of a rule: its title, the rule's number, and its function of the state and the situation.

    The function changes nothing itself: nothing happens before it returns. It is run again from its beginning after
    each answer, in the situation of that moment. The situation holds everything on the table. So the step's questions
    must not depend on things that are hidden from the side that is asked. `state` is the type of the step's state.
    """

    id: str
    title: str
    rule: str
    state: type[S]
    run: Callable[[S, Situation], Steps | Next[Any] | Finish]


def step(
    title: str, rule: str = "", id: str = ""
) -> Callable[[Callable[[S, Situation], Steps | Next[Any] | Finish]], ProcedureStep[S]]:
    """Return a decorator that makes a step from a function of (state, situation).

    The id of the step is the function's name, unless another is given. The decorator raises ProcedureError if the
    function does not annotate the type of its state.
    """

    def made(function: Callable[[S, Situation], Steps | Next[Any] | Finish]) -> ProcedureStep[S]:
        hints = get_type_hints(function)
        first = next((name for name in hints if name != "return"), "")
        if not first:
            raise ProcedureError(f"The step '{function.__name__}' does not say of which type its state is.")
        return ProcedureStep(id or function.__name__.replace("_", "-"), title, rule, hints[first], function)

    return made


def _anybody(situation: Situation, side: str) -> str:  # noqa: ARG001 - it does not matter who and when
    return ""


@dataclass(frozen=True)
class Procedure:
    """A procedure of the rules: something that is played in steps. It begins at the first step.

    `may_begin` returns why a side cannot begin it in a situation (the side's own view), or "" if it can. The sequence
    of play says in which phases it is offered. `result` is the type of its final result. `version` is kept with each
    run under way, so that a change of its steps is noticed. `page` is its battle board or its board of flights: it gets
    a side's own view, the step, and its state, and returns None if the map is shown instead.

    It belongs to the phase in which it began. A player who ends that phase is asked whether to close it; with
    `must_finish`, the player must finish it first. Only one of a kind can be under way at a place, unless `several` are
    allowed. It cannot begin while one of `not_during`, other procedures by id, is under way. `known_to` says who knows
    that it is under way: all sides, or only the one that plays it. It can be a function of a situation and of the side
    that plays it, which gets the view of an onlooker, so that the choice itself tells nothing. If a procedure runs
    another, the same sides know of both. `begun_by` says who may begin it at a moderated table: the players, or only
    the umpire. If it `ends_phase`, only seats that may turn the tracker begin it. `remembers` is the most past steps
    whose answers are kept for its story, for procedures of many small steps; 0 for all.
    """

    id: str
    title: str
    rule: str
    steps: tuple[ProcedureStep[Any], ...]
    may_begin: Callable[[Situation, str], str] = _anybody
    result: Any = None
    version: str = "1"
    page: Callable[[Situation, str, Any], BattlePage | FlightPage | None] | None = None
    several: bool = False
    not_during: tuple[str, ...] = ()
    must_finish: bool = False
    known_to: KnownTo | Callable[[Situation, str], KnownTo] = "all"
    ends_phase: bool = False
    remembers: int = 0
    begun_by: Literal["players", "umpire"] = "players"

    def known_to_sides(self, side: str, looked_on: Callable[[], Situation]) -> tuple[str, ...] | None:
        """Return the sides that know of the procedure when this side plays it; None means everybody.

        `looked_on` returns the view of an onlooker.
        """
        known_to = self.known_to(looked_on(), side) if callable(self.known_to) else self.known_to
        return None if known_to == "all" else tuple(filter(None, (side,)))

    @cached_property
    def by_id(self) -> Mapping[str, ProcedureStep[Any]]:
        """The steps by their ids. Raises ProcedureError if there are no steps, or if two have the same id."""
        found = {one.id: one for one in self.steps}
        if len(found) < len(self.steps) or not found:
            raise ProcedureError(f"The procedure '{self.id}' needs steps, each with a name of its own.")
        return found

    def has(self, step: ProcedureStep[Any]) -> bool:
        """Return whether a step is one of this procedure, even if the titles are in another language."""
        return any(one.id == step.id and one.run is step.run for one in self.steps)

    @property
    def first(self) -> ProcedureStep[Any]:
        """The first step."""
        return self.steps[0]
