"""The counters of a module in the tray, with the numbers of counters left."""

from typing import Final

from msgspec.structs import replace

from tabletop.game.state.game import Game
from tabletop.game.state.kind import Kind
from tabletop.module.module import Module
from tabletop.module.module_words import Words, as_written

BETWEEN: Final = " · "
"""The separator between a group and its shelves in the names of the tray."""


def tray_groups(module: Module, words: Words) -> list[tuple[str, list[Kind]]]:
    """Return the counters in the tray, by group and shelf, in the module's order and the player's language."""
    groups: dict[str, list[Kind]] = {}
    for offered in module.tray:
        if offered.offered:
            names = dict.fromkeys(map(words, (offered.group, *offered.shelf)))
            kind = offered.kind if words is as_written else replace(offered.kind, name=words(offered.kind.name))
            groups.setdefault(BETWEEN.join(names), []).append(kind)
    return list(groups.items())


def left_of(game: Game, kind: Kind) -> int | None:
    """Return the number of counters of a kind left in the tray; None stands for any number."""
    if not kind.limit:
        return None
    ids = {id for id, known in game.kinds.items() if known.key == kind.key}
    return kind.limit - sum(piece.kind in ids for piece in game.pieces.values())
