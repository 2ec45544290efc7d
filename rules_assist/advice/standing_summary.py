"""The state of pieces after a move: the size of their stacks, and whether they are in supply."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rules_assist.movement.ways import name_of, unruled
from rules_assist.places.stacking import stack_of
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Lines, Supply
from tabletop.assistance import Remark, Where
from tabletop.texts import listed, text

_MOST_BASES = 3


def come_to(after: Situation, moved: Iterable[int], where: Where) -> Sequence[int]:
    """Return the moved pieces that are now at a place, or in the cell that the place is a part of."""
    return [piece for piece in moved if piece in after.game.pieces and after.where(piece) in _within(after, where)]


def _within(after: Situation, where: Where) -> Sequence[Where]:
    """Return a place, and the cell of which it is a part."""
    terrain = after.book.ground.atlas.terrain(where.map)
    node = terrain.node(where.place)
    return (where,) if node is None else (where, Where(where.map, terrain.place(node)))


def supplies_of(after: Situation, came: Sequence[int]) -> Iterator[Remark]:
    """Yield remarks about the source or the cut of each kind of supply.

    Successive pieces with the same answer share a remark.
    """
    for supply in after.book.ground.supply.values():
        needing = [piece for piece in came if supply.applies(after, piece)]
        told = [(said, piece) for piece in needing if (said := _supplied(after, supply, piece)) is not None]
        for said, group in groupby(told, key=lambda each: each[0]):
            names = dict.fromkeys(name_of(after, piece) for _, piece in group)
            apart = f"{listed(list(names))}: " if len({each for each, _ in told}) > 1 else ""
            yield Remark(said.title, f"{apart}{said.says}", said.rule, said.is_grave)


def _supplied(after: Situation, supply: Supply, piece: int) -> Remark | None:
    where = after.where(piece)
    if where is None:
        return None
    try:
        lines = supply.lines(after, piece, where.map)
        line = lines.line(where.place)
        cut = lines.cut(where.place) if line is None else None
    except (Unanswerable, KeyError):
        return None
    if line is not None:
        return Remark(supply.title, _from(after, lines, line, where.map), supply.rule)
    if cut is None:
        return None
    return Remark(supply.title, unruled(cut.sentence, cut.rule).removesuffix("."), cut.rule, is_grave=True)


def _from(after: Situation, lines: Lines, line: Sequence[str], map: str) -> str:
    """Return the source of a line, and the bases on it, in words."""
    terrain = after.book.ground.atlas.terrain(map)
    source, *bases = [
        terrain.titles[terrain.numbers[place]]
        for number, place in enumerate(line)
        if not number or (number < len(line) - 1 and lines.is_base(place))
    ]
    by = [*bases[: _MOST_BASES - 1], "…", bases[-1]] if len(bases) > _MOST_BASES else bases
    return text("line-from-by", source=source, bases=listed(by)) if by else text("line-from", source=source)


def stacks_of(after: Situation, came: Sequence[int], where: Where) -> Iterator[Remark]:
    """Yield a remark about each limited stack in a place that includes arrived pieces: its amount and its limit."""
    for stack in stack_of(after, where):
        if stack.limit is not None and not set(came).isdisjoint(stack.pieces):
            yield Remark(
                stack.title,
                text("so-many-of", count=stack.stands, limit=stack.limit),
                stack.rule,
                is_grave=stack.is_over,
            )
