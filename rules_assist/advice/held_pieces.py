"""Held pieces: their reach, and the effect of a drop at a place."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise

from msgspec.structs import replace

from rules_assist.advice.fields_of_fire import fields_of_fire
from rules_assist.advice.place_outlines import point_of
from rules_assist.advice.reach_overlay import OpenWay, reach_overlay
from rules_assist.advice.standing_summary import come_to, stacks_of, supplies_of
from rules_assist.advice.supply_mends import mends_of
from rules_assist.movement.ways import STOP, by_whom, movers, unruled
from rules_assist.places.leaders import taken_up
from rules_assist.policy import LEVELS, OF_MOVES, JudgedMove, checks_of, wrong_with
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Mode, NetSupply
from rules_assist.sequence.play_sequence import sequence_in
from tabletop.assistance import Bead, Cross, Overlay, OverlayLabel, OverlayLine, Point, Preview, Remark, Where
from tabletop.game.chance import Chance
from tabletop.game.change.outcome import Performed
from tabletop.game.change.patch import pieces_of
from tabletop.game.commands import AnyCommand, At, Batch, MovePieces
from tabletop.game.decide import perform
from tabletop.texts import listed, text


class QuestionChance(Chance):
    """A source of chance for questions to the rules, which never roll dice."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - it draws nothing
        """Raise ValueError: a question must not roll dice."""
        raise ValueError(f"'{why}' would be rolled")


class Hand:
    """The pieces that a seat holds. Their reach is worked out once, and so is the answer for each place."""

    def __init__(
        self, situation: Situation, seat: str, pieces: tuple[int, ...], begun: JudgedMove | None = None
    ) -> None:
        """Hold these pieces.

        `begun` is the move by hand that a drop would continue. Without it, a drop is a move of its own.
        """
        self.situation = situation
        self.pieces = taken_up(situation, pieces)
        self._step = JudgedMove(situation, self.pieces)
        self._move = begun or self._step
        self._seat = seat
        self._glances: dict[Where, Preview] = {}
        self._previews: dict[Where, Preview] = {}
        self._rested: dict[Where, Preview] = {}
        self._landed: dict[Where, tuple[Situation, Sequence[int]]] = {}

    @cached_property
    def ways(self) -> tuple[OpenWay, ...]:
        """The ways of moving that the rules open to all of these pieces now, in the order of the rule book."""
        return tuple(ways_of(self.situation, self.pieces))

    @property
    def start(self) -> Where | None:
        """The place of the first piece; None if there are no pieces, or if it is on no map."""
        return self.situation.where(self.pieces[0]) if self.pieces else None

    @cached_property
    def _homes(self) -> frozenset[Where | None]:
        """The place of the first piece (None: off the maps). If all pieces began their move in one place, also that
        place.
        """
        before = self._move.before
        were_there = all(piece in before.game.pieces for piece in self.pieces)
        began = {before.where(piece) for piece in self.pieces} if were_there else set()
        return frozenset({self.start, *(began if len(began) == 1 else ())})

    @cached_property
    def overlay(self) -> Overlay | None:
        """The overlay of the places that the pieces can reach, with costs; None if they can reach none."""
        return reach_overlay(self.situation, self.pieces, self.ways) if self.ways else None

    def glance(self, where: Where) -> Preview:
        """Return the preview of a drop at a place: the way of moving and the cost, or the reason that the pieces cannot
        go there. The checks of the rules are not applied.
        """
        found = self._glances.get(where)
        if found is None:
            found = self._glances[where] = self._glance(where)
        return found

    def hover(self, where: Where) -> Preview:
        """Return the preview of `glance`, with the findings of the checks of moves, and the fields of fire after the
        drop.

        If the pieces can move there, the stacks that would be at the place are added. If the table does not allow
        the drop, it is the preview of `glance` alone.
        """
        found = self._previews.get(where)
        if found is None:
            found = self._previews[where] = self._hover(where)
        return found

    def rest(self, where: Where) -> Preview:
        """Return the preview of `hover` with the supply of the pieces at the end of the move.

        On a large map, finding the supply takes longer than everything else.
        """
        if where not in self._rested:
            hovered = self.hover(where)
            supplies = supplies_of(*self._landed[where]) if where in self._landed else ()
            self._rested[where] = replace(hovered, remarks=(*hovered.remarks, *supplies))
        return self._rested[where]

    def mending(self, where: Where) -> Callable[[], Preview] | None:
        """Return the function that adds to the preview of `rest` how cut supply lines would open again; None if
        nothing can be added.

        The function can be called on any thread: it works on a situation of its own, which shares no facts with others.
        """
        rested = self.rest(where)
        grave = {remark.title for remark in rested.remarks if remark.is_grave}
        cut = [each for each in self.situation.book.ground.supply.values() if each.title in grave]
        kinds = [supply for supply in cut if isinstance(supply, NetSupply)]
        if not kinds:
            return None
        after, came = self._landed[where]
        game, book, side = after.game, after.book, after.side

        def search() -> Preview:
            mends = (mends_of(Situation(game, book, side), supply, came) for supply in kinds)
            return replace(rested, more=(*rested.more, *chain.from_iterable(mends)))

        return search

    def drop(self, where: Where) -> AnyCommand | None:
        """Return the command that carries out a drop by the rules: the move, its cost and its notes; None if the pieces
        cannot move there.
        """
        way = self._way_to(where)
        return self._drop_by(way, where) if way is not None else None

    def drop_by(self, way: str, where: Where) -> AnyCommand | None:
        """Return the command of `drop` by this way of moving only; None if it does not lead there."""
        named = next((each for each in self.ways if each.mode.id == way), None)
        return self._drop_by(named, where) if named is not None else None

    def _drop_by(self, way: OpenWay, where: Where) -> AnyCommand | None:
        place = way.arrival(where)
        command = way.mode.command(self.situation, movers(self.situation, self.pieces), place) if place else None
        if command is None:
            return None
        carried = tuple(piece for piece in self.pieces if piece not in _moved_by(command))
        return Batch((command, MovePieces(carried, At(where.map, where.place)))) if carried else command

    def why_not(self, where: Where) -> str:
        """Return the reasons that the pieces cannot go to a place, in sentences; "" if they can."""
        return " ".join(f"{says} ({rule})" if rule else says for says, rule in self._reasons(where))

    def _reasons(self, where: Where) -> tuple[tuple[str, str], ...]:
        """Return the reasons that the pieces cannot go to a place by each open way of moving; none if they can.

        If there are none by a way on this map, return the reasons that no way is open.
        Each comes with its rule, unless the sentence already names the rule.
        """
        if self._way_to(where) is not None or where in self._homes:
            return ()
        reasons = []
        for way in self.ways:
            if way.reach.map == where.map:
                try:
                    reason = way.reach.why_not(where.place)
                except KeyError:
                    continue
                if reason is not None:
                    reasons.append((unruled(reason.sentence, reason.rule), reason.rule))
        return tuple(dict.fromkeys(reasons)) or tuple((why, "") for why in closed_ways(self.situation, self.pieces))

    def _way_to(self, where: Where) -> OpenWay | None:
        return next((way for way in self.ways if way.arrival(where) is not None), None)

    def _glance(self, where: Where) -> Preview:
        way = self._way_to(where)
        place = way.arrival(where) if way else None
        if way and place:
            headline = text("way-to", way=way.mode.title, place=way.title(place))
            remarks = (*_held(self.situation, way, place), *_costs(way, place))
            return Preview(headline, way.mode.rule, remarks, self._path(way, place), self._held_at(way, place))
        if where in self._homes:
            return Preview(text("back-where-it-was"))
        (why, rule), *more = self._reasons(where) or (("", ""),)
        at = point_of(self.situation, where)
        besides = tuple(f"{says} ({rule})" if rule else says for says, rule in more)
        return Preview(why or text("no-way-there"), rule, cross=Cross(at, why) if why and at else None, more=besides)

    def _hover(self, where: Where) -> Preview:
        """Return the preview of a drop with all its effects. The resulting position is kept for `rest`, but only if the
        move can be made.
        """
        glanced = self.glance(where)
        command = self.drop(where)
        game = self.situation.game
        done = command or MovePieces(self.pieces, At(where.map, where.place))
        performed = perform(game, done, self._seat, QuestionChance(), self.situation.book.module.components)
        if not isinstance(performed, Performed):
            return glanced
        after = self.situation.after(performed.done.patch, performed.after)
        checks = checks_of(self.situation.book, game, OF_MOVES, LEVELS[1:])
        findings = wrong_with(checks, self._move, self._step, after)
        fields = fields_of_fire(after, self.pieces, where.map)
        if command is None:
            return replace(glanced, findings=findings, fields=fields)
        came = come_to(after, pieces_of(performed.done.patch), where)
        self._landed[where] = after, came
        return replace(
            glanced, remarks=(*glanced.remarks, *stacks_of(after, came, where)), findings=findings, fields=fields
        )

    def _held_at(self, way: OpenWay, place: str) -> OverlayLabel | None:
        """Return the label on the map at the place that stops the move before its end; None if none does."""
        hold = way.reach.held(place)
        at = point_of(self.situation, Where(way.reach.map, hold.place)) if hold and hold.place != place else None
        return OverlayLabel(at, f"{hold.says} ({hold.rule})") if hold and at else None

    def _path(self, way: OpenWay, place: str) -> OverlayLine | None:
        out, back = way.reach.path(place), way.reach.back(place)
        is_other_way = back is not None and back.path != tuple(reversed(out))
        points = [
            at
            for each in (*out, *(back.path[1:] if back is not None and is_other_way else ()))
            if (at := point_of(self.situation, Where(way.reach.map, each))) is not None
        ]
        return path_line(points)


def path_line(points: Sequence[Point]) -> OverlayLine | None:
    """Return a path through these points, with its steps counted; None for a path without a step."""
    through = [points[0], *(b for a, b in pairwise(points) if a != b)] if points else []
    if len(through) < 2:
        return None
    return OverlayLine("path", tuple(through), tuple(Bead(at, str(number)) for number, at in enumerate(through[1:], 1)))


def _moved_by(command: AnyCommand) -> frozenset[int]:
    """Return the pieces that a command moves."""
    if isinstance(command, Batch):
        return frozenset(piece for each in command.commands for piece in _moved_by(each))
    return frozenset(command.pieces) if isinstance(command, MovePieces) else frozenset()


def ways_of(situation: Situation, pieces: Sequence[int]) -> list[OpenWay]:
    """Return the ways of moving that are open to these pieces together now. Markers among them are carried along.

    A way whose reach cannot be worked out is left out.
    """
    found = []
    moving = movers(situation, taken_up(situation, pieces))
    for mode in situation.book.ground.modes.values():
        if moving and _closed(situation, mode, moving) == "":
            try:
                reach = mode.reach(situation, moving)
            except Unanswerable:
                continue
            found.append(OpenWay(mode, reach, situation.book.ground.atlas.terrain(reach.map)))
    return found


def closed_ways(situation: Situation, pieces: Sequence[int]) -> tuple[str, ...]:
    """Return the reasons that no way of moving is open to these pieces, in sentences.

    The ways that belong to other phases have one common sentence at the end.
    """
    closed: dict[str, list[str]] = {}
    elsewhere: list[str] = []
    pieces = movers(situation, taken_up(situation, pieces)) or pieces
    for mode in situation.book.ground.modes.values():
        reason = _closed(situation, mode, pieces)
        if reason is None:
            continue
        if reason and (times := _other_times(situation, mode)):
            elsewhere.append(f"{mode.title} ({times})")
        elif reason := reason or _without_reach(situation, mode, pieces):
            closed.setdefault(reason, []).append(mode.title)
    reasons = [f"{listed(titles)}: {reason}" for reason, titles in closed.items()]
    sequence = sequence_in(situation)
    phase = sequence.phase(situation) if sequence else None
    if elsewhere and phase and not reasons:
        reasons.append(text("no-way-open-in-phase", phase=phase.title, rule=phase.rule))
    if elsewhere:
        reasons.append(text("ways-in-other-phases", ways=listed(elsewhere)))
    return tuple(reasons)


def _other_times(situation: Situation, mode: Mode) -> str:
    """Return the rules of the phases in which a way of moving is used; "" if it is used in the current phase, or
    named in no phase.
    """
    sequence = sequence_in(situation)
    when = sequence.when(mode.id) if sequence else ()
    is_now = sequence is not None and sequence.phase(situation) in when
    return "" if is_now else listed([phase.rule for phase in when])


def _without_reach(situation: Situation, mode: Mode, pieces: Sequence[int]) -> str:
    """Return the reason that the reach by an open way of moving cannot be worked out; "" if it can."""
    try:
        mode.reach(situation, pieces)
    except Unanswerable as error:
        return str(error)
    return ""


def _closed(situation: Situation, mode: Mode, pieces: Sequence[int]) -> str | None:
    """Return the reason that a way of moving is closed to pieces now.

    "" if it is open; None if the pieces never move in this way.
    """
    if not all(mode.applies(situation, piece) for piece in pieces):
        return None
    sequence = sequence_in(situation)
    sides = {side for piece in pieces if (side := situation.side_of(piece))} if sequence else set()
    out_of_turn = (sequence.why_not(situation, side, mode.id) for side in sides) if sequence else ()
    return next(filter(None, out_of_turn), "") or mode.closed(situation, pieces)


def _held(situation: Situation, way: OpenWay, place: str) -> Iterator[Remark]:
    """Yield a remark about the reason that ends the move on the way to a place, or limits the rest of it, if there is
    one.
    """
    hold = way.reach.held(place)
    if hold is None:
        return
    held = by_whom(hold.says, situation, hold.pieces)
    if hold.place != place:
        held = text("held-from", reason=held, place=way.title(hold.place))
    elif hold.leaves:
        held = text("held-with-left", reason=held, points=way.points(hold.leaves))
    title = text("stops-here") if way.reach.note(place) == STOP else text("held-back")
    yield Remark(title, held, hold.rule)


def _costs(way: OpenWay, place: str) -> Iterator[Remark]:
    """Yield remarks about the costs of a drop at a place, with the rest of each allowance, and about the reason if it
    costs more than places nearby.
    """
    for account in way.reach.accounts(place):
        total = text("cost-and-left", cost=account.total, left=account.left) if account.left else account.total
        yield Remark(account.title, total, account.rule)
    dear = way.reach.dear(place)
    if dear:
        yield Remark(text("costs-more-than-nearer"), dear, way.mode.rule)
