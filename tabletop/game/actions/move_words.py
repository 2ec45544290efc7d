"""Reports of moves by hand, in the words of the map where the move ends, if its module defines such words."""

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabletop.expression import Template, Value, compile_template
from tabletop.game.actions.early_ends import refusing_mistakes
from tabletop.game.actions.heard_words import filled_in, hearers, is_open, said_to_each
from tabletop.game.actions.table_keys import table_piece
from tabletop.game.appearance.piece_display import name_of
from tabletop.game.change.told import Told
from tabletop.game.state.map_habits import MoveWords

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PropertyReader

From = tuple[int, int, int, str]
"""A piece's position: map index (-1: on none), map pixels, and the words for that place."""


def standing(action: "Action", piece: int) -> From:
    """Return a piece's position, as far as the acting seat sees it."""
    index, x, y, place = action.view.point(piece)
    return index, x, y, action.view.location_at(index, x, y, place)


def all_standing(action: "Action", pieces: "Iterable[int]") -> "dict[int, From]":
    """Return the positions of these pieces, as far as the acting seat sees them.

    The result is empty if no map has words for moves.
    """
    if not any(habits.words for habits in action.components.habits.values()):
        return {}
    return {piece: standing(action, piece) for piece in pieces}


def tell_arrival(action: "Action", usual: Told, came_from: "dict[int, From]") -> None:
    """Report that pieces have come into the last of the holders of `usual`, in the words of their map if it has any.

    Pieces that came the same way are named together; moves for which the map has an empty text are not reported. Their
    cargo is named too, if everybody sees it. `came_from` has no entry for new pieces from the tray. An audience that
    does not see all faces, before or after the move, hears the default words.
    """
    words = _words_at(action, usual.pieces[-1])
    if words is None:
        action.tell(usual)
        return
    together: dict[tuple[From | None, From], list[int]] = {}
    riders = [piece for piece in action.draft.inside(usual.pieces)[len(usual.pieces) :] if is_open(action, piece)]
    for piece in (*usual.pieces, *riders):
        together.setdefault((came_from.get(piece), standing(action, piece)), []).append(piece)
    with refusing_mistakes():
        for (was, now), pieces in together.items():
            text = _text(words, was, now)
            if text:
                told = partial(_told, action, compile_template(text), pieces, was, now)
                for one in said_to_each(action, hearers(action), told):
                    action.tell(replace(one, key=usual.key, pieces=tuple(pieces), holders=usual.holders))


def _words_at(action: "Action", piece: int) -> MoveWords | None:
    """Return the words of the map on which a piece lies, directly or on its carrier; None for the default words."""
    index = action.table.point(piece)[0]
    return action.components.habits_of(action.game.maps[index]).words if index >= 0 else None


def _text(words: MoveWords, was: From | None, now: From) -> str:
    """Return the template for a move from one position to another; "" if it is not reported."""
    if was is None or was[0] < 0:
        return words.made
    if was[0] != now[0]:
        return words.onto
    return "" if words.other_places_only and was[3] == now[3] else words.within


def _told(
    action: "Action",
    text: Template,
    pieces: "Sequence[int]",
    was: From | None,
    now: From,
    _side: int,
    reading: "PropertyReader",
) -> Told:
    maps = action.game.maps
    names: dict[str, Value] = {
        "Pieces": ", ".join(name_of(reading, piece) for piece in pieces),
        "Location": now[3],
        "OldLocation": was[3] if was else "",
        "Map": maps[now[0]],
        "OldMap": maps[was[0]] if was and was[0] >= 0 else "",
        "Seat": action.seat,
        "SeatSide": reading.seat_side,
        "SeatCalled": reading.seat_called,
    }
    return filled_in(text, reading.reader(table_piece(action)), names)
