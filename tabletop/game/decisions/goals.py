"""Functions that put pieces at the goal of a command, and find the point of such a goal."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.landing import land, may_join_at
from tabletop.game.behaviour.deck_behaviour import takes
from tabletop.game.behaviour.group_behaviour import boards_at
from tabletop.game.commands import At, Goal, Into, NamedHolder, Spot
from tabletop.game.decisions.decision import demand, map_index, usable

FARTHEST_PX: Final = 1_000_000
"""The greatest distance of a point of a map from the map's corner, in either direction."""


def put(action: Action, pieces: Sequence[int], goal: Goal) -> int:
    """Put pieces at the goal, in the order given from the bottom up; return the holder in which they lie afterwards.

    Pieces that do not stack and are put into a stack lie by themselves at its point; the stack is returned for them
    too.
    """
    if isinstance(goal, Into):
        return _into(action, pieces, goal)
    if isinstance(goal, NamedHolder):
        holder = action.draft.named(goal.name)
        if not holder:
            raise Refusal("no-such-holder", "no-holder-named", name=goal.name)
        _fill(action, holder, pieces)
        action.pieces.put(pieces, holder)
        return holder
    if isinstance(goal, Spot) and not goal.free:
        if action.draft is not action.truth:
            _lay_open(action, pieces, goal)
        goal = replace(goal, free=_lies_as_put(action, pieces[0], goal))
    index, x, y, place = point(action, goal)
    demand(action, "enter", (action.game.maps[index], index, x, y))
    container = action.draft.container_at(index, x, y)
    if container:
        _fill(action, container, pieces)
    else:
        action.draft.lay_open(pieces)
    heaped = isinstance(goal, Spot) and goal.free
    return land(action, pieces, index, x, y, place, heaped=heaped, joins="topmost")


def _lay_open(action: Action, pieces: Sequence[int], goal: Spot) -> None:
    """Note that pieces will lie open, unless they go into a deck or box.

    Their faces decide how they lie on the grid.
    """
    index, x, y, _ = point(action, goal)
    demand(action, "enter", (action.game.maps[index], index, x, y))
    if not action.draft.container_at(index, x, y):
        action.draft.lay_open(pieces)


def _lies_as_put(action: Action, piece: int, goal: Spot) -> bool:
    """Return whether a piece lies exactly where it is put by hand, off the grid: it ignores the grid, or rides on a mat
    there.

    The answer is False for a piece that will join a stack at the point of the grid.
    """
    index, board, kind = map_index(action, goal.map), action.components.maps.get(goal.map), action.kind_of(piece)
    if board is None or kind is None or (kind.grip.snaps and not boards_at(action, piece, index, goal.x, goal.y)):
        return False
    spot = board.snap(goal.x, goal.y)
    return not may_join_at(action, piece, index, spot.x, spot.y)


def _fill(action: Action, holder: int, pieces: Sequence[int]) -> None:
    """Refuse pieces that may not be put into a holder."""
    held = usable(action, holder)
    if held.form == "deck" and not all(takes(action, held, piece) for piece in pieces):
        raise Refusal("not-possible", "deck-takes-not", deck=held.name)


def point(action: Action, goal: Spot | At) -> tuple[int, int, int, str]:
    """Return the map, the point (map pixels) and the name of the place for a goal on a map; the name "" for no place.

    Refuses an unknown map or place, and a point too far away.
    """
    index = map_index(action, goal.map)
    board = action.components.maps.get(goal.map)
    if isinstance(goal, At):
        found = board.spot_of(goal.place) if board is not None else None
        if found is None:
            raise Refusal("no-such-place", "no-place-on-map", place=goal.place, map=goal.map)
        return index, found.x, found.y, found.place
    if max(abs(goal.x), abs(goal.y)) > FARTHEST_PX:
        raise Refusal("not-possible", "point-too-far", map=goal.map)
    if board is None:
        return index, goal.x, goal.y, ""
    if goal.free:
        return index, goal.x, goal.y, board.place_at(goal.x, goal.y)
    spot = board.snap(goal.x, goal.y)
    return index, spot.x, spot.y, spot.place


def _into(action: Action, pieces: Sequence[int], goal: Into) -> int:
    _fill(action, goal.holder, pieces)
    held = action.draft.holder(goal.holder)
    if goal.above and (held is None or goal.above not in held.pieces):
        raise Refusal("no-such-piece", "piece-below-gone")
    if held is not None and held.carrier and held.carrier in action.draft.inside(pieces):
        raise Refusal("not-possible", "own-hold")
    alone = (
        [piece for piece in pieces if not action.pieces.stacks(piece)]
        if held is not None and held.form == "stack"
        else []
    )
    if held is not None and alone:
        land(action, alone, held.map, held.x, held.y, held.place)
    joining = [piece for piece in pieces if piece not in alone]
    if held is not None and joining and action.draft.holder(goal.holder) is None:
        return land(action, joining, held.map, held.x, held.y, held.place)  # the last piece there lies alone now
    if joining:
        action.pieces.put(joining, goal.holder, 0 if goal.bottom else goal.above or None)
    return goal.holder
