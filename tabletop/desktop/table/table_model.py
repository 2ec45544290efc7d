"""The table as the window knows it: one seat's view, kept by the session, and typed signals of what has changed."""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QMetaMethod, QObject, Signal

from tabletop.assembly import AtHand
from tabletop.assisting import POLICY
from tabletop.game.actions.access import seat_of
from tabletop.game.appearance.piece_display import FAULTY, name_of, viewed
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Asks, Choice, Prompt, Refused
from tabletop.game.change.step import Answers, Step
from tabletop.game.change.told import Told
from tabletop.game.change.touched import Touched, moved_between
from tabletop.game.commands import AnyCommand, TakeSeat
from tabletop.game.sight.audience import Audience, audience
from tabletop.game.sight.audience_names import Names
from tabletop.game.sight.seen_changes import all_told_for
from tabletop.game.sight.view import View
from tabletop.game.state.components import Components, called
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tabletop.journal.errors import JournalError
from tabletop.journal.phase import phase_so_far
from tabletop.journal.review import KEPT_EVERY, Review
from tabletop.module.module import Module
from tabletop.module.words import Words, as_written
from tabletop.session import Answer, Confirmed, InTheWay, NeedsConsent, News, Seen, Session
from tabletop.telling import Titles, is_in_words_of_module, sentence, worth_telling

HISTORY = 200
"""How many of the last steps, and few more, the log tells again when a game is opened or a record goes back."""

LineKind = Literal["move", "dice", "talk", "table"]
_KINDS: dict[str, LineKind] = {
    "pieces-moved": "move",
    "pieces-restacked": "move",
    "acted": "move",
    "rolled": "dice",
    "said": "talk",
}
MOST_TOLD = 6
"""How many lines of what is to be taken back stand before the question."""

ALONE = "The player"
"""Who plays several sides, under no name but theirs."""

_CONSENT = (Choice(True, "They agree"), Choice(False, "Leave it"))
_WITH_THEM = (Choice(True, "Take back all of them"), Choice(False, "Leave it"))


class Link(NamedTuple):
    """A place that a line names: its map, its id, and its words in the line."""

    map: str
    place: str
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log, what it tells as data, and the places it names."""

    who: str
    text: str
    kind: LineKind
    at_ms: int
    places: tuple[Link, ...] = ()
    told: Told | None = None

    @property
    def whole(self) -> str:
        """The line as it is read."""
        return f"{self.who} {self.text}".strip()


class TableModel(QObject):
    """What the scene and the panels listen to, and the one way in which they act.

    `game` is the seat's own view; pieces and holders are named by its numbers.
    """

    replaced = Signal()
    """The view is another one altogether."""

    changed = Signal(object)
    """A step changed the view: `Changes`."""

    properties_changed = Signal()
    notes_changed = Signal()

    told = Signal(object)
    """Something was said in the view's own numbers: `Told`."""

    others_moved = Signal(object)
    """Somebody else has moved these pieces, by their numbers."""

    line_added = Signal(object)
    """A line for the log: `Line`."""

    gone_back = Signal()
    """The record that is looked through stands one step earlier."""

    refused = Signal(str)
    """What was asked for does not happen: a sentence."""

    remarked = Signal(str)
    """Something that the player should know about what has just happened: a sentence."""

    recorded = Signal()
    """The record has grown, or what is wrong with it has changed."""

    def __init__(
        self,
        session: Session,
        module: Module,
        seat: str,
        ask: Callable[[Prompt], Value | None],
        now_ms: Callable[[], int],
        rules: AtHand,
        sides: Iterable[str] | None = None,
        ask_together: Callable[[Prompt], Answers | None] | None = None,
        words: Words = as_written,
    ) -> None:
        """`ask` puts a prompt to the player; None is a player who leaves it. So does `ask_together`, with those that
        follow it; without it they are put one after the other.

        `sides` are those with whose eyes a record is looked through, whoever sits where in it. `words` gives the
        module's texts in the player's language.
        """
        super().__init__()
        self.session = session
        self.module = module
        self.rules = rules
        self._ask = ask
        self._ask_together = ask_together
        self._now_ms = now_ms
        self._titles = _titles(module, self._property, self._called, words)
        self._told_of: dict[int, list[Line]] = {}
        self._connection = session.join(seat, self._hear, None if sides is None else self._eyes_of(sides))

    # what is there

    @property
    def game(self) -> Game:
        """The game as this seat sees it."""
        return self._connection.view

    @property
    def components(self) -> Components:
        """What lies in the box."""
        return self.session.components

    @property
    def seat(self) -> str:
        """Who acts."""
        return self._connection.seat

    @property
    def eyes(self) -> str:
        """Who looks at the table: who acts, or by their titles the sides with whose eyes somebody only watches."""
        if not self.is_watching:
            return self.seat
        sides = self.session.game.sides
        return " and ".join(self._titles.side(sides[side]) for side in self._connection.audience.sides) or self.seat

    @property
    def is_watching(self) -> bool:
        """Whether nothing can be played here: another program plays this game, or it is looked through."""
        return self.session.journal.is_read_only

    @property
    def review(self) -> Review | None:
        """The record that is looked through; None for a game that is played or watched."""
        journal = self.session.journal
        return journal if isinstance(journal, Review) else None

    def sees_map(self, name: str) -> bool:
        """Return whether who looks at the table sees what lies on a map: not on one of other sides, unless it is
        open.
        """
        sides = [self.session.game.sides[side] for side in self._connection.audience.sides]
        return any(map(self.components.habits_of(name).shows_to, sides or [""]))

    def phase_so_far(self) -> list[Seen]:
        """The steps since a tracker was last turned, as this seat sees them; none in a record, where nobody plays.

        Turns that were taken back are among them.
        """
        return [] if self.review is not None else self._connection.seen(phase_so_far(self.session.journal))

    def _property(self, name: str) -> str:
        """Return what players call a property of the table: how strictly it takes all rules, or one of them."""
        own, _, check = name.partition(":")
        if own != POLICY:
            return name
        assistant = self.rules.assistant() if check else None
        known = assistant.checks(self.game) if assistant is not None else ()
        title = next((one.title for one in known if one.id == check), check)
        return f"the rule {title}" if title else "all rules"

    def lines(self) -> list[Line]:
        """Return the log of the last steps, as this seat may read it."""
        return [line for line in self.told_so_far() if line.text]

    def told_so_far(self) -> list[Line]:
        """Return all that this seat was told of the last steps; what only shows, as some dice do, is a line without
        text.
        """
        last = self.session.journal.last
        first = max(self.session.journal.first, (last - HISTORY) // KEPT_EVERY * KEPT_EVERY) + 1
        known = self._told_of if self.review is not None else {}
        for new, end in _gaps(first, last, known):
            known.update(self._retold_between(new, end))
        return [line for seq in range(first, last + 1) for line in known[seq]]

    def _retold_between(self, first: int, last: int) -> dict[int, list[Line]]:
        """Return the lines of each of these steps."""
        journal, who = self.session.journal, self._connection.audience
        found: dict[int, list[Line]] = {}
        before = journal.game_at(first - 1)
        view, names = View.of(before, who), Names(before, who)
        for step in journal.steps(first, last):
            after, _ = apply(before, step.patch)
            found[step.seq] = self._retold(view, names, before, step, after)
            before = after
        return found

    def _retold(self, view: View, names: Names, before: Game, step: Step, after: Game) -> list[Line]:
        """Return what this seat was told of a step; `view` is as it was before it, and is brought on to after it."""
        told = all_told_for(step.told, before, after, self._connection.audience)
        was = view.game
        view.apply(names.delta(before, after, Touched(before, after, step.patch)))
        return [self._line(step.by, view.heard(one), was, view.game, step.at_ms) for one in worth_telling(told)]

    # acting

    def submit(self, command: AnyCommand) -> bool:
        """Ask the table for something; what it asks back is put to the player. True if it happened."""
        return self._has_happened(self._answered(lambda answers: self._connection.submit(command, answers)))

    def deck_file(self, deck: int) -> bytes | None:
        """Return the file of a deck, if this seat may have it; else say why not."""
        answer = self._connection.deck_file(deck)
        if isinstance(answer, Refused):
            self.refused.emit(answer.because)
            return None
        return answer

    def now_ms(self) -> int:
        """Return the time, in UTC milliseconds."""
        return self._now_ms()

    def ask(self, prompt: Prompt) -> Value | None:
        """Put a question of the window's own to the player; None where it is left."""
        return self._ask(prompt)

    def undo(self) -> bool:
        """Take back the last step at this table that changed something on it; go back one, in a record."""
        if self.review is not None:
            return self.stand_at(self.review.last - 1)
        journal = self.session.journal
        seq, last = self.session.to_undo(self.seat), journal.last
        stands = 0 < seq < last and not journal.taken_back_by(last)
        is_done = self.take_back(_step(seq))
        if is_done and stands:
            self.remarked.emit("What was rolled and said since then stands: it changed nothing on the table.")
        return is_done

    def redo(self) -> bool:
        """Do again what was last taken back; go on one step, in a record."""
        if self.review is not None:
            return self.stand_at(self.review.last + 1)
        return self.take_back(_step(self.session.to_redo(self.seat)))

    def take_back(self, steps: tuple[int, ...]) -> bool:
        """Take back steps; where later ones touched the same pieces, ask whether those go with them.

        Everybody who plays sits at this screen: what needs the consent of other sides is asked here, by their names.
        """
        mine = frozenset(seat for seat in self.session.game.seats if not self._others_of((seat,)))

        def ask_table(answers: Answers) -> Answer:
            return self._confirmed(self.session.take_back(self.seat, steps, mine, answers))

        answer = self._answered(ask_table, lambda: self._about(steps))
        if isinstance(answer, InTheWay) and self._ask(Prompt("with-them", answer.because, _WITH_THEM)):
            return self.take_back(tuple(sorted({*steps, *answer.steps})))
        if isinstance(answer, NeedsConsent):
            answer = self._agreed(answer)
        return self._has_happened(answer)

    def _agreed(self, needed: NeedsConsent) -> Answer | None:
        """Return what comes of asking the other sides at this screen for their consent; None where it is not given."""
        sides = " and ".join(self._others_of(needed.of))
        question = f"{self._about(needed.steps)}{needed.why} Do those who play {sides} agree?"
        if not self._ask(Prompt("consent", question, _CONSENT, default=False)):
            return None
        answers = [self.session.agree(seat, needed.steps) for seat in needed.of]
        return self._confirmed(answers[-1])

    def _others_of(self, seats: Iterable[str]) -> list[str]:
        """Return the titles of the sides that these seats play and this one does not."""
        game = self.session.game
        played = {side for seat in seats for side in game.seats[seat].sides}
        return [self._titles.side(game.sides[side]) for side in sorted(played - set(seat_of(game, self.seat).sides))]

    def _about(self, steps: tuple[int, ...]) -> str:
        """Return what is to be taken back, as this seat was told of it: a paragraph before a question."""
        told = []
        for seq in steps:
            here = self.session.journal.around(seq)
            view, names = View.of(here.before, self._connection.audience), Names(here.before, self._connection.audience)
            told += [line.whole for line in self._retold(view, names, here.before, here.step, here.after)]
        more = f"\n… and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
        return "\n".join(told[:MOST_TOLD]) + more + "\n\n" if told else ""

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back, or to go back to."""
        if self.review is not None:
            return self.review.last > self.review.first
        return bool(self.session.to_undo(self.seat))

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again, or to go on to."""
        if self.review is not None:
            return self.review.last < self.review.end
        return bool(self.session.to_redo(self.seat))

    def sit_as(self, seat: str, sides: tuple[str, ...]) -> None:
        """Hand the screen over: act as this seat, which plays these sides, with their eyes; or only look with them."""
        if self.is_watching:
            self.look_with(sides)
            return
        played = {self.session.game.sides[side] for side in seat_of(self.session.game, seat).sides}
        if played != set(sides):
            self._has_happened(self._answered(lambda answers: self._seated(seat, sides, answers)))
        self._connection.turn_to(seat)
        self.recorded.emit()

    def _seated(self, seat: str, sides: tuple[str, ...], answers: Answers) -> Answer:
        outcome = self.session.submit(seat, TakeSeat(sides), answers)
        return self._confirmed(outcome)

    def _confirmed(self, outcome: Answer | Step) -> Answer:
        return Confirmed(outcome.seq, self._connection.stream) if isinstance(outcome, Step) else outcome

    def _answered(self, ask_table: Callable[[Answers], Answer], about: Callable[[], str] = str) -> Answer | None:
        """Return what comes of asking the table; None where the player left a question that it asked back.

        `about` says what stands before such a question.
        """
        answers: Answers = ()
        while isinstance(answer := ask_table(answers), Asks):
            given = self._given(replace(answer.prompt, question=about() + answer.prompt.question))
            if given is None:
                return None
            answers = (*answers, *given)
        return answer

    def _given(self, prompt: Prompt) -> Answers | None:
        """Return what the player answers; None where they leave it."""
        if prompt.also and self._ask_together is not None:
            return self._ask_together(prompt)
        value = self._ask(prompt)
        return None if value is None and not prompt.may_be_left else ((prompt.key, value),)

    def _has_happened(self, answer: Answer | None) -> bool:
        """Say what was refused. True if it happened."""
        self.recorded.emit()
        if isinstance(answer, Refused | InTheWay | NeedsConsent):
            self.refused.emit(answer.because)
        return isinstance(answer, Confirmed)

    # looking through a record

    def look_with(self, sides: Iterable[str]) -> None:
        """Look with the eyes of these sides at a record, or at a game that another program plays."""
        self._told_of.clear()
        self._connection.look_with(self._eyes_of(sides))
        self.recorded.emit()

    def _eyes_of(self, sides: Iterable[str]) -> Audience:
        return audience(self.session.game.sides.index(side) for side in sides)

    def stand_at(self, seq: int) -> bool:
        """Stand after a step of the record that is looked through: the next one happens, the last one is gone again.

        True if it stands there now, and did not before.
        """
        review = self.review
        if review is None or seq == review.last or not review.first <= seq <= review.end:
            return False
        try:
            if seq == review.last + 1:
                self._told_of[seq] = []
                self.session.tell(review.go_on())
            elif seq == review.last - 1:
                self.session.tell(review.go_back())
                self.gone_back.emit()
            else:
                review.stand_at(seq)
                self.session.look_anew()
        except JournalError as problem:
            self.refused.emit(str(problem))
        self.recorded.emit()
        return review.last == seq

    # hearing

    def follow(self) -> None:
        """Take in what another program has recorded since. Raises JournalError."""
        self.session.follow()

    def part_from_all(self) -> None:
        """Let nobody hear of the table any more who has heard of it: another window is about to."""
        signals = (self.replaced, self.changed, self.properties_changed, self.notes_changed, self.told)
        more = (self.others_moved, self.line_added, self.gone_back, self.refused, self.remarked, self.recorded)
        for signal in (*signals, *more):
            if self.isSignalConnected(QMetaMethod.fromSignal(signal)):
                signal.disconnect()

    def leave(self) -> None:
        """Leave the table: the record may be closed, and nobody hears of it any more."""
        self.part_from_all()
        self.session.leave(self._connection)

    def _hear(self, news: News) -> None:
        if news.is_whole:
            self.replaced.emit()
            return
        self.changed.emit(news.changes)
        if news.delta.properties:
            self.properties_changed.emit()
        if news.changes.notes:
            self.notes_changed.emit()
        if news.by != self.seat or self.is_watching:
            moved = moved_between(news.before, news.after, news.changes.holders)
            if moved:
                self.others_moved.emit(moved)
        for told in news.told:
            self.told.emit(told)
        for told in worth_telling(news.told):
            line = self._line(news.by, told, news.before, news.after, news.at_ms)
            if self.review is not None:
                self._told_of[self.review.last].append(line)
            if line.text:
                self.line_added.emit(line)

    def in_words(self, told: Told, before: Game, after: Game) -> str:
        """Return what is told of a step between two positions of this view, as a sentence; "" for what only shows."""
        return sentence(told, before, after, self._titles)

    def _line(self, by: str, told: Told, before: Game, after: Game, at_ms: int) -> Line:
        places: dict[Link, None] = {}
        for id in told.holders:
            holder = after.holders.get(id) or before.holders.get(id)
            if holder is not None and holder.place and holder.map >= 0:
                where = after.maps[holder.map]
                places.setdefault(Link(where, holder.place, self._titles.place(where, holder.place)))
        text = sentence(told, before, after, self._titles)
        if text == f"plays {by}":  # a seat that is called after what it plays
            text = ""
        who = "" if is_in_words_of_module(told) else self._speaker(by, after)
        return Line(who, text, _KINDS.get(told.key, "table"), at_ms, tuple(places), told)

    def _called(self, game: Game, piece: int) -> str:
        """Return what a piece of a view is called by now: with the words of its labels and layers, if it has a name
        at all.
        """
        name = name_of(viewed(game, self.components, self.seat), piece).strip()
        return game.kind_of(piece).name if name in ("", FAULTY) else name

    def _speaker(self, by: str, game: Game) -> str:
        """Return who does something, as the subject of a sentence, in the module's words: a seat that is called after
        several sides is one player, without a name.
        """
        seat = game.seats.get(by)
        sides = [self._titles.side(game.sides[side]) for side in seat.sides] if seat is not None else []
        if len(sides) > 1 and by == " and ".join(sides):
            return ALONE
        return called(self.components.called, by, sides[0] if len(sides) == 1 else "")


def _titles(module: Module, property: Callable[[str], str], piece: Callable[[Game, int], str], words: Words) -> Titles:
    """Return how the players of a module call its places, maps, sides and options; `property` names those of the table,
    and `piece` the pieces of a view.
    """
    maps, sides = module.components.maps, {side.id: words(side.title) for side in module.about.sides}
    options = {option.id: words(option.title) for option in module.about.options}
    return Titles(
        place=lambda name, place: words(maps[name].title(place)) if name in maps else place,
        map=lambda name: words(module.sheets[name].name) if name in module.sheets else name,
        side=lambda id: sides.get(id, id),
        option=lambda id: options.get(id, id),
        property=property,
        words=words,
        piece=piece,
    )


def _step(seq: int) -> tuple[int, ...]:
    """Return a step by its number; 0 is none."""
    return (seq,) if seq else ()


def _gaps(first: int, last: int, known: Container[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of the steps between these two, both included, that are not known, one run after the
    other.
    """
    for is_known, run in groupby(range(first, last + 1), known.__contains__):
        if not is_known:
            new, *others = run
            yield new, others[-1] if others else new
