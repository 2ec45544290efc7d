"""Recorded chance: when a step is run again, each request gets the same draws as before."""

from collections.abc import Sequence

from tabletop.game.chance import Chance, NoChanceError
from tabletop.game.state.frames import GivenAnswer, Plain


class RecordedChance(Chance):
    """A source of chance that repeats `earlier` draws (sides and result), and then draws from `source`.

    Draws are repeated as long as the numbers of sides are the same as before. Without a source, nothing new can be
    drawn. `made` are all draws so far, and `fresh` is the number of new ones.
    """

    def __init__(self, earlier: Sequence[tuple[int, int]], source: Chance | None, *, secret: bool = False) -> None:
        self.made: list[tuple[int, int]] = []
        self.fresh = 0
        self._earlier = list(earlier)
        self._source = source
        self._secret = secret

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        """Return the next draw; see `Chance.draw`. Raises NoChanceError if a new draw is needed and there is no
        source for it.
        """
        if self._earlier and self._earlier[0][0] == sides:
            result = self._earlier.pop(0)[1]
        elif self._source is None:
            raise NoChanceError
        else:
            self._earlier.clear()
            result = self._source.draw(sides, why, secret=secret or self._secret)
            self.fresh += 1
        self.made.append((sides, result))
        return result


def draws_said(made: Sequence[tuple[int, int]]) -> Plain:
    """Return draws in the form in which an answer keeps them: a list of sides and result for each."""
    return [[sides, result] for sides, result in made]


def draws_of(given: GivenAnswer) -> tuple[tuple[int, int], ...] | None:
    """Return the draws of an answer. None if it was not drawn, or is hidden."""
    match given.answer:
        case list() as draws if given.how == "drawn":
            return tuple((sides, result) for sides, result in draws)
        case _:
            return None
