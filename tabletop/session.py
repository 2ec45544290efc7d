"""The one sequence by which a game goes on: perform, policy, append, publish. The one writer of a journal.

A hot-seat table, a server and the reading of a turn file run this and nothing else. It knows no window, no network
and no clock (`now_ms` is given), and no rule but those its policy brings.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.dice import SeededChance, Tape, nonce
from tabletop.game.actions.access import seat_of
from tabletop.game.chance import Chance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Asks, Choice, Performed, Prompt, Refused, refused
from tabletop.game.change.patch import Patch, Sit, pieces_of
from tabletop.game.change.step import Answers, ChangeModule, Step, TakeBack
from tabletop.game.change.told import Told
from tabletop.game.change.touched import Touched
from tabletop.game.commands import AnyCommand, TellSaved
from tabletop.game.decide import decide, perform
from tabletop.game.decisions.deck_decisions import unsavable
from tabletop.game.sight.audience import Audience, audience, audience_of
from tabletop.game.sight.audience_names import AudienceNames, renamed
from tabletop.game.sight.eyes import eyes
from tabletop.game.sight.seen_changes import NOTHING, Delta, all_told_for
from tabletop.game.sight.view import Changes, View
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, ModuleName
from tabletop.game.state.values import NOBODY, UNSEEN
from tabletop.journal.barriers import Barrier, barriers
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.record_reader import RecordedStep
from tabletop.journal.records import DRAWS_STAND
from tabletop.journal.takeback import BlockingSteps, Sees, take_back
from tabletop.module.contents.deck_exchange import DeckFileError, encode_deck
from tabletop.noticed_steps import NoticedSteps, is_noticed
from tabletop.texts import listed, text

ANYWAY: Final = "take-back-anyway"
"""The key of the prompt that asks whether a step that drew or showed something is to be taken back all the same."""

_STANDS: Final = frozenset({"said", "rolled"})
"""The keys of what is told that is not taken back with a step."""


class Confirmed(Struct, frozen=True):
    """The answer that a step happened and is recorded. `stream` is the number of the seat's last news.

    `seq` is its number among the steps that the seat noticed; in the record for who sees everything, and in what the
    session itself answers.
    """

    seq: int
    stream: int


class InTheWay(Struct, frozen=True):
    """The answer that later steps touched the same pieces, so a take-back must include them."""

    steps: tuple[int, ...]
    because: str


class NeedsConsent(Struct, frozen=True):
    """The answer that these seats must agree to a take-back (`Connection.agree`), or the umpire does it.

    Consent is needed where the step drew or showed something.
    """

    steps: tuple[int, ...]
    of: tuple[str, ...]
    why: str

    @property
    def because(self) -> str:
        """The reason why it does not happen yet, in one sentence."""
        return text("consent-needed", reason=self.why, players=listed(self.of))


Answer: TypeAlias = Confirmed | Refused | Asks | InTheWay | NeedsConsent
"""The answer of the table to something that is asked of it."""

Policy: TypeAlias = Callable[[Game, Game, Step, str], Refused | Asks | None]
"""Judges a step before it is recorded: the game before and after it, the step, the seat. None lets it pass.

A question it asks comes back with its answer among the step's `answers`.
"""

Observer: TypeAlias = Callable[[Game, Game, Step], None]
"""Hears of each step when it is recorded: the game before and after it, and the step. All of it is the truth."""


class News(Struct, frozen=True):
    """The news of a step, as a connection gets them.

    `by` is the seat that acted, `told` what is said, in the numbers of the view; `before` and `after` are the
    view's two positions and `changes` what differs. `delta` is the same in the audience's names, for sending.
    `stream` counts the news of the connection from 1, `at_ms` is when it happened (UTC milliseconds). `is_whole`: the
    connection looks with other eyes from here on, and everything may differ. `asked_for`: somebody asks this seat to
    agree that these steps be taken back. `step` is the step of the record; None where there is none.
    """

    stream: int
    by: str
    told: tuple[Told, ...]
    before: Game
    after: Game
    changes: Changes
    delta: Delta
    at_ms: int = 0
    is_whole: bool = False
    asked_for: tuple[int, ...] = ()
    step: Step | None = None


Hear: TypeAlias = Callable[[News], None]

_NO_CHANGES: Final = Changes((), (), ())


def let_pass(before: Game, after: Game, step: Step, seat: str) -> Refused | Asks | None:  # noqa: ARG001
    """Return the policy of a table without an assistant."""
    return None


class Session:
    """A game that is being played, for everybody at its table. One thread only.

    `journal` holds the game, also if it lies in memory only. `chance` gives the draws; without it they come from the
    journal's own seed. `now_ms` is the time in UTC milliseconds, for the record alone.
    """

    def __init__(
        self,
        journal: Journal,
        components: Components,
        *,
        now_ms: Callable[[], int],
        chance: Chance | None = None,
        policy: Policy = let_pass,
        observers: Sequence[Observer] = (),
    ) -> None:
        self.journal = journal
        self.components = components
        self._now_ms = now_ms
        self._chance = chance
        self._policy = policy
        self._observers = tuple(observers)
        self._connections: list[Connection] = []
        self._names: dict[Audience, AudienceNames] = {}
        self._proposals: dict[tuple[int, ...], _Proposal] = {}
        self._outbox: deque[tuple[Game, Step, Game]] = deque()
        self._is_publishing = False
        self._noticed: dict[tuple[str, Audience, int], bool] = {}
        self._numbered: dict[tuple[str, Audience], NoticedSteps] = {}
        self.streams: dict[str, int] = {}

    @property
    def game(self) -> Game:
        """The position as it truly is: for the authority alone."""
        return self.journal.game

    @property
    def trouble(self) -> str:
        """The reason why steps are not saved on the disk, in one sentence; empty while they are."""
        return self.journal.trouble

    # who is there

    def join(self, seat: str, hear: Hear | None = None, eyes: Audience | None = None) -> "Connection":
        """Join the table as a seat, with the eyes of the sides it plays; `hear` is called with all news.

        Whoever plays no side yet watches (and may send `TakeSeat`). Who looks through a record brings `eyes`.
        """
        connection = Connection(self, seat, hear or _hear_nothing, eyes)
        self._connections.append(connection)
        return connection

    def leave(self, connection: "Connection") -> None:
        """Leave the table. The seat keeps its sides."""
        self._connections.remove(connection)
        self.forget_names()

    def forget_names(self) -> None:
        """Drop the names of audiences that nobody belongs to: they would not be kept up to date."""
        heard = {connection.audience for connection in self._connections}
        self._names = {who: names for who, names in self._names.items() if who in heard}

    def audience_of(self, seat: str) -> Audience:
        """Return the audience that a seat belongs to."""
        return self.looking(audience_of(self.game, seat_of(self.game, seat)))

    def looking(self, who: Audience) -> Audience:
        """Return an audience with the maps of others that are shut to it."""
        sides = [self.game.sides[side] for side in who.sides]
        return who if who.sees_all(self.game) else replace(who, shut=self.components.shut_to(sides))

    def names(self, who: Audience) -> AudienceNames:
        """Return the names by which an audience knows what it sees."""
        found = self._names.get(who)
        if found is None:
            found = self._names[who] = AudienceNames(self.game, who)
        return found

    # the sequence

    def submit(self, by: str, command: AnyCommand, answers: Answers = ()) -> Step | Refused | Asks:
        """Carry out a seat's command, given in true ids; return the step if one is recorded, and tell everybody."""
        if self.journal.is_read_only:
            return refused("not-possible", "in-other-words", words=self.journal.why_read_only)
        try:
            tape = self._tape(by, command)
        except ValueError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))
        before = self.game
        outcome = perform(before, command, by, tape, self.components, answers)
        if isinstance(outcome, Performed):
            done, after = outcome.done, outcome.after
            step = self._step(by, command, done.patch, answers, tape, done.told)
            verdict = self._policy(before, after, step, by) or self._record(before, step, outcome.back, after)
            if verdict is None:
                return step
            outcome = verdict
        if tape.fresh:
            self._let_stand(by, command, answers, tape)
        return outcome

    def refusal(self, by: str, command: AnyCommand) -> Refused | None:
        """Return why the table would refuse what a seat commands, in true ids; None where it would not."""
        outcome = decide(self.game, command, by, self._tape(by, command), self.components)
        return outcome if isinstance(outcome, Refused) else None

    def _tape(self, by: str, command: AnyCommand) -> Tape:
        """Return the chance of a command. Raises ValueError for one that cannot be recorded."""
        mark = nonce(by, command)
        drawn = self.journal.drawn
        source = self._chance or SeededChance(self.journal.seed, mark, drawn.open, drawn.secret)
        return Tape(source, drawn.for_command(by, command))

    def _step(
        self, by: str, command: AnyCommand, patch: Patch, answers: Answers, tape: Tape, told: tuple[Told, ...]
    ) -> Step:
        return Step(self.journal.last + 1, by, command, patch, self._now_ms(), answers, tuple(tape.fresh), told)

    def _record(self, before: Game, step: Step, back: Patch, after: Game) -> Refused | None:
        """Append a step to the record, then publish it: nobody hears of a step that is not recorded."""
        try:
            self.journal.append(step, back, after)
        except JournalError as problem:
            return refused("too-long", "in-other-words", words=str(problem))
        self._proposals.clear()
        self._publish(before, step, after)
        return None

    def _let_stand(self, by: str, command: AnyCommand, answers: Answers, tape: Tape) -> None:
        """Record what was drawn for a command that was then not carried out, so that asking again finds the same."""
        open_draws = sum(not draw.secret for draw in tape.fresh)
        heard = None if open_draws else seat_of(self.game, by).sides
        told = (Told(DRAWS_STAND, {"count": open_draws or len(tape.fresh)}, sides=heard),)
        before = self.game
        after, back = apply(before, ())
        self._record(before, self._step(by, command, (), answers, tape, told), back, after)

    def _publish(self, before: Game, step: Step, after: Game) -> None:
        """Tell everybody of a step, in the order of the steps, even where a listener acts at once."""
        self._outbox.append((before, step, after))
        if self._is_publishing:
            return
        self._is_publishing = True
        try:
            while self._outbox:
                self._tell(*self._outbox.popleft())
        finally:
            self._is_publishing = False

    def _tell(self, before: Game, step: Step, after: Game) -> None:
        touched = Touched(before, after, step.patch)
        waiting = [connection for connection in self._connections if connection.knows < step.seq]
        known: dict[Audience, tuple[Delta, tuple[Told, ...]]] = {}
        for who in {connection.audience: None for connection in waiting}:
            known[who] = (self.names(who).delta(before, after, touched), all_told_for(step.told, before, after, who))
        for connection in waiting:
            delta, told = known[connection.audience]
            if delta != NOTHING or told:
                connection.receive(step, delta, told)
        if any(isinstance(change, Sit) for change in step.patch):
            for connection in list(self._connections):
                connection.look_again()
        for observer in self._observers:
            observer(before, after, step)

    def adopt(self, by: str, module: ModuleName, patch: Patch) -> Step | Refused:
        """Bring the game to another module, as `module.update.game_update` says; return the step if one is recorded."""
        if self.journal.is_read_only:
            return refused("not-possible", "in-other-words", words=self.journal.why_read_only)
        before = self.game
        after, back = apply(before, patch)
        told = Told("module-changed", {"version": module.version})
        step = Step(self.journal.last + 1, by, ChangeModule(module), patch, self._now_ms(), told=(told,))
        answer = self._record(before, step, back, after)
        if not answer:
            self.look_anew()
        return answer or step

    def follow(self) -> None:
        """Tell everybody what another program that plays this game has recorded since. Raises JournalError."""
        for one in self.journal.follow():
            self.tell(one)

    def tell(self, one: RecordedStep) -> None:
        """Tell everybody of a step of the record, also of one that was taken out of view and stands again."""
        for connection in self._connections:
            connection.knows = min(connection.knows, one.step.seq - 1)
        self._publish(one.before, one.step, one.after)

    def look_anew(self) -> None:
        """Show everybody the table as if for the first time, because the record stands elsewhere than before."""
        for connection in list(self._connections):
            connection.look_anew()

    # take-back

    def take_back(self, by: str, steps: Iterable[int], persons: frozenset[str], answers: Answers = ()) -> Answer | Step:
        """Take back steps in the name of a seat; return the step when done. `persons` are the seats that speak with it.

        A seat may take back its own steps, the umpire any; others' need their consent. So does a step that drew
        something or showed somebody something new, from all who play; where all of them are `persons` (alone, or
        at one screen), and for the umpire, it is asked once whether it is meant.
        """
        journal = self.journal
        chosen = tuple(sorted(set(steps)))
        if journal.is_read_only:
            return refused("not-possible", "in-other-words", words=journal.why_read_only)
        if not chosen or not journal.first < chosen[0] <= chosen[-1] <= journal.last:
            return refused("not-possible", _NOTHING_THERE)
        try:
            journal.prove(chosen[0])
            if not all(self._notices(by, seq) for seq in chosen):
                return refused("not-possible", _NOTHING_THERE)
            if journal.taken_back().intersection(chosen):
                return refused("not-possible", "undone-already")
            patch = take_back(journal, self.game, chosen, self._sees(by), partial(self._notices, by))
            if isinstance(patch, BlockingSteps):
                return self._blocked(by, patch.steps)
            found = barriers(journal, chosen, self._audiences())
            authors = {step.by for step in journal.steps(chosen[0], chosen[-1]) if step.seq in chosen}
        except JournalError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))
        missing = self._consents(by, chosen, found, authors, persons)
        if missing:
            return NeedsConsent(chosen, missing, _why(found))
        if found and chosen not in self._proposals and (ANYWAY, True) not in answers:
            if (ANYWAY, False) in answers:
                return refused("not-possible", "nothing-undone")
            return Asks(Prompt(ANYWAY, text("undo-anyway", reason=_why(found)), _yes_no(), default=False))
        return self._take_back(by, chosen, patch, answers)

    def to_undo(self, seat: str, *, of_table: bool = True) -> int:
        """Return the step that undo takes back for a seat: its own last, or the table's last that it notices; 0:
        none.
        """
        return self.journal.to_undo(None if of_table else seat, partial(self._notices, seat))

    def to_redo(self, seat: str, *, of_table: bool = True) -> int:
        """Return the take-back that redo takes back for a seat: its own, or the table's that it notices; 0: none."""
        return self.journal.to_redo(None if of_table else seat, partial(self._notices, seat))

    def _notices(self, seat: str, seq: int) -> bool:
        """Return whether a seat made a step, or sees or hears anything of it. Raises JournalError."""
        who = self.audience_of(seat)
        if who.sees_all(self.game):
            return True
        if (seat, who, seq) not in self._noticed:
            here = self.journal.around(seq)
            self._noticed[seat, who, seq] = is_noticed(here.step, here.before, here.after, seat, who)
        return self._noticed[seat, who, seq]

    def number_of(self, seat: str, seq: int) -> int:
        """Return the number by which a seat knows a step of the record: among those that it noticed; 0 for others.

        Who sees everything knows steps by their numbers in the record. Raises JournalError.
        """
        steps = self._steps_of(seat)
        return seq if steps is None else steps.number(seq)

    def step_of(self, seat: str, number: int) -> int:
        """Return the step of the record that a seat knows by a number; 0: none. Raises JournalError."""
        steps = self._steps_of(seat)
        return number if steps is None else steps.step(number)

    def _steps_of(self, seat: str) -> NoticedSteps | None:
        who = self.audience_of(seat)
        if who.sees_all(self.game):
            return None
        if (seat, who) not in self._numbered:
            self._numbered[seat, who] = NoticedSteps(self.journal, seat, who)
        return self._numbered[seat, who]

    def _sees(self, seat: str) -> Sees | None:
        """Return a function that tells whether a seat sees a piece; None for one that sees everything."""
        who = self.audience_of(seat)
        return None if who.sees_all(self.game) else lambda game, piece: eyes(game, who).level(piece) > UNSEEN

    def _blocked(self, by: str, steps: tuple[int, ...]) -> InTheWay | Refused:
        """Return the answer that later steps are in the way; players are named only if the seat noticed the steps."""
        if not all(self._notices(by, seq) for seq in steps):
            return refused("not-possible", "changed-since")
        return InTheWay(steps, self._in_the_way(steps))

    def _audiences(self) -> set[Audience]:
        """Return the eyes with which the people of the table look."""
        return {self.audience_of(name) for name in self.game.seats}

    def _in_the_way(self, steps: tuple[int, ...]) -> str:
        others = {step.by for step in self.journal.steps(steps[0], steps[-1]) if step.seq in steps}
        return text("moved-since", players=listed(sorted(others)), count=len(others))

    def _consents(
        self, by: str, chosen: tuple[int, ...], found: Sequence[Barrier], authors: set[str], persons: frozenset[str]
    ) -> tuple[str, ...]:
        """Return whose consent is still missing. Who made a step elsewhere, as in a log, and has no seat here is
        not asked.
        """
        seats = self.game.seats
        if seat_of(self.game, by).umpire:
            return ()
        asked = {name for name, seat in seats.items() if seat.sides} if found else authors
        asked = {name for name in asked if any(self._notices(name, seq) for seq in chosen)}
        asked = ((asked | authors) & seats.keys()) - persons - {by}
        if not asked:
            return ()
        proposal = self._proposals.get(chosen)
        if proposal is None:
            proposal = self._proposals[chosen] = _Proposal(by, set())
            for connection in list(self._connections):
                if connection.seat in asked:
                    connection.be_asked(by, chosen)
        return tuple(sorted(asked - proposal.agreed))

    def _take_back(self, by: str, chosen: tuple[int, ...], patch: Patch, answers: Answers) -> Answer | Step:
        before = self.game
        after, back = apply(before, patch)
        redone = all(self.journal.taken_back_by(seq) for seq in chosen)
        key = "done-again" if redone else "taken-back"
        told = self._told_of(chosen, key)
        if not told:
            pieces = tuple(piece for piece in pieces_of(patch) if piece in before.pieces or piece in after.pieces)
            sides = None if pieces else self._who_heard(chosen)
            told = (Told(key, {"count": len(chosen)}, pieces, sides=sides),)
        seq = self.journal.last + 1
        step = Step(seq, by, TakeBack(chosen), patch, self._now_ms(), answers, told=told)
        return self._record(before, step, back, after) or step

    def _told_of(self, chosen: tuple[int, ...], key: str) -> tuple[Told, ...]:
        """Return the messages where one step is taken back or done again: its own messages, to each who heard them.

        Nothing where that was nothing, or not for all.
        """
        if len(chosen) != 1:
            return ()
        said = [one for one in self._told(chosen) if one.key not in _STANDS]
        alike = [*said[:1], *takewhile(lambda one: one.lesser, said[1:])]
        if not said or (said[0].sides is not None and len(alike) == 1):
            return ()
        of = said[0].facts.get("of", said[0].key)
        if of in ("taken-back", "done-again"):
            return ()
        return tuple(replace(one, key=key, facts={**one.facts, "of": of}) for one in alike)

    def _told(self, chosen: tuple[int, ...]) -> list[Told]:
        """Return all messages of steps."""
        return [one for step in self.journal.steps(chosen[0], chosen[-1]) if step.seq in chosen for one in step.told]

    def _who_heard(self, chosen: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the sides that heard of steps; None for all."""
        heard = [one.sides for one in self._told(chosen)]
        if not heard or None in heard:
            return None
        return tuple(sorted({side for sides in heard if sides is not None for side in sides}))

    def agree(self, seat: str, steps: tuple[int, ...]) -> Answer | Step:
        """Return a seat agrees to a take-back that was asked for; it is done when nobody's consent is missing."""
        proposal = self._proposals.get(steps)
        if proposal is None:
            return refused("not-possible", "no-longer-asked")
        proposal.agreed.add(seat)
        return self.take_back(proposal.by, steps, frozenset(proposal.agreed))


class _Proposal:
    """A take-back that somebody asked for, and who has agreed so far."""

    def __init__(self, by: str, agreed: set[str]) -> None:
        self.by = by
        self.agreed = agreed


_NOTHING_THERE: Final = "nothing-to-undo"


def _yes_no() -> tuple[Choice, ...]:
    return (Choice(True, text("undo-it")), Choice(False, text("leave-it")))


def _not_there() -> Refused:
    return refused("no-such-piece", "nothing-there")


def _hear_nothing(news: News) -> None:
    """Ignore news, for a seat that only acts."""


class SeatStep(NamedTuple):
    """A step as a connection sees it: the view before it, the step, and the pieces that it changed there."""

    before: Game
    step: Step
    pieces: frozenset[int]


class Connection:
    """A seat's place at the table: what it sees (`view`), and what it may do.

    Commands name pieces and holders by their numbers in the view, steps by their numbers among those that the seat
    noticed. `stream` counts the news that came, also before the seat left and came back; `knows` is the last step that
    the view was made with. Both `audience` and `seat` change when the screen is handed over.
    """

    def __init__(self, session: Session, seat: str, hear: Hear, eyes: Audience | None = None) -> None:
        self.seat = seat
        self.stream = session.streams.get(seat, 0)
        self.audience = session.looking(eyes) if eyes else session.audience_of(seat)
        self._session = session
        self._hear = hear
        self._persons = {seat}
        self._asked: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._sides: tuple[int, ...] | None = None
        self._eyes = eyes
        self._view = self._fresh_view()

    def _fresh_view(self) -> View:
        self.knows = self._session.journal.last
        self._session.names(self.audience)
        self._changed: dict[int, int] = {}
        return View.of(self._session.game, self.audience)

    @property
    def view(self) -> Game:
        """The game as this seat sees it."""
        return self._view.game

    def seen(self, steps: Sequence[RecordedStep]) -> list[SeatStep]:
        """Return these last steps of the record as they are seen from here, in the numbers that things now have."""
        view, names = self._view.copy(), AudienceNames(self._session.game, self.audience)
        found: list[SeatStep] = []
        for one in reversed(steps):
            delta = names.delta(one.after, one.before, Touched(one.after, one.before, one.step.patch))
            changes = view.apply(delta) if delta != NOTHING else _NO_CHANGES
            found.append(SeatStep(view.game, one.step, frozenset(changes.pieces)))
        return found[::-1]

    # acting

    def submit(self, command: AnyCommand, answers: Answers = (), *, seen: int | None = None) -> Answer:
        """Submit a command. `seen` is the number of the last news that the player had seen when deciding on it.

        Refused as stale only where a piece that the command names has changed in this very view since then.
        """
        if seen is not None and any(self._changed.get(number, 0) > seen for number in _named(command)):
            return refused("stale", "changed-meanwhile")
        named = self._view.sent(command)
        if named is None:
            return _not_there()
        meant = self._session.names(self.audience).true_command(named)
        if isinstance(meant, Refused):
            return meant
        return self._in_own_numbers(self._confirmed(self._session.submit(self.seat, meant, answers)))

    def deck_file(self, deck: int) -> bytes | Refused:
        """Return the file of a deck: its cards in their order, if this seat sees them all."""
        session, name = self._session, self._view.name(deck)
        true = session.names(self.audience).id(name) if name is not None else None
        if true is None:
            return _not_there()
        answer = session.refusal(self.seat, TellSaved(true)) or unsavable(session.game, self.audience, true)
        if answer is not None:
            return answer
        try:
            return encode_deck(self.view, deck, session.components.kinds)
        except DeckFileError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))

    def undo(self, answers: Answers = (), *, of_table: bool = False) -> Answer:
        """Take back the seat's own last step, or the last at the table that it has noticed."""
        return self._step_back(self._session.to_undo(self.seat, of_table=of_table), answers)

    def redo(self, answers: Answers = (), *, of_table: bool = False) -> Answer:
        """Take back the seat's own last take-back, or the table's, if nothing that it has noticed was done since."""
        return self._step_back(self._session.to_redo(self.seat, of_table=of_table), answers)

    def _step_back(self, seq: int, answers: Answers) -> Answer:
        return self._take_back((seq,) if seq else (), answers)

    def take_back(self, steps: Iterable[int], answers: Answers = ()) -> Answer:
        """Take back these steps, by the numbers that the seat knows. See `Session.take_back`."""
        try:
            meant = [self._session.step_of(self.seat, number) for number in steps]
        except JournalError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))
        return self._take_back(meant if all(meant) else (), answers)

    def _take_back(self, steps: Iterable[int], answers: Answers) -> Answer:
        return self._confirmed(self._session.take_back(self.seat, steps, frozenset(self._persons), answers))

    def agree(self, steps: tuple[int, ...]) -> Answer:
        """Agree to a take-back that another seat has asked for."""
        return self._confirmed(self._session.agree(self.seat, self.asked(steps)))

    def _in_own_numbers(self, answer: Answer) -> Answer:
        """Return an answer of the session in the numbers of this view."""
        if not isinstance(answer, Asks):
            return answer
        name = self._session.names(self.audience).name(answer.prompt.turns)
        return Asks(replace(answer.prompt, turns=self._view.number(name) or NOBODY))

    def _confirmed(self, outcome: Answer | Step) -> Answer:
        """Return an answer of the session with steps called by the numbers that the seat knows."""
        match outcome:
            case Step(seq=seq):
                return Confirmed(self._session.number_of(self.seat, seq), self.stream)
            case InTheWay(steps=steps) | NeedsConsent(steps=steps):
                return replace(outcome, steps=self._numbers(steps))
            case _:
                return outcome

    def _numbers(self, steps: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers by which the seat knows steps, as far as it noticed them."""
        return tuple(filter(None, (self._session.number_of(self.seat, seq) for seq in steps)))

    # looking

    def turn_to(self, seat: str, sides: Iterable[int] | None = None) -> None:
        """Act as another seat from here on, with the eyes of its sides or of some of them.

        For players who share a screen. Raises ValueError for sides that the seat does not play.
        """
        own = self._session.audience_of(seat).sides
        chosen = None if sides is None else audience(sides).sides
        if chosen is not None and not set(chosen) <= set(own):
            raise ValueError(f"{seat} does not play these sides")
        self.seat = seat
        self._persons.add(seat)
        self._sides = chosen
        self._look(audience(own if chosen is None else chosen))

    def look_with(self, eyes: Audience) -> None:
        """Look with these eyes from here on, whoever sits where: for replaying a record without playing on."""
        self._eyes = eyes
        self._look(eyes)

    def look_again(self) -> None:
        """Look with the eyes that the seat now has, after somebody has changed seats."""
        if self._eyes is not None:
            return
        own = self._session.audience_of(self.seat).sides
        if self._sides is not None and not set(self._sides) <= set(own):
            self._sides = None
        self._look(audience(own if self._sides is None else self._sides))

    def _look(self, who: Audience) -> None:
        who = self._session.looking(who)
        if who != self.audience:
            self.audience = who
            self.look_anew()

    def look_anew(self) -> None:
        """Look at the table as if for the first time. Called only by the session."""
        before = self.view
        self._view = self._fresh_view()
        self._session.forget_names()
        self._count_news()
        self._hear(News(self.stream, self.seat, (), before, self.view, _NO_CHANGES, NOTHING, is_whole=True))

    def receive(self, step: Step, delta: Delta, told: tuple[Told, ...]) -> None:
        """Take in the changes of a step for this audience, and pass them on. Called only by the session."""
        before = self.view
        changes = self._view.apply(delta) if delta != NOTHING else _NO_CHANGES
        self._count_news()
        self._changed.update(dict.fromkeys(changes.pieces, self.stream))
        said = tuple(map(self._view.heard, told))
        self._hear(News(self.stream, step.by, said, before, self.view, changes, delta, step.at_ms, step=step))

    def be_asked(self, by: str, steps: tuple[int, ...]) -> None:
        """Handle another seat's request for a take-back. Called only by the session."""
        self._count_news()
        known = self._numbers(steps)
        self._asked[known] = steps
        self._hear(News(self.stream, by, (), self.view, self.view, _NO_CHANGES, NOTHING, asked_for=known))

    def asked(self, steps: tuple[int, ...]) -> tuple[int, ...]:
        """Return the steps of the record that the seat was asked for by these numbers."""
        return self._asked.get(steps, steps)

    def _count_news(self) -> None:
        """Count one more of the news of the seat: on from those that it had when it was here last."""
        self.stream += 1
        self._session.streams[self.seat] = self.stream


def _named(command: AnyCommand) -> set[int]:
    """Return the numbers that a command names."""
    found: set[int] = set()

    def note(number: int) -> int:
        found.add(number)
        return number

    renamed(command, note)
    return found


def _why(found: Sequence[Barrier]) -> str:
    if not found:
        return text("not-your-step")
    if any(barrier.why == "drawn" for barrier in found):
        return text("undo-drawn")
    return text("undo-shown")
