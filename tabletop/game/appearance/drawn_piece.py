"""The drawing of a piece, as values that compare by content: a window caches its pictures by them."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.traits.appearance_traits import Across, Down
from tabletop.game.traits.trait_base import TextStyle


class FaceDrawing(Struct, frozen=True, tag="face"):
    """A face drawn from a template of the face book, with its values as text, by name."""

    template: str
    values: tuple[tuple[str, str], ...] = ()


class ImageDrawing(Struct, frozen=True, tag="image"):
    """A picture file of the module, at its own size times `percent` / 100."""

    path: str
    percent: int = 100


class TextDrawing(Struct, frozen=True, tag="text"):
    """A text at an edge of the piece, which grows to one side. With `covers` it is part of the piece's shape."""

    text: str
    across: Across
    down: Down
    justify_across: Across
    justify_down: Down
    look: TextStyle
    covers: bool = True


class OutlineDrawing(Struct, frozen=True, tag="outline"):
    """The path that is the piece's shape, which is not itself drawn (see `tabletop.game.appearance.outline_paths`)."""

    path: str


class BorderDrawing(Struct, frozen=True, tag="border"):
    """A line round everything drawn so far (map pixels)."""

    color: str
    width: int


class MaskDrawing(Struct, frozen=True, tag="mask"):
    """The back of a masked piece that other sides see, as a reminder to its own side."""

    picture: FaceDrawing | ImageDrawing | None
    how: Literal["corner", "beneath", "large", "on-request", "picture"]


class VeilDrawing(Struct, frozen=True, tag="veil"):
    """The sign that a piece is hidden from others. Its own side sees everything drawn so far at this opacity."""

    opacity_percent: int
    background: str = ""


class GroupDrawing(Struct, frozen=True, tag="group"):
    """The drawings so far, put together, so that a facing turns them as one."""

    shown: "tuple[PlacedDrawing, ...]"


What: TypeAlias = (
    FaceDrawing | ImageDrawing | TextDrawing | OutlineDrawing | BorderDrawing | MaskDrawing | VeilDrawing | GroupDrawing
)


class PlacedDrawing(Struct, frozen=True):
    """A drawing, shifted from the piece's middle (map pixels) and turned about it (degrees clockwise)."""

    what: What
    dx: int = 0
    dy: int = 0
    degrees: int = 0


class ShadedArea(Struct, frozen=True):
    """The shade round a piece.

    It has a radius in places of the grid (or map pixels), and a style or the name of a common shade.
    """

    radius: int
    color: str
    opacity_percent: int
    shade: str = ""


class TrailPath(Struct, frozen=True):
    """The trail of a piece: points on its map in map pixels, oldest first, and the way to draw it.

    `width` is the width of its line. `radius` is the radius of the ring at each point; the ring is filled unless `fill`
    is empty. While the piece is selected, the trail is drawn with `chosen_percent` of its strength.
    """

    points: tuple[tuple[int, int], ...]
    color: str
    width: int
    radius: int
    fill: str = ""
    opacity_percent: int = 100
    chosen_percent: int = 100


class Appearance(Struct, frozen=True):
    """The drawings of a piece, bottom first."""

    shown: tuple[PlacedDrawing, ...]


class Surroundings(Struct, frozen=True):
    """The drawings on the map round a piece: shaded areas, and its trail."""

    areas: tuple[ShadedArea, ...] = ()
    way: TrailPath | None = None


def unturned(shown: tuple[PlacedDrawing, ...]) -> tuple[PlacedDrawing, ...]:
    """Return the drawings as if no facing had turned them."""
    return tuple(
        replace(one, what=GroupDrawing(unturned(one.what.shown)), degrees=0)
        if isinstance(one.what, GroupDrawing)
        else one
        for one in shown
    )
