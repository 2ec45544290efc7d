"""Secret set-ups: nobody else sees the pieces of a side with a secret set-up until every such side has finished. Then
all are shown.

A piece of no side is just as secret when a player places it in a set-up. A property of the table, which only the umpire
reads, records each such piece.
"""

from collections.abc import Mapping
from typing import Final

from tabletop.game.actions.action import Action
from tabletop.game.change.patch import PieceSight
from tabletop.game.side_cells import names_of, numbers_meant, side_of
from tabletop.game.state.game import IN_SETUP, Game
from tabletop.game.state.values import BACK, FACE, UNSEEN, Value

SETUP: Final = "setup:"
"""The beginning of the name of the table property that holds the state of a side's secret set-up."""

READY: Final = "setup-ready:"
"""The beginning of the name of the table property that is true if a cell, or the headquarters of a side with cells, has
finished its part of the set-up.
"""

UNDER_WAY: Final = "open"
FINISHED: Final = "finished"


def setups(properties: Mapping[str, Value]) -> dict[str, Value]:
    """Return the state of each side's secret set-up, by side; empty if nobody sets up in secret."""
    return {name.removeprefix(SETUP): value for name, value in properties.items() if name.startswith(SETUP)}


def setups_of(game: Game, sides: tuple[int, ...]) -> dict[str, bool]:
    """Return the sides that a seat of these sides and cells, by index, sets up in secret; each with true if the seat
    has finished its part.
    """
    own = [game.sides[side] for side in sides]

    def is_ready(side: str) -> bool:
        return all(game.properties.get(READY + name) for name in own if side_of(name) == side)

    return {
        side: state == FINISHED or is_ready(side)
        for side, state in setups(game.properties).items()
        if side in names_of(game.sides, sides)
    }


def is_setting_up(game: Game, sides: tuple[int, ...]) -> bool:
    """Return whether a seat of these sides, by index, is setting up in secret now."""
    return not all(setups_of(game, sides).values())


def finish_part(action: Action, side: str, *, finished: bool) -> bool:
    """Note that the acting seat has finished its part of a side's set-up, or that it resumes that part. Return whether
    all taken seats of the side have finished.

    The umpire finishes all parts at once.
    """
    game = action.game
    parts = [game.sides[number] for number in numbers_meant(game.sides, side)]
    own = [game.sides[number] for number in action.rights.sides]
    own = [name for name in parts if action.rights.umpire or name in own]
    if len(parts) == 1:
        return finished
    for name in own:
        action.set_property(READY + name, finished or None)
    played = {game.sides[number] for seat in game.seats.values() if not seat.umpire for number in seat.sides}
    return all(action.draft.property(READY + name) for name in parts if name in played or name in own)


def keep_setups_secret(action: Action) -> None:
    """Hide pieces in secret set-ups that an action has placed or shown."""
    sides = setups(action.truth.properties())
    if sides:
        names = names_of(action.game.sides, action.rights.sides)
        places_unseen = not action.rights.umpire and not names.isdisjoint(sides)
        with action.on_truth():
            for piece in sorted(action.touched()):
                _show_to_others(action, piece, sides, is_secret=True)
                if places_unseen:
                    _keep_unseen(action, piece, sides)


def hide_all(action: Action) -> None:
    """Hide all pieces of the sides that set up in secret from the other sides, as the set-up begins."""
    for piece in action.draft.piece_ids():
        _show_to_others(action, piece, setups(action.draft.properties()), is_secret=True)


def show_all(action: Action, sides: Mapping[str, Value]) -> None:
    """Show all pieces of these sides, and the pieces of no side that they have placed.

    Masked and invisible pieces stay masked and invisible.
    """
    with action.on_truth():
        for piece in action.draft.piece_ids():
            _show_to_others(action, piece, sides, is_secret=False)
            if action.draft.property(f"{IN_SETUP}:{piece}"):
                _show_to_all(action, piece)
        for name in [name for name in action.draft.properties() if name.startswith((f"{IN_SETUP}:", READY))]:
            action.set_property(name, None)


def _keep_unseen(action: Action, piece: int, sides: Mapping[str, Value]) -> None:
    """Keep a piece of no side secret for the side that is setting up: others see no more of it than before the
    action.
    """
    held, kind, before = action.draft.piece(piece), action.kind_of(piece), action.game.pieces.get(piece)
    if held is None or kind is None or kind.kind.side in sides:
        return
    for side, level in enumerate(held.sight):
        seen = UNSEEN if before is None else before.sight[side]
        if side not in action.rights.sides and level > seen:
            action.change(PieceSight(piece, side, seen))
            action.set_property(f"{IN_SETUP}:{piece}", True)


def _show_to_all(action: Action, piece: int) -> None:
    held, level = action.draft.piece(piece), _level_of(action, piece)
    for side, seen in enumerate(held.sight if held is not None else ()):
        if seen < level:
            action.change(PieceSight(piece, side, level))


def _show_to_others(action: Action, piece: int, sides: Mapping[str, Value], *, is_secret: bool) -> None:
    held, kind = action.draft.piece(piece), action.kind_of(piece)
    if held is None or kind is None or kind.kind.side not in sides:
        return
    level = UNSEEN if is_secret else _level_of(action, piece)
    for side, name in enumerate(action.game.sides):
        changes = held.sight[side] > level if is_secret else held.sight[side] < level
        if side_of(name) != kind.kind.side and changes:
            action.change(PieceSight(piece, side, level))


def _level_of(action: Action, piece: int) -> int:
    """Return the level at which others see a piece by its own traits."""
    if action.whole.read(piece, "InvisibleBy"):
        return UNSEEN
    return BACK if action.whole.read(piece, "MaskedBy") else FACE
