"""Facings and turns: the degrees for the value of a facing's slot, and offsets on the map that are turned by them."""

from math import cos, floor, radians, sin

from tabletop.game.state.values import Value


def facing_degrees(held: Value, ways: int) -> int:
    """Return the degrees clockwise for the value of a facing's slot.

    The value is the number of the facing from 0 up. If the facing allows any degrees (`ways` is 0), it is the degrees
    themselves.
    """
    number = held if isinstance(held, int) else 0
    return (number * 360 + ways // 2) // ways % 360 if ways else number % 360


def turned(held: Value, ways: int, degrees: int) -> int:
    """Return the value of the slot after a turn by degrees clockwise: the value of the nearest facing."""
    degrees += facing_degrees(held, ways)
    return (degrees % 360 * ways + 180) // 360 % ways if ways else degrees % 360


def exact_degrees(held: Value, ways: int) -> float:
    """Return the degrees clockwise for the value of a facing's slot, exactly, even if they are fractional."""
    number = held if isinstance(held, int) else 0
    return number % ways * 360 / ways if ways else number % 360


def swung(dx: int, dy: int, degrees: float) -> tuple[int, int]:
    """Return an offset in map pixels, turned clockwise, in whole pixels."""
    x, y = swung_exactly(dx, dy, degrees)
    return nearest(x), nearest(y)


def swung_exactly(dx: float, dy: float, degrees: float) -> tuple[float, float]:
    """Return an offset in map pixels, turned clockwise.

    It is exact to thousandths, so that rounding errors do not matter.
    """
    angle = radians(degrees)
    return round(dx * cos(angle) - dy * sin(angle), 3), round(dx * sin(angle) + dy * cos(angle), 3)


def nearest(pixels: float) -> int:
    """Return the nearest whole number of pixels; of two equally near ones the greater."""
    return floor(pixels + 0.5)
