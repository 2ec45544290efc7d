"""Rolls on the tables of the game within a step."""

from collections.abc import Sequence
from typing import Any

from rules_assist.lookup.lookup import Lookup
from rules_assist.lookup.results_table import TableLookup, tables_in
from rules_assist.position.situation import Situation
from rules_assist.procedure import Draw, Pause, Roll
from tabletop.game.state.values import Value


def look(
    situation: Situation,
    table: str,
    *,
    key: str = "",
    piece: int = 0,
    why: str = "",
    thrower: int = 0,
    aimed_at: int = 0,
    **facts: Value,
) -> Draw[Lookup]:
    """Return a roll on a table, about a piece or none. `key` distinguishes it from other rolls of the step on the same
    table.

    `thrower` is the unit that rolls, and `aimed_at` is its target, if there is one.
    """
    found = tables_in(situation)[table].look(situation, facts, piece)
    why = why or found.table.title
    return Draw(key or table, lambda chance: found.roll(chance, why), why, look=found, piece=thrower, target=aimed_at)


def pause(by: str, question: str, *throws: Roll | Draw[Any], rule: str = "", then: str = "", key: str = "") -> Pause:
    """Return the pause that lasts until a side wants to roll. Its key is made from that of the first throw, unless
    another is given.
    """
    return Pause(
        key=key or (f"pause before {throws[0].key}" if throws else "pause"),
        by=by,
        question=question,
        rule=rule,
        then=then,
        throws=throws,
    )


def dice_in(throws: Sequence[Draw[Lookup]]) -> int:
    """Return the total number of dice that are thrown."""
    return sum(each.look.lookup().count for each in throws if isinstance(each.look, TableLookup))
