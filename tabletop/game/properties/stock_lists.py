"""Inventories: lists of the pieces that a side sees, as data. The pieces are listed in groups, with the number of
pieces in each.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct, field

from tabletop.expression import Value, as_number, as_text, compile_expression, compile_template
from tabletop.game.kinds.kind_builder import WithNames
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.values import UNSEEN

MOST_LISTED: Final = 20_000
"""The most pieces on maps that are looked at for a list."""

_NUMBER: Final = re.compile(r"-?[0-9]{1,15}")


class Inventory(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A list of pieces in groups. VASSAL: Game Piece Inventory.

    It lists the pieces that lie on maps and fulfil `where`. They are grouped `by` expressions, the outermost group
    first; an expression that gives the empty text for a piece makes no group for it. A piece is listed with the
    template `words`, and a group with the template `heading`. This template is filled in for the first piece of the
    group, with the group's `Value`, the `Count` of its pieces, and `sums`. Each sum is a name with an expression that
    is added up over the pieces; a word counts 1.

    Pieces are sorted by the template `sorted_by`, and groups by their headings: as words, by their length, or by the
    first number in them. Without a template they keep the order in which they lie. With `headings_only` no piece is
    listed. `pictures` shows each piece's picture in `sizes`, in hundredths of its own size, among which the player
    switches; without `sizes` the picture is small.

    With `keys`, a key that is pressed in the list goes to the pieces of the selected line. With `menus`, a right-click
    opens the menu of a piece. With `goes`, a click on a line shows its piece on the map. Only the `sides` may open the
    list; without any, all may. A second press of its button closes the list, unless it `stays`.
    """

    title: str
    where: str = "true"
    by: tuple[str, ...] = ()
    words: str = "{Name}"
    heading: str = "{Value}"
    sums: dict[str, str] = field(default_factory=dict)
    sorted_by: str = "{Name}"
    order: Literal["words", "length", "numbers"] = "words"
    headings_only: bool = False
    pictures: bool = False
    sizes: tuple[int, ...] = ()
    keys: bool = False
    menus: bool = True
    goes: bool = True
    sides: tuple[str, ...] = ()
    stays: bool = False


class InventoryPiece(NamedTuple):
    """A piece of an inventory, in words."""

    piece: int
    words: str


class InventoryGroup(NamedTuple):
    """A group of an inventory: the common value of its pieces, its heading, the groups within it, and its pieces.

    `size` is the number of pieces in it and in its groups.
    """

    value: str
    heading: str
    size: int
    groups: tuple["InventoryGroup", ...]
    pieces: tuple[InventoryPiece, ...]


_Key: TypeAlias = tuple[float, str]
"""The sort key of pieces and groups."""


class _CountedPiece(NamedTuple):
    """A piece with the values that the list needs."""

    listed: InventoryPiece
    key: _Key
    values: tuple[str, ...]
    sums: tuple[int, ...]


def stock(reading: PropertyReader, inventory: Inventory) -> InventoryGroup:
    """Return all that an inventory lists, as one group without a heading. Raises ExpressionError for its author's
    mistakes.
    """
    taken = list(_taken(reading, inventory))
    if inventory.sorted_by:
        taken.sort(key=lambda one: one.key)
    return _group(reading, inventory, "", taken, 0)


def _taken(reading: PropertyReader, inventory: Inventory) -> Iterator[_CountedPiece]:
    where, words = compile_expression(inventory.where), compile_template(inventory.words)
    by = [compile_expression(each) for each in inventory.by]
    sums = [compile_expression(each) for each in inventory.sums.values()]
    order = compile_template(inventory.sorted_by)
    lying = [id for id, held in reading.draft.holders() if held.map >= 0]
    pieces = [piece for id in lying if (held := reading.draft.holder(id)) is not None for piece in held.pieces]
    for piece in pieces[:MOST_LISTED]:
        reader = PieceReader(reading, piece)
        if reader.level != UNSEEN and where.test(reader):
            yield _CountedPiece(
                InventoryPiece(piece, words.render(reader)),
                _key(order.render(reader), inventory),
                tuple(value for each in by if (value := as_text(each.evaluate(reader)))),
                tuple(_number(each.evaluate(reader)) for each in sums),
            )


def _key(text: str, inventory: Inventory) -> _Key:
    match inventory.order:
        case "words":
            return 0, text.casefold()
        case "length":
            return len(text), text.casefold()
        case "numbers":
            number = _NUMBER.search(text)
            return (float("-inf") if number is None else int(number[0])), ""


def _number(value: Value) -> int:
    """Return the number that a value adds to a sum. A text that is not a number adds 1, an empty text 0."""
    text = as_text(value)
    number = as_number(text)
    return int(bool(text)) if number is None else number


def _group(
    reading: PropertyReader, inventory: Inventory, value: str, taken: Sequence[_CountedPiece], depth: int
) -> InventoryGroup:
    """Return the group of these pieces, which have this value in common.

    `depth` is the depth of the group in the list.
    """
    parts: dict[str, list[_CountedPiece]] = {}
    here: list[InventoryPiece] = []
    for one in taken:
        if depth < len(one.values):
            parts.setdefault(one.values[depth], []).append(one)
        else:
            here.append(one.listed)
    inside = [_group(reading, inventory, part, pieces, depth + 1) for part, pieces in parts.items()]
    if inventory.sorted_by:
        inside.sort(key=lambda group: _key(group.heading, inventory))
    heading = _heading(reading, inventory, value, taken) if depth else ""
    return InventoryGroup(value, heading, len(taken), tuple(inside), () if inventory.headings_only else tuple(here))


def _heading(reading: PropertyReader, inventory: Inventory, value: str, taken: Sequence[_CountedPiece]) -> str:
    names: dict[str, Value] = {"Value": value, "Count": len(taken)}
    for number, name in enumerate(inventory.sums):
        names[name] = sum(one.sums[number] for one in taken)
    first = PieceReader(reading, taken[0].listed.piece)
    return compile_template(inventory.heading).render(WithNames(first, names))
