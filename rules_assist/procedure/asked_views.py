"""The position of a procedure, in its true form and as each side that is asked sees it."""

from typing import TYPE_CHECKING, NamedTuple

from rules_assist.position.judged_view import JudgedViews
from rules_assist.position.situation import Situation, is_same_table
from rules_assist.procedure.steps import ProcedureError
from tabletop.assistance import Where
from tabletop.game.side_cells import numbers_meant, side_of
from tabletop.game.sight.audience import audience
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value

if TYPE_CHECKING:
    from rules_assist.position.book import Book


class OfferedOption(NamedTuple):
    """An option: its form as plain data in an answer, its value for the step, its label for players, and its note."""

    said: Value
    value: Value | Where
    label: str
    note: str = ""


class SideView:
    """A side's own view of the position, with the same numbers.

    `offers` are the options that have been worked out in this view, by the key of the question.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.offers: dict[str, tuple[OfferedOption, ...]] = {}


class Memory:
    """The last situation of each side, which is kept so that the facts of its places can be used again."""

    def __init__(self, book: "Book") -> None:
        self._book = book
        self._last: dict[tuple[str, tuple[int, ...]], Situation] = {}
        self._seen: dict[tuple[str, tuple[int, ...]], tuple[Game, Situation]] = {}
        self._views = JudgedViews()

    def seen(self, truth: Game, side: str, viewers: tuple[int, ...]) -> Situation:
        """Return a side's view ("": that of onlookers) of a true position, in true ids.

        The last view is used again while nothing on the table changes, because rules do not read the procedures under
        way.
        """
        last = self._seen.get((side, viewers))
        if last is None or not is_same_table(last[0], truth):
            view = self._views.seen_by(truth, audience(viewers))
            found = self.situation(view, side, viewers) if side else Situation(view, self._book)
            last = self._seen[side, viewers] = truth, found
        return last[1]

    def situation(self, game: Game, side: str = "", viewers: tuple[int, ...] = ()) -> Situation:
        """Return a position as a side sees it ("": the true position). `game` is that side's own view."""
        last = self._last.get((side, viewers))
        found = Situation(game, self._book, side) if last is None else last.became(game)
        self._last[side, viewers] = found
        return found


class Views:
    """The views of one position. `situation` is the true position, or one side's view of it.

    If a side has cells, its view is that of those cells which the acting seat plays (they are among the `viewers`). If
    the seat plays none of them, it is the view of the side and all its cells together.
    """

    def __init__(self, situation: Situation, memory: Memory | None = None, viewers: tuple[int, ...] = ()) -> None:
        self.situation = situation
        self._memory = memory or Memory(situation.book)
        self._viewers = viewers
        self._known: dict[tuple[str, tuple[int, ...]], SideView] = {}

    def of(self, side: str) -> SideView | None:
        """Return the view of a side ("": that of onlookers). None if only another side's view is known here."""
        places = numbers_meant(self.situation.game.sides, side) if side else ()
        return self._view(side, tuple(one for one in places if one in self._viewers) or places)

    def looked_on(self) -> Situation:
        """Return the view of an onlooker, who plays no side. Where only a side's view is known, return that view."""
        view = self._view("", ())
        return self.situation if view is None else view.situation

    def of_author(self, name: str) -> SideView | None:
        """Return the view of the side or cell that has given an answer; None if only another view is known here."""
        return self._view(name, numbers_meant(self.situation.game.sides, name) if name else ())

    def _view(self, name: str, viewers: tuple[int, ...]) -> SideView | None:
        game = self.situation.game
        if name and name not in game.sides:
            raise ProcedureError(f"'{name}' is asked, but the sides are {', '.join(game.sides)}.")
        if self.situation.side and name not in ("", self.situation.side):
            return None
        if (name, viewers) not in self._known:
            seen = self.situation if self.situation.side else self._seen_by(side_of(name), viewers)
            self._known[name, viewers] = SideView(seen)
        return self._known[name, viewers]

    def _seen_by(self, side: str, viewers: tuple[int, ...]) -> Situation:
        """Return the position as these viewers of a side see it. It is worked out once for a position."""
        truth = self.situation
        return truth.once(("seen-by", side, viewers), lambda: self._memory.seen(truth.game, side, viewers), Situation)
