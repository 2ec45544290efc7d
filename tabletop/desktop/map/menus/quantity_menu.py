"""The menu entries of a piece that stands for a number of things: to split it, and to merge it with others."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QMenu

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.expression import as_number
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import Batch, Into, Pour
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.properties.quantities import can_be_poured_together, number_of_things
from tabletop.module.module_words import Words


def add_quantity(menu: QMenu, model: TableModel, reading: PropertyReader, piece: int, words: Words) -> None:
    """Add the entries that split a piece and that merge it with pieces of its sort in the same place, as far as this
    seat knows the numbers.
    """
    quantity, number = reading.reader(piece).kind.quantity, number_of_things(reading.reader(piece))
    if quantity is None or number is None:
        return
    if number > 1:
        menu.addAction(tr("Split…"), _splitting(model, piece, number, words(quantity.name)))
    alike = _alike(model, reading, piece)
    if alike:
        menu.addAction(tr("Merge with counters here"), lambda: _merge(model, reading, (piece, *alike), quantity.most))


def _splitting(model: TableModel, piece: int, number: int, name: str) -> Callable[[], None]:
    """Return a function that asks for a number of things, and splits them off a piece, onto its stack."""

    def split() -> None:
        question = tr("How many of {number} {name} are split off?", number=number, name=name)
        asked = model.ask(Prompt("count", question, default=number // 2, form="number", most=number - 1))
        count = as_number(str(asked or 0))
        if count and piece in model.game.pieces:
            model.submit(Pour(piece, count, to=Into(model.game.pieces[piece].at, above=piece)))

    return split


def _alike(model: TableModel, reading: PropertyReader, piece: int) -> tuple[int, ...]:
    """Return the other pieces in the place of a piece that can be merged with it."""
    game, held = model.game, model.game.holder_of(piece)
    there = [
        other
        for holder in game.holders.values()
        if holder is held or (held.place and (holder.map, holder.place) == (held.map, held.place))
        for other in holder.pieces
        if other != piece
    ]
    one = reading.reader(piece)
    return tuple(
        other
        for other in there
        if number_of_things(reading.reader(other)) and can_be_poured_together(one, reading.reader(other))
    )


def _merge(model: TableModel, reading: PropertyReader, pieces: Sequence[int], most: int) -> None:
    """Pour pieces into the one that stands for the greatest number, until it is full."""
    numbers = {piece: number_of_things(reading.reader(piece)) or 0 for piece in pieces}
    target = max(pieces, key=numbers.__getitem__)
    total, poured = numbers[target], list[Pour]()
    for piece in pieces:
        count = min(numbers[piece], most - total) if most else numbers[piece]
        if piece != target and count > 0:
            poured.append(Pour(piece, count, target))
            total += count
    if poured:
        model.submit(poured[0] if len(poured) == 1 else Batch(tuple(poured)))
