"""Dice in a game without a host.

Each player makes a chain of hashes at the beginning, and reveals its links one by one, backwards. The receiver of
orders rolls for them: the results follow from the receiver's next link and the digest of the orders. The receiver
cannot choose the link, since its hash is already known; the sender cannot know it. The receiver reveals the link with
the answer, and the sender checks it.
"""

import hashlib
from typing import Final

from tabletop.dice import drawn
from tabletop.game.chance import Chance

MOST_TURNS: Final = 4_096
"""The most turns of one player: the length of a chain of dice."""

LINK_BYTES: Final = 32


def follows(link: bytes, known: bytes) -> bool:
    """Return whether a link is the next one of a chain after the last known link."""
    return len(link) == LINK_BYTES and _hashed(link) == known


def dice_link(end: bytes, turn: int) -> bytes:
    """Return the link of a chain for a turn, from 1 up. The link of turn 0 is known from the beginning.

    `end` is the last link of the chain, from which its owner computes all others.
    """
    for _ in range(MOST_TURNS - turn):
        end = _hashed(end)
    return end


def _hashed(link: bytes) -> bytes:
    return hashlib.sha256(link).digest()


class LinkedChance(Chance):
    """A source of the draws of a turn that is opened. They follow from a link of a chain and from the digest of the
    turn's file.
    """

    def __init__(self) -> None:
        self._seed, self._count = "", 0

    def begin(self, link: bytes, digest: bytes) -> None:
        """Begin the dice of a turn."""
        self._seed, self._count = hashlib.sha256(link + digest).hexdigest(), 0

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - the reason changes nothing
        """Return the next draw; see `Chance.draw`."""
        self._count += 1
        return drawn(self._seed, self._count, sides, b"", secret=secret)
