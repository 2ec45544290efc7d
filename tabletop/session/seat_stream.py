"""The stream of a seat: its part of the steps that it notices, under its own numbers.

The numbers depend only on the record, the seat and the audience whose view it has. They stay the same when the seat
leaves and comes back, and when the program restarts. A seat never learns the number of a step in the record, since gaps
between these numbers would reveal unseen steps.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.hand_moves import BY_RULES, TRACKER, StepOutline
from tabletop.game.change.step import ByMail, Step, TakeBack
from tabletop.game.change.told import Told
from tabletop.game.sight.audience import Audience, name_of
from tabletop.game.sight.seen_changes import NOTHING, Delta, all_told_for, delta, whole
from tabletop.game.state.game import Game
from tabletop.game.state.kind import Kind
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.records import DRAWS_STAND, StreamCount
from tabletop.journal.review import Review

MOST_MISSED: Final = 200
"""The most missed entries that are sent one by one. If a seat has missed more, it is sent the whole view."""


RECENT: Final = 512
"""The greatest number of recent entries that a snapshot names, for undo and the log."""


class Bookmark(Struct, frozen=True):
    """The position up to which a seat has read: its stream, and the number of an entry."""

    stream: int
    number: int


class StreamEntry(Struct, frozen=True, omit_defaults=True):
    """One entry of a stream: the seat's part of a step, in the names of its audience.

    `takes_back` are those entries that it undoes and that the seat noticed; None if it is not an undo. `by_rules` is
    true if a procedure that the seat knows made the step.
    """

    number: int
    by: str
    told: tuple[Told, ...]
    delta: Delta
    at_ms: int = 0
    takes_back: tuple[int, ...] | None = None
    by_rules: bool = False

    @property
    def outline(self) -> StepOutline:
        """The facts of the step that matter for the moves of a phase."""
        turns = any(name.startswith(TRACKER) for name, _ in self.delta.properties)
        return StepOutline(self.number, self.by, self.takes_back, self.by_rules, turns)


class MissedNews(Struct, frozen=True, omit_defaults=True):
    """The news for a seat that comes back: the entries after its bookmark, or the `whole` view.

    If the seat has the game's module, the whole view is sent without the module's own kinds; `keys` has the names of
    these kinds in the view, with their keys in the module.
    """

    bookmark: Bookmark
    entries: tuple[StreamEntry, ...] = ()
    whole: Delta | None = None
    keys: tuple[tuple[int, str], ...] = ()

    def shortened(self, module_kinds: Mapping[str, Kind]) -> "MissedNews":
        """Return the news with the keys of a module's kinds in place of the kinds."""
        if self.whole is None:
            return self
        known = {name: kind.key for name, kind in self.whole.kinds if module_kinds.get(kind.key) == kind}
        kinds = tuple((name, kind) for name, kind in self.whole.kinds if name not in known)
        return replace(self, whole=replace(self.whole, kinds=kinds), keys=tuple(known.items()))

    def completed(self, module_kinds: Mapping[str, Kind]) -> "MissedNews":
        """Return shortened news with the kinds in place of their keys. Raises KeyError for an unknown key."""
        if self.whole is None or not self.keys:
            return self
        kinds = (*self.whole.kinds, *((name, module_kinds[key]) for name, key in self.keys))
        return replace(self, whole=replace(self.whole, kinds=tuple(sorted(kinds, key=itemgetter(0)))), keys=())


class EntryNumbers(Protocol):
    """The numbering of a stream."""

    @property
    def begun(self) -> int:
        """The step of the record after which numbers count from 1."""
        ...

    @property
    def before(self) -> int:
        """The number before the first readable entry."""
        ...

    def number(self, seq: int) -> int:
        """Return the number of a step of the record; 0 if it is not in the stream."""
        ...

    def step(self, number: int) -> int:
        """Return the step of the record with this number; 0 if there is none."""
        ...

    def upto(self, seq: int) -> int:
        """Return the number of the last entry up to a step of the record; 0 if there is none."""
        ...


class RecordNumbers:
    """The numbering of the record itself, for seats that see everything, and for replays."""

    begun = 0

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def before(self) -> int:
        """The number of the step before the first one in the record."""
        return self._journal.first

    def number(self, seq: int) -> int:
        """Return the number of a step, which is its number in the record."""
        return seq

    def step(self, number: int) -> int:
        """Return the step with this number; 0 if there is none."""
        return number if self._journal.first < number <= self._journal.last else 0

    def upto(self, seq: int) -> int:
        """Return the number of this step: in the record, every step is an entry."""
        return seq


class NoticedNumbers:
    """The numbering of the steps that one seat notices in the view of its audience, from 1.

    Steps of the record are read only when they are needed: not those that are heard when they happen, and those that a
    snapshot has counted only if an early one of them is asked for. A new stream begins when the record is compacted,
    and after steps that cannot be read.
    """

    before = 0

    def __init__(self, journal: Journal, seat: str, who: Audience) -> None:
        self._journal = journal
        self._seat = seat
        self._who = who
        self._begin(journal.first)
        begun = journal.begun
        counted = begun.streams.get(self.key) if begun.last > journal.first else None
        if counted is not None:
            self._older = counted.count - len(counted.last)
            self._upto, self._steps = begun.last, array("q", counted.last)

    @property
    def key(self) -> str:
        """The key of these numbers in snapshots."""
        return f"{self._who.sides}|{self._seat}"

    def count(self) -> StreamCount | None:
        """Return the number of noticed steps at the end of the record, and the last of them.

        Returns None if the record would have to be read for this.
        """
        if self._upto != self._journal.last:
            return None
        return StreamCount(self._older + len(self._steps), tuple(self._steps[-RECENT:]))

    def _begin(self, after: int) -> None:
        self.begun = self._upto = after
        self._steps, self._older = array("q"), 0

    def number(self, seq: int) -> int:
        """Return the number of a step of the record; 0 if it was not noticed."""
        self._catch_up(seq)
        at = bisect_left(self._steps, seq)
        return self._older + at + 1 if at < len(self._steps) and self._steps[at] == seq else 0

    def step(self, number: int) -> int:
        """Return the step of the record with this number; 0 if there is none."""
        self._catch_up()
        if 0 < number <= self._older:
            self._catch_up(self.begun)
        at = number - self._older - 1
        return self._steps[at] if 0 <= at < len(self._steps) else 0

    def upto(self, seq: int) -> int:
        """Return the number of noticed steps up to a step of the record."""
        self._catch_up(seq)
        return self._older + bisect_right(self._steps, seq)

    def hear(self, seq: int, *, is_noticed: bool) -> None:
        """Count a step that just happened, if all earlier steps are known."""
        if seq == self._upto + 1:
            self._note(seq, is_noticed=is_noticed)

    def _catch_up(self, back_to: int | None = None) -> None:
        """Read the unknown part of the record up to its end, and back to a step."""
        is_unread = self._older and back_to is not None and back_to < self._steps[0]
        if is_unread or self._journal.first > self.begun:
            self._begin(self._journal.first)
        if self._journal.last > self._upto:
            try:
                self._read_on()
            except JournalError:
                self._begin(self._journal.last)

    def _read_on(self) -> None:
        journal = self._journal
        before = journal.game_at(self._upto)
        for step in journal.steps(self._upto + 1, journal.last):
            after, _ = apply(before, step.patch)
            self._note(step.seq, is_noticed=self._notices(step, before, after))
            before = after

    def _notices(self, step: Step, before: Game, after: Game) -> bool:
        if isinstance(step.command, ByMail) and self._who.sees_all(after):
            return False
        return (
            is_own(step, self._seat)
            or bool(all_told_for(step.told, before, after, self._who))
            or delta(before, after, step.patch, self._who) != NOTHING
        )

    def _note(self, seq: int, *, is_noticed: bool) -> None:
        if is_noticed:
            self._steps.append(seq)
        self._upto = seq


def is_own(step: Step, seat: str) -> bool:
    """Return whether a seat made a step and knows of it. It does not know of a step that only keeps secret draws for
    its command (`DRAWS_STAND`) and tells nobody.
    """
    return step.by == seat and not any(told.key == DRAWS_STAND and told.sides == () for told in step.told)


class SeatStream:
    """The stream of a seat: the entries of the steps that it notices as a member of an audience, and their numbers."""

    def __init__(self, journal: Journal, seat: str, who: Audience, *, by_mail: bool = False) -> None:
        """Make the stream. `by_mail` numbers the noticed steps even for a seat that sees everything, so that notes of
        the mail are not news.
        """
        self._journal = journal
        self._seat = seat
        self._who = who
        is_plain = isinstance(journal, Review) or (who.sees_all(journal.game) and not by_mail)
        self.numbers: EntryNumbers = RecordNumbers(journal) if is_plain else NoticedNumbers(journal, seat, who)

    @property
    def bookmark(self) -> Bookmark:
        """The position after the last entry."""
        journal = self._journal
        name = name_of(journal.game.secret, self._who, "stream", f"{self._seat}|{self.numbers.begun}", 0)
        return Bookmark(name, self.numbers.upto(journal.last))

    def hear(self, seq: int, *, is_noticed: bool) -> None:
        """Count a step that just happened."""
        if isinstance(self.numbers, NoticedNumbers):
            self.numbers.hear(seq, is_noticed=is_noticed)

    def entry(self, step: Step, delta: Delta, told: tuple[Told, ...]) -> StreamEntry:
        """Return the entry of a step, with the audience's part of its changes and messages."""
        number, takes_back = self.numbers.number, None
        if isinstance(step.command, TakeBack):
            takes_back = tuple(filter(None, map(number, step.command.steps)))
        is_known = bool(delta.frames) or any(one.key.startswith("procedure-") for one in told)
        by_rules = isinstance(step.command, BY_RULES) and is_known
        return StreamEntry(number(step.seq), step.by, told, delta, step.at_ms, takes_back, by_rules)

    def missed(self, since: Bookmark | None) -> MissedNews:
        """Return the news that a seat has missed since a bookmark (None: since the beginning). Raises JournalError."""
        now = self.bookmark
        if since is None or since.stream != now.stream or not 0 <= now.number - since.number <= MOST_MISSED:
            return MissedNews(now, whole=whole(self._journal.game, self._who))
        return MissedNews(now, tuple(self.entries(since.number)))

    def entries(self, after: int) -> Iterator[StreamEntry]:
        """Yield the entries after the one with the number `after`, exactly as they were sent when they happened. Raises
        JournalError.
        """
        first = self.numbers.step(after + 1)
        if not first:
            return
        before = self._journal.game_at(first - 1)
        for step in self._journal.steps(first):
            now, _ = apply(before, step.patch)
            if self.numbers.number(step.seq):
                yield self.entry(
                    step, delta(before, now, step.patch, self._who), all_told_for(step.told, before, now, self._who)
                )
            before = now
