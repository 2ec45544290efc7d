"""Rebuild the APP-6 symbols of `app6/` from their codes: `python assets/symbols/build_app6.py`.

Needs `milsymbol` (the extra `art`). The drawings are shipped ready-made, so that neither the program nor its players
need it.
"""

from __future__ import annotations

import re
from pathlib import Path

from milsymbol import Symbol

# APP-6(D), friendly, present land unit, no echelon: 1003 1000 00, then entity and two modifiers.
_PREFIX = "1003100000"
CODES = {
    "unit": "0000000000",
    "infantry": "1211000000",
    "infantry_motorised": "1211040000",
    "infantry_mechanised": "1211020000",
    "infantry_airborne": "1211000001",
    "infantry_mountain": "1211000027",
    "infantry_amphibious": "1211010000",
    "armour": "1205000000",
    "reconnaissance": "1213000000",
    "artillery": "1303000000",
    "anti_tank": "1204000000",
    "air_defence": "1301000000",
    "engineer": "1407000000",
    "signals": "1110000000",
    "supply": "1634000000",
    "medical": "1613000000",
    "maintenance": "1611000000",
    "transport": "1636000000",
}
_WHITE = "#FFFFFF"


def build(folder: Path) -> None:
    """Write an SVG file for each code into `folder`. The ink is `currentColor`, on a half transparent white ground."""
    for name, code in CODES.items():
        symbol = Symbol(_PREFIX + code, stroke_width=6)
        if not symbol.is_valid():
            raise SystemExit(f"{name}: {_PREFIX + code} is not a symbol that milsymbol knows.")
        svg = symbol.as_svg().replace("rgb(128,224,255)", _WHITE).replace('fill-opacity="1"', 'fill-opacity="0.6"')
        svg = re.sub(r'"(?:black|rgb\(0,\s*0,\s*0\))"', '"currentColor"', svg)
        # The lines of the standard are too fine for a counter of 48 px.
        svg = svg.replace('stroke-width="4"', 'stroke-width="7"').replace('stroke-width="3"', 'stroke-width="6"')
        (folder / f"{name}.svg").write_text(svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    build(Path(__file__).with_name("app6"))
