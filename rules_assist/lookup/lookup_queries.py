"""The questions about results tables that every module answers: `lookup`, `odds` and `explain`."""

from collections.abc import Collection, Mapping
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from rules_assist.lookup.explained_sums import explained
from rules_assist.lookup.lookup import Lookup
from rules_assist.lookup.lookup_forecast import Forecast, forecast
from rules_assist.lookup.results_table import TableLookup, tables_in
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import OTHERS, Data, Query, Unanswerable
from tabletop.expression import Value
from tabletop.game.chance import Chance
from tabletop.module.documents.problems import nearest


class LookupExplanation(Struct, frozen=True):
    """A lookup in lines to read: the roll, its modifiers with their reasons, the result."""

    lines: tuple[str, ...]


class LookupQuery:
    """`{table: air-strike, <facts>}`: the lookup.

    With `dice: [3, 5]`, in the order of the throws, it also gives the result. `of` is the piece that the lookup is
    about.
    """

    id = "lookup"
    title = "Lookup in a table"
    rule = ""
    takes: ClassVar = {
        "table": "the table",
        "of": "the piece that it is about",
        "dice": "the rolled dice, in the order of the throws",
        OTHERS: "the facts that the table needs",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> Lookup:
        """Return the lookup, with its result if the dice are given. Raises `Unanswerable` for wrong facts or dice."""
        return _rolled(looked(situation, given, self.takes), given)


class OddsQuery:
    """`{table: air-strike, <facts>}`: the chance of each result.

    `compare: {one more cruiser: {dice: 5}}` adds the same answer with some facts changed.
    """

    id = "odds"
    title = "Odds of a table"
    rule = ""
    takes: ClassVar = {
        "table": "the table",
        "of": "the piece that it is about",
        "compare": "the same with some facts changed, by titles: {one more cruiser: {firepower: 3}}",
        OTHERS: "the facts that the table needs",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> Forecast:
        """Return the forecast, with those to compare. Raises `Unanswerable` for wrong facts."""
        found = forecast(looked(situation, given, self.takes), tables_in(situation))
        changes = given.get("compare", {})
        if not isinstance(changes, Mapping):
            raise Unanswerable("'compare' needs titles with changed facts: {one more cruiser: {firepower: 3}}.")
        return replace(
            found, compared={title: self._changed(situation, given, facts) for title, facts in changes.items()}
        )

    def _changed(self, situation: Situation, given: Mapping[str, Data], facts: Data) -> Forecast:
        if not isinstance(facts, Mapping):
            raise Unanswerable("'compare' needs facts by name under each title: {one more cruiser: {firepower: 3}}.")
        return forecast(looked(situation, {**given, **facts}, self.takes), tables_in(situation))


class ExplainQuery:
    """`{table: air-strike, <facts>}`: the lookup, explained line by line."""

    id = "explain"
    title = "Explanation of a lookup"
    rule = ""
    takes: ClassVar = {
        "table": "the table",
        "of": "the piece that it is about",
        "dice": "the rolled dice, in the order of the throws",
        OTHERS: "the facts that the table needs",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> LookupExplanation:
        """Return the explanation of the lookup. Raises `Unanswerable` for wrong facts or dice."""
        return LookupExplanation(tuple(explained(_rolled(looked(situation, given, self.takes), given))))


def looked(situation: Situation, given: Mapping[str, Data], words: Collection[str]) -> TableLookup:
    """Return the lookup that a question asks for. All words except its own are facts.

    Raises `Unanswerable` for an unknown table or piece, and for wrong facts.
    """
    id, piece = given.get("table"), given.get("of", 0)
    tables = tables_in(situation)
    table = tables.get(id) if isinstance(id, str) else None
    if table is None:
        hint = nearest(str(id), tables)
        raise Unanswerable(f"There is no table '{id}'." + (f" Did you mean '{hint}'?" if hint else ""))
    if not isinstance(piece, int) or (piece and piece not in situation.game.pieces):
        raise Unanswerable(f"'{piece}' is no piece on the table.")
    facts = {name: _plain(name, value) for name, value in given.items() if name not in words}
    return table.look(situation, facts, piece)


def _plain(name: str, value: Data) -> Value:
    if value is None or isinstance(value, str | int):
        return value
    raise Unanswerable(f"{name} is a number, yes or no, or a word, not a list.")


def _rolled(look: TableLookup, given: Mapping[str, Data]) -> Lookup:
    dice = given.get("dice")
    if dice is None:
        return look.lookup()
    shown = dice if isinstance(dice, list | tuple) else [dice]
    faces = [int(face) for face in shown if isinstance(face, int) or (isinstance(face, str) and face.isdigit())]
    if len(faces) != len(shown):
        raise Unanswerable("Dice are whole numbers, in the order in which they were thrown.")
    chance = _ShownDice(faces)
    found = look.roll(chance)
    if chance.left:
        raise Unanswerable(f"{look.table.title} takes {len(faces) - len(chance.left)} dice; {len(faces)} were given.")
    return found


class _ShownDice(Chance):
    """Dice that have been rolled already."""

    def __init__(self, faces: list[int]) -> None:
        self.left = faces

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - nothing is kept
        """Return the side of the next die, from 0.

        Raises `Unanswerable` if no die is left, or if the die has no such side.
        """
        if not self.left:
            raise Unanswerable(f"{why} takes more dice than were given.")
        face, *self.left = self.left
        if not 1 <= face <= sides:
            raise Unanswerable(f"A die of {sides} sides does not show {face}.")
        return face - 1


TABLE_QUERIES: Final[tuple[Query, ...]] = (LookupQuery(), OddsQuery(), ExplainQuery())
