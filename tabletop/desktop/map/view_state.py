"""A player's view of the maps of a game. It is kept for the next window, and for the next start of the program."""

from msgspec import Struct


class MapView(Struct, frozen=True):
    """The scale of a map (screen pixels per map pixel), and the point in the middle of its view (map pixels)."""

    scale: float
    x: float
    y: float


class GameView(Struct, frozen=True):
    """The map in front, and the view of each map, by its name."""

    front: str
    maps: dict[str, MapView]
