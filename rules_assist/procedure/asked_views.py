"""The position of a procedure, as it is and as each asked side sees it."""

from typing import TYPE_CHECKING, NamedTuple

from rules_assist.position.judged_view import is_open
from rules_assist.position.situation import Situation
from rules_assist.procedure.steps import ProcedureError
from tabletop.assistance import Where
from tabletop.game.sight.audience import audience
from tabletop.game.sight.view import seen_game
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value

if TYPE_CHECKING:
    from rules_assist.position.book import Book


class OfferedOption(NamedTuple):
    """An option: its plain form in an answer, its value for the step, and its label for players; with its note."""

    said: Value
    value: Value | Where
    label: str
    note: str = ""


class SideView:
    """A side's own view of the position, in the same numbers.

    `offers` are the options that have been worked out on it, by the key of the question.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.offers: dict[str, tuple[OfferedOption, ...]] = {}


class Memory:
    """The last situation of each side, kept to reuse the facts of its places."""

    def __init__(self, book: "Book") -> None:
        self._book = book
        self._last: dict[str, Situation] = {}
        self._seen: dict[str, tuple[Game, Situation]] = {}
        self._open: tuple[Game, bool] | None = None

    def seen(self, truth: Game, side: str) -> Situation:
        """Return a side's ("": onlookers') view of a true position, in true ids.

        The last view is reused while nothing on the table changes, since rules do not read the procedures under way.
        """
        last = self._seen.get(side)
        if last is None or not _is_the_same_table(last[0], truth):
            who = audience([truth.sides.index(side)] if side else [])
            view = truth if self._is_open(truth) else seen_game(truth, who)
            last = self._seen[side] = truth, self.situation(view, side) if side else Situation(view, self._book)
        return last[1]

    def _is_open(self, truth: Game) -> bool:
        if any(frame.known_to is not None for frame in truth.frames.values()):
            return False
        known = self._open
        if known is None or known[0].pieces is not truth.pieces or known[0].holders is not truth.holders:
            known = self._open = truth, is_open(truth)
        return known[1]

    def situation(self, game: Game, side: str = "") -> Situation:
        """Return a position as a side sees it ("": as it is); `game` is that side's own view."""
        last = self._last.get(side)
        found = self._last[side] = Situation(game, self._book, side) if last is None else last.became(game)
        return found


def _is_the_same_table(one: Game, other: Game) -> bool:
    return (
        (one.pieces is other.pieces and one.holders is other.holders and one.kinds is other.kinds)
        and one.properties == other.properties
        and one.options == other.options
    )


class Views:
    """The views of one position. `situation` is the true position, or one side's view of it."""

    def __init__(self, situation: Situation, memory: Memory | None = None) -> None:
        self.situation = situation
        self._memory = memory or Memory(situation.book)
        self._known: dict[str, SideView] = {}

    def of(self, side: str) -> SideView | None:
        """Return the view of a side ("": of onlookers); None if only another side's view is known here."""
        game = self.situation.game
        if side and side not in game.sides:
            raise ProcedureError(f"'{side}' is asked, but the sides are {', '.join(game.sides)}.")
        if self.situation.side and side not in ("", self.situation.side):
            return None
        if side not in self._known:
            self._known[side] = SideView(self.situation if self.situation.side else self._seen_by(side))
        return self._known[side]

    def _seen_by(self, side: str) -> Situation:
        """Return the position as a side sees it; it is kept for everyone who asks."""
        truth = self.situation
        return truth.once(("seen-by", side), lambda: self._memory.seen(truth.game, side), Situation)
