"""The numbers of things for which pieces stand, as a reader of the pieces knows them."""

from tabletop.expression import as_number
from tabletop.game.properties.property_reader import PieceReader


def number_of_things(reader: PieceReader) -> int | None:
    """Return the number of things for which a piece stands. Return None if it has no quantity, or if the reader does
    not know the number.
    """
    quantity = reader.kind.quantity
    return as_number(reader.state[quantity.slot]) if quantity is not None else None


def can_be_poured_together(one: PieceReader, other: PieceReader) -> bool:
    """Return whether two pieces belong to one side and stand for things of the same sort."""
    first, second = one.kind.quantity, other.kind.quantity
    if first is None or second is None or first.name != second.name or one.kind.kind.side != other.kind.kind.side:
        return False
    return _sort(one) == _sort(other)


def _sort(reader: PieceReader) -> object:
    quantity = reader.kind.quantity
    return reader.kind.kind if quantity is None or quantity.of is None else quantity.of.render(reader)
