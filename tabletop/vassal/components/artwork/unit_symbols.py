"""The signs in and above the frame of a unit's symbol, as VASSAL draws them."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple


class SymbolPart(NamedTuple):
    """A part of a symbol: an SVG path that is filled, or drawn as a line of this width."""

    path: str
    filled: bool = False
    width: float = 1.0


def arms_of(names: tuple[str, str], width: int, height: int, line: float) -> Iterator[SymbolPart]:
    """Yield the signs of one or two arms in a frame of this size. Coordinates begin at its upper left corner."""
    for name, is_lower in zip(names, (False, True), strict=True):
        draw = _ARMS.get(name)
        for mark in draw(_Frame(width, height), is_lower) if draw is not None else ():
            yield mark._replace(width=mark.width * line)


def size_of(name: str, width: int, height: int) -> Iterator[SymbolPart]:
    """Yield the signs over a frame of this size that give the size of a unit; none for an unknown size."""
    sign, count = _SIZES.get(name, ("", 0))
    across, high, gap = width // (5 if count <= 4 else 7), height // 3, width // 15
    wide = across * (3 if sign == "bar" else 1)
    left = width // 2 - (wide * count + gap * (count - 1) + 1) // 2 + gap
    for number in range(count):
        yield from _signs(sign, left + number * (across + gap), -high - 1, across, high)


def _signs(sign: str, x: int, y: int, across: int, high: int) -> Iterator[SymbolPart]:
    radius, middle = across // 2, y + high // 3
    match sign:
        case "bar":
            yield SymbolPart(_box(x, y + high // 2, 3 * across, high - high // 2), filled=True)
        case "ring":
            yield SymbolPart(_oval(x, middle, 2 * radius, 2 * radius))
            yield SymbolPart(_lines((x, y + high), (x + across, y)))
        case "dot":
            yield SymbolPart(_oval(x, middle, 2 * radius, 2 * radius), filled=True)
        case "stroke":
            yield SymbolPart(_lines((x + across // 2, y), (x + across // 2, y + high)))
        case "cross":
            yield SymbolPart(_lines((x, y), (x + across, y + high)))
            yield SymbolPart(_lines((x, y + high), (x + across, y)))


class _Frame(NamedTuple):
    """The size of a frame."""

    width: int
    height: int

    @property
    def middle(self) -> int:
        """The distance of the frame's middle from its left edge, as VASSAL calculates it."""
        return self.width // 2 + 1

    def part(self, share: float, *, across: bool = False) -> int:
        """Return a share of the height, or of the width with `across`."""
        return int((self.width if across else self.height) * share)


_Point = tuple[float, float]


def _lines(*points: _Point) -> str:
    return "M " + " L ".join(f"{_text(x)} {_text(y)}" for x, y in points)


def _box(x: float, y: float, width: float, height: float) -> str:
    return _lines((x, y), (x + width, y), (x + width, y + height), (x, y + height)) + " Z"


def _arc(x: float, y: float, width: float, height: float, start: float, extent: float) -> str:
    """Return a part of the oval that fits a box. Angles are in degrees, counterclockwise."""
    across, down = width / 2, height / 2

    def point(degrees: float) -> str:
        angle = math.radians(degrees)
        return f"{_text(x + across + across * math.cos(angle))} {_text(y + down - down * math.sin(angle))}"

    return f"M {point(start)} A {_text(across)} {_text(down)} 0 0 0 {point(start + extent)}"


def _oval(x: float, y: float, width: float, height: float) -> str:
    return f"{_arc(x, y, width, height, 0, 180)} {_arc(x, y, width, height, 180, 180)}"


def _text(number: float) -> str:
    return f"{round(number, 2) + 0:g}"


def _infantry(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    yield SymbolPart(_lines((0, 0), (at.width, at.height)))
    yield SymbolPart(_lines((0, at.height), (at.width, 0)))


def _recon(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    yield SymbolPart(_lines((0, at.height), (at.width, 0)))


def _anti_tank(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    yield SymbolPart(_lines((0, at.height), (at.middle, 0), (at.width, at.height)))


def _armoured(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    down, edge, end = at.part(0.25), at.part(0.15, across=True), at.part(0.2, across=True)
    for y in (down, at.height - down):
        yield SymbolPart(_lines((edge + end, y), (at.width - edge - end, y)))
    high = at.height - 2 * down
    yield SymbolPart(_arc(edge, down, 2 * end, high, 90, 180))
    yield SymbolPart(_arc(at.width - edge - 2 * end, down, 2 * end, high, 270, 180))


def _artillery(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:
    radius = at.height // 5
    y = at.height // 2 - radius + (at.part(0.2) if is_lower else 0)
    yield SymbolPart(_oval(at.middle - radius, y, 2 * radius, 2 * radius), filled=True)


def _engineers(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:
    high, side = at.part(0.2), at.width // 5
    top = at.height - high - 1 if is_lower else (at.height - high) // 2
    left, right, low = at.middle - side, at.middle + side, top + high
    yield SymbolPart(_lines((left, low), (left, top), (right, top), (right, low)), width=1.2)
    yield SymbolPart(_lines((at.middle, low), (at.middle, top)), width=1.2)


def _airborne(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    wide, y = at.width // 4, at.height * 4 // 5 + 1
    for x in (at.middle - wide, at.middle):
        yield SymbolPart(_arc(x, y, wide, at.height // 4, 0, 180))


def _air_defence(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    yield SymbolPart(_arc(0, at.height // 4, at.width, at.height * 1.5, 0, 180))


def _air_force(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    end, side, down = at.part(0.15, across=True), at.part(0.2, across=True), at.part(0.35)
    left, right, low = at.middle - side, at.middle + side, at.height - down
    yield SymbolPart(_lines((left, down), (right, low)))
    yield SymbolPart(_lines((right, down), (left, low)))
    yield SymbolPart(_arc(left - end, down, 2 * end, low - down, 90, 180))
    yield SymbolPart(_arc(right - end, down, 2 * end, low - down, 270, 180))


def _army_aviation(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    left, down = at.part(0.25), at.part(0.33)
    right, low = at.width - down, at.height - down
    yield SymbolPart(_lines((left, down), (right, low), (right, down), (left, low)) + " Z")


def _commando(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:
    yield from _infantry(at, is_lower)
    wide, high = int(at.width / 2.5), int(at.height / 2.5)
    for edge, inner in ((0, wide), (at.width, at.width - wide)):
        yield SymbolPart(_lines((edge, 0), (inner, 0), (inner, high)) + " Z", filled=True)


def _glider(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    third, y = at.middle // 3, at.height // 2
    yield SymbolPart(_lines((third, y), (at.width - third, y)))


def _guerrilla(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    yield SymbolPart(_lines((0, 0), (at.width, at.height), (at.width, 0), (0, at.height)) + " Z", filled=True)


def _mountain(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    side = at.width // 6
    corners = (at.middle, at.height // 2), (at.middle + side, at.height), (at.middle - side, at.height)
    yield SymbolPart(_lines(*corners) + " Z", filled=True)


def _navy(at: _Frame, is_lower: bool) -> Iterator[SymbolPart]:  # noqa: ARG001
    top, bar = at.part(0.2), at.part(0.2) + at.part(0.15)
    short, long = at.part(0.15, across=True), at.part(0.3, across=True)
    yield SymbolPart(_lines((at.middle, top), (at.middle, at.height - top)))
    yield SymbolPart(_lines((at.middle - short, bar), (at.middle + short, bar)))
    yield SymbolPart(_arc(at.middle - long, top, 2 * long, at.height - 2 * top, 225, 90))


_ARMS: Final[Mapping[str, Callable[[_Frame, bool], Iterator[SymbolPart]]]] = {
    "Infantry": _infantry,
    "Cavalry/Recon": _recon,
    "Armored": _armoured,
    "Artillery": _artillery,
    "Engineers": _engineers,
    "Airborne": _airborne,
    "Air Defence": _air_defence,
    "Air Force": _air_force,
    "Anti Tank": _anti_tank,
    "Army Aviation": _army_aviation,
    "Commando": _commando,
    "Glider-Borne": _glider,
    "Guerrilla": _guerrilla,
    "Mountain": _mountain,
    "": _navy,
}
"""The functions that draw the signs of arms, by VASSAL's names; VASSAL has an empty name for its navy."""

_SIZES: Final[Mapping[str, tuple[str, int]]] = {
    "Installation": ("bar", 1),
    "Team": ("ring", 1),
    "Squad": ("dot", 1),
    "Platoon": ("dot", 2),
    "Section": ("dot", 3),
    "Echelon": ("dot", 4),
    "Company": ("stroke", 1),
    "Battalion": ("stroke", 2),
    "Regiment": ("stroke", 3),
    "Brigade": ("cross", 1),
    "Division": ("cross", 2),
    "Corps": ("cross", 3),
    "Army": ("cross", 4),
    "Army Group": ("cross", 5),
    "Region": ("cross", 6),
}
"""The sign of each size, and the number of these signs side by side. Platoon and Section are exchanged in VASSAL's
files.
"""
