"""Components that need no import, or that have no equivalent here, with the reasons.

Every component that no other file has imported is judged here, so that each is counted once.
"""

from typing import Final

from tabletop.vassal.components.map_boards import MAPS
from tabletop.vassal.components.module_draft import Bench
from tabletop.vassal.files.build_file import Component, configure_name, is_folder
from tabletop.vassal.import_report import EXACT, Verdict, inactive, refused

_OURS: Final = "VASSAL."

_ALWAYS_SO: Final = (
    "GameModule BasicCommandEncoder Chatter KeyNamer EventLog Language GlobalTranslatableMessages GlobalProperties "
    "PrototypesContainer Documentation ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer MapCenterer "
    "StackExpander PieceMover KeyBufferer ImageSaver TextSaver BoardPicker SelectionHighlighters NotesWindow "
    "GamePieceImageDefinitions GamePieceLayoutsContainer ColorManager FontManager ColorSwatch FontStyle entry option "
    "ConnectionWindow"
)
"""The classes of components that need no import, because every table here does their work by itself."""

_NOT_HERE: Final = {
    "Plugin": "plug-ins of VASSAL do not run here",
}

_NEVER: Final = {
    "ScriptContainer": "scripts of a module do not run here",
    "ActionScript": "scripts of a module do not run here",
    "GeneralScript": "scripts of a module do not run here",
}


_BY_HAND: Final = {
    "PieceMover": "drags pieces",
    "KeyBufferer": "chooses pieces",
    "MenuDisplayer": "opens their menus",
    "ForwardToKeyBuffer": "gives them keys",
}
"""Actions that players carry out by hand, by the part of a VASSAL map that allows them."""


def judge_rest(root: Component, bench: Bench) -> None:
    """Judge every component that no other function has imported, and report the parts that maps lack."""
    for board in (component for component in root.walk() if component.short in MAPS and not _is_own(component)):
        _tell_of_lacking(board, bench)
    waiting = [(root, "")]
    while waiting:
        component, within = waiting.pop()
        if bench.is_judged(component):
            within = ""
        else:
            bench.judge(component, inactive(_WITHIN.format(within)) if within else _verdict(component))
            within = within or (component.kind if _is_own(component) else "")
        waiting.extend((child, within) for child in reversed(component.children))


def _tell_of_lacking(board: Component, bench: Bench) -> None:
    """Report the actions that are impossible in VASSAL because the map lacks a part, but possible here."""
    if lacking := [name for name in _BY_HAND if not board.of(name)]:
        deeds = " or ".join(_BY_HAND[name] for name in lacking)
        told = f"In VASSAL nobody {deeds} on a map without {', '.join(lacking)}; here players can do so on every map."
        bench.tally.remark(told, configure_name(board))


_WITHIN: Final = "it belongs to '{}', a class of the module's own"


def _is_own(component: Component) -> bool:
    """Return whether a component's class belongs to the module itself."""
    return not component.kind.startswith(_OURS) and component.kind not in _ALWAYS_SO.split()


def _verdict(component: Component) -> Verdict:
    name = component.short
    if _is_own(component):
        return inactive(f"'{component.kind}' is a class of the module's own, and no code of a module runs here")
    if is_folder(component) or name in _ALWAYS_SO.split():
        return EXACT
    if name in _NEVER:
        return refused(_NEVER[name])
    return inactive(_NOT_HERE.get(name, "this kind of component is not known here"))
