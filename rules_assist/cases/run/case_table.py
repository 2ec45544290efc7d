"""A table without journal or window: it decides commands one by one and keeps every position."""

from msgspec import Struct
from msgspec.structs import replace

from rules_assist.assistant import Assistant
from rules_assist.policy import LEVELS
from rules_assist.position.judged_view import seen_by
from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook
from tabletop.assistance import DUES, Due, Finding
from tabletop.game.chance import Chance
from tabletop.game.change.draft import apply
from tabletop.game.change.hand_moves import BY_RULES, Move
from tabletop.game.change.outcome import AGREED, Asks, Done, NeedsAgreement, Outcome, Performed, Prompt
from tabletop.game.change.patch import Patch, pieces_of
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.change.told import Told
from tabletop.game.commands import AnyCommand
from tabletop.game.decide import perform
from tabletop.game.side_cells import side_of
from tabletop.game.sight.audience import audience_of
from tabletop.game.state.game import Game, Seat

UMPIRE = "umpire"


class Event(Struct, frozen=True):
    """One command with its outcome, and the positions before and after it, which are the same if it was not done.

    `command` is None for an undo. `back` is the patch that undoes the command. `move` is the move by hand to which the
    command belongs, up to this command. For an action of the rules, it is that action alone.
    """

    by: str
    command: AnyCommand | None
    outcome: Outcome
    before: Game
    after: Game
    back: Patch = ()
    move: Move | None = None

    @property
    def told(self) -> tuple[Told, ...]:
        """The messages of the command; none if it was not done."""
        return self.outcome.told if isinstance(self.outcome, Done) else ()


class CaseTable:
    """The table of a case. It has a seat for each side, with the name of the side, and one for the umpire."""

    def __init__(self, book: RuleBook, game: Game, chance: Chance) -> None:
        self.book = book
        self._assistant = Assistant(book)
        self.components = replace(book.module.components, procedures=lambda: self._assistant.procedures)
        self.chance = chance
        seats = {side: Seat((n,)) for n, side in enumerate(game.sides)}
        self.game = replace(game, seats={**seats, UMPIRE: Seat(umpire=True)})
        self.events: list[Event] = []
        self._standing: list[int] = []

    def start(self, chance: Chance) -> None:
        """Begin the case itself: the steps so far have set up the position and cannot be undone."""
        self.chance = chance
        self.events.clear()
        self._standing.clear()
        self._assistant.forget()

    def do(self, by: str, command: AnyCommand, answers: tuple[tuple[str, str | int | bool | None], ...] = ()) -> Event:
        """Decide a seat's command and return its event. A command that asks a question counts as not done."""
        before = self.game
        performed = perform(before, command, by, self.chance, self.components, answers)
        if not isinstance(performed, Performed):
            return self._happened(Event(by, command, performed, before, before))
        done, after = performed.done, performed.after
        agreed = tuple((AGREED + key, answer) for key, answer in answers)
        step = Step(len(self.events) + 1, by, command, done.patch, 0, (*answers, *agreed), (), done.told)
        stopped = self._assistant.policy(before, after, step, by)
        if isinstance(stopped, NeedsAgreement):  # a case gives the consent of the others as an answer
            stopped = Asks(Prompt(stopped.key.removeprefix(AGREED), stopped.words[by]))
        if stopped is not None:
            return self._happened(Event(by, command, stopped, before, before))
        made = Move(before, frozenset(pieces_of(done.patch)))
        move = made if isinstance(command, BY_RULES) else self._assistant.moves.going_on(by, before, made.pieces)
        self._assistant.observe(before, after, step)
        event = self._happened(Event(by, command, done, before, after, performed.back, move))
        if event.back:
            self._standing.append(len(self.events))
        return event

    def take_back(self, by: str) -> Event:
        """Undo the last step that changed something and still counts, and return the event of the undo.

        Raises IndexError if there is none.
        """
        number, before = self._standing.pop(), self.game
        last = self.events[number - 1]
        after, back = apply(before, last.back)
        self._assistant.observe(before, after, Step(len(self.events) + 1, by, TakeBack((number,)), last.back, 0))
        return self._happened(Event(by, None, Done(last.back), before, after, back))

    def _happened(self, event: Event) -> Event:
        self.events.append(event)
        self.game = event.after
        return event

    # the view of a side

    def seen(self, game: Game, side: str) -> Game:
        """Return a position as a side sees it; for "", return the true position."""
        return seen_by(game, audience_of(game, game.seats[side or UMPIRE]))

    def situation(self, game: Game, side: str) -> Situation:
        """Return a position as a side sees it, for the rules."""
        return Situation(self.seen(game, side), self.book, side_of(side) if side in game.sides else "")

    def findings(self, event: Event, side: str) -> tuple[Finding, ...]:
        """Return the errors of a step as a side sees them, by all checks that are not `off`, whenever they are due.

        A move by hand is judged as a whole. After an action of the rules, only errors that must be fixed before the
        phase ends are returned.
        """
        dues: tuple[Due, ...] = ("phase",) if isinstance(event.command, BY_RULES) else DUES
        pieces = pieces_of(event.outcome.patch) if isinstance(event.outcome, Done) else ()
        step = Move(event.before, frozenset(pieces))
        judged = self._assistant.wrong
        return judged(side or UMPIRE, event.move or step, step, event.after, event.before, LEVELS[1:], dues)


def question_of(event: Event) -> str:
    """Return the key of the question that was asked in place of the command; "" if there was none."""
    return event.outcome.prompt.key if isinstance(event.outcome, Asks) else ""
