"""The state of a window that is saved: its place on the screen, its panels, and the views of its maps."""

from msgspec import Struct


class WindowPlace(Struct, frozen=True):
    """The place of a window (screen pixels). `is_maximized` is true if it fills the screen."""

    left: int
    top: int
    width: int
    height: int
    is_maximized: bool = False


class Arrangement(Struct, frozen=True):
    """The hidden panels, and the sizes of the parts of the window (pixels), by which `PanelLayout` arranges them.

    `across` are the widths of the left panels, the maps and the right panels. `down` are the heights of the maps and of
    the panels below them, and `below` the widths of these panels. Where the sizes are empty, the parts have their
    usual sizes.
    """

    hidden: tuple[str, ...]
    across: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    below: tuple[int, ...] = ()
    folded: tuple[str, ...] = ()
    """The rows over the maps that are folded: turns by their trackers, buttons by their maps."""
    before: tuple[str, ...] = ()
    """The panels that come back when the umpire's desk is hidden."""
    known: tuple[str, ...] | None = None
    """The panels that existed when this was saved; None stands for all. A panel that was added since is shown if a new
    window of any width shows it.
    """
    front: tuple[str, ...] = ()
    """The panel in front at each edge of the window."""


class MapView(Struct, frozen=True):
    """The scale of a map (screen pixels per map pixel), and the point in the middle of its view (map pixels)."""

    scale: float
    x: float
    y: float


class GameView(Struct, frozen=True):
    """The map in front, and the view of each map, by its name."""

    front: str
    maps: dict[str, MapView]
