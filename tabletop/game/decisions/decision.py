"""The common tools of decisions: they find the things that a command names, and refuse in one sentence."""

from collections.abc import Iterable

from tabletop.game.actions.access import Verb, why_not
from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.side_cells import names_of
from tabletop.game.state.game import Seat
from tabletop.game.state.holder import Holder


def demand(action: Action, verb: Verb, thing: object = None) -> None:
    """Refuse the command if the acting seat has no permission to do this with this thing."""
    no = why_not(action, verb, thing)
    if no is not None:
        raise Refusal(no.code, no.sentence.key, **no.sentence.arguments)


def player(action: Action) -> Seat:
    """Return the acting seat if it plays or is the umpire's; otherwise refuse."""
    demand(action, "play")
    return action.rights


def touchable(action: Action, pieces: Iterable[int], verb: Verb = "touch") -> tuple[int, ...]:
    """Return the pieces, each once, if the acting seat has the permission `verb` for all of them; otherwise refuse."""
    found = tuple(dict.fromkeys(pieces))
    action.costs.spend("handled", len(found))
    if not found:
        raise Refusal("no-such-piece", "pieces-not-named")
    for piece in found:
        demand(action, verb, piece)
    return found


def movable(action: Action, pieces: Iterable[int]) -> tuple[int, ...]:
    """Return the pieces, each once, if the acting seat may touch them and their traits let its sides move them;
    otherwise refuse.
    """
    found = touchable(action, pieces)
    sides = names_of(action.game.sides, action.sides)
    for piece in found:
        kind = action.kind_of(piece)
        if kind is not None and kind.bars_side(sides, moving=True):
            raise Refusal("not-yours", "not-yours-to-move", piece=kind.kind.name)
    return found


def usable(action: Action, holder: int, verb: Verb = "use") -> Holder:
    """Return the holder, if the acting seat has the permission `verb` for it; otherwise refuse."""
    demand(action, verb, holder)
    found = action.draft.holder(holder)
    if found is None:
        raise Refusal("no-such-holder", "no-such-holder")
    action.costs.spend("handled", len(found.pieces))
    return found


def map_index(action: Action, name: str) -> int:
    """Return the index of a map of the game. Refuses an unknown name."""
    try:
        return action.game.maps.index(name)
    except ValueError:
        raise Refusal("no-such-place", "no-map", name=name, known=action.game.maps) from None


def side_indices(action: Action, names: Iterable[str]) -> tuple[int, ...]:
    """Return the indices of sides of the game. Refuses an unknown name."""
    sides = action.game.sides
    try:
        return tuple(sides.index(name) for name in names)
    except ValueError:
        raise Refusal("no-such-name", "sides-are", sides=sides) from None
