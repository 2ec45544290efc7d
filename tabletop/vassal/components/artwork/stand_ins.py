"""A stand-in for a piece whose pictures are all missing: a plain counter with its name. VASSAL shows nothing there."""

import textwrap
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

_SIDE: Final = 60
_FONT: Final = 10
_LINE: Final = 12
_LETTERS: Final = 10
_LINES: Final = 4


def stand_in(name: str) -> bytes:
    """Return the counter as an SVG drawing, with as much of the name as fits."""
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", width=str(_SIDE), height=str(_SIDE))
    edge = {"x": "0.5", "y": "0.5", "width": str(_SIDE - 1), "height": str(_SIDE - 1)}
    SubElement(root, "rect", {**edge, "fill": "#EDEAE1", "stroke": "#4E5C66"})
    lines = textwrap.wrap(name, _LETTERS, max_lines=_LINES, placeholder=" …")
    first = (_SIDE - _LINE * len(lines)) / 2 + _FONT
    for number, words in enumerate(lines):
        where = {"x": str(_SIDE / 2), "y": str(first + _LINE * number), "text-anchor": "middle"}
        look = {"font-family": "sans-serif", "font-size": str(_FONT), "fill": "#16202A"}
        SubElement(root, "text", {**where, **look}).text = words
    drawn: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return drawn
