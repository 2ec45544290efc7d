"""Properties that every piece has, whatever its traits: its position, its holder, and the seat that views it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from tabletop.expression import Value, as_text
from tabletop.game.kinds.kind_builder import Getter
from tabletop.game.state.holder import Holder

if TYPE_CHECKING:
    from tabletop.game.properties.property_reader import PieceReader


def _place(field: int) -> Getter:
    return lambda reader: reader.reading.point(reader.id)[field]


def _map_name(reader: "PieceReader") -> Value:
    index = reader.reading.point(reader.id)[0]
    return reader.reading.draft.before.maps[index] if index >= 0 else ""


def _map_called(reader: "PieceReader") -> Value:
    """Return the title of the map, which can contain characters that ids cannot; without a title, return the id."""
    board = reader.reading.board(reader.reading.point(reader.id)[0])
    return board.name if board is not None else _map_name(reader)


def _zone(reader: "PieceReader") -> Value:
    index, x, y, _ = reader.reading.point(reader.id)
    return reader.reading.zone_at(index, x, y)


def _board(reader: "PieceReader") -> Value:
    return reader.reading.board_at(*reader.reading.point(reader.id)[:3])


def _holder(reader: "PieceReader") -> Holder | None:
    return reader.reading.draft.holder(reader.piece.at) if reader.piece else None


def _stack_size(reader: "PieceReader") -> Value:
    holder = _holder(reader)
    return len(reader.reading.seen(holder.pieces)) if holder else 1


def _stack_index(reader: "PieceReader") -> Value:
    holder = _holder(reader)
    if holder is None:
        return 1
    if reader.id not in holder.pieces:
        return 0
    seen = reader.reading.seen(holder.pieces)
    return len(seen) - seen.index(reader.id) if reader.id in seen else 0


def _holder_name(reader: "PieceReader") -> Value:
    holder = _holder(reader)
    return holder.name if holder else ""


def _deck(reader: "PieceReader") -> Value:
    holder = _holder(reader)
    return holder.name if holder and holder.form == "deck" else ""


def _location(reader: "PieceReader") -> Value:
    """Return the location of a piece, as `PropertyReader.location_at` gives it for the point of the piece."""
    return reader.reading.location_at(*reader.reading.point(reader.id))


def _deck_index(reader: "PieceReader") -> Value:
    holder = _holder(reader)
    return _stack_index(reader) if holder and holder.form == "deck" else 0


def _mat(reader: "PieceReader") -> Value:
    mat = reader.reading.mat_of(reader.id)
    return reader.reading.mat_name(mat) if mat or reader.kind.cargo else None


def _of_mat(name: str) -> Getter:
    """Return a getter for a property of the mat that the piece rides on. It gives None if the piece rides on none."""

    def read(reader: "PieceReader") -> Value:
        mat = reader.reading.mat_of(reader.id)
        return reader.reading.read(mat, name) if mat else None

    return read


def _to_mat(field: int) -> Getter:
    """Return a getter for the offset from the piece to its mat, across or down (map pixels). It gives None if the piece
    rides on none.
    """

    def read(reader: "PieceReader") -> Value:
        mat, own = reader.reading.mat_of(reader.id), _place(field)(reader)
        there = reader.reading.point(mat)[field] if mat else None
        return there - own if isinstance(there, int) and isinstance(own, int) else None

    return read


def _rides(reader: "PieceReader") -> Value:
    """Return whether the piece rides on a mat; None for a piece that never can."""
    return bool(reader.reading.mat_of(reader.id)) if reader.kind.cargo else None


def _hidden(by: str, *, to_me: bool) -> Getter:
    """Return a getter that tells if the piece is hidden, from the viewer or from others. It gives None if the piece
    cannot be hidden.

    `by` is the property that holds the side that has hidden it.
    """

    def read(reader: "PieceReader") -> Value:
        getter = reader.kind.provides.get(by)
        if getter is None:
            return None
        side = as_text(getter(reader))
        return bool(side) and (not to_me or side not in reader.reading.side_names())

    return read


def _cargo_count(reader: "PieceReader") -> Value:
    draft = reader.reading.draft
    holds = (draft.holder(hold) for hold in draft.holds_of(reader.id))
    return sum(len(reader.reading.seen(hold.pieces)) for hold in holds if hold is not None)


def _old(name: str) -> Getter:
    """Return a getter for a property of the piece as it was when the action began. It gives "" for a new piece."""

    def read(reader: "PieceReader") -> Value:
        before = reader.reading.before()
        return before.read(reader.id, name) if reader.id in before.draft.before.pieces else ""

    return read


BUILT_IN: Final[Mapping[str, Getter]] = {
    "Kind": lambda reader: reader.kind.kind.key,
    "Side": lambda reader: reader.kind.kind.side,
    "Map": _map_name,
    "MapName": _map_called,
    "X": _place(1),
    "Y": _place(2),
    "Place": _place(3),
    "Location": _location,
    "Zone": _zone,
    "Board": _board,
    "Holder": _holder_name,
    "Deck": _deck,
    "DeckIndex": _deck_index,
    "StackSize": _stack_size,
    "StackIndex": _stack_index,
    "Mat": _mat,
    "MatId": lambda reader: reader.reading.number_of(reader.reading.mat_of(reader.id)),
    "MatPiece": _of_mat("Name"),
    "MatBasicName": _of_mat("BasicName"),
    "MatX": _of_mat("X"),
    "MatY": _of_mat("Y"),
    "MatOffsetX": _to_mat(1),
    "MatOffsetY": _to_mat(2),
    "MatMap": _of_mat("Map"),
    "MatBoard": _of_mat("Board"),
    "MatZone": _of_mat("Zone"),
    "MatLocation": _of_mat("Location"),
    "IsCargo": _rides,
    "CargoCount": _cargo_count,
    "Id": lambda reader: reader.reading.number_of(reader.id),
    "MaskedToMe": _hidden("MaskedBy", to_me=True),
    "MaskedToOthers": _hidden("MaskedBy", to_me=False),
    "InvisibleToMe": _hidden("InvisibleBy", to_me=True),
    "InvisibleToOthers": _hidden("InvisibleBy", to_me=False),
    "Stacks": lambda reader: reader.kind.stacks,
    "Snaps": lambda reader: reader.kind.grip.snaps,
    "Moves": lambda reader: reader.kind.grip.moves,
    "Chosen": lambda reader: reader.id in reader.reading.chosen,
    "Enlarged": lambda reader: reader.reading.enlarges,
    "Seat": lambda reader: reader.reading.seat,
    "SeatSide": lambda reader: reader.reading.seat_side,
    "SeatCalled": lambda reader: reader.reading.seat_called,
    "OldMap": _old("Map"),
    "OldX": _old("X"),
    "OldY": _old("Y"),
    "OldPlace": _old("Place"),
    "OldLocation": _old("Location"),
    "OldZone": _old("Zone"),
    "OldBoard": _old("Board"),
    "OldHolder": _old("Holder"),
    "OldDeck": _old("Deck"),
    "OldMat": _old("Mat"),
    "OldMatId": _old("MatId"),
    "OldMatOffsetX": _old("MatOffsetX"),
    "OldMatOffsetY": _old("MatOffsetY"),
    "OldMatPiece": _old("MatPiece"),
    "OldMatBasicName": _old("MatBasicName"),
}
"""The functions that read the properties which every piece has, by the names of these properties.

`StackIndex` is 1 for the top of a stack. Sizes are counted in the seat's own view.
"""

# fmt: off
OF_BACKS: Final = frozenset((
    "Map", "MapName", "X", "Y", "Place", "Location", "Zone", "Board", "Holder", "Deck", "DeckIndex", "StackSize",
    "StackIndex", "Id", "MaskedToMe", "MaskedToOthers",
))
# fmt: on
"""The names of the properties that can be read of a piece seen only from its back, besides its masked name."""
