"""Markers that lead pieces, for example a Task Force marker.

A player who takes up the marker also takes up its units.
"""

from collections.abc import Iterable

from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.situation import Situation
from rules_assist.schema.movement_rules import LeaderRecord
from tabletop.expression import compile_expression


class Leader:
    """A rule for markers, from a rule file. Such a marker leads the pieces of its side at its place that have the same
    value of a property.
    """

    def __init__(self, record: LeaderRecord) -> None:
        self.id = record.id
        self.title = record.title
        self.rule = record.rule
        self._who = compile_expression(record.who)
        self._by = record.by

    def led_by(self, situation: Situation, piece: int) -> tuple[int, ...]:
        """Return the pieces that a piece leads, in the order of their ids; none if it does not lead."""
        where, name = situation.where(piece), situation.read(piece, self._by)
        if where is None or name in (None, "") or not self._who.test(RuleFactReader(situation, piece=piece)):
            return ()
        side = situation.side_of(piece)
        return tuple(
            other
            for other in situation.pieces_at(where)
            if other != piece and situation.side_of(other) == side and situation.read(other, self._by) == name
        )


def taken_up(situation: Situation, pieces: Iterable[int]) -> tuple[int, ...]:
    """Return these pieces and the pieces that markers among them lead, each once.

    The pieces that a marker leads come before it, so that they lie below it.
    """
    found: dict[int, None] = {}
    for piece in pieces:
        for leader in situation.book.ground.leaders:
            found.update(dict.fromkeys(leader.led_by(situation, piece)))
        found.pop(piece, None)
        found[piece] = None
    return tuple(found)
