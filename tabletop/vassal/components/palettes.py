"""Palettes of pieces: the counter tray, with their tabs, lists and boxes as its shelves (format section 4.2)."""

from typing import Final

from tabletop.module.writing import Writable
from tabletop.vassal.build import Component, configure_name
from tabletop.vassal.components.bench import Bench, Document, flat, one_line, slug
from tabletop.vassal.components.pieces import SLOTS, PieceMaker
from tabletop.vassal.report import inactive

_SHELVES: Final = ("TabWidget", "PanelWidget", "BoxWidget", "ListWidget")


def take_palette(window: Component, bench: Bench, maker: PieceMaker) -> None:
    """Take over a palette window: a group of the counter tray. What is in a hidden one is there for traits only."""
    group = one_line(configure_name(window), "Pieces")
    bench.judge(window)
    pieces: list[Writable] = []
    _fill(window, (), pieces, bench, maker)
    if pieces:
        document: Document = {"group": group, "offered": window.attributes.get("hidden") != "true", "pieces": pieces}
        bench.documents[bench.file("pieces", slug(group, "pieces"))] = document


def _fill(box: Component, shelf: tuple[str, ...], pieces: list[Writable], bench: Bench, maker: PieceMaker) -> None:
    for child in flat(box):
        if child.short in SLOTS:
            pieces.append(maker.record(child, shelf))
        elif child.short in _SHELVES:
            bench.judge(child)
            title = one_line(configure_name(child), "")
            _fill(child, (*shelf, title) if title else shelf, pieces, bench, maker)
        elif child.short in ("Chart", "HtmlChart", "MapWidget"):
            bench.judge_all(child, inactive("a chart among the pieces is not shown; those of chart windows are"))
