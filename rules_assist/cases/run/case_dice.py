"""The dice of a case: the results, in order or by stream, the reason for each, and the pieces drawn."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from re import findall
from typing import Final, TypeAlias

from tabletop.game.chance import Chance


class CaseDiceError(Exception):
    """An error: the dice of a case do not fit the rolls, or cannot be understood. It is one sentence."""


Titles: TypeAlias = Callable[[str], str]
"""A function that returns the title for a word of a case: that of a piece or a side, or "" for any other word."""

Pieces: TypeAlias = Callable[[str], int | None]
"""A function that returns the piece that a case means by a word; None if it means none."""

_SMALL: Final = frozenset(("of", "on", "at", "the", "a", "an", "for", "in", "to", "by"))
"""Words that can be left out of the name of a roll."""


@dataclass(frozen=True)
class CaseDie:
    """One result: a number from 1 up, or the name of a drawn piece.

    `why` is the reason for which it must be rolled, or empty. `stream` is the name under which it is listed.
    """

    face: str
    why: str = ""
    stream: str = ""

    def fits(self, reason: str, titles: Titles) -> bool:
        """Return whether it can be the result of a roll for this reason."""
        return _fits(self.why, reason, titles) and _fits(self.stream, reason, titles)


def _fits(said: str, reason: str, titles: Titles) -> bool:
    """Return whether a text fits the reason of a roll: it is a part of the reason, or each of its words begins a word
    of the reason, in the same order.
    """
    if said.casefold() in reason.casefold():
        return True
    titled = " ".join(titles(word) or word for word in said.split())
    words = iter(_words(reason))
    return all(any(each.startswith(part) for each in words) for part in _words(titled))


def _words(text: str) -> list[str]:
    return [word for word in findall(r"\w+", text.casefold()) if word not in _SMALL]


class CaseDice(Chance):
    """The chance of a case, as the case writes it: a list, or a mapping from streams (words of the reason) to lists."""

    def __init__(self, said: object) -> None:
        """Read the dice of a case. Raises CaseDiceError for invalid dice."""
        self._dice = list(_dice(said))
        self._streams = isinstance(said, Mapping) and not said.keys() & {_FACES, _DRAWN}
        self._titles: Titles = lambda _: ""
        self._pieces: Pieces = lambda _: None

    def of(self, titles: Titles, pieces: Pieces) -> None:
        """Set the names that reasons and draws use."""
        self._titles, self._pieces = titles, pieces

    @property
    def left(self) -> list[str]:
        """The dice that have not been rolled."""
        return [f"{die.face} ({die.why or die.stream})" if die.why or die.stream else die.face for die in self._dice]

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - cases list secret rolls too
        """Return the next result, counted from 0; see `Chance.draw`. Raises CaseDiceError if no die of the case is left
        for it, or if the die does not have such a face.
        """
        face = self._next(why, f"1 to {sides}").face
        if not face.isdigit() or not 1 <= int(face) <= sides:
            raise CaseDiceError(f"{face} is not a result of '{why}', which has 1 to {sides}.")
        return int(face) - 1

    def pick(self, among: Sequence[int], why: str) -> int:
        """Return the next drawn piece, by its name or its number among the candidates.

        Raises CaseDiceError if no die of the case is left for it, or if the piece is not among the candidates.
        """
        face = self._next(why, f"one of {len(among)}").face
        if face.isdigit() and 1 <= int(face) <= len(among):
            return among[int(face) - 1]
        piece = self._pieces(face)
        if piece is None or piece not in among:
            raise CaseDiceError(
                f"'{face}' cannot be drawn for '{why}': it is not among the {len(among)} pieces that are left there."
            )
        return piece

    def _next(self, why: str, what: str) -> CaseDie:
        """Return the next die for this reason and use it up. Raises CaseDiceError if none is left, or if the next
        die is for another reason.
        """
        for n, die in enumerate(self._dice):
            if die.fits(why, self._titles):
                return self._dice.pop(n)
            if not self._streams:
                raise CaseDiceError(
                    f"The next die, {die.face}, is for '{die.why or die.stream}', but '{why}' is rolled."
                )
        there = f"; there are dice for {', '.join(dict.fromkeys(self.left))}" if self._dice else ""
        raise CaseDiceError(f"No die is left for '{why}' ({what}){there}.")


_FACES: Final = "d"
_DRAWN: Final = "draw"


def _dice(said: object, why: str = "", stream: str = "") -> Iterator[CaseDie]:
    match said:
        case None:
            return
        case Mapping() if said.keys() & {_FACES, _DRAWN}:
            yield from _of_roll(said, stream)
        case Mapping():
            for key, inner in said.items():
                yield from _dice(inner, why, str(key))
        case list() | tuple():
            for inner in said:
                yield from _dice(inner, why, stream)
        case _ if str(said).isdigit():
            yield CaseDie(str(said), why, stream)
        case _:
            raise CaseDiceError(f"'{said}' is not the result of a die.")


def _of_roll(said: Mapping[object, object], stream: str) -> Iterator[CaseDie]:
    """Yield the dice of one roll, or the pieces of one draw, with their reason. Raises CaseDiceError."""
    for word in said:
        if word not in (_FACES, _DRAWN, "why"):
            raise CaseDiceError(f"'{word}' is not allowed beside '{_FACES}' or '{_DRAWN}'; only 'why' is.")
    why, drawn = str(said.get("why", "")), said.get(_DRAWN, ())
    yield from _dice(said.get(_FACES), why, stream)
    yield from (CaseDie(str(name), why, stream) for name in (drawn if isinstance(drawn, list | tuple) else [drawn]))


class AsItLies(Chance):
    """A source of chance that leaves shuffled things in their order.

    It is for positions that must always be the same.
    """

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - it is always the last
        """Return the last possible result, which leaves a shuffled order as it is; see `Chance.draw`."""
        return sides - 1
