"""Decisions that pieces' traits carry out: keys, and properties set by hand."""

from tabletop.game.action import Action, Refusal, run_key
from tabletop.game.behaviour.building import MenuItem
from tabletop.game.commands import Act, SetTrait
from tabletop.game.decisions.asking import touchable
from tabletop.game.told import Told


def act(action: Action, command: Act) -> None:
    """Pieces hear a key."""
    pieces = touchable(action, command.pieces)
    words = next(filter(None, (_words(action, piece, command.key) for piece in pieces)), command.key)
    run_key(action, pieces, command.key)
    action.tell(Told("acted", {"key": command.key, "words": words}, pieces))


def _words(action: Action, piece: int, key: str) -> str:
    """What the piece's menu calls the key; empty if it is in no menu."""
    kind = action.kind_of(piece)
    if kind is None:
        return ""
    reader = action.reader(piece)
    return next((part.label.render(reader) for part in kind.menu if isinstance(part, MenuItem) and part.key == key), "")


def set_trait(action: Action, command: SetTrait) -> None:
    """A property of pieces has another value."""
    pieces = touchable(action, command.pieces)
    for piece in pieces:
        if not action.set_piece_property(piece, command.name, command.value):
            raise Refusal("no-such-name", f"It has no property '{command.name}' that can be set.")
    action.tell(Told("trait-set", {"name": command.name, "value": command.value}, pieces))
