"""The sequence by which every game advances: perform, policy, append, publish. Only a session writes to a journal.

The sequence is the same for players at one screen, for a server and for a turn file. A session knows no window, no
network and no clock (`now_ms` is given), and no rules except those of its policy.
"""

from collections import deque
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tabletop.dice import SeededChance, Tape, nonce
from tabletop.game.actions.access import seat_of
from tabletop.game.chance import Chance, DrawnElsewhere
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import AGREED, Asks, NeedsAgreement, Performed, Refused, refused
from tabletop.game.change.patch import Know, Patch, Sit
from tabletop.game.change.step import Answers, ChangeModule, Deed, Step
from tabletop.game.change.told import Told
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.commands import AllowOrder, AnyCommand, Batch, GiveSeat, PressClock
from tabletop.game.decide import decide, hold_finding, perform
from tabletop.game.decisions.order_decisions import FINDING, can_wait, umpire_decides
from tabletop.game.kinds.compiled_kinds import learn_kinds, secret_sides
from tabletop.game.side_cells import names_of
from tabletop.game.sight.audience import Audience, audience_of
from tabletop.game.sight.audience_names import AudienceNames
from tabletop.game.sight.seen_changes import NOTHING, Delta
from tabletop.game.sight.seen_things import SeenThings
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, ModuleName
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.record_reader import RecordedStep
from tabletop.journal.records import DRAWS_STAND, PUT_OFF, StepEntry, StreamCount
from tabletop.session.connection import Connection
from tabletop.session.consents import Consents, WaitingRequest
from tabletop.session.seat_stream import NoticedNumbers, SeatStream, is_own
from tabletop.session.table_answers import Hear, NeedsConsent, Observer, Policy, let_pass
from tabletop.session.table_undo import TableUndo
from tabletop.texts import listed, text


class Session:
    """A game that is being played, for everybody at its table. Use it in one thread only.

    `journal` holds the game, even if only in memory. `chance` gives the draws; by default they come from the journal's
    seed. `now_ms` returns the time in UTC milliseconds, which is only recorded.
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
        self._outbox: deque[tuple[Game, Step, Game]] = deque()
        self._is_publishing = False
        self._streams: dict[tuple[str, Audience], SeatStream] = {}
        self._mailed: dict[tuple[str, Audience], SeatStream] = {}
        self.undoing = TableUndo(self)
        self.consents = Consents(self)
        self._has_played = False
        journal.count_streams = self._count_streams
        secret_sides(journal.game.kinds)  # otherwise the first command would take time for it

    @property
    def game(self) -> Game:
        """The true position. Only the host of the game may see it."""
        return self.journal.game

    @property
    def trouble(self) -> str:
        """The reason why steps are not on the disk, as a sentence; empty while all steps are saved."""
        return self.journal.trouble

    @property
    def answers_in_turn(self) -> frozenset[tuple[int, str]]:
        """The questions whose answers wait in a draft turn by mail: the procedure, by its true id, and the key of each;
        none at any other table.
        """
        return frozenset()

    # connections

    @property
    def connections(self) -> tuple[Connection, ...]:
        """The connections of all seats at the table."""
        return tuple(self._connections)

    def join(
        self, seat: str, hear: Hear | None = None, eyes: Audience | None = None, *, is_shared: bool = False
    ) -> Connection:
        """Join the table as a seat, with the view of the sides it plays; return its connection. `hear` is called with
        all news.

        A seat without a side is an observer, and may send `TakeSeat`. For a replay, `eyes` are the sides whose view it
        has. `is_shared`: all players sit at this screen, as only the host of the game can know.
        """
        connection = Connection(self, seat, hear, eyes, is_shared=is_shared)
        self._connections.append(connection)
        return connection

    def leave(self, connection: Connection) -> None:
        """Remove a connection from the table. Its seat keeps its sides."""
        self._connections.remove(connection)
        self.forget_names()

    def forget_names(self) -> None:
        """Delete the names of audiences without members, because they would not be updated."""
        heard = {connection.audience for connection in self._connections}
        self._names = {who: names for who, names in self._names.items() if who in heard}

    def audience_of(self, seat: str) -> Audience:
        """Return the audience that a seat belongs to."""
        return self.looking(audience_of(self.game, seat_of(self.game, seat)))

    def looking(self, who: Audience) -> Audience:
        """Return an audience with the maps that are closed to it; one that sees everything is returned unchanged."""
        sides = [self.game.sides[side] for side in who.sides]
        return who if who.sees_all(self.game) else replace(who, shut=self.components.shut_to(sides))

    def names(self, who: Audience) -> AudienceNames:
        """Return the names by which an audience knows the things it sees."""
        found = self._names.get(who)
        if found is None:
            found = self._names[who] = AudienceNames(self.game, who)
        return found

    def stream(self, seat: str, who: Audience | None = None) -> SeatStream:
        """Return the stream of a seat, with the seat's own view or with the view of this audience."""
        key = seat, who or self.audience_of(seat)
        if key not in self._streams:
            self._streams[key] = SeatStream(self.journal, *key)
        return self._streams[key]

    def stream_by_mail(self, seat: str) -> SeatStream:
        """Return the stream that is sent to a seat by mail. Notes of the mail are no part of it."""
        who = self.audience_of(seat)
        if not who.sees_all(self.game):
            return self.stream(seat)
        if (seat, who) not in self._mailed:
            self._mailed[seat, who] = SeatStream(self.journal, seat, who, by_mail=True)
        return self._mailed[seat, who]

    def _count_streams(self) -> dict[str, StreamCount]:
        found = [one.numbers for one in self._streams.values() if isinstance(one.numbers, NoticedNumbers)]
        return {numbers.key: count for numbers in found if (count := numbers.count()) is not None}

    # the sequence

    def submit(
        self, by: str, command: AnyCommand, answers: Answers = (), *, agreed: frozenset[str] = frozenset()
    ) -> Step | Refused | Asks | NeedsConsent:
        """Carry out a seat's command, which has true ids, or let it wait as an order, and tell everybody.

        Returns the recorded step, or else the refusal, the question to the seat, or the consent that is needed. Draws
        for a command that is not carried out are recorded too, so that the same command gets them again. `agreed` are
        the seats that have agreed to it, where it needs their consent.
        """
        answers = tuple(one for one in answers if not one[0].startswith(AGREED))
        if self.journal.is_read_only:
            return refused("not-possible", "in-other-words", words=self.journal.why_read_only)
        if isinstance(command, AllowOrder) and (order := self.game.held.get(command.order)) and order.steps:
            return self.undoing.umpires.allow(by, command)
        command = self._timed(command)
        try:
            tape = self._tape(by, command)
        except ValueError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))
        before = self.game
        try:
            performed = perform(before, command, by, tape, self.components, answers, self._things(by))
        except DrawnElsewhere:
            return self.put_off(by, command, answers)
        outcome: Refused | Asks | NeedsConsent
        if isinstance(performed, Performed):
            done, after = performed.done, performed.after
            step = self._step(by, command, done.patch, answers, tape, done.told)
            step, verdict = self._judged(before, after, step, command, agreed)
            stopped = verdict or self.record(before, step, performed.back, after)
            if stopped is None:
                return step
            outcome = stopped
        else:
            outcome = performed
        if tape.fresh:
            self._let_stand(by, command, answers, tape)
        if isinstance(outcome, Refused) and outcome.code == "against-the-rules" and can_wait(command):
            return self._held_or_refused(by, command, answers, outcome)
        return outcome

    def _held_or_refused(self, by: str, command: AnyCommand, answers: Answers, found: Refused) -> Step | Refused:
        """Let a command that the rules refuse wait for the umpire, if the umpire decides what is against the rules.

        Return the step in which it waits, or else the refusal by the rules.
        """
        before = self.game
        if not umpire_decides(before, seat_of(before, by), FINDING):
            return found
        held = hold_finding(before, command, by, self.components, answers, found.because)
        if isinstance(held, Refused):
            return found
        seq = self.journal.last + 1
        step = Step(seq, by, command, held.done.patch, self._now_ms(), answers, told=held.done.told)
        return self.record(before, step, held.back, held.after) or step

    def _judged(
        self, before: Game, after: Game, step: Step, command: AnyCommand, agreed: frozenset[str]
    ) -> tuple[Step, Refused | Asks | NeedsConsent | None]:
        """Return a step, and the policy's verdict on it; None accepts the step.

        If the step needs the agreement of all and has it, it is returned with this agreement among its answers.
        """
        verdict = self._policy(before, after, step, step.by)
        if isinstance(verdict, NeedsAgreement) and agreed.issuperset(verdict.of):
            step = replace(step, answers=(*step.answers, (verdict.key, True)))
            verdict = self._policy(before, after, step, step.by)
        if isinstance(verdict, NeedsAgreement):
            needed, words = frozenset(verdict.of), verdict.words
            request = WaitingRequest(by=step.by, needed=needed, words=words, command=command, answers=step.answers)
            return step, self.consents.ask(request)
        offered = _offered_umpires_seat(before, after, step) - agreed
        if verdict is None and offered:
            said = text("umpires-seat-offered", players=listed(sorted(offered)), count=len(offered))
            words = dict.fromkeys((*sorted(offered), step.by), said)
            request = WaitingRequest(by=step.by, needed=offered, words=words, command=command, answers=step.answers)
            return step, self.consents.ask(request)
        return step, verdict

    def put_off(self, by: str, command: AnyCommand, answers: Answers) -> Step | Refused:
        """Record a command that will be carried out elsewhere, where its dice are rolled; return the step, or the
        refusal.
        """
        told = (Told(PUT_OFF, {}, sides=seat_of(self.game, by).sides),)
        return self.note(by, command, told, answers)

    def note(self, by: str, deed: Deed, told: tuple[Told, ...] = (), answers: Answers = ()) -> Step | Refused:
        """Record a step that changes nothing on the table; return the step, or the refusal if it cannot be recorded."""
        before = self.game
        after, back = apply(before, ())
        step = Step(self.journal.last + 1, by, deed, (), self._now_ms(), answers, told=told)
        return self.record(before, step, back, after) or step

    def retell(self, steps: Sequence[Step]) -> None:
        """Record steps that were made elsewhere, either all or none of them, and show everybody the new table.

        Raises JournalError, and PatchError for a step that does not fit.
        """
        games, entries = [self.game], []
        for step in steps:
            game, back = apply(games[-1], step.patch)
            games.append(game)
            entries.append(StepEntry(step, back))
        self.journal.extend(entries, games[-1])
        self.consents.forget()
        self._names.clear()
        for connection in self.connections:
            connection.look_again()
        self.look_anew()
        for before, after, step in zip(games, games[1:], steps, strict=False):
            for observer in self._observers:
                observer(before, after, step)

    def _timed(self, command: AnyCommand) -> AnyCommand:
        """Return a command, with the time of this table if it presses a clock.

        The command's own time counts only if it stops all clocks and nothing has been played since the game was opened,
        so that a clock that was running at a crash is stopped at the time of the crash.
        """
        match command:
            case PressClock(side=side) if side or self._has_played:
                return replace(command, at_ms=self._now_ms())
            case Batch(commands=commands):
                return replace(command, commands=tuple(map(self._timed, commands)))
            case _:
                return command

    def _things(self, by: str) -> SeenThings | None:
        """Return everything that a seat sees; None if that is not known for the seat's audience."""
        names = self._names.get(self.audience_of(by))
        return names.things_in(self.game) if names is not None else None

    def refusal(self, by: str, command: AnyCommand) -> Refused | None:
        """Return the refusal that a seat's command would get; None if it would not be refused. The command has true
        ids.
        """
        outcome = decide(self.game, command, by, self._tape(by, command), self.components)
        return outcome if isinstance(outcome, Refused) else None

    def _tape(self, by: str, command: AnyCommand) -> Tape:
        """Return the draws for a command. Raises ValueError for a command that cannot be recorded."""
        mark = nonce(by, command)
        drawn = self.journal.drawn
        source = self._chance or SeededChance(self.journal.seed, mark, drawn.open, drawn.secret)
        return Tape(source, drawn.for_command(by, command))

    def _step(
        self, by: str, command: AnyCommand, patch: Patch, answers: Answers, tape: Tape, told: tuple[Told, ...]
    ) -> Step:
        return Step(self.journal.last + 1, by, command, patch, self._now_ms(), answers, tuple(tape.fresh), told)

    def now_ms(self) -> int:
        """Return the time in UTC milliseconds, which is only recorded."""
        return self._now_ms()

    def record(self, before: Game, step: Step, back: Patch, after: Game) -> Refused | None:
        """Append a step to the record, and then publish it, so that nobody receives an unrecorded step.

        Return the refusal if the step cannot be recorded, else None.
        """
        try:
            self.journal.append(step, back, after)
        except JournalError as problem:
            return refused("too-long", "in-other-words", words=str(problem))
        self._has_played |= any(not isinstance(change, Sit) for change in step.patch)
        known = {change.id: change.kind for change in step.patch if isinstance(change, Know)}
        if known:
            learn_kinds(before.kinds, after.kinds, known)
        self._publish(before, step, after)
        self.consents.withdraw_after(step)
        return None

    def _let_stand(self, by: str, command: AnyCommand, answers: Answers, tape: Tape) -> None:
        """Record the draws for a command that was not carried out, so that the same command gets the same draws
        again.
        """
        before, own = self.game, seat_of(self.game, by).sides
        open_draws = sum(not draw.secret for draw in tape.fresh)
        known = sum(draw.is_known_to(names_of(before.sides, own)) for draw in tape.fresh)
        heard = None if open_draws else own if known else ()
        told = (Told(DRAWS_STAND, {"count": open_draws or known or len(tape.fresh)}, sides=heard),)
        after, back = apply(before, ())
        self.record(before, self._step(by, command, (), answers, tape, told), back, after)

    def _publish(self, before: Game, step: Step, after: Game) -> None:
        """Tell everybody of a step. The order of steps is kept, even if a listener acts at once."""
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
        touched = TouchedThings(before, after, step.patch)
        waiting = [connection for connection in self._connections if connection.knows < step.seq]
        known: dict[Audience, tuple[Delta, tuple[Told, ...]]] = {}
        for who in {connection.audience: None for connection in waiting}:
            known[who] = self.names(who).follow(before, after, touched, step.told)
        noticed = {who for who, (delta, told) in known.items() if delta != NOTHING or told}
        hearing = [(one, one.audience in noticed or is_own(step, one.seat)) for one in waiting]
        for seat, who, is_noticed in {(one.seat, one.audience, is_noticed) for one, is_noticed in hearing}:
            self.stream(seat, who).hear(step.seq, is_noticed=is_noticed)
        for connection, is_noticed in hearing:
            if is_noticed:
                entry = self.stream(connection.seat, connection.audience).entry(step, *known[connection.audience])
                connection.receive(entry, step.seq)
        if any(isinstance(change, Sit) for change in step.patch):
            for connection in list(self._connections):
                connection.look_again()
        for observer in self._observers:
            observer(before, after, step)

    def adopt(self, by: str, module: ModuleName, patch: Patch) -> Step | Refused:
        """Update the game to another version of its module by a patch of `tabletop.module.update.game_update`. Return
        the recorded step, or the refusal.
        """
        if self.journal.is_read_only:
            return refused("not-possible", "in-other-words", words=self.journal.why_read_only)
        before = self.game
        after, back = apply(before, patch)
        told = Told("module-changed", {"version": module.version})
        step = Step(self.journal.last + 1, by, ChangeModule(module), patch, self._now_ms(), told=(told,))
        answer = self.record(before, step, back, after)
        if not answer:
            self.look_anew()
        return answer or step

    def follow(self) -> None:
        """Tell everybody of the steps that another program, which plays this game, has recorded. Raises
        JournalError.
        """
        for one in self.journal.follow():
            self.tell(one)

    def tell(self, one: RecordedStep) -> None:
        """Tell everybody of a step of the record."""
        for connection in self._connections:
            connection.knows = min(connection.knows, one.step.seq - 1)
        self._publish(one.before, one.step, one.after)

    def look_anew(self) -> None:
        """Send everybody the whole view again, because the record is at another step."""
        for connection in list(self._connections):
            connection.look_anew()


def _offered_umpires_seat(before: Game, after: Game, step: Step) -> frozenset[str]:
    """Return the people at the table to whom somebody else gives an umpire's seat in a step."""
    if not isinstance(step.command, GiveSeat | Batch):
        return frozenset()
    return frozenset(
        name for name, seat in before.seats.items() if name != step.by and after.seats[name].umpire and not seat.umpire
    )
