"""The common tools of decisions: finding what a command names, and refusing in one sentence."""

from collections.abc import Iterable

from tabletop.game.actions.access import may, may_open
from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.state.game import Seat
from tabletop.game.state.holder import Holder
from tabletop.texts import Argument, Sentence

MOST_TEXT = 10_000
"""How long a text of a command can be."""


def short(text: str) -> str:
    """Return a text, unless it is too long."""
    if len(text) > MOST_TEXT:
        raise Refusal("too-long", "text-too-long", most=MOST_TEXT)
    return text


def player(action: Action) -> Seat:
    """Return the acting seat, if it plays."""
    seat = action.rights
    if not seat.sides and not seat.umpire:
        raise Refusal("not-yours", "watchers-change-nothing")
    return seat


def touchable(action: Action, pieces: Iterable[int]) -> tuple[int, ...]:
    """Return the pieces, each once, if the acting seat may touch them all."""
    found = tuple(dict.fromkeys(pieces))
    if not found:
        raise Refusal("no-such-piece", "pieces-not-named")
    seat = action.rights
    for piece in found:
        if not may(action.draft, seat, "touch", piece):
            if may(action.draft, seat, "see", piece):
                raise Refusal("not-yours", "lies-with-another-side")
            raise Refusal("no-such-piece", "no-such-piece")
    for holder in dict.fromkeys(lying.at for piece in found if (lying := action.draft.piece(piece)) is not None):
        held = action.draft.holder(holder)
        if held is not None and held.form == "deck":
            _for_this_side(action, held)
    return found


def movable(action: Action, pieces: Iterable[int]) -> tuple[int, ...]:
    """Return the pieces, each once, if the acting seat may touch them and their traits let its sides move them."""
    found = touchable(action, pieces)
    sides = frozenset([action.game.sides[side] for side in action.sides])
    for piece in found:
        kind = action.kind_of(piece)
        if kind is not None and kind.bars_side(sides, moving=True):
            raise Refusal("not-yours", "not-yours-to-move", piece=kind.kind.name)
    return found


def usable(action: Action, holder: int) -> Holder:
    """Return the holder, if the acting seat may use it."""
    found = action.draft.holder(holder)
    if found is None:
        raise Refusal("no-such-holder", "no-such-holder")
    _for_this_side(action, found)
    if not may_open(action.draft, action.rights, holder):
        raise Refusal("not-yours", "belongs-to-others", name=called(found))
    return found


def called(held: Holder) -> Argument:
    """Return the name of a holder for a refusal."""
    return held.name or Sentence("this-pile")


def _for_this_side(action: Action, held: Holder) -> None:
    """Refuse a deck that is not for the sides of the acting seat."""
    rules = action.components.decks.get(held.name)
    own = {action.game.sides[side] for side in action.rights.sides}
    if rules is not None and rules.sides and not (action.rights.umpire or own & set(rules.sides)):
        raise Refusal("not-yours", "not-for-your-side", name=held.name)


def map_index(action: Action, name: str) -> int:
    """Return the number of a map of the game."""
    try:
        return action.game.maps.index(name)
    except ValueError:
        raise Refusal("no-such-place", "no-map", name=name, known=action.game.maps) from None


def side_indices(action: Action, names: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of sides of the game."""
    sides = action.game.sides
    try:
        return tuple(sides.index(name) for name in names)
    except ValueError:
        raise Refusal("no-such-name", "sides-are", sides=sides) from None
