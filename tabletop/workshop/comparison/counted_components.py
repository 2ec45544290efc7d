"""Comparison of the numbers of components in each class, including those that VASSAL adds by itself."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from tabletop.vassal.files.archive import VassalModule
from tabletop.vassal.files.build_file import Component
from tabletop.workshop.comparison.compared_facts import FactComparison

_MODULE: Final = "VASSAL.build.module."

_ENTRIES: Final = ("entry", "option", "setup")
"""The names of elements that are not components, but settings of the component around them."""

_IN_MODULE: Final = (
    "BasicCommandEncoder",
    "Documentation",
    "Chatter",
    "KeyNamer",
    "PlayerRoster",
    "GlobalOptions",
    "PrototypesContainer",
    "properties.GlobalProperties",
    "properties.GlobalTranslatableMessages",
)
_IN_MAP: Final = ("properties.GlobalProperties", "map.SelectionHighlighters", "map.HighlightLastMoved", "map.Flare")
_IN_IMAGES: Final = (
    "gamepieceimage.ColorManager",
    "gamepieceimage.FontManager",
    "gamepieceimage.GamePieceLayoutsContainer",
)
_LANGUAGE: Final = "VASSAL.i18n.Language"
_MAPS: Final = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")


def compare_components(module: VassalModule, vassal: Mapping[str, int], comparing: FactComparison) -> None:
    """Compare the numbers of components of each class."""
    here = Counter(kinds(module))
    for kind in sorted({*vassal, *here}):
        comparing.fact("components", kind, vassal.get(kind, 0), here.get(kind, 0))


def kinds(module: VassalModule) -> Iterator[str]:
    """Yield the class of every component that VASSAL has after it has opened a module.

    A module's own class without code in the module is left out there, too.
    """
    waiting = [module.root]
    while waiting:
        component = waiting.pop()
        if component.kind in _ENTRIES or not _is_there(component.kind, module):
            continue
        yield component.kind
        yield from _added(component, module)
        waiting.extend(component.children)


def _stands_for(kind: str, standard: str) -> bool:
    """Return whether a class is this standard class, or a module's own class that extends it according to its name."""
    is_own = not kind.startswith("VASSAL.")
    return kind == standard or (is_own and kind.endswith(standard.rpartition(".")[2]))


def _is_there(kind: str, module: VassalModule) -> bool:
    return kind.startswith("VASSAL.") or module.archives.file(f"{kind.replace('.', '/')}.class") is not None


def _added(component: Component, module: VassalModule) -> Iterator[str]:
    """Yield the classes of the components that VASSAL adds to a component that lacks them."""
    if component.short == "GameModule":
        wanted = [*(f"{_MODULE}{name}" for name in _IN_MODULE), _LANGUAGE]
    elif component.short in _MAPS:
        wanted = [f"{_MODULE}{name}" for name in _IN_MAP]
    elif component.short == "GamePieceImageDefinitions":
        wanted = [f"{_MODULE}{name}" for name in _IN_IMAGES]
    elif component.short == "ZonedGrid":
        wanted = [f"{_MODULE}map.boardPicker.board.mapgrid.ZonedGridHighlighter"]
    else:
        return
    there = [child.kind for child in component.children if _is_there(child.kind, module)]
    for kind in wanted:
        if not any(_stands_for(own, kind) for own in there):
            yield kind
            yield from _added(Component(kind), module)
