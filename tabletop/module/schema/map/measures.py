"""Lengths, points and colours, as map files write them."""

import re
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field

from tabletop.module.schema.faces import THEME_COLOURS, FaceShade
from tabletop.module.schema.record_base import Count, Text, Whole, refuse

Length = Annotated[Count, Field(le=100_000)]
"""A length in pixels. Maps with greater lengths would be too large for any machine."""
Number = Annotated[Count, Field(le=2_000)]
"""A number of columns, rows or cells."""
Point: TypeAlias = tuple[float, float]
"""x and y in sheet pixels, or longitude (0 to 360 east) and latitude if the field asks for degrees."""
Pixel: TypeAlias = tuple[Whole, Whole]
"""A whole pixel: x and y."""
Rect: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in sheet pixels."""
Positive = Annotated[float, Field(gt=0)]
Share = Annotated[float, Field(ge=0, le=1)]
Values: TypeAlias = dict[str, Text]


def _known_colour(colour: str) -> str:
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", colour) and colour not in THEME_COLOURS:
        raise refuse("a colour of the theme, or '#RRGGBB' in quotes", known=THEME_COLOURS)
    return colour


Ink: TypeAlias = Annotated[str, AfterValidator(_known_colour)] | FaceShade
"""A colour: the name of one in the window's theme, `#RRGGBB`, or separate colours for the light and the dark theme."""
