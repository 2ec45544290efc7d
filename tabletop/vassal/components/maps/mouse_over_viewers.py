"""Mouse-over viewers of a map: the display of pieces under the mouse (format section 4.3)."""

import re
from collections.abc import Callable
from typing import Final

from tabletop.module.schema.map.map_view_records import Beneath, GroundRecord, Viewer
from tabletop.vassal.components.module_draft import Bench, flat
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.plain_texts import said
from tabletop.vassal.files.attributes import BLACK, Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.scalars import Color
from tabletop.vassal.translation.trait_translation import Given, TraitTranslation, quoted

_LEFT_OUT: Final = (
    ("showNonMovable", 'Moves != "never"'),
    ("showMoveSelectde", 'Moves != "when-chosen"'),  # spelled as in VASSAL
    ("showNoStack", "Stacks"),
    ("showDeck", 'Deck == ""'),
)
"""Settings that let a viewer show certain pieces too, each with the condition on all pieces if the setting is off."""
_USUAL_MS: Final = 700
_FROM_TOP: Final = "from top-most layer only"
_BY_FILTER: Final = "by using a property filter"
_OLDEST: Final = "1"
_OLD: Final = "2"
"""The second version of the component. Like the oldest one, it has other settings for the display."""
_BENEATH: Final[dict[str, Beneath]] = {"ifOne": "with-pieces", "always": "always"}
_PLACE: Final[Given] = (
    ("LocationName", "Location"), ("CurrentZone", "Zone"), ("CurrentBoard", "Board"), ("CurrentMap", "Map"),
)  # fmt: skip
_SUM: Final = re.compile(r"\$sum\(([^$]+)\)\$")
_NEVER: Final = 1_000_000
_MOST_PX: Final = 2_000
_MOST_SCALE: Final = 20.0


def viewers_of(board: Component, bench: Bench, toolbar: Toolbar) -> tuple[Viewer, ...]:
    """Return the viewers of a map."""
    parts = list(flat(board))
    layered = next(
        (part.get("property") or "Layer" for part in parts if part.short == "LayeredPieceCollection"), "Layer"
    )
    outline = Attributes(board.attributes).color("color", BLACK) or BLACK
    found = (part for part in parts if part.short == "CounterDetailViewer")
    return tuple(_viewer(part, layered, outline, bench, toolbar) for part in found)


def _viewer(part: Component, layered: str, outline: Color, bench: Bench, toolbar: Toolbar) -> Viewer:
    """Return a viewer; `layered` is the property of pieces that holds their layer.

    The oldest viewers write in the colour of the line round selected pieces, on the opposite colour.
    """
    given, taking = Attributes(part.attributes), toolbar.taking(part)
    conditions = [holds for name, holds in _LEFT_OUT if not given.yes(name)]
    if given.yes("showOnlyTopOfStack"):
        conditions.append('Deck != "" or StackIndex == StackSize')
    conditions += filter(None, _chosen(given, layered, taking))
    texts, is_oldest = given.yes("showtext"), given.text("version") == _OLDEST
    is_html = given.yes("enableHTML")
    as_said = str if is_html else said
    title = as_said(given.text("summaryReportFormat", "$LocationName$")).strip() if texts else ""
    summed = {f"sum({name})": f"Sum{number}" for number, name in enumerate(dict.fromkeys(_SUM.findall(title)), 1)}
    words = as_said(given.text("counterReportFormat")).strip() if texts else ""
    empty = as_said(given.text("emptyHexReportForma", "$LocationName$")).strip()
    paper, ink = given.color("bgColor"), given.color("fgColor", BLACK)
    if is_oldest:
        paper, ink = Color(255 - outline.red, 255 - outline.green, 255 - outline.blue), outline
    made = Viewer(
        where=" and ".join(f"({each})" for each in conditions) or "true",
        least=_least(given, is_oldest=is_oldest),
        below_scale=max(0.0, given.decimal("zoomlevel", 1.0)),
        top_layer=given.text("display", _FROM_TOP) == _FROM_TOP,
        overlapping=given.yes("showOverlap"),
        deck_cards=max(0, given.whole("showDeckDepth", 1)),
        masked_cards=given.yes("showDeckMasked"),
        turned=not given.yes("unrotatePieces"),
        html=is_html,
        pictures=given.yes("showgraph", True) and given.decimal("graphicsZoom", 1.0) > 0,
        scale=min(max(given.decimal("graphicsZoom", 1.0), 0.01), _MOST_SCALE),
        gap=max(0, given.whole("borderWidth")),
        title=taking.format(title, (("countPieces", "Count"), *summed.items())) if title else "",
        sums={ours: taking.property(name[len("sum(") : -1]) for name, ours in summed.items()},
        words=taking.format(words) if words else "",
        empty=taking.format(empty, _PLACE) if empty else "",
        ground=_ground(given, taking, as_said, texts=texts),
        paper=paper.text if paper is not None else None,
        ink=ink.text if ink is not None else None,
        type_px=max(0, given.whole("fontSize", 9)),
        after_ms=max(0, given.whole("delay", _USUAL_MS)),
        alone=given.yes("stopAfterShowing"),
    )
    bench.judge(part, taking.verdict)
    return made


def _least(given: Attributes, *, is_oldest: bool) -> int:
    """Return the least number of pieces that a viewer shows. In the oldest modules other settings decide it."""
    if not is_oldest:
        return max(0, given.whole("minDisplayPieces", 2))
    if not (given.yes("showgraph", True) or given.yes("showtext")):
        return _NEVER
    return 1 if given.yes("showgraphsingle") else 2


def _ground(
    given: Attributes, taking: TraitTranslation, as_said: Callable[[str], str], *, texts: bool
) -> GroundRecord | None:
    """Return the part of the map that a viewer shows before the pieces; None if it shows none."""
    shown = _BENEATH.get(given.text("showTerrainBeneath"))
    if shown is None:
        return None
    width, height = (given.whole(f"showTerrain{side}", 150) for side in ("Width", "Height"))
    words = as_said(given.text("showTerrainText", "$LocationName$")).strip() if texts else ""
    return GroundRecord(
        shown=shown,
        size=(max(1, min(width, _MOST_PX)), max(1, min(height, _MOST_PX))),
        scale=min(max(given.decimal("showTerrainZoom", 1.0), 0.01), _MOST_SCALE),
        words=taking.format(words, _PLACE) if words else "",
    )


def _chosen(given: Attributes, layered: str, taking: TraitTranslation) -> list[str]:
    """Return the conditions on the pieces that a viewer shows: a property match of the module, and layers.

    Before version 3 a viewer had only one of these.
    """
    display, match = given.text("display"), given.text("propertyFilter")
    if given.text("version") in (_OLDEST, _OLD) and display != _BY_FILTER:
        match = ""
    found = [taking.match(match)]
    if "listed" in display:
        layer = taking.property(layered)
        listed = " or ".join(f"same({layer}, {quoted(name)})" for name in given.texts("layerList")) or "false"
        found.append(f"not ({listed})" if "other" in display else listed)
    return found
