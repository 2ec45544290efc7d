"""The piece that stands for the table, and the keys that the table hears."""

from typing import TYPE_CHECKING

from tabletop.game.change.told import Told
from tabletop.game.kinds.kind_builder import Work
from tabletop.game.state.holder import TABLE
from tabletop.game.state.values import NOBODY

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action


def table_piece(action: "Action") -> int:
    """Return the piece that stands for the table; 0 if the table has no traits."""
    box = action.draft.holder(action.draft.named(TABLE))
    return box.pieces[0] if box is not None and box.pieces else NOBODY


def press(action: "Action", key: str, piece: int = NOBODY) -> Work | None:
    """Return the work of pressing a key of the table, for a piece if there is one; None if the table does not know the
    key.

    A message tells the acting seat's window of the window's own keys, and of keys that the table does not know.
    """
    table = table_piece(action)
    kind = action.kind_of(table) if table else None
    is_heard = kind is not None and key in kind.hears
    if not is_heard or key in action.components.window_keys:
        action.tell(Told("key-pressed", {"key": key}, (piece,) if piece else (), sides=action.own_sides))
    return action.keys.sending(table, key) if is_heard else None
