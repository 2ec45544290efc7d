"""The record of a moderated game for the review after it: the truth and each side's belief, step by step.

It contains everything that was secret during the game.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct

from tabletop.cli.report.heard_record import HeardStep, changes_seen
from tabletop.cli.report.narration import what_happened, what_is_said
from tabletop.game.beliefs.belief_differences import BeliefDifference, BeliefPoint, WrongClaim, differences
from tabletop.game.beliefs.force_knowledge import Force, SightHistory
from tabletop.game.change.step import Step
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.sight.audience import Audience, audience
from tabletop.game.sight.audience_names import AudienceNames
from tabletop.game.sight.seen_changes import NOTHING, all_told_for
from tabletop.game.sight.view import Changes, View
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.journal.records import replayed
from tabletop.log_titles import Titles
from tabletop.module.module import Module

_NO_CHANGES: Final = Changes((), (), ())
_MS: Final = 1000


class RecordedDifference(Struct, frozen=True):
    """A difference between the truth and the belief of a side, in words."""

    letter: str
    side: str
    kind: str
    pieces: list[str]
    truth: str
    believed: str
    claims: list[WrongClaim]


class ReviewedStep(Struct, frozen=True):
    """A step of the game as the review tells it.

    `at` is the real time (UTC), and `time` the game time. `heard` has the message of each side that noticed the step,
    or "" if the side only saw something. `truth` has the changes of the true position, and `views` those of each side's
    view. `differences` are those after the step; None if they are the same as before it.
    """

    step: int
    at: str
    time: str
    by: str
    command: str
    said: str
    heard: dict[str, str]
    truth: dict[str, Any]
    views: dict[str, dict[str, Any]]
    differences: list[RecordedDifference] | None


class _Watcher:
    """The view of an audience, kept up to date."""

    def __init__(self, game: Game, who: Audience) -> None:
        self.who = who
        self._names = AudienceNames(game, who)
        self.view = View.of(game, who)

    def follow(self, step: Step, before: Game, after: Game, touched: TouchedThings, titles: Titles) -> HeardStep | None:
        """Return a step as the audience got it; None if it did not notice the step."""
        was = self.view.game
        told = all_told_for(step.told, before, after, self.who)
        delta = self._names.delta(before, after, touched)
        changes = self.view.apply(delta) if delta != NOTHING else _NO_CHANGES
        if delta == NOTHING and not told:
            return None
        said = what_is_said(tuple(map(self.view.heard, told)), was, self.view.game, titles)
        return HeardStep(step.seq, step.by, said, was, self.view.game, changes)


class UmpireRecord:
    """The record, read from its first step to its last. `game` is the position after the step that was read last."""

    def __init__(self, journal: Journal, module: Module, titles: Titles) -> None:
        self._journal = journal
        self._components = module.components
        self._titles = titles
        self.game = journal.game_at(journal.first)
        self.history = SightHistory(module.components)
        game = self.game
        self._begun = module.components.contact_clock.now(game.properties.get)
        self._truth = _Watcher(game, audience(range(len(game.sides))))
        self._sides = {
            name: _Watcher(game, Audience((side,), module.components.shut_to((name,))))
            for side, name in enumerate(game.sides)
        }
        self._last: list[RecordedDifference] = []

    def turns(self) -> int:
        """Return the number of turns since the beginning of the record."""
        clock = self._components.contact_clock
        return clock.turns_since(self._begun, clock.now(self.game.properties.get))

    def time(self) -> str:
        """Return the game time in words; "" if the game has none."""
        return self.time_words(self._components.contact_clock.now(self.game.properties.get))

    def time_words(self, time: tuple[int, ...]) -> str:
        """Return a game time in words; "" if it is unknown."""
        return " ".join(self._components.contact_clock.words(time))

    def read_on(self) -> None:
        """Go to the end of the record, without telling its steps. Raises JournalError."""
        for step in self._journal.steps(self._journal.first + 1):
            before = self.game
            self.game, _ = replayed(before, step)
            self.history.follow(before, self.game)

    def steps(self) -> Iterator[ReviewedStep]:
        """Yield the steps. Raises JournalError."""
        for step in self._journal.steps(self._journal.first + 1):
            before = self.game
            self.game, _ = replayed(before, step)
            self.history.follow(before, self.game)
            touched = TouchedThings(before, self.game, step.patch)
            truth = self._truth.follow(step, before, self.game, touched, self._titles)
            found = {
                name: one
                for name, side in self._sides.items()
                if (one := side.follow(step, before, self.game, touched, self._titles)) is not None
            }
            yield ReviewedStep(
                step=step.seq,
                at=datetime.fromtimestamp(step.at_ms / _MS, UTC).isoformat() if step.at_ms else "",
                time=self.time(),
                by=step.by,
                command=str(step.command.__struct_config__.tag),
                said=what_happened(step, before, self.game, self._titles),
                heard={name: one.said for name, one in found.items()},
                truth=changes_seen(truth) if truth is not None else {},
                views={name: seen for name, one in found.items() if (seen := changes_seen(one))},
                differences=self._new_differences(),
            )

    def _new_differences(self) -> list[RecordedDifference] | None:
        """Return the differences, if they have changed since the step before; otherwise None."""
        found = self.differences()
        if found == self._last:
            return None
        self._last = found
        return found

    def differences(self) -> list[RecordedDifference]:
        """Return the present differences of all sides."""
        game = self.game
        return [self._in_words(one) for one in differences(game, range(len(game.sides)), self._components)]

    def _in_words(self, one: BeliefDifference) -> RecordedDifference:
        return RecordedDifference(
            one.letter,
            self.game.sides[one.side],
            one.kind,
            [self._titles.words(self.game.kind_of(piece).name) for piece in one.pieces],
            self._place_at(one.truth),
            self._place_at(one.believed),
            list(one.claims),
        )

    def _place(self, map: int, place: str) -> str:
        """Return the name of a place of a map; outside all places, the name of the map."""
        name = self.game.maps[map]
        return self._titles.place(name, place) if place else self._titles.map(name)

    def _place_at(self, point: BeliefPoint | None) -> str:
        return self._place(point.map, point.place) if point is not None else ""

    def place_of(self, force: Force) -> str:
        """Return the name of the place of a force."""
        return self._place(force.lying.map, force.lying.place)
