"""The fonts of the program, and text as outlines that are the same at every zoom.

Counters and maps are drawn with outlines of glyphs, without hinting, so that a counter looks the same at 24 and at 480
pixels. Qt draws the text of the window.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QPainterPath, QTransform

from tabletop.module import shipped

_OUTLINE_PX = 256
"""The font size of the outlines before they are scaled. Any large size works."""


@dataclass(frozen=True, slots=True)
class Face:
    """A font family in one weight. With `even_figures` all digits have the same width."""

    family: str
    weight: int = 400
    italic: bool = False
    even_figures: bool = False

    def font(self, pixels: int) -> QFont:
        """Return the Qt font, unhinted, `pixels` high."""
        font = QFont(self.family)
        font.setPixelSize(pixels)
        font.setWeight(QFont.Weight(self.weight))
        font.setItalic(self.italic)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        if self.even_figures:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font


_NARROW_BOLD = Face("Roboto Condensed", 700)

FACES: dict[str, Face] = {
    # on counters
    "figure": Face("Inter", 700),
    "display": Face("Inter Display", 700),
    "code": _NARROW_BOLD,
    "label": _NARROW_BOLD,
    "name": Face("Roboto Condensed", 500),
    "text": Face("Inter", 600),
    # on maps
    "place": Face("Inter", 600),
    "place_major": Face("Inter", 700),
    "place_minor": Face("Inter", 500),
    "sea": Face("EB Garamond", 400, italic=True),
    "land": Face("EB Garamond", 400),
    "hex_id": Face("Inter", 400, even_figures=True),
}
"""The font families by their roles. In the plain look `PLAIN_FACES` replace some of them."""

PLAIN_FACES: dict[str, Face] = {"figure": _NARROW_BOLD, "display": _NARROW_BOLD, "name": _NARROW_BOLD}


@cache
def load_fonts() -> tuple[str, ...]:
    """Add the program's fonts to Qt, once, and return their families. This needs a QGuiApplication."""
    families: set[str] = set()
    for file in sorted(shipped.path("assets", "fonts").glob("*.[ot]tf")):
        number = QFontDatabase.addApplicationFont(str(file))
        families.update(QFontDatabase.applicationFontFamilies(number) if number >= 0 else ())
    return tuple(sorted(families))


@dataclass(frozen=True, slots=True)
class TextOutline:
    """A line of text as a path in the font size 1, its base line on y = 0 and its start at x = 0. The path must not be
    changed.
    """

    path: QPainterPath
    width: float
    capitals: float
    """The height of the capitals."""


@lru_cache(maxsize=4096)
def outline(text: str, role: str, *, plain: bool = False, spacing: float = 0.0) -> TextOutline:
    """Return the outline of a text in a role of `FACES`. `spacing` is extra room between letters, as a multiple of the
    font size.
    """
    font, metrics = _large_type(role, plain, spacing)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    path.setFillRule(Qt.FillRule.WindingFill)
    shrink = 1 / _OUTLINE_PX
    width = (metrics.horizontalAdvance(text) - spacing * _OUTLINE_PX) * shrink
    return TextOutline(QTransform.fromScale(shrink, shrink).map(path), width, metrics.capHeight() * shrink)


@cache
def _large_type(role: str, plain: bool, spacing: float) -> tuple[QFont, QFontMetricsF]:
    """Return the font for outlines, with its metrics. It is cached, since Qt loads a font again for each new object."""
    load_fonts()
    face = (PLAIN_FACES.get(role) if plain else None) or FACES[role]
    font = face.font(_OUTLINE_PX)
    if spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing * _OUTLINE_PX)
    return font, QFontMetricsF(font)
