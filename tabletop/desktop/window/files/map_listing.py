"""The list of the pieces on a map as plain text, with a line for each stack, deck or other holder."""

from tabletop.board.map import Map
from tabletop.game.appearance.piece_display import name_of
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.game import Game


def listed(game: Game, board: Map, map_index: int, reading: PropertyReader) -> str:
    """Return the list of the pieces on a map, as a seat sees them.

    The first line is the id of the map. Each other line has the place of a holder, and the names of its pieces, the
    lowest first.
    """
    lines = []
    for _, held in reading.holders_in_draw_order():
        names = [name_of(reading, piece) for piece in reading.draft.inside(held.pieces)]
        if held.map == map_index and names:
            where = held.name or board.title(held.place) or f"{held.x}, {held.y}"
            lines.append(f"{where}: {', '.join(names)}")
    return "\n".join([game.maps[map_index], *lines]) + "\n"
