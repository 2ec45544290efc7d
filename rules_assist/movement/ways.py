"""Ways of moving: the places that pieces can reach, the cost and the way to each, and the reasons against all
others.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.assistance import Where
from tabletop.module.module_words import in_module_words
from tabletop.texts import listed, text

_MOST_NAMED: Final = 3

STOP: Final = "stop"
"""The note of a place where the move ends, even if some allowance is left."""


def movers(situation: Situation, pieces: Sequence[int]) -> tuple[int, ...]:
    """Return the pieces that have a way of moving of their own. The others are markers, which are carried along."""
    modes = situation.book.ground.modes.values()
    return tuple(piece for piece in pieces if any(mode.applies(situation, piece) for mode in modes))


def unruled(sentence: str, rule: str) -> str:
    """Return a sentence without its rule number, because the number is shown beside it: "Too far (4.1)." becomes "Too
    far.".
    """
    ruled = f" ({rule})"
    return sentence.removesuffix(ruled) if sentence.endswith(ruled) else sentence.replace(f"{ruled}.", ".")


def points(units: int, per_point: int) -> str:
    """Return movement as players write it: 5 units of half a point are 2½."""
    whole, rest = divmod(units, per_point)
    if not rest:
        return str(whole)
    part = "½" if 2 * rest == per_point else f" {rest}/{per_point}"
    return f"{whole or ''}{part}".strip()


def name_of(situation: Situation, piece: int) -> str:
    """Return the title of a piece for players."""
    return in_module_words(str(situation.read(piece, "Name") or situation.game.kind_of(piece).name))


def names_of(situation: Situation, pieces: Sequence[int]) -> str:
    """Return the titles of pieces as a list within a sentence.

    If there are more than three, return the first and the number of the others.
    """
    names = [name_of(situation, piece) for piece in pieces]
    return listed(names) if len(names) <= _MOST_NAMED else text("name-and-more", name=names[0], count=len(names) - 1)


def by_whom(reason: str, situation: Situation, pieces: Sequence[int], seen_from: Where | None = None) -> str:
    """Return a reason with the pieces behind it, if there are any: "held up, by Akagi and 2 × Zero".

    With `seen_from`, pieces in other places are named with their place: "Zero at Wake".
    """
    names = counted_names(situation, pieces, seen_from)
    return text("reason-by", reason=reason, pieces=names) if names else reason


def counted_names(situation: Situation, pieces: Sequence[int], seen_from: Where | None = None) -> str:
    """Return the titles of all pieces as a list, with pieces of one title counted: "Akagi and 2 × Zero"."""
    names = Counter(_named(situation, piece, seen_from) for piece in pieces)
    return listed([name if times == 1 else f"{times} × {name}" for name, times in names.items()])


def _named(situation: Situation, piece: int, seen_from: Where | None) -> str:
    """Return the title of a piece. If it is in another place than `seen_from`, its place is added."""
    name = name_of(situation, piece)
    where = situation.stands(piece) if seen_from is not None else None
    if where is None or seen_from is None:
        return name
    terrain = situation.book.ground.atlas.terrain(where.map)
    node = terrain.node(where.place)
    is_here = where.map == seen_from.map and node == terrain.node(seen_from.place)
    return name if is_here or node is None else text("piece-elsewhere", piece=name, place=terrain.titles[node])


def together(situation: Situation, pieces: Sequence[int], *, parts: bool = False) -> tuple[str, tuple[int, ...]]:
    """Return the map of pieces that are in one place, and the nodes where their move begins.

    Pieces on a display stand where the rules say. With `parts`, the nodes in a divided cell are the parts in which the
    pieces are, or all parts if the pieces are in no particular part. Raises `Unanswerable` if the pieces are not
    together in one place of a map.
    """
    if not pieces:
        raise Unanswerable(text("no-piece-named"))
    places = {situation.stands(piece) for piece in pieces}
    where = places.pop()
    if where is None:
        raise Unanswerable(text("stands-on-no-map", piece=name_of(situation, pieces[0])))
    terrain = situation.book.ground.atlas.terrain(where.map)
    node = terrain.node(where.place)
    if any(other is None or terrain.node(other.place) != node or other.map != where.map for other in places):
        raise Unanswerable(text("do-not-stand-together"))
    if node is None:
        raise Unanswerable(text("stands-in-no-place", piece=name_of(situation, pieces[0])))
    halves = terrain.parts(node) if parts else ()
    named = {situation.part_of(piece) for piece in pieces} - {""} if halves else set()
    starts = [half for half in halves if not named or named == {terrain.names[half]}] if halves else [node]
    if not starts:
        raise Unanswerable(text("stand-in-different-parts"))
    return where.map, tuple(starts)
