"""One side's own view of a true position, and which number of the view stands for which piece.

Only who holds the truth uses this: a server, a hot-seat, a case. A seat far away has nothing but its view.
"""

from tabletop.game.audience import Audience
from tabletop.game.eyes import eyes
from tabletop.game.frames import as_seen
from tabletop.game.game import Game
from tabletop.game.names import Names
from tabletop.game.view import View


class SeenBy:
    """A position as an audience sees it (`game`), with its pieces' numbers there and in truth.

    Where nothing on the table is hidden from anybody, the view is the game itself: it would say the same.
    """

    def __init__(self, truth: Game, who: Audience) -> None:
        self._truth = truth
        self._who = who
        self._view = None if who.sees_all(truth) or is_open(truth) else View.of(truth, who)
        self._names = None if self._view is None else Names(truth, who)
        self.game = truth if self._view is None else self._view.game

    def number(self, piece: int) -> int | None:
        """The number in the view of a piece in truth; None for one that is not seen."""
        if self._view is None:
            return piece if piece in self._truth.pieces else None
        found = eyes(self._truth, self._who).piece(piece)
        return self._view.number(found[0]) if found else None

    def piece(self, number: int) -> int | None:
        """The piece in truth that has this number in the view; None if there is no such."""
        if self._view is None or self._names is None:
            return number if number in self._truth.pieces else None
        name = self._view.name(number)
        return None if name is None else self._names.id(name)


def is_open(game: Game) -> bool:
    """Is nothing on the table hidden from any side? It walks the game."""
    sight, looks = game.open_sight, game.open_looks
    return (
        all(frame == as_seen(frame, frozenset()) for frame in game.frames.values())
        and all(piece.sight == sight for piece in game.pieces.values())
        and all(holder.looks == looks for holder in game.holders.values())
    )
