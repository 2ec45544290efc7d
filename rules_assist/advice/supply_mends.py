"""Sentences on the enemies that cut supply lines: without them, the lines would reach pieces again."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules_assist.movement.ways import name_of
from rules_assist.places.line_cuts import opening, with_places
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Supply
from tabletop.assistance import Finding
from tabletop.texts import text

MOST_MENDED: Final = 6
"""The most places or pieces for which a way to open a line is searched for at once."""


def mends_of(situation: Situation, supply: Supply, pieces: Sequence[int]) -> tuple[str, ...]:
    """Return sentences on the enemies without which supply lines would reach pieces again.

    Only the first `MOST_MENDED` pieces are looked at.
    """
    words: list[str] = []
    for piece in pieces[:MOST_MENDED]:
        where = situation.where(piece) if piece in situation.game.pieces else None
        try:
            found = opening(situation, supply, piece, where) if where is not None else None
        except Unanswerable:
            continue
        if found is not None:
            names = with_places(situation, found.pieces)
            words.append(text("supply-reaches-without", pieces=names, piece=name_of(situation, piece)))
    return tuple(dict.fromkeys(words))


def mended(situation: Situation, finding: Finding) -> Finding:
    """Return a finding with the way to open lines to its pieces again; the same finding if there is none."""
    supply = situation.book.ground.supply[finding.supply]
    return replace(finding, mend=" ".join(mends_of(situation, supply, finding.pieces)))
