"""Aircraft seen from above, for counters and for the air board (`assets/silhouettes/aircraft.yaml`)."""

from functools import cache
from typing import Final, NamedTuple

import yaml
from PySide6.QtCore import QByteArray
from PySide6.QtSvg import QSvgRenderer

from tabletop.module import shipped

_DART: Final = "M0 -40L14 20L0 12L-14 20Z"
"""The outline of an aircraft without a drawing of its own."""
HALF: Final = 62
"""Half the width of a drawing in its units: a box of 100, with room for wings that are turned."""


class Silhouette(NamedTuple):
    """A drawing of an aircraft from above, nose up: SVG paths in a box of 100 units about the middle."""

    scale: float
    body: tuple[str, ...]
    glass: tuple[str, ...] = ()
    airscrews: tuple[str, ...] = ()


@cache
def silhouettes() -> dict[str, Silhouette]:
    """Return the silhouettes of aircraft that come with the program, by name."""
    text = shipped.path("assets", "silhouettes", "aircraft.yaml").read_text(encoding="utf-8")
    return {
        name: Silhouette(float(one["scale"]), tuple(one["body"]), tuple(one["glass"]), tuple(one["airscrews"]))
        for name, one in yaml.load(text, Loader=yaml.CBaseLoader).items()
    }


def silhouette_svg(name: str, heading: int, colour: str, *, rim: float) -> str:
    """Return a silhouette as a square SVG picture with sides of 124 units, turned clockwise by `heading` hexsides, with
    a white rim of this width (units). A name without a drawing gives a dart.
    """
    drawn = silhouettes().get(name, Silhouette(0.9, (_DART,)))
    parts = []
    if rim:
        line = f'fill="#fff" stroke="#fff" stroke-width="{2 * rim:.2f}" stroke-linejoin="round"'
        parts += [f'<path d="{path}" {line}/>' for path in drawn.body]
    parts += [
        f'<path d="{path}" stroke="{colour}" stroke-width="1.6" stroke-opacity=".6"/>' for path in drawn.airscrews
    ]
    parts += [f'<path d="{path}" fill="{colour}"/>' for path in drawn.body]
    parts += [f'<path d="{path}" fill="#fff" fill-opacity=".78"/>' for path in drawn.glass]
    turn = f'transform="rotate({60 * heading}) scale({drawn.scale})"'
    box = f"{-HALF} {-HALF} {2 * HALF} {2 * HALF}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><g {turn}>{"".join(parts)}</g></svg>'


@cache
def aircraft_drawing(name: str, colour: str) -> QSvgRenderer:
    """Return the drawing of an aircraft, nose up and without a rim, to be drawn at any size."""
    return QSvgRenderer(QByteArray(silhouette_svg(name, 0, colour, rim=0).encode()))
