"""The dice of a case: what comes, in order or by stream, and what each must be rolled for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tabletop.game.chance import Chance


class DiceError(Exception):
    """The dice of a case do not fit what was rolled, or cannot be understood; one sentence."""


@dataclass(frozen=True)
class Die:
    """One result, from 1 up. `why` must be part of the reason it is rolled for, if it is not empty."""

    face: int
    why: str = ""
    stream: str = ""

    def fits(self, reason: str) -> bool:
        """May it answer a roll for this reason?"""
        said = reason.casefold()
        return self.why.casefold() in said and self.stream.casefold() in said


class CaseDice(Chance):
    """Chance as a case has written it: a list, or a mapping from streams (a word of the reason, a side) to lists."""

    def __init__(self, said: object) -> None:
        """Raises DiceError for what are no dice."""
        self._dice = list(_dice(said))
        self._streams = isinstance(said, Mapping)

    @property
    def left(self) -> list[int]:
        """What has not been rolled."""
        return [die.face for die in self._dice]

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - a case hears of all
        """The next result; see `Chance.draw`. Raises DiceError."""
        for n, die in enumerate(self._dice):
            if self._streams and not die.fits(why):
                continue
            if not die.fits(why):
                raise DiceError(f"The next die, {die.face}, is for '{die.why}', but '{why}' is rolled.")
            if not 1 <= die.face <= sides:
                raise DiceError(f"{die.face} cannot come for '{why}': it has 1 to {sides}.")
            del self._dice[n]
            return die.face - 1
        raise DiceError(f"No die is left for '{why}' (1 to {sides}).")


def _dice(said: object, why: str = "", stream: str = "") -> Iterator[Die]:
    if said is None:
        return
    if isinstance(said, Mapping):
        if "d" in said:
            yield from _dice(said["d"], str(said.get("why", why)), stream)
            return
        for key, inner in said.items():
            yield from _dice(inner, why, str(key))
    elif isinstance(said, list | tuple):
        for inner in said:
            yield from _dice(inner, why, stream)
    else:
        text = str(said)
        if not text.isdigit():
            raise DiceError(f"'{text}' is not the result of a die.")
        yield Die(int(text), why, stream)
