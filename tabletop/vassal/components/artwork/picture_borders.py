"""The borders of pictures that layouts describe, drawn as VASSAL draws them: plain, raised or fancy."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

_FACTOR: Final = 0.7
"""The factor by which Java darkens a colour."""


class Edge(NamedTuple):
    """One line of a border, a rectangle one pixel wide or high, and its colour."""

    x: int
    y: int
    width: int
    height: int
    fill: str


def edges_of(border: str, width: int, height: int, ground: str, ink: str) -> Iterator[Edge]:
    """Yield the lines of a border (`Plain`, `3D`, `Fancy`) along the edges of a picture of this size.

    `ground` is the colour of the picture's background, or "none"; without one a `3D` border is not drawn. `ink` is the
    colour of the outer line.
    """
    if border == "3D" and ground != "none":
        yield from _ring(0, width, height, _brighter(ground), _darker(ground))
    if border in ("Plain", "Fancy"):
        yield from _ring(0, width, height, ink, ink)
    if border == "Fancy":
        paper = "#ffffff" if ground == "none" else ground
        yield from _ring(1, width, height, _mixed(paper, 255), _mixed(paper, 0))


def _ring(inset: int, width: int, height: int, lit: str, shaded: str) -> Iterator[Edge]:
    """Yield lines one pixel wide along a picture's edges: light at the left and top, dark at the right and bottom."""
    wide, high = width - 2 * inset, height - 2 * inset
    if wide > 1 and high > 1:
        yield Edge(inset, inset, 1, high, lit)
        yield Edge(inset + 1, inset, wide - 2, 1, lit)
        yield Edge(inset + 1, inset + high - 1, wide - 1, 1, shaded)
        yield Edge(inset + wide - 1, inset, 1, high - 1, shaded)


def _brighter(colour: str) -> str:
    """Return a colour as Java brightens it."""
    least = round(1 / (1 - _FACTOR))
    parts = _parts_of(colour)
    if not any(parts):
        return _written((least, least, least))
    return _written(min(int((max(part, least) if part else 0) / _FACTOR), 255) for part in parts)


def _darker(colour: str) -> str:
    """Return a colour as Java darkens it."""
    return _written(int(part * _FACTOR) for part in _parts_of(colour))


def _mixed(colour: str, other: int) -> str:
    """Return a colour halfway to black (0) or to white (255)."""
    return _written(part + (other - part) // 2 if other else part // 2 for part in _parts_of(colour))


def _parts_of(colour: str) -> tuple[int, ...]:
    """Return the red, green and blue parts of a colour."""
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _written(parts: Iterable[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in parts)
