"""The decision to pour: to split things off a piece that stands for several, or to pour them into another piece."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tabletop.expression import as_number
from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.heard_words import is_open
from tabletop.game.change.patch import Go
from tabletop.game.change.told import Told
from tabletop.game.commands import Goal, Into, MovePieces, Pour
from tabletop.game.decisions.decision import movable, touchable
from tabletop.game.decisions.goals import put
from tabletop.game.decisions.piece_decisions import move
from tabletop.game.kinds.compiled_kinds import CompiledKind
from tabletop.game.kinds.kind_builder import PieceQuantity
from tabletop.game.properties.quantities import can_be_poured_together
from tabletop.game.side_cells import side_of
from tabletop.game.sight.audience import ONLOOKERS
from tabletop.game.state.values import FACE, NOBODY, UNSEEN, Value


class _Quantity(NamedTuple):
    """A piece that stands for a number of things, and that number."""

    piece: int
    kind: CompiledKind
    quantity: PieceQuantity
    number: int

    @property
    def title(self) -> str:
        """The name of the piece's kind, for refusals."""
        return self.kind.kind.name

    @property
    def is_secret(self) -> bool:
        """True if only the piece's own side knows the number."""
        return self.quantity.name in self.kind.secrets

    def holds(self, number: int) -> bool:
        """Return whether the piece can stand for so many things."""
        return not self.quantity.most or number <= self.quantity.most


def pour(action: Action, command: Pour) -> None:
    """Pour things from a piece into another, or split them off as a new piece at a goal.

    A piece that is emptied leaves the game. If everything goes to a goal, the piece itself moves there. The greater
    part keeps the id, if all sides see both numbers. Otherwise the piece that stays where it is keeps it, because the
    ids would tell other sides which part is the greater one.
    """
    source = _held(action, movable(action, (command.piece,))[0])
    if (command.into == NOBODY) == (command.to is None):
        raise Refusal("not-possible", "pour-one-goal")
    if not 1 <= command.count <= source.number:
        raise Refusal(
            "not-possible",
            "pour-number",
            piece=source.title,
            have=source.number,
            name=source.quantity.name,
            count=command.count,
        )
    if command.to is None:
        _join(action, source, _held(action, touchable(action, (command.into,))[0]), command.count)
    elif command.count == source.number:
        move(action, MovePieces((source.piece,), command.to))
    else:
        _split(action, source, command.count, command.to)


def _held(action: Action, piece: int) -> _Quantity:
    """Return a piece with its number. Refuses a piece that has none, or whose number the acting seat does not know."""
    kind = action.kind_of(piece)
    if kind is None or kind.quantity is None:
        raise Refusal("not-possible", "pour-no-quantity", piece=kind.kind.name if kind is not None else "?")
    if action.draft.keeps(piece, kind.quantity.slot):
        raise Refusal("not-yours", "pour-secret", piece=kind.kind.name, name=kind.quantity.name)
    number = as_number(action.state(piece)[kind.quantity.slot])
    return _Quantity(piece, kind, kind.quantity, number or 0)


def _split(action: Action, source: _Quantity, count: int, goal: Goal) -> None:
    """Split a number of things off a piece. They go to the goal, and the rest stays in its place."""
    old, new = source.piece, _part_of(action, source.piece)
    is_greater = 2 * count > source.number and _may_change_places(action, [source])
    goes, stays = (old, new) if is_greater else (new, old)
    _set(action, source, goes, count)
    _set(action, source, stays, source.number - count)
    if isinstance(goal, Into) and goal.above == old:
        goal = replace(goal, above=stays)
    lay_in = _lies_in(action, stays)
    with action.pieces.by_hand():
        put(action, (goes,), goal)
    lies_in = _lies_in(action, goes)
    facts: dict[str, Value] = {"count": count, "had": source.number, "name": source.quantity.name}
    holders = (lies_in,) if lies_in != lay_in else ()
    rest = _tell_open(action, Told("pieces-split", facts, (old, new), holders), [source], (old, new))
    seeing = _seeing(action, (goes,), UNSEEN + 1, rest)
    if seeing:
        action.tell(Told("pieces-moved", pieces=(goes,), holders=(lay_in, lies_in), sides=seeing, lesser=True))
    _tell_number(action, source, stays, [side for side in rest if side not in seeing])
    action.pieces.arrive((goes,))


def _part_of(action: Action, piece: int) -> int:
    """Make a copy of a piece, directly above it if both lie in the same holder; return its id."""
    part = action.pieces.copy(piece)
    if _lies_in(action, part) == _lies_in(action, piece):
        action.change(Go((part,), _lies_in(action, piece), piece))
    return part


def _join(action: Action, source: _Quantity, target: _Quantity, count: int) -> None:
    """Pour a number of things into another piece. If nothing remains, one of the two pieces leaves the game."""
    _refuse_unlike(action, source, target)
    total, left = target.number + count, source.number - count
    if not target.holds(total):
        most, name = target.quantity.most, target.quantity.name
        raise Refusal("not-possible", "pour-full", piece=target.title, most=most, name=name)
    if left:
        _pour_some(action, source, target, count)
        return
    is_greater = source.number > target.number and source.holds(total)
    swaps = is_greater and _may_change_places(action, [source, target])
    lives, gone = (source, target) if swaps else (target, source)
    if len(action.draft.inside((gone.piece,))) > 1:
        raise Refusal("not-possible", "pour-cargo", piece=gone.title)
    facts: dict[str, Value] = {"count": total, "name": target.quantity.name}
    both = (lives.piece, gone.piece)
    rest = _tell_open(action, Told("pieces-merged", facts, both), [source, target], both)
    seeing = _seeing(action, (gone.piece,), UNSEEN + 1, rest)
    if seeing:
        action.tell(Told("pieces-removed", {"count": 1}, (gone.piece,), sides=seeing, lesser=True))
    _set(action, lives, lives.piece, total)
    _tell_number(action, lives, lives.piece, [side for side in rest if side not in seeing])
    if lives is source:
        with action.pieces.by_hand():
            action.pieces.put([lives.piece], _lies_in(action, gone.piece), gone.piece)
    action.pieces.drop([gone.piece])


def _pour_some(action: Action, source: _Quantity, target: _Quantity, count: int) -> None:
    """Pour a part of a piece's number into another piece. Both stay in the game."""
    _set(action, source, source.piece, source.number - count)
    _set(action, target, target.piece, target.number + count)
    facts: dict[str, Value] = {"count": count, "had": source.number, "name": source.quantity.name}
    both = (source.piece, target.piece)
    knowing, seeing, rest = _audiences(action, [source, target], both)
    action.tell(Told("quantity-poured", facts, both, sides=knowing if seeing or rest else None))
    for one in (source, target):
        _tell_number(action, one, one.piece, rest)


def _refuse_unlike(action: Action, source: _Quantity, target: _Quantity) -> None:
    """Refuse two pieces whose things cannot be poured together."""
    if source.piece == target.piece:
        raise Refusal("not-possible", "pour-itself")
    if not can_be_poured_together(action.reader(source.piece), action.reader(target.piece)):
        raise Refusal("not-possible", "pour-unlike", piece=source.title, other=target.title)


def _may_change_places(action: Action, pieces: Sequence[_Quantity]) -> bool:
    """Return whether the ids of pieces may follow the greater part, because everybody sees the numbers anyway."""
    ids = [one.piece for one in pieces]
    secret = any(one.is_secret for one in pieces)
    return not secret and action.pieces.are_open(ids) and all(is_open(action, id) for id in ids)


def _set(action: Action, like: _Quantity, piece: int, number: int) -> None:
    action.set_piece_property(piece, like.quantity.name, number)


def _lies_in(action: Action, piece: int) -> int:
    lying = action.draft.piece(piece)
    return lying.at if lying is not None else NOBODY


# messages


def _seeing(action: Action, pieces: Collection[int], level: int, among: Sequence[int]) -> tuple[int, ...]:
    """Return those of these audiences that see all the pieces at least at this level."""
    sides = range(len(action.game.sides))
    levels = [min(action.draft.level(piece, side) for piece in pieces) for side in sides]
    return tuple(side for side in among if (min(levels, default=FACE) if side == ONLOOKERS else levels[side]) >= level)


def _audiences(
    action: Action, poured: Sequence[_Quantity], pieces: Collection[int]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the audiences that know the numbers of pieces, those that see only the faces, and all others."""
    everybody = (*range(len(action.game.sides)), ONLOOKERS)
    seeing = _seeing(action, pieces, FACE, everybody)
    own = {one.kind.kind.side for one in poured}
    secret = any(one.is_secret for one in poured)
    knowing = tuple(
        side for side in seeing if not secret or (side != ONLOOKERS and side_of(action.game.sides[side]) in own)
    )
    rest = tuple(side for side in everybody if side not in seeing)
    return knowing, tuple(side for side in seeing if side not in knowing), rest


def _tell_open(action: Action, told: Told, poured: Sequence[_Quantity], pieces: Collection[int]) -> tuple[int, ...]:
    """Tell a message about pieces to those who see their faces, with the numbers if they know them.

    Returns the audiences that have not heard it.
    """
    knowing, seeing, rest = _audiences(action, poured, pieces)
    action.tell(replace(told, sides=knowing if seeing or rest else None))
    if seeing:
        action.tell(replace(told, facts={}, sides=seeing, lesser=True))
    return rest


def _tell_number(action: Action, one: _Quantity, piece: int, among: Sequence[int]) -> None:
    """Tell the new number of a piece to those of these audiences that see it change."""
    sides = () if one.is_secret else _seeing(action, (piece,), FACE, among)
    if sides:
        value = action.state(piece)[one.quantity.slot]
        action.tell(Told("trait-set", {"name": one.quantity.name, "value": value}, (piece,), sides=sides, lesser=True))
