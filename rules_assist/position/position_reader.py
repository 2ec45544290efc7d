"""The reader of the properties of one position, for the rules."""

from typing import NamedTuple

from tabletop.expression import CountQuestion, Value, as_text
from tabletop.game.change.draft import Draft
from tabletop.game.properties.piece_counts import LOOK, Counts
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game


class ReadProperty(NamedTuple):
    """A property of a piece, with all that it depends on besides this piece and its place.

    `names` are those of properties of the table; None if it depends on properties whose names are not known.
    """

    value: Value
    names: frozenset[str] | None
    of_others: bool


class PositionReader(PropertyReader):
    """A reader of a whole position, which never changes. So what it has once searched for is kept."""

    def __init__(self, game: Game, components: Components) -> None:
        super().__init__(Draft(game), components, (), sees_all=True)
        self.counts = _PositionCounts(self)
        self._piece_readers: dict[int, PieceReader] = {}
        self._names_read: list[str] | None = None

    def reader(self, id: int) -> PieceReader:
        """Return the reader of a piece, or of no piece (0)."""
        found = self._piece_readers.get(id)
        if found is None:
            found = self._piece_readers[id] = super().reader(id)
        return found

    def read(self, id: int, name: str) -> Value:
        """Return a property of a piece; None if there is none."""
        return self.reader(id).read(name)

    def read_whole(self, id: int, name: str) -> ReadProperty:
        """Return a property of a piece with all that it depends on."""
        table, others, self._names_read = self.asked_table, self.asked_others, []
        try:
            value, names = self.read(id, name), self._names_read
        finally:
            self._names_read = None
        is_by_name = self.asked_table - table == len(names)
        return ReadProperty(value, frozenset(names) if is_by_name else None, self.asked_others > others)

    def shared(self, name: str, id: int) -> Value:
        """Return a property that the piece does not have itself; see `PropertyReader.shared`."""
        if self._names_read is not None:
            self._names_read.append(name)
        return super().shared(name, id)


class _PositionCounts(Counts):
    """The counts of one position. The first piece that answers a question is searched for once."""

    def __init__(self, reading: PositionReader) -> None:
        super().__init__(reading)
        self._position = reading
        self._first: dict[CountQuestion, Value] = {}
        self._lying: dict[int, list[int]] = {}

    def answer(self, question: CountQuestion, asker: PieceReader) -> Value:
        """Return the answer to a question that a piece asks."""
        scope = question.scope
        if question.how != "first" or scope.kind != "map" or not scope.arguments:
            return super().answer(question, asker)
        if question not in self._first:
            reading = self._position
            pieces = self._on(reading.map_index(as_text(scope.arguments[0])))
            reading.budget.spend(LOOK * len(pieces))
            self._first[question] = question.tally(map(reading.reader, pieces))
        return self._first[question]

    def _on(self, map_index: int) -> list[int]:
        """Return the pieces on a map, the lowest first."""
        if map_index not in self._lying:
            reading = self._position
            there = (id for id in reading.draft.piece_ids() if reading.point(id)[0] == map_index)
            self._lying[map_index] = reading.draft.from_the_bottom(there)
        return self._lying[map_index]
