"""The view by which a side is judged: a true position without the things that the side does not see.

Only programs that have the true position use this: a server, a shared screen, a case. A remote seat has only its own
view.
"""

from collections import OrderedDict
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tabletop.game.sight.audience import Audience
from tabletop.game.sight.view import FollowedView, seen_game
from tabletop.game.state.frames import Frame, as_seen
from tabletop.game.state.game import IN_SETUP, Game
from tabletop.game.state.values import FACES

_MOST_KEPT: Final = 16
"""The number of positions for which each audience's view is kept: those of the last moves."""


class JudgedViews:
    """The views of the audiences of one table, in true ids. Each follows the game to the position that is asked for.

    Judging a step takes the same work for any number of unseen things. As long as nothing is hidden from anybody, the
    view is the game itself.
    """

    def __init__(self) -> None:
        self._followed: dict[Audience, FollowedView] = {}
        self._kept: dict[Audience, OrderedDict[int, tuple[Game, Game]]] = {}
        self._hiding: tuple[Game, bool] | None = None
        self._open: Mapping[int, Frame] = {}

    def seen_by(self, truth: Game, who: Audience) -> Game:
        """Return a position as an audience sees it."""
        if who.sees_all(truth) or not self._hides_anything(truth):
            return truth
        kept = self._kept.setdefault(who, OrderedDict())
        known = kept.get(id(truth))
        if known is None or known[0] is not truth:
            known = kept[id(truth)] = truth, self._follow(truth, who)
            if len(kept) > _MOST_KEPT:
                kept.popitem(last=False)
        return known[1]

    def _hides_anything(self, truth: Game) -> bool:
        """Return whether anything is hidden from any side. All audiences of a position ask one after the other."""
        if self._hiding is None or self._hiding[0] is not truth:
            hides = hides_anything(truth, self._open)
            self._hiding, self._open = (truth, hides), {} if hides else dict(truth.frames.items())
        return self._hiding[1]

    def _follow(self, truth: Game, who: Audience) -> Game:
        followed = self._followed.get(who)
        if followed is None:
            followed = self._followed[who] = FollowedView(truth, who)
        return followed.follow(truth)


def hides_anything(game: Game, open_frames: Mapping[int, Frame] = MappingProxyType({})) -> bool:
    """Return whether anything of the game is hidden from any side: a piece, a procedure, a note, a property of a side.

    An empty closed hold, for example that of a screen, hides nothing. The counts of hidden things are
    read, and not the pieces themselves. The holds are looked through only if these could be all that is hidden.
    `open_frames` are procedures of an earlier position, of which nothing was hidden.
    """
    if any(frame is not open_frames.get(id) and _has_secrets(frame) for id, frame in game.frames.items()):
        return True
    if _keeps_secrets(game):
        return True
    if not any(game.veiled):
        return False
    holds = sum(map(len, game.carried.values()))
    return any(count > holds for count in game.veiled) or game.veiled != _empty_holds(game)


def _has_secrets(frame: Frame) -> bool:
    """Return whether anything of a procedure is hidden from any side."""
    return frame.known_to is not None or frame != as_seen(frame, frozenset())


def _keeps_secrets(game: Game) -> bool:
    """Return whether the game has anything besides pieces and procedures that not every side knows."""
    return (
        any(name.startswith(("side:", f"{IN_SETUP}:")) for name in game.properties)
        or any(note.kind != "public" and not note.opened for note in game.notes.values())
        or bool(game.contacts or game.held or game.dispatches)
    )


def _empty_holds(game: Game) -> tuple[int, ...]:
    """Return for each side the number of empty holds into which it does not look."""
    holders = (game.holders[id] for ids in game.carried.values() for id in ids)
    looks = [holder.looks for holder in holders if not holder.pieces]
    return tuple(sum(each[side] < FACES for each in looks) for side in range(len(game.sides)))


def seen_by(truth: Game, who: Audience) -> Game:
    """Return a position as an audience sees it, in true ids, so that all positions of a table have the same numbers.

    If nothing on the table is hidden from anybody, the view is the game itself.
    """
    return truth if who.sees_all(truth) or not hides_anything(truth) else seen_game(truth, who)
