"""Pieces in the hand: where they can go, and what letting go at a place would mean."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from rules_assist.advice.outlines import point_of
from rules_assist.advice.reach import Way, reach_overlay
from rules_assist.movement import Mode
from rules_assist.policy import LEVELS, OF_MOVES, Looked, checks_of, wrong_with
from rules_assist.rules import Unanswerable
from rules_assist.situation import Situation
from tabletop.assisting import Bead, Cross, Finding, Line, Overlay, Point, Preview, Where
from tabletop.game.chance import Chance
from tabletop.game.commands import AnyCommand, At, MovePieces
from tabletop.game.decide import perform
from tabletop.game.outcome import Performed

NO_RULE: Final = "No rule says"


class NoChance(Chance):
    """What if: nothing is rolled."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - it draws nothing
        """Refused with ValueError: what is only asked must not roll dice."""
        raise ValueError(f"'{why}' would be rolled")


class Hand:
    """Pieces taken up by a seat. Where they can go is worked out once; each place is looked at once."""

    def __init__(self, situation: Situation, seat: str, pieces: tuple[int, ...], begun: Looked | None = None) -> None:
        """`begun` is the move, made by hand, that letting go would go on with; without it that is a move of its own."""
        self.situation = situation
        self.pieces = pieces
        self._step = Looked(situation, pieces)
        self._move = begun or self._step
        self._seat = seat
        self._glances: dict[Where, Preview] = {}
        self._previews: dict[Where, Preview] = {}

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """The ways of moving that the rules open to all of them now, in the order of the rule book."""
        return tuple(ways_of(self.situation, self.pieces))

    @property
    def start(self) -> Where | None:
        """Where they stand."""
        return self.situation.where(self.pieces[0]) if self.pieces else None

    @cached_property
    def overlay(self) -> Overlay | None:
        """Where they can go, with costs."""
        return reach_overlay(self.situation, self.pieces, self.ways) if self.ways else None

    def glance(self, where: Where) -> Preview:
        """Whether they can go there, by which way and at what cost; what would be wrong is not looked for."""
        found = self._glances.get(where)
        if found is None:
            found = self._glances[where] = self._glance(where)
        return found

    def hover(self, where: Where) -> Preview:
        """What letting go there would mean, with all that would be wrong with it."""
        found = self._previews.get(where)
        if found is None:
            found = self._previews[where] = replace(self.glance(where), findings=self._findings(where))
        return found

    def drop(self, where: Where) -> AnyCommand | None:
        """What the rules make of letting go there: the move, what it costs, what is noted; None if it is no move."""
        way = self._way_to(where)
        place = way.arrival(where) if way else None
        return way.mode.command(self.situation, self.pieces, place) if way and place else None

    def why_not(self, where: Where) -> str:
        """Why they cannot go there, in sentences; "" if they can."""
        return " ".join(self._reasons(where))

    def _reasons(self, where: Where) -> tuple[str, ...]:
        """Why they cannot go there, what helps the player most first."""
        if self._way_to(where) is not None or where == self.start:
            return ()
        reasons = []
        for way in self.ways:
            if way.reach.map == where.map:
                try:
                    reason = way.reach.why_not(where.place)
                except KeyError:
                    continue
                if reason is not None:
                    reasons.append(reason.sentence)
        return tuple(dict.fromkeys(reasons)) or closed_ways(self.situation, self.pieces)

    def _way_to(self, where: Where) -> Way | None:
        return next((way for way in self.ways if way.arrival(where) is not None), None)

    def _glance(self, where: Where) -> Preview:
        way = self._way_to(where)
        place = way.arrival(where) if way else None
        if way and place:
            headline = f"{way.mode.title} ({way.mode.rule})"
            return Preview(headline, _costs(way, place), self._path(way, place))
        if where == self.start:
            return Preview("Back where it was")
        why, *more = self._reasons(where) or ("",)
        at = point_of(self.situation, where)
        return Preview(why or NO_RULE, cross=Cross(at, why) if why and at else None, more=tuple(more))

    def _findings(self, where: Where) -> tuple[Finding, ...]:
        """What would be wrong if they were let go there, with all that the rules would do with the move."""
        command = self.drop(where) or MovePieces(self.pieces, At(where.map, where.place))
        game = self.situation.game
        performed = perform(game, command, self._seat, NoChance(), self.situation.book.module.components)
        if not isinstance(performed, Performed):
            return ()
        after = self.situation.after(performed.done.patch, performed.after)
        checks = checks_of(self.situation.book, game, OF_MOVES, LEVELS[1:])
        return wrong_with(checks, self._move, self._step, after)

    def _path(self, way: Way, place: str) -> Line | None:
        points = [
            at
            for each in way.reach.path(place)
            if (at := point_of(self.situation, Where(way.reach.map, each))) is not None
        ]
        return path_line(points)


def path_line(points: Sequence[Point]) -> Line | None:
    """A path through these points, its steps counted; None for one that goes nowhere."""
    through = [points[0], *(b for a, b in pairwise(points) if a != b)] if points else []
    if len(through) < 2:
        return None
    return Line("path", tuple(through), tuple(Bead(at, str(number)) for number, at in enumerate(through[1:], 1)))


def ways_of(situation: Situation, pieces: Sequence[int]) -> list[Way]:
    """The ways of moving that the rules open to pieces together now."""
    found = []
    for mode in situation.book.ground.modes.values():
        if pieces and not _closed(situation, mode, pieces):
            try:
                reach = mode.reach(situation, pieces)
            except Unanswerable:
                continue
            found.append(Way(mode, reach, situation.book.ground.atlas.terrain(reach.map)))
    return found


def closed_ways(situation: Situation, pieces: Sequence[int]) -> tuple[str, ...]:
    """Why no way of moving is open to pieces, in sentences; those that have other phases together in the last one."""
    closed: dict[str, list[str]] = {}
    elsewhere: list[str] = []
    for mode in situation.book.ground.modes.values():
        reason = _closed(situation, mode, pieces)
        if reason == _OTHER:
            continue
        if reason and (times := _other_times(situation, mode)):
            elsewhere.append(f"{mode.title} ({times})")
        elif reason := reason or _without_reach(situation, mode, pieces):
            closed.setdefault(reason, []).append(mode.title)
    reasons = [f"{', '.join(titles)}: {reason}" for reason, titles in closed.items()]
    phase = situation.book.sequence.phase(situation) if situation.book.sequence else None
    if elsewhere and phase and not reasons:
        reasons.append(f"No way of moving is open in this phase: {phase.title} ({phase.rule}).")
    if elsewhere:
        reasons.append(f"In other phases: {', '.join(elsewhere)}.")
    return tuple(reasons)


def _other_times(situation: Situation, mode: Mode) -> str:
    """The rules of the phases in which a way of moving is used; "" if this is one of them."""
    sequence = situation.book.sequence
    when = sequence.when(mode.id) if sequence else ()
    is_now = sequence is not None and sequence.phase(situation) in when
    return "" if is_now else ", ".join(phase.rule for phase in when)


def _without_reach(situation: Situation, mode: Mode, pieces: Sequence[int]) -> str:
    """Why a way of moving that is open leads nowhere; "" if it leads somewhere."""
    try:
        mode.reach(situation, pieces)
    except Unanswerable as error:
        return str(error)
    return ""


_OTHER: Final = "it is for other pieces."


def _closed(situation: Situation, mode: Mode, pieces: Sequence[int]) -> str:
    """Why a way of moving is closed to pieces now; "" if it is open."""
    if not all(mode.applies(situation, piece) for piece in pieces):
        return _OTHER
    sequence = situation.book.sequence
    sides = {side for piece in pieces if (side := situation.side_of(piece))} if sequence else set()
    out_of_turn = (sequence.why_not(situation, side, mode.id) for side in sides) if sequence else ()
    return next(filter(None, out_of_turn), "") or mode.closed(situation, pieces)


def _costs(way: Way, place: str) -> tuple[str, ...]:
    note = way.reach.note(place)
    said = f"{way.points(way.reach.cost(place))} used, {way.points(way.reach.left(place))} left"
    crowded = way.reach.crowded(place)
    return tuple(filter(None, (said, note, f"Too many would stand there ({crowded})." if crowded else "")))
