"""Rolling on the tables of the game within a step."""

from rules_assist.lookup.values import Lookup
from rules_assist.procedure import Draw
from rules_assist.situation import Situation
from tabletop.game.values import Value


def look(
    situation: Situation, table: str, *, key: str = "", piece: int = 0, why: str = "", **facts: Value
) -> Draw[Lookup]:
    """A roll on a table, about a piece or none; `key` tells it from other rolls of the step on the same table."""
    found = situation.book.tables[table].look(situation, facts, piece)
    why = why or found.table.title
    return Draw(key or table, lambda chance: found.roll(chance, why), why, look=found)
