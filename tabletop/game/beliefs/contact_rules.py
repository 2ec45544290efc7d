"""The rules of a game's contacts: their kinds, and the clock for their age."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.beliefs.contact import Contact
from tabletop.game.beliefs.report_rules import ReportRules
from tabletop.game.state.tracker import Tracker
from tabletop.game.state.values import Value
from tabletop.game.umpire.dispatch_rules import PLAIN_FORM, DispatchForm

ContactShape: TypeAlias = Literal["square", "hexagon", "circle", "triangle"]


MOST_TURNS: Final = 1_000
"""The greatest number of turns that a dispatch may take."""


class ContactKind(Struct, frozen=True):
    """A kind of contact: its title, the shape of its sign, and its possible claims, by name and title.

    `figure` is the claim that is shown large on the sign. The contact may move `moves` places a turn; so the places
    where it could be by now are shown, given its age.
    """

    id: str
    title: str
    shape: ContactShape = "square"
    says: dict[str, str] = {}
    figure: str = ""
    moves: int = 0


class ContactRules(Struct, frozen=True):
    """The rules of a game's contacts: their kinds, and the tracker and `level` that measure their age.

    If no kinds are declared, any name may be used. The default `tracker` is the first of the game, and the default
    `level` is its outermost one. `reports` are the forms for reports by the umpire and the rules, `dispatches`
    those for written orders and messages. With `ghosts` the table records where a side last saw pieces of others.
    """

    kinds: tuple[ContactKind, ...] = ()
    tracker: str = ""
    level: str = ""
    reports: tuple[ReportRules, ...] = ()
    ghosts: bool = False
    dispatches: tuple[DispatchForm, ...] = ()

    def kind(self, id: str) -> ContactKind:
        """Return a kind by its id. A kind that is not declared has its id as title."""
        return next((kind for kind in self.kinds if kind.id == id), ContactKind(id, id))

    @property
    def dispatch_forms(self) -> tuple[DispatchForm, ...]:
        """The forms of dispatches. A game that declares none has a plain form."""
        return self.dispatches or (PLAIN_FORM,)

    def dispatch_form(self, id: str) -> DispatchForm:
        """Return a form of dispatches by its id. A form that is not declared has its id as title."""
        return next((form for form in self.dispatch_forms if form.id == id), DispatchForm(id, id, {}))

    def report(self, id: str) -> ReportRules | None:
        """Return the form of a report by its id; None if there is none."""
        return next((form for form in self.reports if form.id == id), None)


class ContactClock:
    """The game time of contacts. In a game without trackers all contacts are new."""

    def __init__(self, rules: ContactRules, trackers: Mapping[str, Tracker]) -> None:
        first = next(iter(trackers.values()), None)
        self._tracker = trackers.get(rules.tracker, first)
        self._level = rules.level

    def now(self, read: Callable[[str], Value]) -> tuple[int, ...]:
        """Return the present time; empty in a game without trackers. `read` gives a property of the game."""
        return self._tracker.positions(read) if self._tracker is not None else ()

    def words(self, time: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of a time, from the outermost level to the innermost; none if it is unknown."""
        return self._tracker.labels(time) if self._tracker is not None and self._fits(time) else ()

    def age(self, contact: Contact, now: tuple[int, ...]) -> int:
        """Return the age of a contact in turns; 0 if it is unknown."""
        return self.turns_since(contact.time, now)

    def turns_since(self, time: tuple[int, ...], now: tuple[int, ...]) -> int:
        """Return the number of turns from one time to a later one; 0 if it is not later, or if either is unknown."""
        if self._tracker is None or not (self._fits(time) and self._fits(now)):
            return 0
        count = self._tracker.count
        return max(0, count(self._level, now) - count(self._level, time))

    def due(self, time: tuple[int, ...], turns: int) -> tuple[int, ...]:
        """Return the first moment of the turn that is this many turns after a time, or before it for a number below 0.

        If the tracker ends earlier, return the moment at its end. With 0 turns, return the same time. Turns are counted
        as for ages.
        """
        found, tracker = time, self._tracker
        if tracker is None or not self._fits(time) or not turns:
            return time
        wanted = tracker.count(self._level, time) + min(turns, MOST_TURNS)
        while tracker.count(self._level, found) < wanted and (following := tracker.moved(found, 1)) != found:
            found = following
        while turns < 0 and (before := tracker.moved(found, -1)) != found:
            if tracker.count(self._level, before) < wanted:
                break
            found = before
        return found

    def order(self, time: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Return a key by which times are sorted. An unknown time comes first."""
        return self._tracker.order(time) if self._tracker is not None and self._fits(time) else ()

    def is_reached(self, due: tuple[int, ...], now: tuple[int, ...]) -> bool:
        """Return whether a time has come. An unknown time has not come."""
        return self._fits(due) and self._fits(now) and self.order(now) >= self.order(due)

    def _fits(self, time: tuple[int, ...]) -> bool:
        return self._tracker is not None and len(time) == len(self._tracker.levels)
