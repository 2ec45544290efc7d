"""The position in which a procedure stands, and the same as each side that is asked sees it."""

from typing import NamedTuple

from rules_assist.eyes import is_open
from rules_assist.procedure.steps import ProcedureError
from rules_assist.situation import Situation
from tabletop.assisting import Where
from tabletop.game.audience import audience
from tabletop.game.game import Game
from tabletop.game.values import Value
from tabletop.game.view import seen_game


class Offered(NamedTuple):
    """An option: what is written in an answer, what the step is given for it, and what players read."""

    said: Value
    value: Value | Where
    label: str


class View:
    """A side's own view of the position, in the same numbers.

    `offers` are the options that have been worked out on it, by the key of the question.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.offers: dict[str, tuple[Offered, ...]] = {}


class Views:
    """The views of one position. `situation` is the position as it truly is, or one side's view of it."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self._known: dict[str, View] = {}

    def of(self, side: str) -> View | None:
        """The view of a side ("": of onlookers); None where only another side's view is known here."""
        game = self.situation.game
        if side and side not in game.sides:
            raise ProcedureError(f"'{side}' is asked, but the sides are {', '.join(game.sides)}.")
        if self.situation.side and side not in ("", self.situation.side):
            return None
        if side not in self._known:
            self._known[side] = View(self.situation if self.situation.side else self._seen_by(game, side))
        return self._known[side]

    def _seen_by(self, game: Game, side: str) -> Situation:
        who = audience([game.sides.index(side)] if side else [])
        seen = game if is_open(game) else seen_game(game, who)
        return Situation(seen, self.situation.book, side)
