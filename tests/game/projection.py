"""A position as an audience sees it."""

from tabletop.game.sight.audience import Audience
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game


def project(game: Game, who: Audience) -> Game:
    """Return the game as an audience sees it; for the audience of all sides, the game itself."""
    return game if who.sees_all(game) else View.of(game, who).game
