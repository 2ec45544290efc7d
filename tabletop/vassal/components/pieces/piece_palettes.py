"""Palettes of pieces, imported as the counter tray: tabs, lists and boxes become shelves (format section 4.2)."""

from typing import Final

from tabletop.module.documents.yaml_writer import Writable
from tabletop.vassal.components.charts_and_help import Pages
from tabletop.vassal.components.module_draft import Bench, Document, flat
from tabletop.vassal.components.pieces.piece_slots import SLOTS, PieceMaker
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.plain_texts import one_line, slug
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component, configure_name

_WITH_SCALE: Final = ("PieceWindow", "PanelWidget", "ListWidget")
_LEAST, _LARGEST = 0.01, 4.0
_SHELVES: Final = ("TabWidget", "PanelWidget", "BoxWidget", "ListWidget")


def take_palette(window: Component, bench: Bench, maker: PieceMaker, toolbar: Toolbar, pages: Pages) -> None:
    """Import a palette window: a group of the counter tray, and the button that shows it.

    Pieces of a hidden palette are not in the tray; only traits can make them. Charts among the pieces become pages.
    """
    group = one_line(configure_name(window), "Pieces")
    bench.judge(window)
    pieces: list[Writable] = []
    scale = _scale(window)
    charts = _fill(window, (), scale, pieces, bench, maker)
    for piece in pieces:
        if isinstance(piece, dict) and piece.get("scale") == scale:  # it is the scale of the whole file
            del piece["scale"]
    for chart in charts:
        pages.take_chart(chart)
    offered = window.attributes.get("hidden") != "true"
    if pieces:
        document: Document = {"group": group, "offered": offered, "scale": scale, "pieces": pieces}
        bench.documents[bench.file("pieces", slug(group, "pieces"))] = document
    if pieces and offered:
        toolbar.show(window, group, always=False)


def _fill(
    box: Component,
    shelf: tuple[str, ...],
    scale: float,
    pieces: list[Writable],
    bench: Bench,
    maker: PieceMaker,
) -> list[Component]:
    """Put the pieces of a box, and of all boxes in it, on their shelves; return the charts found among them."""
    charts: list[Component] = []
    for child in flat(box):
        if child.short in SLOTS:
            record = maker.record(child, shelf)
            if record is not None:
                pieces.append({**record, "scale": scale})
        elif child.short in _SHELVES:
            bench.judge(child)
            title = one_line(configure_name(child), "")
            own = _scale(child) if child.short in _WITH_SCALE else scale
            charts += _fill(child, (*shelf, title) if title else shelf, own, pieces, bench, maker)
        elif child.short in ("Chart", "HtmlChart", "MapWidget"):
            charts.append(child)
        elif not child.kind.startswith("VASSAL."):  # a class of the module's own is read like a box
            charts += _fill(child, shelf, scale, pieces, bench, maker)
    return charts


def _scale(box: Component) -> float:
    """Return the scale at which the pieces of a box are shown."""
    return max(_LEAST, min(Attributes(box.attributes).decimal("scale", 1.0), _LARGEST))
