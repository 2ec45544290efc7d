"""The view by which a side is judged: a true position without the things that the side does not see.

Only programs that hold the truth use this: a server, a shared screen, a case. A remote seat has only its own view.
"""

from tabletop.game.sight.audience import Audience
from tabletop.game.sight.view import seen_game
from tabletop.game.state.frames import as_seen
from tabletop.game.state.game import Game


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
