"""The view by which a side is judged: a true position without the things that the side does not see.

Only programs that hold the truth use this: a server, a shared screen, a case. A remote seat has only its own view.
"""

from collections import OrderedDict
from typing import Final

from tabletop.game.sight.audience import Audience
from tabletop.game.sight.view import FollowedView, seen_game
from tabletop.game.state.frames import as_seen
from tabletop.game.state.game import Game

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

    def seen_by(self, truth: Game, who: Audience) -> Game:
        """Return a position as an audience sees it."""
        if who.sees_all(truth) or not hides_anything(truth):
            return truth
        kept = self._kept.setdefault(who, OrderedDict())
        known = kept.get(id(truth))
        if known is None or known[0] is not truth:
            known = kept[id(truth)] = truth, self._follow(truth, who)
            if len(kept) > _MOST_KEPT:
                kept.popitem(last=False)
        return known[1]

    def _follow(self, truth: Game, who: Audience) -> Game:
        followed = self._followed.get(who)
        if followed is None:
            followed = self._followed[who] = FollowedView(truth, who)
        return followed.follow(truth)


def hides_anything(game: Game) -> bool:
    """Return whether anything may be hidden from any side. An empty holder counts too, if its contents would be hidden.

    The counts of hidden things are read, and not the pieces themselves.
    """
    return any(game.veiled) or any(
        frame.known_to is not None or frame != as_seen(frame, frozenset()) for frame in game.frames.values()
    )


def seen_by(truth: Game, who: Audience) -> Game:
    """Return a position as an audience sees it, in true ids, so that all positions of a table have the same numbers.

    If nothing on the table is hidden from anybody, the view is the game itself.
    """
    return truth if who.sees_all(truth) or is_open(truth) else seen_game(truth, who)


def is_open(game: Game) -> bool:
    """Return whether nothing on the table is hidden from any side. It looks through the whole game.

    A hold in which nothing lies, for example that of a screen, hides nothing.
    """
    sight, looks = game.open_sight, game.open_looks
    return (
        all(one.known_to is None and one == as_seen(one, frozenset()) for one in game.frames.values())
        and all(piece.sight == sight for piece in game.pieces.values())
        and all(holder.looks == looks or (holder.carrier and not holder.pieces) for holder in game.holders.values())
    )
