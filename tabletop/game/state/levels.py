"""The levels at which a side sees a piece. Patches use them to find the sides that lose track of a piece, and views use
them to find the sides that are told of it.

Sight is stored in pieces and in their holders. Nothing here looks at anything else on the table.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from tabletop.game.state.holder import Holder
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import BACK, BACKS, COUNT, FACE, FACES, TOP, UNSEEN

PieceOf: TypeAlias = Callable[[int], Piece]
HolderOf: TypeAlias = Callable[[int], Holder]


class Knowledge(NamedTuple):
    """The knowledge that the sides have of a piece. `most` has for each side 1 more than its level if the side sees the
    piece, else 1 if it knows that the piece is in its holder, else 0.

    `least` has what other sides can be sure of. A side that sees only the top of a stack knows of the cargo of a
    carrier in it only while nothing that it sees lies on the carrier; others may not see that, so it is 0.
    """

    most: list[int]
    least: list[int]


def level(piece_of: PieceOf, holder_of: HolderOf, id: int, side: int) -> int:
    """Return how much a side sees of a piece, considering everything that the piece lies in: UNSEEN, BACK or FACE.

    Riders of a piece are seen only by sides that see that piece's face.
    """
    piece = piece_of(id)
    return level_in(piece_of, holder_of, id, piece, holder_of(piece.at), side)


def level_in(piece_of: PieceOf, holder_of: HolderOf, id: int, piece: Piece, holder: Holder, side: int) -> int:
    """Return how much a side sees of a piece, as `level` does, where the piece and its holder are known."""
    found = _level_inside(piece_of, holder, id, piece, side)
    while found and holder.carrier:
        carrier = holder.carrier
        carrying = piece_of(carrier)
        holder = holder_of(carrying.at)
        if _level_inside(piece_of, holder, carrier, carrying, side) < FACE:
            return UNSEEN
    return found


def levels(piece_of: PieceOf, holder_of: HolderOf, id: int, sides: int) -> list[int]:
    """Return how much each side sees of a piece, and last how much onlookers see.

    Onlookers see only as much as every side.
    """
    piece = piece_of(id)
    holder = holder_of(piece.at)
    found = [level_in(piece_of, holder_of, id, piece, holder, side) for side in range(sides)]
    found.append(min(found, default=FACE))
    return found


def _level_inside(piece_of: PieceOf, holder: Holder, id: int, piece: Piece, side: int) -> int:
    """Return the level of a piece as far as the piece and its holder decide it."""
    sight = piece.sight[side]
    look = holder.looks[side]
    if not sight or look >= FACES:
        return sight
    if look == TOP and top_of(piece_of, holder, side) == id:
        return sight
    return BACK if look >= BACKS else UNSEEN


def top_of(piece_of: PieceOf, holder: Holder, side: int) -> int:
    """Return the topmost piece of a holder for a side, passing over pieces that it does not see; 0: none."""
    for id in reversed(holder.pieces):
        if piece_of(id).sight[side]:
            return id
    return 0


def knowledge(piece_of: PieceOf, holder_of: HolderOf, id: int, sides: int) -> Knowledge:
    """Return how much each side knows of a piece."""
    seen = (level(piece_of, holder_of, id, side) for side in range(sides))
    most = [found + 1 if found else int(known(piece_of, holder_of, id, side)) for side, found in enumerate(seen)]
    least, holder = most, holder_of(piece_of(id).at)
    while holder.carrier:
        holder = holder_of(piece_of(holder.carrier).at)
        least = [0 if look == TOP else each for look, each in zip(holder.looks, least, strict=True)]
    return Knowledge(most, least)


def levels_of(knowledge: Knowledge) -> list[int]:
    """Return the levels at which sides, and last onlookers, see a piece of which the sides know so much."""
    found = [max(each - 1, UNSEEN) for each in knowledge.most]
    found.append(min(found, default=FACE))
    return found


def compare_knowledge(counts: list[int], knowledge: Knowledge, by: int) -> None:
    """Add `by` to the counts of `Game.known_more` for each pair of sides of which the first knows more of a piece than
    the second is sure to know.

    Back and face count alike: whether a side sees the face may depend on what lies on top of the piece.
    """
    if len({*knowledge.most, *knowledge.least}) < 2:
        return
    at = 0
    for own in knowledge.most:
        for other in knowledge.least:
            counts[at] += by * (min(own, BACK + 1) > other)
            at += 1


def counted(piece: Piece, holder: Holder) -> list[bool]:
    """Return, for each side, whether it knows that the piece is in the holder, if it sees the holder."""
    return [look >= COUNT and sight > UNSEEN for look, sight in zip(holder.looks, piece.sight, strict=True)]


def shown(piece_of: PieceOf, holder: Holder, sides: int) -> list[bool]:
    """Return, for each side and last for onlookers, whether a stack shows anything that lies in it."""
    found = [False] * sides
    for piece in map(piece_of, holder.pieces):
        known = counted(piece, holder)
        if all(known):
            return [True] * (sides + 1)
        found = [had or has for had, has in zip(found, known, strict=True)]
    return [*found, False]


def known(piece_of: PieceOf, holder_of: HolderOf, id: int, side: int) -> bool:
    """Return whether a side knows at least that the piece exists in its holder."""
    piece = piece_of(id)
    holder = holder_of(piece.at)
    if holder.carrier and level(piece_of, holder_of, holder.carrier, side) < FACE:
        return False
    return holder.looks[side] >= COUNT and piece.sight[side] > UNSEEN  # as in `counted`, for one side
