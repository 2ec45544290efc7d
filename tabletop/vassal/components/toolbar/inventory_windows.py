"""Inventory windows: lists of pieces in groups, with their counts (format section 4.1)."""

import re
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from tabletop.game.properties.stock_lists import Inventory
from tabletop.module.documents.yaml_writer import Writable
from tabletop.module.schema.record_base import LONGEST_NAME
from tabletop.vassal.components.module_draft import Bench, Ids
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.plain_texts import one_line, said
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component

_SUM: Final = re.compile(r"\$sum_([^$]+)\$")
_ORDERS: Final[dict[str, Literal["words", "length", "numbers"]]] = {
    "alpha": "words",
    "length": "length",
    "numeric": "numbers",
}
_SIZES: Final = (("pieceZoom", 0.25), ("pieceZoom2", 0.33), ("pieceZoom3", 0.4))
_LARGEST: Final = 400
_LIST: Final = " (list)"
_CLOSES: Final = "functionHide"


def take_inventory(component: Component, bench: Bench, toolbar: Toolbar, titles: Ids) -> None:
    """Import an inventory window, and the button that opens it."""
    given, taking = Attributes(component.attributes), toolbar.taking(component)
    heading = given.text("nonLeafFormat", "$PropertyValue$")
    summed = {f"Sum{number}": name for number, name in enumerate(dict.fromkeys(_SUM.findall(heading)), 1)}
    names = (("PropertyValue", "Value"), *((f"sum_{name}", ours) for ours, name in summed.items()))

    def of_piece(format: str, usual: str = "$PieceName$") -> str:
        text = given.text(format, usual)
        summed_of = ((f"sum_{name}", taking.property(name)) for name in dict.fromkeys(_SUM.findall(text)))
        return taking.format(said(text), (("PropertyValue", '""'), *summed_of))

    title = one_line(given.text("name") or given.text("tooltip"), "Inventory")
    if title in bench.maps.values():
        title = f"{title[: LONGEST_NAME - len(_LIST)].rstrip()}{_LIST}"
    title = titles.new(title)
    inventory = Inventory(
        title=title,
        where=taking.match(given.text("include")) or "true",
        by=tuple(taking.property(name.strip()) for name in given.texts("groupBy") if name.strip()),
        words=of_piece("leafFormat"),
        heading=taking.format(said(heading), names),
        sums={ours: taking.property(name) for ours, name in summed.items()},
        sorted_by=of_piece("sortFormat") if given.yes("sortPieces", True) else "",
        order=_ORDERS.get(given.text("sorting"), "words"),
        headings_only=given.yes("foldersOnly"),
        pictures=given.yes("drawPieces", True),
        sizes=tuple(_sizes(given)),
        keys=given.yes("forwardKeystroke", True),
        menus=given.yes("showMenu", True),
        goes=given.yes("centerOnPiece", True),
        sides=taking.sides(given.texts("sides")),
        stays=given.text("launchFunction", _CLOSES) != _CLOSES,
    )
    inventories = bench.about.setdefault("inventories", list[Writable]())
    if isinstance(inventories, list):
        inventories.append(msgspec.to_builtins(inventory))
    toolbar.show(component, title)
    bench.judge(component, taking.verdict)


def _sizes(given: Attributes) -> Iterator[int]:
    """Yield the sizes of the pictures in percent: one size, or three if players may change it."""
    for setting, usual in _SIZES if given.yes("zoomOn") else _SIZES[:1]:
        yield max(1, round(min(100 * given.decimal(setting, usual), _LARGEST)))
