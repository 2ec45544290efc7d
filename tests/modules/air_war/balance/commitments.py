"""The forces that a side commits for a turn: the 11th Hikoshidan, TF-36, and the Combined Fleet."""

from typing import Final

from .position import Position

SHARP: Final = 3
"""The fewest fighters and bombers of the 11th Hikoshidan for which Japan commits it. Each turn costs a point."""
LATE: Final = 8
"""The turn from which Japan declares Operation I-Go 2: in the campaign, when the Allies have come near."""


def commits(now: Position, side: str) -> bool:
    """Return whether a side commits its force this turn: Japan while enough of it is left, the Allies in turns of odd
    numbers.
    """
    if side != "JP":
        return now.turn % 2 == 1
    if now.map == "indies":
        return True
    left = 'group == "11th Hikoshidan" and role != "R" and Strength != "reduced"'
    return now.number(f'count(map("jp-airbases"), {left})') >= SHARP


def declares_fleet(now: Position) -> bool:
    """Return whether Japan declares Operation I-Go 2."""
    return now.turn >= LATE
