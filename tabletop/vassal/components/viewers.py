"""What is shown where the mouse rests on pieces: mouse-over viewers of a map (format section 4.3)."""

from typing import Final

from tabletop.module.schema.table import Viewer
from tabletop.vassal.attributes import Attributes
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench, flat, said
from tabletop.vassal.components.buttons import Toolbar
from tabletop.vassal.translating.taking import Taking, quoted

_LEFT_OUT: Final = (("showNonMovable", 'Moves != "never"'), ("showNoStack", "Stacks"), ("showDeck", 'Deck == ""'))
"""Settings without which a viewer shows no such pieces, and the condition that leaves them out."""
_USUAL_MS: Final = 700


def viewers_of(board: Component, bench: Bench, toolbar: Toolbar) -> tuple[Viewer, ...]:
    """The viewers of a map."""
    parts = list(flat(board))
    layered = next(
        (part.get("property") or "Layer" for part in parts if part.short == "LayeredPieceCollection"), "Layer"
    )
    return tuple(_viewer(part, layered, bench, toolbar) for part in parts if part.short == "CounterDetailViewer")


def _viewer(part: Component, layered: str, bench: Bench, toolbar: Toolbar) -> Viewer:
    """A viewer; `layered` is the property of pieces that says in which layer they are."""
    given, taking = Attributes(part.attributes), toolbar.taking(part)
    conditions = [holds for name, holds in _LEFT_OUT if not given.yes(name)]
    conditions += filter(None, [_chosen(given, layered, taking)])
    texts = given.yes("showtext")
    title, words = (
        said(given.text(name)).strip() if texts else "" for name in ("summaryReportFormat", "counterReportFormat")
    )
    made = Viewer(
        where=" and ".join(f"({each})" for each in conditions) or "true",
        least=max(1, given.whole("minDisplayPieces", 2)),
        overlapping=given.yes("showOverlap") or given.text("display") not in ("", "from top-most layer only"),
        title=taking.format(title) if title != "$LocationName$" else "",
        words=taking.format(words) if words else "{Name}",
        after_ms=max(0, given.whole("delay", _USUAL_MS)),
    )
    bench.judge(part, taking.verdict)
    return made


def _chosen(given: Attributes, layered: str, taking: Taking) -> str:
    """The condition of what a viewer shows: a match of the module's, or layers; "" for all."""
    display = given.text("display")
    if "property filter" in display:
        return taking.match(given.text("propertyFilter"))
    if "listed" not in display:
        return ""
    layer = taking.property(layered)
    listed = " or ".join(f"same({layer}, {quoted(name)})" for name in given.texts("layerList")) or "false"
    return f"not ({listed})" if "other" in display else listed
