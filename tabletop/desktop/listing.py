"""What lies on a map, as plain text: a line for each place, with the names of the pieces there, the lowest first."""

from tabletop.board.map import Map
from tabletop.game.game import Game
from tabletop.game.reading import Reading
from tabletop.game.showing import name_of


def listed(game: Game, board: Map, map_index: int, reading: Reading) -> str:
    """The list of a map as a seat sees it, in the order in which it is drawn."""
    lines = []
    for _, held in reading.holders_in_draw_order():
        names = [name_of(reading, piece) for piece in reading.draft.inside(held.pieces)]
        if held.map == map_index and names:
            where = held.name or board.title(held.place) or f"{held.x}, {held.y}"
            lines.append(f"{where}: {', '.join(names)}")
    return "\n".join([game.maps[map_index], *lines]) + "\n"
