"""Conversion of the positions of turn trackers between VASSAL's form and ours."""

from collections.abc import Sequence

from tabletop.game.state.tracker import OUTSIDE, NumberLevel, Tracker
from tabletop.vassal.files.sequence import SequenceReader, join
from tabletop.vassal.traits.trait_fields import yes_no


def turn_positions(tracker: Tracker, state: str) -> tuple[int, ...]:
    """Return the positions of a tracker's levels, given the state of VASSAL's tracker."""
    found = list(tracker.start)
    fields = SequenceReader(state, "|")
    _stand(tracker, OUTSIDE, fields.whole(), fields, found, is_turn=True)
    return tuple(found)


def _stand(
    tracker: Tracker, outside: int, turn: int, fields: SequenceReader, found: list[int], *, is_turn: bool
) -> None:
    """Set in `found` the positions of the levels within `outside`. The level with the number `turn` is the active one;
    the others are stored as -1 minus their position.
    """
    for number, level in enumerate(tracker.inside(outside)):
        each, own = tracker.levels[level], SequenceReader(fields.text())
        current = own.whole(each.first if isinstance(each, NumberLevel) else 0)
        within = own.whole()
        for _ in ("how it loops", "how far, or which of its names are in use"):
            own.text()
        position = max(0, (current - each.first) // each.step if isinstance(each, NumberLevel) else current)
        has_turn = is_turn and number == max(turn, 0)
        found[level] = position if has_turn else -1 - position
        _stand(tracker, level, within, own, found, is_turn=has_turn)


def turn_state(tracker: Tracker, positions: Sequence[int]) -> str:
    """Return the state of VASSAL's tracker: the reverse of `turn_positions`."""
    levels = tracker.inside(OUTSIDE)
    return (
        join([str(_turn(levels, positions)), *(_level_state(tracker, level, positions) for level in levels)], "|") or ""
    )


def _turn(levels: Sequence[int], positions: Sequence[int]) -> int:
    """Return the number of the active level among these; 0 if none is active."""
    return next((number for number, level in enumerate(levels) if positions[level] >= 0), 0)


def _level_state(tracker: Tracker, level: int, positions: Sequence[int]) -> str:
    each, inside = tracker.levels[level], tracker.inside(level)
    held = positions[level] if positions[level] >= 0 else -1 - positions[level]
    within = [_level_state(tracker, one, positions) for one in inside]
    turn = str(_turn(inside, positions))
    if isinstance(each, NumberLevel):
        limits = [yes_no(bool(each.last)), str(each.last or -1)]
        return join([str(each.first + held * each.step), turn, *limits, *within], ";") or ""
    active = join([yes_no(True) for _ in each.names], ",") or ""
    return join([str(held), turn, "0", active, *within], ";") or ""
