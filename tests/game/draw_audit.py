"""The audit of the draws of a game against its seed."""

from collections.abc import Iterable

from tabletop.dice import drawn, nonce
from tabletop.game.change.step import Step


def audit(seed: str, steps: Iterable[Step], open: int = 0, secret: int = 0) -> int:
    """Return the number of the first step whose draws do not come from this seed; 0 if there is none.

    `open` and `secret` are the numbers of draws before the first step.
    """
    behind = {False: open, True: secret}
    for step in steps:
        mark = nonce(step.by, step.command) if step.drawn else b""
        for draw in step.drawn:
            if drawn(seed, behind[draw.secret], draw.sides, mark, secret=draw.secret) != draw.result:
                return step.seq
            behind[draw.secret] += 1
    return 0
