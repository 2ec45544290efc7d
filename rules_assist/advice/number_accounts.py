"""The accounts of the numbers over a map and of the whole table, for the question "explain this number"."""

from collections.abc import Iterator, Sequence

from rules_assist.advice.held_pieces import ways_of
from rules_assist.movement.ways import counted_names, name_of
from rules_assist.places.stacking import stack_of
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Lines, Supply, SupplyCut
from tabletop.assistance import Account, NumberPart, Where
from tabletop.module.module_words import in_module_words
from tabletop.texts import listed, text


def totals(situation: Situation) -> tuple[Account, ...]:
    """Return the accounts of the numbers of the whole table that the game explains."""
    return tuple(account for known in situation.book.accounts.values() for account in known.totals(situation))


def accounts_at(situation: Situation, pieces: Sequence[int], where: Where) -> tuple[Account, ...]:
    """Return the accounts of the numbers of a place.

    The numbers are the cost for the selected pieces to get there, the supply of the pieces there, the total of the
    stacks there, and the game's own numbers.
    """
    own = (account for known in situation.book.accounts.values() for account in known.at(situation, where))
    return (*_ways_there(situation, pieces, where), *_supplied(situation, where), *_stacked(situation, where), *own)


# --- reach ---


def _ways_there(situation: Situation, pieces: Sequence[int], where: Where) -> Sequence[Account]:
    """Return the accounts of the costs of getting to a place, by the first way of moving that leads there; none if none
    does.

    A drop takes the same way.
    """
    for way in ways_of(situation, pieces):
        place = way.arrival(where)
        if place is not None:
            return way.reach.accounts(place)
    return ()


# --- supply ---


def _supplied(situation: Situation, where: Where) -> Iterator[Account]:
    """Yield, for each kind of supply and each side, the account of the line to the first piece in a place that needs
    this supply.
    """
    for supply in situation.book.ground.supply.values():
        needing = {
            situation.side_of(piece): piece
            for piece in reversed(situation.pieces_at(where))
            if supply.applies(situation, piece)
        }
        for piece in needing.values():
            try:
                yield _line(situation, supply, piece, where)
            except (Unanswerable, KeyError):
                continue


def _line(situation: Situation, supply: Supply, piece: int, where: Where) -> Account:
    lines = supply.lines(situation, piece, where.map)
    line, cut = lines.line(where.place), lines.cut(where.place)
    title = f"{supply.title}: {name_of(situation, piece)}"
    if line is not None:
        return Account(title, text("in-supply"), supply.rule, tuple(_links(situation, supply, lines, line, where.map)))
    return Account(
        title, text("cut-off"), supply.rule, tuple(_cut(situation, supply, cut or SupplyCut("", supply.rule)))
    )


def _links(situation: Situation, supply: Supply, lines: Lines, line: Sequence[str], map: str) -> Iterator[NumberPart]:
    """Yield a part for each place of a line from its source, with the distance in steps from the last base."""
    terrain = situation.book.ground.atlas.terrain(map)
    steps = 0
    for number, place in enumerate(line):
        is_base = not number or lines.is_base(place)
        steps = 0 if is_base else steps + 1
        because = (text("line-base") if number else text("line-source")) if is_base else ""
        yield NumberPart(terrain.titles[terrain.numbers[place]], str(steps), supply.rule, because)


def _cut(situation: Situation, supply: Supply, cut: SupplyCut) -> Iterator[NumberPart]:
    if cut.frontier:
        yield NumberPart(text("lines-come-as-far-as", places=listed(cut.frontier)), "", supply.rule)
    needs = text("so-many-of", count=cut.needs, limit=cut.has) if cut.needs is not None and cut.has is not None else ""
    because = text("by-these", pieces=counted_names(situation, cut.pieces)) if cut.pieces else ""
    yield NumberPart(cut.sentence or text("no-line-there"), needs, cut.rule, because, applies=False)


# --- stacking ---


def _stacked(situation: Situation, where: Where) -> Iterator[Account]:
    for stack in stack_of(situation, where):
        stands = str(stack.stands)
        if stack.limit is not None:
            stands = text("so-many-of", count=stack.stands, limit=stack.limit)
        counts = stack.counts or (1,) * len(stack.pieces)
        parts = tuple(
            NumberPart(name_of(situation, piece), f"+{count}", stack.rule)
            for piece, count in zip(stack.pieces, counts, strict=True)
        )
        side = f", {title_of(situation, stack.side)}" if stack.side else ""
        yield Account(f"{stack.title}{side}", stands, stack.rule, parts)


def title_of(situation: Situation, side: str) -> str:
    """Return the title of a side for players."""
    titles = {each.id: in_module_words(each.title) for each in situation.book.module.about.sides}
    return titles.get(side, side)
