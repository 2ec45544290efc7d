"""The random draws of a game: all of them come from a seed that was fixed before the game.

Draw n of a stream is an HMAC-SHA256, keyed with the seed, of the name of the stream, n, and the command's nonce. A
value that would cause a bias is drawn again. Open and secret draws have separate streams, so that gaps in the open one
do not reveal secret draws. Nobody can try again for a better roll, because draws are recorded, and a repeated command
gets the same draws again.

`tabletop.game.rolls` reads the notation of dice, and adds the results.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.game.chance import Chance, ChanceDraw
from tabletop.game.change.step import Deed
from tabletop.texts import text

SEED_BYTES: Final = 32
_BITS: Final = 128
_ENCODER: Final = msgspec.msgpack.Encoder(order="sorted")


def new_seed() -> str:
    """Return a seed for a new game, in hex. It must stay secret until the game is over."""
    return secrets.token_hex(SEED_BYTES)


def nonce(by: str, command: Deed) -> bytes:
    """Return the command's own part in its draws: a hash of its seat, and of its contents in true ids.

    Raises ValueError for a command that cannot be recorded, because of a number beyond 64 bits or a broken text.
    """
    try:
        return hashlib.sha256(_ENCODER.encode((by, command))).digest()
    except (OverflowError, UnicodeEncodeError) as problem:
        raise ValueError(
            "This command cannot be recorded: it contains a number or a text that is out of bounds."
        ) from problem


def drawn(seed: str, n: int, sides: int, nonce: bytes, *, secret: bool = False) -> int:
    """Return draw number n (from 0) of the open or the secret stream: 0 to `sides` - 1, all equally likely."""
    key = bytes.fromhex(seed)
    limit = (1 << _BITS) // sides * sides
    attempt = 0
    while True:
        text = f"{'secret' if secret else 'open'}|{n}|{attempt}|".encode()
        number = int.from_bytes(hmac.digest(key, text + nonce, "sha256")[: _BITS // 8], "big")
        if number < limit:
            return number % sides
        attempt += 1


class SeededChance(Chance):
    """A source of new draws for a command, from a seed. `open` and `secret` count the draws made so far."""

    def __init__(self, seed: str, nonce: bytes, open: int, secret: int) -> None:
        self._seed = seed
        self._nonce = nonce
        self._next = {False: open, True: secret}

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - the reason changes nothing
        """Return the next draw; see `Chance.draw`."""
        number = self._next[secret]
        self._next[secret] += 1
        return drawn(self._seed, number, sides, self._nonce, secret=secret)


class Tape(Chance):
    """The draws for one command.

    Earlier draws for the same command are returned again; further ones come from `source`. `fresh` are those further
    ones. An earlier draw is the answer to the first request with the same reason, number of sides and secrecy. So
    another order of requests, or another question, does not give a better roll.
    """

    def __init__(self, source: Chance, earlier: Sequence[ChanceDraw] = ()) -> None:
        self.fresh: list[ChanceDraw] = []
        self._source = source
        self._earlier = list(earlier)

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        """Return the next draw; see `Chance.draw`."""
        return self.draw_for(UNSET, sides, why, secret=secret)

    def for_sides(self, names: tuple[str, ...]) -> Chance:
        """Return a source of draws on this tape, of which only these sides and cells learn."""
        return _TapeForSides(self, names)

    def draw_for(self, known_to: tuple[str, ...] | UnsetType, sides: int, why: str, *, secret: bool) -> int:
        """Return the first earlier draw with this reason, number of sides and secrecy. If there is none, return a new
        draw, and record who learns of it (`ChanceDraw.known_to`). Raises ValueError if `sides` is below 1.
        """
        if sides < 1:
            raise ValueError("there is nothing to draw from")
        for at, before in enumerate(self._earlier):
            if (before.sides, before.why, before.secret) == (sides, why, secret):
                del self._earlier[at]
                return before.result
        result = self._source.draw(sides, why, secret=secret)
        self.fresh.append(ChanceDraw(why, sides, result, secret, known_to))
        return result


class _TapeForSides(Chance):
    """A source of draws on a tape, of which only some sides and cells learn."""

    def __init__(self, tape: Tape, names: tuple[str, ...]) -> None:
        self._tape = tape
        self._names = names

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        return self._tape.draw_for(self._names, sides, why, secret=secret)


class ScriptError(Exception):
    """The error for a given result that is impossible or missing."""


class ScriptedChance(Chance):
    """A source of results that were given before, as faces from 1 up. Tests, cases and games with real dice use it."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)

    @property
    def left(self) -> tuple[int, ...]:
        """The given results that have not been drawn yet."""
        return tuple(self._faces)

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - a script is one list
        """Return the next given result; see `Chance.draw`. Raises ScriptError."""
        if not self._faces:
            raise ScriptError(text("no-result-left", why=why, most=sides))
        face = self._faces.pop(0)
        if not 1 <= face <= sides:
            raise ScriptError(text("result-cannot-come", face=face, why=why, most=sides))
        return face - 1
