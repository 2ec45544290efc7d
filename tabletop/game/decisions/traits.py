"""Decisions that pieces' traits carry out: keys, and properties set by hand."""

from tabletop.game.action import Action, give_property, run_key
from tabletop.game.behaviour.building import PICKED, MenuItem
from tabletop.game.behaviour.table import table_piece
from tabletop.game.commands import Act, SetTrait
from tabletop.game.decisions.asking import touchable
from tabletop.game.showing import rendered
from tabletop.game.told import Told


def act(action: Action, command: Act) -> None:
    """Pieces hear a key."""
    pieces = touchable(action, command.pieces)
    action.table.chosen = action.view.chosen = frozenset((*command.pieces, *command.chosen))
    words = next(filter(None, (_words(action, piece, command.key) for piece in pieces)), command.key)
    run_key(action, pieces, command.key)
    if table_piece(action) not in pieces:
        action.tell(Told("acted", {"key": command.key, "words": words}, pieces))


def _words(action: Action, piece: int, key: str) -> str:
    """What the piece's menu calls the key; empty if it is in no menu."""
    if picked := key.partition(PICKED)[2]:
        return picked
    kind = action.kind_of(piece)
    if kind is None:
        return ""
    reader = action.reader(piece)
    labels = (part.label for part in kind.menu if isinstance(part, MenuItem) and part.key == key)
    return next((rendered(label, reader) for label in labels), "")


def set_trait(action: Action, command: SetTrait) -> None:
    """A property of pieces has another value."""
    pieces = touchable(action, command.pieces)
    for piece in pieces:
        give_property(action, piece, command.name, command.value)
    action.tell(Told("trait-set", {"name": command.name, "value": command.value}, pieces))
