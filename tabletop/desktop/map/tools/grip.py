"""Rules for selecting and dragging pieces. Some pieces can be selected or moved only in special ways, or not at all."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from tabletop.game.commands import Spot
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.deck import DeckRules
from tabletop.game.state.game import Game
from tabletop.game.traits.appearance_traits import Button
from tabletop.game.traits.movement_traits import NotStacking

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_KEY_TO_CHOOSE: Final = {"shift": _SHIFT, "ctrl": _CTRL, "alt": _ALT}
_KEYS_TO_BOX: Final = {"alt": _ALT, "alt-shift": _ALT | _SHIFT}


def choosable(game: Game, pieces: Iterable[int], held: Qt.KeyboardModifier, chosen: Iterable[int] = ()) -> list[int]:
    """Return the pieces that a click can select while these keys are held. Pieces that are already selected are
    included.
    """
    known = frozenset(chosen)
    return [piece for piece in pieces if piece in known or _is_chosen_with(_grip(game, piece), held)]


def boxed(game: Game, pieces: Iterable[int], held: Qt.KeyboardModifier) -> list[int]:
    """Return the pieces that a box selects while these keys are held."""
    return [piece for piece in choosable(game, pieces, held) if _is_boxed_with(_grip(game, piece), held)]


def movable(game: Game, pieces: Iterable[int], chosen: Iterable[int]) -> list[int]:
    """Return the pieces that a drag moves; `chosen` were selected before it began."""
    known = frozenset(chosen)
    wanted = {piece: _grip(game, piece).moves for piece in pieces}
    return [piece for piece, how in wanted.items() if how == "always" or (how == "when-chosen" and piece in known)]


def with_cargo(game: Game, pieces: Iterable[int]) -> list[int]:
    """Return these pieces with the cargo of mats among them, and with the cargo of that cargo.

    Mats that are maps with places of their own are an exception: their cargo is left out.
    """
    found = list(pieces)
    for piece in found if game.carried else ():  # the loop adds to this list
        kind = compile_kind(game.kind_of(piece))
        if kind.mat and not kind.holds:
            found.extend(rider for id in game.carried.get(piece, ()) for rider in game.holders[id].pieces)
    return found


def joins(game: Game, piece: int, id: int) -> bool:
    """Return whether a piece that is dropped on the pieces in a holder joins them.

    Only pieces that stack can join a stack or a hold, and not from another layer of the map. Only cargo joins a hold.
    """
    held, own = game.holders[id], game.holder_of(piece)
    if held.form not in ("stack", "hold"):
        return True
    kind, lying = compile_kind(game.kind_of(piece)), compile_kind(game.kind_of(held.pieces[-1]))
    is_elsewhere = own.form not in ("stack", "hold")
    return (
        (kind.stacks and lying.stacks)
        and (is_elsewhere or own.layer == held.layer)
        and (held.form == "stack" or kind.cargo is not None)
    )


def never_moves(game: Game, piece: int) -> bool:
    """Return whether a drag never moves a piece."""
    return _grip(game, piece).moves == "never"


def buttons_at(game: Game, piece: int, at: QPointF) -> list[Button]:
    """Return the buttons of a piece that a click presses, the outermost first.

    `at` is in map pixels from the middle of the piece. Buttons of cards in a deck are never pressed.
    """
    if game.holders[game.pieces[piece].at].form == "deck":
        return []
    buttons = compile_kind(game.kind_of(piece)).buttons
    return [button for button in reversed(buttons) if not button.points or _is_inside(button.points, at)]


def _is_inside(corners: Sequence[tuple[int, int]], at: QPointF) -> bool:
    outline = QPolygonF([QPointF(x, y) for x, y in corners])
    return outline.containsPoint(at, Qt.FillRule.OddEvenFill)


def _grip(game: Game, piece: int) -> NotStacking:
    return compile_kind(game.kind_of(piece)).grip


def _is_chosen_with(grip: NotStacking, held: Qt.KeyboardModifier) -> bool:
    key = _KEY_TO_CHOOSE.get(grip.chosen)
    return grip.chosen == "click" or (key is not None and bool(held & key))


def _is_boxed_with(grip: NotStacking, held: Qt.KeyboardModifier) -> bool:
    keys = _KEYS_TO_BOX.get(grip.boxed)
    return grip.boxed == "box" or (keys is not None and held & keys == keys)


def deck_at(game: Game, decks: Mapping[str, DeckRules], spot: Spot) -> int | None:
    """Return the deck whose outline contains a spot; None if there is none. The deck may be empty."""
    for name, id in game.named.items():
        deck = game.holders[id]
        if deck.form != "deck" or name not in decks or deck.map < 0 or game.maps[deck.map] != spot.map:
            continue
        across, down = abs(deck.x - spot.x) * 2, abs(deck.y - spot.y) * 2
        if across < decks[name].width and down < decks[name].height:
            return id
    return None
