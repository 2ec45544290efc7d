"""A player's look at the maps of a game, as it is kept from window to window and from evening to evening."""

from msgspec import Struct


class MapView(Struct, frozen=True):
    """The scale of a map (screen pixels a map pixel) and the point in the middle of its view (map pixels)."""

    scale: float
    x: float
    y: float


class GameView(Struct, frozen=True):
    """The map in front, and how each map is looked at, by its name."""

    front: str
    maps: dict[str, MapView]
