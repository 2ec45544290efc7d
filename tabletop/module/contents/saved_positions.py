"""Saved set-ups: a whole position in a file of the module.

Of a kind that the module has in the same form, the file has only the key.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.state.game import Game
from tabletop.game.state.kind import Kind
from tabletop.game.state.position import Position, PositionError, position_of, whole_game
from tabletop.texts import text

_MOST_DIGITS: Final = 9


class SavedPosition(Struct, frozen=True):
    """A position as it is in its file. `known` gives the key of each kind that the module has too, by the kind's id in
    the position.
    """

    known: dict[str, str]
    position: Position


def encode_position(game: Game, kinds: Mapping[str, Kind]) -> bytes:
    """Return the file of a position, without its seats and its secret; `kinds` are those of the module, by key."""
    whole = position_of(game)
    known = {str(id): kind.key for id, kind in whole.kinds if kinds.get(kind.key) == kind}
    others = tuple((id, kind) for id, kind in whole.kinds if str(id) not in known)
    kept = replace(whole, kinds=others, seats={}, secret="")
    return msgspec.json.encode(SavedPosition(known, kept))


def decode_position(content: bytes, kinds: Mapping[str, Kind]) -> Game:
    """Return the position of a file. Raises `PositionError` if it is damaged, or has unknown kinds."""
    try:
        saved = msgspec.json.decode(content, type=SavedPosition)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise PositionError(text("setup-damaged")) from problem
    found = list(saved.position.kinds)
    for id, key in saved.known.items():
        if key not in kinds or not id.isascii() or not id.isdecimal() or len(id) > _MOST_DIGITS:
            raise PositionError(text("position-of-unknown-kind", kind=key))
        found.append((int(id), kinds[key]))
    return whole_game(replace(saved.position, kinds=tuple(sorted(found, key=lambda pair: pair[0]))))
