"""The actions done in this player part, for example those that are done only once (6.1, 6.2).

They are recorded on the table, because no piece shows them.
"""

from typing import Final

from tabletop.game.commands import SetProperty

from ..position.facts import Facts

PART_DONE: Final = "part_done"
"""The property of the table that holds the turn, the side whose part it is, and the actions done in it: `4 JP: air
resets`.
"""


def done_in_part(facts: Facts) -> tuple[str, ...]:
    """Return the actions done in this player part."""
    part, _, done = str(facts.situation.table(PART_DONE) or "").partition(":")
    return tuple(done.split()) if part == _part(facts) else ()


def now_done(facts: Facts, what: str) -> SetProperty:
    """Return the command that records an action in this part; `what` is one word."""
    words = (*done_in_part(facts), what)
    return SetProperty(PART_DONE, f"{_part(facts)}: {' '.join(dict.fromkeys(words))}")


def amount_done(facts: Facts, what: str) -> int:
    """Return the amount of an action in this part, as `more_done` has recorded it; 0 if nothing is recorded."""
    found = (word.partition("=") for word in done_in_part(facts))
    return next((int(amount) for word, _, amount in found if word == what), 0)


def more_done(facts: Facts, what: str, amount: int) -> SetProperty:
    """Return the command that records a further amount of an action in this part."""
    words = [word for word in done_in_part(facts) if word.partition("=")[0] != what]
    return SetProperty(
        PART_DONE, f"{_part(facts)}: {' '.join((*words, f'{what}={amount_done(facts, what) + amount}'))}"
    )


def _part(facts: Facts) -> str:
    return f"{facts.moment.turn} {facts.moment.phasing}"
