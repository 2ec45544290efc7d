"""The one place that connects the parts of the program, including the rules assistant if it is installed.

No other module imports the assistant, so that a table works without it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from msgspec.structs import replace

from tabletop.assistance import (
    STRICT,
    Account,
    CheckState,
    Finding,
    Level,
    Now,
    Offer,
    Outlook,
    Overlay,
    OverlayOffer,
    Preview,
    Prospect,
    RulesReport,
    RuleState,
    Underway,
    Where,
    policies_of,
)
from tabletop.game.change.hand_moves import Move, turned, turns
from tabletop.game.change.outcome import Asks, NeedsAgreement, Outcome, Refused
from tabletop.game.change.step import ByMail, Step
from tabletop.game.commands import AnyCommand
from tabletop.game.procedures import Procedures
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.journal.phase import phase_so_far
from tabletop.module.module import Module
from tabletop.session import Observer, Policy, Session

if TYPE_CHECKING:
    from pydantic import BaseModel

    from tabletop.mail.drafting_session import DraftingSession

GROUP: Final = "wartable.assistant"
_BY_NAME: Final = "rules_assist.program"
"""The module of the rules assistant in a checkout that is not installed."""


class Lift(Protocol):
    """The pieces held under the mouse during a drag: their reach, and the effect of dropping them."""

    @property
    def overlay(self) -> Overlay | None:
        """The places where the pieces can go by the rules, with costs; None if they can go nowhere."""

    def glance(self, where: Where) -> Preview:
        """Return the way to a place and its cost, or the reason why there is none. Findings are left out, so that it is
        fast while the mouse moves.
        """

    def hover(self, where: Where) -> Preview:
        """Return the consequences of a drop at a place. Results are cached for each place during the drag."""

    def rest(self, where: Where) -> Preview:
        """Return the preview of `hover` with the supply at the end of the move, which may take longer to find."""

    def mending(self, where: Where) -> Callable[[], Preview] | None:
        """Return a function that adds to the preview of `rest` how cut supply lines would open again, and may run in
        any thread; None if nothing can be added.
        """

    def drop(self, where: Where) -> AnyCommand | None:
        """Return the command for a drop at a place: the move with its costs and notes; None if no way of moving leads
        there.
        """

    def drop_by(self, way: str, where: Where) -> AnyCommand | None:
        """Return the command of `drop` for only this way of moving; None if it does not lead there."""

    def why_not(self, where: Where) -> str:
        """Return sentences on why the pieces cannot go to a place; "" if they can."""


class TableAssistant(Protocol):
    """The assistant of one table, for its session and its window.

    A window asks about a seat's own view (`view`), in that view's numbers; it knows nothing else.
    """

    @property
    def policy(self) -> Policy:
        """The function that judges steps before they are recorded."""

    @property
    def observe(self) -> Observer:
        """The function that observes recorded steps."""

    def forget(self) -> None:
        """Forget all steps, so that the steps of the phase can be observed again."""

    @property
    def procedures(self) -> Procedures:
        """The runner of procedures for the components of the session."""

    def underway(self, view: Game, seat: str) -> tuple[Underway, ...]:
        """Return the procedures in progress with their questions, the latest one last."""

    def foresee(self, view: Game, seat: str, command: AnyCommand) -> Outcome | None:
        """Return the effects of a command up to the first roll of dice; None if it begins with one. The command may be
        an answer.
        """

    def lift(self, view: Game, seat: str, pieces: tuple[int, ...], move: Move | None = None) -> Lift:
        """Return the pieces that are picked up for a drag. The drop continues `move`, which was made by hand."""

    def taken_up(self, view: Game, seat: str, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the pieces that move when these are picked up: with a marker come the pieces that it leads."""

    def warm(self, view: Game, seat: str) -> Iterator[None]:
        """Prepare for questions about a view, a little with each step of the iterator."""

    def findings(self, after: Game, seat: str, move: Move, step: Move | None = None) -> tuple[Finding, ...]:
        """Return the findings of a move in a view, by the checks that are on. `step` is the last step of the move, if
        there is one.
        """

    def overlays(self) -> tuple[OverlayOffer, ...]:
        """Return the overlays that the game has."""

    def overlay(self, id: str, map: str, view: Game, seat: str, pieces: tuple[int, ...]) -> Overlay | None:
        """Return an overlay on a map; if it follows pieces, it is for the chosen ones. None means that there is nothing
        to show.
        """

    def completing(
        self, shown: Overlay, view: Game, seat: str, pieces: tuple[int, ...]
    ) -> Callable[[], Overlay | None] | None:
        """Return a function that finds the missing parts of an overlay, and may run in any thread; None if nothing is
        missing.
        """

    def mending(self, finding: Finding, view: Game, seat: str) -> Callable[[], Finding] | None:
        """Return a function that adds to a finding how supply lines would open again, and may run in any thread; None
        if nothing can be added.
        """

    def why_no_overlay(self, id: str, view: Game, seat: str, pieces: tuple[int, ...]) -> str:
        """Return sentences, with rule numbers, on why an overlay shows nothing for the chosen pieces; "" if no rule
        says why.
        """

    def now(self, view: Game, seat: str, pieces: tuple[int, ...]) -> Now | None:
        """Return the current place in the sequence of play, and the possible actions; None if the game has no such
        sequence.
        """

    def tables(self, view: Game, seat: str) -> tuple[Offer, ...]:
        """Return the results tables of the game. A table that the seat cannot use now has the reason."""

    def why_not(self, view: Game, seat: str, pieces: tuple[int, ...], where: Where) -> str:
        """Return sentences, with rule numbers, on why these pieces cannot go to a place; "" if they can."""

    def prospects(self, view: Game, seat: str, pieces: tuple[int, ...]) -> tuple[Prospect, ...]:
        """Return the events that can be forecast now: those at the places of the chosen pieces, or else any."""

    def outlooks(self, view: Game, seat: str, prospect: Prospect, more: int = 0) -> Iterator[Outlook]:
        """Yield forecasts of an event, each more exact than the one before. If `more` is the number of a piece, they
        are for one more piece like it.
        """

    def odds(self, view: Game, seat: str, command: AnyCommand) -> Outlook | None:
        """Return the odds of the next dice that a command leads to; None if it leads to none, or if the odds are
        unknown.
        """

    def totals(self, view: Game, seat: str) -> tuple[Account, ...]:
        """Return the numbers of the whole table that the game explains, part by part."""

    def accounts(self, view: Game, seat: str, pieces: tuple[int, ...], where: Where) -> tuple[Account, ...]:
        """Return the accounts of the numbers at a place: movement costs of the chosen pieces, supply, and strengths."""

    def checks(self, view: Game) -> tuple[CheckState, ...]:
        """Return all checks, each with the strictness with which this table enforces it."""

    def set_level(self, check: str, level: Level) -> AnyCommand:
        """Return the command that sets the strictness of a check; "" stands for all checks without a level of their
        own.
        """

    def rules(self) -> tuple[RuleState, ...]:
        """Return every rule of the game in order of its number, with the assistant's part in it."""


class RulesProgram(Protocol):
    """The services that the rules assistant offers to the program and its commands."""

    def assistant_for(self, module: Module) -> TableAssistant:
        """Return the assistant of a table of this module. Raises `ModuleProblems` for rule files that are wrong."""

    def examine(self, module: Path) -> RulesReport:
        """Return the findings about the rules of a module whose other files have no mistake."""

    def documents(self) -> Mapping[str, "type[BaseModel]"]:
        """Return the schemas of the module files that the assistant reads, by their names."""

    def run_cases(self, paths: Sequence[Path], say: Callable[[str], None]) -> bool:
        """Run the cases in these files, folders or modules; return False if one fails."""

    def words_of_cases(self, module: Path) -> Iterator[str]:
        """Yield the lines of a list of the words that cases of a module may use. Raises `ModuleProblems` or
        `RulesError`.
        """


def rules_program() -> RulesProgram | None:
    """Return the rules assistant; None if it, or a package that it needs, is not installed."""
    from importlib.metadata import entry_points

    for found in entry_points(group=GROUP):
        return _loaded(found.module)
    return _loaded(_BY_NAME) if find_spec(_BY_NAME.partition(".")[0]) else None


def assistant_of(module: Module) -> TableAssistant | None:
    """Return the assistant of a table of this module; None if the module has no rules, or if the assistant is not
    installed.

    Raises `ModuleProblems` or `RulesError` for rules that cannot be read or may not run.
    """
    program = rules_program() if module.rules else None
    return program.assistant_for(module) if program else None


class AtHand:
    """The assistant of one table, which is made when it is first needed, because reading a game's rules takes time.

    It is needed when a player asks for it, when a procedure must run, or when the table may stop a step by a rule.
    """

    def __init__(self, make: Callable[[], TableAssistant | None] = lambda: None) -> None:
        self._make = make
        self._assistant: TableAssistant | None = None
        self._is_made = False
        self._journal: Journal | None = None

    def sits_at(self, journal: Journal) -> None:
        """Set the record of the table. An assistant made later learns the steps of the phase from it."""
        self._journal = journal

    def assistant(self) -> TableAssistant | None:
        """Return the assistant, creating it at the first call; None if the table has none."""
        if not self._is_made:
            self._assistant, self._is_made = self._make(), True
            if self._assistant is not None and self._journal is not None:
                _tell_phase(self._assistant, self._journal)
        return self._assistant

    def procedures(self) -> Procedures | None:
        """Return the runner of procedures; None without an assistant. See `tabletop.game.state.components`."""
        assistant = self.assistant()
        return assistant.procedures if assistant is not None else None

    def policy(self, before: Game, after: Game, step: Step, seat: str) -> Refused | Asks | NeedsAgreement | None:
        """Return the assistant's judgement of a step before it is recorded; None accepts it. See
        `tabletop.session.Policy`.
        """
        policies = policies_of(before)
        is_needed = policies != policies_of(after) or any(level in STRICT for level in policies.values())
        assistant = self.assistant() if is_needed else self._assistant
        return assistant.policy(before, after, step, seat) if assistant is not None else None

    def observe(self, before: Game, after: Game, step: Step) -> None:
        """Report a recorded step to the assistant, if it is already made; see `tabletop.session.Observer`.

        If a phase begins, or if its end is undone, all steps of that phase are reported again.
        """
        if self._assistant is None:
            return
        if turns(step.patch) and self._journal is not None:
            self._assistant.forget()
            _tell_phase(self._assistant, self._journal)
        else:
            self._assistant.observe(before, after, step)


def table_session(journal: Journal, components: Components, now_ms: Callable[[], int], at_hand: AtHand) -> Session:
    """Return a session, with the assistant as its policy, its observer and the runner of its procedures.

    In a seat's record of a game by mail, an action that needs dice waits until the turn is opened.
    """
    at_hand.sits_at(journal)
    return _kind_of_session(journal)(
        journal,
        replace(components, procedures=at_hand.procedures),
        now_ms=now_ms,
        policy=at_hand.policy,
        observers=(at_hand.observe,),
    )


def _kind_of_session(journal: Journal) -> type[Session] | type["DraftingSession"]:
    """Return the class of the session for a record: for a seat's record of a game by mail, one that drafts orders."""
    first = journal.earliest()
    if first is None or not isinstance(first.command, ByMail):
        return Session
    from tabletop.mail.drafting_session import DraftingSession
    from tabletop.mail.mail_seat import seat_by_mail

    return DraftingSession if seat_by_mail(journal) else Session


def _tell_phase(assistant: TableAssistant, journal: Journal) -> None:
    for one in phase_so_far(journal):
        if not turned(one.step):
            assistant.observe(one.before, one.after, one.step)


def _loaded(name: str) -> RulesProgram | None:
    try:
        program: RulesProgram = import_module(name).PROGRAM
    except ModuleNotFoundError:
        return None
    return program
