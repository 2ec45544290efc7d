"""The past of a table, retold to one seat: only lines and values that the seat may know."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tabletop.game.appearance.piece_display import called_piece
from tabletop.game.beliefs.force_knowledge import PastSight, SightHistory
from tabletop.game.change.draft import apply
from tabletop.game.change.told import Told
from tabletop.game.change.told_line import ToldLine
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.sight.audience_names import AudienceNames
from tabletop.game.sight.seen_changes import NOTHING, all_told_for
from tabletop.game.sight.view import View
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game
from tabletop.journal.phase import phase_so_far
from tabletop.journal.record_reader import RecordedStep
from tabletop.journal.review import KEPT_EVERY, Review
from tabletop.log_messages import worth_telling
from tabletop.session.seat_stream import EntryNumbers
from tabletop.session.table_answers import AskedBack, News, PastStep, ToldStep

if TYPE_CHECKING:
    from tabletop.session.connection import Connection
    from tabletop.session.table_session import Session


class SeatHistory:
    """The past of a table as the seat of a connection knows it.

    Every answer is made for the seat's own view. In a replay, steps that were once retold are kept.
    """

    def __init__(self, session: "Session", connection: "Connection") -> None:
        self._session = session
        self._connection = connection
        self._replayed: dict[int, ToldStep] = {}

    @property
    def _is_replay(self) -> bool:
        return isinstance(self._session.journal, Review)

    @property
    def _numbers(self) -> EntryNumbers:
        return self._session.stream(self._connection.seat, self._connection.audience).numbers

    def last(self, most: int) -> tuple[ToldStep, ...]:
        """Return about `most` of the last steps, the oldest first. Raises JournalError."""
        return self.steps(self._last(most))

    def _last(self, most: int) -> range:
        last, first = self._connection.bookmark.number, self._numbers.before
        return range(max(first, (last - most) // KEPT_EVERY * KEPT_EVERY) + 1, last + 1)

    def steps(self, numbers: Sequence[int]) -> tuple[ToldStep, ...]:
        """Return the steps with these numbers of the seat. Raises JournalError."""
        known = self._replayed if self._is_replay else {}
        for first, last in _runs([each for each in numbers if each not in known and self._numbers.step(each)]):
            known.update({one.number: one for one in self._retold(first, last)})
        return tuple(known[number] for number in numbers if number in known)

    def _retold(self, first: int, last: int) -> Iterator[ToldStep]:
        who, seat = self._connection.audience, self._connection.seat
        view, names = None, None
        for one in self._recorded(first, last):
            if view is None or names is None:
                view, names = View.of(one.before, who), AudienceNames(one.before, who)
            step, was = one.step, view.game
            touched = TouchedThings(one.before, one.after, step.patch)
            delta, told = names.follow(one.before, one.after, touched, step.told)
            view.apply(delta)
            if number := self._numbers.number(step.seq):
                heard = tuple(map(view.heard, told))
                yield told_step(number, step.by, heard, was, view.game, step.at_ms, self._session.components, seat)

    def _recorded(self, first: int, last: int) -> Iterator[RecordedStep]:
        """Yield the steps of the record from one number of the seat to another."""
        journal, begin, end = self._session.journal, self._numbers.step(first), self._numbers.step(last)
        before = journal.game_at(begin - 1)
        for step in journal.steps(begin, end):
            after, _ = apply(before, step.patch)
            yield RecordedStep(before, step, after)
            before = after

    def hear(self, news: News) -> None:
        """Keep the news of a replayed step, so that it need not be retold from the record."""
        if self._is_replay and news.told:
            components, seat = self._session.components, self._connection.seat
            step = told_step(news.stream, news.by, news.told, news.before, news.after, news.at_ms, components, seat)
            self._replayed.setdefault(news.stream, step)

    def forget(self) -> None:
        """Forget the steps that were retold, because the seat gets another view."""
        self._replayed.clear()

    def asked_back(self, order: int) -> AskedBack:
        """Return the steps that a waiting order asks to undo, and, for the umpire, the sides that noticed any."""
        steps, knowing = self._connection.asked_back(order)
        return AskedBack(self.steps(steps), knowing)

    def phase(self) -> tuple[PastStep, ...]:
        """Return the steps since a tracker was last turned; none in a replay. Raises JournalError."""
        return () if self._is_replay else self.past(phase_so_far(self._session.journal))

    def past(self, steps: Sequence[RecordedStep]) -> tuple[PastStep, ...]:
        """Return these last steps of the record as they are sent to the seat, without those that it did not notice and
        that changed nothing in its view.
        """
        who, stream = self._connection.audience, self._session.stream(self._connection.seat, self._connection.audience)
        names, found = AudienceNames(self._session.game, who), []
        for one in reversed(steps):
            back = names.delta(one.after, one.before, TouchedThings(one.after, one.before, one.step.patch))
            if stream.numbers.number(one.step.seq):
                told = all_told_for(one.step.told, one.before, one.after, who)
                found.append(PastStep(stream.entry(one.step, back, told).outline, told, back))
            elif back != NOTHING:
                found.append(PastStep(None, (), back))
        return tuple(reversed(found))

    def sightings(self, most: int) -> PastSight:
        """Return the times at which sides saw pieces in about `most` of the last steps, for a seat that sees
        everything; nothing for others. Raises JournalError.
        """
        history, numbers = SightHistory(self._session.components), self._last(most)
        if numbers and self._connection.audience.sees_all(self._session.game):
            for one in self._recorded(numbers[0], numbers[-1]):
                history.follow(one.before, one.after)
        return history.past


def told_step(
    number: int,
    by: str,
    told: Sequence[Told],
    before: Game,
    after: Game,
    at_ms: int,
    components: Components,
    seat: str,
) -> ToldStep:
    """Return a step as it is retold to a seat, from the seat's views before and after it."""

    def name(game: Game, piece: int) -> str:
        return called_piece(game, components, seat, piece)

    acting = after.seats.get(by)
    sides = tuple(after.sides[side] for side in acting.sides) if acting is not None else ()
    lines = tuple(ToldLine.between(one, before, after, name) for one in worth_telling(told))
    return ToldStep(number, by, sides, lines, at_ms)


def _runs(steps: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each run of steps without a gap."""
    for _, run in groupby(enumerate(sorted(steps)), lambda each: each[1] - each[0]):
        numbers = [step for _, step in run]
        yield numbers[0], numbers[-1]
