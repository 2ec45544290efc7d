"""Conversion of VASSAL's two notations for outlines of pieces to SVG paths (format section 7.2)."""

from typing import Final

from tabletop.vassal.files.scalars import decimal

_NUMBERS: Final = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


def svg_path(path: str, scale: float = 1.0) -> str:
    """Return an outline as an SVG path, in map pixels from the middle of the piece. It ends before the first part that
    cannot be read; "" if that is the beginning.
    """
    if path.startswith("d"):
        tokens = path.removeprefix("d").strip(" ,;").split(" N ")[0].replace(",", " ").split()
    else:
        tokens = [one.upper() if one in ("m", "l", "c") else one for one in path.split(",") if not one.startswith("n")]
        tokens = ["Z" if one == "C" else one for one in tokens]
    found: list[str] = []
    at = 0
    while at < len(tokens):
        sign = tokens[at]
        count = _NUMBERS.get(sign)
        numbers = [decimal(token) for token in tokens[at + 1 : at + 1 + (count or 0)]]
        if count is None or len(numbers) < count or None in numbers:
            break
        found += [sign, *(_written((number or 0.0) * scale) for number in numbers)]
        at += 1 + count
    return " ".join(found)


def _written(number: float) -> str:
    return repr(round(number, 2)).removesuffix(".0")
